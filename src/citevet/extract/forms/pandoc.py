"""Citation keys of pandoc, Quarto and MyST: `[see @doe99, pp. 33-35; -@smith04]`, `@doe99 [p. 3]`, `{cite:p}`."""

from collections.abc import Iterator
from re import IGNORECASE
from re import compile as pattern

from citevet.extract.found import Found
from citevet.extract.locators import locator
from citevet.extract.scene import BLANK, Scene
from citevet.model import CitationKind, Span

# Manubot's keys are identifiers themselves, addresses among them.
_KEY = r"-?@(?:\{[^{}\s\0]{1,300}\}|url:https?://[^\s\[\];\0]{1,500}|\w+(?:[:.#$%&+?<>~/-]\w+)*)"
_IDENTIFIED = pattern(r"(doi|pmid|pmcid|arxiv|isbn|url):(.+)", IGNORECASE)
_PACKAGE = pattern(r"@[a-z][\w.-]*/[\w.-]+")  # @scope/name; a key with a slash has a colon before it
_TEXT = r"(?:[^\[\]\0]|\[[^\[\]\0]{0,80}\])"
_BRACKET = pattern(rf"(?<!\])\[([^\[\]\0@]{{0,200}}(?<!\w){_KEY}{_TEXT}{{0,1000}})\](?![(:])")
_IN_BRACKET = pattern(rf"(?<!\w){_KEY}")
_BARE = pattern(rf"(?<![\w@/.\[\]`<({{-]){_KEY}(?P<suffix>\s?\[[^\[\]@\0]{{1,80}}\])?")
_BARE_ROUND = pattern(rf"(?<=\(){_KEY}(?P<suffix>\s?\[[^\[\]@\0]{{1,80}}\])?")
_ROLE = pattern(r"\{cite(?::[\w:]+)?\}`([^`\r\n]{1,500})`")
_ROLE_KEY = pattern(r"[^\s,;`{}]+(?:\{[^{}]*\})?")
# Quarto's names for figures, tables, equations and the like: cross-references, not citations.
_INSIDE = pattern(r"-?@(?:fig|tbl|eq|sec|lst|thm|lem|cor|prp|cnj|def|exm|exr|rem|sol|nte|tip|wrn|imp|cau|tab|ref)[-:]")


def find(scene: Scene) -> Iterator[Found]:
    """Find bracketed keys; bare ones only where the document has a bibliography or brackets a key elsewhere."""
    if scene.document.format not in {"markdown", "text"}:
        return
    if "@" not in scene.prose:
        yield from _roles(scene)
        return
    known = {reference.key for reference in scene.references}
    bracketed = list(_bracketed(scene, known))
    yield from bracketed
    if bracketed or known or scene.document.metadata.get("bibliography") or scene.document.metadata.get("references"):
        yield from _bare(scene, known, open_list=bool(bracketed) or bool(scene.document.metadata.get("bibliography")))
    yield from _roles(scene)


def _bracketed(scene: Scene, known: set[str]) -> Iterator[Found]:
    for match in _BRACKET.finditer(scene.prose):
        keys = [key for key in _IN_BRACKET.finditer(match[1]) if not _is_other(key[0], known)]
        whole = Span(*match.span())
        for key in keys:
            start = match[1].rfind(";", 0, key.start()) + 1
            end = match[1].find(";", key.end())
            item = match[1][start : end if end >= 0 else len(match[1])]
            offset = match.start(1) + start + len(item) - len(item.lstrip())
            span = Span(offset, offset + len(item.strip()))
            several = len(keys) > 1
            yield _found(key[0], span if several else whole, item[key.end() - start :], whole if several else None)


def _bare(scene: Scene, known: set[str], *, open_list: bool) -> Iterator[Found]:
    for form in (_BARE, _BARE_ROUND):
        for match in form.finditer(scene.prose):
            key = _key(match[0][: match.start("suffix") - match.start()] if match["suffix"] else match[0])
            if not _is_other(f"@{key}", known) and (key in known or open_list):
                yield _found(f"@{key}", Span(*match.span()), match["suffix"] or "", None, narrative=True)


def _is_other(written: str, known: set[str]) -> bool:
    """Say whether the at-sign opens a cross-reference or the name of a package."""
    return bool(_INSIDE.match(written) or (_PACKAGE.fullmatch(written) and _key(written) not in known))


def _roles(scene: Scene) -> Iterator[Found]:
    for match in _ROLE.finditer(scene.document.text):
        if scene.prose[match.start()] == BLANK:  # the brace itself stands in code: `\todo{cite}` or `x`
            continue
        keys = list(_ROLE_KEY.finditer(match[1]))
        whole = Span(*match.span())
        for key in keys:
            span = Span(match.start(1) + key.start(), match.start(1) + key.end()) if len(keys) > 1 else whole
            yield _found(key[0].split("{")[0], span, key[0], whole if len(keys) > 1 else None)


def _found(written: str, span: Span, suffix: str, group: Span | None, *, narrative: bool = False) -> Found:
    key = _key(written)
    parts = {"narrative": "yes"} if narrative else {}
    identified = _IDENTIFIED.fullmatch(key)
    if identified:
        kind: CitationKind = identified[1].lower()  # type: ignore[assignment]  # the pattern names kinds only
        normal = identified[2].lower() if kind == "doi" else identified[2]
        return Found(kind, span, normal, locator(suffix), group=group, parts=parts)
    return Found("key", span, key, locator(suffix), key, group, parts)


def _key(written: str) -> str:
    return written.lstrip("-").removeprefix("@").removeprefix("{").removesuffix("}")
