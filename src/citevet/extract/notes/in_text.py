"""Short forms in the text that refer to an earlier citation: `(ibid., p. 13)`, `(Smith, op. cit.)`, `Ebd.`."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

import citevet.extract.notes.short_forms as forms
from citevet.extract.masked_text import FoundCitation, MaskedText
from citevet.extract.notes import broken
from citevet.model import CitationKind, Meant, Span
from citevet.patterns import lazy_pattern
from citevet.people.parser import sort_word
from citevet.records import dataclass, field, replace

_END = r"[.\s\0]{0,5}(?P<rest>[^;()\[\]“\"「『]{0,60})[)\]](?![(\[:])"
_OPEN = rf"[(\[][\s\0]{{0,5}}{forms.BACKREF_SIGNAL}"
_IBID = lazy_pattern(rf"{_OPEN}(?!(?-i:ID)\b){forms.IBID}{_END}", re.IGNORECASE)
_NAMED = lazy_pattern(rf"{_OPEN}{forms.NAMED_OP_CIT}{_END}", re.IGNORECASE)
# Several short forms and no other work: "(ebd., S. 3; ebd., S. 5)".
_SEVERAL = lazy_pattern(
    rf"{_OPEN}(?:(?!(?-i:ID)\b){forms.IBID}|{forms.NAMED_OP_CIT})[^;()\[\]“\"「『]{{0,60}};[^()\[\]“\"「『]{{0,400}}[)\]](?![(\[:])",
    re.IGNORECASE,
)
# A whole sentence that says nothing else: "Ebd., S. 99."
_PLACE = (
    r"[,:]?[\s\0](?:at|(?-i:S\.)|pp?\.|Rn\.)[\s\0]?\d{1,5}(?:[\s\0]?[-–][\s\0]?\d{1,5})?(?:[\s\0]?ff?(?!\w))?"
    r"|,?[\s\0]{1,3}\[\d{1,3}\]|,[\s\0]\d{1,4}(?=\.)"
)
_SENTENCE = lazy_pattern(
    rf"(?<![^\s\0]){forms.BACKREF_SIGNAL}\0{{0,3}}(?!(?-i:ID|id)\b){forms.IBID}(?:\.?\0{{0,3}}(?P<rest>{_PLACE}))?"
    r"(?=\.\0{0,3}\s|\0{0,3}\.\s|\.?\0{0,3}\.?(?:\Z|\n[ \t]*\n))",
    re.IGNORECASE,
)
_STOPS = frozenset('.!?…。)]}”"’»')
_REACH = 8  # characters before a sentence to search for the end of the previous one
# "Ibid." with a page never means the marker of a note, a file, or a statute, which has no pages.
_SKIPPED_KINDS: frozenset[CitationKind] = frozenset(
    {
        *("footnote", "artifact", "mention", "wiki"),
        *("us-statute", "uk-act", "eu-act", "celex", "de-statute", "kr-statute"),
    }
)
# These describe how the first citation was written, not the work.
_OWN_PARTS = frozenset({"narrative", "macro", "noted"})


@dataclass(frozen=True, slots=True)
class _ShortForm:
    """A short form, and the brackets that it shares with other works, if any."""

    span: Span
    match: re.Match[str]
    group: Span | None = None
    is_sentence: bool = False

    @property
    def who(self) -> str | None:
        """The author of the work, where the short form names one."""
        return self.match.groupdict().get("who")


@dataclass(slots=True)
class _CitedSoFar:
    """What the text has cited up to a short form."""

    last: FoundCitation | None = None
    statute: FoundCitation | None = None  # of the US after the last work: a sentence "Ibid." means it, as "Id." does
    several: bool = False  # the last marker cites several works
    brackets: Span | None = None  # those of the last marker, where it shares them
    works: set[str] = field(default_factory=set)  # inside these brackets
    by_author: dict[str, dict[str, FoundCitation]] = field(default_factory=lambda: defaultdict(dict))

    def add(self, found: FoundCitation, text: str) -> None:
        """Add a citation of the text."""
        parts = {name: value for name, value in found.parts.items() if name not in _OWN_PARTS}
        meant = Meant("earlier", why=" ".join(text.split()))
        first = replace(found, group=None, parts=parts, fault=None, correction=None, meant=meant, repeats=found.span)
        if found.kind in _SKIPPED_KINDS:
            self.statute = first if found.kind == "us-statute" else self.statute
            return
        self.statute = None
        self.set_last(first, found.group)
        self.several = self.several or (found.group is not None and found.kind != "author-year")
        if name := found.people.first:
            self.by_author[sort_word(name)].setdefault(found.normal, first)

    def set_last(self, found: FoundCitation, brackets: Span | None) -> None:
        """Make a work the last one; with another in the same brackets it is one of several."""
        if brackets is None or brackets != self.brackets:
            self.works = set()
        self.works.add(found.normal)
        self.last, self.brackets, self.several = found, brackets, len(self.works) > 1

    def find(self, who: str | None, since: int) -> FoundCitation | None:
        """Return the previous work in the same brackets, the only one of the last marker, or the author's only one."""
        if who is None and self.last and self.last.span.start >= since:
            return self.last
        if who is None:
            return None if self.several else self.last
        works = self.by_author.get(sort_word(who), {})
        return next(iter(works.values())) if len(works) == 1 else None


def find_inline_backrefs(scene: MaskedText, cited: Sequence[FoundCitation]) -> list[FoundCitation]:
    """Return a citation for each short form in the text; its target stays empty where it is ambiguous."""
    if not forms.may_have_backref(scene.prose):
        return []
    groups = {*_find_groups(scene.prose), *(one.group for one in cited if one.group and one.kind == "author-year")}
    shorts = [one for one in _find_short_forms(scene.prose, groups) if scene.side(one.span) == "text"]
    if not shorts:
        return []
    finds = sorted((one for one in cited if scene.side(one.span) == "text"), key=lambda one: one.span)
    so_far, found, unresolved, index, reach = _CitedSoFar(), list[FoundCitation](), dict[Span, str](), 0, 0
    for short in shorts:
        while index < len(finds) and finds[index].span.start < short.span.end:
            reach = max(reach, finds[index].span.end)
            if finds[index].span.start < short.span.start:
                so_far.add(finds[index], scene.document.slice(finds[index].span))
            index += 1
        one = _resolve(short, so_far, first=index == 0) if reach <= short.span.start else None
        if one is None:
            continue
        found.append(one)
        if one.normal:
            so_far.set_last(replace(one, group=None), short.group)
        elif short.who:
            unresolved[one.span] = short.who
            so_far.last = None  # a following "ibid." means an unknown work
    return broken.merge_broken_backrefs(found, broken.find_unknown_authors(scene, scene.references, unresolved))


def _find_short_forms(prose: str, groups: Iterable[Span]) -> list[_ShortForm]:
    whole = [_ShortForm(Span(*one.span()), one) for form in (_IBID, _NAMED) for one in form.finditer(prose)]
    sentences = (one for one in _SENTENCE.finditer(prose) if _starts_sentence(prose, one.start()))
    whole += (_ShortForm(Span(*one.span()), one, is_sentence=True) for one in sentences)
    parts = (_ShortForm(Span(*one.span("said")), one, group) for group in groups for one in _find_parts(prose, group))
    return sorted((*whole, *parts), key=lambda one: one.span.start)


def _find_groups(prose: str) -> Iterator[Span]:
    """Yield the brackets that contain only short forms."""
    for found in _SEVERAL.finditer(prose):
        group = Span(*found.span())
        parts = [forms.parse_place(forms.clean_rest(one["rest"]))[0] for one in _find_parts(prose, group)]
        if all(parts) and len(parts) == found[0].count(";") + 1:
            yield group


def _find_parts(prose: str, group: Span) -> Iterator[re.Match[str]]:
    return forms.BACKREF_IN_GROUP.finditer(prose, group.start, group.end)


def _starts_sentence(prose: str, at: int) -> bool:
    """Return whether a sentence starts here: after the end of another, or on a line of its own."""
    before = prose[max(at - _REACH, 0) : at].rstrip("\0")
    words = before.rstrip("\0 \t\r\n")
    return not words or "\n\n" in before[len(words) :] or (words != before and words[-1] in _STOPS)


def _resolve(short: _ShortForm, so_far: _CitedSoFar, *, first: bool) -> FoundCitation | None:
    """Return the earlier citation at the place that the short form names; without a target where it is ambiguous."""
    alone, where = forms.parse_place(forms.clean_rest(short.match["rest"] or ""))
    if not alone:
        return None
    span, who, group = short.span, short.who, short.group
    target = so_far.find(who, since=group.start if group else len(short.match.string))
    if so_far.statute and short.is_sentence and not short.match["rest"]:
        target = so_far.statute
    if target is None and first and not who:
        stops = short.is_sentence and short.match.string.startswith(".", span.end)
        return broken.make_broken_backref(Span(span.start, span.end + stops), broken.NOTHING_CITED)
    if target is None:
        return FoundCitation("footnote", span, "", where, group=group, meant=Meant("earlier"))
    inherited = None if who else target.locator  # "Smith, op. cit." means no page
    return replace(target, span=span, locator=where or inherited, group=group)
