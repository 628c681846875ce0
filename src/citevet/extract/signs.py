"""The signs by which a name before a year in brackets is an author: `Smith (2019)`, and not `Frances Ha (2012)`."""

from re import Match
from re import compile as pattern
from typing import NamedTuple

from citevet.extract.bodies import OPENERS, is_acronym
from citevet.extract.no_authors import KOREAN_NO_AUTHOR, NO_AUTHOR
from citevet.extract.people import family
from citevet.extract.places import PLACES

KOREAN_BODY = r"[가-힣]{2,12}(?:청|처|원|회|부|은행|공단|공사|센터|대학교)"
# The surnames of 95 % of Koreans; a name has three syllables, a film or a city often two.
KOREAN_FAMILY = (
    "(?:[김이박최정강조윤장임한오서신권황안송류전홍고문양손배백허유남심노하곽성차주우구민진나지엄원채천방공현함변염여추도소석선]"
    "|남궁|황보|제갈|선우|독고)"
)
KOREAN_PERSON = rf"{KOREAN_FAMILY}[가-힣]{{2}}"
_IS_KOREAN = pattern(rf"{KOREAN_PERSON}|{KOREAN_BODY}")
# Verbs of saying, by which any name becomes an author.
_SAYS = pattern(
    r"(?:['’]s)?\s?(?:\w+ly\s)?(?:(?:has|have|was|were) (?:\w+ly\s)?)?"
    r"(?:found|find|finds|show|shows|showed|shown|report|reports|reported|argue|argues|argued|"
    r"demonstrate\w*|suggest\w*|propose\w*|claim\w*|conclude\w*|note[sd]?|observe\w*|describe\w*|introduce\w*|"
    r"state[sd]?|"
    r"investigate\w*|examine\w*|present\w*|discuss\w*|develop\w*|identif\w+|estimate\w*|review\w*|stud(?:y|ies|ied)|"
    r"use[sd]?|says?|said|writes?|wrote|explain\w*|define\w*|warn\w*|agree\w*|the first to|et al|은|는|이|가|의|에)\b"
)
# Verbs of research: in a text that cites by author and year they count too. Left out is what things do as well as
# people: provide, support, reveal, predict.
_DOES = pattern(
    r"\s(?:\w+ly\s|also\s|first\s|later\s){0,2}(?:(?:has|have|had|does|did|do)\s(?:not\s)?)?"
    r"(?:measur|analy[sz]|compar|test|comput|calculat|evaluat|assess|confirm|consider|deriv|emphasi[sz]|hypothesi[sz]|"
    r"interpret|question|recommend|reject|replicat|stress|survey|critici[sz]|assum|adopt|characteri[sz]|classif|doubt|"
    r"formulat|generali[sz]|infer|maintain|prov|refut|summari[sz]|distinguish|disagree|coin|conduct|contend|disput|explor|"
    r"speculat|randomi[sz])(?:e|es|s|ed|y|ied|ies|d)?\b|\spoint(?:s|ed)?\sout\b"
)
# Nobody gives a film or a city a page: "Schmidt/Weber (2020: 33 f.)", "Smith (2019, p. 4)".
_PAGED = pattern(r"(?:[:,]\s?(?:S|pp?)\.\s?|:\s?)\d{1,4}(?:\s?[-–]\s?\d{1,4})?(?:\s?ff?\.?)?")
# What no bare number is: behind a single word that may count something, as in "Exports (2019: 450) fell".
_SURE_PAGE = pattern(r"(?:S|pp?)\.|\d\s?(?:[-–]|ff?\b)")
_TITLE = pattern(r"\b[Tt]he\s$|영화\s$|드라마\s$|소설\s$")
# Benjamin Recht is an author; "das geltende Recht (2020)" is none.
_NOUN = frozenset({"recht"})
_QUALIFIED = pattern(r"\b(?:[Dd](?:as|em|es)|[Ii]m|[Zz]um|[Vv]om|[^\W\d_]{3,}(?:e|es|em|en|er))\s$")
_AGENT = (
    r"(?:rule|method|approach|procedure|protocol|proposal|argument|finding|theorem|lemma|algorithm|notation|terminology|"
    r"conclusion|suggestion|recommendation|work|taxonomy|typology|conjecture)s?"
)
_CUE = pattern(
    r"\b(?:by|[Aa]s|[Aa]s in|[Ss]ee|[Ss]ee,? (?:also|e\.g\.,?|for example,?)|[Ff]ollowing|[Pp]er|[Aa]ccording to"
    r"|[Ll]aut|[Vv]gl\.|[Ss]iehe|e\.g\.,?|cf\.|[Uu]nlike|[Cc]ontra|[Cc]ontrary to|[Aa]s opposed to"
    r"|(?:[Ww]e|I|[Tt]hey|authors) (?:closely )?follow(?:ed)?"
    rf"|{_AGENT} (?:of|by|from|due to))\s$"
)
# What leads to a work in a text that cites by author and year. Left out is what leads to places, films and products
# as well: "than", "like", "compared with", "based on", "study of", "found in".
_LEADS = pattern(
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
_LEADING = OPENERS | frozenset(
    """nevertheless nonetheless meanwhile instead indeed hence still yet today again first second third overall besides
    otherwise perhaps""".split()
)
# Similarly, Finally; not Kelly, Connolly, McNally.
_ADVERB = pattern(r"[A-Z][a-z]{2,20}(?:[^\W_l]|al)ly")
_REACH = 40  # characters before a name in which a cue stands
# A surname, and neither BERT nor ResNet nor GPT4.
_SURNAME = pattern(r"(?:Ma?c|[OD]['’]|De|Di|La|Le|Fitz|Van)?[^\W\d_a-z](?:[^\W\d_A-Z]|['’])+(?:[-‐]\w+)?")


class Said(NamedTuple):
    """A name in the sentence with a year in brackets behind it."""

    start: int
    authors: str  # as written
    names: list[str]
    when: Match[str]
    et_al: bool = False
    body: bool = False  # an organisation by its full name

    @property
    def first(self) -> str:
        """Return the last word of the first name."""
        return (self.names[0].split() or [""])[-1]

    @property
    def work(self) -> tuple[str, str]:
        """Return family name and year, by which a list is asked."""
        return family(self.names[0]), self.when["years"][:4]

    @property
    def before(self) -> str:
        """Return the words before the name."""
        return self.when.string[max(self.start - _REACH, 0) : self.start]


def opens_sentence(word: str) -> bool:
    """Say whether a word before a comma leads to the name behind it: "However, Smith (2019)", "In Kenya, Smith"."""
    small = word.casefold()
    return small in _LEADING or small in PLACES or small in NO_AUTHOR or _ADVERB.fullmatch(word) is not None


def is_no_name(said: Said) -> bool:
    """Say whether the word is a month, a product or the like, whatever stands around it."""
    return not said.body and (said.first.casefold() in NO_AUTHOR or said.first in KOREAN_NO_AUTHOR)


def may_cite(said: Said) -> bool:
    """Say whether nothing speaks against it: no title of a film, no place, no Korean word that is no name."""
    if said.body:
        return True
    if is_no_name(said) or said.first.casefold() in PLACES:
        return False
    if said.first.casefold() in _NOUN and _QUALIFIED.search(said.before):
        return False
    titled = _TITLE.search(said.before) and not is_acronym(said.first)  # The Matrix (1999), but the WHO (2021)
    return not titled and (not "가" <= said.first[:1] <= "힣" or _IS_KOREAN.fullmatch(said.first) is not None)


def cites(said: Said) -> bool:
    """Say whether the sentence itself shows that the name cites, in any text."""
    # Sony/Columbia (1990) are no authors yet.
    joined = (
        len(said.names) > 1 and not said.body and "/" not in said.authors and not said.before.rstrip()[-1:].isalpha()
    )
    possessive = said.authors.rstrip().endswith(("'s", "’s"))
    spoken = _SAYS.match(said.when.string, said.when.end()) is not None
    return may_cite(said) and (
        joined or possessive or spoken or _is_paged(said) or _CUE.search(_bare(said)) is not None
    )


def _is_paged(said: Said) -> bool:
    """Say whether a page stands behind the year: joined names need no sign that the number is one."""
    rest = said.when["rest"]
    return _PAGED.fullmatch(rest) is not None and (len(said.names) > 1 or _SURE_PAGE.search(rest) is not None)


def is_led(said: Said) -> bool:
    """Say whether the sentence shows it in a text that cites by author and year anyway."""
    # Organisations take an article, the WHO (2021); BERT (2018) is none.
    body = said.body or (is_acronym(said.first) and said.before.endswith(("The ", "the ")))
    if not (body or _SURNAME.fullmatch(said.first)) or not may_cite(said):
        return False
    return bool(_DOES.match(said.when.string, said.when.end()) or _LEADS.search(_bare(said)))


def _bare(said: Said) -> str:
    """Return the words before the name without the article of a body: "according to the WHO (2021)"."""
    before = said.before
    return before[: -len("the ")] if (said.body or is_acronym(said.first)) and before.endswith(" the ") else before
