"""Names of authors, compared as people compare them."""

from re import compile as pattern

from citevet.model import plain_letters

_PARTICLES = frozenset(
    "van von de der den del della di da dos das du los las la le el al bin ibn ter ten te zu zur af av the".split()
)
# The same before a surname in running text, where "La" and "Van" may also have a capital, and "the" is no part of it.
PARTICLE = (
    r"(?:[Vv]an|[Vv]on|[Dd]e|der|den|del|della|[Dd]i|da|dos|das|du|los|las|[Ll]a|[Ll]e|el|al|bin|ibn|ter|ten|te"
    r"|zu|zur|af|av)"
)
ELIDED = r"(?:[dl]['’]|[ae]l[-‐])"  # d'Alembert, al-Khwarizmi
_NEXT = pattern(r",|&|/|\(|\band\b|\bund\b|\bet\b|[·ㆍ・]")
_LONGEST = 200  # characters of a name


def folded(name: str) -> str:
    """Return a name in small letters without accents: Müller and Muller are one."""
    return plain_letters(name[:_LONGEST].replace("’", "'"))


def family(name: str) -> str:
    """Return the word that a name is filed under: van der Berg stands under Berg."""
    return folded((name.split() or [""])[-1])


def first_named(who: str) -> str:
    """Return the first of several people as they are named together: Doe & Roe, Doe et al., Doe (2003)."""
    return _NEXT.split(who, maxsplit=1)[0]


def same(one: str, other: str) -> bool:
    """Say whether two names that end alike may be one: Berg and van der Berg; not two Organizations."""
    words, others = _words(one), _words(other)
    shared = min(len(words), len(others))
    return words[len(words) - shared :] == others[len(others) - shared :]


def _words(name: str) -> list[str]:
    words = folded(name).replace(".", "").split()  # U.S. and US
    return [word for word in words if word not in _PARTICLES]
