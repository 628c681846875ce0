"""The name of a case that stands directly before its number: "R (Miller) v Secretary of State", "In re Gault"."""

from re import compile as pattern

# Longer names exist, but beyond this the words belong to the sentence.
_REACH = 200
_WORDS = 14

_WORD = pattern(r"\S+")
_VERSUS = frozenset({"v.", "v", "vs.", "vs"})
_SMALL = frozenset({"of", "the", "and", "for", "&", "de", "la", "van", "von", "der", "du", "ex", "rel.", "et", "al."})
_INSIDE = _SMALL | {"in", "on", "to", "at", "by", "with", "others", "another"}
_OPENERS = "([“\"'‘"
_FIRMS = frozenset({"Inc.", "Inc", "LLC", "L.L.C.", "Ltd.", "Ltd", "Co.", "Corp.", "L.P.", "LP", "LLP", "N.A.", "Jr."})
_HEADS = (("In", "re"), ("In", "Re"), ("Ex", "parte"), ("Matter", "of"))

# Words that open a sentence or a signal and so are no part of a name.
SIGNALS = frozenset(
    "See Cf. But Accord Compare Contra Under And As Following Since While By With Citing Quoting E.g. Also In "
    "After Before When Where Although However Moreover Thus Both Unlike Like From To Per If Because That "
    "This Then For".split()
)
# Abbreviations that end in a stop without ending a sentence.
_STOPPED = frozenset(
    "co corp inc ltd bros dept bd cnty univ st ste no mr mrs ms dr jr sr ins mfg assn natl intl ry rr comm commn gen "
    "atty dist educ elec emps hosp indus lab mgmt mut prods pub res sav ser servs sys tel transp twp util "
    "rel al us usa plc bhd gov govt auth am amer fed".split()
)


def name_start(text: str, end: int, floor: int = 0) -> int | None:
    """Return where the case name starts that ends directly before `end` and lies above `floor`, or nothing."""
    floor = max(floor, end - _REACH)
    words = [(floor + word.start(), word[0]) for word in _WORD.finditer(text[floor:end])]
    if floor and words and not text[floor - 1].isspace():
        words = words[1:]
    words = _whole_firms(words[-2 * _WORDS :])
    versus = _versus(words)
    if versus is None:
        return _headed(words)
    first = _plaintiff(words[:versus])
    return None if first is None else words[first][0] + len(words[first][1]) - len(words[first][1].lstrip(_OPENERS))


def _whole_firms(words: list[tuple[int, str]]) -> list[tuple[int, str]]:
    """Drop the comma of "Sony Corp., Ltd.": it ends nothing."""
    after = [word.rstrip(",") for _, word in (*words[1:], (0, ""))][: len(words)]
    return [
        (at, word[:-1] if word.endswith(",") and follower in _FIRMS else word)
        for (at, word), follower in zip(words, after, strict=True)
    ]


def _versus(words: list[tuple[int, str]]) -> int | None:
    """Return the index of the nearest `v.` that has a well-shaped defendant after it."""
    for index in range(len(words) - 1, max(-1, len(words) - 1 - _WORDS), -1):
        if words[index][1] in _VERSUS:
            return index if index + 1 < len(words) and _capital(words[index + 1][1]) else None
        if not _fits(words[index][1], last=index == len(words) - 1):
            return None
    return None


def _fits(word: str, *, last: bool) -> bool:
    """Say whether the word may stand in a defendant's name; only the last one may end in a comma."""
    if word.lower() in _INSIDE or "(" in word or ")" in word:
        return True
    return (_capital(word) or word[0].isdigit()) and (not _closes(word) or (last and word.endswith(",")))


def _plaintiff(words: list[tuple[int, str]]) -> int | None:
    """Return the index of the first word of the plaintiff, of the words before the `v.`."""
    first: int | None = None
    depth = 0
    for index in range(len(words) - 1, max(-1, len(words) - 1 - _WORDS), -1):
        word = words[index][1]
        if ")" in word and not word.endswith(")"):
            break
        depth += word.count(")") - word.count("(")
        if depth > 0 or (depth == 0 and "(" in word):
            continue
        if depth < 0:
            return index if _capital(word) and word.lstrip(_OPENERS) not in SIGNALS else first
        if word in _VERSUS:
            return _after_and(words, index)
        if not _belongs(word, outer=first is None):
            break
        if _capital(word):
            first = index
    return first


def _after_and(words: list[tuple[int, str]], versus: int) -> int | None:
    """Part "Roe v. Wade and Doe" from a second `v.`: the nearest `and` ends the first case."""
    joints = [index for index in range(versus, len(words) - 1) if words[index][1] == "and"]
    return joints[-1] + 1 if joints and _capital(words[joints[-1] + 1][1]) else None


def _belongs(word: str, *, outer: bool) -> bool:
    if word in SIGNALS or (_closes(word) and not (outer and word.endswith(","))):
        return False
    return word in _SMALL or _capital(word)


def _headed(words: list[tuple[int, str]]) -> int | None:
    """Find the start of `In re Gault` and its like, which have no `v.`."""
    for index in range(len(words) - 2, max(-1, len(words) - 9), -1):
        pair = words[index][1], words[index + 1][1]
        if (pair in _HEADS and index + 2 < len(words)) or (pair[0] == "Re" and _capital(pair[1])):
            return words[index][0]
        if not _fits(words[index + 1][1], last=index + 2 == len(words)):
            return None
    return None


def _capital(word: str) -> bool:
    bare = word.lstrip(_OPENERS)
    return bool(bare) and bare[0].isupper()


def _closes(word: str) -> bool:
    """Say whether the word ends a clause or sentence, other than by an abbreviation's stop."""
    if word[-1] in ",;:?!\0":
        return True
    bare = word[:-1].replace(".", "").replace("'", "").replace("’", "")
    return word.endswith(".") and len(bare) > 1 and bare.lower() not in _STOPPED
