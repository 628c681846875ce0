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
_ENDINGS = {
    "markdown": "md",
    "latex": "tex",
    "text": "txt",
    "html": "html",
    "bibtex": "bib",
    "org": "org",
    "typst": "typ",
}
_TODAY = date(2026, 6, 30)
_JUDGED = ("SUP", "NUM")  # families whose cases are run with the embedded judge


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


def audits_of(case: Case, folder: Path) -> tuple[Document, list[Audit]]:
    """Write the case's files and run the real pipeline on its document, or on the entry that it is."""
    name = case.options.get("path", f"case.{_ENDINGS.get(case.language, case.language)}")
    for path, body in {**case.files, name: case.document}.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(body, encoding="utf-8", newline="")
    session = Session(_options(case), here=folder)
    config = replace(session.config, root=folder, select=tuple(RULES))
    document = read(folder / name, shown=name, project=session.bibliographies_for(name))
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
    """The case gives its findings, there and no others; fixes are of declared safety; two sides are never equal."""
    document, audits = audits_of(case, tmp_path)
    found = tuple(finding for each in audits for finding in each.findings)
    assert list(case.expected) == list(shown(case, document, found))
    assert [] == [each.code for each in found if each.fix and each.fix.safety not in _declared(each.code)]
    if case.fixed is not None:
        assert case.fixed == mended(case, document, tuple(each for each in found if each.code == case.code))
    sides = [(both.claim, both.source) for each in audits for one in each.judgements for both in one.differences]
    assert [] == [both for both in sides if len({" ".join(text.casefold().split()) for text in both}) == 1]


def _declared(code: str) -> set[Safety | None]:
    return {RULES[code].fix, *RULES[code].other_fixes}


@pytest.mark.parametrize("case", [case for case in CASES if case.fixed is not None], ids=lambda case: case.code)
def test_fixes_leave_nothing_to_fix(case: Case, tmp_path: Path) -> None:
    """On the text that the fixes of the case's rule give, the rule has nothing left to fix."""
    _, audits = audits_of(replace(case, document=str(case.fixed)), tmp_path)
    after = [finding for each in audits for finding in each.findings if finding.code == case.code]
    assert [] == [each.message for each in after if each.fix or not case.unsafe]


def test_a_rule_has_a_hit_and_a_near_miss() -> None:
    """Among the golden cases of a rule one shows it finding something, and one shows it holding back."""
    shown = {(case.code, case.hits) for case in CASES}
    assert set() == {(code, hits) for code in RULES for hits in (True, False)} - shown


@pytest.mark.parametrize("code", [code for code, check in RULES.items() if check.fix])
def test_a_rule_that_declares_a_fix_offers_it(code: str, tmp_path: Path) -> None:
    """In one of the golden cases of the rule it gives a finding with a fix."""
    hits = (case for case in CASES if case.code == code and case.hits)
    found = (one for case in hits for each in audits_of(case, tmp_path / case.path.stem)[1] for one in each.findings)
    assert any(one.code == code and one.fix for one in found)
