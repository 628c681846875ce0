"""The arguments of a tool, held against its published definition: names, types and bounds."""

from collections.abc import Callable, Mapping
from typing import Any

from citevet.errors import WrongArgument, refuse_unknown, rename_arguments, require_kind
from citevet.model.verification import ALIASES
from citevet.records import dataclass
from citevet.schemas import tool_definitions

# Other names of arguments: those of AgentOS and of earlier versions.
ARGUMENT_NAMES: Mapping[str, str] = {**ALIASES, "citation": "targets", "q": "query", "code": "rule"}
Schema = Mapping[str, Any]
_HOW = "Pass what JSON has: strings, numbers, true or false, lists and objects."


@dataclass(frozen=True, slots=True)
class _Kind:
    """A type of JSON."""

    words: str
    fits: Callable[[Any], bool]


_KINDS: Mapping[str, _Kind] = {
    "string": _Kind("a string", lambda value: isinstance(value, str)),
    "boolean": _Kind("true or false", lambda value: isinstance(value, bool)),
    "integer": _Kind("a whole number", lambda value: isinstance(value, int) and not isinstance(value, bool)),
    "array": _Kind("a list", lambda value: isinstance(value, list | tuple)),
    "object": _Kind("an object", lambda value: isinstance(value, Mapping)),
}
# Keyword of a definition → whether a value of the right type keeps it, and what it says otherwise.
_BOUNDS: Mapping[str, tuple[Callable[[Any, Any], bool], str]] = {
    "enum": (lambda value, known: value in known, "must be one of {}"),
    "minimum": (lambda value, bound: value >= bound, "must be greater than or equal to {}"),
    "maximum": (lambda value, bound: value <= bound, "must be less than or equal to {}"),
    "minLength": (lambda value, bound: len(value) >= bound, "must have at least {} character"),
    "maxLength": (lambda value, bound: len(value) <= bound, "must have at most {} characters"),
    "maxItems": (lambda value, bound: len(value) <= bound, "must have at most {} items"),
}


def read_arguments(tool: str, given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the arguments of a call under their own names; what the definition of the tool does not allow is refused.

    Null stands for an argument that is not given. Sources and items are read by their own readers.
    """
    require_kind(given, Mapping, to=tool, advice=_HOW)
    named = rename_arguments(given, ARGUMENT_NAMES, to=tool)
    shape = next(each["function"] for each in tool_definitions() if each["function"]["name"] == tool)["parameters"]
    refuse_unknown(named, [*shape["properties"]], to=tool)
    kept = {name: value for name, value in named.items() if value is not None}
    for name in shape.get("required", ()):
        if name not in kept:
            raise WrongArgument(f'"{name}" is missing', to=tool, advice="Pass it.")
    for name, value in kept.items():
        if fault := _find_fault(name, value, shape["properties"][name]):
            raise WrongArgument(fault, to=tool, advice=_HOW)
    return kept


def _find_fault(name: str, value: object, schema: Schema) -> str | None:
    """Return what is wrong with a value, if anything."""
    shapes = schema.get("anyOf", (schema,))
    shape = next((each for each in shapes if _KINDS[each["type"]].fits(value)), None)
    if shape is None:
        return f'"{name}" must be {" or ".join(_KINDS[each["type"]].words for each in shapes)}'
    for keyword, (keeps, words) in _BOUNDS.items():
        if keyword in shape and not keeps(value, shape[keyword]):
            bound = shape[keyword]
            shown = " or ".join(f'"{each}"' for each in bound) if keyword == "enum" else bound
            return f'"{name}" {words.format(shown)}'
    if isinstance(value, list | tuple) and shape["items"].get("type") == "string":
        faults = (_find_fault(f"{name}[{at}]", each, shape["items"]) for at, each in enumerate(value))
        return next(filter(None, faults), None)
    return None
