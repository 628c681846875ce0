"""Write the rule pages from the docstrings of the rules: `python docs/rule_pages.py docs/rules`."""  # noqa: INP001 - not a package

import re
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path

from citevet.model import Rule
from citevet.rules import RULES, find_rule

_PAGE = re.compile(r"[A-Z]{3}[0-9]{3}\.md")


def make_pages(rules: Iterable[Rule]) -> Mapping[str, str]:
    """Return one page for each rule and the table of all, by file name."""
    listed = list(rules)
    return {"README.md": _make_table(listed), **{f"{each.code}.md": _make_page(each) for each in listed}}


def _make_page(rule: Rule) -> str:
    facts = f"Severity: {rule.severity} · Fix: {_describe_fix(rule)}"
    return f"# {rule.code} {rule.name}\n\n{facts}\n\n{rule.doc.rstrip()}\n"


def _make_table(rules: Iterable[Rule]) -> str:
    head = (
        "# Rules\n\nThis folder is generated from the rules' docstrings by `make docs`. "
        "`citevet rule CODE` prints a page.\n\n"
        "| Code | Name | Severity | Summary | Fix |\n|---|---|---|---|---|\n"
    )
    rows = (
        f"| [{each.code}]({each.code}.md) | {each.name} | {each.severity} | {each.summary} | {_describe_fix(each)} |\n"
        for each in rules
    )
    return head + "".join(rows)


def _describe_fix(rule: Rule) -> str:
    check = RULES[rule.code]
    return ", ".join(map(str, (check.fix, *check.other_fixes))) if check.fix else "by hand"


def write_pages(folder: Path) -> None:
    """Write the pages, and remove those of rules that are gone."""
    folder.mkdir(parents=True, exist_ok=True)
    made = make_pages(find_rule(code) for code in RULES)
    for old in folder.iterdir():
        if _PAGE.fullmatch(old.name) and old.name not in made:
            old.unlink()
    for name, text in made.items():
        (folder / name).write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    write_pages(Path(sys.argv[1]))
