"""`citevet stage verdict|report|dedup|quorum`: what `cite-check` promises, through the command."""

import json
from typing import Any

import pytest
from tests.doors.stage_command import ask, complain, print_stage

MIXED = [
    {"support": "supported"},
    {"support": "supported"},
    {"support": "partial"},
    {"support": "unsupported", "misattributed": True},
    {"unresolvable": True},
    {},
]


def test_six_counts() -> None:
    """Each row is in one bucket, and a misattributed one in that bucket too."""
    found = ask("verdict", MIXED)
    wanted = {"supported": 2, "partial": 1, "unsupported": 1, "misattributed": 1, "unresolvable": 1, "unsourced": 1}
    assert (wanted, 6, 0) == (found["counts"], found["total"], found["unchecked"])
    assert {"support": "unsupported", "flags": ["misattributed"]} == found["rows"][3]


@pytest.mark.parametrize(
    ("row", "support"),
    [
        ({"support": "supported", "unresolvable": True}, "unresolvable"),
        ({"support": None}, "unsourced"),
        ({"support": "unsourced"}, "unsourced"),
        ({"type": "unsourced", "anchorText": "A paragraph.", "locator": 3}, "unsourced"),
        ({"claim": "A fact.", "citedRef": "Smith 2020"}, "unchecked"),
        ({"support": "partial", "citedUrl": "https://example.org"}, "partial"),
    ],
)
def test_the_verdict_of_a_row(row: dict[str, Any], support: str) -> None:
    """A source that cannot be read overrides all; a cited row that was not judged is not unsourced."""
    assert support == ask("verdict", [row])["rows"][0]["support"]


@pytest.mark.parametrize(
    ("stage", "given", "field"),
    [
        ("verdict", {"support": "supported"}, "the input must be a list, not an object"),
        ("verdict", [None], "[0] must be an object, not null"),
        ("verdict", [{}, {"support": "definitely-true"}], "[1].support must be one of supported, partial, unsupported"),
        ("verdict", [{"support": "Supported"}], "[0].support must be one of"),
        ("verdict", [{"misattributed": "yes"}], '[0].misattributed must be true or false, not "yes"'),
        ("report", {"rows": []}, "the input must be a list"),
        ("dedup", {"results": [{"title": "no address"}]}, "results[0].url must be a string that is not empty"),
        ("dedup", {"results": [{"url": "https://a.org", "relevance": "huge"}]}, "results[0].relevance must be one of"),
        ("dedup", {}, "results must be a list, not null or absent"),
        ("quorum", [{"support": "maybe"}], "[0].support must be one of"),
        ("quorum", [None] * 4, "at most 3 votes"),
    ],
)
def test_wrong_input_is_one_error_with_the_field(stage: str, given: object, field: str) -> None:
    """No traceback: one line that names the field, and exit 2."""
    assert field in complain(stage, json.dumps(given))


@pytest.mark.parametrize("text", ["", "{", "[" * 100_000, "nul", "[1" + "0" * 5000 + "]", '["\\ud800'])
@pytest.mark.parametrize("stage", ["verdict", "report", "dedup", "quorum"])
def test_what_is_no_json(stage: str, text: str) -> None:
    """Broken, endless and hostile JSON is one line, too."""
    complain(stage, text)


def test_an_unknown_stage() -> None:
    """It is a usage error."""
    complain("guess", "[]")


def test_a_claim_keeps_one_row_of_the_table() -> None:
    """Bars and line breaks in a claim stay inside its cell."""
    page = print_stage("report", [{"claim": "a | b\r\nc\rd", "support": "supported", "citedUrl": "https://e.org/?a|b"}])
    assert "| a \\| b c d | https://e.org/?a%7Cb | supported |  |" in page.splitlines()


def test_an_empty_report_has_six_labels() -> None:
    """All buckets are shown, with 0, and that nothing was checked."""
    page = print_stage("report", [])
    for bucket in ("supported", "partial", "unsupported", "misattributed", "unresolvable", "unsourced"):
        assert f"| {bucket} | 0 |" in page
    assert page.startswith(
        "# Citation audit\n\nNo citation was given, so nothing was checked.\n\n## Citations\n\n| Claim |"
    )


def test_evidence_places_and_uncited_paragraphs_are_shown() -> None:
    """The words of an uncited paragraph are its claim; evidence and line are in the note."""
    rows = [
        {"type": "unsourced", "anchorText": "Nobody said so.", "locator": 7},
        {
            "claim": "Japan",
            "citedUrl": "https://n.org/moon",
            "support": "unsupported",
            "misattributed": True,
            "evidence": "Moon",
        },
        {"claim": "Ref", "citedRef": "Smith 2020", "locator": "12"},
    ]
    page = print_stage("report", rows)
    assert "| Nobody said so. | — | unsourced | line 7 |" in page
    assert "| Japan | https://n.org/moon | unsupported | misattributed; “Moon” |" in page
    assert "| Ref | Smith 2020 | unchecked | line 12 |" in page
    assert "| unchecked | 1 |" in page


def test_the_documented_input_of_dedup() -> None:
    """Results without relevance are accepted; query strings and upper case tell pages apart, tracking does not."""
    addresses = [
        "https://www.x.com/a/",
        "http://x.com/a?utm_source=mail#top",
        "https://x.com/p?id=1",
        "https://x.com/p?id=2",
        "https://x.com/Page",
        "https://x.com/page",
    ]
    found = ask("dedup", {"results": [{"url": each} for each in addresses], "seen": {}, "fetch_slots": 50})
    assert [addresses[0], *addresses[2:]] == [each["url"] for each in found["novel"]]
    assert [{"url": addresses[1], "dupOf": "x.com/a"}] == found["duplicates"]
    assert (45, True) == (found["slots"], found["seen"]["x.com/p?id=1"])


def test_versions_of_an_arxiv_paper_are_fetched_once() -> None:
    """Abstract, PDF and versions of one paper are one work; another paper, and other pages of arXiv, are not."""
    same = [
        "https://arxiv.org/abs/2301.00001v2",
        "http://www.arxiv.org/pdf/2301.00001v1.pdf",
        "arxiv.org/abs/2301.00001",
    ]
    others = ["https://arxiv.org/abs/2301.00002", "https://arxiv.org/list/cs.CL/recent", "https://a.org/2301.00001v1"]
    found = ask("dedup", {"results": [{"url": each} for each in (*same, *others)]})
    assert [same[0], *others] == [each["url"] for each in found["novel"]]
    assert ["arxiv.org/abs/2301.00001"] * 2 == [each["dupOf"] for each in found["duplicates"]]
    assert [] == ask("dedup", {"results": [{"url": same[1]}], "seen": same[:1]})["novel"]


def test_what_was_seen_is_not_fetched_again() -> None:
    """The map of one call goes into the next; the budget drops all but results of high relevance."""
    first = ask("dedup", {"results": [{"url": "https://a.org/1"}], "seen": {}, "fetch_slots": 1})
    again = [{"url": "https://a.org/1"}, {"url": "https://a.org/2"}, {"url": "https://a.org/3", "relevance": "high"}]
    found = ask("dedup", {"results": again, "seen": first["seen"], "fetch_slots": first["slots"]})
    assert ([again[2]], [again[1]], -1) == (found["novel"], found["dropped"], found["slots"])
    assert "a.org/1" == found["duplicates"][0]["dupOf"]


@pytest.mark.parametrize(
    ("votes", "survives"),
    [([True, None, False], True), ([None, None, False], False), ([None] * 3, False), ([True, True, False], False)],
)
def test_votes_that_refute(votes: list[bool | None], survives: bool) -> None:  # noqa: FBT001 - a column of the table
    """Two votes are needed, and two refutations end a claim; those who abstain do not count."""
    assert survives is ask("quorum", [None if vote is None else {"refuted": vote} for vote in votes])["survives"]


@pytest.mark.parametrize(
    ("words", "support"),
    [
        (["supported", "supported", "unsupported"], "supported"),
        (["supported", "partial", "unsupported"], "partial"),
        (["supported", "partial", None], "partial"),
        (["supported", None, None], "unchecked"),
        (["supported", "unsupported", None], "unchecked"),
        (["unsupported"] * 3, "unsupported"),
    ],
)
def test_votes_on_support(words: list[str | None], support: str) -> None:
    """Three verdicts on support make one row, which `verdict` takes."""
    votes = [None if word is None else {"support": word, "evidence": f"says {word}"} for word in words]
    row = ask("quorum", votes)
    assert (support, f"says {support}" if support != "unchecked" else "") == (row["support"], row["evidence"])
    assert support == ask("verdict", [row])["rows"][0]["support"]


def test_flags_need_two_votes() -> None:
    """One reader without access abstains; two make the source unresolvable."""
    moon = {"support": "unsupported", "misattributed": True}
    assert ask("quorum", [moon, moon, {"unresolvable": True}])["misattributed"] is True
    assert ask("quorum", [moon, {"unresolvable": True}, {"unresolvable": True}])["unresolvable"] is True


@pytest.mark.parametrize(
    ("stage", "given", "said"),
    [
        ("dedup", {"results": [], "fetchSlots": 3}, 'unknown argument "fetchSlots", did you mean "fetch_slots"?'),
        ("dedup", {"result": []}, 'unknown argument "result", did you mean "results"?'),
        ("dedup", {"results": [{"url": "https://e.org", "relevence": "low"}]}, 'did you mean "relevance"?'),
        (
            "verdict",
            [{"claim": "A", "unresolveable": True}],
            '[0].unresolveable, did you mean "unresolvable"',
        ),
        ("verdict", [{"claim": "A", "suport": "supported"}], 'did you mean "support"?'),
        ("report", [{"claim": "A", "citedURL": "https://e.org"}], 'did you mean "citedUrl"?'),
        ("quorum", [{"support": "supported", "misatributed": True}], 'did you mean "misattributed"?'),
    ],
)
def test_slips_in_names_are_refused(stage: str, given: object, said: str) -> None:
    """A field that was meant and not understood would change the counts without a word."""
    assert said in complain(stage, json.dumps(given))


def test_fields_of_the_host_are_left_alone() -> None:
    """A row may have more than we read."""
    row = {"claim": "A", "citedUrl": "https://e.org", "support": "partial", "title": "T", "checkedBy": "me", "id": 7}
    assert 1 == ask("verdict", [row])["counts"]["partial"]
