"""The outside services: where they are, how fast they may be asked, and which key they take.

The client adds keys and the contact address by this table; the modules of the services never see them.
"""

from collections.abc import Mapping

from citevet.records import dataclass
from citevet.world.net.ledger import Kind


@dataclass(frozen=True, slots=True)
class Service:
    """One service. Its name is the key under `services` in the configuration, where the address can be replaced.

    An address with `{language}` is queried as `wikipedia:ko`; without a language it is English.
    """

    label: str  # for people
    url: str  # without a slash at the end
    url_env: str = ""  # the environment variable with the address of the user's own server
    per_second: float = 5.0  # until its headers say otherwise; 0: no limit
    parallel: int = 3
    timeout: float = 20.0  # seconds, connect to last byte
    key_env: str = ""  # the environment variable with the user's key
    key_header: str = ""  # the header that takes the key: "Authorization: Token {key}"
    key_param: str = ""  # or the parameter
    needs_key: bool = False  # nothing is requested without one
    keyed_path: str = ""  # the path that is not requested without one
    key_gain: str = ""  # what a key adds
    mail_param: str = ""  # the parameter that takes the contact address; the User-Agent has it for all
    needs_mail: bool = False
    probe: str = "/"  # a path that `citevet doctor --online` asks for
    has_pages: bool = False  # its answers may be HTML
    sends: Kind | None = None  # what it gets, whatever its parameters are called


SERVICES: Mapping[str, Service] = {
    "doi": Service("doi.org", "https://doi.org", per_second=10, has_pages=True, probe="/api/handles/10.1000/1"),
    "crossref": Service(
        "Crossref",
        "https://api.crossref.org",
        key_env="CROSSREF_PLUS_TOKEN",
        key_header="Crossref-Plus-API-Token: Bearer {key}",
        key_gain="higher limits for subscribers of Metadata Plus",
        mail_param="mailto",
        probe="/works/10.1000/1/agency",
    ),
    "datacite": Service("DataCite", "https://api.datacite.org", per_second=1.5, probe="/heartbeat"),
    "arxiv": Service(
        "arXiv",
        "https://export.arxiv.org",
        per_second=1 / 3,
        parallel=1,
        timeout=40,
        probe="/api/query?id_list=0704.0001",
    ),
    "pubmed": Service(
        "PubMed",
        "https://eutils.ncbi.nlm.nih.gov/entrez/eutils",
        per_second=3,
        key_env="NCBI_API_KEY",
        key_param="api_key",
        key_gain="10 requests a second instead of 3",
        mail_param="email",
        probe="/einfo.fcgi?retmode=json",
    ),
    "pmc": Service(
        "PMC",
        "https://pmc.ncbi.nlm.nih.gov/tools/idconv/api/v1",
        per_second=3,
        mail_param="email",
        probe="/articles/?ids=PMC13901&format=json",
    ),
    "europepmc": Service(
        "Europe PMC",
        "https://www.ebi.ac.uk/europepmc/webservices/rest",
        per_second=10,
        probe="/search?query=ext_id:1&format=json",
        sends="identifier",
    ),
    "openalex": Service(
        "OpenAlex",
        "https://api.openalex.org",
        per_second=10,
        key_env="OPENALEX_API_KEY",
        key_param="api_key",
        keyed_path="/works",
        key_gain="title searches; without one only a few a day are free",
        mail_param="mailto",
    ),
    "semanticscholar": Service(
        "Semantic Scholar",
        "https://api.semanticscholar.org/graph/v1",
        per_second=1,
        parallel=1,
        key_env="SEMANTIC_SCHOLAR_API_KEY",
        key_header="x-api-key: {key}",
        key_gain="a limit of your own; without one all users share one, and it is often used up",
        probe="/paper/DOI:10.1000/1",
    ),
    "dblp": Service(
        "dblp", "https://dblp.org", per_second=1, parallel=1, probe="/search/publ/api?q=graph&h=1", sends="search words"
    ),
    "unpaywall": Service(
        "Unpaywall",
        "https://api.unpaywall.org/v2",
        per_second=10,
        mail_param="email",
        needs_mail=True,
        probe="/10.1000/1",
    ),
    "openlibrary": Service("Open Library", "https://openlibrary.org", per_second=1, probe="/search.json?isbn=0"),
    "googlebooks": Service(
        "Google Books",
        "https://www.googleapis.com/books/v1",
        key_env="GOOGLE_BOOKS_API_KEY",
        key_param="key",
        key_gain="a daily limit of your own",
        probe="/volumes?q=isbn:9780262033848",
    ),
    "inspire": Service(
        "INSPIRE",
        "https://inspirehep.net",
        per_second=2,
        parallel=2,
        probe="/api/literature?size=1&fields=titles",
        sends="search words",
    ),
    "orcid": Service(
        "ORCID",
        "https://pub.orcid.org",
        per_second=5,
        probe="/v3.0/expanded-search/?q=orcid:0&rows=1",
        sends="search words",
    ),
    "ror": Service("ROR", "https://api.ror.org", per_second=5, probe="/v2/heartbeat", sends="search words"),
    "issn": Service("ISSN Portal", "https://portal.issn.org", per_second=1, has_pages=True),
    "wikipedia": Service("Wikipedia", "https://{language}.wikipedia.org", probe="/api/rest_v1/page/summary/Citation"),
    "wayback": Service(
        "Wayback Machine",
        "https://web.archive.org",
        per_second=1,
        parallel=1,
        timeout=60,
        has_pages=True,
        sends="page address",
    ),
    "archive": Service(
        "Internet Archive",
        "https://archive.org",
        per_second=1,
        parallel=1,
        timeout=60,
        probe="/wayback/available?url=example.org",
        sends="page address",
    ),
    "courtlistener": Service(
        "CourtListener",
        "https://www.courtlistener.com",
        per_second=1,
        key_env="COURTLISTENER_TOKEN",
        key_header="Authorization: Token {key}",
        key_gain="US case law: citations are looked up only with a token",
        probe="/api/rest/v4/",
    ),
    "ecfr": Service("eCFR", "https://www.ecfr.gov", per_second=2, probe="/api/versioner/v1/titles.json"),
    "govinfo": Service("govinfo", "https://www.govinfo.gov", per_second=2, has_pages=True),
    "lii": Service("Cornell LII", "https://www.law.cornell.edu", per_second=1, has_pages=True),
    "legislation_uk": Service(
        "legislation.gov.uk", "https://www.legislation.gov.uk", per_second=3, has_pages=True, sends="identifier"
    ),
    "findcaselaw": Service("Find Case Law", "https://caselaw.nationalarchives.gov.uk", per_second=3, has_pages=True),
    "eurlex": Service(
        "CELLAR",
        "https://publications.europa.eu",
        per_second=3,
        timeout=60,
        probe="/resource/celex/32016R0679",
        has_pages=True,
        sends="identifier",
    ),
    "gesetze": Service("gesetze-im-internet.de", "https://www.gesetze-im-internet.de", per_second=2, has_pages=True),
    "lawgokr": Service(
        "law.go.kr",
        "https://www.law.go.kr",
        per_second=2,
        key_env="LAW_GO_KR_OC",
        key_param="OC",
        needs_key=True,
        key_gain="Korean acts and cases",
        sends="identifier",
        probe="/DRF/lawSearch.do?target=law&type=JSON&query=%EB%AF%BC%EB%B2%95",
    ),
    "serper": Service(
        "Serper",
        "https://google.serper.dev",
        key_env="SERPER_API_KEY",
        key_header="X-API-KEY: {key}",
        needs_key=True,
        key_gain="web search for claims without a source",
    ),
    "tavily": Service(
        "Tavily",
        "https://api.tavily.com",
        key_env="TAVILY_API_KEY",
        key_header="Authorization: Bearer {key}",
        needs_key=True,
        key_gain="web search for claims without a source",
    ),
    "brave": Service(
        "Brave Search",
        "https://api.search.brave.com",
        per_second=1,
        key_env="BRAVE_API_KEY",
        key_header="X-Subscription-Token: {key}",
        needs_key=True,
        key_gain="web search for claims without a source",
    ),
    "searxng": Service("SearXNG", "", url_env="SEARXNG_URL"),  # the user's own: only with an address
}
PAGES = Service("The site", "", per_second=10, parallel=6, timeout=30)  # any host that a document names
