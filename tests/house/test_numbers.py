"""The house numbers, measured on every module of src; exceptions stand here by name, and the list can only shrink."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from re import compile as pattern
from statistics import median, quantiles

import pytest

ROOT = Path(__file__).parents[2]
SRC = ROOT / "src" / "citevet"
MODULES = sorted(SRC.rglob("*.py"))

# Longer than 350 lines; the wall is 500.
LONG_MODULES: frozenset[str] = frozenset()
# Longer than 40 lines; the wall is 80.
LONG_FUNCTIONS: frozenset[str] = frozenset()
# More than three positional parameters. All are private, and called in one place.
MANY_PARAMETERS = frozenset(
    """
    errors.py:_revive
    extract/__init__.py:_citation
    extract/claims.py:_claim
    extract/claims.py:_spans
    extract/forms/arxiv.py:_found
    extract/forms/doi.py:_ill
    extract/forms/doi.py:_well
    extract/forms/numeric.py:_is_citation
    extract/forms/numeric.py:_works
    extract/forms/pandoc.py:_found
    jobs/check.py:_report
    read/markdown.py:_Walk:_leaf
    read/open_file.py:_refuse
    rules/engine.py:_finding
    rules/formats/unclosed_marker.py:_scan
    rules/keys/undefined_citation.py:_message
    rules/suppression.py:_parse
    """.split()
)
# No docstring, for a reason that stands in pyproject.toml: a protocol's sentence stands on its class.
NO_DOCSTRING = frozenset({"contracts.py"})

_UNFINISHED = pattern(r"\b(?:TODO|FIXME|HACK|stub(?:bed)?|placeholder|not implemented)\b")
# Whose subject is the mark that an author left, or leaves one; its words stand in them.
SAYS_TODO = frozenset(
    {
        "jobs/corpus/gaps.py",
        "rules/keys/empty_reference.py",
        "rules/quotes/unverified_quotation.py",
        "rules/uncited/citation_needed.py",
        "rules/uncited/needed.py",
    }
)
_MACHINE = pattern(r"(?<![\w.:/~-])/(?:(?:home|root|Users|work|mnt)/[\w.-]+/|tmp/\w)")
_ODDS_AND_ENDS = frozenset({"util", "utils", "helper", "helpers", "common", "misc", "tools", "base"})


@dataclass(frozen=True, slots=True)
class Function:
    """One function or method, as the source has it."""

    name: str  # module and qualified name
    node: ast.FunctionDef | ast.AsyncFunctionDef
    is_method: bool
    is_public: bool

    @property
    def length(self) -> int:
        """Lines from `def` to the last one."""
        return (self.node.end_lineno or 0) - self.node.lineno + 1

    @property
    def positional(self) -> int:
        """Positional parameters without self and cls."""
        arguments = self.node.args
        names = [argument.arg for argument in (*arguments.posonlyargs, *arguments.args)]
        return len(names) - (self.is_method and names[:1] in (["self"], ["cls"]))


@cache
def functions() -> tuple[Function, ...]:
    """Return every function of src that is not inside another."""
    return tuple(found for path in MODULES for found in _functions(ast.parse(path.read_text("utf-8")), name(path)))


def _functions(node: ast.AST, inside: str, *, in_class: bool = False, public: bool = True) -> Iterator[Function]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
            hidden = child.name.startswith("_") or any(_is_named(mark, "overload") for mark in child.decorator_list)
            yield Function(f"{inside}:{child.name}", child, in_class, public and not hidden)
        elif isinstance(child, ast.ClassDef):
            yield from _functions(
                child, f"{inside}:{child.name}", in_class=True, public=public and not child.name.startswith("_")
            )


def _is_named(node: ast.expr, wanted: str) -> bool:
    return isinstance(node, ast.Name) and node.id == wanted


def name(path: Path) -> str:
    """Return the path of a module inside src/citevet."""
    return path.relative_to(SRC).as_posix()


def lines(path: Path) -> int:
    """Return how long a module is."""
    return len(path.read_text("utf-8").splitlines())


def nineteen_of_twenty(values: list[int]) -> float:
    """Return the 95th percentile."""
    return quantiles(values, n=20)[-1]


def test_modules_are_short() -> None:
    """None is longer than 350 lines but those named; half have at most 120, and 19 of 20 at most 250."""
    lengths = {name(path): lines(path) for path in MODULES}
    assert LONG_MODULES == {module for module, length in lengths.items() if length > 350}
    assert 120 >= median(lengths.values())
    assert 250 >= nineteen_of_twenty(list(lengths.values()))


def test_functions_are_short() -> None:
    """None is longer than 40 lines but those named; half have at most 10, and 19 of 20 at most 20."""
    assert LONG_FUNCTIONS == {function.name for function in functions() if function.length > 40}
    lengths = [function.length for function in functions()]
    assert 10 >= median(lengths)
    assert 20 >= nineteen_of_twenty(lengths)


def test_parameters_are_few() -> None:
    """At most three are positional, the rest are named; click fills the parameters of a command by name."""
    inner = [function for function in functions() if not function.name.startswith("cli/")]
    many = {function.name for function in inner if function.positional > 3}
    assert MANY_PARAMETERS == many
    assert [] == [function.name for function in inner if function.positional > 3 and function.is_public]
    assert 7 >= max(function.positional for function in inner)


def test_every_argument_is_annotated() -> None:
    """Each parameter and each result of every function has its type."""
    bare = [
        function.name
        for function in functions()
        for argument in (*function.node.args.posonlyargs, *function.node.args.args, *function.node.args.kwonlyargs)
        if argument.annotation is None and argument.arg not in {"self", "cls"}
    ]
    assert [] == bare
    assert [] == [function.name for function in functions() if function.node.returns is None]


def test_public_functions_say_what_they_add() -> None:
    """Every public function, class and module has a docstring."""
    spoken = [function for function in functions() if function.name.split(":")[0] not in NO_DOCSTRING]
    silent = [function.name for function in spoken if function.is_public and not ast.get_docstring(function.node)]
    assert [] == silent
    assert [] == [name(path) for path in MODULES if not ast.get_docstring(ast.parse(path.read_text("utf-8")))]


def test_branches_have_a_wall() -> None:
    """Ruff holds McCabe at 10, for every file, and no file is let off."""
    settings = (ROOT / "pyproject.toml").read_text("utf-8")
    assert "max-complexity = 10\n" in settings
    assert "C901" not in settings
    assert [] == [name(path) for path in MODULES if "C901" in path.read_text("utf-8")]


def test_there_is_no_drawer_for_odds_and_ends() -> None:
    """No module and no folder is called utils, helpers or the like."""
    parts = {part for path in MODULES for part in path.relative_to(SRC).with_suffix("").parts}
    assert set() == parts & _ODDS_AND_ENDS


def test_nothing_is_left_unfinished() -> None:
    """No source says that something is still to be done, but the rule whose subject that is."""
    said = {name(path) for path in MODULES if _UNFINISHED.search(path.read_text("utf-8"))}
    assert SAYS_TODO == said


def tracked() -> list[Path]:
    """Return the files of the project that people write."""
    kinds = {".py", ".md", ".toml", ".yaml", ".tsv", ".bib"}
    roots = [ROOT / folder for folder in ("src", "tests", "docs", "examples", "bench", "fuzz", "evals", "changes")]
    below = (path for root in roots for path in root.rglob("*") if path.suffix in kinds)
    return sorted([*below, *ROOT.glob("*.md"), ROOT / "Makefile", ROOT / "pyproject.toml"])


def test_no_file_knows_the_machine() -> None:
    """No absolute path of the machine that it was written on stands in any file."""
    paths = [path for path in tracked() if _MACHINE.search(path.read_text("utf-8", errors="replace"))]
    assert [] == [path.relative_to(ROOT).as_posix() for path in paths]


@pytest.mark.parametrize(
    ("text", "found"),
    [("/home/" + "me/x", True), ("see /tmp" + "/job", True), ("https://a.b/home/x", False), ("~/tmp/x", False)],
)
def test_the_look_for_machine_paths_is_alive(text: str, *, found: bool) -> None:
    """The pattern knows a machine's path from an address."""
    assert found == bool(_MACHINE.search(text))


def test_tests_are_neither_skipped_nor_expected_to_fail() -> None:
    """No test is switched off."""
    marks = pattern(r"pytest\.(?:skip|xfail|importorskip)|mark\.(?:skip|skipif|xfail)\b")
    others = (path for path in (ROOT / "tests").rglob("*.py") if path != Path(__file__))
    off = [path.name for path in others if marks.search(path.read_text("utf-8"))]
    assert [] == off
