"""What each tool does: JSON arguments in, the answer of every interface out."""

from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from itertools import chain
from pathlib import Path
from secrets import token_urlsafe
from threading import Lock
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeVar

from citevet.contracts import Progress
from citevet.errors import NotAllowed, TooLarge, UnknownName, UnsentInput, WrongArgument, rename_arguments, require_one
from citevet.jobs.check import Target, run_check
from citevet.jobs.corpus.search import search_corpus as search_pages
from citevet.jobs.document_audit import load_companions
from citevet.jobs.file_roots import FileRoots
from citevet.jobs.given_sources import GivenSources
from citevet.jobs.guard import StreamGuard
from citevet.jobs.lookups import explain_rule as find_rules
from citevet.jobs.lookups import list_targets
from citevet.jobs.prepared_sources import prepare_sources as read_sources
from citevet.jobs.resolve_works import resolve_given
from citevet.jobs.verify import Verifier
from citevet.jobs.verify_files import read_source_file
from citevet.jobs.verify_inputs import read_call
from citevet.limits import SERVED_SOURCES
from citevet.model.verification import ALIASES
from citevet.read import parse_text, read
from citevet.read.files import load_file
from citevet.records import Foreign, dataclass, field, replace
from citevet.report.agentos import Verified
from citevet.report.checked import MOST_FINDINGS, checked_to_dict
from citevet.report.json import dump_pretty, render
from citevet.report.resolved import ResolvedWorks
from citevet.rules import resolve_selector
from citevet.session import Session

if TYPE_CHECKING:
    from citevet.world.llm_client import LlmAnswer, Question

Answer = dict[str, Any]
Kept = TypeVar("Kept")
_TEXT_NAME = "document.md"
_MOST_SENTENCES = 500  # that a chunk of a stream ends


class Shelf(Generic[Kept]):
    """The last things that a caller may name again, under names that cannot be guessed."""

    def __init__(self, most: int = SERVED_SOURCES) -> None:
        self._most = most
        self._kept: OrderedDict[str, Kept] = OrderedDict()
        self._lock = Lock()

    def keep(self, thing: Kept) -> str:
        """Keep a thing, and return its name; the oldest goes when there are too many."""
        name = token_urlsafe(16)
        with self._lock:
            self._kept[name] = thing
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)
        return name

    def find(self, name: str, what: str) -> Kept:
        """Return a thing by its name."""
        with self._lock:
            found = self._kept.get(name)
        if found is None:
            advice = "Newer ones replaced it, or the program was started again: send the sources again, as a list."
            raise UnknownName(f"there is no {what} of this name", to=str(name)[:40], advice=advice)
        return found

    def drop(self, name: str) -> None:
        """Forget a thing."""
        with self._lock:
            self._kept.pop(name, None)


@dataclass(slots=True)
class ToolContext:
    """Who calls, what may be read, and what is kept between calls."""

    session: Session  # of texts that belong to no project; it keeps the verifier
    roots: FileRoots = field(default_factory=FileRoots)
    options: Mapping[str, Any] = field(default_factory=dict)  # by the names of the configuration keys
    online: bool = False
    judge: str = "best"
    no_web: str = "The web was not searched: the network is off."
    ask_host: "Callable[[Question], LlmAnswer] | None" = None  # the way to the model of the program that called us
    find_verifier: "Callable[[], Verifier] | None" = None
    most_characters: int | None = None  # of all sources of a call
    progress: Progress | None = None
    keep: Callable[[str], str | None] = lambda _: None  # keeps a full report, and returns its address
    sources: Shelf[GivenSources] = field(default_factory=Shelf)
    guards: Shelf[StreamGuard] = field(default_factory=Shelf)

    @property
    def verifier(self) -> Verifier:
        """The verifier of the call; by default one that lasts."""
        if self.find_verifier:
            return self.find_verifier()
        return self.session.once(("verifier", self.judge), lambda: Verifier(nli=self.judge))

    @property
    def session_options(self) -> dict[str, Any]:
        """The options of every Session."""
        return {**self.options, **({"online": True} if self.online else {"offline": True})}


def check_document(  # noqa: PLR0913 - the arguments of the tool, all by name
    context: ToolContext,
    *,
    path: str | None = None,
    text: str | None = None,
    name: str = _TEXT_NAME,
    judge: bool = False,
    online: bool | None = None,
    select: Sequence[str] = (),
    extend_select: Sequence[str] = (),
    ignore: Sequence[str] = (),
    strict: bool = False,
    corpus_only: bool = False,
    no_author_year: bool = False,
    max_findings: int = MOST_FINDINGS,
) -> Answer:
    """Check the citations of one document."""
    require_one(to="check_document", path=path, text=text)
    if online and not context.online:
        raise NotAllowed("the network is off here", to="online", advice="Leave it out.")
    given = {"select": select, "extend_select": extend_select, "ignore": ignore}
    for each in chain(*given.values()):
        resolve_selector(each)
    switches = {"strict": strict, "corpus_only": corpus_only, "no_author_year": no_author_year}
    options = {
        **context.session_options,
        **({"offline": True, "online": None} if online is False else {}),
        "judge": context.judge if judge else "none",
        **{key: ",".join(value) for key, value in given.items() if value},
        **{key: True for key, value in switches.items() if value},
    }
    target, session = _open(context, path, text, name, options)
    report = run_check(target, session, progress=context.progress)
    shown = checked_to_dict(report, max_findings)
    return {**shown, "report": context.keep(render(report))}


def verify_claims(
    context: ToolContext,
    *,
    text: str | None = None,
    claims: Sequence[str] | None = None,
    sources: Foreign = (),
    paths: Sequence[str] = (),
    web_fallback: bool = False,
) -> Answer:
    """Verify a text, or claims, against sources."""
    asked, web, _ = read_call(text=text, claims=claims, web_fallback=web_fallback)
    given = _find_sources(context, sources, paths)
    is_searched = web and context.online
    found = context.verifier.verify_against(given, asked, progress=context.progress, web_fallback=is_searched)
    return _answer_verified(context, found, asked_web=web)


def verify_many(
    context: ToolContext,
    *,
    items: Sequence[Any],
    sources: Foreign = None,
    paths: Sequence[str] = (),
    web_fallback: bool = False,
) -> Answer:
    """Verify many answers together; an item is a text, a list of claims, or a call with sources of its own."""
    shared = None if sources is None and not paths else _find_sources(context, sources or (), paths)
    calls = [_open_item(context, item, web=web_fallback) for item in items]
    asked_web = [each["web_fallback"] for each in calls]
    allowed = [{**each, "web_fallback": each["web_fallback"] and context.online} for each in calls]
    found = context.verifier.verify_many(allowed, shared, progress=context.progress)
    return {
        "results": [_answer_verified(context, each, asked_web=web) for each, web in zip(found, asked_web, strict=True)]
    }


def prepare_sources(context: ToolContext, *, sources: Foreign = (), paths: Sequence[str] = ()) -> Answer:
    """Read sources once, and return the name by which other calls use them."""
    given = _find_sources(context, sources, paths)
    listed = [{"id": f"s{n}", "title": s.title, "url": s.url} for n, s in enumerate(given, 1)]
    return {"sources": context.sources.keep(given), "count": len(given), "listed": listed}


def guard_stream(
    context: ToolContext,
    *,
    chunk: str = "",
    finish: bool = False,
    guard: str | None = None,
    sources: Foreign = None,
    paths: Sequence[str] = (),
    on_unsupported: Literal["flag", "block"] = "flag",
) -> Answer:
    """Take the next chunk of a stream, and return the sentences that it finished, each verified."""
    name, opened = open_guard(context, guard, sources, paths, on_unsupported)
    if opened.count_finished(chunk) > _MOST_SENTENCES:
        what = f"the chunk ends more than {_MOST_SENTENCES} sentences"
        raise TooLarge(what, to="guard_stream", advice="Send it in smaller parts.")
    events = [*opened.feed(chunk), *(opened.finish() if finish else ())]
    return {"guard": name, "events": [event.to_dict() for event in events]}


def open_guard(
    context: ToolContext,
    guard: str | None,
    sources: Foreign,
    paths: Sequence[str],
    on_unsupported: Literal["flag", "block"],
) -> tuple[str, StreamGuard]:
    """Return the guard of an earlier call, or a new one, with its name."""
    if guard is not None:
        if sources is not None or paths:
            raise WrongArgument("a guard has its sources already", to="guard", advice="Leave out one of the two.")
        return guard, context.guards.find(guard, "guard")
    if sources is None and not paths:
        raise WrongArgument("there are no sources", to="guard_stream", advice="Give `sources`, or a `guard`.")
    made = StreamGuard(
        _find_sources(context, sources or (), paths), on_unsupported=on_unsupported, verifier=context.verifier
    )
    return context.guards.keep(made), made


def resolve_works(
    context: ToolContext,
    *,
    targets: str | Sequence[str] = (),
    bibliography: Mapping[str, str] | str | None = None,
    paths: Sequence[str] = (),
) -> Answer:
    """Look up works."""
    session = Session(context.session_options, here=context.session.here, ceiling=context.session.ceiling)
    files = [read(context.roots.find_file(path).path, shown=path) for path in paths]
    works = resolve_given([*list_targets(targets, bibliography), *files], session, context.progress)
    return ResolvedWorks(tuple(works)).to_dict()


def search_corpus(context: ToolContext, *, query: str, limit: int = 10, words: bool = False) -> Answer:
    """Search the source library."""
    sessions = list_projects(context)
    session = next((each for each in sessions if each.corpus_for(each.config).exists), sessions[0])
    return search_pages(query, session, limit=limit, words_only=words, progress=context.progress).to_dict()


def explain_rule(_: ToolContext, *, rule: str | None = None) -> Answer:
    """Explain a rule, or list all."""
    return find_rules(rule).to_dict()


TOOLS: Mapping[str, Callable[..., Answer]] = {
    "check_document": check_document,
    "verify_claims": verify_claims,
    "verify_many": verify_many,
    "prepare_sources": prepare_sources,
    "guard_stream": guard_stream,
    "resolve_works": resolve_works,
    "search_corpus": search_corpus,
    "explain_rule": explain_rule,
}


def list_projects(context: ToolContext) -> list[Session]:
    """Return a Session for each root."""
    if not context.roots.folders:
        context.roots.place_text("corpus")  # raises, with advice
    options = context.session_options
    return [Session(options, here=root, targets=[root], ceiling=root) for root in context.roots.folders]


def _open(
    context: ToolContext, path: str | None, text: str | None, name: str, options: Mapping[str, Any]
) -> tuple[Sequence[Target], Session]:
    """Return what is checked, and a Session that reads nothing outside its root."""
    roots = context.roots
    if path is not None:
        place = roots.find_file(path)
    elif roots.folders:
        place = roots.place_text(name)
    else:
        place = FileRoots.of([context.session.here]).place_text(Path(name).name or _TEXT_NAME)
    session = Session(options, here=place.root, targets=[place.path], ceiling=place.root, ask_host=context.ask_host)
    if text is None:
        return [place.path.relative_to(place.root)], session
    load = load_file if roots.folders else _refuse_companion
    return load_companions(parse_text(text, session.show(place.path)), session, load=load), session


def _refuse_companion(path: Path, *, max_bytes: int, shown: str) -> bytes:  # noqa: ARG001 - as load_file takes them
    raise UnsentInput("cannot be read without a root", to=shown, advice="Give the path of the document below a root.")


def _find_sources(context: ToolContext, given: Foreign, paths: Sequence[str]) -> GivenSources:
    """Return the sources of a call: those that it names by their name, those that it has, and files."""
    prepared = context.sources.find(given, "set of sources") if isinstance(given, str) else read_sources(given)
    files = [replace(read_source_file(context.roots.find_file(path).path), url=path) for path in paths]
    found = GivenSources((*prepared.sources, *files)) if files else prepared
    most = context.most_characters
    if most and sum(len(each.text) + len(each.title) + len(each.url or "") for each in found) > most:
        advice = "Pass the passages that matter, not whole works."
        raise TooLarge(f"more than {most:,} characters", to="sources", advice=advice)
    return found


def _open_item(context: ToolContext, item: Foreign, *, web: bool) -> dict[str, Any]:
    """Return an item as a call, with its sources read where it has its own."""
    if not isinstance(item, Mapping):
        return {"text" if isinstance(item, str) else "claims": item, "web_fallback": web}
    call = {"web_fallback": web, **rename_arguments(item, ALIASES, to="verify_many")}
    if "sources" in call or call.get("paths"):
        call["sources"] = _find_sources(context, call.get("sources", ()), call.pop("paths", ()))
    return call


def _answer_verified(context: ToolContext, found: Verified, *, asked_web: bool) -> Answer:
    answer = found.to_dict()
    if asked_web and not context.online:
        answer["notes"] = [*answer["notes"], context.no_web]
    return {**answer, "report": context.keep(dump_pretty(answer))}
