"""The one table of words by which a sentence says how sure it is: the evidence each needs, and why we think so."""

from dataclasses import dataclass

from citevet.model.grade import Grade

HIGH, MODERATE, LOW, VERY_LOW = Grade.HIGH, Grade.MODERATE, Grade.LOW, Grade.VERY_LOW


@dataclass(frozen=True, slots=True)
class Word:
    """A word or phrase, the evidence that it needs, and the reason."""

    text: str
    grade: Grade | None  # none: more than any evidence carries
    why: str


@dataclass(frozen=True, slots=True)
class Forms:
    """What English makes of a verb."""

    base: str
    third: str
    past: str
    participle: str
    ing: str


# Of a verb that evidence or a cited work is the subject of. Verbs that only report (find, report, observe, argue, note)
# are not here: they say what a source says, not how sure it is.
VERBS = (
    Word("demonstrate", HIGH, "HIGH in all four lists, and forbidden below it in two"),
    Word("show", HIGH, "HIGH in all four lists; one forbids it only from LOW down: the stricter reading holds"),
    Word("confirm", HIGH, "HIGH in all four lists, forbidden at MODERATE in two"),
    Word("establish", HIGH, "HIGH in all four lists, forbidden at MODERATE in one"),
    Word("prove", None, "one list allows it at HIGH, the phrase list never: who proves decides (see PROOF)"),
    Word("suggest", MODERATE, "MODERATE in all lists, forbidden at LOW in two"),
    Word("indicate", MODERATE, "MODERATE in all lists, forbidden at VERY LOW in one"),
    Word("support", MODERATE, "MODERATE in all lists, forbidden at VERY LOW in one"),
    Word("point", MODERATE, "MODERATE in two lists, always as `point to`"),
)

# A person or a work may prove a theorem, and that is as good as evidence gets; studies and data prove nothing.
PROOF = Word("prove", HIGH, "by a person or a cited work: a mathematical proof")

# Before a word for evidence; `limited evidence suggests` is weaker than `suggests`, for the weaker of the two counts.
QUALIFIERS = (
    Word("conclusive", None, "with evidence or proof: the adjective of `conclusively`"),
    Word("definitive", None, "with evidence or proof: the adjective of `definitively`"),
    Word("irrefutable", None, "no evidence is"),
    Word("undeniable", None, "no evidence is"),
    Word("indisputable", None, "no evidence is"),
    Word("incontrovertible", None, "no evidence is"),
    Word("strong", HIGH, "GRADE's own word for high certainty"),
    Word("clear", HIGH, "leaves no room for doubt"),
    Word("compelling", HIGH, "leaves no room for doubt"),
    Word("convincing", HIGH, "leaves no room for doubt"),
    Word("robust", HIGH, "leaves no room for doubt"),
    Word("overwhelming", HIGH, "leaves no room for doubt"),
    Word("moderate", MODERATE, "the name of the level"),
    Word("some", LOW, "LOW in two lists: some evidence, some data, some sources"),
    Word("limited", LOW, "LOW in all lists"),
    Word("preliminary", LOW, "LOW in all lists"),
    Word("early", LOW, "LOW in one list: early research"),
    Word("initial", LOW, "says the same as `early`"),
    Word("emerging", LOW, "says the same as `early`"),
    Word("weak", LOW, "the plain word for it"),
    Word("anecdotal", VERY_LOW, "VERY LOW in all lists"),
    Word("exploratory", VERY_LOW, "VERY LOW in two lists"),
    Word("informal", VERY_LOW, "VERY LOW in one list: informal observations"),
    Word("practitioner", VERY_LOW, "VERY LOW in two lists: practitioner reports"),
    Word("insufficient", VERY_LOW, "VERY LOW in one list"),
    Word("inconclusive", VERY_LOW, "says the same as `unclear`"),
)

# Before or right behind such a verb. The first group makes any verb too strong; the last makes it weaker.
ADVERBS = (
    Word("definitively", None, "`studies definitively show` is on the list of what always overclaims"),
    Word("conclusively", None, "`conclusively demonstrates` is on the list of what always overclaims"),
    Word("undeniably", None, "denies that anybody may disagree"),
    Word("undoubtedly", None, "denies that anybody may doubt"),
    Word("unequivocally", None, "evidence speaks for itself only in rhetoric"),
    Word("irrefutably", None, "no finding is"),
    Word("indisputably", None, "no finding is"),
    Word("incontrovertibly", None, "no finding is"),
    Word("unquestionably", None, "denies that anybody may ask"),
    Word("tentatively", LOW, "the word of an author who is not sure"),
    Word("anecdotally", VERY_LOW, "VERY LOW in all lists, as an adjective"),
)
# These are too strong in any sentence, whatever its verb; the others may tell of a door that is definitively closed.
ALONE = frozenset({"undeniably", "irrefutably", "indisputably", "incontrovertibly", "unquestionably"})
# They add force and no level: left out where a sentence is made weaker.
FORCE = frozenset("clearly strongly convincingly firmly robustly plainly powerfully consistently repeatedly".split())

# In a sentence that names no evidence: GRADE's own plain words for the levels.
HEDGES = (
    Word("appears to", MODERATE, "MODERATE in one list"),
    Word("seems to", MODERATE, "says the same as `appears to`"),
    Word("it appears", MODERATE, "says the same as `appears to`"),
    Word("probably", MODERATE, "GRADE's plain word for moderate certainty"),
    Word("may", LOW, "LOW in one list, and GRADE's plain word for low certainty"),
    Word("might", LOW, "says the same as `may`"),
    Word("unclear", VERY_LOW, "VERY LOW in one list"),
    Word("uncertain", VERY_LOW, "GRADE's plain word for very low certainty"),
    Word("insufficient", VERY_LOW, "VERY LOW in one list"),
)
# `likely` is left out: "twice as likely" speaks of a risk more often than of certainty.

# Too strong in any sentence, as a turn of several words. "Beyond reasonable doubt" is a term of law and no turn.
TURNS = (
    Word("beyond doubt", None, "no finding is; also beyond any, all or a shadow of a doubt"),
    Word("without doubt", None, "likewise, and with a or any"),
    Word("no doubt", None, "where something leaves no doubt"),
)

_IRREGULAR = {"show": ("showed", "shown"), "prove": ("proved", "proven")}
_HISSING = ("sh", "ch", "s", "x", "z")


def forms(base: str) -> Forms:
    """Return the forms of a regular verb, of `show` and of `prove`."""
    stem = base.removesuffix("e")
    past, participle = _IRREGULAR.get(base, (f"{stem}ed", f"{stem}ed"))
    return Forms(base, f"{base}es" if base.endswith(_HISSING) else f"{base}s", past, participle, f"{stem}ing")


def written(word: str) -> dict[str, str]:
    """Return each written form of a verb with its name: a regular past is a participle too, and is called past."""
    made = forms(word)
    return {made.participle: "participle", made.past: "past", made.ing: "ing", made.third: "third", made.base: "base"}


# Each written form of each verb: the verb, and which form it is.
FORMS = {form: (verb, name) for verb in VERBS for form, name in written(verb.text).items()}
BY_TEXT = {word.text: word for word in (*QUALIFIERS, *ADVERBS, *HEDGES)}
