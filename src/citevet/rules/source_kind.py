"""EXI012 and FRE004: sources that anyone can write, and sources that are older than the time that a claim speaks of."""

import re
from collections.abc import Iterator
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Claim, Severity, Source, Span
from citevet.rules.citation_judgements import find_cited_works, report_work
from citevet.text.patterns import lazy_pattern

_KINDS = {"blog": "a blog", "forum": "a forum or social network"}
_DATED = lazy_pattern(r"\bas (?:of|at) (?:[A-Z][a-z]+ )?((?:19|20)\d\d)\b", re.IGNORECASE)
_NOW = lazy_pattern(
    r"\b(?:currently|at present|nowadays|as of today|the latest|most recent|state[- ]of[- ]the[- ]art)\b|현재|오늘날",
    re.IGNORECASE,
)
_OLD = 10  # years behind the newest source of the document


class SelfPublishedSource:
    """A source is a blog, a forum or a post in a social network.

    ## Meaning
    The cited page is on a site where anyone can publish without an editor: a blog, a forum, a social network.

    ## Why it matters
    Only the author has checked the text. It is good evidence for what its author thinks, and weak for a fact.

    ## Example
    ```markdown
    Lime trees live for 900 years ([thread](https://www.reddit.com/r/trees/1)).
    ```

    ## How to fix it
    Cite the study, the law or the report that the page rests on. Where the page itself is the subject, ignore the
    finding.

    ## Limitations
    It needs `--online`. Only well-known sites, hosts such as `blog.example.org` and paths such as `/blog/` are
    recognised. The quality of every source is in the JSON report: `primary`, `secondary`, `blog`, `forum`,
    `unreliable`, or null where its kind does not show it.
    """

    name: ClassVar[str] = "self-published-source"
    severity: ClassVar[Severity] = Severity.INFO

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        for citation, judgement in find_cited_works(evidence):
            source = evidence.sources.get(judgement.source or "")
            if source and source.quality in _KINDS:
                yield report_work(evidence, citation, f"the source is {_KINDS[source.quality]}: {source.url}")


class OlderSource:
    """A claim about the present rests on an old source.

    ## Meaning
    The claim says `as of 2024`, and its source was published before that year. Or it says `currently`, `the latest` or
    the like, and its source is at least ten years older than the newest work that the document cites.

    ## Why it matters
    The source cannot know what has changed since it was published.

    ## Example
    ```markdown
    As of 2024, the city has 9,000 street trees (doi:10.5555/trees.2020).
    ```
    The cited work was published in 2020.

    ## How to fix it
    Cite a newer source, or write the year of the source in place of the word.

    ## Limitations
    A claim with several sources is measured by the newest one. Law, and sources without a year, are left out; other
    words for the present are not recognised.
    """

    name: ClassVar[str] = "older-source"
    severity: ClassVar[Severity] = Severity.INFO

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        by_claim: dict[str, list[Source | None]] = {}
        for judgement in evidence.judgements:
            if judgement.claim:
                source = evidence.sources.get(judgement.source or "")
                by_claim.setdefault(judgement.claim, []).append(source)
        newest = max((source.year for source in evidence.sources.values() if source.year), default=0)
        for claim in evidence.extraction.claims:
            years = [source.year if source and source.kind != "law" else None for source in by_claim.get(claim.id, ())]
            dated = [year for year in years if year]
            if dated and len(dated) == len(years):
                yield from _compare(claim, max(dated), newest)


def _compare(claim: Claim, year: int, newest: int) -> Iterator[Fault]:
    words = _DATED.search(claim.plain.text)
    if words and year < int(words[1]):
        why = f'"{words[0]}" rests on a source of {year}'
    elif (words := _NOW.search(claim.plain.text)) and year + _OLD <= newest:
        why = f'"{words[0]}" rests on a source of {year}; the document cites works up to {newest}'
    else:
        return
    span = Span(claim.plain.back(words.start()), claim.plain.back(words.end() - 1) + 1)
    yield Fault(span, why, about=words[0], claim=claim)
