"""Identifiers of catalogues and archives: OpenAlex, Handle, ARK, and the bibcode of astronomy.

Each is taken after its label or in its address; a bibcode also bare, since nothing else has its nineteen characters.
The forms are defined in https://docs.openalex.org/how-to-use-the-api/get-single-entities,
https://www.rfc-editor.org/rfc/rfc3651, https://arks.org/about/ and https://ui.adsabs.harvard.edu/help/actions/bibcode.
"""

import re
from collections.abc import Iterator
from urllib.parse import unquote

from citevet.identifiers.edges import trim_identifier
from citevet.model.document import Span
from citevet.model.extraction import Identifier
from citevet.patterns import lazy_pattern

_OPENALEX = lazy_pattern(
    r"(?:https?://(?:api\.|explore\.)?openalex\.org/(?:works/)?|\bopenalex:\s?)(?P<id>W\d{4,11})(?!\w)", re.IGNORECASE
)
_HANDLE = lazy_pattern(
    r"(?:https?://hdl\.handle\.net/|\bhdl:\s?|\bhandle:\s)(?P<id>\d{2,9}(?:\.[\w-]{1,30}){0,4}(?:/|%2f)[!-;=?-Z\\^-z~]{1,200})",
    re.IGNORECASE,
)
_ARK = lazy_pattern(r"(?:https?://[^\s<>\"/]{3,100}/)?\bark:/?(?P<id>\d{5,9}/[\w=~*+@$./-]{1,200})", re.IGNORECASE)
_BIBCODE = lazy_pattern(  # year, journal, volume, section, page, first letter of the author
    r"(?:https?://(?:ui\.)?adsabs\.harvard\.edu/(?:#?abs)/|\b[Bb]ibcode:\s?|(?<![\w.&/]))"
    r"(?P<id>(?:1[6-9]|20)\d\d[A-Za-z](?:[A-Za-z&.]|%26){4}[\d.]{4}[A-Za-z\d.][\d.]{4}[A-Z.])(?![\w&])"
)


def find_openalex_ids(text: str) -> Iterator[Identifier]:
    """Find works of OpenAlex."""
    for match in _OPENALEX.finditer(text):
        span = Span(*match.span())
        yield Identifier("openalex", span, match[0], match["id"].upper())


def find_handles(text: str) -> Iterator[Identifier]:
    """Find handles after their label or resolver; a DOI is a handle, but is found as a DOI."""
    for match in _HANDLE.finditer(text):
        written = trim_identifier(match[0])
        normal = unquote(written[match.start("id") - match.start() :]).partition("?")[0].rstrip("/").lower()
        if not normal.startswith("10."):
            yield Identifier("handle", Span(match.start(), match.start() + len(written)), written, normal)


def find_arks(text: str) -> Iterator[Identifier]:
    """Find Archival Resource Keys; hyphens in them mean nothing, and old ones have a slash after the label."""
    for match in _ARK.finditer(text):
        written = trim_identifier(match[0])
        bare = written[match.start("id") - match.start() :].rstrip("/")
        authority, _, name = bare.partition("/")
        normal = f"ark:{authority}/{name.replace('-', '')}"
        yield Identifier("ark", Span(match.start(), match.start() + len(written)), written, normal)


def find_bibcodes(text: str) -> Iterator[Identifier]:
    """Find the nineteen characters of a work in the Astrophysics Data System: year, journal, volume, page, author."""
    for match in _BIBCODE.finditer(text):
        yield Identifier("bibcode", Span(*match.span()), match[0], match["id"].replace("%26", "&"))
