"""Parts of a document that are not its author's prose: lists of sources, court opinions and formulas."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from citevet.model.document import Block, Document, Span
from citevet.patterns import lazy_pattern

_PART = r"(?:(?:the|this) )?(?:annex|appendix|chapter|section|part|supplement)"
_NUMBERING = r"\s*(?:(?:§ ?)?(?:\d{1,2}|[IVX]{1,5}|[A-Z](?=[.)]))(?:\.\d{1,2}){0,2}[.)]?\s+)?(?:#+\s*)?"
_HEADING = lazy_pattern(
    rf"{_NUMBERING}"
    r"(?:(?:(?:complete |full )?list of |selected |cited |key |(?:non-)?normative |informative )?"
    r"(?:references?|refs|bibliography|works cited|literature(?: cited)?|sources|"
    r"citations|reference list|endnotes|footnotes)(?: (?:used|cited|included)"
    r"(?: in (?:this|the) (?:section|chapter|report|review|study|(?:meta-?)?analysis))?)?"
    rf"(?: \(urls?\))?|{_PART} (?:[A-Z0-9]{{1,4}} )?references|"
    rf"references (?:of|for|to|in|from) {_PART}(?: [A-Z0-9]{{1,4}})?|source (?:index|list)|cited literature|"
    r"(?:references?|bibliography) (?:and|&) (?:notes|further reading|sources|references)|notes and references|"
    r"참고\s?문헌(?:\s?목록)?|참고\s?자료|인용\s?문헌|출처|각주|미주|"
    r"(?:quellen|literatur)(?:-? und (?:quellen|literatur))?(?:verzeichnis)?|"
    r"(?:références|referencias|referências|riferimenti)(?: bibliogr\w{5,9})?|"
    r"bibliographie|bibliografía|bibliografi[ae]|(?:spis |seznam )?(?:použité )?literatur[ay]|källor|"
    r"lähteet|kaynakça|literatuur(?:lijst)?|litteratur(?:liste)?|refer[ae]n[sc]er|irodalomjegyzék|kaynaklar|مراجع|منابع)"
    r"\s*:?\s*",
    re.IGNORECASE,
)
# Apart, because letters with more than one capital take 20 ms to compile.
_RUSSIAN_HEADING = lazy_pattern(
    rf"{_NUMBERING}(?:библиография|библиографический список|(?:список )?литератур[аы]|список (?:"
    r"использованн(?:ых источников|ой литературы)|источников|(?:использованных )?источников и литературы))\s*:?\s*",
    re.IGNORECASE,
)
_CHINESE_HEADING = lazy_pattern(
    rf"{_NUMBERING}(?:第?[一二三四五六七八九十]{{1,3}}[章节節、.．]?\s*)?(?:主要|核心|主な)?"
    r"(?:参考|參考|引用)(?:文[献獻]|[资資]料|[来來]源|链接)(?:列表|汇总|清单|目[录錄]|一覧)?\s*[:：]?\s*"
)
# The title of what follows a list; an entry has a year.
_APPENDIX = lazy_pattern(
    r"(?:[A-Z][.)]?\s)?(?:appendix|appendices|anhang|annexe?s?|supplementary (?:information|materials?|notes?)"
    r"|supporting information|부록|附[录錄])(?:\s[A-Z0-9]{1,3})?(?:[.:–—-]?\s\D{1,60})?[.:]?",
    re.IGNORECASE,
)
# (Kim et al., 2019; in prose. An entry has the year alone in brackets, or after a publisher.
_CITES_NAME = lazy_pattern(
    r"\((?:see |e\.g\.,? )?[A-Z][\w’'-]{1,30}(?:,? (?:and|&) [A-Z][\w’'-]{1,30}| et al\.?)?,? (?:19|20)\d\d[a-z]?[;)]"
)
_DATED = lazy_pattern(r"\b(?:19|20)\d\d[a-z]?\b")
_TAG = lazy_pattern(r"<[^<>]{0,300}>")
_ANCHORS = " \t#¶🔗\u200b\ufeff"  # signs of the link to a heading, which generators of pages put after it
_CITED_NAMES = 1.5  # in a paragraph of a chapter
_LONGEST = 60  # characters; headings are short, so longer lines are not matched
# Words at the head or the end of an opinion. A brief has none of them.
_OPINION = lazy_pattern(
    r"\bdelivered the opinion of the [Cc]ourt\b|\b[Ii]t is so ordered\b|\b(?:AFFIRMED|REVERSED)\b"
    r"|\b(?:Circuit|District|Chief) Judges?(?:[:.][*_ \t]{0,4})?(?=[\r\n]|$)"
    r"|\b(?:Justice|JUSTICE) [A-Z]\w{2,20},? (?:with whom|dissenting|concurring|delivered)\b"
)
_OPINION_WORDS = ("opinion", "so ordered", "AFFIRMED", "REVERSED", "Judge", "Justice ", "JUSTICE ")
# $45\%$, $1,214$: a number set as mathematics.
_NUMBER = lazy_pattern(r"\$[+-]?\d[\d.,]{0,20}(?:\s?\\?%)?\$")
_SETTING = str.maketrans("$\\", "  ")


def is_reference_heading(text: str) -> bool:
    """Check whether a line is the heading of a list of sources."""
    plain = text.rstrip(_ANCHORS)
    forms = (_HEADING,) if plain.isascii() else (_HEADING, _RUSSIAN_HEADING, _CHINESE_HEADING)
    return len(text) <= _LONGEST and any(form.fullmatch(plain) for form in forms)


def is_appendix_title(text: str) -> bool:
    """Check whether a line is the title of an appendix."""
    return len(text) <= _LONGEST_TITLE and _APPENDIX.fullmatch(text.strip()) is not None


def reproduces_opinion(text: str) -> bool:
    """Return whether the text has the head or the end of a court opinion."""
    return any(words in text for words in _OPINION_WORDS) and _OPINION.search(text) is not None


def mask_formulas(text: str, document: Document, span: Span) -> str:
    """Replace each formula in the plain text of a span by as many letters "x"; a number only loses its dollar signs."""
    pieces: list[str] = []
    at = 0
    for formula in (region.span for region in document.regions_in(span) if region.kind == "math"):
        written = " ".join(formula.of(document.text).split())
        start = text.find(written, at) if written else -1
        if start >= 0:
            is_number = _NUMBER.fullmatch(written) is not None
            pieces += text[at:start], written.translate(_SETTING) if is_number else "x" * len(written)
            at = start + len(written)
    return "".join((*pieces, text[at:]))


# Sections that list sources

_EMPHASIS = "*_ \t"
_LONGEST_TITLE = 80  # characters
_DEEPEST = 6
# A bold line that is neither a sentence nor a citation: language models write headings this way.
_BOLD_LINE = lazy_pattern(r"(\*\*|__)[^*_\[\]()\r\n]{1,80}(?<![.!?。,;\s])\1:?[^\S\r\n]*(?:\r\n|\r|\n)\s*+")

# A paragraph that has both the title and the entries: "**Sources:** [1] …", or the title on a line of its own.
_TITLE_BEFORE_ENTRIES = lazy_pattern(r"([^\[\]\r\n]{3,70})(?:(?:\r\n|\r|\n)[ \t]*)?(?=\\?\[\d{1,4}\\?\]:?[ \t])")
_NUMBERED = lazy_pattern(r"\\?\[\d{1,4}\\?\]:?[ \t]")
# The entry after these words is the document itself.
_HOW_TO_CITE = lazy_pattern(
    r"[*_\s]{0,4}(?:how to cite|(?:please )?cite (?:this|it|as|the)\b|to cite this|(?:suggested|recommended|preferred)"
    r" citation|zitier(?:vorschlag|weise)|(?:pour|comment) citer|c[óo]mo citar)",
    re.IGNORECASE,
)


def find_reference_sections(document: Document) -> Iterator[list[Block]]:
    """Yield the blocks of each section whose heading announces a list of sources."""
    blocks = document.blocks
    index = 0
    while index < len(blocks):
        titled = _strip_list_title(document, blocks[index])
        level = None if titled else _get_list_level(document, blocks[index])
        if level is None and _is_numbered_title(document, blocks[index : index + 2]):
            level = _DEEPEST
        index += 1
        if titled is None and level is None:
            continue
        section = [titled] if titled else []
        while index < len(blocks) and not _ends_section(document, blocks[index], level):
            section.append(blocks[index])
            index += 1
        if index < len(blocks) or len(section) < len(blocks) - 1 or not _is_chapter(document, section):
            yield section


def _is_chapter(document: Document, section: Sequence[Block]) -> bool:
    """Check whether a whole document under the title "Literature" is a chapter: its paragraphs cite names and years."""
    text = (document.slice(block.span) for block in section)
    return sum(len(_CITES_NAME.findall(each)) for each in text) > _CITED_NAMES * len(section)


def strip_bold_title(document: Document, block: Block) -> Block:
    """Return a paragraph without the bold line that serves as its title."""
    if document.format != "markdown" or block.kind != "paragraph":
        return block
    title = _BOLD_LINE.match(document.text, block.span.start, block.span.end)
    return replace(block, span=Span(title.end(), block.span.end)) if title else block


def _get_list_level(document: Document, block: Block) -> int | None:
    """Return the level of a heading of a source list, else None; a bold line has the deepest level."""
    if block.kind not in {"heading", "paragraph"} or len(block.span) > _LONGEST_TITLE:
        return None
    written = document.slice(block.span)
    text = (_TAG.sub("", written) if document.format == "html" else written).strip(_EMPHASIS)
    if not is_reference_heading(text.splitlines()[0] if text else ""):
        return None
    return block.level or _DEEPEST if block.kind == "heading" else _DEEPEST


def _is_numbered_title(document: Document, blocks: Sequence[Block]) -> bool:
    """Check whether an item is a title: "12. References" before a labelled entry, or in Word one with a year."""
    is_pair = len(blocks) == 2  # noqa: PLR2004 - the item and the next
    if not is_pair or document.format not in {"text", "docx"} or blocks[0].kind != "item":
        return False
    title, after = blocks
    is_entry = (
        document.text.startswith("[", after.span.start)
        if document.format == "text"
        else after.kind == "paragraph" and _DATED.search(document.text, after.span.start, after.span.end) is not None
    )
    return is_entry and is_reference_heading(document.slice(title.span))


def _strip_list_title(document: Document, block: Block) -> Block | None:
    """Return the entries of a paragraph that opens with the title of a list; none for other blocks."""
    if block.kind != "paragraph" or document.format not in {"markdown", "text"}:
        return None
    title = _TITLE_BEFORE_ENTRIES.match(document.text, block.span.start, block.span.end)
    if title is None or not is_reference_heading(title[1].strip(_EMPHASIS + ":")):
        return None
    return replace(block, span=Span(title.end(), block.span.end))


def _ends_section(document: Document, block: Block, level: int | None) -> bool:
    """Check for the end of a list; without a level it ends before the first block that is not numbered."""
    if level is None:
        return _NUMBERED.match(document.text, block.span.start, block.span.end) is None
    if _HOW_TO_CITE.match(document.text, block.span.start, block.span.end):
        return True
    if block.kind != "heading":
        return document.format == "pdf" and is_appendix_title(document.slice(block.span))
    return 0 < block.level <= level or _get_list_level(document, block) is not None
