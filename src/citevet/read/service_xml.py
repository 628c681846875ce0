"""Parse the XML that services send: feeds, records, statutes and full texts."""

from lxml import etree

from citevet.errors import Damaged, TooLarge
from citevet.read.archive import Element

_MAX_TAGS = 2_000_000  # a whole title of the Code of Federal Regulations has a million


def parse_service_xml(data: bytes, name: str) -> Element:
    """Return the root element; a document type is accepted, but nothing that it declares is used or fetched."""
    if data.count(b"<") > _MAX_TAGS:
        raise TooLarge(f"it has more than {_MAX_TAGS:,} tags", to=name, advice="Look at it by hand.")
    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, huge_tree=False, load_dtd=False, remove_comments=True, remove_pis=True
    )
    try:
        return etree.fromstring(data, parser)
    except (etree.XMLSyntaxError, ValueError) as error:
        raise Damaged("it is not well-formed XML, or nested too deep", to=name, advice="Try again later.") from error
