"""Who did what to whom: a sentence with its two sides exchanged, and the same sentence as it stands."""

import re
from collections.abc import Iterator

from training.rows import CONTRADICTED, SUPPORTED, UNSUPPORTED, Row

# A side is a noun with what stands before it. The words that end one are named, for no tagger is at hand.
_LINK = (
    r"(?:at|with|if|while|by|not|does|do|did|to|of|in|on|for|from|and|or|but|as|than|that|which|who|whom|whose|when|where|"
    r"is|are|was|were|be|been|being|has|have|had|will|would|can|could|may|might|shall|should|must|also|only|both|either|"
    r"neither|upon|after|before|during|because|since|so|too|very|more|most|less|least|it|he|she|they|we|i|you|this|these|"
    r"those|there|here|his|her|its|their|our|my|your|what|how|why|all|some|any|no|none|each|one|other|such|same|us|them|"
    r"him|me|up|down|out|into|over|among|steadily|occurred)"
)
_SIDE = rf"(?:(?:[Tt]he|[Aa]n?) )?(?:(?!{_LINK}\b)[A-Za-z][\w'’-]*)(?: (?!{_LINK}\b)[\w'’-]+){{0,2}}"
_END = r"(?=[,.;]| (?:by|in|on|at|for|from|with|during|after|and|because|when|while|among|across|over|until|since)\b|$)"
# A comparison cannot hold both ways; most other relations could, though the text does not say so.
_COMPARED = re.compile(
    rf"^(?P<one>{_SIDE}) (?P<how>(?:is|are|was|were|had|has|have|performed|scored|grew|rose|fell) (?:\w+ )?(?:(?:more|"
    r"less|fewer|better|worse|faster|slower|lighter|heavier|higher|lower|larger|smaller|older|younger|"
    r"longer|shorter)(?: \w+)?) than) "
    rf"(?P<other>{_SIDE}){_END}",
    re.IGNORECASE,
)
_RELATED = re.compile(
    rf"^(?P<one>{_SIDE}) (?P<how>(?:causes|caused|leads? to|led to|results in|resulted in|increases|increased|reduces|"
    r"reduced|inhibits|inhibited|activates|activated|induces|induced|regulates|regulated|predicts|predicted|defeated|"
    r"beat|acquired|bought|married|succeeded|replaced|preceded|followed|influenced|taught|sued|killed|attacked|invaded|"
    r"lost to|exceeds|exceeded|outperforms|outperformed|promotes|promoted|suppresses|suppressed|prevents|prevented|"
    r"triggers|triggered|(?:is|are|was|were) (?:part of|made of|owned by|founded by|directed by|written by|named after|"
    r"caused by|older than|derived from|defeated by|followed by|taught by|replaced by|a type of|a kind of))) "
    rf"(?P<other>{_SIDE}){_END}",
    re.IGNORECASE,
)
_MOVED = re.compile(r"\bfrom (?P<one>\d[\d.,]*\d|\d|[A-Z]\w+) (?P<how>to) (?P<other>\d[\d.,]*\d|\d|[A-Z]\w+)\b")


def relations(sentence: str, evidence: str) -> Iterator[Row]:
    """Yield the sentence as it stands, and turned round, where its two sides can be told."""
    for shape, label in ((_COMPARED, CONTRADICTED), (_RELATED, UNSUPPORTED), (_MOVED, CONTRADICTED)):
        if (match := shape.search(sentence)) and (turned := _turned(sentence, match)):
            yield Row(sentence, evidence, SUPPORTED, 0.4, "relations")
            yield Row(turned, evidence, label, 0.6, "relations")
            return


def _turned(sentence: str, match: re.Match[str]) -> str:
    one, other = match["one"], match["other"]
    if one.lower() == other.lower():
        return ""
    if match.start("one") == 0:
        one, other = _inner(one), other[0].upper() + other[1:]
    return sentence[: match.start("one")] + f"{other} {match['how']} {one}" + sentence[match.end("other") :]


def _inner(side: str) -> str:
    """Write the first word of a sentence small, unless it is a name by its second capital."""
    first, _, rest = side.partition(" ")
    named = rest[:1].isupper() or not first[1:].islower()
    return side if named else side[0].lower() + side[1:]
