"""What one run shares: options, configuration per folder, corpus, models, and everything computed once.

Nothing of a run is kept outside its Session, so two Sessions in one process never see each other.
"""

import os
from collections.abc import Callable, Hashable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from datetime import date
from functools import partial
from pathlib import Path
from threading import RLock
from typing import TYPE_CHECKING, Any, Literal, TypeVar, cast

from citevet.config import Config, find_origin, is_user_choice, load_config
from citevet.errors import ConfigError
from citevet.read.files import load_file
from citevet.read.project_settings import find_project_bibliographies
from citevet.records import replace
from citevet.rules.policy_forms import find_own_pattern
from citevet.world.paths import resolve_path

if TYPE_CHECKING:
    from citevet.contracts import ProjectIds
    from citevet.corpus.indexed_corpus import IndexedCorpus
    from citevet.model import Audit
    from citevet.resolve.link_targets import LinkTargets
    from citevet.world.llm_client import LlmAnswer, Question
    from citevet.world.model_files import ModelCard
    from citevet.world.model_runner import Model
    from citevet.world.net.client import WebClient
    from citevet.world.net.ledger import Ledger
    from citevet.world.net.loop import NetworkLoop

Result = TypeVar("Result")
# Everything that a run computes once and keeps. In a tuple the rest says of what: ("config", folder).
KeptName = Literal[
    # settings and project
    "config",  # the settings of a folder
    "project bibliographies",  # those that the settings of a folder's project name
    "project ids",  # the issues, use cases and artefacts of a project
    "baseline",  # the accepted findings of a file
    "not read",  # files of a folder in formats that nothing reads, named once
    "sizes of sources",  # of the files of a LaTeX or Typst project, by which a main file is found
    "part of a main file",  # a chapter, as its main file includes it
    "user verifiers",  # functions and programs of the user, from the settings
    # sources
    "corpus",  # of a project, its index up to date
    "corpus ids",  # for completion in an editor
    "link targets",  # files and anchors of a project
    "early results",  # when they were shown last
    "round",  # a mark by which what depends on the corpus is told from that of the round before
    # models
    "model",  # by name, and by its files in all rounds
    "model card",  # what is known of a model
    "entry tagger",  # of reference entries, in all rounds
    "entry tagger notes",
    "judge",  # with its cache of answers
    "judge model",
    "assessor",  # the judge of `verify`
    "verifier",  # of calls of tools
    "verified by",  # what the results of a verifier depend on
    "llm",  # the language model that is asked where the judge is unsure
    "host model",  # that of the program that called us
    # texts, in all rounds
    "bibliographies",  # entries of bibliography files
    "source windows",  # of the texts of sources
    "answers",  # what sentences and entries are, by their words
    # network
    "web",  # the one way out, and its ledger
    "network loop",
    "web fallback",  # the search of `verify`
    "look-up notes",  # what a reader of the report must know
    # what cached results depend on
    "code fingerprint",
    "code content",  # for other machines
    "judge content",
]
KeptKey = KeptName | tuple[KeptName, *tuple[Hashable, ...]]
EMBEDDER = "embedder"  # the model that turns texts into vectors
_THREADS = min(os.cpu_count() or 1, 4)  # rows that a model runs at once; no value depends on it


class Session:
    """Options and state of one run; make one per run, request or worker.

    Relative paths count from `here`, by default the current folder. `targets` are the files and folders that the run is
    about: the settings nearest to all of them hold for the run as a whole, for its format and fail level. A server
    gives the folder that may be read as `ceiling`: settings above it do not count. `ask_host` is the way to the model
    of the program that called us, for uncertain claims. `show_early` gets the audit of a document as
    far as it is known, from time to time while the rest is looked up and judged.
    """

    def __init__(
        self,
        options: Mapping[str, Any] | None = None,
        *,
        here: Path | None = None,
        targets: Sequence[Path] = (),
        ceiling: Path | None = None,
        ask_host: "Callable[[Question], LlmAnswer] | None" = None,
        show_early: "Callable[[Audit], None] | None" = None,
    ) -> None:
        self.options = {key: value for key, value in (options or {}).items() if value is not None}
        self.here = here or Path.cwd()
        self.targets = tuple(targets)
        self.ceiling = ceiling and resolve_path(ceiling)
        self.ask_host = ask_host
        self.show_early = show_early
        places = [self.locate(path) for path in targets] or [resolve_path(self.here)]
        self._folders = tuple(place for place in places if _is_folder(place))
        # Settings nearest to it hold for the whole run.
        self.start = _find_common_folder(places) or resolve_path(self.here)
        self._results: dict[KeptKey, Any] = {}
        self.lasting: dict[KeptKey, Any] = {}  # for the rounds to come as well
        self._lock = RLock()

    def __reduce__(self) -> tuple[Any, ...]:
        """Travel to another process as what was asked for; what was computed stays behind."""
        return partial(Session, here=self.here, targets=self.targets, ceiling=self.ceiling), (self.options,)

    def with_options(self, **options: object) -> "Session":
        """Return a new Session in the same place with some options replaced."""
        return Session({**self.options, **options}, here=self.here, targets=self.targets, ceiling=self.ceiling)

    def renew(self) -> "Session":
        """End this Session, and return one for the next round: files are read again, and what was kept stays."""
        new = self.with_options()
        new.lasting = self.lasting
        self._results.clear()  # its connections close when the last task that uses them ends
        return new

    def close(self) -> None:
        """Close connections, at the end of a command: an open one leaves files beside its database."""
        for result in self._results.values():
            if hasattr(result, "close"):
                result.close()

    def once(self, key: KeptKey, make: Callable[[], Result], *, all_rounds: bool = False) -> Result:
        """Return what `make` returned for this key the first time.

        With `all_rounds` that is also kept for the Sessions that `renew` returns, as `check --watch` uses them: it may
        depend on the key and on nothing else that can change.
        """
        results = self.lasting if all_rounds else self._results
        with self._lock:
            if key not in results:
                results[key] = make()
            result: Result = results[key]
            return result

    @property
    def config(self) -> Config:
        """The settings of the run as a whole."""
        return self.config_in(self.start)

    def config_for(self, file: str | Path) -> Config:
        """Return the settings nearest to a file, whose links are followed."""
        return self.config_in(self.locate(file).parent)

    def config_in(self, folder: Path) -> Config:
        """Return the settings that hold in a folder."""
        return self.once(
            ("config", folder),
            lambda: load_config(
                folder, self.options, here=self.here, given_folders=self._folders, ceiling=self.ceiling
            ),
        )

    def companion_root_for(self, file: str | Path) -> Path:
        """Return the folder that companions of a file must lie in: that of its project, when it is inside."""
        place, root = self.locate(file), self.config_for(file).outer_root
        return root if place.is_relative_to(root) else place.parent

    def bibliographies_for(self, file: str | Path, load: Callable[..., bytes] = load_file) -> dict[str, str]:
        """Return the bibliographies that the settings of a file's project name, each with the file that does."""
        folder, root = self.locate(file).parent, self.companion_root_for(file)
        key: KeptKey = ("project bibliographies", folder, root, load)
        return self.once(key, lambda: find_project_bibliographies(folder, root, load))

    def find_origin(self, key: str, folder: Path) -> str:
        """Return who set a key for a folder: a flag, a variable, a file; "" where it is the default."""
        return find_origin(key, self.here / folder, self.options)

    def is_user_choice(self, key: str) -> bool:
        """Return whether the user set a key for this run, by option or variable."""
        return is_user_choice(key, self.options)

    def corpus_for(self, config: Config) -> "IndexedCorpus":
        """Return the corpus of a project; its index is brought up to date once."""
        from citevet.corpus.corpus_folders import find_corpus_folders
        from citevet.corpus.no_corpus import NoCorpus

        root, today = resolve_path(config.root), config.day
        open_index = partial(_open_corpus, root, config.corpus, config.corpus_database, today)

        def find() -> "IndexedCorpus":
            if find_corpus_folders(root, root / config.corpus if config.corpus else None):
                return open_index()
            return cast("IndexedCorpus", NoCorpus(root, today, open_index))

        return self.once(("corpus", root, config.corpus, config.corpus_database, today), find)

    def ids_for(self, config: Config) -> "ProjectIds":
        """Return the ids of a project's issues, use cases and artefacts, listed once."""
        from citevet.corpus.corpus_folders import list_own_corpus_files
        from citevet.resolve.local.project_files import find_project_ids  # most commands check no document

        root = resolve_path(config.root)
        own = find_own_pattern(config.id_pattern)
        artifacts = tuple(config.artifacts.items())
        key: KeptKey = ("project ids", root, config.issues, config.use_cases, artifacts, config.rlm, own, config.corpus)

        def find() -> "ProjectIds":
            ids = find_project_ids(root, config.issues, config.use_cases, config.artifacts, only_files=config.rlm)
            files = list_own_corpus_files(root, config.corpus, own) if own else {}
            return replace(ids, corpus_pattern=own, corpus_files=files)

        return self.once(key, find)

    def link_targets_for(self, config: Config) -> "LinkTargets":
        """Return the files and anchors of a project, each looked up once."""
        from citevet.resolve.link_targets import LinkTargets  # likewise

        root = resolve_path(config.outer_root)
        return self.once(("link targets", root), lambda: LinkTargets(root))

    def model(self, name: str) -> "Model":
        """Return a model by name or folder, loaded once; in a later round again only if its files changed."""
        from citevet.world.model_files import fingerprint_model
        from citevet.world.model_runner import load_model  # most runs load none

        def load() -> "Model":
            files, cached = fingerprint_model(name), self.uses_cache
            load_it = partial(load_model, name, threads=_THREADS, cached=cached)
            return self.once(("model", files, cached), load_it, all_rounds=True)

        return self.once(("model", name), load)

    def card(self, name: str, probed: "Callable[[], Model] | None" = None) -> "ModelCard":
        """Return what is known of a model, loaded only if no earlier run did; `probed` loads and tests it."""
        from citevet.world.model_files import find_card  # likewise

        def find() -> "ModelCard":
            load, how = probed or partial(self.model, name), "probed" if probed else "loaded"
            return find_card(name, load, how=how, cached=self.uses_cache)

        return self.once(("model card", name, probed is None), find)

    @property
    def uses_cache(self) -> bool:
        """Whether results of earlier runs are used and new ones are kept."""
        try:
            return not self.config.no_cache
        except ConfigError:  # `doctor` tests the models of a project whose settings are wrong
            return True

    def keep_cache_open(self) -> AbstractContextManager[None]:
        """Read and write many cached values inside: they need one connection."""
        from citevet.world import disk_cache  # SQLite, which some commands do not need

        return disk_cache.keep_open() if self.uses_cache else nullcontext()

    def load_cached(self, keys: Sequence[str]) -> Mapping[str, bytes]:
        """Return what earlier runs stored under some keys; nothing with --no-cache."""
        from citevet.world import disk_cache  # likewise

        return disk_cache.get(keys) if self.uses_cache else {}

    def store_cached(self, values: Mapping[str, bytes]) -> None:
        """Store values for later runs, by hashes of all that they depend on; nothing with --no-cache."""
        from citevet.world import disk_cache

        if self.uses_cache:
            disk_cache.put(values)

    @property
    def web(self) -> "WebClient":
        """The way to the outside world, one for the whole run; offline, every reply says so."""
        return self.once("web", lambda: _open_web(self.config))

    @property
    def network_loop(self) -> "NetworkLoop":
        """The loop that runs all requests, in a thread of its own."""
        from citevet.world.net.loop import NetworkLoop  # asyncio, and most runs are offline

        return self.once("network loop", NetworkLoop)

    @property
    def look_up_notes(self) -> list[str]:
        """What a reader of the report must know of the look-ups, to be added to."""
        return self.once("look-up notes", list[str])

    def find_ledger(self) -> "Ledger | None":
        """Return what was sent to whom, if the network was used at all."""
        web: WebClient | None = self._results.get("web")
        return web.ledger if web and web.ledger.hosts else None

    def locate(self, file: str | Path) -> Path:
        """Return where a path leads, with links followed."""
        return resolve_path(self.here / file)

    def show(self, file: Path) -> str:
        """Return a path as people know it: from where they are, if it lies below, else as it was given."""
        absolute = Path(os.path.abspath(self.here / file))  # noqa: PTH100 - resolve() would follow links
        return absolute.relative_to(self.here).as_posix() if absolute.is_relative_to(self.here) else file.as_posix()


def _is_folder(place: Path) -> bool:
    return os.path.isdir(place)  # noqa: PTH112 - Path.is_dir() raises for a name that is too long


def _find_common_folder(places: Sequence[Path]) -> Path | None:
    """Return the folder that holds all places; none where only the root of the file system does."""
    folders = [place if _is_folder(place) else place.parent for place in places]
    if len({folder.anchor for folder in folders}) > 1:  # several drives
        return None
    found = Path(os.path.commonpath(folders))
    return None if found == Path(found.anchor) and found not in folders else found


def _open_corpus(root: Path, configured: Path | None, database: str | None, today: date) -> "IndexedCorpus":
    from citevet.corpus.indexed_corpus import open_corpus  # 7 ms of a check that has no corpus

    return open_corpus(root, configured, database=database, today=today)


def _open_web(config: Config) -> "WebClient":
    from citevet.world.net.cache import default_reply_file  # most runs are offline
    from citevet.world.net.client import WebClient
    from citevet.world.net.errands import NetSettings
    from citevet.world.net.ledger import Allowance

    settings = NetSettings(
        offline=config.is_offline,
        mailto=config.mailto or "",
        services=config.services,
        allowance=Allowance(config.max_requests, config.max_download, config.max_seconds),
        record=config.record,
        replay=config.replay,
        cache=None if config.no_cache else default_reply_file(),
    )
    return WebClient(settings)
