"""GRD: wording that does not fit the GRADE level of its source."""

from collections.abc import Iterator

from citevet.contracts import Evidence, Fault
from citevet.model import Citation, Claim, Difference, Document, Edit, Fix, Flag, Grade, Safety, Span, Wording
from citevet.patterns import lazy_pattern
from citevet.records import dataclass
from citevet.text.document_parts import reproduces_opinion
from citevet.text.strength_words import EVIDENCE, restate

_WORD = lazy_pattern(r"[a-z]+")


@dataclass(frozen=True, slots=True)
class StrengthMismatch:
    """One wording that does not fit its sources."""

    claim: Claim
    citation: Citation | None  # the first of its sources
    difference: Difference
    span: Span
    sources: tuple[str, ...]  # ids of all its sources

    @property
    def is_below_high(self) -> bool:
        """Whether the best source has a level that calls for weaker words; above HIGH there is no evidence."""
        return self.difference.source != str(Grade.HIGH)


def _find_strength_mismatches(evidence: Evidence, flag: Flag) -> Iterator[StrengthMismatch]:
    """Yield the wordings with a flag, each once however many sources it has."""
    citations = evidence.extraction.citations_by_id
    claims = evidence.extraction.claims_by_id
    found: dict[Span, StrengthMismatch] = {}
    for judgement in evidence.judgements:
        if flag not in judgement.flags or judgement.claim not in claims:
            continue
        names = (judgement.source,) if judgement.source else ()
        for difference in judgement.differences:
            if difference.type != "strength" or difference.span is None:
                continue
            known = found.get(difference.span)
            sources = tuple(dict.fromkeys((*(known.sources if known else ()), *names)))
            first = known.citation if known else citations.get(judgement.citation)
            claim = claims[judgement.claim]
            found[difference.span] = StrengthMismatch(claim, first, difference, difference.span, sources)
    yield from found.values()


def _make_rewording_fix(document: Document, span: Span, replacement: str | None) -> Fix | None:
    """Return the fix that writes other words, or that leaves a word out where the sentence allows it."""
    said = " ".join(document.slice(span).split())
    if replacement:
        return Fix(Safety.ASK, f'replace with "{replacement}"', (Edit(span, replacement),))
    text = document.text
    if replacement is None or said[:1].isupper() or text[span.start - 1 : span.start] != " " or span.start == 0:
        return None
    if text[span.start - 2 : span.start - 1] in {",", ""} or text[span.end : span.end + 1] == ",":
        return None
    return Fix(Safety.ASK, f'remove "{said}"', (Edit(Span(span.start - 1, span.end), ""),))


def find_overclaimed_evidence(evidence: Evidence) -> Iterator[Fault]:
    """The wording is too strong for the cited source.

    ## Meaning
    The sentence says that a source demonstrates, shows, confirms, suggests or supports something, and the source's
    GRADE level is too low for these words. *Demonstrates, shows, confirms, establishes* need HIGH evidence; *suggests,
    indicates, supports, points to* need MODERATE; *limited evidence, preliminary findings, may* need LOW; *anecdotal,
    exploratory* fit VERY LOW. Phrases that claim certainty count as well: *there is no doubt, it is certain, an
    established fact, is known to, undoubtedly, beyond question*. With several sources, the best one counts.

    ## Why it matters
    Readers take weak evidence for a fact, and the next author repeats it without the source.

    ## Example
    ```markdown
    Research demonstrates that shade cools the street [REF-045].
    ```
    REF-045 is graded LOW: "Limited evidence suggests that shade cools the street [REF-045]."

    ## How to fix it
    Use words of the source's level, or cite stronger evidence. `citevet fix --unsafe-fixes` writes the weaker words.

    ## Limitations
    The grade itself may be wrong. Sentences without such words, and subjects that only point back ("This shows that"),
    are not checked. English only. If one of the sources has no grade, nothing is reported.
    """
    document = evidence.extraction.document
    for found in _find_strength_mismatches(evidence, "overclaimed"):
        if found.is_below_high:
            fix = _make_rewording_fix(document, found.span, found.difference.correction)
            about = found.difference.claim.lower()
            yield Fault(found.span, _describe(found), about, fix, found.citation, claim=found.claim)


def _describe(found: StrengthMismatch) -> str:
    said, level = found.difference.claim, found.difference.source
    hint = f'; use "{found.difference.correction}"' if found.difference.correction else ""
    return f'"{said}" is too strong for {", ".join(found.sources)} (GRADE: {level.lower()}){hint}'


def find_needless_hedge(evidence: Evidence) -> Iterator[Fault]:
    """The wording is too weak for the cited source.

    ## Meaning
    The source is graded HIGH, and the sentence uses words for LOW or VERY LOW evidence: *may*, *limited evidence*,
    *preliminary*, *anecdotal*. Words for MODERATE evidence are accepted.

    ## Why it matters
    Readers take solid evidence for a guess.

    ## Example
    ```markdown
    Limited evidence suggests that shade cools the street [REF-013].
    ```
    REF-013 is graded HIGH.

    ## How to fix it
    Write that the source shows or demonstrates it, or give the reason for doubt.

    ## Limitations
    The source may be strong but only weakly related to the sentence. A *may* of permission ("the court may order") is
    ignored if a person or an office is the subject; otherwise it counts as a hedge.
    """
    for found in _find_strength_mismatches(evidence, "overhedged"):
        said = found.difference.claim
        message = f'"{said}" is too weak for {", ".join(found.sources)} (GRADE: high)'
        yield Fault(found.span, message, said.lower(), citation=found.citation, claim=found.claim)


def find_overclaiming_phrase(evidence: Evidence) -> Iterator[Fault]:
    """The wording is too strong for any evidence.

    ## Meaning
    Research does not prove, studies do not definitively show, and nothing is demonstrated conclusively, undeniably or
    beyond doubt. The sentence says so, and it names evidence or cites a source. If its sources are graded below HIGH,
    GRD001 reports it.

    ## Why it matters
    Such words claim more certainty than evidence can give, and careful readers lose trust.

    ## Example
    ```markdown
    Research proves that shade cools the street.
    ```

    ## How to fix it
    Remove the strong word or write "shows". If the cited source is graded, use the words of its level. `citevet fix
    --unsafe-fixes` does so.

    ## Limitations
    Irony is not recognized. A proof by a person or a cited work, a sentence with a theorem, lemma or conjecture, and
    the legal term "beyond reasonable doubt" are not reported.
    """
    document = evidence.extraction.document
    mismatches = list(_find_strength_mismatches(evidence, "overclaimed"))
    judged = {found.span: found.difference.correction for found in mismatches}
    weaker = {found.span for found in mismatches if found.is_below_high}  # GRD001 reports those
    for claim in evidence.extraction.claims if not reproduces_opinion(document.text) else ():
        for wording in claim.wordings if claim.status != "skipped" else ():
            if wording.grade is None and wording.span not in weaker and _speaks_of_evidence(claim):
                correction = judged[wording.span] if wording.span in judged else _soften(claim, wording)
                hint = f'; use "{correction}"' if correction else ""
                said = " ".join(wording.text.split())
                message = f'"{said}" is too strong for any evidence{hint}'
                fix = _make_rewording_fix(document, wording.span, correction)
                yield Fault(wording.span, message, said.lower(), fix, claim=claim)


def _speaks_of_evidence(claim: Claim) -> bool:
    """Return whether the claim names evidence, or cites it: elsewhere "unquestionably" is only emphasis."""
    return bool(claim.ties) or not EVIDENCE.isdisjoint(_WORD.findall(claim.plain.text.lower()))


def _soften(claim: Claim, wording: Wording) -> str | None:
    return restate(wording.text, Grade.HIGH, claim.text[wording.span.end - claim.span.start :])


def find_unassessed_source(evidence: Evidence) -> Iterator[Fault]:
    """The cited source has no GRADE level.

    ## Meaning
    The source is in the corpus, but neither its front matter nor an assessment file gives its strength of evidence. The
    first citation of the source in a document is reported. A project whose corpus has no grades at all is left alone
    unless it selects the rule (`--select GRD`).

    ## Why it matters
    Without a level, citevet cannot check whether a sentence claims too much.

    ## Example
    ```markdown
    Studies show that shade cools the street [REF-078].
    ```

    ## How to fix it
    Assess the source: `citevet corpus grade` suggests a level from its kind. Write it as `grade_level` into the front
    matter of the entry.

    ## Limitations
    The suggested level is based on the kind of source, not on its methods.
    """
    flagged = {
        judgement.citation: judgement.source for judgement in evidence.judgements if "unassessed" in judgement.flags
    }
    reported: set[str] = set()
    for citation in evidence.extraction.citations:
        source = flagged.get(citation.id)
        if source and source not in reported:
            reported.add(source)
            yield Fault(citation.span, f"{source} has no GRADE level", source, citation=citation)
