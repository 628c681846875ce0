"""Words that express how certain a statement is, with the evidence each needs, and the same in other words.

`Research demonstrates` at the level LOW is `Limited evidence suggests`.
"""

from collections.abc import Sequence
from pathlib import Path

from citevet.model.entry import Grade
from citevet.patterns import lazy_pattern
from citevet.records import dataclass
from citevet.tables import read_rows, read_words
from citevet.text.certainty_phrases import COPULAS, CertaintyPhrase, PhraseKind, match_phrases


@dataclass(frozen=True, slots=True)
class StrengthWord:
    """A word or phrase, the evidence that it needs, and the reason."""

    text: str
    grade: Grade | None  # None: no evidence is strong enough
    why: str


_TABLE = Path(__file__).with_suffix(".tsv")
_WORDS = [(kind, StrengthWord(text, Grade.of(grade), why)) for kind, text, grade, why in read_rows(_TABLE)]
STRENGTH_VERBS, QUALIFIERS, ADVERBS, HEDGES = (
    tuple(word for each, word in _WORDS if each == kind) for kind in ("verb", "qualifier", "adverb", "hedge")
)
# A person or a work may prove a theorem; studies and data prove nothing.
PROOF = StrengthWord("prove", Grade.HIGH, "by a person or a cited work: a mathematical proof")

# They add emphasis without a level, and are removed where a sentence is made weaker.
INTENSIFIERS = read_words("clearly strongly convincingly firmly robustly plainly powerfully consistently repeatedly")

_IRREGULAR = {"show": ("showed", "shown"), "prove": ("proved", "proven")}
_SIBILANTS = ("sh", "ch", "s", "x", "z")


def inflect(base: str) -> dict[str, str]:
    """Return the forms of a regular verb, or of `show` or `prove`, by their names."""
    stem, third = base.removesuffix("e"), f"{base}es" if base.endswith(_SIBILANTS) else f"{base}s"
    past, participle = _IRREGULAR.get(base, (f"{stem}ed", f"{stem}ed"))
    return {"participle": participle, "past": past, "ing": f"{stem}ing", "third": third, "base": base}


def _name_forms(word: str) -> dict[str, str]:
    """Return each form of a verb with its name; a form that is past and participle is named past."""
    return {form: name for name, form in inflect(word).items()}


# Each form of each verb: the verb, and the name of the form.
VERB_FORMS = {form: (verb, name) for verb in STRENGTH_VERBS for form, name in _name_forms(verb.text).items()}
STRENGTH_BY_TEXT = {word.text: word for word in (*QUALIFIERS, *ADVERBS, *HEDGES)}

# Words for evidence: without a plural, or already in it: "research shows", "data show".
MASS_EVIDENCE = read_words("research evidence literature science work")
SINGULAR_EVIDENCE = read_words("""study result finding paper article trial analysis meta-analysis metaanalysis review
    benchmark experiment survey report investigation observation simulation evaluation replication preprint thesis
    cohort ablation interview questionnaire poll testimony transcript logbook diary audit""")
PLURAL_EVIDENCE = read_words("""studies results findings data papers articles trials analyses meta-analyses metaanalyses
    reviews benchmarks experiments surveys reports investigations observations simulations evaluations replications
    preprints tests measurements sources statistics cohorts ablations publications interviews questionnaires polls
    testimonies transcripts accounts letters posts logs records notes logbooks diaries audits plots samples archives""")
EVIDENCE = MASS_EVIDENCE | SINGULAR_EVIDENCE | PLURAL_EVIDENCE
READERS = read_words("""you we i he she they one who anyone everyone nobody users user readers reader developers agents
    agent court courts state states party parties person persons members member students applicants""")
RESEARCHERS = read_words("authors researchers scientists investigators al.")
RESEARCHER = read_words("author researcher scientist investigator")

# Evidence in general, which other words can replace: "Research shows", "many studies show".
GENERIC_EVIDENCE = read_words("research evidence literature science studies data findings reports sources")
BEFORE_GENERIC_EVIDENCE = read_words("""many several recent numerous multiple most various existing previous prior
    earlier current new scientific clinical empirical academic available growing published""")


# The same in other words

_TOO_STRONG = frozenset(word.text for word in ADVERBS if word.grade is None)
_FIRM = frozenset(word.text for word in QUALIFIERS if word.grade in {None, Grade.HIGH})
_ADVERBS = INTENSIFIERS | frozenset(word.text for word in ADVERBS)
_AUXILIARY = read_words("is are was were be been being has have had")
_PLAIN = lazy_pattern(r"[A-Za-z][A-Za-z-]*(?:\s+[A-Za-z][A-Za-z-]*)*")
_MARKER = r"\s*(?:[\[(][^\[\]()]{0,80}[\])]\s*)?"  # a citation may separate the verb from its clause
_THAT = lazy_pattern(rf"{_MARKER}that\b")
# "confirms the effect" is not "suggests the effect", and "confirmed by" is not "suggested by".
_OBJECT = lazy_pattern(
    rf"{_MARKER}(?:the|this|these|those|our|their|its|his|her|an?|by|it|them|such|earlier|previous|prior)\b"
)
_PREDICATES: tuple[PhraseKind, ...] = (
    "predicate",
    "impersonal",
    "infinitive",
)  # kinds of phrases that follow a form of `be`
_PROVEN = frozenset(_name_forms("prove"))
_CONFIRMING = frozenset({"confirm", "establish", "prove", "support"})

# What evidence in general is called at each level, and whether that is plural.
_EVIDENCE_NAMES = {
    Grade.HIGH: ("evidence", False),
    Grade.MODERATE: ("evidence", False),
    Grade.LOW: ("limited evidence", False),
    Grade.VERY_LOW: ("anecdotal reports", True),
}
_ADJECTIVE = {Grade.HIGH: "strong", Grade.MODERATE: "moderate", Grade.LOW: "limited", Grade.VERY_LOW: "anecdotal"}
# What a sentence is said to be, in place of `undoubtedly`.
_SENTENCE_ADVERB = {Grade.HIGH: "", Grade.MODERATE: "probably", Grade.LOW: "possibly", Grade.VERY_LOW: "perhaps"}
_APPEARS = {"is": "appears", "has": "appears", "are": "appear", "have": "appear", "was": "appeared", "were": "appeared"}


def restate(said: str, level: Grade, then: str = "") -> str | None:
    """Return a wording for a level that replaces `said`, which comes before `then`; None if there is no good one."""
    if not _PLAIN.fullmatch(said):
        return None
    words = said.lower().split()
    new = _restate(words, level, then)
    if new is None or new == " ".join(words):
        return None
    return new[:1].upper() + new[1:] if said[0].isupper() else new


def _restate(words: list[str], level: Grade, then: str) -> str | None:
    tail = _find_tail(words)
    if tail == len(words) and _THAT.match(then):
        return None  # "they agree beyond dispute that": no adverb fits between verb and clause
    if (phrase := _restate_certainty(words, level)) is not None:
        return phrase
    return _restate_framing(words[: len(words) - tail], level, then)  # "prove beyond doubt" is restated as "prove"


def _restate_framing(words: list[str], level: Grade, then: str) -> str | None:
    """Restate a verb of evidence with its subject, or a phrase without one."""
    at = next((index for index in reversed(range(len(words))) if words[index] in VERB_FORMS), None)
    if at is None:
        return _restate_phrase(words, level)
    if level is Grade.HIGH:
        return _drop_overstatement(words)
    if words[0] == "it":
        return _name_evidence(level, past="was" in words)
    if words[-1] == "to" and words[at] not in {"point", "points", "pointed", "pointing"}:
        return _restate_infinitive(words[: at + 1], level)
    if level is Grade.MODERATE:
        return _weaken(words, at, then)
    if any(word in EVIDENCE or word in RESEARCHERS for word in words[:at]):
        past = VERB_FORMS[words[at]][1] == "past" and not {"has", "have", "had"} & set(words)
        return _name_evidence(level, past=past)
    return _restate_verb(words[at], level, then)


def _restate_certainty(words: list[str], level: Grade) -> str | None:
    """Restate a phrase of certainty by its place in the sentence."""
    for phrase in match_phrases(words, 0, "clause", "sentence", "object", "state"):
        if len(phrase.words) != len(words):
            continue
        if phrase.kind == "sentence":
            return _SENTENCE_ADVERB[level]
        if phrase.kind == "clause":
            return _name_evidence(level, past="was" in words)
        if phrase.kind == "state":
            return _ADJECTIVE[level]
        return f"{inflect('offer')[phrase.form]} {_ADJECTIVE[level]} evidence"
    at = next((index for index, word in enumerate(words) if word in COPULAS), None)
    ends = range(len(words)) if at is not None else ()
    found = next(
        (each for index in ends for each in match_phrases(words, index, *_PREDICATES) if _ends(words, index, each)),
        None,
    )
    if found is None:
        return None
    if found.kind == "infinitive":
        auxiliaries = words[: len(words) - len(found.words)]
        return "is shown to" if level is Grade.HIGH else _restate_infinitive([*auxiliaries, "shown"], level)
    if words[0] == "it":
        return _name_evidence(level, past="was" in words)
    copulas = " ".join(words[: len(words) - len(found.words)]).split()
    return " ".join(
        (
            *(word for word in copulas if word in _AUXILIARY or word in COPULAS),
            "supported by",
            _ADJECTIVE[level],
            "evidence",
        )
    )


def _find_tail(words: list[str]) -> int:
    """Return how many of the last words are an adverb of certainty: `beyond doubt`."""
    found = (
        each for at in range(len(words)) for each in match_phrases(words, at, "sentence") if _ends(words, at, each)
    )
    return next((len(each.words) for each in found if len(each.words) > 1 or len(words) == 1), 0)


def _ends(words: list[str], index: int, phrase: CertaintyPhrase) -> bool:
    return index + len(phrase.words) == len(words)


def _drop_overstatement(words: list[str]) -> str:
    """Remove words that are too strong: `conclusively proves` becomes `shows`."""
    kept = [word for word in words if word not in _TOO_STRONG]
    show = inflect("show")
    if not _AUXILIARY.isdisjoint(kept):
        show["past"] = show["participle"]  # "was proved" is "was shown"
    return " ".join(_inflect_like(show, word) if word in _PROVEN else word for word in kept)


def _weaken(words: list[str], at: int, then: str) -> str:
    """Replace the verb by `suggest`, or by `support` before the thing that was confirmed, in the same form."""
    new = "support" if _confirms_object(words[at], then) else "suggest"
    changed = [*words[:at], _inflect_like(inflect(new), words[at]), *(word for word in words[at + 1 :] if word != "to")]
    return " ".join(word for word in changed if word not in _ADVERBS and word not in _FIRM)


def _confirms_object(verb: str, then: str) -> bool:
    return VERB_FORMS[verb][0].text in _CONFIRMING and _OBJECT.match(then) is not None


def _name_evidence(level: Grade, *, past: bool) -> str | None:
    called, plural = _EVIDENCE_NAMES[level]
    verb = inflect("show" if level is Grade.HIGH else "suggest")
    return f"{called} {verb['past' if past else 'base' if plural else 'third']}"


def _restate_verb(verb: str, level: Grade, then: str) -> str:
    """Restate the verb of one study or work, which stays the subject: `offers limited evidence`."""
    if _THAT.match(then):
        return f"{_inflect_like(inflect('offer'), verb)} {_ADJECTIVE[level]} evidence"
    adverb, new = ("tentatively", "suggest") if level is Grade.LOW else ("anecdotally", "report")
    return f"{adverb} {_inflect_like(inflect('support' if _confirms_object(verb, then) else new), verb)}"


def _restate_infinitive(words: list[str], level: Grade) -> str | None:
    """Restate `has been shown to`."""
    if words[0] not in _APPEARS:
        return None
    if level is Grade.LOW:
        return "may"
    if level is Grade.MODERATE:
        return f"{_APPEARS[words[0]]} to"
    auxiliaries = [word for word in words[:-1] if word not in _ADVERBS]
    return f"{' '.join(auxiliaries)} anecdotally reported to"


def _restate_phrase(words: Sequence[str], level: Grade) -> str | None:
    """Restate a phrase like `strong evidence`, `appears to` or `undeniably`."""
    phrase = " ".join(words)
    if len(words) == 1 and phrase in _TOO_STRONG:
        return ""
    if phrase.endswith(" doubt") and words[0] in {"beyond", "without"}:
        return _SENTENCE_ADVERB[level]
    if words[-1] == "to":
        return "may" if level is Grade.LOW else None
    if phrase in {"it appears", "it seems"}:
        return _name_evidence(level, past=False) if level in {Grade.LOW, Grade.VERY_LOW} else None
    if len(words) > 1 and words[0] in STRENGTH_BY_TEXT and words[-1] not in SINGULAR_EVIDENCE:
        return " ".join((_ADJECTIVE[level], *words[1:-1], words[-1].replace("proof", "evidence")))
    return None


def _inflect_like(new: dict[str, str], old: str) -> str:
    return new[VERB_FORMS[old][1]]
