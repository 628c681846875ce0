"""EXI001 to EXI011, EXI013: works and files that do not exist, or of which there are several; verifiers that object."""

from collections.abc import Iterator
from dataclasses import replace

from citevet.contracts import Evidence, Fault
from citevet.model import LAW, AggregatedVerdict, Citation, CitationKind, Edit, Fix, Judgement, Safety
from citevet.rules.citation_judgements import (
    find_cited_works,
    find_difference,
    find_flagged_citations,
    find_judged_citations,
    find_named_citations,
    find_verdicts,
    report_work,
    suggest_work,
)
from citevet.rules.citation_removal import fix_missing, report_missing
from citevet.text.excerpts import show_excerpt

# Citations with rules of their own: those of the project, of the web and of the law.
_OTHERS: frozenset[CitationKind] = LAW | {"mention", "artifact", "url", "link"}
_SHOWN = 200  # characters of a rationale


def find_not_in_corpus(evidence: Evidence) -> Iterator[Fault]:
    """A cited corpus id is not in the corpus.

    ## Meaning
    The project has a corpus, and no entry has this id.

    ## Why it matters
    A corpus id promises that the project has the source. An id without an entry often means an invented citation.

    ## Example
    ```markdown
    Voice is everything [REF-099].
    ```

    ## How to fix it
    Correct the id or add the source (`citevet corpus add`). `citevet fix --unsafe-fixes` removes the citation and
    leaves a comment, also in a table cell; from a bracket with several ids it removes only the missing ones. Where the
    sentence needs the marker ("See [REF-099].", "REF-099 shows") it adds a comment, in plain text a mark in brackets.

    ## Limitations
    The rule does not know whether another id was meant.
    """
    named = find_named_citations(evidence, "corpus")
    found = (
        (
            citation,
            f"{citation.normal} is not in the corpus"
            if judgement.existence == "missing" and not judgement.note
            else None,
        )
        for citation, judgement in named
    )
    yield from report_missing(evidence, found)


def find_missing_mention(evidence: Evidence) -> Iterator[Fault]:
    """A mentioned file does not exist.

    ## Meaning
    The path after the `@` is relative to the project's root, and no such file exists.

    ## Why it matters
    Readers and agents that follow the mention find nothing.

    ## Example
    ```markdown
    Voice matters, see @.aiwg/research/sources/voice.md.
    ```

    ## How to fix it
    Correct the path. If the path contains a corpus id that has another file name, the message gives it. `citevet fix
    --unsafe-fixes` writes that name. Otherwise it removes the mention and leaves a comment, or only adds a comment
    where the sentence needs the mention ("See @notes.md.").

    ## Limitations
    Files on another machine or branch are not seen. A mention of a package (`@scope/name.js`) may look like a path.
    """
    for citation, judgement in find_judged_citations(evidence, "mention"):
        if judgement.existence == "missing" and not citation.file.use_cases:
            moved = find_difference(judgement, "path")
            hint = f" ({citation.file.source} is at {moved.source})" if moved else ""
            fix = _correct_path(citation, moved.source) if moved else _fix_missing_file(citation, evidence)
            yield Fault(citation.span, f"missing file {citation.text}{hint}", fix=fix, citation=citation)


def _fix_missing_file(citation: Citation, evidence: Evidence) -> Fix | None:
    return fix_missing([citation], [citation], evidence, "no such file")


def _correct_path(citation: Citation, path: str) -> Fix:
    return Fix(Safety.ASK, f"replace with @{path}", (Edit(citation.span, f"@{path}"),))


def find_missing_artifact(evidence: Evidence) -> Iterator[Fault]:
    """A cited file does not exist.

    ## Meaning
    A file is cited as `[path@hash, L42-58]`; hash and lines may be left out. The path is relative to the project's
    root, and no such file exists. In place of the path may stand an id: `[UC-login@hash]`. Its path is looked up in
    `artifacts` of `citevet.toml`, then in `.aiwg/index/artifacts.json`, which map ids to paths, then among the names
    of all files of the project. Several files with that name are reported too, unless the hash decides.

    ## Why it matters
    The evidence was removed, renamed, or never existed.

    ## Example
    ```markdown
    Login retries twice [src/auth/login.ts@a8f9c2d4e5f60718, L42-58].
    ```

    ## How to fix it
    Find the new path and cite the file from its current content, or remove the claim. `citevet fix --unsafe-fixes`
    removes the citation and leaves a comment; where the sentence needs it, it adds a comment only.

    ## Limitations
    A renamed file counts as missing. An id without hash and lines (`[UC-login]`) is only read with `--rlm`.
    """
    named = find_judged_citations(evidence, "artifact")
    found = ((citation, _describe_artifact(citation, judgement)) for citation, judgement in named)
    yield from report_missing(evidence, found, "no such file")


def _describe_artifact(citation: Citation, judgement: Judgement) -> str | None:
    if judgement.existence == "ambiguous":
        files = find_difference(judgement, "path")
        return f"several files may be meant by {citation.text}" + (f": {files.source}" if files else "")
    return f"missing file {citation.text}" if judgement.existence == "missing" else None


def find_path_outside_project(evidence: Evidence) -> Iterator[Fault]:
    """A cited path is outside the project.

    ## Meaning
    Paths of mentions and file citations are relative to the project's root. This one is absolute, starts with `~`,
    contains `..`, or follows a symbolic link out of the project. It was not opened.

    ## Why it matters
    Other people do not have this file, and a document must not make citevet read files outside the project.

    ## Example
    ```markdown
    The key is set in [../../etc/passwd, L1].
    ```

    ## How to fix it
    Copy the file into the project and cite its path from the root, without `..`.

    ## Limitations
    citevet does not check whether the file exists.
    """
    for citation, _ in find_flagged_citations(evidence, "outside-root"):
        yield Fault(citation.span, f"path outside the project: {citation.text} (not opened)", citation=citation)


def find_author_not_in_corpus(evidence: Evidence) -> Iterator[Fault]:
    """An author-year citation is neither in the corpus nor in the document's list.

    ## Meaning
    The project has a corpus, but no entry has these authors and this year. The document has no entry for the work
    either, and no link or DOI next to the citation.

    ## Why it matters
    A name and a year can be written from memory, and invented ones look real.

    ## Example
    ```markdown
    Voice matters (Smith et al., 2023).
    ```

    ## How to fix it
    Add the source (`citevet corpus add`) and cite its id, or correct the name and year. If the corpus has a work by the
    same authors one year off, the message says so. An entry by Kim alone matches neither Kim and Park nor Kim et al.;
    the message names it. `citevet fix --unsafe-fixes` removes a citation in brackets and leaves a comment; in a
    sentence about the authors ("Smith (2023) shows") it adds a comment after the year.

    An entry of the same authors without a year may be the work, and so may an entry of that year without authors.
    Then the finding is a note without a fix. Add the year or the authors to the entry, and the note is decided.

    ## Limitations
    A work that is not in the corpus may still exist. Where only corpus ids are allowed, FMT001 is reported instead.
    """
    if evidence.policy.corpus_only:
        return
    named = tuple(find_named_citations(evidence, "author-year"))
    found = (
        (citation, _describe(citation, judgement) if judgement.existence_reason == "not-in-corpus" else None)
        for citation, judgement in named
    )
    yield from report_missing(evidence, found)
    for citation, judgement in named:
        if judgement.existence_reason == "abstained" and (possible := _find_nearest(judgement)):
            message = f"{citation.text} is in the corpus only if it is {possible}; complete the entry"
            yield Fault(citation.span, message, citation=citation, is_doubtful=True)


def _describe(citation: Citation, judgement: Judgement) -> str:
    nearest = _find_nearest(judgement)
    return f"{citation.text} is not in the corpus" + (f" (nearest: {nearest})" if nearest else "")


def _find_nearest(judgement: Judgement) -> str:
    """Return the entry of the corpus that a citation may mean."""
    nearest = find_difference(judgement, "year") or find_difference(judgement, "authors")
    return nearest.source if nearest else ""


def find_ambiguous_corpus_id(evidence: Evidence) -> Iterator[Fault]:
    """Several corpus entries have the cited id.

    ## Meaning
    Two or more files of the corpus have this id, so the citation is ambiguous.

    ## Why it matters
    Pages, quotations and grades cannot be checked against two sources, and readers may open the wrong one.

    ## Example
    ```markdown
    Voice matters [REF-003].
    ```

    ## How to fix it
    Give one of the entries a new id and correct its citations. MET004 reports the entries themselves.

    ## Limitations
    The rule does not know which source the author read.
    """
    for citation, judgement in find_named_citations(evidence, "corpus"):
        if judgement.existence == "ambiguous":
            entries = find_difference(judgement, "entry")
            hint = f" (entries: {entries.source})" if entries else ""
            yield Fault(citation.span, f"ambiguous corpus id {citation.normal}{hint}", citation=citation)


def find_missing_use_case(evidence: Evidence) -> Iterator[Fault]:
    """A cited use case does not exist.

    ## Meaning
    The document cites a use case by its id, such as `UC-007`. No file below the folder of use cases has this id in its
    name or in a heading. The folder is `use-cases` in `citevet.toml`, else `.aiwg/requirements` if it has any.

    ## Why it matters
    A requirement that does not exist is often invented, and work is planned for it.

    ## Example
    ```markdown
    Closed by #12, as UC-007 asks.
    ```
    in a project whose `.aiwg/requirements` has no `UC-007`.

    ## How to fix it
    Correct the id, or write the use case.

    ## Limitations
    Only ids of the form `UC-` and three digits count. In a project without use cases the form cites nothing.
    """
    for citation, judgement in find_judged_citations(evidence, "mention"):
        if judgement.existence == "missing" and citation.file.use_cases:
            message = f"{citation.text} is not a use case in {citation.file.use_cases}"
            yield Fault(citation.span, message, fix=_fix_missing_file(citation, evidence), citation=citation)


def find_unregistered_identifier(evidence: Evidence) -> Iterator[Fault]:
    """The authority for an identifier says that it does not exist.

    ## Meaning
    doi.org has no such DOI, arXiv no such paper, or PubMed no such record. Only the service that assigns or keeps the
    identifiers is believed; a work that other databases do not know is not reported here. A link to an identifier,
    such as `[Lee 2019](https://doi.org/10.5555/trees)`, counts. Where the reference has the title of a known work, the
    message names that work.

    ## Why it matters
    An identifier that does not exist is a typing error or an invented source.

    ## Example
    ```markdown
    Trees cool streets (doi:10.5555/does-not-exist).
    ```
    with `citevet check --online`.

    ## How to fix it
    Look up the work by its title and copy the identifier from there.

    ## Limitations
    It needs `--online`. A service that does not answer gives no finding, and the citation counts as unchecked. A DOI
    that only the address of a page has, such as `https://journal.example/doi/10.5555/trees/cover`, is not reported:
    what follows it may belong to the address, so the page is looked up.
    """
    for citation, judgement in find_cited_works(evidence):
        is_work = citation.kind not in _OTHERS or bool(citation.link.papers)
        if judgement.existence == "missing" and judgement.note and is_work:
            yield report_work(evidence, citation, judgement.note + suggest_work(judgement))


def find_ambiguous_work(evidence: Evidence) -> Iterator[Fault]:
    """Several works fit a reference, or several cases or acts a citation of law.

    ## Meaning
    A search by title, first author and year found more than one work, and nothing in the reference decides. Or several
    cases begin on the cited page, or several acts have the cited title. The message lists them.

    ## Why it matters
    Readers cannot know which of the works is meant.

    ## Example
    ```markdown
    [1] Smith, J. (2019). Annual report.
    ```
    with `citevet check --online`.

    ## How to fix it
    Add the DOI, or the journal, volume and pages; for law, the name of the case or the number of the act.

    ## Limitations
    It needs `--online`.
    """
    for citation, judgement in find_cited_works(evidence):
        if judgement.existence == "ambiguous" and citation.kind not in _OTHERS - LAW and judgement.note:
            yield report_work(evidence, citation, judgement.note)


def find_unknown_work(evidence: Evidence) -> Iterator[Fault]:
    """No registry knows a work.

    ## Meaning
    A reference has no identifier, and a search by its title, first author and year found nothing that agrees. That
    alone is a note. It is a warning where the reference is likely fabricated: two services that list the cited journal
    or proceedings of that year answered, and have no work with the title; or none of its people wrote the only
    work that has its long title.

    ## Why it matters
    Invented references look like this. So do reports, theses and older books that no free registry lists.

    ## Example
    ```markdown
    [1] Doe, J. (2019). A work that nobody wrote. Journal of Nothing, 1, 1-2.
    ```
    with `citevet check --online`.

    ## How to fix it
    Look for the work by hand, and add its DOI, ISBN or address.

    ## Limitations
    It needs `--online`. Not found does not mean that the work does not exist. Theses, reports, preprints, web pages,
    supplements and works before 1995 or of this year are never called likely fabricated, and a service that failed is
    no evidence.
    """
    for citation, judgement in find_cited_works(evidence):
        if "unlisted" in judgement.flags and citation.kind not in _OTHERS:
            fault = report_work(evidence, citation, judgement.note)
            yield replace(fault, is_doubtful="likely-fabricated" not in judgement.flags)


def find_contradicted_by_verifier(evidence: Evidence) -> Iterator[Fault]:
    """A verifier of yours contradicts the claim or its citation.

    ## Meaning
    You run `citevet check --online` with verifiers of your own. The one with the highest authority says `contradicted`,
    and names its evidence. The message has its words and the evidence.

    ## Why it matters
    Your verifier knows a source that citevet does not know, such as the database of your field.

    ## Example
    ```markdown
    The pier is public (HC-12).
    ```
    The verifier `harbour-court` says that HC-12 closed the pier.

    ## How to fix it
    Read the evidence. Correct the claim or the citation, or the verifier.

    ## Limitations
    It needs `--online` and a verifier, see the guide on verifiers. A verdict without evidence does not count, and an
    answer without a record is not a contradiction.
    """
    for citation, judgement, verdict in find_verdicts(evidence):
        if verdict.label == "contradicted" and judgement.by == verdict.verifier:
            message = f"{verdict.verifier} contradicts this: {_describe_verdict(verdict)}"
            yield Fault(citation.span, message, about=citation.normal, citation=citation)


def find_conflicting_verdicts(evidence: Evidence) -> Iterator[Fault]:
    """Verifiers disagree about a citation.

    ## Meaning
    Two verifiers say different things about a claim or its citation, yours or one of yours and citevet. The verdict is
    that of the highest authority; where those with the highest authority disagree, it is open.

    ## Why it matters
    The verdict alone would hide that there is evidence on the other side.

    ## Example
    ```markdown
    The pier is public (HC-12).
    ```
    The verifier `harbour-court` says `contradicted`, `port-authority` says `verified`.

    ## How to fix it
    Read the evidence of both sides, which `--format json` lists.

    ## Limitations
    It needs `--online` and a verifier, see the guide on verifiers.
    """
    for citation, _, verdict in find_verdicts(evidence):
        if verdict.dissent:
            yield Fault(citation.span, _list_sides(verdict), about=citation.normal, citation=citation)


def _list_sides(verdict: AggregatedVerdict) -> str:
    top = [] if verdict.verifier == "conflict" else [(verdict.verifier, verdict.authority, verdict.label)]
    sides = [*top, *((each.verifier, each.authority, each.label) for each in verdict.dissent)]
    shown = "; ".join(f"{verifier} ({authority:g}) says {label}" for verifier, authority, label in sides)
    return f"the verifiers disagree: {shown}"


def _describe_verdict(verdict: AggregatedVerdict) -> str:
    words = show_excerpt(" ".join(verdict.rationale.split()), "", _SHOWN)
    links = ", ".join(link.url for link in verdict.evidence[:1])
    return f"{words} ({links})" if words else links
