"""Words that show the year of a forecast or plan: nobody has published then."""

import re

from citevet.patterns import lazy_pattern

# What follows the year of a forecast: (Kim, 2030 projection), (Kim, 2050 net-zero scenario).
FORESEEN = lazy_pattern(
    r"년|\W{1,3}(?:\w{1,30}\W){0,2}(?:forecast|projection|projected|target|goal|scenario|outlook|estimate|horizon|전망|목표)",
    re.IGNORECASE,
)
