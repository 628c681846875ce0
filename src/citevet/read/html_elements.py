"""What the elements of HTML do to the text inside them."""

from collections.abc import Mapping
from re import IGNORECASE
from re import compile as pattern

from citevet.model import BlockKind, RegionKind


def _names(words: str) -> frozenset[str]:
    return frozenset(words.split())


VOID = _names("area base br col embed hr img input link meta param source track wbr")
INLINE = _names(
    "a abbr acronym b bdi bdo big cite code data del dfn em font i img ins kbd label mark math q rp rt ruby s samp "
    "small span strike strong sub sup svg time tt u var wbr br"
)
CELLS = _names("td th")
LISTS = _names("ul ol menu dl")
HEAD = _names("title meta link script style base noscript template object")
NOTE_HOLDERS = _names("li p dd aside tr div")

KINDS: Mapping[str, BlockKind] = {
    **dict.fromkeys(("h1", "h2", "h3", "h4", "h5", "h6"), "heading"),
    **dict.fromkeys(("li", "dd", "dt"), "item"),
    **dict.fromkeys(("caption", "figcaption"), "caption"),
    "tr": "row",
}
_ZONES: Mapping[str, RegionKind] = {
    **dict.fromkeys(
        _names(
            "head template nav header footer aside select button svg canvas noscript script style title iframe textarea"
        ),
        "metadata",
    ),
    **dict.fromkeys(_names("pre code kbd samp xmp tt listing"), "code"),
    "math": "math",
}
# An element that starts closes these, where its author left out their end.
IMPLIED: Mapping[str, frozenset[str]] = {
    "li": _names("li"),
    "dt": _names("dt dd"),
    "dd": _names("dt dd"),
    "tr": _names("tr td th"),
    "td": _names("td th"),
    "th": _names("td th"),
    "option": _names("option"),
}

_NOTE_WORDS = pattern(r"footnote|endnote|biblio|\breference|\brefs?\b|citation", IGNORECASE)
_BACK = pattern(r"footnote-?back|back-?link|backref|data-footnote-backref", IGNORECASE)
_MATH = pattern(r"(?:^|\s)(?:math|katex|mathjax)\b", IGNORECASE)


def zone(name: str, attributes: Mapping[str, str]) -> RegionKind | None:
    """Say what the whole element is, when it is no prose."""
    label = describe(attributes)
    if _BACK.search(label):
        return "markup"
    if name in {"span", "div"} and _MATH.search(attributes.get("class", "")):
        return "math"
    if name == "aside" and _NOTE_WORDS.search(label):
        return None
    return _ZONES.get(name)


def describe(attributes: Mapping[str, str]) -> str:
    """Return the words by which an author says what an element is for."""
    return " ".join(attributes.get(key, "") for key in ("class", "role", "epub:type"))
