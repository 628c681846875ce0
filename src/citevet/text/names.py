"""Compare names of authors: family names, particles, initials and organizations, without case and accents."""

import re
from collections.abc import Iterator

from citevet.text.letters import fold_letters
from citevet.text.patterns import lazy_pattern
from citevet.text.tables import read_words

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
_HANGUL = lazy_pattern(r"[\uac00-\ud7a3]{2,4}")
_LONG_KOREAN_FAMILIES = read_words("남궁 황보 제갈 사공 선우 독고 동방 서문 망절 어금")  # of two syllables
ET_AL = lazy_pattern(
    r",?\s{0,3}(?:\bet\s{1,3}al\b\.?|\band\s{1,3}others\b|\s외(?:\s?\d+\s?[인명])?)\s*$", re.IGNORECASE
)
# Words that are not part of people's names: such a name belongs to an organization and is shown whole.
_ORGANIZATION_NOUNS = (
    r"academy|administration|agency|alliance|association|authority|bank|bureau|cent(?:er|re)s?|coalition"
    r"|collaborat(?:ion|ors)|college|commission|committee|consortium|contributors|corporation|council|department|federation|foundation|fund|government"
    r"|group|initiative|institut\w{1,4}|investigators|laboratory|ministry|nations|network|office|organi[sz]ation|panel|parliament"
    r"|program(?:me)?|services?|society|team|union|university"
)
_ORGANIZATION = lazy_pattern(rf"\b(?:of|for|the|{_ORGANIZATION_NOUNS})\b", re.IGNORECASE)
_ORGANIZATION_NOUN = lazy_pattern(rf"\b(?:{_ORGANIZATION_NOUNS})\b", re.IGNORECASE)
_CAPITAL = lazy_pattern(r"(?<![\w'’])[A-ZÀ-ÖØ-ÞĀ-Ž]")
_FEWEST_OF_ORGANIZATION = 3  # capitalized words: World Health Organization
_NEXT_PERSON = lazy_pattern(r",|&|/|\(|\band\b|\bund\b|\bet\b|[·ㆍ・]")
_YEAR = lazy_pattern(r"(\d{4})[a-z]?")
_LONGEST = 200  # characters of a name


def fold_name(name: str) -> str:
    """Return a name in lower case without accents, apostrophes and hyphens."""
    return " ".join(_WORD.findall(fold_letters(name.replace("'", "").replace("’", ""))))


def fold_name_letters(name: str) -> str:
    """Return a name in lower case without accents; punctuation stays."""
    return fold_letters(name[:_LONGEST].replace("’", "'"))


def last_word(name: str) -> str:
    """Return the word that a name is sorted by: Berg for van der Berg."""
    return (name.split() or [""])[-1]


def family_names(author: str) -> frozenset[str]:
    """Return every folded family name by which an author may be cited."""
    author = ET_AL.sub("", author)
    found = {fold_name(part) for part in _split_families(author.strip())} | {fold_name(author)}
    return frozenset(form for name in found if name for form in cited_forms(name))


def displayed_family_name(author: str) -> str:
    """Return the family name as written; organizations and Korean names are shown whole."""
    name = ET_AL.sub("", author).strip()
    if "," not in name and (_ORGANIZATION.search(name) or _HANGUL.fullmatch(name)):
        return name
    return next(_split_families(name), "").strip() or name


def is_sole_author(author: str) -> bool:
    """Check that an entry's only author has a given name and no "et al."."""
    return ET_AL.search(author) is None and (" " in author.strip() or _HANGUL.fullmatch(author.strip()) is not None)


def cited_forms(family: str) -> tuple[str, ...]:
    """Return the folded forms of a cited family name: as given, and without its particles."""
    words = fold_name(family).split()
    start = 0
    while start < len(words) - 1 and words[start] in PARTICLES:
        start += 1
    return tuple(dict.fromkeys((" ".join(words), " ".join(words[start:]))))


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


def _split_families(author: str) -> Iterator[str]:
    if "," in author:
        yield author.split(",", 1)[0]
        return
    words = [word for word in author.split() if fold_name(word) not in SUFFIXES]
    if not words:
        return
    if _HANGUL.fullmatch(author):
        long = author[:2] in _LONG_KOREAN_FAMILIES and author[2:]
        yield author[:2] if long else author[:1]
        return
    if len(words) > 1 and _INITIALS.fullmatch(words[-1]):  # Smith JA
        yield " ".join(words[:-1])
    start = len(words) - 1
    while start > 1 and fold_name(words[start - 1]) in PARTICLES:
        start -= 1
    yield " ".join(words[start:])
