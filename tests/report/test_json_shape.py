"""The JSON report: keys, values and bytes."""

from dataclasses import replace
from datetime import date
from json import dumps, loads

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citevet.extract import extract
from citevet.model import (
    Census,
    Citation,
    Document,
    Extraction,
    Judgement,
    Meant,
    Reference,
    Report,
    Span,
    Support,
    roll_up,
    roll_up_claims,
)
from citevet.read import parse_text
from citevet.report import render
from citevet.report.json import dump, extraction_to_dict, render_object
from citevet.version import __version__

KEYS = {
    "report": "version tool verdict census run sources rules unread documents",
    "census": "documents citations claims cited unsourced skipped checked supported problems unchecked "
    "partial unsupported misattributed unresolvable",
    "source": "id kind title path url sha256 scope pages quality year name keys text_url fetched version record",
    "rule": "name severity summary",
    "document": "path format encoding sha256 notes citations references claims judgements findings reference_rows",
    "citation": (
        "id kind text normal start end line column end_line end_column place locator reference group also parts"
    ),
    "reference": "id key text start end line column place path origin identifiers title authors year is_entry fields",
    "claim": ("id text plain start end line column place type audit_reason citations ties status why support held_by"),
    "judgement": (
        "claim citation source existence existence_reason support support_reason flags confidence evidence differences "
        "by note verdict clauses stance"
    ),
    "finding": (
        "code name severity message line column end_line end_column start end place fix suppressed justification "
        "fingerprint citation reference claim also"
    ),
}


def test_every_object_has_its_keys_in_order(report: Report) -> None:
    """Every object has exactly these keys, in this order."""
    whole = loads(render(report, "json"))
    document = whole["documents"][0]
    seen = {
        "report": whole,
        "census": whole["census"],
        "source": whole["sources"][0],
        "rule": whole["rules"]["KEY001"],
        "document": document,
        "citation": document["citations"][0],
        "reference": document["references"][0],
        "claim": document["claims"][0],
        "judgement": document["judgements"][0],
        "finding": document["findings"][0],
    }
    assert {name: keys.split() for name, keys in KEYS.items()} == {name: list(part) for name, part in seen.items()}


def test_values_match_the_document(report: Report) -> None:
    """Positions, ties, other forms, identifiers, locators and fixes match the document."""
    whole = loads(render(report, "json"))
    essay, note = whole["documents"]
    assert (whole["version"], whole["tool"], whole["verdict"]) == (1, f"citevet {__version__}", "fail")
    assert whole["census"]["unchecked"] == {"not-in-corpus": 1, "offline": 1}
    seven = essay["citations"][0]
    assert tuple(seven[key] for key in ("start", "end", "line", "column", "text")) == (29, 32, 3, 20, "[7]")
    doi = {"kind": "doi", "text": "doi:10.1000/182", "normal": "10.1000/182", "start": 72, "end": 87}
    assert [doi] == essay["citations"][1]["also"]
    assert essay["references"][0]["identifiers"] == {"doi": "10.1000/182"}
    assert essay["claims"][1]["ties"] == [{"citation": "c2", "how": "clause", "start": 35, "end": 59}]
    assert [claim["support"] for claim in essay["claims"]] == ["unchecked", "supported", None, None]
    assert essay["findings"][1]["fix"] == {
        "safety": "safe",
        "message": "write https://doi.org/10.1000/182",
        "edits": [{"start": 72, "end": 87, "text": "https://doi.org/10.1000/182"}],
    }
    assert note["citations"][0]["locator"] == {"page": "45", "section": None, "lines": None, "article": None}
    assert note["citations"][0]["place"] == "table 1, row 2, cell 3"


@pytest.mark.parametrize(
    ("supports", "expected"),
    [
        ([], "unchecked"),
        (["unchecked"], "unchecked"),
        (["unchecked", "unsupported"], "unsupported"),
        (["unsupported", "partial"], "partial"),
        (["partial", "supported", "unchecked"], "supported"),
        (["supported", "contradicted"], "contradicted"),
    ],
)
def test_roll_up(supports: list[Support], expected: str) -> None:
    """A claim is contradicted if one source contradicts it; otherwise the best support counts."""
    assert expected == roll_up(supports)


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ("supported", "supported", "supported"),
        ("partial", "supported", "partial"),
        ("unsupported", "supported", "partial"),
        ("unsupported", "unchecked", "unsupported"),
        ("supported", "unchecked", "unchecked"),
        ("supported", "contradicted", "contradicted"),
    ],
)
def test_every_clause_counts(first: Support, second: Support, expected: str) -> None:
    """Where each citation backs a clause of its own, a claim is supported only if all of its clauses are."""
    (claim,) = extract(parse_text("The trees are old [REF-001], and shade was measured [REF-002].\n", "a.md")).claims
    ties = zip(claim.ties, (first, second), strict=True)
    judgements = [Judgement(claim.id, tie.citation, support=support) for tie, support in ties]
    assert {claim.id: expected} == roll_up_claims([claim], judgements)
    whole = Judgement(claim.id, "another", support="supported")
    contradicts = expected == "contradicted"
    assert {claim.id: expected if contradicts else "supported"} == roll_up_claims([claim], [*judgements, whole])


def test_extraction_matches_report(report: Report) -> None:
    """An extraction has the same records as the report, without judgements, findings and rows."""
    audit = report.audits[0]
    whole = loads(render(report, "json"))["documents"][0]
    alone = extraction_to_dict(audit.extraction)
    assert KEYS["document"].split()[:-3] == list(alone)
    assert whole["citations"] == alone["citations"]


def test_reference_in_another_file() -> None:
    """The line of a .bib entry is its line in the .bib file, or null if that file is missing."""
    entry = "\n\n@book{a}\n"
    bibliography = Document("a.bib", "bibtex", entry)
    document = Document("a.tex", "latex", "x", bibliography=(bibliography,))
    there = Reference("r1", "a", Span(2, 10), "@book{a}", "file", path="a.bib")
    gone = replace(there, id="r2", path="b.bib")
    cited = tuple(
        Citation(f"c{name}", "key", Span(0, 1), "x", "a", meant=Meant("entry", name)) for name in ("r1", "r2")
    )
    references = extraction_to_dict(Extraction(document, cited, (there, gone)))["references"]
    assert [reference["line"] for reference in references] == [3, None]


def test_a_document_lists_what_it_uses_of_a_library() -> None:
    """Of a bibliography file a document has the cited entries, and those that a citation may mean."""
    entries = "".join(f"@book{{kim{key}, author={{Kim, H}}, title={{On {key}}}, year=2019}}\n" for key in "abcd")
    library = parse_text(entries + "@book{lee, author={Lee, J}, title={Rain}, year=2001}\n", "refs.bib")
    document = replace(parse_text("Cool [@kimc]. Dry [@none]. Kim (2019) agrees.\n", "a.md"), bibliography=(library,))
    citing = extraction_to_dict(extract(document))
    keyed = extraction_to_dict(extract(replace(document, text="Cool [@kimc].\n", blocks=(), marks=())))
    assert ["kima", "kimb", "kimc", "kimd"] == [each["key"] for each in citing["references"]]
    assert ["kimc"] == [each["key"] for each in keyed["references"]]
    assert "kima kimb kimc kimd lee".split() == [
        each["key"] for each in extraction_to_dict(extract(library))["references"]
    ]


def test_nan_and_dates(report: Report) -> None:
    """A NaN confidence is null, and a date is a string."""
    judgement = Judgement("k1", "c1", confidence=float("nan"))
    odd = replace(report, audits=(replace(report.audits[0], judgements=(judgement,)),), run={"today": date(2026, 3, 1)})
    whole = loads(render(odd, "json"), parse_constant=pytest.fail)
    assert whole["documents"][0]["judgements"][0]["confidence"] is None
    assert whole["run"] == {"today": "2026-03-01"}


def test_empty_run() -> None:
    """An empty run has empty lists."""
    whole = loads(render(Report("empty", Census()), "json"))
    assert (whole["documents"], whole["sources"], whole["unread"]) == ([], [], [])


def test_json_lines_has_one_record_per_line(report: Report) -> None:
    """JSON Lines has one record per line; a document precedes its records, and the census is last."""
    records = [loads(line) for line in render(report, "jsonl").splitlines()]
    kinds = [record["record"] for record in records]
    first = kinds.index("document")
    assert kinds[first : first + 6] == ["document", "citation", "citation", "reference", "claim", "claim"]
    assert records[-1]["record"] == "census"
    assert (records[-1]["verdict"], records[-1]["census"]["citations"]) == ("fail", 3)
    assert sum(1 for kind in kinds if kind == "finding") == 6


@given(st.text(st.characters(), max_size=30))
def test_text_survives(text: str) -> None:
    """Any text survives a round trip, and its JSON is one line of valid UTF-8."""
    line = dump({"text": text})
    assert loads(line) == {"text": text}
    assert len(line.encode().decode().splitlines()) == 1


@given(st.dictionaries(st.text("ab", max_size=2), st.lists(st.integers(), max_size=3), max_size=3))
def test_render_object(value: dict[str, list[int]]) -> None:
    """An object with iterators parses to the same object with lists."""
    assert value == loads(render_object({key: iter(items) for key, items in value.items()}))
    assert dumps(value) == dump(value)
