"""Typst: find what is code, and what is text inside of it: #figure(image("a.png"), caption: [Trees @smith2020])."""

import re

from citevet.model import Mark, RegionKind, Span
from citevet.model.document import is_inside
from citevet.read.regions import MarkupParts
from citevet.records import dataclass, field
from citevet.tables import read_words

_RAW = r"```[^`]*+(?:`{1,2}[^`]++)*+```|`[^`\n]*+`"
_COMMENT = r"(?P<comment>(?<!:)//[^\n]*+|/\*(?:[^*]|\*(?!/))*+(?:\*/|\Z))"
_IN_TEXT = re.compile(
    rf"""\\. | {_COMMENT} | (?P<code>{_RAW}) | (?P<math>\$(?:[^$\\]|\\.)*+\$)
    | (?P<markup><\w[\w:.-]*+>) | \#(?P<name>[A-Za-z][\w-]*+(?:\.[A-Za-z][\w-]*+)*+) | [\[\]]""",
    re.VERBOSE | re.DOTALL,
)
_IN_CODE = re.compile(rf'{_COMMENT}|{_RAW}|"(?:[^"\\]|\\.)*+"|[\[\](){{}};\n]', re.DOTALL)
_DEFINITIONS = frozenset({"let", "set", "import"})
_STATEMENTS = _DEFINITIONS | read_words("show include if for while context return")
_CLOSERS = {"(": ")", "{": "}"}
_TEXT = "text"  # instead of the closing bracket of text
_QUOTE = re.compile(r"#quote(?:\[|\((?P<block>[^()\[\]]{0,200}\bblock:\s?true)?)")
_LINE_END, _FOOTNOTE = "\n", "#footnote["
_ADDRESS = re.compile(r'\(\s*"(https?://[^"\s]{1,2000})"\s*\)')
_NOTE = re.compile(r'\(\s*"((?:[^"\\]|\\.){1,2000})"\s*\)')  # #footnote("…")
_CITATION = re.compile(r'\(\s?[<"][^()]{1,300}\)')  # #cite(<smith2020>), also of a function of the author's
# bibliography("refs.bib"), bibliography(title: "Works", ("a.bib", "b.yml")); bibliography-file: "refs.bib" of templates
_FILES = re.compile(
    r"""\bbibliography(?:-file|-path)?\s*[(:]\s*
    (?:[a-z]{2,12}:\s{0,9}(?:"[^"\n]{0,200}"|\[[^]\n]{0,200}\]|\w{1,20}),\s{0,20}){0,4}
    \(?\s*(?P<files>"[^"\n]{1,200}"(?:\s*,\s*"[^"\n]{1,200}")*+)
    | (?:\#|(?<=[(,:={])\s{0,9})(?P<how>include|import)\s*\(?\s*"(?P<part>[^"@\n][^"\n]{0,199})\"""",
    re.VERBOSE,
)
_QUOTED = re.compile(r'"([^"]+)"')


@dataclass(slots=True)
class _Scanner:
    """Walks through a file; `open` are the brackets around the current place, each as what closes it."""

    text: str
    found: MarkupParts = field(default_factory=MarkupParts)
    open: list[str] = field(default_factory=list)
    # for each open [ where the call began whose text it holds, and where that text begins
    calls: list[tuple[int, int] | None] = field(default_factory=list)
    code: int | None = None  # where the current code began
    is_definition: bool = False  # whether text in this code is not printed here

    def scan(self) -> MarkupParts:
        at = 0
        while found := (_IN_TEXT if self.code is None else _IN_CODE).search(self.text, at):
            at = self._read_text(found) if self.code is None else self._read_code(found)
        if self.code is not None:
            self._end_code(len(self.text))
        return self.found

    def _read_text(self, found: re.Match[str]) -> int:
        kind: RegionKind | None = found.lastgroup if found.lastgroup in {"comment", "code", "math", "markup"} else None  # type: ignore[assignment]
        if kind:
            self.found.hide(kind, *found.span())
        elif found["name"]:
            return self._read_call(found)
        elif found[0] == "[":
            self._open_text(None, found.end())
        elif found[0] == "]" and self.open:
            self._close_text(found)
        return found.end()

    def _read_call(self, found: re.Match[str]) -> int:
        """Begin the code or the text of #name, #name(…), #name[…] or a statement."""
        after = self.text[found.end() : found.end() + 1]
        if found["name"] in _STATEMENTS:
            self.code, self.is_definition = found.start(), found["name"] in _DEFINITIONS
            self.open.append(_LINE_END)
            return found.end()
        if "cite" in found["name"] and (citation := _CITATION.match(self.text, found.end())):
            return citation.end()
        if found["name"] == "footnote" and (note := _NOTE.match(self.text, found.end())):
            content = Span(*note.span(1))
            self.found.hide("markup", found.start(), content.start)
            self.found.hide("markup", content.end, note.end())
            self.found.marks.append(Mark("inline-note", Span(found.start(), note.end()), label=content))
            return note.end()
        if found["name"] == "link" and (address := _ADDRESS.match(self.text, found.end())):
            self.found.marks.append(Mark("autolink", Span(found.start(), address.end()), address[1]))
        if after == "(":
            self.code = found.start()
            self.open.append(")")
            return found.end() + 1
        end = found.end() + (after == "[")
        self.found.hide("markup", found.start(), found.end() if self._is_quote(found.start()) else end)
        if after == "[":
            self._open_text(found.start(), end)
        return end

    def _is_quote(self, call: int | None) -> bool:
        """Return whether a call prints quotation marks, so that its brackets stay part of the block."""
        return call is not None and _QUOTE.match(self.text, call) is not None

    def _open_text(self, call: int | None, start: int) -> None:
        self.open.append(_TEXT)
        self.calls.append(None if call is None else (call, start))

    def _close_text(self, found: re.Match[str]) -> None:
        self.open.pop()
        call = self.calls.pop()
        content = Span(call[1], found.start()) if call else None
        if call and content and self.text.startswith(_FOOTNOTE, call[0]):
            self.found.marks.append(Mark("inline-note", Span(call[0], found.end()), label=content))
        if self.open and self.open[-1] != _TEXT:  # the text was an argument
            self.code = found.start()
        elif call and content and (quote := _QUOTE.match(self.text, call[0])):
            self.found.quotes += [Span(content.start, found.end())] * bool(quote["block"])
            self.found.print_as(Span(content.start - 1, content.start), "“")
            self.found.print_as(Span(*found.span()), "”")
        elif call is not None:
            self.found.hide("markup", *found.span())

    def _read_code(self, found: re.Match[str]) -> int:
        sign, end = found[0], found.end()
        if found["comment"]:
            self.found.hide("markup", self.code or 0, found.start())
            self.found.hide("comment", found.start(), end)
            self.code = end
        elif sign in _CLOSERS or (sign == "[" and self.is_definition):
            self.open.append(_CLOSERS.get(sign, "]"))
        elif sign == "[":
            self._open_text(self.code, end)
            self._end_code(end)
        elif sign == self.open[-1] or (sign == ";" and self.open[-1] == _LINE_END):
            self.open.pop()
            if not self.open or self.open[-1] == _TEXT:
                is_text = self.text[end : end + 1] == "["  # #text(red)[…]
                if is_text:
                    self._open_text(self.code, end + 1)
                self._end_code(end + (is_text and not self._is_quote(self.code)))
                return end + is_text
        return end

    def _end_code(self, end: int) -> None:
        if self.code is not None:
            self.found.hide("markup", self.code, end)
        self.code, self.is_definition = None, False


def find_typst_parts(text: str) -> MarkupParts:
    """Find code, comments, mathematics, footnotes and links, and the files that are named."""
    parts = _Scanner(text).scan()
    comments = [region.span for region in parts.hidden if region.kind == "comment"]
    named = [found for found in _FILES.finditer(text) if not is_inside(found.start(), comments)]
    parts.metadata = {
        "bibliography": [name.lstrip("/") for found in named for name in _QUOTED.findall(found["files"] or "")],
        "inputs": [found["part"].lstrip("/") for found in named if found["how"] == "include"],
        "imports": [found["part"].lstrip("/") for found in named if found["how"] == "import"],
    }
    return parts
