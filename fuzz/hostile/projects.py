"""Hostile projects: settings, baselines, corpora, links, devices and pipes."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path

from fuzz.hostile import HostileCase, make_all, write
from fuzz.hostile.packed import PDF_BOMBS

_ENTRY = "---\nref: REF-00{}\ntitle: Title {}\nyear: 2020\n{}---\n\nNotes.\n"
_CORPUS = ".citevet/corpus"


def list_project_cases() -> Iterator[HostileCase]:
    """Yield projects whose settings, paths or sources are hostile."""
    yield from _setting_cases()
    yield from _baseline_cases()
    yield from _link_cases()
    yield from _corpus_cases()
    yield from _policy_cases()


def _setting_cases() -> Iterator[HostileCase]:
    for at, text in enumerate(_tables()):
        yield HostileCase(f"settings-{at}", write("citevet.toml", text), audits=False)
        yield HostileCase(f"pyproject-{at}", write("pyproject.toml", f"[tool.citevet]\n{text}"), audits=False)
    for at, text in enumerate(
        (
            "tool = 1\n",
            "tool = []\n",
            "tool = ''\n",
            "[[tool]]\ncitevet = 1\n",
            "[tool]\ncitevet = 1\n",
            "[tool]\ncitevet = []\n",
        )
    ):
        yield HostileCase(f"tool-{at}", write("pyproject.toml", text), audits=False)


def _tables() -> Iterator[str]:
    yield "a = " + "[" * 100_000
    yield "a = " + "[" * 900 + "]" * 900
    yield "a = " + "{b = " * 5_000
    yield ".".join("a" * 100_000) + " = 1\n"
    yield "[" + ".".join("a" * 100_000) + "]\n"
    yield "".join(f"[{'.'.join('a' * depth)}]\n" for depth in range(1, 900))
    yield ".".join("a" * 3_000) + " = 1\n" + ".".join("a" * 3_000) + "x = 1\n"
    yield "max-bytes = " + "9" * 6_000
    yield "budget = " + "9" * 4_000
    yield "max-bytes = 99999999999999999999999999"
    yield "max-bytes = 1e400"
    yield "max-bytes = 0x" + "f" * 9_000
    yield "jobs = 99999999999"
    yield "jobs = 1000000"
    yield "risk = nan"
    yield "today = 9999-12-31"
    yield "select = " + str(["A" * 90_000])
    yield "exclude = ['" + "**/" * 9_000 + "x']"
    yield "exclude = ['" + "*a" * 200 + "']"
    yield "id-pattern = '(a+)+$'"
    yield "id-pattern = '" + "(" * 9_000 + "'"
    yield "id-pattern = '(REF-)*{99999}{99999}'"
    yield "per-file-ignores = {'" + "*" * 9_000 + "' = ['KEY']}"
    yield "severity = {KEY = []}"
    yield "corpus = '/'"
    yield "corpus = '/proc'"
    yield "corpus = '/dev'"
    yield "corpus = '.'"
    yield "corpus = '..'"
    yield "corpus = 'a\\u0000b'".replace("'", '"')
    yield "baseline = 'a\\u0000b'".replace("'", '"')
    yield "baseline = '/dev/zero'"
    yield "baseline = '/dev/stdin'"
    yield "output = '/dev/full'"
    yield "judge = '/dev'"
    yield "llm = 'openai:" + "x" * 9_000 + "'"
    yield "a" * 5_000_000 + " = 1"
    yield "x = '" + "\\u0000" * 9_000 + "'"
    yield "\ufeffselect = []"
    yield "select = ['\\uD800']".replace("'", '"')


def _baseline_cases() -> Iterator[HostileCase]:
    named = write("citevet.toml", 'baseline = "b.json"\n')
    for at, name in enumerate(("a\\u0000b", "\\ud800", "a" * 9_000, "../" * 3_000, "/", "", ".", "loop", "a/" * 5_000)):
        text = f'{{"version": 1, "entries": {{"{name}": [{{"code": "KEY001", "fingerprint": "x"}}]}}}}'
        build = make_all(named, write("b.json", text), _link("loop", "loop"))
        yield HostileCase(f"baseline-path-{at}", build)
    for at, text in enumerate(("[" * 100_000, '{"version": 1, "entries": {"a": {}}}', '{"version": 1, "entries": [1]}', '{"version": ' + "1" * 6_000 + "}", "null", '{"version": 1, "entries": {"a": [{"code": [], "fingerprint": {}}]}}', "\udcff", '{"version": 1, "entries": {"a": [' + '{"code": "K", "fingerprint": "x"},' * 90_000 + "1]}}")):  # fmt: skip
        yield HostileCase(f"baseline-{at}", make_all(named, write("b.json", text)), audits=False)
    for target in ("b.json", "/dev/zero", "/dev/random", "..", "/"):
        yield HostileCase(
            f"baseline-link-{target.replace('/', '_')}", make_all(named, _link("b.json", target)), audits=False
        )
    yield HostileCase("baseline-pipe", make_all(named, _pipe("b.json")), audits=False)


def _link_cases() -> Iterator[HostileCase]:
    for target in (
        "a.md",
        "/dev/zero",
        "/dev/random",
        "/dev/stdin",
        "/proc/self/mem",
        "..",
        ".",
        "/",
        "b/../a.md",
        "\udcff",
    ):
        name = target.replace("/", "_").replace("\udcff", "byte")
        yield HostileCase(f"link-{name}", _link("a.md", target))
        yield HostileCase(
            f"link-named-{name}", _link("a.md", target), ("check", "--format", "json", "a.md", "sound.md")
        )
        yield HostileCase(
            f"include-{name}", make_all(_link("b.tex", target), write("a.tex", "\\input{b}\\bibliography{b}\n"))
        )
        yield HostileCase(
            f"bibliography-{name}",
            make_all(_link("b.bib", target), write("a.md", "---\nbibliography: b.bib\n---\n[@a]\n")),
        )
        yield HostileCase(f"settings-link-{name}", _link("citevet.toml", target), audits=False)
        yield HostileCase(f"policy-link-{name}", _link("citation-policy.yaml", target), audits=False)
    for ending in ("md", "pdf", "docx", "tex"):
        yield HostileCase(f"pipe-{ending}", _pipe(f"a.{ending}"))
        yield HostileCase(
            f"pipe-named-{ending}", _pipe(f"a.{ending}"), ("check", "--format", "json", f"a.{ending}", "sound.md")
        )
    yield HostileCase("pipe-settings", _pipe("citevet.toml"), audits=False)
    yield HostileCase("pipe-pyproject", _pipe("pyproject.toml"), audits=False)
    yield HostileCase("pipe-policy", _pipe("citation-policy.yaml"), audits=False)
    yield HostileCase("folders-in-folders", _deep_folders)
    yield HostileCase("folder-loop", _link("a/b/c", "../.."))
    yield HostileCase("odd-names", _odd_names)
    artifacts = "".join(f"See [a]({name}) and @{name} .\n\n" for name in ("/dev/zero", "/dev/random", "../../../../dev/zero", "pipe", "loop", "/proc/self/mem", "a" * 300, "a/" * 3_000, "%00", "\\x00"))  # fmt: skip
    yield HostileCase("artifacts", make_all(write("a.md", artifacts), _pipe("pipe"), _link("loop", "loop")))
    yield HostileCase("unreadable-document", _lock("a.md", "Text [1].\n"))
    yield HostileCase("unreadable-folder", make_all(write("closed/a.md", "Text [1].\n"), _lock("closed")))
    yield HostileCase("unreadable-settings", _lock("citevet.toml", "strict = true\n"), audits=False)
    yield HostileCase("unreadable-bibliography", make_all(write("a.md", "---\nbibliography: a.bib\n---\n[@a]\n"), _lock("a.bib", "@book{a}")))  # fmt: skip
    yield HostileCase("unreadable-corpus", make_all(write(f"{_CORPUS}/REF-002-b.md", _ENTRY.format(2, "two", "")), _lock(_CORPUS)), audits=False)  # fmt: skip


_TARGETS = ("/dev/random", "/dev/zero", "../../../../../../../../dev/zero", "pipe.pdf", "loop.pdf", "..", "/", "a\\0b", "/proc/self/mem", "far.pdf", "/etc/passwd", "a" * 5_000, "~/x.pdf", "file:///dev/zero", "C:\\\\a", "*", "")  # fmt: skip


def _corpus_cases() -> Iterator[HostileCase]:
    for command in (
        ("check", "--format", "json"),
        ("corpus", "list"),
        ("corpus", "health"),
        ("corpus", "search", "title"),
    ):
        short = command[-1] if command[0] == "corpus" else "check"
        for at, target in enumerate(_TARGETS):
            field = f'file: "{target}"\npdf: "{target}"\n'
            build = make_all(
                write(f"{_CORPUS}/REF-001-a.md", _ENTRY.format(1, "one", field)),
                write(f"{_CORPUS}/REF-002-b.md", _ENTRY.format(2, "two", "")),
                _pipe(f"{_CORPUS}/pipe.pdf"),
                _link(f"{_CORPUS}/loop.pdf", "loop.pdf"),
                _link(f"{_CORPUS}/far.pdf", "/dev/zero"),
            )
            yield HostileCase(f"source-{short}-{at}", build, command)
        for at, target in enumerate(
            ("REF-001-a.pdf", "/dev/random", "/dev/zero", "../../../../../dev/zero", "..", "/")
        ):
            build = make_all(
                write(f"{_CORPUS}/REF-001-a.md", _ENTRY.format(1, "one", "")),
                write(f"{_CORPUS}/REF-002-b.md", _ENTRY.format(2, "two", "")),
                _link(f"{_CORPUS}/REF-001-a.pdf", target),
                _link(f"{_CORPUS}/REF-002-b.html", target),
                _link(f"{_CORPUS}/REF-003-c.md", "REF-003-c.md"),
                _link(f"{_CORPUS}/REF-004-d.md", target),
                _link(f"{_CORPUS}/sub/again", ".."),
                _pipe(f"{_CORPUS}/REF-005-e.md"),
                _link(f"{_CORPUS}/note.md", "note.md"),
                _pipe(f"{_CORPUS}/other.md"),
            )
            yield HostileCase(f"corpus-links-{short}-{at}", build, command)
        yield HostileCase(f"corpus-many-{short}", _many_files, command)
        yield HostileCase(f"corpus-deep-{short}", _deep_corpus, command)
    build = make_all(
        write(f"{_CORPUS}/REF-002-b.md", _ENTRY.format(2, "two", "")), write("a.pdf", PDF_BOMBS["forms-10-20"])
    )
    yield HostileCase("corpus-add-bomb", build, ("corpus", "add", "a.pdf"))


def _policy_cases() -> Iterator[HostileCase]:
    for at, text in enumerate(("- a", "1", "version: [1]", "whitelist_enforcement: {corpus_path: /}", "whitelist_enforcement: {pattern: '(a+)+$'}", "severities: {KEY: {}}", "whitelist_enforcement: []", "version: 1\n? [a]\n: b\n", "1: 2", "null: null", "version: 1.0e400")):  # fmt: skip
        yield HostileCase(f"policy-{at}", write("citation-policy.yaml", text), audits=False)


def _link(name: str, target: str) -> Callable[[Path], None]:
    def build(folder: Path) -> None:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.symlink_to(target)

    return build


def _lock(name: str, text: str = "") -> Callable[[Path], None]:
    """Return a builder of a file, or of rights for a folder, that only root may open."""

    def build(folder: Path) -> None:
        if text:
            write(name, text)(folder)
        (folder / name).chmod(0)

    return build


def _pipe(name: str) -> Callable[[Path], None]:
    def build(folder: Path) -> None:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        os.mkfifo(path)

    return build


def _deep_folders(folder: Path) -> None:
    for at in range(200):
        folder = folder / f"d{at}"
        folder.mkdir()
    (folder / "a.md").write_text("Text [1].\n")


def _deep_corpus(folder: Path) -> None:
    top = folder / _CORPUS
    for _ in range(300):
        top = top / "d"
        top.mkdir(parents=True)
    write(f"{_CORPUS}/REF-002-b.md", _ENTRY.format(2, "two", ""))(folder)


def _many_files(folder: Path) -> None:
    write(f"{_CORPUS}/REF-002-b.md", _ENTRY.format(2, "two", ""))(folder)
    for at in range(3_000):
        (folder / _CORPUS / f"note-{at}.md").touch()


def _odd_names(folder: Path) -> None:
    for name in (
        b"a\xff.md",
        b"-.md",
        b"--help.md",
        b" .md",
        b"a\nb.md",
        b"\x1b[31m.md",
        "\u202eab.md".encode(),
        b"a" * 250 + b".md",
        b"*.md",
        b"'\"`$(x).md",
    ):
        Path(os.fsdecode(os.path.join(os.fsencode(folder), name))).write_text("Text [1].\n")  # noqa: PTH118 - bytes
