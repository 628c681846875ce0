r"""Write words of a stranger as plain text of LaTeX: nothing in them is a command, and no brace is left open."""

from unicodedata import normalize

from citevet.patterns import lazy_pattern
from citevet.text.tex_letters import write_letter

_UNWRITTEN = str.maketrans("", "", '{}\\~^"')
_SPECIAL = lazy_pattern(r"[&%#_$]")
_NAMED = lazy_pattern(r"(?<!\w)(?=\w*[A-Z]\w*[A-Z]|[A-Z]{2})[\w-]+")  # DNA, LaTeX, pH: styles would lower their case


def write_latex(words: str, *, is_ascii: bool = False) -> str:
    r"""Return words on one line; with `is_ascii` an accented letter is a macro, such as {\"u}."""
    plain = "".join(letter if letter.isprintable() else " " for letter in words.translate(_UNWRITTEN))
    escaped = _SPECIAL.sub(lambda found: f"\\{found[0]}", " ".join(plain.split()))
    return "".join(map(write_letter, normalize("NFC", escaped))) if is_ascii else escaped


def protect_capitals(words: str) -> str:
    """Return words with braces around those whose capitals a style must not change."""
    return _NAMED.sub(lambda found: f"{{{found[0]}}}", words)
