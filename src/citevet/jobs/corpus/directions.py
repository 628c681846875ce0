"""Whether a sentence says that something grows or shrinks: the commonest way to turn a finding round."""

from re import IGNORECASE
from re import compile as pattern

_UP = pattern(
    r"\b(?:increas|ris(?:e|ing)|rose|grow|grew|more\b|higher|improv|gain|rais|better|expand|strengthen)\w{0,9}"
    r"|증가|늘[어었렸린리려]|높[아이았였]|상승|향상|개선",
    IGNORECASE,
)
_DOWN = pattern(
    r"\b(?:decreas|fall|fell\b|drop|reduc|lower|less\b|fewer|declin|worse|shr[aiu]nk|weaken|cuts?\b)\w{0,9}"
    r"|감소|줄[어었였이인]|낮[아추췄았]|하락|악화|떨어",
    IGNORECASE,
)


def opposed(claim: str, passage: str) -> tuple[str, str] | None:
    """Return the words by which a claim and a passage go in opposite directions; none when either goes in both."""
    ups, downs = _both(claim), _both(passage)
    for here, there in ((0, 1), (1, 0)):
        if ups[here] and not ups[there] and downs[there] and not downs[here]:
            return ups[here], downs[there]
    return None


def _both(text: str) -> tuple[str, str]:
    up, down = _UP.search(text), _DOWN.search(text)
    return (up[0] if up else "", down[0] if down else "")
