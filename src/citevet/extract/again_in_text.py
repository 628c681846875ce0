"""Brackets and sentences of the text that mean an earlier citation: `(ibid., p. 13)`, `(Smith, op. cit.)`, `Ebd.`."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from re import IGNORECASE, Match
from re import compile as pattern

from citevet.extract.found import Found
from citevet.extract.lost import NOTHING, lost, told, unheard
from citevet.extract.people import family
from citevet.extract.scene import Scene
from citevet.extract.short_forms import NAMED, PART, SAME, SIGNAL, place, rest_of
from citevet.model import CitationKind, Span

_END = r"[.\s\0]{0,5}(?P<rest>[^;()\[\]“\"「『]{0,60})[)\]](?![(\[:])"
_OPEN = rf"[(\[][\s\0]{{0,5}}{SIGNAL}"
_SAME = pattern(rf"{_OPEN}(?!(?-i:ID)\b){SAME}{_END}", IGNORECASE)
_NAMED = pattern(rf"{_OPEN}{NAMED}{_END}", IGNORECASE)
# Several of them and no other work: "(ebd., S. 3; ebd., S. 5)".
_SEVERAL = pattern(
    rf"{_OPEN}(?:(?!(?-i:ID)\b){SAME}|{NAMED})[^;()\[\]“\"「『]{{0,60}};[^()\[\]“\"「『]{{0,400}}[)\]](?![(\[:])",
    IGNORECASE,
)
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
    brackets: Span | None = None  # those of the last marker, where it shares them
    works: set[str] = field(default_factory=set)  # that stand in them
    by_name: dict[str, dict[str, Found]] = field(default_factory=lambda: defaultdict(dict))

    def hear(self, found: Found, text: str) -> None:
        """Remember a citation."""
        if found.kind in _PASSED_OVER:
            return
        first = _repeatable(found, text)
        self.go_on(first, found.group)
        self.several = self.several or (found.group is not None and found.kind != "author-year")
        if names := found.parts.get("authors"):
            self.by_name[family(names.split("; ")[0])].setdefault(found.normal, first)

    def go_on(self, found: Found, brackets: Span | None) -> None:
        """Take a work for the last; with another in the same brackets it is one of several."""
        if brackets is None or brackets != self.brackets:
            self.works = set()
        self.works.add(found.normal)
        self.last, self.brackets, self.several = found, brackets, len(self.works) > 1

    def meant(self, who: str | None, since: int) -> Found | None:
        """Return the work before it in its brackets, the only one of the marker before, or so far of somebody."""
        if who is None and self.last and self.last.span.start >= since:
            return self.last
        if who is None:
            return None if self.several else self.last
        works = self.by_name.get(family(who), {})
        return next(iter(works.values())) if len(works) == 1 else None


@dataclass(frozen=True, slots=True)
class _Short:
    """A short form, and the brackets that it shares with other works, if it does."""

    span: Span
    match: Match[str]
    group: Span | None = None

    @property
    def who(self) -> str | None:
        """By whom the work is said to be."""
        return self.match.groupdict().get("who")


def again_in_text(scene: Scene, cited: Sequence[Found]) -> list[Found]:
    """Return a citation for each pair of brackets that means an earlier one; it stays open where that is not clear."""
    groups = {*_several(scene), *(one.group for one in cited if one.group and one.kind == "author-year")}
    shorts = [one for one in _shorts(scene, groups) if scene.side(one.span) == "text"]
    if not shorts:
        return []
    finds = sorted((one for one in cited if scene.side(one.span) == "text"), key=lambda one: one.span)
    heard, found, named, index, reach = _Heard(), list[Found](), dict[Span, str](), 0, 0
    for short in shorts:
        while index < len(finds) and finds[index].span.start < short.span.end:
            reach = max(reach, finds[index].span.end)
            if finds[index].span.start < short.span.start:
                heard.hear(finds[index], scene.document.slice(finds[index].span))
            index += 1
        one = _back(short, heard, first=index == 0) if reach <= short.span.start else None
        if one is None:
            continue
        found.append(one)
        if one.normal:
            heard.go_on(replace(one, group=None), short.group)
        elif short.who:
            named[one.span] = short.who
            heard.last = None  # an "ibid." behind it means a work that nobody knows
    return told(found, unheard(scene, scene.references, named))


def _shorts(scene: Scene, groups: Iterable[Span]) -> Iterator[_Short]:
    forms = [*_SAME.finditer(scene.prose), *_NAMED.finditer(scene.prose)]
    sentences = (one for one in _SENTENCE.finditer(scene.prose) if _opens(scene.prose, one.start()))
    whole = [_Short(Span(*one.span()), one) for one in (*forms, *sentences)]
    parts = (_Short(Span(*one.span("said")), one, group) for group in groups for one in _in(scene, group))
    yield from sorted((*whole, *parts), key=lambda one: one.span.start)


def _several(scene: Scene) -> Iterator[Span]:
    """Yield the brackets in which nothing else stands than short forms."""
    for found in _SEVERAL.finditer(scene.prose):
        group = Span(*found.span())
        parts = [place(rest_of(one["rest"]))[0] for one in _in(scene, group)]
        if all(parts) and len(parts) == found[0].count(";") + 1:
            yield group


def _in(scene: Scene, group: Span) -> Iterator[Match[str]]:
    return PART.finditer(scene.prose, group.start, group.end)


def _opens(prose: str, at: int) -> bool:
    """Say whether a sentence starts here: behind the end of another, or on a line of its own."""
    before = prose[max(at - _REACH, 0) : at].rstrip("\0")
    said = before.rstrip("\0 \t\r\n")
    return not said or "\n\n" in before[len(said) :] or (said != before and said[-1] in _STOPS)


def _back(short: _Short, heard: _Heard, *, first: bool) -> Found | None:
    """Return the earlier citation at the place that is named now, and one that points nowhere if it is not clear."""
    alone, where = place(rest_of(short.match["rest"] or ""))
    if not alone:
        return None
    span, who, group = short.span, short.who, short.group
    meant = heard.meant(who, since=group.start if group else len(short.match.string))
    if meant is None:
        stops = short.match.re is _SENTENCE and short.match.string.startswith(".", span.end)
        open_ = Found("footnote", span, "", where, group=group, parts={"again": ""})
        return lost(Span(span.start, span.end + stops), NOTHING) if first and not who else open_
    passed_on = None if who else meant.locator  # "Smith, op. cit." means no page
    return replace(meant, span=span, locator=where or passed_on, group=group)


def _repeatable(found: Found, text: str) -> Found:
    parts = {name: value for name, value in found.parts.items() if name not in _OWN}
    shown = " ".join(text.split())
    return replace(found, group=None, parts={**parts, "again": shown}, fault=None, mend=None)
