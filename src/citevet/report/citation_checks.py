"""The checks of one citation as reports show them: yes, no or not checked, and why."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

from citevet.model import Document, Existence, Flag, Judgement
from citevet.records import dataclass
from citevet.report.citation_rows import CitationRow, quote_passages
from citevet.report.findings import format_count, format_reasons
from citevet.report.safe_text import cut_line, show_controls, to_line

Freshness = Literal["Fresh", "Stale", "Un-versioned", "Missing", "Malformed"]

FRESHNESS_SIGNS: Mapping[Freshness, str] = {
    "Fresh": "✓",
    "Stale": "⚠",
    "Un-versioned": "⚠",
    "Missing": "✗",
    "Malformed": "✗",
}

_HASH = 16  # hexadecimal digits in an artefact citation
_LONGEST = 80  # characters of a quoted word list; the finding shows all of it
_AMBIGUITIES: Mapping[Existence, str] = {"mismatched": "a different work", "ambiguous": "several sources match"}
_QUOTE_FAULTS: Mapping[Flag, str] = {
    "fabricated-quote": "not in the source",
    "joined-quote": "joined from separate passages",
    "altered-quote": "altered",
    "misplaced-quote": "on another page",
}
# The flags that one of the checks below reports.
_REPORTED: frozenset[Flag] = frozenset(
    {
        *_QUOTE_FAULTS,
        "unread-quote",
        "wrong-page",
        "wrong-section",
        "unknown-section",
        "wrong-lines",
        "outside-root",
        "stale",
        "unversioned",
        "moved",
        "lines-changed",
        "lines-unchanged",
        "overclaimed",
        "overhedged",
        "unassessed",
    }
)


@dataclass(frozen=True, slots=True)
class CitationCheck:
    """One check with its result and the details."""

    name: str
    good: bool | None  # none: not checked
    details: str = ""
    word: str = ""  # replaces yes and no

    def __str__(self) -> str:
        word = self.word or {True: "Yes", False: "No", None: "Not checked"}[self.good]
        return f"{self.name}: {word}" + (f" ({self.details})" if self.details else "")


def run_checks(row: CitationRow) -> Iterator[CitationCheck]:
    """Yield the checks that apply to a citation."""
    yield check_existence(row)
    for check in (check_page, check_section, _check_lines, _check_freshness, check_quote, _check_grade):
        result = check(row)
        if result:
            yield result
    yield _check_support(row)
    rest = sorted(row.flags - _REPORTED)
    if rest:
        yield CitationCheck("Remarks", good=None, word=", ".join(rest))


def check_existence(row: CitationRow) -> CitationCheck:
    """Check whether the source exists."""
    local = row.citation.kind == "corpus" or (row.source is not None and row.source.kind == "corpus")
    name = "In corpus" if local or (row.is_absent and row.citation.kind == "author-year") else "Exists"
    if "outside-root" in row.flags:
        return CitationCheck(name, good=False, details="path outside the project")
    if row.is_absent or row.existence in _AMBIGUITIES:
        return CitationCheck(name, good=False, details=_AMBIGUITIES.get(row.existence, ""))
    if row.existence == "found":
        return CitationCheck(name, good=True)
    return CitationCheck(name, good=None, details=_existence_reasons(row.judgements))


def check_page(row: CitationRow) -> CitationCheck | None:
    """Check whether the source has the cited page."""
    cited = row.citation.place.page
    if not cited:
        return None
    name = "Page valid"
    total = row.source.pages if row.source else None
    if "wrong-page" in row.flags or _has_finding(row, "PAG001", "PAG002"):
        details = f"p. {to_line(cited)}: {_describe_pages(row, total)}".rstrip(": ")
        return CitationCheck(name, good=False, details=details)
    if row.existence != "found" or not total:
        return CitationCheck(name, good=None, details="page count unknown" if row.existence == "found" else "")
    labels = row.source.entry.labels if row.source and row.source.entry else ()
    printed = f", printed {to_line(labels[0])}-{to_line(labels[-1])}" if any(labels) else ""
    return CitationCheck(name, good=True, details=f"pages 1-{total}{printed}")


def _describe_pages(row: CitationRow, total: int | None) -> str:
    """Return the number of pages, and the printed numbers where they differ."""
    printed = next((difference.source for difference in row.differences("page")), "")
    if not total:
        return f"source has {to_line(printed)}" if printed else ""
    return f"source has {format_count(total, 'page')}" + (
        f", {to_line(printed)}" if printed not in {"", f"1-{total}"} else ""
    )


def check_section(row: CitationRow) -> CitationCheck | None:
    """Check whether the cited page is in the cited section."""
    named = row.citation.place.section
    differences = row.differences("section")
    cited = named or next((difference.claim for difference in differences), None)
    if not cited:
        return None
    name = "Section consistent"
    if "wrong-section" in row.flags or _has_finding(row, "SEC001"):
        details = f"cited as {to_line(cited)}"
        if differences:
            actual = f"in {to_line(differences[0].source)}" if differences[0].source else "in no listed section"
            details = f"cited as {to_line(differences[0].claim)}, but the page is {actual}"
        return CitationCheck(name, good=False, details=details)
    if "unknown-section" in row.flags or _has_finding(row, "SEC002"):
        return CitationCheck(name, good=False, details=f"no section {to_line(cited)} in the source")
    known = row.source.entry.sections if row.source and row.source.entry else ()
    if row.existence == "found" and known:
        return CitationCheck(name, good=True, details=to_line(cited))
    return CitationCheck(name, good=None, details="sections unknown" if row.existence == "found" else "")


def _check_lines(row: CitationRow) -> CitationCheck | None:
    cited = row.citation.place.lines
    if not cited or row.citation.kind != "artifact":
        return None
    if "wrong-lines" in row.flags:
        details = f"L{to_line(cited)}"
        for difference in row.differences("lines")[:1]:
            details = f"cited {to_line(difference.claim)}, source {to_line(difference.source)}"
        return CitationCheck("Lines valid", good=False, details=details)
    return CitationCheck("Lines valid", good=True if row.existence == "found" else None)


def _check_freshness(row: CitationRow) -> CitationCheck | None:
    if row.citation.kind != "artifact":
        return None
    if "stale" in row.flags:
        return CitationCheck("Fresh", good=False, details=_describe_change(row))
    if "unversioned" in row.flags:
        return CitationCheck("Fresh", good=None, details="cited without a hash")
    return CitationCheck("Fresh", good=True if row.existence == "found" else None)


def _describe_change(row: CitationRow) -> str:
    """Describe a changed file: its cited lines changed, moved, or stayed."""
    if "moved" in row.flags:
        to = [difference.source for difference in row.differences("lines")]
        return "the cited lines moved" + (f" to L{to_line(to[0])}" if to else "")
    if "lines-changed" in row.flags:
        return "the cited lines changed"
    if "lines-unchanged" in row.flags:
        return "the cited lines did not change"
    return "the file changed"


def check_quote(row: CitationRow) -> CitationCheck | None:
    """Check whether the quoted words are in the source."""
    name = "Quote verified"
    claims = {claim.id for claim in row.claims if claim.quotations}
    faults = [flag for flag in _QUOTE_FAULTS if flag in row.flags]
    if not claims and not faults and "unread-quote" not in row.flags:
        return None
    at = _locate_quotes(row, claims)
    if faults:
        said = [_describe_alteration(row) if flag == "altered-quote" else _QUOTE_FAULTS[flag] for flag in faults]
        if at.startswith("p. ") and "fabricated-quote" not in faults:
            said.append(f"found on {at}")
        return CitationCheck(name, good=False, details="; ".join(said))
    if "unread-quote" in row.flags or not at:
        return CitationCheck(name, good=None, details=_describe_text(row) if "unread-quote" in row.flags else "")
    return CitationCheck(name, good=True, details=at)


def _describe_text(row: CitationRow) -> str:
    """Say which part of the source's text is available, if any."""
    said = [to_line(difference.source) for difference in row.differences("quote-unread")]
    return next((why for why in said if why.startswith("only ")), "no source text")


def _locate_quotes(row: CitationRow, claims: set[str]) -> str:
    """Return the pages of the quotations in the source, or that they are in it."""
    passages = [passage for each in row.judgements if each.claim in claims for passage in quote_passages(each)]
    named = ", ".join(dict.fromkeys(to_line(passage.page_name) for passage in passages if passage.page_name))
    return f"p. {named}" if named else ("in the source" if passages else "")


def _describe_alteration(row: CitationRow) -> str:
    for difference in row.differences("quote"):
        return f"text “{cut_line(difference.claim, _LONGEST)}”, source “{cut_line(difference.source, _LONGEST)}”"
    return _QUOTE_FAULTS["altered-quote"]


def _check_grade(row: CitationRow) -> CitationCheck | None:
    """Check whether the wording fits the grade of the source."""
    entry = row.source.entry if row.source else None
    if entry is None:
        return None
    if "overclaimed" in row.flags:
        said = [
            f"“{cut_line(each.claim, _LONGEST)}” is too strong for {to_line(each.source)}"
            for each in row.differences("strength")
        ]
        return CitationCheck("Wording fits GRADE", good=False, details="; ".join(said) or str(entry.grade or ""))
    if entry.grade is None:
        return CitationCheck("Wording fits GRADE", good=None, details="not assessed")
    more = ", the wording could be stronger" if "overhedged" in row.flags else ""
    return CitationCheck("Wording fits GRADE", good=True, details=f"{entry.grade}{more}")


def _check_support(row: CitationRow) -> CitationCheck:
    judged = [judgement for judgement in row.judgements if judgement.support != "unchecked"]
    words = Counter(judgement.support for judgement in judged)
    reasons = Counter(each.support_reason or "not-asked" for each in row.judgements if each.support == "unchecked")
    said = [f"{number} {word}" if len(words) > 1 else word for word, number in words.items()]
    if reasons or not said:
        said.append(f"not judged ({format_reasons(reasons.items()) or 'not requested'})")
    scores = [judgement.confidence for judgement in judged if judgement.confidence is not None]
    details = "judged by a model" if scores else ""
    if len(scores) == 1:
        details = f"judged by a model, probability {scores[0]:.0%}"
    good = None if reasons or not words else not words.keys() - {"supported"}
    return CitationCheck("Support", good=good, word=", ".join(said), details=details)


def _has_finding(row: CitationRow, *codes: str) -> bool:
    return any(finding.codes & set(codes) for finding in row.findings)


def _existence_reasons(judgements: Sequence[Judgement]) -> str:
    reasons = Counter(judgement.existence_reason or "not-asked" for judgement in judgements)
    return format_reasons(reasons.items()) or "not requested"


def format_artefacts(rows: Sequence[tuple[Document, CitationRow]], *, paths: bool = False) -> Iterator[str]:
    """Yield the section on artefact citations: the counts and the lists; nothing when no artefact is cited."""
    cited = [(document, row, artefact_freshness(row)) for document, row in rows if row.citation.kind == "artifact"]
    if not cited:
        return
    counts = Counter(state for _, _, state in cited)
    yield from ("", f"RLM Citations: {len(cited)} total")
    shown = (state for state in FRESHNESS_SIGNS if state != "Malformed" or counts[state])
    yield from (f"  {FRESHNESS_SIGNS[state]} {state}: {counts[state]}" for state in shown)
    if counts[None]:
        unchecked = [judgement for _, row, state in cited if not state for judgement in row.judgements]
        yield f"  ○ Not checked: {counts[None]} ({_existence_reasons(unchecked)})"
    for state in [*FRESHNESS_SIGNS][1:]:
        if counts[state]:
            yield from ("", f"{state.upper()} citations:")
        for document, row in [(document, row) for document, row, its_state in cited if its_state == state]:
            line = document.line_range(row.citation.span).line
            at = f"{show_controls(document.path)}:{line}" if paths else f"line {line}"
            yield f"  - {to_line(row.citation.text)} ({at})"
            yield from (f"    {said}" for said in _describe_artefact(row, state))


def artefact_freshness(row: CitationRow) -> Freshness | None:
    """Return whether a cited file is unchanged; none when it was not checked."""
    existence = {judgement.existence for judgement in row.judgements}
    if "missing" in existence:
        return "Missing"
    if row.citation.fault:
        return "Malformed"
    if "found" not in existence:
        return None
    if "stale" in row.flags:
        return "Stale"
    return "Un-versioned" if "unversioned" in row.flags else "Fresh"


def _describe_artefact(row: CitationRow, state: str) -> Iterator[str]:
    now = next((difference.source for difference in row.differences("hash")), "")
    if row.source and row.source.sha256:
        now = row.source.sha256[:_HASH]
    if state == "Stale":
        if now:
            yield f"Current hash: {to_line(now)}"
        change = _describe_change(row)
        yield "File modified since it was cited" + ("" if change == "the file changed" else f"; {change}")
    elif state == "Un-versioned":
        yield "File exists, but the citation has no content hash" + (f"; current hash: {to_line(now)}" if now else "")
    else:
        yield "File not found" if state == "Missing" else to_line(row.citation.fault or "")
