"""Words that express how certain a statement is, with the evidence each needs; and words for evidence itself."""

from dataclasses import dataclass
from pathlib import Path

from citevet.model.entry import Grade
from citevet.text.tables import read_rows


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


_TABLE = Path(__file__).with_suffix(".tsv")
_WORDS = [(kind, StrengthWord(text, Grade.of(grade), why)) for kind, text, grade, why in read_rows(_TABLE)]
STRENGTH_VERBS, QUALIFIERS, ADVERBS, HEDGES = (
    tuple(word for each, word in _WORDS if each == kind) for kind in ("verb", "qualifier", "adverb", "hedge")
)
# A person or a work may prove a theorem; studies and data prove nothing.
PROOF = StrengthWord("prove", Grade.HIGH, "by a person or a cited work: a mathematical proof")

# Too strong in any sentence, whatever its verb; others have plain uses: "definitively closed".
ALWAYS_TOO_STRONG = frozenset({"undeniably", "irrefutably", "indisputably", "incontrovertibly", "unquestionably"})
# They add emphasis without a level, and are removed where a sentence is made weaker.
INTENSIFIERS = frozenset(
    "clearly strongly convincingly firmly robustly plainly powerfully consistently repeatedly".split()
)

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
