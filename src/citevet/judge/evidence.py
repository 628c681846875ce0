"""Words that a claim and its evidence share, the sentence nearest to a claim, and the sentences that cover it."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from unicodedata import normalize

from citevet.model import Passage, Span
from citevet.patterns import lazy_pattern
from citevet.text.tokens import Tokens

Excerpt = tuple[Tokens, range]  # a text, and those of its tokens that a difference shows

_WORD = lazy_pattern(r"[^\W_]+")
# Rough on purpose: a sentence cut at "et al." costs a little support, and the whole passage is judged as well.
_SENTENCE_END = lazy_pattern(r"(?<=[.!?。])[\"”’)\]]*\s+(?=[^\sa-z])|\n+")
INVISIBLE = lazy_pattern("[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]")  # marks inside words
_ASIAN = "\u2e80"  # from here on: kana, ideographs, Hangul
_SHORT = 3  # letters up to which a word tells nothing, unless it is a number or a name in capitals
_STEM = 5  # letters by which two forms of a word are one: increase, increasing
_MOST_JOINED = 3  # sentences that may cover a claim together
_MEANINGFUL_SIGNS = frozenset("% ‰ $ € £ ¥ ° + - − < > ≤ ≥".split())
_MOST_WIDENED = 30  # tokens to each side
_ARTICLES = frozenset({"a", "an", "the"})
_LEAD = 60  # characters before a sentence that show whether it is a whole one
_LEAST_SAME = 4  # words of a claim that can be a sentence of the source
_CITED = lazy_pattern(r"\[\d[\d,; –-]{0,40}\]|\((?:[^()\n]{1,80}\s)?(?:1[89]|20)\d\d[a-z]?\)")
_STARTS = lazy_pattern(
    r"(?:\A|[.!?。:;][\"”’)\]]{0,2}|\n[ \t]{0,8}\n)\s{0,20}(?:[^\W\d_]{1,20},\s{1,4})?"
    r"(?:(?:[Aa]n?|[Tt]he)\s{1,4})?[\"“(]?\Z"
)
_ENDS = lazy_pattern(r"[\"”’)]{0,2}(?:\s{0,4}(?:\[[^\]\n]{0,60}\]|\([^()\n]{0,100}\)))?\s{0,4}(?:[.!?。;]|\Z)")
_FUNCTION_WORDS = frozenset(
    "about after also been before being between both could does during from have into more most only other over "
    "same some such than that their them then there these they this those through under very were what when where "
    "which while will with within without would".split()
)


def coverage(claim: str, passage: str) -> float:
    """Return the share of a claim's content words that a passage has, between 0 and 1.

    A name in the script of another language, as in "Tokyo (東京)", counts only where the passage has it.
    """
    return _share_stems(content_stems(claim), content_stems(passage))


def phrase_share(claim: str, passage: str) -> float:
    """Return the share of a claim's pairs of neighbouring words that are neighbours in the passage too."""
    wanted, held = (list(pairwise(_split_words(text.casefold()))) for text in (claim, passage))
    known = set(held)
    return sum(each in known for each in wanted) / len(wanted) if wanted else 0.0


def count_words(text: str) -> int:
    """Count the words of a text."""
    return len(_split_words(text))


def content_stems(text: str) -> frozenset[str]:
    """Return the content words of a text, cut to their first letters."""
    return frozenset(word.casefold()[:_STEM] for word in _split_words(text) if _is_content(word))


def list_sentences(passage: Passage) -> list[Passage]:
    """Return the sentences of a passage, cut roughly."""
    return list(_iterate_sentences(passage))


def nearest_sentence(claim: str, passages: Sequence[Passage]) -> tuple[Passage, float]:
    """Return the sentence with most of the claim's words, the first of equals, and their share."""
    wanted = content_stems(claim)
    sentences = (each for passage in passages for each in list_sentences(passage))
    found = [(_share_stems(wanted, content_stems(each.text)), each) for each in sentences]
    share, best = max(found, key=lambda each: each[0], default=(0.0, passages[0]))
    return best, share


def find_same_sentence(claim: str, passages: Sequence[Passage]) -> Passage | None:
    """Return the sentence that is the claim word for word, apart from case, articles, citations and punctuation.

    The sentence may begin with one word and a comma ("However, …") and may go on after a bracket or a semicolon.
    """
    wanted = [word for word, _ in _list_words(claim)]
    for passage in passages if len(wanted) >= _LEAST_SAME else ():
        words = _list_words(passage.text)
        held = [word for word, _ in words]
        for at in range(len(held) - len(wanted) + 1):
            if held[at] == wanted[0] and held[at : at + len(wanted)] == wanted:
                start, end = words[at][1].start, words[at + len(wanted) - 1][1].end
                if _STARTS.search(passage.text, max(start - _LEAD, 0), start) and _ENDS.match(passage.text, end):
                    at_source = Span(passage.span.start + start, passage.span.start + end)
                    return replace(passage, text=passage.text[start:end], span=at_source)
    return None


def _list_words(text: str) -> list[tuple[str, Span]]:
    plain = _CITED.sub(lambda found: " " * len(found[0]), text)
    words = ((found[0].casefold(), Span(*found.span())) for found in _WORD.finditer(plain))
    return [(word, span) for word, span in words if word not in _ARTICLES]


def covering_sentences(claim: str, passages: Sequence[Passage]) -> Passage:
    """Return up to three sentences that together have most of the claim's words, in order, as one passage.

    What a claim puts together may be spread over a page: there this passage separates supported claims better than any
    window does (AUC 75.6 against 70.9 on whole web pages).
    """
    lacking = set(content_stems(claim))
    chosen: list[Passage] = []
    sentences = {each.text: each for passage in passages for each in list_sentences(passage)}
    rest = [(content_stems(text), each) for text, each in sentences.items()]
    while rest and len(chosen) < _MOST_JOINED:
        shared, _, place = max((len(lacking & stems), -len(each.text), -at) for at, (stems, each) in enumerate(rest))
        if not shared:
            break
        stems, best = rest.pop(-place)
        chosen.append(best)
        lacking -= stems
    if not chosen:
        return passages[0]
    chosen.sort(key=lambda each: (each.page or 0, each.span.start))
    return replace(chosen[0], text=" ".join(each.text for each in chosen))


def widen_until_different(claim: Excerpt, source: Excerpt) -> tuple[range, range]:
    """Return the tokens of both sides, widened within their sentences until the words differ."""
    for _ in range(_MOST_WIDENED):
        if _shown_words(claim) != _shown_words(source):
            break
        claim, source = _widen(claim), _widen(source)
    return claim[1], source[1]


def _shown_words(excerpt: Excerpt) -> list[str]:
    tokens, places = excerpt
    lows = [tokens.low(at) for at in places]
    return [low for low in lows if low[-1].isalnum() or low in _MEANINGFUL_SIGNS]


def _widen(excerpt: Excerpt) -> Excerpt:
    tokens, places = excerpt
    sentence = tokens[places.start].sentence
    first = places.start - (tokens[places.start - 1].sentence == sentence)
    return tokens, range(first, places.stop + (tokens[places.stop].sentence == sentence))


def _share_stems(claim: frozenset[str], passage: frozenset[str]) -> float:
    wanted = [stem for stem in claim if stem < _ASIAN or stem in passage]
    return sum(stem in passage for stem in wanted) / len(wanted) if wanted else 0.0


def _split_words(text: str) -> list[str]:
    return _WORD.findall(normalize("NFKC", INVISIBLE.sub("", text)))


def _is_content(word: str) -> bool:
    if word[0].isdigit() or word.isupper() or not word.isascii():
        return True
    return len(word) > _SHORT and word.casefold() not in _FUNCTION_WORDS


def _iterate_sentences(passage: Passage) -> Iterator[Passage]:
    start = 0
    for end in (*(found.start() for found in _SENTENCE_END.finditer(passage.text)), len(passage.text)):
        text = passage.text[start:end]
        if words := text.strip():
            at = passage.span.start + start + text.index(words)
            yield replace(passage, text=words, span=Span(at, at + len(words)))
        start = end
