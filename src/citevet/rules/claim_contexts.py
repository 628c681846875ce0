"""What surrounds a claim: whether a source nearby covers it, and whose words and numbers these are."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import accumulate

from citevet.model import BlockKind, Claim, Document
from citevet.patterns import lazy_pattern
from citevet.records import dataclass
from citevet.text.document_parts import is_reference_heading

# Words at the start of a sentence that goes on about the work that an earlier one cites.
CONTINUES = lazy_pattern(
    r"^\W{0,3}(?:it|its|this|these|that|those|they|their|he|she|his|her|such|another|also|both|only|overall|however|and|but"
    r"|(?:in|by|of|among) (?:all|total|contrast|comparison|addition|particular|these|those|them"
    r"|the(?! (?:US|U\.S|UK|EU|United|European|Union|world)\b))|meanwhile|moreover"
    r"|furthermore|additionally|similarly|likewise|while|whereas|respectively)\b",
    re.IGNORECASE,
)
# The cited work investigated something: the sentences after it give its results.
_INVESTIGATES = lazy_pattern(
    r"\b(?:asked|surveyed|studied|assessed|examined|measured|interviewed|tested|analy[sz]ed|investigated|followed|enrolled"
    r"|sampled|polled|compared|recruited|evaluated|survey|trial|study|experiment|poll)\b",
    re.IGNORECASE,
)
_OWN_SECTION = lazy_pattern(
    r"\b(?:abstract|methods?|methodology|materials|results?|evaluation|experiments?|experimental|findings|implementation"
    r"|benchmarks?|performance|analys[ie]s|ablation|appendix|setup|data|dataset|usage|installation|pricing|limitations"
    r"|conclusions?|demo|examples?|exercises?|configuration|options|tutorial)\b|방법|결과|실험|결론|초록|분석",
    re.IGNORECASE,
)
_SUMMARY = lazy_pattern(
    r"\b(?:abstract|summary|conclusions?|key (?:findings|points|takeaways)|takeaways|tl;dr|at a glance)\b"
    r"|초록|요약|결론",
    re.IGNORECASE,
)
_ANNEX = lazy_pattern(r"\b(?:annex|appendix|supplement)\b", re.IGNORECASE)  # it has a list beside the document's own
FIGURES = lazy_pattern(r"[0-9][0-9.,]{0,20}(?= ?(?:%|percent\b|per cent\b|million|billion|trillion|[BMK]\b|만|억|조))")
_RAISED = lazy_pattern(r"[a-z”\")][.!?,]?[”\"’]?[0-9]{1,3}(?=\s|$)")  # "questions.76"
_NOTE_LINK = lazy_pattern(r"href=[\"']#(?:_?fn|_?ftn|note|cite|ref)", re.IGNORECASE)
_CITED = lazy_pattern(r"\[@|\[\^?\d{1,3}\]|https?://|\\cite")  # in a title or a block quotation
_AFTER_CLAIM = 60  # characters after a sentence in which its note may stand
_LONGEST_TITLE = 80  # characters
LONGEST_SENTENCE = 5000  # characters that are searched; a longer claim is not a sentence


@dataclass(frozen=True, slots=True)
class ClaimContext:
    """What surrounds a claim, as far as it tells whose words and numbers these are."""

    kind: BlockKind
    quoted: bool  # inside a block quotation
    follows_source: bool  # a sentence before it in the paragraph cites, and this one may go on about the same work
    leads_to_source: bool  # the next sentence cites
    in_sourced_part: bool  # its section or its heading has a source, for all that is in it
    cited_before: int  # sentences before it in the paragraph that cite
    about_work: bool  # a sentence before it cites an investigation, or others have gone on about the cited work
    answered: bool  # the next sentence cites, and goes on about this one or names an investigation
    own_section: bool  # under a heading such as Methods or Results
    summary: bool  # under a heading such as Abstract or Conclusion
    restated: frozenset[str] = frozenset()  # the figures of cited sentences anywhere in the document


def find_contexts(document: Document, claims: Sequence[Claim]) -> Iterator[tuple[Claim, ClaimContext]]:
    """Yield the claims with what surrounds them, in order."""
    headings: list[tuple[int, str]] = []
    sourced = _find_sourced_blocks(document)
    restated = frozenset(figure for claim in claims if claim.ties for figure in FIGURES.findall(claim.plain.text))
    index, answers = 0, False
    own_section = summary = cited = False
    for number, block in enumerate(document.blocks):
        if block.kind == "heading":
            headings = [each for each in headings if each[0] < block.level]
            headings.append((block.level, document.slice(block.span)[:LONGEST_SENTENCE]))
            own_section, summary, cited = (
                any(pattern.search(title) for _, title in headings) for pattern in (_OWN_SECTION, _SUMMARY, _CITED)
            )
        first = index
        while index < len(claims) and claims[index].span.start < block.span.end:
            index += 1
        before = covered = cited or number in sourced
        about_work = False
        ties = [bool(claims[at].ties) for at in range(first, index)]
        for at in range(first, index):
            after = (
                covered or answers or (at + 1 < index and bool(claims[at + 1].ties)) or _has_note(document, claims[at])
            )
            cited_before, text = sum(ties[: at - first]), claims[at].plain.text[:LONGEST_SENTENCE]
            answered = at + 1 < index and _answers(claims[at + 1])
            around = before, after, covered, cited_before, about_work, answered
            yield claims[at], ClaimContext(block.kind, block.quoted, *around, own_section, summary, restated)
            if claims[at].ties:
                about_work = _INVESTIGATES.search(text) is not None
            elif cited_before and CONTINUES.match(text):
                about_work = True
            before, answers = before or bool(claims[at].ties), False
        answers = block.quoted and _CITED.search(document.slice(block.span)[:LONGEST_SENTENCE]) is not None


def _answers(claim: Claim) -> bool:
    """Return whether a sentence gives the source of the one before: "Findings from this were published in [1]"."""
    text = claim.plain.text[:LONGEST_SENTENCE]
    return bool(claim.ties) and (CONTINUES.match(text) is not None or _INVESTIGATES.search(text) is not None)


def _find_sourced_blocks(document: Document) -> frozenset[int]:
    """Return the blocks of sections that end with a list of sources, where each section has a list of its own."""
    lists = [
        (number, block.level if block.kind == "heading" else 7)
        for number, block in enumerate(document.blocks)
        if block.kind in ("heading", "paragraph")
        and len(block.span) <= _LONGEST_TITLE
        and is_reference_heading(document.slice(block.span).strip("*_# \t\r\n:"))
        and not _ANNEX.search(document.slice(block.span))
    ]
    if not lists[1:]:  # one list serves the whole document
        return frozenset()
    starts, ends = Counter[int](), Counter(number for number, _ in lists)
    levels, last = dict(lists), dict[int, int]()  # the last heading of each level so far
    for number, block in enumerate(document.blocks):
        if number in levels:
            starts[max((at for level, at in last.items() if level < levels[number]), default=0)] += 1
        if block.kind == "heading":
            last[block.level] = number
    depths = accumulate(starts[number] - ends[number] for number in range(len(document.blocks)))
    return frozenset(number for number, depth in enumerate(depths) if depth)


def _has_note(document: Document, claim: Claim) -> bool:
    """Return whether a sentence ends with a link to a note, or in a PDF with its raised number."""
    around = document.text[claim.span.start : claim.span.end + _AFTER_CLAIM]
    if document.format == "pdf" and _RAISED.search(around[max(len(claim.span) - 12, 0) :]):
        return True
    return document.format == "markdown" and _NOTE_LINK.search(around) is not None
