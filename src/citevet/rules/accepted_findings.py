"""CFG001 to CFG005: findings that a project accepts, by comments in the document or by an entry of the baseline file.

A comment is `<!-- citevet: ignore[KEY001] reason -->`, or a line after the sign of the format: `% citevet: …` in LaTeX.
The rules report comments and entries without effect.
"""

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import PurePath
from typing import Literal, get_args

from citevet.contracts import Evidence, Fault
from citevet.model import Block, Document, Edit, Finding, Fix, Safety, Span
from citevet.model.document import is_inside
from citevet.patterns import lazy_pattern
from citevet.records import dataclass, replace

Action = Literal["ignore", "disable", "enable", "file-ignore"]

_PERCENT = frozenset({"latex", "bibtex"})  # formats whose comments start with a percent sign
_SIGNS = {".typ": "//", ".adoc": "//", ".asciidoc": "//", ".org": "#", ".rst": ".."}  # of other files, likewise
_OPEN, _CLOSE = "<!--", "-->"
_NAME = lazy_pattern(r"\s*citevet\s*:(?!\s*removed\b)")  # not the comment that a fix leaves
# Misspelt: no colon, capitals.
_SLIP = lazy_pattern(rf"\s*citevet[\s:._-]*(?:{'|'.join(get_args(Action))})\s*\[", re.IGNORECASE)
_BODY = lazy_pattern(rf"\s*({'|'.join(get_args(Action))})\s*\[([^\[\]]*)\](.*)", re.DOTALL)
_INK = lazy_pattern(r"\S")
_SEPARATORS = " \t\r\n:;,-–—"
_RUNS = frozenset({"item", "row"})  # a comment before a list or table covers all of it
_NO_EFFECT = 'comment has no effect; use "citevet:" with ignore[CODE], disable[CODE], enable[CODE] or file-ignore[CODE]'


@dataclass(frozen=True, slots=True)
class Suppression:
    """One comment addressed to citevet; without an action its form is unknown."""

    span: Span
    action: Action | None
    selectors: tuple[str, ...]  # codes, prefixes and names, as written
    reason: str
    scope: Span  # where it accepts findings, if no `enable` ends it; empty where there is nothing to accept


def find_suppressions(document: Document) -> tuple[Suppression, ...]:
    """Return every comment addressed to citevet, in order."""
    comments = list(_find_comments(document))
    ends = _find_run_ends(document.blocks) if comments else []
    return tuple(_parse(span, body, document, ends) for span, body in comments)


def _find_comments(document: Document) -> Iterator[tuple[Span, str]]:
    """Yield our comments with the text after `citevet:`, empty where it is misspelt; comments in code do not count."""
    sign = find_comment_sign(document)
    pairs = _find_line_comments(document, sign) if sign else _find_html_comments(document.text)
    code = [region.span for region in document.regions if region.kind == "code"]
    for span, content in pairs:
        named = _NAME.match(content)
        if (named or _SLIP.match(content)) and not is_inside(span.start, code):
            yield span, content[named.end() :] if named else ""


def find_comment_sign(document: Document) -> str | None:
    """Return what a comment to the end of a line starts with; none where comments are those of HTML."""
    return "%" if document.format in _PERCENT else _SIGNS.get(PurePath(document.path).suffix.lower())


def _find_html_comments(text: str) -> Iterator[tuple[Span, str]]:
    at = text.find(_OPEN)
    while at >= 0:
        end = text.find(_CLOSE, at + len(_OPEN))
        if end < 0:
            return
        yield Span(at, end + len(_CLOSE)), text[at + len(_OPEN) : end]
        at = text.find(_OPEN, end)


def _find_line_comments(document: Document, sign: str) -> Iterator[tuple[Span, str]]:
    text = document.text
    at = text.find("citevet")
    while at >= 0:
        line = document.line_at(at)
        start = text.rfind(sign, line.start, at)
        if start >= 0 and not text[start + len(sign) : at].strip() and _is_unescaped(text, start):
            yield Span(start, line.end), text[start + len(sign) : line.end]
        at = text.find("citevet", max(line.end, at + 1))


def _is_unescaped(text: str, sign: int) -> bool:
    before = sign
    while before and text[before - 1] == "\\":
        before -= 1
    return (sign - before) % 2 == 0


def _parse(span: Span, body: str, document: Document, ends: Sequence[int]) -> Suppression:
    parsed = _BODY.fullmatch(body)
    selectors = tuple(filter(None, (part.strip() for part in parsed[2].split(",")))) if parsed else ()
    nowhere = Span(span.start, span.start)
    if not parsed or not selectors:
        return Suppression(span, None, (), "", nowhere)
    action: Action = next(known for known in get_args(Action) if known == parsed[1])
    end = len(document.text) + 1
    scope = _find_block(span, document, ends) if action == "ignore" else nowhere
    if action in {"file-ignore", "disable"}:
        scope = Span(0 if action == "file-ignore" else span.start, end)
    return Suppression(span, action, selectors, parsed[3].strip(_SEPARATORS), scope)


def _find_block(span: Span, document: Document, ends: Sequence[int]) -> Span:
    """Return the block that contains the comment, or the next one for a comment on a line of its own."""
    blocks = document.blocks
    index = bisect_right(blocks, span.start, key=lambda block: block.span.start) - 1
    if index >= 0 and _is_part_of(span, blocks[index], document):
        return blocks[index].span
    after = bisect_left(blocks, span.end, key=lambda block: block.span.start)
    if after == len(blocks):
        return Span(span.start, span.start)
    return Span(blocks[after].span.start, blocks[ends[after]].span.end)


def _is_part_of(span: Span, block: Block, document: Document) -> bool:
    if _is_alone(span, document):
        return _INK.search(document.text, span.end, block.span.end) is not None
    last, here = (document.lines.position(offset)[0] for offset in (block.span.end, span.start))
    return span.start < block.span.end or last == here


def _is_alone(span: Span, document: Document) -> bool:
    text = document.text
    before = span.start
    while before and text[before - 1] in " \t>":
        before -= 1
    after = _INK.search(text, span.end)
    return (not before or text[before - 1] in "\r\n") and (
        after is None or document.lines.position(after.start())[0] > document.lines.position(span.end)[0]
    )


def _find_run_ends(blocks: Sequence[Block]) -> list[int]:
    """Return for each block the index of the last of its list or table; any other block ends with itself."""
    ends = list(range(len(blocks)))
    for index in range(len(blocks) - 2, -1, -1):
        if blocks[index].kind in _RUNS and blocks[index].kind == blocks[index + 1].kind:
            ends[index] = ends[index + 1]
    return ends


@dataclass(frozen=True, slots=True)
class BaselineEntry:
    """One accepted finding; it has no line number, so that edits elsewhere leave it valid."""

    code: str
    fingerprint: str
    message: str = ""  # for people who read the file; not compared


def mark_accepted(
    findings: Sequence[Finding], entries: Sequence[BaselineEntry], *, ran: frozenset[str] | None = None
) -> tuple[tuple[Finding, ...], tuple[BaselineEntry, ...]]:
    """Mark the findings that the entries cover, one each, and return the entries that cover none.

    An entry whose rule did not run is neither used nor stale.
    """
    left = Counter((entry.code, entry.fingerprint) for entry in entries)
    marked = tuple(_mark(finding, left) for finding in findings)
    stale: list[BaselineEntry] = []
    for entry in entries:
        key = entry.code, entry.fingerprint
        if left[key] and (ran is None or entry.code in ran):
            left[key] -= 1
            stale.append(entry)
    return marked, tuple(stale)


def _mark(finding: Finding, left: Counter[tuple[str, str]]) -> Finding:
    key = finding.code, finding.fingerprint
    if not left[key]:
        return finding
    left[key] -= 1
    # An inline suppression gives a reason, so it keeps the finding; the entry still counts as used.
    return finding if finding.suppressed else replace(finding, suppressed="baseline")


@dataclass(frozen=True, slots=True)
class SelectorProblem:
    """A selector of a suppression that names no rule or suppresses nothing."""

    suppression: Suppression
    selector: str
    nearest: str | None = None  # the code or name that it may have meant


@dataclass(frozen=True, slots=True)
class SettingsEvidence(Evidence):
    """The evidence, with what the other rules made of the suppressions and the baseline."""

    suppressions: tuple[Suppression, ...] = ()
    unused: tuple[SelectorProblem, ...] = ()
    unknown: tuple[SelectorProblem, ...] = ()
    stale: tuple[BaselineEntry, ...] = ()


def find_unused_suppression(evidence: SettingsEvidence) -> Iterator[Fault]:
    """A suppression comment has no effect.

    ## Meaning
    `ignore`, `disable` or `file-ignore` names a rule that finds nothing in the range of the comment, or `enable` ends a
    `disable` that does not exist. Only rules that ran are counted.

    ## Why it matters
    An unused comment will silently hide the next real fault in its range.

    ## Example
    ```markdown
    <!-- citevet: ignore[uncited-statistic] the number is ours -->
    The sky is blue.
    ```

    ## How to fix it
    Remove the comment, or the codes that are no longer needed. `citevet fix --unsafe-fixes` removes a comment if none
    of its codes is used.

    ## Limitations
    A finding may appear only in another kind of run (online, or with a corpus). The comment is not reported while its
    rule is not selected.
    """
    for suppression, group in groupby(evidence.unused, key=lambda problem: problem.suppression):
        selectors = [problem.selector for problem in group]
        idle = len(selectors) == len(suppression.selectors)
        fix = Fix(Safety.ASK, "remove the comment", (Edit(suppression.span, ""),)) if idle else None
        for selector in selectors:
            hint = " (nothing was disabled)" if suppression.action == "enable" else ""
            yield Fault(suppression.span, f"unused suppression {suppression.action}[{selector}]{hint}", selector, fix)
            fix = None


def find_suppression_without_reason(evidence: SettingsEvidence) -> Iterator[Fault]:
    """A suppression comment gives no reason.

    ## Meaning
    The project requires a reason in every suppression (`require-reasons`), and this one has only codes.

    ## Why it matters
    Without a reason, the next reader cannot tell an accepted exception from a hidden fault.

    ## Example
    ```markdown
    <!-- citevet: ignore[KEY002] -->
    ```

    ## How to fix it
    Write the reason after the bracket: `<!-- citevet: ignore[KEY002] kept for the second edition -->`.

    ## Limitations
    The rule does not check whether the reason is good.
    """
    if not evidence.policy.require_reasons:
        return
    for suppression in evidence.suppressions:
        if suppression.action not in {None, "enable"} and not suppression.reason:
            listed = ", ".join(suppression.selectors)
            yield Fault(suppression.span, f"suppression {suppression.action}[{listed}] has no reason", listed)


def find_unknown_rule_in_suppression(evidence: SettingsEvidence) -> Iterator[Fault]:
    """A suppression comment names an unknown rule.

    ## Meaning
    A code, prefix or name in the brackets matches no rule. A prefix has at least the three letters of a family; `ALL`
    is not allowed.

    ## Why it matters
    The finding is not suppressed, although the author thinks it is.

    ## Example
    ```markdown
    <!-- citevet: ignore[KEY999] old list -->
    ```

    ## How to fix it
    Correct the code; `citevet rules` lists all rules. The message suggests the nearest one.

    ## Limitations
    A valid code may still be the wrong one.
    """
    for problem in evidence.unknown:
        hint = f' (did you mean "{problem.nearest}"?)' if problem.nearest else ""
        yield Fault(problem.suppression.span, f'unknown rule "{problem.selector}"{hint}', problem.selector)


def find_malformed_suppression(evidence: SettingsEvidence) -> Iterator[Fault]:
    """A comment to citevet has an unknown form.

    ## Meaning
    After `citevet:` a comment must have `ignore[…]`, `disable[…]`, `enable[…]` or `file-ignore[…]` with at least one
    code, prefix or name. Codes and the colon are required.

    ## Why it matters
    The comment has no effect, although it looks as if it had.

    ## Example
    ```markdown
    <!-- citevet: ignore -->
    <!-- citevet: skip[KEY001] draft -->
    <!-- citevet ignore[KEY001] draft -->
    ```

    ## How to fix it
    Name the codes: `<!-- citevet: ignore[KEY001] draft -->`.

    ## Limitations
    Comments that misspell the word `citevet`, and comments that never end, are not reported.
    """
    for suppression in evidence.suppressions:
        if suppression.action is None:
            yield Fault(suppression.span, _NO_EFFECT, evidence.extraction.document.slice(suppression.span))


def find_stale_baseline_entry(evidence: SettingsEvidence) -> Iterator[Fault]:
    """A baseline entry matches no finding.

    ## Meaning
    The baseline lists a finding of a rule that ran on this document, and the rule no longer finds it.

    ## Why it matters
    The fault was fixed. If the entry stays, it will accept the same fault when it returns.

    ## Example
    ```json
    {"version": 1, "entries": {"paper.md": [{"code": "KEY001", "fingerprint": "0123456789abcdef"}]}}
    ```
    `paper.md` no longer has an undefined citation.

    ## How to fix it
    Update the baseline with `citevet baseline`.

    ## Limitations
    Entries of documents outside the run, and of rules that were not selected, are not checked.
    """
    for entry in evidence.stale:
        accepted, message = f"{entry.code} {entry.fingerprint}", f": {entry.message}" if entry.message else ""
        yield Fault(Span(0, 0), f"stale baseline entry {accepted}{message}", accepted)
