"""Find the name of a case directly before its number: "R (Miller) v Secretary of State", "In re Gault"."""

from citevet.patterns import lazy_pattern
from citevet.tables import read_words
from citevet.text.caption_words import list_abbreviations

# Longer names exist, but more words usually belong to the sentence.
_REACH = 200
_WORDS = 14

_WORD = lazy_pattern(r"\S+")
_VERSUS = frozenset({"v.", "v", "vs.", "vs"})
_SMALL_WORDS = read_words("of the and for & de la van von der du ex rel. et al. plc others another ors anor")
_PARTICLES = frozenset({"de", "la", "van", "von", "der", "du"})  # of names that begin with one
_DEFENDANT_WORDS = _SMALL_WORDS | {"in", "on", "to", "at", "by", "with"}
_OPENERS = "([“\"'‘"
_FIRMS = read_words("""Inc. Inc LLC L.L.C. Ltd. Ltd Co. Corp. L.P. LP LLP L.L.P. PLLC P.L.L.C. P.C. PC P.A. PA S.A. N.V.
    N.A. FSB F.S.B. Jr. Sr. III M.D. D.O. Incorporated Corporation Limited""")
_NAME_HEADS = frozenset({("In", "re"), ("In", "Re"), ("Ex", "parte")})
# What is sought, before "of": Matter of Roe, Estate of Roe.
_PROCEEDINGS = read_words("""Matter Estate Estates Marriage Guardianship Conservatorship Adoption Succession Dependency
    Commitment Custody Welfare Interest Application Detention Paternity""")

_STATES = read_words("""Alabama Alaska Arizona Arkansas California Colorado Connecticut Delaware Florida Georgia Hawaii
    Idaho Illinois Indiana Iowa Kansas Kentucky Louisiana Maine Maryland Massachusetts Michigan Minnesota Mississippi
    Missouri Montana Nebraska Nevada Ohio Oklahoma Oregon Pennsylvania Tennessee Texas Utah Vermont Virginia Washington
    Wisconsin Wyoming""")

# Words that start a sentence or a signal and are not part of a name.
SIGNALS = read_words("""See Cf. But Accord Compare Contra Under And As Following Since While By With Citing Quoting E.g.
    Also In After Before When Where Although However Moreover Thus Both Unlike Like From To Per If Because That This
    Then For""")
# Abbreviations whose full stop does not end a sentence, beside those of the table of case names.
_ABBREVIATIONS = read_words("""ste mr mrs ms dr jr sr atty al usa plc gov govs amer mem solic supt lic appl arch dists
    exam fdn int invests ofc presby publ shipp cmp computs ecol env feder govs herit merchs petrol procs relig retard
    supers techn telegr mtg mtge""")
_INITIALS = lazy_pattern(r"(?:[^\W\d_]\.){2,6}")  # S.A., N.V., S.p.A.
_ORDINAL = lazy_pattern(r"\d{1,3}(?:st|nd|rd|th)")
_MONEY = lazy_pattern(r"\$\d[\d,]{0,12}(?:\.\d\d)?")  # State v. $44,140.00 in U.S. Currency
_NUMBERED = lazy_pattern(r"\d{1,4}[A-Z]")  # 3M Co.
_PARTICLE = lazy_pattern(r"[a-z]{1,3}['’-][A-Z]")  # al-Kidd, d'Amico


def read_case_name(text: str, end: int, floor: int = 0) -> tuple[int, dict[str, str]]:
    """Return where a case starts, with the name directly before `end`, and the name as a part of the citation."""
    start = find_case_name(text, end, floor)
    return (end, {}) if start is None else (start, {"case_name": text[start:end].strip(" ,(")})


def find_case_name(text: str, end: int, floor: int = 0) -> int | None:
    """Return the start of the case name that ends directly before `end`, not before `floor`; None if there is none."""
    floor = max(floor, end - _REACH)
    words = [(floor + word.start(), word[0]) for word in _WORD.finditer(text[floor:end])]
    if floor and words and not text[floor - 1].isspace():
        words = words[1:]
    if words and words[-1][1] in _OPENERS:
        words.pop()  # United States v. Noel (708 F.3d 245)
    words = _join_firm_suffixes(words[-2 * _WORDS :])
    versus = _find_versus(words)
    if versus is None:
        return _find_headed_name(words)
    first = _find_plaintiff(words[:versus])
    while first and words[first - 1][1] in _PARTICLES:
        first -= 1  # de la Cruz v. Roe
    return None if first is None else words[first][0] + len(words[first][1]) - len(words[first][1].lstrip(_OPENERS))


def _join_firm_suffixes(words: list[tuple[int, str]]) -> list[tuple[int, str]]:
    """Drop commas that end nothing: "Sony Corp., Ltd.", "City of Topeka, Kansas" and "Cravath, Swain & Moore"."""
    joined: list[tuple[int, str]] = []
    after = ("", "")  # the next two words
    is_listed = False  # the next word is one of several partners
    for at, word in reversed(words):
        bare = word.removesuffix(",")
        is_listed = bare != word and _is_capitalized(word) and (after[1] == "&" or is_listed)
        is_joined = is_listed or after[0].rstrip(",") in _FIRMS or after[0].rstrip(",") in _STATES
        joined.append((at, bare if is_joined else word))
        after = word, after[0]
    return joined[::-1]


def _find_versus(words: list[tuple[int, str]]) -> int | None:
    """Return the index of the nearest `v.` with a possible defendant after it."""
    depth = 0  # of brackets, in which any word may be
    for index in range(len(words) - 1, max(-1, len(words) - 1 - _WORDS), -1):
        word = words[index][1]
        depth += word.count(")") - word.count("(")
        if depth == 0 and word in _VERSUS:
            return index if _may_be_defendant([word for _, word in words[index + 1 : index + 3]]) else None
        if depth <= 0 and not _fits_defendant(word, last=index == len(words) - 1):
            return None
    return None


def _may_be_defendant(words: list[str]) -> bool:
    """Check for a name after the `v.`; a number is the start of one only before another word: 270 5th Realty Corp."""
    if words and words[0].isdecimal():
        words = words[1:]
    elif words and _MONEY.fullmatch(words[0]):
        return True
    return bool(words) and (_is_capitalized(words[0]) or _ORDINAL.fullmatch(words[0]) is not None)


def _fits_defendant(word: str, *, last: bool) -> bool:
    """Check whether a word may be part of a defendant's name; only the last may end in a comma."""
    if word.lower() in _DEFENDANT_WORDS or "(" in word or ")" in word:
        return True
    return (_is_capitalized(word) or word[0].isdigit() or _MONEY.fullmatch(word) is not None) and (
        not _ends_clause(word) or (last and word.endswith(","))
    )


def _find_plaintiff(words: list[tuple[int, str]]) -> int | None:
    """Return the index of the plaintiff's first word among the words before the `v.`."""
    first: int | None = None
    depth = 0
    last = len(words) - 1
    for index in range(last, max(-1, last - _WORDS), -1):
        word = words[index][1]
        if ")" in word and not word.endswith(")"):
            break
        if index == last and word.isdecimal() and last and _is_capitalized(words[last - 1][1]):
            continue  # Doe 1 v. Roe, Sch. Dist. 205 v. Roe
        depth += word.count(")") - word.count("(")
        if depth > 0 or (depth == 0 and "(" in word):
            continue
        if depth < 0:
            return index if _is_capitalized(word) and word.lstrip(_OPENERS) not in SIGNALS else first
        if word in _VERSUS:
            return _find_after_and(words, index)
        if not _fits_plaintiff(word, outer=first is None):
            break
        if _is_capitalized(word):
            first = index
    return first


def _find_after_and(words: list[tuple[int, str]], versus: int) -> int | None:
    """Split "Roe v. Wade and Doe" before a second `v.`: the nearest `and` ends the first case."""
    joints = [index for index in range(versus, len(words) - 1) if words[index][1] == "and"]
    return joints[-1] + 1 if joints and _is_capitalized(words[joints[-1] + 1][1]) else None


def _fits_plaintiff(word: str, *, outer: bool) -> bool:
    if word in SIGNALS or (_ends_clause(word) and not (outer and word.endswith(","))):
        return False
    return word in _SMALL_WORDS or _is_capitalized(word)


def _find_headed_name(words: list[tuple[int, str]]) -> int | None:
    """Find the start of names without `v.`, such as `In re Gault` and `Estate of Layton`."""
    for index in range(len(words) - 2, max(-1, len(words) - 1 - _WORDS), -1):
        pair = words[index][1].lstrip(_OPENERS), words[index + 1][1]
        is_head = pair in _NAME_HEADS or (pair[0] in _PROCEEDINGS and pair[1] == "of")
        if (is_head and index + 2 < len(words)) or (pair[0] == "Re" and _is_capitalized(pair[1])):
            return words[_find_outer_head(words, index)][0]
        if not _fits_defendant(words[index + 1][1], last=index + 2 == len(words)):
            return None
    return None


def _find_outer_head(words: list[tuple[int, str]], index: int) -> int:
    """Return where a name begins whose proceeding has another head before it: In re Marriage of Roe."""
    before = [word.lstrip(_OPENERS) for _, word in words[max(0, index - 3) : index]]
    lengths = (length for length in (3, 2) if len(before) >= length)
    return next((index - length for length in lengths if _is_outer_head(before[-length:])), index)


def _is_outer_head(words: list[str]) -> bool:
    return tuple(words[:2]) in _NAME_HEADS or (words[0] in _PROCEEDINGS and words[1] == "of")


def _is_capitalized(word: str) -> bool:
    bare = word.lstrip(_OPENERS)
    return bare[:1].isupper() or _NUMBERED.match(bare) is not None or _PARTICLE.match(bare) is not None


def _ends_clause(word: str) -> bool:
    """Check whether the word ends a clause or sentence; the full stop of an abbreviation does not."""
    if word[-1] in ",;:?!\0":
        return True
    bare = word[:-1].rpartition("-")[2].replace(".", "").replace("'", "").replace("’", "")  # Agri-Dev.
    if _INITIALS.fullmatch(word):
        return False
    is_short = bare.lower() in _ABBREVIATIONS or bare.lower() in list_abbreviations()
    return word.endswith(".") and len(bare) > 1 and not is_short
