"""FMT: citation forms that a project does not allow, and incomplete ones."""

import re
from collections.abc import Iterator

from citevet.contracts import Evidence, Fault
from citevet.model import Block, Citation, Document, Edit, Fix, Locator, Reference, Safety, Span
from citevet.model.document import is_inside
from citevet.patterns import lazy_pattern
from citevet.records import collect_values
from citevet.rules.citation_judgements import find_named_citations
from citevet.rules.citation_removal import fix_missing
from citevet.rules.policy_forms import OUTSIDE_KINDS, show_form
from citevet.text.names import SURNAME_PATTERN

_ALLOWED_FORMS = "[REF-XXX], (REF-XXX), [REF-XXX, p.XX] or [REF-XXX, Section X]"
_CORPUS_ID = lazy_pattern(r"\bREF-[0-9]{3}")
_LINKED_FORMATS = frozenset({"markdown", "latex"})  # elsewhere a bare address is how addresses are written
_PAGED = frozenset({"corpus", "numeric", "author-year", "key"})  # forms that can carry a page


def _report_forbidden(evidence: Evidence, *kinds: str, is_removable: bool = False) -> Iterator[Fault]:
    """Report the citations of some kinds that the policy forbids, one for each marker."""
    policy = evidence.policy
    forbidden = {kind for kind in kinds if policy.corpus_only or kind in policy.forbidden}
    found = (each for each in evidence.extraction.citations if each.kind in forbidden and not each.is_short_form)
    markers = collect_values((each.group or each.id, each) for each in found)
    known = {each.citation for each in evidence.judgements if each.existence == "found"}
    allowed = " or ".join(policy.allowed) or _ALLOWED_FORMS
    for marker in markers.values():
        first = marker[0]
        why = f"is not a corpus id; use {allowed}" if policy.corpus_only else f"has a forbidden form ({first.kind})"
        is_unknown = not any(each.id in known for each in marker)
        fix = fix_missing(marker, marker, evidence, "not a corpus id") if is_removable and is_unknown else None
        is_tag = first.text.startswith("<a")  # of HTML
        shown = (first.link.target or first.text) if is_tag else first.text
        yield Fault(first.span, f"{shown} {why}", fix=fix, citation=first)


def find_forbidden_author_year(evidence: Evidence) -> Iterator[Fault]:
    """An author-year citation is used where only corpus ids are allowed.

    ## Meaning
    The project's policy is `corpus-only`: every citation must be a corpus id. This one names an author and a year.
    Or the policy forbids this form (`forbidden-forms`).

    ## Why it matters
    An author and a year can be written from memory. A corpus id shows that the project has the work.

    ## Example
    ```markdown
    Voice matters (Smith et al., 2023).
    ```

    ## How to fix it
    Cite the corpus id of the work, with the page: [REF-043, p.15]. If the corpus does not have the work, add it first,
    or mark the place [citation needed]. `citevet fix --unsafe-fixes` removes a citation in brackets whose work the
    corpus does not have, and leaves a comment.

    ## Limitations
    The rule does not know which corpus entry was meant.
    """
    return _report_forbidden(evidence, "author-year", is_removable=True)


def find_forbidden_numeric(evidence: Evidence) -> Iterator[Fault]:
    """A numeric citation is used where only corpus ids are allowed.

    ## Meaning
    The project's policy is `corpus-only`: every citation must be a corpus id. This one is a number such as [1].
    Or the policy forbids this form (`forbidden-forms`).

    ## Why it matters
    Numbers change with every edit. A corpus id does not.

    ## Example
    ```markdown
    Voice matters [1].
    ```

    ## How to fix it
    Cite the corpus id of the work: [REF-043, p.15]. `citevet fix --unsafe-fixes` removes a number whose work the corpus
    does not have, and leaves a comment.

    ## Limitations
    The rule does not know which corpus entry the number refers to.
    """
    return _report_forbidden(evidence, "numeric", is_removable=True)


def find_forbidden_source(evidence: Evidence) -> Iterator[Fault]:
    """A source outside the corpus is cited where only corpus ids are allowed.

    ## Meaning
    The project's policy is `corpus-only`, and this is a link, URL, DOI, law or key. Files of the project itself may be
    cited. A footnote is allowed if it names a corpus id, or no source at all. Or the policy forbids this form
    (`forbidden-forms`).

    ## Why it matters
    Sources outside the corpus cannot be checked by others, and may never have been read.

    ## Example
    ```markdown
    Voice matters, see [this post](https://example.org/voice).
    ```

    ## How to fix it
    Add the source to the corpus (`citevet corpus add`) and cite its id.

    ## Limitations
    The rule does not know whether the corpus already has the source.
    """
    entries = evidence.extraction.references_by_id
    for fault in _report_forbidden(evidence, *OUTSIDE_KINDS - {"author-year", "numeric"}):
        citation = fault.citation
        if citation and citation.kind == "footnote":
            entry = entries.get(citation.reference or "")
            if entry is None or not names_other_source(entry):
                continue
        yield fault


def names_other_source(reference: Reference) -> bool:
    """Check whether a note names a source that is not an entry of the corpus."""
    has_source = bool(reference.identifiers or (reference.authors and reference.year))
    return has_source and not _CORPUS_ID.search(reference.text)


def find_bare_corpus_id(evidence: Evidence) -> Iterator[Fault]:
    """A corpus id is not in brackets.

    ## Meaning
    The project's policy is `corpus-only`, which allows [REF-XXX], (REF-XXX), [REF-XXX, p.XX] and [REF-XXX, Section X],
    also several in one bracket. This id has no brackets.

    ## Why it matters
    Without brackets a citation looks like a mention of the entry, and it has no page.

    ## Example
    ```markdown
    As REF-043 shows, voice matters.
    ```

    ## How to fix it
    Put the id in brackets, with the page. `citevet fix --unsafe-fixes` adds the brackets.

    ## Limitations
    A sentence about the entry itself ("REF-043 has 24 pages") is reported too.
    """
    text = evidence.extraction.document.text
    for citation in evidence.extraction.citations if evidence.policy.corpus_only else ():
        opened = text[max(citation.span.start - 1, 0) : citation.span.start] in {"[", "("}
        if citation.kind == "corpus" and not citation.group and citation.text[:1] not in "[(" and not opened:
            start, end = Span(citation.span.start, citation.span.start), Span(citation.span.end, citation.span.end)
            fix = Fix(Safety.ASK, "add brackets", (Edit(start, "["), Edit(end, "]")))
            forms = _ALLOWED_FORMS.replace("REF-XXX", citation.normal if citation.file.path else "REF-XXX")
            message = f"corpus id {citation.text} without brackets; use {forms}"
            yield Fault(citation.span, message, fix=fix, citation=citation)


def find_bare_url(evidence: Evidence) -> Iterator[Fault]:
    r"""A URL is not marked up as a link.

    ## Meaning
    A URL in Markdown or LaTeX has no link markup.

    ## Why it matters
    Some renderers do not link it, some include the punctuation after it, and readers do not know where it leads.

    ## Example
    ```markdown
    The data are at https://example.org/data.
    ```

    ## How to fix it
    Give it a text, [the data](https://example.org/data), or angle brackets; in LaTeX use `\url{…}`. `citevet fix
    --unsafe-fixes` adds angle brackets in Markdown.

    ## Limitations
    If your style guide wants bare URLs, ignore this rule.
    """
    document = evidence.extraction.document
    if document.format not in _LINKED_FORMATS:
        return
    links = _merge_links(document)
    for citation in evidence.extraction.citations:
        bare = citation.kind == "url" and citation.text.lower().startswith(("http", "www.")) and not citation.fault
        if bare and not is_inside(citation.span.start, links):
            fix = _make_fix(citation, document)
            yield Fault(citation.span, f"bare URL {citation.text}", fix=fix, citation=citation)


def _merge_links(document: Document) -> list[Span]:
    """Return the spans that the format itself marks as links, without overlap."""
    merged: list[Span] = []
    for mark in document.marks:
        if mark.kind not in {"link", "autolink", "image", "link-definition"}:
            continue
        if merged and mark.span.start < merged[-1].end:
            merged[-1] = Span(merged[-1].start, max(merged[-1].end, mark.span.end))
        else:
            merged.append(mark.span)
    return merged


def _make_fix(citation: Citation, document: Document) -> Fix | None:
    if document.format != "markdown" or not citation.text.startswith(("http://", "https://")):
        return None
    return Fix(Safety.ASK, "add angle brackets", (Edit(citation.span, f"<{citation.text}>"),))


def find_quotation_without_page(evidence: Evidence) -> Iterator[Fault]:
    """A quotation is cited without a page.

    ## Meaning
    A sentence quotes five words or more. Its citation could have a page or section, but has none.

    ## Why it matters
    Readers have to search the whole work for the words. With a page, citevet can check the quotation in its place.

    ## Example
    ```markdown
    The report says that "voice is the first thing that readers notice" [REF-043].
    ```

    ## How to fix it
    Add the page to the citation, as in (Kim, 2019, p. 15) or [REF-043, p. 15].

    ## Limitations
    Works without pages, such as web pages cited by key, are reported too. Block quotes are not checked.
    """
    citations = evidence.extraction.citations_by_id
    for claim in evidence.extraction.claims:
        tied = [citations[tie.citation] for tie in claim.ties if tie.how in {"clause", "sentence"}]
        if tied and claim.quotations and all(one.kind in _PAGED and one.place == Locator() for one in tied):
            yield Fault(tied[0].span, f"no page for the quotation from {tied[0].text}", citation=tied[0], claim=claim)


def find_disallowed_corpus_id(evidence: Evidence) -> Iterator[Fault]:
    r"""A corpus id is cited in a form that the policy does not allow.

    ## Meaning
    The project's policy lists the allowed forms (`allowed-forms`) or gives a pattern for ids (`id-pattern`). This
    citation has another form, such as [REF-043] where a page is required, or an id that does not match the pattern.

    ## Why it matters
    A required page makes every citation checkable. Ids of one pattern can be found by search.

    ## Example
    With `allowed-forms = ["[REF-XXX, p.XX]"]`:
    ```markdown
    Voice matters [REF-043].
    ```

    ## How to fix it
    Cite the id in an allowed form: [REF-043, p.15].

    ## Limitations
    A citation with both a page and a section counts as one with a page. Ids that are not in the corpus are
    reported by EXI001, and ids without brackets by FMT004 where only corpus ids are allowed.
    """
    policy, text = evidence.policy, evidence.extraction.document.text
    pattern = re.compile(policy.id_pattern) if policy.id_pattern else None
    for citation, judgement in find_named_citations(evidence, "corpus") if policy.allowed or pattern else ():
        if judgement.existence == "missing":  # EXI001 reports it
            continue
        form = _find_id_form(citation, text)
        if pattern and not pattern.fullmatch(citation.normal):
            message = f"corpus id {citation.normal} does not match {policy.id_pattern}"
            yield Fault(citation.span, message, citation=citation)
        elif policy.allowed and form not in policy.allowed and (form[0] in "[(" or not policy.corpus_only):
            message = f"{citation.text} has the form {form}; use {' or '.join(policy.allowed)}"
            yield Fault(citation.span, message, citation=citation)


def _find_id_form(citation: Citation, text: str) -> str:
    """Return the form in which a document cites a corpus id."""
    before = text[max(citation.span.start - 1, 0) : citation.span.start]
    written = citation.text[:1] if citation.text[:1] in {"[", "("} else before if before in {"[", "("} else ""
    if citation.group and not written:
        written = "["
    place = citation.place
    return show_form(written, "page" if place.page else "section" if place.section else "")


# Brackets that are never closed

_LATIN = rf"{SURNAME_PATTERN}(?:(?:,? (?:&|and) |, ){SURNAME_PATTERN}){{0,5}}(?:,? et al\.)?"
_HANGUL = r"[가-힣]{2,5}(?:[·,] ?[가-힣]{2,5}){0,5}(?: 외| 등)?"
_LOCATOR = r"(?:, ?(?:pp?\. ?[0-9ivxlc]{1,7}(?:[-–][0-9ivxlc]{1,7})?|Section [\w.]{0,19}\w|§ ?[\w.]{0,19}\w))?"
_MARKER = lazy_pattern(
    rf"\[(?:REF-[0-9]{{3,9}}(?![\w-])|-?@\w(?:[\w:./-]{{0,98}}\w)?){_LOCATOR}"
    r"|\((?:(?:see(?: also)?|cf\.|e\.g\.,?|but see|siehe|vgl\.|voir|véase) )?"
    rf"(?:{_LATIN}|{_HANGUL}),? [12][0-9]{{3}}[a-z]?(?![\w-]){_LOCATOR}"
)
_ENDS = lazy_pattern(r"\s*(?:[.!?](?=\s|$)|$)")  # after the marker the sentence ends: nothing else can belong to it
_BRACKET = lazy_pattern(r"[\[\]()]")
_HIDDEN = frozenset({"code", "math", "url", "comment", "markup"})
# A comment on a line of its own ends the paragraph for CommonMark, not for pandoc.
_CLOSED_AFTER_COMMENT = lazy_pattern(r"\s{0,9}<!--(?:[^-]|-(?!->)){0,1000}-->\s{0,9}[\])]")
_CLOSERS = {"[": "]", "(": ")"}
_NEXT_PAGE = 400  # characters after a page break, with a running head


def find_unclosed_marker(evidence: Evidence) -> Iterator[Fault]:
    """A citation opens a bracket and never closes it.

    ## Meaning
    A marker such as `[REF-043, p.15` or `(Smith, 2019` has no closing bracket before the end of its paragraph.

    ## Why it matters
    Most tools do not recognize the citation, so it is neither linked nor checked.

    ## Example
    ```markdown
    Voice matters [REF-043, p.15.
    ```

    ## How to fix it
    Close the bracket. `citevet fix` does it if the sentence ends right after the marker.

    ## Limitations
    Numbers such as `[1` are not checked. A bracket that is closed too late counts as closed. `(Smith, 2019` in the
    middle of a sentence is a note: the text may be an excerpt, or columns that were mixed. Ten and more that are most
    of the markers are one finding without a fix: the text may have a form that is not read.
    """
    document = evidence.extraction.document
    for block in document.blocks:
        if block.kind not in {"code", "math"}:
            yield from _find_in_block(document, block)


def _find_in_block(document: Document, block: Block) -> Iterator[Fault]:
    text = document.text
    for start in _find_unclosed(document, block):
        found = _MARKER.match(text, start, block.span.end)
        if not found or _CLOSED_AFTER_COMMENT.match(text, block.span.end):
            continue
        if document.format == "pdf" and _is_closed_later(text, start, block.span.end):
            continue
        certain = _ENDS.match(text, found.end(), block.span.end)
        edit = Edit(Span(found.end(), found.end()), _CLOSERS[text[start]])
        fix = Fix(Safety.SAFE, "close the bracket", (edit,)) if certain else None
        message, doubtful = f'unclosed citation "{found[0]}"', text[start] == "(" and not certain
        yield Fault(Span(start, found.end()), message, found[0], fix, is_doubtful=doubtful)


def _is_closed_later(text: str, start: int, end: int) -> bool:
    """Return whether a bracket is closed soon after its block: a PDF cuts paragraphs at the ends of pages."""
    later = _BRACKET.search(text, end, end + _NEXT_PAGE)
    return later is not None and later[0] == _CLOSERS[text[start]]


def _find_unclosed(document: Document, block: Block) -> list[int]:
    """Return the brackets of a block that nothing closes; a closing bracket closes the last open one of its kind."""
    opened: dict[str, list[int]] = {"[": [], "(": []}
    last = {"]": "[", ")": "("}
    at = block.span.start
    for region in document.regions_in(block.span):
        if region.kind in _HIDDEN:
            _match_brackets(document.text, Span(at, region.span.start), opened, last)
            at = max(at, region.span.end)
    _match_brackets(document.text, Span(at, block.span.end), opened, last)
    return sorted(opened["["] + opened["("])


def _match_brackets(text: str, stretch: Span, opened: dict[str, list[int]], last: dict[str, str]) -> None:
    for found in _BRACKET.finditer(text, stretch.start, max(stretch.end, stretch.start)):
        if found[0] in opened:
            opened[found[0]].append(found.start())
        elif opened[last[found[0]]]:
            opened[last[found[0]]].pop()
