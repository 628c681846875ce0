"""Reference entries as the trained tagger reads them: fields with spans and confidence, and whether it is an entry.

A field below its confidence is unread: it has its words, for a search or a person, but no rule relies on it.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby, pairwise
from math import exp
from typing import NamedTuple, get_args

from citevet.contracts import PROSE, EntryTagger, TaggedWords
from citevet.extract.author_names import is_organization
from citevet.extract.entry_features import describe_words
from citevet.extract.entry_parser import KIND, YEAR
from citevet.extract.entry_people import COMPANIES, OTHER_NAME, SAME_PEOPLE
from citevet.extract.entry_signs import OF_BOOKS, list_entry_signs, list_signs
from citevet.extract.entry_words import Word, classify_words, split_words
from citevet.model import EntryField, FieldName, Reference, Span
from citevet.patterns import lazy_pattern
from citevet.people.parser import is_sole, read_name, split_names

_FIELDS: frozenset[str] = frozenset(get_args(FieldName))
_TAGGED = frozenset({"footnote", "list"})  # origins of entries that are text; a bibliography file has its fields
LIKELY_ENTRY = 0.8  # below it a text is a remark
_AT_ONCE = 500  # entries whose words are described together: equal words once
_LEAD = lazy_pattern(r"(?:in|dans|em|en)\b:?\s+(?=\S)", re.IGNORECASE)
_LINK = lazy_pattern(r"\]\([^()\s]{0,2000}\)?[.,;:]*$")
_MARKUP = lazy_pattern(r"</?[a-z]{1,6}>|\*{1,2}|(?<!\w)_|_(?!\w)")
_BREAK = lazy_pattern(r"(?<=[^\W\d_])-[ \t]*\r?\n[ \t]*(?=[^\W\d_A-Z])")
_OPENING = " \t\r\n.,;:)]}*_\"'`“”„«»‘’‹›「」『』《》，。；：、．|•·–—-"
_CLOSING = " \t\r\n.,;:([{*_\"'`“”„«»‘’‹›「」『』《》，。；：、．|•·–—-"
_PAIRS = {")": "(", "]": "[", "}": "{"}
_BRACKETS = {left: right for right, left in _PAIRS.items()}
_EMPHASIS = lazy_pattern(r"(?<=\s)\*{1,2}([^\s*][^*]{2,300})\*")  # likely the title, where no words were tagged as one
_FIRST_CJK = "\u3040"
_AND = lazy_pattern(r"(?<=[^\W\d_a-z]\.)\s[ye]\s(?=[^\W\d_a-z])")  # Roe, J. y Doe, K.
_ROLE = lazy_pattern(r",?\s\(?(?:[Ee]ds?|[Ee]ditors?|Hrsg|Hg|dir|coord)\.?\)?$")
_TAG = lazy_pattern(r"</?[A-Za-z]{1,10}(?:\s[^<>]{0,500})?/?>")
_CLOSING_QUOTES = {"“": "”", "«": "»", '"': '"', "「": "」", "『": "』", "《": "》"}
_LONGEST_QUOTATION = 400  # characters of a title in quotation marks
_SHORT = 3  # letters of an abbreviation
_DOUBTFUL, _DOUBTFUL_NAME = 0.5, 0.75  # below it words are hardly those of a title, or a name such as NeurIPS is none
_OPENERS: frozenset[FieldName] = frozenset({"people", "editors", "date"})  # fields before a title
_IMPRINT: frozenset[FieldName] = frozenset({"place", "publisher"})
_SENTENCE_END = lazy_pattern(r"(?<=[^\W\d_]{5})[.?!]\s{1,9}(?=[^\W\d_a-z])")
_NEVER = 1.1  # a confidence that no field has


class Run(NamedTuple):
    """Words in a row with the label of one field, and what tells how sure it is."""

    name: FieldName
    span: Span
    text: str
    signs: Mapping[str, float]


def tag_references(references: Sequence[Reference], tagger: EntryTagger) -> Iterator[Reference]:
    """Yield the references with the fields of those that are text."""
    before: tuple[str, ...] = ()
    for start in range(0, len(references), _AT_ONCE):
        some = references[start : start + _AT_ONCE]
        words = [split_words(_hide_tags(each)) if is_tagged(each) else [] for each in some]
        for each, row, features in zip(some, words, describe_words(words), strict=True):
            found = _add_fields(each, row, tagger.tag(features), tagger) if row else each
            yield replace(found, authors=before) if row and SAME_PEOPLE.match(each.plain or each.text) else found
            before = before if row and SAME_PEOPLE.match(each.plain or each.text) else found.authors


def is_tagged(reference: Reference) -> bool:
    """Check that an entry is text that names a work; those of bibliography files have fields, except for `.bbl`."""
    return (reference.origin in _TAGGED or reference.plain != "") and not reference.back


def _add_fields(reference: Reference, words: Sequence[Word], tagged: TaggedWords, tagger: EntryTagger) -> Reference:
    is_entry = weigh_entry(tagged)
    text = _hide_tags(reference)
    fields = {} if is_entry < LIKELY_ENTRY else read_fields(text, words, tagged, tagger)
    moved = {name: replace(each, span=_move(reference, each)) for name, each in fields.items()}
    return _fill(replace(reference, fields=moved, is_entry=is_entry))


def _hide_tags(reference: Reference) -> str:
    """Return the text that is tagged, with blanks in place of tags."""
    text = reference.plain or reference.text
    return _TAG.sub(lambda tag: " " * len(tag[0]), text) if "<" in text else text


def _move(reference: Reference, field: EntryField) -> Span:
    """Return where a field is in the document: the whole entry, where commands stand between its words."""
    if not reference.plain:
        return field.span.shift(reference.span.start)
    at = reference.text.find(field.text)
    return Span(at, at + len(field.text)).shift(reference.span.start) if at >= 0 else reference.span


def weigh_entry(tagged: TaggedWords) -> float:
    """Return how likely words are an entry: at most even where most of them are best read as prose."""
    prose = sum(label == PROSE for label in tagged.labels)
    likely = 1 - tagged.prose
    return round(min(likely, 0.5) if 2 * prose > len(tagged.labels) else likely, 3)


def _fill(reference: Reference) -> Reference:
    """Give an entry the title, the people and the year that were read; what is unread leaves it as it is."""
    read = {name: each for name, each in reference.fields.items() if each.is_read}
    title, people, date = read.get("title"), read.get("people") or read.get("editors"), read.get("date")
    year = YEAR.search(date.text) if date else None
    found = replace(reference, title=title.text if title else None, year=year[0] if year else reference.year)
    authors = _list_authors(people.text) if people else ()
    return replace(found, authors=authors, sole=len(authors) == 1 and is_sole(people.text)) if people else found


def _list_authors(people: str) -> tuple[str, ...]:
    """Return family names and organizations; names in Chinese characters are whole."""
    people = people.partition("http")[0].strip()  # an address may have been taken for one more name
    names = split_names(_ROLE.sub("", _AND.sub(" & ", OTHER_NAME.sub("", people))))
    is_odd = any("(" in name for name in names)  # Basic River Token (Bold) & RTB Lab
    return tuple(_shorten(name, is_group=is_odd and "," not in name) for name in names)


def _shorten(name: str, *, is_group: bool) -> str:
    """Return the family name of a person, or the name of an organization."""
    if is_group or is_organization(name) or (" " in name and name.rsplit(maxsplit=1)[-1] in COMPANIES):
        return name.partition(" (")[0]
    person = read_name(name)
    return person.name if person.family >= _FIRST_CJK else person.surname


def read_fields(
    text: str, words: Sequence[Word], tagged: TaggedWords, tagger: EntryTagger
) -> Mapping[FieldName, EntryField]:
    """Return the fields of an entry; of several runs of words with one label the first."""
    found: dict[FieldName, EntryField] = {}
    for run in find_runs(text, words, tagged):
        confidence = round(_weigh(run.signs, tagger.weights.get(run.name, {})), 3)
        least = tagger.least.get(run.name, _NEVER)
        found.setdefault(run.name, EntryField(run.text, run.span, confidence, confidence >= least))
    if found.keys() & {"title", "people", "container"} == {"container"} and "editors" in found:
        found["title"] = found.pop("container")  # a book with editors alone
    emphasis = _EMPHASIS.search(text)
    if emphasis and _is_likely_title(text, Span(*emphasis.span(1)), found):
        found["title"] = EntryField(_clean(emphasis[1]), Span(*emphasis.span(1)), 0.0, is_read=False)
    return found if found.keys() & {"title", "container"} else _restore_title(text, found)


def _is_likely_title(text: str, emphasis: Span, found: Mapping[FieldName, EntryField]) -> bool:
    """Check for italics that are the title of an entry without one, or the end of an unread one after its author."""
    title, container = found.get("title"), found.get("container")
    is_named = bool(found.keys() & {"people", "editors"})
    if title and not title.is_read and not is_named and emphasis.end == title.span.end:
        return is_organization(text[title.span.start : emphasis.start])
    return is_named and not title and not (container and container.span.overlaps(emphasis))


def _restore_title(text: str, found: Mapping[FieldName, EntryField]) -> Mapping[FieldName, EntryField]:
    """Return the fields with a title that was taken for place and publisher: a sentence right after people and date.

    Roe, J. (2020). Foam: A View. Press.
    """
    names = sorted(found, key=lambda name: found[name].span.start)
    imprint = [at for at, name in enumerate(names) if name in _IMPRINT]
    is_first = bool(imprint and imprint[0]) and _OPENERS.issuperset(names[: imprint[0]])
    if not is_first or imprint[-1] - imprint[0] >= len(imprint):  # something else is between place and publisher
        return found
    start, end = found[names[imprint[0]]].span.start, max(found[names[at]].span.end for at in imprint)
    stop = _SENTENCE_END.search(text, start, end)
    if not stop or not OF_BOOKS.isdisjoint(classify_words(text[start : stop.start()].split())):
        return found
    title, rest = Span(start, stop.start()), Span(stop.end(), end)
    kept = {name: each for name, each in found.items() if name not in _IMPRINT}
    kept["title"] = EntryField(_clean(title.of(text)), title, 0.0, is_read=False)
    kept["publisher"] = EntryField(_clean(rest.of(text)), rest, 0.0, is_read=False)
    return kept


def _weigh(signs: Mapping[str, float], weights: Mapping[str, float]) -> float:
    """Return how often a field with such signs is right."""
    return 1 / (1 + exp(-sum(value * weights.get(sign, 0.0) for sign, value in signs.items())))


def find_runs(text: str, words: Sequence[Word], tagged: TaggedWords) -> Iterator[Run]:
    """Yield the runs of words with the label of a field."""
    labels, shared, counts = tagged.labels, list_entry_signs(tagged), Counter(tagged.labels)
    for name, group in groupby(range(len(words)), key=lambda at: labels[at]):
        ats = list(group)
        count = len(ats)
        ats = _drop_doubtful(words, ats, tagged.likely) if name == "title" else ats
        span = _close(text, _trim(text, words[ats[0]].start, words[ats[-1]].end, name))
        if name not in _FIELDS or span.start >= span.end:
            continue
        signs = {**shared, **list_signs(text, span, ats, tagged), "again": counts[name] > count}
        yield Run(name, span, _clean(span.of(text)), signs)


def _drop_doubtful(words: Sequence[Word], ats: list[int], likely: Sequence[float]) -> list[int]:
    """Return the words of a title without sentences at its end that are likelier something else: a conference."""
    for place, (at, following) in enumerate(pairwise(ats), 1):
        is_end = words[at].text[-1] in ".?!" and len(words[at].text) > _SHORT
        word = words[following].text.rstrip(".,")
        is_name = following == ats[-1] and word.isalpha() and len(word) > _SHORT and sum(map(str.isupper, word)) > 1
        least = _DOUBTFUL_NAME if is_name else _DOUBTFUL
        if is_end and word[:1].isupper() and max(likely[following : ats[-1] + 1]) < least:
            return ats[:place]
    return ats


def _trim(text: str, start: int, end: int, name: str) -> Span:
    """Return a span without the signs, the markup and the words around a field."""
    cut = _LINK.search(text, start, end) or (KIND.search(text, start, end) if name == "title" else None)
    end = cut.start() if cut else end
    start, end = _strip_signs(text, start, end)
    if name in {"container", "editors"} and (lead := _LEAD.match(text, start, end)):
        start, end = _strip_signs(text, lead.end(), end)
    if name == "people" and text[end : end + 1] == "." and text[end - 1 : end].isupper():
        end += 1  # the stop of an initial
    return Span(start, end)


def _close(text: str, span: Span) -> Span:
    """Return the span of a field with all of the quotation that it opens: “Do ‘cold foams’ exist?”."""
    closing = _CLOSING_QUOTES.get(text[max(span.start - 1, 0)], "")
    last = text.find(closing, span.start, span.start + _LONGEST_QUOTATION) if closing and span.start else -1
    return Span(span.start, max(_strip_signs(text, span.start, last)[1], span.end)) if last > span.end else span


def _strip_signs(text: str, start: int, end: int) -> tuple[int, int]:
    """Return a span without the signs around it, and without brackets that enclose all of it or are not closed."""
    while start < end:
        first, last = text[start], text[end - 1]
        if first in _OPENING or (first in _BRACKETS and _find_end(text, start, end) in {-1, end - 1}):
            start += 1
        elif last in _CLOSING or (
            last in _PAIRS and text.count(last, start, end) > text.count(_PAIRS[last], start, end)
        ):
            end -= 1
        else:
            break
    return start, end


def _find_end(text: str, start: int, end: int) -> int:
    """Return where the bracket that opens a text is closed; -1 if it is not."""
    return text.find(_BRACKETS[text[start]], start, end)


def _clean(text: str) -> str:
    return " ".join(_MARKUP.sub("", _BREAK.sub("", text)).split())
