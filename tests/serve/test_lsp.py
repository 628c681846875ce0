"""The language server as an editor meets it: a real client over stdio."""

import asyncio
import shutil
from collections.abc import AsyncIterator
from concurrent.futures import Future
from pathlib import Path

import pytest
import pytest_asyncio
from lsprotocol import types
from pygls.exceptions import JsonRpcException
from tests.serve.lsp_editor import Editor

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("editor") / "examples"
    shutil.copytree(ROOT / "examples", folder)
    return folder


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def editor(project: Path) -> AsyncIterator[Editor]:
    started = await Editor.start(project)
    yield started
    assert 0 == await started.stop()


async def test_open_type_fix(editor: Editor, project: Path) -> None:
    """An unsaved text shows its faults in the right words; safe fixes, taken as an editor does, leave none of them."""
    uri = (project / "draft.md").as_uri()
    editor.open(uri, "# 초안 😀\r\n\r\n나무 😀😀 그늘 [REF003, p. 21] 아래.\r\n")
    (found,) = await editor.diagnostics(uri)
    assert ("IDN007", "[REF003, p. 21]") == (found.code, editor.words(uri, found.range))
    editor.insert(uri, len(editor.texts[uri]), "\f\u2028 Shade 😀 cools a block [REF-003, p. 21\r\n")
    by_code = {each.code: each for each in await editor.diagnostics(uri)}
    assert {"IDN007", "FMT006"} == by_code.keys()
    assert "[REF-003, p. 21" == editor.words(uri, by_code["FMT006"].range)
    whole = types.Range(types.Position(0, 0), types.Position(9, 0))
    (fix_all,) = (await editor.actions(uri, whole, ["source.fixAll"])).values()
    assert "source.fixAll.citevet" == fix_all.kind
    editor.take(uri, fix_all)
    assert [] == await editor.diagnostics(uri)
    assert editor.texts[uri].endswith("[REF-003, p. 21]\r\n")
    assert "[REF-003, p. 21] 아래" in editor.texts[uri]
    assert not (project / "draft.md").exists()


@pytest.mark.parametrize(
    ("name", "text", "code"),
    [
        ("a.md", "A tree costs more. Nationwide, 61 % of residents live without it.  \nThe rest wait.\n", "UNC001"),
        ("b.md", "- One.\n- Shade is rare [REF-099].\n- Three.\n", "EXI001"),
        ("c.md", "| Item | Source |\n|---|---|\n| Soil | [REF-099] |\n", "EXI001"),
        ("d.md", "Trees.[^a]\n\n[^a]: Parks Office [REF-099].\n", "EXI001"),
        ("e.txt", "Nationwide, 61 % of residents live without shade.\n", "UNC001"),
        ("f.tex", "\\begin{document}\nOne.\nNationwide, 61\\% of residents lack shade.\n\\end{document}\n", "UNC001"),
        ("g.md", "> Shade is rare [REF-099].\n> The rest wait.\n", "EXI001"),
    ],
)  # fmt: skip
async def test_suppressions(editor: Editor, project: Path, name: str, text: str, code: str) -> None:
    """Both comments that a finding offers accept it where it is, and cause no finding but the missing reason."""
    for title in (f"Ignore {code} here", f"Ignore {code} in this file"):
        uri = (project / title.replace(" ", "-") / name).as_uri()
        language = {".tex": "latex", ".txt": "plaintext"}.get(Path(name).suffix, "markdown")
        editor.open(uri, text, language)
        found = {each.code: each for each in await editor.diagnostics(uri)}
        editor.take(uri, (await editor.actions(uri, found[code].range, ["quickfix"]))[title])
        left = {each.code for each in await editor.diagnostics(uri)}
        assert {"CFG002"} | (found.keys() - {code}) == left, editor.texts[uri]


async def test_results_of_older_versions_are_dropped(editor: Editor, project: Path) -> None:
    """Forty changes in a row are not forty checks, versions never go back, and the last text is the one that counts."""
    uri = (project / "typing.md").as_uri()
    editor.open(uri, "😀 Trees [REF-001]")
    for char in " cool 그늘 streets, as 😀 they say [REF-099]":
        editor.insert(uri, len(editor.texts[uri]), char)
    (found,) = await editor.diagnostics(uri)
    assert "[REF-099]" == editor.words(uri, found.range)
    versions = [version or 0 for each, version in editor.history if each == uri]
    assert sorted(versions) == versions
    assert len(versions) < 10 < editor.versions[uri]


async def test_hover(editor: Editor, project: Path) -> None:
    """A hover names the fault, the source that was matched, the checks, and the passage of a quotation."""
    uri = (project / "hover.md").as_uri()
    quoted = "In every house that we measured the top floor was the warmest"
    editor.open(uri, f'It says that "{quoted}" [REF-001, p. 4]. See [REF-099].\n')
    await editor.diagnostics(uri)
    shown = await editor.hover(uri, "REF-001")
    assert shown is not None
    assert isinstance(shown.contents, types.MarkupContent)
    lines = shown.contents.value.splitlines()
    assert "**REF-001: Heat under the Roof: Indoor Temperature by Storey**" in lines
    assert "- In corpus: Yes" in lines
    assert "- Support: not judged (not requested)" in lines
    assert any(line.startswith("> ") and quoted in line for line in lines)
    missing = await editor.hover(uri, "REF-099")
    assert missing is not None
    assert isinstance(missing.contents, types.MarkupContent)
    assert missing.contents.value.startswith("**EXI001 not-in-corpus: REF-099 is not in the corpus")
    assert missing.range is not None
    assert "[REF-099]" == editor.words(uri, missing.range)


async def test_links(editor: Editor, project: Path) -> None:
    """Citations link to files of the project and pages of the web; nothing leads out of the project."""
    uri = (project / "links.md").as_uri()
    (project.parent / "outside.md").write_text("secret", "utf-8")
    editor.open(
        uri, "See [REF-001], @corpus/REF-004-price-of-a-street-tree.md, and @../outside.md and [x](javascript:alert).\n"
    )
    await editor.diagnostics(uri)
    targets = {editor.words(uri, link.range): link.target for link in await editor.links(uri)}
    assert (project / "corpus/REF-001-heat-under-the-roof.txt").as_uri() == targets["[REF-001]"]
    assert {"[REF-001]", "@corpus/REF-004-price-of-a-street-tree.md"} == targets.keys()


async def test_completion(editor: Editor, project: Path) -> None:
    r"""Keys of the bibliography are offered after @ and in \cite, ids of the corpus in brackets, nothing in prose."""
    uri = (project / "complete.md").as_uri()
    head = "---\nbibliography: references.bib\n---\n\n"
    editor.open(uri, f"{head}Warm nights [@cli, and [RE and, so on.\n")
    await editor.diagnostics(uri)
    text = editor.texts[uri]
    keys = await editor.completions(uri, text.index("@cli") + 4)
    assert "Warm Nights" in (keys["climate-institute-2021"].detail or "")
    edit = keys["climate-institute-2021"].text_edit
    assert isinstance(edit, types.TextEdit)
    editor.type(uri, [edit])
    assert "[@climate-institute-2021, and" in editor.texts[uri]
    ids = await editor.completions(uri, editor.texts[uri].index("[RE") + 3)
    assert ["REF-001", "REF-002", "REF-003", "REF-004"] == list(ids)
    assert {} == await editor.completions(uri, editor.texts[uri].index("and, so") + 4)
    latex = (project / "complete.tex").as_uri()
    editor.open(
        latex, "\\begin{document}\n\\textcite[p.~3]{a, wea}\n\\bibliography{references}\n\\end{document}\n", "latex"
    )
    await editor.diagnostics(latex)
    assert {"weather-service-2019", "weather-service-2020"} == (
        await editor.completions(latex, editor.texts[latex].index("wea") + 3)
    ).keys()


async def test_chapters_of_a_latex_document(editor: Editor, project: Path) -> None:
    """A chapter is checked against the bibliography of the main file that includes it, found or named; else noted."""
    (project / "book/parts").mkdir(parents=True)
    main = (
        "\\documentclass{book}\n\\begin{document}\n\\input{parts/one}\n\\bibliography{../references}\n\\end{document}\n"
    )
    (project / "book/main.tex").write_text(main, "utf-8")
    (project / "book/parts/one.tex").write_text("Old text.\n", "utf-8")
    (project / "book/parts/two.tex").write_text("Not included.\n", "utf-8")
    text = "Warm nights \\cite{weather-service-2019, nothing-1999}.\n"
    for name, head, codes in (
        ("one", "", ["KEY001"]),
        ("one", "% !TeX root = ../main.tex\n", ["KEY001"]),
        ("one", "% !TeX root = ../../../outside.tex\n", ["KEY015"]),
        ("two", "", ["KEY015"]),
    ):
        uri = (project / f"book/parts/{name}.tex").as_uri()
        editor.open(uri, head + text, "latex")
        assert codes == [each.code for each in await editor.diagnostics(uri)], (name, head)
        keys = await editor.completions(uri, len(head) + text.index(", nothing") + 2)
        assert ("weather-service-2019" in keys) == (codes == ["KEY001"])
        editor.close(uri)


@pytest.mark.parametrize("params", [{"wrong": 1}, {"textDocument": {"uri": "file:///a.md"}, "position": {"line": -1}}])
async def test_wrong_parameters_are_answered(editor: Editor, params: object) -> None:
    """A request with wrong parameters gets an error at once, and not silence."""
    protocol, answer = editor.client.protocol, Future[object]()
    protocol._request_futures["wrong"] = answer
    protocol._send_data({"jsonrpc": "2.0", "id": "wrong", "method": "textDocument/hover", "params": params})
    with pytest.raises(JsonRpcException, match="Invalid Params"):
        await asyncio.wait_for(asyncio.wrap_future(answer), 60)


async def test_hostile_documents(editor: Editor, project: Path) -> None:
    """Binary, huge, broken and strange documents are named as not checked or checked, and the server goes on."""
    strange = {
        "binary.md": "\x00\x01\x02" * 200,
        "pdf.md": "%PDF-1.7 not text",
        "huge.md": "a" * 4_000_001,
        "surrogates.md": "half \ud83d [REF-001] \ufeff\u2028\x0c [REF-099]",
        "yaml.md": "---\n" + "a: &a [*a, *a]\n" * 200 + "---\n",
        "nested.md": "> " * 20_000 + "[" * 20_000,
        "line.md": "😀 [REF-099] " * 5_000,
        "empty.md": "",
    }
    for name, text in strange.items():
        editor.open((project / name).as_uri(), text)
    found = {name: await editor.diagnostics((project / name).as_uri()) for name in strange}
    for name in ("binary.md", "pdf.md", "huge.md"):
        assert found[name][0].message.startswith("not checked: "), name
    assert "[REF-099]" == editor.words((project / "surrogates.md").as_uri(), found["surrogates.md"][0].range)
    assert 2_001 == len(found["line.md"])
    assert "3000 more findings" in found["line.md"][0].message
    line = (project / "line.md").as_uri()
    assert "[REF-099]" == editor.words(line, found["line.md"][-1].range)
    editor.insert(line, len(editor.texts[line]), "[REF-001]")
    await editor.diagnostics(line)
    uri = "untitled:Untitled-1"
    editor.open(uri, "See [REF-099].\n")
    assert ["EXI001"] == [each.code for each in await editor.diagnostics(uri)]


async def test_settings_of_the_editor(project: Path) -> None:
    """Options given at the start and settings per folder count; what may send text elsewhere is refused, by name."""
    capabilities = types.ClientCapabilities(
        workspace=types.WorkspaceClientCapabilities(configuration=True),
        text_document=types.TextDocumentClientCapabilities(
            hover=types.HoverClientCapabilities(content_format=[types.MarkupKind.PlainText])
        ),
    )
    options = {"ignore": ["EXI"], "llmUrl": "http://127.0.0.1:9"}
    editor = await Editor.start(project, options=options, capabilities=capabilities)
    editor.settings["extendSelect"] = ["UNC003"]
    uri = (project / "settings.md").as_uri()
    editor.open(uri, "See [REF-099, p. 3 and [REF-001].\n")
    assert {"FMT006"} == {each.code for each in await editor.diagnostics(uri)}
    assert ["citevet: these settings are not used: llmUrl"] == editor.messages
    shown = await editor.hover(uri, "REF-001")
    assert shown is not None
    assert isinstance(shown.contents, types.MarkupContent)
    assert (types.MarkupKind.PlainText, False) == (shown.contents.kind, "**" in shown.contents.value)
    editor.settings = {"select": ["EXI"], "ignore": []}
    editor.versions[uri] += 1
    change = types.TextDocumentContentChangeWholeDocument("See [REF-099].\n")
    editor.texts[uri] = change.text
    document = types.VersionedTextDocumentIdentifier(uri=uri, version=editor.versions[uri])
    editor.client.workspace_did_change_configuration(types.DidChangeConfigurationParams(None))
    editor.client.text_document_did_change(types.DidChangeTextDocumentParams(document, [change]))
    assert {"EXI001"} == {each.code for each in await editor.diagnostics(uri)}
    editor.client.text_document_did_close(types.DidCloseTextDocumentParams(types.TextDocumentIdentifier(uri)))
    assert 0 == await editor.stop()
    assert [] == list(editor.published[uri].diagnostics)


async def test_a_missing_judge_hides_no_findings(project: Path) -> None:
    """Findings that need no judge stay, and one notice names the judge that is missing, set by editor or file."""
    editor = await Editor.start(project, options={"judge": "vast"})
    uri = (project / "judged.md").as_uri()
    editor.open(uri, "Shade is rare [REF-099]. Trees cool a street [REF-001].\n")
    notice, found = await editor.diagnostics(uri)
    assert (None, "EXI001") == (notice.code, found.code)
    assert notice.message.startswith("not checked: support, no judge vast. Judges on this machine: ")
    assert 0 == await editor.stop()


async def test_a_large_document_holds_up_nothing(editor: Editor, project: Path) -> None:
    """While a large document is checked, others are; the last test, so that the server also ends during the check."""
    large, small = (project / "large.md").as_uri(), (project / "small.md").as_uri()
    editor.open(large, "Trees cool a street [REF-098], as 61 % of residents say.\n\n" * 30_000)
    editor.open(small, "See [REF-099].\n")
    assert {"EXI001"} == {each.code for each in await editor.diagnostics(small)}
    assert large not in editor.published
