"""Findings of a report: iteration, grouping, and the phrases that describe them."""

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping

from citevet.model import Document, Finding, Fix, Format, Report, Severity, Unread
from citevet.model.document import TYPESET
from citevet.records import dataclass
from citevet.report.languages import Words, load_words

SEVERITY_SIGNS: Mapping[Severity, str] = {Severity.ERROR: "✗", Severity.WARNING: "⚠", Severity.INFO: "·"}
MANY = 4  # from so many findings of one rule in one document on, they share one entry
_SHOWN_PLACES = 8  # of the findings that share an entry
_UNBACKED = frozenset({"SUP001", "SUP002", "SUP004", "SUP006", "NUM001", "NUM002"})
# Formats that `citevet.fix` does not write.
READ_ONLY_FORMATS: frozenset[Format] = TYPESET


def iter_findings(report: Report) -> Iterator[tuple[Document, Finding]]:
    """Yield every finding with its document, suppressed ones too."""
    for audit in report.audits:
        for finding in audit.findings:
            yield audit.document, finding


@dataclass(frozen=True, slots=True)
class FindingGroup:
    """Findings of one document that share one entry of a report; most groups have one finding."""

    document: Document
    findings: tuple[Finding, ...]

    @property
    def first(self) -> Finding:
        """The finding that the entry is placed at."""
        return self.findings[0]

    @property
    def head(self) -> str:
        """Place, rule and severity: `5:1 KEY001 undefined-citation error`."""
        at, first = self.document.line_range(self.first.span), self.first
        return f"{at.line}:{at.column} {first.code} {first.name} {first.severity}"

    @property
    def message(self) -> str:
        """What was found, how often and where: `uncited claim, 90 times: at 5:1, 6:1 …`."""
        said = self.first.message if self.is_uniform else self.first.name.replace("-", " ")
        return f"{said}{self.times}"

    @property
    def description(self) -> str:
        """The message, preceded by the suppression where there is one."""
        if not self.first.suppressed:
            return self.message
        return f"suppressed ({self.first.suppressed}): {self.message}{describe_justification(self.first)}"

    @property
    def is_uniform(self) -> bool:
        """Whether all findings have the same message."""
        return all(finding.message == self.first.message for finding in self.findings)

    @property
    def times(self) -> str:
        """How often and where, empty for a single finding."""
        return f", {len(self.findings)} times: at {self.places}" if len(self.findings) > 1 else ""

    @property
    def places(self) -> str:
        """The first places: `5:1, 6:1 …`."""
        ranges = (self.document.line_range(finding.span) for finding in self.findings[:_SHOWN_PLACES])
        shown = ", ".join(f"{at.line}:{at.column}" for at in ranges)
        return shown + (" …" if len(self.findings) > _SHOWN_PLACES else "")


def fold_findings(document: Document, findings: Iterable[Finding]) -> list[FindingGroup]:
    """Group findings that say the same of a citation, and remarks and suppressed findings of a rule with many of them.

    Every format but JSON shows these groups, each at the place of its first finding.
    """
    found = list(findings)
    counts = Counter(map(_kind_of, found))
    groups: dict[Hashable, list[Finding]] = {}
    for place, finding in enumerate(found):
        kind = _kind_of(finding)
        is_minor = finding.severity is Severity.INFO or finding.suppressed
        is_cited = finding.citation or finding.reference  # two sentences with the same number are two faults
        key = kind if is_minor and counts[kind] >= MANY else (kind, finding.message) if is_cited else place
        groups.setdefault(key, []).append(finding)
    return [FindingGroup(document, tuple(group)) for group in groups.values()]


def _kind_of(finding: Finding) -> Hashable:
    return finding.code, finding.severity, finding.suppressed, finding.justification


def iter_groups(report: Report) -> Iterator[FindingGroup]:
    """Yield the findings of every document as they are shown."""
    for audit in report.audits:
        yield from fold_findings(audit.document, audit.findings)


def is_unbacked(finding: Finding) -> bool:
    """Return whether a finding says that a source was read and does not back its claim."""
    return bool(finding.codes & _UNBACKED) and finding.severity >= Severity.WARNING and not finding.suppressed


def describe_justification(finding: Finding) -> str:
    """Return the reason that a suppression gives in brackets; empty when it gives none."""
    return f" (reason: {finding.justification})" if finding.suppressed and finding.justification else ""


def describe_fix(fix: Fix, document: Document, words: Words | None = None) -> str:
    """Say what a fix does and how to apply it."""
    words = words or load_words("en")
    if document.format in READ_ONLY_FORMATS:
        how = words.say("fix.format", format=document.format)
    else:
        how = words.say("fix.notebook" if document.places else f"fix.{fix.safety}")
    return f"{fix.message} ({how})"


def describe_unread(unread: Unread) -> str:
    """Return why an input was not read, without its path."""
    return unread.message.removeprefix(f"{unread.path}: ")


def format_count(number: int, noun: str) -> str:
    """Say how many: "1 citation", "2 citations", "1,200 entries"."""
    plural = f"{noun[:-1]}ies" if noun.endswith("y") else f"{noun}s"
    return f"{number:,} {noun if number == 1 else plural}"


def format_reasons(counts: Iterable[tuple[str, int]]) -> str:
    """Say why: "offline", or "1 not requested, 3 offline" when there is more than one reason."""
    return load_words("en").reasons(counts)


def format_reason(reason: str) -> str:
    """Return a reason in words."""
    return load_words("en").reason(reason)


def rule_uri(code: str) -> str:
    """Return the URI of a rule; `citevet rule CODE` prints its documentation."""
    return f"urn:citevet:rule:{code}"
