"""Tag only the entries of an edited list that are new; the others have the fields of the check before."""

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import replace

from citevet.contracts import EntryTagger
from citevet.extract.entry_people import SAME_PEOPLE
from citevet.extract.tagged_entries import is_tagged, tag_references
from citevet.kept_answers import KeptAnswers
from citevet.model import Reference
from citevet.records import group_runs


def tag_again(drafts: Sequence[Reference], tagger: EntryTagger, answers: KeptAnswers) -> Iterator[Reference]:
    """Yield what `tag_references` yields.

    What is read of an entry depends on its words; after a dash also on the entries before it, up to one with people.
    """
    runs = [(_name_run(run), run) for run in group_runs(drafts, lambda _, draft: _repeats_people(draft))]
    known: dict[Hashable, Sequence[Reference] | None] = {name: answers.find(name) for name, _ in runs}
    new = {name: run for name, run in runs if known[name] is None}
    tagged = tag_references([draft for run in new.values() for draft in run], tagger)
    for name, run in new.items():
        known[name] = found = [_shift(next(tagged), -draft.span.start) for draft in run]
        answers.put(name, found, sum(len(draft.text) for draft in run))
    for name, run in runs:
        for draft, each in zip(run, known[name] or (), strict=True):
            fields = _shift(each, draft.span.start).fields
            read = {"title": each.title, "authors": each.authors, "year": each.year, "sole": each.sole}
            yield replace(draft, fields=fields, is_entry=each.is_entry, **read)


def _repeats_people(draft: Reference) -> bool:
    return is_tagged(draft) and SAME_PEOPLE.match(draft.plain or draft.text) is not None


def _name_run(run: Sequence[Reference]) -> Hashable:
    """Return all that the tagger and its readers look at; there is one tagger for all rounds."""
    return (
        tag_again,
        *((each.text, each.plain, each.origin, each.back) for each in run),
        *((each.title, each.authors, each.year, each.sole) for each in run),
    )


def _shift(tagged: Reference, by: int) -> Reference:
    fields = {name: replace(each, span=each.span.shift(by)) for name, each in tagged.fields.items()}
    return replace(tagged, fields=fields)
