"""Where an "Ibid." leads: to the citation in the note that it means, at its own page."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from citevet.extract.inside_notes import inside_notes
from citevet.model import Citation, Extraction


def meant(extraction: Extraction) -> Mapping[str, Citation]:
    """Return, for each "Ibid.", the citation in the note that it means, at the page that the "Ibid." names."""
    backs = [each for each in extraction.citations if "again" in each.parts and each.kind == "footnote"]
    if not backs:
        return {}
    spans = {each.id: each.span for each in extraction.references}
    wanted = {each.reference: spans[each.reference] for each in backs if each.reference}
    inside = inside_notes(wanted, extraction.citations)
    by_words = {note: _by_words(cited) for note, cited in inside.items()}
    chosen = ((each, _chosen(by_words.get(each.reference or "", {}), each)) for each in backs)
    return {each.id: replace(one, locator=each.locator) for each, one in chosen if one}


def _by_words(cited: Iterable[Citation]) -> Mapping[str, Citation]:
    """Return the first citation of a note in each wording: a note of a thousand works may be meant a thousand times."""
    found: dict[str, Citation] = {}
    for one in cited:
        found.setdefault(one.text, one)
    return found


def _chosen(inside: Mapping[str, Citation], short: Citation) -> Citation | None:
    """Return the citation of a note that a short form means: by its words, where the note has several."""
    return inside.get(short.parts["again"]) or next(iter(inside.values()), None)
