"""What happens to the entries of real lists, and text beside them that is no entry."""

import random
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from training.references.data import Labelled, label_pieces

Characters = tuple[list[str], list[str]]
_LIGATURES = {"fi": "ﬁ", "fl": "ﬂ", "ff": "ﬀ"}
_WIDE_SIGNS = str.maketrans({",": "，", ".": "．", ":": "：", ";": "；"})


def damage(rng: random.Random, entry: Characters, label: str, *, is_chinese: bool) -> Characters:
    """Return an entry as a list may have it: with a label, markup, broken lines, lost blanks, ligatures."""
    entry = (list(entry[0]), list(entry[1]))
    if is_chinese:
        entry = _tighten(rng, entry)
    if rng.random() < 0.25:
        entry = _set_off(rng, entry)
    entry = _damage_words(rng, entry)
    if rng.random() < 0.08:
        entry = _append(
            entry,
            rng.choice((" ↩", " ↩︎", " [PDF]", " [Crossref]", " [Google Scholar]", " (in press)", " Print.")),
            "note",
        )
    if label and "label" not in entry[1]:
        entry = _prepend(entry, label, "label")
    elif not label and rng.random() < 0.04:
        entry = _prepend(entry, rng.choice(("See ", "See also ", "Cf. ", "Vgl. ", "Siehe ", "e.g., ", "Voir ")), "note")
    return entry


def _damage_words(rng: random.Random, entry: Characters) -> Characters:
    roll = rng.random()
    if roll < 0.14:
        return _break_lines(rng, entry)
    if roll < 0.22:
        return _lose_blanks(rng, entry)
    if roll < 0.25:
        return _join_letters(entry)
    if roll < 0.28:
        return [each.lower() for each in entry[0]], entry[1]
    return _raise_people(entry) if roll < 0.31 else entry


def choose_label(rng: random.Random) -> str:
    """Return the form of the labels of a list: "[{}] ", "{}. ", none."""
    return rng.choice(
        ("", "", "", "", "[{}] ", "[{}] ", "{}. ", "({}) ", "{} ", "[^{}]: ", "- ", "{}.\u00a0", "{}) ", "• ")
    )


def _prepend(entry: Characters, text: str, label: str) -> Characters:
    return [*text, *entry[0]], [*([label] * len(text)), *entry[1]]


def _append(entry: Characters, text: str, label: str) -> Characters:
    return [*entry[0], *text], [*entry[1], *([label] * len(text))]


def _break_lines(rng: random.Random, entry: Characters) -> Characters:
    """Break lines at blanks, and within words with a hyphen."""
    width, column = rng.randint(30, 90), 0
    found: Characters = ([], [])
    text = entry[0]
    for at, (each, label) in enumerate(zip(*entry, strict=True)):
        column += 1
        breaks = column > width and each == " "
        found[0].append("\n" if breaks else each)
        found[1].append(label)
        within = all(0 <= at + step < len(text) and text[at + step].islower() for step in (-2, -1, 0, 1, 2, 3))
        if column > width and within and rng.random() < 0.3:
            found[0].extend("-\n")
            found[1].extend((label, label))
            breaks = True
        column = 0 if breaks else column
    return found


def _lose_blanks(rng: random.Random, entry: Characters) -> Characters:
    share = rng.choice((0.15, 0.4, 1.0))
    lost = {
        at
        for at, each in enumerate(entry[0])
        if each == " " and at and entry[0][at - 1] in ",.;:)" and rng.random() < share
    }
    return tuple([each for at, each in enumerate(row) if at not in lost] for row in entry)  # type: ignore[return-value]


def _join_letters(entry: Characters) -> Characters:
    found = ([], [])  # type: tuple[list[str], list[str]]
    skip = False
    for at, (each, label) in enumerate(zip(*entry, strict=True)):
        pair = "".join(entry[0][at : at + 2])
        if skip:
            skip = False
            continue
        skip = pair in _LIGATURES
        found[0].append(_LIGATURES.get(pair, each))
        found[1].append(label)
    return found


def _raise_people(entry: Characters) -> Characters:
    return [
        each.upper() if label == "people" and len(each.upper()) == 1 else each
        for each, label in zip(*entry, strict=True)
    ], entry[1]


def _set_off(rng: random.Random, entry: Characters) -> Characters:
    """Put markup around one field, or a link on the title."""
    label, (head, tail) = (
        rng.choice(("title", "title", "container", "people")),
        rng.choice(
            (
                ("*", "*"),
                ("_", "_"),
                ("**", "**"),
                ("<i>", "</i>"),
                ("<em>", "</em>"),
                ("[", "](https://example.org/a)"),
                ("“", "”"),
                ('"', '"'),
            )
        ),
    )
    ats = [at for at, each in enumerate(entry[1]) if each == label and entry[0][at].isalnum()]
    if not ats:
        return entry
    first, last = ats[0], ats[0]
    for at in ats:
        last = at if at - last < 8 else last
    if entry[0][first - 1 : first] and entry[0][first - 1] in "“\"'‘«":
        return entry
    if entry[0][last + 1 : last + 2] and entry[0][last + 1] in "?!)":
        last += 1
    characters = [*entry[0][:first], *head, *entry[0][first : last + 1], *tail, *entry[0][last + 1 :]]
    labels = [
        *entry[1][:first],
        *([label] * len(head)),
        *entry[1][first : last + 1],
        *([label] * len(tail)),
        *entry[1][last + 1 :],
    ]
    return characters, labels


def _tighten(rng: random.Random, entry: Characters) -> Characters:
    """Write a Chinese entry as most lists do: without blanks after signs, or with wide signs."""
    is_wide = rng.random() < 0.4
    kept = [at for at, each in enumerate(entry[0]) if not (each == " " and at and entry[0][at - 1] in ",.:;]")]
    wide = (
        entry[0][at].translate(_WIDE_SIGNS) if is_wide and entry[1][at] != "address" else entry[0][at] for at in kept
    )
    return list(wide), [entry[1][at] for at in kept]


_REMARKS = """This point was made by an anonymous reviewer.
I owe this point to {person}.
I thank {person} and {person} for comments on an earlier draft.
We are grateful to {person} for many helpful discussions.
The authors thank the participants of the seminar at the University of {place} for their suggestions.
Emphasis added.
Emphasis in the original.
My translation.
Translations are mine unless otherwise noted.
All translations are by {person}.
See the discussion in section {n} below.
See {person} ({year}) for a similar argument.
See also {person} ({year}), who comes to another result.
For a discussion of this question, see {person} ({year}) and {person} ({year}).
As {person} ({year}, {n}) notes, this is not obvious.
{person} ({year}: {n}) makes a similar observation.
Compare {person} {year}, p. {n}, on this question.
On this see chapter {n}.
Interview with {person}, {place}, {n} May {year}.
Personal communication, {person}, {n} June {year}.
Figure {n}: {title}.
Figure {n}. {title} (n = {n}).
Table {n}: {title}, {year}.
Table {n}. {title}.
Fig. {n} {title}. Error bars show one standard deviation.
Abbildung {n}: {title}.
Tabelle {n}: {title} ({year}).
Note: N = {n}. Standard errors in parentheses. * p < 0.05.
This work was supported by grant no. {n}{n} of the National Science Foundation.
{person} was supported by a fellowship of the University of {place} in {year}.
Author contributions: {person} designed the study, and {person} wrote the paper.
The data are available from the authors on request.
Corresponding author: {person}, University of {place}.
Competing interests: the authors declare none.
In {year} the law was changed, and {n} of the cases were heard again.
Before {year} the term was hardly used in this sense.
Here and below, the numbers are those of the edition of {year}.
The name was later changed to "{title}".
The phrase "{title}" is used by {person}.
The argument of this section goes back to {person}, who made it in {year} in a talk at {place}.
This is true of {place}, but not of {place}; the difference is explained in section {n}.
Dies gilt nicht für {place}; dazu unten Abschnitt {n}.
Hervorhebung im Original.
Für Hinweise danke ich {person} und {person}.
Je remercie {person} de ses remarques.
C'est nous qui soulignons.
La traduction est de {person}.
Il s'agit d'un point que {person} avait déjà soulevé en {year}.
Traducción propia.
Agradezco a {person} sus comentarios.
感谢{person}对本文的意见。
本文数据截至{year}年。
필자의 강조.
Подробнее см. раздел {n}.
Курсив автора.
Licence: CC BY 4.0.
Last updated {year}-0{d}-1{d}.
Copyright {year} {person}. All rights reserved.
{person} ({year}) shows that this does not hold for {place}.
{person} and {person} ({year}) found no such effect, while {person} ({year}) found one in {n} of {n} cases.
According to {person} ({year}, {n}), the numbers rose from {n} to {n} percent.
As {person} ({year}: {n}) puts it, nobody had asked before.
In a letter to {person} of {year} the author says so himself.
The term goes back to {person} ({year}); on its use in {place} see section {n}.
Correspondence: {person}, Department of History, University of {place}.
Author note: {person}, {place}. The author declares no conflict of interest.
Funding: the study was funded by the city of {place} under grant {n}.
{person} designed the experiment; {person} analysed the data; both wrote the paper.
The title "{title}" was chosen by the editors.
"{title}" is how {person} calls it in {year}.
Since {year} the {place} office has published such numbers each year.
The meeting in {place} ended on {n} May {year} without a result.
Wie {person} ({year}, S. {n}) zeigt, gilt das nur für {place}.
Comme le remarque {person} ({year}, p. {n}), ce n'est pas évident.
Significance: * p < .05, ** p < .01; n = {n}.
I am indebted to {person}, {person} and an anonymous referee.
As of {year}; the figures for {place} are estimates.
The full list of members is given in Appendix {d}.
Of these, {n} were in {place} and {n} in {place}.
The sample has {n} firms from {place} in the years {year} to {year}.
Available on request.
Not peer reviewed.
See above.
See note {n}.
p < .0{d}.
n = {n}.
The survey of {year} asked {n} people; {person} describes its design.
"""
REMARKS = _REMARKS.splitlines()


def write_remarks(
    rng: random.Random, records: Sequence[Mapping[str, Any]], templates: Sequence[str], count: int
) -> Iterator[Labelled]:
    """Yield remarks, thanks and captions."""
    people = [
        " ".join(filter(None, (each.get("given"), each["family"])))
        for one in records
        for each in one.get("author", ())
        if each.get("family")
    ]
    families = [each["family"] for one in records for each in one.get("author", ()) if each.get("family")]
    places = [one["publisher-place"] for one in records if one.get("publisher-place")]
    titles = [one["title"] for one in records]
    fill: dict[str, Callable[[], str]] = {
        "person": lambda: rng.choice(people if rng.random() < 0.6 else families),
        "place": lambda: rng.choice(places),
        "title": lambda: rng.choice(titles),
        "year": lambda: str(rng.randint(1900, 2026)),
        "n": lambda: str(rng.randint(1, 300)),
        "d": lambda: str(rng.randint(1, 9)),
    }
    for _ in range(count):
        first = re.sub(r"\{(\w+)\}", lambda found: fill[found[1]](), rng.choice(templates))
        more = (
            re.sub(r"\{(\w+)\}", lambda found: fill[found[1]](), rng.choice(templates)) if rng.random() < 0.25 else ""
        )
        head = rng.choice(("", "", "", "[^3]: ", "12. ", "* ", "[4] "))
        yield label_prose(f"{head}{first} {more}".strip())


def label_prose(text: str, origin: str = "prose") -> Labelled:
    """Return text that is no entry."""
    return label_pieces(origin, [("prose", text)])
