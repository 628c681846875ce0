"""The public door: its names, what opening it costs, and that everything behind it is documented."""

import subprocess
import sys
from pathlib import Path
from runpy import run_path

import pytest

import citevet
from citevet.cli import COMMANDS
from citevet.rules import RULES

ROOT = Path(__file__).parents[2]
NAMES = """
    Cancelled Citation CitevetError Claim Document Finding Reference Report Source StreamGuard Tools Verifier
    acheck averify check explain_rule extract_claims extract_document parse_text read_document resolve_works
    search_corpus sources verify verify_many
""".split()
HEAVY = "click lxml pypdfium2 nupunkt eyecite pyromark bibtexparser charset_normalizer yaml numpy".split()


def test_the_public_names() -> None:
    """These names are public; a new one is a promise, a missing one a breach."""
    assert NAMES == citevet.__all__


@pytest.mark.parametrize("first", ["check", "extract_document", "parse_text", "verify"])
def test_a_name_means_the_same_whatever_was_used_before(first: str) -> None:
    """Each public name is the class or function, also after another was used and its room was imported."""
    code = f"import citevet; citevet.{first}; print([n for n in citevet.__all__ if not callable(getattr(citevet, n))])"
    assert "[]" == _python(code)


def test_importing_costs_nothing() -> None:
    """`import citevet` loads no library of others; they come with the room that needs them."""
    assert "[]" == _python(f"import sys, citevet; print([name for name in {HEAVY} if name in sys.modules])")


def test_help_loads_click_alone() -> None:
    """The help text needs click, and none of the others."""
    code = f"""
import sys
from click.testing import CliRunner
from citevet.cli import group
CliRunner().invoke(group, ["--help"])
print([name for name in {HEAVY} if name in sys.modules])
"""
    assert "['click']" == _python(code)


def test_the_page_of_commands_is_up_to_date() -> None:
    """docs/cli.md is what the help texts give; `make docs` writes it."""
    page = run_path(str(ROOT / "docs/cli.py"))["page"]()
    assert page == (ROOT / "docs/cli.md").read_text("utf-8")


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_is_documented(command: str) -> None:
    """Each command of `citevet --help` has its section."""
    assert f"\n## citevet {command}\n" in (ROOT / "docs/cli.md").read_text("utf-8")


def test_every_rule_is_in_the_table() -> None:
    """Each code has its row in docs/rules/README.md."""
    table = (ROOT / "docs/rules/README.md").read_text("utf-8")
    assert [] == [code for code, check in RULES.items() if f"| [{code}]({code}.md) | {check.name} |" not in table]


def _python(code: str) -> str:
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return done.stdout.strip()
