"""Numbers with a check digit: ISBN and ISSN of publications, ORCID of people.

The forms are defined in https://www.isbn-international.org/content/isbn-users-manual/29,
https://www.issn.org/understanding-the-issn/assignment-rules/issn-manual/ and
https://support.orcid.org/hc/en-us/articles/360006897674.
"""

import re
from collections.abc import Iterator

from citevet.model.document import Span
from citevet.model.extraction import Identifier
from citevet.patterns import lazy_pattern

_DASH = "[- ‐-–−]"
_ISBN_LETTER = lazy_pattern(r"(?<!\w)[Ee]-?$")  # eISBN
_LABELLED_ISBN = lazy_pattern(
    rf"[Ii][Ss][Bb][Nn](?:-1[03])?[:\s]{{0,3}}(?P<digits>\d(?:{_DASH}?\d){{7,14}}(?:{_DASH}?[Xx])?)(?![\d-])"
)
_BARE_ISBN = lazy_pattern(r"(?P<digits>97[89](?<![\w.-]97.)(?:[-‐-–]\d{1,7}){3}[-‐-–]\d)(?![\w-])")
_NO_DIGIT = lazy_pattern(r"[^\dX]")
_SHORT, _LONG = 10, 13
_NOTE_DIGITS = 2  # of the number of a note that is glued to an ISBN
_SERIAL = 8  # digits of an ISSN
_DIGITS = "0123456789X"  # modulo 11

_ISSN_LETTER = lazy_pattern(r"(?<!\w)[EePp]-?$")  # eISSN, p-ISSN
_ISSN = lazy_pattern(r"[Ii][Ss][Ss][Nn](?:-L)?[:\s]{0,3}(?P<id>\d{4}[-‐-–]?\d{3}[\dXx])(?![\w-])")

_ORCID = lazy_pattern(r"\d{4}-\d{4}-\d{4}-\d{3}[\dXx](?![\w-])")
# Before the digits: an address, the label in prose, and the labels of front matter, macros and links.
_ADDRESS = lazy_pattern(r"https?://(?:www\.)?orcid\.org/$", re.IGNORECASE)
_LABEL = lazy_pattern(r"\borcid:?\s?$", re.IGNORECASE)
_OTHER_LABEL = lazy_pattern(r"orcid(?:\.org/|[ -]?id|link)?[^\w\r\n]{0,6}$", re.IGNORECASE)
_KNOWN_STARTS = ("0000-0001-", "0000-0002-", "0000-0003-", "0009-000")  # these need no label
_LONGEST_LABEL = 40  # characters of label before the digits


def mod_11_check_digit(digits: str) -> str:
    """Compute the last digit of an ISBN of ten digits, or of an ISSN, from those before it."""
    weights = range(len(digits), 1, -1)
    return _DIGITS[-sum(weight * int(digit) for weight, digit in zip(weights, digits, strict=False)) % 11]


def isbn_13_check_digit(digits: str) -> str:
    """Compute the thirteenth digit from the first twelve."""
    return str(-sum((1, 3)[index % 2] * int(digit) for index, digit in enumerate(digits[:12])) % 10)


def _to_isbn_13(digits: str) -> str:
    """Return the form with thirteen digits, so that both forms of one book are equal."""
    if len(digits) != _SHORT or mod_11_check_digit(digits) != digits[-1]:
        return digits
    return f"978{digits[:9]}{isbn_13_check_digit('978' + digits[:9])}"


def find_isbns(text: str) -> Iterator[Identifier]:
    """Find ISBNs after their label, and hyphenated ones of thirteen digits anywhere."""
    for form in (_LABELLED_ISBN, _BARE_ISBN):
        for match in form.finditer(text):
            digits = _NO_DIGIT.sub("", match["digits"].upper())
            fault, end = _find_isbn_fault(digits), match.end()
            if fault and (left := _split_note_number(digits)):  # ISBN 978-0-306-40615-7 and the number of a note, 12
                note, digits, fault = digits[len(left) :], left, None
                end -= len(note) + (text[end - len(note) - 1] == " ")
            span = Span(_letter_start(text, match.start(), _ISBN_LETTER), end)
            yield Identifier("isbn", span, span.of(text), _to_isbn_13(digits), fault)


def _letter_start(text: str, start: int, form: re.Pattern[str]) -> int:
    letter = form.search(text, max(start - 2, 0), start)
    return letter.start() if letter else start


def _split_note_number(digits: str) -> str:
    """Return the valid ISBN that begins a number which is too long by that of a note; nothing if none does."""
    sizes = (_LONG, _SHORT) if len(digits) != _LONG else ()
    whole = (digits[:size] for size in sizes if size < len(digits) <= size + _NOTE_DIGITS)
    return next((each for each in whole if _find_isbn_fault(each) is None), "")


def _find_isbn_fault(digits: str) -> str | None:
    if len(digits) == _SERIAL and _find_issn_fault(digits) is None:
        return None  # reference managers put the ISSN of a journal into the field `isbn`
    is_short = len(digits) == _SHORT
    if not is_short and len(digits) != _LONG:
        return f"{len(digits)} digits, where an ISBN has 10 or 13"
    if not is_short and not digits.startswith(("978", "979")):
        return "an ISBN of 13 digits starts with 978 or 979"
    if is_short and not digits.strip("0"):
        return "no book has an ISBN of zeros alone: copy the number from the book"
    return _compare_check_digit(digits, mod_11_check_digit(digits) if is_short else isbn_13_check_digit(digits))


def find_issns(text: str) -> Iterator[Identifier]:
    """Find ISSNs after their label."""
    for match in _ISSN.finditer(text):
        digits = f"{match['id'][:4]}{match['id'][-4:]}".upper()
        span = Span(_letter_start(text, match.start(), _ISSN_LETTER), match.end())
        yield Identifier("issn", span, span.of(text), f"{digits[:4]}-{digits[4:]}", _find_issn_fault(digits))


def _find_issn_fault(digits: str) -> str | None:
    if not digits.strip("0"):
        return "no journal has the ISSN 0000-0000: copy the number from the journal's page"
    return _compare_check_digit(digits, mod_11_check_digit(digits))


def _compare_check_digit(digits: str, right: str) -> str | None:
    return None if right == digits[-1] else f"the check digit should be {right}, not {digits[-1]}"


def find_orcids(text: str, start: int = 0, end: int | None = None) -> Iterator[Identifier]:
    """Find ORCIDs after their label or address, and those with the first digits of known ones, within two offsets."""
    for match in _ORCID.finditer(text, start, len(text) if end is None else end):
        first = _orcid_start(match, start)
        if first is not None:
            span = Span(first, match.end())
            yield Identifier("orcid", span, span.of(text), match[0].upper(), _find_orcid_fault(match[0]))


def _orcid_start(match: re.Match[str], first: int) -> int | None:
    """Return where an ORCID starts, with its address or label; None for other digits in groups of four."""
    window = max(match.start() - _LONGEST_LABEL, first)
    before = match.string[max(window - 1, 0) : match.start()]
    if before[-1:].isalnum() or before.endswith(("-", "_")):
        return None
    for form in (_ADDRESS, _LABEL):
        if found := form.search(match.string, window, match.start()):
            return found.start()
    known = match[0].startswith(_KNOWN_STARTS) or _OTHER_LABEL.search(match.string, window, match.start())
    return match.start() if known else None


def _find_orcid_fault(written: str) -> str | None:
    digits = written.replace("-", "").upper()
    if not digits.strip("0"):
        return "sixteen zeros name no person"
    total = 0  # the sixteenth digit follows from the first fifteen (ISO 7064)
    for digit in digits[:15]:
        total = (total + int(digit)) * 2
    return _compare_check_digit(digits, _DIGITS[(12 - total % 11) % 11])
