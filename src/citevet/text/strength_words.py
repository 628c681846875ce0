"""Words that express how certain a statement is, with the evidence each needs; and words for evidence itself."""

from dataclasses import dataclass

from citevet.model.entry import Grade

HIGH, MODERATE, LOW, VERY_LOW = Grade.HIGH, Grade.MODERATE, Grade.LOW, Grade.VERY_LOW


@dataclass(frozen=True, slots=True)
class StrengthWord:
    """A word or phrase, the evidence that it needs, and the reason."""

    text: str
    grade: Grade | None  # None: no evidence is strong enough
    why: str


@dataclass(frozen=True, slots=True)
class VerbForms:
    """The forms of an English verb."""

    base: str
    third: str
    past: str
    participle: str
    ing: str


# Verbs whose subject is evidence or a cited work. Verbs that only report (find, report, observe, argue, note) are not
# here: they do not express certainty.
STRENGTH_VERBS = (
    StrengthWord("demonstrate", HIGH, "HIGH in all four lists, and forbidden below it in two"),
    StrengthWord("show", HIGH, "HIGH in all four lists; one forbids it only from LOW down: the stricter reading holds"),
    StrengthWord("confirm", HIGH, "HIGH in all four lists, forbidden at MODERATE in two"),
    StrengthWord("establish", HIGH, "HIGH in all four lists, forbidden at MODERATE in one"),
    StrengthWord("prove", None, "one list allows it at HIGH, the phrase list never: who proves decides (see PROOF)"),
    StrengthWord("suggest", MODERATE, "MODERATE in all lists, forbidden at LOW in two"),
    StrengthWord("indicate", MODERATE, "MODERATE in all lists, forbidden at VERY LOW in one"),
    StrengthWord("support", MODERATE, "MODERATE in all lists, forbidden at VERY LOW in one"),
    StrengthWord("point", MODERATE, "MODERATE in two lists, always as `point to`"),
)

# A person or a work may prove a theorem; studies and data prove nothing.
PROOF = StrengthWord("prove", HIGH, "by a person or a cited work: a mathematical proof")

# Adjectives of a word for evidence. The weaker of adjective and verb counts: `limited evidence suggests`.
QUALIFIERS = (
    StrengthWord("conclusive", None, "with evidence or proof: the adjective of `conclusively`"),
    StrengthWord("definitive", None, "with evidence or proof: the adjective of `definitively`"),
    StrengthWord("irrefutable", None, "no evidence is"),
    StrengthWord("undeniable", None, "no evidence is"),
    StrengthWord("indisputable", None, "no evidence is"),
    StrengthWord("incontrovertible", None, "no evidence is"),
    StrengthWord("strong", HIGH, "GRADE's own word for high certainty"),
    StrengthWord("clear", HIGH, "leaves no room for doubt"),
    StrengthWord("compelling", HIGH, "leaves no room for doubt"),
    StrengthWord("convincing", HIGH, "leaves no room for doubt"),
    StrengthWord("robust", HIGH, "leaves no room for doubt"),
    StrengthWord("overwhelming", HIGH, "leaves no room for doubt"),
    StrengthWord("moderate", MODERATE, "the name of the level"),
    StrengthWord("some", LOW, "LOW in two lists: some evidence, some data, some sources"),
    StrengthWord("limited", LOW, "LOW in all lists"),
    StrengthWord("preliminary", LOW, "LOW in all lists"),
    StrengthWord("early", LOW, "LOW in one list: early research"),
    StrengthWord("initial", LOW, "says the same as `early`"),
    StrengthWord("emerging", LOW, "says the same as `early`"),
    StrengthWord("weak", LOW, "the plain word for it"),
    StrengthWord("anecdotal", VERY_LOW, "VERY LOW in all lists"),
    StrengthWord("exploratory", VERY_LOW, "VERY LOW in two lists"),
    StrengthWord("informal", VERY_LOW, "VERY LOW in one list: informal observations"),
    StrengthWord("practitioner", VERY_LOW, "VERY LOW in two lists: practitioner reports"),
    StrengthWord("insufficient", VERY_LOW, "VERY LOW in one list"),
    StrengthWord("inconclusive", VERY_LOW, "says the same as `unclear`"),
)

# Before or right after such a verb. Those without a grade make any verb too strong; the others make it weaker.
ADVERBS = (
    StrengthWord("definitively", None, "`studies definitively show` is on the list of what always overclaims"),
    StrengthWord("conclusively", None, "`conclusively demonstrates` is on the list of what always overclaims"),
    StrengthWord("undeniably", None, "denies that anybody may disagree"),
    StrengthWord("undoubtedly", None, "denies that anybody may doubt"),
    StrengthWord("unequivocally", None, "evidence speaks for itself only in rhetoric"),
    StrengthWord("irrefutably", None, "no finding is"),
    StrengthWord("indisputably", None, "no finding is"),
    StrengthWord("incontrovertibly", None, "no finding is"),
    StrengthWord("unquestionably", None, "denies that anybody may ask"),
    StrengthWord("tentatively", LOW, "the word of an author who is not sure"),
    StrengthWord("anecdotally", VERY_LOW, "VERY LOW in all lists, as an adjective"),
)
# Too strong in any sentence, whatever its verb; others have plain uses: "definitively closed".
ALWAYS_TOO_STRONG = frozenset({"undeniably", "irrefutably", "indisputably", "incontrovertibly", "unquestionably"})
# They add emphasis without a level, and are removed where a sentence is made weaker.
INTENSIFIERS = frozenset(
    "clearly strongly convincingly firmly robustly plainly powerfully consistently repeatedly".split()
)

# In a sentence that names no evidence: GRADE's own plain words for the levels.
HEDGES = (
    StrengthWord("appears to", MODERATE, "MODERATE in one list"),
    StrengthWord("seems to", MODERATE, "says the same as `appears to`"),
    StrengthWord("it appears", MODERATE, "says the same as `appears to`"),
    StrengthWord("probably", MODERATE, "GRADE's plain word for moderate certainty"),
    StrengthWord("may", LOW, "LOW in one list, and GRADE's plain word for low certainty"),
    StrengthWord("might", LOW, "says the same as `may`"),
    StrengthWord("unclear", VERY_LOW, "VERY LOW in one list"),
    StrengthWord("uncertain", VERY_LOW, "GRADE's plain word for very low certainty"),
    StrengthWord("insufficient", VERY_LOW, "VERY LOW in one list"),
)
# `likely` is left out: "twice as likely" speaks of a risk more often than of certainty.

_IRREGULAR = {"show": ("showed", "shown"), "prove": ("proved", "proven")}
_SIBILANTS = ("sh", "ch", "s", "x", "z")


def inflect(base: str) -> VerbForms:
    """Return the forms of a regular verb, or of `show` or `prove`."""
    stem = base.removesuffix("e")
    past, participle = _IRREGULAR.get(base, (f"{stem}ed", f"{stem}ed"))
    return VerbForms(base, f"{base}es" if base.endswith(_SIBILANTS) else f"{base}s", past, participle, f"{stem}ing")


def name_forms(word: str) -> dict[str, str]:
    """Return each form of a verb with its name; a form that is past and participle is named past."""
    made = inflect(word)
    return {made.participle: "participle", made.past: "past", made.ing: "ing", made.third: "third", made.base: "base"}


# Each form of each verb: the verb, and the name of the form.
VERB_FORMS = {form: (verb, name) for verb in STRENGTH_VERBS for form, name in name_forms(verb.text).items()}
STRENGTH_BY_TEXT = {word.text: word for word in (*QUALIFIERS, *ADVERBS, *HEDGES)}

# Words for evidence: without a plural, or already in it: "research shows", "data show".
MASS_EVIDENCE = frozenset("research evidence literature science work".split())
SINGULAR_EVIDENCE = frozenset(
    """study result finding paper article trial analysis meta-analysis metaanalysis review benchmark experiment survey
    report investigation observation simulation evaluation replication preprint thesis cohort ablation""".split()
)
PLURAL_EVIDENCE = frozenset(
    """studies results findings data papers articles trials analyses meta-analyses metaanalyses reviews benchmarks
    experiments surveys reports investigations observations simulations evaluations replications preprints tests
    measurements sources statistics cohorts ablations publications""".split()
)
EVIDENCE = MASS_EVIDENCE | SINGULAR_EVIDENCE | PLURAL_EVIDENCE
RESEARCHERS = frozenset("authors researchers scientists investigators al.".split())
RESEARCHER = frozenset("author researcher scientist investigator".split())

# Evidence in general, which other words can replace: "Research shows", "many studies show".
GENERIC_EVIDENCE = frozenset("research evidence literature science studies data findings reports sources".split())
BEFORE_GENERIC_EVIDENCE = frozenset(
    """many several recent numerous multiple most various existing previous prior earlier current new scientific
    clinical empirical academic available growing published""".split()
)
