"""Find markers of notes and labelled entries: footnotes, `<ref>` of wikitext, the marks of models, and [Yao82]."""

import re
from collections import Counter
from collections.abc import Iterator

from citevet.extract.locators import parse_locator
from citevet.extract.masked_text import BLANK, FoundCitation, MaskedText, share_marker
from citevet.model import Document, Reference, Span
from citevet.model.document import is_inside
from citevet.model.extraction import NO_PARTS
from citevet.patterns import lazy_pattern

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
# The same in round brackets, which in other texts hold asides: (Source 2), (doc 3, p. 4).
_ROUND_MARK = lazy_pattern(
    r"\((?:source|src|doc|document|passage|context)[\s:_#-]{0,2}([1-9]\d{0,2})(?:,[^()\n]{1,40})?\)", re.IGNORECASE
)
# A tag with nothing but numbers; with words it has the title of a work: <cite>2, 4</cite>.
_CITE_TAG = lazy_pattern(r"<cite>\s?(?=\d)([\d,\s]{1,40})</cite>", re.IGNORECASE)
_LISTED_NUMBER = lazy_pattern(r"(?<!\d)[1-9]\d{0,2}(?!\d)")

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
        numbers, notes = _list_numbers(scene), {each.span.start for each in scene.references if each.is_note}
        for match in _FOOTNOTE.finditer(scene.prose):
            if match.start() in notes:
                continue
            number = match[1].removesuffix("^")  # [^3^] is a mark of models
            is_mark = number != match[1] and (number in numbers or scene.ids.given_sources)
            key = number if is_mark else match[1]
            yield FoundCitation("numeric" if is_mark else "footnote", Span(*match.span()), key, key=key)


def _list_numbers(scene: MaskedText) -> frozenset[str]:
    return frozenset(reference.key for reference in scene.references if reference.key.isdigit())


def find_wiki_definitions(document: Document) -> Iterator[Reference]:
    """Find each `<ref>` that contains a source: citation and entry in one."""
    for number, match in enumerate(_find_refs(document), 1):
        if match["content"] is None:
            continue
        name = _ref_name(match) or f"ref-{number}"
        span = Span(*match.span("content" if match["content"] else 0))  # of an empty one, the tags
        fields = {key.lower(): value.strip() for key, value in _FIELD.findall(document.slice(span))}
        author = fields.get("last") or fields.get("last1") or fields.get("author", "").split(",")[0]
        found = _YEAR.search(fields.get("year") or fields.get("date", ""))
        authors, title, year = (author,) if author else (), fields.get("title"), found[0] if found else None
        yield Reference("", name, span, document.slice(span), "wiki", title=title, authors=authors, year=year)


def find_wiki_refs(scene: MaskedText) -> Iterator[FoundCitation]:
    """Find `<ref>` elements and short citation templates."""
    for number, match in enumerate(_find_refs(scene.document), 1):
        name = _ref_name(match) or f"ref-{number}"
        page = _RP.match(scene.document.text, match.end())
        end = page.end() if page else match.end()
        place = parse_locator(f"p. {page[1]}") if page else None
        yield FoundCitation("wiki", Span(match.start(), end), name, place, name)
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
    normal, place = " ".join([*authors, year]).lower(), parse_locator(f"p. {page}") if page else None
    parts = {"authors": "; ".join(authors), "year": year}
    return FoundCitation("wiki", Span(*match.span()), normal, place, parts=parts)


def find_answer_marks(scene: MaskedText) -> Iterator[FoundCitation]:
    """Find what models write to name a source: one that they were given, or one in a numbered list."""
    given, listed = scene.ids.given_sources, _list_numbers(scene)
    for match in _ANSWER_MARK.finditer(scene.prose) if given or listed else ():
        number = match[1] or match[2]
        # [S1] may be a supplement, and the numbers of a search may mean others.
        if given or (number in listed and not _SUPPLEMENT.match(match[0])):
            parts = NO_PARTS if number else {"own-numbers": "yes"}
            yield FoundCitation("numeric", Span(*match.span()), number or match[0], key=number, parts=parts)
    for match in _ROUND_MARK.finditer(scene.prose) if given else ():
        yield FoundCitation("numeric", Span(*match.span()), match[1], key=match[1])
    if given or listed:
        yield from _find_cite_tags(scene, listed)


def _find_cite_tags(scene: MaskedText, listed: frozenset[str]) -> Iterator[FoundCitation]:
    """Find numbers between tags, which are masked in the prose."""
    text = scene.document.text
    for match in _CITE_TAG.finditer(text) if "<cite>" in text.casefold() else ():
        numbers, whole = list(_LISTED_NUMBER.finditer(match[1])), Span(*match.span())
        is_known = scene.ids.given_sources or listed.issuperset(number[0] for number in numbers)
        spans = [Span(*number.span()).shift(match.start(1)) for number in numbers]
        if is_known and scene.prose[match.start(1)] != BLANK:
            for number, (span, group) in zip(numbers, share_marker(whole, spans), strict=True):
                yield FoundCitation("numeric", span, number[0], key=number[0], group=group)


# Labels of the document's own list

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
    words and abbreviations are in brackets too.
    """
    known = _list_labels(scene)
    if not known or scene.document.format == "latex":
        return
    groups = [(match, list(_split_labels(match, known))) for match in _LABEL_GROUP.finditer(scene.prose)]
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


def _split_labels(match: re.Match[str], known: set[str]) -> Iterator[FoundCitation]:
    """Yield a citation for each label in a bracket, with the place after it; none if a label does not open it."""
    items = [item for item in _LABEL_ITEM.finditer(match[1]) if item[1] in known or _DATED_LABEL.fullmatch(item[1])]
    if not items or items[0].start():
        return
    whole = Span(*match.span())
    ends = [*(item.start() for item in items[1:]), len(match[1])]
    for item, end in zip(items, ends, strict=True):
        written, at = match[1][item.start(1) : end].rstrip("\0 \t\r\n"), match.start(1) + item.start(1)
        span, group = (Span(at, at + len(written)), whole) if len(items) > 1 else (whole, None)
        yield FoundCitation("key", span, item[1], parse_locator(written[len(item[1]) :]), item[1], group)
