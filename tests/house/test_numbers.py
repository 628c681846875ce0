"""Limits on the source tree: sizes, import depth, unique names and process-wide state."""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from statistics import median, quantiles

import pytest

ROOT = Path(__file__).parents[2]
SRC = ROOT / "src" / "citevet"
MODULES = sorted(SRC.rglob("*.py"))

# These rules look for the mark that an author left, so their files contain it.
MENTION_TODO = frozenset(
    {
        "jobs/audit.py",
        "rules/generated.py",
        "rules/keys/list_faults.py",
        "rules/quotes.py",
        "rules/citation_removal.py",
        "rules/citation_needed.py",
    }
)
# Pure functions of a word, a pattern or data that ships with the package: sharing their results cannot change a run.
PURE_CACHES = frozenset(
    """
    corpus/index_store.py:index_version
    extract/law/german_decisions.py:_list_registers
    identifiers/court_terms.py:_list_terms
    text/caption_words.py:list_abbreviations
    text/caption_words.py:list_whole_words
    text/reporter_volumes.py:_editions
    text/us_courts.py:_list_states
    jobs/corpus/search.py:_stem
    extract/law/korean_statutes.py:_read_official_names
    extract/stance.py:_read_table
    extract/stance.py:_read_triggers
    judge/llm.py:_read_template
    judge/llm.py:_read_variants
    judge/numbers/qualifiers.py:read_units
    judge/polarity.py:_read_table
    report/languages.py:load_kinds
    report/languages.py:load_page_words
    report/languages.py:load_words
    judge/polarity.py:find_ends
    judge/quotes/similar_text.py:_fuzz
    report/languages.py:load_kinds
    report/languages.py:load_page_words
    report/languages.py:load_words
    report/safe_text.py:measure_character
    resolve/verifier_files.py:read_own_verifiers
    rules/__init__.py:_describe_rule
    rules/owed_sources.py:_read_table
    text/sentences.py:_followers
    text/sentences.py:_load_splitter
    text/stems.py:meaning_stem
    world/record_json.py:_list_names
    world/record_json.py:_make_reader
    """.split()
)

_UNFINISHED = re.compile(r"\b(?:TODO|FIXME|HACK|stub(?:bed)?|placeholder|not implemented)\b")
_MACHINE_PATH = re.compile(r"(?<![\w.:/~-])/(?:(?:home|root|Users|work|mnt)/[\w.-]+/|tmp/\w)")
_PROCESS_CACHE = re.compile(r"(?:functools\.)?(?:lru_)?cache\b")
_VAGUE_NAMES = frozenset({"util", "utils", "helper", "helpers", "common", "misc", "tools", "base"})


@dataclass(frozen=True, slots=True)
class Function:
    """One function or method of the source tree."""

    name: str  # module and qualified name
    node: ast.FunctionDef | ast.AsyncFunctionDef
    is_public: bool

    @property
    def length(self) -> int:
        """Return the number of lines from `def` to the end."""
        return (self.node.end_lineno or 0) - self.node.lineno + 1


@cache
def trees() -> dict[Path, ast.Module]:
    """Return the parsed modules; each test process imports this file, and only one of them runs its tests."""
    return {path: ast.parse(path.read_text("utf-8")) for path in MODULES}


@cache
def nodes_by_module() -> dict[Path, tuple[ast.AST, ...]]:
    """Return every node of each module."""
    return {path: tuple(ast.walk(tree)) for path, tree in trees().items()}


@pytest.fixture(scope="module", autouse=True)
def _forget_trees() -> Iterator[None]:
    """Drop the half million nodes after these tests; they would slow down garbage collection in all later ones."""
    yield
    for cached in (trees, nodes_by_module, functions):
        cached.cache_clear()


@cache
def functions() -> tuple[Function, ...]:
    """Return every function of the source tree that is not nested in another function."""
    return tuple(found for path, tree in trees().items() for found in _functions(tree, module_path(path)))


def _functions(node: ast.AST, inside: str, *, public: bool = True) -> Iterator[Function]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
            hidden = child.name.startswith("_") or any("overload" in ast.unparse(each) for each in child.decorator_list)
            yield Function(f"{inside}:{child.name}", child, public and not hidden)
        elif isinstance(child, ast.ClassDef):
            yield from _functions(child, f"{inside}:{child.name}", public=public and not child.name.startswith("_"))


def module_path(path: Path) -> str:
    """Return the path of a module relative to src/citevet."""
    return path.relative_to(SRC).as_posix()


def dotted_name(path: Path) -> str:
    """Return the name under which a module is imported."""
    return ".".join(("citevet", *path.relative_to(SRC).with_suffix("").parts)).removesuffix(".__init__")


def percentile_95(values: list[int]) -> float:
    """Return the 95th percentile."""
    return quantiles(values, n=20)[-1]


def test_modules_are_short() -> None:
    """No module has more than 500 lines, and 19 of 20 have at most 350."""
    lengths = {module_path(path): len(path.read_text("utf-8").splitlines()) for path in MODULES}
    assert [] == [module for module, length in lengths.items() if length > 500]
    assert 350 >= percentile_95(list(lengths.values()))


def test_functions_are_short() -> None:
    """No function has more than 60 lines; half have at most 12, and 19 of 20 at most 40."""
    assert [] == [function.name for function in functions() if function.length > 60]
    lengths = [function.length for function in functions()]
    assert 12 >= median(lengths)
    assert 40 >= percentile_95(lengths)


def test_the_tree_is_small() -> None:
    """At most 600 modules, and at most 60 files in one folder."""
    assert 600 >= len(MODULES)
    assert [] == [folder for folder, count in Counter(path.parent for path in MODULES).items() if count > 60]


def test_import_chains_are_short() -> None:
    """The longest chain of imports, lazy ones included, has at most 20 modules."""
    uses = imports()
    lengths: dict[str, int] = {}

    def length(module: str) -> int:
        if module not in lengths:
            lengths[module] = 1  # also ends a cycle, which the import contracts forbid
            lengths[module] = 1 + max((length(each) for each in uses[module]), default=0)
        return lengths[module]

    assert 20 >= max(map(length, uses))


def imports() -> dict[str, set[str]]:
    """Return for each module the modules of citevet that it imports."""
    found: dict[str, set[str]] = {}
    for path, nodes in nodes_by_module().items():
        names = found[dotted_name(path)] = set()
        for node in nodes:
            if isinstance(node, ast.ImportFrom) and node.module:
                names |= {node.module} | {f"{node.module}.{each.name}" for each in node.names}
            elif isinstance(node, ast.Import):
                names |= {each.name for each in node.names}
    return {module: (names & found.keys()) - {module} for module, names in found.items()}


def test_a_class_name_is_used_once() -> None:
    """No two classes of the source tree share a name."""
    names = Counter(
        node.name for nodes in nodes_by_module().values() for node in nodes if isinstance(node, ast.ClassDef)
    )
    assert [] == sorted(name for name, count in names.items() if count > 1)


def test_nothing_of_a_run_is_kept_in_the_process() -> None:
    """No module rebinds a global, and no function is cached but pure ones: a Session owns what a run keeps."""
    rebinding = [
        path for path, nodes in nodes_by_module().items() if any(isinstance(node, ast.Global) for node in nodes)
    ]
    assert [] == [module_path(path) for path in rebinding]
    cached = {
        function.name
        for function in functions()
        if any(_PROCESS_CACHE.match(ast.unparse(decorator)) for decorator in function.node.decorator_list)
    }
    assert set(PURE_CACHES) == cached


def test_suppressed_lint_findings_are_few() -> None:
    """At most 95 lines of the source tree carry a `noqa`."""
    assert 95 >= sum(path.read_text("utf-8").count("noqa") for path in MODULES)


def test_every_argument_is_annotated() -> None:
    """Each parameter and each result of every function has a type."""
    bare = [
        function.name
        for function in functions()
        for argument in (*function.node.args.posonlyargs, *function.node.args.args, *function.node.args.kwonlyargs)
        if argument.annotation is None and argument.arg not in {"self", "cls"}
    ]
    assert [] == bare
    assert [] == [function.name for function in functions() if function.node.returns is None]


def test_public_names_have_docstrings() -> None:
    """Every module has a docstring, and so has every public function outside the protocols of contracts.py."""
    documented = [function for function in functions() if not function.name.startswith("contracts.py")]
    assert [] == [each.name for each in documented if each.is_public and not ast.get_docstring(each.node)]
    assert [] == [module_path(path) for path, tree in trees().items() if not ast.get_docstring(tree)]


def test_branches_are_limited() -> None:
    """Ruff holds McCabe complexity at 10 in every file, without exceptions."""
    settings = (ROOT / "pyproject.toml").read_text("utf-8")
    assert "max-complexity = 10\n" in settings
    assert "C901" not in settings
    assert [] == [module_path(path) for path in MODULES if "C901" in path.read_text("utf-8")]


def test_module_names_are_specific() -> None:
    """No module and no folder is called utils, helpers or the like."""
    parts = {part for path in MODULES for part in path.relative_to(SRC).with_suffix("").parts}
    assert set() == parts & _VAGUE_NAMES


def test_nothing_is_left_unfinished() -> None:
    """No module mentions unfinished work, except the rules that look for such marks in documents."""
    mentioned = {module_path(path) for path in MODULES if _UNFINISHED.search(path.read_text("utf-8"))}
    assert set() == mentioned - MENTION_TODO


def written_files() -> list[Path]:
    """Return the files of the project that people write."""
    kinds = {".py", ".md", ".toml", ".yaml", ".tsv", ".bib"}
    folders = ("src", "tests", "docs", "examples", "bench", "fuzz", "evals", "training", "packages", "editors")
    below = (path for folder in folders for path in (ROOT / folder).rglob("*") if path.suffix in kinds)
    own = (path for path in below if "node_modules" not in path.parts)
    return sorted([*own, *ROOT.glob("*.md"), ROOT / "Makefile", ROOT / "pyproject.toml"])


def test_no_file_names_a_path_of_one_machine() -> None:
    """No file contains an absolute path of the machine that it was written on."""
    paths = [path for path in written_files() if _MACHINE_PATH.search(path.read_text("utf-8", errors="replace"))]
    assert [] == [path.relative_to(ROOT).as_posix() for path in paths]


@pytest.mark.parametrize(
    ("text", "found"),
    [("/home/" + "me/x", True), ("see /tmp" + "/job", True), ("https://a.b/home/x", False), ("~/tmp/x", False)],
)
def test_machine_paths_are_recognised(text: str, *, found: bool) -> None:
    """The pattern tells a path of a machine from a web address."""
    assert found == bool(_MACHINE_PATH.search(text))


def test_no_test_is_switched_off() -> None:
    """No test is skipped or expected to fail, except for want of a browser, or of what two targets of make install."""
    marks = re.compile(r"pytest\.(?:skip|xfail|importorskip)|mark\.(?:skip|skipif|xfail)\b")
    others = (path for path in (ROOT / "tests").rglob("*.py") if path != Path(__file__))
    off = [path.relative_to(ROOT).as_posix() for path in others if marks.search(path.read_text("utf-8"))]
    generated = "tests/serve/test_generated_client.py"  # make clients
    assert ["tests/adapters/test_frameworks.py", generated, "tests/web/conftest.py"] == sorted(off)


def test_links_are_followed_safely() -> None:
    """Path.resolve() raises on a circle of links before Python 3.13; `resolve_path` does not."""
    calls = [path for path in MODULES if ".resolve()" in path.read_text("utf-8").replace("Path.resolve()", "")]
    assert [] == [module_path(path) for path in calls]
