"""Findings in an editor: as diagnostics, with actions that fix them, and comments that accept them."""

import re
from collections.abc import Iterable, Iterator, Mapping

from lsprotocol import types

from citevet.fix import apply_fixes, select_fixes
from citevet.limits import EDITOR_FINDINGS
from citevet.model import Block, Document, Edit, Finding, Safety, Severity, Span
from citevet.report.safe_text import to_line
from citevet.rules.accepted_findings import find_comment_sign
from citevet.serve.lsp.buffers import CheckedBuffer, Positions

QUICK_FIX, FIX_ALL = "quickfix", "source.fixAll"
_FIX_ALL_CITEVET = f"{FIX_ALL}.citevet"
_ADVICE = {Safety.SAFE: "", Safety.ASK: " (review it)"}  # a fix that is only shown needs words of the author
_INLINE_SIGNS = frozenset({"%", "//"})  # of comments that may stand between the lines of a paragraph
_BLANK_END = re.compile(r"[ \t]*\Z")
_SEVERITIES: Mapping[Severity, types.DiagnosticSeverity] = {
    Severity.ERROR: types.DiagnosticSeverity.Error,
    Severity.WARNING: types.DiagnosticSeverity.Warning,
    Severity.INFO: types.DiagnosticSeverity.Information,
}
_TOP = types.Range(types.Position(0, 0), types.Position(0, 0))


def list_diagnostics(checked: CheckedBuffer) -> list[types.Diagnostic]:
    """Return the findings that count, the worst first where there are too many, and what could not be checked."""
    found = checked.findings
    notices = [f"not checked: {trouble}" for trouble in checked.troubles]
    if len(found) > EDITOR_FINDINGS:
        notices.append(f"{len(found) - EDITOR_FINDINGS} more findings are not shown; run `citevet check`.")
        found = tuple(sorted(found, key=lambda each: (-each.severity, each.span))[:EDITOR_FINDINGS])
    return [*map(_make_notice, notices), *(_make_diagnostic(each, checked.positions) for each in found)]


def _make_diagnostic(finding: Finding, positions: Positions) -> types.Diagnostic:
    also = (f"also {each.code}: {to_line(each.message)}" for each in finding.also)
    return types.Diagnostic(
        positions.to_range(finding.span),
        "\n".join((to_line(finding.message), *also)),
        severity=_SEVERITIES[finding.severity],
        code=finding.code,
        source="citevet",
    )


def _make_notice(message: str) -> types.Diagnostic:
    return types.Diagnostic(_TOP, to_line(message), severity=types.DiagnosticSeverity.Warning, source="citevet")


def list_actions(
    checked: CheckedBuffer, wanted: Span, *, only: Iterable[str] = (), versioned: bool = False
) -> list[types.CodeAction]:
    """Return the actions for the findings in a part of the text; `only` names kinds, and none means all of them."""
    kinds = tuple(only)

    def asks_for(kind: str) -> bool:
        return not kinds or any(kind == each or kind.startswith(f"{each}.") for each in kinds)

    actions: list[types.CodeAction] = []
    if asks_for(QUICK_FIX):
        for finding in checked.findings:
            if finding.span.start <= wanted.end and wanted.start <= finding.span.end:
                actions += _list_finding_actions(checked, finding, versioned=versioned)
    safe = apply_fixes(checked.buffer.text, select_fixes(checked.findings)).done if asks_for(_FIX_ALL_CITEVET) else ()
    if safe:
        edit = _make_edit(checked, (edit for fix in safe for edit in fix.edits), versioned=versioned)
        title = f"Apply all safe fixes ({len(safe)})"
        actions.append(types.CodeAction(title, kind=_FIX_ALL_CITEVET, edit=edit))
    return actions


def _list_finding_actions(checked: CheckedBuffer, finding: Finding, *, versioned: bool) -> Iterator[types.CodeAction]:
    """Yield the fix of a finding, if it may be applied, and the comments that accept the finding."""
    offers: list[tuple[str, tuple[Edit, ...], bool]] = []
    if finding.fix and finding.fix.safety in _ADVICE:
        words = to_line(finding.fix.message)
        title = f"{words[:1].upper()}{words[1:]}{_ADVICE[finding.fix.safety]}"
        offers.append((title, finding.fix.edits, finding.fix.safety is Safety.SAFE))
    if checked.audit:
        document = checked.audit.document
        if edit := _suppress_here(document, finding):
            offers.append((f"Ignore {finding.code} here", (edit,), False))
        offers.append((f"Ignore {finding.code} in this file", (_suppress_in_file(document, finding),), False))
    for title, edits, is_preferred in offers:
        yield types.CodeAction(
            title,
            kind=types.CodeActionKind.QuickFix,
            diagnostics=[_make_diagnostic(finding, checked.positions)],
            is_preferred=is_preferred or None,
            edit=_make_edit(checked, edits, versioned=versioned),
        )


def _make_edit(checked: CheckedBuffer, edits: Iterable[Edit], *, versioned: bool) -> types.WorkspaceEdit:
    changes = [types.TextEdit(checked.positions.to_range(edit.span), edit.text) for edit in dict.fromkeys(edits)]
    buffer = checked.buffer
    if not versioned:
        return types.WorkspaceEdit(changes={buffer.uri: changes})
    document = types.OptionalVersionedTextDocumentIdentifier(uri=buffer.uri, version=buffer.version)
    return types.WorkspaceEdit(document_changes=[types.TextDocumentEdit(document, [*changes])])


def _suppress_here(document: Document, finding: Finding) -> Edit | None:
    """Return the edit that accepts a finding in its block; none where a comment would break the text."""
    block = _find_block(document, finding.span)
    if block is None or block.kind in {"code", "math"}:
        return None
    sign = find_comment_sign(document)
    if document.format not in {"markdown", "text", "latex"}:
        return None
    words = f"citevet: ignore[{finding.code}]"
    comment = f"{sign} {words}" if sign else f"<!-- {words} -->"
    if sign in _INLINE_SIGNS:
        return _insert_line(document, finding.span.start, comment)
    if block.kind == "row":
        return _insert_line(document, _find_run_start(document, block), comment)
    if document.format == "text":  # in a paragraph of its own: plain text has no comments
        return _insert_line(document, block.span.start, f"{comment}{_find_newline(document.text)}")
    line = document.line_at(min(finding.span.end, block.span.end))
    at = min(line.end, max(block.span.end, finding.span.end))
    blank = _BLANK_END.search(document.text, line.start, at)
    at = blank.start() if blank else at
    return Edit(Span(at, at), f" {comment}")


def _suppress_in_file(document: Document, finding: Finding) -> Edit:
    """Return the edit that accepts all findings of a rule in the document."""
    if sign := find_comment_sign(document):
        gap = "" if sign in _INLINE_SIGNS else _find_newline(document.text)
        return _insert_line(document, 0, f"{sign} citevet: file-ignore[{finding.code}]{gap}")
    newline, end = _find_newline(document.text), len(document.text)  # at the end: front matter must stay first
    before = "" if document.text.endswith(("\n", "\r")) else newline
    return Edit(Span(end, end), f"{before}{newline}<!-- citevet: file-ignore[{finding.code}] -->{newline}")


def _insert_line(document: Document, offset: int, line: str) -> Edit:
    start = document.lines.starts[document.lines.position(offset)[0] - 1]
    return Edit(Span(start, start), f"{line}{_find_newline(document.text)}")


def _find_newline(text: str) -> str:
    return "\r\n" if "\r\n" in text else "\n"


def _find_block(document: Document, span: Span) -> Block | None:
    """Return the block that a finding starts in; the label of a footnote is in none, and no comment covers it."""
    return next((block for block in document.blocks if block.span.start <= span.start <= block.span.end), None)


def _find_run_start(document: Document, row: Block) -> int:
    """Return where the table of a row starts: a comment between two rows would end the table."""
    index = document.blocks.index(row)
    while index and document.blocks[index - 1].kind == "row":
        index -= 1
    return document.blocks[index].span.start
