"""GRD005: a stated level of evidence that GRADE does not have."""

from collections.abc import Iterator

from citevet.contracts import Evidence, Fault
from citevet.model import Grade, Span
from citevet.patterns import lazy_pattern

# (GRADE: moderate), (GRADE low certainty), [GRADE: HIGH]. Other words after the name belong to the sentence.
_STATED = lazy_pattern(
    r"[(\[]GRADE(?:\s(?:level|rating|certainty|quality))?(?::\s?|\s(?=[A-Z]{3}))"
    r"(?P<level>[A-Za-z][A-Za-z0-9+ /–-]{0,30})[)\]]"
)
_APART = lazy_pattern(r"\s?(?:/|–|-|\bto\b|\bor\b)\s?")
_CERTAINTY = lazy_pattern(
    r"\s(?:certainty|quality|confidence|evidence|level|of|certainty of evidence|quality evidence)$"
)
# The letters of the first version (BMJ 2004;328:1490), the strengths with them (1A), and what is not graded yet.
_LETTERS = lazy_pattern(r"[12]?[A-D]")
_UNGRADED = frozenset({"not assessed", "unassessed", "ungraded", "not graded", "pending", "n/a", "na", "tbd", "none"})


def find_invalid_grade(evidence: Evidence) -> Iterator[Fault]:
    """A stated GRADE level does not exist.

    ## Meaning
    The text states a level of evidence, as in `(GRADE: moderate)`, that is none of the four: high, moderate, low and
    very low. The letters A to D of the first version of GRADE, and strengths such as 1A, are accepted.

    ## Why it matters
    A reader cannot tell how certain the evidence is. Invented assessments have such levels.

    ## Example
    ```markdown
    Shade lowers rents (GRADE: EXCELLENT) [REF-001].
    ```

    ## How to fix it
    State the level that the assessment gives: `citevet corpus grade` lists those of the corpus.

    ## Limitations
    Only levels in brackets are read. MET007 reports the level in an entry of the corpus.
    """
    document = evidence.extraction.document
    for found in _STATED.finditer(document.text) if "GRADE" in document.text else ():
        if not document.is_hidden(found.start()) and not _is_level(found["level"]):
            message = f'"{found["level"]}" is not a GRADE level (high, moderate, low, very low)'
            yield Fault(Span(*found.span()), message, found["level"])


def _is_level(written: str) -> bool:
    """Return whether words are a level, or a range of levels."""
    words = written.strip()
    while shorter := _CERTAINTY.sub("", words.lower()):
        if shorter == words.lower():
            break
        words = words[: len(shorter)]
    if words.lower() in _UNGRADED or _LETTERS.fullmatch(words) or Grade.of(words):
        return True
    return all(Grade.of(each) or _LETTERS.fullmatch(each) for each in _APART.split(words))
