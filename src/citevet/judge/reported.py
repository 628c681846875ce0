"""What a claim says that its source says: of "it found that trees cool" the source is asked whether trees cool.

A judge weighs the report as a part of what is said: "it found that asphalt reached 58 °C" has a probability of 0.77
where the source says so, "asphalt reached 58 °C" one of 0.90. Verbs by which somebody doubts or guesses stay, for how
sure the source is belongs to the claim. What is left out becomes blanks, so that places in the claim stay.
"""

from re import compile as pattern

_SURE = (
    "found|finds|find|showed|shown|shows|show|reported|reports|report|observed|observes|demonstrated|demonstrates|"
    "concluded|concludes|noted|notes|stated|states|documented|documents|established|writes|wrote|says|said"
)
_FRAME = pattern(
    rf"\s{{0,20}}(?:[Ii]t\s{{1,200}}(?:(?:have|has|had|also|first|later|already)\s){{0,2}}(?:{_SURE})\sthat\s"
    r"|According to it\s{0,200},\s)(?=\s{0,200}\w)"
)


def reported(claim: str) -> str:
    """Return a claim with blanks for the words that only say whose it is."""
    frame = _FRAME.match(claim)
    return " " * frame.end() + claim[frame.end() :] if frame else claim
