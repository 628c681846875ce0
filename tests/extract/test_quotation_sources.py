"""Quotations whose source is named apart from them: after, before, and on a line of its own."""

import pytest

from citevet.extract import extract
from citevet.read import parse_text

WORDS = "we saw it with our own eyes that day"


def found(text: str) -> list[list[str]]:
    """Return the citations of each quotation."""
    extraction = extract(parse_text(text, "case.md"))
    named = extraction.citations_by_id
    return [[named[tie.citation].text for tie in claim.ties] for claim in extraction.claims for _ in claim.quotations]


@pytest.mark.parametrize(
    "text",
    [
        f'"{WORDS}."\n[REF-043, p. 4]',
        f'"{WORDS}."\n\n[REF-043, p. 4]',
        f"“{WORDS}.”\n\n— Kim, *On Voice* [REF-043, p. 4]",
        f"“{WORDS}.”\n\nSource: Kim 2019 [REF-043, p. 4].",
        f"„{WORDS}.“\n\n*Quelle:* [REF-043, p. 4]",
        f"«{WORDS}.»\n\n(tratto da [REF-043, p. 4])",
        f'*"{WORDS}."*\n\n- Kim [REF-043, p. 4]',
        f'- "{WORDS}."\n\n  [REF-043, p. 4]',
        f'They came and told us: "{WORDS}."\n\n[REF-043, p. 4]',
        f'[REF-043, p. 4]\n\n"{WORDS}."',
        f'[REF-043, p. 4]:\n\n"{WORDS}." More of our own words follow.',
        f'Kim puts it like this [REF-043, p. 4]:\n\n"{WORDS}."',
        f'We rely on Kim [REF-043, p. 4]. In her own words, "{WORDS}."',
        f'Kim is the first source [REF-043, p. 4]. The report says: "{WORDS}."',
        f"> {WORDS}.\n> [REF-043, p. 4]",
        f"> {WORDS}.\n>\n> Source: [REF-043, p. 4]",
        f"> {WORDS}.\n>\n> *[REF-043, p. 4]*",
        f"> {WORDS}.\n\n출처: [REF-043, p. 4]",
        f'> "{WORDS}."\n\n[REF-043, p. 4]',
        f"> {WORDS}.\n> ~ Kim, [REF-043, p. 4]",
    ],
)
def test_the_source_may_stand_apart(text: str) -> None:
    """One line that names a source is that of the quotation next to it."""
    assert [["[REF-043, p. 4]"]] == found(text)


def test_a_block_of_several_paragraphs_has_one_source() -> None:
    """The line below the last paragraph backs them all."""
    text = f"> {WORDS}.\n>\n> Nobody had ever seen such a thing before.\n>\n> — [REF-043, p. 4]"
    assert [["[REF-043, p. 4]"]] * 2 == found(text)


def test_a_line_between_two_quotations_belongs_to_the_first() -> None:
    """A source follows what it backs."""
    text = f'"{WORDS}."\n\n[REF-043, p. 4]\n\n"Nobody had ever seen such a thing before."\n\n[REF-044, p. 9]'
    assert [["[REF-043, p. 4]"], ["[REF-044, p. 9]"]] == found(text)


@pytest.mark.parametrize(
    "text",
    [
        f'"{WORDS}."\n\nKim says otherwise [REF-043, p. 4].',
        f'"{WORDS}."\n\nSee also [REF-043, p. 4].',
        f'"{WORDS}."\n\nSources: [REF-043], [REF-044]',
        f'"{WORDS}."\n\n[Read more](https://example.org/more)',
        f'"{WORDS}."\n\n— And then she went away, as Kim told us [REF-043].',
        f'"{WORDS}."\n\n- Kim [REF-043]\n- Lee [REF-044]',
        f'"{WORDS}."\n\n## Sources\n\n[REF-043, p. 4]',
        f'[REF-043, p. 4]\n\nShe said "{WORDS}."',
        f'Kim is right [REF-043, p. 4]. My grandmother used to say "{WORDS}."',
        f'Kim is right [REF-043, p. 4]. They say in another report "{WORDS}."',
        f"> {WORDS}.\n>\n> Source: [REF-043]",
        f"> **Note:** {WORDS}.\n>\n> [REF-043, p. 4]",
        f"> Key takeaway: {WORDS}.\n\nSource: [REF-043, p. 4]",
    ],
)
def test_other_lines_are_no_source(text: str) -> None:
    """Sentences, lists of sources, links to more, dialogues and boxes lend no source to a quotation."""
    assert all(ties == [] for ties in found(text))


HOSTILE = ['"aa bb cc dd ee ff" It says. ', "> — [REF-043]\n\n", '"a b c d e f"\n\n[REF-043]\n\n']


@pytest.mark.parametrize("piece", HOSTILE)
def test_many_of_them_are_read_in_time(piece: str) -> None:
    """The work grows with the text, not with its square."""
    assert extract(parse_text(piece * (60_000 // len(piece)), "case.md")).claims
