"""What notes cite, which sentence it backs, and what a note says itself."""

import pytest

from citevet.extract import extract
from citevet.extract.citations.author_year import find_author_years
from citevet.extract.masked_text import MaskedText
from citevet.extract.notes.citing import find_forwarding_markers
from citevet.extract.notes.in_notes import resolve_backrefs
from citevet.model import Extraction
from citevet.read import parse_text

FILED = {("Sommer", "2023"), ("Baumann", "2021")}


def read(text: str, name: str = "x.md") -> Extraction:
    """Extract a text with a corpus that has works of Sommer and Baumann."""
    return extract(parse_text(text, name), filed=lambda names, year: (names[0], year) in FILED)


def tied(found: Extraction) -> list[tuple[str, list[tuple[str, str]]]]:
    """Return the claims, each with its citations and how they are tied, without note markers."""
    cited = {each.id: each for each in found.citations if each.kind != "footnote"}
    return [
        (claim.plain.text, [(cited[tie.citation].text, tie.how) for tie in claim.ties if tie.citation in cited])
        for claim in found.claims
    ]


@pytest.mark.parametrize(
    ("note", "expected"),
    [
        ("Sommer (2023, p. 4).", ["Sommer (2023, p. 4)"]),
        ("Sommer 2023, p. 4.", ["Sommer 2023, p. 4"]),
        ("See Sommer 2023, 4.", ["Sommer 2023, 4"]),
        ("(Sommer, 2023, p. 4)", ["(Sommer, 2023, p. 4)"]),
        ("Sommer 2023, p. 4; see also Baumann 2021.", ["Sommer 2023, p. 4", "Baumann 2021"]),
        ("REF-002, p. 2.", ["REF-002, p. 2"]),
        ("See [REF-002, p. 2].", ["[REF-002, p. 2]"]),
        ("See [@kim].", ["[@kim]"]),
        ("As cited in REF-002.", ["REF-002"]),
        ("Data provided by Sommer (2023).", ["Sommer (2023)"]),
    ],
)
def test_note_source_backs_sentence_with_marker(note: str, expected: list[str]) -> None:
    """A source named in a note backs the sentence with the note's marker."""
    found = read(f"Asphalt was the hottest.[^1] Gravel was cool.\n\n[^1]: {note}\n")
    assert [
        ("Asphalt was the hottest.", [(each, "sentence") for each in expected]),
        ("Gravel was cool.", []),
    ] == tied(found)
    assert {"c1": tuple(f"c{number}" for number in range(2, len(expected) + 2))} == find_forwarding_markers(found)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Asphalt was hot.^[Sommer 2023] Gravel was cool.", "x.md"),
        ("Asphalt was hot.\\footnote{Sommer 2023} Gravel was cool.", "x.tex"),
        (
            (
                '<p>Asphalt was hot.<sup><a href="#fn1" class="footnote-ref">1</a></sup> Gravel was cool.</p>'
                '<section class="footnotes"><ol><li id="fn1"><p>Sommer 2023</p></li></ol></section>'
            ),
            "x.html",
        ),
    ],
)
def test_notes_of_every_format(text: str, name: str) -> None:
    """Inline notes, LaTeX footnotes and notes of a web page work alike."""
    assert [("Asphalt was hot.", [("Sommer 2023", "sentence")]), ("Gravel was cool.", [])] == tied(read(text, name))


def test_marker_inside_sentence_backs_clause() -> None:
    """The sources of the note back the clause of the marker."""
    found = read("Asphalt was hot,[^1] and gravel was cool.\n\n[^1]: REF-002.\n")
    ((tie, other),) = [claim.ties for claim in found.claims]
    assert ("clause", "clause", tie.span) == (tie.how, other.how, other.span)


@pytest.mark.parametrize(
    ("note", "claims"),
    [
        ("Sommer (2023) disagrees: concrete reached 61 degrees in June.", 1),
        ("Concrete reached 61 degrees in the middle of June (Sommer, 2023).", 1),
        ("But see Sommer (2023).", 0),
        ("Cf. Sommer 2023, p. 4.", 0),
        ("Doe, J. (2003). Pavements. See also Sommer (2023).", 0),
        ("doi:10.1000/182; Sommer (2023).", 0),
    ],
)
def test_qualified_note(note: str, claims: int) -> None:
    """If a note makes a remark, contrasts or has its own source, its citations need not support the sentence."""
    (_, behind), *remarks = tied(read(f"Asphalt was the hottest.[^1]\n\n[^1]: {note}\n"))
    assert ["note"] == [how for text, how in behind if "Sommer" in text]
    assert [["sentence"]] * claims == [[how for _, how in ties] for _, ties in remarks]


def test_remark_is_claim() -> None:
    """A sentence of a note is judged by the source that it names; sentences of notes without citations are not."""
    note = "Sommer (2023, p. 3) found that concrete reached 61 degrees in June. The sensors were new."
    found = read(f"Asphalt was hot.[^1]\n\n[^1]: {note}\n\nGravel was cool.\n")
    assert [
        ("Asphalt was hot.", [("Sommer (2023, p. 3)", "note")]),
        (note.removesuffix(" The sensors were new."), [("Sommer (2023, p. 3)", "sentence")]),
        ("Gravel was cool.", []),
    ] == tied(found)
    assert ["k1", "k2", "k3"] == [claim.id for claim in found.claims]


@pytest.mark.parametrize(("opens", "closes", "name"), [("^[", "]", "x.md"), ("\\footnote{", "}", "x.tex")])
def test_remark_of_inline_note_is_claim(opens: str, closes: str, name: str) -> None:
    """Remarks are in the order of their start, and quotations stay with their own sentence."""
    remark = 'Sommer (2023, p. 3) found that concrete was "as hot as an oven in the sun".'
    text = f'Sand{opens}{remark} The sensors were new.{closes} was "the coolest of all surfaces here". Gravel was cool.'
    found = read(text, name)
    assert [
        ('Sand was "the coolest of all surfaces here".', [("Sommer (2023, p. 3)", "note")]),
        (remark, [("Sommer (2023, p. 3)", "sentence")]),
        ("Gravel was cool.", []),
    ] == tied(found)
    assert ["k1", "k2", "k3"] == [claim.id for claim in found.claims]
    assert [found.document.slice(claim.span) for claim in found.claims] == [claim.text for claim in found.claims]
    assert ["the coolest of all surfaces here"] == [each.plain for each in found.claims[0].quotations]


@pytest.mark.parametrize("behind", [" and gravel was cool. Sand was wet.", ""])
def test_note_of_several_paragraphs(behind: str) -> None:
    """Each paragraph of an inline note has its own remarks, and the claims keep the order of the text."""
    remarks = [
        "Sommer (2023) found that concrete reached 61 degrees in June.",
        "Baumann (2021) found that concrete reached 50 degrees in May.",
    ]
    found = read(f"Asphalt was hot\\footnote{{{remarks[0]}\n\n{remarks[1]}}}{behind}\n\nIt rained.", "x.tex")
    said = [*(each.strip() + "." for each in behind.split(".") if each), "It rained."]
    assert ["Asphalt was hot", *remarks, *said] == [claim.plain.text for claim in found.claims]
    starts = [claim.span.start for claim in found.claims]
    assert sorted(starts) == starts
    assert [f"k{number}" for number in range(1, len(starts) + 1)] == [claim.id for claim in found.claims]


@pytest.mark.parametrize(
    "note",
    [
        "Doe 2003, p. 4.",
        "Doe (2003) found that asphalt was hot.",
        "J. Doe, *Pavements* (Springer, 2003), 14.",
        "Sommer, K. (2023). Surface temperatures of street pavements. Press.",
    ],
)
def test_unlisted_names_in_note(note: str) -> None:
    """A work outside the list and the corpus, a publisher and a full entry are the note's own source."""
    found = read(f"Asphalt was the hottest.[^1]\n\n[^1]: {note}\n")
    assert ["footnote"] == [citation.kind for citation in found.citations]
    assert {} == find_forwarding_markers(found)


def test_listed_work_in_note() -> None:
    """A short note refers to the entry of the list, however many notes name the work."""
    notes = "[^1]: Doe 2003, p. 4.\n[^2]: Doe (2003, p. 5).\n"
    found = read(f"It is hot.[^1] It is dry.[^2]\n\n{notes}\n## References\n\nDoe, J. (2003). Pavements. Press.\n")
    (entry,) = [each.id for each in found.references if each.origin == "list"]
    assert [entry, entry] == [each.reference for each in found.citations if each.kind == "author-year"]


def test_ties_of_many_markers_are_limited() -> None:
    """A thousand markers of a note with a thousand works do not make a million ties."""
    works = "; ".join(f"REF-{number:04}" for number in range(1000))
    found = read("Asphalt was hot.[^1] " * 1000 + f"\n\n[^1]: {works}.\n")
    assert 1000 == sum(len(claim.ties) for claim in found.claims)


def test_nested_notes_are_visited_once() -> None:
    """The citations inside a hundred nested notes are read for the outermost only."""
    notes = "\\footnote{Baumann 2021. Sommer (2023) found it" * 100
    document = parse_text(f"It was hot{notes}{'}' * 100}.", "x.tex")
    scene = MaskedText.of(document, extract(document).references, filed=lambda names, year: (names[0], year) in FILED)
    found = [document.slice(one.span) for one in find_author_years(scene)]
    assert (100, 100, 200) == (found.count("Baumann 2021"), found.count("Sommer (2023)"), len(found))


def again(found: Extraction) -> list[tuple[str, str, str | None]]:
    """Return the short forms, the sources that they refer to, and the pages."""
    return [
        (each.text, each.meant.why, each.locator.page if each.locator else None)
        for each in found.citations
        if each.meant.how == "earlier"
    ]


def noted(*contents: str) -> Extraction:
    """Extract a text with one sentence for each note."""
    text = " ".join(f"Street {number} was hot.[^{number}]" for number in range(1, len(contents) + 1))
    notes = "\n".join(f"[^{number}]: {content}" for number, content in enumerate(contents, 1))
    return read(f"{text}\n\n{notes}\n")


@pytest.mark.parametrize(
    ("note", "text", "page"),
    [
        ("Ibid.", "Ibid.", "4"),
        ("Ibid., p. 5.", "Ibid., p. 5", "5"),
        ("ibid., 5–6", "ibid., 5–6", "5-6"),
        ("Ebd., S. 33 f.", "Ebd., S. 33 f.", "33 f"),
        ("Ebenda.", "Ebenda.", "4"),
        ("Id. at 12.", "Id. at 12", "12"),
        ("See id. at 12.", "id. at 12", "12"),
        ("Op. cit., p. 5.", "Op. cit., p. 5", "5"),
        ("A. a. O., S. 5.", "A. a. O., S. 5", "5"),
        ("위의 글, 5쪽.", "위의 글, 5쪽", "5"),
        ("Sommer, op. cit., p. 5.", "Sommer, op. cit., p. 5", "5"),
        ("K. Sommer, a.a.O., S. 5.", "K. Sommer, a.a.O., S. 5", "5"),
        ("Sommer, supra note 1, at 5.", "Sommer, supra note 1, at 5", "5"),
        ("Supra note 1, at 5.", "Supra note 1, at 5", "5"),
        ("Sommer (Fn. 1), S. 5.", "Sommer (Fn. 1), S. 5", "5"),
        ("Vgl. Sommer, a.a.O. (oben Fn. 1), S. 5.", "Sommer, a.a.O. (oben Fn. 1), S. 5", "5"),
        ("Siehe Fn. 1, S. 5.", "Fn. 1, S. 5", "5"),
        ("See note 1 above, p. 5.", "note 1 above, p. 5", "5"),
    ],
)
def test_ibid_refers_to_previous_note(note: str, text: str, page: str) -> None:
    """The sentence is tied to the source of the note before, at the page named now."""
    found = noted("Sommer (2023, p. 4).", note)
    assert [(text, "Sommer (2023, p. 4)", page)] == again(found)
    first, second = found.claims
    (own,) = [each.id for each in found.citations if each.meant.how == "earlier"]
    assert (False, True) == tuple(own in {tie.citation for tie in claim.ties} for claim in (first, second))
    assert (own,) == find_forwarding_markers(found)["c2"]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("It was hot.^[Sommer 2023, p. 4] It was dry.^[Ibid., p. 5]", "x.md"),
        ("It was hot.\\footnote{Sommer 2023, p. 4.} It was dry.\\footnote{\\emph{Ibid.}, p.~5.}", "x.tex"),
        (
            (
                '<p>Hot.<a href="#fn1" class="footnote-ref">1</a> Dry.<a href="#fn2" class="footnote-ref">2</a></p>'
                '<section class="footnotes"><ol><li id="fn1"><p>Sommer 2023, p. 4</p></li>'
                '<li id="fn2"><p><i>Ibid.</i>, p. 5</p></li></ol></section>'
            ),
            "x.html",
        ),
    ],
)
def test_ibid_in_every_format(text: str, name: str) -> None:
    """Inline notes, LaTeX footnotes and notes of web pages pass on their source alike."""
    assert [("Sommer 2023, p. 4", "5")] == [
        (resolve_backrefs, page) for _, resolve_backrefs, page in again(read(text, name))
    ]


@pytest.mark.parametrize(
    "before",
    [
        "Sommer (2023); Baumann (2021).",
        "Doe, J. (2003). Pavements. Press; Sommer (2023).",
        "Doe (2003), citing Roe (1999).",
        "doi:10.1000/182; doi:10.1000/183.",
        "The sensors were new.",
    ],
)
@pytest.mark.parametrize("note", ["Ibid., p. 5.", "Doe, op. cit., p. 5."])
def test_ibid_after_several_sources_or_none(before: str, note: str) -> None:
    """Neither one of two sources nor a remark can be meant."""
    assert [] == again(noted(before, note))


@pytest.mark.parametrize("signal", ["See also", "see", "Vgl. auch", "Siehe auch", "But see"])
def test_opening_signal_is_not_second_work(signal: str) -> None:
    """After "See also Sommer" an "Ibid." means Sommer; after "Doe; see also Sommer" it is ambiguous."""
    found = noted(f"{signal} Sommer (2023, p. 4).", "Ibid., p. 5.")
    assert [("Ibid., p. 5", "Sommer (2023, p. 4)", "5")] == again(found)
    assert [] == again(noted("Doe (2003); see also Sommer (2023, p. 4).", "Ibid., p. 5."))


def test_ibid_after_op_cit_without_page() -> None:
    """A reference to the whole work drops the page of the first note."""
    found = noted("Sommer 2023, p. 4.", "Sommer, op. cit.", "Ibid.")
    assert [("Sommer, op. cit.", None), ("Ibid.", None)] == [(text, page) for text, _, page in again(found)]


def test_name_in_note_with_several_works() -> None:
    """An author in a note with several works may have written either, also with a hyphenated name."""
    name = "Müller-Lüdenscheidt"
    entry = f"{name}, J. (2003). Pavements. Press."
    assert 1 == len(again(noted(entry, f"{name}, op. cit., p. 5.")))
    several = f"{name}, J. (2005). Roofs. Press; Roe, K. (1999). Walls. Press."
    assert [] == again(noted(entry, several, f"{name}, op. cit., p. 5."))


@pytest.mark.parametrize(
    "short",
    ["Müller, a.a.O., S. 13", "Müller, a.a.O. (Fn. 1), S. 13", "Müller (Fn. 1), S. 13", "Müller, op. cit., p. 13"],
)
def test_name_before_source_is_author(short: str) -> None:
    """A note may name the author and cite by an id; a later note then refers to that id by the name."""
    found = noted("Müller, Deliktsrecht [REF-001, S. 12].", "Weber, Vertragsrecht [REF-002].", f"{short}.")
    assert [(short, "[REF-001, S. 12]", "13")] == again(found)
    (own,) = [each.id for each in found.citations if each.meant.how == "earlier"]
    assert ("corpus", "REF-001") == (resolve_backrefs(found)[own].kind, resolve_backrefs(found)[own].normal)


@pytest.mark.parametrize("short", ["Siehe Fn. 1.", "Supra note 1.", "Vgl. oben Fn. 1."])
def test_number_alone_refers_to_whole_note(short: str) -> None:
    """A following "Ibid." or a page refers to none of several sources."""
    several = "Müller, Deliktsrecht [REF-001, S. 12]; Weber, Vertragsrecht [REF-002]."
    found = noted(several, short)
    assert [("[REF-001, S. 12]", "12"), ("[REF-002]", None)] == [(text, page) for _, text, page in again(found)]
    assert ["REF-001", "REF-002"] == [each.normal for each in resolve_backrefs(found).values()]
    own = {each.id for each in found.citations if each.meant.how == "earlier"}
    assert own <= {tie.citation for tie in found.claims[1].ties}
    assert 4 == len(again(noted(several, short, "Siehe Fn. 2.")))
    assert 2 == len(again(noted(several, short, "Ebd.")))


def test_described_works_are_not_referred_to_as_whole() -> None:
    """Without a citation in the note, a number alone is ambiguous if the note describes several works."""
    described = "Doe, J. (2003). Roofs. Press; Roe, K. (1999). Walls. Press."
    assert [] == again(noted(described, "Siehe Fn. 1."))


def test_note_with_many_sources_is_not_repeated() -> None:
    """Thousands of references to a note with thousands of sources would be millions of citations."""
    many = "; ".join(f"[REF-{number:03d}]" for number in range(1, 12))
    assert [] == again(noted(f"{many}.", "Siehe Fn. 1."))


def test_name_selects_source_of_numbered_note() -> None:
    """Without a name, or with one that the note lacks or has twice, the reference is ambiguous."""
    several = "Müller, Deliktsrecht [REF-001, S. 12]; Weber, Vertragsrecht [REF-002]."
    found = noted(several, "Weber (Fn. 1), S. 13.")
    assert [("Weber (Fn. 1), S. 13", "[REF-002]", "13")] == again(found)
    assert ["REF-002"] == [each.normal for each in resolve_backrefs(found).values()]
    assert [] == again(noted(several, "Siehe Fn. 1, S. 13."))
    assert [] == again(noted("Müller, Deliktsrecht [REF-001].", "Weber, Recht [REF-002].", "Weber (Fn. 1), S. 13."))
    assert [] == again(noted("Weber, Delikt [REF-001]; Weber, Vertrag [REF-002].", "Weber (Fn. 1), S. 13."))


def test_two_works_of_one_author() -> None:
    """The name alone is ambiguous; the number of the note is not."""
    two = ("Müller, Delikt [REF-001].", "Müller, Vertrag [REF-002].")
    assert [] == again(noted(*two, "Müller, a.a.O., S. 13."))
    assert [("Müller (Fn. 2), S. 13", "[REF-002]", "13")] == again(noted(*two, "Müller (Fn. 2), S. 13."))


def test_notes_without_numbers_are_counted() -> None:
    """Inline notes have no label: the first is note 1."""
    found = read("It is hot.^[Doe, Heat [REF-001]] It is dry.^[Roe, Rain [REF-002]] It is wet.^[Roe (Fn. 2), S. 5]\n")
    assert [("Roe (Fn. 2), S. 5", "[REF-002]", "5")] == again(found)


def test_ibid_follows_order_of_markers() -> None:
    """Notes count by their markers, not by their definitions, and a second "Ibid." means the same work."""
    notes = "[^c]: Ibid.\n[^b]: Ibid., p. 7.\n[^a]: REF-002, p. 4.\n"
    found = read(f"It is hot.[^a] It is dry.[^b] It is calm.[^c]\n\n{notes}")
    assert [("Ibid.", "REF-002, p. 4", "7"), ("Ibid., p. 7", "REF-002, p. 4", "7")] == again(found)


def test_op_cit_follows_name() -> None:
    """A name means the only earlier work of that person; with two works it is ambiguous."""
    doe = "Doe, J. (2003). Pavements. Press."
    assert [("Doe, op. cit., p. 5", doe.rstrip("."), "5")] == [
        (text, resolve_backrefs.rstrip("."), page)
        for text, resolve_backrefs, page in again(noted(doe, "REF-002.", "Doe, op. cit., p. 5."))
    ]
    assert [] == again(noted(doe, "Doe, J. (2005). Roofs. Press.", "Doe, op. cit., p. 5."))
    assert [] == again(noted(doe, "Lee, op. cit., p. 5."))


@pytest.mark.parametrize(
    "note",
    [
        "Ibid., and Doe 2003.",
        "Idem, Roofs (2005).",
        "Ibid. Concrete reached 61 degrees.",
        "Ibid.; REF-002.",
    ],
)
def test_note_with_more_than_ibid(note: str) -> None:
    """Only a place may follow "Ibid."."""
    assert [] == again(noted("Sommer (2023, p. 4).", note))


def test_id_after_us_case() -> None:
    """After a US case "Id. at 120" is its short form; after anything else it refers to the note before."""
    case, other = noted("Roe v. Wade, 410 U.S. 113 (1973).", "Id. at 120."), noted("REF-002.", "Id. at 120.")
    assert ["us-case"] == [each.kind for each in case.references[1].identifiers]
    assert () == other.references[1].identifiers
    assert ([], 1) == (again(case), len(again(other)))


def lost(found: Extraction) -> list[tuple[str, str]]:
    """Return the short forms that lead nowhere, and why."""
    return [(each.text, each.meant.why) for each in found.citations if each.meant.is_lost]


@pytest.mark.parametrize("note", ["Ibid.", "Ebd., S. 5", "Op. cit., p. 5", "a.a.O., S. 5"])
def test_ibid_before_any_source(note: str) -> None:
    """The first note has nothing before it; after a remark or a citation the reference may be valid."""
    assert [note] == [text for text, _ in lost(noted(note, "Sommer (2023, p. 4)."))]
    assert [] == lost(noted("The sensors were new.", note))
    assert [] == lost(read(f"It is hot (Doe 2003). It is dry.[^1]\n\n[^1]: {note}\n"))


def test_op_cit_of_unknown_author() -> None:
    """A name that appears nowhere else has no work; one that the text mentions may have one that we cannot parse."""
    assert [("Roe, op. cit., p. 5", "no source by that name is cited")] == lost(
        noted("Doe 2003.", "Roe, op. cit., p. 5")
    )
    assert [] == lost(noted("Doe 2003, as Roe has it.", "Roe, op. cit., p. 5"))
    twice = noted("Doe 2003.", "Roe, op. cit., p. 5", "Roe, op. cit., p. 6")
    assert ["Roe, op. cit., p. 5", "Roe, op. cit., p. 6"] == [text for text, _ in lost(twice)]


@pytest.mark.parametrize(
    ("note", "text"),
    [
        ("Doe (Fn. 99), S. 5.", "Fn. 99"),
        ("Doe (oben Fn. 99), S. 5.", "oben Fn. 99"),
        ("Vgl. oben Fn. 99.", "Vgl. oben Fn. 99"),
        ("See supra note 99.", "supra note 99"),
        ("See note 99 above.", "note 99 above"),
        ("Doe, supra n. 99, at 5.", "supra n. 99"),
    ],
)
def test_missing_note_number(note: str, text: str) -> None:
    """A number beyond the last note leads nowhere, in any wording."""
    assert [(text, "no note 99: the document has 2 notes")] == lost(noted("Doe 2003.", note))


@pytest.mark.parametrize(
    "note", ["Doe (Fn. 1), S. 5.", "Doe, S. 5 Fn. 99.", "Doe, S. 5 (Fn. 99).", "Doe, p. 5 n. 99.", "See supra note 1."]
)
def test_existing_notes_and_notes_of_other_works(note: str) -> None:
    """A note after a page belongs to the cited work."""
    assert [] == lost(noted("Doe 2003.", note))


def test_text_without_notes() -> None:
    """Where no note could be parsed, none is missing."""
    assert [] == lost(read("It is hot, see supra note 99.\n"))


def test_inline_note_that_leads_nowhere() -> None:
    """An inline note stays a marker; only the number inside it is broken."""
    found = read("It is hot.^[Doe 2003, p. 4] It is dry.^[Doe (Fn. 99), S. 5]\n")
    assert ["Fn. 99"] == [text for text, _ in lost(found)]
