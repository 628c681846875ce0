"""Quotations against sources: where they stand, what was left out, and when nothing can be said."""

import random
from dataclasses import replace
from typing import Any

import pytest

from citevet.judge.quotes import judging
from citevet.judge.quotes.judging import FoldedSources, QuotedSource, judge_claim_quotes
from citevet.judge.quotes.similar_text import SeedIndex
from citevet.model import (
    Body,
    Citation,
    Claim,
    Flag,
    Judgement,
    Locator,
    Page,
    Plain,
    Quotation,
    Scope,
    Source,
    Span,
    Tie,
)

FIRST = "Manuals have been written for as long as there were tools to handle. The answers of the two days were com-"
SECOND = "pared with one another by a third person. Voice is the first thing that readers notice in a manual."
THIRD = "Nothing was measured here. Voice is the last thing that writers mend in a manual, and the first they lose."


@pytest.mark.parametrize(
    ("page", "flags", "difference"),
    [
        ("2", (), []),
        ("1-2", (), []),
        ("2f", (), []),
        ("1", ("misplaced-quote",), [("page", "1", "2")]),
        ("3", ("misplaced-quote",), [("page", "3", "2")]),
        ("45", (), []),  # it may be printed
        (None, (), []),
    ],
)
def test_the_page(desk: Any, page: str | None, flags: tuple[str, ...], difference: list[Any]) -> None:
    """Words on the cited page are in their place; elsewhere they are misplaced, and we say where they are."""
    judgement = desk.judged("voice is the first thing that readers notice", desk.pages(FIRST, SECOND, THIRD), page=page)
    assert flags == judgement.flags
    assert difference == [(each.type, each.claim, each.source) for each in judgement.differences]
    (passage,) = judgement.evidence
    start = SECOND.index("Voice is the first")
    assert (2, Span(start, start + 44)) == (passage.page, passage.span)
    assert "Voice is the first thing that readers notice" == passage.text == SECOND[start : start + 44]


@pytest.mark.parametrize("page", ["1", "2", "1-2"])
def test_over_the_page_end(desk: Any, page: str) -> None:
    """A quotation that runs over a page end, a broken word included, is in its place on either page."""
    judgement = desk.judged("two days were compared with one another", desk.pages(FIRST, SECOND, THIRD), page=page)
    assert () == judgement.flags
    assert [(1, "two days were com-"), (2, "pared with one another")] == [
        (each.page, each.text) for each in judgement.evidence
    ]


def test_over_the_notes_at_a_page_end(desk: Any) -> None:
    """Footnotes between the two halves of a sentence do not make it two pieces; other text does."""
    noted = desk.pages("The answers of the two days were\n1 See the appendix.", "compared with one another in the end.")
    assert () == desk.judged("of the two days were compared with one another", noted, page="1").flags
    apart = desk.pages("The answers of the two days were few. Others came.", "compared with one another in the end.")
    assert () != desk.judged("of the two days were compared with one another", apart, page="1").flags


@pytest.mark.parametrize(
    ("page", "flags"), [("xii", ()), ("XII", ()), ("x-xiii", ()), ("233", ()), ("2", ()), ("14", ("misplaced-quote",))]
)
def test_printed_numbers(desk: Any, page: str, flags: tuple[str, ...]) -> None:
    """A page is known by its printed number, roman ones in any case, and by its place in the file."""
    body = Body(
        (Page("Other words.", 1, "xi"), Page(SECOND, 2, "233" if page == "233" else "xii"), Page(THIRD, 3, "1"))
    )
    assert flags == desk.judged("voice is the first thing that readers notice", body, page=page).flags


def test_the_printed_number_is_told(desk: Any) -> None:
    """Where pages have printed numbers, the message names those; short ranges are completed."""
    body = Body((Page("Other words.", 1, "231"), Page(SECOND, 2, "232")))
    assert () == desk.judged("the first thing that readers notice", body, page="230-2").flags
    (difference,) = desk.judged("the first thing that readers notice", body, page="231").differences
    assert ("231", "232") == (difference.claim, difference.source)


@pytest.mark.parametrize(
    "quote",
    [
        "[V]oice is the first thing … in a manual",
        "Voice is the first thing [...] in a manual",
        "Voice is the first thing . . . in a manual.",
        "... is the first thing that readers notice ...",
        "Voice is the first thing that [our] readers notice",
        "Voice is the first thing [sic] that readers notice",
        "Voice is the first thing that [these people] notice in a manual",
        "A third person … [v]oice is the first thing",
        "“voice” is the first thing that readers notice,",
    ],
)
def test_good_form(desk: Any, quote: str) -> None:
    """Ellipses, insertions, changed capitals and closing commas are the author's right."""
    assert () == desk.judged(quote, desk.pages(FIRST, SECOND, THIRD), page="2").flags


@pytest.mark.parametrize(
    ("quote", "difference"),
    [
        ("the drug is … effective in most of the cases", ("…", "not")),
        ("the drug is [clearly] effective in most of the cases", ("[clearly]", "not")),
        ("we saw [never] again what we had seen", ("[never]", "")),
        ("there were [40 men] of them in the end", ("[40 men]", "14")),
        ("약은 대부분의 경우에 효과가 … 볼 수 없다", None),
    ],
)
def test_gaps_that_turn_the_sense(desk: Any, quote: str, difference: tuple[str, str] | None) -> None:
    """An ellipsis may not swallow a negation, nor a bracket a number; a longer omission may."""
    source = (
        "The drug is not effective in most of the cases. We saw again what we had seen. There were 14 of them in the "
        "end. 이 약은 대부분의 경우에 효과가 있다고 말하는 사람도 있으나 그렇게 볼 수 없다."
    )
    judgement = desk.judged(quote, desk.pages(source))
    assert (() if difference is None else ("altered-quote",)) == judgement.flags
    assert ([] if difference is None else [difference]) == [(each.claim, each.source) for each in judgement.differences]


@pytest.mark.parametrize(
    ("said", "there", "flagged"),
    [
        ("[two]", "ten", True),
        ("[some]", "ten", True),
        ("[no more than two]", "ten", True),
        ("[two hundred]", "two", True),
        ("[ten]", "", True),
        ("[12]", "ten", True),
        ("[10 whole]", "ten", False),
        ("[25 full]", "twenty-five", False),
        ("[1,000 long]", "a thousand", False),
        ("[ten]", "all of the ten", False),
        ("[the two men’s]", "their", False),
        ("[one of the men’s]", "his", False),
        ("[the better]", "one", False),
        ("[that year’s]", "2019", False),
        ("[the summer]", "the first ten", False),
    ],
)
def test_an_insertion_and_the_number_of_the_source(desk: Any, said: str, there: str, *, flagged: bool) -> None:
    """What an author puts in may not tell another number than the words it stands for, in digits or in words."""
    source = f"Adults take it on {there} days of the week or of the month."
    judgement = desk.judged(f"Adults take it on {said} days of the week", desk.pages(source))
    assert (("altered-quote",) if flagged else ()) == judgement.flags


@pytest.mark.parametrize(
    "quote",
    [
        "likely to help in most of the cases that we saw",
        "significant effect on the patients was seen",
        "5 million people were asked in the end",
        "5 degrees below zero it was that night",
    ],
)
def test_a_piece_of_a_word_is_no_word(desk: Any, quote: str) -> None:
    """Half of unlikely, non-significant, 3.5 or −5 says the contrary: never verbatim."""
    source = (
        "It is unlikely to help in most of the cases that we saw. A non-significant effect on the patients was seen. "
        "In all, 3.5 million people were asked in the end. At −5 degrees below zero it was that night."
    )
    assert ("altered-quote",) == desk.judged(quote, desk.pages(source)).flags


def test_korean_endings_may_follow(desk: Any) -> None:
    """필요하다 stands in 필요하다고, but 효율적 does not stand in 비효율적."""
    source = "그는 새로운 연구가 반드시 필요하다고 말했다. 지금의 방법은 매우 비효율적인 방법이라고 한다."
    assert () == desk.judged("새로운 연구가 반드시 필요하다", desk.pages(source)).flags
    assert ("altered-quote",) == desk.judged("효율적인 방법이라고 한다", desk.pages(source)).flags


@pytest.mark.parametrize(
    "quote",
    [
        "Voice is the first thing that readers notice and the first they lose",
        "Voice is the last thing that writers mend voice is the first thing that readers notice",
        "that writers mend in a manual … the answers of the two days",
    ],
    ids=["pages", "order", "order-with-ellipsis"],
)
def test_pieces_of_other_pages_are_joined_quotations(desk: Any, quote: str) -> None:
    """Verbatim pieces of different pages, or in another order, are joined, and the pages are given."""
    judgement = desk.judged(quote, desk.pages(FIRST, SECOND, THIRD))
    assert ("joined-quote",) == judgement.flags
    (difference,) = judgement.differences
    assert difference.source.startswith("pages ")


HEAT = (
    "In July the rooms under the roof reached 34 degrees. The tenants of the upper floors kept a diary of their own.",
    "As a rule, the tenants kept their windows closed in the day. The survey was carried out in 2018 in 240 houses.",
    "White roofs reflect two thirds of the sunlight. The tenants kept their shutters closed at noon.",
)


@pytest.mark.parametrize(
    ("quote", "pages"),
    [
        ("rooms under the roof reached 34 degrees. The survey was carried out", "pages 1, 2"),
        ("rooms under the roof reached 34 degrees and white roofs reflect two thirds", "pages 1, 3"),
        ("under the roof reached 34 degrees. The tenants kept their shutters closed", "pages 1, 3"),
        ("kept a diary of their own, white roofs reflect two thirds", "pages 1, 3"),
    ],
    ids=["stop", "and", "word-taken-along", "comma"],
)
def test_the_end_of_one_sentence_and_the_start_of_another(desk: Any, quote: str, pages: str) -> None:
    """Sentences are joined by a stop, a comma or a word of one's own, also where the next word fits by chance."""
    judgement = desk.judged(quote, desk.pages(*HEAT))
    assert [("quote-pieces", pages)] == [(each.type, each.source) for each in judgement.differences]


@pytest.mark.parametrize(
    ("quote", "differences"),
    [
        ("[T]he tenants kept their windows open in the day", [("open", "closed")]),
        ("The tenants kept their windows open in the day", [("open", "closed")]),
        ("The tenants left their windows closed in the day", [("left", "kept")]),
        ("The lodgers kept their windows closed in the day", [("lodgers", "tenants")]),
        ("[t]he survey was carried out in 2019 in 240 houses", [("2019", "2018")]),
        ("the survey was carried out in 2019 in 240 houses", [("2019", "2018")]),
    ],
)
def test_a_changed_capital_is_no_change(desk: Any, quote: str, differences: list[tuple[str, str]]) -> None:
    """The first word meets its own in the source, small or large, and not an equal one before it."""
    judgement = desk.judged(quote, desk.pages(*HEAT), page="2")
    assert differences == [(each.claim, each.source) for each in judgement.differences]
    assert [2] == [passage.page for passage in judgement.evidence]


def test_an_ellipsis_reaches_no_farther_than_a_passage(desk: Any) -> None:
    """Pieces that lie farther apart than two pages of a book are joined, ellipsis or not."""
    near = desk.pages(f"Voice is the first thing. {'Some words. ' * 200} Readers notice it in the end.")
    far = desk.pages(f"Voice is the first thing. {'Some words. ' * 600} Readers notice it in the end.")
    quote = "Voice is the first thing … readers notice it in the end"
    assert ((), ("joined-quote",)) == (desk.judged(quote, near).flags, desk.judged(quote, far).flags)


@pytest.mark.parametrize(
    ("body", "why"),
    [
        (None, ""),
        (Body(), ""),
        (Body(reason="unreadable", why="the PDF is encrypted"), "the PDF is encrypted"),
        (Body(reason="no-text"), "it has no text layer"),
        (Body((Page("Only notes."),), "notes"), "only notes, without these words"),
        (Body((Page("Only notes."),), "notes", "no-text", "the pages are pictures"), "the pages are pictures"),
        (Body((Page("An abstract."),), "abstract"), "only the abstract, without these words"),
        (
            Body((Page("An abstract."),), "abstract", "unreadable", "the PDF is encrypted"),
            "only the abstract, without these words (the PDF is encrypted)",
        ),
    ],
)
def test_nothing_is_invented_without_the_words_of_the_work(desk: Any, body: Body | None, why: str) -> None:
    """Without the words of the work nothing is called invented; the reason is given."""
    judgement = desk.judged("voice is the first thing that readers notice", body, page="1")
    assert ("unread-quote",) == judgement.flags
    assert [("quote-unread", why)] == [(each.type, each.source) for each in judgement.differences]


@pytest.mark.parametrize(("scope", "flags"), [("notes", ("unread-quote",)), ("abstract", ())])
def test_only_words_of_the_source_verify(desk: Any, scope: Scope, flags: tuple[Flag, ...]) -> None:
    """Notes do not verify a quotation, an abstract does; a near miss in either is not reported as a fault."""
    body = Body((Page(SECOND),), scope)
    assert flags == desk.judged("voice is the first thing that readers notice", body).flags
    assert ("unread-quote",) == desk.judged("voice is the second thing that readers notice", body).flags


SAID = "voice is the first thing that readers notice"


@pytest.mark.parametrize(
    ("one", "other", "flags"),
    [
        (Body((Page("Nothing here."),)), Body((Page(SECOND),)), ((), ())),
        (Body((Page(SECOND),)), None, ((), ())),
        (Body((Page("Nothing here."),)), None, ((), ("unread-quote",))),
        (Body((Page("Nothing here."),)), Body((Page("Nor there."),)), (("fabricated-quote",), ())),
        (Body((Page(SECOND.replace("first", "last")),)), Body((Page("Nor there."),)), (("altered-quote",), ())),
    ],
    ids=["second", "first", "unread", "neither", "altered"],
)
def test_several_sources(desk: Any, one: Body | None, other: Body | None, flags: Any) -> None:
    """A quotation must be in one of its sources, and is reported once."""
    cited = [desk.cited(one), desk.cited(other, name="c2", ref="REF-018")]
    assert flags == tuple(each.flags for each in judge_claim_quotes(desk.claim(SAID), cited))


def test_each_clause_has_its_source(desk: Any) -> None:
    """A quotation of one clause is not looked for in the source of the other."""
    text = "One says “voice is the first thing that readers notice”, one “nothing was measured here at all”."
    quotes = [text[text.index(q) : text.index(q) + len(q)] for q in (SAID, "nothing was measured here at all")]
    spans = [Span(text.index(quote), text.index(quote) + len(quote)) for quote in quotes]
    claim = Claim(
        "k1",
        Span(0, len(text)),
        text,
        Plain(text, ((0, 0),)),
        "citation",
        "quoted",
        (Tie("c1", "clause", Span(0, 55)), Tie("c2", "clause", Span(57, len(text)))),
        "cited",
        quotations=tuple(Quotation(span, quote, quote) for span, quote in zip(spans, quotes, strict=True)),
    )
    swapped = [
        desk.cited(desk.pages("And nothing was measured here at all.")),
        desk.cited(desk.pages(SECOND), name="c2"),
    ]
    assert [("fabricated-quote",), ("fabricated-quote",)] == [each.flags for each in judge_claim_quotes(claim, swapped)]


def test_lines_of_a_file() -> None:
    """A quotation from a file stands in its lines, or we say in which."""
    text = "one\ntwo\nthe login is tried again after five minutes\nfour\n"
    quote = "the login is tried again after five minutes"
    claim = Claim(
        "k1",
        Span(0, len(quote)),
        quote,
        Plain(quote),
        "citation",
        "quoted",
        (Tie("c1", "sentence"),),
        "cited",
        quotations=(Quotation(Span(0, len(quote)), quote, quote),),
    )

    def judged(lines: str) -> Judgement:
        citation = Citation("c1", "artifact", Span(0, 1), "t", "a.ts", Locator(lines=lines))
        source = Source("a.ts", "artifact")
        return judge_claim_quotes(claim, [QuotedSource(citation, source, Body((Page(text),)), Judgement("k1", "c1"))])[
            0
        ]

    assert () == judged("2-3").flags == judged("3").flags
    assert [("lines", "10-12", "3")] == [(each.type, each.claim, each.source) for each in judged("10-12").differences]


def test_earlier_remarks_stay(desk: Any) -> None:
    """Flags, evidence and differences of the stages before are kept, in front."""
    cited = desk.cited(desk.pages(FIRST, SECOND), page="1")
    before = Judgement("k1", "c1", "REF-043", "found", flags=("unassessed",))
    claim = desk.claim(SAID)
    (after,) = judge_claim_quotes(claim, [replace(cited, judgement=before)])
    assert ("unassessed", "misplaced-quote") == after.flags


def prose(words: int, seed: int = 7) -> str:
    """Return so many random words in sentences."""
    chance = random.Random(seed)  # noqa: S311 - words, not secrets
    vocabulary = ["".join(chance.choices("etaoinshrdlucm", k=chance.randint(2, 9))) for _ in range(5000)]
    text = [chance.choice(vocabulary) for _ in range(words)]
    text[::12] = [f"{word}." for word in text[::12]]
    return " ".join(text)


def test_the_index_gives_what_the_search_gives() -> None:
    """Whether many or few quotations were asked before, the same places come back."""
    text = prose(20_000) + " 이 연구는 말투의 통일이 독자의 신뢰도를 높이지 않는다고 결론지었다"
    fresh, tired = SeedIndex(text), SeedIndex(text)
    needles = [text[at : at + 80] for at in range(0, len(text) - 80, 2_500)] + ["말투의통일이독자의신뢰도를"]
    for needle in needles * 3:
        tired.windows(needle)
    assert tired._index
    assert [SeedIndex(text).windows(needle) for needle in needles] == [tired.windows(needle) for needle in needles]
    assert fresh._index is None


def test_equal_words_are_folded_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two bodies of equal pages share one normal form, and the oldest goes when there is no more room."""
    one, other = (Page("Some words of a source.", 1),), (Page("Some words of a source.", 1),)
    sources = FoldedSources()
    known = sources.fold(one)
    assert known is sources.fold(other)
    monkeypatch.setattr(judging, "_MOST_FOLDED", 30)
    sources.fold((Page("Other words of another source.", 1),))
    assert known is not sources.fold(one)


@pytest.mark.parametrize(
    ("quote", "source", "flags"),
    [
        ("same " * 80_000, "same " * 80_000, ()),
        ("same " * 2_000, "same " * 80_000, ()),
        ("other " * 80_000, "same " * 80_000, ("fabricated-quote",)),
        ("word … " * 20_000, "word " * 200_000, ()),
        ("[x] a " * 20_000, "a " * 400_000, ()),
        ("가나다라 " * 20_000, "가나다라마 " * 40_000, ("fabricated-quote",)),
    ],
    ids=["repeated", "short", "absent", "ellipses", "brackets", "korean"],
)
def test_hostile_quotations(desk: Any, quote: str, source: str, flags: tuple[str, ...]) -> None:
    """Quotations and sources of hundreds of kilobytes, however they repeat themselves, are judged as short ones are."""
    assert flags == desk.judged(quote, desk.pages(source), page="1").flags


def test_a_quotation_of_a_whole_book(desk: Any) -> None:
    """340 KB that differ from the source in a few words are altered, and 340 KB of other prose are invented."""
    text = prose(60_000)
    assert ("altered-quote",) == desk.judged(text, desk.pages(text.replace(" the", " a")), page="1").flags
    assert ("fabricated-quote",) == desk.judged(prose(60_000, seed=9), desk.pages(text), page="1").flags


def test_many_quotations(desk: Any) -> None:
    """Of a hundred quotations, half of them invented, the invented ones are found in a source of 340 KB."""
    text, invented = prose(60_000), prose(60_000, seed=11)
    body = desk.pages(text)
    for at in range(0, 200_000, 4_000):
        assert "fabricated-quote" not in desk.judged(text[at : at + 90].strip(), body).flags
        assert ("fabricated-quote",) == desk.judged(invented[at : at + 90].strip(), body).flags
