"""Find citations of the project's own sources: corpus ids, mentioned files, issues and use cases."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import chain

from citevet.extract.locators import parse_locator
from citevet.extract.masked_text import FoundCitation, MaskedText
from citevet.identifiers import trim_identifier
from citevet.identifiers.addresses import normalize_url
from citevet.model import Locator, Span
from citevet.patterns import lazy_pattern
from citevet.text.page_lists import read_counted_pages, read_page_list

_FEWEST_DIGITS = 3
# A particle may follow without a space: REF-043의, REF-043に.
_ID_END = r"(?:-[a-z]+)?(?!-|(?![가-힣\u3040-\u30ff\u4e00-\u9fff])\w)"
_ID = rf"REF-\d{{3,9}}{_ID_END}"
# In brackets, misspelled ids count too: ref-43, REF043, REF_043. "(ref 12)" is prose.
_LOOSE_ID = rf"(?:REF[-_]?|[Rr]ef-)\d{{1,9}}{_ID_END}"
_SIGNAL = r"(?:(?:[Ss]ee(?: also)?|[Cc]f\.|e\.g\.,?|also|but see)\s{1,3})?"
_MARKER_FORM = (
    r"\[\s?{signal}{id}[^\[\]\0]{{0,400}}\](?!\()|\(\s?{signal}{id}(?:[^()\0]|\([^()\0]{{0,60}}\)){{0,400}}\)"
)
_ID_MARKER = lazy_pattern(_MARKER_FORM.format(signal=_SIGNAL, id=_LOOSE_ID))
_ID_IN_MARKER = lazy_pattern(rf"{_SIGNAL}({_LOOSE_ID})")
_BEFORE_ID = r"(?<![\w/@.-])"
_BARE_ID = lazy_pattern(rf"{_BEFORE_ID}{_ID}")
# After an id in running text: REF-043, p. 15; REF-043 (pp. 3 and 9); REF-043 (Section 2)
_PAGE_WORD = lazy_pattern(r",?\s{1,3}(?:pp?\.|pages?\s)[\s~]{0,3}(?=\w)")
_PLACE = lazy_pattern(
    r"\s{1,3}\(((?:pp?\b|pages?\b|pgs?\b|S\.|Seiten?\b|[Ss]ect|§|[Cc]h\b|[Cc]hap|쪽|페이지|ページ|页|頁)[^()\[\]\n\0]{0,80})\)"
)
# REF-043의 99쪽; REF-043, 99쪽; REF-043（第99页）
_BEFORE_COUNTED = lazy_pattern(r"(?:의|の|的)?\s?[,，、:：》]?\s{0,3}(?P<open>[(（])?\s?(?:p\.\s?)?(?=[제第\d])")
_CLOSE = lazy_pattern(r"\s?[)）]")
_NUMBER = lazy_pattern(r"\d+")

# A path has a slash and a file ending; otherwise `@` starts a citation key, a handle or a package.
# In quotation marks `@/` starts the name of a module: import Figure from "@/components/Figure.astro".
_MENTION = lazy_pattern(
    r"@(?<![\w@/.-]@)(?!(?<=[\"'`]@)~?/)"
    r"((?:\.{1,2}/|~/|/)?[\w.-]{1,100}(?:/[\w.@-]{1,100}){1,20})(?:#[\w-]+)?"
)
_IMPORTS = lazy_pattern(
    r"\b(?:from|import|require\(|import\()\s{0,3}[\"'`]$"
)  # import { Server } from "@scope/pkg/a.js"
_FILE_NAME = lazy_pattern(r"/[^/]*\.[a-z][a-z0-9]{0,5}$")
_CORPUS_ID = lazy_pattern(r"REF-\d+")
# Not `name/project#12`, an issue of another project, nor the character `&#12;` or the colour #000080.
_ISSUE = lazy_pattern(r"#(?<![\w/&#.-]#)([1-9]\d{0,6})(?![\w-])")
_USE_CASE = lazy_pattern(r"UC-(?<![\w/@.-]UC-)\d{3}(?![\w-])")


def find_corpus_ids(scene: MaskedText) -> Iterator[FoundCitation]:
    """Find markers that start with an id, then ids in running text."""
    if "REF" not in scene.prose and "ef-" not in scene.prose:
        return
    for match in _ID_MARKER.finditer(scene.prose):
        yield from _read_id_marker(match, _ID_IN_MARKER, _check_id)
    yield from _find_bare_ids(_BARE_ID, scene)


def find_own_corpus_ids(scene: MaskedText) -> Iterator[FoundCitation]:
    """Find ids of the pattern that the project sets, where it starts with other letters than REF."""
    if not scene.ids.corpus_pattern:
        return
    own = rf"(?:{scene.ids.corpus_pattern})(?![A-Za-z0-9_])"
    inside, paths = re.compile(rf"{_SIGNAL}({own})"), scene.ids.corpus_files
    markers = re.finditer(_MARKER_FORM.format(signal=_SIGNAL, id=own), scene.prose)
    found = (one for match in markers for one in _read_id_marker(match, inside, lambda each: (each, None, False)))
    for one in chain(found, _find_bare_ids(re.compile(_BEFORE_ID + own), scene)):
        yield replace(one, parts={"path": paths[one.normal]}) if one.normal in paths else one


def _find_bare_ids(form: re.Pattern[str], scene: MaskedText) -> Iterator[FoundCitation]:
    for match in form.finditer(scene.prose):
        # A marker may lack its closing bracket.
        opened = scene.prose[max(match.start() - 1, 0) : match.start()] in {"[", "("}
        place, end = (None, match.end()) if opened else _read_place(scene.prose, match.end())
        yield FoundCitation("corpus", Span(match.start(), end), match[0], place, key=match[0])


def _read_place(text: str, start: int) -> tuple[Locator | None, int]:
    """Return the place that follows an id in running text, and where it ends."""
    if noted := _PLACE.match(text, start):
        place = parse_locator(noted[1])
        return (place, noted.end()) if place else (None, start)
    if (counted := _read_counted_place(text, start)) is not None:
        return counted
    word = _PAGE_WORD.match(text, start)
    pages = read_page_list(text, word.end()) if word else None
    return (Locator(page=pages.text), pages.end) if pages else (None, start)


def _read_counted_place(text: str, start: int) -> tuple[Locator, int] | None:
    """Return the pages after an id whose word follows the number, in brackets or not."""
    before = _BEFORE_COUNTED.match(text, start)
    pages = read_counted_pages(text, before.end()) if before else None
    if not before or not pages:
        return None
    closed = _CLOSE.match(text, pages.end) if before["open"] else None
    if before["open"] and not closed:
        return None
    return Locator(page=pages.text), closed.end() if closed else pages.end


def _read_id_marker(
    marker: re.Match[str], form: re.Pattern[str], check: Callable[[str], tuple[str, str | None, bool]]
) -> Iterator[FoundCitation]:
    ids = list(form.finditer(marker[0], 1, len(marker[0]) - 1))
    whole = Span(*marker.span())
    ends = [following.start() for following in ids[1:]] + [len(marker[0]) - 1]
    for match, end in zip(ids, ends, strict=True):
        item = marker[0][match.start() : end].rstrip(" ,;\t\r\n").removesuffix(" and").removesuffix(" &").rstrip(" ,;")
        span = Span(whole.start + match.start(), whole.start + match.start() + len(item))
        written, span, group = (marker[0], whole, None) if len(ids) == 1 else (item, span, whole)
        normal, fault, certain = check(match[1])
        correction = written.replace(match[1], normal, 1) if certain else None
        place = parse_locator(marker[0][match.end() : end])
        yield FoundCitation("corpus", span, normal, place, normal, group, fault=fault, correction=correction)


def _check_id(written: str) -> tuple[str, str | None, bool]:
    """Return the id in its correct form, the fault of the written one, and whether the correct form is certain.

    It is if only letters and the hyphen are wrong; REF-4 may be an id that is not filed yet.
    """
    if _BARE_ID.fullmatch(written):
        return written, None, False
    digits = "".join(_NUMBER.findall(written)[:1])
    right = f"REF-{digits:0>3}" if digits else written
    return right, f"written {written}; ids of a corpus look like {right}", len(digits) >= _FEWEST_DIGITS


def find_mentions(scene: MaskedText) -> Iterator[FoundCitation]:
    """Find mentions of files by their path."""
    for match in _MENTION.finditer(scene.prose):
        path = trim_identifier(match[1])
        is_import = _IMPORTS.search(scene.prose, max(0, match.start() - 20), match.start()) is not None
        if _FILE_NAME.search(path) and not is_import:
            ref = _CORPUS_ID.search(path)
            span = Span(match.start(), match.start(1) + len(path))
            yield FoundCitation("mention", span, path, parts={"path": path, **({"ref": ref[0]} if ref else {})})


def find_issues(scene: MaskedText) -> Iterator[FoundCitation]:
    """Find issue numbers, each of which is a link to the project's tracker."""
    tracker = scene.ids.issues
    if not tracker or scene.document.format == "latex":  # where #1 is a parameter
        return
    for match in _ISSUE.finditer(scene.prose):
        address = f"{tracker.rstrip('/')}/{match[1]}"
        yield FoundCitation("link", Span(*match.span()), normalize_url(address), parts={"target": address})


def find_use_cases(scene: MaskedText) -> Iterator[FoundCitation]:
    """Find ids of use cases, each of which mentions a file of the project."""
    folder, paths = scene.ids.use_case_folder, scene.ids.use_cases
    for match in _USE_CASE.finditer(scene.prose) if folder else ():
        path = paths.get(match[0], f"{folder}/{match[0]}.md")
        yield FoundCitation("mention", Span(*match.span()), match[0], parts={"path": path, "use-case": folder})
