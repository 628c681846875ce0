"""The articles of an EU act, from the HTML of the Official Journal: of the 1990s, of today, and consolidated.

The three have different tags and classes, but the same lines: a heading "Article 6", then paragraphs "1.", points
"(a)" and subpoints "(i)". So the lines are read, not the tags.
"""

import re
from collections.abc import Iterator, Sequence

from citevet.patterns import lazy_pattern
from citevet.read.web_page import is_whole, split_lines
from citevet.records import dataclass
from citevet.resolve.law.provisions import CitedPlace, Level, Provision, Step, read_roman

_LEVELS = {
    "article": Level("Article {}", "Articles {} to {}"),
    "recital": Level("recital {}", "recitals {} to {}"),
    "annex": Level("Annex {}", "Annexes {} to {}"),
    "chapter": Level("Chapter {}", "Chapters {} to {}"),
}
_PARAGRAPH = Level("paragraph {}", "paragraphs {} to {}")
_POINT = Level("point ({})", "points ({}) to ({})")

_ARROWS = lazy_pattern(r"[▼►][A-Z]\d{0,3}|◄")
_ARTICLE = lazy_pattern(r"(?:Article|ARTICLE|Artikel) (\d{1,3} ?[a-z]{0,2})(?: ?\([*\d ]{1,4}\))?")
_ANNEX = lazy_pattern(r"(?:ANNEX|Annex|ANHANG) ([IVXL]{1,6}|\d{1,2})")
_CHAPTER = lazy_pattern(r"(?:CHAPTER|Chapter|KAPITEL) ([IVXL]{1,6}|\d{1,2})")
_RECITAL = lazy_pattern(r"\( ?(\d{1,3}) ?\)(?: |$)")
_END = lazy_pattern(
    r"ANNEX|Annex [IVX]+$|ANHANG|Done at |Geschehen zu |This (?:Regulation|Directive|Decision) shall be binding"
)
_LABEL = lazy_pattern(
    r"(?:(?P<dot>\d{1,3}[a-z]?) ?\.(?!\d)|\( ?(?P<number>\d{1,3}[a-z]?) ?\)|\(? ?(?P<letter>[a-z]{1,5}) ?\))"
)
_SENTENCE_END = lazy_pattern(r"[.;:,]$")
_MOST_ROMAN = 30
_MOST_LINES = 200_000

_UNIT = lazy_pattern(r"(?P<unit>recital|annex|chapter) (?P<rest>.*)", re.DOTALL)
_SMALLER = lazy_pattern(
    r",? (?:S\.|Satz|U(?:nter)?[Aa]bs\.|Hs\.|Halbs\.|Halbsatz|Alt\.|Var\.|subparagraph) ?\(?\w{1,4}\)?"
)
_INNER = lazy_pattern(r",? (?:points? |Nr\. ?|lit\. ?|Buchst\. ?)\(?(\w{1,5})\)?")
_BETWEEN = lazy_pattern(r" ?(?:,|;|-|–| und | oder | and | or | to | bis ) ?")
_CITED = lazy_pattern(r"(?P<head>\d{1,3}[a-z]{0,2}|[IVXL]{1,6}|(?=\())(?P<tail>(?: ?\(\w{1,5}\))*)")
_PIECE = lazy_pattern(r"\((\w{1,5})\)")


@dataclass(frozen=True, slots=True)
class EuText:
    """What the text of an act has."""

    articles: Provision
    recitals: Provision
    annexes: Provision
    chapters: Provision

    def select(self, unit: str) -> Provision:
        """Return the parts of a kind: article, recital, annex, chapter."""
        return {"recital": self.recitals, "annex": self.annexes, "chapter": self.chapters}.get(unit, self.articles)


def read_places(locator: str) -> tuple[str, list[CitedPlace]]:
    """Return the kind of a cited place and each place: two of "13, 14(1)", one of "6(1)(a)"."""
    found = _UNIT.fullmatch(locator)
    unit, rest = (found["unit"], found["rest"]) if found else ("article", locator)
    rest = _INNER.sub(r"(\1)", _SMALLER.sub("", rest.replace(" ff.", "").replace(" f.", "")))
    places: list[CitedPlace] = []
    for piece in _BETWEEN.split(rest):
        if cited := _CITED.fullmatch(piece.strip()):
            places.append(_read_place(unit, cited, places[-1] if places else ()))
    return unit, list(filter(None, places))


def _read_place(unit: str, cited: re.Match[str], before: CitedPlace) -> CitedPlace:
    """Read one place; (c) after 6(1)(a) is 6(1)(c)."""
    labels = _PIECE.findall(cited["tail"]) if unit == "article" else []
    below = (Step(_PARAGRAPH if label[0].isdigit() else _POINT, label) for label in labels)
    if cited["head"]:
        return (Step(_LEVELS[unit], cited["head"]), *below)
    return (*before[: max(len(before) - len(labels), 1)], *below) if before else ()


def read_act(page: str) -> EuText | None:
    """Read the text of an act; None if the page breaks off or has no article."""
    lines = [line for raw in split_lines(page)[:_MOST_LINES] if (line := _ARROWS.sub("", raw).strip())]
    headings = ((index, _ARTICLE.fullmatch(line)) for index, line in enumerate(lines))
    starts = [(index, found[1].replace(" ", "")) for index, found in headings if found]
    if not starts or not is_whole(page):
        return None
    ends = [*(index for index, _ in starts[1:]), len(lines)]
    articles: dict[str, Provision] = {}
    for (start, label), end in zip(starts, ends, strict=True):
        article = _read_article(label, lines[start + 1 : end])
        if known := articles.get(label):  # in the table of contents, or in an annex with articles of its own
            article = Provision(label, known.heading or article.heading, (*known.parts, *article.parts))
        articles[label] = article
    preamble = lines[: starts[0][0]]
    return EuText(
        Provision("", parts=tuple(articles.values())),
        _collect(_RECITAL.match(line) for line in preamble),
        _collect(_ANNEX.fullmatch(line) for line in lines),
        _collect(_CHAPTER.fullmatch(line) for line in lines),
    )


def _collect(matches: Iterator[re.Match[str] | None]) -> Provision:
    return Provision(
        "", parts=tuple(Provision(label) for label in dict.fromkeys(found[1] for found in matches if found))
    )


def _read_article(label: str, lines: Sequence[str]) -> Provision:
    """Read the heading and the numbered parts; which paragraph a line without a number belongs to is not known."""
    end = next((index for index, line in enumerate(lines) if _END.match(line)), len(lines))
    body = lines[:end]
    heading = body[0] if body and not _LABEL.match(body[0]) and not _SENTENCE_END.search(body[0]) else ""
    return Provision(label, heading, _build_parts(body))


@dataclass(slots=True)
class _OpenPart:
    """A part that is being read."""

    style: str
    label: str
    parts: list["_OpenPart"]
    shared: bool = False  # it may belong to either of the two levels above

    def close(self) -> Provision:
        """Return the part. Nothing is numbered alone: then others were not read, or the number is that of a note."""
        unread = (Provision(""),) if len(self.parts) == 1 else ()
        return Provision(self.label, parts=(*(part.close() for part in self.parts), *unread))


def _build_parts(lines: Sequence[str]) -> tuple[Provision, ...]:
    """Nest the labels: a style that is open continues there, a new one opens below.

    A line without a label that is not the text of one is a new subparagraph. Its own list may belong to the paragraph,
    or to the last point, so that it is added to both.
    """
    root = _OpenPart("", "", [])
    open_parts = [root]
    labels = [_LABEL.match(line) for line in lines]
    written = [found for found in labels if found]
    bare = loose = False
    for line, found in zip(lines, labels, strict=True):
        if found is None:
            loose, bare = not bare, False
            continue
        follower = next((one["letter"] or "" for one in written[1:2]), "")
        style = _find_style(written.pop(0), open_parts, follower)
        depth = next((index for index, part in enumerate(open_parts) if part.style == style), len(open_parts))
        above = open_parts[:depth]
        is_new = loose and style == "roman" and above[-1].style == "letter"
        is_shared = is_new or any(part.shared for part in open_parts[depth : depth + 1])
        part = _OpenPart(style, found["dot"] or found["number"] or found["letter"], [], is_shared)
        for owner in above[-2:] if is_shared else above[-1:]:
            owner.parts.append(part)
        open_parts = [*above, part]
        bare, loose = found.end() == len(line), False
    return root.close().parts


def _find_style(found: re.Match[str], open_parts: Sequence[_OpenPart], follower: str) -> str:
    """Return the style of a label; (i) is a letter after (h) unless (ii) comes next, else a Roman numeral."""
    style = found.lastgroup or ""
    label = found["letter"]
    value = read_roman(label) if label else 0
    if not 0 < value <= _MOST_ROMAN:
        return style
    letter, roman = (
        next((part.label for part in open_parts if part.style == each), "") for each in ("letter", "roman")
    )
    follows = len(label) == len(letter) == 1 and ord(label) == ord(letter) + 1
    counts = follower == "ii" if value == 1 else read_roman(roman) == value - 1
    return style if follows and not counts else "roman"
