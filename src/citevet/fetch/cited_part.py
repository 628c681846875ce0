"""Cut the cited article out of the text of an act, so that no other article can support the claim."""

import re
from dataclasses import replace

from citevet.fetch.reply_text import FetchedText
from citevet.model import Body, Page


def cut_part(fetched: FetchedText, heading: str) -> FetchedText:
    """Return the part under a heading such as "Article 6"; without it there is no text."""
    for body in filter(None, (fetched.body, fetched.whole)):
        lines = [line for page in body.pages for line in page.text.splitlines()]
        if found := _find_part(lines, heading):
            return replace(fetched, body=Body((Page(found),), body.scope), whole=None)
    if not fetched.body.pages:
        return fetched
    why = f"{heading} could not be found in the text"
    return replace(fetched, body=Body(reason="unreadable", why=why), whole=None)


def _find_part(lines: list[str], heading: str) -> str:
    """Return the longest part with this heading: a table of contents has the same headings, and nothing below."""
    word = re.escape(heading.partition(" ")[0])
    any_heading = re.compile(rf"\W{{0,4}}(?:►\w{{1,4}} )?{word}\s(\d{{1,4}} ?[a-z]{{0,2}})\W{{0,6}}", re.IGNORECASE)
    starts = [(index, found[1]) for index, line in enumerate(lines) if (found := any_heading.fullmatch(line.strip()))]
    wanted = heading.partition(" ")[2].replace(" ", "")
    ends = [*(index for index, _ in starts), len(lines)][1:]
    parts = [
        "\n".join(lines[start:end])
        for (start, label), end in zip(starts, ends, strict=True)
        if label.replace(" ", "") == wanted
    ]
    return max(parts, key=len, default="").strip()
