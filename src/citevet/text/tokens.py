"""Split a text into words, numbers and signs with their offsets; and into the terms of a search index."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Generic, NamedTuple, TypeVar
from unicodedata import normalize

from citevet.model.document import Span
from citevet.patterns import lazy_pattern
from citevet.records import collect_values
from citevet.tables import read_words

# Groups of three are bounded: an open repetition would be tried again from each group of a hostile number.
# A raised dot is the decimal point of The Lancet, 13·5%; not in 3·10⁶, CuSO4·5H2O and Korean dates, 3·1 운동.
_RAISED_DOT = r"·[0-9]{1,6}(?![\w^⁰¹²³⁴-⁹⁻·])(?!\s?[가-힣])"
_NUMBER = (
    r"[0-9]{1,3}(?:,[0-9]{3}){1,10}(?![0-9])(?:\.[0-9]+)?"
    rf"|[0-9]{{1,9}}{_RAISED_DOT}|[0-9]+(?:\.[0-9]+)?|\.[0-9]+"
)
_TOKEN = lazy_pattern(rf"{_NUMBER}|(?<=[0-9])[조억만천백]+|[가-힣]+|[^\W\d_가-힣]+(?:['’][^\W\d_가-힣]+)*|\S")
# The end of a long line without a stop, before a letter: the sentence goes on in the next line.
_WRAP = lazy_pattern(r"(?<=[^\n]{40})(?<![.!?:;|])\n(?=[^\W\d_])")
_STOPS = frozenset(".!?。")
_ABBREVIATIONS = read_words("""e g i al approx ca cf dr etc fig jan feb mar apr jun jul aug sep sept oct nov dec mr mrs
    ms no""")
_MOST_TOKENS = 300_000  # of one text: 1 MB of prose has 200,000
_MOST_DIGITS = 30  # of one number; a longer one is not a quantity

# Words with hyphens and apostrophes are one token, and so is the "al." of "et al.".
_WORD = lazy_pattern(r"\bal\.|[^\W_]+(?:['’-][^\W_]+)*|[^\w\s]")
CITED_WORK = "\0cited"  # replaces a work named in the sentence: "REF-043", "Smith et al. (2020)"

# Hangul, kana and Han are written without spaces, or with particles attached: they are indexed as pairs of characters,
# so that 도쿄 finds 도쿄는. The last character is indexed alone too: a query of one character matches by prefix.
_PAIRED = "\u1100-\u11ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\U00020000-\U0003fffd"
_RUN = lazy_pattern(rf"([{_PAIRED}]+)|[^\W_{_PAIRED}]+")
_LONGEST_TERM = 64  # characters; longer strings are not words

Meaning = TypeVar("Meaning")


class Token(NamedTuple):  # made in half the time of a frozen dataclass, and there is one for each word
    """A word, a number or a sign, with its offsets and the number of its sentence."""

    text: str
    low: str  # in lower case
    start: int
    end: int
    sentence: int = 0

    @property
    def is_number(self) -> bool:
        """Whether it is written in digits, and short enough to be a quantity."""
        return self.low[-1].isdecimal() and len(self.low) <= _MOST_DIGITS

    @property
    def is_word(self) -> bool:
        """Whether it is made of letters."""
        return self.low[0].isalpha()


EDGE = Token("", "\0", -9, -9, -1)  # returned for places before the first and after the last token


class Tokens:
    """The tokens of a text; places beyond its ends give `EDGE`."""

    __slots__ = ("items", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self.items = _tokenize(text)

    def __len__(self) -> int:
        return len(self.items)

    def __getitem__(self, at: int) -> Token:
        return self.items[at] if 0 <= at < len(self.items) else EDGE

    def low(self, at: int) -> str:
        """Return the token in lower case."""
        return self.items[at].low if 0 <= at < len(self.items) else EDGE.low  # not by `self[at]`: called most of all

    def touches(self, at: int) -> bool:
        """Check whether nothing separates this token from the next."""
        return self[at].end == self[at + 1].start

    def phrase(self, at: int, words: str) -> int:
        """Return the place after these words if they start here, else 0."""
        for word in words.split():
            if self.low(at) != word:
                return 0
            at += 1
        return at

    def span(self, places: range) -> Span:
        """Return the offsets of these tokens, from the first to the last."""
        return Span(self[places.start].start, self[places.stop - 1].end)


class PhraseTable(Generic[Meaning]):
    """Phrases in lower case with a meaning each; of two that start alike the longer one matches."""

    __slots__ = ("_by_first_word",)

    def __init__(self, meanings: Mapping[str, Meaning]) -> None:
        longest_first = sorted(meanings, key=len, reverse=True)
        self._by_first_word = collect_values((each.split()[0], (each, meanings[each])) for each in longest_first)

    def at(self, tokens: Tokens, place: int) -> tuple[int, Meaning] | None:
        """Return the token after the phrase that starts here, and its meaning."""
        for phrase, meaning in self._by_first_word.get(tokens.low(place), ()):
            if then := tokens.phrase(place, phrase):
                return then, meaning
        return None


def split_phrases(phrases: str, meaning: Meaning) -> Iterable[tuple[str, Meaning]]:
    """Return phrases separated by bars, each with the same meaning."""
    return ((phrase, meaning) for phrase in phrases.split("|"))


def tokenize_words(text: str, works: Sequence[Span] = ()) -> list[Token]:
    """Return the words and signs of a sentence in lower case; each of `works`, in order, is one token."""
    found: list[Token] = []
    at = 0
    for work in works:
        if work.start < at or work.start >= work.end:
            continue
        found += _words(text, at, work.start)
        found.append(Token(CITED_WORK, CITED_WORK, work.start, work.end))
        at = work.end
    return [*found, *_words(text, at, len(text))]


def index_terms(text: str) -> Iterator[str]:
    """Yield the words of a text, and its runs of Hangul, kana and Han as pairs of characters."""
    for word, pairs in _index_words(text):
        yield from (*pairs, pairs[-1][-1]) if pairs else (word,)


def query_terms(query: str) -> Iterator[tuple[str, bool]]:
    """Yield the terms to look up, and whether a prefix suffices: a single character of Hangul, kana or Han."""
    for word, pairs in _index_words(query):
        if pairs:
            yield from ((pair, len(pair) == 1) for pair in pairs)
        else:
            yield word, False


def _tokenize(text: str) -> list[Token]:
    text = _WRAP.sub(" ", text)
    found: list[Token] = []
    sentence = end = 0
    for match in _TOKEN.finditer(text):
        word = match.group()
        if found and _ends_sentence(found, word, text[end : match.start()]):
            sentence += 1
        end = match.end()
        found.append(Token(word, word.lower(), match.start(), end, sentence))
        if len(found) == _MOST_TOKENS:
            break
    return found


def _ends_sentence(found: list[Token], word: str, gap: str) -> bool:
    """Check whether a sentence ends between the last token and this word."""
    if "\n" in gap:
        return True
    if found[-1].text not in _STOPS or not gap or word[0].islower():
        return False
    before = found[-2] if len(found) > 1 else EDGE
    return not (found[-1].text == "." and (before.low in _ABBREVIATIONS or (len(before.low) == 1 and before.is_word)))


def _words(text: str, start: int, end: int) -> Iterator[Token]:
    for match in _WORD.finditer(text, start, end):
        word = match[0].lower().replace("’", "'")
        if word.startswith("ref-") and word[4:].isdigit():
            word = CITED_WORK
        yield Token(word, word, match.start(), match.end())


def _index_words(text: str) -> Iterator[tuple[str, list[str]]]:
    for run in _RUN.finditer(normalize("NFKC", text).casefold()):
        paired = run[1]
        if paired:
            yield paired, [paired[at : at + 2] for at in range(max(len(paired) - 1, 1))]
        else:
            yield run[0][:_LONGEST_TERM], []
