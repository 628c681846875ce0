"""The outside services: where they are, how fast they may be asked, and which key they take."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Service:
    """One service. Its name is the key under `[services]` in the configuration, where the address can be replaced."""

    label: str  # for people
    url: str  # without a slash at the end
    per_second: float = 5.0  # until its headers say otherwise
    parallel: int = 3
    timeout: float = 20.0  # seconds, connect to last byte
    key_env: str = ""  # the environment variable with the user's key
    needs_key: bool = False  # nothing is asked without one


SERVICES: Mapping[str, Service] = {
    "doi": Service("doi.org", "https://doi.org", per_second=10),
    "crossref": Service("Crossref", "https://api.crossref.org", key_env="CROSSREF_PLUS_TOKEN"),
    "datacite": Service("DataCite", "https://api.datacite.org", per_second=1.5),
    "arxiv": Service("arXiv", "https://export.arxiv.org", per_second=1 / 3, parallel=1, timeout=40),
    "pubmed": Service("PubMed", "https://eutils.ncbi.nlm.nih.gov/entrez/eutils", per_second=3, key_env="NCBI_API_KEY"),
    "pmc": Service("PMC", "https://pmc.ncbi.nlm.nih.gov/tools/idconv/api/v1", per_second=3),
    "europepmc": Service("Europe PMC", "https://www.ebi.ac.uk/europepmc/webservices/rest", per_second=10),
    "openalex": Service("OpenAlex", "https://api.openalex.org", per_second=10, key_env="OPENALEX_API_KEY"),
    "semanticscholar": Service(
        "Semantic Scholar",
        "https://api.semanticscholar.org/graph/v1",
        per_second=1,
        parallel=1,
        key_env="SEMANTIC_SCHOLAR_API_KEY",
    ),
    "unpaywall": Service("Unpaywall", "https://api.unpaywall.org/v2", per_second=10),
    "openlibrary": Service("Open Library", "https://openlibrary.org", per_second=1),
    "googlebooks": Service("Google Books", "https://www.googleapis.com/books/v1", key_env="GOOGLE_BOOKS_API_KEY"),
    "issn": Service("ISSN Portal", "https://portal.issn.org", per_second=1),
    "wikipedia": Service("Wikipedia", "https://{language}.wikipedia.org"),
    "wayback": Service("Wayback Machine", "https://web.archive.org", per_second=1, parallel=1, timeout=60),
    "archive": Service("Internet Archive", "https://archive.org", per_second=1, parallel=1, timeout=60),
    "courtlistener": Service(
        "CourtListener", "https://www.courtlistener.com", per_second=1, key_env="COURTLISTENER_TOKEN"
    ),
    "ecfr": Service("eCFR", "https://www.ecfr.gov", per_second=2),
    "govinfo": Service("govinfo", "https://www.govinfo.gov", per_second=2),
    "lii": Service("Cornell LII", "https://www.law.cornell.edu", per_second=1),
    "legislation_uk": Service("legislation.gov.uk", "https://www.legislation.gov.uk", per_second=3),
    "findcaselaw": Service("Find Case Law", "https://caselaw.nationalarchives.gov.uk", per_second=3),
    "eurlex": Service("CELLAR", "https://publications.europa.eu", per_second=3, timeout=60),
    "gesetze": Service("gesetze-im-internet.de", "https://www.gesetze-im-internet.de", per_second=2),
    "lawgokr": Service("law.go.kr", "https://www.law.go.kr", per_second=2, key_env="LAW_GO_KR_OC", needs_key=True),
    "serper": Service("Serper", "https://google.serper.dev", key_env="SERPER_API_KEY", needs_key=True),
    "tavily": Service("Tavily", "https://api.tavily.com", key_env="TAVILY_API_KEY", needs_key=True),
    "brave": Service(
        "Brave Search", "https://api.search.brave.com", per_second=1, key_env="BRAVE_API_KEY", needs_key=True
    ),
    "searxng": Service("SearXNG", "", key_env="SEARXNG_URL"),  # the user's own: only with an address
}
