"""Recognize, bound, normalize, check and link the identifiers of works and people, for every part of citevet.

`read` and `normalize` take a whole value, such as a field of an entry or of a record; `find` searches running text;
`may_have` and `find_sign` only ask. All of them use one finder for each kind, so that a string gives the same
identifier wherever it is met. Each kind is one row of the table below.
"""

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import NamedTuple

from citevet.identifiers.addresses import find_addresses
from citevet.identifiers.arxiv import find_arxiv_ids
from citevet.identifiers.catalogues import find_arks, find_bibcodes, find_handles, find_openalex_ids
from citevet.identifiers.check_digits import find_isbns, find_issns, find_orcids
from citevet.identifiers.doi import ARXIV_PREFIX, ENCODED, find_dois
from citevet.identifiers.edges import trim_identifier
from citevet.identifiers.european_law import find_celex_numbers, find_eclis
from citevet.identifiers.pubmed import find_pmcids, find_pmids
from citevet.model.document import Span
from citevet.model.extraction import Identifier, IdentifierKind
from citevet.patterns import lazy_pattern
from citevet.records import replace

__all__ = [
    "SCHEMES",
    "Scheme",
    "drop",
    "find",
    "find_sign",
    "has_rest",
    "imply",
    "is_certain",
    "keep_known",
    "link",
    "may_have",
    "name_sign",
    "normalize",
    "read",
    "read_address",
    "spell",
    "trim_identifier",
]


class Scheme(NamedTuple):
    """What is known of one kind of identifier; its form is defined at the address in the module of its finder."""

    name: str  # in messages
    find: Callable[[str], Iterable[Identifier]]
    labels: tuple[str, ...] = ()  # with which a bare value is found in prose
    sign: str = ""  # a pattern of what those in prose start with
    page: str = ""  # the address of one, with its normal form in place of {}
    hosts: tuple[str, ...] = ()  # whose addresses contain one


# In order of precedence: the first kind that matches a span owns it.
SCHEMES: Mapping[IdentifierKind, Scheme] = {
    "doi": Scheme(
        "DOI",
        find_dois,
        ("doi:",),
        r"\bdoi\b|\b10\.\d{4}",
        "https://doi.org/{}",
        ("doi.org", "dx.doi.org", "www.doi.org"),
    ),
    "arxiv": Scheme(
        "arXiv id",
        find_arxiv_ids,
        ("arXiv:",),
        r"\barxiv[:.\s]\s?(?:[\w-]{1,20}[/.])?\d{4}",
        "https://arxiv.org/abs/{}",
        ("arxiv.org", "www.arxiv.org", "export.arxiv.org"),
    ),
    "pmid": Scheme(
        "PMID",
        find_pmids,
        ("PMID ",),
        r"\bPMID:?\s?\d{4}",
        "https://pubmed.ncbi.nlm.nih.gov/{}/",
        ("pubmed.ncbi.nlm.nih.gov", "www.ncbi.nlm.nih.gov", "ncbi.nlm.nih.gov"),
    ),
    "pmcid": Scheme(
        "PMCID",
        find_pmcids,
        ("PMCID: ", "PMCID: PMC"),
        r"\bPMC(?:ID)?:?\s?\d{4}",
        "https://pmc.ncbi.nlm.nih.gov/articles/{}/",
        ("pmc.ncbi.nlm.nih.gov", "www.ncbi.nlm.nih.gov", "ncbi.nlm.nih.gov"),
    ),
    "isbn": Scheme("ISBN", find_isbns, ("ISBN ",), r"\be?-?ISBN\b", "https://openlibrary.org/isbn/{}"),
    "issn": Scheme("ISSN", find_issns, ("ISSN ",), r"\b[ep]?-?ISSN\b", "https://portal.issn.org/resource/ISSN/{}"),
    "orcid": Scheme("ORCID", find_orcids, ("orcid:",), r"\borcid\b", "https://orcid.org/{}", ("orcid.org",)),
    "openalex": Scheme(
        "OpenAlex id", find_openalex_ids, ("openalex:",), r"\bopenalex\b", "https://openalex.org/{}", ("openalex.org",)
    ),
    "handle": Scheme("handle", find_handles, ("hdl:",), r"\bhdl:", "https://hdl.handle.net/{}", ("hdl.handle.net",)),
    "ark": Scheme("ARK", find_arks, ("ark:/",), r"\bark:/?\d", "https://n2t.net/{}", ("n2t.net",)),
    "bibcode": Scheme(
        "bibcode",
        find_bibcodes,
        ("bibcode:",),
        r"\bbibcode\b",
        "https://ui.adsabs.harvard.edu/abs/{}",
        ("ui.adsabs.harvard.edu", "adsabs.harvard.edu"),
    ),
    "ecli": Scheme("ECLI", find_eclis, (), r"\bECLI:", "https://e-justice.europa.eu/ecli/{}"),
    "celex": Scheme(
        "CELEX number",
        find_celex_numbers,
        ("CELEX ",),
        r"\bCELEX\b",
        "https://eur-lex.europa.eu/legal-content/EN/TXT/?uri=CELEX:{}",
    ),
    "url": Scheme("address", find_addresses, (), r"https?://|\bwww\.", "{}"),
}
_SIGN = lazy_pattern("|".join(each.sign for each in SCHEMES.values()), re.IGNORECASE)
_OPENING = " \t\r\n<([{\"'“:"
_LONGEST = 4_000  # characters of a value
_MAY_HAVE_FAULTS = frozenset({"doi", "arxiv"})  # in an address that resolves one


def find(text: str, kinds: Collection[IdentifierKind] = tuple(SCHEMES)) -> list[Identifier]:
    """Return the identifiers in running text, in its order and without overlaps."""
    taken, found = bytearray(len(text)), list[Identifier]()
    for kind in SCHEMES:
        for one in SCHEMES[kind].find(text) if kind in kinds else ():
            start, end = one.span.start, one.span.end
            if start < end and taken.find(1, start, end) < 0:
                taken[start:end] = b"\1" * (end - start)
                found.append(one)
    return sorted(found, key=lambda one: one.span)


def may_have(text: str) -> bool:
    """Check for the sign of an identifier or address; it may still be none."""
    return _SIGN.search(text) is not None


def name_sign(text: str) -> IdentifierKind | None:
    """Return the kind whose sign a text starts with, be it only an example: doi:…, https://doi.org/…"""
    bare = (text.partition("://")[2] or text).removeprefix("www.").removeprefix("dx.")
    kinds = ((kind, re.compile(scheme.sign, re.IGNORECASE)) for kind, scheme in SCHEMES.items())
    return next((kind for kind, sign in kinds if sign.match(bare) or sign.match(text)), None)


def find_sign(text: str, start: int = 0) -> int:
    """Return where the first sign of an identifier or address is; the end of the text if there is none."""
    found = _SIGN.search(text, start)
    return found.start() if found else len(text)


def drop(text: str, blank: str = " ", kinds: Collection[IdentifierKind] = tuple(SCHEMES)) -> str:
    """Return a text with something else in place of each identifier and address."""
    pieces, done = list[str](), 0
    for one in find(text, kinds) if may_have(text) else ():
        pieces += (text[done : one.span.start], blank)
        done = one.span.end
    return "".join((*pieces, text[done:]))


def read(kind: IdentifierKind, value: str) -> Identifier | None:
    """Return the identifier that a value starts with, at its place there; none if it starts with none."""
    scheme, value = SCHEMES[kind], value[:_LONGEST]
    if kind == "arxiv" and (registered := read("doi", value)) and registered.normal.startswith(ARXIV_PREFIX):
        return _read_arxiv_doi(registered)
    for label in ("", *scheme.labels):
        for found in scheme.find(label + value):
            start, end = max(found.span.start - len(label), 0), found.span.end - len(label)
            if value[:start].strip(_OPENING).casefold() in {"", scheme.name.casefold()}:
                right = found.correction.removeprefix(label) if found.correction else None
                return replace(found, span=Span(start, end), text=value[start:end], correction=right)
    return None


def _read_arxiv_doi(doi: Identifier) -> Identifier | None:
    """Read the DOI that arXiv registers for a paper: 10.48550/arXiv.2301.00001."""
    written = doi.text.replace("%2F", "/").replace("%2f", "/")
    start = written.lower().find(ARXIV_PREFIX) + len(ARXIV_PREFIX)
    found = next(iter(find_arxiv_ids(f"arXiv:{written[start:]}")), None)
    return replace(found, span=doi.span, text=doi.text) if found else None


def spell(found: Identifier) -> str:
    """Return the normal form with the version of the paper: 2301.00001v2."""
    return f"{found.normal}v{found.link.version}" if found.link.version else found.normal


def normalize(kind: IdentifierKind, value: str) -> str:
    """Return the normal form of a value that is an identifier and nothing else; empty for any other."""
    found = read(kind, value)
    return found.normal if found and is_certain(found) and not has_rest(found, value) else ""


def keep_known(**identifiers: str) -> dict[str, str]:
    """Return the identifiers of a record that are not empty, a DOI in normal form."""
    bare = {kind: normalize("doi", value) if kind == "doi" else value for kind, value in identifiers.items()}
    return {kind: value for kind, value in bare.items() if value}


def is_certain(found: Identifier) -> bool:
    """Check that it is certain which work is meant: nothing is wrong but what is around the identifier."""
    return not found.fault or found.fault == ENCODED or found.fault_kind != "malformed"


def has_rest(found: Identifier, value: str) -> bool:
    """Check whether words follow the identifier that a value starts with."""
    return any(map(str.isalnum, value[found.span.end :]))


def read_address(address: str) -> Identifier | None:
    """Return the identifier that an address resolves."""
    host = (address.partition("://")[2] or address).partition("/")[0].lower()
    name = f"{host.partition(':')[0]}:"  # of doi:10.1000/182
    for kind, scheme in SCHEMES.items():
        found = read(kind, address) if host in scheme.hosts or name in scheme.labels else None
        if found and found.span.start == 0 and (not found.fault or kind in _MAY_HAVE_FAULTS):
            return found
    return None


def imply(kind: IdentifierKind, normal: str) -> tuple[IdentifierKind, str] | None:
    """Return the other identifier that one contains: the arXiv id in the DOI that arXiv registers."""
    is_arxiv = kind == "doi" and normal.startswith(ARXIV_PREFIX)
    return ("arxiv", normal.removeprefix(ARXIV_PREFIX)) if is_arxiv else None


def link(kind: IdentifierKind, normal: str) -> str:
    """Return the address of the page of an identifier."""
    return SCHEMES[kind].page.replace("{}", normal)
