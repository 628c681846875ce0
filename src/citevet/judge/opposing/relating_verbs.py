"""Verbs that one does to another and that rarely hold both ways, in all of their forms."""

from collections.abc import Iterator

from citevet.judge.opposing.concepts import base

# Verbs that often hold both ways (meet, join, follow, support, affect, influence, marry, lease) are not among them.
_VERBS = """
cause lead result trigger induce produce inhibit suppress activate prevent cure reduce increase infect absorb encode
exceed surpass outperform outnumber outweigh outlive outsell precede predate succeed replace supersede overtake orbit
defeat beat win conquer invade colonise annex besiege occupy overthrow depose attack bomb kill murder assassinate shoot
arrest sue prosecute indict accuse blame criticise condemn warn threaten rob kidnap rescue
acquire buy sell lend borrow pay owe give fund finance sponsor subsidise export import supply
notify inform indemnify reimburse compensate terminate
invent discover write direct design teach supervise employ hire appoint nominate dismiss parent
contain require eat hunt extend override""".split()
# Forms that neither the endings below nor the table of irregular verbs bring to the verb; "found" and "own" stand
# here without themselves: what was found was not founded, and its own is nobody's doing.
_OTHER_FORMS = """
beat beaten|win won winning|pay paid|overthrow overthrew overthrown|overtake overtook overtaken|rob robbed robbing
kidnap kidnapped kidnapping|give giving|override overrode overridden|found founded founds founding
own owned owns owning""".strip().replace("\n", "|")
# As often things as deeds: exports exceed imports, the fund sued the bank.
THINGS = frozenset("export exports import imports fund funds supply supplies".split())
_HISSING = ("s", "x", "z", "ch", "sh")
_VOWELS = "aeiou"


def _endings(verb: str) -> Iterator[str]:
    """Yield the regular forms of a verb; it is never cut below itself, so that sue and succeed keep their ends."""
    mute = verb.endswith("e") and not verb.endswith("ee")
    cut = verb[:-1] if verb.endswith("y") and verb[-2] not in _VOWELS else ""
    yield verb
    yield f"{cut}ies" if cut else f"{verb}es" if verb.endswith(_HISSING) else f"{verb}s"
    yield f"{cut}ied" if cut else f"{verb}d" if verb.endswith("e") else f"{verb}ed"
    yield f"{verb[:-1]}ing" if mute else f"{verb}ing"


def _spellings(verb: str) -> Iterator[str]:
    yield verb
    if verb.endswith("ise"):
        yield f"{verb[:-3]}ize"


_FORMS = {form: verb for verb in _VERBS for spelling in _spellings(verb) for form in _endings(spelling)} | {
    form: forms.split()[0] for forms in _OTHER_FORMS.split("|") for form in forms.split()[1:]
}


def relating_verb(low: str) -> str:
    """Return the verb that a word in small letters is a form of, empty for all other words."""
    return _FORMS.get(low) or _FORMS.get(base(low), "")
