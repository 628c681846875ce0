"""Whether another source of the document says what the cited ones do not."""

from collections.abc import Iterator, Sequence
from heapq import nlargest

from citevet.errors import ModelError
from citevet.jobs.embedded import embedded
from citevet.jobs.supporting.held import Held
from citevet.jobs.supporting.loaded_judge import Tools
from citevet.judge.support import judge_support
from citevet.model import Passage
from citevet.retrieve.bm25 import scores_among
from citevet.retrieve.fusion import cosines, order, with_neighbours

_NEAR = 6  # windows of all sources that come into question: to embed one takes as long as to judge it


def said_elsewhere(words: str, others: Sequence[Held], tools: Tools) -> Passage | None:
    """Return a passage of another source that supports the words; two are judged at most."""
    if tools.assessor is None:
        return None
    size = sum(len(each.pile.windows) for each in others)
    scopes = {each.source.id: each.scope for each in others}
    for passage in _likeliest(words, others):
        scope = scopes[passage.source]
        ruling = judge_support(words, [passage], tools.assessor, windows=size, scope=scope, risk=tools.risk)
        if ruling.support == "supported":
            return passage
    return None


def _likeliest(words: str, others: Sequence[Held]) -> Iterator[Passage]:
    """Yield the window that has most of the words, then, of the next few, the one that means most nearly the same.

    Among 50 works the right one is one of these two in 76 cases of 100, one of the first two by words in 69, and one of
    the first two by words and vectors fused in 74 (claims of SciFact, Check-COVID and HealthVer).
    """
    found = _by_words(words, others)
    yield from found[:1]
    rest = found[1:]
    if rest:
        yield rest[_nearest(words, [passage.text for passage in rest])]


def _by_words(words: str, others: Sequence[Held]) -> list[Passage]:
    scores = [with_neighbours(each) for each in scores_among(words, [each.pile.words for each in others])]
    found = ((score, -source, -place) for source, row in enumerate(scores) for place, score in enumerate(row) if score)
    return [others[-source].pile.passage(-place, score) for score, source, place in nlargest(_NEAR, found)]


def _nearest(words: str, texts: Sequence[str]) -> int:
    if len(texts) == 1:
        return 0
    try:
        rows = embedded([words, *texts])
    except ModelError:  # the order by words will do
        return 0
    return order(cosines(rows[0], rows[1:]))[0]
