"""Sentences that make no checkable claim: questions, greetings, instructions, forecasts, opinions …"""

import re
from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple

from citevet.extract.claim_types import CLOSERS, NO_WORDS, explain_fragment, has_concrete_fact
from citevet.extract.plain_text import slice_plain_text
from citevet.extract.stance import explain_stance, split_facts
from citevet.kept_answers import kept
from citevet.model import Claim, ClaimStatus, Document
from citevet.model.document import Span, replace_spans
from citevet.patterns import lazy_pattern
from citevet.text.sentences import find_pairs
from citevet.text.verbs import find_verbs


class FilterTable(NamedTuple):
    """The words and patterns of one reason."""

    reason: str
    triggers: frozenset[str]  # every English sentence that matches contains one of these words
    english: re.Pattern[str]
    korean: re.Pattern[str]
    scoped: bool = True  # a concrete fact in another clause of the sentence is still checked

    def explain(self, found: re.Match[str]) -> str:
        """Return the reason with the words that show it."""
        return f"{self.reason} ({found[0].strip(' ,.!:')})"


def _make_table(reason: str, *, triggers: str, english: str, korean: str, scoped: bool = True) -> FilterTable:
    """Make a table from trigger words and from English and Korean patterns, one on each line."""
    english, korean = ("|".join(line.strip() for line in lines.strip().splitlines()) for lines in (english, korean))
    forms = lazy_pattern(english, re.IGNORECASE), lazy_pattern(korean)
    return FilterTable(reason, frozenset(triggers.split()), *forms, scoped)


# The start of a sentence, after a word that connects it to the previous one.
_START = r"^(?:(?:and|but|so|well|also|however|still|now|then|yet),?\s+)?"

# Talk with the reader. "Of course, water boils at 100 °C" is a claim, so the phrase must end the sentence or clause.
GREETING = _make_table(
    "a greeting",
    triggers="""hello hi hey dear sure great good excellent thanks thank welcome certainly absolutely course
        sincerely regards cheers""",
    english=rf"""
        {_START}(?:hello|hi|hey)\b(?:\s+(?:there|all|everyone|everybody|again|team))?\s*(?:[,!.]|$)
        ^dear\s+[A-Z][^.]{{0,60}},?$
        ^(?:sure|certainly|absolutely|of course)(?:\s+thing)?\s*[!.]*$|^sure!
        ^(?:great|good|excellent)\s+(?:question|point|morning|evening|afternoon)\b
        ^(?:many\s+)?thanks?\b(?:\s+you)?(?:\s+(?:for|so|very|again|in)\b|[,!.]|$)
        ^welcome(?:\s+(?:to|back)\b|[!.]|$)
        ^(?:yours\s+)?sincerely\b|^(?:best|kind)\s+regards\b|^cheers\b
    """,
    korean=r"""
        ^(?:안녕하세요|안녕하십니까|반갑습니다|감사합니다|고맙습니다|환영합니다)
        ^(?:물론입니다|물론이죠|좋은 질문|네[,!.]?$|수고하)
    """,
)

# Statements about the text itself are not checked against sources.
_PART = r"(?:section|chapter|paper|article|report|post|document|guide|appendix)"
# A pointer without a statement; "See Table 2, where 40 % died" makes one.
_LABELLED = (
    r"(?:figs?\.|figures?|tables?|sections?|sec\.|appendix|appendices|chapters?|eqs?\.|equations?|box|pages?|part)"
)
_NAMED = rf"{_LABELLED}\s?\(?[\dA-Z][\w.–-]{{0,12}}\)?(?:(?:,| and| or| to)\s[\dA-Z][\w.–-]{{0,12}}){{0,6}}"
_POINTER = (
    rf"(?:see|refer to|compare|consider)\s(?:also\s)?{_NAMED}(?:\s(?:for|in|of|on|below|above)\b[^.,;:]{{0,80}})?[.)]*$"
)
META = _make_table(
    "talk about the text itself",
    triggers="""hope let feel here here's section sections chapter chapters paper article report post document guide
        appendix below above earlier follows see refer compare consider""",
    english=rf"""
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
    korean=r"""
        (?:이|본|다음)\s?(?:글|절|장|논문|보고서|문서|연재)(?:에서는?|은|는)\s.*(?:다룬다|다룹니다|다루고자|살펴본다|살펴봅니다)
        (?:이|본|다음)\s?(?:글|절|장|논문|보고서|문서|연재)(?:에서는?|은|는)\s.*(?:살펴보고자|설명한다|설명합니다|소개한다)
        (?:이|본|다음)\s?(?:글|절|장|논문|보고서|문서|연재)(?:에서는?|은|는)\s.*(?:소개합니다|정리한다|정리했다|알아본다|구성된다)
        (?:다음과|아래와) 같(?:다|습니다)|도움이 되(?:었|길|기를|시길)|알려 ?주세요|문의해? ?주세요
        ^앞서 (?:말했|언급했|설명했)듯이?[,.]?$
    """,
    scoped=False,
)

# What the reader is to do; "Use of opioids rose" and "Note that X is Y" state facts.
_VERBS = (
    r"(?:click|run|install|open|use|make|ensure|consider|try|add|set|check|create|download|select|type|enter|copy|go|start"
    r"|follow|press|choose|visit|read|keep|avoid|replace|remove|save|write|give|take|put|send|see)"
)
_OBJECTS = (
    r"(?:(?:the|(?-i:a)|an|your|this|that|these|those|it|them|to|on|into|all|each|any|sure|with|for|at|up|out|if|whether|how|by"
    r"|in|only|more|me|us)\b|https?:|[`\"“])"
)
# Verbs that are also nouns need an article, a pronoun or a certain small word after them: not "Update on the trial".
_OTHER_VERBS = (
    r"(?:restart|configure|mix|update|delete|build|verify|confirm|contact|clone|compile|compare|connect|disconnect|import"
    r"|insert|repeat|rerun|rename|upload|attach|edit|define|denote|fill|rinse|stir|store|test|turn|switch|plug|unplug|unzip"
    r"|unscrew)\s(?:(?:the|(?-i:a)|an|your|this|these|those|it|them|each|all)\b|https?:|[`\"“])"
    r"|(?:verify|confirm)\sthat\b|(?:turn|switch)\s(?:on|off)\s(?:the|your|it|this)\b|wait\s(?-i:for|until)\s"
    r"|remember\sto\s|contact\s(?:us|support)\b|refer\sto\s(?:the|your|this)\b|recall\sthe\sdefinition\b|denote\sby\s"
    r"|(?:click|press|tap)\s(?-i:[A-Z])\w{0,20}(?:\sto\s[^.]{0,60})?[.!]*$|try\sagain\b"
    r"|use\s(?-i:[A-Z])[\w+-]{0,20}\s\d[\d.]{0,8}\s(?:or|and)\s(?:later|newer|above|higher|up)[.!]*$"
    r"|be\s(?:very\s|extra\s)?(?:careful|cautious|patient|mindful|prepared|sure)\b(?!\sthat)"
)
# "Never Let Me Go is a novel": after these the verb must be in lower case.
_ALWAYS = (
    r"(?:never|always)\s(?-i:share|use|keep|leave|store|open|run|give|send|put|take|make|check|trust|turn|touch|remove"
    r"|wear|wash|ask|tell|read|write|save|test|install|click|enter|type)\s"
    r"(?:(?:the|a|an|your|this|these|those|it|them|any|all)\b|[`\"“])"
)
# "Use Your Illusion was released": a title and its predicate.
_TITLE = (
    r"(?!(?-i:[A-Z]\w{1,20}\s(?:[Tt]he|[Yy]our|[Aa]n?|[Ii]t)\s[A-Z]\w{1,20}(?:\s[A-Z]\w{0,20}){0,3}"
    r"\s(?:was|were|is|are|has|had|sold|won|reached|came|became|topped|opened)\b))"
)
_OPENING = (
    rf"^{_TITLE}"
    r"(?:(?:then|next|now|first|second|finally|just|simply),?\s+|to\s[^,.;:]{2,60},\s+"
    r"|if\s[^,.;:]{2,60},\s+(?:just\s|then\s)?)?"
)
# German puts the verb first. "Zahlen Sie bar, sinkt der Preis" is a condition: a verb follows the comma.
_GERMAN_CLAUSE = (
    r"(?:,\s(?:um|damit|bis|wenn|falls|und|bevor|sobald|dass|ob|wie|was|wo|die|der|das|den|indem|bitte)\b.*)?"
)
_GERMAN_FORMAL = rf"(?-i:^(?:Bitte\s|Dann\s|Zuerst\s)?[A-ZÄÖÜ]?[a-zäöüß]{{2,20}}n\sSie\s[^,]{{1,200}}{_GERMAN_CLAUSE}$)"
_GERMAN_INFORMAL = (
    r"(?-i:^(?:Bitte\s|Dann\s|Zuerst\s)?(?i:klicke?|drücke?|öffne|wähle|gib|starte|speichere|führe|installiere|kopiere|lösche"
    r"|prüfe|verwende|benutze|nutze|lies|nimm|schließe|tippe|warte|vermeide)\s"
    r"(?:auf|den|die|das|ein|eine|einen|dein\w{0,2}|es|ihn|zum|zur|in|im|mit|bis|nicht|alle|jetzt)\b)"
)
INSTRUCTION = _make_table(
    "an instruction",
    triggers="""click run install open use make ensure consider try add set check create download select type enter
        copy go start follow press choose visit read keep avoid replace remove save write give take put send see do
        don't let's please let restart configure mix update delete build verify confirm contact clone compile
        compare connect disconnect import insert repeat rerun rename upload attach edit define denote fill rinse
        stir store test turn switch plug unplug unzip unscrew wait remember refer recall tap be never always sie
        klick klicke drück drücke öffne wähle gib starte speichere führe installiere kopiere lösche prüfe verwende
        benutze nutze lies nimm schließe tippe warte vermeide""",
    english=rf"""
        {_OPENING}(?:please\s|let['’]s\s|let us\s|do not\s|don['’]t\s|{_VERBS}\s+{_OBJECTS}|{_OTHER_VERBS}|{_ALWAYS})
        {_GERMAN_FORMAL}|{_GERMAN_INFORMAL}
    """,
    korean=r"""
        (?:하세요|하십시오|하시오|합시다|마세요|마십시오|바랍니다)[.!]*$
        (?:해|어|아) ?(?:주세요|주십시오|보자|보세요|보십시오)[.!]*$
    """,
)

# Assumptions for the sake of argument; "Assume Nothing is a novel" is not one.
_LETTER = r"[^\s,=]{1,20}"
SUPPOSITION = _make_table(
    "an assumption",
    triggers="let suppose assume assuming imagine",
    english=rf"""
        {_START}let\s(?:{_LETTER}(?:,\s|\sand\s|\s=\s)){{0,4}}{_LETTER}\s(?-i:be|denote|stand for)\b
        {_START}let\s{_LETTER}\s=\s
        {_START}(?:suppose|assume|imagine)\s(?:that|for|we|you|the|a|an|there|[^\s\w]?\w[^\s\w]?)\s
    """,
    korean=r"(?:라고|다고) (?:하자|가정하자|가정한다|가정합니다)[.]?$",
)

# In this order: the first match gives the reason.
FILTER_TABLES = (GREETING, META, SUPPOSITION, INSTRUCTION)

_ONLY_NEEDED = lazy_pattern(
    r"[\W_]{0,9}(?:(?:citation|source|reference)s? (?:needed|required|missing)|출처\s?필요)[\W_]{0,9}", re.IGNORECASE
)
_KOREAN_QUESTION = lazy_pattern(r"(?:습니까|입니까|는가|은가|인가|을까|할까|일까|될까|나요|까요)[.]?$")
_WORD = lazy_pattern(r"[a-zäöüß]+(?:'[a-z]+)?")
_HANGUL = lazy_pattern(r"[가-힣]")
_QUOTES = frozenset('"“«「『《〈')

# A new clause, to which the words of the previous one do not apply.
_CLAUSE = lazy_pattern(
    r";\s|,\s(?:but|whereas|while|although|though|yet|however|and)\s|\s[—–]\s|(?<=[가-힣][만나며고데]),?\s",
    re.IGNORECASE,
)


@kept
def explain_never_checked(text: str) -> str | None:
    """Explain why a sentence is not a claim even with a source: it is a question, a mark or a greeting."""
    if _is_question(text):
        return "a question"
    if _ONLY_NEEDED.fullmatch(text):
        return "a mark that a source is missing"
    found = GREETING.english.match(text) or (GREETING.korean.search(text) if _is_korean(text) else None)
    return GREETING.explain(found) if found and not _has_separate_fact(text, GREETING) else None


@kept
def explain_unchecked(text: str) -> str | None:
    """Explain why a sentence is not checked; None if it is."""
    if _is_question(text):
        return "a question"
    unquoted = _mask_quoted(text)
    words = set(_WORD.findall(unquoted.lower().replace("’", "'")))
    for table in FILTER_TABLES:
        found = table.english.search(unquoted) if not table.triggers.isdisjoint(words) else None
        if found is None and _is_korean(unquoted):
            found = table.korean.search(unquoted)
        states = found and table.scoped and _has_separate_fact(unquoted, table)
        if found and not states and not (table is INSTRUCTION and _adds_statement(unquoted)):
            return table.explain(found)
    if why := explain_stance(unquoted):
        return why
    if (why := explain_fragment(text)) and (why == NO_WORDS or not has_concrete_fact(text)):
        return f"a fragment ({why})"
    return None


@kept
def find_parts(text: str) -> list[Span]:
    """Return the parts of a sentence: a fact that stands on its own beside a forecast or an opinion is one."""
    return [Span(0, len(text))] if _is_question(text) else split_facts(_mask_quoted(text))


def part_audited(claim: Claim, document: Document) -> list[Claim]:
    """Return a cited claim as an audit of its facts counts it: without its forecasts, rumours and opinions.

    Whether a source makes that forecast is for `check` to say. What names an authority stays, whatever it foresees.
    """
    if claim.status != "cited" or claim.type == "citation":
        return [claim]
    plain, found = claim.plain, []
    parts = find_parts(plain.text)
    for part in parts:
        why = explain_stance(_mask_quoted(part.of(plain.text)))
        if len(parts) == 1 and not why:
            return [claim]
        end = claim.span.end if part is parts[-1] else plain.back(part.end - 1) + 1
        span = Span(claim.span.start if part is parts[0] else plain.back(part.start), end)
        status: ClaimStatus = "skipped" if why else "cited"
        reason = f"not checked: {why}" if why else None
        own = slice_plain_text(plain, part)
        found.append(replace(claim, span=span, text=document.slice(span), plain=own, status=status, why=reason))
    return found


def _is_korean(text: str) -> bool:
    return not text.isascii() and _HANGUL.search(text) is not None


def _is_question(text: str) -> bool:
    """Return whether a sentence is a question, not a statement that ends with the quoted title of one."""
    if text.rstrip(CLOSERS).endswith(("?", "？")):
        return text[-1] in "?？)]*_" or text[0] in _QUOTES
    return not text.isascii() and _KOREAN_QUESTION.search(text[-8:]) is not None


def _mask_quoted(text: str) -> str:
    """Mask the quoted words of a sentence: "maybe" in a title does not hedge."""
    pairs = find_pairs(text) if not _QUOTES.isdisjoint(text) else []
    quoted = (pair for pair in pairs if text[pair.start] in _QUOTES and len(pair) < len(text))
    return replace_spans(text, ((Span(each.start + 1, each.end - 1), "_" * (len(each) - 2)) for each in quoted))


def _has_separate_fact(text: str, table: FilterTable) -> bool:
    """Return whether a clause without the words of the table has a verb and a concrete fact."""
    edges = [0, *(edge.end() for edge in _CLAUSE.finditer(text)), len(text)]
    for clause in (text[start:end] for start, end in pairwise(edges)) if edges[1:-1] else ():
        form = table.korean if _is_korean(clause) else table.english
        if form.search(clause) is None and has_concrete_fact(clause) and find_verbs(clause):
            return True
    return False


def _adds_statement(text: str) -> bool:
    """Return whether a clause after a semicolon states something: "Copy it to your disk; it is small."."""
    return any(find_verbs(clause) and explain_unchecked(clause) is None for clause in text.split("; ")[1:])
