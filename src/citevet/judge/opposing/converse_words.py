"""Words that say one thing from its two sides: what one sold another bought, and what is larger has a smaller."""

from citevet.judge.opposing.phrases import Phrases, alike

End = tuple[str, int]  # the name of what is said, and the side from which it is

# Comparatives, each before what it compares; one end, then the other. Only true opposites share a line: beside what is
# larger there is a smaller thing, but no lighter one.
_COMPARED = (
    ("larger large bigger big greater great", "smaller small"),
    ("higher high", "lower low"),
    ("deeper deep", "shallower shallow"),
    ("wider wide broader broad", "narrower narrow"),
    ("longer long taller tall", "shorter short"),
    ("heavier heavy", "lighter light"),
    ("thicker thick", "thinner thin"),
    ("older old", "younger young newer new"),
    ("faster fast quicker quick", "slower slow"),
    ("better good", "worse bad"),
    ("stronger strong", "weaker weak"),
    ("richer rich wealthier wealthy", "poorer poor"),
    ("warmer warm hotter hot", "colder cold cooler cool"),
    ("earlier early sooner soon", "later late"),
    ("louder loud noisier noisy", "quieter quiet"),
    ("easier easy", "harder hard"),
    ("brighter bright", "darker dark dimmer dim"),
    ("closer close nearer near", "farther far further far"),
    ("wetter wet", "drier dry"),
    ("dearer dear costlier costly", "cheaper cheap"),
    ("safer safe", "riskier risky"),
)
# What the one does, and what the other then does or undergoes.
_RELATED = (
    ("succeeds|succeeded|succeed|preceded by", "precedes|preceded|precede|succeeded by"),
    ("predates|predated|predate|antedates|antedated", "postdates|postdated|postdate"),
    ("defeats|defeated|beat|beats", "lost to|loses to|lose to|defeated by|beaten by"),
    ("employs|employed", "works for|worked for|work for|employed by"),
    ("owns|owned", "belongs to|belonged to|owned by"),
    ("teaches|taught", "studied under|taught by"),
    ("replaces|replaced|supersedes|superseded", "gave way to|replaced by|superseded by"),
    ("north of", "south of"),
    ("east of", "west of"),
    ("above", "below|beneath"),
    (
        "before|came before|comes before|come before|happened before|occurred before|took place before",
        "after|came after|comes after|come after|happened after|occurred after|took place after",
    ),
)
# Likewise with a thing between the two, and the word before the second: sold the firm to, bought the firm from.
_HANDED = (
    ("sell sells sold", "to", "buy buys bought purchase purchases purchased acquire acquires acquired", "from"),
    ("lend lends lent", "to", "borrow borrows borrowed", "from"),
    ("export exports exported", "to", "import imports imported", "from"),
    ("give gives gave donate donates donated", "to", "receive receives received", "from"),
)

COMPARATIVES: dict[str, End] = {
    word: (pair[0].split()[0], side)
    for pair in _COMPARED
    for side, words in zip((1, -1), pair, strict=True)
    for word in words.split()[::2]
}
POSITIVES: dict[str, End] = {
    word: (pair[0].split()[0], side)
    for pair in _COMPARED
    for side, words in zip((1, -1), pair, strict=True)
    for word in words.split()[1::2]
}
RELATED: Phrases[End] = Phrases(
    {
        phrase: end
        for ones, others in _RELATED
        for side, phrases in ((1, ones), (-1, others))
        for phrase, end in alike(phrases, (ones.split("|")[0], side))
    }
)
HANDED: dict[str, tuple[End, str]] = {
    word: ((ones.split()[0], side), link)
    for ones, to, others, back in _HANDED
    for side, words, link in ((1, ones, to), (-1, others, back))
    for word in words.split()
}
