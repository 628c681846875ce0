"""Whether another source of the document says what the cited ones do not."""

from collections.abc import Sequence

from citevet.jobs.supporting.held import Held
from citevet.jobs.supporting.loaded_judge import Tools
from citevet.judge.support import judge_support
from citevet.model import Passage
from citevet.retrieve.bm25 import Bm25

_EACH = 2  # windows of a source that compete with those of the others
_JUDGED = 2


def said_elsewhere(words: str, others: Sequence[Held], tools: Tools) -> Passage | None:
    """Return the passage of another source that supports the words, the likeliest first; only two are judged."""
    if tools.nli is None:
        return None
    near = [passage for each in others for passage in each.pile.best(words, most=_EACH)]
    # The scores of two sources cannot be compared: a word is rare or common within each. So the best are counted anew.
    scores = Bm25.over([passage.text for passage in near]).scores(words)
    order = sorted(range(len(near)), key=lambda place: (-scores[place], place))
    size = sum(len(each.pile.windows) for each in others)
    scopes = {each.source.id: each.scope for each in others}
    for passage in (near[place] for place in order[:_JUDGED] if scores[place] > 0):
        ruling = judge_support(
            words,
            [passage],
            tools.nli,
            windows=size,
            scope=scopes[passage.source],
            calibration=tools.calibration,
            risk=tools.risk,
        )
        if ruling.support == "supported":
            return passage
    return None
