"""Find footnotes, `<ref>` elements and templates of wikitext, marks of models, labels of the list, raised numbers."""

import re
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from citevet.extract.locators import parse_locator
from citevet.extract.masked_text import BLANK, FoundCitation, MaskedText
from citevet.model import Document, Reference, Span
from citevet.model.citation import NO_PARTS
from citevet.model.document import TYPESET, Format, is_inside
from citevet.text.patterns import lazy_pattern

# The parser marks a footnote only if its definition exists; without one it is plain text.
_FOOTNOTE = lazy_pattern(r"\[\^([^\]\[\s\0]{0,79}[\w*†‡§][^\]\[\s\0]{0,79})\](?!:)")

_REF = lazy_pattern(
    r"<ref(?P<attributes>(?:\s[^<>/]{0,200})?)(?:/\s*>|>(?P<content>(?:[^<]|<(?!/?ref\b)){0,20000})</ref\s*>)",
    re.IGNORECASE,
)
_NAME = lazy_pattern(r"""name\s*=\s*(?:"([^"]{1,100})"|'([^']{1,100})'|([^\s"'/>]{1,100}))""", re.IGNORECASE)
_SFN = lazy_pattern(r"\{\{(?:sfn|sfnp|harvnb|harv|harvp)\|([^{}]{1,300})\}\}", re.IGNORECASE)
_RP = lazy_pattern(r"\s?\{\{rp\|(?:pages?=)?([^{}|]{1,60})\}\}", re.IGNORECASE)
_FIELD = lazy_pattern(r"\|\s*(title|last1?|author|year|date)\s*=\s*([^|{}]{1,300})", re.IGNORECASE)
_YEAR = lazy_pattern(r"\d{4}[a-z]?")

# The marks of models: [Source 2], [doc_3, p. 4], 【4】, and with numbers of their own search 【4:0†source】, [web:6].
_ANSWER_MARK = lazy_pattern(
    r"\[(?:source|src|doc|document|passage|context|citation|ref|s)[\s:_#-]{0,2}([1-9]\d{0,2})(?:,[^\[\]\n]{1,40})?\](?!\()"
    r"|[【〔]([1-9]\d{0,2})[】〕]|【\d{1,4}(?::\d{1,4})?†[^【】\n]{0,200}】|\[web:\d{1,4}\](?!\()",
    re.IGNORECASE,
)

_SUPPLEMENT = lazy_pattern(r"\[S\W?\d", re.IGNORECASE)


def find_footnotes(scene: MaskedText) -> Iterator[FoundCitation]:
    """Find note markers; each cites the note's content."""
    for mark in scene.document.marks:
        if mark.kind == "note":
            yield FoundCitation("footnote", mark.span, mark.target, key=mark.target)
    for reference in scene.references:
        if reference.key.startswith("inline-") and reference.origin == "footnote":
            yield FoundCitation("footnote", reference.span, reference.key, key=reference.key)
    if scene.document.format in {"markdown", "text"}:
        numbers = _list_numbers(scene)
        for match in _FOOTNOTE.finditer(scene.prose):
            number = match[1].removesuffix("^")  # [^3^] is a mark of models
            is_mark = number != match[1] and (number in numbers or scene.ids.given_sources)
            key = number if is_mark else match[1]
            yield FoundCitation("numeric" if is_mark else "footnote", Span(*match.span()), key, key=key)


def _list_numbers(scene: MaskedText) -> frozenset[str]:
    return frozenset(reference.key for reference in scene.references if reference.key.isdigit())


def find_wiki_definitions(document: Document) -> Iterator[Reference]:
    """Find each `<ref>` that contains a source: citation and entry in one."""
    for number, match in enumerate(_find_refs(document), 1):
        if match["content"] is not None:
            place = Span(*match.span("content" if match["content"] else 0))  # of an empty one, the tags
            yield _read_definition(document, _ref_name(match) or f"ref-{number}", place)


def _read_definition(document: Document, name: str, span: Span) -> Reference:
    fields = {key.lower(): value.strip() for key, value in _FIELD.findall(document.slice(span))}
    author = fields.get("last") or fields.get("last1") or fields.get("author", "").split(",")[0]
    year = _YEAR.search(fields.get("year") or fields.get("date", ""))
    return Reference(
        "",
        name,
        span,
        document.slice(span),
        "wiki",
        title=fields.get("title"),
        authors=(author,) if author else (),
        year=year[0] if year else None,
    )


def find_wiki_refs(scene: MaskedText) -> Iterator[FoundCitation]:
    """Find `<ref>` elements and short citation templates."""
    for number, match in enumerate(_find_refs(scene.document), 1):
        name = _ref_name(match) or f"ref-{number}"
        page = _RP.match(scene.document.text, match.end())
        end = page.end() if page else match.end()
        yield FoundCitation(
            "wiki", Span(match.start(), end), name, parse_locator(f"p. {page[1]}") if page else None, name
        )
    for match in _SFN.finditer(scene.prose):
        yield _read_short_template(match)


def _find_refs(document: Document) -> Iterator[re.Match[str]]:
    if "<ref" not in document.text or document.format not in {"markdown", "text"}:
        return
    hidden = [region.span for region in document.regions if region.kind in {"code", "comment"}]
    yield from (match for match in _REF.finditer(document.text) if not is_inside(match.start(), hidden))


def _ref_name(match: re.Match[str]) -> str | None:
    found = _NAME.search(match["attributes"])
    return next(filter(None, found.groups()), None) if found else None


def _read_short_template(match: re.Match[str]) -> FoundCitation:
    fields = [field.strip() for field in match[1].split("|")]
    words = [field for field in fields if "=" not in field]
    year = next((word for word in words if _YEAR.fullmatch(word)), "")
    authors = [word for word in words if word != year]
    page = next((field.split("=")[1] for field in fields if field.startswith(("p=", "pp="))), None)
    return FoundCitation(
        "wiki",
        Span(*match.span()),
        " ".join([*authors, year]).lower(),
        parse_locator(f"p. {page}") if page else None,
        parts={"authors": "; ".join(authors), "year": year},
    )


def find_answer_marks(scene: MaskedText) -> Iterator[FoundCitation]:
    """Find what models write to name a source: one that they were given, or one in a numbered list."""
    given, listed = scene.ids.given_sources, _list_numbers(scene)
    for match in _ANSWER_MARK.finditer(scene.prose) if given or listed else ():
        number = match[1] or match[2]
        # [S1] may be a supplement, and the numbers of a search may mean others.
        if given or (number in listed and not _SUPPLEMENT.match(match[0])):
            parts = NO_PARTS if number else {"own-numbers": "yes"}
            yield FoundCitation("numeric", Span(*match.span()), number or match[0], key=number, parts=parts)


# Labels of the own list: [Yao82], [Yao82, p. 4], [Yao82; Ash+13], [RFC2119]

_LABEL_GROUP = lazy_pattern(r"(?<![\]\\!])\[\0{0,200}(?:(?:see|cf\.|e\.g\.,?)\s)?([^\W\d_][^\[\]]{0,400})\](?![(\[{_])")
_LABEL_ITEM = lazy_pattern(r"(?:^|[,;])[\s\0]*([^\W\d_][\w+:.-]{0,40}(?<![.:]))(?=[\s,;\0]|$)")
_OWN_LABEL = lazy_pattern(r"[\0\\*_]{0,400}\[([^\W\d_][\w+:.-]{0,40})\\?\]")  # of an entry
_NO_MARKER = lazy_pattern(r"(?:\w|(?:^|[\r\n])[ \t>*]{0,8})$")  # cells[AB12], and a label at the start of a line
_DATED_LABEL = lazy_pattern(r"(?=[A-Za-z]{2}|[A-Z]\+)[A-Z][A-Za-z]{0,8}\+?(?:\d\d|(?:19|20)\d\d)[a-z]?")
_FEWEST_LABELS = 3
_DATED_SHARE = 0.8
_UNKNOWN_SHARE = 0.25


def find_labels(scene: MaskedText) -> Iterator[FoundCitation]:
    """Find the labels of the document's own list in brackets.

    A label without an entry counts only if nearly all labels of the list have a year and few are without an entry:
    words and abbreviations stand in brackets too.
    """
    known = _list_labels(scene)
    if not known or scene.document.format == "latex":
        return
    groups = [(match, _split_labels(match, known)) for match in _LABEL_GROUP.finditer(scene.prose)]
    dated = sum(_DATED_LABEL.fullmatch(label) is not None for label in known)
    unknown = {each.key for _, pieces in groups for each in pieces if each.key not in known}
    is_open = len(known) >= _FEWEST_LABELS and dated >= _DATED_SHARE * len(known)
    is_open = is_open and len(unknown) <= _UNKNOWN_SHARE * len(known)
    for match, pieces in groups:
        is_marker = is_open and not _NO_MARKER.search(scene.prose, max(match.start() - 10, 0), match.start())
        yield from (each for each in pieces if each.key in known or is_marker)


def _list_labels(scene: MaskedText) -> set[str]:
    """Return the labels before the entries; "[PDF]" before one entry of many or before several is a word."""
    listed = [entry for entry in scene.references if entry.origin == "list"]
    opened = ((each, _OWN_LABEL.match(scene.prose, each.span.start)) for each in listed)
    labels = Counter(each.key for each, label in opened if label and label[1] == each.key)
    own = {key for key, count in labels.items() if count == 1}
    return own if 2 * len(own) >= len(listed) else set()


def _split_labels(match: re.Match[str], known: set[str]) -> list[FoundCitation]:
    """Return a citation for each label in a bracket, with the place after it; none if a label does not open it."""
    items = [item for item in _LABEL_ITEM.finditer(match[1]) if item[1] in known or _DATED_LABEL.fullmatch(item[1])]
    if not items or items[0].start():
        return []
    whole = Span(*match.span())
    ends = [*(item.start() for item in items[1:]), len(match[1])]
    found: list[FoundCitation] = []
    for item, end in zip(items, ends, strict=True):
        written, at = match[1][item.start(1) : end].rstrip("\0 \t\r\n"), match.start(1) + item.start(1)
        span, group = (Span(at, at + len(written)), whole) if len(items) > 1 else (whole, None)
        place = parse_locator(written[len(item[1]) :])
        found.append(FoundCitation("key", span, item[1], place, item[1], group))
    return found


# Raised numbers

DASH = "[-‐-―−]"
# The end of a range may have more digits than any list has entries: [1-100000] is a typing error to report.
ITEM = rf"\d{{1,4}}(?:\s?{DASH}\s?\d{{1,9}})?"
NUMBER_PART = lazy_pattern(rf"(\d{{1,4}})(?:\]?\s?{DASH}\s?\[?(\d{{1,9}}))?")


_DIGIT = "[⁰¹²³⁴-⁹]"
_RAISED_NUMBER = rf"{_DIGIT}{{1,4}}+(?:[⁻–-]{_DIGIT}{{1,4}}+)?"
# After a comma and a space ¹⁴C is carbon; 10⁻¹² is a power, ²⁺ a charge and ¹⁄₂ a fraction.
_SUPERSCRIPT = lazy_pattern(
    r"(?<=[\w%.,;:!?)\]”\"’])(?<![⁰¹²³⁴-⁹⁻⁺])"
    rf"{_RAISED_NUMBER}(?:[,;](?:{_RAISED_NUMBER}|\s{_RAISED_NUMBER}(?![A-Za-z])))*+(?![⁰¹²³⁴-⁹⁺⁻⁄])"
)
_TAGGED = lazy_pattern(rf"<sup>\[?({ITEM}(?:\s?,\s?{ITEM})*)\]?</sup>|(?<=[\w%.,;)])\^({ITEM}(?:,{ITEM})*)\^")
_LOWERED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")
# A unit, a variable, a function or a ten before a superscript: m², x², sin², mc², 10³.
_UNIT = lazy_pattern(
    r"(?:^|[\W\d])(?:[a-zA-Zα-ω]|[kcdmµn]m|ft|in|yd|mi|kg|ha|px|sec|min|hr|mc|sin|cos|tan|chi|eta|10)$"
)
# A marker whose entry is missing follows a stop or a percentage, a word, or a year.
_CITING = lazy_pattern(
    r"[^\W_][.,;:!?%”\"’]{1,3}$|\)[.,;:!?]$|(?<![^\W_])(?:[^\W\d_]{4,40}|[가-힣]{2,40}|(?:1[5-9]|20)\d\d)$"
)
_UNIT_WORD = lazy_pattern(r"(?:met(?:er|re)s?|feet|foot|inch(?:es)?|miles?|yards?|pixels?|seconds?|microns?|degrees?)$")
# A superscript with nothing before it and a word after it labels a hand-made note or an address.
_RAISED_LABEL = lazy_pattern(
    rf"(?:^|(?<![,;])[\s|>])[*_]{{0,3}}(?:({_DIGIT}{{1,4}}+)|<sup>\[?(\d{{1,4}})\]?</sup>)[*_]{{0,3}}[.:)]?\s?(?=[^\W\d_])",
    re.MULTILINE,
)
_ADDRESS_LABEL = lazy_pattern(rf"(?:^|(?<=\s)){_DIGIT}{{1,2}}\s?(?=[A-Z])", re.MULTILINE)
_TITLE_BLOCKS, _LONG_BLOCK = 30, 300  # blocks of a paper's title; characters of a paragraph of text
_WITHOUT_PAGE_FEET: frozenset[Format] = TYPESET - {"pdf"} | {"markdown", "html"}
_REACH = 80  # characters before a marker, with the tags around its last word
_YEAR_NUMBERS = range(1000, 10_000)


class Superscript(NamedTuple):
    """Numbers in plain digits, the whole marker, and where its numbers start."""

    body: str
    whole: Span
    start: int


def parse_numbers(body: str) -> list[int]:
    """Return every number of a marker, for a range both ends."""
    return [int(number) for pair in NUMBER_PART.findall(body) for number in pair if number]


def find_superscripts(scene: MaskedText, keys: frozenset[str], *, bracketed: bool) -> Iterator[Superscript]:
    """Yield the superscripts that the list has, and those that can only be markers of entries it lacks."""
    # A superscript may also point to a note, or to the foot of a printed page.
    has_notes = any(reference.origin == "footnote" for reference in scene.references)
    strict = bracketed or has_notes or scene.document.format not in _WITHOUT_PAGE_FEET
    found = _RAISED_LABEL.finditer(scene.document.text) if not strict else ()
    labels = frozenset((match[1] or match[2]).translate(_LOWERED) for match in found)
    begin = _find_title_end(scene.document) if scene.document.format == "pdf" else 0
    for marker in _find_candidates(scene):
        if marker.whole.start < begin:
            continue
        before = scene.prose[max(marker.whole.start - _REACH, 0) : marker.whole.start].rstrip(BLANK)
        if _UNIT.search(before[-6:]):
            continue
        listed = [str(number) in keys for number in parse_numbers(marker.body)]
        if all(listed) or (not strict and (any(listed) or _must_be_marker(before, marker.body, labels))):
            yield marker


def _find_title_end(document: Document) -> int:
    """Return where the names and addresses of the authors end: an address starts with the raised number of a name."""
    end = 0
    for block in document.blocks[:_TITLE_BLOCKS]:
        if _ADDRESS_LABEL.search(document.text, block.span.start, block.span.end):
            end = block.span.end
        elif end and len(block.span) > _LONG_BLOCK:
            break
    return end


def _find_candidates(scene: MaskedText) -> Iterator[Superscript]:
    for match in _SUPERSCRIPT.finditer(scene.prose) if not scene.prose.isascii() else ():
        yield Superscript(match[0].translate(_LOWERED), Span(*match.span()), match.start())
    text = scene.document.text
    for match in _TAGGED.finditer(text) if "<sup>" in text or "^" in text else ():
        group = 1 if match[1] else 2
        if scene.prose[match.start(group)] != BLANK:
            yield Superscript(match[group], Span(*match.span()), match.start(group))


def _must_be_marker(before: str, body: str, labels: frozenset[str]) -> bool:
    """Return whether a number that the list lacks is in a position where only a marker can be."""
    written = parse_numbers(body)
    if any(number == 0 or number in _YEAR_NUMBERS or str(number) in labels for number in written):
        return False
    return _CITING.search(before[-45:]) is not None and _UNIT_WORD.search(before) is None
