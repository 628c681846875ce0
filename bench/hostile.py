"""Is all that reads a stranger's text linear in it? Four times the worst text may take some four times as long."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

from bench import hostile_claims, worst
from bench.ratio import Ratio
from citevet import verify
from citevet.contracts import Evidence
from citevet.extract import FINDERS, extract
from citevet.extract.references import references
from citevet.extract.scene import Scene
from citevet.extract.sentences import sentences
from citevet.extract.wordings import wordings
from citevet.jobs.corpus.amounts import amounts
from citevet.jobs.corpus.gaps import gaps
from citevet.jobs.corpus.words import content, denial
from citevet.judge.clauses import clauses
from citevet.judge.language import language
from citevet.judge.polarity import compare_polarity
from citevet.judge.quoting.normal_form import normal
from citevet.judge.spoken import spoken
from citevet.library.bylines import Byline
from citevet.library.describe import described
from citevet.library.entry import read_entry
from citevet.library.sidecar import parse_edges
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
    shown_part,
)
from citevet.read import parse_text
from citevet.read.latex_entry import entry_words
from citevet.read.xmp import packet
from citevet.resolve import pages, sections
from citevet.rules import RULES
from citevet.rules.engine import findings
from citevet.rules.suppress import apply, unknown, unused
from citevet.rules.suppression import suppressions

_TIMES = 4
_MOST = 2.5  # per character: linear work has 1, the square 4, and a busy machine up to 2
_FLOOR = 0.01  # seconds; below it the clock and the first call count for more than the work


def measure() -> Iterator[Ratio]:
    """Let each room read the worst pieces at two lengths, and keep the worst ratio."""
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
        ("sentences", sentences, worst.SPLITTING, 50_000),
        ("plain text", lambda text: parse_text(text, "x.txt"), (*worst.EXTRACTING, *worst.SOURCES), 250_000),
        ("verify", _verify, worst.SOURCES, 250_000),
        ("wordings", lambda text: wordings(parse_text("x", "a.txt"), Plain(text), heard=text), worst.WORDING, 100_000),
        ("what a claim counts", _count, worst.COUNTING, 250_000),
        ("pages and sections", _place, worst.PLACES, 250_000),
        ("open items", lambda text: _gaps(folder, text), worst.OPEN_ITEMS, 250_000),
        ("describing a file", lambda text: described(text.encode(), "a.md"), worst.DESCRIBED, 100_000),
        ("entries", lambda text: _entry(folder, text), worst.ENTRIES, 50_000),
        ("entries in LaTeX", entry_words, worst.BIBITEMS, 2_000),
        ("suppressions", _suppress, worst.SUPPRESSED, 100_000),
        ("rules", _rule, worst.RULED, 100_000),
        ("languages", language, worst.SPOKEN, 250_000),
        ("normal form of quotations", normal, worst.FOLDED, 100_000),
        ("numbers", hostile_claims.numbers, worst.COMPARED, 10_000),
        ("denials and directions", lambda text: compare_polarity(text, text), worst.OPPOSED, 100_000),
        ("said from the other side", hostile_claims.turn, worst.RELATED, 4_500),
        ("clauses", clauses, (*worst.OPPOSED, *worst.CUT), 4_500),
        ("names in claims", lambda text: spoken(text, {"smith"}), worst.NAMED, 250_000),
        ("strength over many sources", hostile_claims.strength, worst.FRAMED, 5_000),
        ("quotations", hostile_claims.quote, worst.QUOTED, 50_000),
        ("the part that is shown", lambda text: shown_part(text, "heat", 50), worst.SHOWN, 250_000),
        ("bylines", lambda text: Byline.of(text).signs("Cc " * 300 + "Aa"), worst.SIGNED, 20_000),
        ("packets of metadata", _packet, worst.PACKETS, 45_000),
    )


def _grown(work: Callable[[str], object], piece: str, size: int) -> tuple[float, str, float, float]:
    """Return how much longer a character takes in the longer text; what looks bad is tried again."""
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
    scene = Scene.of(document, references(document))
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
    amounts(text), denial(text), content(text)


def _place(text: str) -> None:
    entry = Entry("REF-043", "REF-043-voice.md", pages=24, sections=(Section(text, 1, 2), Section("Methods", 4, 9)))
    cited = Citation("c1", "corpus", Span(0, 9), "[REF-043]", "REF-043", Locator(page="2", section=text))
    sections.check(entry, cited)
    pages.check(entry, Locator(page=text))


def _gaps(folder: Path, text: str) -> None:
    (folder / "TODO.md").write_text(text, encoding="utf-8")
    list(gaps(folder, [folder]))


def _entry(folder: Path, text: str) -> None:
    file = folder / "REF-043-voice.md"
    file.write_text(f"---\n{text}\n---\n{text}\n", encoding="utf-8")
    read_entry(file, root=folder)
    parse_edges(f"## Outgoing\n| REF |\n|---|\n| {text} |\n")


def _suppress(text: str) -> None:
    comments = suppressions(Document("a.md", "markdown", text))
    many = [Finding("UNC001", "x", Severity.INFO, "x", Span(at, at + 1), "f") for at in range(0, len(text), 50)]
    apply(many, comments)
    list(unused(comments, many, frozenset({"UNC001"})))
    list(unknown(comments))


def _packet(text: str) -> None:
    packet(f"<x:xmpmeta {text}</x:xmpmeta>".encode())


def _rule(text: str) -> None:
    whole = Span(0, len(text))
    document = Document("a.md", "markdown", text, blocks=(Block("paragraph", whole),))
    claim = Claim("k1", whole, text, Plain(text), "quantitative", "a number")
    findings(Evidence(Extraction(document, claims=(claim,))), selected=RULES)
