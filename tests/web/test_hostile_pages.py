"""Hostile documents, sources, records and file names in the HTML report: nothing runs, nothing is loaded."""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from citevet import model
from citevet.report import render

if TYPE_CHECKING:
    from tests.web.conftest import Open, Watched

RUN = "window.hacked=1"
PAYLOADS = [
    f"<script>{RUN}</script>",
    f"</script><script>{RUN}</script>",
    f"<!--<script>{RUN}</script>-->",
    f"--!><script>{RUN}</script>",
    f"<img src=x onerror={RUN}>",
    f"<svg onload={RUN}>",
    f"<svg><script>{RUN}</script></svg>",
    f"<iframe srcdoc='<script>parent.{RUN}</script>'>",
    f"<body onload={RUN}>",
    f"<details open ontoggle={RUN}>",
    f"<input autofocus onfocus={RUN}>",
    f"<a href='javascript:{RUN}'>x</a>",
    f"javascript:{RUN}//",
    f"data:text/html,<script>{RUN}</script>",
    f"https://x.test/'onmouseover='{RUN}",
    f'https://x.test/"><script>{RUN}</script>',
    f"[x](javascript:{RUN})",
    f'"><script>{RUN}</script>',
    f"'-{RUN}-'",
    f"`${{{RUN}}}`",
    f"${{{RUN}}} $data $script $$",
    f"\\u003cscript\\u003e{RUN}\\u003c/script\\u003e",
    f"\u2028{RUN}\u2029<script>{RUN}</script>",
    f"</title><script>{RUN}</script>",
    f"</noscript><script>{RUN}</script>",
    f"</style><script>{RUN}</script>",
    f"<base href=https://x.test/><script src=a.js></script>{RUN}",
    f"<meta http-equiv=refresh content='0;url=javascript:{RUN}'>",
    f"<link rel=stylesheet href=https://x.test/a.css><style>@import 'https://x.test/b.css'</style>{RUN}",
    f"\ud800\x00\u202e<script>{RUN}</script>__proto__constructor",
]


def hostile_audit(payload: str, number: int) -> tuple[model.Audit, model.Source]:
    """Return a document whose every text is the payload, and its source with a record."""
    text = f"Trees {payload} cool streets [1].\n\n[1] {payload}\n"
    claim, marker, entry = (
        model.Span(0, text.index("\n")),
        model.Span(text.index("[1]"), text.index("[1]") + 3),
        model.Span(text.rindex("[1]"), len(text) - 1),
    )
    document = model.Document(
        f"{payload}{number}.md",
        "markdown",
        text,
        sha256="0" * 64,
        blocks=(model.Block("paragraph", claim), model.Block("item", entry, 1)),
        notes=(payload,),
    )
    extraction = model.Extraction(
        document,
        (model.Citation("c1", "numeric", marker, "[1]", payload, meant=model.Meant("entry", "r1")),),
        (model.Reference("r1", payload, entry, payload, "list", title=payload, authors=(payload,), year=payload),),
        (
            model.Claim(
                "k1",
                claim,
                claim.of(text),
                model.Plain(payload),
                "factual",
                payload,
                (model.Tie("c1", "sentence"),),
                "cited",
            ),
        ),
    )
    judgement = model.Judgement("k1", "c1", f"s{number}{payload}", "mismatched", None, "contradicted", confidence=0.4)
    judgement = replace(
        judgement,
        evidence=(model.Passage(payload, model.Span(0, 1), payload, 1, payload, 0.5),),
        differences=(model.Difference("title", payload, payload), model.Difference(payload, payload, payload)),
        by=payload,
        note=payload,
    )
    fix = model.Fix(model.Safety.ASK, payload, (model.Edit(marker, payload),))
    finding = model.Finding("KEY001", payload, model.Severity.ERROR, payload, marker, payload, fix, "c1", "r1", "k1")
    hidden = replace(finding, suppressed="inline", justification=payload, also=(finding,))
    notice = model.Notice("retraction", payload, payload, payload, payload)
    record = model.Record(
        payload, payload, payload, payload, (), (payload,), venue=payload, pages=payload, notices=(notice,)
    )
    source = model.Source(judgement.source or "", "record", payload, path=payload, url=payload, record=record)
    return model.Audit(extraction, (judgement,), (finding, hidden), sources=(source,)), source


def hostile_report(*payloads: str) -> model.Report:
    """Return a report with one document for each payload."""
    audits, sources = zip(*(hostile_audit(payload, number) for number, payload in enumerate(payloads)), strict=True)
    rules = {"KEY001": model.Rule("KEY001", payloads[0], model.Severity.ERROR, payloads[0], payloads[0])}
    unread = tuple(model.Unread(payload, payload) for payload in payloads)
    return model.Report(
        "fail", model.Census(len(audits), len(audits)), audits, unread, sources, rules, {"today": payloads[0]}
    )


@pytest.fixture
def opened(open_page: "Open", tmp_path: Path) -> "Watched":
    """Open a report with all payloads."""
    file = tmp_path / "hostile.html"
    file.write_text(render(hostile_report(*PAYLOADS), "html"), "utf-8")
    return open_page(file.as_uri())


def test_nothing_runs(opened: "Watched") -> None:
    """Every row of every list is opened in review mode: the texts are shown as they are, and only our script runs."""
    opened.press("r")
    for tab in "123":
        opened.press(tab, *["j"] * len(PAYLOADS))
    opened.page.get_by_label("Search").fill("img src")
    opened.press("Escape", "Escape", "1", *["j"] * 5, "m")
    panel = opened.page.locator("aside")
    assert PAYLOADS[4] in panel.inner_text()
    assert PAYLOADS[4] in opened.text("main")
    odd = (
        "script:not(#report-data), iframe, object, embed, base, link, img, form:not([method=dialog]), style, svg script"
    )
    assert ["STYLE"] == opened.page.evaluate(f"[...document.querySelectorAll({odd!r})].map(each => each.tagName)")
    names = opened.page.evaluate("[...document.querySelectorAll('*')].flatMap(each => each.getAttributeNames())")
    assert not [name for name in names if name.startswith("on")]
    links = opened.page.evaluate("[...document.links].map(each => each.protocol)")
    assert {"https:", "file:"} >= set(links)
    assert (None, [], [], []) == (
        opened.page.evaluate("window.hacked ?? null"),
        opened.errors,
        opened.outside,
        opened.dialogs,
    )


def test_the_record_is_compared(open_page: "Open", tmp_path: Path) -> None:
    """The panel shows the record field by field, marks what differs, and repeats notices such as a retraction."""
    file = tmp_path / "record.html"
    file.write_text(render(hostile_report("Trees"), "html"), "utf-8")
    opened = open_page(file.as_uri())
    opened.press("j")
    rows = [row.split() for row in opened.page.locator("aside tbody tr").all_inner_texts()]
    assert ["title", "(differs)", "Trees", "Trees"] == rows[0]
    assert ["authors", "Trees", "Trees"] == rows[1]
    assert "retraction: Trees, Trees, Trees, Trees" == opened.text("aside .notice")


def test_nothing_runs_in_the_frame_of_the_page(open_page: "Open", tmp_path: Path) -> None:
    """A single document gives the page its title: each of the 30 payloads stays text there as well."""
    assert 30 == len(PAYLOADS) == len(set(PAYLOADS))
    file = tmp_path / "hostile.html"
    file.write_text("<title>none</title>", "utf-8")
    opened = open_page(file.as_uri())
    for payload in PAYLOADS:
        file.write_text(render(hostile_report(payload), "html"), "utf-8")
        opened.page.goto(file.as_uri())
        opened.press("j")
        assert 1 == opened.page.locator("nav .entry").count(), payload
        assert opened.page.title().startswith("FAIL "), payload
        assert opened.page.evaluate("window.hacked ?? null") is None, payload
    assert ([], [], []) == (opened.errors, opened.outside, opened.dialogs)


@pytest.mark.parametrize("attack", [f"<script>{RUN}</script>", f"<img src=x onerror={RUN}>"])
def test_the_policy_stops_injected_code(open_page: "Open", tmp_path: Path, attack: str) -> None:
    """Code that gets into the file does not run because of the policy: without it, it does."""
    page = render(hostile_report("Trees"), "html")
    file = tmp_path / "attacked.html"
    file.write_text(page.replace("<noscript>", f"{attack}<noscript>", 1), "utf-8")
    stopped = open_page(file.as_uri())
    assert (None, []) == (stopped.page.evaluate("window.hacked ?? null"), stopped.outside)
    assert any("Content Security Policy" in error for error in stopped.errors)
    file.write_text(file.read_text("utf-8").replace("Content-Security-Policy", "x-no-policy"), "utf-8")
    free = open_page(file.as_uri())
    free.page.wait_for_function("window.hacked")
