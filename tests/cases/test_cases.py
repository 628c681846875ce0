"""Every golden case through the real pipeline: read, extract, judge, rules; and every rule through some case."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path

import pytest

from citevet.jobs.audit import audit_entries
from citevet.jobs.document_audit import audit_document
from citevet.model import Audit, Document, Edit, Finding, Safety
from citevet.read import read
from citevet.rules import RULES
from citevet.session import Session

ROOT = Path(__file__).parent
_FENCE = re.compile(r"^(?P<fence>`{3,})(?P<info>[^`\n]+)\n(?P<body>.*?)^(?P=fence)[ \t]*$", re.MULTILINE | re.DOTALL)
_ENDINGS = {"markdown": "md", "latex": "tex", "text": "txt", "html": "html", "bibtex": "bib"}
_TODAY = date(2026, 6, 30)
_JUDGED = ("SUP", "NUM")  # families whose cases are run with the embedded judge
_COMPARED = (*_JUDGED, "QUO", "PAG", "SEC", "FRE", "GRD")  # families that show two sides


@dataclass(frozen=True)
class Case:
    """One document, or one entry of a corpus, with the findings that it must give."""

    path: Path
    language: str
    options: dict[str, str]
    document: str
    files: dict[str, str]  # other files next to it
    expected: tuple[str, ...]
    whole: bool  # compare all families, not only the case's own
    fixed: str | None  # the document after its safe fixes
    unsafe: bool  # … and after those that ask

    @property
    def code(self) -> str:
        """The rule that the case is about."""
        return self.path.parent.name

    @property
    def hits(self) -> bool:
        """Whether the rule is expected to find something."""
        return any(f" {self.code} " in line for line in self.expected)


def cases() -> list[Case]:
    """Return all cases, in the order of their paths."""
    return [_case(path) for path in sorted(ROOT.glob("*/*.md"))]


def _case(path: Path) -> Case:
    blocks = [(block["info"].split(), block["body"]) for block in _FENCE.finditer(path.read_text(encoding="utf-8"))]
    (language, *options), document = blocks[0]
    files = {info[1].removeprefix("file="): body for info, body in blocks if len(info) > 1 and "file=" in info[1]}
    expected = next((info, body) for info, body in blocks if info[0] == "findings")
    mark, fixed = next(((info, body) for info, body in blocks if info[0] == "fixed"), ([], None))
    lines = tuple(line for line in expected[1].splitlines() if line != "none")
    settings = dict(option.split("=", 1) for option in options)
    return Case(path, language, settings, document, files, lines, "all" in expected[0], fixed, "unsafe" in mark)


def audit(case: Case, folder: Path) -> tuple[Document, tuple[Finding, ...]]:
    """Return the document of the case, or the entry that it is, and the findings of the real pipeline."""
    document, audits = audits_of(case, folder)
    return document, tuple(found for each in audits for found in each.findings)


def audits_of(case: Case, folder: Path) -> tuple[Document, list[Audit]]:
    """Write the case's files and run the real pipeline on its document, or on the entry that it is."""
    name = case.options.get("path", f"case.{_ENDINGS[case.language]}")
    for path, body in {**case.files, name: case.document}.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(body, encoding="utf-8", newline="")
    session = Session(_options(case), here=folder)
    config = replace(session.config, root=folder, select=tuple(RULES))
    document = read(folder / name, shown=name)
    if "path" not in case.options:
        return document, [audit_document(document, config, session)]
    entries = audit_entries(session.corpus_for(config), config, session)
    return document, [each for each in entries if isinstance(each, Audit) and each.document.path == name]


def _options(case: Case) -> dict[str, object]:
    asked = case.options.get("policy", "").split(",")
    return {
        "corpus-only": "corpus-only" in asked,
        "require-reasons": "require-reasons" in asked,
        "today": date.fromisoformat(case.options["today"]) if "today" in case.options else _TODAY,
        "judge": "small" if case.code.startswith(_JUDGED) else "none",
        "baseline": "baseline.json" if "baseline.json" in case.files else None,
        **{name: name for name in ("replay", "verifiers") if any(path.startswith(f"{name}/") for path in case.files)},
    }


def shown(case: Case, document: Document, found: tuple[Finding, ...]) -> Iterator[str]:
    """Yield the findings as a case writes them."""
    for finding in found:
        # UNC003 reports every plain sentence without a source; cases on other matters leave it out.
        if (case.whole or finding.code[:3] == case.code[:3]) and (finding.code != "UNC003" or case.code == "UNC003"):
            line, column = document.lines.position(finding.span.start)
            text = json.dumps(document.slice(finding.span), ensure_ascii=False)
            end = f" suppressed={finding.suppressed}" if finding.suppressed else ""
            yield f"{line}:{column} {finding.code} {text}{end}"


def mended(case: Case, document: Document, found: tuple[Finding, ...]) -> str:
    """Return the text after all safe fixes, and where the case says so after those that ask."""
    allowed = {Safety.SAFE, Safety.ASK} if case.unsafe else {Safety.SAFE}
    edits: list[Edit] = [
        edit for finding in found if finding.fix and finding.fix.safety in allowed for edit in finding.fix.edits
    ]
    text = document.text
    for edit in sorted(edits, key=lambda each: each.span, reverse=True):
        text = text[: edit.span.start] + edit.text + text[edit.span.end :]
    return text


CASES = cases()


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.code}/{case.path.stem}")
def test_a_case_gives_exactly_its_findings(case: Case, tmp_path: Path) -> None:
    """The document gives the findings that the case lists, at these places and no others."""
    document, found = audit(case, tmp_path)
    assert list(case.expected) == list(shown(case, document, found))


@pytest.mark.parametrize("case", [case for case in CASES if case.fixed is not None], ids=lambda case: case.code)
def test_fixes_give_the_text_of_the_case_and_nothing_to_fix(case: Case, tmp_path: Path) -> None:
    """The fixes of the case's rule give the text that it shows, and on that text the rule has nothing left to fix."""
    document, found = audit(case, tmp_path)
    assert case.fixed == mended(case, document, tuple(each for each in found if each.code == case.code))
    after = audit(replace(case, document=case.fixed), tmp_path)[1]
    assert [] == [each.message for each in after if each.code == case.code and (each.fix or not case.unsafe)]


@pytest.mark.parametrize(
    "case", [case for case in CASES if case.hits and case.code.startswith(_COMPARED)], ids=lambda case: case.path.stem
)
def test_no_difference_shows_the_same_on_both_sides(case: Case, tmp_path: Path) -> None:
    """The two sides of a difference are never equal, apart from case and spaces."""
    judgements = [each for audit in audits_of(case, tmp_path)[1] for each in audit.judgements]
    shown = [(found.claim, found.source) for each in judgements for found in each.differences]
    assert [] == [both for both in shown if len({" ".join(text.casefold().split()) for text in both}) == 1]


@pytest.mark.parametrize("code", RULES)
def test_a_rule_has_a_hit_and_a_near_miss(code: str) -> None:
    """Among the golden cases of a rule one shows it finding something, and one shows it holding back."""
    assert {True, False} == {case.hits for case in CASES if case.code == code}


def test_fixes_are_as_safe_as_the_table_says(tmp_path: Path) -> None:
    """No rule offers a fix of another safety than it declares, and each that declares one is seen to offer it."""
    offered: dict[str, set[Safety]] = {code: set() for code in RULES}
    for number, case in enumerate(CASES):
        folder = tmp_path / str(number)
        folder.mkdir()
        for finding in audit(case, folder)[1]:
            if finding.fix:
                offered[finding.code].add(finding.fix.safety)
    declared = {code: set(filter(None, [getattr(check, "fix", None)])) for code, check in RULES.items()}
    assert declared == offered
