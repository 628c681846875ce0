"""Verbs of two words, read as the one word that means the same, so that their opposites are found."""

from citevet.judge.opposing.phrases import Phrases, alike
from citevet.judge.tokens import Tokens

_VERBS = Phrases(
    {
        **dict(alike("left out|leave out|leaves out|leaving out", "omitted")),
        **dict(alike("ruled out|rule out|rules out|ruling out", "excluded")),
        **dict(alike("went on|goes on|go on|going on|gone on|carried on|carries on|carry on|kept on", "continued")),
        **dict(alike("gave up|given up|gives up|giving up|give up", "abandoned")),
        **dict(alike("called off|calls off|call off|calling off", "cancelled")),
        **dict(alike("shut down|shuts down|shutting down|closed down|closes down|closing down", "closed")),
        **dict(alike("turned down|turns down|turn down|turning down", "rejected")),
        **dict(alike("took part|take part|takes part|taking part|taken part", "participated")),
    }
)


def phrasal_verb(tokens: Tokens, at: int) -> tuple[int, str] | None:
    """Return the token behind the verb of two words that begins here, and the one word for it; not "went on to win"."""
    found = _VERBS.at(tokens, at)
    is_next = (
        found is not None and tokens.low(found[0] - 1) == "on" and tokens.low(found[0]) in {"to", "the", "a", "an"}
    )
    return None if is_next else found
