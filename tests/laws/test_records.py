"""Law: a class of `citevet.records` behaves like a dataclass of the standard library."""

import copy
import dataclasses
import inspect
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from citevet import records


@records.dataclass(frozen=True, slots=True)
class Point:
    """At module level, where pickle finds it."""

    x: int
    y: int = 0


def _declare_frozen(dataclass: Any) -> Any:
    @dataclass(frozen=True, slots=True, order=True)
    class Record:
        """Has every kind of field."""

        name: str
        size: int = 1
        parts: list[str] = dataclasses.field(default_factory=list, compare=False)
        secret: str = dataclasses.field(default="s", repr=False)
        doubled: int = dataclasses.field(init=False)
        seen: dict[str, int] = dataclasses.field(default_factory=dict, init=False, compare=False)
        by_name: str = dataclasses.field(default="n", kw_only=True)

        def __post_init__(self) -> None:
            object.__setattr__(self, "doubled", self.size * 2)

    return Record


def _declare_child(dataclass: Any) -> Any:
    @dataclass(slots=True)
    class Parent:
        """Can be changed."""

        name: str

    @dataclass(slots=True)
    class Record(Parent):
        """Inherits a field, and has its own text."""

        size: int = 1

        def __repr__(self) -> str:
            return f"<{self.name}>"

    return Record


def _outcome(make: Callable[[], object]) -> object:
    try:
        return make()
    except Exception as problem:  # noqa: BLE001 - both kinds of classes must fail alike
        return type(problem)


@pytest.mark.parametrize("declare", [_declare_frozen, _declare_child])
def test_a_class_acts_as_one_of_the_standard_library(declare: Callable[[Any], Any]) -> None:
    """Making, comparing, sorting, hashing, changing, copying and printing end alike."""
    ours, theirs = ([_describe(declare(kind))] for kind in (records.dataclass, dataclasses.dataclass))
    assert ours == theirs


def _describe(cls: Any) -> list[object]:
    one, same, other = cls("a"), cls("a"), cls("b", size=2)
    changed = _outcome(lambda: setattr(other, "size", 3))
    return [
        *(
            repr(each)
            for each in (one, other, copy.copy(one), copy.deepcopy(other), dataclasses.replace(other, size=5))
        ),
        (one == same, one == other, one != other, one == "a", one is same),
        [_outcome(each) for each in (lambda: one < other, lambda: one >= other, lambda: one < "a")],
        _outcome(lambda: hash(one) == hash(same)),
        (changed, other.size, _outcome(lambda: delattr(other, "size")), hasattr(other, "size")),
        [_outcome(each) for each in (cls, lambda: cls("a", 1, [], "s", "n"), lambda: cls(nothing=1))],
        str(inspect.signature(cls)).replace("<factory>", "<default>").count("="),
        [(each.name, each.init, each.repr, each.compare) for each in dataclasses.fields(cls)],
        cls.__match_args__,
        hasattr(one, "__dict__"),
    ]


def test_a_frozen_record_survives_pickle() -> None:
    """Records travel to worker processes and back."""
    assert pickle.loads(pickle.dumps(Point(1, 2))) == Point(1, 2)  # noqa: S301 - our own bytes


def test_every_module_uses_the_quick_form() -> None:
    """One import of the slow form would not be noticed; only the server for editors needs an option of it."""
    source = Path(records.__file__).parent
    slow = [each for each in source.rglob("*.py") if "from dataclasses import dataclass" in each.read_text("utf-8")]
    assert {each.relative_to(source).as_posix() for each in slow} == {"records.py", "serve/lsp/server.py"}
