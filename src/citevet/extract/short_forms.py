"""The words by which a citation means an earlier one, and the place behind them: `ibid., p. 5`, `ebd., S. 3 f.`."""

from re import IGNORECASE
from re import compile as pattern

from citevet.extract.locators import locator
from citevet.model import Locator

_SIGNALS = r"but see|see also|see, e\.g\.,|see|cf\.|vgl\. auch|vgl\. dazu|vgl\.|s\. auch|s\.|siehe auch|siehe"
SIGNAL = rf"(?:(?:{_SIGNALS})[\s\0]{{1,5}})?+"
CITED = r"(?:op|loc|art)\.\s?cit|a\.\s?a\.\s?O"
EARLIER = rf"(?:{CITED}|supra(?:\s(?:note|n\.)\s\d{{1,4}})?|앞의\s?(?:글|책|논문))"
SAME = rf"(?:ibid(?:em)?|idem|id\.|ebd|ebenda|위의\s?(?:글|책|논문)|{CITED})(?!\w)"
# The note of the document that is meant, by its number: "supra note 3", "note 3 above", "Fn. 3", "oben Fn. 3".
NUMBERED = (
    r"(?:supra,?[\s\0](?:note|n\.|fn\.)[\s\0]?(?P<number>\d{1,4})|note[\s\0](?P<before>\d{1,4})[\s\0](?:above|supra)"
    r"|(?:(?:wie|oben|siehe|vgl\.|o\.|s\.)[\s\0]){0,2}(?:Fn\.|FN|Fußn\.|Fußnote)[\s\0]?(?P<german>\d{1,4}))(?!\w)"
)
YEAR = pattern(r"(?<!\d)(?:1[4-9]|20)\d\d(?!\d)")
# Somebody whose work is meant: "Doe, op. cit."
NAMED = rf"(?P<who>[^\W\d_][^;:,()\[\]“\"「『\0]{{0,60}}?),?\s(?:{CITED})(?!\w)"
# One of several works between semicolons: "(ebd., S. 3; Meier 2020)".
PART = pattern(
    rf"(?<=[(\[;])[\s\0]{{0,5}}(?P<said>{SIGNAL}(?:(?!(?-i:ID)\b){SAME}|{NAMED})"
    r"[.\s\0]{0,5}(?P<rest>[^;()\[\]“\"「『]{0,60}))(?=[;)\]])",
    IGNORECASE,
)
_BARE_PAGE = pattern(r"[,:]?[\s\0]*(?:at\s)?(\d{1,4}(?:\s?[-–]\s?\d{1,4})?)(?:\s?ff?\.?)?[.\s\0]*")
_PARAGRAPH = pattern(r",?\s?(?:Rn|Rz|Tz|Rdnr)\.?\s?(\d{1,4}(?:\s?[-–]\s?\d{1,4})?)(?:\s?ff?\.?)?")  # of a decision


def place(rest: str) -> tuple[bool, Locator | None]:
    """Say whether nothing but a place follows, or nothing at all, and which."""
    if paragraph := _PARAGRAPH.fullmatch(rest):
        return True, Locator(article=f"Rn. {paragraph[1].replace('–', '-').replace(' ', '')}")
    page = _BARE_PAGE.fullmatch(rest)
    found = Locator(page=page[1].replace("–", "-").replace(" ", "")) if page else locator(rest)
    return not rest.strip(" ,.") or (found is not None and not YEAR.search(rest)), found


def has_part(brackets: str) -> bool:
    """Say whether one of the works in a pair of brackets is that of a citation before it."""
    return any(place(rest_of(found["rest"]))[0] for found in PART.finditer(brackets))


def rest_of(words: str) -> str:
    """Return what follows a short form, as `place` reads it."""
    return words.replace("\0", " ").rstrip(". ")
