"""Detect the language of a text by its script and its function words."""

from collections import Counter
from pathlib import Path
from unicodedata import name

from citevet.patterns import lazy_pattern
from citevet.tables import read_rows, read_words

_MOST = 5_000  # characters, more than enough
_WORD = lazy_pattern(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
_QUOTED = lazy_pattern(
    r"\"[^\"\n]{1,400}\"|“[^“”\n]{1,400}”|„[^„“”\n]{1,400}[“”]|«[^«»\n]{1,400}»|「[^「」\n]{1,400}」"
)
_ADDRESS = lazy_pattern(r"://|@|\w\.[A-Za-z]{2}")  # facebook.com: "com" is a Portuguese word
_OWN = 3  # words outside quotations that suffice to detect the language
_WEIGHT = 3  # Latin letters that one ideograph or syllable counts for
_FEWEST = 3  # letters of an alphabet
_MANY = 6  # ideographs; Japanese with so many has kana too
_SURE = 1.5  # function words of another language: one may be part of a name
_ENDED = 5  # letters from which a word is checked for a foreign ending
_LONG = 3  # letters; shorter words are also symbols: Ne, Os, Te
_CODE = 2  # letters
_ROWS = [(kind, frozenset(words.split())) for kind, words in read_rows(Path(__file__).with_suffix(".tsv"))]
_PROFILES = {kind: words for kind, words in _ROWS if len(kind) == _CODE}  # by the code of the language
_STRONG, _WEAK, _FOREIGN, _SHARED, _LOANS = map(dict(_ROWS).__getitem__, "strong weak foreign shared loan".split())
# Word endings that English does not have, in words of five letters and more.
_ENDING = lazy_pattern(
    r"(?:ungen|keit|schaft|ierte[nt]?|iert|lich(?:e[nrsm]?)?|ssen|eten|utzt|acht(?:e[nt]?)?"  # German
    r"|heid|lijke?|aakt|aagt|oren|elde[n]?|eerde[n]?"  # Dutch
    r"|aient|eaux|euse|ssent"  # French
    r"|aron|ieron|iendo|mente|ciones|dades|ncia|anza"  # Spanish
    r"|zion[ei]|ggio|cchio|iscono|ivano|avano"  # Italian
    r"|aram|eram|iram|[^i]eu|[^yrb]ou)"  # Portuguese
    r"\Z"
)
_ELIDED = lazy_pattern(r"(?:[ldncjLDNCJ]|[Qq]u)['’][a-zà-ÿ]{3,}")  # l'eau, d'habitants
_ARTICLES = read_words("Le La Il El Lo Gli Os Het De")
_LATIN = read_words("novo facto jure minimis rigueur luxe")


def detect_language(text: str) -> str | None:
    """Return "en", "ko", "ja", "zh" or "other"; None if the text is too short. Quotations are ignored."""
    text = " ".join(part for part in text[:_MOST].split() if not (part.isascii() and _ADDRESS.search(part)))
    words = _WORD.findall(_QUOTED.sub(" ", text))
    if len(words) < _OWN:
        words = _WORD.findall(text)
    scripts = Counter(script for word in words for script in _scripts(word))
    latin = scripts["LATIN"]
    ends_korean = words[-1:] and words[-1].endswith("다") and len(words[-1]) > 1  # whatever English terms precede it
    if (asian := _asian(scripts)) and (asian[1] * _WEIGHT >= latin or ends_korean):
        return asian[0]
    if sum(scripts.values()) < _FEWEST:
        return None
    foreign = sum(scripts.values()) - latin - (asian[1] if asian else 0)
    return "other" if foreign > latin else _latin(words)


def name_language(text: str) -> str | None:
    """Return the code of a language that is not English as well, where its function words are known; else "other"."""
    found = detect_language(text)
    if found != "other":
        return found
    words = _WORD.findall(text[:_MOST])
    weights = [_weight(*neighbours) for neighbours in zip(["", *words], words, [*words[1:], ""], strict=False)]
    scores = {code: _score(profile, words, weights)[0] for code, profile in _PROFILES.items()}
    best = max(scores, key=scores.__getitem__)
    return best if scores[best] else "other"


def is_latin(text: str) -> bool:
    """Check whether most letters of a text are Latin."""
    letters = [char for char in text[:_MOST] if char.isalpha()]
    return sum(_script(char) == "LATIN" for char in letters) * 2 > len(letters)


def _scripts(word: str) -> list[str]:
    """Return the script of each letter; a single letter of an alphabet is skipped as a symbol: α, x."""
    found = [_script(letter) for letter in word if letter.isalpha()]
    return found if len(found) != 1 or found[0] in {"HANGUL", "CJK", "KANA"} else []


def _script(letter: str) -> str:
    if letter.isascii():
        return "LATIN"
    first = name(letter, "?").split(maxsplit=1)[0]
    return "KANA" if first in {"HIRAGANA", "KATAKANA"} else first


def _asian(scripts: Counter[str]) -> tuple[str, int] | None:
    """Return the language and its number of letters; Korean and Japanese texts may contain ideographs."""
    hangul, kana, han = scripts["HANGUL"], scripts["KANA"], scripts["CJK"]
    if not hangul + kana + han:
        return None
    if hangul >= kana + han or (hangul and not kana):
        return "ko", hangul + han
    if kana:
        return "ja", kana + han
    return "zh" if han >= _MANY else "other", han


def _latin(words: list[str]) -> str | None:
    """Return English or another language by the small words, none where there are too few of them."""
    lower = [word.lower() for word in words]
    # A weak word counts once: "in 1912 in Wenen" is not English because of two "in".
    english = sum(word in _STRONG for word in lower) + len(_WEAK.intersection(lower)) / 2
    weights = [_weight(*neighbours) for neighbours in zip(["", *words], words, [*words[1:], ""], strict=False)]
    other, alone = max(_score(profile, words, weights) for profile in _PROFILES.values())
    if other >= _SURE and other > english:
        return "other"
    if english < 1 and (any(map(_is_accented, words)) or (alone and not english)):
        return "other"
    telling = sum(map(_is_foreign, [_lower_first(words), *words[1:]])) + _starts_with_article(words)
    if english < 1 and telling and other + telling > english:
        return "other"
    return "en" if english >= 1 and english >= other else None


def _lower_first(words: list[str]) -> str:
    """Return the first word in lower case, unless it may start a name: Vez, but not Muito Obrigado."""
    first, *rest = words or [""]
    in_name = first.isascii() and bool(rest) and rest[0][:1].isupper()
    return first if in_name or first in _FOREIGN else first[:1].lower() + first[1:]


def _starts_with_article(words: list[str]) -> bool:
    """Check whether a foreign article and a noun start the text: La terra, De aarde; not De novo, La Jolla."""
    article, noun = (*words[:2], "", "")[:2]
    return article in _ARTICLES and noun.islower() and noun not in _LATIN


def _is_foreign(word: str) -> bool:
    """Check whether a content word is certainly of another language."""
    ends_foreign = word.islower() and len(word) >= _ENDED and _ENDING.search(word)
    return bool(_ELIDED.fullmatch(word) or word in _FOREIGN or ends_foreign)


def _score(profile: frozenset[str], words: list[str], weights: list[float]) -> tuple[float, bool]:
    """Return the weight of a language's words, and whether one of them decides alone."""
    found = [(weight, word) for word, weight in zip(words, weights, strict=True) if word.lower() in profile]
    return sum(weight for weight, _ in found), any(weight == 1 and len(word) >= _LONG for weight, word in found)


def _weight(before: str, word: str, after: str) -> float:
    """Return 0.5 for a word that English shares or that may be part of a name, 0 for an abbreviation, else 1."""
    if len(word) > 1 and word.isupper():
        return 0.0
    in_name = after[:1].isupper() and (before[:1].isupper() or word[0].isupper())  # El Niño, Charles de Gaulle
    ends_name = bool(before) and word[0].isupper()  # Kim Jong Il
    return 0.5 if in_name or ends_name or word.lower() in _SHARED else 1.0


def _is_accented(word: str) -> bool:
    """Check whether a word in lower case has an accent and is not an English loan word."""
    return word.islower() and word not in _LOANS and any(_script(c) == "LATIN" and not c.isascii() for c in word)
