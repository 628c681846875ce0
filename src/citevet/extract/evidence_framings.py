"""Verbs by which evidence speaks, and their subjects: `studies show`, `has been shown`, `demonstrated by REF-043`."""

from collections.abc import Iterator, Sequence
from typing import Literal

from citevet.model import Grade
from citevet.records import dataclass, replace
from citevet.tables import read_words
from citevet.text import strength_words as lexicon
from citevet.text.tokens import CITED_WORK

NEGATIVE_WORDS = read_words("no neither nor none not never without lack lacks lacking little few hardly scarcely")

_ADJECTIVE_GRADES = {word.text: word.grade for word in lexicon.QUALIFIERS}
_SUBJECT_REACH = 14  # words of a subject that are searched
_PUNCTUATION = frozenset(',;:.!?—–…"“”‘')
_CLAUSE_WORDS = read_words("""and but or while whereas although though because if when that whether unless than so yet
    as""")
_CONDITIONS = frozenset({"if", "whether", "unless"})  # the clause is not asserted
_CONJUNCTIONS = frozenset({"and", "or"})
_RELATIVE = frozenset({"which", "that", "who"})
# These separate the head of a subject from its modifiers.
_AFTER_HEAD = read_words("""of from by in on with for among into at across about since over between within during under
    to using conducted published performed based involving including comparing examining led funded reported presented
    carried done""")
_NOUN_ENDS = _PUNCTUATION | _CLAUSE_WORDS | _AFTER_HEAD | frozenset("()[]")
_PARTS_OF = read_words("some many most several all one two three both each majority number body range variety")

_BE = read_words("is are was were be been being")
_AUXILIARY = _BE | read_words("has have had do does did")
_WEAKENING = frozenset({"may", "might", "could"})
# Planned, wished or possible, not claimed.
_NOT_ASSERTED = read_words("will would shall should must can to cannot")
_GROUP_REACH = 6  # words between subject and verb

_ADVERB_GRADES = {word.text: word.grade for word in lexicon.ADVERBS}
_ADVERBS = read_words("also now only thus both even still")  # besides those in -ly
_WEAK_EVIDENCE = {"limited": Grade.LOW, "preliminary": Grade.LOW, "anecdotal": Grade.VERY_LOW, "weak": Grade.LOW}
_FIGURES = read_words("figure fig figures table tables screenshot listing diagram screen button dialog")
_PERSONAL_VERBS = frozenset({"support", "point"})  # "we support Windows"
_SHOWING = frozenset({"show", "demonstrate", "prove", "confirm", "establish"})
_NO_SPEAKERS = read_words("""this that these those it which who what whoever there his her their its our my your one
    ones proof argument calculation example section chapter equation derivation counterexample induction algebra test
    tests code program log screen output page interface command tool system server""")
_MATHS = read_words("theorem theorems lemma lemmas corollary conjecture proposition")
_INFINITIVE = frozenset({"show", "demonstrate", "prove", "confirm", "suggest"})
_NON_VERBS = read_words("""the a an this these those that all each every its their our his her any some my your users
    people you us me them him it both everyone anyone which whom""")


@dataclass(frozen=True, slots=True)
class EvidenceFraming:
    """Words that say how sure a sentence is, by their indices, and the grade of evidence that they need."""

    first: int  # of the words that a fix may replace
    last: int
    grade: Grade | None
    narrow: int  # where the verb with its adverbs starts
    whole: int  # where its subject starts


def make_framing(first: int, last: int, grade: Grade | None) -> EvidenceFraming:
    """Return a framing of which a fix replaces only the words themselves, not their subject."""
    return EvidenceFraming(first, last, grade, narrow=first, whole=first)


@dataclass(frozen=True, slots=True)
class EvidenceSubject:
    """The subject of a verb: evidence, people or a cited work."""

    kind: Literal["evidence", "people", "work", "we"]
    first: int  # index of its first word
    singular: bool = False  # takes `shows`; a work takes both
    generic: bool = False  # evidence in general, which other words may replace
    grades: tuple[Grade | None, ...] = ()  # of the adjectives before it


@dataclass(frozen=True, slots=True)
class _Group:
    """The words between a subject and a verb."""

    before: int  # index of the word before the group
    words: tuple[str, ...]
    adverb: int  # index at which graded adverbs and the verb start

    def has(self, words: frozenset[str]) -> bool:
        return not words.isdisjoint(self.words)


def find_framings(words: Sequence[str]) -> Iterator[EvidenceFraming]:
    """Yield the framings of a sentence, in order."""
    maths = not _MATHS.isdisjoint(words)
    for index, word in enumerate(words):
        found = _read_framing(words, index) if word in lexicon.VERB_FORMS else None
        if found is not None:
            yield replace(found, grade=lexicon.PROOF.grade) if maths and found.grade is None else found


def _read_framing(words: Sequence[str], at: int) -> EvidenceFraming | None:
    verb, form = lexicon.VERB_FORMS[words[at]]
    group = _read_group(words, at)
    if group is None or group.has(_NOT_ASSERTED) or (verb.text == "point" and _get_word(words, at + 1) != "to"):
        return None
    if form in {"past", "participle"} and (group.has(_BE) or _get_word(words, group.before) == "as"):
        return _read_passive(words, at, group)
    if form == "participle" and not group.has(_AUXILIARY):
        return None
    return _read_active(words, at, group)


def _read_group(words: Sequence[str], at: int) -> _Group | None:
    """Return the adverbs and auxiliaries before a verb; None where they negate it."""
    index = at - 1
    adverb = at
    while index >= 0 and at - index <= _GROUP_REACH:
        word = words[index]
        if word in NEGATIVE_WORDS or word.endswith("n't"):
            if words[index + 1] != "only":
                return None
        elif word.endswith("ly") or word in _ADVERBS:
            adverb = index if adverb == index + 1 else adverb
        elif word not in _AUXILIARY and word not in _WEAKENING and word not in _NOT_ASSERTED:
            break
        index -= 1
    # In "also clearly shows" only "clearly" has a grade.
    graded = (
        each for each in range(adverb, at) if words[each] in _ADVERB_GRADES or words[each] in lexicon.INTENSIFIERS
    )
    return _Group(index, tuple(words[index + 1 : at]), next(graded, at))


def _read_active(words: Sequence[str], at: int, group: _Group) -> EvidenceFraming | None:
    verb, form = lexicon.VERB_FORMS[words[at]]
    subject = _find_subject(words, group.before) if group.before >= 0 else None
    subject = subject or _find_speaker(words, at, group.before)
    if subject is None and verb.grade in {None, Grade.HIGH} and None in _get_grades(words, group, at):
        # "conclusively demonstrates" is too strong with any subject
        return make_framing(group.adverb, at, None)
    if form == "ing" and not group.has(_BE) and _get_word(words, group.before) == ",":
        return None  # ", showing that": the subject is the whole sentence before it
    if subject is None or not _reports_evidence(words, at, subject):
        return None
    if form == "base" and subject.singular and not group.has(_AUXILIARY | _WEAKENING):
        return None  # in "research support is", `support` is a noun
    last = at + 1 if verb.text == "point" else at
    if _ADVERB_GRADES.get(_get_word(words, last + 1), lexicon.PROOF.grade) is None:
        last += 1
    others = [*_get_grades(words, group, last), *subject.grades, *_get_object_grades(words, last)]
    grade = _combine_grades(_get_verb_grade(verb, subject), others)
    first = subject.first if subject.generic and form != "ing" else group.adverb
    return EvidenceFraming(first, last, grade, group.adverb, subject.first)


def _reports_evidence(words: Sequence[str], at: int, subject: EvidenceSubject) -> bool:
    verb = lexicon.VERB_FORMS[words[at]][0].text
    following = _get_word(words, at + 1)
    if verb == "show" and not _FIGURES.isdisjoint(words[at + 1 : at + 7]):
        return False
    if subject.kind == "we":
        return following == "that"
    if subject.kind == "people" and verb in _PERSONAL_VERBS:
        return False
    if verb in {"show", "demonstrate"} and following == "how" and _get_word(words, at + 2) == "to":
        return False  # instruction
    return verb != "establish" or following == "that"  # papers also establish fields, and people committees


def _read_passive(words: Sequence[str], at: int, group: _Group) -> EvidenceFraming | None:
    verb = lexicon.VERB_FORMS[words[at]][0]
    following = _get_word(words, at + 1)
    grades = _get_grades(words, group, at)
    if following == "to" and verb.text in _INFINITIVE and is_infinitive(_get_word(words, at + 2)):
        return make_framing(group.before + 1, at + 1, _combine_grades(verb.grade, grades))
    if following == "that" and _get_word(words, group.before) == "it":
        return make_framing(group.before, at, _combine_grades(verb.grade, grades))
    agent = _find_agent(words, at + 2) if following in {"by", "in"} else None
    if agent is None or agent.kind == "we" or (agent.kind == "people" and verb.text in _PERSONAL_VERBS):
        return None
    grade = _combine_grades(_get_verb_grade(verb, agent), [*grades, *agent.grades])
    return make_framing(group.adverb, at, grade)


def is_infinitive(word: str) -> bool:
    """Return whether a word after `shown to` is a verb: "improve", not "the" or "users"."""
    if word in _NON_VERBS or not word.isalpha():
        return False
    return not word.endswith("s") or word.endswith(("ss", "us", "as"))


def _get_verb_grade(verb: lexicon.StrengthWord, subject: EvidenceSubject) -> Grade | None:
    """Return the grade of a verb; a person or a work may prove a theorem."""
    return lexicon.PROOF.grade if verb.grade is None and subject.kind != "evidence" else verb.grade


def _get_grades(words: Sequence[str], group: _Group, last: int) -> list[Grade | None]:
    own = (*group.words, words[last])
    adverbs = [_ADVERB_GRADES[word] for word in own if word in _ADVERB_GRADES]
    return adverbs + [Grade.LOW for word in own if word in _WEAKENING]


def _get_object_grades(words: Sequence[str], last: int) -> list[Grade | None]:
    """Return the grade of weak evidence in the object: "shows limited evidence of"."""
    weak = next((word for word in words[last + 1 : last + 4] if word in _WEAK_EVIDENCE), None)
    return [_WEAK_EVIDENCE[weak]] if weak else []


def _combine_grades(own: Grade | None, others: Sequence[Grade | None]) -> Grade | None:
    """Return the weakest grade; None, too strong for any evidence, wins over all."""
    if own is None or None in others:
        return None
    return min([own, *(grade for grade in others if grade is not None)])


def _get_word(words: Sequence[str], index: int) -> str:
    return words[index] if 0 <= index < len(words) else ""


def _find_subject(words: Sequence[str], last: int) -> EvidenceSubject | None:
    """Return the subject whose last word is `last`; None if it is not evidence, negated or not asserted."""
    if last > 0 and words[last] in _RELATIVE:
        last -= 2 if words[last - 1] == "," else 1
    first, edge = _find_clause(words, last)
    head = _find_head(words, first, last) if first is not None and edge not in _CONDITIONS else None
    if first is None or head is None:
        return None
    inside = [index for index in range(first, head + 1) if words[index] in _AFTER_HEAD]
    noun = inside[-1] + 1 if inside and inside[-1] < head else first  # where the modifiers of the noun start
    # "no study", but not "not only do studies"
    if any(words[at] in NEGATIVE_WORDS and words[at + 1] != "only" for at in range(noun, head)):
        return None
    replaceable = noun == first and head == last and edge not in _CONJUNCTIONS
    return _make_subject(words, noun, head, replaceable=replaceable)


def _find_speaker(words: Sequence[str], at: int, last: int) -> EvidenceSubject | None:
    """Return whatever shows that something holds: "Holm demonstrated that", "the fire proves that".

    What points back has its evidence elsewhere, and readers who confirm that they agree show nothing.
    """
    if lexicon.VERB_FORMS[words[at]][0].text not in _SHOWING or _get_word(words, at + 1) != "that" or last < 0:
        return None
    first, edge = _find_clause(words, last)
    head = _find_head(words, first, last) if first is not None and edge not in _CONDITIONS else None
    if first is None or head is None or not words[head].isalpha():
        return None
    subject = words[first : last + 1]
    is_other = not (_NO_SPEAKERS | NEGATIVE_WORDS | _FIGURES | _MATHS | lexicon.READERS).isdisjoint(subject)
    return None if is_other or words[head] in lexicon.EVIDENCE else EvidenceSubject("people", first)


def _find_agent(words: Sequence[str], start: int) -> EvidenceSubject | None:
    """Return the evidence after `by` or `in`: "by three trials", "in REF-043"."""
    last = start - 1
    while last + 1 < min(start + 6, len(words)) and words[last + 1] not in _NOUN_ENDS:
        last += 1
    if last < start or not NEGATIVE_WORDS.isdisjoint(words[start : last + 1]):
        return None
    return _make_subject(words, start, last, replaceable=True)


def _find_clause(words: Sequence[str], last: int) -> tuple[int | None, str]:
    """Return the first index of the clause before a verb, and the word before that clause."""
    index = last
    limit = max(last - _SUBJECT_REACH, -1)
    while index > limit:
        word = words[index]
        if word in {")", "]"}:
            index = _search_back(words, index, limit, {"(", "["})
        elif word == "," and index == last:  # "the authors, however, show"
            index = last = _search_back(words, index - 1, limit, {","})
        elif word in _PUNCTUATION or word in _CLAUSE_WORDS or word in "([":
            break
        index -= 1
    index = max(index, limit)  # a bracket that was never opened
    return (index + 1 if index < last else None), words[index] if index >= 0 else ""


def _search_back(words: Sequence[str], index: int, limit: int, wanted: set[str]) -> int:
    while index > limit and words[index] not in wanted:
        index -= 1
    return index


def _find_head(words: Sequence[str], first: int, last: int) -> int | None:
    """Return the head noun of a subject; after an introductory phrase it is the last word."""
    while last >= first and words[last] in {",", ")", "]", "("}:
        last -= 1
    if last < first:
        return None
    head = last
    for index in range(first + 1, last + 1) if words[first] not in _AFTER_HEAD else ():
        part_of = words[index] == "of" and words[index - 1] in _PARTS_OF
        if (words[index] in _AFTER_HEAD or words[index] in "([,") and not part_of:
            head = index - 1
            break
    return head - 1 if head > first and words[head].isdigit() else head  # "Study 2 shows"


def _make_subject(words: Sequence[str], first: int, head: int, *, replaceable: bool) -> EvidenceSubject | None:
    noun, before = words[head], words[first:head]
    if noun in {CITED_WORK, "we"}:
        return EvidenceSubject("work" if noun == CITED_WORK else "we", first)
    grades = tuple(_ADJECTIVE_GRADES[word] for word in before if word in _ADJECTIVE_GRADES)
    if noun in lexicon.RESEARCHERS or noun in lexicon.RESEARCHER:
        return EvidenceSubject("people", first, singular=noun in lexicon.RESEARCHER, grades=grades)
    if noun not in lexicon.EVIDENCE:
        return None
    generic = replaceable and _is_generic(noun, before)
    return EvidenceSubject(
        "evidence", first, noun in lexicon.SINGULAR_EVIDENCE or noun in lexicon.MASS_EVIDENCE, generic, grades
    )


def _is_generic(noun: str, before: Sequence[str]) -> bool:
    """Return whether it is evidence in general: research, many studies, limited evidence, the literature."""
    if before and before[0] == "the" and noun in lexicon.MASS_EVIDENCE:
        before = before[1:]
    known = noun in lexicon.GENERIC_EVIDENCE or (
        noun not in lexicon.SINGULAR_EVIDENCE and any(word in lexicon.STRENGTH_BY_TEXT for word in before)
    )
    return known and all(word in lexicon.BEFORE_GENERIC_EVIDENCE or word in lexicon.STRENGTH_BY_TEXT for word in before)
