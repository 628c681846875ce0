"""`citevet verify` as people meet it: what is printed where, and with which exit code."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from reportlab.pdfgen.canvas import Canvas
from tests.doors import in_process

from citevet.cli import group

JAPAN = "Tokyo is the capital and seat of government of Japan.\n"
TOKYO = "# Tokyo\n\nThe population of *Tokyo proper* is approximately 14 million.\n"
RIGHT = "Tokyo is the capital of Japan."
WRONG = "Tokyo proper has roughly 41 million residents."
UNKNOWN = "Rice grows in wet valleys."
CANVAS: Any = Canvas  # reportlab has no types


def nli(pairs: Sequence[tuple[str, str]]) -> list[tuple[float, float, float]]:
    """Support the capital where it is named, contradict the wrong number of people, know nothing else."""
    weights = {"capital": (0.97, 0.02, 0.01), "million": (0.01, 0.02, 0.97)}
    return [
        next((weights[word] for word in weights if word in claim and word in text), (0.01, 0.98, 0.01))
        for text, claim in pairs
    ]


@pytest.fixture(autouse=True)
def _scripted(use_nli: Callable[..., None]) -> None:
    """No model is loaded: the embedded judge is a script."""
    use_nli(nli)


@pytest.fixture
def folder(here: Path) -> Path:
    """Two sources."""
    (here / "japan.txt").write_text(JAPAN, encoding="utf-8")
    (here / "tokyo.md").write_text(TOKYO, encoding="utf-8")
    return here


def citevet(*words: str, given: str | None = None) -> Result:
    return CliRunner().invoke(group, ["verify", *words], input=given)


SOURCES = ("--source", "japan.txt", "--source", "tokyo.md")


@pytest.mark.usefixtures("folder")
def test_a_claim_that_is_so() -> None:
    """The word, the probability, the claim, the passage with its place, and the line that sums up; exit 0."""
    done = citevet(RIGHT, *SOURCES)
    assert (
        "supported     support  97%  Tokyo is the capital of Japan.\n"
        "                            japan.txt:1: “Tokyo is the capital and seat of government of Japan.”\n"
        "\n"
        "GROUNDED: 1/1 claims verified (100%).\n"
    ) == done.stdout
    assert 0 == done.exit_code


@pytest.mark.usefixtures("folder")
def test_a_claim_that_no_source_has() -> None:
    """One supported claim does not ground the others."""
    done = citevet(f"{RIGHT} The fish market opens at five in the morning.", *SOURCES)
    assert done.stdout.endswith("\nPARTLY GROUNDED: 1/2 claims verified (50%).\n")
    assert 0 == done.exit_code


@pytest.mark.usefixtures("folder")
def test_a_claim_that_is_not_so() -> None:
    """A wrong number is shown from both sides, and the exit code is 1."""
    done = citevet(f"{RIGHT} {WRONG}", *SOURCES)
    assert "contradicted" in done.stdout
    assert "number: claim roughly 41 million, source approximately 14 million" in done.stdout
    assert done.stdout.endswith("NOT GROUNDED: 1/2 claims verified (50%).\n")
    assert 1 == done.exit_code


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("claim", "flags", "code"),
    [
        (RIGHT, (), 0),
        (UNKNOWN, (), 0),
        (UNKNOWN, ("--fail-on", "unverifiable"), 1),
        (UNKNOWN, ("--fail-on", "weak"), 1),
        (UNKNOWN, ("--fail-on", "contradicted"), 0),
        (UNKNOWN, ("--fail-on", "incomplete"), 0),
        (WRONG, ("--fail-on", "incomplete"), 1),
        (RIGHT, ("--fail-on", "weak", "--fail-on", "incomplete"), 0),
        ("Is it so?", ("--fail-on", "incomplete"), 3),
        ("Is it so?", (), 0),
        ("도쿄는 일본의 수도이다.", ("--fail-on", "incomplete"), 3),
    ],
)
def test_exit_codes(claim: str, flags: Sequence[str], code: int) -> None:
    """1 from the chosen word on, 3 for what could not be checked when that was asked for, else 0."""
    assert code == citevet(claim, *SOURCES, *flags).exit_code


@pytest.mark.usefixtures("folder")
def test_nothing_checked_is_not_green() -> None:
    """Without claims the last line says so."""
    nothing = "NOTHING TO CHECK: No verifiable claims found"
    assert citevet("", *SOURCES).stdout == f"{nothing}.\n"
    assert citevet("Is it so?", *SOURCES).stdout.endswith(f"\n{nothing}; 1 sentence skipped.\n")


@pytest.mark.usefixtures("folder")
def test_sources_that_are_abstracts() -> None:
    """A claim missing from an abstract is not checked, with the reason; a claim in it is supported."""
    done = citevet(f"{UNKNOWN} {RIGHT}", *SOURCES, "--scope", "abstract")
    reason = "partial text (only part of the work is available, and that part does not support the claim)"
    assert f"not checked: {reason}" in done.stdout
    assert done.stdout.splitlines()[-1].endswith("1/2 claims verified (50%).")


@pytest.mark.usefixtures("folder")
def test_json_has_every_published_field() -> None:
    """The output has every field of the published shape, the counts, and the full judgement of each claim."""
    found = json.loads(citevet(f"{RIGHT} {WRONG} {UNKNOWN}", *SOURCES, "--format", "json").stdout)
    assert ["supported", "contradicted", "unverifiable"] == [claim["verdict"] for claim in found["claims"]]
    assert (3, 1, 0, 1, 1) == tuple(
        found[key] for key in ("totalClaims", "supportedCount", "weakCount", "unverifiableCount", "contradictedCount")
    )
    assert (False, 0.333333, "1/3 claims verified (33%)") == tuple(
        found[key] for key in ("overallGrounded", "supportedRatio", "summary")
    )
    first = found["claims"][0]
    assert ("japan.txt", 0, False) == (first["sourceRef"], first["sourceIndex"], first["webVerified"])
    assert first["sourceSnippet"] == first["judgement"]["evidence"][0]["text"] == JAPAN.strip()
    assert "number" == found["claims"][1]["judgement"]["differences"][0]["type"]


def test_text_from_stdin_and_from_a_file(folder: Path) -> None:
    """`-` is stdin, and a name that is a file is that file: the result is the same, and has its place."""
    (folder / "answer.md").write_text(f"# Answer\n\nIs it so? {RIGHT}\n", encoding="utf-8")
    plain = citevet(RIGHT, *SOURCES).stdout
    assert plain.replace(RIGHT, f"stdin.md:1: {RIGHT}") == citevet("-", *SOURCES, given=RIGHT).stdout
    claims, skipped = citevet("answer.md", *SOURCES).stdout.split("skipped   ")
    assert plain.replace(RIGHT, f"answer.md:3: {RIGHT}").startswith(f"{claims}\n")
    assert "answer.md:3: Is it so?\n" in skipped
    found = [json.loads(citevet(text, *SOURCES, "--format", "json").stdout) for text in (RIGHT, "answer.md")]
    assert [None, {"path": "answer.md", "line": 3, "column": 11}] == [each["claims"][0]["place"] for each in found]


def test_what_is_no_claim_is_listed_and_counted(folder: Path) -> None:
    """Opinions and forecasts are in no ratio; each is listed with its reason."""
    text = f"{RIGHT} I think that rice is dear. Rice will grow in the hills next year."
    shown = citevet(text, *SOURCES).stdout
    assert "skipped                     I think that rice is dear.\n" in shown
    assert "                            not checked: a hedge (I think)\n" in shown
    assert shown.endswith("\nGROUNDED: 1/1 claims verified (100%); 2 sentences skipped.\n")
    (folder / "answer.md").write_text(f"# Answer\n\n{text}\n", encoding="utf-8")
    for given, line in ((text, None), ("answer.md", 3)):
        found = json.loads(citevet(given, *SOURCES, "--format", "json").stdout)
        left = [(each["text"], each["place"] and each["place"]["line"]) for each in found["leftOut"]]
        assert [("I think that rice is dear.", line), ("Rice will grow in the hills next year.", line)] == left
        assert "not checked: a hedge (I think)" == found["leftOut"][0]["why"]
        assert (1, 1.0) == (found["totalClaims"], found["supportedRatio"])


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    "name", ["answr.md", "a.mdd", "answer.rtf", "notes/answer.doc", "./answer", "..\\answer", "~/answer", "답변.docx"]
)
def test_a_mistyped_name_is_no_text(name: str) -> None:
    """A missing path is an error that names it: as text it would pass as nothing to check."""
    done = citevet(name, *SOURCES)
    assert f"{name}: no such file" in str(done.exception)
    assert "" == done.stdout


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("text", ["Yes.", "3.5", "売上は2019/2020年度に減少した。", "https://example.org/a.pdf", RIGHT])
def test_a_word_that_is_no_path_is_text(text: str) -> None:
    """A number, an address and a sentence without blanks are not looked for among the files."""
    assert citevet(text, *SOURCES).exit_code in {0, 1}


TITLED = "# Answer\nTokyo is the capital of Japan.\n## More of it\n- Rice grows in wet valleys.\n"


@pytest.mark.parametrize(
    ("name", "text", "lines"),
    [
        ("a.md", TITLED, (2, 4)),
        ("a.txt", TITLED, (2, 4)),
        ("a.txt", f"Answer\n======\n{RIGHT}\n\n1. {UNKNOWN}", (3, 5)),
        ("a.md", f"**Answer**\n{RIGHT}\n\n__More__:\r\n{UNKNOWN}\n", (2, 5)),
        ("a.html", f"<h1>Answer</h1>\n<p>{RIGHT}</p>\n\n<p>{UNKNOWN}</p>", (2, 4)),
    ],
)
def test_a_heading_is_no_part_of_the_claim_below(folder: Path, name: str, text: str, lines: tuple[int, int]) -> None:
    """Whether it is marked, underlined or in bold; claims have the lines of the file."""
    (folder / name).write_text(text, encoding="utf-8", newline="")
    found = json.loads(citevet(name, *SOURCES, "--format", "json").stdout)["claims"]
    assert [RIGHT, UNKNOWN] == [claim["text"] for claim in found]
    assert [(name, line) for line in lines] == [(claim["place"]["path"], claim["place"]["line"]) for claim in found]


_WRAPPED = "It has *hills*, which are\nlow, and <!-- not\n--> many rivers.\n"


@pytest.mark.parametrize(
    ("name", "text", "place"),
    [
        ("s.txt", f"One line.\n\n{JAPAN}", "s.txt:3"),
        ("s.md", f"---\ntitle: Of Japan\n---\n\n# Japan\n\nIt has *hills*.\n\n{JAPAN}", "s.md:9"),
        ("s.html", f"<h1>Japan</h1>\n<p>It has hills.</p>\n<p>{JAPAN}</p>", "s.html:3"),
        ("s.txt", f"One page.\f{JAPAN}", "s.txt, p. 2"),
        ("s.txt", f"{_WRAPPED}{JAPAN}", "s.txt:4"),
        ("s.md", f"# Japan\n\n{_WRAPPED}{JAPAN}", "s.md:6"),
        ("s.md", f"# Japan\n\n- It has *hills*.\n- {_WRAPPED}  {JAPAN}", "s.md:7"),
        ("s.html", f"<h1>Japan</h1>\n<p>{_WRAPPED}{JAPAN}</p>", "s.html:5"),
        ("s.tex", f"\\section{{Japan}}\n\n{_WRAPPED}% of 1990\n{JAPAN}", "s.tex:7"),
    ],
)
def test_the_place_of_a_passage(folder: Path, name: str, text: str, place: str) -> None:
    """The line of the file in which what is shown begins; where there are pages, the page."""
    filler = "The hills of the north are low, and the plains between them are sown with barley and rye. " * 40
    (folder / name).write_text(text + f"\n\n{filler}\n", encoding="utf-8")
    assert f"{place}: “" in citevet(RIGHT, "--source", name).stdout


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("s.md", "## What became of the town of the shoguns and its many markets\n\n{}\n"),
        ("s.md", "| town | people |\n|---|---|\n| kyoto | 2 |\n\n{}\n\n| town | people |\n|---|---|\n"),
        ("s.html", "<table><tr><th>town</th><th>people</th></tr></table>\n<p>{}</p><ul><li>rice</li></ul>"),
        ("s.tex", "\\section{{What became of the town of the shoguns and its many markets}}\n{}\n"),
    ],
)
def test_a_heading_or_a_table_is_no_part_of_the_sentence_shown(folder: Path, name: str, text: str) -> None:
    """What is shown is the sentence alone, also where it begins with a number or in small letters."""
    for sentence in ("14 million people live in the capital of Japan.", "e-Tokyo is the capital of Japan."):
        (folder / name).write_text(text.format(sentence), encoding="utf-8")
        assert f": “{sentence}”\n" in citevet(RIGHT, "--source", name).stdout


@pytest.mark.parametrize(
    ("name", "table"),
    [
        ("s.md", "# Towns\n\n| Town | Trees in 2021 |\n|---|---|\n| Berlin | 4,200 |\n| Hamburg | 3,100 |\n"),
        (
            "s.html",
            "<table>\n<tr><th>Town<th>Trees in 2021\n<tr>\n\n<td>Berlin<td>4,200\n<tr><td>Hamburg\n<td>3,100</table>",
        ),
    ],
)
def test_a_row_is_shown_with_its_heads(folder: Path, name: str, table: str) -> None:
    """Of a table the row is shown that bears on the claim, each cell under its head, and not the heads alone."""
    (folder / name).write_text(table, encoding="utf-8")
    shown = citevet("In Hamburg there were 3,100 trees in 2021.", "--source", name).stdout
    assert f"{name}:6: “Town: Hamburg; 3,100 Trees in 2021”" in shown
    false = citevet("In Hamburg there were 4,200 trees in 2021.", "--source", name).stdout
    assert "number: claim 4,200, source 3,100" in false


@pytest.mark.parametrize(
    ("name", "text"), [("c.txt", f"{RIGHT}\n\n  Is it so?  \n"), ("c.json", json.dumps([RIGHT, "Is it so?"]))]
)
def test_ready_claims(folder: Path, name: str, text: str) -> None:
    """One a line or a JSON list, in their order, also what the extractor would leave out."""
    (folder / name).write_text(text, encoding="utf-8")
    found = json.loads(citevet("--claims", name, *SOURCES, "--format", "json").stdout)
    assert [RIGHT, "Is it so?"] == [claim["text"] for claim in found["claims"]]


def test_claims_of_a_list_have_no_marks(folder: Path) -> None:
    """List marks and headings are removed, and a heading without a statement is not a claim."""
    lines = (
        "# Results", f"- {RIGHT}", "## Of the survey in 2020", f"* [x] {RIGHT}", f"  12) {RIGHT}", f"• {RIGHT}", "#",
        "-5 degrees are cold.", "### Bees died.", "1984 was cold", "# 벌이 죽었다", "# 결과", "#1 is first.", "- ",
    )  # fmt: skip
    (folder / "c.txt").write_text("\r\n".join(lines), encoding="utf-8")
    found = json.loads(citevet("--claims", "c.txt", *SOURCES, "--format", "json").stdout)["claims"]
    assert [
        (RIGHT, 2), (RIGHT, 4), (RIGHT, 5), (RIGHT, 6), ("-5 degrees are cold.", 8), ("Bees died.", 9),
        ("1984 was cold", 10), ("벌이 죽었다", 11), ("#1 is first.", 13),
    ] == [(claim["text"], claim["place"]["line"]) for claim in found]  # fmt: skip


def test_a_pdf_is_read_by_its_pages(folder: Path) -> None:
    """The place of a passage in a PDF is its page."""
    canvas = CANVAS(str(folder / "japan.pdf"), invariant=1)
    for line in ("Nothing of the kind stands on the first page.", "Tokyo is the capital of all Japan."):
        canvas.drawString(72, 700, line)
        canvas.showPage()
    canvas.save()
    assert "japan.pdf, p. 2: “Tokyo is the capital of all Japan.”" in citevet(RIGHT, "--source", "japan.pdf").stdout


@pytest.mark.parametrize("words", [(RIGHT, "--source", "scan.pdf"), ("scan.pdf", "--source", "japan.txt")])
def test_a_pdf_without_text_is_unreadable(folder: Path, words: tuple[str, ...]) -> None:
    """As source or as text it is an error that names it, not a claim without a source."""
    canvas = CANVAS(str(folder / "scan.pdf"), invariant=1)
    canvas.rect(100, 100, 200, 200)
    canvas.save()
    assert "scan.pdf: no text in it." == str(citevet(*words).exception)


def test_a_result_goes_into_a_file(folder: Path) -> None:
    """`--output` writes it there, and nothing to stdout."""
    assert "" == citevet(RIGHT, *SOURCES, "--output", "out.txt").stdout
    assert "GROUNDED" in (folder / "out.txt").read_text("utf-8")


def test_a_hostile_source_steers_no_terminal(folder: Path) -> None:
    """Escape codes in a source are shown, not obeyed."""
    (folder / "evil.txt").write_text("Tokyo is the capital \x1b[31m of Japan\u202e.", encoding="utf-8")
    shown = citevet(RIGHT, "--source", "evil.txt").stdout
    assert "\x1b" not in shown
    assert "\u202e" not in shown
    assert "capital" in shown


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "there is nothing to verify"),
        (("Text.", "--claims", "c.txt"), "TEXT and --claims were both given"),
        (("Text.", "--source", "none.pdf"), "none.pdf: no such file"),
        (("--claims", "bad.json"), "bad.json: is not JSON"),
        (("--claims", "odd.json"), "odd.json: is not a list of strings"),
        (("Text.",), "no source given"),
        (("Text.", "--support-threshold", "0.1", "--unverifiable-threshold", "0.2"), "make no sense"),
        (("Text.", "--support-threshold", "2"), "Give 0 ≤ --unverifiable-threshold ≤ --support-threshold ≤ 1."),
        (("--claims", "bin.txt"), "citevet: bin.txt: binary content"),
        (("--claims", "bin.md"), "citevet: bin.md: binary content"),
        (("Text.", "--judge", "nope"), "no judge nope. Judges on this machine: small. "),
    ],
)
def test_what_makes_no_sense(here: Path, words: Sequence[str], said: str) -> None:
    """One sentence on stderr, exit code 2, no traceback."""
    (here / "bad.json").write_text("[", encoding="utf-8")
    (here / "odd.json").write_text('[1, "a"]', encoding="utf-8")
    (here / "bin.txt").write_bytes(bytes(range(256)))
    (here / "bin.md").write_bytes(bytes(range(256)))
    done = in_process.citevet("verify", *words, cwd=here)
    told = done.stderr
    assert 2 == done.returncode
    assert said in told
    assert "Traceback" not in told
    assert "" == done.stdout


def test_rows_of_a_table_are_counted(folder: Path) -> None:
    """A table row with a number is an unchecked claim and counts in the share; a heading does not."""
    (folder / "answer.md").write_text(
        f"{RIGHT}\n\n| City | People |\n|---|---|\n| Oslo | 900,000 |\n", encoding="utf-8"
    )
    done = citevet("answer.md", *SOURCES, "--fail-on", "incomplete")
    assert (3, True) == (done.exit_code, done.stdout.endswith("1/2 claims verified (50%).\n"))
