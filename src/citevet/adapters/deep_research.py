"""Reports of deep-research agents, in the shapes in which they come: each claim against the page that it cites."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from citevet.errors import UsageError
from citevet.identifiers.page_keys import make_page_key
from citevet.jobs.verify import Verifier
from citevet.model import Scope
from citevet.model.verification import SourceText
from citevet.records import dataclass
from citevet.report.agentos import Verified

# Where agents put the report, and where what they read: open_deep_research, gpt-researcher, STORM, Perplexity, the
# Responses API of OpenAI, and AgentOS.
_REPORTS = (
    "final_report",
    "report",
    "output_text",
    "answer",
    "markdown",
    "content",
    "text",
    "output",
    "message",
    "choices",
)
_SOURCES = ("sources", "search_results", "documents", "results", "references", "citations", "source_urls", "urls")
_TEXTS: Mapping[str, Scope] = {
    **dict.fromkeys(("content", "text", "raw_content", "page_content", "markdown", "body"), "full"),
    **dict.fromkeys(("snippet", "snippets", "description", "summary"), "snippet"),
    "abstract": "abstract",
}
_ADDRESSES = ("url", "link", "href", "uri", "source")
Given = Any  # what an agent or a client library made
_DEEPEST = 6  # objects inside each other in which a report is looked for
_HOW = "Pass the text of the report, or the object that the agent returned."


@dataclass(frozen=True, slots=True)
class ResearchReport:
    """The words of a report, and the pages that it names, in its order."""

    text: str
    sources: tuple[SourceText, ...] = ()

    @property
    def unread(self) -> tuple[str, ...]:
        """The addresses of pages whose text did not come along."""
        return tuple(each.url or each.title for each in self.sources if not each.text.strip())


def read_report(
    given: Given,
    sources: Iterable[Any] = (),
    *,
    pages: Mapping[str, str] | Callable[[str], str | None] | None = None,
) -> ResearchReport:
    """Return the text and the sources of a report.

    `pages` has the text of pages by address, in any spelling, or is a function that fetches it; sources that come as
    addresses need it.
    """
    text = given if isinstance(given, str) else _find_text(given, _DEEPEST)
    if not text.strip():
        raise UsageError(f"{type(given).__name__} has no report", to="read_report", advice=_HOW)
    listed = list(sources) or list(_find_sources(given, _DEEPEST))
    fetch = _make_fetch(pages)
    return ResearchReport(text, tuple(_make_source(each, fetch) for each in listed))


def verify_report(
    given: Given,
    sources: Iterable[Any] = (),
    *,
    pages: Mapping[str, str] | Callable[[str], str | None] | None = None,
    verifier: Verifier | None = None,
) -> Verified:
    """Verify each claim of a report by the pages that it cites, `[2]` being the second, and then by the others."""
    report = read_report(given, sources, pages=pages)
    return (verifier or Verifier()).verify(report.text, report.sources)


def _find_text(given: Given, depth: int) -> str:
    if isinstance(given, str):
        return given
    if depth == 0:
        return ""
    if isinstance(given, Mapping):
        return next((text for name in _REPORTS if (text := _find_text(given.get(name), depth - 1)).strip()), "")
    if isinstance(given, Sequence) and not isinstance(given, bytes):
        return "\n\n".join(filter(None, (_find_text(each, depth - 1) for each in given)))
    fields = _fields(given)
    return _find_text(fields, depth) if fields else ""


def _find_sources(given: Given, depth: int) -> Iterator[Given]:
    """Yield the first list of sources in an object, or the addresses of its annotations, each once."""
    fields = given if isinstance(given, Mapping) else _fields(given)
    if not fields or depth == 0:
        return
    found = next((fields[name] for name in _SOURCES if fields.get(name) and not isinstance(fields[name], str)), None)
    if found is not None:
        if isinstance(found, Mapping):  # by address, or by number
            found = [{"url": key, "content": each} if isinstance(each, str) else each for key, each in found.items()]
        yield from found
        return
    seen: set[str] = set()
    for note in _list_annotations(given, depth):
        if (key := make_page_key(str(note.get("url", "")))) not in seen:
            seen.add(key)
            yield note


def _list_annotations(given: Given, depth: int) -> Iterator[Mapping[str, Given]]:
    if depth < 0 or isinstance(given, str | bytes):
        return
    fields = given if isinstance(given, Mapping) else _fields(given)
    if fields:
        for note in fields.get("annotations") or ():
            own = note if isinstance(note, Mapping) else _fields(note)
            about = own.get("url_citation", own)  # the Chat Completions API has one object more
            inner = about if isinstance(about, Mapping) else _fields(about)
            yield from [inner] if inner.get("url") else []
        for value in fields.values():
            yield from _list_annotations(value, depth - 1)
    elif isinstance(given, Sequence):
        for each in given:
            yield from _list_annotations(each, depth - 1)


def _fields(item: Given) -> Mapping[str, Given]:
    """Return the fields of an object of a client library; none of what is a plain value or a list."""
    if item is None or isinstance(item, str | bytes | int | float | Sequence):
        return {}
    dump = getattr(item, "model_dump", None)
    found = dump() if callable(dump) else getattr(item, "__dict__", {})
    return found if isinstance(found, Mapping) else {}


def _make_fetch(pages: Mapping[str, str] | Callable[[str], str | None] | None) -> Callable[[str], str]:
    if callable(pages):
        return lambda url: pages(url) or ""
    known = {make_page_key(url): text for url, text in (pages or {}).items()}
    return lambda url: known.get(make_page_key(url), "")


def _make_source(given: Given, fetch: Callable[[str], str]) -> SourceText:
    if isinstance(given, SourceText):
        return given
    if isinstance(given, str):
        is_address = given.startswith(("http://", "https://"))
        return SourceText(fetch(given), given) if is_address else SourceText(given)
    fields = given if isinstance(given, Mapping) else _fields(given)
    about = fields.get("metadata") or {}
    url = next((str(each[name]) for each in (fields, about) for name in _ADDRESSES if each.get(name)), "")
    title = str(fields.get("title") or about.get("title") or "")
    found = next(((name, fields[name]) for name in _TEXTS if fields.get(name)), None)
    page = fetch(url) if url else ""
    if page or found is None:
        return SourceText(page, url or None, title)
    name, words = found
    text = words if isinstance(words, str) else "\n".join(map(str, words))
    return SourceText(text, url or None, title, scope=_TEXTS[name])
