"""Under which name a word is compared: words of one axis under the axis, forms of one verb under one form."""

from functools import lru_cache

from citevet.judge.counting.spelled import UNITS
from citevet.judge.opposing.antonyms import sense
from citevet.judge.wording import STOP, stem

# Forms that no cutting of endings brings together; the first word of each is the name of the rest.
_IRREGULAR = """
bear bore borne born|begin began begun|bind bound|bite bit bitten|break broke broken|bring brought|buy bought
catch caught|choose chose chosen|come came|deal dealt|draw drew drawn|drink drank drunk|drive drove driven
eat ate eaten|feed fed|feel felt|fight fought|flee fled|fly flew flown|forget forgot forgotten
freeze froze frozen|give gave given|go went gone goes|hang hung|hear heard|hide hid hidden|know knew|lay laid
lead led|lend lent|lie lain|light lit|make made|mean meant|meet met|ride rode ridden|ring rang rung|run ran
say said|see saw seen|seek sought|sell sold|send sent|shake shook shaken|shine shone|shoot shot|show shown
sing sang sung|sit sat|sleep slept|speak spoke spoken|spend spent|stand stood|steal stole stolen|stick stuck
strike struck|sweep swept|swear swore sworn|take took taken|teach taught|tear tore torn|tell told|think thought
throw threw thrown|understand understood|wear wore worn|weave wove woven|write wrote written
replied reply replies|applied apply applies|supplied supply supplies|complied comply|relied rely relies
implied imply implies|mouse mice|foot feet|tooth teeth|analysis analyses""".strip().replace("\n", "|")
_EMPTY = frozenset("neither nor none nobody nothing never cannot without any ever yet".split())
_FORMS = {word: forms.split()[0] for forms in _IRREGULAR.split("|") for word in forms.split()}
# They carry no statement of their own: what is denied is the word after them.
LIGHT = frozenset(
    """become became get got make show appear seem remain prove cause lead take go come occur happen significantly any
    ever yet significant much many own actually really even itself further extra able find found observe
    observed see report reported evidence sign indication show shown have put bring available do done
    doing seen""".split()
)


def base(low: str) -> str:
    """Return the first form of an irregular verb, every other word as it is."""
    return _FORMS.get(low, low)


@lru_cache(maxsize=20_000)
def concept(low: str) -> str:
    """Return the name of a word in small letters, empty for one without content."""
    if low[0].isdecimal():
        return low
    if low in UNITS:
        return str(UNITS[low])
    if found := sense(low):
        return f"~{found.axis}"
    if not low[0].isalpha() or low in STOP or low in _EMPTY or len(low) == 1:
        return ""
    return stem(base(low))
