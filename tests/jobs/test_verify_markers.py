"""Markers of an answer against the given sources: what they name, and whether the named source says it."""

from typing import Any

import pytest

import citevet
from citevet.model.verification import ComparedMarker, VerifiedClaim

ARDEN = {
    "text": "The Arden Bridge was opened in 1931. It carries two lanes of traffic.",
    "title": "Arden Bridge",
    "url": "https://example.org/arden",
}
LUNE = {
    "text": "The Lune Tunnel was dug between 1958 and 1964. Bicycles are not allowed in the tunnel.",
    "title": "Lune Tunnel",
    "url": "https://example.org/lune",
}
NOISE = {
    "text": "Smith (2020) measured noise at forty houses near the airport.",
    "url": "https://example.org/n",
    "id": "7",
}
SOURCES = [ARDEN, LUNE, NOISE]
OPENED = "The Arden Bridge was opened in 1931"


def verify(text: str | list[str], sources: list[Any] | None = None) -> VerifiedClaim:
    return citevet.verify(text, sources or SOURCES, nli="small").claims[0]


@pytest.mark.parametrize(
    ("marker", "sources"),
    [
        ("[1]", (0,)),
        ("[^2]", (1,)),
        ("[Source 2]", (1,)),
        ("(source 2, p. 3)", (1,)),
        ("<cite>2</cite>", (1,)),
        ("[7]", (2,)),
        ("(https://www.example.org/lune/)", (1,)),
        ("([source](https://example.org/arden?utm_source=x))", (0,)),
        ("(Smith, 2020)", (2,)),
        ("[1].\n\n## Sources\n\n1. Lune Tunnel, https://example.org/lune\n2. Arden Bridge", (1,)),
    ],
)
def test_what_a_marker_names(marker: str, sources: tuple[int, ...]) -> None:
    """A marker names a source by number, id, address, author and year, or by the entry of the answer's own list."""
    assert sources == verify(f"{OPENED} {marker}.").markers[0].sources


def test_an_id_may_be_a_number() -> None:
    """A source with a number as its id is named by that number, whether it is a record or a mapping."""
    loose: Any = {"text": LUNE["text"], "title": None, "id": 3}
    listed = f"{OPENED} [3].\n\n## Sources\n\n3. Arden Bridge"
    for given in (loose, citevet.Source(**loose)):
        assert (1,) == verify(f"{OPENED} [3].", [ARDEN, given]).markers[0].sources
        assert (0,) == verify(listed, [ARDEN, given]).markers[0].sources


@pytest.mark.parametrize(
    "text",
    [
        f"{OPENED} [2]. The Lune Tunnel was dug between 1958 and 1964 [1].",
        f"{OPENED} ([source](https://example.org/lune)).",
        [f"{OPENED} [2]."],
    ],
)
def test_another_source_says_it(text: str | list[str]) -> None:
    """A claim that another source supports than the cited one is weak, with the reason, and nothing is grounded."""
    found = citevet.verify(text, SOURCES, nli="small")
    claim = found.to_dict()["claims"][0]
    assert ("weak", 0, False) == (claim["verdict"], claim["sourceIndex"], found.overall_grounded)
    assert claim["why"].startswith("said by source 1 (Arden Bridge), not by ")
    assert ("compared", [1]) == (claim["citations"][0]["status"], claim["citations"][0]["sourceIndexes"])
    assert "misattributed" in claim["judgement"]["flags"]
    assert {"supported"} == {each.verdict for each in citevet.verify(text, SOURCES, nli="small", markers=False).claims}


@pytest.mark.parametrize("marker", ["[9]", "(Smith, 2012)", "([source](https://example.org/other))"])
def test_a_marker_that_names_no_source(marker: str) -> None:
    """A marker beyond the sources is named; the claim itself stays as it is."""
    claim = verify(f"{OPENED} {marker}.")
    assert [True] == [each.is_foreign for each in claim.markers]
    shown = citevet.verify(f"{OPENED} {marker}.", SOURCES, nli="small").to_dict()["claims"][0]
    assert ("supported", "not-given") == (shown["verdict"], shown["citations"][0]["status"])
    assert "names no given source" in shown["why"]


@pytest.mark.parametrize(
    ("text", "sources"),
    [
        (f"{OPENED} [9].", [f"{OPENED} [9]. It carries two lanes."]),  # copied from the source
        (f"{OPENED} (Jones, 2012).", [OPENED + "."]),  # a text without authors may be by Jones
        (f"{OPENED}【4:0†source】.", SOURCES),  # numbers of a search of its own
        (f"{OPENED} [1], and it carries two lanes of traffic [2].", [ARDEN, ARDEN]),  # parts of one page
        (f"{OPENED} [2].", [{**LUNE, "url": "https://example.org/arden"}, ARDEN]),
    ],
)
def test_what_cannot_be_known_is_not_reported(text: str, sources: list[Any]) -> None:
    """A marker that may mean something else changes nothing."""
    claim = verify(text, sources)
    assert "misattributed" not in claim.ruling.flags
    assert not any(marker.is_foreign for marker in claim.markers)


def test_the_cited_source_decides() -> None:
    """The cited source is judged even where others have more of the words, and its verdict is in the result."""
    others = [f"The Arden Bridge near the Arden hotel number {number} is a bridge." for number in range(12)]
    claim = verify(f"{OPENED} [13].", [*others, ARDEN["text"]])
    assert ("supported", 12) == (claim.verdict, claim.source_index)
    assert (ComparedMarker("[13]", (12,), verdict="supported"),) == claim.markers


def test_the_guard_flags_a_wrong_marker() -> None:
    """The stream is flagged where another source says it than the cited one."""
    guard = citevet.StreamGuard(SOURCES, verifier=citevet.Verifier(nli="small"))
    events = [
        *guard.feed(f"{OPENED}. [2] "),
        *guard.feed("Bicycles are not allowed in the tunnel [2]."),
        *guard.finish(),
    ]
    assert [("GROUNDING_MISATTRIBUTED",), ()] == [event.reasons for event in events]


@pytest.mark.parametrize(
    ("quoted", "verdict", "differences"),
    [
        ("bicycles are never allowed in the tunnel", "weak", [("quote", "never", "not")]),
        ("Bicycles are not allowed in the tunnel", "supported", []),
        ("Bicycles are not allowed …", "supported", []),
    ],
)
def test_quotations_are_compared(quoted: str, verdict: str, differences: list[tuple[str, str, str]]) -> None:
    """Words in quotation marks that the source has in other words are shown, and the claim is not supported."""
    claim = verify(f'The page says that "{quoted}" [2].')
    assert verdict == claim.verdict
    found = [(each.type, each.claim, each.source) for each in claim.ruling.differences if each.type == "quote"]
    assert differences == found
    assert ("altered-quote" in claim.ruling.flags) == bool(differences)
