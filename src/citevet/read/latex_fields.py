r"""Bibliography text in LaTeX: fields without braces and escapes, \bibitem entries, and .bbl files by Biber."""

import re
from collections.abc import Iterator, Mapping
from unicodedata import normalize

from citevet.model import Mark, Span

_COMBINING = dict(
    zip(
        "'`^\"~=.cvuHkrd",
        "\u0301\u0300\u0302\u0308\u0303\u0304\u0307\u0327\u030c\u0306\u030b\u0328\u030a\u0323",
        strict=True,
    )
)
_LETTERS = dict(
    pair.split("=")
    for pair in (
        "ss=ß o=ø O=Ø l=ł L=Ł ae=æ AE=Æ oe=œ OE=Œ aa=å AA=Å i=i j=j LaTeX=LaTeX TeX=TeX S=§ "
        "textendash=– textemdash=— ldots=… dots=…"
    ).split()
)
_ACCENT = re.compile(
    r"""\\(?:(?P<sign>['`^"~=.])\s{0,3}|(?P<letter>[cvuHkrd])(?:\s{1,3}|(?=\{)))(?:\{\s{0,3}\\?(?P<braced>[A-Za-z])\s{0,3}\}|\\?(?P<bare>[A-Za-z]))"""
)
_LETTER = re.compile(r"\\(" + "|".join(sorted(_LETTERS, key=len, reverse=True)) + r")(?![A-Za-z])(?:\{\}|[ ]?)")
_ADDRESS = re.compile(r"\\(?:url|href|path)(?![A-Za-z])")
_MACRO = re.compile(r"\\[A-Za-z@]+\*?\s?")
_ESCAPE = re.compile(r"\\([^A-Za-z])")
_BRACES = str.maketrans("", "", "{}")
_ADDRESS_FIELDS = frozenset("doi url eprint arxiv arxivid isbn issn pmid pmcid file".split())

# \bibitem entries
_MAX_ENTRY = 8_000  # characters of an entry that are read; its macros are about as long as its words
# A per cent sign in an address is one of its characters; an address that is not closed on its line is none.
_COMMENT = re.compile(
    r"(\\(?:url|href|path|nolinkurl)\s{0,3}\{[^{}\r\n]{0,2000}+\})|(?<!\\)%[^\r\n]*(?:\r\n|\r|\n)?[ \t]*"
)
_LINK = re.compile(r"(\\href\s{0,3}\{[^{}\r\n]{0,2000}+\})")  # its words follow its address without a space
_FIELD_NAME = re.compile(r"\\bib(?:info|field)\s{0,3}\{[^{}]{0,30}\}")  # not printed
_INNER = r"\{(?:[^{}]|\{[^{}]{0,100}+\}){0,300}+\}"
_INSIDE = rf"((?:[^{{}}]|{_INNER}){{1,400}}+)\}}"
_ITALIC = re.compile(
    rf"\\(?:emph|textit|textsl)\s{{0,3}}\{{{_INSIDE}|\{{\\(?:em|it|sl|itshape|slshape)\b\s{{0,3}}{_INSIDE}"
)
_QUOTED = re.compile(r"``([^`']{1,400}(?:'[^`']{1,400}){0,9})''")
_BLOCK = re.compile(r"\\newblock(?![A-Za-z])")
_SET_OFF = frozenset('*“”"')

# .bbl files
_BBL_ENTRY = re.compile(r"\\entry\{(?P<key>[^{}\r\n]{1,400})\}\{(?P<type>[^{}\r\n]{0,60})\}|(?P<over>\\endentry)")
_BBL_FIELD = re.compile(r"\\(?:field|strng|list)\{(?P<field>[A-Za-z]{1,40})\}(?:\{\d{1,4}\})?(?P<value>\{)")
_BBL_VERB = re.compile(r"\\verb\{(?P<field>[A-Za-z]{1,40})\}\s{0,20}\\verb (?P<value>[^\r\n]*)")
_BBL_AUTHORS = re.compile(r"\\name\{author\}\{\d{1,4}\}\{[^{}]{0,200}\}(?P<value>\{)")
_BBL_NAME = re.compile(r"\b(?P<part>family|given)=(?P<value>\{)")
_BBL_FIELDS = frozenset(
    "title subtitle booktitle journaltitle publisher volume number pages year month date eprint eprinttype "
    "eprintclass isbn issn edition howpublished note".split()
)


def clean_field(value: str, field: str = "") -> str:
    """Return a field without LaTeX braces and escapes; addresses keep their tildes and dashes."""
    if field in _ADDRESS_FIELDS:
        return " ".join(_ESCAPE.sub(r"\1", _ADDRESS.sub("", _LINK.sub(r"\1 ", value))).translate(_BRACES).split())
    if "\\" in value:
        value = _LETTER.sub(lambda found: _LETTERS[found[1]], _ACCENT.sub(_accented_letter, value))
        value = _ESCAPE.sub(_escaped_character, _MACRO.sub("", value))
    value = value.translate(_BRACES).replace("~", " ").replace("---", "—").replace("--", "–")
    return normalize("NFC", " ".join(value.split()))


def _accented_letter(found: re.Match[str]) -> str:
    return normalize("NFC", (found["braced"] or found["bare"]) + _COMBINING[found["sign"] or found["letter"]])


def _escaped_character(found: re.Match[str]) -> str:
    return " " if found[1].isspace() or found[1] in ",;:/\\" else "" if found[1] in "-!" else found[1]


def clean_bibitem(text: str) -> str:
    r"""Return an entry without macros, with *italics* and “quotation marks”.

    BibTeX writes the authors before the first \newblock and the title after it, unmarked; the title is quoted here.
    """
    text = _FIELD_NAME.sub("", _LINK.sub(r"\1 ", _COMMENT.sub(r"\1", text[:_MAX_ENTRY])))
    text = _QUOTED.sub(r"“\1”", _ITALIC.sub(r"*\1\2*", text))
    authors, *rest = map(clean_field, _BLOCK.split(text))
    if not rest:
        return authors
    title, *others = rest
    words = title.strip(" .,")
    if words and _SET_OFF.isdisjoint(words):
        title = f"“{words}”."
    return " ".join((authors, title, *others))


def find_bbl_entries(text: str, pairs: Mapping[int, int]) -> Iterator[Mark]:
    r"""Yield a mark per \entry … \endentry of a .bbl file."""
    head = None
    for found in _BBL_ENTRY.finditer(text):
        if found["over"] and head:
            span = Span(head.start(), found.end())
            parts = {"type": head["type"], **_bbl_fields(text, span, pairs)}
            yield Mark("entry", span, head["key"].strip(), Span(head.end(), found.start()), parts)
            head = None
        elif not found["over"]:
            head = found


def _bbl_fields(text: str, span: Span, pairs: Mapping[int, int]) -> dict[str, str]:
    fields: dict[str, str] = {}
    for found in _BBL_FIELD.finditer(text, span.start, span.end):
        end = pairs.get(found.start("value"))
        if end is not None and found["field"] in _BBL_FIELDS:
            fields.setdefault(found["field"], clean_field(text[found.end() : end], found["field"]))
    for found in _BBL_VERB.finditer(text, span.start, span.end):
        fields.setdefault(found["field"], found["value"].strip())
    if "journaltitle" in fields:
        fields["journal"] = fields.pop("journaltitle")
    if people := _BBL_AUTHORS.search(text, span.start, span.end):
        end = pairs.get(people.start("value"), people.end())
        fields["author"] = _bbl_authors(text, people.end(), end, pairs=pairs)
    return fields


def _bbl_authors(text: str, start: int, end: int, *, pairs: Mapping[int, int]) -> str:
    """Return "Family, Given and Family, Given"."""
    people: list[str] = []
    for found in _BBL_NAME.finditer(text, start, end):
        value = clean_field(text[found.end() : pairs.get(found.start("value"), found.end())])
        if found["part"] == "family":
            people.append(value)
        elif people:
            people[-1] += f", {value}"
    return " and ".join(people)
