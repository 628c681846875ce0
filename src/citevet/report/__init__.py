"""Report → what people and programs see; one file per form."""

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from citevet.contracts import Renderer
    from citevet.model import Report

_NAMES = (
    *("full", "concise", "json", "jsonl", "sarif", "github", "gitlab", "junit", "rdjson", "markdown"),
    *("audit", "audit-json", "verification"),
)
_COLORED = frozenset({"full", "concise"})


class _Formats(Mapping[str, "Renderer"]):
    """The forms by name; each is loaded when it is asked for, so that a list of the names costs nothing."""

    def __getitem__(self, name: str) -> "Renderer":
        if name not in _NAMES:
            raise KeyError(name)
        return cast("Renderer", import_module(f"citevet.report.{name.replace('-', '_')}").render)

    def __iter__(self) -> Iterator[str]:
        return iter(_NAMES)

    def __len__(self) -> int:
        return len(_NAMES)


FORMATS: Mapping[str, "Renderer"] = _Formats()


def render(report: "Report", name: str, *, color: bool = False) -> str:
    """Return the report in the form of that name; colour only where the form is for terminals."""
    if color and name in _COLORED:
        return cast("str", import_module(f"citevet.report.{name}").render(report, color=True))
    return FORMATS[name](report)
