"""Where an "Ibid." leads: to the citation in the note that it means, at its own page."""

from collections.abc import Mapping, Sequence
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
    chosen = ((each, _chosen(inside.get(each.reference or "", ()), each)) for each in backs)
    return {each.id: replace(one, locator=each.locator) for each, one in chosen if one}


def _chosen(inside: Sequence[Citation], short: Citation) -> Citation | None:
    """Return the citation of a note that a short form means: by its words, where the note has several."""
    return next((each for each in inside if each.text == short.parts["again"]), inside[0] if inside else None)
