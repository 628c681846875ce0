"""The title that stands before "Act 1998" or "Regulations 2018": capitalised words, as far as they reach."""

from re import compile as pattern

_REACH = 160
_WORDS = 16
_WORD = pattern(r"\S+")
_MARKS = "([“\"'‘"
_SMALL = frozenset("of and the to for in on with etc. etc by from or at as".split())
# Words that open a sentence, or name a place inside the act, and so are no part of a title.
_OPENERS = frozenset(
    "The Under See In By And Of Section Sections Schedule However Moreover Thus Since While Although When Where This "
    "That These Those If As For From With Also Both Cf. But An A Our Their Its To Per Unlike Like After Before".split()
)


def title_start(text: str, end: int, floor: int = 0) -> int | None:
    """Return where the title starts that ends directly before `end`; a title holds a capitalised word."""
    floor = max(floor, end - _REACH)
    words = [(floor + word.start(), word[0]) for word in _WORD.finditer(text[floor:end])][-_WORDS:]
    if floor and words and words[0][0] == floor and not text[floor - 1].isspace():
        words = words[1:]
    first = _first(words)
    if first is None:
        return None
    return words[first][0] + len(words[first][1]) - len(words[first][1].lstrip(_MARKS))


def _first(words: list[tuple[int, str]]) -> int | None:
    first: int | None = None
    depth = 0
    joined = False  # "and" was passed: only then a comma may belong to the title
    for index in range(len(words) - 1, -1, -1):
        word = words[index][1]
        depth += word.count(")") - word.count("(")
        if ")" in word and not word.endswith(")"):
            break
        if depth > 0 or (depth == 0 and word.startswith("(")):
            continue
        if depth < 0:
            return index if _capital(word) and word.lstrip(_MARKS) not in _OPENERS else first
        if not _belongs(word, joined=joined):
            break
        joined = joined or word == "and"
        if _capital(word):
            first = index
    return first


def _belongs(word: str, *, joined: bool) -> bool:
    if word in _OPENERS or word.rstrip(",") in _OPENERS:
        return False
    if word[-1] in ".;:?!\0" and word not in _SMALL:
        return False
    if word.endswith(","):
        return joined and word[0].isupper()
    return word in _SMALL or _capital(word)


def _capital(word: str) -> bool:
    return word.lstrip(_MARKS)[:1].isupper()
