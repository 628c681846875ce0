"""The flags that several commands share."""

from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from pathlib import Path
from typing import Any

import click

from citevet.errors import UsageError
from citevet.report import FILE_FORMATS, FORMATS
from citevet.report.languages import LANGUAGES
from citevet.report.safe_text import to_line
from citevet.session import Session
from citevet.world.address_guard import allow_hosts


class GivenPath(click.Path):
    """A path that is not empty: as a path "" is this folder, and an unset variable must not check or fix all of it."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Refuse an empty path."""
        if value == "":
            self.fail("the path is empty. Name a file or a folder, such as `.`.", param, ctx)
        return super().convert(value, param, ctx)


# A file that may not be read is for the run to name: it must not stop the others.
PATHS = click.argument("paths", nargs=-1, type=GivenPath(path_type=Path, readable=False))
Command = Callable[..., Any]


def example(*lines: str) -> str:
    """Return the end of a command's help: how it is called."""
    return "\b\nExample:\n" + "".join(f"  {line}\n" for line in lines)


def _add_all(*options: Callable[[Command], Command]) -> Callable[[Command], Command]:
    """Return a decorator that adds several options, which the help shows in this order."""

    def add(command: Command) -> Command:
        for option in reversed(options):
            command = option(command)
        return command

    return add


# What may send words to others: the help says so.
LLM = (
    click.option(
        "--llm",
        metavar="KIND:MODEL",
        envvar="CITEVET_LLM",
        help="Let a language model vote on uncertain claims: openai:MODEL, anthropic:MODEL or ollama:MODEL. "
        "SENDS these claims and passages of their sources to it. If no model is named, no text leaves the machine.",
    ),
    click.option(
        "--llm-url",
        metavar="URL",
        envvar="CITEVET_LLM_URL",
        help="Base URL of the language model. With openai:MODEL, any OpenAI-compatible server works.",
    ),
    click.option(
        "--llm-key-env",
        metavar="NAME",
        envvar="CITEVET_LLM_KEY_ENV",
        help="Environment variable with the API key. Without --llm-url: OPENAI_API_KEY or ANTHROPIC_API_KEY.",
    ),
    click.option(
        "--budget",
        type=click.IntRange(min=0),
        metavar="N",
        envvar="CITEVET_BUDGET",
        help="Maximum number of votes per run; a claim takes two or three. [default: 30]",
    ),
)


llm_flags = _add_all(*LLM)


def _read_services(_: click.Context, __: click.Parameter, pairs: tuple[str, ...]) -> dict[str, str] | None:
    """Return NAME=URL pairs as a table."""
    if any("=" not in pair for pair in pairs):
        raise click.BadParameter("write it as NAME=URL, such as searxng=http://127.0.0.1:8080")
    return {name.strip(): url.strip() for name, _, url in (pair.partition("=") for pair in pairs)} or None


# What sends identifiers, titles and addresses of a document to others.
def _allow_private(_: click.Context, __: click.Parameter, names: tuple[str, ...]) -> None:
    """Let hosts be private for this command and its workers; there is no setting for it, which others could write."""
    if names:
        allow_hosts(names)


NETWORK = (
    click.option(
        "--online",
        is_flag=True,
        default=None,
        help="Allow network access: to look up what is cited, and to download the judge. SENDS identifiers, titles and "
        "addresses of cited works, never the text of a document.",
    ),
    click.option("--mailto", metavar="ADDRESS", help="Your e-mail address, for services that ask for a contact."),
    click.option(
        "--services",
        metavar="NAME=URL",
        multiple=True,
        callback=_read_services,
        help="Base URL of a service in place of the usual one. Repeatable.",
    ),
    click.option(
        "--allow-private",
        metavar="HOST",
        multiple=True,
        expose_value=False,
        callback=_allow_private,
        help="Let this host, HOST:PORT or network be a private one. Repeatable.",
    ),
    click.option("--record", metavar="DIR", help="Save every request and answer in this folder, without keys."),
    click.option("--replay", metavar="DIR", help="Answer requests from this folder only, without the network."),
    click.option("--max-requests", type=int, metavar="N", help="Most requests of a run; 0: no limit. [default: 5000]"),
    click.option(
        "--max-download", type=int, metavar="N", help="Most bytes to download in a run; 0: no limit. [default: 1 GB]"
    ),
    click.option(
        "--max-seconds", type=int, metavar="N", help="Longest time for requests of a run; 0: no limit. [default: 3600]"
    ),
)
network_flags = _add_all(*NETWORK)

_WEB = click.option(
    "--web",
    is_flag=True,
    help="Search the web for claims that the sources leave open, and judge the pages found. SENDS these claims to the "
    "first search service with a key: SERPER_API_KEY, TAVILY_API_KEY, BRAVE_API_KEY, or SEARXNG_URL for your own.",
)
_WEB_SETTINGS = ("mailto", "services", "record", "replay", "max_requests", "max_download", "max_seconds")


def web_flags(command: Command) -> Command:
    """Add --web and the flags of the network that go with it; the command gets them as `web`, False without --web."""

    @wraps(command)
    def run(*args: Any, web: bool, **rest: Any) -> Any:
        given = {name: value for name in _WEB_SETTINGS if (value := rest.pop(name)) is not None}
        if given and not web:
            flag = f"--{next(iter(given)).replace('_', '-')}"
            raise UsageError("is only for web searches", to=flag, advice="Give --web as well.")
        return command(*args, web=web and given, **rest)

    return _add_all(_WEB, *NETWORK[1:])(run)


# What is audited and what counts; unset flags leave the configuration as it is.
audit_flags = _add_all(
    click.option("--select", metavar="CODES", help="Rules to run: codes, prefixes or names, separated by commas."),
    click.option("--extend-select", metavar="CODES", help="Rules to run in addition to the default ones, such as UNC."),
    click.option("--ignore", metavar="CODES", help="Rules to skip."),
    click.option("--strict", is_flag=True, default=None, help="Treat warnings as errors."),
    click.option("--corpus", metavar="DIR", help="Folder of the local source library."),
    click.option(
        "--corpus-only",
        is_flag=True,
        default=None,
        help="Allow only citations of the corpus: report every other source. To skip author-year checks instead, use "
        "--no-author-year.",
    ),
    click.option("--no-author-year", is_flag=True, default=None, help="Do not check citations such as (Smith, 2019)."),
    click.option(
        "--uncited",
        type=click.Choice(["report", "citation-needed", "todo"]),
        help="What unsafe fixes add to claims without a source: nothing, [citation needed], or a comment. "
        "[default: report]",
    ),
    click.option(
        "--rlm", is_flag=True, default=None, help="Check only citations of files, such as [path@hash, L42-58]."
    ),
    click.option(
        "--judge",
        metavar="[NAME]",
        is_flag=False,
        flag_value="best",
        help="Check support with a judge: small, base, a folder, or owner/name. Without NAME: the best installed.",
    ),
    click.option(
        "--risk",
        type=float,
        metavar="SHARE",
        help="Allow at most this share of wrong `supported` results. Other claims stay undecided, unless contradicted.",
    ),
    *LLM,
    click.option("--offline", is_flag=True, default=None, help="Never use the network. This is the default."),
    *NETWORK,
    click.option(
        "--verifiers",
        metavar="DIR",
        help="Folder of your own verifiers for citations. SENDS claims to the addresses in them.",
    ),
    click.option("--baseline", metavar="FILE", help="Mark the findings in this file as suppressed."),
    click.option("--exclude", metavar="GLOBS", help="Documents to skip when a folder is checked."),
    click.option(
        "--ocr/--no-ocr", default=None, help="Read scanned PDF pages with tesseract. [default: if it is installed]"
    ),
    click.option("--max-bytes", type=int, metavar="N", help="Reject larger files. [default: 64 MB]"),
    click.option(
        "--jobs",
        type=int,
        metavar="N",
        help="Number of processes, 0 for all cores. The result is the same. [default: 0]",
    ),
    click.option(
        "--no-cache", is_flag=True, default=None, help="Neither use nor keep what earlier runs learned. Same result."
    ),
    click.option("--today", metavar="DATE", help="Date of the run, for reproducible results."),
)

FORMAT = click.option(
    "--format",
    "format_",
    type=click.Choice([*FORMATS, *FILE_FORMATS]),
    help="Report format. docx-comments and pdf need --output. [default: full]",
)
LANGUAGE = click.option(
    "--language",
    type=click.Choice(LANGUAGES),
    help="Language of the formats for people: full, concise, html and pdf. [default: en]",
)
TEXT_OR_JSON = click.option(
    "--format", "format_", type=click.Choice(["text", "json"]), default="text", help="Output format. [default: text]"
)
STDIN_FILENAME = click.option(
    "--stdin-filename", metavar="NAME", help="File name of the document on stdin; its suffix sets the file type."
)
_OUTPUT = click.option("--output", metavar="FILE", help="Write the report to this file instead of stdout.")
FORCE = click.option("--force", is_flag=True, help="Let --output replace a file that citevet did not write.")
output_flags = _add_all(_OUTPUT, FORCE)  # the command asks `require_replaceable` before it begins to work
QUIET = click.option("--quiet", is_flag=True, help="Do not show progress on stderr.")
FAIL_ON = click.option(
    "--fail-on",
    multiple=True,
    type=click.Choice(["error", "warning", "info", "incomplete"]),
    help="Exit with 1 at this level or above. `incomplete`: exit with 3 if not everything was checked. "
    "Repeatable. [default: error]",
)

_CORPUS = (
    click.option("--corpus", metavar="DIR", help="Folder of the local source library."),
    TEXT_OR_JSON,
    click.option("--json", "as_json", is_flag=True, help="Same as --format json."),
)
# Settings with which a run sends something: a project that comes from others may have them.
_SENT = {
    "llm": "uncertain claims and passages of their sources are sent to this language model",
    "online": "identifiers, titles and addresses are sent to registries and web sites",
}
_SESSION_OPTIONS = ("corpus", "corpus_only", "online", "today")


def open_session(options: Mapping[str, Any], targets: Sequence[Path] = ()) -> Session:
    """Return a Session that is closed when the command ends."""
    session = Session(options, targets=targets)
    click.get_current_context().call_on_close(session.close)
    is_open = "llm" in options and not session.config.offline  # other commands send only what the user names
    for key, what in _SENT.items() if is_open else ():
        if getattr(session.config, key) and not session.is_user_choice(key):
            click.echo(f"note: {session.find_origin(key, session.start)} sets `{key}`: {what}", err=True)
    return session


def corpus_flags(command: Command) -> Command:
    """Add --corpus, --format and --json; the command gets `session` and `as_json`."""

    @wraps(command)
    def run(*args: Any, format_: str, as_json: bool, **rest: Any) -> Any:
        session = open_session({name: rest.pop(name) for name in _SESSION_OPTIONS if name in rest})
        return command(*args, as_json=as_json or format_ == "json", session=session, **rest)

    return _add_all(*_CORPUS)(run)


def existing_corpus_flags(command: Command) -> Command:
    """Add the same flags to a command that reads the corpus; notes on its index are reported first, on stderr."""

    @wraps(command)
    def run(*args: Any, session: Session, **rest: Any) -> Any:
        for note in session.corpus_for(session.config).notes:
            click.echo(f"note: {to_line(note)}", err=True)
        return command(*args, session=session, **rest)

    return corpus_flags(run)
