"""The links, pictures and included files of reStructuredText, as docutils and Sphinx read them."""

import re
from collections.abc import Iterator

from citevet.model import DocumentLink, Span
from citevet.patterns import lazy_pattern
from citevet.tables import read_words

# Directives whose content is not markup: of docutils, of Sphinx, and of its extensions that draw or run code.
_CODE = read_words("""code code-block sourcecode highlight parsed-literal raw math doctest testcode testoutput testsetup
    prompt graphviz digraph graph uml plantuml mermaid ipython plot jupyter-execute csv-table productionlist""")
_LINE = lazy_pattern(r"^([ \t]*)(\S[^\n]*)?(?:\n|\Z)", re.MULTILINE)
_EXPLICIT = lazy_pattern(r"\.\.(?:[ \t]+(?:\|[^|\n]{1,100}\|[ \t]+)?(?P<directive>[\w:.+-]{1,60})::)?(?=\s|\Z)")
_MARKED = lazy_pattern(r"\.\.[ \t]+(?:_|\[|__)")  # a target, a footnote or a citation, and no comment
_LITERAL = lazy_pattern(r"``[^\n]{1,1000}?``")
# `text <target>`_ and `__`; a target may be broken over lines.
_EMBEDDED = lazy_pattern(r"(?<![\w`:])`(?:[^`<>\\]|\\.){0,400}?<([^<>`]{1,2000})>`__?(?!\w)")
_TARGET = lazy_pattern(
    r"^[ \t]*(?:\.\.[ \t]+_(?:`[^`\n]{1,200}`|_|(?:[^:`\n\\]|\\.|:(?!\s)){1,200}):|__)[ \t]+(\S[^\n]*)$", re.MULTILINE
)
_ROLE = lazy_pattern(r":(?:doc|download):`(?:[^`<>]{0,400}<([^<>`]{1,500})>|([^`<>]{1,500}))`")
_DIRECTIVE = lazy_pattern(
    r"^[ \t]*\.\.[ \t]+(?:\|[^|\n]{1,100}\|[ \t]+)?(image|figure|include|literalinclude)::[ \t]+(\S[^\n]*)$",
    re.MULTILINE,
)
_OPTION = lazy_pattern(r"^[ \t]+:target:[ \t]+(\S[^\n]*)$", re.MULTILINE)
_BLANKS = lazy_pattern(r"\s+")


def list_rst_links(text: str) -> Iterator[DocumentLink]:
    """Yield the links to pages and files; names of other places of the text are no addresses."""
    shown = _LITERAL.sub(lambda found: " " * len(found[0]), _mask_code(text))
    for pattern in (_EMBEDDED, _TARGET, _OPTION, _ROLE):
        for found in pattern.finditer(shown):
            target = _BLANKS.sub("", found[1] or found[found.lastindex or 1])
            is_name = target.endswith("_") and not target.endswith("\\_")  # of another target
            if not is_name:
                yield DocumentLink("link", Span(*found.span()), target.replace("\\_", "_"))
    for found in _DIRECTIVE.finditer(shown):
        is_image = found[1] in {"image", "figure"}
        yield DocumentLink("image" if is_image else "resource", Span(*found.span()), found[2].strip())


def _mask_code(text: str) -> str:
    """Return the text with blanks in place of code and comments: the lines that are indented more than their first."""
    parts, indent = list[str](), -1  # of what begins the code
    for line in _LINE.finditer(text):
        if not line[0]:
            break
        words, depth = line[2], len(line[1].expandtabs())
        if words and depth <= indent:
            indent = -1
        if indent >= 0:
            parts.append(" " * (len(line[0]) - line[0].endswith("\n")) + "\n" * line[0].endswith("\n"))
            continue
        parts.append(line[0])
        if words:
            explicit = None if _MARKED.match(words) else _EXPLICIT.match(words)
            is_comment = explicit is not None and not explicit["directive"]
            is_code = explicit is not None and explicit["directive"] in _CODE
            if is_comment or is_code or (explicit is None and words.rstrip().endswith("::")):
                indent = depth
                parts[-1] = " " * len(line[0].rstrip("\n")) + "\n" * line[0].endswith("\n") if is_comment else line[0]
    return "".join(parts)
