r"""What a \bibitem says, in the plain signs that entries of other documents are written with."""

from re import compile as pattern

from citevet.read.latex_words import clean

_LONGEST = 8_000  # characters of an entry that are read; its marks are about as long as its words
# A per cent sign in an address is one of its characters; an address that is not closed on its line is none.
_COMMENT = pattern(
    r"(\\(?:url|href|path|nolinkurl)\s{0,3}\{[^{}\r\n]{0,2000}+\})|(?<!\\)%[^\r\n]*(?:\r\n|\r|\n)?[ \t]*"
)
_LINK = pattern(r"(\\href\s{0,3}\{[^{}\r\n]{0,2000}+\})")  # its words come behind its address, without a space
_FIELD = pattern(r"\\bib(?:info|field)\s{0,3}\{[^{}]{0,30}\}")  # the name of a field, which is not printed
_INNER = r"\{(?:[^{}]|\{[^{}]{0,100}+\}){0,300}+\}"
_INSIDE = rf"((?:[^{{}}]|{_INNER}){{1,400}}+)\}}"
_ITALIC = pattern(
    rf"\\(?:emph|textit|textsl)\s{{0,3}}\{{{_INSIDE}|\{{\\(?:em|it|sl|itshape|slshape)\b\s{{0,3}}{_INSIDE}"
)
_QUOTED = pattern(r"``([^`']{1,400}(?:'[^`']{1,400}){0,9})''")
_BLOCK = pattern(r"\\newblock(?![A-Za-z])")
_SET_OFF = frozenset('*“”"')


def entry_words(text: str) -> str:
    r"""Return an entry with *italics* and “quotation marks”, and without macros.

    BibTeX writes the authors before the first \newblock and the title behind it, in no other marks; it gets them here.
    """
    text = _FIELD.sub("", _LINK.sub(r"\1 ", _COMMENT.sub(r"\1", text[:_LONGEST])))
    text = _QUOTED.sub(r"“\1”", _ITALIC.sub(r"*\1\2*", text))
    authors, *rest = _BLOCK.split(text)
    if not rest:
        return clean(authors)
    title, *others = map(clean, rest)
    return " ".join((clean(authors), _titled(title), *others))


def _titled(title: str) -> str:
    words = title.strip(" .,")
    return f"“{words}”." if words and _SET_OFF.isdisjoint(words) else title
