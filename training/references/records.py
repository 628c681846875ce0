"""Take the items out of the tests of Zotero's translators: python -m training.references.records REPOSITORY OUT."""

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from training.references.data import fold

_START = "/** BEGIN TEST CASES **/"
_COMMENT, _LAST_COMMA = re.compile(r"(?m)^\s*//.*$"), re.compile(r",(\s*[\]}])")
_NOT_NEEDED = ("notes", "attachments", "abstractNote", "tags", "seeAlso")


def read_items(repository: Path) -> Iterator[dict[str, Any]]:
    """Yield the items that the translators are tested with, each title once."""
    seen = set()
    for file in sorted(repository.rglob("*.js")):
        for case in _read_cases(file.read_text("utf-8", "replace")):
            items = case.get("items") if isinstance(case, dict) else None
            for item in items if isinstance(items, list) else ():
                title = fold(str(item.get("title", ""))) if isinstance(item, dict) else ""
                if title and title not in seen:
                    seen.add(title)
                    yield {key: value for key, value in item.items() if key not in _NOT_NEEDED}


def _read_cases(code: str) -> list[Any]:
    """Return the test cases at the end of a translator; some are not quite JSON."""
    start = code.find(_START)
    whole = code[code.find("[", start) : code.rfind("]") + 1] if start >= 0 else ""
    for text in (whole, _LAST_COMMA.sub(r"\1", _COMMENT.sub("", whole))):
        try:
            return list(json.loads(text, strict=False))
        except ValueError:
            continue
    return []


if __name__ == "__main__":
    Path(sys.argv[2]).write_text(json.dumps(list(read_items(Path(sys.argv[1]))), ensure_ascii=False), "utf-8")
