"""Names of people and organizations: how they compare, and which capitalised words are never authors."""

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from citevet.text.names import PARTICLE_PATTERN, acronym, fold_name_letters, last_word
from citevet.text.patterns import lazy_pattern
from citevet.text.sentences import ABBREVIATIONS, skip_sentence_end
from citevet.text.tables import read_words

_PARTICLES = read_words("""van von de der den del della di da dos das du los las la le el al bin ibn ter ten te zu zur
    af av the""")
KOREAN_ORGANIZATION = r"[가-힣]{2,12}(?:청|처|원|회|부|은행|공단|공사|센터|대학교)"
# The surnames of 95 % of Koreans; a name has three syllables, a film or a city often two.
KOREAN_SURNAME = (
    "(?:[김이박최정강조윤장임한오서신권황안송류전홍고문양손배백허유남심노하곽성차주우구민진나지엄원채천방공현함변염여추도소석선]"
    "|남궁|황보|제갈|선우|독고)"
)
KOREAN_PERSON = rf"{KOREAN_SURNAME}[가-힣]{{2}}"
KOREAN_NON_AUTHOR_WORDS = read_words("""현재 기준 이후 이전 당시 올해 작년 시행 개정 제정 공포 발행 출판 그림 부록 총계
    합계 최근 매년 연도""")
# Capitalised words that a year follows in ordinary prose; none of them is an author's name.
NON_AUTHOR_WORDS = read_words("""january february march april may june july august september october november december
    jan feb mar apr jun jul aug sep sept oct nov dec spring summer autumn fall winter monday tuesday wednesday thursday
    friday saturday sunday figure fig table chapter section appendix equation eq volume vol issue no version edition
    part step phase release since until from in by before after between during circa early late mid around about over
    under the this that these those a an and or of on at to as for with copyright est founded born died accessed
    retrieved published revised updated last covid brexit olympics world cup election census windows python java office
    ubuntu debian q1 q2 q3 q4 fy year model series class grade season episode act bill law directive regulation decision
    resolution article amendment page pages paragraph note line lines row column box panel page day week month decade
    century summary total januar jänner februar märz mai juni juli oktober dezember frühjahr abb abbildung tab tabelle
    kapitel kap abschnitt anhang bd heft auflage aufl ausgabe seite jahr jahre seit bis ab vor zwischen anfang mitte
    stand fassung gesetz urteil urt beschluss beschl verordnung richtlinie vgl siehe cf neurips nips icml iclr cvpr iccv
    eccv acl emnlp naacl aaai ijcai kdd sigir interspeech icassp tmlr jmlr tacl eacl coling sigmod vldb osdi sosp nsdi
    usenix asplos ndss siggraph uist wsdm cikm recsys aistats icra iros wacv bmvc miccai pldi popl oopsla icfp icse
    issta podc stoc focs""")
# Countries and cities before a year are not authors: "as in Rwanda (1994)". Those that are also common surnames are
# left out: Jordan, Israel, Chad, London, Paris, Berlin, Washington, Lincoln, Austin.
PLACE_NAMES = read_words("""afghanistan albania algeria angola argentina armenia australia austria azerbaijan bahrain
    bangladesh belarus belgium benin bhutan bolivia bosnia botswana brazil britain brunei bulgaria burundi cambodia
    cameroon canada catalonia chile china colombia congo croatia cuba cyprus czechia denmark ecuador egypt eritrea
    estonia ethiopia europe fiji finland france gabon gambia germany ghana greece greenland guatemala guinea guyana
    haiti honduras hungary iceland india indonesia iran iraq italy jamaica japan kazakhstan kenya korea kosovo kuwait
    laos latvia lebanon lesotho liberia libya lithuania luxembourg madagascar malawi malaysia mali malta mauritania
    mauritius mexico moldova mongolia montenegro morocco mozambique myanmar namibia nepal netherlands nicaragua niger
    nigeria norway oman pakistan palestine panama paraguay peru philippines poland portugal qatar romania russia rwanda
    scotland senegal serbia singapore slovakia slovenia somalia spain sudan sweden switzerland syria taiwan tajikistan
    tanzania thailand togo tunisia turkey turkmenistan uganda ukraine uruguay uzbekistan venezuela vietnam wales yemen
    zambia zimbabwe africa america antarctica asia california florida texas ontario quebec bavaria amsterdam ankara
    athens baghdad bangkok barcelona beijing belgrade bonn brussels bucharest budapest busan cairo chernobyl chicago
    copenhagen delhi dubai dublin edinburgh frankfurt fukushima geneva glasgow hague hamburg helsinki hiroshima istanbul
    jakarta jerusalem johannesburg kiev kyiv kyoto lagos lausanne lima lisbon lyon madrid manchester manila marrakech
    melbourne milan montreal moscow mumbai munich nagasaki nairobi osaka oslo prague pyeongchang rio rome rotterdam
    salzburg seoul shanghai stockholm strasbourg sydney tallinn tehran tokyo toronto vancouver venice versailles vienna
    warsaw westphalia wuhan yalta zagreb zurich""")
# German places of publication, and the Länder; not Hagen, which is a common surname.
GERMAN_PLACES = read_words("""aachen augsburg baden-baden bamberg basel bayreuth berlin bern bielefeld bochum bonn
    braunschweig bremen chemnitz darmstadt dortmund dresden duisburg düsseldorf erfurt erlangen essen frankfurt freiburg
    gießen göttingen graz greifswald halle hamburg hannover heidelberg hildesheim innsbruck jena karlsruhe kassel kiel
    koblenz köln konstanz leipzig leverkusen linz lübeck luzern magdeburg main mainz mannheim marburg mönchengladbach
    münchen münster neuwied nürnberg oldenburg opladen osnabrück paderborn passau potsdam regensburg rostock saarbrücken
    schwerin siegen stuttgart trier tübingen ulm weilerswist weimar weinheim wien wiesbaden wuppertal würzburg zürich
    baden-württemberg bayern brandenburg hessen mecklenburg-vorpommern niedersachsen nordrhein-westfalen rheinland-pfalz
    saarland sachsen sachsen-anhalt schleswig-holstein thüringen österreich schweiz deutschland""")

_GAP = r"[\s\0]{1,20}"
_WORD = r"[A-ZÀ-ÖØ-ÞĀ-Ž][\w&'’./-]*"
_PHRASE = rf"{_WORD}(?:{_GAP}(?:of|for|the|and|on|&|{_WORD})){{1,8}}"
_BEFORE_YEAR = lazy_pattern(rf"(?<![\w.'’-]){_PHRASE}(?:['’]s?)?\s{{0,20}}$")
_BEFORE_ACRONYM = lazy_pattern(rf"(?<![\w.'’-]){_PHRASE}[\s\0]{{1,3}}$")
# The search starts at the bracket: (WHO), [OECD].
_ACRONYM_IN_BRACKETS = lazy_pattern(r"[(\[](?P<short>[A-Z][A-Za-z&-]{1,9})[)\]]")
_LONGEST_ORGANIZATION = 160  # characters of a name before the bracket
_MOST_ACRONYMS = 1_000  # short names of one document
_ACRONYM = lazy_pattern(r"[A-Z][a-z]?[A-Z&-]{1,8}")
_POSSESSIVE = lazy_pattern(r"['’]s?$|[.,]$")
_SPACED = lazy_pattern(r"[^\s\0]+")
_SHORTEST_WHOLE = 4  # letters of a full word before a stop: Rome., but St., Inc., Co.

# One of these makes capitalised words the name of an organization; films and treaties have none of them.
_ORGANIZATION_NOUNS = read_words("""academy administration agency alliance assembly association authority bank board
    bureau cabinet center centers centre centres coalition collaboration college commission commissioner committee
    confederation consortium council department directorate federation foundation forum fund government group initiative
    inspectorate institute institutes institution laboratory league ministry nations network observatory office
    organisation organization panel parliament partnership programme program secretariat service services society
    taskforce treasury trust union university""")
# Capitalised only because they open a sentence.
SENTENCE_OPENERS = read_words("""the a an in as by for from of at on to with and or but unlike like following see both
    per while when although since because if also our this that these those then thus however contrary according after
    before recently later earlier here where whereas moreover furthermore likewise similarly""")

_SHORTEST_NAME, _LONGEST_NAME = 3, 40  # half of all names of two letters differ by one letter
PARTICLES_PATTERN = rf"(?:(?:{PARTICLE_PATTERN}|Ste?\.)\s){{0,3}}"
_NAME_WORD = r"[^\W\d_a-z][\w'’‐-]{1,40}"
_INITIAL = r"(?:[^\W\d_a-z]|Ch|Kh|Md|Sh|Th|Ya|Yu|Zh)\.(?:[\s-]?[a-z]\.)?"
INITIALS_PATTERN = rf"(?:{_INITIAL}[\s-]?){{1,4}}"
FAMILY_PATTERN = rf"{PARTICLES_PATTERN}{_NAME_WORD}(?:\s(?:d[aeio]l?\s|dos\s)?{_NAME_WORD})?"
# People at the head of an entry, by what comes first: "J. K. van der Berg", "Jane K. Berg"; "Berg, J. K.", "Berg JK".
_JOINED = r"\s(?:(?:&|and|und|et|y|e|и)\s|u\.\s?a\.)"
_SUFFIX = r"(?:,?\s(?:Jr|Sr)\b\.?|\sI{2,3}\b)?"
_JOURNAL = r"J\.\s(?:\w{2,12}\.?\s){1,4}(?:[A-Z]\s)?(?!(?:1[4-9]|20)\d\d)\d"  # J. Phys. G 43
_GIVEN_FIRST = (
    rf"(?:(?P<initials>(?!U\.\s?[KNS]\.|{_JOURNAL}){INITIALS_PATTERN}|(?:[B-Z]\s|A\s[A-Z]\s)(?:[A-Z]\s){{0,2}})\s?"
    rf"|(?!(?:The|An?|On)\s){_NAME_WORD}(?:\s(?:{_INITIAL}(?:{_INITIAL})?|[A-Z](?=\s)|{_NAME_WORD})){{0,3}}\s"
    rf"(?!{PARTICLES_PATTERN}(?:[A-ZÀ-ÖØ-Þ](?:-?[A-ZÀ-ÖØ-Þ]){{0,2}}|Ltd|Inc|Corp|GmbH)(?![\w'’-])))"
    rf"(?P<family>{PARTICLES_PATTERN}{_NAME_WORD})(?P<second>(?:\s{_NAME_WORD}){{0,2}})"
    rf"{_SUFFIX}(?=\s?[,;:]|\s?\.(?:\s|$)|{_JOINED}|\s\()"
)
_GIVEN_LAST = (
    rf"(?P<turned>{FAMILY_PATTERN}(?:\s{_NAME_WORD})?)"
    rf"(?:,\s?{INITIALS_PATTERN}(?<!\s)(?:\s{PARTICLE_PATTERN}(?=[\s,;])){{0,3}}"
    rf"|\s{INITIALS_PATTERN}(?<!\s)(?=[,;:]\s|\s\(|{_JOINED}|\s(?!(?:Van|Von|De|Di|Da)\s)[^\W\d_]\w+\s[\w“\"(«])"
    rf"|\s[A-ZÀ-ÖØ-Þ](?:[\s-]?[A-ZÀ-ÖØ-Þ]){{0,2}}(?![\w'’-])(?:\s{PARTICLE_PATTERN}(?=[\s,.])){{0,3}}){_SUFFIX}"
)
_STRAIGHT_PERSON = lazy_pattern(_GIVEN_FIRST)
_INVERTED_PERSON = lazy_pattern(_GIVEN_LAST)
_GIVEN_AFTER = (
    rf"(?![\u3040-\u9fff\uac00-\ud7a3])(?P<turned>{FAMILY_PATTERN})(?P<given>,\s(?!I{{1,3}}\b|I?V\b)(?:{_INITIAL}\s)?{_NAME_WORD}"
    rf"(?:\s{_NAME_WORD}){{0,2}}(?:\s{_INITIAL}(?:[\s-]?{_INITIAL}){{0,2}}{_SUFFIX}|\s[A-Z](?=[.,;]\s)"
    rf"|(?:\s{PARTICLE_PATTERN})?(?=[.:;/]?\s?\(|\s?[;/]|[.:]\s|,?{_JOINED}|,\s(?:\d{{4}}|[Ee]d(?:s|itors?)?\b|Hrsg)"
)
_GIVEN_AFTER_FAMILY = lazy_pattern(rf"{_GIVEN_AFTER}|,\s(?:{_NAME_WORD}\s|{_INITIAL}|[“\"‘„«*_]))))")  # "Roe, Jane B."
_PAIR = lazy_pattern(rf"{_GIVEN_AFTER}|,\s)))")  # "Roe, Jane; Doe, John"
_LATER_PERSON = lazy_pattern(rf"{_GIVEN_LAST}|{_GIVEN_FIRST}")
_COMPANIES = read_words("AI AG BV EU LLC NV PLC SA SE UK UN US USA")  # not initials after a single name
_GROUP = lazy_pattern(
    r"([^\W\d_a-z][^.,:;“\"(\d]{1,80}(?<!\s[A-Z]))(?:\s\([A-Z][\w-]{1,10}\))?(?:\.|(?<=Collaboration),)\s(?=[^\W_])"
)
_GROUP_WORDS = read_words("Collaboration Company Corporation Team contributors developers Ltd Inc GmbH")
# 2016;85:5-10, or Press; 2016: initials come last.
_VANCOUVER = lazy_pattern(r"\b(?:1[4-9]|20)\d\d(?:\s[A-Z][a-z]{2}(?:\s\d{1,2})?)?;|;\s(?:1[4-9]|20)\d\d\.|\s//")
_NEXT_PERSON = lazy_pattern(r"\s?[,;]?\s?\s(?P<last>&|and|und|et|y|e)\s(?!al\b)|[,;]\s|\s?/\s?")
_AFTER_PEOPLE = lazy_pattern(
    r"(?P<others>,?\s(?:等|u\.\s?a\.|и др\."
    r"|[*_]{0,2}et\.?\sal\b\.?[*_]{0,2}|(?:and )?others\b|and (?:collaborators|colleagues)\b"
    r"|\(?(?:[Ee]ds?|[Ee]ditors?|Hrsg)\b"
    r"|(?:and\s|on behalf of\s)?the\s[^.,:]{2,60}(?:[Tt]eam|[Gg]roup|[Cc]ollaboration|[Cc]onsortium|[Ii]nvestigators)"
    r")\.?\)?)?"
    r"(?:(?:\s?(?P<sign>[.:,])\s|(?<=[.*_])\s)(?=[^\W_]|[“\"‘„«*_]|\[n\.)(?!(?:and|und|with|et|y|e)\s|\w+;\s|(?<=,\s)\d{1,3}\s[A-Z])"
    r"|[.,]?\s?(?P<year>(?=\((?:1[4-9]\d|20\d|\?\?|n\.|in press|forthcoming))))"
)
# A small word shows that a title follows: "Roe J. On the cooling of foam."
_TITLE_WORD = lazy_pattern(
    rf"[^.:?!,;“\"(*_]{{1,200}}?\s(?!(?:{PARTICLE_PATTERN}|and|und|et|y|e|with|mit|in|im|eds?)\b)[^\W\d_A-ZÀ-ÖØ-Þ]"
)
_TITLE_SIGN = lazy_pattern(r"[^.?!]{3,200}(?::\s|\.\s(?:In:?|Ph\.?\s?[Dd]|Master|Technical|arXiv)\b)")


class People(NamedTuple):
    """The people at the head of an entry."""

    names: tuple[str, ...]  # family names
    end: int
    start: int  # of the words after them
    sign: str  # between both


def get_family_name(name: str) -> str:
    """Return the folded word that a name is sorted under: Berg for van der Berg."""
    return fold_name_letters(last_word(name))


def drop_letters(name: str) -> Iterator[str]:
    """Yield a name whole and with each letter left out: names that differ by one letter share one of these."""
    if _SHORTEST_NAME <= len(name) <= _LONGEST_NAME:
        yield name
        yield from (name[:index] + name[index + 1 :] for index in range(len(name)))


def may_be_same_name(one: str, other: str) -> bool:
    """Return whether one name ends with the other, as van der Berg ends with Berg; organizations must agree."""
    words, others = _words(one), _words(other)
    shared = min(len(words), len(others))
    return words[len(words) - shared :] == others[len(others) - shared :]


def _words(name: str) -> list[str]:
    words = fold_name_letters(name).replace(".", "").split()  # U.S. and US
    return [word for word in words if word not in _PARTICLES]


def match_name_before_year(prose: str, end: int) -> re.Match[str] | None:
    """Match the two or more capitalised words that end before a year in brackets."""
    return _BEFORE_YEAR.search(prose, max(end - _LONGEST_ORGANIZATION, 0), end)


def find_name_start(phrase: re.Match[str]) -> int:
    """Return where a name starts: after the previous sentence and after sentence openers such as "In the"."""
    first, opens = phrase.start(), True
    for word in _SPACED.finditer(phrase.string, phrase.start(), phrase.end()):
        if skip_sentence_end(phrase.string, word.start()) > word.start() or _ends_sentence(word[0]):
            opens = True
        elif opens:
            first = word.start()
            opens = word[0].casefold() in SENTENCE_OPENERS
    return first


def _ends_sentence(word: str) -> bool:
    """Return whether a stop after this word ends a sentence: Paris., UK.; not Dept., U.S., St."""
    bare = word[:-1]
    whole = len(bare) >= _SHORTEST_WHOLE and bare.casefold() not in ABBREVIATIONS
    return word.endswith(".") and "." not in bare and (whole or (len(bare) > 1 and bare.isupper()))


def is_organization(name: str) -> bool:
    """Return whether a name of several words contains a noun such as "agency" or "university"."""
    words = name.replace("\0", " ").split()
    return len(words) > 1 and any(_POSSESSIVE.sub("", word).casefold() in _ORGANIZATION_NOUNS for word in words)


def is_unmistakable_organization(name: str) -> bool:
    """Return whether a name can only be an organization, not a product such as Microsoft Office."""
    words = name.replace("\0", " ").split()
    if len(words) < 3:  # noqa: PLR2004
        return len(words) > 1 and words[-1].casefold() in _ORGANIZATION_NOUNS - NON_AUTHOR_WORDS
    return words[-1].casefold() in _ORGANIZATION_NOUNS or (
        words[0].casefold() in _ORGANIZATION_NOUNS and words[1] in {"of", "for", "on"}
    )


def is_acronym(name: str) -> bool:
    """Return whether a name is an acronym: WHO, UNESCO, DfE."""
    return _ACRONYM.fullmatch(name) is not None


def get_short_names(authors: tuple[str, ...], head: str) -> Iterator[str]:
    """Yield the acronyms of an entry's organization: its initials, and the one that the entry gives."""
    first = authors[0] if authors else ""
    if " " not in first:
        return
    # "Organisation for Economic Co-operation and Development" was split at its "and".
    yield from {acronym(first), acronym(" ".join(authors)) if is_organization(first) else ""} - {""}
    given = _ACRONYM_IN_BRACKETS.search(head, 0, len(first) + 40)
    if given and is_acronym(given["short"]):
        yield given["short"]


def find_introduced_acronyms(prose: str) -> Mapping[str, str]:
    """Map the acronyms that a text introduces to their long form: "Food Agency (FSA)"."""
    found: dict[str, str] = {}
    for match in _ACRONYM_IN_BRACKETS.finditer(prose):
        if len(found) >= _MOST_ACRONYMS:
            break
        phrase = _BEFORE_ACRONYM.search(prose, max(match.start() - _LONGEST_ORGANIZATION, 0), match.start())
        if phrase and is_acronym(match["short"]):
            name = prose[find_name_start(phrase) : phrase.end()].replace("\0", " ")
            found.setdefault(fold_name_letters(match["short"]), " ".join(name.split()))
    return found


def find_people(text: str, start: int = 0) -> People | None:
    """Find the people at the head of an entry and where its next words start; nothing if that is not clear."""
    straight, inverted = (_STRAIGHT_PERSON, _STRAIGHT_PERSON), (_INVERTED_PERSON, _LATER_PERSON)
    orders = [straight, inverted, (_PAIR, _PAIR), (_GIVEN_AFTER_FAMILY, _STRAIGHT_PERSON)]
    if _VANCOUVER.search(text):
        orders = [inverted, straight]
    walks = (_walk_people(text, start, *order) for order in orders)
    return next(filter(None, walks), None) or (None if start else _find_group(text))


def _find_group(text: str) -> People | None:
    """Find an organization or one word before a title: "World Health Organization. A report on foam. Geneva, 2019"."""
    found = _GROUP.match(text)
    name = found[1] if found else ""
    is_word = found is not None and " " not in name and (is_acronym(name) or _TITLE_WORD.match(text, found.end()))
    is_group = is_word or is_organization(name) or last_word(name) in _GROUP_WORDS
    if not found or not is_group:
        return None
    others = find_people(text, found.end()) if text[found.end() - 2] == "," else None
    group = People((name,), found.end(1), found.end(), text[found.end() - 2])
    return others._replace(names=(name, *others.names)) if others else group


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
        return People(tuple(map(_get_family, found[:-1])), found[-2].end(), found[-1].start(), ",")
    after = _AFTER_PEOPLE.match(text, at) if found and is_sure else None
    if not after or not _are_people(text, found, after, is_last=is_last):
        return None
    return People(tuple(map(_get_family, found)), at, after.end(), after["sign"] or ".")


def _has_initials(person: re.Match[str]) -> bool:
    """Check for a family name with only initials: "Roe, J.", "Roe JK", "J. Roe", but not "J Marc Roe"."""
    names = person.groupdict()
    if names.get("given"):
        return False
    return not names.get("family") or bool(names["initials"] and ("." in names["initials"] or not names["second"]))


def _get_family(person: re.Match[str]) -> str:
    return str(person.groupdict().get("turned") or f"{person['family']}{person['second']}")


def _are_people(text: str, found: list[re.Match[str]], after: re.Match[str], *, is_last: bool) -> bool:
    """Check that names are not the first words of a title: by number, initials, "and" or the words that follow."""
    initials = all(map(_has_initials, found))
    is_company = len(found) == 1 and last_word(found[0][0]) in _COMPANIES
    if is_company or any(is_organization(person[0]) for person in found):
        return False
    is_inverted, following = "given" in found[0].re.groupindex, text[after.end()]
    is_marked = following in '“"‘„«*_' and (initials or len(found) > 1)
    # "Jane Roe, Ann Doe, 2019 …" may be two people; "De Roe, Ann, 2019" is one.
    before = found[0]["turned"].rpartition(" ")[0] if is_inverted else ""
    is_one = "." in found[0][0] or before[:1].islower() or len(before) < _SHORTEST_WHOLE
    is_family = is_inverted and (is_one or after["sign"] != ",")
    if is_last or after["others"] or is_marked or (is_family and following in '“"‘„«*_(12'):
        return True
    if after["sign"] == "," or len(found) > 1:
        is_likely = ((is_inverted and is_one) or found[2:]) and _TITLE_WORD.match(text, after.end())
        is_name = is_likely or (len(found) == 1 and "." in found[0][0])
        return initials or after["sign"] != "," or bool(is_name)
    if not initials and following == "(":
        return False
    is_signed = initials and (found[0][0].endswith(".") or found[0].groupdict().get("initials") is not None)
    follows = _TITLE_WORD.match(text, after.end()) or (not initials and _TITLE_SIGN.match(text, after.end()))
    return bool(
        is_signed or (follows and (after["sign"] != ":" or is_inverted)) or (initials and _VANCOUVER.search(text))
    )
