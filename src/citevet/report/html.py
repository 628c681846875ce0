"""One HTML file that shows a whole report: text, findings and evidence. It loads nothing from the network."""

import json
import re
from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from html import escape
from importlib.resources import files
from string import Template
from types import MappingProxyType
from typing import Any

from citevet.model import Audit, Document, Report
from citevet.report.json import TOOL, document_sections, render_object, report_sections
from citevet.report.languages import Words, load_words
from citevet.report.safe_text import to_line
from citevet.report.summary import format_summary

# In the order in which they need each other; the page of `citevet serve` loads the same files.
SCRIPTS = (
    *("elements", "reference_view", "report_data", "review", "plots"),
    *("document_view", "evidence_view", "list_view", "view"),
)
_STABLE = ("models", "versions", "notes", "today")  # parts of `run` that equal runs have in common

_SHARED = ("verdict.", "severity.", "reason.", "fix.", "count.")  # what terminal and page have in common
_CSS_SPACE = re.compile(r"\s*([{};,])\s*")


def render(report: Report, *, language: str = "en") -> str:
    """Return the report as one HTML page with its own styles, scripts and data."""
    summary = " ".join(format_summary(report, language=language))
    title, data = _title(report, load_words(language)), render_data(report)
    styles, words = ("base", "document", "view"), _list_view_words(report, load_words(language))
    return fill_page(SCRIPTS, styles, title=title, summary=summary, data=data, words=words, language=language)


def fill_page(
    scripts: Sequence[str],
    styles: Sequence[str],
    *,
    title: str,
    summary: str,
    data: str,
    words: Mapping[str, str] = MappingProxyType({}),
    language: str = "en",
) -> str:
    """Return a page that shows JSON with some of our scripts and styles; nothing else can run in it.

    `words` has what the scripts say in another language, by the English words.
    """
    style = _CSS_SPACE.sub(r"\1", _shrink("".join(load_view_file(f"{name}.css") for name in styles)))
    script = _shrink("".join(load_view_file(f"{name}.js") for name in scripts))
    # Trusted Types refuse every text that would be parsed as HTML or code, also from our own script.
    policy = (
        f"default-src 'none'; script-src {_digest(script)}; style-src {_digest(style)}; base-uri 'none'; "
        "form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'"
    )
    return Template(load_view_file("page.html")).substitute(
        tool=escape(TOOL),
        policy=escape(policy, quote=False),
        language=language,
        words=json.dumps(dict(words), ensure_ascii=False).replace("<", "\\u003c"),
        title=escape(title),
        style=style,
        summary=escape(summary),
        data=data.replace("<", "\\u003c"),
        script=script,
    )


def render_data(report: Report) -> str:
    """Return the JSON that the page shows: the JSON report without times, and the text of the documents."""
    sections = report_sections(report)
    run = {key: report.run[key] for key in _STABLE if key in report.run}
    return render_object({**sections, "run": run, "documents": map(_document_sections, report.audits)})


def load_view_file(name: str) -> str:
    """Return a file of the viewer."""
    return (files("citevet.report") / "html_view" / name).read_text("utf-8")


def _document_sections(audit: Audit) -> dict[str, Any]:
    """Return the parts of a document's object, with its text and the outline that a reader sees."""
    document = audit.document
    return {
        **document_sections(audit),
        "text": document.text,
        "blocks": list(_list_blocks(document)),
        "regions": [[region.kind, region.span.start, region.span.end] for region in document.regions],
    }


def _list_blocks(document: Document) -> Iterator[list[str | int]]:
    """Yield kind, start, end, level and whether the block is quoted; zeros at the end are left out."""
    for block in document.blocks:
        row: list[str | int] = [block.kind, block.span.start, block.span.end, block.level, int(block.quoted)]
        while not row[-1]:
            row.pop()
        yield row


def _title(report: Report, words: Words) -> str:
    paths = [audit.document.path for audit in report.audits]
    name = paths[0] if len(paths) == 1 else words.say("title.documents", n=len(paths))
    return f"{words.say(f'verdict.{report.verdict}')} {to_line(name)} - citevet"


def _list_view_words(report: Report, words: Words) -> dict[str, str]:
    """Return what the scripts say in another language, by the English words; the titles of rules by their names."""
    english = load_words("en").texts
    shown = {said: words.texts[key] for key, said in english.items() if key.startswith(_SHARED)}
    titles = {rule.name: words.rules[code] for code, rule in report.rules.items() if code in words.rules}
    return {**shown, **titles, **words.view} if words.language != "en" else {}


def _shrink(code: str) -> str:
    """Return a style sheet or script without indentation, blank lines and lines that are comments."""
    lines = (line.strip() for line in code.splitlines())
    return "\n".join(line for line in lines if line and not line.startswith("//"))


def _digest(code: str) -> str:
    return f"'sha256-{b64encode(sha256(code.encode()).digest()).decode()}'"
