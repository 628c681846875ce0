"""Messages of the rules on existence, places and freshness."""

import pytest

from citevet.contracts import Evidence, Policy
from citevet.extract import extract
from citevet.model import Difference, Judgement, Source
from citevet.read import parse_text
from citevet.rules.engine import run_rules

REF, FILE, AT = "[REF-043, p.45]", "[src/a.py@a8f9c2d4e5f60718, L42-58]", "@docs/REF-043-x.md"
HASH = Difference("hash", "a8f9c2d4e5f60718", "0123456789abcdef")
NOW = {"src/a.py": Source("src/a.py", "artifact", sha256="0123456789abcdef" * 4)}

MESSAGES = [
    ("EXI001", REF, {"existence": "missing"}, "REF-043 is not in the corpus"),
    ("EXI002", AT, {"existence": "missing"}, "missing file @docs/REF-043-x.md"),
    (
        "EXI002",
        AT,
        {"existence": "missing", "differences": (Difference("path", "docs/REF-043-x.md", "docs/REF-043-y.md"),)},
        "missing file @docs/REF-043-x.md (REF-043 is at docs/REF-043-y.md)",
    ),
    ("EXI003", FILE, {"existence": "missing"}, f"missing file {FILE}"),
    (
        "EXI004",
        "[../a.py, L1]",
        {"flags": ("outside-root",)},
        "path outside the project: [../a.py, L1] (not opened)",
    ),
    ("EXI005", "(Kim, 2018)", {"existence_reason": "not-in-corpus"}, "(Kim, 2018) is not in the corpus"),
    (
        "EXI005",
        "(Kim, 2018)",
        {"existence_reason": "not-in-corpus", "differences": (Difference("year", "2018", "2019 (REF-043)"),)},
        "(Kim, 2018) is not in the corpus (nearest: 2019 (REF-043))",
    ),
    (
        "EXI006",
        REF,
        {"existence": "ambiguous", "differences": (Difference("entry", "REF-043", "a.md, b.md"),)},
        "ambiguous corpus id REF-043 (entries: a.md, b.md)",
    ),
    (
        "PAG001",
        REF,
        {"source": "REF-043", "flags": ("wrong-page",), "differences": (Difference("page", "45", "1-32"),)},
        "no page 45 in REF-043 (it has pages 1-32)",
    ),
    (
        "PAG001",
        "[REF-043, pp. 45-46]",
        {"source": "REF-043", "flags": ("wrong-page",), "differences": (Difference("page", "45-46", "1-32"),)},
        "no pages 45-46 in REF-043 (it has pages 1-32)",
    ),
    (
        "PAG002",
        "[REF-043, pp. 3, 9-7]",
        {"differences": (Difference("page-order", "9-7", "7-9"),)},
        "backward page range 9-7 in [REF-043, pp. 3, 9-7]",
    ),
    (
        "PAG003",
        FILE,
        {"flags": ("wrong-lines",), "differences": (Difference("lines", "42-58", "1-10"),)},
        "no lines 42-58 in the file (it has lines 1-10)",
    ),
    (
        "PAG003",
        FILE,
        {"flags": ("wrong-lines",), "differences": (Difference("lines", "42", "none"),)},
        "no line 42 in the file (the file is empty)",
    ),
    (
        "SEC001",
        REF,
        {"flags": ("wrong-section",), "differences": (Difference("section", "Introduction", "Methods"),)},
        'page 45 is in section "Methods", not in "Introduction"',
    ),
    (
        "SEC002",
        REF,
        {"source": "REF-043", "flags": ("unknown-section",), "differences": (Difference("section", "9", "A, B"),)},
        'no section "9" in REF-043 (it has A, B)',
    ),
    (
        "FRE001",
        FILE,
        {"flags": ("stale", "moved"), "differences": (HASH, Difference("lines", "42-58", "50-66"))},
        f"file changed since it was cited: {FILE} (cited lines are now L50-66)",
    ),
    (
        "FRE001",
        FILE,
        {"flags": ("stale", "lines-unchanged"), "differences": (HASH,)},
        f"file changed since it was cited: {FILE} (cited lines are unchanged)",
    ),
    (
        "FRE001",
        FILE,
        {"flags": ("stale", "lines-changed"), "differences": (HASH,)},
        f"file changed since it was cited: {FILE} (cited lines changed too)",
    ),
    (
        "FRE001",
        FILE,
        {"flags": ("stale",), "differences": (HASH,)},
        f"file changed since it was cited: {FILE} (current hash: 0123456789abcdef)",
    ),
    (
        "FRE002",
        "[src/a.py, L1]",
        {"source": "src/a.py", "flags": ("unversioned",)},
        "file cited without a version: [src/a.py, L1] (current version: @0123456789abcdef)",
    ),
]


@pytest.mark.parametrize(("code", "marker", "seen", "message"), MESSAGES)
def test_messages(code: str, marker: str, seen: dict[str, object], message: str) -> None:
    """The rule gives exactly this message, once, although two claims share the citation."""
    extraction = extract(parse_text(f"Voice {marker}.", "case.md"))
    judgements = tuple(Judgement(claim, "c1", **seen) for claim in ("k1", "k2"))  # type: ignore[arg-type]  # as given
    found = run_rules(Evidence(extraction, judgements, sources=NOW), selected=[code])
    assert [message] == [each.message for each in found]


def test_a_backward_range_is_reported_once() -> None:
    """KEY013 reports a single descending range in digits; PAG002 leaves it out."""
    extraction = extract(parse_text("Voice [REF-043, pp. 44-41].", "case.md"))
    seen = Judgement("k1", "c1", differences=(Difference("page-order", "44-41", "41-44"),))
    assert ["KEY013"] == [each.code for each in run_rules(Evidence(extraction, (seen,)), selected=["KEY013", "PAG002"])]


def test_the_corpus_only_policy_comes_first() -> None:
    """If author-year citations are not allowed, EXI005 is not reported."""
    extraction = extract(parse_text("Voice (Kim, 2018).", "case.md"))
    seen = Judgement("k1", "c1", existence_reason="not-in-corpus")
    evidence = Evidence(extraction, (seen,), Policy(corpus_only=True))
    assert ["FMT001"] == [each.code for each in run_rules(evidence, selected=["FMT001", "EXI005"])]
