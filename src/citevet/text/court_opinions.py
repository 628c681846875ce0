"""Court opinions that a text reproduces, as casebooks do: their words and sources are those of the court."""

from citevet.text.patterns import lazy_pattern

# What stands at the head or the end of an opinion. A brief has none of it.
_OPINION = lazy_pattern(
    r"\bdelivered the opinion of the [Cc]ourt\b|\b[Ii]t is so ordered\b|\b(?:AFFIRMED|REVERSED)\b"
    r"|\b(?:Circuit|District|Chief) Judges?(?:[:.][*_ \t]{0,4})?(?=[\r\n]|$)"
    r"|\b(?:Justice|JUSTICE) [A-Z]\w{2,20},? (?:with whom|dissenting|concurring|delivered)\b"
)


def reproduces_opinion(text: str) -> bool:
    """Return whether the text has the head or the end of a court opinion."""
    return _OPINION.search(text) is not None
