"""Find United Kingdom legislation: acts by title and year, statutory instruments, chapters and regnal years."""

from collections.abc import Iterator

from citevet.extract.law.paragraphs import APART, GAP, LawHit, LawParagraph, find_paragraphs
from citevet.extract.masked_text import FoundCitation, MaskedText
from citevet.model import Locator
from citevet.text.patterns import lazy_pattern
from citevet.text.tables import read_pairs

_TRIGGER = lazy_pattern(rf"Act{GAP}[12]\d{{3}}|S\.?S?\.?I\.?{GAP}[\dN]|asp{GAP}\d|c\.?\s\d")

# Acts of Australia, New Zealand and Canada look alike, but name their country.
_FOREIGN = r"(?! \((?:Cth|NSW|Vic|Qld|WA|SA|Tas|ACT|NT|NZ|Can|Ont|BC|Singapore|Ireland|Ir)\))"
_ACT = lazy_pattern(rf"(?<=[\w)] )Act (?P<year>1[2-9]\d\d|20\d\d)(?![\w/]|[-–]\d){_FOREIGN}")
_INSTRUMENT = lazy_pattern(
    rf"{APART}(?P<series>S\.?S\.?I\.?|S\.?I\.?|WSI|SR) (?:No\.? ?)?(?P<year>1[89]\d\d|20\d\d)"
    rf"(?:/ ?| No\.? ?)(?P<number>\d{{1,5}})(?![\w/])"
)
_MADE = lazy_pattern(r"(?:Regulations|Order|Rules|Scheme) (?:1[89]\d\d|20\d\d),? \(?$")
_CHAPTER = lazy_pattern(r",? (?P<open>\()?(?P<chapter>c\.? ?\d{1,3}|asp ?\d{1,3})(?(open)\))(?!\w)")
_ASP = lazy_pattern(rf"{APART}(?P<year>20\d\d) asp (?P<number>\d{{1,3}})(?!\w)")
_REGNAL = lazy_pattern(
    rf"{APART}\d{{1,2}}(?: ?& ?\d{{1,2}})? "
    r"(?:Eliz|Geo|Vict|Will|Edw|Anne|Hen|Ric|Jac|Ja|Car|Cha|Mar|Ph & M|W & M)\.?"
    r"(?: ?(?:\d|[IV]{1,4}))?,? c\.? ?\d{1,3}(?!\w)"
)

_POINT = r"\d{1,4}[A-Z]{0,3}(?:\(\w{1,5}\))*"
_POINTS = rf"{_POINT}(?:(?:, | and | or | to |[-–]){_POINT}){{0,8}}"
_UNIT = (
    r"(?<![\w/])(?P<unit>[Ss]ections?|[Ss]s?\.?|[Ss]chedules?|[Ss]ch\.?|[Pp]aragraphs?|[Pp]aras?\.?|"
    r"[Rr]egulations?|[Rr]egs?\.?|[Aa]rticles?|[Aa]rts?\.?|[Pp]arts?|[Pp]t\.?|[Rr]ules?)"
)
_SUB = rf"(?:(?:,? (?:[Pp]art|[Pp]t\.?) \d{{1,2}}[A-Z]?)?,? para(?:graph)?s?\.? (?P<within>{_POINTS}))?"
_AFTER = lazy_pattern(rf",? {_UNIT} ?(?P<points>{_POINTS})(?![\w/]){_SUB}")
_INNER = rf"(?:(?<![\w/])[Pp]ara(?:graph)?s?\.? (?P<inner>{_POINTS}),? (?:of|in|to) (?=[Ss]ch))?"
_BEFORE = lazy_pattern(rf"{_INNER}{_UNIT} ?(?P<points>{_POINTS}){_SUB}(?:,? (?:of|to|in|under))(?: the)? $")
_SHORT = read_pairs(
    "section=s sections=ss schedule=sch schedules=sch paragraph=para paragraphs=paras regulation=reg "
    "regulations=regs article=art articles=arts part=pt parts=pts rule=r rules=rr"
)
_PLACE_REACH = 90

_TITLE_REACH = 160
_MOST_TITLE_WORDS = 16
_WORD = lazy_pattern(r"\S+")
_OPENING_MARKS = "([“\"'‘"
_TITLE_SMALL_WORDS = frozenset("of and the to for in on with etc. etc by from or at as".split())
# Words that start a sentence, or name a place inside the act, and are not part of a title.
_NOT_IN_TITLE = frozenset(
    "The Under See In By And Of Section Sections Schedule However Moreover Thus Since While Although When Where This "
    "That These Those If As For From With Also Both Cf. But An A Our Their Its To Per Unlike Like After Before".split()
)


def find_uk_acts(scene: MaskedText) -> Iterator[FoundCitation]:
    """Find every act and instrument with the place before or after it."""
    for paragraph in find_paragraphs(scene, _TRIGGER):
        done = 0
        for law in sorted(_find_laws(paragraph.text), key=lambda law: (law.start, -law.end)):
            if law.start >= done:
                found, done = _make_citation(paragraph, law)
                yield found


def _find_laws(text: str) -> Iterator[LawHit]:
    yield from _find_acts(text)
    yield from _find_instruments(text)
    for found in _ASP.finditer(text):
        parts = {"year": found["year"], "chapter": f"asp {found['number']}"}
        yield LawHit(found.start(), found.end(), found[0], parts)
    for found in _REGNAL.finditer(text):
        normal = found[0].replace(".", "").replace(",", "")
        yield LawHit(found.start(), found.end(), normal, {"chapter": normal})


def _find_acts(text: str) -> Iterator[LawHit]:
    floor = 0
    for found in _ACT.finditer(text):
        start = _find_title(text, found.start(), floor)
        floor = found.end()
        if start is None:
            continue
        title = f"{text[start : found.start()]}Act".replace("’", "'")
        parts = {"title": title, "year": found["year"]}
        end = found.end()
        if chapter := _CHAPTER.match(text, end):
            parts["chapter"] = chapter["chapter"].replace(".", "")
            end = chapter.end()
        yield LawHit(start, end, f"{title} {found['year']}", parts)


def _find_instruments(text: str) -> Iterator[LawHit]:
    floor = 0
    for found in _INSTRUMENT.finditer(text):
        series, number = found["series"].replace(".", ""), f"{found['year']}/{found['number']}"
        title = _find_instrument_title(text, found.start(), floor)
        floor = found.end()
        opened, closed = text[found.start() - 1 : found.start()] == "(", text.startswith(")", found.end())
        if title is None or (opened and not closed):
            yield LawHit(found.start(), found.end(), f"{series} {number}", {"si": number})
            continue
        parts = {"si": number, "title": text[title : found.start()].rstrip(" ,(")}
        yield LawHit(title, found.end() + opened, f"{series} {number}", parts)


def _find_instrument_title(text: str, end: int, floor: int) -> int | None:
    """Return the start of "The … Regulations 2018, " directly before an instrument's number."""
    low = max(floor, end - _PLACE_REACH)
    made = _MADE.search(text[low:end])
    return _find_title(text, low + made.start(), floor) if made else None


def _make_citation(paragraph: LawParagraph, law: LawHit) -> tuple[FoundCitation, int]:
    text, start, end = paragraph.text, law.start, law.end
    low = max(0, start - _PLACE_REACH)
    if place := _BEFORE.search(text[low:start]):
        start = low + place.start()
    elif place := _AFTER.match(text, end):
        end = place.end()
    locator = Locator(article=_format_article(place.groupdict())) if place else None
    return FoundCitation("uk-act", paragraph.span(start, end), law.normal, locator, parts=law.parts), end


def _format_article(place: dict[str, str]) -> str:
    unit = place["unit"].lower().rstrip(".")
    article = f"{_SHORT.get(unit, unit)} {_plain_list(place['points'])}"
    within = place["within"] or place.get("inner")
    return f"{article} para {_plain_list(within)}" if within else article


def _plain_list(points: str) -> str:
    return points.replace(" to ", "-").replace("–", "-").replace(" and ", ", ").replace(" or ", ", ")


def _find_title(text: str, end: int, floor: int = 0) -> int | None:
    """Return the start of the title that ends directly before `end`; a title has a capitalized word."""
    floor = max(floor, end - _TITLE_REACH)
    words = [(floor + word.start(), word[0]) for word in _WORD.finditer(text[floor:end])][-_MOST_TITLE_WORDS:]
    if floor and words and words[0][0] == floor and not text[floor - 1].isspace():
        words = words[1:]
    first = _first_title_word(words)
    if first is None:
        return None
    return words[first][0] + len(words[first][1]) - len(words[first][1].lstrip(_OPENING_MARKS))


def _first_title_word(words: list[tuple[int, str]]) -> int | None:
    first: int | None = None
    depth = 0
    joined = False  # after "and" a comma may belong to the title
    for index in range(len(words) - 1, -1, -1):
        word = words[index][1]
        depth += word.count(")") - word.count("(")
        if ")" in word and not word.endswith(")"):
            break
        if depth > 0 or (depth == 0 and word.startswith("(")):
            continue
        if depth < 0:
            return index if _is_capitalized(word) and word.lstrip(_OPENING_MARKS) not in _NOT_IN_TITLE else first
        if not _fits_title(word, joined=joined):
            break
        joined = joined or word == "and"
        if _is_capitalized(word):
            first = index
    return first


def _fits_title(word: str, *, joined: bool) -> bool:
    if word in _NOT_IN_TITLE or word.rstrip(",") in _NOT_IN_TITLE:
        return False
    if word[-1] in ".;:?!\0" and word not in _TITLE_SMALL_WORDS:
        return False
    if word.endswith(","):
        return joined and word[0].isupper()
    return word in _TITLE_SMALL_WORDS or _is_capitalized(word)


def _is_capitalized(word: str) -> bool:
    return word.lstrip(_OPENING_MARKS)[:1].isupper()
