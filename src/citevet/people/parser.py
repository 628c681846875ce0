"""Parse names of people and organizations in any order and script."""

import re
from collections.abc import Iterator

from citevet.patterns import lazy_pattern
from citevet.people.person import Person
from citevet.people.words import (
    ACADEMIC,
    JOINING,
    LONG_CHINESE_FAMILIES,
    LONG_KOREAN_FAMILIES,
    ORGANIZATION_END,
    ORGANIZATION_JOINS,
    ORGANIZATION_NOUNS,
    PARTICLES,
    PATRONYMIC,
    SAINTS,
    SUFFIXES,
)
from citevet.text.names import fold_name_letters, last_word

_LONGEST = 300  # characters of a name
_LONGEST_LIST, _MOST = 100_000, 5_000  # characters and names of a list; only papers of collaborations have more
_MOST_INITIALS = 3  # letters in a row that stand for given names: Smith JAB
ET_AL = lazy_pattern(
    r",?\s{0,3}(?:\bet\s{1,3}al\b\.?|\band\s{1,3}others\b|\sи\s{1,3}др\.|\su\.\s?a\.|\s?等|\s외(?:\s?\d+\s?[인명])?)\s*$",
    re.IGNORECASE,
)
_SPACE = lazy_pattern(r"[\s\0~]+")
_HANGUL = lazy_pattern(r"[\uac00-\ud7a3]{2,4}")
_HAN = lazy_pattern(r"[\u3400-\u9fff々]{2,5}")
_KANA = lazy_pattern(r"[\u3040-\u30ff]")
_CJK = lazy_pattern(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]")
_FOREIGN_DOT = lazy_pattern(r"\s?[·・‧]\s?")
_CAPITAL = "[A-ZÀ-ÖØ-ÞĀ-ŽА-ЯЁ]"
_INITIALS = lazy_pattern(  # J, JA, J.-A., A-K, Ch., Dž.; and AR. at the end of a list
    rf"{_CAPITAL}(?:-?{_CAPITAL}){{0,2}}\.?|(?:-?{_CAPITAL}[^\W\d_A-ZА-ЯЁ]{{0,2}}\.){{1,5}}-?{_CAPITAL}?\.?"
)
_LAST_LATIN = "\u024f"
_COMPANIES = frozenset("AI AG BV EU LLC NV PLC SA SE UK UN US USA".split())  # not initials after a name
_LATIN_CAPITALS = lazy_pattern(r"[A-ZÀ-ÖØ-ÞĀ-Ž][A-ZÀ-ÖØ-ÞĀ-Ž'’‐-]+")
_ACRONYM = lazy_pattern(r"[A-Z][A-Z0-9&-]{1,9}")
_BRACED = lazy_pattern(r"\{([^{}]*)\}")
_FAMILY_CAPITALS = 4  # letters; three may be initials
_EDGE = " \t\r\n,;:&*_·—–-"
_WIDE = str.maketrans("，；：．", ",;:.")
_ROLE = lazy_pattern(r"\s?[(\[](?:eds?|editors?|hrsg|hg|dirs?|coords?|red|trans)\b\.?[)\]]", re.IGNORECASE)
_BRACKETED = lazy_pattern(r"\(([^()]{1,12}\.)\)")  # Roe (J.), in French lists
_STOP = lazy_pattern(r"(?<=[^\W\d_A-ZА-ЯЁ]{2})(?<!\b[JjSs]r)(?<!\bSt)\.$")  # of the list, not of an initial


def read_name(written: str) -> Person:
    """Parse one name: "de la Cruz, Ana", "Ana de la Cruz", "Cruz AB", 김철수, "Иванов И. И.", an organization."""
    text = _STOP.sub("", _clean(written[:_LONGEST]))
    if text.startswith("{") and text.endswith("}"):
        return Person(organization=text.strip("{}").strip())
    text = _BRACED.sub(r"\1", text) if "{" in text else text
    family, comma, given = text.partition(",")
    if _is_organization(text, family, comma):
        return Person(organization=text)
    if comma:
        return _read_inverted(family.strip(), given)
    if _CJK.search(text):
        return _read_cjk(text)
    return _read_straight(text.split())


def _clean(written: str) -> str:
    """Return a text without "et al.", the role of editors, and what stands around names."""
    text = _SPACE.sub(" ", ET_AL.sub("", written.translate(_WIDE))).strip(_EDGE)
    return _BRACKETED.sub(r"\1", _ROLE.sub("", text)).strip(_EDGE) if "(" in text or "[" in text else text


def read_surname(written: str) -> Person:
    """Parse a family name that a work is cited by, of one or more words: van der Berg, García Márquez."""
    particle, own = _split_particle(_SPACE.sub(" ", written[:_LONGEST]).strip(_EDGE).split())
    return Person(" ".join(own), "", particle)


def is_sole(author: str) -> bool:
    """Check that an author of an entry has a given name and no "et al."."""
    return ET_AL.search(author[:_LONGEST]) is None and read_name(author).given != ""


def sort_word(surname: str) -> str:
    """Return the folded word that a family name is sorted by, berg for van der Berg; the last one of several."""
    return fold_name_letters(last_word(surname))


def _is_organization(text: str, family: str, comma: str) -> bool:
    if text > _LAST_LATIN and ORGANIZATION_END.search(text) and len(text) > len("대한민국"):
        return True
    if " " not in (family if comma else text):
        return False
    if comma:  # "Department of Health, Oslo", but "Bank, Ana" and "Ford, Inc Ann"
        return _has_noun(family)
    return _has_noun(text) or not ORGANIZATION_JOINS.isdisjoint(text.split())


def _has_noun(text: str) -> bool:
    return not ORGANIZATION_NOUNS.isdisjoint(word.strip(".,()'’") for word in text.lower().split())


def _read_inverted(family: str, given: str) -> Person:
    """Read "Family, Given": the suffix may be at any place, and the particle before the family or at the end."""
    parts = [part.strip() for part in given.split(",") if part.strip()]
    suffix = next((part for part in parts if _is_suffix(part)), "")
    names = " ".join(part for part in parts if part != suffix).split()
    if names and _is_suffix(names[-1]) and len(names) > 1:
        suffix, names = suffix or names[-1], names[:-1]
    particle, own = _split_particle(family.split())
    if own and _is_suffix(own[-1]) and len(own) > 1:
        suffix, own = suffix or own[-1], own[:-1]
    after = len(names)
    while after > 1 and names[after - 1].islower() and _bare(names[after - 1]) in PARTICLES:
        after -= 1
    particle = " ".join(filter(None, (" ".join(names[after:]), particle)))
    return Person(" ".join(own), " ".join(names[:after]), particle, suffix)


def _split_particle(names: list[str]) -> tuple[str, list[str]]:
    """Split a family name from the particles before it, of which the last word is never one."""
    start = 0
    while start < len(names) - 1 and _bare(names[start]) in PARTICLES:
        start += 1
    return " ".join(names[:start]), names[start:]


def _bare(word: str) -> str:
    return word.replace(".", "").lower()


def _is_suffix(word: str) -> bool:
    return _bare(word) in SUFFIXES


def _read_straight(names: list[str]) -> Person:
    """Read a name without a comma, whose family comes last, or first before initials or a patronymic."""
    while len(names) > 1 and _bare(names[0]) in ACADEMIC and names[0][-1] == ".":
        names = names[1:]
    suffix = names.pop() if len(names) > 1 and _is_suffix(names[-1]) else ""
    if not names:
        return Person(suffix)
    capitals = _find_capitals(names)
    start = 0 if capitals else _find_initials(names)
    if start:
        return _read_turned(names, start, suffix)
    if capitals:
        particle, own = _split_particle(names[capitals[0] : capitals[1]])
        return Person(" ".join(own), " ".join(names[: capitals[0]] + names[capitals[1] :]), particle, suffix)
    if names[2:] and PATRONYMIC.fullmatch(names[-1]):  # Иванов Иван Иванович
        return Person(names[0], " ".join(names[1:]), "", suffix)
    family = _find_family(names)
    if after := _find_after_initials(names, family):
        return Person(" ".join(names[after:]), " ".join(names[:after]), "", suffix)
    start = family
    while start > 0 and (start > 1 or names[0][0].islower()) and _bare(names[start - 1]) in PARTICLES:
        start -= 1
    return Person(" ".join(names[family:]), " ".join(names[:start]), " ".join(names[start:family]), suffix)


def _find_initials(names: list[str]) -> int:
    """Return where the initials after a family start: "Doe AB", "Doe A. B.", "Doe A von"; 0 without any."""
    end = len(names)
    while names[2:end] and names[end - 1].islower() and _bare(names[end - 1]) in PARTICLES:
        end -= 1
    start = end
    while start > 1 and _INITIALS.fullmatch(names[start - 1]) and names[start - 1] not in _COMPANIES:
        start -= 1
    is_turned = start < end and not (_INITIALS.fullmatch(names[0]) and len(names[0]) <= len(names[start]))
    return start if is_turned else 0


def _read_turned(names: list[str], start: int, suffix: str) -> Person:
    end = next((at for at in range(start, len(names)) if names[at].islower()), len(names))
    particle, own = _split_particle(names[:start])
    after = " ".join(names[end:])
    return Person(" ".join(own), " ".join(names[start:end]), " ".join(filter(None, (after, particle))), suffix)


def _find_capitals(names: list[str]) -> tuple[int, int] | None:
    """Return where the family is that alone is in capitals: SMITH John, John VAN DER BERG."""
    large = [at for at, name in enumerate(names) if _is_large(name)]
    if not large or len(large) == len(names) or large[-1] - large[0] != len(large) - 1:
        return None
    start = large[0]
    while start > 0 and _LATIN_CAPITALS.fullmatch(names[start - 1]) and _bare(names[start - 1]) in PARTICLES:
        start -= 1
    return start, large[-1] + 1


def _find_family(names: list[str]) -> int:
    """Return where the family starts in a name that ends with it: the last word, St. John, Ortega y Gasset."""
    last = len(names) - 1
    if last > 1 and names[last - 1] in JOINING and names[last - 2][:1].isupper():
        return max(last - 2, 1)
    if last > 1 and _bare(names[last - 1]) in SAINTS:
        return last - 1
    return last


def _find_after_initials(names: list[str], family: int) -> int:
    """Return where a family with a particle inside starts after initials, U. Nunes da Rocha; 0 for other names."""
    start = next((at for at, name in enumerate(names) if not (_INITIALS.fullmatch(name) and "." in name)), 0)
    has_particle = any(_bare(name) in PARTICLES for name in names[start + 1 : family])
    return start if has_particle and _bare(names[start]) not in PARTICLES else 0


def _read_cjk(text: str) -> Person:
    """Read a Korean, Chinese or Japanese name, whose family comes first; a foreign name with dots ends with it."""
    parts = _FOREIGN_DOT.split(text)
    if len(parts) > 1:
        return Person(parts[-1], " ".join(parts[:-1]))
    names = text.split()
    if len(names) > 1:
        return Person(names[0], " ".join(names[1:]))
    if _HANGUL.fullmatch(text):
        size = 2 if text[:2] in LONG_KOREAN_FAMILIES and text[2:] else 1
        return Person(text[:size], text[size:])
    if _HAN.fullmatch(text) and not _KANA.search(text):
        is_long = text[:2] in LONG_CHINESE_FAMILIES or len(text) > len("司馬光")
        size = 2 if is_long and text[2:] else 1
        return Person(text[:size], text[size:])
    return Person(text)


# Several names

_BETWEEN = lazy_pattern(r"\s?[;·、ㆍ・]\s?|,?\s(?:and|und|et|и|&)\s|\s?&\s|\s및\s|(?<=[가-힣])[와과]\s", re.IGNORECASE)
_SLASH = lazy_pattern(r"\s?/\s?")
_ONLY_INITIALS = lazy_pattern(r"(?:[A-ZÀ-ÖØ-ÞĀ-ŽА-ЯЁ]\.?[\s-]?){1,4}|(?:[^\W\d_]{1,3}\.[\s-]?){1,4}")
_BIBTEX_AND = lazy_pattern(r"\s+and\s+")


def parse(written: str) -> tuple[Person, ...]:
    """Parse people named together, whatever separates them: commas, semicolons, "and", slashes, dots between CJK names.

    "et al." is left out.
    """
    return tuple(map(read_name, split_names(written)))[:_MOST]


def parse_bibtex(written: str) -> tuple[Person, ...]:
    """Parse the people of a BibTeX field: only "and" outside braces separates them, and "others" is nobody."""
    names, depth, piece = list[str](), 0, ""
    for word in _BIBTEX_AND.split(written[:_LONGEST_LIST]):
        piece = f"{piece} and {word}" if depth else word
        depth = piece.count("{") - piece.count("}")
        if depth <= 0:
            names, depth = [*names, piece], 0
    names += [piece] if depth else []
    return tuple(read_name(name) for name in names if name.strip() and name.strip() != "others")[:_MOST]


def split_names(written: str) -> list[str]:
    """Split people named together into names as written."""
    text = _clean(written[:_LONGEST_LIST])
    if _is_one_organization(text):
        return [text]
    separated = _BETWEEN if not (_CJK.search(text) and _FOREIGN_DOT.search(text) and _KANA.search(text)) else _SLASH
    pieces = _split(text, separated)
    if any(piece.isalpha() for piece in pieces[1:]):  # Lee, Kim, and Park
        pieces = [name for piece in pieces for name in _split_families(piece)]
    return [name for piece in pieces for name in _split_commas(piece)][:_MOST]


def _split_families(piece: str) -> list[str]:
    """Split a list of single words, which are family names if one of them stands alone."""
    parts = [part.strip() for part in piece.split(",") if part.strip()]
    return parts if all(" " not in part and not _is_given(part) and not _is_suffix(part) for part in parts) else [piece]


def _split(text: str, separated: re.Pattern[str]) -> list[str]:
    pieces = [piece.strip(_EDGE) for piece in separated.split(text)]
    if len(pieces) == 1 and "/" in text:
        pieces = [piece.strip(_EDGE) for piece in _SLASH.split(text)]
    return [piece for piece in pieces if any(map(str.isalpha, piece))]


def _is_one_organization(text: str) -> bool:
    """Check for an organization with "and" or a comma in its name: Ministry of Health, Labour and Welfare."""
    first, *others = re.split(r",\s|\sand\s", text)
    if not _has_noun(first.partition(" ")[0]) or ORGANIZATION_JOINS.isdisjoint(first.split()):
        return False
    return not any(_has_noun(other) or any(map(_INITIALS.fullmatch, other.split())) for other in others)


def _split_commas(piece: str) -> Iterator[str]:
    """Split at commas that cannot be inside a name, and join family and given names again: Smith, J., Jones, M."""
    parts = [part.strip() for part in piece.split(",") if part.strip()]
    if all(map(_is_whole, parts)):
        yield from parts
        return
    name: list[str] = []
    if parts[2:] and " " not in parts[0] + parts[1].partition(" ")[0] and all(map(_is_whole, parts[2:])):
        name, parts = parts[:2], parts[2:]  # Roe, Jane, John Doe
    for part in parts:
        is_given = _is_given(part) or (parts[1:] == [part] and _are_halves(*parts))
        is_given = is_given or bool(name and _is_large(name[0]) and not any(map(_is_large, part.split())))
        if name and (_is_suffix(part) or (len(name) == 1 and is_given)):
            name.append(part)
            continue
        if name:
            yield ", ".join(name)
        name = [part]
    if name:
        yield ", ".join(name)


def _is_large(word: str) -> bool:
    return len(word) >= _FAMILY_CAPITALS and _LATIN_CAPITALS.fullmatch(word) is not None


def _are_halves(family: str, given: str) -> bool:
    """Check that two words are a family and a given name: not WHO, UNICEF."""
    is_group = _is_organization(family, family, "") or (_ACRONYM.fullmatch(family) and _ACRONYM.fullmatch(given))
    return not is_group


def _is_whole(part: str) -> bool:
    """Check for what may be a name with its family: John Smith, Smith JA, Smith J. A., 김철수; not Smith or J. A."""
    return (_CJK.search(part) is not None and len(part) > 1) or (" " in part and not _ONLY_INITIALS.fullmatch(part))


def _is_given(part: str) -> bool:
    """Check for given names with initials: J., J. A., Jane B., JA; a family name has none."""
    names = part.split()
    if _ONLY_INITIALS.fullmatch(part) or (len(names) == 1 and _INITIALS.fullmatch(part) and part not in _COMPANIES):
        return True
    start = 1 if len(names) > 1 else 0
    return start > 0 and all(_INITIALS.fullmatch(name) and "." in name for name in names[start:])
