"""Brackets and sentences of the text that mean an earlier citation: `(ibid., p. 13)`, `(Smith, op. cit.)`, `Ebd.`."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from re import IGNORECASE, Match
from re import compile as pattern

from citevet.extract.found import Found
from citevet.extract.lost import NOTHING, lost, told, unheard
from citevet.extract.people import family
from citevet.extract.scene import Scene
from citevet.extract.short_forms import CITED, SAME, SIGNAL, place
from citevet.model import CitationKind, Span

_END = r"[.\s\0]{0,5}(?P<rest>[^;()\[\]“\"「『]{0,60})[)\]](?![(\[:])"
_OPEN = rf"[(\[][\s\0]{{0,5}}{SIGNAL}"
_SAME = pattern(rf"{_OPEN}(?!(?-i:ID)\b){SAME}{_END}", IGNORECASE)
_NAMED = pattern(rf"{_OPEN}(?P<who>[^\W\d_][^;:,()\[\]“\"「『\0]{{0,60}}?),?\s(?:{CITED})(?!\w){_END}", IGNORECASE)
# A sentence of its own that says nothing else: "Ebd., S. 99."
_PLACE = r"[,:]?[\s\0](?:at|(?-i:S\.)|pp?\.|Rn\.)[\s\0]?\d{1,5}(?:[\s\0]?[-–][\s\0]?\d{1,5})?(?:[\s\0]?ff?(?!\w))?"
_SENTENCE = pattern(
    rf"(?<![^\s\0]){SIGNAL}\0{{0,3}}(?!(?-i:ID|id)\b){SAME}(?:\.?\0{{0,3}}(?P<rest>{_PLACE}))?"
    r"(?=\.\0{0,3}\s|\0{0,3}\.\s|\.?\0{0,3}\.?(?:\Z|\n[ \t]*\n))",
    IGNORECASE,
)
_STOPS = frozenset('.!?…。)]}”"’»')
_REACH = 8  # characters before a sentence in which the one before it ends
# What nobody means by "ibid.": the mark of a note, a file, and a statute, which has no pages and is no work.
_PASSED_OVER: frozenset[CitationKind] = frozenset(
    {
        *("footnote", "artifact", "mention", "wiki"),
        *("us-statute", "uk-act", "eu-act", "celex", "de-statute", "kr-statute"),
    }
)
# How the sentence names the first is not how the brackets name it.
_OWN = frozenset({"narrative", "macro", "noted"})


@dataclass(slots=True)
class _Heard:
    """What the text has cited so far."""

    last: Found | None = None
    several: bool = False  # the last marker cites several works
    by_name: dict[str, dict[str, Found]] = field(default_factory=lambda: defaultdict(dict))

    def hear(self, found: Found, text: str) -> None:
        """Remember a citation."""
        if found.kind in _PASSED_OVER:
            return
        first = _repeatable(found, text)
        self.several = found.group is not None
        self.last = first
        if names := found.parts.get("authors"):
            self.by_name[family(names.split("; ")[0])].setdefault(found.normal, first)

    def meant(self, who: str | None) -> Found | None:
        """Return the only work of the marker before, or the only one so far of somebody."""
        if who is None:
            return None if self.several else self.last
        works = list(self.by_name.get(family(who), {}).values())
        return works[0] if len(works) == 1 else None


def again_in_text(scene: Scene, cited: Sequence[Found]) -> list[Found]:
    """Return a citation for each pair of brackets that means an earlier one; it stays open where that is not clear."""
    shorts = [one for one in _shorts(scene) if scene.side(Span(*one.span())) == "text"]
    if not shorts:
        return []
    finds = sorted((one for one in cited if scene.side(one.span) == "text"), key=lambda one: one.span)
    heard, found, named, index, reach = _Heard(), list[Found](), dict[Span, str](), 0, 0
    for short in shorts:
        while index < len(finds) and finds[index].span.start < short.end():
            reach = max(reach, finds[index].span.end)
            if finds[index].span.start < short.start():
                heard.hear(finds[index], scene.document.slice(finds[index].span))
            index += 1
        one = _back(short, heard, first=index == 0) if reach <= short.start() else None
        if one is None:
            continue
        found.append(one)
        if one.normal:
            heard.last, heard.several = one, False
        elif who := short.groupdict().get("who"):
            named[one.span] = who
    return told(found, unheard(scene, scene.references, named))


def _shorts(scene: Scene) -> Iterator[Match[str]]:
    forms = [*_SAME.finditer(scene.prose), *_NAMED.finditer(scene.prose)]
    sentences = (one for one in _SENTENCE.finditer(scene.prose) if _opens(scene.prose, one.start()))
    yield from sorted((*forms, *sentences), key=lambda one: one.start())


def _opens(prose: str, at: int) -> bool:
    """Say whether a sentence starts here: behind the end of another, or on a line of its own."""
    before = prose[max(at - _REACH, 0) : at].rstrip("\0")
    said = before.rstrip("\0 \t\r\n")
    return not said or "\n\n" in before[len(said) :] or (said != before and said[-1] in _STOPS)


def _back(short: Match[str], heard: _Heard, *, first: bool) -> Found | None:
    """Return the earlier citation at the place that is named now, and one that points nowhere if it is not clear."""
    alone, where = place((short["rest"] or "").replace("\0", " ").rstrip(". "))
    if not alone:
        return None
    span, who = Span(*short.span()), short.groupdict().get("who")
    meant = heard.meant(who)
    if meant is None:
        whole = Span(span.start, span.end + (short.re is _SENTENCE and short.string.startswith(".", span.end)))
        return lost(whole, NOTHING) if first and not who else Found("footnote", span, "", where, parts={"again": ""})
    passed_on = None if who else meant.locator  # "Smith, op. cit." means no page
    return replace(meant, span=span, locator=where or passed_on, group=None)


def _repeatable(found: Found, text: str) -> Found:
    parts = {name: value for name, value in found.parts.items() if name not in _OWN}
    shown = " ".join(text.split())
    return replace(found, group=None, parts={**parts, "again": shown}, fault=None, mend=None)
