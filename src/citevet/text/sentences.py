"""Split text into sentences: nupunkt's boundaries, corrected for scholarship, law and Korean."""

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator
from functools import cache

from citevet.model.document import Span
from citevet.text.abbreviations import ABBREVIATIONS, FULL_NAMES, find_cited_starts
from citevet.text.patterns import lazy_pattern

_STOP = lazy_pattern(r"[.!?…。！？｡]")

# A longer pair may contain sentence ends: it is a quotation of several sentences, or a stray bracket.
_LONGEST_PAIR = 400

_PAIRS = {")": "(", "]": "[", "}": "{", "”": "“", "»": "«", "」": "「", "』": "『", "》": "《", "〉": "〈"}
_EDGE = lazy_pattern(r"[()\[\]{}“”«»「」『』《》〈〉\"]")

_CLOSE = r"[\"'”’」』)\]]*"
# Boundaries that nupunkt misses: Korean endings, with or without a space, and CJK full stops.
_FORCED = lazy_pattern(
    rf"(?<=[가-힣][다요죠까음함임])[.!?]++{_CLOSE}\s++(?=\S)"
    r"|(?<=[가-힣]다)\.(?=[가-힣])"
    r"|(?<![。！？｡])[。！？｡]++(?![」』”’)\]])\s*+(?=\S)"
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

# (what follows, abbreviations that then do not end the sentence); those in lower case match in any case.
_WORDS = (
    # never the last word of a sentence
    (
        _ANY,
        """cf. viz. e.g. i.e. v. vs. approx. ca. resp. incl. esp. vgl. bzw. sog. insb. i.v.m.
        z.b. d.h.""",
    ),
    (_AFTER_AL, "al."),
    # before a number, a roman number or a single letter
    (
        _NUMBER,
        """fig. figs. eq. eqs. eqn. eqns. tab. tabs. tbl. sec. secs. ch. chs. chap. chaps. no. nos. nr. nrs. vol.
        vols. p. pp. pg. pgs. art. arts. sch. schs. sched. ref. refs. app. apps. para. paras. s. ss.
        reg. regs. cl. cls. n. nn. l. ll. fol. fols. col. cols. ex. exs. dkt. supp. suppl. pub. amend.
        amends. bk. pt. pts. ver. ed. tit. §. §§. abs. uabs. buchst. nrn. gem.
        rn. rz. tz. rdnr. az. fn. rs. slg. aufl.""",
    ),
    # titles before a name
    (
        _NAME,
        """Dr. Drs. Mr. Mrs. Ms. Mx. Prof. Profs. Hon. Rev. Gen. Gens. Lt. Col. Capt. Cpt. Cpl. Sgt. Maj. Brig.
        Cmdr. Adm. Gov. Sen. Sens. Rep. Reps. Pres. Supt. Insp. Messrs. Mme. Mlle. Fr. Sr.""",
    ),
    # St. John (2015); "Main St." ends its sentence
    (_CITED, "St. Ste."),
    # courts, reports, months, companies: before a number or a lower-case letter
    (
        _GOES_ON,
        """Ct. Supp. Cir. App. Ed. Rptr. Stat. Reg. Dist. Div. Crim. Civ. Evid. Fed. Const. Cal. Mass. Tex. Fla.
        Ill. Pa. Rev. Jan. Feb. Mar. Apr. Jun. Jul. Aug. Sep. Sept. Oct. Nov. Dec. Inc. Corp. Co. Cos.
        Ltd. Bros. Dept. Univ. Assn. Id. id. U.S. U.K. U.S.C. C.F.R. N.Y. D.C. S.D. P. R. J. L.""",
    ),
    # E. coli; Urt. v. 12.3.2019
    (_SMALL, "Urt. Beschl. Entsch. A. B. C. D. E. F. G. H. I. K. M. N. O. Q. S. T. U. V. W. X. Y. Z."),
)

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


def split_sentences(text: str) -> list[Span]:
    """Return the sentences of one block of plain text, without the white space between them."""
    spans: list[Span] = []
    start = 0
    for cut in (*_find_cuts(text), len(text)):
        span = _trim(text, start, cut)
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
def _followers() -> dict[str, tuple[re.Pattern[str], ...]]:
    """Return, for each abbreviation, what must follow it to continue the sentence."""
    table: dict[str, tuple[re.Pattern[str], ...]] = {}
    for after, words in _WORDS:
        for word in words.split():
            table[word] = (*table.get(word, ()), after)
    return table


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
    sure = set(find_cited_starts(text))
    cuts |= sure
    cuts.discard(len(text))
    if not cuts:
        return []
    pairs = find_pairs(text)
    return [
        cut
        for cut in sorted(cuts)
        if not is_inside_pair(pairs, cut) and (cut in sure or not continues_sentence(text, cut))
    ]


def _mask_long_words(text: str) -> str:
    """Replace the stops inside very long words, where none ends a sentence; offsets stay the same."""
    if all(
        text.find(" ", at, at + _LONG_WORD_LENGTH) >= 0
        for at in range(0, len(text) - _LONG_WORD_LENGTH, _LONG_WORD_LENGTH)
    ):
        return text
    return _LONG_WORD.sub(lambda word: word[0][:-_TAIL].translate(_NO_STOPS) + word[0][-_TAIL:], text)


def _find_missed(text: str, cuts: set[int]) -> Iterator[int]:
    """Yield the boundaries after ordinary words that nupunkt takes for abbreviations."""
    for found in _LIKELY.finditer(text):
        if found.end() not in cuts:
            word = _LAST_WORD.search(text, max(0, found.start() - _REACH), found.start())
            if word and (word[0] in FULL_NAMES if word[0][0].isupper() else word[0] not in ABBREVIATIONS):
                yield found.end()


def _trim(text: str, start: int, end: int) -> Span:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return Span(start, end)


@cache
def _load_splitter() -> Callable[[str], list[tuple[int, int]]]:
    from nupunkt import sent_spans  # takes 75 ms to import

    return sent_spans
