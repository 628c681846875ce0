"""Fill in fields of an entry's Markdown file; everything else in it stays as it was written."""

from collections.abc import Mapping, Sequence
from typing import Any

from citevet.read.frontmatter import dump_front_matter

_FENCE = "---"
_BOM = "\ufeff"


def set_fields(text: str, fields: Mapping[str, Any]) -> str:
    """Return the text of an entry with these fields at the end of its front matter, in place of those of that name."""
    newline = "\r\n" if "\r\n" in text[:2_000] else "\n"
    lines = text.removeprefix(_BOM).split(newline)
    head, body = _split(lines)
    for name in fields:
        head = _drop(head, name)
    written = dump_front_matter(fields).split("\n")[1:-2]
    return newline.join([_FENCE, *head, *written, _FENCE, *body])


def replace_heading(text: str, old: str, new: str) -> str:
    """Return the text with the heading that repeats the title changed."""
    return text.replace(f"\n# {old}\n", f"\n# {' '.join(new.split())}\n", 1) if old else text


def find_notes(text: str, title: str) -> str:
    """Return what people wrote below the front matter, without the heading that repeats the title."""
    _, body = _split(text.removeprefix(_BOM).replace("\r\n", "\n").split("\n"))
    return "\n".join(line for line in body if line.strip() != f"# {title}").strip()


def _split(lines: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return the lines between the fences, and those after them; notes without front matter have none."""
    if lines and lines[0].rstrip() == _FENCE:
        ends = (at for at, line in enumerate(lines[1:], start=1) if line.rstrip() in {_FENCE, "..."})
        if end := next(ends, 0):
            return list(lines[1:end]), list(lines[end + 1 :])
    return [], ["", *lines]


def _drop(lines: Sequence[str], name: str) -> list[str]:
    """Return the lines without a key and what belongs to it: indented lines, and items of its list."""
    kept: list[str] = []
    inside = False
    for line in lines:
        if line[:1] not in {" ", "\t", "-", ""}:
            inside = line.partition(":")[0].strip() == name
        if not inside:
            kept.append(line)
    return kept
