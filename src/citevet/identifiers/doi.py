"""DOIs, short DOIs, and what people make of them: ill-formed, pasted twice, in the address of a page.

The form is defined in https://www.doi.org/doi-handbook/HTML/doi-name-syntax.html, short DOIs in https://shortdoi.org.
"""

import re
from collections.abc import Iterator
from urllib.parse import unquote

from citevet.identifiers.edges import trim_identifier
from citevet.model.document import Span
from citevet.model.extraction import FormFaultKind, Identifier
from citevet.patterns import lazy_pattern

ARXIV_PREFIX = "10.48550/arxiv."  # arXiv registers a DOI for each paper, but none for its versions
ENCODED = "the slash is percent-encoded"
NO_SUFFIX = "nothing follows the registrant; a DOI is 10. + four digits or more + / + a suffix"
_PREFIX = r"(?:(?:https?://)?(?:dx\.|www\.)?doi\.org/|\bdoi:\s?)"
# An HTML tag ends the suffix; the angle bracket of an old Wiley DOI, <1::AID-…>, does not.
_CHAR = r"(?:[!#-;=?-\[\]^_a-z~]|<(?![a-z/!])|>)"
# Start at the digits: twelve times as fast as an optional prefix before them.
_DOI = lazy_pattern(
    rf"10\.\d{{4,9}}(?:\.\d{{1,9}}){{0,4}}(?:/|%2f){_CHAR}*(?:(?<=[/_-])\r?\n[ \t]*(?=[a-z0-9]){_CHAR}+)?",
    re.IGNORECASE,
)
_SHORT_DOI = lazy_pattern(r"10/[a-z0-9]{3,12}(?![a-z0-9])", re.IGNORECASE)
_SHORT_NAME = lazy_pattern(r"(?=[a-z]{0,9}[0-9])[a-z0-9]{4,10}")  # doi.org/fzc5kw is doi:10/fzc5kw
_RESOLVER = ("doi.org/", "DOI.org/", "DOI.ORG/")
_PREFIXES = lazy_pattern(rf"{_PREFIX}{{1,4}}", re.IGNORECASE)
_PREFIXES_BEFORE = lazy_pattern(rf"{_PREFIX}{{1,4}}$", re.IGNORECASE)
_LONGEST_ADDRESS_BEFORE = 220  # characters of an address before the DOI in it
_SHORTEST_SUFFIX = 2
_LONGEST_PREFIX = 100  # characters before a DOI: at most four prefixes
# After an explicit prefix, anything else is an ill-formed DOI.
_LABELLED = lazy_pattern(r"[Dd][Oo][Ii](?:\.[Oo][Rr][Gg]/|:\s?|\s(?=10\.\d))(?P<doi>[!-~]{3,200})")
# ~52, 2.5, 10.5 %, 12/24h, 3-5mm, $40, (14, 2024-05-01, 10:30
_QUANTITY = lazy_pattern(
    r"[~<>=+$*(-]{0,3}\d{1,4}(?:[.,:]\d{1,3})?(?:[/-]{1,2}\d{1,4}(?:[.,]\d{1,3})?){0,2}\+?[)%]{0,2}"
    r"(?:[A-Za-z]{1,3}(?:/[A-Za-z]{1,4})?)?"
)
_NO_SUFFIX = lazy_pattern(r"10\.\d{4,9}(?:\.\d{1,9}){0,4}(?:/[\W_]{0,9})?")
_OF_PREFIX = lazy_pattern(
    r"\b(?:prefix(?:es)?|registrants?|handles?|start(?:s|ing)? with|begin(?:s|ning)? with)\b", re.IGNORECASE
)
_LINE_END = lazy_pattern(r"[ \t]{0,3}(?:\r?\n|\Z)")
_NEXT_LINE = lazy_pattern(r"[ \t]{0,3}\r?\n[ \t]{0,9}[A-Za-z0-9]")
_AROUND = 40  # characters around a DOI without a suffix that may call it a prefix
# A registrant of fewer than four digits. Without a label it is taken for one in brackets or after a word that cites, or
# with letters and digits as no price, version or date has them.
_SHORT_REGISTRANT = lazy_pattern(r"(?<![\w./$€£¥:+–-])10\.\d{1,3}/(?P<suffix>[a-z0-9][a-z0-9._;()/-]{1,80})")
_LIKE_SUFFIX = lazy_pattern(r"(?=[^\W\d_]{0,80}[\d.-])(?=\d{0,80}[a-z.-])(?=\D{0,80}\d)[a-z0-9._;()/-]{7,}")
_CITING_WORD = lazy_pattern(r"(?:[(\[]|\b(?:[Ss]ee|cf\.|[Ss]ource:|[Rr]eference:|cited (?:as|in)|DOI|doi)\s)\Z")
_UNITS = frozenset(
    """km m cm mm kg g mg ml l h hr hrs hour s sec second ms min minute day week month mo year yr user seat person head
    unit item page gb mb tb kwh mile point lb oz share night""".split()
)
_WRITTEN_TWICE = lazy_pattern(
    r"((?:\bdoi:\s?|\bhttps?://(?:dx\.)?doi\.org/)10\.\d{4,9}/[!-~]{1,200})[ \t]\1(?=[\s.,;)\]]|\Z)", re.IGNORECASE
)
_GLUED_PREFIX = lazy_pattern(r"(?:(?:https?://)?(?:dx\.|www\.)?doi\.org/|doi:\s?){1,4}$", re.IGNORECASE)
_GLUED_ADDRESS = lazy_pattern(
    r"(?:https?://(?:dx\.|www\.)?doi\.org/|doi:|(?<=[a-z0-9]))(?=10\.\d{4,9}/)", re.IGNORECASE
)
_ONE_PREFIX = lazy_pattern(_PREFIX, re.IGNORECASE)
_CUT = lazy_pattern(r"10(?:\.\d{0,9})?[.]?\s{1,3}[.]?\d{4}")  # broken by a line end: "10. 1109/ASE.2019"
_INSIDE_WORD = lazy_pattern(r"[\w.](?=10)")  # part of a longer number or word
_LETTERS_FOR_DIGITS = str.maketrans("OoIl", "0011")
_REGISTRANT = lazy_pattern(r"10\.\d{4,9}(?:\.\d{1,9}){0,4}/")
_SECOND = lazy_pattern(r"10\.\d{4,9}/")
# Parts of a page address: a parameter, a session, a view. Not &lt; in an old Wiley DOI.
_URL_TAIL = lazy_pattern(r"(?:[?&][\w-]{1,30}=|/(?:full|abstract|epdf|pdf|meta|html)$|;jsessionid).*$", re.IGNORECASE)
_FRAGMENT = lazy_pattern(r"#[a-z][\w:-]{0,30}=.*|#:~:.*", re.IGNORECASE)  # #page=2
_ANY_FRAGMENT = lazy_pattern(r"#.+")  # but some DOIs of Wiley end with this sign: …CO;2-#
_WHITE_SPACE = lazy_pattern(r"\s+")
_LABEL_BEFORE_ADDRESS = lazy_pattern(r"^doi:\s*(?=https?:|(?:dx\.|www\.)?doi\.org/)", re.IGNORECASE)
_IN_ADDRESS = lazy_pattern(r"(?:https?://|www\.)[^\s<>\"]{1,200}[/=]$")
# What follows a DOI in the address of a page: a section, a view, a file, the version of a preprint of bioRxiv.
_PAGE_TAIL = lazy_pattern(
    r"#.+|/(?:figures?|tables?|references|metrics|suppl\w{0,20})(?:/.*)?$|\.(?:pdf|html?|xml)$"
    r"|\.(?:full|abstract|short|long)(?:[.+-]\w{1,20}){0,3}$"
)
_PREPRINT = lazy_pattern(r"(10\.(?:1101|64898)/\d[\d.]{3,40})v\d{1,2}(?!\w).*")
_ARXIV_VERSION = lazy_pattern(r"(?<=\d)v\d{1,3}$", re.IGNORECASE)
_ADDRESS_SIGN = lazy_pattern(r"https?://|www\.|doi:|10\.\d{4,9}/")
# A page of a publisher: …/doi/full/10.1145/3442188, …/content/10.1101/2020.04.30.071357v1.
_PAGE_OF_WORK = lazy_pattern(
    r"https?://[^/\s]{3,100}/(?:[\w-]{1,30}/){0,3}?(?:doi|articles?|abs|book|chapter|content|fulltext)/(?:\w{1,12}/){0,2}10\.\d",
    re.IGNORECASE,
)


def find_dois(text: str) -> Iterator[Identifier]:
    """Find DOIs, bare, with `doi:` or after a resolver, and ill-formed ones after a prefix; they may overlap."""
    for match in _WRITTEN_TWICE.finditer(text):
        normal = next((one.normal for one in find_readable_dois(match[1])), match[1].lower())
        span, fault = Span(*match.span()), "pasted twice"
        yield Identifier("doi", span, match[0], normal, fault, match[1], "pasted-twice")
    yield from find_readable_dois(text)
    yield from _find_short_registrants(text)
    for match in _LABELLED.finditer(text):
        again = _PREFIXES.match(text, match.start("doi"))
        at = again.end() if again else match.start("doi")
        doi = trim_identifier(text[at : match.end()])
        if match[0].startswith(_RESOLVER) and _SHORT_NAME.fullmatch(doi):
            yield _mark(text, Span(_prefix_start(text, at), at + len(doi)), f"10/{doi.lower()}")
        elif _NO_SUFFIX.fullmatch(doi):
            yield from _read_bare_prefix(at, doi, text)
        elif doi and not _DOI.match(doi) and not _SHORT_DOI.fullmatch(doi):
            yield from _read_ill_formed(_prefix_start(text, at), at, doi, text)


def _mark(text: str, span: Span, normal: str, fault: str | None = None, correction: str | None = None) -> Identifier:
    return Identifier("doi", span, span.of(text), normal, fault, correction)


def _read_bare_prefix(at: int, doi: str, text: str) -> Iterator[Identifier]:
    """Read a DOI without a suffix; not one that a line end cuts, nor the mention of a prefix."""
    end = at + len(doi)
    around = text[max(at - _AROUND, 0) : end + _AROUND]
    is_cut = _CUT.match(text, at) or (doi.endswith("/") and _LINE_END.match(text, end))
    if not is_cut and not _OF_PREFIX.search(around):
        yield _mark(text, Span(_prefix_start(text, at), end), doi.lower(), NO_SUFFIX)


def _find_short_registrants(text: str) -> Iterator[Identifier]:
    """Find what is written like a DOI, bare, with a registrant of fewer than four digits."""
    for match in _SHORT_REGISTRANT.finditer(text):
        doi = trim_identifier(match[0])
        suffix, start = doi.partition("/")[2], match.start()
        cites = _CITING_WORD.search(text, max(start - 20, 0), start) is not None and len(suffix) > _SHORTEST_SUFFIX
        is_plain = suffix in _UNITS or not any(map(str.isalpha, suffix))
        if not is_plain and (cites or _LIKE_SUFFIX.fullmatch(suffix)):
            fault = "the registrant has four digits or more; a DOI is 10. + registrant + / + a suffix"
            yield _mark(text, Span(start, start + len(doi)), doi.lower(), fault)


def find_readable_dois(text: str) -> Iterator[Identifier]:
    """Find only the DOIs that can be read, such as in an address."""
    before = -1
    for doi_start, end in _list_dois(text):
        start = _prefix_start(text, doi_start)
        apart = start < doi_start or doi_start == before or not _INSIDE_WORD.match(text, max(doi_start - 1, 0))
        if apart and not _is_cut(text, trim_identifier(text[doi_start:end]), doi_start):
            yield _make_doi(text, start, end, doi_start)
        before = end
    for match in _SHORT_DOI.finditer(text):
        start = _prefix_start(text, match.start())
        if start < match.start():
            yield _make_doi(text, start, match.end(), match.start())


def _list_dois(text: str) -> Iterator[tuple[int, int]]:
    """Yield where DOIs start and end; of two without a space between them, each, unless one was pasted twice."""
    at = 0
    while match := _DOI.search(text, at):
        at = match.end()
        again = _GLUED_ADDRESS.search(match[0], len("10.1234/"))
        if again and not _is_pasted_twice(match[0][: again.start()], match[0][again.end() :]):
            at = match.start() + again.start()
        yield match.start(), at


def _is_pasted_twice(first: str, second: str) -> bool:
    """Check for a DOI, or its registrant alone, before the same again."""
    first, second = first.lower(), trim_identifier(second).lower()
    return second == first or (first.endswith("/") and second.startswith(first))


def _is_cut(text: str, doi: str, start: int) -> bool:
    """Check for a DOI without a suffix, or with a slash at the end of a line, after which it may go on."""
    if not doi.endswith("/"):
        return False
    return _NO_SUFFIX.fullmatch(doi) is not None or _NEXT_LINE.match(text, start + len(doi)) is not None


def _prefix_start(text: str, start: int) -> int:
    if text[max(start - 2, 0) : start].rstrip()[-1:] not in {"/", ":"}:
        return start
    before = _PREFIXES_BEFORE.search(text, max(start - _LONGEST_PREFIX, 0), start)
    return before.start() if before else start


def _make_doi(text: str, start: int, end: int, doi_start: int) -> Identifier:
    written = trim_identifier(text[doi_start:end])
    prefix = text[start:doi_start]
    # In the address of a page, what follows the DOI and its encoding belong to that address.
    in_page = not prefix and _IN_ADDRESS.search(text, max(start - _LONGEST_ADDRESS_BEFORE, 0), start)
    doi = _decode(_WHITE_SPACE.sub("", written), is_address=bool(in_page) or "doi.org/" in prefix.lower())
    if in_page:
        doi = _PREPRINT.sub(r"\1", _PAGE_TAIL.sub("", doi))
    fault, mended, kind = _find_doi_fault(doi, written, prefix)
    if in_page and kind != "pasted-twice":
        fault = None
    span, normal = Span(start, doi_start + len(written)), (mended or doi).lower()
    if normal.startswith(ARXIV_PREFIX):
        normal = _ARXIV_VERSION.sub("", normal)
    correction = _first_prefix(prefix) + mended if mended and fault else None
    parts = {"page_url": text[in_page.start() : doi_start] + written} if in_page else {}
    return Identifier("doi", span, span.of(text), normal, fault, correction, kind, parts=parts)


def _decode(written: str, *, is_address: bool) -> str:
    """Return a DOI without percent-encoding, and without the fragment and the last slash of an address."""
    whole = (_ANY_FRAGMENT if is_address else _FRAGMENT).sub("", written)
    doi = unquote(whole, errors="replace") if is_address or "%2f" in written[:30].lower() else whole
    return trim_identifier(doi.rstrip("/")) if doi != written or doi.endswith("/") else doi


def is_quantity(found: Identifier) -> bool:
    """Check whether the letters before a quantity shorten other words, such as those of a time: DOI: ~52–77 hours."""
    label, _, value = found.text.partition(":")
    return bool(found.fault) and label.casefold() == "doi" and _QUANTITY.fullmatch(value.strip()) is not None


def has_address(text: str) -> bool:
    """Check for the start of a web address or DOI, which may go on in the next line."""
    return _ADDRESS_SIGN.search(text) is not None


def find_page_doi(address: str) -> str:
    """Return the DOI in the address of a work's page at its publisher, or nothing."""
    found = find_readable_dois(address) if _PAGE_OF_WORK.match(address) else ()
    return next((one.normal for one in found), "")


def find_page_address(text: str, doi: str) -> str:
    """Return the address of a page in which a text has a DOI; nothing if the DOI is also there by itself."""
    places = [found.start() for found in re.finditer(re.escape(doi), text)]
    pages = [_IN_ADDRESS.search(text, max(at - _LONGEST_ADDRESS_BEFORE, 0), at) for at in places]
    are_pages = all(pages) and not any(_prefix_start(text, at) < at for at in places)
    return text[pages[0].start() : places[0]] + doi if pages and pages[0] and are_pages else ""


def _find_doi_fault(doi: str, written: str, prefix: str) -> tuple[str | None, str | None, FormFaultKind]:
    """Return the fault of a readable DOI, its correct form, and the kind of fault."""
    again = _SECOND.search(doi, 8)
    once = _GLUED_PREFIX.sub("", doi[: again.start()]) if again else ""
    if again and doi[again.start() :].lower() == once.lower():
        return "pasted twice", once, "pasted-twice"
    if again and once == again[0]:  # 10.1000/10.1000/182
        return "pasted twice: the registrant", doi[again.start() :], "pasted-twice"
    bare = _LABEL_BEFORE_ADDRESS.sub("", prefix).lower()  # "DOI:https://doi.org/10.…" is a label and an address
    if bare.count("doi.org/") + bare.count("doi:") > 1:
        return "pasted twice: the prefix", doi, "pasted-twice"
    if "%2f" in written.lower() and "doi.org/" not in bare:  # an address may be encoded
        return ENCODED, doi, "malformed"
    if tail := _URL_TAIL.search(doi, doi.index("/") + 2):
        fault = f"the tail {tail[0]} belongs to the address of a page, not to the DOI"
        return fault, doi[: tail.start()], "web-tail"
    return None, None, "malformed"


def _first_prefix(prefix: str) -> str:
    return found[0] if (found := _ONE_PREFIX.match(prefix)) else ""


def _read_ill_formed(start: int, doi_start: int, doi: str, text: str) -> Iterator[Identifier]:
    span = Span(start, doi_start + len(doi))
    if _CUT.match(text, doi_start):
        return
    repaired = doi[:8].translate(_LETTERS_FOR_DIGITS) + doi[8:]
    if repaired != doi and _REGISTRANT.match(repaired):
        fault, correction = "a letter where a digit belongs", _first_prefix(text[start:doi_start]) + repaired
        yield _mark(text, span, repaired.lower(), fault, correction)
    elif any(char.isdigit() for char in doi):
        yield _mark(text, span, doi.lower(), "a DOI is 10. + four digits or more + / + a suffix")
