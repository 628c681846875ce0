"""Names of people and years for the sources of a document, in place of the ids of the corpus."""

import re
from collections import Counter
from collections.abc import Mapping

from citevet.contracts import Evidence
from citevet.model import Finding
from citevet.records import replace
from citevet.tables import longest_first


def find_source_names(evidence: Evidence) -> Mapping[str, str]:
    """Return a name for each entry of the corpus that the document does not itself cite by its id.

    Two works of the same people and year are told apart by their citation key, or else by their id.
    """
    own = {citation.normal for citation in evidence.extraction.citations if citation.kind == "corpus"}
    named = [source for source in evidence.sources.values() if source.entry and source.name]
    entries = [source for source in named if source.entry and own.isdisjoint({source.id, source.entry.other_id})]
    times = Counter(source.name for source in entries)
    names: dict[str, str] = {}
    for source in entries:
        keys = source.entry.keys if source.entry else ()
        names[source.id] = f"{source.name} [{next(iter(keys), source.id)}]" if times[source.name] > 1 else source.name
    return names


def name_sources(findings: tuple[Finding, ...], names: Mapping[str, str]) -> tuple[Finding, ...]:
    """Write the names into the messages; rules know sources by their ids alone."""
    if not names:
        return findings
    ids = re.compile(rf"(?<![\w/-])(?:{'|'.join(map(re.escape, longest_first(names)))})(?![\w-])")
    renamed = (ids.sub(lambda found: names[found[0]], each.message) for each in findings)
    pairs = zip(findings, renamed, strict=True)
    return tuple(each if each.message == message else replace(each, message=message) for each, message in pairs)
