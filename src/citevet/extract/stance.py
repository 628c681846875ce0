"""Clauses that predict, repeat a rumour, guess, judge or demand, and the facts beside them in the same sentence."""

import re
from collections.abc import Collection, Iterator
from functools import cache
from itertools import groupby, pairwise
from pathlib import Path
from typing import NamedTuple

from citevet.extract.claim_types import has_concrete_fact
from citevet.model import Span
from citevet.patterns import lazy_pattern
from citevet.records import dataclass
from citevet.tables import read_rows, read_words
from citevet.text.verbs import find_verbs
from citevet.text.word_patterns import WordPatternTable, make_pattern_table

_REASONS = {"forecast": "a forecast", "rumour": "a rumour", "hedge": "a hedge", "opinion": "an opinion"}
_FUTURE, _NO_FACT, _NOT = "future", "no fact", "not "
_LONGEST = 4_000  # characters of a sentence

_CONJUNCTIONS = read_words("""but whereas while although though yet however and so because since aber doch jedoch
    während obwohl und sondern denn weil wobei""")
_JOINED = "|".join(sorted(_CONJUNCTIONS))
# A clause that another one follows: with its comma, and with the verb of the main clause after it.
_OPENERS = "although|even though|while|whereas|though|since|because|after|obwohl|während|nachdem|weil|da"
_SUBJECTS = "es|er|sie|dies"  # German joins main clauses with a comma
_RELATIVE = "which|who|whose|where|der|die|das|deren|dessen|wo"
# Where a clause ends: the words of the one before do not apply to the next.
_EDGE = lazy_pattern(
    rf";\s|:\s|\s[—–-]\s|,\s(?=(?:{_JOINED})\s)|,\s(?=(?:{_SUBJECTS})\s)|\s(?=\([^()]{{3,200}}\)[.!]?$)"
    rf"|,\s(?:{_RELATIVE})\s[^,;]{{3,200}}(?P<relative>,\s)"
    rf"|^(?:{_OPENERS})\s(?:[^,;]|,(?=\d)){{8,300}}(?P<opener>,\s)"
    r"|[가-힣](?:지만|으나|는데|으며|하며|되며|이며|했고|됐고|였고|았고|었고)(?P<korean>,?\s)",
    re.IGNORECASE,
)
_ASIDE = lazy_pattern(rf",\s(?:{_RELATIVE})\s[^,;]{{3,200}},\s\Z", re.IGNORECASE)
_LEADING = lazy_pattern(rf"(?:[\s,(–—-]|(?:{_JOINED}|{_OPENERS})[,\s])+", re.IGNORECASE)
_JOINT = lazy_pattern(r"(?:,|,?\s(?:and|but|und|aber))\s\Z", re.IGNORECASE)
_DEPENDENT = lazy_pattern(r"\s*,?\s*(?:if|unless|that|wenn|falls|dass|ob|whether)\s", re.IGNORECASE)
# Beside those that `find_verbs` knows.
_VERBS = read_words("""hit cut cost beat spread upheld withheld overtook overturned overruled struck swept threw
    undertook withdrew arose bore dealt fled foresaw oversaw forbade laid lent shut split stole sought shot swore
    ist sind war waren wurde wurden hat hatte hatten sank sanken stieg stiegen fiel fielen lag lagen betrug betrugen
    kam kamen ging gingen gab gaben nahm begann blieb trat verlor gewann wuchs gilt galt enthält beträgt entschied
    läuft lief""")
_GERMAN_PAST = lazy_pattern(r"\b[a-zäöüß]{3,20}(?:te|ten)\b")
_WORD = lazy_pattern(r"[a-zäöüß]+(?:['’-][a-zäöüß]+)*")
_HANGUL = lazy_pattern(r"[가-힣]")


@dataclass(frozen=True, slots=True)
class _Clause:
    span: Span
    is_fact: bool = False
    reason: str = ""  # why it is not checked; empty where it states something
    is_weak: bool = False  # the reason does not reach the other clauses: ", but perhaps not a lot"


def explain_stance(text: str) -> str | None:
    """Explain by its words why a sentence is not checked; None where it is, or where one of its clauses is a fact."""
    clauses = _read_clauses(text)
    reason = next((each.reason for each in clauses if each.reason and not each.is_weak), None)
    return None if any(each.is_fact for each in clauses) else reason


def split_facts(text: str) -> list[Span]:
    """Return the parts of a sentence, facts apart from what is not checked; one part where there is only one kind."""
    clauses = _read_clauses(text)
    if not any(each.reason for each in clauses) or not any(each.is_fact for each in clauses):
        return [Span(0, len(text))]
    groups = (list(each) for _, each in groupby(clauses, key=lambda clause: clause.is_fact))
    parts = (Span(group[0].span.start, group[-1].span.end) for group in groups)
    return [trimmed for part in parts if (trimmed := _trim(text, part))]


def _trim(text: str, part: Span) -> Span:
    """Return a part without the words that join it to its neighbours."""
    lead = _LEADING.match(text, part.start, part.end)
    start = lead.end() if lead else part.start
    said = text[start : part.end].rstrip(" ,;:(–—-\n")
    return Span(start, start + len(said))


def _read_clauses(text: str) -> list[_Clause]:
    """Return the clauses of a sentence; a single one without a reason where no phrase occurs at all."""
    if len(text) > _LONGEST or not _may_occur(text):
        return [_Clause(Span(0, len(text)))]
    edges = [0, *_find_edges(text), len(text)]
    found = [part for start, end in pairwise(edges) if end > start for part in _read_clause(text, Span(start, end))]
    for one, following in pairwise(found):
        if one.reason and following.is_fact and _ASIDE.search(text, 0, one.span.end):
            return [
                _Clause(Span(0, len(text)))
            ]  # "the firm, which may close, was founded in 1911": one subject for both
    return found


def _may_occur(text: str) -> bool:
    """Return whether a text has a word that some phrase needs; a cheap test that most sentences fail."""
    words, triggers = set(_WORD.findall(text.lower())), _read_triggers()
    timed = not triggers.timed.isdisjoint(words) and not triggers.future.isdisjoint(words)
    return timed or not triggers.other.isdisjoint(words) or (not text.isascii() and _HANGUL.search(text) is not None)


def _find_edges(text: str) -> Iterator[int]:
    at = 0
    while (found := _EDGE.search(text, at)) is not None:
        named = next((name for name in ("relative", "opener", "korean") if found[name]), None)
        at = max(found.end(named) if named else found.end(), at + 1)
        yield at


def _read_clause(text: str, span: Span) -> list[_Clause]:
    """Return what a clause is; two, where a second verb is joined to the first: "prices fell and are expected to"."""
    said = span.of(text)
    found = list(_read_table().find(said))
    names = {phrase.name for phrase, _ in found}
    for phrase, place in found:
        if phrase.name in _REASONS and f"{_NOT}{phrase.name}" not in names and _holds(phrase.condition, said, names):
            times = [time for other, time in found if other.name == _FUTURE == phrase.condition]
            shown = Span(min(each.start for each in (place, *times)), max(each.end for each in (place, *times)))
            reason = f"{_REASONS[phrase.name]} ({shown.of(said).strip(' ,.!:')})"
            is_weak = phrase.leads and span.start > 0
            if (joined := _JOINT.search(said, 0, place.start)) and joined.start() > 0:
                middle = span.start + joined.start()
                before = _read_clause(text, Span(span.start, middle))
                return [*before, _Clause(Span(middle, span.end), reason=reason)]
            return [_Clause(span, reason=reason, is_weak=is_weak)]
    stands = _FUTURE not in names and _DEPENDENT.match(said) is None and has_concrete_fact(said) and _has_verb(said)
    return [_Clause(span, is_fact=stands)]


def _holds(condition: str, text: str, names: Collection[str]) -> bool:
    """Return whether the condition of a phrase holds in its clause."""
    if condition == _NO_FACT:
        return not has_concrete_fact(text)
    return not condition or condition in names


def _has_verb(text: str) -> bool:
    words = set(_WORD.findall(text))
    return bool(find_verbs(f"it {text}")) or not _VERBS.isdisjoint(words) or _GERMAN_PAST.search(text) is not None


class _Triggers(NamedTuple):
    """One word at least of each phrase, but for those that need a time to come, whose words are too common."""

    other: frozenset[str]
    timed: frozenset[str]
    future: frozenset[str]


@cache
def _read_triggers() -> _Triggers:
    found: dict[str, set[str]] = {"other": set(), "timed": set(), "future": set()}
    for phrase in _read_table().phrases:
        kind = "timed" if phrase.condition == _FUTURE else phrase.name if phrase.name == _FUTURE else "other"
        found[kind].update(() if phrase.name.startswith(_NOT) else phrase.keys)
    return _Triggers(**{kind: frozenset(words) for kind, words in found.items()})


@cache
def _read_table() -> WordPatternTable:
    rows = read_rows(Path(__file__).with_suffix(".tsv"))
    return make_pattern_table((name, condition, phrase) for name, condition, phrase, _ in rows)
