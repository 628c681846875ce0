"""Names of people and organizations: how they compare, and which capitalised words are never authors."""

import re
from collections.abc import Iterator, Mapping

from citevet.patterns import lazy_pattern
from citevet.tables import read_words
from citevet.text.names import acronym, fold_name_letters
from citevet.text.sentences import ABBREVIATIONS, skip_sentence_end

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
    warsaw westphalia wuhan yalta zagreb zurich paris london""")
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
SHORTEST_WHOLE = 4  # letters of a full word before a stop: Rome., but St., Inc., Co.

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
    whole = len(bare) >= SHORTEST_WHOLE and bare.casefold() not in ABBREVIATIONS
    return word.endswith(".") and "." not in bare and (whole or (len(bare) > 1 and bare.isupper()))


def is_organization(name: str) -> bool:
    """Return whether a name of several words contains a noun such as "agency" or "university"."""
    words = name.replace("\0", " ").split()
    return len(words) > 1 and any(_POSSESSIVE.sub("", word).casefold() in _ORGANIZATION_NOUNS for word in words)


def is_unmistakable_organization(name: str) -> bool:
    """Return whether a name can only be an organization, not a product such as Microsoft Office."""
    words = name.replace("\0", " ").split()
    if not words[2:]:
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
