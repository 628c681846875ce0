"""Find works by DOI, arXiv, PubMed, PubMed Central, ISBN and ISSN, or journal, volume and page; people by ORCID."""

import re
from collections.abc import Iterable, Iterator
from operator import attrgetter

from citevet.extract.locators import trim_identifier
from citevet.extract.masked_text import FoundCitation, MaskedText
from citevet.model import Document, FormFaultKind, Identifier, Reference, Span
from citevet.model.document import pair_with_next
from citevet.model.extraction import NO_PARTS
from citevet.text.identifiers import isbn_13_check_digit, mod_11_check_digit, to_isbn_13
from citevet.text.patterns import lazy_pattern
from citevet.text.tables import read_words

_DOI_PREFIX = r"(?:(?:https?://)?(?:dx\.|www\.)?doi\.org/|\bdoi:\s?)"
# An HTML tag ends the suffix; the angle bracket of an old Wiley DOI, <1::AID-…>, does not.
_DOI_CHAR = r"(?:[!#-;=?-\[\]^_a-z~]|<(?![a-z/!])|>)"
# Start at the digits: twelve times as fast as an optional prefix before them.
_DOI = lazy_pattern(
    rf"10\.\d{{4,9}}(?:\.\d{{1,9}}){{0,4}}(?:/|%2f){_DOI_CHAR}*(?:(?<=[/_-])\r?\n[ \t]*(?=[a-z0-9]){_DOI_CHAR}+)?",
    re.IGNORECASE,
)
_SHORT_DOI = lazy_pattern(r"10/[a-z0-9]{3,12}(?![a-z0-9])", re.IGNORECASE)
_SHORT_NAME = lazy_pattern(r"(?=[a-z]{0,9}[0-9])[a-z0-9]{4,10}")  # doi.org/fzc5kw is doi:10/fzc5kw
_RESOLVER = ("doi.org/", "DOI.org/", "DOI.ORG/")
_PREFIXES = lazy_pattern(rf"{_DOI_PREFIX}{{1,4}}", re.IGNORECASE)
_PREFIXES_BEFORE = lazy_pattern(rf"{_DOI_PREFIX}{{1,4}}$", re.IGNORECASE)
_LONGEST_ADDRESS_BEFORE = 220  # characters of an address before the DOI in it
_SHORTEST_SUFFIX = 2
_LONGEST_PREFIX = 100  # characters before a DOI: at most four prefixes
# After an explicit prefix, anything else is an ill-formed DOI.
_LABELLED = lazy_pattern(r"[Dd][Oo][Ii](?:\.[Oo][Rr][Gg]/|:\s?|\s(?=10\.\d))(?P<doi>[!-~]{3,200})")
_NO_SUFFIX = lazy_pattern(r"10\.\d{4,9}(?:\.\d{1,9}){0,4}(?:/[\W_]{0,9})?")
_OF_PREFIX = lazy_pattern(
    r"\b(?:prefix(?:es)?|registrants?|handles?|start(?:s|ing)? with|begin(?:s|ning)? with)\b", re.IGNORECASE
)
_LINE_END = lazy_pattern(r"[ \t]{0,3}(?:\r?\n|\Z)")
_AROUND = 40  # characters around a DOI without a suffix that may call it a prefix
# A registrant of fewer than four digits. Without a label it is taken for one in brackets or after a word that cites, or
# with letters and digits as no price, version or date has them.
_SHORT_REGISTRANT = lazy_pattern(r"(?<![\w./$€£¥:+–-])10\.\d{1,3}/(?P<suffix>[a-z0-9][a-z0-9._;()/-]{1,80})")
_LIKE_SUFFIX = lazy_pattern(r"(?=[^\W\d_]{0,80}[\d.-])(?=\d{0,80}[a-z.-])(?=\D{0,80}\d)[a-z0-9._;()/-]{7,}")
_CITING_WORD = lazy_pattern(r"(?:[(\[]|\b(?:[Ss]ee|cf\.|[Ss]ource:|[Rr]eference:|cited (?:as|in)|DOI|doi)\s)\Z")
_UNITS = read_words("""km m cm mm kg g mg ml l h hr hrs hour s sec second ms min minute day week month mo year yr user
    seat person head unit item page gb mb tb kwh mile point lb oz share night""")
_WRITTEN_TWICE = lazy_pattern(
    r"((?:\bdoi:\s?|\bhttps?://(?:dx\.)?doi\.org/)10\.\d{4,9}/[!-~]{1,200})[ \t]\1(?=[\s.,;)\]]|\Z)", re.IGNORECASE
)
_GLUED_PREFIX = lazy_pattern(r"(?:(?:https?://)?(?:dx\.|www\.)?doi\.org/|doi:\s?){1,4}$", re.IGNORECASE)
_ONE_PREFIX = lazy_pattern(_DOI_PREFIX, re.IGNORECASE)
_CUT_DOI = lazy_pattern(r"10(?:\.\d{0,9})?[.]?\s{1,3}[.]?\d{4}")  # broken by a line end: "10. 1109/ASE.2019"
_INSIDE_WORD = lazy_pattern(r"[\w.](?=10)")  # part of a longer number or word
_LETTERS_FOR_DIGITS = str.maketrans("OoIl", "0011")
_REGISTRANT = lazy_pattern(r"10\.\d{4,9}(?:\.\d{1,9}){0,4}/")
_SECOND_DOI = lazy_pattern(r"10\.\d{4,9}/")
# Parts of a page address: a parameter, a session, a view. Not &lt; in an old Wiley DOI.
_URL_TAIL = lazy_pattern(r"(?:[?&][\w-]{1,30}=|/(?:full|abstract|epdf|pdf|meta|html)$|;jsessionid).*$", re.IGNORECASE)
_WHITE_SPACE = lazy_pattern(r"\s+")
_LABEL_BEFORE_ADDRESS = lazy_pattern(r"^doi:\s*(?=https?:|(?:dx\.)?doi\.org/)", re.IGNORECASE)
_IN_ADDRESS = lazy_pattern(r"(?:https?://|www\.)[^\s<>\"]{1,200}[/=]$")
# What follows a DOI in the address of a page: a section, a view, a file, the version of a preprint of bioRxiv.
_PAGE_TAIL = lazy_pattern(
    r"#.*|/(?:figures?|tables?|references|metrics|suppl\w{0,20})(?:/.*)?$|\.(?:pdf|html?|xml)$"
    r"|\.(?:full|abstract|short|long)(?:[.+-]\w{1,20}){0,3}$"
)
_PREPRINT = lazy_pattern(r"(10\.(?:1101|64898)/\d[\d.]{3,40})v\d{1,2}(?!\w).*")
# A page of a publisher: …/doi/full/10.1145/3442188, …/content/10.1101/2020.04.30.071357v1.
_PAGE_OF_WORK = lazy_pattern(
    r"https?://[^/\s]{3,100}/(?:[\w-]{1,30}/){0,3}?(?:doi|articles?|abs|book|chapter|content|fulltext)/(?:\w{1,12}/){0,2}10\.\d",
    re.IGNORECASE,
)

# Archives with identifiers from before 2007; a bare old identifier counts only after one of them.
_ARCHIVES = (
    "acc-phys|adap-org|alg-geom|ao-sci|astro-ph|atom-ph|bayes-an|chao-dyn|chem-ph|cmp-lg|comp-gas|cond-mat|cs|dg-ga|"
    "funct-an|gr-qc|hep-ex|hep-lat|hep-ph|hep-th|math|math-ph|mtrl-th|nlin|nucl-ex|nucl-th|patt-sol|physics|"
    "plasm-ph|q-alg|q-bio|quant-ph|solv-int|supr-con"
)
# Start at the dot or slash and look back: twenty times as fast as trying every prefix everywhere.
_ARXIV_AFTER = r"(?P<version>[vV]\d{1,3})?(?!\w)(?:\.pdf\b)?(?:\s?\[[a-z-]{2,12}(?:\.[A-Z]{2})?\])?"
_NEW_ID = lazy_pattern(rf"\.(?<=\d{{4}}\.)(?P<number>\d{{3,6}}){_ARXIV_AFTER}")
_OLD_ID = lazy_pattern(rf"/(?<=[A-Za-z]/)(?P<number>\d{{7}}){_ARXIV_AFTER}")
_ARXIV_LABEL = (
    r"(?:(?:https?://|(?<![\w/.-]))(?:www\.|export\.)?arxiv\.org/(?:abs|pdf|html|format|ps)/"
    r"|\barXiv(?:\s(?:e-?print|preprint))?[:,]?\s{0,2}(?:arXiv:\s?)?)"
)
_BEFORE_NEW_ID = lazy_pattern(rf"{_ARXIV_LABEL}(?P<head>\d{{4}})$", re.IGNORECASE)
_BEFORE_OLD_ID = lazy_pattern(
    rf"(?:{_ARXIV_LABEL}|(?<![\w/.-]))(?P<head>(?:{_ARCHIVES})(?:\.[A-Z]{{2}})?)$", re.IGNORECASE
)
_MONTHS = 12
_FIRST_MONTH = "9107"  # year and month of the first identifier; later ones with two digits are of the 20th century
_LONGEST_ARXIV_LABEL = 60  # characters before the digits: address or label, and archive

# Start at the label and look back for an address: five times as fast as an optional address.
_PMID = lazy_pattern(
    r"(?:[Pp][Mm][Ii][Dd][:\s]{0,3}|(?P<host>[Pp]ub[Mm]ed(?:\.ncbi\.nlm\.nih\.gov|\.gov)?/))"
    r"(?P<id>[A-Za-z]{0,4}\d{1,12})(?!\w)/?"
)
_PMCID = lazy_pattern(r"[Pp][Mm][Cc](?P<id>\d{1,10})(?:\.(?P<version>\d{1,2}))?(?!\w)/?")
_PMID_BEFORE = lazy_pattern(r"https?://(?:www\.)?(?:ncbi\.nlm\.nih\.gov/)?$", re.IGNORECASE)
_PMCID_BEFORE = lazy_pattern(
    r"(?:\bPMCID[:\s]{0,3}|https?://(?:www\.)?(?:ncbi\.nlm\.nih\.gov/pmc|pmc\.ncbi\.nlm\.nih\.gov)/articles/)$",
    re.IGNORECASE,
)
_LONGEST_ADDRESS = 60  # characters of an address before the label
_FEWEST_BARE_DIGITS = 4  # PMC without a label needs so many: PMC0 is a processor counter
_MOST_DIGITS = 8  # digits; PMC13 million in 2026
_COPY_ADVICE = "copy the number from PubMed"
_PUBMED_LABELS = "PMID PMC pmid pmc Pmid Pmc ubmed ubMed".split()  # a plain search is a hundred times as fast


def find_dois(scene: MaskedText) -> Iterator[FoundCitation]:
    """Find DOIs, bare, with `doi:` or after a resolver, and ill-formed ones after a prefix."""
    for match in _WRITTEN_TWICE.finditer(scene.prose):
        normal = next((one.normal for one in find_dois_in_text(match[1])), match[1].lower())
        fault = "pasted twice"
        yield FoundCitation(
            "doi", Span(*match.span()), normal, fault=fault, correction=match[1], fault_kind="pasted-twice"
        )
    yield from find_dois_in_text(scene.prose)
    yield from _find_short_registrants(scene.prose)
    for match in _LABELLED.finditer(scene.prose):
        again = _PREFIXES.match(scene.prose, match.start("doi"))
        at = again.end() if again else match.start("doi")
        doi = trim_identifier(scene.prose[at : match.end()])
        if match[0].startswith(_RESOLVER) and _SHORT_NAME.fullmatch(doi):
            yield FoundCitation("doi", Span(_prefix_start(scene.prose, at), at + len(doi)), f"10/{doi.lower()}")
        elif _NO_SUFFIX.fullmatch(doi):
            yield from _read_bare_prefix(at, doi, scene)
        elif doi and not _DOI.match(doi) and not _SHORT_DOI.fullmatch(doi):
            yield from _read_ill_formed(_prefix_start(scene.prose, at), at, doi, scene.prose)


def _read_bare_prefix(at: int, doi: str, scene: MaskedText) -> Iterator[FoundCitation]:
    """Read a DOI without a suffix; not one that a line end cuts, nor the mention of a prefix."""
    text, end = scene.prose, at + len(doi)
    around = text[max(at - _AROUND, 0) : end + _AROUND]
    is_cut = (
        scene.document.format == "pdf" or _CUT_DOI.match(text, at) or (doi.endswith("/") and _LINE_END.match(text, end))
    )
    if not is_cut and not _OF_PREFIX.search(around):
        fault = "nothing follows the registrant; a DOI is 10. + four digits or more + / + a suffix"
        yield FoundCitation("doi", Span(_prefix_start(text, at), end), doi.lower(), fault=fault)


def _find_short_registrants(text: str) -> Iterator[FoundCitation]:
    """Find what is written like a DOI, bare, with a registrant of fewer than four digits."""
    for match in _SHORT_REGISTRANT.finditer(text):
        doi = trim_identifier(match[0])
        suffix, start = doi.partition("/")[2], match.start()
        cites = _CITING_WORD.search(text, max(start - 20, 0), start) is not None and len(suffix) > _SHORTEST_SUFFIX
        is_plain = suffix in _UNITS or not any(map(str.isalpha, suffix))
        if not is_plain and (cites or _LIKE_SUFFIX.fullmatch(suffix)):
            fault = "the registrant has four digits or more; a DOI is 10. + registrant + / + a suffix"
            yield FoundCitation("doi", Span(start, start + len(doi)), doi.lower(), fault=fault)


def find_dois_in_text(text: str) -> Iterator[FoundCitation]:
    """Find readable DOIs in any text, such as an address."""
    for match in _DOI.finditer(text):
        start = _prefix_start(text, match.start())
        apart = start < match.start() or not _INSIDE_WORD.match(text, max(match.start() - 1, 0))
        if apart and not trim_identifier(match[0]).endswith("/"):
            yield _make_doi(text, start, match.end(), match.start())
    for match in _SHORT_DOI.finditer(text):
        start = _prefix_start(text, match.start())
        if start < match.start():
            yield _make_doi(text, start, match.end(), match.start())


def _prefix_start(text: str, start: int) -> int:
    if text[max(start - 2, 0) : start].rstrip()[-1:] not in {"/", ":"}:
        return start
    before = _PREFIXES_BEFORE.search(text, max(start - _LONGEST_PREFIX, 0), start)
    return before.start() if before else start


def _make_doi(text: str, start: int, end: int, doi_start: int) -> FoundCitation:
    written = trim_identifier(text[doi_start:end])
    doi = _WHITE_SPACE.sub("", written).replace("%2F", "/", 1).replace("%2f", "/", 1)
    prefix = text[start:doi_start]
    # In the address of a page, what follows the DOI and its encoding belong to that address.
    in_page = not prefix and _IN_ADDRESS.search(text, max(start - _LONGEST_ADDRESS_BEFORE, 0), start)
    if in_page:
        doi = _PREPRINT.sub(r"\1", _PAGE_TAIL.sub("", doi))
    fault, mended, kind = _find_doi_fault(doi, written, prefix)
    if in_page and kind != "pasted-twice":
        fault = None
    span, normal = Span(start, doi_start + len(written)), (mended or doi).lower()
    correction = _first_prefix(prefix) + mended if mended and fault else None
    parts = {"page_url": text[in_page.start() : doi_start] + written} if in_page else NO_PARTS
    return FoundCitation("doi", span, normal, parts=parts, fault=fault, correction=correction, fault_kind=kind)


def find_page_doi(address: str) -> str:
    """Return the DOI in the address of a work's page at its publisher, or nothing."""
    found = find_dois_in_text(address) if _PAGE_OF_WORK.match(address) else ()
    return next((one.normal for one in found), "")


def find_page_address(text: str, doi: str) -> str:
    """Return the address of a page in which a text has a DOI; nothing if the DOI is also there by itself."""
    places = [found.start() for found in re.finditer(re.escape(doi), text)]
    pages = [_IN_ADDRESS.search(text, max(at - _LONGEST_ADDRESS_BEFORE, 0), at) for at in places]
    are_pages = all(pages) and not any(_prefix_start(text, at) < at for at in places)
    return text[pages[0].start() : places[0]] + doi if pages and pages[0] and are_pages else ""


def _find_doi_fault(doi: str, written: str, prefix: str) -> tuple[str | None, str | None, FormFaultKind]:
    """Return the fault of a readable DOI, its correct form, and the kind of fault."""
    again = _SECOND_DOI.search(doi, 8)
    once = _GLUED_PREFIX.sub("", doi[: again.start()]) if again else ""
    if again and doi[again.start() :].lower() == once.lower():
        return "pasted twice", once, "pasted-twice"
    if again and once == again[0]:  # 10.1000/10.1000/182
        return "pasted twice: the registrant", doi[again.start() :], "pasted-twice"
    bare = _LABEL_BEFORE_ADDRESS.sub("", prefix).lower()  # "DOI:https://doi.org/10.…" is a label and an address
    if bare.count("doi.org/") + bare.count("doi:") > 1:
        return "pasted twice: the prefix", doi, "pasted-twice"
    if "%2f" in written.lower() and "doi.org/" not in bare:  # an address may be encoded
        return "the slash is percent-encoded", doi, "malformed"
    if tail := _URL_TAIL.search(doi, doi.index("/") + 2):
        fault = f"the tail {tail[0]} belongs to the address of a page, not to the DOI"
        return fault, doi[: tail.start()], "web-tail"
    return None, None, "malformed"


def _first_prefix(prefix: str) -> str:
    return found[0] if (found := _ONE_PREFIX.match(prefix)) else ""


def _read_ill_formed(start: int, doi_start: int, doi: str, text: str) -> Iterator[FoundCitation]:
    span = Span(start, doi_start + len(doi))
    if _CUT_DOI.match(text, doi_start):
        return
    repaired = doi[:8].translate(_LETTERS_FOR_DIGITS) + doi[8:]
    if repaired != doi and _REGISTRANT.match(repaired):
        fault, correction = "a letter where a digit belongs", _first_prefix(text[start:doi_start]) + repaired
        yield FoundCitation("doi", span, repaired.lower(), fault=fault, correction=correction)
    elif any(char.isdigit() for char in doi):
        yield FoundCitation("doi", span, doi.lower(), fault="a DOI is 10. + four digits or more + / + a suffix")


def find_arxiv_ids(scene: MaskedText) -> Iterator[FoundCitation]:
    """Find identifiers after `arXiv:` or an address; old ones also bare, by the name of their archive."""
    return find_arxiv_ids_in_text(scene.prose)


def find_arxiv_ids_in_text(text: str) -> Iterator[FoundCitation]:
    """Find arXiv identifiers in any text, such as an address."""
    for form, head in ((_NEW_ID, _BEFORE_NEW_ID), (_OLD_ID, _BEFORE_OLD_ID)):
        for match in form.finditer(text):
            before = head.search(text, max(match.start() - _LONGEST_ARXIV_LABEL, 0), match.start())
            if before:
                written = f"{before['head']}{match[0][0]}{match['number']}"
                normal, fault = _check_old_id(written) if "/" in written else _check_new_id(written)
                parts = {"version": match["version"][1:]} if match["version"] else {}
                yield FoundCitation("arxiv", Span(before.start(), match.end()), normal, parts=parts, fault=fault)


def _check_old_id(written: str) -> tuple[str, str | None]:
    archive, number = written.split("/")
    normal = f"{archive.split('.')[0].lower()}/{number}"
    if not 1 <= int(number[2:4]) <= _MONTHS:
        return normal, f"no month {number[2:4]}"
    return normal, "identifiers of this form end in March 2007" if "0704" <= number[:4] < _FIRST_MONTH else None


def _check_new_id(written: str) -> tuple[str, str | None]:
    date, number = written.split(".")
    if not 1 <= int(date[2:]) <= _MONTHS:
        return written, f"no month {date[2:]}"
    if date < "0704" or date >= _FIRST_MONTH:
        return written, "identifiers of this form start in April 2007"
    wanted = 4 if date < "1501" else 5
    words = "up to December 2014" if date < "1501" else "from January 2015"
    return written, None if len(number) == wanted else f"{wanted} digits after the dot {words}"


def find_pubmed_ids(scene: MaskedText) -> Iterator[FoundCitation]:
    """Find PMIDs after their label or address, and PMCIDs, which start with their label."""
    if not any(word in scene.prose for word in _PUBMED_LABELS):
        return
    for match in _PMID.finditer(scene.prose):
        start = _label_start(scene.prose, match, _PMID_BEFORE)
        if start is not None and (match["host"] is None or start < match.start()):
            normal, fault = match["id"].lstrip("0") or "0", _find_pmid_fault(match["id"])
            yield FoundCitation("pmid", Span(start, match.end()), normal, fault=fault)
    for match in _PMCID.finditer(scene.prose):
        start = _label_start(scene.prose, match, _PMCID_BEFORE)
        if start is not None and (start < match.start() or len(match["id"]) >= _FEWEST_BARE_DIGITS):
            parts = {"version": match["version"]} if match["version"] else {}
            fault = _find_number_fault("PMCID", match["id"])
            yield FoundCitation("pmcid", Span(start, match.end()), f"PMC{match['id']}", parts=parts, fault=fault)


def _label_start(prose: str, match: re.Match[str], form: re.Pattern[str]) -> int | None:
    """Return where the label or its address starts; None if the label is the end of a longer word."""
    before = form.search(prose, max(match.start() - _LONGEST_ADDRESS, 0), match.start())
    if before:
        return before.start()
    return None if match.start() and prose[match.start() - 1].isalnum() else match.start()


def _find_pmid_fault(written: str) -> str | None:
    if not written.isdigit():
        return "this is a PMCID, not a PMID" if written[:3].upper() == "PMC" else "a PMID is a number"
    return _find_number_fault("PMID", written)


def _find_number_fault(label: str, digits: str) -> str | None:
    if not int(digits):
        return f"no article has the {label} 0: {_COPY_ADVICE}"
    if len(digits) > _MOST_DIGITS:
        return f"{len(digits)} digits, where a {label} has at most {_MOST_DIGITS}: {_COPY_ADVICE}"
    return None


# Journals

# Both start at digits and look back for the name of the journal: faster than trying every capital letter.
_PAGES = r"(?P<page>[eE]?\d{1,7})(?:\s?[-–]\s?[eE]?\d{1,7})?"
_FORMS = (
    lazy_pattern(rf"(?P<volume>\d{{1,4}})\0{{0,3}}(?:\(\d{{1,3}}\))?,\0{{0,3}} {_PAGES} \((?P<year>(?:19|20)\d\d)\)"),
    lazy_pattern(
        r"(?P<year>(?:19|20)\d\d)(?: [A-Z][a-z]{2}(?: \d{1,2})?)?; ?(?P<volume>\d{1,4})"
        rf"(?: ?\([\w ]{{1,12}}\))?: ?{_PAGES}(?![\w-])"
    ),
)
_JOURNAL = lazy_pattern(r"(?<![\w.])(?P<name>[A-Z][\w&]*\.?(?:\s(?:of|the|and|in|for|&|[A-Z][\w&]*\.?)){0,7}),?\s\Z")
_LONGEST = 90  # characters of the name
_SIGNS = lazy_pattern(r"\((?:19|20)\d\d\)|(?:19|20)\d\d(?: \w{3}(?: \d\d?)?)?; ?\d")


def find_journal_citations(scene: MaskedText) -> Iterator[FoundCitation]:
    """Find citations with journal, volume, page and year; inside a reference list they are part of the entry."""
    if not _SIGNS.search(scene.prose):
        return
    for form in _FORMS:
        for found in form.finditer(scene.prose):
            low = max(found.start() - _LONGEST, 0)
            name = _JOURNAL.search(scene.prose[low : found.start()].replace("\0", ""))
            if name is None:
                continue
            start = scene.prose.rfind(name["name"].split()[0], low, found.start())
            span = Span(start, found.end())
            if start >= 0 and scene.side(span) == "text":
                journal = " ".join(name["name"].replace(".", "").split())
                parts = {"journal": journal, **found.groupdict()}
                normal = f"{journal} {found['volume']}, {found['page']} ({found['year']})"
                yield FoundCitation("journal", span, normal, parts=parts)


# Numbers with a check digit

_DASH = "[- ‐-–−]"
_ISBN_LETTER = lazy_pattern(r"(?<!\w)[Ee]-?$")  # eISBN
_LABELLED_ISBN = lazy_pattern(
    rf"[Ii][Ss][Bb][Nn](?:-1[03])?[:\s]{{0,3}}(?P<digits>\d(?:{_DASH}?\d){{7,14}}(?:{_DASH}?[Xx])?)(?![\d-])"
)
_BARE_ISBN = lazy_pattern(r"(?P<digits>97[89](?<![\w.-]97.)(?:[-‐-–]\d{1,7}){3}[-‐-–]\d)(?![\w-])")
_NO_DIGIT = lazy_pattern(r"[^\dX]")
_SHORT, _LONG = 10, 13
_NOTE_DIGITS = 2  # of the number of a note that is glued to an ISBN
_SERIAL = 8  # digits of an ISSN
_CHECK_DIGITS = "0123456789X"  # modulo 11

_ISSN_LETTER = lazy_pattern(r"(?<!\w)[EePp]-?$")  # eISSN, p-ISSN
_ISSN = lazy_pattern(r"[Ii][Ss][Ss][Nn](?:-L)?[:\s]{0,3}(?P<id>\d{4}[-‐-–]?\d{3}[\dXx])(?![\w-])")

_ORCID = lazy_pattern(r"\d{4}-\d{4}-\d{4}-\d{3}[\dXx](?![\w-])")
# Before the digits: an address, the label in prose, and the labels of front matter, macros and links.
_ADDRESS = lazy_pattern(r"https?://(?:www\.)?orcid\.org/$", re.IGNORECASE)
_LABEL = lazy_pattern(r"\borcid:?\s?$", re.IGNORECASE)
_OTHER_LABEL = lazy_pattern(r"orcid(?:\.org/|[ -]?id|link)?[^\w\r\n]{0,6}$", re.IGNORECASE)
_KNOWN_STARTS = ("0000-0001-", "0000-0002-", "0000-0003-", "0009-000")  # these need no label
_LONGEST_LABEL = 40  # characters of label before the digits
_LINKED = lazy_pattern(r"\]\(https?://(?:www\.)?orcid\.org/", re.IGNORECASE)
_HIDDEN = frozenset({"code", "comment"})


def find_isbns(scene: MaskedText) -> Iterator[FoundCitation]:
    """Find ISBNs after their label, and hyphenated ones of thirteen digits anywhere."""
    for form in (_LABELLED_ISBN, _BARE_ISBN):
        for match in form.finditer(scene.prose):
            digits = _NO_DIGIT.sub("", match["digits"].upper())
            letter = _ISBN_LETTER.search(scene.prose, max(match.start() - 2, 0), match.start())
            start = letter.start() if letter else match.start()
            fault, end = _find_isbn_fault(digits), match.end()
            if fault and (left := _split_note_number(digits)):  # ISBN 978-0-306-40615-7 and the number of a note, 12
                note, digits, fault = digits[len(left) :], left, None
                end -= len(note) + (scene.prose[end - len(note) - 1] == " ")
            yield FoundCitation("isbn", Span(start, end), to_isbn_13(digits), fault=fault)


def _split_note_number(digits: str) -> str:
    """Return the valid ISBN that begins a number which is too long by that of a note; nothing if none does."""
    sizes = (_LONG, _SHORT) if len(digits) != _LONG else ()
    whole = (digits[:size] for size in sizes if size < len(digits) <= size + _NOTE_DIGITS)
    return next((each for each in whole if _find_isbn_fault(each) is None), "")


def _find_isbn_fault(digits: str) -> str | None:
    if len(digits) == _SERIAL and _find_issn_fault(digits) is None:
        return None  # reference managers put the ISSN of a journal into the field `isbn`
    is_short = len(digits) == _SHORT
    if not is_short and len(digits) != _LONG:
        return f"{len(digits)} digits, where an ISBN has 10 or 13"
    if not is_short and not digits.startswith(("978", "979")):
        return "an ISBN of 13 digits starts with 978 or 979"
    if is_short and not digits.strip("0"):
        return "no book has an ISBN of zeros alone: copy the number from the book"
    return _compare_check_digit(digits, mod_11_check_digit(digits) if is_short else isbn_13_check_digit(digits))


def find_issns(scene: MaskedText) -> Iterator[FoundCitation]:
    """Find ISSNs after their label."""
    for match in _ISSN.finditer(scene.prose):
        digits = f"{match['id'][:4]}{match['id'][-4:]}".upper()
        letter = _ISSN_LETTER.search(scene.prose, max(match.start() - 2, 0), match.start())
        start = letter.start() if letter else match.start()
        normal = f"{digits[:4]}-{digits[4:]}"
        yield FoundCitation("issn", Span(start, match.end()), normal, fault=_find_issn_fault(digits))


def _find_issn_fault(digits: str) -> str | None:
    if not digits.strip("0"):
        return "no journal has the ISSN 0000-0000: copy the number from the journal's page"
    return _compare_check_digit(digits, mod_11_check_digit(digits))


def _compare_check_digit(digits: str, right: str) -> str | None:
    return None if right == digits[-1] else f"the check digit should be {right}, not {digits[-1]}"


def find_orcids(document: Document, span: Span) -> Iterator[Identifier]:
    """Find the ORCIDs inside a span."""
    last = -1
    for match in _ORCID.finditer(document.text, span.start, span.end):
        start = _orcid_start(match, span.start)
        # [the id](its address) counts once.
        linked = last >= 0 and _LINKED.fullmatch(document.text, last, match.start())
        last = match.end()
        if start is not None and not linked and not _is_commented(document, start):
            whole = Span(start, match.end())
            yield Identifier("orcid", whole, document.slice(whole), match[0].upper(), _find_orcid_fault(match[0]))


def _is_commented(document: Document, start: int) -> bool:
    """Return whether a line of the front matter is a comment: `# orcid: …`."""
    line = document.text[document.text.rfind("\n", 0, start) + 1 : start]
    metadata = (each.span for each in document.regions if each.kind == "metadata")
    return line.lstrip().startswith("#") and any(span.start <= start < span.end for span in metadata)


def find_orcids_in_text(document: Document, references: Iterable[Reference]) -> Iterator[Identifier]:
    """Find the ORCIDs of the text and the front matter; those in the reference list belong to their entries."""
    entries = [each.span for each in references if each.path is None and each.origin != "file"]
    hidden = [region.span for region in document.regions if region.kind in _HIDDEN]
    everywhere = find_orcids(document, Span(0, len(document.text)))
    for found, taken in pair_with_next(everywhere, sorted((*entries, *hidden)), attrgetter("span.start")):
        if taken is None or not taken.overlaps(found.span):
            yield found


def _orcid_start(match: re.Match[str], first: int) -> int | None:
    """Return where an ORCID starts, with its address or label; None for other digits in groups of four."""
    window = max(match.start() - _LONGEST_LABEL, first)
    before = match.string[max(window - 1, 0) : match.start()]
    if before[-1:].isalnum() or before.endswith(("-", "_")):
        return None
    for form in (_ADDRESS, _LABEL):
        if found := form.search(match.string, window, match.start()):
            return found.start()
    known = match[0].startswith(_KNOWN_STARTS) or _OTHER_LABEL.search(match.string, window, match.start())
    return match.start() if known else None


def _find_orcid_fault(written: str) -> str | None:
    digits = written.replace("-", "").upper()
    if not digits.strip("0"):
        return "sixteen zeros name no person"
    total = 0  # the sixteenth digit follows from the first fifteen (ISO 7064)
    for digit in digits[:15]:
        total = (total + int(digit)) * 2
    return _compare_check_digit(digits, _CHECK_DIGITS[(12 - total % 11) % 11])
