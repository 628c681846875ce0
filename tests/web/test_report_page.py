"""The HTML report in a browser: opened from a file, read by mouse and keyboard, reviewed, exported."""

import csv
import json
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from citevet.model import Report
from citevet.report import render

if TYPE_CHECKING:
    from tests.web.conftest import Open, Watched

ENTRIES = "nav .entry"


def rows(watched: "Watched") -> list[str]:
    """Return the texts of the list's rows."""
    return watched.page.locator(ENTRIES).all_inner_texts()


def save_export(watched: "Watched", label: str, folder: Path) -> str:
    """Choose an entry of the export menu, and return what the browser saves."""
    watched.page.locator("details.menu").evaluate("menu => menu.open = true")
    with watched.page.expect_download() as waiting:
        watched.page.get_by_role("button", name=label).click()
    file = folder / waiting.value.suggested_filename
    waiting.value.save_as(file)
    return file.read_text("utf-8")


@pytest.fixture
def shown(open_page: "Open", example_page: str) -> "Watched":
    """Open the report of the examples."""
    return open_page(example_page)


def test_opens_without_network_or_errors(shown: "Watched", example: Report) -> None:
    """From a file the report shows verdict, findings and text, asks for nothing else, and logs nothing."""
    assert shown.page.title() == "FAIL 4 documents - citevet"
    assert "FAIL" in shown.text("h1")
    count = sum(not finding.suppressed for audit in example.audits for finding in audit.findings)
    assert len(rows(shown)) == count
    assert "가로수 그늘과 여름 더위" in shown.text("main")
    assert ([], [], 1) == (shown.outside, shown.errors, len(shown.requests))


def test_counts_agree(shown: "Watched", example: Report) -> None:
    """The tab and the plot count the claims of the census, with those that were skipped."""
    claims, skipped = example.census.claims, example.census.skipped
    assert f"Claims {claims}" == shown.text("nav .tab >> nth=1")
    assert f"Claims ({claims})" == shown.text("aside h3 >> nth=0")
    assert skipped
    assert f"{skipped} skipped" in shown.text("aside .legend")


def test_filters(shown: "Watched") -> None:
    """Severity, rule, document and text narrow the list; the status line counts."""
    everything = len(rows(shown))
    shown.page.locator(".chip.warning").click()
    shown.page.locator(".chip.info").click()
    errors = rows(shown)
    assert 0 < len(errors) < everything
    assert all(row.startswith("error") for row in errors)
    shown.page.get_by_label("Rule").select_option("KEY001")
    assert all("KEY001" in row for row in rows(shown))
    assert rows(shown)
    shown.page.get_by_label("Rule").select_option("")
    shown.page.get_by_role("combobox", name="Document").select_option(label="memo.md")
    assert all("memo.md" in row for row in rows(shown))
    assert "Memo to the council" in shown.text("main")
    shown.page.get_by_role("searchbox").fill("COOLEST")
    assert len(rows(shown)) == 1
    assert f"1 of {everything}" == shown.text("nav .count")


def test_keyboard(shown: "Watched") -> None:
    """The keys j and k move through the rows, / searches, ? lists the keys, Escape leads back to the overview."""
    shown.press("j", "j", "k")
    assert "true" == shown.page.locator(ENTRIES).first.get_attribute("aria-current")
    assert "KEY013" in shown.text("aside h2 >> nth=0")
    assert shown.page.evaluate("document.activeElement.className").startswith("entry")
    shown.press("/")
    shown.page.keyboard.type("altered quotation")
    shown.press("Escape", "j")
    assert "warmest" in shown.text("aside")
    shown.press("?")
    assert shown.page.get_by_role("dialog").is_visible()
    shown.press("Escape", "Escape")
    assert "Overview" == shown.text("aside h2 >> nth=0")
    shown.press("2")
    assert "supported" in "".join(rows(shown))


def test_evidence(shown: "Watched") -> None:
    """A click on a claim opens its citation, its source, and the passage with the differing word marked."""
    shown.page.get_by_role("combobox", name="Document").select_option(label="memo.md")
    shown.page.locator("main .claim", has_text="tenants' register").first.click(position={"x": 5, "y": 5})
    assert {"warmest", "coolest"} == {text.lower() for text in shown.page.locator("aside mark").all_inner_texts()}
    assert "Heat under the Roof" in shown.text("aside")
    assert "58 % probability of support" in shown.text("aside")
    assert "coolest" in shown.text("main .claim.on")


def test_marks_in_the_text(shown: "Watched") -> None:
    """Claims carry their support and citations their existence; a finding is marked at its own words."""
    shown.page.get_by_role("combobox", name="Document").select_option(label="memo.md")
    unsupported = shown.page.locator("main .claim.unsupported")
    assert "night buses are empty" in (unsupported.text_content() or "")  # it may be out of sight
    assert ["[REF-017]", "[figures/heating.csv, L2]"] == shown.page.locator("main .citation-missing").all_inner_texts()
    assert "coolest" in shown.page.locator("main .finding-error").all_inner_texts()


def test_plots_have_the_numbers(shown: "Watched", example: Report) -> None:
    """The bar, the coverage and the histogram are drawn from the report, and say their numbers."""
    confidences = [
        each.confidence for audit in example.audits for each in audit.judgements if each.confidence is not None
    ]
    assert f"Probability of support ({len(confidences)} judgements)" in shown.text("aside")
    bars = shown.page.locator("aside .histogram text").all_text_contents()
    assert len(confidences) == sum(int(text) for text in bars if "%" not in text)
    assert f"{example.census.supported} supported" in shown.text("aside .legend >> nth=0")
    assert "REF-001" in shown.text("aside .sources")


def test_review_is_kept_and_exported(shown: "Watched", tmp_path: Path) -> None:
    """Decisions and comments survive a reload at once, sort into the queue, and are saved as JSON and CSV."""
    shown.press("3", "j", "a", "c")
    shown.page.keyboard.type("=read it <b>twice</b>")
    shown.press("Escape", "j", "x")
    shown.page.reload()
    shown.press("3")
    assert ["accepted", "rejected"] == shown.page.locator(".decision").all_inner_texts()
    review = json.loads(save_export(shown, "Review (JSON)", tmp_path))
    assert sorted(["accepted", "rejected"]) == sorted(item["decision"] for item in review["decisions"].values())
    assert "=read it <b>twice</b>" in {item["comment"] for item in review["decisions"].values()}
    table = list(csv.DictReader(save_export(shown, "Findings (CSV)", tmp_path).splitlines()))
    assert {"KEY001", "QUO002"} < {row["code"] for row in table}
    assert not [row for row in table if any(value.startswith(("=", "+", "@")) for value in row.values())]
    whole = json.loads(save_export(shown, "Report (JSON)", tmp_path))
    assert 4 == len(whole["documents"])


def test_queue_starts_with_the_least_certain(shown: "Watched") -> None:
    """The queue begins near a probability of one half."""
    shown.press("3")
    percents = re.findall(r"^(\d+) %$", "\n".join(rows(shown)), re.MULTILINE)
    distances = [abs(int(percent) - 50) for percent in percents]
    assert len(distances) > 5
    assert distances == sorted(distances)


def test_a_colleague_loads_the_review(shown: "Watched", open_page: "Open", example_page: str, tmp_path: Path) -> None:
    """A saved review opens in another browser; a file that is none changes nothing and says so."""
    shown.press("3", "j", "x")
    review = tmp_path / "review.json"
    review.write_text(save_export(shown, "Review (JSON)", tmp_path), "utf-8")
    other = open_page(example_page)
    other.page.locator("input[type=file]").set_input_files(review)
    other.page.get_by_text("1 of", exact=False).first.wait_for()
    wrong = tmp_path / "wrong.json"
    wrong.write_text("not JSON", "utf-8")
    other.page.locator("input[type=file]").set_input_files(wrong)
    other.page.get_by_text("This file is not a review").first.wait_for()
    assert [] == other.errors


def test_in_german(open_page: "Open", example: Report, tmp_path: Path) -> None:
    """The page speaks the language of the report, in every list, and none of its own words is left in English."""
    file = tmp_path / "bericht.html"
    file.write_text(render(example, "html", language="de"), "utf-8")
    watched = open_page(file.as_uri())
    assert "NICHT BESTANDEN" == watched.text(".verdict")
    assert re.search(r"\d+ Fehler, \d+ Warnungen", watched.text(".counts"))
    assert "Überblick" in watched.text("#evidence")
    for key, tab in (("1", "Befunde"), ("2", "Aussagen"), ("3", "Durchzusehen"), ("4", "Literatur")):
        watched.press(key)
        assert tab in watched.text("[aria-pressed=true].tab")
        assert not re.search(r"\b(NaN|Findings|Claims|Search|Show more)\b", watched.text("nav"))
    watched.press("1", "j")
    assert re.search(r"Fehler|Warnung", watched.text("#evidence"))
    assert [] == watched.errors
    assert {} == watched.find_faults()


def test_dark_mode(open_page: "Open", example_page: str) -> None:
    """The system's theme is followed until the reader chooses; the choice is kept."""
    dark = open_page(example_page, color_scheme="dark")
    shade = "getComputedStyle(document.body).backgroundColor"
    before = dark.page.evaluate(shade)
    dark.press("t")
    after = dark.page.evaluate(shade)
    assert before != after
    dark.page.reload()
    assert after == dark.page.evaluate(shade)


def test_paper_shows_all_text_and_no_controls(shown: "Watched") -> None:
    """Paper shows the text of every document and every finding, and no controls."""
    shown.press("j")
    shown.page.evaluate("dispatchEvent(new Event('beforeprint'))")
    shown.page.emulate_media(media="print")
    assert not shown.page.get_by_role("button", name="Review").is_visible()
    assert shown.page.locator(ENTRIES).last.is_visible()
    assert "Overview" == shown.text("aside h2 >> nth=0")
    assert ["brief.ko.md", "memo.md", "paper.md", "references.bib"] == shown.page.locator(
        "main .path"
    ).all_inner_texts()
    shown.page.emulate_media(media="screen")
    shown.page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert "KEY013" in shown.text("aside h2 >> nth=0")
    assert ["brief.ko.md"] == shown.page.locator("main .path").all_inner_texts()
