"""Resolve `@docs/references/REF-059-x.md`: a file of the project by its path."""

from dataclasses import replace

from citevet.model import Citation, Difference, Reference, Resolution, Source
from citevet.resolve.local.context import LocalContext, source_of, unassessed_flag
from citevet.resolve.local.project_files import MISSING, FileSnapshot, find_project_file, normalize_path


def resolve_mention(citation: Citation, reference: Reference | None, context: LocalContext) -> Resolution:
    """Find the file that a mention names, or the corpus entry that it belongs to."""
    del reference
    path = citation.parts.get("path", citation.normal)
    file = find_project_file(path, context.root)
    if isinstance(file, Resolution):
        return _add_entry_path(citation, context) if file is MISSING else file
    name = normalize_path(path) or path
    entry = context.corpus.entry_at(file) or context.corpus.entry_at(context.root / name)
    if entry:
        return Resolution("found", source=source_of(entry), flags=unassessed_flag(entry, context))
    known = context.snapshot(file)
    sha256 = known.sha256 if isinstance(known, FileSnapshot) else None
    return Resolution("found", source=Source(name, "artifact", path=name, sha256=sha256))


def _add_entry_path(citation: Citation, context: LocalContext) -> Resolution:
    """Add the path of the entry whose id is in the mention."""
    entries = context.corpus.entries_by_id(citation.parts["ref"]) if "ref" in citation.parts else ()
    if not entries:
        return MISSING
    return replace(MISSING, differences=(Difference("path", citation.parts["path"], entries[0].path),))
