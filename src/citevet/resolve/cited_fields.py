"""Read what a reference says of its work, and fold titles and names, so that they can be compared with a record."""

import re
from collections.abc import Iterator
from dataclasses import replace

from citevet.model import Reference
from citevet.patterns import lazy_pattern
from citevet.read.bibtex import clean_field
from citevet.records import dataclass
from citevet.resolve.answers import strip_markup, years_in
from citevet.text.letters import SPELLINGS, respell
from citevet.text.names import fold_name, strip_year_letter
from citevet.text.stems import STOP_WORDS

_MAX_REFERENCE = 2_000  # characters
_IDENTIFIER = 5  # characters; an old PMID such as 13 may also be a volume
_FIELD = r'\b{name}\s{{0,9}}=\s{{0,9}}(?:[{{"]([^{{}}"]{{1,200}})[}}"]|(\d{{1,6}}))'
_JOURNAL = lazy_pattern(_FIELD.format(name="(?i:journal(?:title)?)"))
_VOLUME = lazy_pattern(_FIELD.format(name="(?i:volume)"))
_PAGES = lazy_pattern(_FIELD.format(name="(?i:pages)"))
# Volume, issue and pages as lists write them: 12(3), 233–241; 12:233-41; vol. 12, No. 3 Pt 1, pp. 233–241;
# 12, no. 3 (May 2016): 233–241; 12, 3: 233–241. A year before two numbers is not the volume: 2016, 12, 233–241.
_PLACE = lazy_pattern(
    r"(?<![\w.:/–-])(?<!\b[Nn][or]\.\s)(?<!\b[Nn][or°]\s)(?<!\b[Nn]\.\s)(?<!\b[Ii]ss\.\s)(?<!Heft\s)(?<!№\s)(?<!Pt\s)"
    r"(?<!\bH\.\s)(?<!\d\))(?<!\d\)\s)"
    r"(?!(?:1[89]|20)\d\d,)(?P<volume>\d{1,4})"
    r"(?:,?\s(?:(?:[Nn][or°]?|[Ii]ss)\.?|Heft|№)\s?\d[\w/–-]{0,8}(?:\s(?:Pt|Suppl)\.?\s\w{1,4})?"
    r"|[,:]\s?\d{1,3}(?=\s?[(:,]))?"
    r"(?:\s?\([\w –/-]{1,20}\))?\s?[,:]\s?(?:(?:pp?|S|С)\.\s?)?"
    r"(?P<pages>[A-Za-z]{0,2}\d{1,6}\s?[-–—]{1,2}\s?[A-Za-z]{0,2}\d{1,6})(?![\w/:-])"
)
_MAX_TEXT = 4_000  # characters
_LIKELY_TITLE = (
    0.8  # confidence; each of 136 such titles of a test split that are unread shares words with the right one
)
_STEM = 7  # letters by which words are compared: modelling is modeling, but not model
_UNSPACED = lazy_pattern(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]")  # scripts that glue words, or endings to them
# Of an entry without a title, as in physics: Phys. Rev. 47, 777 (1935); Nucl. Phys. B188 (1981) 513; AJ, 116, 1009;
# Phys. Rev. E 78 031133; J Chem Phys. 2003;118:8207; Life Sci. 2021, 43, 1.
_ARTICLE = lazy_pattern(
    r"(?P<journal>(?:[A-Z&][\w.&:]{0,20}[ ,]{1,2}){1,6})(?:(?:1[5-9]|20)\d\d[;,]\s?)?"
    r"(?:[A-E]\s?)?(?P<volume>\d{1,4})[A-E]?"
    r"(?:\s?\((?:1[5-9]|20)\d\d\)[ ,]\s?|[,:]\s?|\s)(?:pp?\.\s)?(?P<page>[A-Za-z]?\d{1,7})(?!\w)"
)


@dataclass(frozen=True, slots=True)
class CitedFields:
    """What a reference says about its work; what it does not say is empty."""

    text: str  # all of it without identifiers, and the parsed fields without LaTeX
    title: str
    authors: tuple[str, ...]
    year: int | None
    years: tuple[int, ...]  # every year in the text
    venue: str
    volume: str
    pages: str
    is_note: bool  # a footnote: its quotation marks may be those of a quotation
    is_typed: bool  # an entry of a bibliography file, where each field has its name
    is_group: bool  # its first author is one word in braces of its own: {{Google}}
    is_title_read: bool = True  # else its words may be too few or too many, and accuse nobody
    is_title_likely: bool = True  # some of its words are those of the title, also where it is unread


def read_cited_fields(reference: Reference) -> CitedFields:
    """Collect the fields of a reference, without markup."""
    text = reference.text[:_MAX_REFERENCE]
    if reference.origin == "file":  # the key often has the name of an author
        text = text.replace(reference.key, " ", 1)
    for identifier in reference.identifiers:
        if len(identifier.text) >= _IDENTIFIER:
            text = text.replace(identifier.text, " ")  # a DOI may contain words of the title
    year = strip_year_letter((reference.year or "")[:9])
    place = None if reference.origin == "file" else _PLACE.search(text)
    likely = reference.fields.get("title")
    # The parsed fields are without the commands of LaTeX: M{\"u}ller is Müller.
    everything = " ".join((strip_markup(text), reference.likely_title, *reference.authors))[: 2 * _MAX_REFERENCE]
    return CitedFields(
        text=everything,
        title=strip_markup(reference.likely_title[:_MAX_REFERENCE]),
        is_title_read=reference.title is not None,
        is_title_likely=reference.title is not None or (likely is not None and likely.confidence >= _LIKELY_TITLE),
        authors=reference.authors,
        year=int(year) if year else None,
        years=years_in(text, year),
        venue=_read_field(_JOURNAL, text),
        volume=place["volume"] if place else _read_field(_VOLUME, text),
        pages=place["pages"] if place else _read_field(_PAGES, text),
        is_note=reference.is_note,
        is_typed=reference.origin == "file",
        is_group=any(f"{{{{{name}}}" in reference.text for name in reference.authors[:1] if " " not in name),
    )


def find_article(cited: CitedFields) -> CitedFields | None:
    """Return the fields of an entry without a title with its journal, volume and page, if it has them."""
    found = _ARTICLE.search(plain_title(cited.text[:_MAX_REFERENCE]).replace("*", ""))
    if not found:
        return None
    journal = found["journal"].strip(" ,").rpartition(", ")[2]
    return replace(cited, venue=journal, volume=found["volume"], pages=found["page"])


def _read_field(pattern: re.Pattern[str], text: str) -> str:
    found = pattern.search(text)
    return clean_field(found[1] or found[2]) if found else ""


def plain_title(title: str) -> str:
    """Return a title without HTML, JATS and LaTeX."""
    return clean_field(strip_markup(title[:_MAX_TEXT]).replace("$", " "))


def fold_words(text: str) -> frozenset[str]:
    """Return the content words of a text, folded and shortened to their beginnings; pairs of letters in East Asia."""
    return frozenset(_shorten_words(fold_name(text[:_MAX_TEXT]).split()))


def _shorten_words(words: list[str]) -> Iterator[str]:
    for word in words:
        if len(word) > 1 and _UNSPACED.search(word):
            yield from (word[at : at + 2] for at in range(len(word) - 1))
        elif len(word) > 1 and word not in STOP_WORDS:
            yield respell(word, SPELLINGS)[:_STEM]
