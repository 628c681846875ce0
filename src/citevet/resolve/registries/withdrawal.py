"""Recognize that a preprint was withdrawn, which arXiv says in its comment or instead of its summary."""

from citevet.text.patterns import lazy_pattern

_MAX_TEXT = 2_000  # characters
_MAX_SHOWN = 200
_WORK = r"(?:paper|submission|article|manuscript|preprint|work|version|note|letter)"
_WITHDRAWN = lazy_pattern(
    rf"(?i)^\W{{0,3}}(?:this|the)\s{_WORK}\s(?:\w+\s){{0,2}}?(?:has\sbeen|is|was|have\sbeen)\s(?:\w+\s)?"
    r"(?:withdrawn|retracted)\b"
    rf"|^\W{{0,3}}(?:{_WORK}\s)?(?:withdrawn|retracted)\b(?!\W{{0,3}}(?:from|in)\b)"
    r"|\b(?:has|have)\sbeen\s(?:withdrawn|retracted|removed)\sby\s(?:the\s)?(?:authors?|arxiv|submitter)\b"
)


def find_withdrawal(text: str) -> str:
    """Return the words that say so; empty if the work was not withdrawn."""
    text = " ".join(text[:_MAX_TEXT].split())
    return text[:_MAX_SHOWN] if _WITHDRAWN.search(text) else ""
