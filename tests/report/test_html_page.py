"""The HTML report and the badge as bytes: their policy, their size and their escapes."""

import re
from base64 import b64encode
from dataclasses import replace
from hashlib import sha256
from json import loads
from pathlib import Path
from typing import Any

from lxml import etree, html

from citevet.jobs.check import check
from citevet.model import Report, Safety, Severity
from citevet.report import render
from citevet.report.html import load_view_file
from citevet.report.languages import load_words

SENTENCE = (
    "In the {number}th district, crowns that cover more than a third of the pavement keep its surface {number}.5 "
    "degrees cooler at noon than the bare streets around it [{number}]. Residents notice the difference at once. "
)
ENTRY = (
    "[{number}] Linden, A., Ash, R. and Elm, K. ({year}). Shade and surface temperature in district {number}. "
    "*Journal of Trees*, {number}, 233-241. https://doi.org/10.5555/shade.{year}.{number}\n\n"
)


def parse(output: str) -> Any:
    """Return the page as a browser would read it without its script."""
    return html.document_fromstring(output)


def test_policy_allows_our_code_only(report: Report) -> None:
    """The policy names the digests of the one style sheet and the one script, and allows nothing else."""
    page = parse(render(report, "html"))
    (policy,) = page.xpath("//meta[@http-equiv='Content-Security-Policy']/@content")
    (style,) = page.xpath("//style/text()")
    _, data, script = page.xpath("//script")
    digests = [f"'sha256-{b64encode(sha256(code.encode()).digest()).decode()}'" for code in (script.text, style)]
    rules = dict(rule.strip().split(" ", 1) for rule in policy.split(";"))
    assert [rules["script-src"], rules["style-src"]] == digests
    assert "'none'" == rules["default-src"] == rules["base-uri"] == rules["form-action"]
    assert "application/json" == data.get("type")
    assert [] == page.xpath("//*[@src or @href or @style or @*[starts-with(name(), 'on')]]")


def test_data_is_the_json_report_and_the_text(report: Report) -> None:
    """The page has the JSON report without times, and the text of each document."""
    data = loads(parse(render(report, "html")).get_element_by_id("report-data").text)
    plain = loads(render(report, "json"))
    assert [audit.document.text for audit in report.audits] == [each.pop("text") for each in data["documents"]]
    for each in data["documents"]:
        del each["blocks"], each["regions"]
    assert {**plain, "run": {"today": "2026-03-01"}} == data


def test_words_are_those_of_the_other_formats() -> None:
    """The viewer explains reasons and fixes as the command does, and has its severities, the worst first."""
    code = load_view_file("report_data.js")
    texts = load_words("en").texts
    said = {key.partition(".")[2]: text for key, text in texts.items() if key.startswith("reason.")}
    said = {key: text for key, text in said.items() if key.replace("-", " ") != text}
    said |= {str(each): texts[f"fix.{each}"] for each in Safety}
    assert [] == [key for key, word in said.items() if f'"{key}": "{word}"' not in code]
    severities = ", ".join(f'"{each}"' for each in sorted(Severity, reverse=True))
    assert f"const SEVERITIES = [{severities}];" in code


def test_the_page_is_hardly_larger_than_its_data(tmp_path: Path) -> None:
    """For a paper with 70 citations the page is at most 1.5 times the size of its data, even if nothing was judged."""
    numbers = range(1, 71)
    body = "".join(SENTENCE.format(number=number) + "\n\n" * (number % 5 == 0) for number in numbers)
    entries = "".join(ENTRY.format(number=number, year=1950 + number) for number in numbers)
    file = tmp_path / "paper.md"
    file.write_text(f"# Shade\n\n{body}\n\n## References\n\n{entries}", "utf-8")
    report = check(file)
    assert 70 == report.census.citations
    data = len(render(report, "json").encode()) + file.stat().st_size
    assert len(render(report, "html").encode()) <= 1.5 * data


def test_hostile_data_stays_data(hostile: Report) -> None:
    """No text of a document ends the script that carries it, and the title shows its controls."""
    output = render(hostile, "html")
    assert 3 == output.count("<script") == output.count("</script>")
    title = parse(output).findtext(".//title")
    assert "␛" in title


def test_only_a_pass_has_a_green_badge(report: Report, clean: Report, hostile: Report) -> None:
    """A badge is an SVG image with verdict and counts; unread input is counted, and only a pass is green."""
    texts = {}
    for name, each in {"fail": report, "pass": clean, "hostile": hostile}.items():
        image = etree.fromstring(render(each, "badge").encode())
        assert {"rect", "text", "title", "g"} == {etree.QName(child).localname for child in image.iterdescendants()}
        texts[name] = image.get("aria-label")
    assert "citevet: fail: 2 errors, 1 warning, 1 input not read" == texts["fail"]
    assert "citevet: pass: 8 citations" == texts["pass"]
    green = "#176b3a"
    assert green in render(clean, "badge")
    incomplete = render(replace(clean, verdict="incomplete"), "badge")
    assert green not in incomplete
    assert re.search("incomplete: 0 of 0 cited claims checked", incomplete)
