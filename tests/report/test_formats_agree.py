"""Every format has every finding: each output is parsed and counted."""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from json import loads
from urllib.parse import unquote

import pytest
from lxml import etree

from citevet.model import Report
from citevet.report import FORMATS, render

Counts = Counter[tuple[str, str, bool]]  # document, rule, suppressed

ESSAY = "docs/서울 essay.md"
EXPECTED: Counts = Counter(
    {
        (ESSAY, "KEY001", False): 1,
        (ESSAY, "IDN002", False): 1,
        (ESSAY, "UNC001", False): 1,
        (ESSAY, "UNC001", True): 1,
        (ESSAY, "IDN002", True): 1,
        ("note.docx", "KEY001", False): 1,
    }
)


def count(message: str) -> int:
    """Return how many findings a message covers."""
    found = re.search(r", (\d+) times(?:: at |$)", message)
    return int(found[1]) if found else 1


def full(output: str) -> Iterator[tuple[str, str, bool]]:
    """Parse the heads of the findings; a head may cover several."""
    head = r"^(.+?):\d+:\d+ ([A-Z]{3}\d{3}) \S+ \w+( suppressed)?(.*)"
    for found in re.finditer(head, output, re.MULTILINE):
        yield from [(found[1], found[2], bool(found[3]))] * count(found[4])


def concise(output: str) -> Iterator[tuple[str, str, bool]]:
    """Parse the lines."""
    for found in re.finditer(r"^(.+?):\d+:\d+: ([A-Z]{3}\d{3}) \w+: (suppressed)?(.*)", output, re.MULTILINE):
        yield from [(found[1], found[2], bool(found[3]))] * count(found[4])


def json(output: str) -> Iterator[tuple[str, str, bool]]:
    """Parse the findings of the documents."""
    for document in loads(output)["documents"]:
        for finding in document["findings"]:
            yield document["path"], finding["code"], bool(finding["suppressed"])


def jsonl(output: str) -> Iterator[tuple[str, str, bool]]:
    """Parse the finding records."""
    for record in map(loads, output.splitlines()):
        if record["record"] == "finding":
            yield record["document"], record["code"], bool(record["suppressed"])


def sarif(output: str) -> Iterator[tuple[str, str, bool]]:
    """Parse the results."""
    for result in loads(output)["runs"][0]["results"]:
        uri = result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
        times = count(result["message"]["text"])
        assert times == 1 + len(result.get("relatedLocations", ()))
        yield from [(unquote(uri), result["ruleId"], bool(result["suppressions"]))] * times


def github(output: str) -> Iterator[tuple[str, str, bool]]:
    """Parse the workflow commands."""
    for found in re.finditer(
        r"^::(?:error|warning|notice) file=(.+?),line.*title=([A-Z]{3}\d{3}).*?::(.*)", output, re.MULTILINE
    ):
        yield from [(found[1], found[2], False)] * count(found[3])
    for found in re.finditer(r"^::debug::(.+?):\d+:\d+: ([A-Z]{3}\d{3}) \w+: suppressed(.*)", output, re.MULTILINE):
        yield from [(found[1], found[2], True)] * count(found[3])


def gitlab(output: str) -> Iterator[tuple[str, str, bool]]:
    """Parse the issues."""
    for issue in loads(output):
        if issue["check_name"] != "not-read":
            yield from [(issue["location"]["path"], issue["check_name"], False)] * count(issue["description"])


def junit(output: str) -> Iterator[tuple[str, str, bool]]:
    """Parse the cases of the documents."""
    for case in etree.fromstring(output.encode()).iter("testcase"):
        name = str(case.get("name"))
        if re.match(r"[A-Z]{3}\d{3} ", name):
            message = str(case[0].get("message") or case[0].text).split(" [fix: ")[0]
            found = str(case.get("classname")), name.split(maxsplit=1)[0], case.find("skipped") is not None
            yield from [found] * count(message)


def rdjson(output: str) -> Iterator[tuple[str, str, bool]]:
    """Parse the diagnostics."""
    for diagnostic in loads(output)["diagnostics"]:
        if diagnostic["code"]["value"] != "not-read":
            times = count(diagnostic["message"])
            assert times == 1 + len(diagnostic.get("relatedLocations", ()))
            yield from [(diagnostic["location"]["path"], diagnostic["code"]["value"], False)] * times


def markdown(output: str) -> Iterator[tuple[str, str, bool]]:
    """Parse the tables under the heading of each document."""
    path, hidden = "", False
    for line in output.splitlines():
        if line.startswith("## "):
            path, hidden = line[3:], False
        hidden = hidden or line == "### Suppressed"
        if found := re.match(r"\| \d+:\d+[^|]* \| \w+ \| ([A-Z]{3}\d{3}) [^|]* \| ([^|]*) \|", line):
            yield from [(path, found[1], hidden)] * count(found[2])


def audit(output: str) -> Iterator[tuple[str, str, bool]]:
    """Parse the lines of the findings under the title of each document."""
    path = ""
    for line in output.splitlines():
        path = line.removeprefix("Document: ") if line.startswith("Document: ") else path
        if found := re.match(r" *(?:- )?[✗⚠·–] \d+:\d+ ([A-Z]{3}\d{3}) \S+ \w+: (suppressed \()?(.*)", line):
            yield from [(path, found[1], bool(found[2]))] * count(found[3])


def audit_json(output: str) -> Iterator[tuple[str, str, bool]]:
    """Parse the issues of the citations, and the other findings."""
    for each in loads(output)["audits"]:
        issues = [issue for citation in each["citations"] for issue in citation["issues"]]
        for found in (*issues, *each["findings"]):
            yield each["target"]["path"], found["code"], bool(found["suppressed"])


def verification(output: str) -> Iterator[tuple[str, str, bool]]:
    """Parse the issues with their files, and the suppressed findings."""
    path = ""
    for line in output.splitlines():
        path = line.removeprefix("- **File**: ") if line.startswith("- **File**") else path
        if found := re.match(r"- \*\*Found\*\*: \d+:\d+ ([A-Z]{3}\d{3}) \S+ \w+: (.*)", line):
            yield from [(path, found[1], False)] * count(found[2])
        if found := re.match(r"- (.+?): \d+:\d+ ([A-Z]{3}\d{3}) (.*) \((?:inline|baseline)\)$", line):
            yield from [(found[1], found[2], True)] * count(found[3])


def html(output: str) -> Iterator[tuple[str, str, bool]]:
    """Parse the data that the page shows."""
    return json(output.partition('<script type="application/json" id="report-data">')[2].partition("</script>")[0])


PARSERS: dict[str, Callable[[str], Iterator[tuple[str, str, bool]]]] = {
    "full": full,
    "concise": concise,
    "json": json,
    "jsonl": jsonl,
    "sarif": sarif,
    "github": github,
    "gitlab": gitlab,
    "junit": junit,
    "rdjson": rdjson,
    "markdown": markdown,
    "audit": audit,
    "audit-json": audit_json,
    "verification": verification,
    "html": html,
}


OPEN_ONLY = {"gitlab", "rdjson"}  # formats that cannot mark a finding as suppressed


def test_every_format_is_parsed() -> None:
    """Every format that lists findings has a parser in this table."""
    assert [*PARSERS, "badge"] == list(FORMATS)  # a badge has the counts only


@pytest.mark.parametrize("name", PARSERS)
def test_counts_agree(report: Report, name: str) -> None:
    """All formats agree on the count per rule and document."""
    expected = Counter({key: times for key, times in EXPECTED.items() if name not in OPEN_ONLY or not key[2]})
    assert Counter(PARSERS[name](render(report, name))) == expected


@pytest.mark.parametrize("name", PARSERS)
def test_grouped_remarks_agree(report: Report, name: str) -> None:
    """No remark is lost when remarks are grouped, and every format but JSON and HTML has one entry for all of them."""
    essay, note = report.audits
    remark = next(finding for finding in essay.findings if finding.code == "IDN002" and not finding.suppressed)
    many = tuple(replace(remark, fingerprint=str(number), citation=None) for number in range(9))
    output = render(replace(report, audits=(replace(essay, findings=many), note)), name)
    assert {(ESSAY, "IDN002", False): 9, ("note.docx", "KEY001", False): 1} == Counter(PARSERS[name](output))
    assert (output.count("9 times") == 0) == (name in {"json", "jsonl", "audit-json", "html"})


@pytest.mark.parametrize("name", sorted(set(PARSERS) - OPEN_ONLY))
def test_grouped_suppressions_agree(report: Report, name: str) -> None:
    """Findings of one rule that are suppressed for one reason share an entry, and none is lost."""
    essay, note = report.audits
    hidden = next(finding for finding in essay.findings if finding.code == "IDN002" and finding.suppressed)
    many = tuple(replace(hidden, fingerprint=str(number), citation=None) for number in range(9))
    output = render(replace(report, audits=(replace(essay, findings=many), note)), name)
    assert {(ESSAY, "IDN002", True): 9, ("note.docx", "KEY001", False): 1} == Counter(PARSERS[name](output))


@pytest.mark.parametrize("name", PARSERS)
def test_unread_input(report: Report, name: str) -> None:
    """Every format names an unreadable file and the reason."""
    output = render(report, name)
    assert "broken.pdf" in output
    assert "the file breaks off" in output


@pytest.mark.parametrize("name", PARSERS)
def test_equal_bytes(report: Report, name: str) -> None:
    """Equal reports give equal bytes, with line feeds only and one at the end."""
    output = render(report, name)
    assert output == render(report, name)
    assert "\r" not in output
    assert output.endswith("\n")
    assert not output.endswith("\n\n")


@pytest.mark.parametrize("name", sorted(set(PARSERS) - {"json", "jsonl"}))
def test_no_times(report: Report, name: str) -> None:
    """Only the two JSON formats have times."""
    assert "1.52734" not in render(report, name)


@pytest.mark.parametrize("name", ["full", "concise", "github", "markdown", "audit", "junit", "verification"])
def test_only_a_pass_says_pass(report: Report, clean: Report, name: str) -> None:
    """Formats for people say PASS for a pass only."""
    assert "PASS" in render(clean, name)
    assert "PASS" not in render(report, name)


def test_unknown_name() -> None:
    """An unknown format is a KeyError, even if a module has that name."""
    with pytest.raises(KeyError):
        FORMATS["findings"]
