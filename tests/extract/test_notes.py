"""What notes cite: behind which sentence it stands, and what a note says itself."""

import pytest

from citevet.extract import extract
from citevet.extract.notes import handed_on
from citevet.model import Extraction
from citevet.read import parse_text

FILED = {("Sommer", "2023"), ("Baumann", "2021")}


def read(text: str, name: str = "x.md") -> Extraction:
    """Extract a text beside a corpus that has works of Sommer and Baumann."""
    return extract(parse_text(text, name), filed=lambda names, year: (names[0], year) in FILED)


def tied(found: Extraction) -> list[tuple[str, list[tuple[str, str]]]]:
    """Return the claims, each with what stands behind it and how; the markers of notes are left out."""
    cited = {each.id: each for each in found.citations if each.kind != "footnote"}
    return [
        (claim.plain.text, [(cited[tie.citation].text, tie.how) for tie in claim.ties if tie.citation in cited])
        for claim in found.claims
    ]


@pytest.mark.parametrize(
    ("note", "expected"),
    [
        ("Sommer (2023, p. 4).", ["Sommer (2023, p. 4)"]),
        ("Sommer 2023, p. 4.", ["Sommer 2023, p. 4"]),
        ("See Sommer 2023, 4.", ["Sommer 2023, 4"]),
        ("(Sommer, 2023, p. 4)", ["(Sommer, 2023, p. 4)"]),
        ("Sommer 2023, p. 4; see also Baumann 2021.", ["Sommer 2023, p. 4", "Baumann 2021"]),
        ("REF-002, p. 2.", ["REF-002, p. 2"]),
        ("See [REF-002, p. 2].", ["[REF-002, p. 2]"]),
        ("See [@kim].", ["[@kim]"]),
        ("As cited in REF-002.", ["REF-002"]),
        ("Data provided by Sommer (2023).", ["Sommer (2023)"]),
    ],
)
def test_what_a_note_cites_backs_the_sentence_with_its_mark(note: str, expected: list[str]) -> None:
    """The claim of a source that is named in a note is the sentence that carries the note's mark."""
    found = read(f"Asphalt was the hottest.[^1] Gravel was cool.\n\n[^1]: {note}\n")
    assert [
        ("Asphalt was the hottest.", [(each, "sentence") for each in expected]),
        ("Gravel was cool.", []),
    ] == tied(found)
    assert {"c1": tuple(f"c{number}" for number in range(2, len(expected) + 2))} == handed_on(found)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Asphalt was hot.^[Sommer 2023] Gravel was cool.", "x.md"),
        ("Asphalt was hot.\\footnote{Sommer 2023} Gravel was cool.", "x.tex"),
        (
            (
                '<p>Asphalt was hot.<sup><a href="#fn1" class="footnote-ref">1</a></sup> Gravel was cool.</p>'
                '<section class="footnotes"><ol><li id="fn1"><p>Sommer 2023</p></li></ol></section>'
            ),
            "x.html",
        ),
    ],
)
def test_notes_of_every_format(text: str, name: str) -> None:
    """A note inside the sentence, a LaTeX footnote and a note of a web page are notes alike."""
    assert [("Asphalt was hot.", [("Sommer 2023", "sentence")]), ("Gravel was cool.", [])] == tied(read(text, name))


def test_a_mark_inside_a_sentence_backs_its_clause() -> None:
    """What the note cites has the clause of the mark."""
    found = read("Asphalt was hot,[^1] and gravel was cool.\n\n[^1]: REF-002.\n")
    ((tie, other),) = [claim.ties for claim in found.claims]
    assert ("clause", "clause", tie.span) == (tie.how, other.how, other.span)


@pytest.mark.parametrize(
    ("note", "claims"),
    [
        ("Sommer (2023) disagrees: concrete reached 61 degrees in June.", 1),
        ("Concrete reached 61 degrees in the middle of June (Sommer, 2023).", 1),
        ("But see Sommer (2023).", 0),
        ("Cf. Sommer 2023, p. 4.", 0),
        ("Doe, J. (2003). Pavements. See also Sommer (2023).", 0),
        ("doi:10.1000/182; Sommer (2023).", 0),
    ],
)
def test_a_note_that_says_more_leaves_its_source_free(note: str, claims: int) -> None:
    """Where a note says something, contrasts, or has a source of its own, what it cites need not say the sentence."""
    (_, behind), *remarks = tied(read(f"Asphalt was the hottest.[^1]\n\n[^1]: {note}\n"))
    assert ["note"] == [how for text, how in behind if "Sommer" in text]
    assert [["sentence"]] * claims == [[how for _, how in ties] for _, ties in remarks]


def test_what_a_note_says_is_a_claim() -> None:
    """The sentence of a note is judged by the source that it names; sentences of notes that cite nothing are not."""
    note = "Sommer (2023, p. 3) found that concrete reached 61 degrees in June. The sensors were new."
    found = read(f"Asphalt was hot.[^1]\n\n[^1]: {note}\n\nGravel was cool.\n")
    assert [
        ("Asphalt was hot.", [("Sommer (2023, p. 3)", "note")]),
        (note.removesuffix(" The sensors were new."), [("Sommer (2023, p. 3)", "sentence")]),
        ("Gravel was cool.", []),
    ] == tied(found)
    assert ["k1", "k2", "k3"] == [claim.id for claim in found.claims]


@pytest.mark.parametrize(
    "note",
    [
        "Doe 2003, p. 4.",
        "Doe (2003) found that asphalt was hot.",
        "J. Doe, *Pavements* (Springer, 2003), 14.",
        "Sommer, K. (2023). Surface temperatures of street pavements. Press.",
    ],
)
def test_other_names_in_a_note_are_its_own_source(note: str) -> None:
    """A work that neither the list nor the corpus has, a publisher and a whole entry stay what the note itself is."""
    found = read(f"Asphalt was the hottest.[^1]\n\n[^1]: {note}\n")
    assert ["footnote"] == [citation.kind for citation in found.citations]
    assert {} == handed_on(found)


def test_a_listed_work_in_a_note_is_its_entry() -> None:
    """A short note means the entry of the list, however many notes name the work."""
    notes = "[^1]: Doe 2003, p. 4.\n[^2]: Doe (2003, p. 5).\n"
    found = read(f"It is hot.[^1] It is dry.[^2]\n\n{notes}\n## References\n\nDoe, J. (2003). Pavements. Press.\n")
    (entry,) = [each.id for each in found.references if each.origin == "list"]
    assert [entry, entry] == [each.reference for each in found.citations if each.kind == "author-year"]


def test_many_markers_of_many_works_are_not_tied_each_to_each() -> None:
    """A thousand markers of a note with a thousand works have no million ties."""
    works = "; ".join(f"REF-{number:04}" for number in range(1000))
    found = read("Asphalt was hot.[^1] " * 1000 + f"\n\n[^1]: {works}.\n")
    assert 1000 == sum(len(claim.ties) for claim in found.claims)
