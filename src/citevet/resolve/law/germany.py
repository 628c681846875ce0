"""German statutes at gesetze-im-internet.de, which has the federal law in force today, and nothing older.

The table of contents of a law says which sections it has and which are repealed; the page of a section has its
subsections. There is no free authority for decisions.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import date

from citevet.contracts import Web
from citevet.model import Citation, Lookup, Notice, Record, Reply
from citevet.patterns import lazy_pattern
from citevet.read.web_page import decode_page, is_whole, split_lines
from citevet.resolve.answers import refuse_shape, refuse_trouble
from citevet.resolve.law.provisions import CitedPlace, Level, Provision, Step, is_beyond, judge_places

_LABEL = "gesetze-im-internet.de"
_SITE = "https://www.gesetze-im-internet.de"
_OK = 200
# Laws whose address is not their short name in small letters.
_FOLDERS = {
    "EGBGB": "bgbeg",
    "UWG": "uwg_2004",
    "AO": "ao_1977",
    "UStG": "ustg_1980",
    "KStG": "kstg_1977",
    "BauGB": "bbaug",
    "AufenthG": "aufenthg_2004",
    "AsylG": "asylvfg_1992",
    "BDSG": "bdsg_2018",
    "StVO": "stvo_2013",
    **{f"SGB {numeral}": f"sgb_{number}" for number, numeral in enumerate(
        "I II III IV V VI VII VIII IX X XI XII XIII XIV".split(), 1)},
}  # fmt: skip
_BOOK = lazy_pattern(r"SGB (\d{1,2})")
_FOLDER = lazy_pattern(r"[a-z0-9_-]{2,40}")

_SECTION = Level("§ {}", "§§ {} to {}")
_ARTICLE = Level("Art. {}", "Art. {} to {}")
_SUBSECTION = Level("Abs. {}", "Abs. {} to {}")
_SENTENCE = Level("Satz {}", "Satz {} to {}")
_NUMBER = Level("Nr. {}", "Nr. {} to {}")
_LETTER = Level("Buchst. {}", "Buchst. {} to {}")
_LEVELS = {"Abs": _SUBSECTION, "S": _SENTENCE, "Nr": _NUMBER, "B": _LETTER}

_HEAD = lazy_pattern(r"(?:§§?|Art\.?) ?(\d{1,4}[a-z]?)(?! ?§)")
_NEXT_HEAD = lazy_pattern(
    r"(?:, | und | oder | sowie |,? i\. ?V\. ?m\. |,? iVm )(?:§§? ?|Art\. )?(\d{1,4}[a-z]?)(?!\w)"
)
_BELOW = lazy_pattern(
    r" (?P<unit>Abs|S|Nr|B)(?:\.|atz|ummer|uchst\.|uchstabe)? ?(?P<label>\d{1,3}[a-z]?|[a-z]{1,2})(?!\w)"
)
_LIT = lazy_pattern(r" lit\. ?")
_SATZ = lazy_pattern(r" (?:Satz|S\.) ?(?=\d)")

# An entry of a table of contents: § 823 Schadensersatzpflicht; §§ 5 bis 7 (weggefallen); Art 29.
_ENTRY = lazy_pattern(
    r"(?:§§?|Art(?:ikel|\.)?) ?(?P<first>\d{1,4}(?: ?[a-z](?!\w))?)"
    r"(?: ?(?P<how>bis|und|u\.|,|[-–]) ?(?:§ ?)?(?P<last>\d{1,4}(?: ?[a-z](?!\w))?))?(?!\w) ?(?P<heading>.*)"
)
_GONE = lazy_pattern(r"\(?(?:weggefallen|aufgehoben|gegenstandslos|außer Kraft)\)?")
_TITLE = lazy_pattern(r"<h1[^>]*>(.*?)</h1>", re.DOTALL | re.IGNORECASE)
_BODY = lazy_pattern(r"<div class=\"jurAbsatz\">(.*?)(?=<div class=\"jurAbsatz\"|<div id=\"|</body|$)", re.DOTALL)
_FOOTNOTES = lazy_pattern(r"<div class=\"jnfussnote\">.*", re.DOTALL)
_MARKED = lazy_pattern(r"\((\d{1,3}[a-z]?)\)")
_ITEM = lazy_pattern(r"(\d{1,3}[a-z]?)\.$|(\d{1,3}[a-z]?)\. |([a-z]{1,2})\)")
_STOP = lazy_pattern(r"[.!?;:](?=\s|$)")
_WIDEST = 200  # sections that one entry may span


def find_folder(law: str) -> str | None:
    """Return the folder of a law on the site; a guess in small letters for those that are not in the table."""
    book = _BOOK.fullmatch(law)
    folder = f"sgb_{book[1]}" if book else _FOLDERS.get(law, law.lower())
    for letter, plain in (("ä", "ae"), ("ö", "oe"), ("ü", "ue"), ("ß", "ss"), (" ", "_")):
        folder = folder.replace(letter, plain)
    return folder if _FOLDER.fullmatch(folder) else None


def read_places(locator: str) -> list[CitedPlace]:
    """Return the places of a locator: two of "§§ 280 Abs. 1, 281", one of "Art. 5 Abs. 1 S. 2"."""
    level = _ARTICLE if locator.startswith("A") else _SECTION
    text = _SATZ.sub(" S ", _LIT.sub(" B ", locator.replace("Buchst.", "B").replace("Buchstabe", "B")))
    head = _HEAD.match(text)
    places: list[CitedPlace] = []
    while head:
        steps = [Step(level, head[1])]
        at = head.end()
        while below := _BELOW.match(text, at):
            steps.append(Step(_LEVELS[below["unit"]], below["label"]))
            at = below.end()
        places.append(tuple(steps))
        head = _NEXT_HEAD.match(text, at)
    return places


def parse_contents(page: str) -> Provision | None:
    """Return the sections of a law from its table of contents; None if the page has no such table."""
    sections: dict[str, Provision] = {}
    for line in split_lines(page):
        if found := _ENTRY.fullmatch(line):
            for section in _read_entry(found):
                sections.setdefault(section.label, section)
    return Provision("", parts=tuple(sections.values())) if sections else None


def _read_entry(found: re.Match[str]) -> Iterator[Provision]:
    heading = found["heading"].strip()
    gone = Notice("repealed", _LABEL, why=heading) if _GONE.match(heading) else None
    first, last = (label.replace(" ", "") if label else "" for label in (found["first"], found["last"]))
    yield Provision(first, heading, notice=gone)
    if last:
        yield Provision(last, heading, notice=gone)
    if found["how"] in {"bis", "-", "–"} and first.isdigit() and last.isdigit():
        for number in range(int(first) + 1, min(int(last), int(first) + _WIDEST)):
            yield Provision(str(number), heading, notice=gone)


def parse_title(page: str) -> str:
    """Return the name of the law from the heading of a page, with its short name."""
    found = _TITLE.search(page)
    return split_lines(found[1])[0] if found and split_lines(found[1]) else ""


def parse_section(page: str) -> tuple[Provision, Provision]:
    """Return a section twice: its subsections with their numbers and letters, and with their sentences."""
    bodies = [lines for found in _BODY.finditer(_FOOTNOTES.sub("", page)) if (lines := split_lines(found[1]))]
    marks = [_MARKED.match(lines[0]) for lines in bodies]
    subsections = [
        (mark[1] if mark else str(number), lines)
        for number, (mark, lines) in enumerate(zip(marks, bodies, strict=True), 1)
        if mark or not any(marks)
    ]
    items = tuple(Provision(label, parts=_read_items(lines)) for label, lines in subsections)
    sentences = tuple(Provision(label, parts=_count_sentences(lines)) for label, lines in subsections)
    return Provision("", parts=items), Provision("", parts=sentences)


def _read_items(lines: list[str]) -> tuple[Provision, ...]:
    items: list[Provision] = []
    for line in lines:
        found = _ITEM.match(line)
        if found and found[3] and items:
            items[-1] = replace(items[-1], parts=(*items[-1].parts, Provision(found[3])))
        elif found:
            items.append(Provision(found[1] or found[2] or found[3]))
    return tuple(items)


def _count_sentences(lines: list[str]) -> tuple[Provision, ...]:
    """Return the sentences by number; stops of abbreviations may add some, but none is left out."""
    stops = sum(len(_STOP.findall(line)) for line in lines)
    return tuple(Provision(str(number)) for number in range(1, min(max(stops, 1), _WIDEST) + 1))


async def look_up_german_statute(citation: Citation, web: Web, when: date) -> Lookup:
    """Look up a section of a federal law, with its subsection, sentence, number and letter."""
    law = citation.law.law
    folder = find_folder(law)
    if folder is None or citation.law.version == "a.F.":
        return Lookup(reason="abstained", why=f"{_LABEL} has only the laws in force, under their short names")
    reply = await web.ask("gesetze", f"/{folder}/index.html")
    contents = read_contents(reply, law, citation.law.name)
    if isinstance(contents, Lookup):
        return contents
    act, title = contents
    record = Record("gesetze", law, type="act", title=title, url=f"{_SITE}/{folder}/", language="de")
    outcome = Lookup("found", record=record)
    for place in read_places(citation.place.article or ""):
        outcome = await _look_up_place(place, (act, record), folder, web, when)
        if outcome.existence != "found":
            return outcome
    return outcome


def read_contents(reply: Reply, law: str, name: str) -> tuple[Provision, str] | Lookup:
    """Return the sections and the name of a law, or why the page does not have them."""
    if trouble := refuse_trouble(reply, _LABEL):
        return trouble
    if reply.is_not_found:
        return Lookup(reason="abstained", why=f"{_LABEL} has no law under the short name {law}")
    page = decode_page(reply.data, reply.content_type)
    act, title = parse_contents(page), parse_title(page)
    if reply.status != _OK or act is None or not is_whole(page):
        return refuse_shape(_LABEL)
    if law.casefold() not in title.casefold() and not (name and name.casefold() in title.casefold()):
        return Lookup(reason="abstained", why=f'{_LABEL} has "{title}" under the short name {law}')
    return act, title


async def _look_up_place(
    place: CitedPlace, found: tuple[Provision, Record], folder: str, web: Web, when: date
) -> Lookup:
    """Look up one section in the table of contents, and what is below it on its own page."""
    act, record = found
    head, *below = place
    page = f"{_SITE}{_page_path(folder, head)}"
    record = replace(record, url=page, copies=(page,))
    outcome = judge_places(replace(act, complete=is_beyond(act, head.label)), [(head,)], record, when)
    if outcome.existence != "found" or not below or outcome.flags:
        return outcome
    reply = await web.ask("gesetze", _page_path(folder, head))
    section = decode_page(reply.data, reply.content_type)
    items, sentences = parse_section(section)
    if reply.trouble or reply.status != _OK or not items.parts or not is_whole(section):
        why = refuse_trouble(reply, _LABEL) or refuse_shape(_LABEL)
        return replace(why, record=record)
    # It is the section that lacks the place, not the law.
    named = replace(record, title=f"{head.level.show(head.label)} {record.id}")
    return replace(_judge_below(below, items, sentences, named, when), record=record)


def _page_path(folder: str, head: Step) -> str:
    return f"/{folder}/{'art_' if head.level is _ARTICLE else '__'}{head.label}.html"


def _judge_below(below: list[Step], items: Provision, sentences: Provision, record: Record, when: date) -> Lookup:
    """Judge the place inside a section: a number without a subsection may be in any of them."""
    if below[0].level is not _SUBSECTION:
        items = Provision("", parts=tuple(item for one in items.parts for item in one.parts))
        sentences = Provision("", parts=max((one.parts for one in sentences.parts), key=len))
    outcome = judge_places(items, [tuple(step for step in below if step.level is not _SENTENCE)], record, when)
    at = next((index for index, step in enumerate(below) if step.level is _SENTENCE), None)
    if outcome.existence == "found" and at is not None and at <= 1:
        outcome = judge_places(sentences, [tuple(below[: at + 1])], record, when)
    return outcome
