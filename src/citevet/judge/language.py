"""In which language a text is written, by its script and its smallest words."""

from collections import Counter
from re import compile as pattern
from unicodedata import name

_MOST = 5_000  # characters; a language shows long before
_WORD = pattern(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
_WEIGHT = 3  # an ideograph or a syllable says as much as this many Latin letters
_FEWEST = 3  # letters
_SURE = 1.5  # small words of another language: one may come with a name
_STRONG = frozenset(
    """the and of to that with from which has have had were are by this these not their its been than but they who
    would when after between into during under there because while about also other more most only no did does
    it for be all""".split()
)
_WEAK = frozenset(
    "in is was an on or as at a so we he she his her may can both each one two per".split()
)  # others have them too
# Per language: words that English has not, and that no English name or term brings along more than once.
_OTHERS = tuple(
    frozenset(words.split())
    for words in (
        """der die das und ist nicht ein eine einen einem einer mit von dem den des wurde wurden sich auf für im zu
        zum zur werden auch bei nach durch über aus als sind oder wird dass daß hat sein ihre haben um vor
        nur noch mehr""",
        """le la les des et est une dans pour que qui sur pas avec du au aux été sont ce cette plus par ont ne se
        leur il elle sa son ses nous mais où comme entre après ou un de en""",
        """el la los las que y en una es por con para del se al como más fue su sus lo pero entre ha son está también
        sin sobre desde hasta un de""",
        """il lo la gli di che è un una per con non del della dei delle sono nel nella alla anche si da al più ha
        stato stata come tra dal ma le""",
        """de het een van en niet dat op met voor zijn werd door ook aan bij naar uit dan maar nog worden wordt deze
        te er om heeft tot over""",
        """os um uma que em do da dos das para com não por foi mais ao no na se são pelo pela como mas entre sua seu
        também e de as""",
    )
)


def language(text: str) -> str | None:
    """Return "en", "ko", "ja", "zh" or "other"; none where the text is too short to say."""
    words = _WORD.findall(text[:_MOST])
    scripts = Counter(script for word in words for script in _scripts(word))
    latin = scripts["LATIN"]
    if sum(scripts.values()) < _FEWEST:
        return None
    if (asian := _asian(scripts)) and (asian[1] * _WEIGHT >= latin or _ends_korean(words[-1])):
        return asian[0]
    foreign = sum(scripts.values()) - latin - (asian[1] if asian else 0)
    return "other" if foreign > latin else _latin(words)


def _ends_korean(word: str) -> bool:
    """Tell whether the last word is the verb of a Korean sentence, however many English terms stand before it."""
    return word.endswith("다") and len(word) > 1


def _scripts(word: str) -> list[str]:
    """Return the script of each letter; a single letter of an alphabet is a symbol: α, x."""
    found = [_script(letter) for letter in word if letter.isalpha()]
    return found if len(found) != 1 or found[0] in {"HANGUL", "CJK", "KANA"} else []


def _script(letter: str) -> str:
    if letter.isascii():
        return "LATIN"
    first = name(letter, "?").split(maxsplit=1)[0]
    return "KANA" if first in {"HIRAGANA", "KATAKANA"} else first


def _asian(scripts: Counter[str]) -> tuple[str, int] | None:
    """Return the language and how many letters it has; Korean and Japanese texts may hold ideographs."""
    hangul, kana, han = scripts["HANGUL"], scripts["KANA"], scripts["CJK"]
    if not hangul + kana + han:
        return None
    if hangul >= kana + han or (hangul and not kana):
        return "ko", hangul + han
    return ("ja", kana + han) if kana else ("zh", han)


def _latin(words: list[str]) -> str | None:
    """Return English or another language by the small words, none where there are too few of them."""
    english = sum(word.lower() in _STRONG for word in words) + sum(word.lower() in _WEAK for word in words) / 2
    weights = [_weight(*neighbours) for neighbours in zip(["", *words], words, [*words[1:], ""], strict=False)]
    other = max(
        sum(weight for word, weight in zip(words, weights, strict=True) if word.lower() in profile)
        for profile in _OTHERS
    )
    if other >= _SURE and other > english:
        return "other"
    if other >= 1 and not english and any(word.islower() and not word.isascii() for word in words):
        return "other"
    return "en" if english >= 1 and english >= other else None


def _weight(before: str, word: str, after: str) -> float:
    """Return half for a small word that may be part of a name: El Niño, Charles de Gaulle."""
    return 0.5 if after[:1].isupper() and (before[:1].isupper() or word[0].isupper()) else 1.0
