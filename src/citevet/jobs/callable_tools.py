"""The operations as tools that a program or a model calls by name, with JSON in and JSON out: `citevet.Tools`."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from typing import Any
from weakref import finalize

from citevet.errors import WrongArgument, find_near_name, require_kind
from citevet.jobs.file_roots import FileRoots
from citevet.jobs.tool_arguments import read_arguments
from citevet.jobs.tool_calls import TOOLS, Answer, ToolContext
from citevet.schemas import tool_definitions
from citevet.session import Session
from citevet.world.child_process import keep_children

# Other names of the tools: those of AgentOS, of earlier versions, and of the functions in Python.
TOOL_NAMES: Mapping[str, str] = {
    "verify_citations": "verify_claims",
    "resolve_citation": "resolve_works",
    "check": "check_document",
    "verify": "verify_claims",
    "sources": "prepare_sources",
    "guard": "guard_stream",
    "resolve": "resolve_works",
    "search": "search_corpus",
    "rule": "explain_rule",
}


class Tools:
    """The tools of `citevet mcp` in your own program: their definitions, and calls by name.

    `definitions` is what the API of a model takes as its tools, and `call` answers what the model then sends. Files are
    read below `roots` only. Without `online` nothing leaves this machine. Models, prepared sources and the guards of
    streams are kept as long as the object.
    """

    def __init__(
        self,
        *,
        roots: Sequence[str | Path] = (),
        online: bool = False,
        judge: str = "best",
        corpus: str | Path | None = None,
    ) -> None:
        require_kind(roots, (list, tuple), to="roots", advice="Pass a list of folders.")
        scratch = Path(mkdtemp(prefix="citevet-tools-"))
        finalize(self, rmtree, scratch, ignore_errors=True)
        self._context = ToolContext(
            session=Session({"offline": True}, here=scratch, ceiling=scratch),
            roots=FileRoots.of([Path(each) for each in roots]),
            options={"corpus": str(Path(corpus).absolute())} if corpus else {},
            online=online,
            judge=judge,
        )

    @property
    def definitions(self) -> list[dict[str, Any]]:
        """The tools as the APIs of models take them."""
        return tool_definitions()

    def call(self, name: str, arguments: Mapping[str, Any]) -> Answer:
        """Answer a call; a name or an argument that is not known is an error with the nearest right name."""
        tool = find_tool(name)
        given = read_arguments(tool.__name__, arguments)
        with keep_children():
            return tool(self._context, **given)


def find_tool(name: str) -> Callable[..., Answer]:
    """Return a tool by one of its names."""
    require_kind(name, str, to="the name of a tool", advice="Pass a string.")
    tool = TOOLS.get(TOOL_NAMES.get(name, name))
    if tool is None:
        near = find_near_name(name, TOOLS)
        what = f'unknown tool "{name[:80]}"' + (f', did you mean "{near}"?' if near else "")
        raise WrongArgument(what, advice="" if near else f"There are {', '.join(TOOLS)}.")
    return tool
