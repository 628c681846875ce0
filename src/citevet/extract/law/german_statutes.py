"""Find German statutes: § 823 Abs. 1 BGB, BGB § 823 Abs 1, §§ 280, 281 BGB, Art. 5 GG, Art. 6 lit. f DSGVO.

A code is known by its name, or after § by its form: capitals that end in G for Gesetz, O for Ordnung, B for Buch or V
for Verordnung. Before § only known names count.
"""

import re
from collections.abc import Iterator, Mapping
from itertools import pairwise
from pathlib import Path

from citevet.extract.law import signs
from citevet.extract.law.eu_identifiers import ACTS_BY_CELEX, LAST_TREATY_ARTICLES
from citevet.extract.law.paragraphs import APART, find_paragraphs
from citevet.extract.masked_text import FoundCitation, MaskedText
from citevet.model import Locator, Span
from citevet.patterns import lazy_pattern
from citevet.tables import longest_first, read_pairs, read_rows, read_words

_ROWS = tuple(read_rows(Path(__file__).with_name("german_codes.tsv")))
_CODES = {code: name for code, name, *_ in _ROWS}
# EU acts and treaties by their German names: a CELEX number, or the English short name.
_UNION_ACTS = read_pairs("DSGVO=32016R0679 DS-GVO=32016R0679 GDPR=32016R0679 AEUV=TFEU EUV=TEU")
# The sign by which a code is cited; StGB, ZPO and StPO are also Swiss laws, which have articles.
_SIGNS: Mapping[str, str] = {
    "GG": "Art.",
    "EGBGB": "Art.",
    **dict.fromkeys(_UNION_ACTS, "Art."),
    **dict.fromkeys(("BGB", "AktG", "GmbHG", "VwGO", "VwVfG", "EStG", "InsO"), "§"),
}
_LAST_SECTIONS: Mapping[str, int] = {"BGB": 2385, "GG": 146, "StGB": 358}
_FULL_NAMES = {form: code for code, _, *forms in _ROWS for form in forms} | {"Datenschutz-Grundverordnung": "DSGVO"}
# Words with the form of a code that are not codes: "§ 5 NATO".
_NOT_CODES = read_words("""NATO WTO UNO ISO NGO CEO CFO CTO COO CIO PNG JPEG JPG SVG MPEG USB GB MB KB TB ECG EEG TV AGB
    HIV WHO ILO FAO EPO WIPO IPO GAO CBO USPTO""")

_ROMAN = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X")
_NUMERAL = rf"(?:{'|'.join(reversed(_ROMAN))})(?!\w)(?: \d{{1,2}}(?![\w.]))?+"  # "I 1" is Abs. 1 Satz 1
_SUBSECTION = rf"(?: Abs(?:\.|atz|ätze|ätzen)? ?\d{{1,2}}[a-z]?| ?\(\d{{1,2}}[a-z]?\)| {_NUMERAL})(?!\w)"
_BELOW = (
    r" (?:(?:S\.|Satz|Sätze|Hs\.|Halbs\.|Halbsatz|Nrn?\.|Nummern?|U(?:nter)?[Aa]bs\.|Alt\.|Var\.) ?\d{1,3}[a-z]?"
    r"|(?:lit\.|(?:Doppel|D)?[Bb]uchst(?:\.|abe)) ?[a-z]{1,3}\)?|[1-9]\. ?(?:Alt|Var|Hs|Halbs)\.)(?!\w)| ff?\."
)
_NUMBER = r"\d{1,9}"  # no code has more than four digits; longer numbers match so that they can be reported
_AND = r"(?:,? (?:und|oder|sowie|bis|i\. ?V\. ?m\.|iVm)|,)"
# Between the number and the code; possessive quantifiers keep the time linear.
_REST = (
    rf"(?:{_SUBSECTION}|{_BELOW}|(?:{_AND} | ?[-–] ?)(?:§§? ?|Art\. )?(?:{_NUMBER}[a-z]?(?!\w)|{_NUMERAL})"
    rf"|{_AND}(?= (?:Abs|S\.|Satz|Nr|lit|Buchst|Doppelb|Alt)))"
)
_SHAPE = r"[A-ZÄÖÜ][A-Za-zÄÖÜäöüß]{0,14}[GOBV](?:-[A-Z][A-Za-z]{1,8}V)?"
_BOOK = r"(?:XI[IV]?|XIII|IX|IV|VI{0,3}|I{1,3}|X|\d{1,2})(?!\w)"
_KNOWN = "|".join(longest_first({*_CODES, *_UNION_ACTS, *_FULL_NAMES}))
_SIGN = r"(?P<sign>(?P<several>§§)|§|(?P<article>Art\.?|Artikeln?)) ?"
# An article of an introductory law has sections: Art. 229 § 5 EGBGB.
_FIRST = rf"(?P<first>{_NUMBER}) ?(?P<letter>[a-z]?)(?!\w)(?(article)(?P<inner> § ?\d{{1,3}}[a-z]?(?!\w))?+)"
_STATUTE = lazy_pattern(
    rf"{APART}{_SIGN}(?P<place>{_FIRST}{_REST}{{0,40}}+)"
    rf" (?:de[sr] )?(?P<law>SGB(?=-{_BOOK})|(?:{_KNOWN})(?!\w|-\w)|{_SHAPE}(?!\w|-\w))"
    rf"(?P<book>(?<=SGB)[ -]{_BOOK})?(?P<version> [an]\. ?F\.)?"
)
# After a single § another number belongs to the sentence: "BGB § 823 und 2 weitere Normen".
_CODE_FIRST = lazy_pattern(
    rf"{APART}(?P<law>SGB(?=[ -]{_BOOK})|{'|'.join(longest_first({*_CODES, *_UNION_ACTS} - {'SGB'}))})"
    rf"(?P<book>(?<=SGB)[ -]{_BOOK})?(?P<version> [an]\. ?F\.)? {_SIGN}"
    rf"(?P<place>{_FIRST}(?![.,]\d)(?(several){_REST}{{0,40}}+|(?:{_SUBSECTION}|{_BELOW}){{0,40}}+))"
)
_BARE_SUBSECTION = lazy_pattern(
    rf" ?\((\d{{1,2}}[a-z]?)\)| ({'|'.join(reversed(_ROMAN))})(?![\w.])(?: (\d{{1,2}})(?![\w.]))?"
)
_ABS = lazy_pattern(r" Abs(?:\.|atz)? ?(\d{1,2}[a-z]?)")
_LETTER = lazy_pattern(r" (?:lit\.|Buchst\.|Buchstabe) ?([a-z]{1,2})\)?")
# After these the section belongs to US law: "42 U.S.C. § 1983 GAO reports".
_AMERICAN = lazy_pattern(r"(?:U\. ?S\. ?C\.(?: ?A\.)?|C\. ?F\. ?R\.|\bUSCA?|\bCFR) ?$")
_REACH = 14  # characters of the longest of them
_CAPITAL = lazy_pattern(r"[A-ZÄÖÜ]")


def find_german_statutes(scene: MaskedText) -> Iterator[FoundCitation]:
    """Find every statute with its place; several places of one code are one citation."""
    for paragraph in find_paragraphs(scene, signs.GERMAN_STATUTE):
        for found in _find_statutes(paragraph.text):
            law = _FULL_NAMES.get(found["law"], found["law"])
            yield (_make_union_act if law in _UNION_ACTS else _make_statute)(found, law, paragraph.span(*found.span()))


def _find_statutes(text: str) -> Iterator[re.Match[str]]:
    """Yield statutes with the code after the place, and between them those with the code first."""
    behind = [found for found in _STATUTE.finditer(text) if _is_code(found)]
    start = 0
    for found in behind:
        yield from _CODE_FIRST.finditer(text, start, found.start())
        yield found
        start = found.end()
    yield from _CODE_FIRST.finditer(text, start)


def _is_code(found: re.Match[str]) -> bool:
    """Check for a code: a known name, or after § two capitals, one of them the last letter."""
    law = found["law"]
    if _AMERICAN.search(found.string, max(found.start() - _REACH, 0), found.start()):
        return False
    if law in _CODES or law in _UNION_ACTS or law in _FULL_NAMES:
        return True
    return (not found["article"] or bool(found["inner"])) and len(_CAPITAL.findall(law)) > 1 and law not in _NOT_CODES


def _make_statute(found: re.Match[str], law: str, span: Span) -> FoundCitation:
    sign = "§" if found["sign"][0] == "§" else "Art."
    book = (found["book"] or "").replace("-", " ")
    section = f"{found['first']}{found['letter']}"
    parts = {"law": f"{law}{book}", "section": section, **({"name": _CODES[law]} if law in _CODES else {})}
    parts |= {"version": found["version"].strip().replace(" ", "")} if found["version"] else {}
    # § 823 I, § 823 (1) and § 823 Abs 1 become § 823 Abs. 1.
    place = _ABS.sub(r" Abs. \1", _BARE_SUBSECTION.sub(_spell_out, found["place"]))
    locator = Locator(article=f"{found['sign'] if sign == '§' else sign} {place}")
    normal, fault = f"{law}{book} {sign} {section}", _find_fault(found, law, sign)
    return FoundCitation("de-statute", span, normal, locator, parts=parts, fault=fault)


def _spell_out(found: re.Match[str]) -> str:
    sentence = f" S. {found[3]}" if found[3] else ""
    return f" Abs. {found[1] or _ROMAN.index(found[2]) + 1}{sentence}"


def _find_fault(found: re.Match[str], law: str, sign: str) -> str | None:
    """Report a misspelled code, the wrong sign, or a section beyond the last."""
    if law not in _CODES and (meant := _find_meant_code(law)):
        return f"there is no {law} among the codes that are known, but the {meant}"
    if found["book"] is None and _SIGNS.get(law, sign) != sign:
        return f"the {law} is cited by {_SIGNS[law]}"
    first = int(found["first"])
    if first == 0 and not found["version"]:
        return f"the {law} has no {sign} 0"
    beyond = sign == _SIGNS.get(law, "§") and first > _LAST_SECTIONS.get(law, first)
    return f"the {law} ends with {sign} {_LAST_SECTIONS[law]}" if beyond else None


def _find_meant_code(law: str) -> str | None:
    """Return the known code that remains if one of two equal letters is left out: BGB for BGBB.

    Other similar names are both codes: BGB and BBG, BetrVG and BetrAVG.
    """
    once = (law[:at] + law[at + 1 :] for at, (one, other) in enumerate(pairwise(law)) if one == other)
    return next((name for name in once if name in _CODES), None)


def _make_union_act(found: re.Match[str], law: str, span: Span) -> FoundCitation:
    """Return an EU act as if cited by its English name: the DSGVO is the GDPR."""
    normal = _UNION_ACTS[law]
    act = ACTS_BY_CELEX.get(normal)
    last = act.articles if act else LAST_TREATY_ARTICLES[normal]
    parts = {"type": "treaty"}
    if act:
        parts = {"type": "regulation", "year": normal[1:5], "number": str(int(normal[6:])), "celex": normal}
    place = _BARE_SUBSECTION.sub(_spell_out, found["place"])
    locator = Locator(article=_LETTER.sub(r"(\1)", _ABS.sub(r"(\1)", place)))
    beyond = f"the act has {last} articles" if last and int(found["first"]) > last else None
    fault = _find_fault(found, law, "Art." if found["article"] else "§") or beyond
    return FoundCitation("eu-act", span, normal, locator, parts=parts, fault=fault)
