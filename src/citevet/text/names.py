"""Compare names of authors: family names, particles, initials and organizations, without case and accents."""

import re

from citevet.patterns import lazy_pattern
from citevet.tables import read_words
from citevet.text.letters import fold_letters

PARTICLES = read_words("""van von der den de del della di da do dos das du des la le les los las el al ter ten te zu zur
    zum af av ibn bin""")
# The particles before a surname in running text, where "La" and "Van" may also have a capital.
PARTICLE_PATTERN = (
    r"(?:[Vv]an|[Vv]on|[Dd]e|der|den|[Dd]el|[Dd]ella|[Dd]i|da|[Dd]os|das|du|los|las|[Ll]a|[Ll]e|el|al|bin|ibn|ter|ten|te"
    r"|zu|zur|af|av)"
)
ELIDED_PARTICLE_PATTERN = r"(?:[dl]['’]|[ae]l[-‐])"  # d'Alembert, al-Khwarizmi
NAME_WORD_PATTERN = r"[A-ZÀ-ÖØ-ÞĀ-Ž][\w'’‐-]{1,40}"
# A surname in running text with its particles: van der Berg, St. John, d'Alembert.
SURNAME_PATTERN = rf"(?:{PARTICLE_PATTERN}\s){{0,3}}(?:Ste?\.\s)?{ELIDED_PARTICLE_PATTERN}?{NAME_WORD_PATTERN}"
SUFFIXES = read_words("jr sr ii iii iv phd md")
_WORD = lazy_pattern(r"[^\W_]+")
_INITIALS = lazy_pattern(r"[A-Z]{1,3}|(?:[A-Z]\.-?){1,4}")
# Words that are not part of people's names: such a name belongs to an organization and is shown whole.
_ORGANIZATION_NOUNS = (
    r"academy|administration|agency|alliance|association|authority|bank|bureau|cent(?:er|re)s?|coalition"
    r"|collaborat(?:ion|ors)|college|commission|committee|consortium|contributors|corporation|council|department|federation|foundation|fund|government"
    r"|(?:sub)?group|initiative|institut\w{1,4}|investigators|laboratory|ministry|nations|network|office|organi[sz]ation|panel|parliament"
    r"|program(?:me)?|services?|society|team|union|university"
)
_ORGANIZATION = lazy_pattern(rf"\b(?:of|for|the|{_ORGANIZATION_NOUNS})\b", re.IGNORECASE)
_ORGANIZATION_NOUN = lazy_pattern(rf"\b(?:{_ORGANIZATION_NOUNS})\b", re.IGNORECASE)
_CAPITAL = lazy_pattern(r"(?<![\w'’])[A-ZÀ-ÖØ-ÞĀ-Ž]")
_FEWEST_OF_ORGANIZATION = 3  # capitalized words: World Health Organization
_NEXT_PERSON = lazy_pattern(r",|&|/|\(|\band\b|\bund\b|\bet\b|[·ㆍ・]")
_YEAR = lazy_pattern(r"(\d{4})[a-z]?")
_LONGEST = 200  # characters of a name
_LONGEST_TEXT = 4_000  # characters that are compared without spaces


def fold_name(name: str) -> str:
    """Return a name in lower case without accents, apostrophes and hyphens."""
    return " ".join(_WORD.findall(fold_letters(name.replace("'", "").replace("’", ""))))


def fold_name_letters(name: str) -> str:
    """Return a name in lower case without accents; punctuation stays."""
    return fold_letters(name[:_LONGEST].replace("’", "'"))


def last_word(name: str) -> str:
    """Return the word that a name is sorted by: Berg for van der Berg."""
    return (name.split() or [""])[-1]


def first_person(people: str) -> str:
    """Return the first of several people named together: Doe & Roe, Doe et al., Doe (2003)."""
    return _NEXT_PERSON.split(people, maxsplit=1)[0]


def is_organization(name: str) -> bool:
    """Check whether a name has a word of organizations, or as many capitalized words as theirs and no initials."""
    words = name.split()
    is_person = any(_INITIALS.fullmatch(word) and len(word.strip(".")) == 1 for word in words)
    capitals = sum(word[0].isupper() for word in words)
    return (capitals >= _FEWEST_OF_ORGANIZATION and not is_person) or _ORGANIZATION_NOUN.search(name) is not None


def acronym(name: str) -> str:
    """Return the initials of an organization, WHO; nothing for a single word or a person with initials."""
    letters = _CAPITAL.findall(name)
    return "".join(letters) if len(letters) > 1 and "." not in name and "," not in name else ""


def strip_year_letter(year: str | None) -> str:
    """Return the year without the letter that separates two works of one year; nothing without a year."""
    found = _YEAR.fullmatch((year or "").strip())
    return found[1] if found else ""


def squash(text: str) -> str:
    """Return only the letters and digits of a text, folded, so that hyphens and spaces make no difference."""
    return fold_name(text[:_LONGEST_TEXT]).replace(" ", "")


def is_same_script(left: str, right: str) -> bool:
    """Check that both or neither are mostly in Latin letters."""
    return _is_latin(squash(left)) == _is_latin(squash(right))


def _is_latin(folded: str) -> bool:
    return 2 * sum(map(str.isascii, folded)) >= len(folded)
