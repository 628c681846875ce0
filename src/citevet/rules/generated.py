"""GEN: residue of text that a chatbot wrote: its tokens, links and placeholders, and phrases about itself."""

import re
from collections.abc import Iterator
from pathlib import Path

from citevet.contracts import Evidence, Fault
from citevet.model import Citation, Claim, Document, Edit, Extraction, Fix, Identifier, Reference, Safety, Span
from citevet.model.document import TYPESET, find_last, is_inside
from citevet.patterns import lazy_pattern
from citevet.rules.keys.reference_list import list_own_references
from citevet.tables import read_rows

_QUOTED = lazy_pattern(r"\"[^\"]{1,1000}\"|“[^”]{1,1000}”|«[^»]{1,1000}»|「[^」]{1,1000}」")
_QUOTE = frozenset("'‘`´")  # directly before it; an apostrophe opens no quotation
# Words before an example: "tokens such as oaicite:3", "ChatGPT: As of my last update …".
_SHOWS = lazy_pattern(
    r"(?:\b(?:such as|like|e\.g\.,?|i\.e\.,?|including|called|named|write|writes|say|says|said|replied|answered|answers"
    r"|tokens?|strings?|tags?|markers?|placeholders?|phrases?|words|the|an?|format|style|form|use|using)|[:=])[\s*_>(-]{0,4}$",
    re.IGNORECASE,
)
_REACH = 30  # characters before residue to search for such a word
_GAP = 20  # characters between a claim and the token after it
# GEN001
_TOOLS = (
    "search|view|news|image|fetch|file|product|forecast|finance|sports|navlist|academia|reddit|maps|business|click|open"
)
_TURN = rf"turn\d{{1,3}}(?:{_TOOLS})\d{{1,3}}"
_TOKENS = lazy_pattern(
    r"(?::|(?=c))contentReference\[oaicite:\d{1,4}\](?:\{index=\d{1,4}\})?"
    r"|\[?oaicite:\d{1,4}\]?(?:\{index=\d{1,4}\})?"
    r"|\ue200[a-z]{2,20}(?:\ue202[^\ue200-\ue202\s]{1,100}){1,20}\ue201"
    rf"|(?<![A-Za-z0-9])(?:file)?(?:cite|navlist)?{_TURN}(?:[\ue200-\ue206]?{_TURN}){{0,20}}"
    r"|【\d{1,4}(?::\d{1,4})?†[^【】\n]{0,200}】"
    r"|\[cite_start\]|\[cite:\s?\d{1,3}(?:[,–-]\s?\d{1,3}){0,20}\]"
    r"|\[attached_file:\d{1,3}\]|<grok:render\b"
)
# Most documents have none of these, so the pattern is not tried on them.
_SIGNS = ("oaicite:", "†", "\ue200", "[cite", "[attached_file:", "<grok:")
_TURN_SIGN = lazy_pattern(r"turn\d")
# GEN002
_BOTS = (
    r"(?:(?:chat\.)?openai|chatgpt|perplexity|claude|anthropic|gemini|bard|copilot|grok|deepseek|phind|mistral|poe)"
    r"(?:\.(?:com|ai|google\.com|microsoft\.com))?"
)
# Begins with the sign before the parameter, so that the fix can remove it; `&amp;` is how HTML writes it.
_PARAMETER = lazy_pattern(
    rf"(?P<sign>\?|&amp;|&)(?P<pair>(?:utm_source|referrer)={_BOTS})(?:(?P<next>&amp;|&)|(?![\w%-]|\.\w))",
    re.IGNORECASE,
)
_ADDRESS = lazy_pattern(r"(?:https?://|www\.)[^\s<>\"|`^{}]*$", re.IGNORECASE)
_LONGEST = 2000  # characters of an address
# GEN003
_SOURCE = r"(?:(?:peer-reviewed |relevant |appropriate |specific |actual |real )?(?:citations?|sources?|references?))"
_FORMS = lazy_pattern(
    rf"\[(?i:(?:please )?(?:insert|add|provide) (?:an? |the |your )?{_SOURCE}[^\[\]\n]{{0,60}})\](?![(\[:])"
    rf"|\[(?i:{_SOURCE} (?:here|link|url|goes here|to be added|to be inserted))\](?![(\[:])"
    r"|\[(?i:(?:insert|add) (?:link|url|doi|page numbers?|author|year)(?: here)?)\](?![(\[:])"
    r"|\[(?<=[a-z0-9%,] \[)(?:citation|refs?|your source|source name|link to source)\](?=[.,;:]|\s*$)"
    r"|(?P<entry>\b(?:Last ?Name|Surname|Family ?Name), "
    r"(?:[A-Z]\.(?: ?[A-Z]\.){0,2}|First ?(?:Name|Initial)s?\b|Initials?\b)"
    r"|\bAuthors?, (?:[A-Z]\. ?){1,3},? ?\((?:Year|n\.d\.|YYYY|XXXX|20XX)\))"
    r"|\[(?<=[a-z,] \[)(?:CITATION|CITE)S?\](?![(\[:])"
    r"|(?:INSERT|PASTE)_[A-Z_]{0,40}(?:URL|LINK|SOURCE|CITATION)(?:_HERE)?\b"
    r"|[\[(](?:(?:Sources?|Ref(?:erence)?|Citation|See)[:.]? )?"
    r"(?P<style>(?:Authors?(?: Name| et al\.)?|Last ?Name|Surname),? ?(?:Year|XXXX|YYYY))[\])](?![(\[:])"
    r"|\((?:[A-Z][a-z]{1,20}(?: et al\.| (?:&|and) [A-Z][a-z]{1,20})?),? (?:XXXX|YYYY|20XX|19XX|20\?\?)\)"
    r"|\bTitle of (?:the |an )?(?:article|paper|book|study)[.,”\"]{1,2} [*_]{0,2}"
    r"(?:Journal Name|Name of (?:the )?Journal)\b",
    re.MULTILINE,
)
# LaTeX prints a question mark for a key without an entry, and two for a label.
_UNRESOLVED = lazy_pattern(
    r"(?<=[\w%)] )\[(?:\d{1,3}, ?){0,9}\?(?:, ?(?:\d{1,3}|\?)){0,9}\](?=[.,;]|\s*$)", re.MULTILINE
)
# The same in the source of LaTeX, where a tie may be before it: an author who did not know the number typed it.
_UNKNOWN = r"(?:\d{1,3}, ?){0,9}\?(?:, ?(?:\d{1,3}|\?)){0,9}"
_LABELLED = r"(?:Section|Sec\.|Figure|Fig\.|Table|Tab\.|Chapter|Equation|Eq\.|Appendix|Theorem|Lemma|Algorithm)s?"
_UNRESOLVED_LATEX = lazy_pattern(
    rf"(?<=[\w%)}}][ ~])(?:\[{_UNKNOWN}\]|\({_UNKNOWN}\))(?=[.,;]|\s*$)|(?<=~)\[{_UNKNOWN}\]"
    rf"|{_LABELLED}[ ~]\(?\?\?(?!\w)",
    re.MULTILINE,
)
# What Word and LibreOffice print for a cross-reference whose target is gone, in the languages of their interface.
_LOST_TARGETS = [words for _, words in read_rows(Path(__file__).with_name("lost_targets.tsv"))]
_LOST_TARGET = lazy_pattern("|".join(re.escape(words).replace(r"\ ", r"\s{0,2}") for words in _LOST_TARGETS))
_SPOKEN_OF = lazy_pattern(r"[`'’\"”*]{0,2} (?:placeholder|marker|tag|token|macro|label|stub)s?\b", re.IGNORECASE)
_UNFILLED_DOI = lazy_pattern(r"(?<![A-WYZa-wyz])(?:X{3,}|x{3,})(?![A-Za-z])")  # XXX; a Roman numeral goes on: XXXIV
# A line that explains how to cite: "in-text citations like (Author, Year)".
_EXPLAINS = lazy_pattern(
    r"\b(?:cit(?:e|ed|ing|ations?)(?! needed)|formats?|formatted|styles?|in-text|templates?|references)\b",
    re.IGNORECASE,
)
# Hosts that are reserved for examples (RFC 2606), and addresses that say they are to be replaced.
_RESERVED = lazy_pattern(
    r"https?://(?:www\.)?(?:[\w-]{1,60}\.){0,3}(?:example\.(?:com|org|net|edu)|example|invalid|placeholder\.com|(?:your|link|url)"
    r"[-_]?(?:site|source|url|link|here)\.(?:com|org))(?:[/?#:]|$)"
    r"|https?://(?:www\.)?(?:url|link|insert|source)(?:[-_](?:here|to|url|link|source)){0,3}/?$",
    re.IGNORECASE,
)
_GOES_ON = lazy_pattern(r"\s\.\w")  # an address with blanks from the columns of a PDF
_QUOTES = frozenset("\"'“‘`")  # an address in quotation marks is shown, not cited
_PROVABLE = frozenset({"quantitative", "citation", "temporal"})


def find_residue(document: Document, pattern: re.Pattern[str], *, examples: bool = True) -> Iterator[re.Match[str]]:
    """Yield the matches that the text means; `examples` drops those that the words before introduce."""
    for found in pattern.finditer(document.text):
        if not document.is_hidden(found.start()) and not _is_quoted(document, Span(*found.span())):
            before = document.text[max(found.start() - _REACH, 0) : found.start()]
            if not (examples and _SHOWS.search(before.rpartition("\n\n")[2])):
                yield found


def _find_claim(extraction: Extraction, span: Span) -> Claim | None:
    """Return the claim around a place, or the one that ends just before it."""
    claim = find_last(extraction.claims, span.start)
    return claim if claim and span.start - claim.span.end <= _GAP else None


def _is_quoted(document: Document, span: Span) -> bool:
    """Check whether the place is in quotation marks or in a block quotation."""
    if document.text[max(span.start - 1, 0)] in _QUOTE:
        return True
    block = document.block_at(span.start)
    if block is None:
        return False
    around = (max(block.span.start, span.start - 1000), min(block.span.end, span.end + 1000))
    quotations = (each for each in _QUOTED.finditer(document.text, *around) if not _is_address(document, each))
    return block.quoted or any(each.start() < span.start and span.end < each.end() for each in quotations)


def _is_address(document: Document, quotation: re.Match[str]) -> bool:
    """Check whether quotation marks enclose the address of an HTML link."""
    before = document.text[max(quotation.start() - _REACH, 0) : quotation.start()]
    return re.search(r"\bhref\s{0,9}=\s{0,9}\Z", before, re.IGNORECASE) is not None


def find_generated_citation_token(evidence: Evidence) -> Iterator[Fault]:
    """A citation token of a chatbot is left in the text.

    ## Meaning
    The text contains an internal token by which a chatbot refers to its own search results, such as
    `contentReference[oaicite:3]{index=3}`, `turn0search3`, `【4†source】` or `[cite_start]`.

    ## Why it matters
    The token means nothing outside the chat. The claim has no source, and the text was pasted without being read.

    ## Example
    ```markdown
    The market grew by a third :contentReference[oaicite:3]{index=3}.
    ```

    ## How to fix it
    Find the source that the token stood for, read it, and cite it; otherwise remove the claim.

    ## Limitations
    Tokens in code, comments and quotations are taken as examples and not reported.
    """
    for span, claim in evidence.once(find_tokens):
        token = "".join(char for char in span.of(evidence.extraction.document.text) if char.isprintable())
        yield Fault(span, f'chatbot citation token "{token}" instead of a source', token, claim=claim)


def find_tokens(evidence: Evidence) -> Iterator[tuple[Span, Claim | None]]:
    """Yield each token with the claim that it seems to back."""
    extraction, text = evidence.extraction, evidence.extraction.document.text
    if not any(sign in text for sign in _SIGNS) and not _TURN_SIGN.search(text):
        return
    for found in find_residue(extraction.document, _TOKENS):
        span = Span(*found.span())
        yield span, _find_claim(extraction, span)


def find_chatbot_tracking_parameter(evidence: Evidence) -> Iterator[Fault]:
    """The address of a link says that a chatbot gave it.

    ## Meaning
    The address has a parameter such as `utm_source=chatgpt.com`, which a chatbot adds to the links in its answers.

    ## Why it matters
    The link was copied from a generated answer. Chatbots cite pages that do not say what the answer says, so read the
    page. The parameter also tracks readers.

    ## Example
    ```markdown
    Sales rose [(Reuters)](https://www.reuters.com/markets?utm_source=chatgpt.com).
    ```

    ## How to fix it
    Check that the page supports the claim. `citevet fix` removes the parameter.

    ## Limitations
    Other tracking parameters are not reported. In DOCX, PDF, EPUB, ODT and RTF the address must be corrected by hand.
    """
    document = evidence.extraction.document
    for found in find_residue(document, _PARAMETER, examples=False):
        if _ADDRESS.search(document.text, max(found.start() - _LONGEST, 0), found.start()):
            kept = found["sign"] if found["next"] else ""
            fix = Fix(Safety.SAFE, "remove the parameter", (Edit(Span(*found.span()), kept),))
            yield _make_fault(Span(*found.span("pair")), found["pair"], fix)
    for mark in document.marks if document.format in TYPESET else ():
        hidden = _PARAMETER.search(mark.target[:_LONGEST])
        if hidden and hidden["pair"] not in document.slice(mark.span):
            yield _make_fault(mark.span, hidden["pair"], None)


def _make_fault(span: Span, pair: str, fix: Fix | None) -> Fault:
    return Fault(span, f'link copied from a chatbot ("{pair}")', pair.lower(), fix)


def find_unfilled_citation(evidence: Evidence) -> Iterator[Fault]:
    """A placeholder is where a citation should be.

    ## Meaning
    The text has a form to be filled in, such as `[insert citation]`, `[citation here]` or `(Author, Year)`, or it cites
    an address that is reserved for examples, such as example.com. Also reported: an entry by "Last Name, F.", a DOI
    with XXX in place of digits, `[?]`, which LaTeX prints for an unknown key, and what word processors print for a lost
    cross-reference: "Error! Reference source not found".

    ## Why it matters
    The claim looks sourced, and nothing is cited. Generated drafts leave many such forms.

    ## Example
    ```markdown
    Effects are larger in cities [insert citation].
    ```

    ## How to fix it
    Cite the source, or remove the claim.

    ## Limitations
    A link to example.com counts only in a reference, a footnote, or as the source of a number, date or finding:
    elsewhere it shows what an address looks like. `[?]` counts only in a text with a reference list or numbered
    citations, since it also marks what the author is not sure of. `[citation needed]` is reported by UNC005.
    """
    extraction = evidence.extraction
    for span, claim in evidence.once(find_unfilled):
        form = span.of(extraction.document.text)
        yield Fault(span, f"placeholder {form} instead of a source", form, claim=claim)
    for doi, citation, reference in _find_unfilled_dois(extraction):
        message = f'placeholder DOI "{doi.text}" instead of a source'
        yield Fault(doi.span, message, doi.normal, citation=citation, reference=reference)
    for citation in _find_example_links(extraction):
        message = f'"{citation.normal}" is an example address, not a source'
        yield Fault(citation.span, message, citation.normal, citation=citation)
    for reference in list_own_references(extraction):
        urls = (each for each in reference.identifiers if each.kind == "url" and _RESERVED.match(each.normal))
        if (url := next(urls, None)) and reference.text.strip() != url.text:
            message = f'"{url.normal}" is an example address, not a source'
            yield Fault(url.span, message, url.normal, reference=reference)


def find_unfilled(evidence: Evidence) -> Iterator[tuple[Span, Claim | None]]:
    """Yield each form to be filled in, with the claim that it seems to back."""
    extraction, document = evidence.extraction, evidence.extraction.document
    entries = [each.span for each in extraction.references if each.path is None and each.origin != "footnote"]
    found = [*find_residue(document, _FORMS), *find_residue(document, _LOST_TARGET)]
    if entries or any(each.kind == "numeric" for each in extraction.citations):
        found += find_residue(document, _UNRESOLVED)
    if document.format == "latex":
        found += find_residue(document, _UNRESOLVED_LATEX, examples=False)
    explaining: dict[Span, bool] = {}  # lines, without the forms in them
    for each in sorted({one.start(): one for one in found}.values(), key=re.Match.start):
        span, named = Span(*each.span()), each.groupdict()
        line = document.line_at(span.start)
        if named.get("style") and line not in explaining:
            explaining[line] = _EXPLAINS.search(_FORMS.sub("", document.slice(line))) is not None
        explains = named.get("style") and explaining[line]
        is_link = each[0].startswith("[") and f"\n{each[0]}:" in document.text
        is_link = is_link or _SPOKEN_OF.match(document.text, span.end) is not None
        if not explains and not is_link and not (named.get("entry") and not is_inside(span.start, entries)):
            yield span, _find_claim(extraction, span)


def _find_unfilled_dois(
    extraction: Extraction,
) -> Iterator[tuple[Citation | Identifier, Citation | None, Reference | None]]:
    """Yield the DOIs with a placeholder in place of digits; IDN001 reports those that are malformed."""
    for citation in extraction.citations:
        if citation.kind == "doi" and not citation.fault and _UNFILLED_DOI.search(citation.text):
            before = extraction.document.text[max(citation.span.start - _REACH, 0) : citation.span.start]
            if not _SHOWS.search(before) and not _is_quoted(extraction.document, citation.span):
                yield citation, citation, None
    for reference in list_own_references(extraction):
        for each in reference.identifiers:
            if each.kind == "doi" and not each.fault and _UNFILLED_DOI.search(each.text):
                yield each, None, reference


def _find_example_links(extraction: Extraction) -> Iterator[Citation]:
    """Yield the links to reserved hosts that back a number, a date or a finding."""
    backed = {tie.citation for claim in extraction.claims if claim.type in _PROVABLE for tie in claim.ties}
    for citation in extraction.citations:
        is_quoted = extraction.document.text[max(citation.span.start - 1, 0)] in _QUOTES
        is_cut = _GOES_ON.match(extraction.document.text, citation.span.end)  # https://link .springer .com
        if citation.kind in {"link", "url"} and citation.id in backed and not is_quoted and not is_cut:
            yield from (citation,) if _RESERVED.match(citation.normal) else ()
