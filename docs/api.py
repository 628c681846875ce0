"""Write the public names of the library to a page: `python docs/api.py > docs/api.md`."""  # noqa: INP001 - not a package

import ast
import inspect
import re
import sys
import textwrap
from collections.abc import Iterator
from dataclasses import is_dataclass
from typing import Any

import citevet

_HEAD = """\
# Python API

This page is generated from the docstrings by `make docs`. These names are stable; import them from `citevet`.

"""
_LONGEST = 100  # characters of a definition in one line
_FIELD = re.compile(r"    (\w+): ([^#=]+?)(?: = [^#]+?)?(?:  # (.+))?")


def page() -> str:
    """Return one section for each public name."""
    named = [(name, getattr(citevet, name)) for name in citevet.__all__]
    table = ["| Name | Use |", "|---|---|"]
    table += [f"| [`{name}`](#{name.lower()}) | {_escape(_first_line(thing))} |" for name, thing in named]
    sections = ("\n".join(_describe(name, thing)) for name, thing in named)
    return _HEAD + "\n".join([*table, "", *sections]).rstrip() + "\n"


def _describe(name: str, thing: Any) -> Iterator[str]:
    yield from (f"## {name}", "")
    if inspect.isclass(thing) and is_dataclass(thing):
        yield from (inspect.getdoc(thing) or "", "", *_list_fields(thing))
    else:
        yield from ("```python", _sign(name, thing), "```", "", inspect.getdoc(thing) or "", "")
    for own, member in _list_methods(thing):
        if isinstance(member, property):
            yield from (f"**`{name}.{own}`**: {inspect.getdoc(member)}", "")
        else:
            yield from ("```python", _sign(f"{name}.{own}", member), "```", "", inspect.getdoc(member) or "", "")


def _sign(name: str, thing: Any) -> str:
    """Return a definition as its source has it, with one parameter per line where it is long."""
    function = thing
    if inspect.isclass(thing):  # the constructor may be that of a parent
        function = next(vars(each)["__init__"] for each in thing.__mro__ if "__init__" in vars(each))
    (node,) = ast.parse(textwrap.dedent(inspect.getsource(function))).body
    assert isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)  # noqa: S101 - what else has a signature
    node.args.args = [each for each in node.args.args if each.arg != "self"]
    kind = "class" if inspect.isclass(thing) else "async def" if isinstance(node, ast.AsyncFunctionDef) else "def"
    result = "" if kind == "class" or node.returns is None else f" -> {ast.unparse(node.returns)}"
    line = f"{kind} {name}({ast.unparse(node.args)}){result}"
    if len(line) <= _LONGEST:
        return line
    arguments = "".join(f"    {each},\n" for each in _split(ast.unparse(node.args)))
    return f"{kind} {name}(\n{arguments}){result}"


def _split(arguments: str) -> list[str]:
    """Return the arguments one by one; a comma inside brackets separates none."""
    found, depth = [""], 0
    for char in arguments:
        depth += (char in "([{") - (char in ")]}")
        if char == "," and not depth:
            found.append("")
        else:
            found[-1] += char
    return [each.strip() for each in found]


def _list_fields(kind: type) -> Iterator[str]:
    """Yield a table of the fields, with the comment that the source has behind each."""
    yield from ("| Field | Type | Meaning |", "|---|---|---|")
    for line in inspect.getsource(kind).splitlines():
        found = _FIELD.fullmatch(line)
        if found:
            yield f"| `{found[1]}` | `{_escape(found[2])}` | {_escape(found[3] or '')} |"
        elif line.startswith("    def "):
            break
    yield ""


def _list_methods(thing: Any) -> Iterator[tuple[str, Any]]:
    """Yield the public methods and properties of a class itself, in order."""
    for name, member in vars(thing).items() if inspect.isclass(thing) else ():
        if not name.startswith("_") and (inspect.isfunction(member) or isinstance(member, property)):
            yield name, member


def _first_line(thing: Any) -> str:
    return (inspect.getdoc(thing) or "").partition("\n")[0]


def _escape(text: str) -> str:
    return text.replace("|", "\\|")


if __name__ == "__main__":
    sys.stdout.write(page())
