"""The summary of a run: the lines that end it, with verdict, counts and what was not checked, and a badge in SVG."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape

from citevet.model import JUDGED_COUNTS, Census, Finding, Reason, Report, Severity, Verdict
from citevet.records import dataclass
from citevet.report.citation_rows import find_uncompared, group_judgements
from citevet.report.findings import format_count, format_reasons, is_unbacked, iter_findings
from citevet.report.languages import Words, load_words
from citevet.report.safe_text import VERDICT_STYLES, measure_width, paint, to_line

VERDICT_WORDS: Mapping[Verdict, str] = {
    "pass": "PASS",
    "fail": "FAIL",
    "incomplete": "INCOMPLETE",
    "empty": "NOTHING TO CHECK",
}
_FORM_FAMILIES = ("KEY", "IDN", "FMT")  # rules on the form of a citation
_FROM_JUDGE = frozenset({"abstained", "budget", "language", "model-missing"})  # reasons that only a judge gives
_OF_PROJECT = frozenset({"corpus", "mention", "artifact"})  # kinds of citations that no service knows
_FROM_CORPUS = frozenset({"offline", "not-in-corpus"})  # a source in the corpus would be found
_CAUSES, _PLACES = 10, 3  # of what services left open that are shown
_NAME = "citevet"
_COLORS: Mapping[Verdict, str] = {"pass": "#176b3a", "fail": "#b3261e", "incomplete": "#7a5200", "empty": "#5b6272"}
_LETTER, _MARGIN = 6.6, 7  # width of a letter of Verdana at 11 pixels, and the space around each text
_SVG = """\
<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="20" role="img" aria-label="citevet: {text}">
<title>{summary}</title>
<rect width="{left}" height="20" fill="#2f3542"/>
<rect x="{left}" width="{right}" height="20" fill="{color}"/>
<g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">
<text x="7" y="14" textLength="{name_length}">{name}</text>
<text x="{text_at}" y="14" textLength="{text_length}">{text}</text>
</g>
</svg>
"""


@dataclass(frozen=True, slots=True)
class _Coverage:
    """How many citations were checked, and the reasons for the others."""

    total: int
    existence: Counter[Reason]  # unchecked, by reason
    support: Counter[Reason]
    uncompared: Counter[str]
    by_model: bool  # whether a model judged support
    can_go_online: bool  # whether a service would know a work that was not looked up
    listed: int  # works in lists of documents that cite nothing

    @property
    def has_equal_axes(self) -> bool:
        """Whether existence and support were checked for the same number and reasons, without a model."""
        return self.existence == self.support and not self.by_model


def format_summary(report: Report, *, color: bool = False, language: str = "en") -> Sequence[str]:
    """Return the verdict with its counts, and a second line if something was not checked."""
    coverage, words = _measure_coverage(report), load_words(language)
    word = paint(words.say(f"verdict.{report.verdict}"), VERDICT_STYLES[report.verdict], color=color)
    unchecked = _list_unchecked(report, coverage, words)
    lines = [f"{word}  {_format_result(report, coverage, words)}"]
    counts = _format_counts(report.census, words) if report.census.is_judged else ""
    lines += [words.say("claims.line", counts=counts)] if counts else []
    return [*lines, words.say("unchecked.line", what=", ".join(unchecked))] if unchecked else lines


def format_census(report: Report) -> str:
    """Return the counts of the run: what was found, what was checked, and why the rest was not."""
    census = report.census
    split = f"{census.cited:,} cited, {census.unsourced:,} unsourced, {census.skipped:,} skipped"
    parts = [
        f"{format_count(census.documents, 'document')}, {format_count(census.citations, 'citation')}",
        f"{format_count(census.claims, 'claim')} ({split})",
        f"{census.checked:,} checked; {_format_counts(census, load_words('en'))}",
        format_count(census.problems, "problem"),
    ]
    if census.unchecked:
        reasons = format_reasons(census.unchecked.items())
        parts.append(f"{format_count(sum(census.unchecked.values()), 'claim-citation pair')} unchecked ({reasons})")
    return "census: " + "; ".join([*parts, *_format_unread(report, load_words("en"))])


def _format_counts(census: Census, words: Words) -> str:
    """Return the six counts of cite-check; four of them only if support was judged."""
    names = (*JUDGED_COUNTS, "unresolvable", "unsourced") if census.is_judged else ("unresolvable", "unsourced")
    parts = [words.say(f"claims.{name}", n=words.number(getattr(census, name))) for name in names]
    return ", ".join(parts if census.is_judged else [words.say("claims.unjudged"), *parts])


def format_findings(findings: Iterable[Finding], words: Words | None = None) -> str:
    """Count findings by severity: `1 error, 2 warnings`."""
    words = words or load_words("en")
    levels = Counter("suppressed" if finding.suppressed else str(finding.severity) for finding in findings)
    named = [words.count(levels[each], each) for each in ("error", "warning", "info", "suppressed") if levels[each]]
    return ", ".join(named) or words.say("result.clean")


def list_unchecked(report: Report) -> Sequence[str]:
    """Return what was not checked, with reasons and the flags that would check it."""
    return _list_unchecked(report, _measure_coverage(report), load_words("en"))


def list_causes(report: Report, words: Words) -> Iterator[str]:
    """Yield why services left citations open, the most frequent cause first; those with a finding say so there."""
    places: dict[str, dict[tuple[str, int], str]] = {}
    for audit in report.audits:
        reported = {finding.citation for finding in audit.findings}
        citations = {each.id: each for each in audit.extraction.citations if each.id not in reported}
        for judgement in audit.judgements:
            citation = citations.get(judgement.citation or "")
            if citation and judgement.note and judgement.existence == "unchecked":
                at = audit.document.line_range(citation.span)
                key = audit.document.path, citation.span.start
                places.setdefault(judgement.note, {})[key] = f"{audit.document.path}:{at.line}:{at.column}"
    ranked = sorted(places.items(), key=lambda each: -len(each[1]))
    for note, found in ranked[:_CAUSES]:
        shown = ", ".join(list(found.values())[:_PLACES])
        more = f" and {len(found) - _PLACES} more" if len(found) > _PLACES else ""
        yield f"{note} ({shown}{more})"
    if len(ranked) > _CAUSES:
        yield words.say("shown.causes", causes=words.count(len(ranked) - _CAUSES, "other cause"))


def _format_result(report: Report, coverage: _Coverage, words: Words) -> str:
    unread = _format_unread(report, words)
    documents = words.count(report.census.documents, "document")
    if not report.census.documents:
        return unread[0] if unread else words.say("result.no documents")
    findings = [finding for _, finding in iter_findings(report)]
    if not coverage.total and not report.census.unsourced and not findings:
        return "; ".join([words.say("result.nothing", documents=documents), *unread])
    details = _describe_citations(report, coverage, words)
    found = format_findings(findings, words)
    return "; ".join([words.say("result.findings", found=found, documents=documents, details=details), *unread])


def _describe_citations(report: Report, coverage: _Coverage, words: Words) -> str:
    if not coverage.total:
        unsourced = report.census.unsourced
        claims = words.count(unsourced, "claim")
        return words.say("result.unsourced", claims=claims) if unsourced else words.say("result.uncited")
    existence = coverage.total - coverage.existence.total()
    support = coverage.total - coverage.support.total()
    parts = [words.count(coverage.total, "citation")]
    open_ones = ((audit.document.path, each) for audit in report.audits for each in audit.findings)
    unbacked = {(path, finding.citation) for path, finding in open_ones if is_unbacked(finding)}
    number = "one" if len(unbacked) == 1 else "other"
    parts += [words.say(f"result.unbacked.{number}", n=len(unbacked))] if unbacked else []
    if coverage.has_equal_axes and existence:
        parts.append(words.say("result.both", n=existence))
    else:
        judged = "result.judged" if coverage.by_model else "result.support"
        parts += [words.say("result.existence", n=existence)] if existence else []
        parts += [words.say(judged, n=support)] if support else []
    families = sorted({code.rstrip("0123456789") for code in report.rules})
    if report.verdict == "pass" and families and not _is_form_checked(report):
        parts.append(words.say("result.rules", families=", ".join(families)))
    return ", ".join(parts)


def _list_unchecked(report: Report, coverage: _Coverage, words: Words) -> list[str]:
    if not coverage.total:
        works = words.count(coverage.listed, "listed work")
        return [words.say("unchecked.listed", works=works)] if coverage.listed else []
    parts = []
    if not _is_form_checked(report):
        parts.append(words.say("unchecked.form", citations=words.count(coverage.total, "citation")))
    has_corpus = any(source.kind == "corpus" for audit in report.audits for source in (*audit.sources, *report.sources))
    flags = ["--online"] if coverage.can_go_online else []
    flags += ["--corpus DIR"] if not has_corpus and _FROM_CORPUS & coverage.existence.keys() else []
    flags += ["citevet corpus add"] if "listed-only" in coverage.existence or "listed-only" in coverage.support else []
    judge_ran = coverage.by_model or _FROM_JUDGE & coverage.support.keys()
    judge_flag = [] if judge_ran else ["--judge small"]
    if coverage.has_equal_axes:
        parts += _format_axis("existence and support", coverage.existence, [*flags, *judge_flag], words)
    else:
        parts += _format_axis("existence", coverage.existence, flags, words)
        parts += _format_axis("support", coverage.support, judge_flag, words)
    for what, number in coverage.uncompared.items():
        parts.append(words.say("unchecked.part", what=words.count(number, what), why=words.say(f"uncompared.{what}")))
    return parts


def _format_axis(name: str, unchecked: Counter[Reason], flags: Sequence[str], words: Words) -> list[str]:
    if not unchecked:
        return []
    hint = words.say("unchecked.hint", flags=", ".join(flags)) if flags else ""
    citations, reasons = words.count(unchecked.total(), "citation"), words.reasons(unchecked.items())
    axis = words.say(f"axis.{name}")
    return [words.say("unchecked.axis", axis=axis, citations=citations, reasons=reasons, hint=hint)]


def _is_form_checked(report: Report) -> bool:
    return any(code.startswith(_FORM_FAMILIES) for code in report.rules)


def _format_unread(report: Report, words: Words) -> list[str]:
    return [words.say("result.unread", inputs=words.count(len(report.unread), "input"))] if report.unread else []


def _measure_coverage(report: Report) -> _Coverage:
    existence = Counter[Reason]()
    support = Counter[Reason]()
    uncompared = Counter[str]()
    can_go_online = False
    for audit in report.audits:
        uncompared.update(what for parts in find_uncompared(audit).values() for what in parts)
        judgements = group_judgements(audit)
        for citation in audit.extraction.citations:
            own = judgements.get(citation.id, ())
            if all(judgement.existence == "unchecked" for judgement in own):
                reason = _last_reason(judgement.existence_reason for judgement in own)
                existence[reason] += 1
                can_go_online |= reason == "listed-only" or (reason == "offline" and citation.kind not in _OF_PROJECT)
            if all(judgement.support == "unchecked" for judgement in own):
                support[_last_reason(judgement.support_reason for judgement in own)] += 1
    judged = (each for audit in report.audits for each in audit.judgements if each.support != "unchecked")
    by_model = any(each.confidence is not None or (each.by and not each.verdict) for each in judged)
    total = sum(len(audit.extraction.citations) for audit in report.audits)
    listed = sum(each.origin == "list" for audit in report.audits for each in audit.extraction.references)
    return _Coverage(total, existence, support, uncompared, by_model, can_go_online, listed)


def _last_reason(reasons: Iterable[Reason | None]) -> Reason:
    return next(filter(None, reversed(list(reasons))), "not-asked")


def render_badge(report: Report) -> str:
    """Return the verdict with its counts as an SVG image; its title has the whole summary."""
    text = describe_badge(report)
    name_length, text_length = round(_LETTER * len(_NAME)), round(_LETTER * measure_width(text))
    left, right = name_length + 2 * _MARGIN, text_length + 2 * _MARGIN
    return _SVG.format(
        width=left + right,
        left=left,
        right=right,
        color=_COLORS[report.verdict],
        summary=escape(to_line(" ".join(format_summary(report)))),
        name=_NAME,
        name_length=name_length,
        text=escape(text),
        text_at=left + _MARGIN,
        text_length=text_length,
    )


def describe_badge(report: Report) -> str:
    """Return the line of a badge: the verdict, and the counts that explain it."""
    census = report.census
    levels = Counter(finding.severity for _, finding in iter_findings(report) if not finding.suppressed)
    counts = [format_count(levels[level], str(level)) for level in (Severity.ERROR, Severity.WARNING) if levels[level]]
    if report.verdict == "incomplete":
        counts.append(f"{census.checked} of {format_count(census.cited, 'cited claim')} checked")
    if report.unread:
        counts.append(f"{format_count(len(report.unread), 'input')} not read")
    if not counts and census.citations:
        counts.append(format_count(census.citations, "citation"))
    return ": ".join(filter(None, [VERDICT_WORDS[report.verdict].lower(), ", ".join(counts)]))
