"""Hostile documents, sources, records and file names in an editor: nothing acts as markup, nothing leaves the root."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types
from marko import Markdown

from citevet.model import (
    Audit,
    Citation,
    Claim,
    Difference,
    Extraction,
    Finding,
    Judgement,
    Passage,
    Plain,
    Record,
    Severity,
    Source,
    Span,
)
from citevet.read import parse_text
from citevet.report.safe_text import to_line
from citevet.serve.lsp.buffers import Buffer, CheckedBuffer
from citevet.serve.lsp.cursor_help import complete, list_ids, list_links, make_hover
from citevet.serve.lsp.findings import list_actions, list_diagnostics
from citevet.serve.lsp.server import check_buffer
from citevet.session import Session

GITHUB = Markdown(extensions=["gfm"])
HOSTILE = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "[click](command:workbench.action.terminal.new)",
    "![x](https://evil.test/beacon.png)",
    "[a]: javascript:alert(1)\n\n[a]",
    "https://evil.test/x www.evil.test mail@evil.test",
    "<https://evil.test> <mailto:a@evil.test>",
    "```sh\nrm -rf ~\n```",
    "`code` ``more`` **bold** _em_ ~~gone~~ $x$ \\(y\\)",
    "# Heading\n## Other",
    "- item\n1. item\n+ item\n* item",
    "> quote\n\n---\n\n===",
    "| a | b |\n|---|---|\n| c | d |",
    "\\[not escaped](https://evil.test)\\",
    "&lt;b&gt; &#x3c;script&#x3e; &amp;",
    "\u202egnp.exe\u202c \x1b[31m \x00 \u2028# x",
    "$(gear) :warning: @everyone #1234",
    "<!-- --> <a href='command:x'>y</a>",
    "1) one\n    indented code",
    "\ud83d half a pair",
]
ALLOWED = {"Document", "Paragraph", "List", "ListItem", "Quote", "StrongEmphasis", "RawText", "Literal", "BlankLine"}


def checked(text: str, *, url: str | None = None) -> CheckedBuffer:
    """Return a result in which every word that comes from outside is hostile."""
    document = parse_text("Trees cool [1].\n", "x.md")
    record = Record("crossref", text, title=text, authors=(text, text), years=(2020,), venue=text, pages=text, url=text)
    source = Source("s", "record", title=text, path=text, url=url, record=record)
    span = Span(11, 14)
    citation = Citation("c1", "numeric", span, text, text)
    claim = Claim("k1", Span(0, 14), text, Plain(text), "factual", text)
    judgement = Judgement(
        "k1",
        "c1",
        "s",
        existence="found",
        evidence=(Passage("s", Span(0, 1), text, page_label=text),),
        differences=(Difference("title", text, text),),
        note=text,
    )
    finding = Finding("EXI001", "not-in-corpus", Severity.ERROR, text, span, "f")
    audit = Audit(Extraction(document, (citation,), (), (claim,)), (judgement,), (finding,), sources=(source,))
    return CheckedBuffer(Buffer("file:///x.md", "markdown", 1, document.text), audit, Path("/nowhere"))


def walk(node: Any) -> list[tuple[str, str]]:
    """Return every element of parsed Markdown with its own text."""
    children = node.children if hasattr(node, "children") else []
    own = children if isinstance(children, str) else ""
    below = [] if isinstance(children, str) else [pair for child in children for pair in walk(child)]
    return [(type(node).__name__, own), *below]


def value(hover: types.Hover | None) -> str:
    assert hover is not None
    assert isinstance(hover.contents, types.MarkupContent)
    return hover.contents.value


@pytest.mark.parametrize("text", HOSTILE, ids=lambda text: ascii(text[:20]))
def test_hover_shows_hostile_words_as_they_are(text: str) -> None:
    """A Markdown reader finds paragraphs, lists, quotes and bold titles in a hover, and the words of others as text."""
    result = checked(text)
    hover = value(make_hover(result, 12))
    found = walk(GITHUB.parse(hover))
    assert set() == {name for name, _ in found} - ALLOWED, hover
    said = "".join(own for _, own in found)
    plain = value(make_hover(result, 12, markdown=False))
    assert said.count(to_line(text)) == plain.count(to_line(text)) >= 8, hover
    assert [] == [line for line in plain.split("\n") if line != to_line(line)]


@pytest.mark.parametrize(
    "url",
    [
        "javascript:alert(1)",
        "command:workbench.action.quit",
        "file:///etc/passwd",
        "vscode://x/y",
        "data:text/html,<script>",
        "https://evil.test/>[x](command:y)",
        "https://evil.test/\n\n[x](command:y)",
        "https://evil.test/ x",
        "HTTPS://evil.test/`x`",
        "//evil.test",
        "https://evil.test/\u202e",
        "https://evil.test/<b>",
    ],
)
def test_only_plain_addresses_become_links(url: str) -> None:
    """An address that is not of the web, or that could end its link early, is neither a link nor in a link."""
    result = checked("Title", url=url)
    assert [] == list_links(result)
    assert set() == {name for name, _ in walk(GITHUB.parse(value(make_hover(result, 12))))} - ALLOWED
    good = checked("Title", url="https://example.org/a_(b)?c=d*e*&f=_g_#h")
    assert ["https://example.org/a_(b)?c=d*e*&f=_g_#h"] == [link.target for link in list_links(good)]
    names = [name for name, _ in walk(GITHUB.parse(value(make_hover(good, 12))))]
    assert {"AutoLink"} == set(names) - ALLOWED


@pytest.mark.parametrize("text", HOSTILE, ids=lambda text: ascii(text[:20]))
def test_messages_and_titles_are_one_visible_line(text: str) -> None:
    """Diagnostics, titles of actions and labels of completions have no control characters and no second line."""
    result = checked(text)
    shown = [each.message for each in list_diagnostics(result)]
    shown += [action.title for action in list_actions(result, Span(0, 14))]
    buffer = replace(result.buffer, text="See [@")
    ids = {to_line(text): to_line(text)}
    shown += [item.label for item in complete(buffer, types.Position(0, 5), None, ids).items]
    assert [] == [each for each in shown if each != to_line(each)]


@pytest.mark.parametrize(
    "name",
    [
        "<img src=x>.md",
        "[x](command:y).md",
        "`id`.md",
        "$(id).md",
        "a\nb.md",
        "..%2f..%2fetc%2fpasswd.md",
        "\u202edm.exe.md",
        "&amp;.md",
        "**b**.md",
        "%00.md",
        "-rf.md",
        "나무😀.md",
    ],
)
def test_hostile_file_names(tmp_path: Path, name: str) -> None:
    """A document of any name is checked in its folder, and its findings and links stay in the project."""
    root = tmp_path / "project"
    (root / ".citevet/corpus").mkdir(parents=True)
    entry = "---\nref: REF-001\ntitle: '<b>[x](command:y)</b>'\n---\n"
    (root / ".citevet/corpus/REF-001-x.md").write_text(entry, "utf-8")
    (tmp_path / "secret.md").write_text("secret", "utf-8")
    (root / "link.md").symlink_to(tmp_path / "secret.md")
    text = "See [REF-001], [REF-099], @./link.md, @../secret.md and @/etc/passwd.txt and [../secret.md, L1].\n"
    file = root / name
    buffer = Buffer(file.as_uri(), "markdown", 1, text)
    assert file == buffer.file
    session = Session({}, here=root, targets=[root])
    result = check_buffer(buffer, file, session)
    assert () == result.troubles
    assert "EXI001" in {each.code for each in list_diagnostics(result)}
    targets = [link.target or "" for link in list_links(result)]
    assert [(root / ".citevet/corpus/REF-001-x.md").as_uri()] == targets
    assert "secret" not in "".join(value(make_hover(result, at)) for at in (5, 16)).replace("secret.md", "")
    assert {"REF-001": "<b>[x](command:y)</b>"} == list_ids(session, file)
