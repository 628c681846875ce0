"""SUP and NUM: claims that their sources do not support, or whose numbers and dates they contradict."""

from collections.abc import Iterator

from citevet.contracts import Evidence, Fault
from citevet.model import STANCES, Citation, Claim, Difference, Judgement, Passage, Span, Support
from citevet.records import dataclass
from citevet.text.excerpts import shorten_words, show_excerpt

_NUMERIC_TYPES = frozenset({"number", "unit", "date"})  # differences that NUM001 and NUM002 report
_OPPOSED_TYPES = frozenset({"negation", "direction", "quantifier", "comparative", "order", "name"})
_EVEN = 0.5  # a model that gives support more than this was overruled by a comparison
_SHOWN = 90  # characters of either side in a message
_MOST_SHOWN = 2  # differences in one message
_REPORTED = frozenset({"misattributed", "fabricated-quote", "altered-quote"})  # another rule reports it, in more detail
_STOPS = ".!? "


@dataclass(frozen=True, slots=True)
class JudgedClaim:
    """A claim and one source that was read for it."""

    claim: Claim
    citation: Citation
    judgement: Judgement
    other_judgements: tuple[Judgement, ...]  # on the other sources of the same words

    @property
    def span(self) -> Span:
        """The words that the citation belongs to."""
        own = [tie.span or self.claim.span for tie in self.claim.ties if tie.citation == self.citation.id]
        return Span(min(span.start for span in own), max(span.end for span in own)) if own else self.claim.span

    @property
    def source(self) -> str:
        """The name of the source in a message; a bare number of a service says nothing to a reader."""
        name = self.judgement.source
        return name if name and not name.isdigit() else shorten_words(self.citation.text, _SHOWN)

    @property
    def passage(self) -> Passage | None:
        """The passage that was judged: the last piece of evidence, since earlier ones belong to quotations."""
        return self.judgement.evidence[-1] if self.judgement.evidence else None

    @property
    def page(self) -> str:
        """The page of the passage, empty where it has none."""
        return f"p. {self.passage.page_name}" if self.passage and self.passage.page_name else ""

    @property
    def place(self) -> str:
        """The source, with the page of the passage."""
        return f"{self.source}, {self.page}" if self.page else self.source

    @property
    def nearest_words(self) -> str:
        """The words of the source that come nearest to the claim."""
        if self.passage is None:
            return "none"
        sought = " ".join((self.claim.plain.text, *(each.source for each in self.judgement.differences)))
        return f'"{show_excerpt(" ".join(self.passage.text.split()), sought, _SHOWN)}"'

    @property
    def odds(self) -> str:
        """The probability of support by the model, which a comparison may have overruled."""
        if self.judgement.by:
            return f"judged by {self.judgement.by}"
        percent = f"{round((self.judgement.confidence or 0.0) * 100)} %"
        is_overruled = self.judgement.support != "supported" and (self.judgement.confidence or 0.0) >= _EVEN
        said = f"support probability {percent}, overruled" if is_overruled else f"support probability {percent}"
        return f"{STANCES[self.judgement.stance]}; {said}" if self.judgement.stance else said

    @property
    def is_compared(self) -> bool:
        """Whether a contradiction rests on more than one model: on words that differ, or on votes."""
        return bool(self.judgement.by or self.differences(*_NUMERIC_TYPES, *_OPPOSED_TYPES))

    def report(self, message: str, span: Span | None = None, about: str = "") -> Fault:
        """Return a fault at the words of the claim, unless another place is given."""
        return Fault(span or self.span, message, about, citation=self.citation, claim=self.claim)

    def differences(self, *types: str) -> tuple[Difference, ...]:
        """Return the differences of some types."""
        return tuple(each for each in self.judgement.differences if each.type in types)


def find_judged_claims(evidence: Evidence, *supports: Support) -> Iterator[JudgedClaim]:
    """Yield the claims and sources with one of these outcomes."""
    claims = evidence.extraction.claims_by_id
    citations = evidence.extraction.citations_by_id
    by_words: dict[tuple[str, frozenset[Span | None]], list[Judgement]] = {}
    for judgement in evidence.judgements:
        if judgement.confidence is not None and judgement.claim in claims:
            claim = claims[judgement.claim]
            words = frozenset(tie.span for tie in claim.ties if tie.citation == judgement.citation)
            by_words.setdefault((claim.id, words), []).append(judgement)
    for (name, _), judgements in by_words.items():
        for judgement in judgements:
            if judgement.support in supports:
                others = tuple(each for each in judgements if each is not judgement)
                yield JudgedClaim(claims[name], citations[judgement.citation], judgement, others)


def _show_both_sides(difference: Difference) -> str:
    """Return the words of the claim and of the source."""
    claim, source = (shorten_words(words, _SHOWN) for words in (difference.claim, difference.source))
    return f'you wrote "{claim}", the source has "{source}"'


def find_contradicted_claim(evidence: Evidence) -> Iterator[Fault]:
    """The cited source contradicts the claim.

    ## Meaning
    A passage of the source is about the claim and says the opposite: it negates the claim, reverses it, or has another
    name in its place. The message shows both sides. The rule needs a judge (`--judge small`). A different number or
    date is reported as NUM001 or NUM002, and a contradiction that only the model sees as SUP006.

    ## Why it matters
    Readers who check the source find the claim refuted.

    ## Example
    ```markdown
    Street trees raise the temperature of the pavement [REF-043, p. 15].
    ```
    The source says that they lower it.

    ## How to fix it
    Read the passage and correct the claim, or cite a source that supports it.

    ## Limitations
    The small judge is right about 7 times in 10 on public test sets and reads English only; other languages stay
    unchecked. It reads four passages of the source. It misses irony, tables and the meaning of pronouns. It does not
    know that Oslo is in Norway: a place named by its region may count as another place. If NUM rules are deselected,
    wrong numbers are not reported.
    """
    for found in find_judged_claims(evidence, "contradicted"):
        if found.is_compared and not found.differences(*_NUMERIC_TYPES):
            yield found.report(_describe_contradiction(found), _find_span(found))


def _find_span(found: JudgedClaim) -> Span:
    spans = {each.span for each in found.differences(*_OPPOSED_TYPES) if each.span}
    return spans.pop() if len(spans) == 1 else found.span


def _describe_contradiction(found: JudgedClaim) -> str:
    sides = dict.fromkeys(map(_show_both_sides, found.differences(*_OPPOSED_TYPES)))
    said = "; ".join([*sides][:_MOST_SHOWN]) or f"the source has {found.nearest_words}"
    return f"contradicted by {found.place}: {said} ({found.odds})"


def find_unsupported_claim(evidence: Evidence) -> Iterator[Fault]:
    """The cited source does not support the claim.

    ## Meaning
    The full text of the source was read, and no passage supports the claim. The message shows the nearest passage. A
    quotation that the source does not have is reported as QUO001 or QUO002. If several sources are cited for the same
    words, one that supports them is enough. The rule needs a judge (`--judge small`). It does not run with `--risk`,
    which leaves everything open that is not called supported.

    ## Why it matters
    A citation promises that the source says so. Being about the same subject is not enough.

    ## Example
    ```markdown
    Street trees double the price of a flat [REF-043].
    ```
    The source is about street trees and temperature, not prices.

    ## How to fix it
    Cite the source that says it, narrow the claim to what this source says, or remove the citation.

    ## Limitations
    The small judge is right about 7 times in 10 on public test sets and reads English only; other languages stay
    unchecked. It does not combine several pages, and it does not read tables and figures. A source with only notes or
    an abstract stays unchecked.
    """
    for found in find_judged_claims(evidence, "unsupported"):
        is_supported = any(each.support in {"supported", "partial"} for each in found.other_judgements)
        if not is_supported and not _REPORTED.intersection(found.judgement.flags):
            page = f" ({found.page})" if found.page else ""
            passage = f"nearest passage{page}: {found.nearest_words}"
            yield found.report(f"not supported by {found.source}; {passage} ({found.odds})")


def find_partly_supported_claim(evidence: Evidence) -> Iterator[Fault]:
    """The cited source supports only part of the claim, or says it less firmly.

    ## Meaning
    The source supports some clauses of the claim but not others; the message names those that fail. If a language model
    votes "partial" and names no words, the message shows the passage. Or the source has a hedge ("may", "in some
    cases", "residents believe") that the claim drops. If several sources are cited for the same words, a clause that
    one of them supports does not fail. The rule needs a judge (`--judge small`). It does not run with `--risk`, which
    leaves everything open that is not called supported.

    ## Why it matters
    Readers assume that the citation backs the whole sentence.

    ## Example
    ```markdown
    Street trees cool the pavement and double the price of flats [REF-043].
    ```
    The source says the first, but nothing about prices.

    ## How to fix it
    Cite a source for the clause that fails, or remove the clause. Keep the hedge of the source.

    ## Limitations
    The small judge is right about 7 times in 10 on public test sets and reads English only. It splits clauses at
    conjunctions and relative pronouns; a second statement inside a noun phrase is not judged separately.
    """
    for found in find_judged_claims(evidence, "partial"):
        if any(each.support == "supported" for each in found.other_judgements):
            continue
        if not found.differences("hedge", "clause"):  # votes of a language model that name no words
            message = f"only partly supported by {found.place}: the source has {found.nearest_words} ({found.odds})"
            yield found.report(message)
        for lost in _find_lost(found):
            yield found.report(_describe_lost(found, lost), lost.span, lost.claim)


def _find_lost(found: JudgedClaim) -> Iterator[Difference]:
    """Yield the hedges that were dropped, and the clauses that no other source of the same words supports."""
    yield from found.differences("hedge")
    partial = [each.differences for each in found.other_judgements if each.support == "partial"]
    for clause in found.differences("clause"):
        if all(any(each.type == "clause" and each.span == clause.span for each in other) for other in partial):
            yield clause


def _describe_lost(found: JudgedClaim, lost: Difference) -> str:
    if lost.type == "hedge":
        return f"too firm for {found.place}: {_show_both_sides(lost)} ({found.odds})"
    words = shorten_words(lost.claim.rstrip(_STOPS), _SHOWN)
    clause = next((each for each in found.judgement.clauses if each.span == lost.span), None)
    if clause is None:
        return f'only partly supported by {found.source}: no support for "{words}" (whole claim: {found.odds})'
    odds = f"support probability {round((clause.confidence or 0.0) * 100)} %, whole claim: {found.odds}"
    if clause.support == "contradicted" and clause.evidence:
        said = shorten_words(" ".join(clause.evidence[0].text.split()), _SHOWN)
        return f'only partly supported by {found.source}: "{words}" is contradicted, the source has "{said}" ({odds})'
    return f'only partly supported by {found.source}: no support for "{words}" ({odds})'


def find_misattributed_claim(evidence: Evidence) -> Iterator[Fault]:
    """Another cited source supports the claim, but this one does not.

    ## Meaning
    No source cited for the claim supports it, but a passage of another source in the document does. The message names
    the source and page. The rule needs a judge (`--judge small`). With `--risk` it runs only where the cited source
    contradicts the claim.

    ## Why it matters
    The claim is right, but readers are sent to the wrong source. This happens when paragraphs move without their
    citations.

    ## Example
    ```markdown
    Street trees cool the pavement by four degrees [REF-003]. Flats under the roof are the warmest [REF-007].
    ```
    REF-003 does not mention trees; REF-007 says it on page 4.

    ## How to fix it
    Read the passage and cite the source that supports the claim.

    ## Limitations
    Corpus sources that the document does not cite are not searched. Only the two nearest passages are judged, by a
    small model that is right about 7 times in 10 on public test sets and reads English only.
    """
    for found in find_judged_claims(evidence, "unsupported", "contradicted"):
        for other in found.differences("source"):
            message = f"not supported by {found.source}, but by {other.source} ({found.source}: {found.odds})"
            yield found.report(message, found.citation.span)


def find_secondary_citation(evidence: Evidence) -> Iterator[Fault]:
    """The cited source attributes the claim to another work.

    ## Meaning
    The sentence that supports the claim names another work: "according to Kim et al. (2019)", "as shown by [12]", or a
    citation at its end. A claim that names that work itself is accepted. The rule needs a judge (`--judge small`).

    ## Why it matters
    The original work has the methods and limits, which are lost when others repeat its result.

    ## Example
    ```markdown
    Street trees cool the pavement by four degrees [REF-043, p. 2].
    ```
    Page 2 of the source: "According to Kim et al. (2019), street trees cool the pavement by four degrees."

    ## How to fix it
    Read and cite the original work, or write "Kim et al. (2019), as cited in REF-043".

    ## Limitations
    Works named without a year or number ("as the ministry found"), and attributions in another sentence, are not
    recognized. A work that cites its own authors' earlier work is reported too.
    """
    for found in find_judged_claims(evidence, "supported", "partial"):
        for other in found.differences("secondary"):
            cited = f"secondary citation: {found.place} cites {other.source} for this"
            yield found.report(f"{cited}: {found.nearest_words} ({found.odds})", found.citation.span)


def find_doubted_claim(evidence: Evidence) -> Iterator[Fault]:
    """The judge model reads the cited source as a contradiction.

    ## Meaning
    The model reads a passage of the source as a contradiction of the claim, which it takes to be more likely than not,
    but no comparison of the words confirms it. The message shows the sentence of the source. A weaker doubt is reported
    as SUP002. If a negation, a direction or a number differs, SUP001, NUM001 or NUM002 is reported instead. The rule
    needs a judge (`--judge small`).

    ## Why it matters
    Four out of five of these claims are wrong or overstated in our test set.

    ## Example
    ```markdown
    The chain reported the breach in time [REF-043].
    ```
    The source says that it took nine days, and that the law allows three.

    ## How to fix it
    Read the passage and correct the claim if they disagree. Otherwise ignore the finding.

    ## Limitations
    One in five findings is wrong in our test set, because the model alone can misread a paraphrase. This is why it is a
    warning. English only; four passages of the source are read.
    """
    for found in find_judged_claims(evidence, "contradicted"):
        if not found.is_compared:
            said = f"probably contradicted by {found.place}: the source has {found.nearest_words}"
            yield found.report(f"{said} (model only, {found.odds})")


def find_misplaced_claim(evidence: Evidence) -> Iterator[Fault]:
    """The source supports the claim on another page than the one cited.

    ## Meaning
    The source supports the claim, but the cited page does not. The message names the page that does. Printed page
    numbers and pages counted in the file are both accepted. A sentence at the edge of a page may continue on the next
    one and is accepted. For quotations see QUO003. The rule needs a judge (`--judge small`).

    ## Why it matters
    Readers who open the cited page do not find the claim.

    ## Example
    ```markdown
    Street trees cool the pavement by four degrees [REF-043, p. 3].
    ```
    Page 3 describes the sensors; the four degrees are on page 7.

    ## How to fix it
    Read the page named in the message, and cite it.

    ## Limitations
    Sources without pages, and figures and scanned tables, are not checked. The small judge is right about 7 times in 10
    on public test sets and reads English only. Nothing is reported if its answer on either page is unclear, if the
    cited page has nearly all words of the claim, or for an open range such as `p. 12 ff.`
    """
    for found in find_judged_claims(evidence, "supported"):
        for page in found.differences("support-page"):
            cited = f"p. {page.claim}" if page.claim.isalnum() else f"pp. {page.claim}"
            message = f"{found.source} supports this on p. {page.source}, not on {cited} ({found.odds})"
            yield found.report(message, found.citation.span)


def _report_wrong_values(evidence: Evidence, *types: str) -> Iterator[Fault]:
    """Report each difference of some types, except inside a quotation that was altered: QUO002 has those."""
    for found in find_judged_claims(evidence, "contradicted"):
        quoted = [each.span for each in found.differences("quote") if each.span]
        for each in found.differences(*types):
            span = each.span or found.span
            if not any(span.overlaps(other) for other in quoted):
                about = f"{found.citation.normal} {each.claim}"
                yield found.report(_describe_wrong_value(found, each), span, about)


def _describe_wrong_value(found: JudgedClaim, difference: Difference) -> str:
    sides = f'you wrote "{difference.claim}", {found.place} has "{difference.source}"'
    return f"wrong {difference.type}: {sides} ({found.odds})"


def find_wrong_number(evidence: Evidence) -> Iterator[Fault]:
    """The cited source gives another number.

    ## Meaning
    A number of the claim and its counterpart in the passage differ in value or unit; the message shows both. Rounding,
    "about", spelled-out numbers and other units of the same measure are accepted. A judge of passages cannot
    overrule the comparison; one that reads whole pages decides by itself, and the comparison shows what differs. The
    rule needs a judge (`--judge small`).

    ## Why it matters
    Readers remember numbers, and numbers are mistyped and invented most often.

    ## Example
    ```markdown
    Consistent voice improves perceived quality by 45 % [REF-043, p. 15].
    ```
    The source has 23 %.

    ## How to fix it
    Use the number of the source. If yours comes from elsewhere, cite that source.

    ## Limitations
    Numbers in tables and figures, and numbers that follow by arithmetic, are not found. The passage is chosen by the
    search and the small judge, which are right about 7 times in 10 on public test sets, in English only.
    """
    return _report_wrong_values(evidence, "number", "unit")


def find_wrong_date(evidence: Evidence) -> Iterator[Fault]:
    """The cited source gives another date.

    ## Meaning
    A date or year of the claim and its counterpart in the passage differ; the message shows both. The less exact of the
    two sets the precision: "in 1998" matches "on 4 May 1998". A judge of passages cannot
    overrule the comparison; one that reads whole pages decides by itself, and the comparison shows what differs. The
    rule needs a judge (`--judge small`).

    ## Why it matters
    A wrong year can put the effect before the cause, or send readers to the wrong volume.

    ## Example
    ```markdown
    The bridge was opened in 1989 [REF-043, p. 2].
    ```
    The source has 1998.

    ## How to fix it
    Use the date of the source. If yours comes from elsewhere, cite that source.

    ## Limitations
    Other calendars and relative dates ("two years later") are not compared. The passage is chosen by the search and the
    small judge, which are right about 7 times in 10 on public test sets, in English only.
    """
    return _report_wrong_values(evidence, "date")
