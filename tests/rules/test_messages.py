"""What the rules say: a sentence that names the thing and, where it can, the way out."""

from dataclasses import replace
from datetime import date

import pytest

from citevet.contracts import Evidence, Policy
from citevet.extract import extract
from citevet.model import Difference, Edit, Judgement, Safety, Span
from citevet.read import parse_text
from citevet.rules import RULES
from citevet.rules.engine import findings

LIST = "\n\n# References\n\n[1] Kim, H. (2019). On the cooling of foam.\n\n[2] Lee, J. (2018). A theory of warm foam."

MESSAGES = [
    ("KEY001", "Foam [1], [2], [9]." + LIST, "[9] has no entry: the list has 2, from [1] to [2]"),
    ("KEY001", "Foam.[^b]\n\n[^a]: Kim.", "footnote [^b] is not defined"),
    ("KEY002", "Foam.\n\n[^a]: Kim.", "footnote [^a] is never cited"),
    ("KEY002", "Foam [1]." + LIST, "entry [2] is never cited"),
    (
        "KEY002",
        "Foam (Kim, 2019).\n\n# References\n\nKim, H. (2019). On foam.\n\nLee, J. (2018). On it.",
        "Lee 2018 is never cited",
    ),
    ("KEY003", "Foam [1], [2]." + LIST + "\n\n[2] Park, S. (2020). On foam.", "`2` is defined twice, first on line 7"),
    ("KEY004", "Foam [1]." + LIST + "\n\n[3] Lee, J. (2018). A theory of warm foam.", "[3] is the same work as [2]"),
    ("KEY006", "Foam [1]." + LIST + "\n\n[4] Park, S. (2020). On foam.", "the list has no [3]"),
    ("KEY006", "Foam [1]." + LIST + "\n\n[6] Park, S. (2020). On foam.", "the list has no [3] to [5]"),
    ("KEY007", "Foam [1].", "[1]: the document has no numbered reference list"),
    ("KEY007", "Foam [1]. Foam [2]. Foam [3].", "[1] and 2 more: the document has no numbered reference list"),
    ("KEY009", "Foam (Kim, 2019). It is (Zhao, 2018)." + LIST, "(Zhao, 2018) is not in the reference list"),
    (
        "KEY009",
        "Foam (Kim, 2019). It is (Lee & Zhao, 2018)." + LIST,
        "(Lee & Zhao, 2018) is not in the reference list; it has Lee 2018",
    ),
    ("KEY011", "Foam (Lee, 2019)." + LIST, "(Lee, 2019): the list has Lee 2018"),
    ("KEY012", "Foam.[^a]\n\n[^a]: TBD", "entry [a] has no content"),
    ("KEY013", "Foam [REF-043, pp. 44-41].", "[REF-043, pp. 44-41]: pages 44-41 run backwards"),
    (
        "KEY015",
        "Foam [@kim2019]. It is [@lee2018; @kim2019].",
        "`kim2019` and 1 more cannot be looked up: the document names no bibliography",
    ),
    ("IDN012", "See http://doi.org/10.1000/182 here.", "http://doi.org/ is an old address of the DOI resolver"),
    ("IDN014", "It is (Zhao, 2030).", "(Zhao, 2030): 2030 has not come yet"),
    ("FMT005", "See https://example.org/a here.", "https://example.org/a is a bare address"),
    ("FMT006", "Foam [REF-043, p.15.", "[REF-043, p.15 is never closed"),
    ("UNC001", "About 45% agree.", "45%: no source is given"),
    ("UNC002", "Studies show that foam is light.", "no source is named: which studies?"),
    ("UNC005", "[citation needed]", "[citation needed] still stands here"),
    ("UNC006", "It is 3x faster than before.", '"3x faster" compares without a source'),
    ("CFG001", "<!-- citevet: ignore[KEY001] x -->\n\nFoam.", "`ignore[KEY001]` accepts no finding"),
    ("CFG001", "<!-- citevet: enable[KEY001] -->\n\nFoam.", "`enable[KEY001]` enables what was not disabled"),
    ("CFG003", "<!-- citevet: ignore[KEY0O1] x -->\n\nFoam.", "there is no rule `KEY0O1`; did you mean KEY001?"),
]


@pytest.mark.parametrize(("code", "text", "message"), MESSAGES)
def test_messages(code: str, text: str, message: str) -> None:
    """The rule says exactly this of the document."""
    evidence = Evidence(extract(parse_text(text, "case.md")), policy=Policy(today=date(2026, 6, 30)))
    assert [message] == [each.message for each in findings(evidence, selected=["KEY001", code]) if each.code == code]


def test_a_key_whose_entry_is_broken_says_where_it_stands() -> None:
    """The citation names the line of the entry that cannot be read, and guesses at no other key."""
    entries = "@misc{kim2019, title={a}}\n@misc{kim2018, title={b\n@misc{lee, title={c}}\n"
    document = parse_text(r"\begin{document}Foam \cite{kim2018}.\end{document}", "a.tex")
    whole = replace(document, bibliography=(parse_text(entries, "refs/a.bib"),))
    (found,) = findings(Evidence(extract(whole)), selected=["KEY001"])
    assert "`kim2018` is not in the bibliography: its entry at refs/a.bib:2 cannot be read" == found.message


def test_only_an_idle_comment_is_removed() -> None:
    """A comment all of whose codes are unused has a fix that removes it; one that is still of use has none."""
    idle = "<!-- citevet: ignore[KEY001, KEY002] x -->\n\nFoam.\n"
    used = "<!-- citevet: ignore[KEY001, KEY002] x -->\n\nFoam.[^b]\n"
    first, second = (
        findings(Evidence(extract(parse_text(text))), selected=["KEY001", "KEY002", "CFG001"]) for text in (idle, used)
    )
    assert [("CFG001", Edit(Span(0, 42), "")), ("CFG001", None)] == [
        (each.code, each.fix.edits[0] if each.fix else None) for each in first
    ]
    assert [("CFG001", None), ("KEY001", None)] == [(each.code, each.fix) for each in second]


def test_a_bare_id_gets_both_brackets_or_none() -> None:
    """The fix of a bare corpus id is one of two edits that belong together, and asks first."""
    text = "As REF-043 shows."
    evidence = Evidence(extract(parse_text(text)), policy=Policy(corpus_only=True))
    (finding,) = findings(evidence, selected=["FMT004"])
    assert finding.fix is not None
    assert (Safety.ASK, (Edit(Span(3, 3), "["), Edit(Span(10, 10), "]"))) == (finding.fix.safety, finding.fix.edits)


@pytest.mark.parametrize(
    ("why", "said"),
    [
        ("only the abstract, without these words", "of REF-001 there is only the abstract, without these words"),
        ("", "no text of REF-001"),
    ],
)
def test_an_abstract_is_some_text(why: str, said: str) -> None:
    """Where a part of the work is here, QUO005 names that part, and does not say that there is no text."""
    extraction = extract(parse_text('Kim says that "foam is warm in every winter" [REF-001].\n', "d.md"))
    (quotation,) = extraction.claims[0].quotations
    unread = Difference("quote-unread", quotation.plain, why, quotation.span)
    evidence = Evidence(extraction, (Judgement("k1", "c1", "REF-001", "found", differences=(unread,)),))
    assert [f"{said}: cannot verify the quotation"] == [fault.message for fault in RULES["QUO005"]()(evidence)]


@pytest.mark.parametrize(
    ("why", "lacking"),
    [
        ("only the abstract, without these words", "only the abstract of REF-001"),
        ("only the abstract, without these words (the PDF needs a password)", "only the abstract of REF-001"),
        ("only notes, without these words", "no text of REF-001"),
        ("the PDF needs a password", "no text of REF-001"),
        ("", "no text of REF-001"),
    ],
)
def test_the_reminder_says_what_there_is(why: str, lacking: str) -> None:
    """The comment that QUO005 leaves does not say that there is no text where there is an abstract; notes are none."""
    extraction = extract(parse_text('Kim says that "foam is warm in every winter" [REF-001].\n', "d.md"))
    (quotation,) = extraction.claims[0].quotations
    unread = Difference("quote-unread", quotation.plain, why, quotation.span)
    evidence = Evidence(extraction, (Judgement("k1", "c1", "REF-001", "found", differences=(unread,)),))
    fixes = [fault.fix for fault in RULES["QUO005"]()(evidence)]
    note = f" <!-- TODO citevet: verify this quotation: {lacking} -->"
    assert [note] == [edit.text for fix in fixes if fix for edit in fix.edits]


@pytest.mark.parametrize(
    ("comment", "marks"),
    [
        ("no text of REF-001", 0),
        ("only the abstract of REF-001", 0),
        ("no text of REF-0010", 1),
        ("no text of REF-002", 1),
    ],
)
@pytest.mark.parametrize("why", ["only the abstract, without these words", "the PDF needs a password", ""])
def test_one_reminder_of_a_source_is_enough(why: str, comment: str, marks: int) -> None:
    """QUO005 leaves no second comment where the first says of the same source that something else is lacking."""
    todo = f"<!-- TODO citevet: verify this quotation: {comment} -->"
    extraction = extract(parse_text(f'Kim says that "foam is warm in every winter" [REF-001]. {todo}\n', "d.md"))
    (quotation,) = extraction.claims[0].quotations
    unread = Difference("quote-unread", quotation.plain, why, quotation.span)
    evidence = Evidence(extraction, (Judgement("k1", "c1", "REF-001", "found", differences=(unread,)),))
    assert marks == sum(1 for fault in RULES["QUO005"]()(evidence) if fault.fix)
