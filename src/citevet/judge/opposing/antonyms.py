"""Words that say the opposite of one another: the axis they lie on, and which end of it."""

from collections.abc import Iterator
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple


class Sense(NamedTuple):
    """The end of an axis that a word stands for."""

    axis: str
    sign: int
    gap: bool  # whether there is a middle: not risen is not fallen, but not allowed is forbidden


# Each axis: a name, the words of one end, those of the other, and whether something lies between the two.
# Only words that name the same scale share an axis: a price may fall while quality rises, so worth has its own.
# A place here costs a word its own name (concepts.py) and has its denials compared more freely. On half of the written
# claims 1,180 axes more in this table gave 166 hits and 49 alarms; those of the file, compared plainly, 190 and 3.
_AXES = (
    # Sizes and amounts, and their change.
    (
        "amount",
        """rise rose risen increase grow grew grown growth climb higher more greater larger bigger raise expand
        expansion elevate surge soar boost dearer upward enlarge heighten augment upregulate multiply double triple
        swell rising heavier taller wider deeper""",
        """fall fell fallen decrease shrink shrank shrunk drop decline reduce reduction lower less fewer smaller
        diminish dwindle cheaper dip plunge plummet downward lessen downregulate attenuate suppress halve scarcer rarer
        sink sank sunk slump lighter shorter narrower shallower""",
        True,
    ),
    # Worth: what counts as good depends on the thing, so it is never mixed with amounts.
    (
        "worth",
        "improve improvement better ameliorate enhance recover strengthen",
        "worsen worse deteriorate deterioration aggravate exacerbate weaken impair impairment",
        True,
    ),
    ("best", "best", "worst", True),
    ("most", "highest largest biggest greatest tallest", "lowest smallest least shortest", True),
    ("fastest", "fastest quickest", "slowest", True),
    ("speed", "faster quicker accelerate", "slower decelerate", True),
    ("age", "older oldest elder", "younger youngest", True),
    ("time", "earlier sooner", "later", True),
    ("loud", "louder loudest noisier noisiest", "quieter quietest", True),
    ("heat", "warmer hotter warmest hottest", "colder cooler coldest coolest", True),
    ("often", "often frequently commonly usually", "rarely seldom infrequently", True),
    ("common", "common frequent", "uncommon rare infrequent", True),
    ("strong", "stronger strongest", "weaker weakest", True),
    ("rich", "richer richest wealthier", "poorer poorest", True),
    ("easy", "easy easier easiest easily", "difficult hard harder hardest", True),
    # Outcomes.
    ("gain", "gain win won victory", "lose lost loss", True),
    ("succeed", "succeed success successful successfully", "failure unsuccessful unsuccessfully", False),
    ("profit", "profit profitable", "unprofitable", True),
    ("accept", "accept approve adopt ratify", "reject refuse veto", True),
    ("grant", "grant", "deny denied", True),
    ("permit", "allow permit legal lawful", "forbid forbade forbidden ban prohibit bar illegal unlawful", False),
    ("support", "support favour favor endorse backed", "oppose", True),
    ("agree", "agree concur", "disagree", False),
    ("confirm", "confirm corroborate", "refute disprove contradict", True),
    ("include", "include", "exclude omit", False),
    ("same", "same identical equal", "different differ unequal", False),
    ("change", "changed alter", "unchanged unaltered constant", False),
    ("connect", "related", "unrelated", False),
    ("able", "able", "unable incapable", False),
    ("likely", "likely probable", "unlikely improbable", True),
    ("safe", "safe safely", "unsafe dangerous", True),
    ("effective", "effective", "ineffective", False),
    ("known", "known", "unknown", False),
    ("clear", "clear", "unclear", False),
    ("certain", "certain", "uncertain", False),
    ("necessary", "necessary", "unnecessary", False),
    ("possible", "possible", "impossible", False),
    ("harmed", "harmed damaged", "unharmed undamaged", False),
    ("sufficient", "sufficient enough adequate", "insufficient inadequate", False),
    ("accurate", "accurate", "inaccurate", False),
    ("correct", "correct", "incorrect wrong", False),
    ("complete", "complete", "incomplete", False),
    ("consistent", "consistent", "inconsistent", False),
    ("dependent", "dependent", "independent", False),
    ("direct", "direct directly", "indirect indirectly", False),
    ("inhabited", "inhabited", "uninhabited", False),
    ("guilty", "guilty", "innocent", False),
    ("alive", "alive survive survivor survival", "dead", False),
    ("open", "open", "closed shut", False),
    ("true", "true", "false untrue", False),
    ("positive", "positive positively", "negative negatively", True),
    ("arrive", "arrive enter", "depart", True),
    ("activate", "activate activation activator", "deactivate inhibit inhibition inhibitor inactivate", True),
    ("promote", "promote facilitate stimulate induce", "prevent hinder impede block", True),
    ("beneficial", "beneficial helpful", "harmful detrimental", True),
    ("majority", "majority", "minority", False),
    # Law. Who rejects an appeal affirms the judgment, so judgments are no matter of accepting.
    ("judgment", "affirm uphold upheld", "reversed reverses reversing overturn quash", True),
    ("verdict", "convict", "acquit", True),
    ("valid", "valid", "invalid", False),
    ("constitutional", "constitutional", "unconstitutional", False),
    ("admissible", "admissible", "inadmissible", False),
    ("eligible", "eligible", "ineligible", False),
    ("duty", "mandatory compulsory obligatory", "optional voluntary", True),
    ("public", "public", "private", True),
    # Medicine.
    ("tumour", "malignant", "benign", True),
    ("advice", "recommend", "contraindicate", True),
    ("symptoms", "symptomatic", "asymptomatic", False),
    ("reversible", "reversible", "irreversible", False),
    ("resistant", "susceptible", "resistant", True),
    # Software.
    ("enable", "enable", "disable", False),
    ("add", "add introduce", "remove delete", True),
    ("stable", "stable", "unstable experimental", True),
    ("online", "online", "offline", True),
    ("synchronous", "synchronous synchronously", "asynchronous asynchronously", False),
    ("compatible", "compatible", "incompatible", False),
    ("mutable", "mutable", "immutable", False),
    ("sensitive", "sensitive", "insensitive", False),
    ("visible", "visible", "invisible", False),
    ("encrypted", "encrypted", "unencrypted decrypted", False),
    ("order", "ascending", "descending", True),
    ("bound", "maximum maximal", "minimum minimal", True),
)  # fmt: skip
_WORDS = {
    word: Sense(axis, sign, gap)
    for axis, ups, downs, gap in _AXES
    for sign, words in ((1, ups), (-1, downs))
    for word in words.split()
}
_ENDINGS = (
    ("ies", "y"),
    ("ied", "y"),
    ("s", ""),
    ("es", ""),
    ("ed", ""),
    ("ed", "e"),
    ("ing", ""),
    ("ing", "e"),
    ("er", ""),
)
_SHORTEST = 3
_PLAIN = Path(__file__).with_name("antonyms.tsv")  # read when first asked for: it takes 9 ms


@lru_cache(maxsize=20_000)
def sense(word: str) -> Sense | None:
    """Return the axis and end of a word in small letters, in any of its forms."""
    return next((_WORDS[form] for form in _forms(word) if form in _WORDS), None)


@lru_cache(maxsize=20_000)
def plain_ends(word: str) -> dict[int, int]:
    """Return the plain axes that a word in small letters lies on, in any of its forms, with its end of each."""
    table = _plain()
    forms = [word] if word.endswith("er") else _forms(word)  # higher is no opposite of low
    return {axis: sign for form in forms for axis, sign in table.get(form, {}).items()}


def _forms(word: str) -> Iterator[str]:
    """Yield the word, then what it may be a form of."""
    yield word
    for ending, instead in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST:
            base = word[: -len(ending)] + instead
            yield base
            if base[-1] == base[-2]:
                yield base[:-1]


@cache
def _plain() -> dict[str, dict[int, int]]:
    """Return the axes and ends of each word of the file."""
    found: dict[str, dict[int, int]] = {}
    for axis, ends in enumerate(plain_pairs()):
        for sign, words in zip((1, -1), ends, strict=True):
            for word in words.split():
                found.setdefault(word, {})[axis] = sign
    return found


def plain_pairs() -> Iterator[tuple[str, str]]:
    """Yield the words of both ends of each plain axis; a line with a syllable such as "un-" has one for each word."""
    for line in _PLAIN.read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            one, other = line.split("\t")
            if one.endswith("-"):
                yield from ((word, one[:-1] + word) for word in other.split())
            else:
                yield one, other
