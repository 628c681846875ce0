"""Check the text of an open document as if it were saved; a LaTeX chapter is checked as a part of its main file."""

from logging import getLogger
from pathlib import Path

from citevet.errors import CitevetError
from citevet.jobs.check import run_check
from citevet.jobs.document_audit import load_companions
from citevet.jobs.main_file import join_main_file
from citevet.limits import EDITOR_CHARACTERS
from citevet.read import parse_text
from citevet.serve.lsp.buffers import Buffer, CheckedBuffer
from citevet.session import Session

logger = getLogger(__name__)


def check_buffer(buffer: Buffer, file: Path, session: Session) -> CheckedBuffer:
    """Check the text of a buffer as the document of that name; every trouble is part of the result."""
    if len(buffer.text) > EDITOR_CHARACTERS:
        why = f"longer than {EDITOR_CHARACTERS:,} characters. Split it, or run `citevet check` on the saved file."
        return CheckedBuffer(buffer, troubles=(why,))
    try:
        document = load_companions(parse_text(buffer.text, session.show(file)), session)[0]
        report = run_check([join_main_file(document, file, session)], session)
        unread = tuple(each.message for each in report.unread)
        return CheckedBuffer(buffer, report.audits[0], session.config_for(document.path).root, unread)
    except CitevetError as error:
        return CheckedBuffer(buffer, troubles=(str(error),))
    except Exception as error:  # a defect in one document must not end the server
        logger.exception("the check failed")
        return CheckedBuffer(buffer, troubles=(f"internal error ({type(error).__name__}: {error}). Please report it.",))
