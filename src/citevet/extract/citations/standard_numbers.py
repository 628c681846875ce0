"""Find numbers with a check digit: ISBN of books, ISSN of journals, ORCID of people."""

import re
from collections.abc import Iterable, Iterator
from operator import attrgetter

from citevet.extract.masked_text import FoundCitation, MaskedText
from citevet.model import Document, Identifier, Reference, Span
from citevet.model.document import pair_with_next
from citevet.text.identifiers import isbn_10_check_digit, isbn_13_check_digit, issn_check_digit, to_isbn_13
from citevet.text.patterns import lazy_pattern

_DASH = "[- ‐-–−]"
_ISBN_LETTER = lazy_pattern(r"(?<!\w)[Ee]-?$")  # eISBN
_LABELLED_ISBN = lazy_pattern(
    rf"[Ii][Ss][Bb][Nn](?:-1[03])?[:\s]{{0,3}}(?P<digits>\d(?:{_DASH}?\d){{7,14}}(?:{_DASH}?[Xx])?)(?![\d-])"
)
_BARE_ISBN = lazy_pattern(r"(?P<digits>97[89](?<![\w.-]97.)(?:[-‐-–]\d{1,7}){3}[-‐-–]\d)(?![\w-])")
_NO_DIGIT = lazy_pattern(r"[^\dX]")
_SHORT, _LONG = 10, 13
_SERIAL = 8  # digits of an ISSN
_CHECK_DIGITS = "0123456789X"  # modulo 11

_ISSN_LETTER = lazy_pattern(r"(?<!\w)[EePp]-?$")  # eISSN, p-ISSN
_ISSN = lazy_pattern(r"[Ii][Ss][Ss][Nn](?:-L)?[:\s]{0,3}(?P<id>\d{4}[-‐-–]?\d{3}[\dXx])(?![\w-])")

_ORCID = lazy_pattern(r"\d{4}-\d{4}-\d{4}-\d{3}[\dXx](?![\w-])")
# Before the digits: an address, the label in prose, and the labels of front matter, macros and links.
_ADDRESS = lazy_pattern(r"https?://(?:www\.)?orcid\.org/$", re.IGNORECASE)
_LABEL = lazy_pattern(r"\borcid:?\s?$", re.IGNORECASE)
_OTHER_LABEL = lazy_pattern(r"orcid(?:\.org/|[ -]?id|link)?[^\w\r\n]{0,6}$", re.IGNORECASE)
_KNOWN_STARTS = ("0000-0001-", "0000-0002-", "0000-0003-", "0009-000")  # these need no label
_LONGEST_LABEL = 40  # characters of label before the digits
_LINKED = lazy_pattern(r"\]\(https?://(?:www\.)?orcid\.org/", re.IGNORECASE)
_HIDDEN = frozenset({"code", "comment"})


def find_isbns(scene: MaskedText) -> Iterator[FoundCitation]:
    """Find ISBNs after their label, and hyphenated ones of thirteen digits anywhere."""
    for form in (_LABELLED_ISBN, _BARE_ISBN):
        for match in form.finditer(scene.prose):
            digits = _NO_DIGIT.sub("", match["digits"].upper())
            letter = _ISBN_LETTER.search(scene.prose, max(match.start() - 2, 0), match.start())
            start = letter.start() if letter else match.start()
            yield FoundCitation("isbn", Span(start, match.end()), to_isbn_13(digits), fault=_find_isbn_fault(digits))


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
    return _compare_check_digit(digits, isbn_10_check_digit(digits) if is_short else isbn_13_check_digit(digits))


def find_issns(scene: MaskedText) -> Iterator[FoundCitation]:
    """Find ISSNs after their label."""
    for match in _ISSN.finditer(scene.prose):
        digits = f"{match['id'][:4]}{match['id'][-4:]}".upper()
        letter = _ISSN_LETTER.search(scene.prose, max(match.start() - 2, 0), match.start())
        start = letter.start() if letter else match.start()
        yield FoundCitation(
            "issn", Span(start, match.end()), f"{digits[:4]}-{digits[4:]}", fault=_find_issn_fault(digits)
        )


def _find_issn_fault(digits: str) -> str | None:
    if not digits.strip("0"):
        return "no journal has the ISSN 0000-0000: copy the number from the journal's page"
    return _compare_check_digit(digits, issn_check_digit(digits))


def _compare_check_digit(digits: str, right: str) -> str | None:
    return None if right == digits[-1] else f"the check digit should be {right}, not {digits[-1]}"


def find_orcids(document: Document, span: Span) -> Iterator[Identifier]:
    """Find the ORCIDs inside a span."""
    last = -1
    for match in _ORCID.finditer(document.text, span.start, span.end):
        start = _orcid_start(match, span.start)
        linked = last >= 0 and _LINKED.fullmatch(
            document.text, last, match.start()
        )  # [the id](its address) counts once
        last = match.end()
        if start is not None and not linked and not _is_commented(document, start):
            whole = Span(start, match.end())
            yield Identifier("orcid", whole, document.slice(whole), match[0].upper(), _find_orcid_fault(match[0]))


def _is_commented(document: Document, start: int) -> bool:
    """Return whether a line of the front matter is a comment: `# orcid: …`."""
    line = document.text[document.text.rfind("\n", 0, start) + 1 : start]
    metadata = (each.span for each in document.regions if each.kind == "metadata")
    return line.lstrip().startswith("#") and any(span.start <= start < span.end for span in metadata)


def find_orcids_in_text(document: Document, references: Iterable[Reference]) -> Iterator[Identifier]:
    """Find the ORCIDs of the text and the front matter; those in the reference list belong to their entries."""
    entries = [each.span for each in references if each.path is None and each.origin != "file"]
    hidden = [region.span for region in document.regions if region.kind in _HIDDEN]
    everywhere = find_orcids(document, Span(0, len(document.text)))
    for found, taken in pair_with_next(everywhere, sorted((*entries, *hidden)), attrgetter("span.start")):
        if taken is None or not taken.overlaps(found.span):
            yield found


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
    return _compare_check_digit(digits, _CHECK_DIGITS[(12 - total % 11) % 11])
