r"""Find citations of the project's files, `[path@hash, L42-58]`, in the forms that hosts and people write.

A bracket is split into items, each a target with its lines: `[Dockerfile@hash, L1; docs\my notes.md, 4-9]`. What
looks like a file citation and cannot be read is one with a fault, so that no run passes over it.
"""

import re
from collections.abc import Iterator

from citevet.contracts import ProjectIds
from citevet.extract.masked_text import BLANK, FoundCitation, MaskedText, share_marker
from citevet.limits import MAX_ITEMS
from citevet.model import Locator, Span
from citevet.patterns import lazy_pattern
from citevet.records import dataclass, replace
from citevet.tables import read_words

# A path may have brackets of its own: app/[id]/page.tsx. Possessive, so that brackets without an end cost nothing.
_BRACKET = lazy_pattern(r"\[((?:[^\[\]]|(?<=/)\[[^\[\]]{0,200}\])*+)\]")
_LINK_AFTER = frozenset("[(:")
_WORD = lazy_pattern(r"\w")
_TOKEN = lazy_pattern(r"[^;,]+")
_EMPTY_LINE = lazy_pattern(r"\n[ \t]*\n")
_LINE_BREAK = lazy_pattern(r"\s*\n\s*")
_SIGNAL = lazy_pattern(r"(?:[Ss]ee(?: also)?|[Cc]f\.?|from|[Ss]ources?:)\s+")
_LINES = lazy_pattern(r"(?:(?P<label>L|l|[Ll]ines?\s?|ll?\.\s?))?(\d{1,7})(?:\s?[–—-]\s?[Ll]?(\d{1,7}))?")
_BAD_LINES = lazy_pattern(r"L[\w–-]{1,20}|[Ll]ines?\s.{1,30}")
# Lines without their comma: path:4-9, path#L4-9, path@hash L4
_GLUED = lazy_pattern(r"(?P<target>[^\s#:]{1,400}?)(?:[ \t]+(?=L)|[#:](?=L?\d))(?P<lines>L?\d{1,7}(?:[–-]L?\d{1,7})?)")
_HASH = lazy_pattern(r"(sha256:)?([0-9a-f]{6,64})", flags=re.IGNORECASE)
_BARE_HASH = lazy_pattern(r"@[0-9a-fA-F]{16}(?![\w@])")
_HASH_LENGTH = 16
_VERSION = lazy_pattern(r"[v^~]?\d+(?:\.\d+)+[\w.-]{0,20}|[\w-]{1,60}(?:\.[\w-]{1,60}){1,5}")  # 4.17.21, example.org
# An absolute path needs a hash or lines: `[/users]` is a route.
_PATH = lazy_pattern(r"[/\\]?[\w.@~+-][\w./\\@~+\-()#$%]*")
_SPACED_PATH = lazy_pattern(r"[\w.~+-][\w./\\@~+\-()#$%&' \[\]]*")
_ENDING = lazy_pattern(r"\.[A-Za-z][A-Za-z0-9]{0,9}$")
_HIDDEN = lazy_pattern(r"\.[A-Za-z][\w-]{1,30}")  # .dockerignore
_SLASHES = frozenset("/\\")
_REACH = 400  # characters before a hash outside brackets, or of a path

# Files without an ending, as github-linguist and GitHub's community health files name them.
_FILE_NAMES = read_words("""Dockerfile Containerfile Makefile GNUmakefile makefile Rakefile Gemfile Podfile Brewfile
    Vagrantfile Procfile Jenkinsfile Justfile justfile Caddyfile Tiltfile Earthfile Snakefile Berksfile Capfile Thorfile
    Guardfile Fastfile Dangerfile Cartfile Pipfile Doxyfile Kconfig SConstruct SConscript PKGBUILD CODEOWNERS LICENSE
    LICENCE COPYING NOTICE README CHANGELOG AUTHORS CONTRIBUTORS MAINTAINERS INSTALL VERSION WORKSPACE BUILD MANIFEST
    configure gradlew mvnw go.mod go.sum""")
# Endings of files that stand alone in brackets; most common languages of GitHub, by github-linguist (languages.yml).
_ENDINGS = read_words("""py js jsx ts tsx mjs java kt swift rb php go rs c h cc cpp hpp cs scala jl lua pl sh bash sql r
    md mdx rst adoc tex bib txt csv tsv json jsonl yaml yml toml ini cfg xml html css ipynb qmd tf proto gradle""")


@dataclass(frozen=True, slots=True)
class _ListedFile:
    """One cited file of a bracket."""

    start: int  # in the bracket's text
    end: int
    written: str  # the target: path, and perhaps @hash
    path: str
    digest: str = ""
    prefix: str = ""  # sha256:
    rest: str | None = None  # after the last @, where that is no hash
    lines: tuple[str, ...] = ()
    glued: str = ""  # lines that no comma separates

    @property
    def names_lines(self) -> bool:
        """Whether lines are written with their letter or word."""
        return any(each[:1] in {"L", "l"} for each in self.lines)


def find_artifacts(scene: MaskedText) -> Iterator[FoundCitation]:
    """Find brackets that cite files; where only those are checked, also whatever looks like a citation of one."""
    prose, text, done = scene.prose, scene.document.text, 0
    for match in _BRACKET.finditer(prose):
        items = _read_bracket(match, scene)
        if items and scene.ids.only_files:
            yield from _find_bare(scene, done, match.start())
            done = match.end()
        own = [Span(match.start(1) + each.start, match.start(1) + each.end) for each in items]
        for item, (span, group) in zip(items, share_marker(Span(*match.span()), own), strict=True):
            yield _make_citation(item, span, group, text)
    if scene.ids.only_files:
        yield from _find_bare(scene, done, len(prose))


def _read_bracket(match: re.Match[str], scene: MaskedText) -> list[_ListedFile]:
    """Return the files that a bracket cites; a picture, a note, a link and an index of a word cite none."""
    prose, ids = scene.prose, scene.ids
    before = prose[max(match.start() - 1, 0) : match.start()]
    inner = match[1] if not ids.only_files else scene.document.text[match.start(1) : match.end(1)]
    if before == "!" or BLANK in inner or inner.startswith(("^", "#")) or _EMPTY_LINE.search(inner):
        return []
    is_label = prose[match.end() : match.end() + 1] in _LINK_AFTER or before == "]" or _WORD.match(before) is not None
    is_doubled = before == "["  # [[./plot.pdf]] is a link or figure of Org or a wiki
    if is_label and not ids.only_files:
        return []
    items = [_join_scope(each, ids) for each in _split(inner)]
    if ids.only_files:
        found = [each for each in items if _may_be_file(each, ids)]
        is_cited = any(each.digest or each.names_lines for each in found) if is_label or is_doubled else bool(found)
        return items if is_cited else []
    return [each for each in items if _is_file(each) and (each.digest or each.lines or not is_doubled)]


def _split(inner: str) -> list[_ListedFile]:
    """Return the targets of a bracket with the lines that follow each."""
    items: list[_ListedFile] = []
    for token in _TOKEN.finditer(inner):
        text = token[0].strip()
        start = token.start() + token[0].index(text) if text else token.start()
        if items and _is_lines(text, items[-1]):
            items[-1] = replace(items[-1], end=start + len(text), lines=(*items[-1].lines, text.replace("`", "")))
        elif text and len(items) < MAX_ITEMS:
            items.append(_read_target(text, start))
    return items


def _is_lines(text: str, before: _ListedFile) -> bool:
    bare = text.replace("`", "")
    is_bad = _BAD_LINES.fullmatch(bare) is not None and bare not in _FILE_NAMES and not before.lines
    return _LINES.fullmatch(bare) is not None or is_bad


def _read_target(text: str, start: int) -> _ListedFile:
    signal = _SIGNAL.match(text)
    lead = signal.end() if signal else 0
    written = text[lead:].replace("`", "")
    glued = _GLUED.fullmatch(written)
    target = glued["target"] if glued else written
    path, at, rest = target.rpartition("@")
    hashed = _HASH.fullmatch(rest.strip()) if at else None
    item = _ListedFile(start + lead, start + len(text), target, path, glued=glued["lines"] if glued else "")
    if hashed:
        return replace(item, digest=hashed[2], prefix=hashed[1] or "")
    return replace(item, path=path if at else target, rest=rest if at else None)


def _join_scope(item: _ListedFile, ids: ProjectIds) -> _ListedFile:
    """Return an item without a hash with its whole path: packages/@scope/name.ts has an @ too."""
    is_path = item.rest is not None and bool(_SLASHES & {*item.rest} or _ENDING.search(item.rest))
    if not is_path or (ids.only_files and "/" not in item.written and "\\" not in item.written):
        return item
    return replace(item, path=item.written, rest=None)


def _is_file(item: _ListedFile) -> bool:
    """Return whether an item of any document cites a file."""
    path = item.path
    if item.rest is not None or (item.glued and not item.digest) or _is_foreign(path):
        return False
    folder, ending = not _SLASHES.isdisjoint(path), _ENDING.search(path) or _HIDDEN.fullmatch(path)
    if item.digest and len(item.digest) == _HASH_LENGTH:
        return bool(path.strip())
    if not _PATH.fullmatch(path):  # with blanks
        return bool(_SPACED_PATH.fullmatch(path) and ending and (item.digest or item.names_lines))
    if item.digest or item.names_lines:
        return bool(folder or ending or path in _FILE_NAMES)
    return bool(folder and ending) and not path.startswith(tuple(_SLASHES))


def _is_foreign(path: str) -> bool:
    """Return whether this is an address, a key, a note or an id of the corpus."""
    return "://" in path or path.startswith(("^", "@", "REF-", "#"))


def _may_be_file(item: _ListedFile, ids: ProjectIds) -> bool:
    """Return whether an item could be meant as a file citation, where those alone are checked."""
    if item.digest:
        return True
    if _is_foreign(item.written) and not (item.written.startswith("@") and item.lines):
        return False
    path, is_known = item.path.strip(), _is_known(item.path.strip(), ids)
    ending = bool(_ENDING.search(path))
    if item.rest is not None:  # not a hash: a branch, a version, the host of an e-mail address
        is_other = _VERSION.fullmatch(item.rest) is not None and not item.lines
        return bool(item.names_lines or ((is_known or ending) and not is_other))
    if item.names_lines:
        return bool(path) and _LINES.fullmatch(path) is None
    folder = not _SLASHES.isdisjoint(path)
    is_placed = folder or bool(item.lines or item.glued) or path.rpartition(".")[2].lower() in _ENDINGS
    return is_known or (ending and _PATH.fullmatch(path) is not None and is_placed)


def _is_known(path: str, ids: ProjectIds) -> bool:
    """Return whether a name is that of a file or an id; not a number, nor the x of a checkbox."""
    if path in _FILE_NAMES or path in ids.artifacts:
        return True
    return ids.has_file is not None and 1 < len(path) <= _REACH and not path.isdecimal() and ids.has_file(path)


@dataclass(frozen=True, slots=True)
class _Form:
    """What is wrong with the form of an item, and the right text if that is certain."""

    fault: str | None = None
    correction: str | None = None


def _make_citation(item: _ListedFile, span: Span, group: Span | None, text: str) -> FoundCitation:
    written = span.of(text)
    path = _LINE_BREAK.sub(lambda found: _join_lines(item.path, found), item.path.strip())
    form = _find_fault(item, path, written)
    digest = {"hash": item.digest} if item.digest else {}
    lines = ", ".join(filter(None, map(_format_lines, (*item.lines, item.glued))))
    return FoundCitation(
        "artifact",
        span,
        f"{path}@{item.digest.lower()}" if item.digest else path,
        Locator(lines=lines) if lines else None,
        group=group,
        parts={"path": path, **digest},
        fault=form.fault,
        correction=form.correction,
    )


def _join_lines(path: str, found: re.Match[str]) -> str:
    """Join a path over a line end: docs/my⏎notes.md has a blank there, src/⏎login.py has none."""
    return "" if path[found.start() - 1] in "/\\@" or path[found.end() : found.end() + 1] in {"/", "\\"} else " "


def _format_lines(written: str) -> str:
    found = _LINES.fullmatch(written)
    return "-".join(filter(None, found.groups()[1:])) if found else ""


def _find_fault(item: _ListedFile, path: str, written: str) -> _Form:
    if not path:
        return _Form("no file stands before the @")
    if item.rest is not None:
        said = f'"{item.rest.strip()}" after the @ is no hash' if item.rest.strip() else "no hash stands after the @"
        return _Form(f"{said}; it needs {_HASH_LENGTH} hexadecimal digits")
    if item.digest and (found := _find_hash_fault(item, written)):
        return found
    if item.glued:
        right = f"{item.written}, {item.glued if item.glued.startswith('L') else 'L' + item.glued}"
        is_plain = written.strip("[]").strip() == written.strip("[]")
        return _Form(f"no comma stands before {item.glued}", _put_back(written, right) if is_plain else None)
    if "\n" in item.path and path != " ".join(item.path.split()):
        return _Form("the path is broken by a line end", written.replace(item.path.strip(), path))
    return _Form(next(filter(None, map(_find_lines_fault, item.lines)), None))


def _find_hash_fault(item: _ListedFile, written: str) -> _Form | None:
    digest, right = item.digest, item.digest.lower()
    if len(digest) != _HASH_LENGTH:
        return _Form(f"the hash has {len(digest)} digits, where it needs {_HASH_LENGTH}")
    if item.prefix:
        return _Form(f"{item.prefix} stands before the hash", written.replace(f"{item.prefix}{digest}", right))
    if digest != right:
        return _Form("the hash is written in capitals", written.replace(digest, right))
    if not item.written.endswith(f"{item.path.rstrip()}@{digest}"):
        return _Form("a blank stands beside the @", re.sub(r"\s*@\s*(?=[0-9a-f]{16})", "@", written))
    return None


def _put_back(written: str, right: str) -> str:
    return f"[{right}]" if written.startswith("[") else right


def _find_lines_fault(lines: str) -> str | None:
    found = _LINES.fullmatch(lines)
    if not found:
        return f"{lines} names no lines"
    if found[3] and int(found[3]) < int(found[2]):
        return f"the lines run backwards: {found[2]} to {found[3]}"
    return None


def _find_bare(scene: MaskedText, start: int, end: int) -> Iterator[FoundCitation]:
    """Find paths with a hash outside square brackets, or in brackets that do not close."""
    for match in _BARE_HASH.finditer(scene.prose, start, end):
        first = match.start()
        while first > max(start, match.start() - _REACH) and not _ends_path(scene.prose[first - 1]):
            first -= 1
        path = scene.prose[first : match.start()]
        if "://" in path:  # a version in the address of a package
            continue
        span, digest = Span(first, match.end()), match[0][1:]
        fault = "it needs square brackets around it: [path@hash, L42-58]"
        parts = {"path": path, "hash": digest}
        yield FoundCitation("artifact", span, f"{path}@{digest.lower()}", parts=parts, fault=fault)


def _ends_path(sign: str) -> bool:
    return sign.isspace() or sign in "[](){}<>\"'`,;|【】" or sign == BLANK
