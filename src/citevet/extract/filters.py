"""Sentences that assert nothing checkable: questions, hedges, forecasts … in English and Korean, with the reason.

Of German, only instructions are known.
"""

from dataclasses import dataclass
from itertools import pairwise
from re import IGNORECASE, Pattern
from re import compile as pattern

from citevet.extract.claim_types import CLOSERS, NO_WORDS, concrete, fragment
from citevet.extract.instructions import FORMS, KOREAN, TRIGGERS
from citevet.extract.sentences import pairs
from citevet.extract.verbs import verbs
from citevet.model import Span


@dataclass(frozen=True, slots=True)
class Unchecked:
    """Why a sentence is not checked, and the words that say so."""

    reason: str
    words: str = ""

    def __str__(self) -> str:
        return f"not checked: {self.reason}" + (f" ({self.words})" if self.words else "")


@dataclass(frozen=True, slots=True)
class Table:
    """The words of one reason."""

    reason: str
    triggers: frozenset[str]  # one of these words is in every English sentence that the pattern takes
    english: Pattern[str]
    korean: Pattern[str]
    scoped: bool = True  # a concrete fact in another clause of the sentence is still checked


def _table(reason: str, words: tuple[str, str, str], *, scoped: bool = True) -> Table:
    """Make a table of trigger words, English forms and Korean forms, one form a line."""
    triggers, english, korean = words
    return Table(reason, frozenset(triggers.split()), _any(english, IGNORECASE), _any(korean), scoped)


def _any(lines: str, flags: int = 0) -> Pattern[str]:
    return pattern("|".join(line.strip() for line in lines.strip().splitlines()), flags)


# Where a sentence starts, after the words that tie it to the one before.
_START = r"^(?:(?:and|but|so|well|also|however|still|now|then|yet),?\s+)?"

# Talk with the reader says nothing of the world. "Of course, water boils at 100 °C" does, so the phrase must end.
GREETING = _table(
    "a greeting",
    (
        """hello hi hey dear sure great good excellent thanks thank welcome certainly absolutely course sincerely
        regards cheers""",
        rf"""
        {_START}(?:hello|hi|hey)\b(?:\s+(?:there|all|everyone|everybody|again|team))?\s*(?:[,!.]|$)
        ^dear\s+[A-Z][^.]{{0,60}},?$
        ^(?:sure|certainly|absolutely|of course)(?:\s+thing)?\s*[!.]*$|^sure!
        ^(?:great|good|excellent)\s+(?:question|point|morning|evening|afternoon)\b
        ^(?:many\s+)?thanks?\b(?:\s+you)?(?:\s+(?:for|so|very|again|in)\b|[,!.]|$)
        ^welcome(?:\s+(?:to|back)\b|[!.]|$)
        ^(?:yours\s+)?sincerely\b|^(?:best|kind)\s+regards\b|^cheers\b
        """,
        r"""
        ^(?:안녕하세요|안녕하십니까|반갑습니다|감사합니다|고맙습니다|환영합니다)
        ^(?:물론입니다|물론이죠|좋은 질문|네[,!.]?$|수고하)
        """,
    ),
)

# What the text says of itself is not checked against sources.
_PART = r"(?:section|chapter|paper|article|report|post|document|guide|appendix)"
# A place to look at, and nothing said of it: "See Table 2, where 40 % died" says something.
_LABELLED = (
    r"(?:figs?\.|figures?|tables?|sections?|sec\.|appendix|appendices|chapters?|eqs?\.|equations?|box|pages?|part)"
)
_NAMED = rf"{_LABELLED}\s?\(?[\dA-Z][\w.–-]{{0,12}}\)?(?:(?:,| and| or| to)\s[\dA-Z][\w.–-]{{0,12}}){{0,6}}"
_POINTER = (
    rf"(?:see|refer to|compare|consider)\s(?:also\s)?{_NAMED}(?:\s(?:for|in|of|on|below|above)\b[^.,;:]{{0,80}})?[.)]*$"
)
META = _table(
    "talk about the text itself",
    (
        """hope let feel here here's section sections chapter chapters paper article report post document guide appendix
        below above earlier follows see refer compare consider""",
        rf"""
        \bi hope (?:this|that|it) helps?\b|\blet me know\b|\bfeel free\b|^here(?:'s|’s| is| are)\b
        ^(?:here|below),?\s+(?:we|i)\s+(?:outline|describe|discuss|present|review|summari[sz]e|explain|list|give|focus)\b
        \b(?:in|throughout) this {_PART},?\s+(?:we|i|you)\b
        ^(?:this|the (?:next|following|present|remaining)) {_PART}s?\s+(?:is|are) organi[sz]ed\b
        ^(?:this|the (?:next|following|present)) {_PART}s?\s+(?:describes?|discuss(?:es)?|presents?|explains?)\b
        ^(?:this|the (?:next|following|present)) {_PART}s?\s+(?:introduces?|reviews?|summari[sz]es?|outlines?|lists?)\b
        \bthe (?:rest|remainder) of (?:this|the) {_PART}\b
        ^(?:as )?(?:mentioned|discussed|described|noted|shown|stated) (?:above|below|earlier)[,.]?$
        ^see (?:above|below|also|the (?:section|appendix|next|following))\b|\b(?:is|are) as follows\b\s*[:.]?$
        ^\(?{_POINTER}|^for (?:more |further |full |additional |an? |the )?\w{{2,20}}(?: \w{{1,20}}){{0,5}}, {_POINTER}
        """,
        r"""
        (?:이|본|다음)\s?(?:글|절|장|논문|보고서|문서|연재)(?:에서는?|은|는)\s.*(?:다룬다|다룹니다|다루고자|살펴본다|살펴봅니다)
        (?:이|본|다음)\s?(?:글|절|장|논문|보고서|문서|연재)(?:에서는?|은|는)\s.*(?:살펴보고자|설명한다|설명합니다|소개한다)
        (?:이|본|다음)\s?(?:글|절|장|논문|보고서|문서|연재)(?:에서는?|은|는)\s.*(?:소개합니다|정리한다|정리했다|알아본다|구성된다)
        (?:다음과|아래와) 같(?:다|습니다)|도움이 되(?:었|길|기를|시길)|알려 ?주세요|문의해? ?주세요
        ^앞서 (?:말했|언급했|설명했)듯이?[,.]?$
        """,
    ),
    scoped=False,
)

# Somebody may have said it; nobody stands behind it. 소문자 is a small letter, no rumour.
RUMOUR = _table(
    "a rumour",
    (
        """reportedly allegedly purportedly rumour rumours rumoured rumor rumors rumored sources insiders hearsay
        unconfirmed""",
        r"""
        \b(?:reportedly|allegedly|purportedly)\b
        \brumou?r(?:s|ed)?\b(?:\s+(?:has|have|had|is|are|to|that|say|says)\b|\.)
        \b(?:anonymous|unnamed|industry|insider|unofficial)\s+sources\b
        \b(?:sources|insiders)\s+(?:say|said|claim|claimed)\b|\bhearsay\b|\bunconfirmed\s+reports?\b
        """,
        r"""
        (?:업계|내부|익명의?|한|정부|회사)\s?(?:관계자|소식통)들?(?:에 따르면|에 의하면|는|은)
        소식통들?(?:에 따르면|에 의하면|은)|소문(?!자)(?:이|에|은|으로|도)|루머|카더라
        것으로 (?:알려졌다|알려졌습니다|전해졌다|전해졌습니다|전해진다)|설이 (?:돌|나돌|제기)
        """,
    ),
)

# No source of today can say whether it comes true. "The expected value" and "was expected to" are no forecasts.
FORECAST = _table(
    "a forecast",
    (
        """expected projected forecast forecasted predicted anticipated poised slated set will expect expects predict
        predicts anticipate anticipates outlook forecasts""",
        r"""
        \b(?:is|are|be|being)\s+(?:\w+ly\s+)?(?:expected|projected|forecast(?:ed)?|predicted|anticipated|poised|slated)\s+to\b
        \b(?:is|are)\s+set\s+to\s+(?:become|be|grow|rise|fall|reach|double|increase|decline|drop|surge|expand|launch|open|hit)\b
        \bwill\s+(?:likely|probably|soon|eventually|presumably|almost certainly)\b|\b(?:likely|probably)\s+will\b
        \bwill\s+(?:continue to|grow|rise|fall|double|triple|exceed|surpass|reach|decline|shrink)\b
        \bwill\b[^.]{0,120}\bby\s+(?:the end of\s+)?20[2-9]\d\b
        \b(?:analysts?|experts?|economists?|forecasters?|observers?)\s+(?:expect|predict|forecast|anticipate)s?\b
        \bthe outlook (?:is|for|remains)\b|\bforecasts\s+(?:suggest|say|call)\b
        """,
        r"""
        전망(?:이다|입니다|된다|됩니다|되며|되고|했다|한다|하고 있|이 나오|이 나온|도 나온)
        예상(?:된다|됩니다|되며|되고|되지만|되어|이다|한다|했다|하고 있)|예측(?:된다|됩니다|되며|되고|한다|했다)
        내다(?:봤다|보았다|본다|보고 있)|관측(?:이 나오|이 나온|이 우세)
        가능성(?:이|도|은)\s?(?:있다|있습니다|크다|큽니다|높다|높습니다|제기)
        (?:할|될|질|릴|올|날|을) 것(?:이다|입니다)(?=[.!\s]|$)
        """,
    ),
)

# The writer takes the sentence back in its first words. "may improve" is a claim of less strength, and stays one;
# "Perhaps surprisingly, 45% …" hedges the surprise, not the number.
HEDGE = _table(
    "a hedge",
    (
        "think believe guess suspect suppose imagine wonder assume maybe perhaps possibly conceivably seems",
        rf"""
        {_START}(?:i|we)\s+(?:\w+ly\s+|would\s+)?(?:think|believe|guess|suspect|suppose|imagine|wonder|assume)\b
        {_START}(?:maybe|perhaps|possibly|conceivably)\b(?!,?\s+(?:\w+ingly|\w+edly|importantly|ironically|more|most)\b)
        {_START}it\s+(?:\w+ly\s+)?seems\b
        """,
        r"""
        (?:것|거) 같(?:다|습니다|아요|은데|지만)|것으로 보(?:인다|입니다|이며|여진다)
        듯(?:하다|합니다|싶다|싶습니다)(?=[.,\s]|$)|지도 모(?:른다|릅니다|르겠다)
        (?:^|\s)아마도?(?=[\s,])|(?:^|\s)어쩌면(?=[\s,])|추측(?:된다|됩니다|이다|한다)
        """,
    ),
)

# What ought to be, and what is good. The "must" of a statute is a fact of law and stays.
_ACTORS = (
    r"(?:we|you|i|everyone|everybody|society|governments?|policy-?makers?|lawmakers|politicians|companies|scientists)"
)
_PRAISE = r"(?:amazing|awesome|wonderful|terrible|fantastic|beautiful|disappointing)"
OPINION = _table(
    "an opinion",
    (
        """opinion view feel love hate prefer should must ought need important essential crucial critical vital
        necessary imperative time amazing awesome wonderful terrible fantastic beautiful disappointing
        fortunately unfortunately arguably deserve deserves""",
        rf"""
        \bin (?:my|our) (?:\w+ )?(?:opinion|view)\b|\b(?:i|we) (?:strongly |firmly )?(?:feel that|love|hate|prefer)\b
        \b{_ACTORS}\s+(?:all\s+)?(?:should|must|ought to|need to)\b
        ^it(?: is|'s|’s) (?:\w+ )?(?:important|essential|crucial|critical|vital|necessary|imperative|time) (?:to|that)\b
        \b(?:is|are|was|were) (?:\w+ly |so |very |just )?{_PRAISE}\b
        ^(?:arguably|fortunately|unfortunately)\b[^\d]*$|\bdeserves? (?:to|more|better|our)\b
        """,
        r"""
        (?:고|라고|다고) (?:생각한다|생각합니다|생각된다|봅니다|본다|믿는다|믿습니다)
        바람직(?:하다|합니다)|촉구(?:한다|합니다|했다)|마땅(?:하다|히)|개인적으로(?:는)?
        (?:해야|되어야|돼야|져야) (?:한다고|할 때|할 것이다|마땅)
        (?:제|내|우리) (?:생각|의견|견해)(?:에는|으로는|에)|[이가] (?:매우 )?중요(?:하다|합니다)[.!]?$
        (?:훌륭|아름답|멋지|끔찍|안타깝|아쉽)(?:하다|다|습니다|합니다)[.!]?$
        """,
    ),
)

INSTRUCTION = _table("an instruction", (TRIGGERS, FORMS, KOREAN))

# What holds for the sake of the argument, and of what the writer alone decides. "Assume Nothing is a novel" does not.
_LETTER = r"[^\s,=]{1,20}"
SUPPOSITION = _table(
    "an assumption",
    (
        "let suppose assume assuming imagine",
        rf"""
        {_START}let\s(?:{_LETTER}(?:,\s|\sand\s|\s=\s)){{0,4}}{_LETTER}\s(?-i:be|denote|stand for)\b
        {_START}let\s{_LETTER}\s=\s
        {_START}(?:suppose|assume|imagine)\s(?:that|for|we|you|the|a|an|there|[^\s\w]?\w[^\s\w]?)\s
        """,
        r"(?:라고|다고) (?:하자|가정하자|가정한다|가정합니다)[.]?$",
    ),
)

# In this order: the first that holds gives the reason.
TABLES = (GREETING, META, RUMOUR, HEDGE, FORECAST, OPINION, SUPPOSITION, INSTRUCTION)

_QUESTION = Unchecked("a question")
_KOREAN_QUESTION = pattern(r"(?:습니까|입니까|는가|은가|인가|을까|할까|일까|될까|나요|까요)[.]?$")
_WORD = pattern(r"[a-zäöüß]+(?:'[a-z]+)?")
_HANGUL = pattern(r"[가-힣]")
_QUOTES = frozenset('"“«「『《〈')

# A new clause, in which the words of the one before do not hold any more.
_CLAUSE = pattern(
    r";\s|,\s(?:but|whereas|while|although|though|yet|however|and)\s|\s[—–]\s|(?<=[가-힣][만나며고데]),?\s", IGNORECASE
)


def never(text: str) -> Unchecked | None:
    """Say why a sentence is no claim even with a source behind it: a question, or a greeting."""
    if _is_question(text):
        return _QUESTION
    found = GREETING.english.match(text) or (GREETING.korean.search(text) if _is_korean(text) else None)
    if found is None or _fact_apart(text, GREETING):
        return None
    return Unchecked(GREETING.reason, found[0].strip(" ,.!:"))


def unchecked(text: str) -> Unchecked | None:
    """Say why a sentence is not to be checked, or nothing if it is."""
    if _is_question(text):
        return _QUESTION
    said = _unquoted(text)
    words = set(_WORD.findall(said.lower().replace("’", "'")))
    korean = _is_korean(said)
    for table in TABLES:
        found = table.english.search(said) if not table.triggers.isdisjoint(words) else None
        if found is None and korean:
            found = table.korean.search(said)
        if found and not (table.scoped and _fact_apart(said, table)) and not (table is INSTRUCTION and _adds(said)):
            return Unchecked(table.reason, found[0].strip(" ,.!:"))
    if (why := fragment(text)) and (why == NO_WORDS or not concrete(text)):
        return Unchecked("a fragment", why)
    return None


def _is_korean(text: str) -> bool:
    return not text.isascii() and _HANGUL.search(text) is not None


def _is_question(text: str) -> bool:
    """Tell a question from a sentence that ends in the quoted title of one."""
    if text.rstrip(CLOSERS).endswith(("?", "？")):
        return text[-1] in "?？)]*_" or text[0] in _QUOTES
    return not text.isascii() and _KOREAN_QUESTION.search(text[-8:]) is not None


def _unquoted(text: str) -> str:
    """Blank the words that the sentence quotes: "maybe" in a title is no hedge."""
    if _QUOTES.isdisjoint(text):
        return text
    pieces: list[str] = []
    done = 0
    for span in _quoted(text):
        pieces += text[done : span.start + 1], "_" * (len(span) - 2)
        done = span.end - 1
    return "".join((*pieces, text[done:]))


def _quoted(text: str) -> list[Span]:
    return [span for span in pairs(text) if text[span.start] in _QUOTES and len(span) < len(text)]


def _fact_apart(text: str, table: Table) -> bool:
    """Say whether a clause without the words of the table has a verb and a concrete fact of its own."""
    edges = [0, *(edge.end() for edge in _CLAUSE.finditer(text)), len(text)]
    clauses = [text[start:end] for start, end in pairwise(edges)]
    return len(clauses) > 1 and any(_stands(clause, table) for clause in clauses)


def _adds(text: str) -> bool:
    """Say whether a clause behind a semicolon states something: "Copy it to your disk; it is small."."""
    return any(bool(verbs(clause)) and unchecked(clause) is None for clause in text.split("; ")[1:])


def _stands(clause: str, table: Table) -> bool:
    form = table.korean if _is_korean(clause) else table.english
    return form.search(clause) is None and concrete(clause) and bool(verbs(clause))
