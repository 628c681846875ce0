"""Growth of time on hostile text: a text four times as long may take about four times as long."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

from bench import hostile_claims, worst
from bench.ratio import Ratio
from citevet import verify
from citevet.contracts import Evidence
from citevet.corpus.entry_files import parse_edges
from citevet.corpus.entry_reader import read_entry
from citevet.corpus.source_records import describe_data
from citevet.corpus.title_page import Byline
from citevet.extract import FINDERS, extract
from citevet.extract.claim_wordings import find_wordings
from citevet.extract.masked_text import MaskedText
from citevet.extract.references import find_references
from citevet.jobs.audit import list_gaps
from citevet.jobs.corpus.search import find_content_words
from citevet.judge.claim_text import normalize_claim
from citevet.judge.clauses import split_clauses
from citevet.judge.quotes.normal_form import fold_text
from citevet.judge.support import find_differences
from citevet.model import (
    Block,
    Citation,
    Claim,
    Document,
    Entry,
    Extraction,
    Finding,
    Locator,
    Plain,
    Section,
    Severity,
    Span,
)
from citevet.read import parse_text
from citevet.read.bibtex import clean_bibitem
from citevet.read.metadata import read_xmp
from citevet.resolve.local import pages
from citevet.rules import RULES
from citevet.rules.accepted_findings import find_suppressions
from citevet.rules.engine import find_unknown_selectors, find_unused_selectors, mark_suppressed, run_rules
from citevet.text.excerpts import show_excerpt
from citevet.text.language import detect_language
from citevet.text.sentences import split_sentences

_TIMES = 4
_MOST = 2.5  # per character: linear work has 1, the square 4, and a busy machine up to 2
_FLOOR = 0.01  # seconds; below it the clock and the first call dominate


def measure() -> Iterator[Ratio]:
    """Run each function on the worst pieces at two lengths, and keep the worst ratio."""
    with TemporaryDirectory() as name:
        for what, work, pieces, size in _rows(Path(name)):
            value, piece, quick, slow = max(_grown(work, piece, size) for piece in pieces)
            detail = f"{piece!r}: {quick:.3f} s for {size:,} characters, {slow:.3f} s for {_TIMES * size:,}"
            yield Ratio(f"growth of time, {what}", value, most=_MOST, detail=detail)


Row = tuple[str, Callable[[str], object], Sequence[str], int]


def _rows(folder: Path) -> Sequence[Row]:
    return (
        ("finders", _find, worst.FINDING, 50_000),
        ("extraction", lambda text: extract(parse_text(text, "x.md")), worst.EXTRACTING, 50_000),
        ("sentences", split_sentences, worst.SPLITTING, 50_000),
        ("plain text", lambda text: parse_text(text, "x.txt"), (*worst.EXTRACTING, *worst.SOURCES), 250_000),
        ("verify", _verify, worst.SOURCES, 250_000),
        (
            "wordings",
            lambda text: find_wordings(parse_text("x", "a.txt"), Plain(text), heard=text),
            worst.WORDING,
            100_000,
        ),
        ("what a claim counts", _count, worst.COUNTING, 250_000),
        ("pages and sections", _place, worst.PLACES, 250_000),
        ("open items", lambda text: _gaps(folder, text), worst.OPEN_ITEMS, 250_000),
        ("describing a file", lambda text: describe_data(text.encode(), "a.md"), worst.DESCRIBED, 100_000),
        ("entries", lambda text: _entry(folder, text), worst.ENTRIES, 50_000),
        ("entries in LaTeX", clean_bibitem, worst.BIBITEMS, 2_000),
        ("suppressions", _suppress, worst.SUPPRESSED, 100_000),
        ("rules", _rule, worst.RULED, 100_000),
        ("languages", detect_language, worst.SPOKEN, 250_000),
        ("normal form of quotations", fold_text, worst.FOLDED, 100_000),
        ("numbers", hostile_claims.numbers, worst.COMPARED, 10_000),
        ("negations and directions", lambda text: find_differences(text, text), worst.OPPOSED, 100_000),
        ("said from the other side", hostile_claims.turn, worst.RELATED, 4_500),
        ("clauses", split_clauses, (*worst.OPPOSED, *worst.CUT), 4_500),
        ("names in claims", lambda text: normalize_claim(text, {"smith"}), worst.NAMED, 250_000),
        ("strength over many sources", hostile_claims.strength, worst.FRAMED, 5_000),
        ("quotations", hostile_claims.quote, worst.QUOTED, 50_000),
        ("the part that is shown", lambda text: show_excerpt(text, "heat", 50), worst.SHOWN, 250_000),
        ("bylines", lambda text: Byline.of(text).signs("Cc " * 300 + "Aa"), worst.SIGNED, 20_000),
        ("packets of metadata", _packet, worst.PACKETS, 45_000),
    )


def _grown(work: Callable[[str], object], piece: str, size: int) -> tuple[float, str, float, float]:
    """Return how much longer a character takes in the longer text; a bad value is measured again."""
    short, long = (piece * (length // len(piece)) for length in (size, _TIMES * size))
    for _ in range(3):
        quick, slow = _seconds(work, short), _seconds(work, long)
        value = slow / max(quick, _FLOOR) / _TIMES
        if value <= _MOST:
            break
    return value, piece, quick, slow


def _seconds(work: Callable[[str], object], text: str) -> float:
    start = process_time()
    work(text)
    return process_time() - start


def _find(text: str) -> None:
    document = parse_text(text, "x.txt")
    scene = MaskedText.of(document, find_references(document))
    for _, finder in FINDERS:
        list(finder(scene))


def _verify(text: str) -> None:
    verify(
        ["Tokyo is the capital of Japan."],
        [text],
        nli=lambda pairs: [(1, 0, 0)] * len(pairs),
        embed=lambda texts: [[1.0]] * len(texts),
    )


def _count(text: str) -> None:
    find_content_words(text)


def _place(text: str) -> None:
    entry = Entry("REF-043", "REF-043-voice.md", pages=24, sections=(Section(text, 1, 2), Section("Methods", 4, 9)))
    cited = Citation("c1", "corpus", Span(0, 9), "[REF-043]", "REF-043", Locator(page="2", section=text))
    pages.check_sections(entry, cited)
    pages.check_pages(entry, Locator(page=text))


def _gaps(folder: Path, text: str) -> None:
    (folder / "TODO.md").write_text(text, encoding="utf-8")
    list(list_gaps(folder, [folder]))


def _entry(folder: Path, text: str) -> None:
    file = folder / "REF-043-voice.md"
    file.write_text(f"---\n{text}\n---\n{text}\n", encoding="utf-8")
    read_entry(file, root=folder)
    parse_edges(f"## Outgoing\n| REF |\n|---|\n| {text} |\n")


def _suppress(text: str) -> None:
    comments = find_suppressions(Document("a.md", "markdown", text))
    many = [Finding("UNC001", "x", Severity.INFO, "x", Span(at, at + 1), "f") for at in range(0, len(text), 50)]
    mark_suppressed(many, comments)
    list(find_unused_selectors(comments, many, frozenset({"UNC001"})))
    list(find_unknown_selectors(comments))


def _packet(text: str) -> None:
    read_xmp(f"<x:xmpmeta {text}</x:xmpmeta>".encode())


def _rule(text: str) -> None:
    whole = Span(0, len(text))
    document = Document("a.md", "markdown", text, blocks=(Block("paragraph", whole),))
    claim = Claim("k1", whole, text, Plain(text), "quantitative", "a number")
    run_rules(Evidence(Extraction(document, claims=(claim,))), selected=RULES)
