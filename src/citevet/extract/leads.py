"""The words that lead to a source and are no part of its name: `see also Smith`, `vgl. dazu Müller`."""

_FURTHER = r"(?:auch|dazu|hierzu|etwa|nur|ferner|insbes\.|insb\.|ausführlich|grundlegend|statt vieler|z\.[\s\0]?B\.)"
# What opens a note or an entry. "s. Müller" is "siehe Müller"; S. Müller is a person.
SIGNAL = (
    r"(?i:(?:but[\s\0])?see(?:,?[\s\0](?:also|generally|e\.g\.|for[\s\0]example))?,?|cf\.|e\.g\.,?"
    rf"|(?:vgl\.|vergleiche|siehe|(?-i:s\.(?:[\s\0]?a\.)?))(?:[\s\0]{_FURTHER}){{0,2}}"
    r"|so[\s\0]auch|ebenso|statt[\s\0]vieler|zit(?:\.|iert)[\s\0](?:nach|bei|in))[\s\0]"
)
# Inside brackets a phrase may lead as well: (for a review see Smith, 2019).
LEAD = (
    rf"(?:{SIGNAL}|(?i:i\.e\.,?|for (?:a |an )?(?:review|overview|example),? see|reviewed in|as cited in|cited in|after"
    r"|adapted from|from|by|also|but|and|or|quoted in|following|according to|accord|contra|compare"
    r"|nach|so|bei|laut|dazu|hierzu|anders|dagegen|grundlegend|ausführlich|zum Ganzen|a\.\s?A\.|und|oder|auch"
    r"|참조|참고)\s){0,3}"
)
