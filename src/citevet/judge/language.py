"""In which language a text is written, by its script and its smallest words."""

from collections import Counter
from re import compile as pattern
from unicodedata import name

_MOST = 5_000  # characters; a language shows long before
_WORD = pattern(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
_QUOTED = pattern(r"\"[^\"\n]{1,400}\"|“[^“”\n]{1,400}”|„[^„“”\n]{1,400}[“”]|«[^«»\n]{1,400}»|「[^「」\n]{1,400}」")
_ADDRESS = pattern(r"://|@|\w\.[A-Za-z]{2}")  # facebook.com: "com" is Portuguese, and "www" of no language
_OWN = 3  # words beside a quotation that tell the language of a sentence
_WEIGHT = 3  # an ideograph or a syllable says as much as this many Latin letters
_FEWEST = 3  # letters of an alphabet
_MANY = 6  # ideographs that Japanese would not write without kana
_SURE = 1.5  # small words of another language: one may come with a name
_LONG = 3  # letters; shorter words are symbols as well: Ne, Os, Te
_STRONG = frozenset(
    """the and of to that with from which has have had were are by this these not their its been than but they who
    would when after between into during under there because while about also other more most only no did does
    it for be all""".split()
)
_WEAK = frozenset(
    "in is was an on or as at a so we he she his her may can both each one two per".split()
)  # others have them too
# Per language: words that English has not, or seldom, and that no English name or term brings along more than once.
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
        """och att det som är för på inte av till ett jag hade blev er og ikke af den et det var kan ved være efter
        också eller fra""",
        "jest nie się na w z do że jak przez są ale dla który która które oraz był była je pro se jsou byl která",
        "este și în la cu nu din care sunt pentru mai al ale fost prin",
        "ve bir bu için ile çok olarak olan daha değil",
        "yang dan di dari untuk dengan adalah pada ini itu tidak dalam akan oleh",
        "ja ei että oli hän ovat mutta myös kuin joka sekä az és hogy nem egy volt csak mint",
    )
)
# English words, too, or parts of terms: each counts half, and none decides alone.
_SHARED = frozenset(
    """die den hat met come do as no plus pour over par son con sin per van dan des non tot del dal dei das dos los les
    als een het para for door pas como mint care mai var kan pro sur ale dat com""".split()
)
# Words that English took over with their accents.
_LOANS = frozenset(
    """café cafés naïve naïvely naïveté façade façades cliché clichés résumé résumés fiancé fiancée née protégé
    protégés déjà à über élite élites entrée entrées crème brûlée soufflé jalapeño piñata señor señora première
    premières émigré émigrés communiqué communiqués exposé décor rôle rôles mêlée séance séances maté ångström
    ångströms smörgåsbord coöperate coöperation reëlected risqué passé sautéed purée blasé attaché attachés""".split()
)


def language(text: str) -> str | None:
    """Return "en", "ko", "ja", "zh" or "other"; none where the text is too short to say. Quotations say nothing."""
    text = " ".join(part for part in text[:_MOST].split() if not (part.isascii() and _ADDRESS.search(part)))
    words = _WORD.findall(_QUOTED.sub(" ", text))
    if len(words) < _OWN:
        words = _WORD.findall(text)
    scripts = Counter(script for word in words for script in _scripts(word))
    latin = scripts["LATIN"]
    if (asian := _asian(scripts)) and (asian[1] * _WEIGHT >= latin or _ends_korean(words[-1])):
        return asian[0]
    if sum(scripts.values()) < _FEWEST:
        return None
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
    if kana:
        return "ja", kana + han
    return "zh" if han >= _MANY else "other", han


def _latin(words: list[str]) -> str | None:
    """Return English or another language by the small words, none where there are too few of them."""
    english = sum(word.lower() in _STRONG for word in words) + sum(word.lower() in _WEAK for word in words) / 2
    weights = [_weight(*neighbours) for neighbours in zip(["", *words], words, [*words[1:], ""], strict=False)]
    other, alone = max(_heard(profile, words, weights) for profile in _OTHERS)
    if other >= _SURE and other > english:
        return "other"
    if not english and (alone or any(_is_accented(word) for word in words)):
        return "other"
    return "en" if english >= 1 and english >= other else None


def _heard(profile: frozenset[str], words: list[str], weights: list[float]) -> tuple[float, bool]:
    """Return how much of a language is heard, and whether one of its words says it alone."""
    found = [(weight, word) for word, weight in zip(words, weights, strict=True) if word.lower() in profile]
    return sum(weight for weight, _ in found), any(weight == 1 and len(word) >= _LONG for weight, word in found)


def _weight(before: str, word: str, after: str) -> float:
    """Return half for a small word that English has too or that may be part of a name; none for an abbreviation."""
    if len(word) > 1 and word.isupper():
        return 0.0
    in_name = after[:1].isupper() and (before[:1].isupper() or word[0].isupper())  # El Niño, Charles de Gaulle
    ends_name = bool(before) and word[0].isupper()  # Kim Jong Il
    return 0.5 if in_name or ends_name or word.lower() in _SHARED else 1.0


def _is_accented(word: str) -> bool:
    """Tell whether a word in small letters has an accent that English did not take over with it."""
    return word.islower() and word not in _LOANS and any(_script(c) == "LATIN" and not c.isascii() for c in word)
