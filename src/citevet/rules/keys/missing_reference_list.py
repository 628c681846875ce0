"""KEY007: the text cites by number, but the document has no numbered list."""

import re
from collections.abc import Iterator
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Citation, Document, Severity
from citevet.rules.keys.reference_list import parse_number

# A line that starts like an entry.
_LISTED = re.compile(r"^[ \t>*-]{0,9}(?:\.\. )?(?:<a[^<>\n]{0,80}>)?\\?\[1\\?\]", re.MULTILINE)
_BRACKET = re.compile(r"\[[0-9, ;–-]{1,80}\]")
_DIGITS = re.compile(r"[0-9]{1,6}")
_REACH = 80  # characters around a number in which its bracket stands


class MissingReferenceList:
    """The text cites by number, but the document has no numbered list.

    ## Meaning
    The text has markers such as [1], and the document has no numbered entry. The finding is reported once, at the first
    marker.

    ## Why it matters
    None of the numbers leads to a source. Generated answers that lost their sources look like this.

    ## Example
    ```markdown
    Coffee is the second most traded commodity [1].
    ```

    ## How to fix it
    Add the list under a heading such as "References", or turn the markers into links.

    ## Limitations
    A list in another file is not seen, nor one whose entries have neither numbers nor a heading. Numbers in headings
    are not counted.
    """

    name: ClassVar[str] = "missing-reference-list"
    severity: ClassVar[Severity] = Severity.INFO

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        numeric = [each for each in evidence.extraction.citations if each.kind == "numeric" and not each.fault]
        numeric = [each for each in numeric if _is_marker(evidence.extraction.document, each)]
        listed = any(
            parse_number(each.key) is not None for each in evidence.extraction.references if each.origin != "footnote"
        )
        document = evidence.extraction.document
        # A PDF or page may have its list in a form that is not seen; paragraphs of judgments do not start at [1].
        from_one = any(parse_number(each.normal) == 1 for each in numeric)
        readable = (
            document.format in {"markdown", "docx", "latex", "notebook", "rtf", "odt", "epub"}
            and _LISTED.search(document.text) is None
        )
        if numeric and from_one and readable and not listed and all(each.reference is None for each in numeric):
            more = f" and {len(numeric) - 1} more" if len(numeric) > 1 else ""
            yield Fault(
                numeric[0].span,
                f"no numbered reference list for {numeric[0].text}{more}",
                "numeric",
                citation=numeric[0],
            )


def _is_marker(document: Document, citation: Citation) -> bool:
    """Return whether a number marks a sentence: not a heading, the argument of a call or macro, or a list of values."""
    at = citation.span.start
    block = document.block_at(at)
    if block and block.kind == "heading":
        return False
    around = _BRACKET.search(document.text, max(at - _REACH, 0), at + _REACH)
    while around and around.end() <= at:
        around = _BRACKET.search(document.text, around.end(), at + _REACH)
    if around is None:
        return True
    numbers = _DIGITS.findall(around[0])
    before = document.text[max(around.start() - _REACH, 0) : around.start()].rstrip("\\ ")
    return len(numbers) == len(set(numbers)) and before[-1:] not in {"(", "}", "="}
