"""What the rules on existence, places and freshness say of what the stages saw."""

import pytest

from citevet.contracts import Evidence, Policy
from citevet.extract import extract
from citevet.model import Difference, Judgement, Source
from citevet.read import parse_text
from citevet.rules.engine import findings

REF, FILE, AT = "[REF-043, p.45]", "[src/a.py@a8f9c2d4e5f60718, L42-58]", "@docs/REF-043-x.md"
HASH = Difference("hash", "a8f9c2d4e5f60718", "0123456789abcdef")
NOW = {"src/a.py": Source("src/a.py", "artifact", sha256="0123456789abcdef" * 4)}

MESSAGES = [
    ("EXI001", REF, {"existence": "missing"}, "REF-043 is not in the corpus"),
    ("EXI002", AT, {"existence": "missing"}, "@docs/REF-043-x.md: there is no such file"),
    (
        "EXI002",
        AT,
        {"existence": "missing", "differences": (Difference("path", "docs/REF-043-x.md", "docs/REF-043-y.md"),)},
        "@docs/REF-043-x.md: there is no such file; REF-043 is filed as docs/REF-043-y.md",
    ),
    ("EXI003", FILE, {"existence": "missing"}, f"{FILE}: there is no such file"),
    (
        "EXI004",
        "[../a.py, L1]",
        {"flags": ("outside-root",)},
        "[../a.py, L1]: the path does not stay inside the project, and was not followed",
    ),
    ("EXI005", "(Kim, 2018)", {"existence_reason": "not-in-corpus"}, "(Kim, 2018) is not in the corpus"),
    (
        "EXI005",
        "(Kim, 2018)",
        {"existence_reason": "not-in-corpus", "differences": (Difference("year", "2018", "2019 (REF-043)"),)},
        "(Kim, 2018) is not in the corpus; it has one of 2019 (REF-043)",
    ),
    (
        "EXI006",
        REF,
        {"existence": "ambiguous", "differences": (Difference("entry", "REF-043", "a.md, b.md"),)},
        "several entries are called REF-043: a.md, b.md",
    ),
    (
        "PAG001",
        REF,
        {"source": "REF-043", "flags": ("wrong-page",), "differences": (Difference("page", "45", "1-32"),)},
        "[REF-043, p.45]: REF-043 has pages 1-32, and no page 45",
    ),
    (
        "PAG001",
        "[REF-043, pp. 45-46]",
        {"source": "REF-043", "flags": ("wrong-page",), "differences": (Difference("page", "45-46", "1-32"),)},
        "[REF-043, pp. 45-46]: REF-043 has pages 1-32, and no pages 45-46",
    ),
    (
        "PAG002",
        "[REF-043, pp. 3, 9-7]",
        {"differences": (Difference("page-order", "9-7", "7-9"),)},
        "[REF-043, pp. 3, 9-7]: pages 9-7 run backwards",
    ),
    (
        "PAG003",
        FILE,
        {"flags": ("wrong-lines",), "differences": (Difference("lines", "42-58", "1-10"),)},
        f"{FILE}: there are no lines 42-58, only 1-10",
    ),
    (
        "PAG003",
        FILE,
        {"flags": ("wrong-lines",), "differences": (Difference("lines", "42", "none"),)},
        f"{FILE}: there is no line 42, the file is empty",
    ),
    (
        "SEC001",
        REF,
        {"flags": ("wrong-section",), "differences": (Difference("section", "Introduction", "Methods"),)},
        "[REF-043, p.45]: page 45 lies in Methods, not in Introduction",
    ),
    (
        "SEC002",
        REF,
        {"source": "REF-043", "flags": ("unknown-section",), "differences": (Difference("section", "9", "A, B"),)},
        "[REF-043, p.45]: there is no section 9; REF-043 lists A, B",
    ),
    (
        "FRE001",
        FILE,
        {"flags": ("stale", "moved"), "differences": (HASH, Difference("lines", "42-58", "50-66"))},
        f"{FILE}: the file has changed since it was cited; the cited lines stand at L50-66 now",
    ),
    (
        "FRE001",
        FILE,
        {"flags": ("stale", "lines-unchanged"), "differences": (HASH,)},
        f"{FILE}: the file has changed since it was cited; the cited lines have not",
    ),
    (
        "FRE001",
        FILE,
        {"flags": ("stale", "lines-changed"), "differences": (HASH,)},
        f"{FILE}: the file has changed since it was cited, and so have the cited lines",
    ),
    (
        "FRE001",
        FILE,
        {"flags": ("stale",), "differences": (HASH,)},
        f"{FILE}: the file has changed since it was cited; its hash is 0123456789abcdef now",
    ),
    (
        "FRE002",
        "[src/a.py, L1]",
        {"source": "src/a.py", "flags": ("unversioned",)},
        "[src/a.py, L1]: no version is cited; today it is @0123456789abcdef",
    ),
]


@pytest.mark.parametrize(("code", "marker", "seen", "message"), MESSAGES)
def test_messages(code: str, marker: str, seen: dict[str, object], message: str) -> None:
    """The rule says exactly this, once, though two claims lean on the citation."""
    extraction = extract(parse_text(f"Voice {marker}.", "case.md"))
    judgements = tuple(Judgement(claim, "c1", **seen) for claim in ("k1", "k2"))  # type: ignore[arg-type]  # as given
    found = findings(Evidence(extraction, judgements, sources=NOW), selected=[code])
    assert [message] == [each.message for each in found]


def test_a_backward_range_is_told_once() -> None:
    """One range in digits that descends is wrong in any source, and KEY013 says so; all others need the source."""
    extraction = extract(parse_text("Voice [REF-043, pp. 44-41].", "case.md"))
    seen = Judgement("k1", "c1", differences=(Difference("page-order", "44-41", "41-44"),))
    assert ["KEY013"] == [each.code for each in findings(Evidence(extraction, (seen,)), selected=["KEY013", "PAG002"])]


def test_the_corpus_policy_speaks_first() -> None:
    """Where author and year are forbidden, nobody asks whether the corpus has them."""
    extraction = extract(parse_text("Voice (Kim, 2018).", "case.md"))
    seen = Judgement("k1", "c1", existence_reason="not-in-corpus")
    evidence = Evidence(extraction, (seen,), Policy(corpus_only=True))
    assert ["FMT001"] == [each.code for each in findings(evidence, selected=["FMT001", "EXI005"])]
