"""Which services are searched for a work by its title, by the kind of work, and in which order."""

import re
from collections.abc import Awaitable, Callable, Iterator
from functools import partial

from citevet.contracts import Web
from citevet.model import Lookup, Record
from citevet.patterns import lazy_pattern
from citevet.records import dataclass
from citevet.resolve.alignment.places import CitedPlace
from citevet.resolve.cited_fields import CitedFields
from citevet.resolve.registries.absence import DBLP, EUROPE_PMC, is_listed_kind
from citevet.resolve.registries.arxiv import ARXIV, search_arxiv
from citevet.resolve.registries.books import GOOGLE_BOOKS, OPEN_LIBRARY, search_books, search_google_books
from citevet.resolve.registries.datacite import DATACITE, search_datacite
from citevet.resolve.registries.europepmc import search_europepmc
from citevet.resolve.registries.indexes import search_dblp, search_openalex, search_semantic_scholar
from citevet.resolve.registries.inspire import INSPIRE, search_inspire
from citevet.resolve.registries.orcid import ORCID, search_orcid
from citevet.resolve.registries.pubmed import PUBMED, search_pubmed

_Search = Callable[[], Awaitable[tuple[Record, ...] | Lookup]]
_OPENALEX, _SEMANTIC_SCHOLAR = "OpenAlex", "Semantic Scholar"
_PROCEEDINGS = lazy_pattern(
    r"\b(?:ACM|IEEE|USENIX|arXiv|CoRR|LNCS|NeurIPS|NIPS|ICLR|ICML|AAAI|IJCAI|(?:NA|EA)?ACL|EMNLP|CVPR|ICCV|JMLR"
    r"|SIG[A-Z]{2,6}|inproceedings|Conference|Symposium|Workshop|Proceedings|Proc\.)(?!\w)"
)
_COMPUTING = lazy_pattern(
    r"\b(?:Comput\w{1,8}|Informati(?:cs|k)|Software|Neural|Algorithms?|Machine Learning|Artificial Intelligence)(?!\w)"
)
_PHYSICS = lazy_pattern(
    r"\b(?:JHEP|JCAP|PTEP|Phys\.|Physics|Physik|Physical Review|Nucl\.|Nuclear|Astropart|Astrophys\w{0,6}|CERN|SLAC"
    r"|DESY|hep-(?:th|ph|ex|lat)|gr-qc|nucl-(?:th|ex)|Collaboration|quantum field|gauge|string theory)(?!\w)"
)
_DATA = lazy_pattern(
    r"(?i)\b(?:data ?set|data base|software|\[?computer (?:program|software)|source code|zenodo|figshare|dryad"
    r"|dataverse|pangaea|mendeley data|osf|version \d|thesis|dissertation)\b"
)
_PREPRINT = lazy_pattern(r"(?i)\b(?:arxiv|preprint|e-print|corr)\b")
_MEDICINE = lazy_pattern(
    r"(?i)\b(?:med(?:icine|ical)?|clin(?:ical)?|lancet|bmj|jama|n engl|health|disease|cancer|neuro\w*|cardi\w*|surg\w*"
    r"|pharm\w*|immun\w*|psych\w*|nurs\w*|pediatr\w*|epidemiol\w*|cochrane|biol\w*|cell|genet\w*|virol\w*)\b"
)


@dataclass(frozen=True, slots=True)
class FurtherSearch:
    """One service that is searched after Crossref."""

    label: str
    search: _Search
    is_last: bool = False  # asked only whether nobody has the work: it is slow, or has little of its own


def list_further_searches(cited: CitedFields, author: str, place: CitedPlace, web: Web) -> Iterator[FurtherSearch]:
    """Yield what is searched after Crossref, which has few conferences, books and data."""
    title = cited.title
    is_part, is_data = bool(cited.volume or cited.pages), _DATA.search(cited.text) is not None
    is_paper = _PROCEEDINGS.search(cited.text) is not None
    is_physics = _PHYSICS.search(cited.text) is not None
    yield FurtherSearch(_OPENALEX, partial(search_openalex, title, web))
    if is_data:
        yield FurtherSearch(DATACITE, partial(search_datacite, title, web))
    if is_physics:
        yield FurtherSearch(INSPIRE, partial(search_inspire, title, web))
    if is_paper or _COMPUTING.search(cited.text):
        yield FurtherSearch(DBLP, partial(search_dblp, title, web))
    if author and not (is_part or is_paper or is_data):
        yield FurtherSearch(OPEN_LIBRARY, partial(search_books, title, author, web))
        yield FurtherSearch(GOOGLE_BOOKS, partial(search_google_books, title, author, web), is_last=True)
    if _PREPRINT.search(cited.text) or (is_physics and not is_part):
        yield FurtherSearch(ARXIV, partial(search_arxiv, title, web), is_last=True)
    if is_listed_kind(cited, place.venue):
        yield FurtherSearch(EUROPE_PMC, partial(search_europepmc, title, web), is_last=True)
        if _MEDICINE.search(cited.text):
            yield FurtherSearch(PUBMED, partial(search_pubmed, title, web), is_last=True)
        yield FurtherSearch(_SEMANTIC_SCHOLAR, partial(search_semantic_scholar, title, web), is_last=True)
    if full_name := _find_full_name(author, cited.text):
        yield FurtherSearch(ORCID, partial(search_orcid, full_name, web), is_last=True)


def _find_full_name(family: str, text: str) -> str:
    """Return "Family, Given" where the reference spells the given name of its first author out."""
    if not family:
        return ""
    name = re.escape(family)
    found = re.search(
        rf"\b{name},\s([A-Z][^\W\d_]{{2,30}})\b|\b([A-Z][^\W\d_]{{2,30}})\s(?:[A-Z]\.\s?){{0,2}}{name}\b", text
    )
    return f"{family}, {found[1] or found[2]}" if found else ""
