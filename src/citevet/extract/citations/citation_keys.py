"""Find citation keys: pandoc, Quarto, MyST, LaTeX macros, reST, Org, AsciiDoc, Typst, JATS."""

import re
from collections.abc import Iterator, Mapping

from citevet.extract.locators import parse_locator, read_latex_locator, read_suffix
from citevet.extract.masked_text import BLANK, FoundCitation, MaskedText, share_marker
from citevet.identifiers import normalize, read
from citevet.model import CitationKind, Mark, Span
from citevet.patterns import lazy_pattern

# Manubot's keys are identifiers or addresses.
_PANDOC_KEY = r"-?@(?:\{[^{}\s\0]{1,300}\}|url:https?://[^\s\[\];\0]{1,500}|\w+(?:(?::/)?[:.#$%&+?<>~/-]\w+)*)"
_IDENTIFIER_KEYS: Mapping[str, CitationKind] = {kind: kind for kind in ("doi", "pmid", "pmcid", "arxiv", "isbn", "url")}
# @scope/name, where citation keys with a slash have a colon before it; and [@3], which sets the number of an Org item.
_OTHER_NAME = lazy_pattern(r"@(?:[a-z][\w.-]*/[\w.-]+|\d{1,3})")
_BRACKET_TEXT = r"(?:[^\[\]\0]|(?<![\r\n])\0{1,80}(?![\0\r\n])|\[[^\[\]\0]{0,80}\])"  # [@kim, version `r version`]
_BRACKET = lazy_pattern(rf"\[([^\[\]\0@]{{0,200}}(?<!\w){_PANDOC_KEY}{_BRACKET_TEXT}{{0,1000}})\](?!\()")
_LINE_START = lazy_pattern(r"(?:^|[\r\n])[ \t>]{0,8}$")
_IN_BRACKET = lazy_pattern(rf"(?<!\w){_PANDOC_KEY}")
_BARE_KEY = lazy_pattern(rf"(?<![\w@/.\[\]`<{{-]){_PANDOC_KEY}(?P<suffix>\s?\[[^\[\]@\0]{{1,80}}\])?")
# Typst ends a key before a full stop or colon. A word before the sign is not part of it: code@kim2019.
_TYPST_KEY = lazy_pattern(r"(?<![\\@/])@\w+(?:[:.-]+\w+)*(?P<suffix>\[[^\[\]@\0]{1,80}\])?")
_GLOSSARY = lazy_pattern(r"@preview/(?:gloss|acro)")  # a package whose terms are written like keys
# MyST, Sphinx
_ROLE = lazy_pattern(r"(?:\{cite(?::[\w:]+)?\}|:(?:foot|full)?cite(?::\w{1,20}){0,2}:)`([^`\r\n]{1,500})`")
_ROLE_KEY = lazy_pattern(r"(?:\{[^{}]{0,100}\})?([^\s,;`{}]+)((?:\{[^{}]*\})?)")  # {see}kim2019{fig. 1}
# Cross-references of Quarto and pandoc-crossref (@fig-map, @Fig:map) are not citations.
_CROSS_REFERENCE = lazy_pattern(
    r"-?@(?i:[a-z]{0,9}(?:fig|tbl)|eq|sec|lst|alg|thm|lem|cor|prp|cnj|def|exm|exr|rem|sol|nte|tip|wrn|imp|cau|tab|ref)[-:]"
)

_LATEX_COMMENT = lazy_pattern(r"%[^\r\n]*")
_LATEX_KEY = lazy_pattern(r"[^\s,](?:[^,\r\n]*[^\s,])?")

# A macro that is defined in another file. Its arguments are keys only if the bibliography has them.
_OTHER_MACRO = lazy_pattern(
    r"\\(?P<macro>[A-Za-z]{1,40})\*?(?:\[[^\[\]{}]{0,100}\]){0,2}(?P<groups>(?:\{[^{}\\]{1,200}\}){1,4})"
)
_GROUP = lazy_pattern(r"\{([^{}]*)\}")
_NO_CITATION = lazy_pattern(r"(?:\w*ref|label|input|include\w*|bibitem|begin|end|hyper\w+|index|gls\w*|url|nolinkurl)")
_DATED_KEY = lazy_pattern(r"(?=\D{0,200}\d)(?=[^A-Za-z]{0,200}[A-Za-z]).{5,}")

# A marker of reST begins and ends a word; [f]_{p} is an index.
_REST = lazy_pattern(r"(?<![\w\])}])\[([A-Za-z][\w.:+-]{0,60})\]_(?![\w{^(\[])")
_ORG = lazy_pattern(r"\[cite(?:/[\w/-]{1,20})?:([^\[\]\0]{1,400})\]")
_ORG_KEY = lazy_pattern(r"@([\w:.#$%&+?<>~/-]{1,100}\w)([^;@]{0,120})")
# Org and pandoc pass LaTeX on: \cite[p. 3]{kim2019}.
_MACRO_KEYS = lazy_pattern(r"\\[a-z]{0,9}[Cc]ite[a-z]{0,9}\*?(?:\[[^\[\]\0\r\n]{0,100}\]){0,2}\{([^{}\\\0]{1,400})\}")
_MACRO_KEY = lazy_pattern(r"([^\s,{}]{1,100})()")
_LIQUID = lazy_pattern(  # of Jekyll; another file may be named
    r"\{%-?\s{0,3}cite\s{1,3}((?:[^\s%{}-][^\s%{}]{0,99}\s{1,3}){1,20})(?!--file|-f)(?:-[^%{}]{1,80})?%\}"
)
_OTHER_SIGNS = (".org", ".rst", ".adoc", ".asciidoc")
_ASCIIDOC = lazy_pattern(r"(?:cite|citenp):\[([^\[\]\0]{1,400})\]")
_ASCIIDOC_KEY = lazy_pattern(r"([A-Za-z][\w:.-]{0,60})(?:\(([^()]{1,60})\))?")
_ORG_REF = lazy_pattern(
    r"(?<![\w:/#+])(?:\[\[)?(?:no)?[Cc]ite[a-z]{0,14}\*?:([\w&][\w&:;,.+/-]{0,300}(?<![.:;,]))(?:\]\]|(?:\]\[[^\[\]\n]{0,200}\]\]))?"
)
_ORG_REF_KEY = lazy_pattern(r"(?:cite:)?&?([^\W_][\w:.+/-]{0,99}(?<![.:]))()")
_CROSS_LINK = lazy_pattern(r"<<([\w:.+-]{1,60})(?:,([^<>\n]{0,60}))?>>")
_TYPST = lazy_pattern(
    r"#([\w-]{0,30}cite[\w-]{0,30})\(\s?(?:<([\w:.-]{1,80})>|label\(\"([\w:.-]{1,80})\"\))([^()]{0,100})\)"
)
_TYPST_NAMES = lazy_pattern(r"#cite\(\s?(\"[\w:.-]{1,80}\"(?:,\s?\"[\w:.-]{1,80}\"){0,20})[^()]{0,100}\)")
_TYPST_NAME = lazy_pattern(r"(?<=\")([\w:.-]{1,80})(?=\")()")
_DATED = lazy_pattern(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_TYPST_LABEL = lazy_pattern(r"(?<=[<\"])\w[\w:.-]{0,80}(?=[>\"])")
_DISTILL = lazy_pattern(r"<dt?-cite\s[^<>]{0,100}?key=[\"']([^\"'<>]{1,400})[\"'][^<>]{0,100}>(?:</dt?-cite>)?")
_JATS = lazy_pattern(r"<xref\s[^<>]{0,200}ref-type=[\"']bibr[\"'][^<>]{0,200}>[^<>]{0,80}</xref>")
_RID = lazy_pattern(r"rid=[\"']([\w:.-]{1,80})[\"']")
# Endings of files, the form of a marker in them, and the form of its keys.
_FORMS: tuple[tuple[str | tuple[str, ...], re.Pattern[str], re.Pattern[str]], ...] = (
    ("", _ORG, _ORG_KEY),
    ("", _ASCIIDOC, _ASCIIDOC_KEY),
    (".org", _ORG_REF, _ORG_REF_KEY),
    ((".org", ".md", ".markdown", ".rmd", ".qmd"), _MACRO_KEYS, _MACRO_KEY),
    ((".md", ".markdown"), _LIQUID, _MACRO_KEY),
    (".typ", _TYPST_NAMES, _TYPST_NAME),  # before version 0.9
)


def find_pandoc_keys(scene: MaskedText) -> Iterator[FoundCitation]:
    """Find bracketed keys; bare ones only if the document has a bibliography or a bracketed key elsewhere."""
    if scene.document.format not in {"markdown", "text"}:
        return
    if "@" not in scene.document.text:
        yield from _find_roles(scene)
        return
    known = {reference.key for reference in scene.references}
    if scene.document.path.endswith(".typ"):
        yield from _find_typst_keys(scene, known)
        return
    bracketed = list(_find_bracketed(scene, known))
    yield from bracketed
    # Other files of a project may be no chapters, and @lee in them a name.
    is_chapter = scene.document.path.lower().endswith((".qmd", ".rmd"))
    of_project = scene.document.metadata.get("project_bibliography") if is_chapter else None
    named = bool(bracketed or scene.document.metadata.get("bibliography") or of_project)
    if named or known or scene.document.metadata.get("references"):
        # Org, reStructuredText and AsciiDoc have other signs for keys: @lee may be a name.
        yield from _find_bare(scene, known, open_list=named and not scene.document.path.endswith(_OTHER_SIGNS))
    yield from _find_roles(scene)


def _find_typst_keys(scene: MaskedText, known: set[str]) -> Iterator[FoundCitation]:
    """Find keys of Typst, which writes references to labels and terms alike; a mail address is none of them."""
    text = scene.document.text
    labels = set(_TYPST_LABEL.findall(text)) - known - {found[2] for found in _TYPST.finditer(text)}  # of headings
    is_named, has_terms = bool(scene.document.metadata.get("bibliography")), _GLOSSARY.search(text) is not None
    for match in _TYPST_KEY.finditer(scene.prose):
        written = match[0][: match.start("suffix") - match.start()] if match["suffix"] else match[0]
        key = _bare_key(written)
        follows_word = scene.prose[match.start() - 1 : match.start()].isalnum()
        # A chapter without a bibliography may refer to labels of other files, and most keys have a year.
        is_dated = _DATED.search(key) is not None
        is_key = is_dated or (is_named and not has_terms)
        is_mail = follows_word and ("." in key or not is_dated)
        if key in known or (is_key and not (is_mail or key in labels or _is_not_citation(written, known))):
            yield _make_pandoc_key(written, Span(*match.span()), match["suffix"] or "", None, narrative=True)


def _find_bracketed(scene: MaskedText, known: set[str]) -> Iterator[FoundCitation]:
    for match in _list_brackets(scene):
        found = [key for key in _IN_BRACKET.finditer(match[1]) if not _is_not_citation(key[0], known)]
        keys = [key for key in found if not _is_escaped(scene, match.start(1) + key.start())]
        whole = Span(*match.span())
        group = whole if len(keys) > 1 else None
        for key in keys:
            start = match[1].rfind(";", 0, key.start()) + 1
            end = match[1].find(";", key.end())
            item = match[1][start : end if end >= 0 else len(match[1])]
            offset = match.start(1) + start + len(item) - len(item.lstrip())
            span = Span(offset, offset + len(item.strip()))
            yield _make_pandoc_key(key[0], span if group else whole, item[key.end() - start :], group)


def _list_brackets(scene: MaskedText) -> Iterator[re.Match[str]]:
    """Yield the brackets in prose and in the captions of figures; at a line's start, `[@kim]:` defines a link."""
    text, prose, end = scene.document.text, scene.prose, -1
    for match in _BRACKET.finditer(prose):
        start = match.start()
        # Of [@kim][@lee] both cite; [text][@lee] is a link.
        is_label = start not in {0, end} and prose[start - 1] == "]"
        is_link = prose.startswith(":", match.end()) and _LINE_START.search(prose, max(start - 10, 0), start)
        if not (is_label or is_link):
            end = match.end()
            yield match
    for mark in scene.document.marks:
        if mark.kind == "image" and scene.document.format == "markdown":
            yield from _BRACKET.finditer(text, mark.span.start + len("!["), mark.span.end)


_LABEL_DEFINED = lazy_pattern(r"\{#([\w:.-]{1,80})")  # of a heading or figure of the document: {#apx-3}


def _find_bare(scene: MaskedText, known: set[str], *, open_list: bool) -> Iterator[FoundCitation]:
    labels = set(_LABEL_DEFINED.findall(scene.document.text)) if open_list else set()
    for match in _BARE_KEY.finditer(scene.prose):
        key = _bare_key(match[0][: match.start("suffix") - match.start()] if match["suffix"] else match[0])
        is_key = key in known or (open_list and key not in labels)
        if is_key and not _is_escaped(scene, match.start()) and not _is_not_citation(f"@{key}", known):
            yield _make_pandoc_key(f"@{key}", Span(*match.span()), match["suffix"] or "", None, narrative=True)


def _is_escaped(scene: MaskedText, at: int) -> bool:
    r"""Check for a cross-reference of bookdown: \@ref(fig:map)."""
    return scene.document.text[at - 1 : at] == "\\"


def _is_not_citation(written: str, known: set[str]) -> bool:
    """Check whether the at-sign starts a cross-reference, the name of a package or the number of an item."""
    is_other = _OTHER_NAME.fullmatch(written) and _bare_key(written) not in known
    return bool(_CROSS_REFERENCE.match(written) or is_other)


def _find_roles(scene: MaskedText) -> Iterator[FoundCitation]:
    for match in _ROLE.finditer(scene.document.text):
        if scene.prose[match.start()] == BLANK:  # the brace itself is in code: `\todo{cite}` or `x`
            continue
        keys = list(_ROLE_KEY.finditer(match[1]))
        spans = [Span(*key.span()).shift(match.start(1)) for key in keys]
        for key, (span, group) in zip(keys, share_marker(Span(*match.span()), spans), strict=True):
            yield _make_pandoc_key(key[1], span, key[1] + key[2], group)


def _make_pandoc_key(
    written: str, span: Span, suffix: str, group: Span | None, *, narrative: bool = False
) -> FoundCitation:
    key = _bare_key(written)
    parts = {"narrative": "yes"} if narrative else {}
    prefix, _, value = key.partition(":")
    kind = _IDENTIFIER_KEYS.get(prefix.lower())
    if kind and value:
        found = read(kind, value)
        normal, more = (found.normal, found.parts) if found else (value, {})
        return FoundCitation(kind, span, normal, parse_locator(suffix), group=group, parts=parts | dict(more))
    if doi := normalize("doi", key) if key.startswith("10.") else "":  # of MyST
        return FoundCitation("doi", span, doi, parse_locator(suffix), group=group, parts=parts)
    return FoundCitation("key", span, key, read_suffix(suffix), key, group, parts)


def _bare_key(written: str) -> str:
    return written.lstrip("-").removeprefix("@").removeprefix("{").removesuffix("}")


def find_latex_keys(scene: MaskedText) -> Iterator[FoundCitation]:
    """Find one citation per key of each citation macro that the reader marked, and of macros of other files."""
    calls = [mark for mark in scene.document.marks if mark.kind == "cite" and mark.label and "macro" in mark.parts]
    others = _find_other_macros(scene, calls) if scene.document.format == "latex" else {}
    for mark in calls:
        if mark.label and mark.span.start not in others:
            yield from _read_macro(scene.document.text, mark, mark.label)
    for found in others.values():
        yield from found


def _find_other_macros(scene: MaskedText, calls: list[Mark]) -> dict[int, list[FoundCitation]]:
    """Find the keys of the bibliography in the arguments of macros that the document does not define, by offset."""
    known = {each.key for each in scene.references if each.origin == "file" and _DATED_KEY.fullmatch(each.key)}
    text, read = scene.document.text, {mark.span.start: mark for mark in calls}
    found: dict[int, list[FoundCitation]] = {}
    for macro in _OTHER_MACRO.finditer(text) if known else ():
        call = read.get(macro.start())
        is_read = call and (call.parts["macro"] != macro["macro"] or macro["macro"].endswith("s"))
        if is_read or _NO_CITATION.fullmatch(macro["macro"]) or scene.document.is_hidden(macro.start()):
            continue
        groups = [Span(*group.span(1)) for group in _GROUP.finditer(text, *macro.span("groups"))]
        cited = [group for group in groups if _has_only(text, group, known)]
        if cited and (call is None or groups[0] not in cited):
            marks = [Mark("cite", Span(at.start - 1, at.end + 1), "", at, {"macro": macro["macro"]}) for at in cited]
            found[macro.start()] = [each for mark in marks for each in _read_macro(text, mark, mark.label or mark.span)]
    return found


def _has_only(text: str, group: Span, known: set[str]) -> bool:
    keys = {key.of(text) for key in _find_key_spans(text, group)}
    return bool(keys) and keys <= known


def _read_macro(text: str, mark: Mark, label: Span) -> Iterator[FoundCitation]:
    keys = list(_find_key_spans(text, label))
    parts = _macro_parts(mark.parts)
    where = read_latex_locator(mark.parts.get("post", ""))
    for key, (span, group) in zip(keys, share_marker(mark.span, keys), strict=True):
        own = where if key is keys[-1] else None  # the note belongs to the last work, after which it is printed
        yield FoundCitation("key", span, key.of(text), own, key.of(text), group, parts)


def _find_key_spans(text: str, label: Span) -> Iterator[Span]:
    """Return the span of each key; comments between keys are skipped."""
    bare = _LATEX_COMMENT.sub(lambda comment: " " * len(comment[0]), label.of(text))
    return (Span(label.start + found.start(), label.start + found.end()) for found in _LATEX_KEY.finditer(bare))


def _macro_parts(parts: Mapping[str, str]) -> dict[str, str]:
    own = {"macro": parts["macro"]}
    if parts.get("pre"):
        own["prefix"] = parts["pre"]
    if parts["macro"] == "nocite":
        own["silent"] = "yes"
    return own


def find_markup_keys(scene: MaskedText) -> Iterator[FoundCitation]:
    """Find keys of reST, Org, AsciiDoc, Typst, Distill and JATS; `<cite>` in HTML is a title, not a key."""
    if scene.document.format == "latex":  # its own macros cite; brackets are notation
        return
    for match in _REST.finditer(scene.prose):
        yield _make_markup_key(match[1], Span(*match.span()))
    path = scene.document.path.lower()
    for _, form, each in (one for one in _FORMS if path.endswith(one[0])):
        for match in form.finditer(scene.prose):
            yield from _read_markup_keys(match, list(each.finditer(match[1])))
    known = {each.key for each in scene.references} if "<<" in scene.prose or "cite" in scene.prose else set()
    for match in _TYPST.finditer(scene.prose):
        key = match[2] or match[3]
        # A function of the author's may cite figures: #citefig(<map>).
        if match[1] == "cite" or not known or key in known or _DATED.search(key):
            yield _make_markup_key(key, Span(*match.span()), match[4])
    for match in _CROSS_LINK.finditer(scene.prose) if known else ():  # in AsciiDoc, entries are named like sections
        if match[1] in known:
            yield _make_markup_key(match[1], Span(*match.span()), match[2] or "")
    yield from _find_element_keys(scene)


def _find_element_keys(scene: MaskedText) -> Iterator[FoundCitation]:
    """Find the elements of Distill and JATS that cite."""
    text = scene.document.text
    for match in _DISTILL.finditer(text) if scene.document.format == "html" else ():
        if not scene.document.is_hidden(match.start()):
            yield from _read_markup_keys(match, list(_MACRO_KEY.finditer(match[1])))
    for match in _JATS.finditer(text) if "<xref" in text else ():
        rid = _RID.search(match[0])
        if rid:
            yield _make_markup_key(rid[1], Span(*match.span()))


def _read_markup_keys(marker: re.Match[str], keys: list[re.Match[str]]) -> Iterator[FoundCitation]:
    """Yield one citation per key with its own locator; several keys have their own spans."""
    starts = [marker.start(1) + key.start() for key in keys]
    spans = [Span(start, start + len(key[0].rstrip(" ;,"))) for key, start in zip(keys, starts, strict=True)]
    for key, (span, group) in zip(keys, share_marker(Span(*marker.span()), spans), strict=True):
        yield _make_markup_key(key[1], span, key[2] or "", group)


def _make_markup_key(key: str, span: Span, place: str = "", group: Span | None = None) -> FoundCitation:
    return FoundCitation("key", span, key, parse_locator(place), key, group)
