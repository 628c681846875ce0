"""What tells how sure a field of an entry is: its words, its neighbours, and the signs in and around it."""

from collections.abc import Mapping, Sequence
from math import log

from citevet.contracts import TaggedWords
from citevet.extract.entry_words import classify_words
from citevet.model import Span
from citevet.patterns import lazy_pattern

_EPSILON = 1e-4  # nothing is surer
_SHORT = 5  # letters of an abbreviation, with its stop
_FEW, _MANY = 2, 25  # words of a field that is short or long
_OPENERS, _CLOSERS = frozenset("\"'`“”„«»‘’‹›「『《*_"), frozenset("\"'`“”«»‘’‹›」』》*_")
_NEW_SENTENCE = lazy_pattern(r"[^\W\d_]{3}[.?!]\s[^\W\da-z_]")
_NEW_PART = lazy_pattern(r",\s[^\W\da-z_][\w'’-]{3}")  # "Foam and ice, Journal"
_OF_JOURNALS = frozenset({"JOU", "JOW", "JAB", "PRO"})
OF_BOOKS = frozenset({"PUB", "UNI", "PLA"})


def list_entry_signs(tagged: TaggedWords) -> Mapping[str, float]:
    """Return the signs that all fields of an entry share."""
    held = set(tagged.labels)
    return {
        "always": 1.0,
        "entry likely": _weigh(tagged.likely),
        "undated": "date" not in held,
        "nobody": not held & {"people", "editors"},
        # Volume or pages, and no journal: it is likely among the words of another field.
        "nowhere": bool(held & {"volume", "issue", "pages"}) and not held & {"container", "publisher", "place"},
        "alone": not held & {"container", "publisher", "place", "address", "volume", "pages"},
    }


def list_signs(text: str, span: Span, ats: Sequence[int], tagged: TaggedWords) -> Mapping[str, float]:
    """Return the signs of the words at `ats` in an entry."""
    labels, likely = tagged.labels, tagged.likely
    first, last, count = ats[0], ats[-1], len(labels)
    before, after = labels[first - 1] if first else "start", labels[last + 1] if last + 1 < count else "end"
    words, closing = span.of(text), text[span.end : span.end + 2].strip()[:1]
    opening = text[max(span.start - 2, 0) : span.start].strip()[-1:]
    parts = words.split()
    kinds = set(classify_words(parts))
    return {
        "likely": _weigh(likely[max(first - 1, 0) : last + 2]),  # the words on both sides decide where it ends
        "start likely": _weigh(likely[max(first - 1, 0) : first + 1]),
        "end likely": _weigh(likely[last : last + 2]),
        f"after {before}": 1.0,
        f"before {after}": 1.0,
        f"starts {opening}": 1.0,
        f"starts {opening} after {before}": 1.0,
        f"ends {closing}": 1.0,
        f"ends {closing} before {after}": 1.0,
        "set off": text[max(span.start - 1, 0)] in _OPENERS
        and text[span.end : span.end + 2].lstrip(".,")[:1] in _CLOSERS,
        "stop": ". " in words,
        "sentence": _NEW_SENTENCE.search(words) is not None,
        "part": _NEW_PART.search(words) is not None,
        "colon": ": " in words,
        "comma": ", " in words,
        "bracket": "(" in words,
        "digit": any(map(str.isdigit, words)),
        "last digit": words[-1].isdigit(),
        "last bracket": words[-1] == ")",
        "abbreviation": any(len(word) <= _SHORT and word[-1] == "." for word in parts),
        "few words": len(parts) <= _FEW,
        "many words": len(parts) > _MANY,
        "in lower case": words[:1].islower(),
        "of journals": bool(kinds & _OF_JOURNALS),
        "of books": bool(kinds & OF_BOOKS),
    }


def _weigh(likely: Sequence[float]) -> float:
    """Return how likely the least likely of some words is, as log odds."""
    bounded = min(max(min(likely), _EPSILON), 1 - _EPSILON)
    return log(bounded / (1 - bounded))
