"""Test this installation: models, cache, configuration, and the programs and packages that some checks need."""

import os
import platform
from asyncio import gather, run
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from os import environ
from typing import Literal

from citevet.contracts import LOADING, Progress, Web
from citevet.errors import CitevetError, ConfigError
from citevet.jobs.embedding import run_embedder
from citevet.jobs.entry_tagger import explain_no_tagger
from citevet.jobs.judges import list_shortcomings, load_assessor, load_judge_model
from citevet.judge.vectors import to_units
from citevet.records import dataclass
from citevet.session import EMBEDDER, Session
from citevet.version import __version__
from citevet.world import clock, disk_cache, git, ocr
from citevet.world.browser import find_browser
from citevet.world.installed_from import install_command
from citevet.world.model_files import list_models
from citevet.world.net.services import SERVICES
from citevet.world.paths import user_cache_folder

State = Literal["ok", "missing", "failed"]
_FACT = "The tower is 300 metres high."
_OTHER = "The bridge was painted red in 1990."
_NO_BROWSER = "--format pdf is not available. Install Chromium: apt install chromium"
# Extra → a package that it installs.
_EXTRAS = {"web": "httpx2", "llm": "httpx2", "serve": "fastapi", "mcp": "mcp", "lsp": "pygls", "postgres": "psycopg"}


@dataclass(frozen=True, slots=True)
class Examination:
    """One part of the installation, whether it works, and what to do if it does not."""

    name: str
    state: State  # missing: optional, and not there
    details: str


def examine(session: Session, progress: Progress | None = None) -> list[Examination]:
    """Test every part; a failure of one does not stop the others."""
    return [
        Examination("citevet", "ok", f"{__version__}, Python {platform.python_version()}, {platform.platform()}"),
        Examination("cpu", "ok", f"{platform.machine()}, {os.cpu_count() or 1} cores"),
        *_examine_models(session, progress),
        _examine_tagger(session),
        _examine_cache(),
        *_examine_configuration(session),
        _examine_optional("git", git.find_version(session.here), "--staged, --changed-since and .gitignore need git"),
        _examine_tesseract(),
        _examine_optional("chromium", find_browser(), _NO_BROWSER),
        *(
            _examine_optional(
                f"extra {name}",
                find_spec(package) and f"{package} is installed",
                install_command(name),
            )
            for name, package in _EXTRAS.items()
        ),
        *_examine_services(session),
    ]


def _examine_models(session: Session, progress: Progress | None) -> Iterator[Examination]:
    """Load each model, which compares its golden rows on this processor, and let it tell two sentences apart."""
    for name in dict.fromkeys(("small", "base", EMBEDDER, *list_models())):
        started = clock.stopwatch()
        if progress:
            progress(0, 1, f"{LOADING}: {name}")
        try:
            alike, other, notes = _try_embedder(session) if name == EMBEDDER else _try_judge(session, name)
        except CitevetError as error:
            yield Examination(f"model {name}", "missing" if name == "base" else "failed", error.explanation)
            continue
        done = f"loaded and tested in {clock.stopwatch() - started:.1f} s"
        details = done if alike > other else f"{done}: does not tell equal sentences from others. Reinstall it."
        yield Examination(f"model {name}", "ok" if alike > other else "failed", "; ".join((details, *notes)))


def _examine_tagger(session: Session) -> Examination:
    """Load the tagger of reference entries, which compares its file with the manifest."""
    fault = explain_no_tagger(session)
    return Examination("model tagger", "failed" if fault else "ok", fault or "loaded")


def _try_judge(session: Session, name: str) -> tuple[float, float, Sequence[str]]:
    """Return how far a sentence supports itself, how far another one, and what is known to be wrong."""
    model = load_judge_model(session, name)
    alike, other = load_assessor(session, name).nli([(_FACT, _FACT), (_OTHER, _FACT)])
    return alike[0], other[0], list(list_shortcomings(model))


def _try_embedder(session: Session) -> tuple[float, float, Sequence[str]]:
    rows = to_units(run_embedder(session, [_FACT, _FACT, _OTHER]))
    return float(rows[0] @ rows[1]), float(rows[0] @ rows[2]), ()


def _examine_cache() -> Examination:
    folder, key = user_cache_folder(), "doctor"
    disk_cache.put({key: b"1"})
    if disk_cache.get([key]):
        return Examination("cache", "ok", str(folder))
    return Examination("cache", "missing", f"{folder} cannot be written; nothing is reused between runs")


def _examine_configuration(session: Session) -> Iterator[Examination]:
    """Read the settings, and connect to the database of the corpus index, if they name one."""
    try:
        config = session.config
    except CitevetError as error:
        yield Examination("configuration", "failed", str(error))
        return
    network = "never used (offline)" if config.offline else "allowed" if config.online else "off (the default)"
    yield Examination("configuration", "ok", f"project {config.root}; network {network}; judge {config.judge}")
    if config.corpus_database:
        from citevet.corpus.postgres_store import describe_server  # an optional library

        try:
            yield Examination("database", "ok", describe_server(config.corpus_database))
        except ConfigError as error:
            yield Examination("database", "failed", str(error))


def _examine_services(session: Session) -> list[Examination]:
    """Send one request to each service, if the network is allowed."""
    try:
        if session.config.is_offline or not find_spec("httpx2"):
            return []
    except CitevetError:
        return []  # the configuration is reported already

    async def probe_all() -> list[Examination]:
        async with session.web as web:
            return list(await gather(*(_probe(name, web) for name in SERVICES)))

    return run(probe_all())


async def _probe(name: str, web: Web) -> Examination:
    """Say whether a service answers, and what its key would add; any answer but a failure will do."""
    service = SERVICES[name]
    reply = await web.ask(name, service.probe)
    gain = service.key_gain if service.key_env and not environ.get(service.key_env) else ""
    hint = f"; set {service.key_env} for: {gain}" if gain else ""
    if reply.trouble:
        return Examination(f"service {name}", "missing", f"{service.label} {reply.why}{hint}")
    return Examination(f"service {name}", "ok", f"{service.label} answered {reply.status}{hint}")


def _examine_optional(name: str, found: object, missing: str) -> Examination:
    return Examination(name, "ok" if found else "missing", str(found or missing))


def _examine_tesseract() -> Examination:
    program = ocr.find_tesseract()
    if program is None:
        install = "scanned PDFs are not read. Install it: apt install tesseract-ocr, or brew install tesseract"
        return Examination("tesseract", "missing", install)
    languages = ocr.list_languages(program)
    found = ", ".join(languages) or "none that citevet reads (eng, kor, deu)"
    return Examination("tesseract", "ok" if languages else "failed", f"{program}; languages: {found}")
