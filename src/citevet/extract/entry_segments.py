"""The segments of an entry, from one sign to the next: what kind each is, and which ones are beside it."""

from collections.abc import Iterator, Sequence

_ENDS = frozenset(".,;:?!)]}”»’'\"」』》，。；：、．）】*")
_QUOTES = frozenset("“\"„«‘'`「『《*_")
# What a segment is, by the first of these kinds that a word of it has.
_TELLING = tuple("year address PP range VOL NO EDN ED WEB PUB UNI PRO TYP PLA JOU JAB JOW VERB".split())
_ABBREVIATED = frozenset({"initials", "JAB", "JOU", "VOL", "NO", "PP", "ED", "roman", "d1"})  # a stop ends no segment
_SIGNS = "".join(_ENDS)
_LONG = 3  # letters of a word whose case tells whether a title is in title case
_LENGTHS = (1, 2, 4, 8, 16)
_FIRST_CJK = "\u3040"
_SHORT = 3  # letters of a word whose stop is that of an abbreviation, within a segment


def describe_segments(words: Sequence[str], kinds: Sequence[str]) -> Iterator[tuple[list[str], str]]:
    """Yield for each word the features of its segment, and of its place in it."""
    cuts = _find_ends(words, kinds)
    starts = [0, *cuts][:-1]
    segments = [_summarize(words[start:end], kinds[start:end]) for start, end in zip(starts, cuts, strict=True)]
    shown = ["^", *(kind for kind, _ in segments), "$", "$$"]
    is_dated, date = any(kind.startswith("year") for kind, _ in segments), -1
    for at, ((kind, look), start, end) in enumerate(zip(segments, starts, cuts, strict=True)):
        near, _, after, later = shown[at : at + 4]
        since = min(at - date, 4)
        date = at if kind.startswith("year") else date
        features = [
            f"G{look}",
            f"Ga{kind}|{after}",
            f"Gb{near}|{kind}",
            f"Gc{near.rstrip(_SIGNS)}|{kind}|{after}",
            f"Gd{kind}|{after}|{later.rstrip(_SIGNS)}",
            f"Gg{since}{is_dated}{kind}",
            f"Gh{min(at, 5)}{kind}",
        ]
        for place in range(start, end):
            yield features, f"G{kind}{place == start:d}{place == end - 1:d}"


def _find_ends(words: Sequence[str], kinds: Sequence[str]) -> list[int]:
    """Return after which words a segment ends."""
    last, found = len(words) - 1, []
    for at, (word, kind) in enumerate(zip(words, kinds, strict=True)):
        follows = words[at + 1] if at < last else ""
        is_end = word[-1] in _ENDS or follows[:1] in _QUOTES or follows[:1] in "(["
        if is_end and word[-1] == "." and (kind in _ABBREVIATED or len(word) <= _SHORT) and word[0] < _FIRST_CJK:
            is_end = not follows[:1].isalnum() or kind == "d1"
        is_end = is_end or _starts_number(words, kinds, at + 1)
        if is_end or at == last:
            found.append(at + 1)
    return found


def _starts_number(words: Sequence[str], kinds: Sequence[str], at: int) -> bool:
    """Check that a number with a sign after it follows, as a volume does the name of a journal."""
    if at >= len(words) or not kinds[at].startswith("d") or kinds[at - 1].startswith("d"):
        return False
    return not words[at][-1].isalnum() or words[at + 1 : at + 2] == [] or words[at + 1][0] == "("


def _summarize(words: Sequence[str], kinds: Sequence[str]) -> tuple[str, str]:
    """Return what kind of segment it is, and how it looks: kind, case, length, and the signs around it."""
    count = sum(len(words) > length for length in _LENGTHS)
    held = set(kinds)
    telling = next((kind for kind in _TELLING if kind in held), "")
    if not telling and any(kind[:1] == "d" or kind == "number" for kind in kinds):
        telling = "num"
    if not telling and "initials" in held:
        telling = "ini"
    letters = [word.lstrip("“\"„«‘'`([*_") for word in words]
    long = [word for word in letters if len(word) > _LONG and word[0].isalpha()]
    small = sum(word[0].islower() for word in long)
    case = "0" if not long else "U" if all(word.isupper() for word in long) else "s" if small else "T"
    if case == "s" and letters[0][:1].islower():
        case = "l"
    lead = kinds[0] if kinds[0] in {"IN", "ED", "AND"} else ""
    head = words[0][0] if not words[0][0].isalnum() else ""
    tail = words[-1][-1] if not words[-1][-1].isalnum() else ""
    kind = f"{lead}{telling}{case}{tail}"
    return kind, f"{lead}{telling}{case}{count}{head}{tail}"
