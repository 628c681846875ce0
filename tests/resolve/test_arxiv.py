"""arXiv: feeds with several papers, versions, withdrawals, and identifiers that do not exist."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.resolve.fake_web import FakeWeb, make_reply

from citevet.model import Reply
from citevet.resolve.registries.arxiv import add_earlier_titles, look_up_arxiv, look_up_arxiv_ids, parse_feed

ENTRY = """<entry><id>http://arxiv.org/abs/{id}</id><title>{title}</title>
<published>2017-06-12T00:00:00Z</published><updated>2019-08-02T00:00:00Z</updated>
<summary>Trees have
 roots.</summary><author><name>Peter H. N. de With</name></author><author><name>ATLAS Collaboration</name></author>
<arxiv:comment>{comment}</arxiv:comment>{more}</entry>"""


def feed(*entries: str, total: int | str | None = None) -> str:
    """Return a feed of entries."""
    count = len(entries) if total is None else total
    return (
        '<feed xmlns="http://www.w3.org/2005/Atom" xmlns:arxiv="http://arxiv.org/schemas/atom" '
        'xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/"><id>https://arxiv.org/api/x</id>'
        f"<opensearch:totalResults>{count}</opensearch:totalResults>{''.join(entries)}</feed>"
    )


def entry(arxiv_id: str, title: str = "Street\n trees", comment: str = "9 pages", more: str = "") -> str:
    """Return one entry."""
    return ENTRY.format(id=arxiv_id, title=title, comment=comment, more=more)


ERROR = (
    "<entry><id>https://arxiv.org/api/errors#incorrect_id_format_for_2</id><title>Error</title>"
    "<summary>incorrect id format for {}</summary></entry>"
)


async def test_an_entry_is_a_record_without_its_version() -> None:
    """An entry becomes a record without the version in its identifier."""
    doi = "<arxiv:doi>10.5555/Final</arxiv:doi><arxiv:journal_ref>J. Trees 12 (2018) 233</arxiv:journal_ref>"
    found = await look_up_arxiv("1706.03762", FakeWeb({("arxiv", "/api/query"): feed(entry("1706.03762v5", more=doi))}))
    record = found.record
    assert record
    assert (record.id, record.title, record.type) == ("1706.03762", "Street trees", "preprint")
    assert record.authors == ("de With, Peter H. N.", "ATLAS Collaboration")
    assert record.years == (2017, 2019, 2018)
    assert record.identifiers == {"arxiv": "1706.03762", "doi": "10.5555/final"}
    assert [(each.kind, each.id) for each in record.notices] == [("new-version", "10.5555/final")]
    assert record.copies == ("https://arxiv.org/pdf/1706.03762v5",)


async def test_many_papers_in_one_request() -> None:
    """Ids are requested together; the one without an entry is missing."""
    web = FakeWeb({("arxiv", "/api/query"): feed(entry("1706.03762v5"), entry("hep-th/9901001v1"))})
    found = await look_up_arxiv_ids(["1706.03762", "hep-th/9901001", "2001.00001", "abc", "0808.05394"], web)
    states = {name: each.existence for name, each in found.items()}
    assert states == {
        "1706.03762": "found",
        "hep-th/9901001": "found",
        "2001.00001": "missing",
        "abc": "unchecked",
        "0808.05394": "unchecked",
    }
    assert [asked[2]["id_list"] for asked in web.asked] == ["1706.03762,hep-th/9901001,2001.00001"]


async def test_missing_version() -> None:
    """A version that does not exist leads to the paper, with a remark."""

    class Versions(FakeWeb):
        async def ask(self, service: str, path: str, **options: object) -> Reply:
            params = options["params"]
            assert isinstance(params, dict)
            return make_reply(feed() if "v9" in params["id_list"] else feed(entry("2001.00001v2")), url=path + service)

    found = await look_up_arxiv("2001.00001v9", Versions({}))
    assert (found.existence, found.why) == ("found", "arXiv has no 2001.00001v9, only other versions")


@pytest.mark.parametrize(
    ("answer", "existence"),
    [
        (feed(), "missing"),
        (Reply("", 400, data=feed(ERROR.format("2001.00001")).encode()), "missing"),
        (Reply("", 400, data=feed(ERROR.format("something else")).encode()), "unchecked"),
        (feed(total=1), "unchecked"),  # an entry got lost
        (feed(total=""), "unchecked"),
        (feed(entry("2001.00002v1"), total=2), "unchecked"),
        ("<html><body>busy</body></html>", "unchecked"),
        (feed()[:-9], "unchecked"),
        (b"", "unchecked"),
        (503, "unchecked"),
        (Reply("", 200, trouble="timeout", data=feed().encode()), "unchecked"),
    ],
)
def test_missing_needs_a_whole_answer(answer: Reply | str | bytes | int, existence: str) -> None:
    """Zero entries of zero, or an error about this very id, mean that there is no paper; nothing else does."""
    found = parse_feed(make_reply(answer), ["2001.00001"])["2001.00001"]
    assert found.existence == existence
    assert found.reason or existence == "missing"


@pytest.mark.parametrize(
    ("comment", "withdrawn"),
    [
        ("This paper has been withdrawn by the authors due to an error in Lemma 2", True),
        ("Withdrawn: superseded by arXiv:2001.00002", True),
        ("This submission has been withdrawn by arXiv administrators", True),
        ("12 pages. The manuscript has been withdrawn by the author", True),
        ("The authors have withdrawn this manuscript, since Lemma 2 is wrong", True),
        ("15 pages, withdrawn by the author", True),
        ("9 pages; paper withdrawn due to errors", True),
        ("Paper is withdrawn because of a flaw", True),
        ("*** Withdrawn ***", True),
        ("Withdrawn as the proof has a gap", True),
        ("Retracted papers keep being cited", False),
        ("Withdrawn from a conference", False),
        ("The authors have withdrawn the drug from the market", False),
        ("Troops were withdrawn from the city in 1945", False),
        ("9 pages, 3 figures", False),
    ],
)
async def test_withdrawn(comment: str, withdrawn: bool) -> None:  # noqa: FBT001 - a column of the table
    """A withdrawal is a notice, and its words are kept."""
    web = FakeWeb({("arxiv", "/api/query"): feed(entry("2001.00001v2", comment=comment))})
    record = (await look_up_arxiv("2001.00001", web)).record
    assert record
    assert [each.why for each in record.notices if each.kind == "retraction"] == ([comment] if withdrawn else [])


@pytest.mark.parametrize(
    ("title", "withdrawn"),
    [
        ("This paper has been withdrawn", True),
        ("Withdrawn: on the roots of trees", True),
        ("Withdrawn money and its uses", False),
        ("Why are papers withdrawn by arXiv?", False),
    ],
)
def test_withdrawn_by_its_title(title: str, withdrawn: bool) -> None:  # noqa: FBT001 - likewise
    """The title of a withdrawn paper may say so."""
    record = parse_feed(make_reply(feed(entry("2001.00001v2", title))), ["2001.00001"])["2001.00001"].record
    assert record
    assert any(each.kind == "retraction" for each in record.notices) == withdrawn


async def test_version_before_the_withdrawal() -> None:
    """Of a version that is cited, it is known whether the paper was withdrawn later."""

    class Versions(FakeWeb):
        async def ask(self, service: str, path: str, **options: object) -> Reply:
            params = options["params"]
            assert isinstance(params, dict)
            old, new = entry("2001.00001v1"), entry("2001.00001v2", comment="Withdrawn by the author")
            return make_reply(feed(old if "v1" in params["id_list"] else new), url=path + service)

    record = (await look_up_arxiv("2001.00001v1", Versions({}))).record
    assert record
    assert record.url.endswith("v1")
    assert [each.why for each in record.notices if each.kind == "retraction"] == ["Withdrawn by the author"]


async def test_earlier_titles() -> None:
    """The titles of all versions are requested at once."""
    web = FakeWeb({("arxiv", "/api/query"): feed(entry("2001.00001v1", "Old name"), entry("2001.00001v2", "Old name"))})
    record = parse_feed(make_reply(feed(entry("2001.00001v3", "New name"))), ["2001.00001"])["2001.00001"].record
    assert record
    assert (await add_earlier_titles(record, web)).titles == ("Old name",)
    assert web.asked[0][2]["id_list"] == "2001.00001v1,2001.00001v2"
    assert (await add_earlier_titles(record, FakeWeb({}))).titles == ()


@settings(max_examples=50)
@given(st.binary(max_size=80), st.integers(0, 900))
def test_any_bytes(noise: bytes, at: int) -> None:
    """Damaged feeds never raise, and never say that a paper is missing."""
    whole = feed(entry("2001.00001v3")).encode()
    for data in (noise, whole[:at] + noise + whole[at:], whole[:at]):
        assert parse_feed(Reply("", 200, data=data), ["2001.00001"])["2001.00001"].existence != "missing"
