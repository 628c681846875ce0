"""Compare the name of a case in a citation with the names that a court or a database gives it."""

import re
from collections.abc import Iterable, Iterator
from difflib import SequenceMatcher
from typing import Literal

from citevet.model import Citation, Difference, Lookup, Record
from citevet.patterns import lazy_pattern
from citevet.records import dataclass
from citevet.text.caption_words import list_abbreviations, list_whole_words
from citevet.text.letters import abbreviates, fold_letters

Agreement = Literal["same", "different", "unknown"]

_LONGEST = 1_000  # characters of a caption
_LONGEST_HEAD = 40_000  # characters of the first page of a judgment
_WORD = lazy_pattern(r"(?:[^\W\d_]\.){2,8}|[^\W_][\w'’]*\.?")  # W.J., Ass'n, Corp.
_VERSUS = lazy_pattern(r"\svs?\.?\s", re.IGNORECASE)
# Names by subject, such as "Civil Rights Cases", are not the parties' names and cannot be compared.
_NAMES_PARTIES = lazy_pattern(
    r"(?:^|\s)vs?\.?\s|^(?:in (?:the )?(?:re|matter of)|re|ex parte|(?:the )?(?:matter|application|estate|marriage"
    r"|guardianship|conservatorship|adoption|succession|interest|custody) of)\s",
    re.IGNORECASE,
)
_SMALL_WORDS = frozenset("of and the for in on to at by de la et al a an".split())
# Words that many captions share: two cases are not the same because both have one of them.
_COMMON = _SMALL_WORDS | frozenset(
    """v vs re ex parte rel matter application estate united states us usa america people state commonwealth
    government minister ministry king queen crown regina rex r city county borough council town township village
    district board department dept secretary commissioner commissioners commission director administrator
    administration attorney general department authority agency bureau office inc incorporated corp corporation co
    company ltd limited llc llp lp plc sa nv ag gmbh na bros sons assn association society trust bank insurance
    national international federal american service services group holdings industries partners others another ors anor
    manufacturing manufacturers mfg mfr mfrs or mr mrs ms miss dr sir lord jr sr ii iii intervenor respondent appellant
    petitioner home affairs foreign case
    cases no his her majesty inland internal revenue customs comrs hmrc sshd""".split()
)
_ACRONYM = lazy_pattern(r"\b[A-Z]{2,6}\b")  # IRS, EEOC
# Michael B., S.G., John Doe 1: courts hide the names of children, and of people who claim benefits.
_PSEUDONYM = lazy_pattern(
    r"^(?:In re |Ex parte |Matter of )?(?:(?:[A-Z]\.[ -]?){1,4}|[A-Z][a-z]{1,20} [A-Z]\.?)$"
    r"|\b(?:Doe|Roe|DOE|ROE|Anonymous)s?\b"
)
_MOST_SOUGHT = 3  # words of a plaintiff
_FEWEST_LETTERS = 3  # of a word that can tell two cases apart: "A v B" cannot
_SHORTEST_STEM = 4
_NEARLY = 0.8  # of the letters of two words
_YEARS_APART = 1  # a case decided in December is printed, and often cited, with the next year


@dataclass(frozen=True, slots=True)
class _CaptionWord:
    letters: str
    short: bool  # written as an abbreviation


def compare_captions(cited: str, official: Iterable[str]) -> Agreement:
    """Compare a cited caption with all official ones; one party in common is enough, since captions are shortened.

    "unknown" means that one side has no word by which the two could be distinguished.
    """
    names = [name for name in official if name.strip()]
    if not cited.strip() or not names:
        return "unknown"
    ours = _distinctive_words(cited)
    theirs = [word for name in names for word in _distinctive_words(name, _LONGEST_HEAD)]
    shared = [word for word in ours if any(_same_word(word, other) for other in theirs)]
    if len(shared) > 1 or any(not _is_usual(word) for word in shared):
        return "same"
    if shared and (_is_usual_only(ours) or _is_usual_only(theirs) or _are_nearly_one(ours, theirs)):
        return "same"
    if any(_has_initials(cited, name) or _has_initials(name, cited) for name in names):
        return "same"
    comparable = ours and theirs and _NAMES_PARTIES.search(cited)
    return "different" if comparable else "unknown"


def are_one_case(one: str, other: str) -> bool:
    """Check whether two captions name the same parties, one perhaps with more words: two copies of one decision."""
    ours, theirs = _distinctive_words(one), _distinctive_words(other)
    if ours and theirs and (_are_among(ours, theirs) or _are_among(theirs, ours)):
        return True
    return _have_one_plaintiff(one, other) and (
        _has_initials(one, other, is_one_plaintiff=True) or _has_initials(other, one, is_one_plaintiff=True)
    )


def _have_one_plaintiff(one: str, other: str) -> bool:
    ours, theirs = (_distinctive_words(_split_parties(each)[0]) for each in (one, other))
    return bool(ours) and _are_among(ours, theirs)  # Kalu v. IRS, Kalu v. Internal Revenue Service


def _is_usual(word: _CaptionWord) -> bool:
    """Check for a word of which lawyers have an abbreviation: so many cases have it that one alone tells little."""
    return word.letters in list_abbreviations() if word.short else word.letters in list_whole_words()


def _is_usual_only(words: list[_CaptionWord]) -> bool:
    return all(map(_is_usual, words))


def _are_nearly_one(ours: list[_CaptionWord], theirs: list[_CaptionWord]) -> bool:
    """Check whether a rare word of one caption is a misspelled one of the other: Halvorsen for Halverson."""
    rare = [[word.letters for word in words if not _is_usual(word)] for words in (ours, theirs)]
    return any(SequenceMatcher(None, one, other).ratio() >= _NEARLY for one in rare[0] for other in rare[1])


def _are_among(some: list[_CaptionWord], all_words: list[_CaptionWord]) -> bool:
    return all(any(_same_word(one, other) for other in all_words) for one in some)


def choose_search_words(caption: str) -> tuple[str, ...]:
    """Return the words by which a case is sought: the first telling one of each party, or two of the only one.

    An abbreviated word cannot be sought, nor can initials: a collection has the IRS by its whole name.
    """
    parties = [_list_sought_words(each, caption) for each in _split_parties(caption)]
    named = [words for words in parties if words]
    chosen = [words[0] for words in named] if len(named) > 1 else [word for words in named for word in words[:2]]
    return tuple(dict.fromkeys(chosen))


def list_plaintiff_words(caption: str) -> tuple[str, ...]:
    """Return the words by which the other cases of a plaintiff are sought."""
    return tuple(_list_sought_words(_split_parties(caption)[0], caption)[:_MOST_SOUGHT])


def _list_sought_words(party: str, caption: str) -> list[str]:
    capitals = caption.replace(" v. ", " V. ").isupper()
    initials = set() if capitals else {word.lower() for word in _ACRONYM.findall(party)}
    return [word.letters for word in _distinctive_words(party) if not word.short and word.letters not in initials]


def has_initials_only(caption: str) -> bool:
    """Check for a party under initials or a pseudonym: Michael B. v. Berryhill, Doe v. Roe."""
    return any(_PSEUDONYM.search(party) is not None for party in _split_parties(caption))


def names_person_last(caption: str) -> bool:
    """Check whether the defendant seems to be a person, who may have been an official and been replaced."""
    words = list(_caption_words(_split_parties(caption)[-1]))
    return not any(word.letters in _COMMON - _SMALL_WORDS or _is_usual(word) for word in words)


def count_parties(caption: str) -> int:
    """Count the sides of a caption that have a word by which they can be told apart."""
    return sum(bool(_distinctive_words(party)) for party in _split_parties(caption))


def _split_parties(caption: str) -> list[str]:
    return _VERSUS.split(caption[:_LONGEST], maxsplit=1)


def are_parties_in(cited: str, head: str) -> bool:
    """Check whether the head of a judgment has all words of a cited caption: of joined cases one gives the name."""
    ours, theirs = _distinctive_words(cited), _distinctive_words(head, _LONGEST_HEAD)
    return bool(ours) and _are_among(ours, theirs)


def compare_case(citation: Citation, case: Record) -> Lookup:
    """Compare name and year of a citation with the case at its place. One party in common is the same case."""
    cited, year = citation.law.case_name, citation.law.year
    agreement = compare_captions(cited, case.all_titles)
    differences: tuple[Difference, ...] = ()
    if agreement == "different":
        differences = (Difference("caption", cited, case.title or case.id),)
    if case.years and year.isdecimal() and abs(int(year) - case.years[0]) > _YEARS_APART:
        differences = (*differences, Difference("year", year, str(case.years[0])))
    mismatched = agreement == "different" or (differences and agreement == "unknown")
    why = "; ".join(f'{each.type}: the citation has "{each.claim}", the case "{each.source}"' for each in differences)
    return Lookup("mismatched" if mismatched else "found", why=why, record=case, differences=differences)


def _caption_words(caption: str, longest: int = _LONGEST) -> Iterator[_CaptionWord]:
    for found in _WORD.finditer(caption[:longest]):
        written = found[0].removesuffix("'s").removesuffix("’s")
        letters = fold_letters(re.sub(r"[.'’]", "", written))
        yield _CaptionWord(letters, short=letters != fold_letters(written))


def _distinctive_words(caption: str, longest: int = _LONGEST) -> list[_CaptionWord]:
    return [
        word
        for word in _caption_words(caption, longest)
        if not _is_common(word) and len(word.letters) >= _FEWEST_LETTERS and not word.letters.isdecimal()
    ]


def _is_common(word: _CaptionWord) -> bool:
    """Check for a word that many captions share, in full or as one of its abbreviations: Grp., Ins."""
    whole = list_abbreviations().get(word.letters, ()) if word.short else ()
    return word.letters in _COMMON or (bool(whole) and _COMMON.issuperset(whole))


def _same_word(one: _CaptionWord, other: _CaptionWord) -> bool:
    """Compare words: equal, one the stem of the other, or one an abbreviation of the other."""
    short, long = sorted((one, other), key=lambda word: len(word.letters))
    if long.letters.startswith(short.letters) and (len(short.letters) >= _SHORTEST_STEM or short.short):
        return True
    if short.short and long.letters in list_abbreviations().get(short.letters, ()):
        return True
    return short.letters == long.letters or (short.short and abbreviates(short.letters, long.letters))


def _has_initials(abbreviated: str, full: str, *, is_one_plaintiff: bool = False) -> bool:
    """Check whether a caption has a party by its initials, such as SEC or N.A.A.C.P., and the other its full name.

    An office that is a party to many cases, such as the IRS, tells nothing unless the plaintiffs are one.
    """
    initials = {
        "".join(word.letters[:1] for word in _caption_words(party) if word.letters not in _SMALL_WORDS)
        for party in _VERSUS.split(full[:_LONGEST])
        if is_one_plaintiff or _distinctive_words(party)
    }
    written = (re.sub(r"\W", "", found[0]) for found in _WORD.finditer(abbreviated[:_LONGEST]))
    return any(len(word) >= _FEWEST_LETTERS and word.isupper() and word.lower() in initials for word in written)
