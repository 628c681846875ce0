"""Wikitext: `<ref name=x>…</ref>`, its reuse `<ref name=x/>`, and `{{sfn|Smith|2020|p=12}}`."""

from collections.abc import Iterator
from re import IGNORECASE, Match
from re import compile as pattern

from citevet.extract.found import Found
from citevet.extract.locators import locator
from citevet.extract.scene import Scene
from citevet.model import Document, Reference, Span

_REF = pattern(
    r"<ref(?P<attributes>(?:\s[^<>/]{0,200})?)(?:/\s*>|>(?P<content>(?:[^<]|<(?!/?ref\b)){0,20000})</ref\s*>)",
    IGNORECASE,
)
_NAME = pattern(r"""name\s*=\s*(?:"([^"]{1,100})"|'([^']{1,100})'|([^\s"'/>]{1,100}))""", IGNORECASE)
_SFN = pattern(r"\{\{(?:sfn|sfnp|harvnb|harv|harvp)\|([^{}]{1,300})\}\}", IGNORECASE)
_RP = pattern(r"\s?\{\{rp\|(?:pages?=)?([^{}|]{1,60})\}\}", IGNORECASE)
_FIELD = pattern(r"\|\s*(title|last1?|author|year|date)\s*=\s*([^|{}]{1,300})", IGNORECASE)
_YEAR = pattern(r"\d{4}[a-z]?")


def definitions(document: Document) -> Iterator[Reference]:
    """Yield each `<ref>` that holds a source; the element is citation and entry in one."""
    for number, match in enumerate(_refs(document), 1):
        if match["content"] is not None:
            yield _entry(document, _name(match) or f"ref-{number}", Span(*match.span("content")))


def _entry(document: Document, name: str, span: Span) -> Reference:
    fields = {key.lower(): value.strip() for key, value in _FIELD.findall(document.slice(span))}
    author = fields.get("last") or fields.get("last1") or fields.get("author", "").split(",")[0]
    year = _YEAR.search(fields.get("year") or fields.get("date", ""))
    return Reference(
        "",
        name,
        span,
        document.slice(span),
        "wiki",
        title=fields.get("title"),
        authors=(author,) if author else (),
        year=year[0] if year else None,
    )


def find(scene: Scene) -> Iterator[Found]:
    """Find references by element and by template."""
    for number, match in enumerate(_refs(scene.document), 1):
        name = _name(match) or f"ref-{number}"
        page = _RP.match(scene.document.text, match.end())
        end = page.end() if page else match.end()
        yield Found("wiki", Span(match.start(), end), name, locator(f"p. {page[1]}") if page else None, name)
    for match in _SFN.finditer(scene.prose):
        yield _short(match)


def _refs(document: Document) -> Iterator[Match[str]]:
    if "<ref" not in document.text or document.format not in {"markdown", "text"}:
        return
    hidden = [region.span for region in document.regions if region.kind in {"code", "comment"}]
    index = 0
    for match in _REF.finditer(document.text):
        while index < len(hidden) and hidden[index].end <= match.start():
            index += 1
        if index == len(hidden) or hidden[index].start > match.start():
            yield match


def _name(match: Match[str]) -> str | None:
    found = _NAME.search(match["attributes"])
    return next(filter(None, found.groups()), None) if found else None


def _short(match: Match[str]) -> Found:
    fields = [field.strip() for field in match[1].split("|")]
    words = [field for field in fields if "=" not in field]
    year = next((word for word in words if _YEAR.fullmatch(word)), "")
    authors = [word for word in words if word != year]
    page = next((field.split("=")[1] for field in fields if field.startswith(("p=", "pp="))), None)
    return Found(
        "wiki",
        Span(*match.span()),
        " ".join([*authors, year]).lower(),
        locator(f"p. {page}") if page else None,
        parts={"authors": "; ".join(authors), "year": year},
    )
