"""The anchors of a file, to which `#fragment` in an address can lead."""

import re
from collections.abc import Collection, Iterator, Mapping
from functools import cached_property
from html import unescape
from urllib.parse import unquote

from citevet.patterns import lazy_pattern
from citevet.text.heading_slugs import Renderer, list_slugs

MARKDOWN = frozenset({".md", ".markdown", ".mdx", ".qmd", ".rmd"})
PAGES = frozenset({".html", ".htm", ".xhtml"})
_REST = frozenset({".rst"})
READABLE = MARKDOWN | PAGES | _REST | {".ipynb"}
_ATTRIBUTE = lazy_pattern(
    r"(?<![\w-])(?:id|name|xml:id)\s{0,5}=\s{0,5}(?:\"([^\"<>]{1,300})\"|'([^'<>]{1,300})'|([^\s\"'<>=`]{1,300}))"
)
# `(label)=` of MyST, `{#id}` and `{: #id }` after a heading, picture or block, `:name: id` of a directive.
_LABELS = lazy_pattern(
    r"^[ \t]{0,9}\(([^()\n]{1,120})\)=[ \t]*$|\{:?[^{}\n]{0,120}?#([\w:.-]{1,120})[^{}\n]{0,200}\}"
    r"|^[ \t]{0,12}:(?:name|label):[ \t]{1,9}(\S{1,120})|^[ \t]{0,12}#\|[ \t]{0,5}label:[ \t]{0,5}(\S{1,120})"
    r"|^[ \t]{0,9}\.\. _`?([^:`\n]{1,120})`?:[ \t]*$|\{/\*\s{0,5}#([\w-]{1,120})\s{0,5}\*/\}",
    re.MULTILINE,
)
# What puts text into a page that is not in its file: templates, includes, components, generated references.
_GENERATED = lazy_pattern(
    r"\A---\n(?:[^\n]*\n){0,60}?listing:"
    r"|\{\{|\{%|<%|^[ \t]*-{1,2}8<-{1,2}|^[ \t]*(?:`{3,}|:{3,})\s?\{?(?:include|eval-rst|auto\w+|mermaid-include)\b"
    r"|^[ \t]*::: [\w.]+[ \t]*$|^[ \t]*\.\. (?:include|auto\w+|click|argparse)::|^[ \t]*<<<"
    r"|^[ \t]*!\[\[|^[ \t]*@include|\{\{?#include|\[(?:!|%)\s?include",
    re.MULTILINE,
)
# Of a page that is a program; in a block of code they are an example: <Response [200 OK]>.
_COMPONENT = lazy_pattern(r"^[ \t]*<[A-Z]\w+[\s/>]|^import .{1,200} from ", re.MULTILINE)
_FENCE = lazy_pattern(r"[ \t>]*(`{3,}|~{3,})")
_SCRIPTED = lazy_pattern(r"<script\b", re.IGNORECASE)
_FOOTNOTE = lazy_pattern(r"(?:user-content-)?fn(?:ref)?[-:_]?[\w-]{0,80}\Z")
_LINES = lazy_pattern(
    r"L\d{1,7}(?:C\d+)?(?:-L?\d{1,7}(?:C\d+)?)?\Z|\d{1,7}(?:-\d{1,7})?\Z|(?:page|p|nameddest|t|search)=.*\Z"
)
_REST_TITLE = lazy_pattern(
    r"^(?:([=\-`:'\"~^_*+#.<>])\1{2,}[ \t]*\n)?[ \t]*(\S[^\n]{0,300})\n([=\-`:'\"~^_*+#.<>])\3{2,}[ \t]*$", re.MULTILINE
)
_TOP = frozenset({"", "top", "_top", "readme", "content", "main", "main-content"})
_TAGS = lazy_pattern(r"<[^<>]{0,500}>")
_MYST_ROLE = lazy_pattern(r"\{[\w:-]{1,40}\}(?=`)")


class PageAnchors:
    """The anchors of one file by the rules of each renderer."""

    def __init__(self, text: str, ending: str) -> None:
        self._text, self._ending = text, ending
        self._slugs: dict[Renderer, frozenset[str]] = {}

    @cached_property
    def headings(self) -> tuple[str, ...]:
        """The headings as their readers see them, in order."""
        if self._ending in PAGES:
            return ()
        if self._ending in _REST:
            return tuple(found[2].strip() for found in _REST_TITLE.finditer(self._text))
        if self._ending == ".ipynb":
            return tuple(_list_headings("\n\n".join(_list_cells(self._text))))
        return tuple(_list_headings(self._text))

    @cached_property
    def named(self) -> frozenset[str]:
        """The anchors that the file names itself."""
        found = {unescape(next(filter(None, each), "")) for each in _ATTRIBUTE.findall(self._text)}
        if self._ending not in PAGES:
            labels = {next(filter(None, each), "").strip() for each in _LABELS.findall(self._text)}
            found |= labels | {label.lower().replace("_", "-").replace(" ", "-") for label in labels}
        return frozenset(found)

    @cached_property
    def is_open(self) -> bool:
        """Whether the page may have anchors that its file does not show."""
        if self._ending in PAGES:
            return not self.named and _SCRIPTED.search(self._text) is not None
        if _GENERATED.search(self._text):
            return True
        return _COMPONENT.search(self._text) is not None and _COMPONENT.search(_drop_code(self._text)) is not None

    def slugs(self, renderer: Renderer) -> frozenset[str]:
        """Return the anchors that a renderer makes of the headings."""
        if renderer not in self._slugs:
            self._slugs[renderer] = list_slugs(self.headings, renderer)
        return self._slugs[renderer]

    def has(self, fragment: str, renderers: Collection[Renderer]) -> bool:
        """Return whether a fragment leads to a place, for one of some renderers."""
        wanted = unquote(fragment).partition(":~:")[0]
        if (
            wanted.lower() in _TOP
            or wanted.startswith(("/", "!", "?"))
            or _FOOTNOTE.match(wanted)
            or _LINES.match(wanted)
        ):
            return True
        wanted = wanted.removeprefix("user-content-")
        if wanted in self.named:
            return True
        # GitHub finds an anchor whatever the case of the fragment.
        folded = wanted.lower() if "github" in renderers else wanted
        return any({wanted, folded} & self.slugs(each) for each in renderers)

    def list_all(self, renderers: Collection[Renderer]) -> list[str]:
        """Return all anchors, for suggestions."""
        return sorted({*self.named, *(slug for each in renderers for slug in self.slugs(each))})


def _list_headings(text: str) -> Iterator[str]:
    """Yield the headings of Markdown without their markup, as a renderer reads them."""
    from pyromark import Options, events_with_range  # HTML needs no parser of Markdown

    options = Options.ENABLE_HEADING_ATTRIBUTES | Options.ENABLE_TABLES | Options.ENABLE_STRIKETHROUGH
    words: list[str] | None = None
    for event, _ in events_with_range(_hide_front_matter(text), options=options | Options.ENABLE_MATH):
        name, payload = (event, None) if isinstance(event, str) else next(iter(event.items()))
        if name == "Start" and _is_heading(payload):
            words = []
        elif name == "End" and words is not None and _is_heading(payload):
            yield _MYST_ROLE.sub("", " ".join("".join(words).split("\n")))
            words = None
        elif words is not None and name in {"Text", "Code", "InlineMath"}:
            words.append(str(payload or ""))
        elif words is not None and name == "SoftBreak":
            words.append(" ")


def _is_heading(tag: object) -> bool:
    return isinstance(tag, Mapping) and "Heading" in tag


def _hide_front_matter(text: str) -> str:
    if not text.startswith("---"):
        return text
    end = lazy_pattern(r"^(?:---|\.\.\.)[ \t]*$", re.MULTILINE).search(text, 4)
    return text[end.end() :] if end else text


def _list_cells(text: str) -> Iterator[str]:
    """Yield the Markdown of a notebook."""
    from json import loads  # most runs read no notebook

    try:
        cells = loads(text).get("cells", [])
    except (ValueError, AttributeError, RecursionError):
        return
    for cell in cells if isinstance(cells, list) else []:
        if isinstance(cell, dict) and cell.get("cell_type") == "markdown":
            source = cell.get("source", "")
            yield source if isinstance(source, str) else "".join(map(str, source))


def _drop_code(text: str) -> str:
    """Return a text without its fenced blocks of code."""
    kept: list[str] = []
    fence = ""
    for line in text.splitlines():
        found = _FENCE.match(line)
        if fence:
            fence = "" if found and found[1].startswith(fence) else fence
        elif found:
            fence = found[1]
        else:
            kept.append(line)
    return "\n".join(kept)
