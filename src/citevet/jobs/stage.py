"""Single stages as JSON, so that a host can drive them with its own model and tools."""

from citevet.extract import extract as extract_document
from citevet.jobs.anchors import anchors
from citevet.jobs.census import census
from citevet.jobs.chunks import chunks
from citevet.jobs.manifest import manifest
from citevet.model import Audit, Document
from citevet.report.dump import pretty
from citevet.report.objects import TOOL, census_object, extraction_object


def parse(document: Document) -> str:
    """Return where the document cites and where it should, as `cite-check` lists it."""
    return pretty(list(anchors(extract_document(document))))


def extract(document: Document) -> str:
    """Return citations, references and claims in the shape of `check --format json`, without verdicts."""
    extraction = extract_document(document)
    return pretty(
        {
            "version": 1,
            "tool": TOOL,
            "census": census_object(census([Audit(extraction)])),
            "run": manifest(),
            "sources": [],
            "rules": {},
            "documents": [extraction_object(extraction)],
        }
    )


def chunk(document: Document, *, max_tokens: int = 3000) -> str:
    """Return the document in chunks, as `citation-auditor` cuts it."""
    return pretty({"chunks": chunks(document, max_tokens)})
