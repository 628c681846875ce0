"""LNK001 to LNK004 and FRE003: addresses that are dead, moved, empty, unencrypted or changed."""

from collections.abc import Iterator
from urllib.parse import urlsplit

from citevet.contracts import Evidence, Fault
from citevet.model import Citation, Edit, Fix, Flag, Judgement, Record, Safety, Span
from citevet.rules.citation_judgements import find_cited_works, report_work

_NOT_THERE: frozenset[Flag] = frozenset({"soft-404", "redirected-home", "parked"})


def find_dead_link(evidence: Evidence) -> Iterator[Fault]:
    """A cited page is gone.

    ## Meaning
    The host answered 404 or 410: there is no page at this address. Or there is no host of this name. If the Wayback
    Machine has a copy, the message says so.

    ## Why it matters
    Readers cannot check what you cite.

    ## Example
    ```markdown
    Streets cooled by 2 degrees ([report](https://city.example/gone.html)).
    ```
    with `citevet check --online`.

    ## How to fix it
    Find the new address, or cite the archived copy: `citevet check --online --fix --unsafe-fixes` puts it in.

    ## Limitations
    It needs `--online`. Hosts that refuse to answer, or answer with an error of their own, are not reported.
    """
    for citation, judgement, record in _find_links(evidence):
        if "gone" in judgement.flags:
            fix = _replace(evidence, citation, _find_copy(record))
            yield report_work(evidence, citation, f"dead link: {judgement.note}", fix)


def find_moved_link(evidence: Evidence) -> Iterator[Fault]:
    """A cited page has moved for good.

    ## Meaning
    The host redirects this address permanently to another one.

    ## Why it matters
    Redirects are switched off some day, and then the link is dead.

    ## Example
    ```markdown
    See the [survey](https://city.example/old).
    ```
    with `citevet check --online`.

    ## How to fix it
    Cite the new address: `citevet check --online --fix --unsafe-fixes` puts it in.

    ## Limitations
    It needs `--online`. Temporary redirects are not reported.
    """
    for citation, judgement, record in _find_links(evidence):
        if "moved" in judgement.flags and record and not _differs_in_scheme(citation, record):
            fix = _replace(evidence, citation, record.url)
            yield report_work(evidence, citation, f"page moved to {record.url}", fix)


def find_empty_link(evidence: Evidence) -> Iterator[Fault]:
    """A cited address answers, but the page is not there.

    ## Meaning
    The address leads to a page that says "not found", to the start page of the site, or to a domain that is for sale.

    ## Why it matters
    Readers cannot check what you cite, and a link checker that looks at the status only does not see it.

    ## Example
    ```markdown
    See the [survey](https://city.example/sold).
    ```
    with `citevet check --online`.

    ## How to fix it
    Find the new address, or cite an archived copy.

    ## Limitations
    It needs `--online`. A page counts as "not found" only if an address that cannot exist on the same host gives the
    same page.
    """
    for citation, judgement, record in _find_links(evidence):
        if _NOT_THERE.intersection(judgement.flags):
            fix = _replace(evidence, citation, _find_copy(record))
            yield report_work(evidence, citation, f"the page is not there: {judgement.note}", fix)


def find_unencrypted_link(evidence: Evidence) -> Iterator[Fault]:
    """A cited http address leads to the same page over https.

    ## Meaning
    The host redirects the address permanently to the same one with https.

    ## Why it matters
    Until the redirect comes, anyone on the way can read and change the page.

    ## Example
    ```markdown
    See http://city.example/report.
    ```
    with `citevet check --online`.

    ## How to fix it
    Write https: `citevet check --online --fix` does so.

    ## Limitations
    It needs `--online`.
    """
    for citation, judgement, record in _find_links(evidence):
        if judgement.existence == "found" and record and _differs_in_scheme(citation, record):
            fix = _replace(evidence, citation, record.url, Safety.SAFE)
            yield report_work(evidence, citation, f"the page has moved to https: {record.url}", fix)


def find_drifted_page(evidence: Evidence) -> Iterator[Fault]:
    """A cited page has changed since the document was written.

    ## Meaning
    The copy that the Wayback Machine made nearest to the date of the document differs from its latest copy. The date is
    the one in the front matter, or that of the title page in LaTeX.

    ## Why it matters
    The page may no longer say what you cite it for.

    ## Example
    ```markdown
    ---
    date: 2024-05-03
    ---
    The limit is 50 mg ([guideline](https://health.example/limits)).
    ```
    with `citevet check --online`.

    ## How to fix it
    Read the page again, and cite the archived copy if the page of that day is meant.

    ## Limitations
    It needs `--online` and a document with a date. The rule does not know whether the change concerns your claim.
    """
    for citation, judgement, _ in _find_links(evidence):
        if "drifted" in judgement.flags:
            message = f"the page has changed since the document was written: {judgement.note}"
            yield report_work(evidence, citation, message)


def _find_links(evidence: Evidence) -> Iterator[tuple[Citation, Judgement, Record | None]]:
    """Yield the works that were looked up by their address; those of files have the same flags."""
    for citation, judgement in find_cited_works(evidence):
        source = evidence.source_of(judgement)
        is_file = citation.kind in {"artifact", "mention", "corpus"}
        if not is_file and (source is None or source.kind == "web"):
            yield citation, judgement, source.record if source else None


def _differs_in_scheme(citation: Citation, record: Record) -> bool:
    old, new = urlsplit(_find_address(citation)), urlsplit(record.url)
    return (old.scheme, new.scheme) == ("http", "https") and old[1:4] == new[1:4]


def _find_copy(record: Record | None) -> str:
    return record.copies[0] if record and record.copies else ""


def _find_address(citation: Citation) -> str:
    return citation.link.target or citation.text


def _replace(evidence: Evidence, citation: Citation, new: str, safety: Safety = Safety.ASK) -> Fix | None:
    """Return a fix that puts another address in the place of the cited one, if the document has it word for word."""
    old = _find_address(citation)
    found = evidence.extraction.document.text.find(old, citation.span.start, citation.span.end)
    if not new or citation.kind not in {"url", "link"} or found < 0:
        return None
    return Fix(safety, f"cite {new}", (Edit(Span(found, found + len(old)), new),))
