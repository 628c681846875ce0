"""RET001 to RET004, EXI012, FRE001, FRE002, FRE004: sources that were retracted, changed or are old, and blogs."""

import re
from collections.abc import Iterator

from citevet.contracts import Evidence, Fault
from citevet.model import Citation, Claim, Edit, Fix, Judgement, Notice, NoticeKind, Safety, Span
from citevet.patterns import lazy_pattern
from citevet.records import collect_values
from citevet.rules.citation_judgements import find_cited_works, find_difference, find_flagged_citations, report_work


def find_retracted_source(evidence: Evidence) -> Iterator[Fault]:
    """A cited work was retracted.

    ## Meaning
    Crossref, PubMed, OpenAlex or the data of Retraction Watch says that the work was retracted, withdrawn or removed.

    ## Why it matters
    Its results can no longer be relied on, and readers will think that you did not know.

    ## Example
    ```markdown
    Vaccines were linked to autism (doi:10.1016/S0140-6736(97)11096-0).
    ```
    with `citevet check --online`, or after `citevet data add retraction-watch FILE.csv`.

    ## How to fix it
    Remove the citation, or say in the text that the work was retracted and cite the notice as well.

    ## Limitations
    It needs `--online` or installed data. Works that cite a retracted work on purpose are reported, too.
    """
    yield from _report_notices(evidence, "retraction", "this work was retracted")


def find_doubted_source(evidence: Evidence) -> Iterator[Fault]:
    """The publisher has expressed concern about a cited work.

    ## Meaning
    There is an expression of concern about the work, and no retraction yet.

    ## Why it matters
    The result may not hold. An expression of concern is often followed by a retraction.

    ## Example
    ```markdown
    The drug halves mortality (doi:10.5555/doubted).
    ```
    with `citevet check --online`.

    ## How to fix it
    Read the notice, and decide whether the claim can still rest on this work.

    ## Limitations
    It needs `--online` or installed data.
    """
    yield from _report_notices(evidence, "concern", "there is an expression of concern about this work")


def find_corrected_source(evidence: Evidence) -> Iterator[Fault]:
    """A cited work was corrected after publication.

    ## Meaning
    There is a correction or erratum to the work.

    ## Why it matters
    The number or statement that you cite may be the one that was corrected.

    ## Example
    ```markdown
    The effect was 12 % (doi:10.5555/corrected).
    ```
    with `citevet check --online`.

    ## How to fix it
    Read the correction, and compare it with what you cite.

    ## Limitations
    It needs `--online` or installed data. The rule does not know what was corrected.
    """
    yield from _report_notices(evidence, "correction", "this work was corrected")


def find_superseded_source(evidence: Evidence) -> Iterator[Fault]:
    """There is a newer version of a cited work.

    ## Meaning
    The registry names a later version: the journal article of a preprint, or a new release of a dataset.

    ## Why it matters
    Readers expect the published version, and its results may differ.

    ## Example
    ```markdown
    Streets cool by 2 degrees (doi:10.5555/preprint).
    ```
    with `citevet check --online`.

    ## How to fix it
    Read the newer version, and cite it if it says the same.

    ## Limitations
    It needs `--online`. It is silent if the entry has the DOI of the newer version beside that of the older one.
    """
    yield from _report_notices(evidence, "new-version", "there is a newer version of this work")


def _report_notices(evidence: Evidence, kind: NoticeKind, what: str) -> Iterator[Fault]:
    references = evidence.extraction.references_by_id
    for citation, judgement in find_cited_works(evidence):
        source = evidence.source_of(judgement)
        notices = [notice for notice in (source.notices if source else ()) if notice.kind == kind]
        if kind == "new-version" and (reference := references.get(citation.reference or "")):
            own = {each.normal.casefold() for each in reference.identifiers}
            notices = [notice for notice in notices if notice.id.casefold() not in own]
        if notices and judgement.existence == "found":
            said = "; ".join(dict.fromkeys(_describe(notice, what) for notice in notices))
            yield report_work(evidence, citation, f"{what} ({said})")


def _describe(notice: Notice, what: str) -> str:
    """Return who says so, when, where and why; a reason that only repeats the kind of notice is left out."""
    repeats = notice.why.casefold() in f"{notice.kind} {what}"
    return ", ".join(part for part in (notice.by, notice.date, notice.id, "" if repeats else notice.why) if part)


# Self-published and old sources

_KINDS = {"blog": "a blog", "forum": "a forum or social network"}
_DATED = lazy_pattern(r"\bas (?:of|at) (?:[A-Z][a-z]+ )?((?:19|20)\d\d)\b", re.IGNORECASE)
_NOW = lazy_pattern(
    r"\b(?:currently|at present|nowadays|as of today|the latest|most recent|state[- ]of[- ]the[- ]art)\b|현재|오늘날",
    re.IGNORECASE,
)
_OLD = 10  # years behind the newest source of the document


def find_self_published_source(evidence: Evidence) -> Iterator[Fault]:
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
    for citation, judgement in find_cited_works(evidence):
        source = evidence.source_of(judgement)
        if source and source.quality in _KINDS:
            yield report_work(evidence, citation, f"the source is {_KINDS[source.quality]}: {source.url}")


def find_older_source(evidence: Evidence) -> Iterator[Fault]:
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
    by_claim = collect_values((each.claim, evidence.source_of(each)) for each in evidence.judgements)
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
    yield Fault(claim.plain.back_span(Span(*words.span())), why, about=words[0], claim=claim)


# Files that changed

_MARK = "[STALE: hash mismatch]"
_DIGITS = 16  # of the SHA-256, that a citation carries


def find_stale_artifact(evidence: Evidence) -> Iterator[Fault]:
    """A cited file has changed since it was cited.

    ## Meaning
    The citation has the first 16 digits of the file's SHA-256, and the file now has another hash. If git has the cited
    version, the message says whether the cited lines are unchanged, moved or changed.

    ## Why it matters
    What the sentence says about the file may no longer be true.

    ## Example
    ```markdown
    Login retries twice [src/auth/login.ts@a8f9c2d4e5f60718, L42-58].
    ```

    ## How to fix it
    Read the file again and, if the sentence is still true, cite the current hash and lines. `citevet fix
    --unsafe-fixes` appends `[STALE: hash mismatch]`; it never rewrites the citation.

    ## Limitations
    If the cited version was never committed, or is more than 200 commits back, nothing is known about the lines.
    """
    text = evidence.extraction.document.text
    for citation, judgement in find_flagged_citations(evidence, "stale"):
        if citation.fault and len(citation.file.hash) != _DIGITS:
            continue  # no hash that could be compared: IDN008
        message = f"file changed since it was cited: {citation.text}{_describe_lines(judgement)}"
        yield Fault(citation.span, message, fix=_make_mark(citation, text), citation=citation)


def find_unversioned_artifact(evidence: Evidence) -> Iterator[Fault]:
    """A file is cited without the hash of its content.

    ## Meaning
    The citation names an existing file, but not the version that was read.

    ## Why it matters
    When the file changes, it is unclear whether the sentence was written before or after.

    ## Example
    ```markdown
    The old login has no retry [src/legacy/auth.py, L88].
    ```

    ## How to fix it
    Read the file again and add the first 16 digits of its SHA-256, which the message gives:
    [src/legacy/auth.py@a8f9c2d4e5f60718, L88].

    ## Limitations
    The rule does not know whether the file has changed since it was cited.
    """
    for citation, judgement in find_flagged_citations(evidence, "unversioned"):
        if citation.fault and "@" in citation.text:
            continue  # what stands for the hash is none: IDN008
        source = evidence.source_of(judgement)
        hint = f" (current version: @{source.sha256[:_DIGITS]})" if source and source.sha256 else ""
        yield Fault(citation.span, f"file cited without a version: {citation.text}{hint}", citation=citation)


def _describe_lines(judgement: Judgement) -> str:
    moved = find_difference(judgement, "lines")
    if "moved" in judgement.flags and moved:
        return f" (cited lines are now L{moved.source})"
    if "lines-unchanged" in judgement.flags:
        return " (cited lines are unchanged)"
    if "lines-changed" in judgement.flags:
        return " (cited lines changed too)"
    known = find_difference(judgement, "hash")
    return f" (current hash: {known.source})" if known else ""


def _make_mark(citation: Citation, text: str) -> Fix | None:
    """Append the mark, once."""
    end = citation.span.end
    if text[end : end + 2 + len(_MARK)].lstrip().startswith(_MARK):
        return None
    return Fix(Safety.ASK, "mark as stale", (Edit(Span(end, end), f" {_MARK}"),))
