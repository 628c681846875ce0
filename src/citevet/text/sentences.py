"""Split text into sentences: nupunkt's boundaries, corrected for scholarship, law and Korean.

nupunkt learned its abbreviations from scanned law and science. Its 2,954 words include "west", "code", "found" and
"cancer", after which it never ends a sentence.
"""

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator
from functools import cache

from citevet.kept_answers import kept
from citevet.model.document import Span
from citevet.patterns import lazy_pattern
from citevet.records import collect_values
from citevet.tables import read_words

# In lower case and before a capital letter, these do not end a sentence: "dept. Head", "incl. Germany". Abbreviations
# that are also words ("art", "min", "fig", "lit") are not here: sentences.py handles them before a number.
ABBREVIATIONS = read_words("""abr abs abstr acad accum adj adjud adm admin adv aff agg agmt agric agron alt amb amer amt
    ann annot anon answ app appx appl applic approp approx appt apr apt apts arb arg assem assn assoc assocs asst attn
    atty aug auth ave avg bal bankr bbls biochem biol bks bldg blvd brev brig bro bros bul bur cal calif cap capt cert
    certif chap chem chron cir cit civ cmt cmts cmty cnty coeff col coll colo cols com comm commr commun comp compl
    comput conc cond conf cong conj conn cons consol const constr cont contr conv coords copr corp corr couns cpl crim
    ctr cts cty cust dec decr def defs dem denom dep dept det dev dif diss dist distrib div dkt docs drs dup ecol econ
    edn eds educ elec emp empl encl eng engr env envir envtl eqn eqns eqs equip esp esq est etc evid exc exch exec exh
    exp exped expl exs ext extr fac feb fed fid fol freq gaz gdn gen genet geo geol geom geophys gov govt grp hist hon
    hort hosp hrg hrs hwy ibid idem illus incl incorp ind indem indep indiv indus init inj insp inst instr intell intl
    introd inv jan jour jud jul jun juris juv kft lat lbs legis liab lib lic litig loc ltd mach mag maint maj manuf marg
    math mech med mem messrs meteorol mfg mfr mgmt mgt misc mkt mktg mol mon mons msgr mtg mun nat natl neg nom nos nov
    numer obj obl oblig obs oct ofc opn ophth ord org orig para paras pathol pers perspect pharm phil phys pkg pkwy plc
    plur poss prac prec pref prelim pres prin priv prob proc prof proj propr prot prov pseud psych ptr pts publ pvt qtr
    quant ref reg regs regul rel rep repl repr reprod rept repub res resp rev rpt rptr sav sch sched sci seg sel sen
    sens sep sept seq ser serv sess sgt sig soc specif spp stat stats std stn subch subd subdiv subj subord subp subpar
    subpara subsec supp suppl supr supra supt surg surr susp svcs symp syn sys tbsp tech tel telecomm terr theol thurs
    tit tpk trans transl transp treas tsp tues twp typ ult unabr unif univ unpubl usu util veh vers vert viz vol vols
    vss yrs zool""")

# Capitalized words that nupunkt takes for abbreviations. Most others in its list are abbreviated courts and states.
_FULL_NAMES = read_words("""Andes Antioch Buchanan Byrnes Carpenter Clarke Crowley Gibson Grenada Guthrie Hokkaido
    Hughes Idaho Iowa Kerry Larsen Laughlin Lowell Mason Monaco Paulsen Payne Poland Robbins Saigon Sanchez South Utah
    West York""")

_SPACE = r"[\s\0]"
# The letters of one thing, "C." and "B.C.", or of several, "A and C."; then the gap.
_SEVERAL = rf"(?:[A-Z](?:,{_SPACE}|,?{_SPACE}(?:and|or|&){_SPACE})){{0,5}}(?:[A-Z]\.){{1,8}}{_SPACE}{{1,20}}"
_LETTERS = lazy_pattern(_SEVERAL)
_LETTERS_REACH = 16  # characters of a number or a word before the letters

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


def _find_cited_starts(text: str) -> Iterator[int]:
    """Yield where sentences start with a citation after such letters: "by 5 V. Jones (2019) found"."""
    for found in _CITED_NAME.finditer(text):
        if _end_sentence(text, found.start(), found.end()):
            yield found.end()


def _end_sentence(text: str, start: int, end: int) -> bool:
    """Check whether these letters are a unit, a label or a country, and not the initials of the name after them."""
    before = text[max(start - _LETTERS_REACH, 0) : start]
    if _UNIT.search(before):
        return _YEAR.search(before) is None
    country = text.count(".", start, end) > 1 and _COUNTRY.search(before) and _PEOPLE.match(text, end)
    return bool(country or _LABELLED.search(before))


# Sentences

_STOP = lazy_pattern(r"[.!?…。！？｡]")

# A longer pair may contain sentence ends: it is a quotation of several sentences, or a stray bracket.
_LONGEST_PAIR = 400

_PAIRS = {")": "(", "]": "[", "}": "{", "”": "“", "»": "«", "」": "「", "』": "『", "》": "《", "〉": "〈"}
_EDGE = lazy_pattern(r"[()\[\]{}“”«»「」『』《》〈〉\"]")

_CLOSE = r"[\"'”’」』)\]]*"
# Boundaries that nupunkt misses: Korean endings, with or without a space, CJK full stops, and a stop with a marker
# behind it, as in "It is long.¹ It was dug".
_FORCED = lazy_pattern(
    rf"(?<=[가-힣][다요죠까음함임])[.!?]++{_CLOSE}\s++(?=\S)"
    r"|(?<=[가-힣]다)\.(?=[가-힣])"
    r"|(?<![。！？｡])[。！？｡]++(?![」』”’)\]])\s*+(?=\S)"
    rf"|(?<=[\w%)”])[.!?]{_CLOSE}(?:[⁰¹²³⁴-⁹⁻–,]{{1,12}}+|【[^【】\n]{{1,80}}】)\s++(?=[A-ZÀ-ÖØ-Þ“\"(\[])"
)

# Legal codes that nupunkt takes for an abbreviation: Art. 5 GG.
_CODE = lazy_pattern(r"GG\.(?<=[\da-z.)]\sGG\.)\s++(?=[A-ZÄÖÜ])|GG\.(?<=[\da-z.)]\sAGG\.)\s++(?=[A-ZÄÖÜ])")

# A word, a full stop and a capital letter; nupunkt finds most of these.
_LIKELY = lazy_pattern(rf"\.(?<=[a-z]{{3}}\.){_CLOSE}\s++(?=[(\[“‘\"']?[A-Z])")
_LAST_WORD = lazy_pattern(r"(?<![\w.@/\\])[A-Za-z]++\Z")

# nupunkt needs time quadratic in the stops of one word: a megabyte of "a.)" would take 15 minutes.
_LONG_WORD_LENGTH = 1_000
_LONG_WORD = lazy_pattern(rf"\S{{{_LONG_WORD_LENGTH},}}")
_TAIL = 10  # characters at the end of such a word, where a sentence may end
_NO_STOPS = str.maketrans(".!?", "___")


_ANY = lazy_pattern(r"")
_NUMBER = lazy_pattern(r"[\[(§]?\s?(?:\d|[IVXLivxl]+\b|[A-Za-z]\b)")
_NAME = lazy_pattern(r"[A-Z“\"]")
_GOES_ON = lazy_pattern(r"\d|[a-z]|§|[RPL]\.")
_AFTER_AL = lazy_pattern(r"[a-z\d(\[,;:’']")
_SMALL = lazy_pattern(r"[a-z]")
_CITED = lazy_pattern(
    r"[A-Z][\w'’‐-]{1,40}(?:\s(?:and|&)\s[A-Z][\w'’‐-]{1,40}|\set al\.?)?['’s]{0,2}\s?[(\[](?:1[4-9]|20)\d\d"
)

# What follows → the abbreviations that then do not end the sentence; those in lower case match in any case.
_WORDS = {
    # never the last word of a sentence
    _ANY: """cf. viz. e.g. i.e. v. vs. approx. ca. resp. incl. esp. vgl. bzw. sog. insb. i.v.m. z.b. d.h.""",
    _AFTER_AL: "al.",
    # before a number, a roman number or a single letter
    _NUMBER: """fig. figs. eq. eqs. eqn. eqns. tab. tabs. tbl. sec. secs. ch. chs. chap. chaps. no. nos. nr. nrs.
        vol. vols. p. pp. pg. pgs. art. arts. sch. schs. sched. ref. refs. app. apps. para. paras. s. ss. reg. regs.
        cl. cls. n. nn. l. ll. fol. fols. col. cols. ex. exs. dkt. supp. suppl. pub. amend. amends. bk. pt. pts.
        ver. ed. tit. §. §§. abs. uabs. buchst. nrn. gem. rn. rz. tz. rdnr. az. fn. rs. slg. aufl.""",
    # titles before a name
    _NAME: """Dr. Drs. Mr. Mrs. Ms. Mx. Prof. Profs. Hon. Rev. Gen. Gens. Lt. Col. Capt. Cpt. Cpl. Sgt. Maj. Brig.
        Cmdr. Adm. Gov. Sen. Sens. Rep. Reps. Pres. Supt. Insp. Messrs. Mme. Mlle. Fr. Sr.""",
    # St. John (2015); "Main St." ends its sentence
    _CITED: "St. Ste.",
    # courts, reports, months, companies: before a number or a lower-case letter
    _GOES_ON: """Ct. Supp. Cir. App. Ed. Rptr. Stat. Reg. Dist. Div. Crim. Civ. Evid. Fed. Const. Cal. Mass. Tex.
        Fla. Ill. Pa. Rev. Jan. Feb. Mar. Apr. Jun. Jul. Aug. Sep. Sept. Oct. Nov. Dec. Inc. Corp. Co. Cos. Ltd.
        Bros. Dept. Univ. Assn. Id. id. U.S. U.K. U.S.C. C.F.R. N.Y. D.C. S.D. P. R. J. L.""",
    # E. coli; Urt. v. 12.3.2019
    _SMALL: "Urt. Beschl. Entsch. A. B. C. D. E. F. G. H. I. K. M. N. O. Q. S. T. U. V. W. X. Y. Z.",
}

# Patterns that are longer than one word: (before the gap, after it).
_FORMS = tuple(
    (lazy_pattern(rf"{before}\s*\Z"), lazy_pattern(after))
    for before, after in (
        (r"(?:[!?…]|\.\.\.)", r"[a-z]"),  # Yahoo! is
        (r"[.!?…][\"”’」』]", r"(?:이?라고|이?라는|이?라며|이?라면서|고|는|며|면서|하고)(?![가-힣])"),
        (r"(?<!\d)\d{1,2}\.", r"(?:Januar|Jänner|Februar|März|Mai|Juni|Juli|Oktober|Dezember)\b"),  # 12. März
        (r"(?<!\d)\d{1,2}\.", r"(?:April|August|September|November) \d{4}\b"),
        (r"(?<!\d)\d{1,3}\.", r"(?:Aufl|Auflage|Jahrgang|Jg|Lfg|Kapitel|Abschnitt)\b"),  # 79. Aufl. 2020
        (r"제\s?\d{1,5}[조항호목장절편관](?:의\s?\d{1,3})?\.", r""),
        (r"(?<!\d)(?:\d{4}|['’‘]\d{2})\.", r"\d{1,2}\s?\."),  # 2019. 5. 16.
        (r"(?<!\d)(?:\d{4}|['’‘]\d{2})\.\s?\d{1,2}\.", r"\d{1,2}\s?\.|[가-힣(~]"),
        (r"(?<!\d)(?:\d{4}|['’‘]\d{2})\.\s?\d{1,2}\.\s?\d{1,2}\.", r"[가-힣(~\d]"),
    )
)

# Characters to look back: longer than the longest word and the longest date above.
_REACH = 20

# The number of a list item is not a sentence: "1.", "(a)", "IV.", "가."
_ENUMERATOR = lazy_pattern(
    r"[(\[]?(?:\d{1,3}|[A-Za-z]|[ivxlc]{1,6}|[가나다라마바사아자차카타파하]|[①-⑳])[.)\]]{1,2}", re.IGNORECASE
)
_LONGEST_ENUMERATOR = len("(viii).")


@kept
def split_sentences(text: str) -> list[Span]:
    """Return the sentences of one block of plain text, without the white space between them."""
    spans: list[Span] = []
    start = 0
    for cut in (*_find_cuts(text), len(text)):
        span = Span(start, cut).trim(text)
        if not span:
            continue
        if cut < len(text) and len(span) <= _LONGEST_ENUMERATOR and _ENUMERATOR.fullmatch(text, span.start, span.end):
            continue
        spans.append(span)
        start = cut
    return spans


def continues_sentence(text: str, cut: int) -> bool:
    """Check whether the words before this gap cannot end a sentence here."""
    if text.startswith((":", ",", ";"), cut):  # Az.: 1 C 2.19
        return True
    low = max(0, cut - _REACH)
    words = text[low:cut].split()
    word = words[-1].lstrip("([{“\"'‘—–") if words else ""
    if word[:-1].isalpha() or "." in word[:-1]:
        followers = (*_followers().get(word, ()), *_followers().get(word.lower(), ()))
        if any(after.match(text, cut) for after in followers):
            return True
    if word[:-1].isalpha() and word[-1] == ".":
        return False
    return any(before.search(text, low, cut) and after.match(text, cut) for before, after in _FORMS)


@cache
def _followers() -> dict[str, list[re.Pattern[str]]]:
    """Return, for each abbreviation, what must follow it to continue the sentence."""
    return collect_values((word, after) for after, words in _WORDS.items() for word in words.split())


@kept
def find_pairs(text: str) -> list[Span]:
    """Return the closed pairs of brackets and quotation marks, in order and without nested ones."""
    open_at: dict[str, list[int]] = {}
    found: list[Span] = []
    for edge in _EDGE.finditer(text):
        opener = _find_opener(text, edge.start(), open_at)
        if opener is not None and edge.end() - opener <= _LONGEST_PAIR:
            while found and found[-1].start >= opener:
                found.pop()
            found.append(Span(opener, edge.end()))
    return found


def is_inside_pair(pairs: list[Span], offset: int) -> bool:
    """Check whether the offset is inside one of the pairs."""
    index = bisect_left(pairs, offset, key=lambda span: span.start) - 1
    return index >= 0 and offset < pairs[index].end


def _find_opener(text: str, at: int, open_at: dict[str, list[int]]) -> int | None:
    """Return where the pair that closes here was opened; add an opener to the stacks."""
    char = text[at]
    if char == '"':
        return _match_straight_quote(text, at, open_at)
    if char in _PAIRS:
        stack = open_at.get(_PAIRS[char])
        return stack.pop() if stack else None
    open_at.setdefault(char, []).append(at)
    return None


def _match_straight_quote(text: str, at: int, open_at: dict[str, list[int]]) -> int | None:
    stack = open_at.setdefault('"', [])
    after_word = at > 0 and not text[at - 1].isspace() and text[at - 1] not in "([{—–-"
    if stack and after_word:
        return stack.pop()
    if not after_word:
        stack[:] = [at]
    return None


def _find_cuts(text: str) -> list[int]:
    """Return the offsets where a new sentence starts."""
    if _STOP.search(text) is None:
        return []
    cuts = {end for _, end in _load_splitter()(_mask_long_words(text))}
    if not text.isascii():
        cuts.update(found.end() for found in _FORCED.finditer(text))
    cuts.update(found.end() for found in _CODE.finditer(text))
    cuts.update(list(_find_missed(text, cuts)))
    sure = set(_find_cited_starts(text))
    cuts |= sure
    cuts.discard(len(text))
    if not cuts:
        return []
    pairs = find_pairs(text)
    outer = (cut for cut in sorted(cuts) if not is_inside_pair(pairs, cut))
    return [cut for cut in outer if cut in sure or not continues_sentence(text, cut)]


def _mask_long_words(text: str) -> str:
    """Replace the stops inside very long words, where none ends a sentence; offsets stay the same."""
    steps = range(0, len(text) - _LONG_WORD_LENGTH, _LONG_WORD_LENGTH)
    if all(text.find(" ", at, at + _LONG_WORD_LENGTH) >= 0 for at in steps):
        return text
    return _LONG_WORD.sub(lambda word: word[0][:-_TAIL].translate(_NO_STOPS) + word[0][-_TAIL:], text)


def _find_missed(text: str, cuts: set[int]) -> Iterator[int]:
    """Yield the boundaries after ordinary words that nupunkt takes for abbreviations."""
    for found in _LIKELY.finditer(text):
        if found.end() not in cuts:
            word = _LAST_WORD.search(text, max(0, found.start() - _REACH), found.start())
            if word and (word[0] in _FULL_NAMES if word[0][0].isupper() else word[0] not in ABBREVIATIONS):
                yield found.end()


@cache
def _load_splitter() -> Callable[[str], list[tuple[int, int]]]:
    from nupunkt import sent_spans  # takes 75 ms to import

    return sent_spans
