"""What the light markups share: their lines, and how they name bibliographies."""

import re
from collections.abc import Iterable

from citevet.read.regions import MarkupParts

LINE = re.compile(r"[^\n]*\n|[^\n]+")


def name_bibliography(parts: MarkupParts, names: Iterable[str]) -> None:
    """Name the files of the entries; one in the author's home is not part of the project, and has more."""
    written = [name.strip("\"'") for name in names]
    parts.metadata = {
        "bibliography": [name.lstrip("/") for name in written if name and not name.startswith("~")],
        "has_more_entries": any(name.startswith("~") for name in written),
    }
