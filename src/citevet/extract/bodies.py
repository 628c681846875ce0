"""Bodies that write: the World Health Organization, and the letters that stand for it."""

from collections.abc import Iterator, Mapping
from re import Match
from re import compile as pattern

from citevet.extract.abbreviations import SHORTENED
from citevet.extract.initials import behind
from citevet.extract.no_authors import NO_AUTHOR
from citevet.extract.people import folded

_S = r"[\s\0]{1,20}"
_WORD = r"[A-ZÀ-ÖØ-ÞĀ-Ž][\w&'’./-]*"
_PHRASE = rf"{_WORD}(?:{_S}(?:of|for|the|and|on|&|{_WORD})){{1,8}}"
_BEFORE_YEAR = pattern(rf"(?<![\w.'’-]){_PHRASE}(?:['’]s?)?\s{{0,20}}$")
_BEFORE_SHORT = pattern(rf"(?<![\w.'’-]){_PHRASE}[\s\0]{{1,3}}$")
# The search starts at the bracket: (WHO), [OECD].
_SHORT = pattern(r"[(\[](?P<short>[A-Z][A-Za-z&-]{1,9})[)\]]")
_FURTHEST = 160  # characters of a name before the bracket
_MOST = 1_000  # short names of one document
_ACRONYM = pattern(r"[A-Z][a-z]?[A-Z&-]{1,8}")
_POSSESSIVE = pattern(r"['’]s?$|[.,]$")
_SPACED = pattern(r"[^\s\0]+")
_SHORTEST_WHOLE = 4  # letters of a word that is no abbreviation: Rome., but St., Inc., Co.
_CAPITAL = pattern(r"(?<![\w'’])[A-ZÀ-ÖØ-ÞĀ-Ž]")

# What makes a body of capitalised words; a film or a treaty has none of these.
_NOUNS = frozenset(
    """academy administration agency alliance assembly association authority bank board bureau cabinet center centers
    centre centres coalition collaboration college commission commissioner committee confederation consortium council
    department directorate federation foundation forum fund government group initiative inspectorate institute
    institutes institution laboratory league ministry nations network observatory office organisation organization
    panel parliament partnership programme program secretariat service services society taskforce treasury trust union
    university""".split()
)
# Capitalised because a sentence opens with them.
OPENERS = frozenset(
    """the a an in as by for from of at on to with and or but unlike like following see both per while when although
    since because if also our this that these those then thus however contrary according after before recently later
    earlier here where whereas moreover furthermore likewise similarly""".split()
)


def before(prose: str, end: int) -> Match[str] | None:
    """Return the capitalised words that stand before a year in brackets, two or more of them."""
    return _BEFORE_YEAR.search(prose, max(end - _FURTHEST, 0), end)


def start(phrase: Match[str]) -> int:
    """Return where a name starts: behind the sentence before it, and the words that open its own, "In the"."""
    first, opens = phrase.start(), True
    for word in _SPACED.finditer(phrase.string, phrase.start(), phrase.end()):
        if behind(phrase.string, word.start()) > word.start() or _ends(word[0]):
            opens = True
        elif opens:
            first = word.start()
            opens = word[0].casefold() in OPENERS
    return first


def _ends(word: str) -> bool:
    """Say whether a word with a stop is whole, so that its sentence ends: Paris., UK.; not Dept., U.S., St."""
    bare = word[:-1]
    whole = len(bare) >= _SHORTEST_WHOLE and bare.casefold() not in SHORTENED
    return word.endswith(".") and "." not in bare and (whole or (len(bare) > 1 and bare.isupper()))


def is_body(name: str) -> bool:
    """Say whether a name of several words is that of an organisation."""
    words = name.replace("\0", " ").split()
    return len(words) > 1 and any(_POSSESSIVE.sub("", word).casefold() in _NOUNS for word in words)


def is_plain_body(name: str) -> bool:
    """Say whether nothing but an organisation goes by that name: no product, such as Microsoft Office."""
    words = name.replace("\0", " ").split()
    if len(words) < 3:  # noqa: PLR2004
        return len(words) > 1 and words[-1].casefold() in _NOUNS - NO_AUTHOR
    return words[-1].casefold() in _NOUNS or (words[0].casefold() in _NOUNS and words[1] in {"of", "for", "on"})


def is_acronym(name: str) -> bool:
    """Say whether a name is letters that stand for words: WHO, UNESCO, DfE."""
    return _ACRONYM.fullmatch(name) is not None


def initials(name: str) -> str:
    """Return the letters of a name's capitalised words; nothing for a single word or a person with initials."""
    letters = _CAPITAL.findall(name)
    return "".join(letters) if len(letters) > 1 and "." not in name and "," not in name else ""


def shorts(authors: tuple[str, ...], head: str) -> Iterator[str]:
    """Yield what an entry's body is called for short: by its initials, or as the entry itself says."""
    first = authors[0] if authors else ""
    if " " not in first:
        return
    # "Organisation for Economic Co-operation and Development" was parted at its "and".
    yield from {initials(first), initials(" ".join(authors)) if is_body(first) else ""} - {""}
    said = _SHORT.search(head, 0, len(first) + 40)
    if said and is_acronym(said["short"]):
        yield said["short"]


def introduced(prose: str) -> Mapping[str, str]:
    """Return the short names that a text introduces, with the name each stands for: "Food Agency (FSA)"."""
    found: dict[str, str] = {}
    for match in _SHORT.finditer(prose):
        if len(found) >= _MOST:
            break
        phrase = _BEFORE_SHORT.search(prose, max(match.start() - _FURTHEST, 0), match.start())
        if phrase and is_acronym(match["short"]):
            name = prose[start(phrase) : phrase.end()].replace("\0", " ")
            found.setdefault(folded(match["short"]), " ".join(name.split()))
    return found
