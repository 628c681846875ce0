"""What a bibliography or a reference manager says of a work, as a record."""

from collections.abc import Mapping

from citevet.corpus.entry_fields import FrontMatter
from citevet.corpus.entry_metadata import read_authors, read_identifiers, read_year
from citevet.corpus.source_records import SourceRecord
from citevet.identifiers import find, normalize
from citevet.model.library import LibraryItem

# Type of a work in BibTeX, CSL, RIS, Zotero and EndNote, in small letters without spaces → type in the corpus; others
# stay unknown.
_SOURCE_TYPES = {
    name: source_type
    for source_type, names in {
        "journal": "article article-journal jour journalarticle electronicarticle",
        "conference": "inproceedings conference paper-conference cpaper conf conferencepaper conferenceproceedings",
        "preprint": "preprint",
        "book": "book mvbook collection proceedings editedbook electronicbook",
        "book chapter": "incollection inbook chapter chap booksection electronicbooksection",
        "technical report": "techreport report rprt",
        "thesis": "phdthesis mastersthesis thesis thes",
        "standard": "standard stand",
        "documentation": "manual",
        "news": "article-newspaper news article-magazine mgzn newspaperarticle magazinearticle",
        "website": "online electronic www webpage elec web",
        "blog": "post-weblog blog blogpost",
    }.items()
    for name in names.split()
}


def read_library_record(item: LibraryItem) -> SourceRecord:
    """Return what an item of a library says about its work."""
    fields = item.fields
    identifiers = _read_identifiers(fields)
    source_type = _SOURCE_TYPES.get(fields.get("type", "").lower().replace(" ", ""))
    if "arxiv" in identifiers and (source_type is None or "arxiv" in fields.get("journal", "arxiv").lower()):
        source_type = "preprint"
    return SourceRecord(
        title=" ".join(fields.get("title", "").split()),
        authors=_read_authors(fields.get("author") or fields.get("editor") or ""),
        year=read_year(FrontMatter({"year": fields.get("year", "")})),
        source_type=source_type,
        venue=fields.get("journal") or fields.get("journaltitle") or fields.get("booktitle") or "",
        identifiers=identifiers,
        abstract=" ".join(fields.get("abstract", "").split()),
    )


def _read_identifiers(fields: Mapping[str, str]) -> dict[str, str]:
    eprint = fields.get("eprint", "").strip()
    is_arxiv = "arxiv" in (fields.get("archiveprefix") or fields.get("eprinttype") or "arxiv").lower()
    written = find(fields.get("journal", "")[:200], {"arxiv"})
    arxiv = normalize("arxiv", eprint) if is_arxiv else ""
    arxiv = arxiv or (written[0].normal if written else "")
    named = {kind: fields.get(kind, "") for kind in ("doi", "isbn", "pmid", "pmcid", "url")}
    return read_identifiers(FrontMatter({**named, "arxiv": arxiv}))


def _read_authors(written: str) -> tuple[str, ...]:
    names = [name.removesuffix(",") for name in " ".join(written.split()).split(" and ") if name]
    listed = [name for name in names if name != "others"]
    if len(listed) == 1 and len(names) > 1:
        listed = [f"{listed[0]} et al."]
    return read_authors(FrontMatter({"authors": listed}))
