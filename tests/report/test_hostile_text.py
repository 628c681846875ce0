"""Documents that try to control the terminal, the pipeline or the page that shows the report."""

import re
from json import loads

import pytest
from lxml import etree

from citevet.model import Report
from citevet.report import FORMATS, render
from citevet.report.safe_text import show_controls, to_line

SHOWN = "␛[31m<U+009B>0m</p><script>|`*x*` ::error::x<U+202E><U+D800>␀<U+FFFE> @team #12 [a](http://b) %0A ]]>&"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("plain 한국어 é", "plain 한국어 é"),
        ("a\tb\r\nc", "a␉b␍␊c"),
        ("\x1b[2J\x7f", "␛[2J␡"),
        ("\x9b", "<U+009B>"),
        ("\u202e\u2066", "<U+202E><U+2066>"),
        ("\ud83d", "<U+D83D>"),
        ("\U000e0041", "<U+E0041>"),
        ("👩\u200d🔬", "👩\u200d🔬"),  # a joiner is part of the emoji
    ],
)
def test_show_controls(text: str, expected: str) -> None:
    """Active and hidden characters become visible; text stays."""
    assert expected == show_controls(text)


def test_to_line(hostile: Report) -> None:
    """Several lines become one."""
    assert to_line("a\r\n\u2028 b\tc ") == "a b c"
    assert to_line(hostile.unread[0].path) == SHOWN


@pytest.mark.parametrize("name", FORMATS)
def test_no_active_characters(hostile: Report, name: str) -> None:
    """Control characters, reordering marks and surrogates never reach the output."""
    output = render(hostile, name)
    output.encode("utf-8")
    assert re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ufffe]", output) is None


def test_only_known_escape_codes(hostile: Report) -> None:
    """With color, only our own escape codes are printed."""
    output = render(hostile, "full", color=True)
    assert "\x1b" not in re.sub(r"\x1b\[(?:0|1|2|32|34|1;3[136])m", "", output)
    assert "\x1b[1;31m" in output


@pytest.mark.parametrize("name", ["full", "concise", "audit"])
def test_text_formats_show_controls(hostile: Report, name: str) -> None:
    """Text formats show the characters."""
    assert SHOWN in render(hostile, name)


def test_github_lines(hostile: Report) -> None:
    """A message cannot start a workflow command or contain an escape."""
    lines = render(hostile, "github").splitlines()
    assert [
        re.match(r"(?:::error file=(?:a%2Cb%3A)?|::debug::a,b:|FAIL|Not checked:)", line)[0]  # type: ignore[index] # fails the test
        for line in lines
    ] == ["::error file=a%2Cb%3A", "::debug::a,b:", "::error file=", "FAIL", "Not checked:"]
    assert all("%0A" not in line for line in lines)
    assert "%250A" in lines[0]


def test_markdown_is_escaped(hostile: Report) -> None:
    """A document cannot add a tag, link, code, emphasis, cell, mention or issue number."""
    output = render(hostile, "markdown")
    bare = re.sub(r"<!-- -->|\*\*FAIL[^\n]*\*\*|\\.|&(?:lt|gt|amp);", "¤", output)
    assert re.search(r"<|>|&|`|\[|\*|@\w|#\d", bare) is None
    rows = [line for line in bare.splitlines() if line.startswith("| 1:8")]
    assert [row.count("|") for row in rows] == [6, 6]


def test_verification_is_escaped(hostile: Report) -> None:
    """The same holds for the verification report, whose code fence cannot be closed."""
    output = render(hostile, "verification")
    before, fence, after = re.split(r"^```(?:text)?$", output, flags=re.MULTILINE)
    assert "RLM Citations: 1 total" in fence
    bare = re.sub(r"<!-- -->|\*\*(?:File|Status|Claim|Source|Found|Fix)\*\*|\\.|&(?:lt|gt|amp);", "¤", before + after)
    assert re.search(r"<|>|&|`|\[|\*|@\w|#\d", bare) is None


def test_junit_is_well_formed(hostile: Report) -> None:
    """The XML is well formed and shows the characters."""
    suites = etree.fromstring(render(hostile, "junit").encode())
    failure = suites.find("testsuite/testcase/failure")
    assert failure is not None
    assert SHOWN in str(failure.get("message"))


@pytest.mark.parametrize("name", ["json", "jsonl"])
def test_json_keeps_characters(hostile: Report, name: str) -> None:
    """JSON escapes keep the original characters."""
    output = render(hostile, name)
    if name == "json":
        citation = loads(output)["documents"][0]["citations"][0]
    else:
        records = [loads(line) for line in output.splitlines()]
        citation = next(record for record in records if record["record"] == "citation")
    assert citation["text"] == hostile.audits[0].extraction.citations[0].text


def test_sarif_has_no_links(hostile: Report) -> None:
    """A message has no link."""
    result = loads(render(hostile, "sarif"))["runs"][0]["results"][0]
    assert "[a\\](http://b)" in result["message"]["text"]
