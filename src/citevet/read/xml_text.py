"""The text of XML that publishers and legislators send: JATS articles, statutes, judgments."""

from collections.abc import Iterator

from citevet.read.archive import Element
from citevet.read.service_xml import parse_service_xml

# What is not the text of the work, in JATS, CLML, Akoma Ntoso and others: descriptions, reference lists, notes of
# editors. Names are compared without their namespace, in lower case.
_LEFT_OUT = frozenset(
    "ref-list references metadata meta proprietary journal-meta contrib-group aff author-notes pub-date permissions"
    " history counts custom-meta-group article-id article-categories volume issue fpage lpage elocation-id"
    " related-article funding-group self-uri kwd-group tex-math alternatives graphic media object-id commentaries"
    " mathml head style script annotation-xml contentsitem".split()
)
_MAX_TEXT = 20_000_000  # characters


def read_xml_text(data: bytes, name: str) -> str:
    """Return the paragraphs of an XML text, with a blank line between them."""
    return "\n\n".join(_list_paragraphs(parse_service_xml(data, name)))[:_MAX_TEXT]


def is_abstract_only(data: bytes) -> bool:
    """Check whether a JATS article comes without its body, as Europe PMC sends those that are not free."""
    return b"<article" in data[:2_000] and b"<body" not in data and b"<abstract" in data


def _list_paragraphs(element: Element) -> Iterator[str]:
    """Yield the texts; an element with words of its own is a paragraph, and others only hold some."""
    if not isinstance(element.tag, str) or _local_name(element) in _LEFT_OUT:
        return
    if _has_own_words(element):
        if words := " ".join("".join(_list_words(element)).split()):
            yield words
        return
    for child in element:
        yield from _list_paragraphs(child)


def _list_words(element: Element) -> Iterator[str]:
    yield element.text or ""
    for child in element:
        if isinstance(child.tag, str) and _local_name(child) not in _LEFT_OUT:
            yield from _list_words(child)
        yield child.tail or ""


def _has_own_words(element: Element) -> bool:
    own = (element.text, *(child.tail for child in element))
    return any(piece and not piece.isspace() for piece in own)


def _local_name(element: Element) -> str:
    return str(element.tag).rpartition("}")[2].lower()
