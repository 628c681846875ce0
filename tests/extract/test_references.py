"""The document's own lists of references."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from citevet.extract import extract
from citevet.read import read


def listed(found: Any) -> list[tuple[str, int, str]]:
    """Return each reference as key, line, text."""
    lines = found.document.lines
    return [(one.key, lines.position(one.span.start)[0], one.text) for one in found.references]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "## References\n\n[1] Smith, A. (2019). T.\n[2] Roe, B. (2020). U.\n",
            [("1", 3, "[1] Smith, A. (2019). T."), ("2", 4, "[2] Roe, B. (2020). U.")],
        ),
        (
            "## References\n\n1. Smith, A. (2019). T.\n2. Roe, B. (2020). U.\n",
            [("1", 3, "1. Smith, A. (2019). T."), ("2", 4, "2. Roe, B. (2020). U.")],
        ),
        (
            "## References\n\n- Smith, A. (2019). T.\n- Roe, B. (2020). U.\n",
            [("", 3, "Smith, A. (2019). T."), ("", 4, "Roe, B. (2020). U.")],
        ),
        (
            "## References\n\nSmith, A. (2019). T.\n\nRoe, B. (2020).\nU.\n",
            [("", 3, "Smith, A. (2019). T."), ("", 5, "Roe, B. (2020).\nU.")],
        ),
        ("## References\n\n[Smith19] Smith. T. 2019.\n", [("Smith19", 3, "[Smith19] Smith. T. 2019.")]),
        ("Text [1].\n\n[1] Smith 2019.\n\n[2] Roe 2020.\n", [("1", 3, "[1] Smith 2019."), ("2", 5, "[2] Roe 2020.")]),
        ("Text [1].\n\n[1] Müller. 2020. Title of it.\n", [("1", 3, "[1] Müller. 2020. Title of it.")]),
        ("Text [1].\n\n[1] https://e.org/a\n", [("1", 3, "[1] https://e.org/a")]),
        ("Text [1].\n\n[1] found in 2020 that it grew.\n", []),
        ("Text [1].\n\n[1] A remark on it.\n", []),
        ("Text.\n\n[1] Müller. 2020. Title of it.\n", []),
        ("Text [2].\n\n[2] Müller. 2020. Title of it.\n", []),
        ("# 참고문헌\n\n김철수 (2019). 제목. 학회지.\n", [("", 3, "김철수 (2019). 제목. 학회지.")]),
        ("## References\n\nThis section lists what we read.\n", []),
        ("[1] is a number at the start.\n", []),
        ("## Sources\n\n### Source 1\n\n- Title: https://e.org/a\n", [("", 5, "Title: https://e.org/a")]),
        (
            "## References\r\n\r\n[1] Smith 2019.\r\n[2] Roe 2020.\r\n",
            [("1", 3, "[1] Smith 2019."), ("2", 4, "[2] Roe 2020.")],
        ),
    ],
)
def test_each_line_or_item_of_a_list_is_an_entry(extracted: Callable[..., Any], text: str, expected: Any) -> None:
    """Each numbered or labelled line, list item or paragraph is an entry; a remark without a source is not."""
    assert expected == listed(extracted(text))


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_tight_lists(extracted: Callable[..., Any], end: str) -> None:
    """Without blank lines an entry opens with a name and a year, also with a particle before the name."""
    entries = [
        "Abel, A. (2018). T.",
        "van der Berg, A. (2019). T. https://doi.org/10.1234/abc1",
        "de la Cruz, B. (2017). T.",
        "von Neumann, J. (1945). T.",
        "d'Alembert, J. (1743). T.",
        "d’Ormesson, J. (1971). T.",
        "al-Khwarizmi, M. (1820). T.",
        "de los Santos García, A.-B. (2019). T.",
        "Lee, B. 2019. T.",
        "von Roe, C., T, Press, 2020.",
    ]
    found = extracted(end.join(("## References", "", *entries, "")))
    assert entries == [text for _, _, text in listed(found)]


@pytest.mark.parametrize(
    "entry",
    [
        "van der Berg, A. (2019). T. Presses universitaires\nde France, P. (2020).",
        "Abel, A. 2018. T. A book of the old series, which\nLee, B. edited in 2019.",
    ],
)
def test_broken_line_opens_no_entry(extracted: Callable[..., Any], entry: str) -> None:
    """A continued line does not start an entry, whatever name it opens with."""
    text = f"## References\n\nAbel, A. (2018). T.\n{entry}\nZoo, B. (2020). T.\n"
    assert ["Abel, A. (2018). T.", entry, "Zoo, B. (2020). T."] == [one for _, _, one in listed(extracted(text))]


def test_plain_text(extracted: Callable[..., Any]) -> None:
    """A list in plain text is found as well."""
    text = "Text [1].\n\nReferences\n----------\n\n[1] Smith 2019.\n[2] Roe 2020.\n"
    assert [("1", 6, "[1] Smith 2019."), ("2", 7, "[2] Roe 2020.")] == listed(extracted(text, "x.txt"))


def test_numbered_items_of_a_page(extracted: Callable[..., Any]) -> None:
    """The items of a numbered list under a heading of references are entries, and plain numbers find them."""
    page = "<p>Up [1]. Down [2]. Off.<sup>7</sup></p><h2>References</h2><ol><li>Lee, A. (2019). T.<li>Kim 2018.</ol>"
    found = extracted(page.replace(" Off.<sup>7</sup>", ""), "x.html")
    assert [("1", 1, "Lee, A. (2019). T."), ("2", 1, "Kim 2018.")] == listed(found)
    assert ["r1", "r2"] == [citation.reference for citation in found.citations]
    raised = extracted(page.replace("[1]", "so.<sup>1</sup>").replace("[2]", "so<sup>2</sup>"), "x.html")
    assert [("1", "r1"), ("2", "r2"), ("7", None)] == [(one.normal, one.reference) for one in raised.citations]


def test_notes_that_refer_to_earlier_entry(extracted: Callable[..., Any]) -> None:
    """With a label they stay, since the text cites the label; without one they are not entries."""
    text = "## References\n\nSmith, A. (2019). T.\n\nIbid., p. 2019.\n\nSmith (2019), op. cit.\n\n[4] Ibid., p. 5.\n"
    assert ["Smith, A. (2019). T.", "[4] Ibid., p. 5."] == [one for _, _, one in listed(extracted(text))]


def test_duplicate_keys_stay(extracted: Callable[..., Any]) -> None:
    """Two entries with one number are both kept: a rule reports the fault."""
    assert ["1", "1"] == [key for key, _, _ in listed(extracted("## References\n\n[1] Smith 2019.\n[1] Roe 2020.\n"))]


def test_code_in_list(extracted: Callable[..., Any]) -> None:
    """A code block under the heading lists nothing."""
    assert [] == listed(extracted("## References\n\n```\n[1] Smith 2019.\n```\n"))


def test_bibliography_file(tmp_path: Path) -> None:
    """The entries of a .bib file come after the document's own, with the file's path and their fields."""
    (tmp_path / "x.bib").write_text(
        "@article{doe99, title={A T}, author={Doe, J. and Roe, B.}, year={1999}, doi={10.1234/A}}"
    )
    (tmp_path / "x.md").write_text("---\nbibliography: x.bib\n---\n\nAs [@doe99] says.[^1]\n\n[^1]: Note.\n")
    found = extract(read(tmp_path / "x.md", shown="x.md"))
    assert [("1", None), ("doe99", "x.bib")] == [(one.key, one.path) for one in found.references]
    assert (("Doe", "Roe"), "1999", "A T") == (
        found.references[1].authors,
        found.references[1].year,
        found.references[1].title,
    )
    assert ["r2", "r1"] == [citation.reference for citation in found.citations]


def test_list_of_addresses_inside_a_section(extracted: Callable[..., Any]) -> None:
    """Each section may have its own list; an address or an identifier makes an entry, without author and year."""
    text = (
        "## One\n\nA.\n\n### Sources\n- T: http://arxiv.org/abs/2208.05335v1\n- U, arXiv:2310.07563\n\n## Two\n\nB.\n\n"
    )
    found = extracted(f"{text}### Sources\n- V, PMID: 12345678\n- only a remark\n")
    assert [("arxiv", "2208.05335"), ("arxiv", "2310.07563"), ("pmid", "12345678")] == [
        (one.kind, one.normal) for entry in found.references for one in entry.identifiers
    ]
