"""Every rule is documented, its page is up to date."""

import sys
from collections import Counter
from pathlib import Path
from re import findall, fullmatch

import pytest

from citevet.errors import UsageError
from citevet.model import Severity
from citevet.rules import RULES, rule
from citevet.rules.pages import HEADINGS, pages, write

DOCS = Path(__file__).parents[2] / "docs" / "rules"


@pytest.mark.parametrize("code", RULES)
def test_a_rule_documents_itself(code: str) -> None:
    """The docstring has a summary and the five headings in their order, none of them empty."""
    doc = rule(code).doc
    summary, _, rest = doc.partition("\n\n")
    assert fullmatch(r"[A-Z][^\n]{10,110}\.", summary)
    assert list(HEADINGS) == findall(r"(?m)^## (.+)$", rest)
    assert all(len(part.strip()) > 10 for part in rest.split("## ")[1:])
    assert "```" in rest.split("## Example")[1].split("## ")[0]


def test_codes_are_dense_and_names_unique() -> None:
    """Each family counts from 001 without gaps, and no two rules share a name."""
    for family, count in Counter(code[:3] for code in RULES).items():
        assert [f"{family}{number:03}" for number in range(1, count + 1)] == sorted(
            code for code in RULES if code.startswith(family)
        )
    assert len(RULES) == len({check.name for check in RULES.values()})


@pytest.mark.parametrize("code", RULES)
def test_one_file_per_rule(code: str) -> None:
    """A rule stands in the file of its name, as the class of its name, whose module says its code."""
    check = RULES[code]
    assert check.__module__.endswith("." + check.name.replace("-", "_"))
    assert check.__name__ == "".join(word.capitalize() for word in check.name.split("-"))
    assert f"{code}." == sys.modules[check.__module__].__doc__
    assert isinstance(check.severity, Severity)


def test_rules_are_found_by_code_and_name() -> None:
    """`rule` takes a code or a name in any case, and refuses anything else with a way out."""
    assert rule("KEY001") == rule("key001") == rule(" undefined-citation ")
    assert "A marker points to an entry that the document does not have." == rule("KEY001").summary
    with pytest.raises(UsageError, match="citevet rules"):
        rule("KEY")


def test_the_pages_are_up_to_date() -> None:
    """The committed pages are those that the docstrings give; `make docs` writes them."""
    made = pages(rule(code) for code in RULES)
    assert made == {path.name: path.read_text(encoding="utf-8") for path in DOCS.iterdir()}


def test_pages_are_written_and_old_ones_removed(tmp_path: Path) -> None:
    """Writing leaves exactly the pages of today, and other files alone."""
    (tmp_path / "OLD001.md").write_text("gone")
    (tmp_path / "notes.txt").write_text("kept")
    write(tmp_path)
    assert {"README.md", "notes.txt", *(f"{code}.md" for code in RULES)} == {path.name for path in tmp_path.iterdir()}
