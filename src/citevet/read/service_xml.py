"""The XML that services send: feeds, records, and the text of articles, statutes and judgments."""

from collections.abc import Iterator

from citevet.errors import Damaged, TooLarge
from citevet.read.archive import Element, parse_untrusted_xml
from citevet.tables import read_words

_MAX_TAGS = 2_000_000  # a whole title of the Code of Federal Regulations has a million
# What is not the text of the work, in JATS, CLML, Akoma Ntoso and others: descriptions, reference lists, notes of
# editors. Names are compared without their namespace, in lower case.
_LEFT_OUT = read_words("""ref-list references metadata meta proprietary journal-meta contrib-group aff author-notes
    pub-date permissions history counts custom-meta-group article-id article-categories volume issue fpage lpage
    elocation-id related-article funding-group self-uri kwd-group tex-math alternatives graphic media object-id
    commentaries mathml head style script annotation-xml contentsitem""")
_MAX_TEXT = 20_000_000  # characters
_BLANK = b"\xef\xbb\xbf \t\r\n"  # what some services send before the declaration, where nothing is allowed
_CONTROLS = bytes(code for code in range(1, 32) if code not in b"\t\r\n")  # allowed nowhere, but in some abstracts


def parse_service_xml(data: bytes, name: str) -> Element:
    """Return the root element; a document type is accepted, but nothing that it declares is used or fetched."""
    if data.count(b"<") > _MAX_TAGS:
        raise TooLarge(f"it has more than {_MAX_TAGS:,} tags", to=name, advice="Look at it by hand.")
    try:
        return parse_untrusted_xml(data if b"\0" in data[:100] else data.lstrip(_BLANK).translate(None, _CONTROLS))
    except ValueError as error:
        raise Damaged("it is not well-formed XML, or nested too deep", to=name, advice="Try again later.") from error


def read_xml_text(data: bytes, name: str) -> str:
    """Return the paragraphs of an XML text, with a blank line between them."""
    return "\n\n".join(_list_paragraphs(parse_service_xml(data, name)))[:_MAX_TEXT]


def is_abstract_only(data: bytes) -> bool:
    """Check whether a JATS article comes without its body, as Europe PMC sends those that are not free."""
    return b"<article" in data[:2_000] and b"<body" not in data and b"<abstract" in data


def _list_paragraphs(element: Element) -> Iterator[str]:
    """Yield the texts; an element with words of its own is a paragraph, and others only hold some."""
    if not isinstance(element.tag, str) or local_name(element).lower() in _LEFT_OUT:
        return
    own = (element.text, *(child.tail for child in element))
    if any(piece and not piece.isspace() for piece in own):
        if words := " ".join("".join(_list_words(element)).split()):
            yield words
        return
    for child in element:
        yield from _list_paragraphs(child)


def _list_words(element: Element) -> Iterator[str]:
    yield element.text or ""
    for child in element:
        if isinstance(child.tag, str) and local_name(child).lower() not in _LEFT_OUT:
            yield from _list_words(child)
        yield child.tail or ""


def local_name(element: Element) -> str:
    """Return the name of an element without its namespace."""
    return str(element.tag).rpartition("}")[2]


def text_of(element: Element) -> str:
    """Return all text inside an element on one line."""
    return " ".join("".join(map(str, element.itertext())).split())
