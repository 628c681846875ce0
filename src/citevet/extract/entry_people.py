"""The people at the head of an entry of a reference list, and where its next words start."""

import re
from collections.abc import Collection
from typing import NamedTuple

from citevet.extract.author_names import SHORTEST_WHOLE, is_acronym, is_organization
from citevet.patterns import lazy_pattern
from citevet.people.parser import read_name
from citevet.tables import read_words
from citevet.text.names import PARTICLE_PATTERN, last_word

PARTICLES_PATTERN = rf"(?:(?:{PARTICLE_PATTERN}|Ste?\.)\s){{0,3}}"
_NAME_WORD = r"[^\W\d_a-z][\w'’‐-]{1,40}"
_INITIAL = r"(?:[^\W\d_a-z]|Ch|Kh|Md|Sh|Th|Ya|Yu|Zh)\.(?:[\s-]?(?!u\.)[a-z]\.)?"  # not the German "u." for "and"
INITIALS_PATTERN = rf"(?:{_INITIAL}[\s-]?){{1,4}}"
FAMILY_PATTERN = rf"{PARTICLES_PATTERN}{_NAME_WORD}(?:\s(?:d[aeio]l?\s|dos\s)?{_NAME_WORD})?"
# People at the head of an entry. A name has its given names first, "Jane K. Berg", or its family name, "Berg, J. K.".
_QUOTES = "“\"‘'„«"
_TITLE_MARKS = f"{_QUOTES}*_"  # what may open a title
_JOINED = r"\s(?:(?:&|and|und|u\.|et|y|e|и)\s|u\.\s?a\.)"
_SUFFIX = r"(?:,?\s(?:Jr|Sr)\b\.?|\sI{2,3}\b)?"
_BARE_INITIALS = r"[A-ZÀ-ÖØ-Þ](?:-?[A-ZÀ-ÖØ-Þ]){0,2}"  # JK, J-K
_JOURNAL = r"J\.\s(?:\w{2,12}\.?\s){1,4}(?:[A-Z]\s)?(?!(?:1[4-9]|20)\d\d)\d"  # J. Phys. G 43
_GIVEN_NAMES = (
    r"(?:(?P<initials>"
    rf"(?!U\.\s?[KNS]\.|{_JOURNAL}){INITIALS_PATTERN}"  # J. K., but not U.K.
    r"|(?:[B-Z]\s|A\s[A-Z]\s)(?:[A-Z]\s){0,2}"  # J K, but not the article A
    r")\s?"
    rf"|(?!(?:The|An?|On)\s){_NAME_WORD}"  # Jane
    rf"(?:\s(?:{_INITIAL}(?:{_INITIAL})?|[A-Z](?=\s)|{_NAME_WORD})){{0,3}}\s"  # K. | K.L. | K | Ann
    rf"(?!{PARTICLES_PATTERN}(?:{_BARE_INITIALS}|Ltd|Inc|Corp|GmbH)(?![\w'’-]))"  # not Berg JK, Foam Ltd
    r")"
)
_GIVEN_FIRST = (
    rf"{_GIVEN_NAMES}(?P<family>{PARTICLES_PATTERN}{_NAME_WORD})(?P<second>(?:\s{_NAME_WORD}){{0,2}})"
    rf"{_SUFFIX}(?=\s?[,;:]|\s?\.(?:\s|$)|{_JOINED}|\s\()"
)
_INITIALS_END = rf"[,;:]\s|\s\(|{_JOINED}|\s(?!(?:Van|Von|De|Di|Da)\s)[^\W\d_]\w+\s[\w“\"(«]"
_GIVEN_LAST = (
    rf"(?P<turned>{FAMILY_PATTERN}(?:\s{_NAME_WORD})?)(?:"
    rf",\s?{INITIALS_PATTERN}(?<!\s)(?:\s{PARTICLE_PATTERN}(?=[\s,;])){{0,3}}"  # Berg, J. K. van der
    rf"|\s{INITIALS_PATTERN}(?<!\s)(?={_INITIALS_END})"  # Berg J. K.,
    r"|\s[A-ZÀ-ÖØ-Þ](?:[\s-]?[A-ZÀ-ÖØ-Þ]){0,2}(?![\w'’-])"  # Berg JK, Berg J K
    rf"(?:\s{PARTICLE_PATTERN}(?=[\s,.])){{0,3}}"  # Berg JK van der
    rf"){_SUFFIX}"
)
_WHOLE_NAMES_END = rf"[.:;/]?\s?\(|\s?[;/]|[.:]\s|,?{_JOINED}|,\s(?:\d{{4}}|[Ee]d(?:s|itors?)?\b|Hrsg)"


def _match_whole_names_after_family(end: str) -> re.Pattern[str]:
    """Return the pattern of "Berg, Jane", which an initial or one of these ends confirms."""
    return lazy_pattern(
        rf"(?![\u3040-\u9fff\uac00-\ud7a3])(?P<turned>{FAMILY_PATTERN})(?P<given>,\s(?!I{{1,3}}\b|I?V\b)"
        rf"(?:{_INITIAL}\s)?{_NAME_WORD}(?:\s{_NAME_WORD}){{0,2}}(?:"  # Jane | J. Ann | Jane Ann
        rf"\s{_INITIAL}(?:[\s-]?{_INITIAL}){{0,2}}{_SUFFIX}"  # Jane B.
        r"|\s[A-Z](?=[.,;]\s)"  # Jane B,
        rf"|(?:\s{PARTICLE_PATTERN})?(?={_WHOLE_NAMES_END}|{end})))"  # Jane van der (2019)
    )


_STRAIGHT_PERSON = lazy_pattern(_GIVEN_FIRST)
_INVERTED_PERSON = lazy_pattern(_GIVEN_LAST)
_LATER_PERSON = lazy_pattern(rf"{_GIVEN_LAST}|{_GIVEN_FIRST}")
_GIVEN_AFTER_FAMILY = _match_whole_names_after_family(rf",\s(?:{_NAME_WORD}\s|{_INITIAL}|[{_TITLE_MARKS}])")
_PAIR = _match_whole_names_after_family(r",\s")  # "Roe, Jane; Doe, John"
COMPANIES = read_words("AI AG BV EU LLC NV PLC SA SE UK UN US USA")  # not initials after a single name
# World Health Organization (WHO). A report | FOAM collaboration, A report
_GROUP = lazy_pattern(
    r"([^\W\d_a-z][^.,:;“\"(\d]{1,80}(?<!\s[A-Z]))(?:\s\([A-Z][\w-]{1,10}\))?(?:\.|(?<=[Cc]ollaboration),)\s(?=[^\W_])"
)
_GROUP_WORDS = read_words("Collaboration collaboration Company Corporation Team contributors developers Ltd Inc GmbH")
# 2016;85:5-10, or Press; 2016: initials come last.
_VANCOUVER = lazy_pattern(r"\b(?:1[4-9]|20)\d\d(?:\s[A-Z][a-z]{2}(?:\s\d{1,2})?)?;|;\s(?:1[4-9]|20)\d\d\.|\s//")
_NEXT_PERSON = lazy_pattern(
    r"\s?[,;]?\s?\s(?P<last>&|and|und|u\.|et|y|e)\s(?!al\b|a\.)"  # Roe and Doe
    r"|[,;]\s|\s?/\s?"  # Roe, J., Doe, K. | Roe, Jane/Doe, John
    r"|\.\s(?=[^\W\d_a-z][^\W\d_a-z'’ -]{2,40},\s[^\W\d_a-z][^\W\d_A-Z])"  # ROE, Jane. DOE, John.
)
_OTHERS = (  # who are not named
    r",?\s(?:等|u\.\s?a\.|и др\.|[*_]{0,2}et\.?\sal\b\.?[*_]{0,2}|(?:and )?others\b|and (?:collaborators|colleagues)\b"
    r"|\(?(?:[Ee]ds?|[Ee]ditors?|Hrsg)\b"  # they edited it
    r"|(?:and\s|on behalf of\s)?the\s[^.,:]{2,60}(?:[Tt]eam|[Gg]roup|[Cc]ollaboration|[Cc]onsortium|[Ii]nvestigators)"
    r")\.?\)?"
)
_AFTER_PEOPLE = lazy_pattern(
    rf"(?P<others>{_OTHERS})?(?:"
    rf"(?:\s?(?P<sign>[.:,])\s|(?<=[.*_])\s)(?=[^\W_]|[{_TITLE_MARKS}]|\[n\.)"  # a sign, and a title or a year
    r"(?!(?:and|und|with|et|y|e)\s|\w+;\s|(?<=,\s)\d{1,3}\s[A-Z])"  # but not further people, nor an address
    r"|[.,]?\s?(?P<year>(?=\((?:1[4-9]\d|20\d|\?\?|n\.|in press|forthcoming)))"  # (2019)
    r"|(?<=[\w.])\s(?P<bare_year>(?=(?:19|20)\d\d[a-z]?\s[*_]?[^\W\d_]))"  # Roe J 2019 On foam
    r")"
)
# "———. On foam", "Id., On foam": the people of the entry before.
SAME_PEOPLE = lazy_pattern(
    r"\s*(?:[-‐-―_]{3,12}|\\-{3,6}|[—―]{1,6}|(?:Id|Idem|Ead|Ders|Dies)(?:\.|(?=,)))(?P<sign>[.,:]?)\s{1,3}"
    rf"(?=[^\W\d_a-z]|[(\d{_TITLE_MARKS}])"
)
# A small word shows that a title follows: "Roe J. On the cooling of foam."
TITLE_WORD = lazy_pattern(
    rf"[^.:?!,;“\"(*_]{{1,200}}?\s(?!(?:{PARTICLE_PATTERN}|and|und|et|y|e|with|mit|in|im|eds?)\b)[^\W\d_A-ZÀ-ÖØ-Þ]"
)
_TITLE_SIGN = lazy_pattern(r"[^.?!]{3,200}(?::\s|\.\s(?:In:?|Ph\.?\s?[Dd]|Master|Technical|arXiv)\b)")


# Names whose end is not clear
EDGE = ' .,*_“"\n\t'
ET_AL = lazy_pattern(r",?\s?\b(?:et\.?\sal\b\.?|и др\.|u\.\s?a\.)")
_INITIALS = lazy_pattern(r"[A-ZÀ-ÖØ-Þ](?:-?[A-ZÀ-ÖØ-Þ]){0,2}")
# Family name and initials, with or without a particle at the end: "Krieger JW", "Östlund A-K", "Walden F von".
_TURNED = lazy_pattern(
    rf"((?:[^\W\d_][\w'’‐-]+\s){{1,3}})(?!(?:AI|US|UK|EU|UN|USA|AG|SE|SA|NV|BV|LLC|PLC|R)\b){_INITIALS.pattern}"
    rf"((?:\s{PARTICLE_PATTERN}){{0,3}})"
)
_LAST_LATIN = "\u024f"
# A second name of an organization: World Health Organization (WHO), WHO [World Health Organization].
OTHER_NAME = lazy_pattern(r"(?<=\w)\s[(\[](?=[A-Z][^()\[\]]{0,80}[A-Z])[^()\[\]\d.,]{2,100}[)\]]")
_NAME_PARTS = 2  # family and given name
_NAME_WORDS = 3  # of one person among several
_EDGE = ' .,*_“"\n\t'
_INVERTED = lazy_pattern(
    rf"(?<!\w)(?!(?:and|und|et|y|e)\s)({PARTICLES_PATTERN}[^\W\d_][\w'’‐-]+(?:\s[^\W\d_][\w'’‐-]+)?),\s(?:[^\W\d_]\.[\s-]?){{1,4}}"
)
_STRAIGHT = lazy_pattern(
    r"(?:\b[^\W\d_]\.[\s-]?){1,4}\s?((?:(?:van|von|de|der|di|da|la|le)\s){0,2}[^\W\d_][\w'’‐-]+)(?=\s?[,;:.&(]|\s(?:and|und|et|y|e)\s|$)"
)
_SPLIT = lazy_pattern(r"\s?[;·ㆍ・]\s?|,?\s(?:&|and|und|et|y|e)\s|,\s")
_LOOSE_WORD = (
    r"(?:(?:[dl]['’])?[^\W\d_a-z][\w'’.‐-]*|van|von|de|der|di|da|la|le|of|for|the|and|et|al\.?"
    r"|für|des|zur|du|pour|del|para)"
)
_NAME = lazy_pattern(
    rf"(?!.{{2,40}}\s\w\.\s(?!Van|Von|De|And)\w{{2,40}}\s){_LOOSE_WORD}(?:\s{_LOOSE_WORD}){{0,7}}"
)  # not "Roe J. Cold Foam"
_LEAD = lazy_pattern(r"^(.{2,300}?)(?:(?<=\w\w)(?<!\bSt)(?<!\bSte)\.\s|\s[“\"‘「『_*]|:\s)")
_UNNAMED_MARKS = frozenset('*_“"「『')


class Opening(NamedTuple):
    """How entries open: most entries of a list open in the same way."""

    is_family_first: bool
    sign: str  # between the people and what follows: a bracket, or nothing, before a year
    is_dated: bool  # the year follows


class People(NamedTuple):
    """The people at the head of an entry."""

    names: tuple[str, ...]  # family names
    end: int
    start: int  # of the words after them
    sign: str  # between both: a stop before a year in brackets, nothing before a bare year
    opening: Opening | None = None
    is_clear: bool = True  # on their own; other names need entries with the same opening beside them


def find_people(text: str, start: int = 0, openings: Collection[Opening] = ()) -> People | None:
    """Find the people at the head of an entry, who may be unclear, and where its next words start.

    With one of the openings that the list has, they are clear.
    """
    straight, inverted = (_STRAIGHT_PERSON, _STRAIGHT_PERSON), (_INVERTED_PERSON, _LATER_PERSON)
    orders = [straight, inverted, (_PAIR, _PAIR), (_GIVEN_AFTER_FAMILY, _STRAIGHT_PERSON)]
    if (";" in text or " //" in text) and _VANCOUVER.search(text):  # few entries need the search
        orders = [inverted, straight]
    if same := SAME_PEOPLE.match(text, start):
        return People((), same.end(), same.end(), same["sign"] or ".")
    unclear = None
    for order in orders:
        people = _walk_people(text, start, *order)
        if people and (people.is_clear or people.opening in openings):
            return people._replace(is_clear=True)
        unclear = unclear or people
    return (None if start else _find_group(text)) or unclear


def _find_group(text: str) -> People | None:
    """Find an organization or one word before a title: "World Health Organization. A report on foam. Geneva, 2019"."""
    found = _GROUP.match(text)
    name = found[1] if found else ""
    is_word = found is not None and " " not in name and (is_acronym(name) or TITLE_WORD.match(text, found.end()))
    is_group = is_word or is_organization(name) or last_word(name) in _GROUP_WORDS
    if not found or not is_group:
        return None
    others = find_people(text, found.end()) if text[found.end() - 2] == "," else None
    if others and others.is_clear:
        return others._replace(names=(name, *others.names))
    return People((name,), found.end(1), found.end(), text[found.end() - 2])


def _walk_people(text: str, start: int, first: re.Pattern[str], later: re.Pattern[str]) -> People | None:
    """Follow the names from the start of an entry, whose first has its given names before or after the family name."""
    at, found, is_last, is_sure = start, list[re.Match[str]](), False, later is not _PAIR
    person = first.match(text, at)
    is_signed = bool(person and _has_initials(person) and not person.groupdict().get("second"))  # not "E. Marc Roe"
    while person:
        found.append(person)
        at = person.end()
        between = _NEXT_PERSON.match(text, at)
        if not between or (is_last and not between["last"]):
            break
        is_last = is_last or between["last"] is not None
        is_sure = is_sure or is_last or between[0].strip() != "," or found[0]["turned"].isupper()
        person = later.match(text, between.end())
        if person and is_signed and not is_last and not _has_initials(person):
            break  # "J. Roe, Deep Foam, Press, 2015"
    is_full = found[1:] and found[-1].groupdict().get("family") and not _has_initials(found[-1])
    if (
        is_full and not is_last and text.startswith(": ", at) and set(found[0][0]) & {".", ","}
    ):  # Jane B. Roe, Foam Ice:
        names = tuple(map(_get_family, found[:-1]))
        opening = Opening(first is not _STRAIGHT_PERSON, ",", is_dated=False)
        return People(names, found[-2].end(), found[-1].start(), ",", opening)
    return (
        _check_people(text, found, is_family_first=first is not _STRAIGHT_PERSON, is_last=is_last) if is_sure else None
    )


def _check_people(text: str, found: list[re.Match[str]], *, is_family_first: bool, is_last: bool) -> People | None:
    """Return the people whose names were found, with what follows them."""
    after = _AFTER_PEOPLE.match(text, found[-1].end()) if found else None
    if not after or not _may_be_people(found):
        return None
    is_clear = _are_people(text, found, after, is_last=is_last)
    if not is_clear and found[1:] and not all(map(_has_initials, found)):
        return None  # "Jane Roe, Deep Foam, Oslo, 1956", "Jane B. Roe, Ann Doe, Oslo"
    is_bare = after["bare_year"] is not None
    sign = "" if is_bare else after["sign"] or "."
    opening = Opening(is_family_first, sign if after["year"] is None else "(", is_dated=text[after.end()] in "(12")
    if is_bare and not found[0][0][-1:].isupper():
        sign = "."  # after initials with stops, titles end with a stop as well
    return People(tuple(map(_get_family, found)), found[-1].end(), after.end(), sign, opening, is_clear)


def _has_initials(person: re.Match[str]) -> bool:
    """Check for a family name with only initials: "Roe, J.", "Roe JK", "J. Roe", but not "J Marc Roe"."""
    names = person.groupdict()
    if names.get("given"):
        return False
    return not names.get("family") or bool(names["initials"] and ("." in names["initials"] or not names["second"]))


def _get_family(person: re.Match[str]) -> str:
    return read_name(person[0]).surname


def _may_be_people(found: list[re.Match[str]]) -> bool:
    """Check that no name is that of an organization."""
    is_company = len(found) == 1 and last_word(found[0][0]) in COMPANIES
    return not is_company and not any(is_organization(person[0]) for person in found)


def _are_people(text: str, found: list[re.Match[str]], after: re.Match[str], *, is_last: bool) -> bool:
    """Check that names are not the first words of a title: by number, initials, "and" or the words that follow."""
    initials = all(map(_has_initials, found))
    if after["bare_year"] is not None:
        return initials and "turned" in found[0].re.groupindex and found[0][0][-1] != "."
    is_inverted, following = "given" in found[0].re.groupindex, text[after.end()]
    is_marked = following in _TITLE_MARKS and (initials or len(found) > 1)
    # "Jane Roe, Ann Doe, 2019 …" may be two people; "De Roe, Ann, 2019" is one.
    before = found[0]["turned"].rpartition(" ")[0] if is_inverted else ""
    is_one = "." in found[0][0] or before[:1].islower() or len(before) < SHORTEST_WHOLE
    is_family = is_inverted and (is_one or after["sign"] != ",")
    if is_last or after["others"] or is_marked or (is_family and following in f"{_TITLE_MARKS}(12"):
        return True
    if after["sign"] == "," or len(found) > 1:
        is_likely = ((is_inverted and is_one) or found[2:]) and TITLE_WORD.match(text, after.end())
        is_name = is_likely or (len(found) == 1 and "." in found[0][0])
        return initials or after["sign"] != "," or bool(is_name)
    if not initials and following == "(":
        return False
    is_signed = initials and (found[0][0].endswith(".") or found[0].groupdict().get("initials") is not None)
    follows = TITLE_WORD.match(text, after.end()) or (not initials and _TITLE_SIGN.match(text, after.end()))
    return bool(
        is_signed or (follows and (after["sign"] != ":" or is_inverted)) or (initials and _VANCOUVER.search(text))
    )


def are_names(text: str) -> bool:
    """Check that each part of a text may be a name, by its capitals."""
    return all(_NAME.fullmatch(name) for name in _split_names(text))


def _split_names(text: str) -> list[str]:
    return [name for name in (name.strip(EDGE) for name in _SPLIT.split(text)) if name]


def parse_unclear_people(text: str, start: int, end: int | None) -> tuple[str, ...]:
    """Return the authors of an entry in which it is not clear where they end; a year starts at `end`."""
    head = OTHER_NAME.sub("", ET_AL.sub(". ", text[start : 400 if end is None else end]), count=1)
    lead = str((_LEAD.match(head) or [head[:200]])[0])
    slashed = _split_slashed(head) if end is not None and "/" in head else ()
    if slashed:
        return slashed
    names = _split_names(lead)
    organization = "," not in lead and is_organization(lead.strip(EDGE))  # U.S. Census Bureau
    initialled = () if organization else _INVERTED.findall(lead) or _STRAIGHT.findall(lead)
    if initialled:
        # "Montoya, JoséM., Woodward, G.": the first name is read as well where its initials are not.
        is_name = lead.startswith(f"{names[0]}, ") and _NAME.fullmatch(names[0]) is not None
        return (names[0], *initialled) if is_name and not names[0].endswith(initialled[0]) else tuple(initialled)
    # A title or a sentence comes first.
    if text.lstrip()[:1] in _UNNAMED_MARKS or not all(_NAME.fullmatch(name) for name in names):
        return ()
    # "Jane Roe and John Doe": people, by their last word; "Tokyo Metropolitan Government": one organization.
    organization = organization or any(map(is_organization, names))
    turned = all(_TURNED.fullmatch(name) for name in names)
    are_several = len(names) > 1 and all(len(name.split()) in {2, 3} and name[0] <= _LAST_LATIN for name in names)
    if len(names) > 1 and not organization and any(len(name.split()) > _NAME_WORDS for name in names):
        return ()  # words of a title or a journal
    people = not organization and (turned or are_several)
    return tuple(read_name(name).surname for name in names) if people else tuple(names[:6])


def _split_slashed(head: str) -> tuple[str, ...]:
    """Return the family names of people with slashes between them, a German style: "Schmidt, Eva/Weber, Karl"."""
    people = [[part.strip(EDGE) for part in piece.split(",")] for piece in head.split("/")]
    are_people = all(len(person) <= _NAME_PARTS and all(map(_NAME.fullmatch, person)) for person in people)
    return tuple(family for family, *_ in people) if are_people else ()
