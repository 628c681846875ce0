"""German statutes: § 823 Abs. 1 BGB, BGB § 823 Abs 1, §§ 280, 281 BGB, Art. 5 Abs. 1 GG, Art. 6 Abs. 1 lit. f DSGVO.

A code is known by its name, or behind § by its shape: capitals that end in G for Gesetz, O for Ordnung, B for Buch or V
for Verordnung. Before § it must be known by its name.
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from re import Match
from re import compile as pattern

from citevet.extract.forms.law.eu_acts import BY_CELEX, TREATIES
from citevet.extract.forms.law.german_codes import CODES, IN_FULL, LAST, NO_CODES, ONLY, UNION
from citevet.extract.forms.law.paragraph import APART, paragraphs
from citevet.extract.found import Found
from citevet.extract.scene import Scene
from citevet.model import Locator, Span

_TRIGGER = pattern(r"§[\s\0]*\d|Art(?:\.|ikeln?)?[\s\0]*\d")
_ROMAN = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X")
_NUMERAL = rf"(?:{'|'.join(reversed(_ROMAN))})(?!\w)(?: \d{{1,2}}(?![\w.]))?+"  # "I 1" is Abs. 1 Satz 1
_SUBSECTION = rf"(?: Abs(?:\.|atz|ätze|ätzen)? ?\d{{1,2}}[a-z]?| ?\(\d{{1,2}}[a-z]?\)| {_NUMERAL})(?!\w)"
_BELOW = (
    r" (?:(?:S\.|Satz|Sätze|Hs\.|Halbs\.|Halbsatz|Nrn?\.|Nummern?|U(?:nter)?[Aa]bs\.|Alt\.|Var\.) ?\d{1,3}[a-z]?"
    r"|(?:lit\.|Buchst\.|Buchstabe) ?[a-z]{1,2}\)?|[1-9]\. ?(?:Alt|Var|Hs|Halbs)\.)(?!\w)| ff?\."
)
_NUMBER = r"\d{1,9}"  # no code has more than four digits; a slip of the hand is cited all the same, and told
_AND = r"(?:,? (?:und|oder|sowie|bis|i\. ?V\. ?m\.|iVm)|,)"
# What may stand between the number and the code; nothing is given back, so the time is linear.
_REST = (
    rf"(?:{_SUBSECTION}|{_BELOW}|(?:{_AND} | ?[-–] ?)(?:§§? ?|Art\. )?(?:{_NUMBER}[a-z]?(?!\w)|{_NUMERAL})"
    rf"|{_AND}(?= (?:Abs|S\.|Satz|Nr|lit|Buchst|Alt)))"
)
_SHAPE = r"[A-ZÄÖÜ][A-Za-zÄÖÜäöüß]{0,14}[GOBV](?:-[A-Z][A-Za-z]{1,8}V)?"
_BOOK = r"(?:XI[IV]?|XIII|IX|IV|VI{0,3}|I{1,3}|X|\d{1,2})(?!\w)"
_KNOWN = "|".join(sorted({*CODES, *UNION, *IN_FULL}, key=len, reverse=True))
_SIGN = r"(?P<sign>(?P<several>§§)|§|(?P<article>Art\.?|Artikeln?)) ?"
# An article of an introductory law has sections: Art. 229 § 5 EGBGB.
_FIRST = rf"(?P<first>{_NUMBER}) ?(?P<letter>[a-z]?)(?!\w)(?(article)(?P<inner> § ?\d{{1,3}}[a-z]?(?!\w))?+)"
_STATUTE = pattern(
    rf"{APART}{_SIGN}(?P<place>{_FIRST}{_REST}{{0,40}}+)"
    rf" (?:de[sr] )?(?P<law>SGB(?=-{_BOOK})|(?:{_KNOWN})(?!\w|-\w)|{_SHAPE}(?!\w|-\w))"
    rf"(?P<book>(?<=SGB)[ -]{_BOOK})?(?P<version> [an]\. ?F\.)?"
)
# Behind § alone a further number is of the sentence: "BGB § 823 und 2 weitere Normen".
_CODE_FIRST = pattern(
    rf"{APART}(?P<law>SGB(?=[ -]{_BOOK})|{'|'.join(sorted({*CODES, *UNION} - {'SGB'}, key=len, reverse=True))})"
    rf"(?P<book>(?<=SGB)[ -]{_BOOK})?(?P<version> [an]\. ?F\.)? {_SIGN}"
    rf"(?P<place>{_FIRST}(?![.,]\d)(?(several){_REST}{{0,40}}+|(?:{_SUBSECTION}|{_BELOW}){{0,40}}+))"
)
_BARE_SUBSECTION = pattern(
    rf" ?\((\d{{1,2}}[a-z]?)\)| ({'|'.join(reversed(_ROMAN))})(?![\w.])(?: (\d{{1,2}})(?![\w.]))?"
)
_ABS = pattern(r" Abs(?:\.|atz)? ?(\d{1,2}[a-z]?)")
_LETTER = pattern(r" (?:lit\.|Buchst\.|Buchstabe) ?([a-z]{1,2})\)?")
# Behind these the section is of American law: "42 U.S.C. § 1983 GAO reports".
_AMERICAN = pattern(r"(?:U\. ?S\. ?C\.(?: ?A\.)?|C\. ?F\. ?R\.|\bUSCA?|\bCFR) ?$")
_REACH = 14  # characters of the longest of them
_CAPITAL = pattern(r"[A-ZÄÖÜ]")


def find(scene: Scene) -> Iterator[Found]:
    """Yield every statute with its place; several places of one code are one citation."""
    for paragraph in paragraphs(scene, _TRIGGER):
        for found in _statutes(paragraph.text):
            span = paragraph.span(*found.span())
            law = IN_FULL.get(found["law"], found["law"])
            yield _of_union(found, law, Found("eu-act", span, law)) if law in UNION else _found(found, law, span)


def _statutes(text: str) -> Iterator[Match[str]]:
    """Yield the statutes with the code behind its place, and between these the ones with the code before it."""
    behind = [found for found in _STATUTE.finditer(text) if _is_code(found)]
    start = 0
    for found in behind:
        yield from _CODE_FIRST.finditer(text, start, found.start())
        yield found
        start = found.end()
    yield from _CODE_FIRST.finditer(text, start)


def _is_code(found: Match[str]) -> bool:
    """Say whether a code is named: by what is known, and behind § by two capitals, of which one is the last letter."""
    law = found["law"]
    if _AMERICAN.search(found.string, max(found.start() - _REACH, 0), found.start()):
        return False
    if law in CODES or law in UNION or law in IN_FULL:
        return True
    return (not found["article"] or bool(found["inner"])) and len(_CAPITAL.findall(law)) > 1 and law not in NO_CODES


def _found(found: Match[str], law: str, span: Span) -> Found:
    sign = "§" if found["sign"][0] == "§" else "Art."
    book = (found["book"] or "").replace("-", " ")
    section = f"{found['first']}{found['letter']}"
    parts = {"law": f"{law}{book}", "section": section, **({"name": CODES[law]} if law in CODES else {})}
    parts |= {"version": found["version"].strip().replace(" ", "")} if found["version"] else {}
    fault = _fault(found, law, sign)
    return Found("de-statute", span, f"{law}{book} {sign} {section}", _locator(found), parts=parts, fault=fault)


def _locator(found: Match[str]) -> Locator:
    """Write the place in one way: § 823 I, § 823 (1) and § 823 Abs 1 are § 823 Abs. 1."""
    sign = "Art." if found["sign"][0] == "A" else found["sign"]
    place = _ABS.sub(r" Abs. \1", _BARE_SUBSECTION.sub(_in_full, found["place"]))
    return Locator(article=f"{sign} {place}")


def _in_full(found: Match[str]) -> str:
    sentence = f" S. {found[3]}" if found[3] else ""
    return f" Abs. {found[1] or _ROMAN.index(found[2]) + 1}{sentence}"


def _fault(found: Match[str], law: str, sign: str) -> str | None:
    """Say what the code cannot have: a letter twice, the other kind of section, or a number beyond its last."""
    if law not in CODES and (meant := _typed_once(law)):
        return f"there is no {law} among the codes that are known, but the {meant}"
    if found["book"] is None and ONLY.get(law, sign) != sign:
        return f"the {law} is cited by {ONLY[law]}"
    first = int(found["first"])
    if first == 0 and not found["version"]:
        return f"the {law} has no {sign} 0"
    beyond = sign == ONLY.get(law, "§") and first > LAST.get(law, first)
    return f"the {law} ends with {sign} {LAST[law]}" if beyond else None


def _typed_once(law: str) -> str | None:
    """Return the known code that a name is with one of two equal letters left out: BGBB is no code, BGB is.

    Other names that are near to each other are codes both: BGB and BBG, BetrVG and BetrAVG.
    """
    once = (law[:at] + law[at + 1 :] for at, (one, other) in enumerate(pairwise(law)) if one == other)
    return next((name for name in once if name in CODES), None)


def _of_union(found: Match[str], law: str, draft: Found) -> Found:
    """Return an act of the Union as its English name would be found: the DSGVO is the GDPR."""
    normal = UNION[law]
    act = BY_CELEX.get(normal)
    last = act.articles if act else TREATIES[normal]
    parts = {"type": "regulation", "year": normal[1:5], "number": str(int(normal[6:])), "celex": normal} if act else {}
    place = _BARE_SUBSECTION.sub(_in_full, found["place"])
    article = _LETTER.sub(r"(\1)", _ABS.sub(r"(\1)", place))
    beyond = f"the act has {last} articles" if last and int(found["first"]) > last else None
    fault = _fault(found, law, "Art." if found["article"] else "§") or beyond
    return replace(
        draft, normal=normal, locator=Locator(article=article), parts=parts or {"type": "treaty"}, fault=fault
    )
