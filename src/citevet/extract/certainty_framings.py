"""Find phrases that claim certainty in the words of a sentence, by the table in `text/certainty_phrases.tsv`."""

from collections.abc import Iterator, Sequence

from citevet.extract.evidence_framings import NEGATIVE_WORDS, EvidenceFraming, is_infinitive, make_framing
from citevet.tables import read_words
from citevet.text import strength_words as lexicon
from citevet.text.certainty_phrases import BY_FIRST_WORD, COPULAS, CertaintyPhrase, match_phrases
from citevet.text.tokens import CITED_WORK

# These take the certainty back: "almost certain", "far from certain", "not certain".
_WEAKENING = read_words("almost nearly virtually practically fairly reasonably probably likely possibly far perhaps")
_NOTHING = NEGATIVE_WORDS | read_words("nothing nobody nowhere hardly cannot")
_CONDITIONS = read_words("if whether unless until before once")
_CLAUSE_ENDS = frozenset(".;:?!—–")
_AFTER_PREDICATE = frozenset('.,;:!)]([—–"”’') | {CITED_WORK, "and", "but", "that"}
_PERSONS = read_words("i you he she we they who one everyone someone")
_AUXILIARIES = COPULAS | {"has", "have", "had"}
_EMPHASIS = read_words("now also quite thus therefore by long well already still today")
_REACH = 6  # words before a predicate in which its subject or a negation may stand
_MOST_ADVERBS = 2


def find_certainty(words: Sequence[str]) -> Iterator[EvidenceFraming]:
    """Yield the phrases of certainty that a sentence asserts, in order."""
    if "?" in words[-3:]:  # asked, not claimed
        return
    for index, word in enumerate(words):
        framing = _read_phrase(words, index) if word in BY_FIRST_WORD else None
        if framing is None and word in COPULAS:
            framing = _read_predicate(words, index)
        if framing:
            yield framing


def _read_phrase(words: Sequence[str], at: int) -> EvidenceFraming | None:
    """Read a phrase that begins with a word of its own: an opening, an adverb, or a verb with its object."""
    for phrase in match_phrases(words, at, "clause", "sentence", "object"):
        last = at + len(phrase.words) - 1
        if not _is_asserted(words, at):
            continue
        if phrase.kind == "clause" and _get(words, last + 1) != "that":
            continue
        if phrase.kind == "sentence" and _get(words, at - 1) in COPULAS and " " in " ".join(phrase.words):
            continue  # "is beyond doubt" is a predicate
        return make_framing(at, last, phrase.grade)
    return None


def _read_predicate(words: Sequence[str], copula: int) -> EvidenceFraming | None:
    """Read what follows a form of `be`: `it is certain that`, `is beyond question`, `are known to cool`."""
    start = copula + 1
    while start - copula <= _MOST_ADVERBS and (_get(words, start).endswith("ly") or _get(words, start) in _EMPHASIS):
        if _get(words, start) in _WEAKENING or match_phrases(words, start, "predicate", "impersonal", "infinitive"):
            break
        start += 1
    kinds = match_phrases(words, start, "predicate", "impersonal", "state", "infinitive")
    if not kinds or not _is_asserted(words, copula):
        return None
    first = copula
    while first and (words[first - 1] in _AUXILIARIES or words[first - 1] in _EMPHASIS):
        first -= 1
    while words[first] not in _AUXILIARIES:
        first += 1
    readings = (_frame(words, first, start, phrase) for phrase in kinds)
    return next(filter(None, readings), None)


def _frame(words: Sequence[str], first: int, start: int, phrase: CertaintyPhrase) -> EvidenceFraming | None:
    last = start + len(phrase.words) - 1
    following, subject = _get(words, last + 1), words[max(first - _REACH, 0) : first]
    if phrase.kind == "infinitive":
        is_guess = phrase.words[0] == "sure" and not _PERSONS.isdisjoint(subject)
        return make_framing(first, last, phrase.grade) if is_infinitive(following) and not is_guess else None
    if _get(words, first - 1) == "it" and following == "that":
        return make_framing(first - 1, last, phrase.grade) if phrase.kind in {"predicate", "impersonal"} else None
    if following == "that" or (following and following not in _AFTER_PREDICATE):
        return None
    is_evidence = not lexicon.EVIDENCE.isdisjoint(subject)
    if phrase.kind == "state":
        return make_framing(start, last, phrase.grade) if is_evidence else None
    return make_framing(first, last, phrase.grade) if phrase.kind == "predicate" and subject else None


def _is_asserted(words: Sequence[str], at: int) -> bool:
    """Return whether no negation, condition or reserve before a phrase takes it back."""
    for index in range(at - 1, max(at - _REACH, 0) - 1, -1):
        word = words[index]
        if word in _CLAUSE_ENDS:
            return True
        if word in _CONDITIONS or word in _NOTHING or word.endswith("n't") or word in _WEAKENING:
            return False
    return True


def _get(words: Sequence[str], index: int) -> str:
    return words[index] if 0 <= index < len(words) else ""
