"""Messages of the rules, and their fixes."""

from dataclasses import replace
from datetime import date

import pytest

from citevet.contracts import Evidence, Policy
from citevet.extract import extract
from citevet.model import Difference, Edit, Judgement, Safety, Scope, Span
from citevet.read import parse_text
from citevet.rules import RULES
from citevet.rules.engine import run_rules

LIST = "\n\n# References\n\n[1] Kim, H. (2019). On the cooling of foam.\n\n[2] Lee, J. (2018). A theory of warm foam."

PAGE = "<p>Foam.</p><div id='ref-kim' class='csl-entry'>Kim.</div><div id='ref-lee' class='csl-entry'>Lee.</div>"
MESSAGES = [
    ("KEY001", "Foam [1], [2], [9]." + LIST, "no reference [9] (the list has [1] to [2])"),
    (
        "IDN009",
        "Foam. *Brown v. Board*, 347 U.S. 483, 495 (1854).",
        (
            'malformed legal citation "Brown v. Board, 347 U.S. 483, 495 (1854)": '
            "volume 347 of U.S. has cases of about 1954, not of 1854"
        ),
    ),
    (
        "IDN006",
        '<p>See <a class="x" href="https://exa_mple..org/survey">the survey</a>.</p>',
        'malformed URL "https://exa_mple..org/survey": exa_mple..org is not a host name',
    ),
    ("KEY001", "Foam.[^b]\n\n[^a]: Kim.", "undefined footnote [^b]"),
    ("KEY001", '<p>Foam.<sup><a href="#b">1</a></sup></p>', 'undefined footnote: no element has the id "b"'),
    ("KEY002", "Foam.\n\n[^a]: Kim.", "unused footnote [^a]"),
    ("KEY002", f"{PAGE}<p>Foam <a href='#ref-lee' role='doc-biblioref'>Lee</a>.</p>", 'unused note or entry "ref-kim"'),
    ("KEY002", "Foam [1]." + LIST, "unused entry [2]"),
    (
        "KEY002",
        "Foam (Kim, 2019).\n\n# References\n\nKim, H. (2019). On foam.\n\nLee, J. (2018). On it.",
        "unused entry Lee 2018",
    ),
    (
        "KEY003",
        "Foam [1], [2]." + LIST + "\n\n[2] Park, S. (2020). On foam.",
        'duplicate key "2" (first defined on line 7)',
    ),
    (
        "KEY004",
        "Foam [1]." + LIST + "\n\n[3] Lee, J. (2018). A theory of warm foam.",
        "duplicate entry [3]: same work as [2]",
    ),
    ("KEY006", "Foam [1]." + LIST + "\n\n[4] Park, S. (2020). On foam.", "gap in the reference list: no [3]"),
    ("KEY006", "Foam [1]." + LIST + "\n\n[6] Park, S. (2020). On foam.", "gap in the reference list: no [3] to [5]"),
    ("KEY007", "Foam [1].", "no numbered reference list for [1]"),
    ("KEY007", "Foam [1]. Foam [2]. Foam [3].", "no numbered reference list for [1] and 2 more"),
    ("KEY009", "Foam (Kim, 2019). It is (Zhao, 2018)." + LIST, "Zhao (2018) is not in the reference list"),
    (
        "KEY009",
        "Foam (Kim, 2019). It is (Lee & Zhao, 2018)." + LIST,
        "Lee & Zhao (2018) is not in the reference list (nearest: Lee 2018)",
    ),
    ("KEY011", "Foam (Lee, 2019)." + LIST, "year mismatch in (Lee, 2019): the list has Lee 2018; did you mean 2018?"),
    ("KEY012", "Foam.[^a]\n\n[^a]: TBD", "empty entry [a]"),
    ("KEY013", "Foam [REF-043, pp. 44-41].", "backward page range 44-41 in [REF-043, pp. 44-41]"),
    (
        "KEY015",
        "Foam [@kim2019]. It is [@lee2018; @kim2019].",
        'no bibliography to look up "kim2019" and 1 more',
    ),
    (
        "IDN012",
        "See http://doi.org/10.1000/182 here.",
        'outdated DOI resolver "http://doi.org/" (use "https://doi.org/")',
    ),
    ("IDN014", "It is (Zhao, 2030).", "year 2030 is in the future: (Zhao, 2030)"),
    ("FMT005", "See https://example.org/a here.", "bare URL https://example.org/a"),
    ("FMT006", "Foam [REF-043, p.15.", 'unclosed citation "[REF-043, p.15"'),
    ("UNC001", "About 45% of adults agree.", 'uncited statistic "45%"'),
    ("UNC002", "Studies show that foam is light.", 'vague attribution "Studies show" (which studies?)'),
    ("UNC005", "[citation needed]", "source still missing: [citation needed]"),
    ("UNC006", "It is 3x faster than before.", 'uncited comparison "3x faster"'),
    ("CFG001", "<!-- citevet: ignore[KEY001] x -->\n\nFoam.", "unused suppression ignore[KEY001]"),
    ("CFG001", "<!-- citevet: enable[KEY001] -->\n\nFoam.", "unused suppression enable[KEY001] (nothing was disabled)"),
    ("CFG003", "<!-- citevet: ignore[KEY0O1] x -->\n\nFoam.", 'unknown rule "KEY0O1" (did you mean "KEY001"?)'),
]


@pytest.mark.parametrize(("code", "text", "message"), MESSAGES)
def test_messages(code: str, text: str, message: str) -> None:
    """The rule gives exactly this message."""
    evidence = Evidence(
        extract(parse_text(text, "case.html" if text.startswith("<p>") else "case.md")),
        policy=Policy(today=date(2026, 6, 30)),
    )
    assert [message] == [each.message for each in run_rules(evidence, selected=["KEY001", code]) if each.code == code]


def test_a_key_of_a_broken_entry_is_not_unknown() -> None:
    """The entry that cannot be parsed has a finding of its own (KEY014), at its line of the .bib file."""
    entries = "@misc{kim2019, title={a}}\n@misc{kim2018, title={b\n@misc{lee, title={c}}\n"
    document = parse_text(r"\begin{document}Foam \cite{kim2018}.\end{document}", "a.tex")
    whole = replace(document, bibliography=(parse_text(entries, "refs/a.bib"),))
    assert () == run_rules(Evidence(extract(whole)), selected=["KEY001"])
    (found,) = run_rules(Evidence(extract(whole.bibliography[0])), selected=["KEY014"])
    assert found.message.startswith('cannot parse entry "kim2018"')


@pytest.mark.parametrize(
    ("head", "advice"),
    [
        (r"\documentclass{article}", r"name one with \bibliography or \addbibresource"),
        (r"\section{One}", r"this file has no \documentclass, so check the document that includes it"),
    ],
)
def test_latex_without_a_bibliography(head: str, advice: str) -> None:
    """The note tells what to do; it differs for a whole document and a part of one."""
    found = extract(parse_text(head + r" Foam \cite{kim2019}. Ice \cite{lee2018}.", "a.tex"))
    assert [f'no bibliography to look up "kim2019" and 1 more; {advice}'] == [
        each.message for each in run_rules(Evidence(found), selected=["KEY001", "KEY015"])
    ]


def test_a_longer_or_shorter_key_is_suggested() -> None:
    """A key that begins exactly one other, or begins with one, is that one; of several the nearest is named."""
    entries = "@misc{wright2013entrainment, title={a}}\n@misc{lee2020, title={b}}\n@misc{park19a, title={c}}"
    document = parse_text(
        r"\begin{document}\cite{wright2013} \cite{lee2020weight} \cite{abcdef}\end{document}", "a.tex"
    )
    whole = replace(document, bibliography=(parse_text(entries, "refs/a.bib"),))
    assert [
        'unknown key "wright2013" (did you mean "wright2013entrainment"?)',
        'unknown key "lee2020weight" (did you mean "lee2020"?)',
        'unknown key "abcdef"',
    ] == [each.message for each in run_rules(Evidence(extract(whole)), selected=["KEY001"])]


def test_only_an_unused_comment_is_removed() -> None:
    """The fix removes a comment only if none of its codes is used."""
    idle = "<!-- citevet: ignore[KEY001, KEY002] x -->\n\nFoam.\n"
    used = "<!-- citevet: ignore[KEY001, KEY002] x -->\n\nFoam.[^b]\n"
    first, second = (
        run_rules(Evidence(extract(parse_text(text))), selected=["KEY001", "KEY002", "CFG001"]) for text in (idle, used)
    )
    assert [("CFG001", Edit(Span(0, 42), "")), ("CFG001", None)] == [
        (each.code, each.fix.edits[0] if each.fix else None) for each in first
    ]
    assert [("CFG001", None), ("KEY001", None)] == [(each.code, each.fix) for each in second]


def test_a_bare_id_gets_both_brackets_or_none() -> None:
    """The fix of a bare corpus id has two edits and needs review."""
    text = "As REF-043 shows."
    evidence = Evidence(extract(parse_text(text)), policy=Policy(corpus_only=True))
    (finding,) = run_rules(evidence, selected=["FMT004"])
    assert finding.fix is not None
    assert (Safety.ASK, (Edit(Span(3, 3), "["), Edit(Span(10, 10), "]"))) == (finding.fix.safety, finding.fix.edits)


@pytest.mark.parametrize(
    ("why", "scope", "gap"),
    [
        ("only the abstract, without these words", "abstract", "only the abstract of REF-001"),
        ("only notes, without these words", "notes", "no text of REF-001"),
        ("the PDF needs a password", None, "no text of REF-001 (the PDF needs a password)"),
        ("", None, "no text of REF-001"),
    ],
)
def test_an_unread_source_is_described(why: str, scope: Scope | None, gap: str) -> None:
    """QUO005 says which part of the source is available, or why none is."""
    extraction = extract(parse_text('Kim says that "foam is warm in every winter" [REF-001].\n', "d.md"))
    (quotation,) = extraction.claims[0].quotations
    unread = Difference("quote-unread", quotation.plain, why, quotation.span, scope=scope)
    evidence = Evidence(extraction, (Judgement("k1", "c1", "REF-001", "found", differences=(unread,)),))
    assert [f"cannot verify the quotation: {gap}"] == [fault.message for fault in RULES["QUO005"].find(evidence)]


@pytest.mark.parametrize(
    ("scope", "lacking"),
    [
        ("abstract", "only the abstract of REF-001"),
        ("notes", "no text of REF-001"),
        (None, "no text of REF-001"),
    ],
)
def test_the_reminder_names_the_available_part(scope: Scope | None, lacking: str) -> None:
    """The comment of QUO005 names an abstract; notes do not count as text."""
    extraction = extract(parse_text('Kim says that "foam is warm in every winter" [REF-001].\n', "d.md"))
    (quotation,) = extraction.claims[0].quotations
    unread = Difference("quote-unread", quotation.plain, "", quotation.span, scope=scope)
    evidence = Evidence(extraction, (Judgement("k1", "c1", "REF-001", "found", differences=(unread,)),))
    fixes = [fault.fix for fault in RULES["QUO005"].find(evidence)]
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
@pytest.mark.parametrize("scope", ["abstract", None])
def test_one_reminder_of_a_source_is_enough(scope: Scope | None, comment: str, marks: int) -> None:
    """QUO005 adds no second comment for the same source, whatever the first one says."""
    todo = f"<!-- TODO citevet: verify this quotation: {comment} -->"
    extraction = extract(parse_text(f'Kim says that "foam is warm in every winter" [REF-001]. {todo}\n', "d.md"))
    (quotation,) = extraction.claims[0].quotations
    unread = Difference("quote-unread", quotation.plain, "", quotation.span, scope=scope)
    evidence = Evidence(extraction, (Judgement("k1", "c1", "REF-001", "found", differences=(unread,)),))
    assert marks == sum(1 for fault in RULES["QUO005"].find(evidence) if fault.fix)
