"""Every rule is documented, and its page is up to date."""

import sys
from collections import Counter
from pathlib import Path
from re import findall, fullmatch
from runpy import run_path

import pytest

from citevet.errors import UsageError
from citevet.rules import RULES, find_rule

HEADINGS = ["Meaning", "Why it matters", "Example", "How to fix it", "Limitations"]
DOCS = Path(__file__).parents[2] / "docs" / "rules"
PAGES = run_path(str(DOCS.with_name("rule_pages.py")))  # make_pages, write_pages


def test_a_rule_documents_itself() -> None:
    """The docstring has a summary and the five headings in their order, none of them empty."""
    for code in RULES:
        summary, _, rest = find_rule(code).doc.partition("\n\n")
        assert fullmatch(r"[A-Z][^\n]{10,110}\.", summary), code
        assert HEADINGS == findall(r"(?m)^## (.+)$", rest), code
        assert all(len(part.strip()) > 10 for part in rest.split("## ")[1:]), code
        assert "```" in rest.split("## Example")[1].split("## ")[0], code


def test_codes_have_no_gaps_and_names_are_unique() -> None:
    """Each family counts from 001 without gaps, and no two rules share a name."""
    for family, count in Counter(code[:3] for code in RULES).items():
        assert [f"{family}{number:03}" for number in range(1, count + 1)] == sorted(
            code for code in RULES if code.startswith(family)
        )
    assert len(RULES) == len({check.name for check in RULES.values()})


def test_a_rule_is_the_function_of_its_name() -> None:
    """The function is named after the rule, and its module says which family it belongs to."""
    for code, check in RULES.items():
        assert check.find.__name__ == f"find_{check.name.replace('-', '_')}"
        assert code[:3] in (sys.modules[check.find.__module__].__doc__ or ""), code


def test_a_module_with_one_rule_is_named_after_it() -> None:
    """The module has the rule's name and states its code; modules with several rules are named for the family."""
    modules = Counter(check.find.__module__ for check in RULES.values())
    for code, check in RULES.items():
        if modules[check.find.__module__] == 1:
            assert check.find.__module__.endswith("." + check.name.replace("-", "_"))
            assert (sys.modules[check.find.__module__].__doc__ or "").startswith(code)


def test_rules_are_found_by_code_and_name() -> None:
    """`find_rule` takes a code or a name in any case, and raises an error with advice for anything else."""
    assert find_rule("KEY001") == find_rule("key001") == find_rule(" undefined-citation ")
    assert "A citation has no entry in the document's own list or bibliography." == find_rule("KEY001").summary
    with pytest.raises(UsageError, match="citevet rules"):
        find_rule("KEY")


def test_the_pages_are_up_to_date() -> None:
    """The committed pages match the docstrings; `make docs` writes them."""
    made = PAGES["make_pages"](find_rule(code) for code in RULES)
    assert made == {path.name: path.read_text(encoding="utf-8") for path in DOCS.iterdir()}


def test_pages_are_written_and_old_ones_removed(tmp_path: Path) -> None:
    """Only the current pages are left, and other files are not touched."""
    (tmp_path / "OLD001.md").write_text("gone")
    (tmp_path / "notes.txt").write_text("kept")
    PAGES["write_pages"](tmp_path)
    assert {"README.md", "notes.txt", *(f"{code}.md" for code in RULES)} == {path.name for path in tmp_path.iterdir()}
