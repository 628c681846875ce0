"""Selection by code, prefix and name; the most specific selector wins."""

import pytest

from citevet.errors import UsageError
from citevet.rules import OPT_IN, RULES, expand_selector, find_nearest_selector, select_codes


def test_no_selection_means_the_rules_that_are_on() -> None:
    """Without selectors every rule runs but those that must be selected."""
    assert frozenset(RULES) - OPT_IN == select_codes()
    assert frozenset(RULES) == select_codes(select=["ALL"]) == select_codes(extend_select=["UNC", "MET016"])
    assert "UNC003" in select_codes(select=["UNC"])


@pytest.mark.parametrize(
    ("selected", "ignored", "runs", "rests"),
    [
        (["KEY"], [], "KEY001", "IDN001"),
        (["KEY00"], [], "KEY009", "KEY010"),
        (["undefined-citation"], [], "KEY001", "KEY002"),
        (["key001"], [], "KEY001", "KEY002"),
        (["ALL"], ["KEY"], "IDN001", "KEY001"),
        (["KEY"], ["KEY001"], "KEY002", "KEY001"),
        (["KEY001"], ["KEY"], "KEY001", "KEY002"),
        (["KEY001", "ALL"], ["KEY"], "KEY001", "KEY002"),
        (["KEY"], ["KEY"], None, "KEY001"),
        (["KEY001"], ["undefined-citation"], None, "KEY001"),
        (["undefined-citation"], ["KEY00"], "KEY001", "KEY002"),
    ],
)
def test_the_most_specific_selector_wins(selected: list[str], ignored: list[str], runs: str | None, rests: str) -> None:
    """A code beats a prefix, a longer prefix a shorter one, and `ignore` wins a tie."""
    codes = select_codes(select=selected, ignore=ignored)
    assert runs is None or runs in codes
    assert rests not in codes


@pytest.mark.parametrize(
    ("glob", "path", "hit"),
    [
        ("draft.md", "docs/draft.md", True),
        ("*.md", "docs/draft.md", True),
        ("docs", "docs/a/draft.md", True),
        ("docs/*.md", "docs/draft.md", True),
        ("docs/**", "docs/a/b/draft.md", True),
        ("docs/", "docs/a/draft.md", True),
        ("**/draft.md", "draft.md", True),
        ("a/draft.md", "docs/a/draft.md", True),
        ("docs\\draft.md", "docs/draft.md", False),
        ("draft", "docs/draft.md", False),
        ("other/*.md", "docs/draft.md", False),
    ],
)
def test_files_are_matched_as_in_gitignore(glob: str, path: str, hit: bool) -> None:  # noqa: FBT001 - a table
    """`per-file-ignores` applies to the files that match its pattern, and to no others."""
    codes = select_codes(select=["KEY"], per_file_ignores={glob: ["KEY001"]}, path=path)
    assert hit is ("KEY001" not in codes)
    assert "KEY002" in codes


def test_a_file_ignore_overrides_a_selected_code() -> None:
    """A rule ignored for a file does not run there, however it was selected."""
    assert frozenset() == select_codes(select=["KEY001"], per_file_ignores={"*.md": ["KEY"]}, path="a.md")


@pytest.mark.parametrize(
    ("wrong", "hint"), [("KEY0O1", "KEY001"), ("undefined-citatoin", "undefined-citation"), ("KE", "KEY")]
)
def test_an_unknown_selector_suggests_the_nearest(wrong: str, hint: str) -> None:
    """The usage error suggests a code, also in `ignore` and in `per-file-ignores` of other files."""
    for arguments in ({"select": [wrong]}, {"ignore": [wrong]}, {"per_file_ignores": {"x": [wrong]}}):
        with pytest.raises(UsageError) as caught:
            select_codes(**arguments)
        assert f"Did you mean {hint}?" in str(caught.value)
        assert wrong == caught.value.to


def test_a_prefix_has_three_letters() -> None:
    """Shorter selectors match nothing, and noise has no nearest selector."""
    assert frozenset() == expand_selector("KE")
    assert frozenset() == expand_selector("")
    assert find_nearest_selector("?????????") is None
