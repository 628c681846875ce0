"""Raised digits as Unicode superscripts, so that a marker is not taken for a number."""

from re import compile as pattern

_MARKER = pattern(r"[\d,;\s–—−‑-]*")
_RAISED = str.maketrans("0123456789-–—−‑", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁻⁻⁻⁻")


def raised(text: str) -> str:
    """Return the text in superscript digits if it has digits, dashes and commas only, else unchanged."""
    return text.translate(_RAISED) if _MARKER.fullmatch(text) else text
