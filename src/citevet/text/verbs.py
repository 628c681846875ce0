"""Find finite verbs in English and Korean: they make a clause out of words.

`find_verbs` reads plain text and needs no tokens; `is_finite_verb` reads tokens and uses their neighbours.
"""

from citevet.kept_answers import kept
from citevet.patterns import lazy_pattern
from citevet.tables import read_words
from citevet.text.stems import STOP_WORDS
from citevet.text.tokens import Tokens

# Forms that are not also nouns, so that "test results" and "the use of reports" are not taken for clauses.
_FINITE_FORMS = read_words("""am is are was were isn't aren't wasn't weren't has have had hasn't haven't hadn't do does
    did doesn't don't didn't can cannot can't could may might must shall should will would won't become becomes became
    remain remains seem seems seemed appear appears contain contains include includes consist consists comprise
    comprises provide provides require requires suggest suggests indicate indicates demonstrate demonstrates show shows
    showed reveal reveals confirm confirms found finds argue argues said says occur occurs exist exists allow allows
    enable enables improve improves reduce reduces grow grows grew fell rose reach reaches exceed exceeds outperform
    outperforms achieve achieves perform performs produce produces generate generates create creates led affect affects
    depend depends differ differs lie lies lay stand stands stood lose loses lost win wins won hold holds held make
    makes made give gives gave take takes took get gets got go goes went come comes came begin begins began bring brings
    brought build builds built buy buys bought choose chooses chose drew drove eat eats ate feel feels felt fly flies
    flew know knows knew meant meet meets met pay pays paid runs ran see sees saw sell sells sold send sends sent speak
    speaks spoke spend spends spent tell tells told think thinks thought understand understands understood write writes
    wrote apply applies belong belongs boils boil describe describes define defines prohibit prohibits govern governs
    introduce introduces replace replaces prevent prevents protect protects publish publishes predict predicts explain
    explains ensure ensures establish establishes encode encodes express expresses fail fails follow follows imply
    implies inhibit inhibits involve involves kill kills maintain maintains obtain obtains vary varies determine
    determines""")

# Verbs that are as often nouns: they count in lower case, after a word that needs a verb, and before another word.
_NOUN_OR_VERB = read_words("""leads lowers raises falls rises claims states causes drives draws supports yields lives
    means needs""")
_BEFORE_NOUN = read_words("""the a an of and or in on for to by with from as all these those their its his her our my
    your two three many some root""")

_WORD = lazy_pattern(r"[A-Za-z]+(?:['’]t)?")
_NOT_PAST = read_words("need speed seed bed hundred red feed weed breed indeed embed")

# Endings that close a Korean sentence, or join a clause to the next.
_KOREAN = lazy_pattern(
    r"[가-힣](?:다|요|죠|음|함|임|됨|짐|까|네)(?=[\"'”’)\]:]*(?:$|[.!?…]))"
    r"|[가-힣](?:지만|으나|는데|으며|하며|되며|하고|되고|이고|였고|았고|었고|했고|됐고|므로|니까|면서)(?=[,\s])"
)

_AUXILIARIES = read_words("""is are was were has have had do does did can could may might will would shall should must
    isn't aren't wasn't weren't hasn't haven't hadn't don't doesn't didn't can't cannot couldn't won't wouldn't""")
# Third persons that are seldom plurals of a noun.
_PRESENT = read_words("""lies contains includes becomes makes takes gives comes goes says keeps requires allows depends
    applies operates provides puts belongs consists explains confirms brings owes writes continues remains lets
    stays""")
_PAST = read_words("""rose fell grew shrank sank won lost went came became began broke brought bought caught chose drew
    drove ate fed felt fought fled flew forgot gave got held kept knew led left made met paid ran said saw sold sent
    slept spoke spent stood struck swam took taught told thought threw understood wore wrote built found dipped shook
    froze lay sought rode died shut""")
# These follow a verb in -ed, but seldom an adjective in -ed: fell and reached the coast, not fresh and dried fruit.
_AFTER_VERB = read_words("""the a an its their his her this that these those to by from in on at for with about over
    under into than as more less no not all each every most some any it them him up down out off only again . , ;""")
_BEFORE_VERB = read_words("it he she they we i this that which who")
_ALWAYS_SUBJECT = read_words("they we i he she")  # never an object: a verb or an adverb follows
_BEFORE_ADJECTIVE = read_words("the a an its their his her our whose no")  # whose exposed, salty floor
_BEFORE_PARTICIPLE = read_words("when as if than once")  # when compared with
_SHORT = 4  # letters: red, bed, seed
_SHORTEST_KOREAN = 2  # syllables
_ADVERBS = read_words("not also then later now never still only again soon so since")
_BEING = read_words("be been being")
_KOREAN_ENDS = tuple("지만 으나 으며 했고 였고 이며 하고 하며 되고 되며 는데 었고 았고 졌고".split())
# Third persons and other words in -s that express a change, a comparison or an outcome.
_CHANGES = read_words("""accelerates accepts acquits activates activations activators adds adopts affirms aggravates
    agrees allows alters ameliorates approves arrives asynchronous attenuates augments bans bares bars beneficials bests
    betters blocks boosts clears climbs commons completes concurs confirms constants contradicts contraindicates
    convicts coolers corrects corroborates dangerous deactivates decelerates declines decreases deletes denies departs
    dependents deteriorates deteriorations differs diminishes dips directs disables disagrees disproves doubles
    downregulates downwards drops dwindles effectives elders elevates enables endorses enhances enlarges enters equals
    exacerbates excludes expands expansions facilitates failures falls favors favours fells forbids frequents gains
    grants grows growths halves heightens highers hinders illegals impairments impairs impedes improvements improves
    inactivates includes increases independents induces inhibitions inhibitors inhibits innocents introduces invalids
    knowns less lessens lighters loses loss losses lowers majorities maximums minimums minorities mores multiplies
    necessaries negatives olders omits opens opposes overturns permits plummets plunges positives possibles prevents
    privates probables profits prohibits promotes publics quashes raises ratifies recommends recovers reduces reductions
    refuses refutes rejects removes reverses reversibles rises risings roses safes shrinks shuts sinks slumps soars
    stables stimulates strengthens succeeds success successes supports suppress suppresses surges survivals survives
    survivors swells symptomatics synchronous triples unknowns upholds upregulates upwards vetoes vetos victories
    voluntaries weakens wines wins worsens wrongs youngers eligibles immutables mutables optionals""")


@kept
def find_verbs(text: str) -> list[int]:
    """Return the offset of each word that is likely a finite verb; the first word never is."""
    found: list[int] = []
    before = ""
    for token in _WORD.finditer(text):
        word = token[0]
        if before and _is_likely_verb(word, before, last=token.end() >= len(text)):
            found.append(token.start())
        before = word.lower()
    if text.isascii():
        return found
    return sorted([*found, *(match.start() for match in _KOREAN.finditer(text))])


def _is_likely_verb(word: str, before: str, *, last: bool) -> bool:
    small = word.lower().replace("’", "'")
    if small in _FINITE_FORMS:
        return True
    if word in _NOUN_OR_VERB:
        return before not in _BEFORE_NOUN and not last
    # After these a past form is an adjective: "of hospitalized patients".
    is_past = small.endswith("ed") and len(small) >= _SHORT and small not in _NOT_PAST
    return is_past and before not in _BEFORE_NOUN


def is_finite_verb(tokens: Tokens, at: int, *, begins: bool) -> bool:
    """Check by the word and its neighbours whether this is a finite verb; `begins`: a clause starts here."""
    low, before = tokens.low(at), tokens[at - 1]
    if _follows_auxiliary(tokens, at) or before.low == "ever" or tokens[at].text == "May":
        return False
    if _follows_subject(tokens, at):
        return True
    if low in _AUXILIARIES or low in _PAST or joins_korean_clauses(low) or (low.endswith("다") and len(low) > 1):
        return True
    is_subject = before.low in _BEFORE_VERB or (before.is_word and before.low not in STOP_WORDS)
    named = is_subject or (begins and before.low == ",")
    if low.endswith("ed") and len(low) > _SHORT:
        return _is_past(tokens, at, named=named)
    return (low in _PRESENT or low in _CHANGES) and (named or before.low == "and")


def _follows_subject(tokens: Tokens, at: int) -> bool:
    """Check whether a pronoun before this word makes it a verb: they need it, it still yields oil."""
    low = tokens.low(at)
    subject = tokens.low(at - 1 - is_adverb(tokens.low(at - 1)))
    if not tokens[at].is_word or low in STOP_WORDS or is_adverb(low):
        return False
    return subject in _ALWAYS_SUBJECT or (subject == "it" and low.endswith("s") and not low.endswith("ss"))


def _is_past(tokens: Tokens, at: int, *, named: bool) -> bool:
    """Check whether a word in -ed is a verb here; `named`: a possible subject precedes it."""
    before, after = tokens.low(at - 1), tokens[at + 1]
    if before in _BEFORE_PARTICIPLE or before in _BEFORE_ADJECTIVE:
        return False
    return named or after.low in _AFTER_VERB or not after.is_word or after.low.endswith("ly")


def _follows_auxiliary(tokens: Tokens, at: int) -> bool:
    """Check whether this word completes an auxiliary before it: was built, has since been led."""
    before = at - 1 - is_adverb(tokens.low(at - 1))
    return tokens[before].text != "May" and tokens.low(before) in _AUXILIARIES | _BEING


def is_adverb(low: str) -> bool:
    """Check whether a word may come between a subject or an auxiliary and its verb."""
    return low in _ADVERBS or low.endswith("ly")


def joins_korean_clauses(low: str) -> bool:
    """Check whether a Korean word ends like a verb that joins its clause to the next."""
    return low.endswith(_KOREAN_ENDS) and len(low) > _SHORTEST_KOREAN
