"""Twelve works of a researcher: their entries as reference managers write them, and their PDFs."""

from collections.abc import Iterable
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

from reportlab.lib.pagesizes import A4
from reportlab.pdfgen import canvas as reportlab_canvas

Canvas: Any = reportlab_canvas.Canvas  # reportlab has no types


class Paper(NamedTuple):
    """One work: what a bibliography says of it, and what its PDF says."""

    key: str
    title: str
    authors: tuple[tuple[str, str], ...]  # family, given
    year: int
    journal: str
    doi: str
    finding: str
    shows_doi: bool = False


PAPERS = (
    Paper(
        "halvorsen2019",
        "Street trees and the temperature of pavements in coastal towns",
        (("Halvorsen", "Ingrid"), ("Pereira", "João")),
        2019,
        "Journal of Urban Climate",
        "10.5555/juc.2019.14",
        "Pavements below mature trees were 12 degrees cooler than pavements in the sun.",
        shows_doi=True,
    ),
    Paper(
        "pereira2020",
        "Shade, sleep and the summer nights of tenants",
        (("Pereira", "João"),),
        2020,
        "Housing Studies Letters",
        "10.5555/hsl.2020.3",
        "Tenants of shaded rooms slept 40 minutes longer in July than tenants of rooms without shade.",
    ),
    Paper(
        "okafor2018roots",
        "Roots under asphalt: a survey of forty streets",
        (("Okafor", "Ngozi"), ("Lind", "Per"), ("Sato", "Yui")),
        2018,
        "Arboriculture Reports",
        "10.5555/arb.2018.77",
        "In 31 of the forty streets roots had lifted the asphalt by more than two centimetres.",
    ),
    Paper(
        "kim2021",
        "Watering young trees in dry summers",
        (("Kim", "Minji"), ("Okafor", "Ngozi")),
        2021,
        "Arboriculture Reports",
        "10.5555/arb.2021.5",
        "Weekly watering halved the deaths of young trees in dry summers.",
        shows_doi=True,
    ),
    Paper(
        "lind2017",
        "The price of a tree",
        (("Lind", "Per"),),
        2017,
        "Municipal Finance Review",
        "10.5555/mfr.2017.2",
        "A planted street tree cost the town 2,300 euros over twenty years.",
    ),
    Paper(
        "sato2022",
        "Canopy maps from the air: what a laser sees that a camera misses",
        (("Sato", "Yui"), ("Halvorsen", "Ingrid")),
        2022,
        "Remote Sensing Notes",
        "10.5555/rsn.2022.19",
        "The laser found 18 per cent more canopy than the camera.",
    ),
    Paper(
        "meyer2016",
        "Bäume und Bürger: eine Befragung in sechs Städten",
        (("Meyer", "Jörg"), ("Groß", "Änne")),
        2016,
        "Zeitschrift für Stadtgrün",
        "10.5555/zsg.2016.8",
        "Drei von vier Befragten wollten mehr Bäume in ihrer Straße.",
    ),
    Paper(
        "dubois2015",
        "Pollen counts below plane trees",
        (("Dubois", "Élodie"),),
        2015,
        "Allergy in Towns",
        "10.5555/ait.2015.1",
        "Pollen counts below plane trees were three times those of open squares.",
    ),
    Paper(
        "garcia2023",
        "Birds that nest in avenues",
        (("García", "Lucía"), ("Dubois", "Élodie")),
        2023,
        "Urban Birds",
        "10.5555/ub.2023.44",
        "Avenues with old limes had nine nesting species, and avenues with young limes had four.",
    ),
    Paper(
        "nair2019",
        "Storm damage to street trees, 1990 to 2015",
        (("Nair", "Asha"),),
        2019,
        "Journal of Urban Climate",
        "10.5555/juc.2019.90",
        "Most broken trees stood alone; trees in rows broke half as often.",
    ),
    Paper(
        "oneill2020",
        "Noise behind hedges and trees",
        (("O'Neill", "Ciara"), ("Nair", "Asha")),
        2020,
        "Acoustics of Streets",
        "10.5555/aos.2020.6",
        "A hedge of two metres took 3 decibels from the noise of the road.",
    ),
    Paper(
        "vandenberg2014",
        "Who cares for the trees of a town?",
        (("van den Berg", "Anna"),),
        2014,
        "Municipal Finance Review",
        "10.5555/mfr.2014.31",
        "Half of the towns had nobody who was in charge of street trees.",
    ),
)
FILLER = (
    "The measurements were made on working days between nine and five. The instruments were read by two people. "
    "Each reading was written down with the time and the weather."
)


def make_pdf(paper: Paper, *, text: bool = True, password: str | None = None) -> bytes:
    """Return the PDF of a work, two pages; the title is on the first page and in no property."""
    buffer = BytesIO()
    canvas = Canvas(buffer, pagesize=A4, encrypt=password, invariant=1)
    if text:
        canvas.setFont("Helvetica", 9)
        canvas.drawString(60, 800, f"{paper.journal} ({paper.year})")
        canvas.setFont("Helvetica-Bold", 17)
        at = _write(canvas, paper.title, 770, 46)
        canvas.setFont("Helvetica", 11)
        at = _write(canvas, ", ".join(f"{given} {family}" for family, given in paper.authors), at - 10, 80)
        if paper.shows_doi:
            at = _write(canvas, f"https://doi.org/{paper.doi}", at - 4, 90)
        at = _write(canvas, f"Abstract. We studied the matter named in the title. {FILLER}", at - 20, 90)
    canvas.showPage()
    if text:
        canvas.setFont("Helvetica", 11)
        _write(canvas, f"{FILLER} {paper.finding} {FILLER}", 780, 90)
    canvas.showPage()
    canvas.save()
    return buffer.getvalue()


def _write(canvas: Any, words: str, at: float, width: int) -> float:
    line = ""
    for word in [*words.split(), ""]:
        if not word or len(line) + len(word) > width:
            canvas.drawString(60, at, line.strip())
            at -= 20
            line = ""
        line += f" {word}"
    return at


def write_pdfs(folder: Path, papers: Iterable[Paper] = PAPERS) -> None:
    """Write the PDFs under names that say nothing, as publishers name them."""
    folder.mkdir(parents=True, exist_ok=True)
    for number, paper in enumerate(papers, start=1):
        (folder / f"download-{number:02d}.pdf").write_bytes(make_pdf(paper))


def bib_entry(paper: Paper, file: str = "") -> str:
    """Return the BibTeX entry of a work."""
    people = " and ".join(f"{family}, {given}" for family, given in paper.authors)
    doi = f"  doi = {{{paper.doi}}},\n" if paper.doi else ""
    named = f"  file = {{{file}}},\n" if file else ""
    return (
        f"@article{{{paper.key},\n  title = {{{{{paper.title}}}}},\n  author = {{{people}}},\n"
        f"  year = {{{paper.year}}},\n"
        f"  journal = {{{paper.journal}}},\n{doi}{named}}}\n"
    )


def make_bib(papers: Iterable[Paper] = PAPERS) -> str:
    """Return a bibliography without files."""
    return "\n".join(map(bib_entry, papers))
