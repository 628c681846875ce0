"""Aggregated verdicts in the document: badges and a report, or tags and a table; and the same as JSON."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Literal

from citevet.jobs.stages.aggregate import LABELS, HostClaim, read_claim, read_evidence, read_label
from citevet.jobs.stages.claim_places import check_span
from citevet.jobs.stages.host_judging import show_source
from citevet.jobs.stages.json_input import GivenValue
from citevet.jobs.stages.text_marks import find_place, insert_marks, is_markable
from citevet.model import Document, EvidenceLink, VerifierLabel
from citevet.read import parse_text
from citevet.records import asdict, dataclass, replace
from citevet.report.json import TOOL, pick
from citevet.report.markdown import format_table
from citevet.report.safe_text import escape_markdown, shorten
from citevet.text.language import detect_language

RenderMode = Literal["inline", "append"]
Language = Literal["en", "ko"]

_WORST: tuple[VerifierLabel, ...] = ("contradicted", "unknown", "verified")
_BADGES = {"verified": "✅", "contradicted": "⚠️", "unknown": "❓"}
_ICONS = {"verified": "✓", "contradicted": "⚠", "unknown": "?"}
_TAGS = {"contradicted": "Unverified", "unknown": "Partially Unverified"}
_CLOSINGS = ("`" * 12, "~" * 12, "-->")  # end every block that runs to the end of the text
_NAME = 60  # columns of a verifier's name in a badge
_CELL = 100  # columns of a claim in the table
_WORDS: Mapping[Language, Mapping[str, str]] = {
    "en": {
        "report": "Audit Report",
        "claim": "Claim",
        "lines": "Verdict|Verifier|Claim|Rationale|Evidence",
        "none": "none",
        "dissent": "Other verdicts",
        "place": "Place",
        "line": "line",
        "nowhere": "not found in the document, so not marked there",
        "refused": "Refused, and not part of the audit:",
        "nothing": "No claim was audited.",
        "log": "Appendix: Citation Audit Log",
        "notice": "This audit was made automatically and does not replace a review by a person. "
        "Check every claim that is Contradicted (tag [Unverified]) or Unknown (tag [Partially Unverified]: nothing "
        "was decided) against its source.",
        "head": "#|Claim|Verdict|Verifier|Evidence",
    },
    "ko": {
        "report": "Audit Report (감사 보고서)",
        "claim": "Claim",
        "lines": "판정 (Verdict)|검증기 (Verifier)|클레임 (Claim)|판단 이유 (Rationale)|근거 (Evidence)",
        "none": "없음",
        "dissent": "다른 판정",
        "place": "위치",
        "line": "행",
        "nowhere": "문서에서 찾지 못해 본문에 표시하지 않음",
        "nothing": "감사한 클레임이 없습니다.",
        "refused": "다음 항목은 받아들이지 않았으며 감사에 포함되지 않았습니다:",
        "log": "부록: 검증 로그 (Citation Audit Log)",
        "notice": "이 표는 자동으로 작성되었으며 사람의 검토를 대신하지 않습니다. "
        "Contradicted([Unverified] 표시)와 Unknown([Partially Unverified] 표시, 판단하지 못함) 항목은 원문에서 직접 "
        "확인하시기 바랍니다.",
        "head": "#|클레임 (Claim)|판정 (Verdict)|Verifier|근거 (Evidence)",
    },
}


@dataclass(frozen=True, slots=True)
class RefusedVerdict:
    """A verdict that does not count: where it was in the input, its claim and its verifier, and why."""

    at: str
    claim: str
    verifier_name: str
    why: str


@dataclass(frozen=True, slots=True)
class AuditedClaim:
    """A claim with its verdict, and where a mark for it may be in the document."""

    claim: HostClaim
    label: VerifierLabel
    verifier: str
    authority: float
    rationale: str
    evidence: tuple[EvidenceLink, ...]
    dissent: tuple[str, ...]
    place: int | None


def read_aggregated(given: GivenValue, document: Document) -> list[AuditedClaim]:
    """Return the claims in the order of the document, each looked up in its text."""
    found = [_read_audited(each, document) for each in given.field("aggregated").elements()]
    return sorted(found, key=lambda each: (each.claim.span, each.claim.text))


def choose_language(document: Document) -> Language:
    """Return the language of the report on a document."""
    return "ko" if detect_language(document.text) == "ko" else "en"


def read_refused(given: GivenValue) -> list[RefusedVerdict]:
    """Return the verdicts that `stage aggregate` refused."""
    return [
        RefusedVerdict(*(each.field(name).optional_text() for name in ("at", "claim", "verifier_name", "why")))
        for each in given.field("refused").optional_elements()
    ]


def render_marked(
    document: Document,
    claims: Sequence[AuditedClaim],
    mode: RenderMode,
    language: Language,
    refused: Sequence[RefusedVerdict] = (),
    summary: Sequence[str] = (),
) -> str:
    """Return the document with marks and their meaning, and the lines of a summary; of other files only the latter."""
    write = _MODES[mode]
    body = _mark_body(document, claims, mode) if is_markable(document) else ""
    gap = _part(body) if body else ""
    words = _WORDS[language]
    told = [*_list_refused(refused, words), *(["", words["nothing"]] if not claims else [])]
    told += [line for each in summary for line in ("", escape_markdown(each))]
    lines = (*write(document, claims, words), *told, "", f"Made by {TOOL}.", "")
    return body + gap + "\n".join(lines)


def _part(body: str) -> str:
    """Return what ends the last block of a text, so that a heading can follow: a code block may have been left open."""
    gap = "\n" if body.endswith(("\n", "\r")) else "\n\n"
    for closing in ("", *_CLOSINGS):
        ended = f"{gap}{closing}\n\n" if closing else gap
        blocks = parse_text(f"{body}{ended}## {TOOL}\n").blocks
        if blocks and blocks[-1].kind == "heading":
            return ended
    return gap


def _list_refused(refused: Sequence[RefusedVerdict], words: Mapping[str, str]) -> Iterator[str]:
    """Yield the verdicts that count for nothing, so that no one takes the rest for all."""
    if refused:
        yield from ("", words["refused"], "")
        yield from (
            f"- {escape_markdown(each.at)}: {escape_markdown(each.why)}: {escape_markdown(_cut(each.claim))}"
            for each in refused
        )


def render_json(
    document: Document, claims: Sequence[AuditedClaim], mode: RenderMode, refused: Sequence[RefusedVerdict] = ()
) -> dict[str, Any]:
    """Return the findings for a program: contradicted ones first, then unknown ones, each in the document's order."""
    ordered = sorted(claims, key=lambda each: _WORST.index(each.label))
    counts = Counter(each.label for each in claims)
    return {
        "tool": TOOL,
        "source": document.path,
        "sha256": document.sha256,
        "mode": mode,
        "summary": {**{label: counts[label] for label in _WORST}, "total": len(claims)},
        "findings": [_to_finding(document, f"C-{number:03}", each) for number, each in enumerate(ordered, 1)],
        "refused": [asdict(each) for each in refused],
    }


def _read_audited(given: GivenValue, document: Document) -> AuditedClaim:
    claim, verdict = read_claim(given.field("claim")), given.field("verdict")
    span, check = check_span(claim.text, claim.span, document.text)
    return AuditedClaim(
        claim=replace(claim, span=span, check=check),
        label=read_label(verdict.field("label")),
        verifier=verdict.field("verifier_name").text(),
        authority=verdict.field("authority").share(),
        rationale=verdict.field("rationale").optional_text(),
        evidence=read_evidence(verdict.field("evidence")),
        dissent=tuple(
            f"{each.field('verifier_name').text()}: {each.field('label').word(LABELS)}"
            for each in verdict.field("dissent").optional_elements()
        ),
        place=None if check == "invalid" else find_place(document, span),
    )


def _mark_body(document: Document, claims: Sequence[AuditedClaim], mode: RenderMode) -> str:
    """Return the text with one mark per place, that of the worst verdict."""
    worst: dict[int, AuditedClaim] = {}
    for each in sorted(claims, key=lambda each: _WORST.index(each.label)):
        if each.place is not None:
            worst.setdefault(each.place, each)
    if mode == "inline":
        badges = {
            at: f"{_BADGES[each.label]} {escape_markdown(shorten(each.verifier, _NAME))}" for at, each in worst.items()
        }
        return insert_marks(document, badges, bold=True)
    return insert_marks(document, {at: _TAGS[each.label] for at, each in worst.items() if each.label in _TAGS})


def _write_report(document: Document, claims: Sequence[AuditedClaim], words: Mapping[str, str]) -> Iterator[str]:
    verdict, verifier, claim, rationale, evidence = words["lines"].split("|")
    yield f"## {words['report']}"
    for number, each in enumerate(claims, 1):
        yield from ("", f"### {words['claim']} {number}", "")
        yield f"- {verdict}: {each.label}"
        yield f"- {verifier}: {escape_markdown(each.verifier)}"
        yield f"- {claim}: {escape_markdown(each.claim.text)}"
        yield f"- {words['place']}: {_name_place(document, each, words['line']) or words['nowhere']}"
        yield f"- {rationale}: {escape_markdown(each.rationale) or words['none']}"
        yield f"- {evidence}: {_list_evidence(each) or words['none']}"
        if each.dissent:
            yield f"- {words['dissent']}: {escape_markdown('; '.join(each.dissent))}"


def _write_log(_: Document, claims: Sequence[AuditedClaim], words: Mapping[str, str]) -> Iterator[str]:
    yield from ("---", "", f"## {words['log']}", "", words["notice"], "")
    rows = (
        (
            str(number),
            escape_markdown(_cut(each.claim.text)),
            f"{_ICONS[each.label]} {each.label.capitalize()}",
            escape_markdown(each.verifier),
            _list_evidence(each) or "—",
        )
        for number, each in enumerate(claims, 1)
    )
    yield from format_table(words["head"].split("|"), rows)


_MODES: Mapping[RenderMode, Callable[[Document, Sequence[AuditedClaim], Mapping[str, str]], Iterator[str]]] = {
    "inline": _write_report,
    "append": _write_log,
}


def _cut(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _CELL else f"{line[:_CELL]}…"


def _list_evidence(claim: AuditedClaim) -> str:
    return "; ".join(_show_link(each) for each in claim.evidence)


def _show_link(link: EvidenceLink) -> str:
    source = show_source(link.url)
    return f"{escape_markdown(link.title)} ({source})" if link.title and link.title != link.url else source


def _name_place(document: Document, claim: AuditedClaim, line: str = "line") -> str:
    if claim.claim.check == "invalid":
        return ""
    start = claim.claim.span.start
    return document.place(start) or f"{line} {document.lines.position(start)[0]}"


def _to_finding(document: Document, number: str, each: AuditedClaim) -> dict[str, Any]:
    span = each.claim.span
    return {
        "id": number,
        "label": each.label,
        "location": _name_place(document, each) or None,
        **pick(each, "verifier", "authority"),
        "claim": each.claim.text,
        **pick(each.claim, "claim_type", "audit_reason"),
        "sentence_span": {"start": span.start, "end": span.end},
        "span_check": each.claim.check,
        "is_marked": each.place is not None,
        "rationale": each.rationale,
        "evidence": [{name: value or None for name, value in asdict(link).items()} for link in each.evidence],
        "dissent": list(each.dissent),
    }
