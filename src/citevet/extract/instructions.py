"""How a sentence tells the reader what to do; "Use of opioids rose" and "Note that X is Y" tell what is so."""

_DO = (
    r"(?:click|run|install|open|use|make|ensure|consider|try|add|set|check|create|download|select|type|enter|copy|go|start"
    r"|follow|press|choose|visit|read|keep|avoid|replace|remove|save|write|give|take|put|send|see)"
)
_WHAT = (
    r"(?:(?:the|(?-i:a)|an|your|this|that|these|those|it|them|to|on|into|all|each|any|sure|with|for|at|up|out|if|whether|how|by"
    r"|in|only|more|me|us)\b|https?:|[`\"“])"
)
# Words that are nouns as well: before an article, a pronoun or a small word of their own. Not "Update on the trial".
_DO_IT = (
    r"(?:restart|configure|mix|update|delete|build|verify|confirm|contact|clone|compile|compare|connect|disconnect|import"
    r"|insert|repeat|rerun|rename|upload|attach|edit|define|denote|fill|rinse|stir|store|test|turn|switch|plug|unplug|unzip"
    r"|unscrew)\s(?:(?:the|(?-i:a)|an|your|this|these|those|it|them|each|all)\b|https?:|[`\"“])"
    r"|(?:verify|confirm)\sthat\b|(?:turn|switch)\s(?:on|off)\s(?:the|your|it|this)\b|wait\s(?-i:for|until)\s"
    r"|remember\sto\s|contact\s(?:us|support)\b|refer\sto\s(?:the|your|this)\b|recall\sthe\sdefinition\b|denote\sby\s"
    r"|(?:click|press|tap)\s(?-i:[A-Z])\w{0,20}(?:\sto\s[^.]{0,60})?[.!]*$|try\sagain\b"
    r"|use\s(?-i:[A-Z])[\w+-]{0,20}\s\d[\d.]{0,8}\s(?:or|and)\s(?:later|newer|above|higher|up)[.!]*$"
    r"|be\s(?:very\s|extra\s)?(?:careful|cautious|patient|mindful|prepared|sure)\b(?!\sthat)"
)
# "Never Let Me Go is a novel": behind these the verb is written small.
_EVER = (
    r"(?:never|always)\s(?-i:share|use|keep|leave|store|open|run|give|send|put|take|make|check|trust|turn|touch|remove"
    r"|wear|wash|ask|tell|read|write|save|test|install|click|enter|type)\s"
    r"(?:(?:the|a|an|your|this|these|those|it|them|any|all)\b|[`\"“])"
)
# "Use Your Illusion was released": a title, and what is said of it.
_TITLE = (
    r"(?!(?-i:[A-Z]\w{1,20}\s(?:[Tt]he|[Yy]our|[Aa]n?|[Ii]t)\s[A-Z]\w{1,20}(?:\s[A-Z]\w{0,20}){0,3}"
    r"\s(?:was|were|is|are|has|had|sold|won|reached|came|became|topped|opened)\b))"
)
_FIRST = (
    rf"^{_TITLE}"
    r"(?:(?:then|next|now|first|second|finally|just|simply),?\s+|to\s[^,.;:]{2,60},\s+"
    r"|if\s[^,.;:]{2,60},\s+(?:just\s|then\s)?)?"
)
# German has the verb first. "Zahlen Sie bar, sinkt der Preis" is a condition: behind the comma its verb goes on.
_ASIDE = r"(?:,\s(?:um|damit|bis|wenn|falls|und|bevor|sobald|dass|ob|wie|was|wo|die|der|das|den|indem|bitte)\b.*)?"
_SIE = rf"(?-i:^(?:Bitte\s|Dann\s|Zuerst\s)?[A-ZÄÖÜ]?[a-zäöüß]{{2,20}}n\sSie\s[^,]{{1,200}}{_ASIDE}$)"
_DU = (
    r"(?-i:^(?:Bitte\s|Dann\s|Zuerst\s)?(?i:klicke?|drücke?|öffne|wähle|gib|starte|speichere|führe|installiere|kopiere|lösche"
    r"|prüfe|verwende|benutze|nutze|lies|nimm|schließe|tippe|warte|vermeide)\s"
    r"(?:auf|den|die|das|ein|eine|einen|dein\w{0,2}|es|ihn|zum|zur|in|im|mit|bis|nicht|alle|jetzt)\b)"
)
TRIGGERS = """
    click run install open use make ensure consider try add set check create download select type enter copy go
    start follow press choose visit read keep avoid replace remove save write give take put send see do don't
    let's please let restart configure mix update delete build verify confirm contact clone compile compare connect
    disconnect import insert repeat rerun rename upload attach edit define denote fill rinse stir store test turn
    switch plug unplug unzip unscrew wait remember refer recall tap be never always sie klick klicke drück drücke öffne
    wähle gib starte speichere führe installiere kopiere lösche prüfe verwende benutze nutze lies nimm schließe tippe
    warte vermeide
    """
FORMS = rf"""
    {_FIRST}(?:please\s|let['’]s\s|let us\s|do not\s|don['’]t\s|{_DO}\s+{_WHAT}|{_DO_IT}|{_EVER})
    {_SIE}|{_DU}
    """
KOREAN = r"""
    (?:하세요|하십시오|하시오|합시다|마세요|마십시오|바랍니다)[.!]*$
    (?:해|어|아) ?(?:주세요|주십시오|보자|보세요|보십시오)[.!]*$
    """
