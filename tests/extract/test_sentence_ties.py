"""Which citations back which claim."""

import pytest
from tests.extract.made_citations import cited

from citevet.extract import extract
from citevet.extract.claims import find_claims
from citevet.model import Citation, CitationKind, Claim, Document
from citevet.read import markdown, parse_text


def tied(text: str, *forms: tuple[CitationKind, str]) -> tuple[Document, tuple[Claim, ...]]:
    """Return a document and its claims."""
    made = markdown.read(text, "a.md")
    return made, find_claims(made, cited(text, *forms), ())


def shown(made: Document, claim: Claim) -> list[str]:
    """Return the ties of a claim as words: c1 sentence, c2 clause: the clause."""
    return [f"{tie.citation} {tie.how}" + (f": {made.slice(tie.span)}" if tie.span else "") for tie in claim.ties]


@pytest.mark.parametrize(
    ("text", "forms", "expected"),
    [
        ("It grew [3].", ["[3]"], ["c1 sentence"]),
        ("It grew [3], but they fell.", ["[3]"], ["c1 clause: It grew"]),
        ("It grew [3], whereas they fell [4].", ["[3]", "[4]"], ["c1 clause: It grew", "c2 clause: whereas they fell"]),
        ("Both aspirin [1] and ibuprofen [2] reduce pain.", ["[1]", "[2]"], ["c1 sentence", "c2 sentence"]),
        ("It grew in mice [1] and in rats [2].", ["[1]", "[2]"], ["c1 clause: It grew in mice", "c2 sentence"]),
        ("It grew, and they fell [4].", ["[4]"], ["c1 sentence"]),
        ("As shown in [3], it grew.", ["[3]"], ["c1 sentence"]),
        ("[3] found that it grew.", ["[3]"], ["c1 sentence"]),
        ("[3]에 따르면 매출이 늘었다.", ["[3]"], ["c1 sentence"]),
        (
            "매출은 늘었지만[3], 이익은 줄었다[4].",
            ["[3]", "[4]"],
            ["c1 clause: 매출은 늘었지만", "c2 clause: 이익은 줄었다"],
        ),
        ("It grew [3], [4].", ["[3]", "[4]"], ["c1 sentence", "c2 sentence"]),
        ("It grew (see [3]), and it fell.", ["[3]"], ["c1 clause: It grew"]),
    ],
)
def test_marker_backs_clause_or_sentence(text: str, forms: list[str], expected: list[str]) -> None:
    """A marker with text after it backs the clause that it closes, if that has a verb; else the sentence."""
    made, (claim,) = tied(text, *(("numeric", form) for form in forms))
    assert expected == shown(made, claim)
    assert "cited" == claim.status


@pytest.mark.parametrize(
    ("text", "kind", "form"),
    [
        ("Smith (2019) found that it grew, and it fell.", "author-year", "Smith (2019)"),
        ("As 42 U.S.C. § 1983 says, it is so, and it was.", "us-statute", "42 U.S.C. § 1983"),
        ("The [report](http://a.b/c) says it grew, and it fell.", "link", "[report](http://a.b/c)"),
        ("The paper 10.1000/182 says so, but it is old.", "doi", "10.1000/182"),
        ("REF-043 shows that it grew, and it fell.", "corpus", "REF-043"),
        ("민법 제103조는 이를 무효로 하며, 판례도 같다.", "kr-statute", "민법 제103조"),
    ],
)
def test_named_citation_backs_sentence(text: str, kind: CitationKind, form: str) -> None:
    """A work that is the subject of a sentence backs all of it."""
    made, (claim,) = tied(text, (kind, form))
    assert ["c1 sentence"] == shown(made, claim)
    assert form.removesuffix("](http://a.b/c)").lstrip("[") in claim.plain.text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It grew. It fell. It rose.[^1]", [["c1 paragraph"]] * 3),
        ("It grew. It fell. It rose. [^1]", [["c1 paragraph"]] * 3),
        ("It grew. It fell. It rose[^1].", [[], [], ["c1 sentence"]]),
        ("It grew.[^1] It fell. It rose.", [["c1 sentence"], [], []]),
        ("It grew.[^1]", [["c1 sentence"]]),
    ],
)
def test_marker_after_last_stop_backs_paragraph(text: str, expected: list[list[str]]) -> None:
    """Before a stop, or after an earlier one, a marker backs only its own sentence."""
    made, found = tied(text, ("footnote", "[^1]"))
    assert expected == [shown(made, claim) for claim in found]


def test_last_marker_backs_sentence_when_others_are_cited() -> None:
    """Where the paragraph cites sentence by sentence, the last marker belongs to the last sentence."""
    made, found = tied("It grew.[^1] It fell. It rose.[^2]", ("footnote", "[^1]"), ("footnote", "[^2]"))
    assert [["c1 sentence"], [], ["c2 sentence"]] == [shown(made, claim) for claim in found]


def test_lead_in_backs_items() -> None:
    """The citation of a lead-in is lent to the items without their own, until the list ends."""
    text = "It has three effects [3]:\n\n- It grew.\n- It fell [4].\n- It rose. It sank.\n\nAnd it stopped."
    made, found = tied(text, ("numeric", "[3]"), ("numeric", "[4]"))
    expected = [["c1 sentence"], ["c1 list"], ["c2 sentence"], ["c1 list"], ["c1 list"], []]
    assert expected == [shown(made, claim) for claim in found]


def test_heading_lends_nothing() -> None:
    """A citation in a heading ties to nothing, and a heading ends the list before it."""
    text = "It is so [3]:\n\n# New [4]\n\n- It grew."
    made, found = tied(text, ("numeric", "[3]"), ("numeric", "[4]"))
    assert [["c1 sentence"], []] == [shown(made, claim) for claim in found]


def test_citation_in_cell_backs_row() -> None:
    """A row is one claim, and text after the marker is another cell."""
    text = "| City | Size |\n|---|---|\n| Tokyo has 14 million [3]. | It is large. |"
    made, (claim,) = tied(text, ("numeric", "[3]"))
    assert ["c1 sentence"] == shown(made, claim)


def test_citation_sentence_is_marker() -> None:
    """A citation sentence of legal writing backs the sentence before it and is not a claim."""
    text = "The court may do so. See Roe v. Wade, 410 U.S. 113 (1973). It did."
    made, found = tied(text, ("us-case", "Roe v. Wade, 410 U.S. 113 (1973)"))
    assert ["The court may do so.", "It did."] == [claim.plain.text for claim in found]
    assert [["c1 sentence"], []] == [shown(made, claim) for claim in found]
    assert "The court may do so. See Roe v. Wade, 410 U.S. 113 (1973)." == found[0].text


def test_group_is_one_marker() -> None:
    """The works of one bracket share its place, and the whole bracket is removed."""
    text = "It grew [3–5, 9, p. 44] and fell."
    spans = [("3–5", "3"), ("3–5", "4"), ("3–5", "5"), ("9", "9")]
    grouped = tuple(
        Citation(f"c{number}", "numeric", cited(text, ("numeric", form))[0].span, form, normal, group="g1")
        for number, (form, normal) in enumerate(spans, 1)
    )
    made = markdown.read(text, "a.md")
    (claim,) = find_claims(made, grouped, ())
    assert "It grew and fell." == claim.plain.text
    assert ["c1", "c2", "c3", "c4"] == [tie.citation for tie in claim.ties]
    assert {"clause"} == {tie.how for tie in claim.ties}


SAID = 'The judge said "it was a mistake to begin with."'


@pytest.mark.parametrize(
    ("text", "name"),
    [
        (f"{SAID} Doe v. Roe, 12 F.4th 456 (2d Cir. 2022).", "x.md"),
        (f"{SAID} *Doe v. Roe*, 12 F.4th 456 (2d Cir. 2022).", "x.md"),
        (f"{SAID} See *Doe v. Roe*, 12 F.4th 456 (2d Cir. 2022).", "x.md"),
        (f"{SAID} *See, e.g.*, *Doe v. Roe*, 12 F.4th 456 (2d Cir. 2022).", "x.md"),
        (f"{SAID} _Doe v. Roe_, 12 F.4th 456 (2d Cir. 2022) (citations omitted).", "x.md"),
        (f"{SAID} Doe v. Roe, 12 F.4th 456 (2d Cir. 2022) (emphasis added) (cleaned up).", "x.md"),
        (f"<p>{SAID} <em>Doe v. Roe</em>, 12 F.4th 456 (2d Cir. 2022).</p>", "x.html"),
        (
            "The judge said ``it was a mistake to begin with.'' \\emph{Doe v. Roe}, 12 F.4th 456 (2d Cir. 2022).",
            "x.tex",
        ),
    ],
)
def test_case_after_quotation_is_source(text: str, name: str) -> None:
    """Also with the parties in italics, after a signal, and before a remark on how the words are quoted."""
    (claim,) = extract(parse_text(text, name)).claims
    assert (["c1"], 1) == ([tie.citation for tie in claim.ties], len(claim.quotations))


@pytest.mark.parametrize(
    "behind",
    [
        "*Doe v. Roe*, 12 F.4th 456 (2d Cir. 2022), held otherwise.",
        "In *Doe v. Roe*, 12 F.4th 456 (2d Cir. 2022), the court disagreed.",
    ],
)
def test_case_in_own_sentence(behind: str) -> None:
    """It is not a source of the quotation before it."""
    quoting, saying = extract(parse_text(f"{SAID} {behind}", "x.md")).claims
    assert ([], ["c1"]) == ([tie.citation for tie in quoting.ties], [tie.citation for tie in saying.ties])
