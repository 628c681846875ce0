"""Decide what a full stop after an abbreviation or a capital letter means: part of a name, or the end of a sentence.

nupunkt learned its abbreviations from scanned law and science. Its 2,954 words include "west", "code", "found" and
"cancer", after which it never ends a sentence.
"""

import re
from collections.abc import Iterator

from citevet.text.patterns import lazy_pattern

# In lower case and before a capital letter, these do not end a sentence: "dept. Head", "incl. Germany". Abbreviations
# that are also words ("art", "min", "fig", "lit") are not here: sentences.py handles them before a number.
ABBREVIATIONS = frozenset(
    """
    abr abs abstr acad accum adj adjud adm admin adv aff agg agmt agric agron alt amb amer amt ann annot anon answ app
    appx appl applic approp approx appt apr apt apts arb arg assem assn assoc assocs asst attn atty aug auth ave avg
    bal bankr bbls biochem biol bks bldg blvd brev brig bro bros bul bur cal calif cap capt cert certif chap chem chron
    cir cit civ cmt cmts cmty cnty coeff col coll colo cols com comm commr commun comp compl comput conc cond conf cong
    conj conn cons consol const constr cont contr conv coords copr corp corr couns cpl crim ctr cts cty cust dec decr
    def defs dem denom dep dept det dev dif diss dist distrib div dkt docs drs dup ecol econ edn eds educ elec emp empl
    encl eng engr env envir envtl eqn eqns eqs equip esp esq est etc evid exc exch exec exh exp exped expl exs ext extr
    fac feb fed fid fol freq gaz gdn gen genet geo geol geom geophys gov govt grp hist hon hort hosp hrg hrs hwy ibid
    idem illus incl incorp ind indem indep indiv indus init inj insp inst instr intell intl introd inv jan jour jud jul
    jun juris juv kft lat lbs legis liab lib lic litig loc ltd mach mag maint maj manuf marg math mech med mem messrs
    meteorol mfg mfr mgmt mgt misc mkt mktg mol mon mons msgr mtg mun nat natl neg nom nos nov numer obj obl oblig obs
    oct ofc opn ophth ord org orig para paras pathol pers perspect pharm phil phys pkg pkwy plc plur poss prac prec
    pref prelim pres prin priv prob proc prof proj propr prot prov pseud psych ptr pts publ pvt qtr quant ref reg regs
    regul rel rep repl repr reprod rept repub res resp rev rpt rptr sav sch sched sci seg sel sen sens sep sept seq ser
    serv sess sgt sig soc specif spp stat stats std stn subch subd subdiv subj subord subp subpar subpara subsec supp
    suppl supr supra supt surg surr susp svcs symp syn sys tbsp tech tel telecomm terr theol thurs tit tpk trans transl
    transp treas tsp tues twp typ ult unabr unif univ unpubl usu util veh vers vert viz vol vols vss yrs zool
    """.split()
)

# Capitalized words that nupunkt takes for abbreviations. Most others in its list are abbreviated courts and states.
FULL_NAMES = frozenset(
    """
    Andes Antioch Buchanan Byrnes Carpenter Clarke Crowley Gibson Grenada Guthrie Hokkaido Hughes Idaho Iowa Kerry
    Larsen Laughlin Lowell Mason Monaco Paulsen Payne Poland Robbins Saigon Sanchez South Utah West York
    """.split()
)

_SPACE = r"[\s\0]"
# The letters of one thing, "C." and "B.C.", or of several, "A and C."; then the gap.
_SEVERAL = rf"(?:[A-Z](?:,{_SPACE}|,?{_SPACE}(?:and|or|&){_SPACE})){{0,5}}(?:[A-Z]\.){{1,8}}{_SPACE}{{1,20}}"
_LETTERS = lazy_pattern(_SEVERAL)
_REACH = 16  # characters of a number or a word before the letters

# A unit follows its number: 5 V, 2.5 °C, 3 mg/L. A name follows a year: "In 2019 A. Smith".
_UNIT = lazy_pattern(rf"(?:[°/·⁰¹²³⁴-⁹]|\d{_SPACE}?)$")
_YEAR = lazy_pattern(rf"(?<![\d.,])(?:1[4-9]|20)\d\d{_SPACE}?$")
# Things labelled with a letter: Plan B, vitamin C, an A. Words that also precede people are left out: "team J. Smith".
_LABELLED = lazy_pattern(
    rf"(?<!\w)(?:an?|plan|grade|type|class|group|category|option|variant|version|vitamin|hepatitis|influenza|factor|"
    rf"protein|appendix|annex|schedule|exhibit|figure|fig\.|table|panel|part|section|phase|level|tier|zone|stage|step|"
    rf"scenario|method|condition|variable|product|point|compound|sample|site|series|letter|war)s?{_SPACE}$",
    re.IGNORECASE,
)
# "In the U.S. Smith et al. (2020) found"; not the U.S. Fish and Wildlife Service (2020), nor the U.S. Treasury (2020).
_COUNTRY = lazy_pattern(rf"\bthe{_SPACE}$")
_PEOPLE = lazy_pattern(
    rf"[A-Z][\w'’‐-]{{1,40}}"
    rf"(?:,?{_SPACE}{{1,3}}et{_SPACE}al\b|,?{_SPACE}(?:and|&){_SPACE}[A-Z][\w'’‐-]{{1,40}}{_SPACE}?[(\[]\d)"
)

# Names with a year after them at the start of a sentence; case reports have a number: "347 F. Supp. 123 (1972)".
_WORD = r"(?:[^\W\d_][^\W\d_'’‐-]{0,40}(?:['’‐-][^\W\d_]{1,40})?\.?|&)"
_CITED_NAME = lazy_pattern(
    rf"(?<![\w.'’-]){_SEVERAL}(?=[A-ZÀ-ÖØ-ÞĀ-Ž])(?=(?:{_WORD},?\s){{1,12}}[(\[](?:1[4-9]|20)\d\d[a-z]?\b)"
)


def skip_sentence_end(text: str, start: int) -> int:
    """Return where a name starts: after letters that end the sentence before it, else at `start`."""
    found = _LETTERS.match(text, start)
    return found.end() if found and _end_sentence(text, start, found.end()) else start


def find_cited_starts(text: str) -> Iterator[int]:
    """Yield where sentences start with a citation after such letters: "by 5 V. Jones (2019) found"."""
    for found in _CITED_NAME.finditer(text):
        if _end_sentence(text, found.start(), found.end()):
            yield found.end()


def _end_sentence(text: str, start: int, end: int) -> bool:
    """Check whether these letters are a unit, a label or a country, and not the initials of the name after them."""
    before = text[max(start - _REACH, 0) : start]
    if _UNIT.search(before):
        return _YEAR.search(before) is None
    country = text.count(".", start, end) > 1 and _COUNTRY.search(before) and _PEOPLE.match(text, end)
    return bool(country or _LABELLED.search(before))
