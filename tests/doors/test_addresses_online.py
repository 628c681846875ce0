"""Every way to write an address leads to its page: one that is never fetched would read as unchecked for ever."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from subprocess import CompletedProcess

import pytest
from tests.emulator.audited import serve_public_hosts
from tests.emulator.server import Emulator

Run = Callable[..., CompletedProcess[str]]
PAGE = "https://street.test/fact-sheets/7"
NOTE = "A mature lime drinks.[^1]\n\n[^1]: City of Streets, fact sheet 7. {}\n"
LIST = "A mature lime drinks [1].\n\n## References\n\n[1] City of Streets (2020). Fact sheet 7. {}\n"
LATEX = "\\documentclass{{article}}\\begin{{document}}A mature lime drinks, see {}.\\end{{document}}\n"
ITEM = (
    "\\documentclass{{article}}\\begin{{document}}A mature lime drinks \\cite{{a}}.\n\\begin{{thebibliography}}{{9}}\n"
    "\\bibitem{{a}} City of Streets (2020). Fact sheet 7. {}\n\\end{{thebibliography}}\\end{{document}}\n"
)
TYPST = "= Trees\n\nA mature lime drinks, see {}.\n"


@pytest.fixture
def emulator(monkeypatch: pytest.MonkeyPatch) -> Iterator[Emulator]:
    """All services and sites."""
    with serve_public_hosts(monkeypatch) as served:
        yield served


@pytest.mark.usefixtures("emulator")
@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("bare.md", f"A mature lime drinks, see {PAGE}.\n"),
        ("angled.md", f"A mature lime drinks, see <{PAGE}>.\n"),
        ("shouted.md", f"A mature lime drinks, see <HTTPS{PAGE[5:]}>.\n"),
        ("bracketed.md", f"A mature lime drinks (<{PAGE}>).\n"),
        ("linked.md", f"A mature lime drinks, see [the sheet](<{PAGE}>).\n"),
        ("same.md", f"A mature lime drinks, see [{PAGE}]({PAGE}).\n"),
        ("note.md", NOTE.format(f"<{PAGE}>")),
        ("entry.md", LIST.format(f"<{PAGE}>")),
        ("plain.md", LIST.format(PAGE)),
        ("worded.md", LIST.format(f"[The sheet]({PAGE})")),
        ("titled.md", LIST.format(f"[{PAGE}]({PAGE})")),
        ("worded_note.md", NOTE.format(f"[The sheet]({PAGE})")),
        ("item.tex", ITEM.format(f"\\url{{{PAGE}}}")),
        ("url.tex", LATEX.format(f"\\url{{{PAGE}}}")),
        ("href.tex", LATEX.format(f"\\href{{{PAGE}}}{{the sheet}}")),
        ("same.html", f'<p>A mature lime drinks, see <a href="{PAGE}">{PAGE}</a>.</p>\n'),
        ("link.typ", TYPST.format(f'#link("{PAGE}")')),
        ("bare.typ", TYPST.format(PAGE)),
        ("link.org", f"* Trees\n\nA mature lime drinks, see [[{PAGE}]].\n"),
        ("link.rst", f"Trees\n=====\n\nA mature lime drinks, see `the sheet <{PAGE}>`_.\n"),
        ("link.adoc", f"= Trees\n\nA mature lime drinks, see {PAGE}[the sheet].\n"),
    ],
)
def test_an_address_is_visited_however_it_is_written(name: str, text: str, here: Path, run: Run) -> None:
    """Markup around an address, such as angle brackets or a command, is no part of it."""
    (here / name).write_text(text)
    (document,) = json.loads(run(f"check {name} --online --format json").stdout)["documents"]
    assert {"found"} == {each["existence"] for each in document["judgements"]}
