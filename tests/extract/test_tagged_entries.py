"""Fields of entries from the labels of their words, with a tagger that a test makes up."""

from collections.abc import Sequence
from dataclasses import replace
from string import printable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citevet.contracts import EntryTagger, TaggedWords
from citevet.extract import extract
from citevet.extract.entry_features import describe_words
from citevet.extract.entry_words import split_words
from citevet.extract.tagged_entries import tag_references
from citevet.model import Reference, Span
from citevet.read import parse_text

FIELDS = ("title", "people", "container", "volume", "pages", "place", "date", "editors")
WEIGHTS = {name: {"likely": 1.0} for name in FIELDS}  # as sure as its words are likely
LEAST = dict.fromkeys(FIELDS, 0.9)


def make_tagger(labels: Sequence[str], likely: float = 0.95, prose: float = 0.0) -> EntryTagger:
    """Return a tagger that gives the words these labels in their order, and the last one to the rest."""

    def tag(words: Sequence[Sequence[str]]) -> TaggedWords:
        row = [labels[min(at, len(labels) - 1)] for at in range(len(words))]
        return TaggedWords(row, [likely] * len(row), prose)

    return EntryTagger(WEIGHTS, LEAST, tag)


def read(text: str, labels: str, likely: float = 0.95) -> dict[str, tuple[str, bool]]:
    """Return the text of each field, and whether it is read; each span slices back."""
    found = tag_references(
        [Reference("r1", "", Span(7, 7 + len(text)), text, "list")], make_tagger(labels.split(), likely)
    )
    (reference,) = found
    for each in reference.fields.values():
        assert text[each.span.start - 7 : each.span.end - 7]
    return {name: (each.text, each.is_read) for name, each in reference.fields.items()}


@pytest.mark.parametrize(
    ("text", "labels", "fields"),
    [
        (
            "Roe, J. (2019). On foam. Ice, 3.",
            "people people date title title container volume",
            "Roe, J.|On foam|Ice|3",
        ),
        ("Roe J. *On (cold) foam*. In: Ice.", "people people title title title container", "Roe J.|On (cold) foam|Ice"),
        ("[Why foam?](https://x.org/a). In Ice", "title title title container", "Why foam?|Ice"),
        ("“On co-\nld foam,” Ice", "title title title title container", "On cold foam|Ice"),
        ("(2). (a) foam (b)).", "volume title title title", "2|(a) foam (b)"),
        ("Roe J (Oslo) foam", "people people place title", "Roe J|Oslo|foam"),
    ],
)
def test_fields_lose_markup_and_signs(text: str, labels: str, fields: str) -> None:
    """A field is its words, without the quotation marks, brackets, markup and leading "In" around them."""
    assert fields.split("|") == [value for name, (value, _) in read(text, labels).items() if name != "date"]


def test_a_doubtful_field_is_unread_and_a_missing_one_is_not_there() -> None:
    """Below the bound of its confidence a field has its words, but is unread, and gives the entry no title."""
    assert {"title": ("On foam", False)} == read("On foam", "title", likely=0.5)
    assert {} == read("On foam", "note")
    entry = Reference("", "", Span(0, 7), "On foam", "list")
    (sure,), (unsure,) = (tag_references([entry], make_tagger(["title"], likely)) for likely in (0.95, 0.5))
    assert ("On foam", None) == (sure.title, unsure.title)


def test_signs_around_a_field_make_it_surer() -> None:
    """Equally likely words are read where they are set off or end with a stop, not where a sentence ends within."""
    weights = {"title": {"likely": 1.0, "set off": 3.0, "stop": -3.0, "ends .": 1.0}}
    tagger = replace(make_tagger(["title"], 0.8), weights=weights)
    texts = ("*On cold foam*.", "On cold foam.", "On cold foam", "On. Cold foam.")
    entries = [Reference("", "", Span(0, len(text)), text, "list") for text in texts]
    assert ["On cold foam", "On cold foam", None, None] == [each.title for each in tag_references(entries, tagger)]


@pytest.mark.parametrize(
    ("people", "authors"),
    [
        ("Roe, Jane, John Doe, and Eva Lee", "Roe|Doe|Lee"),
        ("Roe, J. y Doe, K.", "Roe|Doe"),
        ("World Foam Organization (WFO)", "World Foam Organization"),
        ("Foam Collaboration, J. Roe", "Foam Collaboration|Roe"),
        ("Basic River Token (Bold) & RTB Lab", "Basic River Token|RTB Lab"),
        ("黄小燕, 沈文", "黄小燕|沈文"),
        ("김철수·이영희", "김철수|이영희"),
        ("Roe, Jane, and Eva Lee, eds", "Roe|Lee"),
    ],
)
def test_people_are_family_names_and_organizations(people: str, authors: str) -> None:
    """A name is shortened as texts cite it: the family name, the whole organization, the whole Chinese name."""
    (found,) = tag_references([Reference("", "", Span(0, len(people)), people, "list")], make_tagger(["people"]))
    assert authors.split("|") == list(found.authors)


def test_words_that_are_set_off_may_be_the_title() -> None:
    """Where no words were tagged as a title those in italics are likely it: unread, unless they are the container."""
    text = "Roe, J. *Foam*. Press."
    entry = Reference("", "", Span(0, len(text)), text, "list")
    for labels, likely in (("people people publisher", "Foam"), ("people people container", ""), ("note", "")):
        (found,) = tag_references([entry], make_tagger(labels.split()))
        assert (None, likely) == (found.title, found.likely_title)


def test_an_organization_is_no_part_of_a_title_in_italics() -> None:
    """Where both were tagged as the title, and it is unread, what is in italics is likely the title."""
    for text, likely in (
        ("Foam Statistics Office, *Report on Ice*, 2020.", "Report on Ice"),
        ("Walls of cold foam, *Report on Ice*, 2020.", "Walls of cold foam, Report on Ice"),
        ("Foam Statistics Office, *Report* on Ice, 2020.", "Foam Statistics Office, Report on Ice"),
    ):
        labels = ["title"] * (len(text.split()) - 1) + ["date"]
        (found,) = tag_references([Reference("", "", Span(0, len(text)), text, "list")], make_tagger(labels, 0.8))
        assert (None, likely) == (found.title, found.likely_title)


@pytest.mark.parametrize(
    ("text", "rest", "title"),
    [
        ("Roe, J. On foam. Notes of ice.", 0.45, "On foam"),
        ("Roe, J. On foam. Notes of ice.", 0.55, "On foam. Notes of ice"),
        ("Roe, J. On foam. FoamConf.", 0.7, "On foam"),
        ("Roe, J. On foam. Foam.", 0.7, "On foam. Foam"),
        ("Roe, J. On foam. III.", 0.7, "On foam. III"),
        ("Roe, J. On foam of St. Ice.", 0.45, "On foam of St. Ice"),
    ],
)
def test_a_doubtful_sentence_is_no_part_of_a_title(text: str, rest: float, title: str) -> None:
    """Words after a stop that are hardly likely are cut off; of the name of a conference more is asked."""

    def tag(words: Sequence[Sequence[str]]) -> TaggedWords:
        count = len(words) - 4
        return TaggedWords(["people"] * 2 + ["title"] * (count + 2), [0.95] * 4 + [rest] * count, 0.0)

    entry = Reference("", "", Span(0, len(text)), text, "list")
    (found,) = tag_references([entry], EntryTagger(WEIGHTS, LEAST, tag))
    assert title == found.likely_title


@pytest.mark.parametrize(
    ("text", "labels", "title", "publisher"),
    [
        ("Roe, J. (2020). Cold: A Report. Foam.", "people people date place publisher", "Cold: A Report", "Foam"),
        ("Roe, J. (2020). Oslo: Foam and Ice.", "people people date place publisher", "", "Foam and Ice"),
        ("Roe, J. (2020). Foam Press. Oslo.", "people people date publisher publisher place", "", "Foam Press"),
        ("Roe, J. (2020). Cold: A Report. Foam.", "people people volume place publisher", "", "A Report. Foam"),
    ],
)
def test_a_title_that_was_taken_for_an_imprint_is_likely(text: str, labels: str, title: str, publisher: str) -> None:
    """A sentence between people or date and the publisher is the title of an entry without one; it is unread."""
    (found,) = tag_references([Reference("", "", Span(0, len(text)), text, "list")], make_tagger(labels.split()))
    assert (None, title, publisher) == (found.title, found.likely_title, found.fields["publisher"].text)


def test_tags_are_no_words_and_a_book_has_its_editors() -> None:
    """Tags of HTML are left out, with the places of words as they are; a book with editors alone has a title."""
    text = '<a id="x"></a>Roe, J. (Ed.) <i>On foam</i>'
    (found,) = tag_references(
        [Reference("", "", Span(0, len(text)), text, "list")],
        make_tagger("editors editors editors container container".split()),
    )
    assert (("Roe",), "On foam") == (found.authors, found.title)
    assert "On foam" == found.fields["title"].span.of(text)


def test_a_remark_has_no_fields() -> None:
    """What is more likely prose has no fields; how likely it is an entry is told."""
    remark = Reference("", "", Span(0, 14), "I thank a Roe.", "footnote")
    (found,) = tag_references([remark], make_tagger(["prose"], prose=0.9))
    assert (0.1, {}) == (found.is_entry, found.fields)


def test_the_tagger_is_loaded_for_entries_only() -> None:
    """A document without a list, or with a bibliography file, needs no tagger; the fields of a file are handed on."""

    def load() -> EntryTagger:
        raise AssertionError

    assert extract(parse_text("Foam cools.", "x.md"), tagger=load).references == ()
    text = "@article{k, title={On {F}oam}, journal={Ice}, volume=3, year=2019, author={Roe, J.}}"
    (entry,) = extract(parse_text(text, "x.bib"), tagger=load).references
    assert [
        ("title", "On Foam"),
        ("people", "Roe, J."),
        ("date", "2019"),
        ("container", "Ice"),
        ("volume", "3"),
        ("type", "article"),
    ] == [(name, each.text) for name, each in entry.fields.items()]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Roe,J.(2019)Foam", "Roe,|J.|(2019)|Foam"),
        ("Ice 2019;3(4):5-6.", "Ice|2019;|3|(4):|5-6."),
        ("张三,李四.冷泡沫[J].冰,2019", "张三,|李四.|冷泡沫|[J].|冰,|2019"),
        ("doi:10.1/a(b)c and https://x.org/a,b(c)", "doi:10.1/a(b)c|and|https://x.org/a,b(c)"),
        ("New York.In: Press", "New|York.|In:|Press"),
    ],
)
def test_words_end_where_a_blank_is_lost(text: str, words: str) -> None:
    """A sign that lacks its blank ends a word, but not inside an address."""
    assert words.split("|") == [each.text for each in split_words(text)]


@given(st.text(st.sampled_from(printable + "张三。，“”é"), max_size=200))
def test_words_slice_back(text: str) -> None:
    """Words are slices of the text in order, hold every sign that is no blank, and each has features."""
    words = split_words(text)
    assert [each.text for each in words] == [text[each.start : each.end] for each in words]
    assert "".join(text.split()) == "".join("".join(each.text for each in words).split())
    (features,) = describe_words([words])
    assert len(words) == len(features)


def test_a_long_entry_is_cut() -> None:
    """Of a megabyte the beginning is read."""
    assert len(split_words("foam, " * 200_000)) < 1_000


def test_commands_of_latex_are_not_tagged() -> None:
    """The words of a bibitem are tagged; a field without commands has its own place, another one the entry's."""
    text = "\\begin{thebibliography}{9}\\bibitem{roe} J. Roe, {\\em On} foam, \\emph{Ice}. 2019.\\end{thebibliography}"
    labels = "people people title title container date".split()
    for name in ("x.tex", "x.bbl"):
        (entry,) = extract(parse_text(text, name), tagger=lambda: make_tagger(labels)).references
        assert [("people", "J. Roe"), ("title", "On foam"), ("container", "Ice"), ("date", "2019")] == [
            (field, each.text) for field, each in entry.fields.items()
        ]
        assert "Ice" == entry.fields["container"].span.of(text)
        assert entry.span == entry.fields["title"].span
