"""Tests of words that introduce a source and are not authors: see, cf., vgl., siehe."""

from collections.abc import Callable

import pytest

from citevet.extract.entry_parser import parse_entry
from citevet.model import Extraction

Read = Callable[..., Extraction]


def authors(found: Extraction) -> list[str]:
    """Return whom the citations by author and year name."""
    return [each.parts["authors"] for each in found.citations if each.kind == "author-year"]


@pytest.mark.parametrize(
    "lead",
    [
        *(
            "vgl.",
            "Vgl.",
            "Vgl. auch",
            "vgl. dazu",
            "siehe",
            "Siehe auch",
            "s.",
            "so auch",
            "zit. nach",
            "a.A.",
            "Nach",
        ),
        *("see", "See", "See also", "see, e.g.,", "Cf.", "cf.", "But see", "E.g.,", "Contra", "Compare"),
    ],
)
def test_lead_in_brackets(lead: str, extracted: Read) -> None:
    """In brackets the name after the signal is the author, with or without a comma before the year."""
    assert ["Müller"] == authors(extracted(f"Das gilt immer ({lead} Müller 2019, S. 3).\n"))
    assert ["Müller", "Meier"] == authors(extracted(f"Das gilt immer ({lead} Müller, 2019; {lead} Meier, 2020).\n"))


@pytest.mark.parametrize("lead", ["Vgl.", "Vgl. dazu", "Siehe", "siehe auch", "See", "See also", "Cf.", "But see"])
def test_lead_of_an_entry(lead: str) -> None:
    """A note may start with a signal before the entry."""
    assert ("Müller",) == parse_entry(f"{lead} Müller, K. (2019). Haftung im Verkehr. Beck.").authors
    assert ("Müller", "Lee") == parse_entry(f"{lead} Müller, K. and Lee, H. (2019). Haftung im Verkehr. Beck.").authors


@pytest.mark.parametrize("lead", ["Vgl.", "Vgl. auch", "Siehe dazu", "See", "Cf."])
def test_lead_of_a_short_note(lead: str, extracted: Read) -> None:
    """A short note after a signal refers to the list entry."""
    text = f"Es haftet.[^1]\n\n[^1]: {lead} Müller 2019, S. 3.\n\n## Literatur\n\nMüller, K. (2019). Haftung. Beck.\n"
    assert ["Müller"] == authors(extracted(text))


@pytest.mark.parametrize(
    "text",
    [
        "Das geltende Recht (2020, S. 3) sagt das.",
        "Im deutschen Recht (2020, S. 3) steht das.",
        "Das gilt (Juli 2019), und sonst nicht (Stand 2020).",
        "Das Urteil (2019, S. 3) sagt das.",
        "Das gilt (nach Januar 2019).",
    ],
)
def test_german_words_are_not_authors(text: str, extracted: Read) -> None:
    """Months, judgments and laws have years but are not authors."""
    assert [] == authors(extracted(text))


@pytest.mark.parametrize(
    "text", ["Recht (2019, p. 3) shows it.", "It is so (Recht, 2019).", "It is (Recht et al., 2019)."]
)
def test_surname_that_is_also_a_word(text: str, extracted: Read) -> None:
    """Benjamin Recht is cited like any author."""
    assert ["Recht"] == authors(extracted(text))


@pytest.mark.parametrize(
    "cited", ["So, Kim and Lee (2019)", "It melts. So, Kim et al. (2019)", "It melts: So, Ivanov (2018)"]
)
def test_a_word_that_opens_a_sentence(cited: str, extracted: Read) -> None:
    """A word before listed names is not an author if it opens the sentence; after "by" it is one."""
    entries = "Kim, H., & Lee, J. (2019). On foam. Ice, 1, 1–9.\n\nIvanov, P.Ch. (2018). On hearts. Ice, 3, 4–5.\n"
    found = extracted(f"{cited} found it, as shown by So, Kim and Lee (2019).\n\n# References\n\n{entries}").citations
    assert [True, False] == [each.reference is not None for each in found]
    assert found[0].text in {"Kim and Lee (2019)", "Kim et al. (2019)", "Ivanov (2018)"}
