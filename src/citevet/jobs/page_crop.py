"""A picture of the place on a page of a PDF: of a passage that is evidence, or of a part of the document itself.

The passage is one of a report, so no reader of the report can name another file or another text.
"""

import re
from collections.abc import Mapping
from hashlib import sha256

from citevet.model import Audit, Passage, Report, Span
from citevet.read.files import load_file
from citevet.session import Session

_CONTEXT = 120  # characters of the page before and after a place
_MAX_MARKED = 2_000  # characters
_PAGE = re.compile(r"page (\d+)")
NOTHING = b""  # without a PDF, or where the page does not show the text


def crop_passage(report: Report, passage: Passage, session: Session) -> bytes:
    """Return a picture of a passage from a PDF of the corpus, unless the file changed since the check."""
    from citevet.read.pdf.process import crop  # 30 ms that other tasks do not need

    source = next((each for each in report.sources if each.id == passage.source), None)
    if source is None or source.kind != "corpus" or passage.page is None:
        return NOTHING
    config = session.config
    corpus = session.corpus_for(config)
    for entry in corpus.entries_by_id(source.id):
        if entry.file and entry.file.lower().endswith(".pdf") and entry.file_sha256 == source.sha256:
            data = load_file(corpus.root / entry.file, max_bytes=config.max_bytes)
            if sha256(data).hexdigest() == source.sha256:
                return crop(data, entry.file, page=passage.page, text=passage.text[:_MAX_MARKED])
    return NOTHING


def crop_place(audit: Audit, span: Span, files: Mapping[str, bytes]) -> bytes:
    """Return a picture of a part of an audited PDF, which is one of the files by path."""
    from citevet.read.pdf.process import crop  # as above

    document = audit.document
    place = next((each for each in document.places if each.span.start <= span.start < each.span.end), None)
    page = _PAGE.match(place.label) if place else None
    if document.format != "pdf" or document.path not in files or place is None or page is None:
        return NOTHING
    end = min(span.end, place.span.end, span.start + _MAX_MARKED)
    return crop(
        files[document.path],
        document.path,
        page=int(page[1]),
        text=document.text[span.start : end],
        before=document.text[max(place.span.start, span.start - _CONTEXT) : span.start],
        after=document.text[end : min(place.span.end, end + _CONTEXT)],
    )


def find_passage(report: Report, document: int, judgement: int, passage: int) -> Passage | None:
    """Return a passage of a report by its place in the lists of the report."""
    try:
        return report.audits[document].judgements[judgement].evidence[passage]
    except IndexError:
        return None
