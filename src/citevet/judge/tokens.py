"""The words, numbers and signs of a text with their places: what the reading of quantities walks over."""

from re import compile as pattern
from typing import NamedTuple

from citevet.model import Span

# Groups of three are bounded: an open repetition would be tried again from each group of a hostile number.
# A raised dot is the decimal point of The Lancet, 13·5%; not in 3·10⁶, CuSO4·5H2O, and the days of Korea, 3·1 운동.
_RAISED_DOT = r"·[0-9]{1,6}(?![\w^⁰¹²³⁴-⁹⁻·])(?!\s?[가-힣])"
_NUMBER = (
    r"[0-9]{1,3}(?:,[0-9]{3}){1,10}(?![0-9])(?:\.[0-9]+)?"
    rf"|[0-9]{{1,9}}{_RAISED_DOT}|[0-9]+(?:\.[0-9]+)?|\.[0-9]+"
)
_TOKEN = pattern(rf"{_NUMBER}|(?<=[0-9])[조억만천백]+|[가-힣]+|[^\W\d_가-힣]+(?:['’][^\W\d_가-힣]+)*|\S")
_STOP = frozenset(".!?。")
_SHORT = frozenset(
    "e g i al approx ca cf dr etc fig jan feb mar apr jun jul aug sep sept oct nov dec mr mrs ms no".split()
)
_MOST = 300_000  # of one text: 1 MB of prose has 200,000
_DIGITS = 30  # of one number; a longer one is no quantity


class Token(NamedTuple):
    """A word, a number or a sign, with the sentence it stands in."""

    text: str
    low: str
    start: int
    end: int
    sentence: int

    @property
    def is_number(self) -> bool:
        """Tell whether it is written in digits, and not too long to mean something."""
        return self.low[-1].isdecimal() and len(self.low) <= _DIGITS

    @property
    def is_word(self) -> bool:
        """Tell whether it is made of letters."""
        return self.low[0].isalpha()


EDGE = Token("", "\0", -9, -9, -1)  # what stands before the first and after the last token


class Tokens:
    """The tokens of a text; asking beyond the edges is allowed."""

    __slots__ = ("items", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self.items = _tokens(text)

    def __len__(self) -> int:
        return len(self.items)

    def __getitem__(self, at: int) -> Token:
        return self.items[at] if 0 <= at < len(self.items) else EDGE

    def low(self, at: int) -> str:
        """Return the token in small letters."""
        return self[at].low

    def touches(self, at: int) -> bool:
        """Tell whether nothing stands between this token and the next."""
        return self[at].end == self[at + 1].start

    def phrase(self, at: int, words: str) -> int:
        """Return the place after these words if they stand here, else 0."""
        for word in words.split():
            if self.low(at) != word:
                return 0
            at += 1
        return at

    def span(self, places: range) -> Span:
        """Return where these tokens stand in the text, from the first to the last."""
        return Span(self[places.start].start, self[places.stop - 1].end)


def _tokens(text: str) -> list[Token]:
    found: list[Token] = []
    sentence = end = 0
    for match in _TOKEN.finditer(text):
        word = match.group()
        if found and _breaks(found, word, text[end : match.start()]):
            sentence += 1
        end = match.end()
        found.append(Token(word, word.lower(), match.start(), end, sentence))
        if len(found) == _MOST:
            break
    return found


def _breaks(found: list[Token], word: str, gap: str) -> bool:
    """Tell whether a sentence ends between the last token and this word."""
    if "\n" in gap:
        return True
    if found[-1].text not in _STOP or not gap or word[0].islower():
        return False
    before = found[-2] if len(found) > 1 else EDGE
    return not (found[-1].text == "." and (before.low in _SHORT or (len(before.low) == 1 and before.is_word)))
