r"""Numbers and units as siunitx has them: \SI{45}{\percent}, \qty{3.5}{\kilo\gram}, \num{1.2e6}, \ang{90}."""

from collections.abc import Iterator
from re import compile as pattern

from citevet.model import Mark, Span
from citevet.read.latex_macros import names
from citevet.read.latex_state import State, after_gap

# What stands in their braces: n a number, u a unit.
SHAPES = {
    "num": "n",
    "ang": "n",
    "SI": "nu",
    "qty": "nu",
    "si": "u",
    "unit": "u",
    "numrange": "nn",
    "SIrange": "nnu",
    "qtyrange": "nnu",
}
_LONGEST = 200  # characters of an argument; a longer one is an unclosed brace
_NUMBER = pattern(r"\s{0,9}[-+]?[\d.,\s]*\d[\d.,\s]*(?P<power>[eEdD](?P<exponent>[-+]?\d{1,3}))?\s{0,9}\Z")
_PART = pattern(r"\\(?P<macro>[A-Za-z]+)\s{0,9}|(?P<text>[^\\{}\s~.]+)")
_PREFIXES = dict(
    zip(
        "yocto zepto atto femto pico nano micro milli centi deci deca deka hecto kilo mega giga tera peta exa".split(),
        "y z a f p n µ m c d da da h k M G T P E".split(),
        strict=True,
    )
)
_UNITS = {
    "percent": "%",
    "permille": "‰",
    "gram": "g",
    "metre": "m",
    "meter": "m",
    "second": "s",
    "minute": "min",
    "hour": "h",
    "day": "days",
    "year": "years",
    "litre": "l",
    "liter": "l",
    "tonne": "t",
    "hectare": "ha",
    "ampere": "A",
    "kelvin": "K",
    "mole": "mol",
    "candela": "cd",
    "hertz": "Hz",
    "newton": "N",
    "pascal": "Pa",
    "joule": "J",
    "watt": "W",
    "coulomb": "C",
    "volt": "V",
    "farad": "F",
    "ohm": "Ω",
    "tesla": "T",
    "becquerel": "Bq",
    "gray": "Gy",
    "sievert": "Sv",
    "electronvolt": "eV",
    "decibel": "dB",
    "bit": "bit",
    "byte": "B",
    "degree": "°",
    "arcminute": "′",
    "arcsecond": "″",
    "celsius": "°C",
    "degreeCelsius": "°C",
    "squared": "²",
    "cubed": "³",
}
_TIGHT = frozenset("%‰°′″") | {""}  # written against their number
_RAISED = names("squared cubed")


def quantity(state: State, span: Span, name: str) -> bool:
    """Print a number with its unit; say whether the arguments are there."""
    shape = SHAPES[name]
    arguments = list(_arguments(state, span.end, len(shape)))
    if len(arguments) < len(shape):
        return False
    state.hide(span.start, arguments[0].start)
    for index, (argument, sort) in enumerate(zip(arguments, shape, strict=True)):
        head = Span(arguments[index - 1].end, argument.start) if index else Span(argument.start, argument.start)
        if sort == "u":
            _print(state, Span(head.start, argument.end), _unit(argument.of(state.text)))
        else:
            _print(state, head, " to " if index else "")
            _number(state, argument)
    end = arguments[-1].end + 1
    _print(state, Span(end - 1, end), "°" if name == "ang" else "")
    state.blocks.ink(Span(span.start, end), words=True)
    return True


def _arguments(state: State, at: int, count: int) -> Iterator[Span]:
    """Yield the insides of so many arguments in braces, past options."""
    at = after_gap(state.text, state.option(at))
    while count and state.text[at : at + 1] == "{" and at < state.pairs.get(at, at) <= at + _LONGEST:
        yield Span(at + 1, state.pairs[at])
        at, count = state.pairs[at] + 1, count - 1


def _number(state: State, argument: Span) -> None:
    """Leave the digits where they are, and print the power behind them."""
    found = _NUMBER.match(argument.of(state.text))
    if found and found["power"]:
        power = Span(argument.start + found.start("power"), argument.start + found.end("power"))
        _print(state, power, f" × 10^{found['exponent'].removeprefix('+')}")


def _print(state: State, span: Span, words: str) -> None:
    """Hide a stretch, and say what is printed there."""
    state.hide(span.start, span.end)
    if words:
        state.marks.append(Mark("print", span, words))


def _unit(written: str) -> str:
    """Return the unit as it is printed, with the space before it where there is one."""
    printed = ""
    glued = True  # to what stands before: a prefix, a stroke, a power
    for part in _PART.finditer(written):
        word = part["macro"] or part["text"] or ""
        if word == "per":
            printed, glued = f"{printed}/", True
        elif word:
            space = "" if glued or word in _RAISED else " "
            printed += space + (_PREFIXES.get(word) or _UNITS.get(word, word))
            glued = word in _PREFIXES or word.endswith(("^", "/"))
    return printed if printed in _TIGHT else f" {printed}"
