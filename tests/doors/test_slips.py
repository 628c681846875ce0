"""What is said of a slip in the call: the flag, the value, what is allowed."""

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

import citevet
from citevet.cli import group
from citevet.errors import UsageError

GOOD = "Trees cool streets [1].\n\n## References\n\n[1] City Council (2020). Trees. https://example.org/trees\n"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("chek",), "No such command 'chek'. Did you mean 'check'?"),
        (("corpus", "serch"), "No such command 'serch'. Did you mean 'search'?"),
        (("zzz",), "No such command 'zzz'.\n"),
    ],
)
def test_the_command_that_was_meant(words: tuple[str, ...], said: str) -> None:
    """A slip in the name of a command names the nearest one, if one is near."""
    done = CliRunner().invoke(group, words)
    assert (2, True) == (done.exit_code, said in done.stderr)


RISK = "--risk: needs a judge, and none is named. Add --judge small, or `judge` to citevet.toml."


@pytest.mark.parametrize(
    ("flags", "told"),
    [
        ({"risk": 0.05}, RISK),
        ({"risk": 0.05, "judge": "none"}, RISK),
        ({"risk": 0.05, "judge": "small"}, ""),
        ({"risk": 0.05, "select": "SUP"}, ""),
    ],
)
def test_a_bound_needs_a_judge(here: Path, flags: dict[str, object], told: str) -> None:
    """A judge runs only when it, or its rules, are named: a bound on its errors alone is a usage error."""
    (here / "a.md").write_text(GOOD)
    assert told == refused("a.md", flags)


def test_a_bound_is_fine_where_the_file_names_a_judge(here: Path) -> None:
    """The configuration nearest to the document counts, wherever the run starts."""
    (here / "sub").mkdir()
    (here / "sub/a.md").write_text(GOOD)
    (here / "sub/citevet.toml").write_text('judge = "small"\n')
    assert "" == refused("sub", {"risk": 0.05})
    (here / "sub/citevet.toml").write_text("risk = 0.05\n")
    assert refused("sub", {}).startswith(f"{here / 'sub/citevet.toml'}: risk: needs a judge")


def refused(target: object, flags: dict[str, object]) -> str:
    try:
        citevet.check(target, flags=flags)  # type: ignore[arg-type]  # what callers get wrong
    except citevet.CitevetError as error:
        return str(error)
    return ""


@pytest.mark.parametrize(
    ("target", "named"),
    [(None, "NoneType"), (5, "int"), (["a.md", None], "NoneType"), (b"a.md", "bytes"), ("", "an empty path")],
)
def test_what_cannot_be_audited(target: object, named: str) -> None:
    """A call with anything but paths and documents names the accepted types."""
    said = f"check: {named} is nothing to audit. Give a path, a Document, or a list of these."
    assert said == refused(target, {})


def test_a_text_in_the_place_of_a_path() -> None:
    """The error says how to check a text, and does not repeat all of it."""
    said = refused(GOOD * 100, {})
    assert said.endswith("no such file. A text, and not a path, is given as `parse_text(text)`.")
    assert len(said) < 400


@pytest.mark.parametrize("words", [("check", ""), ("fix", ""), ("lock", ""), ("verify", "It is.", "--source", "")])
def test_an_empty_path_is_not_this_folder(here: Path, words: tuple[str, ...]) -> None:
    """An unset variable of a script must not check or fix all that is here."""
    (here / "a.md").write_text(GOOD)
    done = CliRunner().invoke(group, [*words])
    assert (2, True) == (done.exit_code, "the path is empty. Name a file or a folder" in done.output)


@pytest.mark.parametrize(
    ("call", "named"),
    [
        (lambda: citevet.parse_text(b"x"), "parse_text: bytes"),  # type: ignore[arg-type]
        (lambda: citevet.parse_text("x", 5), "parse_text: int"),  # type: ignore[arg-type]
        (lambda: citevet.read_document(None), "read_document: NoneType"),  # type: ignore[arg-type]
        (lambda: citevet.extract_document("x"), "extract_document: str"),  # type: ignore[arg-type]
    ],
)
def test_other_values_are_named(call: Callable[[], object], named: str) -> None:
    """A value of another kind is a usage error that says what to give, and no AttributeError."""
    with pytest.raises(UsageError, match=f"^{named} is not accepted. Give "):
        call()


def test_paths_may_be_strings(here: Path) -> None:
    """`read_document` takes what `check` takes, and a document has its path as a string."""
    (here / "a.md").write_text(GOOD)
    assert "a.md" == citevet.read_document("a.md", root=".").path == citevet.parse_text(GOOD, Path("a.md")).path


def test_a_bound_on_bytes_is_said_as_it_was_given(here: Path) -> None:
    """The number of bytes, and who set it."""
    (here / "a.md").write_text(GOOD)
    (unread,) = citevet.check("a.md", flags={"max_bytes": 10}).unread
    assert "a.md: larger than 10 bytes. Raise --max-bytes, or split the file." == unread.message
    done = CliRunner().invoke(group, ["check", "-", "--max-bytes", "10"], input=GOOD)
    assert "stdin: more than 10 bytes. Raise --max-bytes, or split it." == str(done.exception)


def test_a_lost_bibliography_says_where_it_was_looked_for(here: Path) -> None:
    """The path counts from the document's folder."""
    (here / "sub").mkdir()
    (here / "sub/a.md").write_text("---\nbibliography: refs.bib\n---\nTrees cool [@kim2019].\n")
    (audit,) = citevet.check("sub/a.md", flags={"select": "KEY008"}).audits
    said = 'cannot read bibliography "refs.bib" (looked for it at sub/refs.bib)'
    assert [said] == [finding.message for finding in audit.findings]
