"""Decide whether a name before a year in brackets is an author: `Smith (2019)`, but not `Frances Ha (2012)`."""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from citevet.extract.author_names import (
    KOREAN_NON_AUTHOR_WORDS,
    KOREAN_ORGANIZATION,
    KOREAN_PERSON,
    NON_AUTHOR_WORDS,
    PLACE_NAMES,
    SENTENCE_OPENERS,
    drop_letters,
    find_introduced_acronyms,
    get_short_names,
    is_acronym,
)
from citevet.extract.masked_text import FoundCitation, MaskedText
from citevet.model import Reference
from citevet.patterns import lazy_pattern
from citevet.people.parser import sort_word
from citevet.records import dataclass
from citevet.tables import read_words
from citevet.text.names import last_word

Work = tuple[str, str]  # family name and year

_KOREAN_AUTHOR = lazy_pattern(rf"{KOREAN_PERSON}|{KOREAN_ORGANIZATION}")
# Verbs of saying make any name an author.
_SAYS = lazy_pattern(
    r"(?:['’]s)?\s?(?:\w+ly\s)?(?:(?:has|have|was|were) (?:\w+ly\s)?)?"
    r"(?:found|find|finds|show|shows|showed|shown|report|reports|reported|argue|argues|argued|"
    r"demonstrate\w*|suggest\w*|propose\w*|claim\w*|conclude\w*|note[sd]?|observe\w*|describe\w*|introduce\w*|"
    r"state[sd]?|"
    r"investigate\w*|examine\w*|present\w*|discuss\w*|develop\w*|identif\w+|estimate\w*|review\w*|stud(?:y|ies|ied)|"
    r"use[sd]?|says?|said|writes?|wrote|explain\w*|define\w*|warn\w*|agree\w*|the first to|et al|은|는|이|가|의|에)\b"
)
# Verbs of research: in a text that cites by author and year they count too. The list leaves out what things do as
# well: provide, support, reveal, predict.
_DOES = lazy_pattern(
    r"\s(?:\w+ly\s|also\s|first\s|later\s){0,2}(?:(?:has|have|had|does|did|do)\s(?:not\s)?)?"
    r"(?:measur|analy[sz]|compar|test|comput|calculat|evaluat|assess|confirm|consider|deriv|emphasi[sz]|hypothesi[sz]|"
    r"interpret|question|recommend|reject|replicat|stress|survey|critici[sz]|assum|adopt|characteri[sz]|classif|doubt|"
    r"formulat|generali[sz]|infer|maintain|prov|refut|summari[sz]|distinguish|disagree|coin|conduct|contend|disput|explor|"
    r"speculat|randomi[sz])(?:e|es|s|ed|y|ied|ies|d)?\b|\spoint(?:s|ed)?\sout\b"
)
# A film or a city has no page: "Schmidt/Weber (2020: 33 f.)", "Smith (2019, p. 4)".
_PAGED = lazy_pattern(r"(?:[:,]\s?(?:S|pp?)\.\s?|:\s?)\d{1,4}(?:\s?[-–]\s?\d{1,4})?(?:\s?ff?\.?)?")
# A single word may count something, as in "Exports (2019: 450) fell": then a bare number is not enough.
_SURE_PAGE = lazy_pattern(r"(?:S|pp?)\.|\d\s?(?:[-–]|ff?\b)")
_TITLE = lazy_pattern(r"\b[Tt]he\s$|영화\s$|드라마\s$|소설\s$")
# Benjamin Recht is an author; in "das geltende Recht (2020)" the word means law.
_NOUN = frozenset({"recht"})
_QUALIFIED = lazy_pattern(r"\b(?:[Dd](?:as|em|es)|[Ii]m|[Zz]um|[Vv]om|[^\W\d_]{3,}(?:e|es|em|en|er))\s$")
_AGENT = (
    r"(?:rule|method|approach|procedure|protocol|proposal|argument|finding|theorem|lemma|algorithm|notation|terminology|"
    r"conclusion|suggestion|recommendation|work|taxonomy|typology|conjecture)s?"
)
_CUE = lazy_pattern(
    r"\b(?:by|[Aa]s|[Aa]s in|[Ss]ee|[Ss]ee,? (?:also|e\.g\.,?|for example,?)|[Ff]ollowing|[Pp]er|[Aa]ccording to"
    r"|[Ll]aut|[Vv]gl\.|[Ss]iehe|e\.g\.,?|cf\.|[Uu]nlike|[Cc]ontra|[Cc]ontrary to|[Aa]s opposed to"
    r"|[Dd]['’]après|[Ss]elon|[Ss]egún|(?:[Ww]e|I|[Tt]hey|authors) (?:closely )?follow(?:ed)?"
    rf"|{_AGENT} (?:of|by|from|due to))\s$"
)
# What leads to a work in a text that cites by author and year. The list leaves out what leads to places, films and
# products as well: "than", "like", "compared with", "based on", "study of", "found in".
_LEADS = lazy_pattern(
    r"\b(?:[Ee]choing|[Qq]uoting|[Cc]iting|cites?|cited|extends?|replicates?|replicated|critici[sz]es|refutes?|contradicts?"
    r"|[Cc]ontrast|[Cc]ompare|(?:[Ii]n|[Bb]y) contrast,?"
    r"|\b(?:as|so) (?:is|are|was|were|do|does|did)"
    r"|(?:estimates?|framework|scheme|criteria|view|position|claim|idea|notion|hypothesis|interpretation|formula"
    r"|theor(?:y|ies)|thes[ie]s|definitions?|doctrines?|insights?|remarks?|classifications?) of"
    r"|th(?:at|ose) of"
    r"|(?:described|proposed|shown|introduced|defined|outlined|argued|discussed|suggested) in"
    r"|(?:taken|adapted|borrowed|quoted|reproduced|modified) from"
    r"|(?:refer|refers|attributed|owe|owed) to"
    r"|(?:consistent|agrees?|agreement|line|accordance|disagrees?) with"
    r"|(?:builds?|building|draws?|drawing|expands?|expanding) (?:up)?on)\s$"
)
_AFTER = lazy_pattern(r"\b[Nn]ach\s$")  # of authors, if a slash joins their names; else of an event
# The text before a word that is not an author: "in the UK, Choi (2021)", "It melts. So, Choi (2021)".
_IN_PHRASE = lazy_pattern(r"\w[\s\0]$|(?:\A|[.!?:][\"”’)]?|\n\s?\n)[\s\0]{0,9}$")
_LEADING = SENTENCE_OPENERS | read_words("""nevertheless nonetheless meanwhile instead indeed hence still yet today
    again first second third overall besides otherwise perhaps""")
# Similarly, Finally; not Kelly, Connolly, McNally.
_ADVERB = lazy_pattern(r"[A-Z][a-z]{2,20}(?:[^\W_l]|al)ly")
_REACH = 40  # characters before a name to search for a cue
# A surname, and neither BERT nor ResNet nor GPT4.
_SURNAME = lazy_pattern(r"(?:Ma?c|[OD]['’]|De|Di|La|Le|Fitz|Van)?[^\W\d_a-z](?:[^\W\d_A-Z]|['’])+(?:[-‐]\w+)?")
# What joins the works of one enumeration: Smith (2020), Brown (2019), and Jones (2018).
_CONJUNCTION = r"(?:and|or|und|et|y|&|as well as|then|later|및)[\s\0]{1,3}"
_JOIN = lazy_pattern(
    rf"(?:[\s\0]?[,;][\s\0]{{1,3}}(?:{_CONJUNCTION})?|[\s\0]{{1,3}}{_CONJUNCTION})(?:(?:also|by|the)[\s\0]{{1,3}})?"
)
_LONGEST_JOIN = 30


class NameWithYear(NamedTuple):
    """A name in the sentence, followed by a year in brackets."""

    start: int
    authors: str  # as written
    names: list[str]
    when: re.Match[str]
    et_al: bool = False
    body: bool = False  # an organization by its full name

    @property
    def first(self) -> str:
        """The last word of the first name."""
        return last_word(self.names[0])

    @property
    def work(self) -> Work:
        """Family name and year, the key of a lookup in the list."""
        return sort_word(self.names[0]), self.when["years"][:4]

    @property
    def before(self) -> str:
        """The words before the name."""
        return self.when.string[max(self.start - _REACH, 0) : self.start]


@dataclass(frozen=True, slots=True)
class ListedWorks:
    """The works of the document's own list."""

    works: frozenset[Work]
    names: frozenset[str]  # of a list that is by author and year
    almost: frozenset[Work]  # the works of such a list with one letter less

    @classmethod
    def of(cls, references: Sequence[Reference], introduced: Mapping[str, str]) -> "ListedWorks":
        """Collect the first authors of the list; organizations also by the acronyms of the entry or the text."""
        listed = [each for each in references if each.origin in {"list", "file"} and not each.back]
        dated = [each for each in listed if each.authors and each.year]
        # Below one half, the list is of another kind: its entries start with a title or a page.
        sound = {work for each in dated for work in _get_works(each)} if 2 * len(dated) >= len(listed) else set()
        almost = frozenset((short, year) for name, year in sound for short in drop_letters(name))
        works = {work for each in references for work in _get_works(each)}
        acronyms = {sort_word(name): short for short, name in introduced.items()}
        works |= {(acronyms[name], year) for name, year in works if name in acronyms}
        return cls(frozenset(works), frozenset(name for name, _ in sound), almost)

    def has_name(self, name: str, year: str) -> bool:
        """Return whether the list has a first author of this name, or a work of that year under it."""
        family = sort_word(name)
        return family in self.names or (family, year) in self.works

    def names_it(self, mention: NameWithYear) -> bool:
        """Return whether the list has the person, or in that year a name that differs by one letter: Ash and Ashe.

        Organizations do not count: the year after one may be that of its founding.
        """
        name, year = mention.work
        if mention.body or is_acronym(mention.first):
            return False
        return name in self.names or any((short, year) in self.almost for short in drop_letters(name))


def _get_works(reference: Reference) -> Iterator[Work]:
    year = (reference.year or "")[:4]
    for name in (*filter(str.strip, reference.authors[:1]), *get_short_names(reference.authors, reference.text)):
        yield sort_word(name), year


def select_narrative_citations(
    mentions: Sequence[NameWithYear], scene: MaskedText, bracketed: Iterable[FoundCitation]
) -> list[NameWithYear]:
    """Return the names that cite, in order: by the list, the corpus, the sentence, or the citations around them."""
    if not mentions:
        return []
    listed = ListedWorks.of(scene.references, find_introduced_acronyms(scene.prose))
    mentions = [_skip_phrase(one, listed) for one in mentions]
    sure = [_is_sure(one, listed, scene) for one in mentions]
    cited = [(one.work, one.start) for one, is_sure in zip(mentions, sure, strict=True) if is_sure]
    for one in bracketed:
        family = sort_word(one.people.first)
        cited.append(((family, one.people.year[:4]), one.span.start))
    works = {work for work, _ in cited}
    starts = [block.span.start for block in scene.document.blocks]
    citing_blocks = {bisect_right(starts, at) for _, at in cited}
    for index, mention in enumerate(mentions):
        if mention.work in works:
            sure[index] = sure[index] or may_cite(mention)
        elif listed.names or bisect_right(starts, mention.start) in citing_blocks:
            sure[index] = sure[index] or _is_likely_citation(mention)
    _spread_over_enumerations(mentions, sure)
    return [one for one, is_sure in zip(mentions, sure, strict=True) if is_sure]


def _skip_phrase(mention: NameWithYear, listed: ListedWorks) -> NameWithYear:
    """Leave out a first name that ends a phrase or opens a sentence if the list has the second and not the first."""
    _, *others = mention.names
    rest = mention.authors.partition(",")[2].lstrip(" \t\r\n\0")
    in_phrase = _IN_PHRASE.search(mention.before) and not _CUE.search(mention.before)  # not "by Roe, Choi"
    if not (others and rest and in_phrase) or mention.work in listed.works:
        return mention
    shorter = mention._replace(start=mention.start + len(mention.authors) - len(rest), authors=rest, names=others)
    return shorter if shorter.work in listed.works else mention


def _is_sure(mention: NameWithYear, listed: ListedWorks, scene: MaskedText) -> bool:
    if _is_non_author(mention):
        return False
    if mention.et_al or mention.work in listed.works or _is_clear_citation(mention):
        return True
    return may_cite(mention) and (listed.names_it(mention) or scene.filed(tuple(mention.names), mention.work[1]))


def _spread_over_enumerations(mentions: Sequence[NameWithYear], sure: list[bool]) -> None:
    """Accept a name that is enumerated together with a citation, before or after it."""
    gaps = (one.when.string[one.when.end() : other.start] for one, other in pairwise(mentions))
    joined = [len(gap) <= _LONGEST_JOIN and _JOIN.fullmatch(gap) is not None for gap in gaps]
    for index, is_joined in enumerate(joined):
        sure[index + 1] = sure[index + 1] or (is_joined and sure[index] and may_cite(mentions[index + 1]))
    for index in reversed(range(len(joined))):
        sure[index] = sure[index] or (joined[index] and sure[index + 1] and may_cite(mentions[index]))


def is_sentence_opener(word: str) -> bool:
    """Return whether a word before a comma leads to the name after it: "However, Smith (2019)", "In Kenya, Smith"."""
    small = word.casefold()
    words = small in _LEADING or small in PLACE_NAMES or small in NON_AUTHOR_WORDS
    return words or _ADVERB.fullmatch(word) is not None


def _is_non_author(mention: NameWithYear) -> bool:
    """Return whether the word is a month, a product or the like, in any context."""
    return not mention.body and (
        mention.first.casefold() in NON_AUTHOR_WORDS or mention.first in KOREAN_NON_AUTHOR_WORDS
    )


def may_cite(mention: NameWithYear) -> bool:
    """Return whether nothing rules out an author: no film title, no place, no Korean word that is not a name."""
    if mention.body:
        return True
    if _is_non_author(mention) or mention.first.casefold() in PLACE_NAMES:
        return False
    if mention.first.casefold() in _NOUN and _QUALIFIED.search(mention.before):
        return False
    titled = _TITLE.search(mention.before) and not is_acronym(mention.first)  # The Matrix (1999), but the WHO (2021)
    return not titled and (not "가" <= mention.first[:1] <= "힣" or _KOREAN_AUTHOR.fullmatch(mention.first) is not None)


def _is_clear_citation(mention: NameWithYear) -> bool:
    """Return whether the sentence itself shows, in any text, that the name cites."""
    if not may_cite(mention):
        return False
    # Sony/Columbia (1990) are not yet authors.
    several = len(mention.names) > 1 and not mention.body and "/" not in mention.authors
    if several and not mention.before.rstrip()[-1:].isalpha():
        return True
    possessive = mention.authors.rstrip().endswith(("'s", "’s"))
    says = _SAYS.match(mention.when.string, mention.when.end()) is not None
    slashed = "/" in mention.authors and _AFTER.search(mention.before) is not None  # Nach Kim/Park (2016)
    return possessive or says or slashed or _has_page(mention) or _CUE.search(_drop_article(mention)) is not None


def _has_page(mention: NameWithYear) -> bool:
    """Return whether a page follows the year; after a single name the number must look like a page."""
    rest = mention.when["rest"]
    return _PAGED.fullmatch(rest) is not None and (len(mention.names) > 1 or _SURE_PAGE.search(rest) is not None)


def _is_likely_citation(mention: NameWithYear) -> bool:
    """Return whether the sentence shows that the name cites, in a text that is known to cite by author and year."""
    # An organization takes an article, the WHO (2021); a product such as BERT (2018) does not.
    organization = mention.body or (is_acronym(mention.first) and mention.before.endswith(("The ", "the ")))
    if not (organization or _SURNAME.fullmatch(mention.first)) or not may_cite(mention):
        return False
    return bool(_DOES.match(mention.when.string, mention.when.end()) or _LEADS.search(_drop_article(mention)))


def _drop_article(mention: NameWithYear) -> str:
    """Return the words before the name without an organization's article: "according to the WHO (2021)"."""
    is_organization = (mention.body or is_acronym(mention.first)) and mention.before.endswith(" the ")
    return mention.before.removesuffix("the ") if is_organization else mention.before
