"""Ways of writing a reference, with the parts that each style leaves out or shortens."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from random import Random

from evals.references.works import Person, Work

Style = Callable[[Work], str]


def _initials(given: str, *, dots: bool = True, space: str = " ") -> str:
    letters = [part[:1].upper() for name in given.split() for part in name.split("-") if part[:1].isalpha()]
    return space.join(f"{each}." for each in letters) if dots else "".join(letters)


def _last_first(person: Person) -> str:
    return f"{person[0]}, {_initials(person[1])}"


def _join(names: Sequence[str], last: str = " and ", comma: str = ", ") -> str:
    return names[0] if len(names) == 1 else f"{comma.join(names[:-1])}{last}{names[-1]}"


def _range(work: Work, dash: str = "–") -> str:
    return f"{work.first}{dash}{work.last}" if work.last else work.first


def _doi(work: Work) -> str:
    return f" https://doi.org/{work.doi}" if work.doi else ""


def apa(work: Work) -> str:
    """Lee, K., & Roe, J. (2019). On foam. *Journal of Foam*, *12*(3), 1–9."""
    names = [_last_first(each) for each in work.authors]
    if len(names) > 20:
        names = [*names[:19], f". . . {names[-1]}"]
        people = ", ".join(names)
    else:
        people = _join(names, ", & ")
    title, issue = work.title.rstrip("."), f"({work.issue})" if work.issue else ""
    place = f"*{work.venue}*" + (f", *{work.volume}*{issue}" if work.volume else "")
    pages = f", {_range(work)}" if work.first else ""
    return f"{people} ({work.year}). {title}{'' if title[-1] in '?!' else '.'} {place}{pages}.{_doi(work)}"


def vancouver(work: Work) -> str:
    """Lee K, Roe J. On foam. J Foam. 2019;12(3):1-9."""
    names = [f"{family} {_initials(given, dots=False)}" for family, given in work.authors]
    people = ", ".join([*names[:6], "et al"] if len(names) > 6 else names)
    issue = f"({work.issue})" if work.issue else ""
    last = work.last
    if work.first.isdecimal() and last.isdecimal() and len(last) == len(work.first):
        kept = next(
            (at for at, pair in enumerate(zip(work.first, last, strict=True)) if pair[0] != pair[1]), len(last) - 1
        )
        last = last[kept:]
    pages = f":{work.first}" + (f"-{last}" if last else "") if work.first else ""
    venue = (work.short_venue or work.venue).replace(".", "")
    return f"{people}. {work.title.rstrip('.')}. {venue}. {work.year};{work.volume}{issue}{pages}. doi:{work.doi}"


def ieee(work: Work) -> str:
    """K. Lee and J. Roe, “On foam,” *J. Foam*, vol. 12, no. 3, pp. 1–9, 2019."""
    names = [f"{_initials(given)} {family}" for family, given in work.authors]
    people = f"{names[0]} *et al.*" if len(names) > 6 else _join(names, ", and " if len(names) > 2 else " and ")
    volume = f", vol. {work.volume}" if work.volume else ""
    issue = f", no. {work.issue}" if work.issue else ""
    pages = f", pp. {_range(work)}" if work.last else f", art. no. {work.first}" if work.first else ""
    place = f"*{work.short_venue or work.venue}*{volume}{issue}{pages}, {work.year}"
    return f"{people}, “{work.title.rstrip('.')},” {place}, doi: {work.doi}."


def chicago(work: Work) -> str:
    """Lee, Kim, and Jo Roe. “On Foam.” *Journal of Foam* 12, no. 3 (2019): 1–9."""
    names = [f"{work.authors[0][0]}, {work.authors[0][1]}"]
    names += [f"{given} {family}" for family, given in work.authors[1:]]
    people = f"{', '.join(names[:7])}, et al" if len(names) > 10 else _join(names, ", and ")
    issue = f", no. {work.issue}" if work.issue else ""
    pages = f": {_range(work)}" if work.first else ""
    stop = "" if people.endswith(".") else "."
    place = f"*{work.venue}* {work.volume}{issue} ({work.year}){pages}"
    return f"{people}{stop} “{work.title.rstrip('.')}.” {place}.{_doi(work)}."


def mla(work: Work) -> str:
    """Lee, Kim, et al. "On Foam." Journal of Foam, vol. 12, no. 3, 2019, pp. 1-9."""
    first = f"{work.authors[0][0]}, {work.authors[0][1]}"
    rest = [f"{given} {family}" for family, given in work.authors[1:]]
    people = first if not rest else f"{first}, and {rest[0]}" if len(rest) == 1 else f"{first}, et al"
    parts = [work.venue]
    parts += [f"vol. {work.volume}"] if work.volume else []
    parts += [f"no. {work.issue}"] if work.issue else []
    parts += [work.year]
    parts += [f"pp. {_range(work, '-')}"] if work.last else [f"p. {work.first}"] if work.first else []
    stop = "" if people.endswith(".") else "."
    return f'{people}{stop} "{work.title.rstrip(".")}." {", ".join(parts)},{_doi(work)}.'


def harvard(work: Work) -> str:
    """Lee, K. and Roe, J., 2019. On foam. Journal of Foam, 12(3), pp.1-9."""
    people = _join([f"{family}, {_initials(given, space='')}" for family, given in work.authors])
    issue = f"({work.issue})" if work.issue else ""
    pages = f", pp.{_range(work, '-')}" if work.last else f", p.{work.first}" if work.first else ""
    return f"{people}, {work.year}. {work.title.rstrip('.')}. *{work.venue}*, {work.volume}{issue}{pages}.{_doi(work)}"


def nature(work: Work) -> str:
    """Lee, K. & Roe, J. On foam. *J. Foam* **12**, 1–9 (2019)."""
    names = [_last_first(each) for each in work.authors]
    people = f"{names[0]} et al." if len(names) > 5 else _join(names, " & ")
    pages = f", {_range(work)}" if work.first else ""
    place = f"*{work.short_venue or work.venue}* **{work.volume}**{pages} ({work.year})"
    return f"{people} {work.title.rstrip('.')}. {place}.{_doi(work)}"


def bibtex(work: Work) -> str:
    """@article{k, author = {Lee, Kim and Roe, Jo}, …}"""
    fields = {
        "author": " and ".join(f"{family}, {given}" for family, given in work.authors),
        "title": work.title,
        "journal" if work.type == "journal-article" else "booktitle": work.venue,
        "year": work.year,
        "volume": work.volume,
        "number": work.issue,
        "pages": _range(work, "--"),
        "doi": work.doi,
    }
    rows = ",\n".join(f"  {name} = {{{value}}}" for name, value in fields.items() if value)
    return f"@article{{KEY,\n{rows}\n}}"


STYLES: Mapping[str, Style] = {
    "apa": apa,
    "vancouver": vancouver,
    "ieee": ieee,
    "chicago": chicago,
    "mla": mla,
    "harvard": harvard,
    "nature": nature,
    "bibtex": bibtex,
}


def loosen(work: Work, random: Random) -> Work:
    """Write a right reference as people do: without an issue or last page, with a lower-case or a short title."""
    kind = random.randrange(5)
    main, sign, _ = work.title.partition(": ")
    if kind == 0 and sign and len(main.split()) > 3:
        return replace(work, title=main)
    if kind == 1:
        return replace(work, issue="", last="")
    if kind == 2:
        return replace(work, title=work.title[:1] + work.title[1:].lower())
    if kind == 3:
        return replace(work, authors=tuple((family, given[:1]) for family, given in work.authors))
    return replace(work, title=work.title.replace("-", " ").replace(" and ", " & "))
