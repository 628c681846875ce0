"""US cases and statutes, and the short forms that stand for one cited before: Id., supra, 531 U.S., at 99."""

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from re import compile as pattern

from citevet.extract.forms.law.paragraph import Paragraph, paragraphs
from citevet.extract.forms.law.parties import SIGNALS
from citevet.extract.forms.law.us_cases import cases, pin_fault
from citevet.extract.forms.law.us_hit import Hit
from citevet.extract.forms.law.us_statutes import SECTION, statutes
from citevet.extract.found import Found
from citevet.extract.scene import Scene
from citevet.model import Locator

# Every branch starts with a plain character and none with \\b: so the search skips by first letter, five times as fast.
_TRIGGER = pattern(
    r"§|U\.\s?S\.|USC|C\.\s?F\.\s?R|CFR|v\.(?<=[\s\0]v.)|Id\.|id\.|supra|Stat\.|Fed\.|Pub\.\s?L|Public\sLaw|FRCP|FRE\s|slip\sop|"
    r"WL\s\d|LEXIS|Slip\sOp|US\s\d|at\s\d|\d\s[A-Z][A-Za-z]{0,8}\.\s?\S{1,12}\s?\d"
)
# Without any of these a document cites no US law in full, and so by no short form either.
_SIGNS = tuple(
    "§|U.S|U. S|USC|C.F|C. F|CFR| v.|Stat.|Fed.|Pub.|Public|FRCP|FRE|slip|WL |LEXIS|Slip| US |Id.|id.|supra".split("|")
)
_REPORTER = pattern(r"\d\s[A-Z][A-Za-z]{0,8}\.\s?\S{1,12}\s?\d")
_PIN = r"(?:pp?\. ?)?(?P<pin>\*?\d{1,6}(?:[-–]\d{1,6})?)"
_ID = pattern(rf"(?<![\w.])[Ii]d\.(?:,? at {_PIN}(?!\w)|,? §§? ?(?P<section>{SECTION}))?")
_SUPRA = pattern(rf",? supra(?P<note>,? (?:note|n\.) ?\d{{1,4}})?(?:,? at {_PIN})?(?!\w)")
_SUPRA_NAME = pattern(r"(?<!\w)(?P<name>[A-Z][\w'’.&-]{0,40}(?: (?:v\. )?[A-Z&][\w'’.&-]{0,40}){0,4})$")
_AT = pattern(rf"(?<![\w.])(?P<name>[A-Z][\w'’-]{{1,40}}),? at {_PIN}(?!\w)")
# A filing of the same case is cited between: what follows as Id. means that, and no case.
_RECORD = pattern(r"(?<!\w)(?:Compl|Dkt|Ex|ECF|App|Tr|Aff|Decl|Dep|Mot|Br|Hr)(?:'g Tr)?\.? (?:No\. )?[\w¶]")
_SECTIONED = frozenset({"U.S.C.", "C.F.R.", "U.S.C.A.", "U.S.C.S."})
_NOBODY = frozenset(
    {"United", "States", "People", "State", "Commonwealth", "The", "In", "Ex", "Matter", "County", "City"}
)
_SAME_VOLUME = 50  # cases of one volume that are remembered; a brief cites two or three
_NO_ANTECEDENT = "no antecedent"


@dataclass(slots=True)
class _Memory:
    """What was cited so far in the document."""

    last: Hit | None = None
    by_volume: dict[str, deque[tuple[str, Hit]]] = field(default_factory=dict)  # first page and case, the latest last
    by_name: dict[str, Hit] = field(default_factory=dict)

    def keep(self, hit: Hit) -> None:
        """Remember a citation in full by volume and by the words of its name."""
        self.last = hit
        if hit.kind != "us-case":
            return
        for normal in (hit.normal, *hit.parts.get("parallel", "").split("; ")):
            volume, _, page = normal.rpartition(" ")
            self.by_volume.setdefault(volume, deque(maxlen=_SAME_VOLUME)).append((page, hit))
        for party in hit.parts.get("case_name", "").replace(" vs. ", " v. ").split(" v. "):
            words = [word.strip(",.") for word in party.split()]
            if words and words[0] not in _NOBODY:
                self.by_name[words[0]] = hit

    def in_volume(self, volume: str, pin: str) -> Hit | None:
        """Return the latest case of the volume whose pages may hold the pin, else the latest."""
        cited = self.by_volume.get(volume)
        if not cited:
            return None
        fitting = (hit for page, hit in reversed(cited) if not pin_fault(pin, page))
        return next(fitting, cited[-1][1])


def find(scene: Scene) -> Iterator[Found]:
    """Yield every US case and statute, in the order of the document."""
    if not any(sign in scene.prose for sign in _SIGNS) and not _REPORTER.search(scene.prose):
        return
    memory = _Memory()
    for paragraph in paragraphs(scene, _TRIGGER):
        done = 0
        for hit in _hits(paragraph.text):
            if hit.start < done:
                continue
            whole = _resolved(hit, memory, paragraph.text[done : hit.start]) if hit.short else hit
            if whole is None:
                continue
            done = hit.end
            if not hit.short:
                memory.keep(hit)
            yield _found(paragraph, whole)


def _hits(text: str) -> list[Hit]:
    """Return all candidates by start, full ones first; federal statutes, which eyecite cuts, as we read them."""
    own = list(statutes(text))
    starts = {hit.start for hit in own}
    others = (hit for hit in cases(text) if hit.kind == "us-case" or hit.start not in starts)
    hits = [*own, *others, *_ids(text), *_supras(text), *_names(text)]
    return sorted(hits, key=lambda hit: (hit.start, hit.short is not None, -hit.end))


def _ids(text: str) -> Iterator[Hit]:
    for found in _ID.finditer(text):
        pin = found["pin"].replace("–", "-") if found["pin"] else None
        yield Hit(found.start(), found.end(), "us-case", "Id.", pin, found["section"], short="id")


def _supras(text: str) -> Iterator[Hit]:
    for found in _SUPRA.finditer(text):
        low = max(0, found.start() - 90)
        name = _SUPRA_NAME.search(text[low : found.start()])
        if name is None:
            continue
        pin = found["pin"].replace("–", "-") if found["pin"] else None
        start = low + name.start() + _signal(name["name"])
        parts = {"case_name": text[start : found.start()]} | ({"note": "yes"} if found["note"] else {})
        yield Hit(start, found.end(), "us-case", text[start : found.start()], pin, parts=parts, short="supra")


def _signal(name: str) -> int:
    """Return the length of "See " and its like at the head of a name."""
    first, space, _ = name.partition(" ")
    return len(first) + 1 if space and first in SIGNALS else 0


def _names(text: str) -> Iterator[Hit]:
    for found in _AT.finditer(text):
        pin = found["pin"].replace("–", "-")
        parts = {"case_name": found["name"]}
        yield Hit(found.start(), found.end(), "us-case", found["name"], pin, parts=parts, short="name")


def _resolved(hit: Hit, memory: _Memory, between: str) -> Hit | None:
    """Tie a short form to what it stands for; nothing, where it is no citation of a law at all."""
    if hit.short == "id" and _RECORD.search(between):
        memory.last = None
        return None
    antecedent = _antecedent(hit, memory)
    if antecedent is None:
        return _orphan(hit, memory)
    memory.last = antecedent
    parts = {**antecedent.parts, "short": hit.short or "", "antecedent": antecedent.normal}
    fault = _misplaced(hit, antecedent)
    if fault and hit.short == "name":
        return None
    normal = antecedent.normal
    if hit.article and antecedent.parts.get("code") in _SECTIONED:
        parts["section"] = hit.article.partition("(")[0]
        normal = f"{parts['title']} {parts['code']} § {parts['section']}"
    return Hit(hit.start, hit.end, antecedent.kind, normal, hit.pin, hit.article, parts, hit.short, fault)


def _misplaced(hit: Hit, antecedent: Hit) -> str | None:
    """Check the pin against the first page; parallel reports have pages of their own, which are not known here."""
    if hit.pin is None or "parallel" in antecedent.parts:
        return None
    return pin_fault(hit.pin, antecedent.parts.get("page", ""))


def _antecedent(hit: Hit, memory: _Memory) -> Hit | None:
    if hit.short == "id":
        return memory.last
    if hit.short == "short":
        return memory.in_volume(hit.normal, hit.pin or "")
    words = hit.parts["case_name"].replace(" v. ", " ").split()
    return next((memory.by_name[word.strip(",.")] for word in words if word.strip(",.") in memory.by_name), None)


def _orphan(hit: Hit, memory: _Memory) -> Hit | None:
    """Report what can only be a short form; a name, a note and a bare "Id." may be ordinary words."""
    sure = hit.short == "short" or (hit.short in {"id", "supra"} and hit.pin is not None and "note" not in hit.parts)
    if not sure and not (hit.short == "id" and memory.by_volume and hit.article):
        return None
    parts = {**hit.parts, "short": hit.short or ""}
    return Hit(hit.start, hit.end, hit.kind, hit.normal, hit.pin, hit.article, parts, hit.short, _NO_ANTECEDENT)


def _found(paragraph: Paragraph, hit: Hit) -> Found:
    locator = Locator(page=hit.pin, article=hit.article) if hit.pin or hit.article else None
    span = paragraph.span(hit.start, hit.end)
    return Found(hit.kind, span, hit.normal, locator, parts=hit.parts, fault=hit.fault)
