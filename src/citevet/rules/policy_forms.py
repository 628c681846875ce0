"""Forms of citations that a policy names: kinds, examples, forms of corpus ids, and the pattern of ids."""

import re
from typing import get_args

from citevet.identifiers import name_sign
from citevet.model import CitationKind
from citevet.patterns import lazy_pattern
from citevet.tables import read_pairs, read_words

INSIDE_KINDS = frozenset({"corpus", "artifact", "mention"})
OUTSIDE_KINDS = frozenset(get_args(CitationKind)) - INSIDE_KINDS
_OUTSIDE = lazy_pattern(
    r"\bnon[- ]corpus\b|\b(?:not in|outside(?: of)?|other than|beyond)\b.{0,20}\bcorpus\b|\bexternal\b", re.IGNORECASE
)
# Words around the name of a kind: "any bare URLs", "numbered citations".
_AROUND = read_words("any all bare raw plain inline style format formats citation citations reference references")
_NAMES = read_pairs(
    "number=numeric numbered=numeric numerical=numeric authoryear=author-year author-date=author-year web=url "
    "address=url website=url hyperlink=link note=footnote citekey=key wikilink=wiki"
)
_NUMBER, _YEAR = r"(?:\d{1,4}|[nNxX#]{1,3})", r"(?:[12]\d{3}[a-z]?|years?|date|y{4})"
# What an example starts or ends with; placeholders are examples too: [N], (Author et al., YYYY).
_EXAMPLES = (
    (lazy_pattern(r"\[\^|\\footnote"), "footnote"),
    (lazy_pattern(r"\[?-?@|\\\w*cite"), "key"),
    (lazy_pattern(r"!?\[[^\[\]]+\]\("), "link"),
    (lazy_pattern(r"\[\["), "wiki"),
    (lazy_pattern(r"arxiv\b", re.IGNORECASE), "arxiv"),
    (lazy_pattern(rf"[\[(]{_NUMBER}(?:\s?[-–,;]\s?{_NUMBER})*[\])]$|[⁰¹²³⁴-⁹]+$"), "numeric"),
    (lazy_pattern(rf"[(\[]?[^\W\d_].{{0,150}}\b{_YEAR}[)\]]?$", re.IGNORECASE), "author-year"),
)
_LONGEST = 200  # characters of an example
_LONGEST_PATTERN = 100  # characters of a pattern of ids
_ID_FORM = lazy_pattern(
    r"(?P<open>[\[(]?)\s?[A-Z]{1,9}[-_]?(?:X{1,9}|N{1,9}|#{1,9}|\d{1,9})"
    r"(?P<place>[,:;]?\s?(?:pp?\b\.?|pages?\b|§|sec(?:tion|\.)|ch).{0,30}?)?\s?[\])]?",
    re.IGNORECASE,
)
# A pattern may come with a foreign project, so it has no nested repetition: parts with a count, and optional groups.
_PART = r"(?:[A-Za-z0-9_-]|\\d|\\-|\[[A-Za-z0-9_-]{1,40}\])(?:\{\d{1,2}(?:,\d{0,2})?\}|[+*?])?"
_GROUP = rf"\((?:\?:)?(?:{_PART}){{1,20}}(?:\|(?:{_PART}){{1,20}}){{0,9}}\)\??"
_ID_PATTERN = lazy_pattern(rf"(?:\^|\\b)?(?:{_PART}|{_GROUP}){{1,20}}(?:\$|\\b)?")
# What an id starts with: without letters of its own, a pattern would find every number.
_ID_START = lazy_pattern(r"(?:\^|\\b)?(?:\((?:\?:)?(?P<several>[A-Za-z|_-]{2,200})\)|(?P<one>[A-Za-z]{2,20}))")
_OWN_LETTERS = 2
_SHOWN = {"[": "[{}]", "(": "({})", "": "{}"}
_PLACES = {"": "REF-XXX", "page": "REF-XXX, p.XX", "section": "REF-XXX, Section X"}


def find_forbidden_kinds(form: str) -> frozenset[str]:
    """Return the kinds that a name or an example means: `footnotes`, `(Smith et al., 2023)`, `[1, 2]`, `non-corpus`."""
    text = " ".join(form.split())[:_LONGEST].strip("`'\". ")
    if _OUTSIDE.search(text):
        return OUTSIDE_KINDS
    words = "-".join(word for word in re.split(r"[\s,]+", text.lower()) if word not in _AROUND)
    names = (words, words.removesuffix("s"), _NAMES.get(words), _NAMES.get(words.removesuffix("s")))
    examples = (kind for pattern, kind in _EXAMPLES if pattern.match(text))
    found = next((name for name in (*names, name_sign(text.strip("<>")), *examples) if name in OUTSIDE_KINDS), None)
    if found is None:
        raise ValueError(f"it must be non-corpus, an example such as [1], or one of {', '.join(sorted(OUTSIDE_KINDS))}")
    return frozenset({found})


def parse_allowed_form(form: str) -> str:
    """Return the form of a corpus id as we write it: `[REF-XXX, p.XX]`."""
    found = _ID_FORM.fullmatch(form.strip(" \t`'\"")[:100])
    if found is None:
        raise ValueError("it must be a form such as [REF-XXX], (REF-XXX), [REF-XXX, p.XX] or [REF-XXX, Section X]")
    place = (found["place"] or "").lower()
    return show_form(found["open"], "section" if "sec" in place or "§" in place else "page" if place else "")


def parse_id_pattern(pattern: str) -> str:
    """Return the pattern of corpus ids, if it is simple enough to be safe."""
    if len(pattern) > _LONGEST_PATTERN or not _ID_PATTERN.fullmatch(pattern):
        raise ValueError("it must be a simple pattern such as REF-\\d{3} or REF-[0-9]{3,4}(-[a-z]+)?")
    return pattern


def find_own_pattern(pattern: str | None) -> str:
    """Return the pattern of ids that start with other letters than REF, to find citations; empty if there are none."""
    starts = _list_starts(pattern)
    if not pattern or not starts or set(starts) == {"REF"}:
        return ""
    return pattern.removeprefix("^").removeprefix("\\b").removesuffix("$").removesuffix("\\b")


def describe_unused_pattern(pattern: str | None) -> str:
    """Return why a pattern finds no citations; empty if it finds some."""
    if not pattern or _list_starts(pattern):
        return ""
    return f"id-pattern {pattern} finds no citations: it does not start with two letters or more, as REF or SRC"


def _list_starts(pattern: str | None) -> list[str]:
    """Return the letters that each id of a pattern starts with; none where one has fewer than two."""
    start = _ID_START.match(pattern or "")
    starts = (start["several"] or start["one"]).split("|") if start else []
    return starts if all(len(each.strip("-_")) >= _OWN_LETTERS for each in starts) else []


def show_form(opening: str, place: str) -> str:
    """Return a form of a corpus id by its bracket and its place."""
    return _SHOWN[opening].format(_PLACES[place])
