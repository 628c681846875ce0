"""The dataclasses of the standard library, quicker to declare, and values collected by key or in runs.

`dataclasses.dataclass` compiles up to six methods for each class. A check declares more than 150 classes, and that took
an eighth of its time. Here only `__init__` is compiled, with the first object; the others are ordinary functions.
"""

import operator
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import MISSING, FrozenInstanceError, asdict, field, fields, is_dataclass, replace
from dataclasses import dataclass as declare_fields
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

__all__ = [
    "Foreign",
    "asdict",
    "collect_values",
    "dataclass",
    "field",
    "fields",
    "group_runs",
    "is_dataclass",
    "replace",
]

# The type of what strangers hand over: JSON, settings, objects of other libraries. Who takes one looks at what it is.
Foreign: TypeAlias = Any
Key = TypeVar("Key")
Value = TypeVar("Value")

if TYPE_CHECKING:
    from dataclasses import dataclass  # the name that type checkers know

    from _typeshed import DataclassInstance

    _State = Mapping[str, object]
else:

    def dataclass(
        *, frozen: bool = False, slots: bool = False, kw_only: bool = False, order: bool = False
    ) -> Callable[[type], type]:
        """Return a decorator that does what the one of the standard library does."""

        def decorate(cls: type) -> type:
            written = {name for name, value in cls.__dict__.items() if value is not None}
            cls.__doc__ = cls.__doc__ or cls.__name__  # else the signature is made into one, which takes 40 ms
            made = declare_fields(init=False, repr=False, eq=False, slots=slots, kw_only=kw_only)(cls)
            for name, method in _make_methods(made, frozen=frozen, order=order).items():
                if name not in written:
                    setattr(made, name, method)
            return made

        return decorate


def _make_methods(cls: type, *, frozen: bool, order: bool) -> Mapping[str, Any]:
    compared = [each.name for each in fields(cls) if each.compare]
    values: Callable[[object], object] = operator.attrgetter(*compared) if compared else lambda _: ()

    def compare_by(operation: Callable[[Any, Any], bool]) -> Callable[[object, object], bool]:
        return lambda self, other: (
            operation(values(self), values(other)) if other.__class__ is self.__class__ else NotImplemented
        )

    methods: dict[str, Any] = {"__init__": _declare_init(cls, frozen=frozen), "__repr__": _describe}
    methods |= {"__eq__": compare_by(operator.eq), "__hash__": None}
    if frozen:
        methods |= {"__hash__": lambda self: hash(values(self)), "__setstate__": _restore}
        methods |= {"__setattr__": _refuse, "__delattr__": _refuse}
    if order:
        methods |= {f"__{each}__": compare_by(getattr(operator, each)) for each in ("lt", "le", "gt", "ge")}
    return methods


def _declare_init(cls: type, *, frozen: bool) -> Callable[..., None]:
    """Return an `__init__` that compiles the real one with the first object; most classes of a run never have any."""

    def init(self: object, *values: object, **named: object) -> None:
        compiled = _compile_init(cls, frozen=frozen)
        if cls.__init__ is init:  # type: ignore[misc]
            cls.__init__ = compiled  # type: ignore[misc]
        compiled(self, *values, **named)

    init.__name__, init.__qualname__ = "__init__", f"{cls.__qualname__}.__init__"
    return init


def _compile_init(cls: type, *, frozen: bool) -> Callable[..., None]:
    """Return `__init__` with a parameter for each field; those that are given by name only come last."""
    scope: dict[str, Any] = {"_MISSING": MISSING, "_put": object.__setattr__}
    placed, named, body = ["self"], list[str](), list[str]()
    for each in fields(cls):
        name = value = each.name
        if each.default_factory is not MISSING:
            scope[f"_make_{name}"] = each.default_factory
            value = f"_make_{name}() if {name} is _MISSING else {name}" if each.init else f"_make_{name}()"
        optional = each.default is not MISSING or value != name
        if each.init:
            scope[f"_default_{name}"] = each.default
            (named if each.kw_only else placed).append(f"{name}=_default_{name}" if optional else name)
        if each.init or optional:
            body.append(f"_put(self, {name!r}, {value})" if frozen else f"self.{name} = {value}")
    if hasattr(cls, "__post_init__"):
        body.append("self.__post_init__()")
    parameters = [*placed, "*", *named] if named else placed
    exec(f"def __init__({', '.join(parameters)}):\n " + "\n ".join(body or ["pass"]), scope)  # noqa: S102 - names of fields
    init: Callable[..., None] = scope["__init__"]
    init.__qualname__ = f"{cls.__qualname__}.__init__"
    init.__annotations__ = {each.name: each.type for each in fields(cls) if each.init} | {"return": None}
    return init


def _describe(self: "DataclassInstance") -> str:
    values = ", ".join(f"{each.name}={getattr(self, each.name)!r}" for each in fields(self) if each.repr)
    return f"{self.__class__.__qualname__}({values})"


def _refuse(self: object, name: str, *value: object) -> None:
    raise FrozenInstanceError(f"cannot {'assign to' if value else 'delete'} {self.__class__.__qualname__}.{name}")


def _restore(self: object, state: "_State | tuple[None, _State]") -> None:
    """Set the fields of a copied or unpickled object; the second of two mappings is for slots."""
    for name, value in (state[1] if isinstance(state, tuple) else state).items():
        object.__setattr__(self, name, value)


def collect_values(pairs: Iterable[tuple[Key, Value]]) -> dict[Key, list[Value]]:
    """Return the values of each key, in the order of the pairs."""
    found: dict[Key, list[Value]] = {}
    for key, value in pairs:
        found.setdefault(key, []).append(value)
    return found


def group_runs(items: Iterable[Value], are_joined: Callable[[Value, Value], bool]) -> Iterator[list[Value]]:
    """Yield the items in runs: each item of a run is joined to the one before it."""
    run: list[Value] = []
    for item in items:
        if run and not are_joined(run[-1], item):
            yield run
            run = []
        run.append(item)
    if run:
        yield run
