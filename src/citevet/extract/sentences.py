"""Where the sentences of a block end: nupunkt's answer, mended for scholarship, law and Korean."""

from bisect import bisect_left
from collections.abc import Callable, Iterator
from functools import cache
from re import IGNORECASE, Pattern
from re import compile as pattern

from citevet.extract.abbreviations import SHORTENED, WHOLE
from citevet.extract.initials import closed
from citevet.model import Span

_STOP = pattern(r"[.!?…。！？｡]")

# A pair longer than this holds no sentence together: it is a quotation of several sentences, or a stray bracket.
_LONGEST_PAIR = 400

_PAIRS = {")": "(", "]": "[", "}": "{", "”": "“", "»": "«", "」": "「", "』": "『", "》": "《", "〉": "〈"}
_EDGE = pattern(r"[()\[\]{}“”«»「」『』《》〈〉\"]")

_CLOSE = r"[\"'”’」』)\]]*"
# Boundaries that nupunkt does not know: Korean endings, with or without the space, and the full stops of CJK.
_FORCED = pattern(
    rf"(?<=[가-힣][다요죠까음함임])[.!?]++{_CLOSE}\s++(?=\S)"
    r"|(?<=[가-힣]다)\.(?=[가-힣])"
    r"|(?<![。！？｡])[。！？｡]++(?![」』”’)\]])\s*+(?=\S)"
)

# Codes that nupunkt takes for an abbreviation: Art. 5 GG.
_CODE = pattern(r"GG\.(?<=[\da-z.)]\sGG\.)\s++(?=[A-ZÄÖÜ])|GG\.(?<=[\da-z.)]\sAGG\.)\s++(?=[A-ZÄÖÜ])")

# Where a word ends, and what follows looks like a sentence; most are boundaries that nupunkt has.
_LIKELY = pattern(rf"\.(?<=[a-z]{{3}}\.){_CLOSE}\s++(?=[(\[“‘\"']?[A-Z])")
_LAST_WORD = pattern(r"(?<![\w.@/\\])[A-Za-z]++\Z")

# nupunkt takes the square of the stops in a word: a megabyte of "a.)" would be a quarter of an hour.
_ENDLESS = 1_000
_WORD = pattern(rf"\S{{{_ENDLESS},}}")
_TAIL = 10  # characters at its end, where a sentence may end as well
_NO_STOPS = str.maketrans(".!?", "___")

_ANY = pattern(r"")
_NUMBER = pattern(r"[\[(§]?\s?(?:\d|[IVXLivxl]+\b|[A-Za-z]\b)")
_NAME = pattern(r"[A-Z“\"]")
_GOES_ON = pattern(r"\d|[a-z]|§|[RPL]\.")
_AFTER_AL = pattern(r"[a-z\d(\[,;:’']")
_SMALL = pattern(r"[a-z]")
_CITED = pattern(
    r"[A-Z][\w'’‐-]{1,40}(?:\s(?:and|&)\s[A-Z][\w'’‐-]{1,40}|\set al\.?)?['’s]{0,2}\s?[(\[](?:1[4-9]|20)\d\d"
)

# Words that hold the sentence when that follows; those in small letters hold it in any case.
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
    # ranks and forms of address before a name
    (
        _NAME,
        """Dr. Drs. Mr. Mrs. Ms. Mx. Prof. Profs. Hon. Rev. Gen. Gens. Lt. Col. Capt. Cpt. Cpl. Sgt. Maj. Brig.
        Cmdr. Adm. Gov. Sen. Sens. Rep. Reps. Pres. Supt. Insp. Messrs. Mme. Mlle. Fr. Sr.""",
    ),
    # St. John (2015); a street ends its sentence
    (_CITED, "St. Ste."),
    # courts, reports, months, companies: the sentence goes on when a number or a small letter follows
    (
        _GOES_ON,
        """Ct. Supp. Cir. App. Ed. Rptr. Stat. Reg. Dist. Div. Crim. Civ. Evid. Fed. Const. Cal. Mass. Tex. Fla.
        Ill. Pa. Rev. Jan. Feb. Mar. Apr. Jun. Jul. Aug. Sep. Sept. Oct. Nov. Dec. Inc. Corp. Co. Cos.
        Ltd. Bros. Dept. Univ. Assn. Id. id. U.S. U.K. U.S.C. C.F.R. N.Y. D.C. S.D. P. R. J. L.""",
    ),
    # E. coli; Urt. v. 12.3.2019
    (_SMALL, "Urt. Beschl. Entsch. A. B. C. D. E. F. G. H. I. K. M. N. O. Q. S. T. U. V. W. X. Y. Z."),
)

# What no single word can tell: (what stands before the gap, what stands after it).
_FORMS = tuple(
    (pattern(rf"{before}\s*\Z"), pattern(after))
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

# How far back we look: longer than the longest word and the longest date above.
_REACH = 20

# The number of an enumeration is no sentence: "1.", "(a)", "IV.", "가."
_ENUMERATOR = pattern(
    r"[(\[]?(?:\d{1,3}|[A-Za-z]|[ivxlc]{1,6}|[가나다라마바사아자차카타파하]|[①-⑳])[.)\]]{1,2}", IGNORECASE
)
_LONGEST_ENUMERATOR = len("(viii).")


def sentences(text: str) -> list[Span]:
    """Return the sentences of one block of plain text, without the white space between them."""
    spans: list[Span] = []
    start = 0
    for cut in (*_cuts(text), len(text)):
        span = _trimmed(text, start, cut)
        if not span:
            continue
        if cut < len(text) and len(span) <= _LONGEST_ENUMERATOR and _ENUMERATOR.fullmatch(text, span.start, span.end):
            continue
        spans.append(span)
        start = cut
    return spans


def held(text: str, cut: int) -> bool:
    """Say whether what stands before the gap cannot end a sentence here."""
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
def _followers() -> dict[str, tuple[Pattern[str], ...]]:
    """Return, for each word that may hold the sentence, what must follow it."""
    table: dict[str, tuple[Pattern[str], ...]] = {}
    for after, words in _WORDS:
        for word in words.split():
            table[word] = (*table.get(word, ()), after)
    return table


def pairs(text: str) -> list[Span]:
    """Return the brackets and quotations that are opened and closed, the outermost only, in order."""
    open_at: dict[str, list[int]] = {}
    found: list[Span] = []
    for edge in _EDGE.finditer(text):
        opener = _opened(text, edge.start(), open_at)
        if opener is not None and edge.end() - opener <= _LONGEST_PAIR:
            while found and found[-1].start >= opener:
                found.pop()
            found.append(Span(opener, edge.end()))
    return found


def within(spans: list[Span], offset: int) -> bool:
    """Say whether the offset lies between an opener and its closer."""
    index = bisect_left(spans, offset, key=lambda span: span.start) - 1
    return index >= 0 and offset < spans[index].end


def _opened(text: str, at: int, open_at: dict[str, list[int]]) -> int | None:
    """Return where the pair that closes here was opened; remember an opener."""
    char = text[at]
    if char == '"':
        return _straight(text, at, open_at)
    if char in _PAIRS:
        stack = open_at.get(_PAIRS[char])
        return stack.pop() if stack else None
    open_at.setdefault(char, []).append(at)
    return None


def _straight(text: str, at: int, open_at: dict[str, list[int]]) -> int | None:
    stack = open_at.setdefault('"', [])
    glued = at > 0 and not text[at - 1].isspace() and text[at - 1] not in "([{—–-"
    if stack and glued:
        return stack.pop()
    if not glued:
        stack[:] = [at]
    return None


def _cuts(text: str) -> list[int]:
    """Return where a new sentence starts."""
    if _STOP.search(text) is None:
        return []
    cuts = {end for _, end in _model()(_calmed(text))}
    if not text.isascii():
        cuts.update(found.end() for found in _FORCED.finditer(text))
    cuts.update(found.end() for found in _CODE.finditer(text))
    cuts.update(list(_missed(text, cuts)))
    sure = set(closed(text))
    cuts |= sure
    cuts.discard(len(text))
    if not cuts:
        return []
    kept = pairs(text)
    return [cut for cut in sorted(cuts) if not within(kept, cut) and (cut in sure or not held(text, cut))]


def _calmed(text: str) -> str:
    """Return the text without stops inside endless words, where none ends a sentence; every offset stays."""
    if all(text.find(" ", at, at + _ENDLESS) >= 0 for at in range(0, len(text) - _ENDLESS, _ENDLESS)):
        return text
    return _WORD.sub(lambda word: word[0][:-_TAIL].translate(_NO_STOPS) + word[0][-_TAIL:], text)


def _missed(text: str, cuts: set[int]) -> Iterator[int]:
    """Yield the boundaries behind ordinary words that nupunkt takes for abbreviations."""
    for found in _LIKELY.finditer(text):
        if found.end() not in cuts:
            word = _LAST_WORD.search(text, max(0, found.start() - _REACH), found.start())
            if word and (word[0] in WHOLE if word[0][0].isupper() else word[0] not in SHORTENED):
                yield found.end()


def _trimmed(text: str, start: int, end: int) -> Span:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return Span(start, end)


@cache
def _model() -> Callable[[str], list[tuple[int, int]]]:
    from nupunkt import sent_spans  # noqa: PLC0415 -- takes 75 ms to import

    return sent_spans
