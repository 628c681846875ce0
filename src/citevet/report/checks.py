"""What was looked at for one citation, question by question: yes, no, or not checked, and why."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from citevet.model import Existence, Flag
from citevet.report.judged import Judged
from citevet.report.phrase import reasons
from citevet.report.quoted import quoted
from citevet.report.visible import one_line

HASH = 16  # an artefact citation carries so many hexadecimal digits
_LONGEST = 80  # characters of a quoted word list; more of it stands in the finding


@dataclass(frozen=True, slots=True)
class Check:
    """One question, its answer, and what stands behind it."""

    name: str
    good: bool | None  # none: not checked
    said: str = ""
    word: str = ""  # where yes and no do not fit

    def __str__(self) -> str:
        word = self.word or {True: "Yes", False: "No", None: "Not checked"}[self.good]
        return f"{self.name}: {word}" + (f" ({self.said})" if self.said else "")


def checks(row: Judged) -> Iterator[Check]:
    """Yield the questions that this citation raises, with their answers."""
    yield existence(row)
    for ask in (page, section, lines, freshness, quote, grade):
        answer = ask(row)
        if answer:
            yield answer
    yield support(row)
    rest = sorted(row.flags - _TOLD)
    if rest:
        yield Check("Remarks", good=None, word=", ".join(rest))


_ANOTHER: Mapping[Existence, str] = {
    "mismatched": "it is another work",
    "ambiguous": "several sources answer to it",
}


def existence(row: Judged) -> Check:
    """Say whether there is such a source."""
    local = row.citation.kind == "corpus" or (row.source is not None and row.source.kind == "corpus")
    name = "In corpus" if local or (row.is_absent and row.citation.kind == "author-year") else "Exists"
    if "outside-root" in row.flags:
        return Check(name, good=False, said="its path leads out of the project")
    if row.is_absent or row.existence in _ANOTHER:
        return Check(name, good=False, said=_ANOTHER.get(row.existence, ""))
    if row.existence == "found":
        return Check(name, good=True)
    why = Counter(judgement.existence_reason or "not-asked" for judgement in row.judgements)
    return Check(name, good=None, said=reasons(why.items()) or "not asked")


def page(row: Judged) -> Check | None:
    """Say whether the source has the page, where one is cited."""
    asked = row.citation.locator.page if row.citation.locator else None
    if not asked:
        return None
    total = row.source.pages if row.source else None
    if "wrong-page" in row.flags or _found(row, "PAG001", "PAG002"):
        return Check("Page valid", good=False, said=f"p. {one_line(asked)}: {_has(row, total)}".rstrip(": "))
    if row.existence != "found" or not total:
        return Check("Page valid", good=None, said="page count unknown" if row.existence == "found" else "")
    labels = row.source.entry.labels if row.source and row.source.entry else ()
    printed = f", printed {one_line(labels[0])}-{one_line(labels[-1])}" if any(labels) else ""
    return Check("Page valid", good=True, said=f"1-{total} range{printed}")


def _has(row: Judged, total: int | None) -> str:
    """Say which pages there are: how many, and as they are printed where that is something else."""
    printed = next((difference.source for difference in row.differences("page")), "")
    if not total:
        return f"document has {one_line(printed)}" if printed else ""
    return f"document has {total} pages" + (f", {one_line(printed)}" if printed not in {"", f"1-{total}"} else "")


def section(row: Judged) -> Check | None:
    """Say whether the page lies in the section, where one is cited."""
    named = row.citation.locator.section if row.citation.locator else None
    asked = named or next((difference.claim for difference in row.differences("section")), None)
    if not asked:
        return None
    if "wrong-section" in row.flags or _found(row, "SEC001"):
        return Check("Section consistent", good=False, said=_sections(row, asked))
    if "unknown-section" in row.flags or _found(row, "SEC002"):
        return Check("Section consistent", good=False, said=f"the source has no section {one_line(asked)}")
    known = row.source.entry.sections if row.source and row.source.entry else ()
    if row.existence == "found" and known:
        return Check("Section consistent", good=True, said=one_line(asked))
    return Check("Section consistent", good=None, said="sections unknown" if row.existence == "found" else "")


def _sections(row: Judged, asked: str) -> str:
    for difference in row.differences("section"):
        return f"cited as {one_line(difference.claim)}, actually {one_line(difference.source)}"
    return f"cited as {one_line(asked)}"


def lines(row: Judged) -> Check | None:
    """Say whether the file has the lines, where lines of a file are cited."""
    asked = row.citation.locator.lines if row.citation.locator else None
    if not asked or row.citation.kind != "artifact":
        return None
    if "wrong-lines" in row.flags:
        return Check("Lines valid", good=False, said=_otherwise(row, "lines") or f"L{one_line(asked)}")
    return Check("Lines valid", good=True if row.existence == "found" else None)


def freshness(row: Judged) -> Check | None:
    """Say whether a file is still what was cited."""
    if row.citation.kind != "artifact":
        return None
    if "stale" in row.flags:
        return Check("Fresh", good=False, said=what_changed(row))
    if "unversioned" in row.flags:
        return Check("Fresh", good=None, said="cited without a hash")
    return Check("Fresh", good=True if row.existence == "found" else None)


def what_changed(row: Judged) -> str:
    """Say of a changed file whether the cited lines changed, moved, or stayed."""
    if "moved" in row.flags:
        to = [difference.source for difference in row.differences("lines")]
        return "the cited lines moved" + (f" to L{one_line(to[0])}" if to else "")
    if "lines-changed" in row.flags:
        return "the cited lines changed"
    if "lines-unchanged" in row.flags:
        return "the cited lines did not change"
    return "the file changed"


_QUOTES: Mapping[Flag, str] = {
    "fabricated-quote": "not in the source",
    "joined-quote": "joined from pieces that stand apart",
    "altered-quote": "altered",
    "misplaced-quote": "on another page",
}


def quote(row: Judged) -> Check | None:
    """Say whether the words quoted are the source's, and where they stand."""
    quoting = {claim.id for claim in row.claims if claim.quotations}
    wrong = [flag for flag in _QUOTES if flag in row.flags]
    if not quoting and not wrong and "unread-quote" not in row.flags:
        return None
    at = _standing(row, quoting)
    if wrong:
        said = [_altered(row) if flag == "altered-quote" else _QUOTES[flag] for flag in wrong]
        there = f"it stands on {at}" if at.startswith("p. ") and "fabricated-quote" not in wrong else ""
        return Check("Quote verified", good=False, said="; ".join(filter(None, [*said, there])))
    if "unread-quote" in row.flags or not at:
        return Check("Quote verified", good=None, said=_lacking(row) if "unread-quote" in row.flags else "")
    return Check("Quote verified", good=True, said=at)


def _lacking(row: Judged) -> str:
    """Say that there is no text of the source, or which part of it there is."""
    said = [one_line(each.source) for each in row.differences("quote-unread")]
    return next((why for why in said if why.startswith("only ")), "no text of the source")


def _standing(row: Judged, claims: set[str]) -> str:
    """Say where the quotations stand in the source: on these pages, or in it where it has none."""
    passages = [passage for each in row.judgements if each.claim in claims for passage in quoted(each)]
    pages = [passage.page_label or str(passage.page) for passage in passages if passage.page_label or passage.page]
    named = ", ".join(dict.fromkeys(one_line(page) for page in pages))
    return f"p. {named}" if named else ("in the source" if passages else "")


def _altered(row: Judged) -> str:
    for difference in row.differences("quote"):
        return f"you “{_short(difference.claim)}”, source “{_short(difference.source)}”"
    return _QUOTES["altered-quote"]


def grade(row: Judged) -> Check | None:
    """Say whether the words fit what the evidence carries, for sources that can be graded."""
    entry = row.source.entry if row.source else None
    if entry is None:
        return None
    if "overclaimed" in row.flags:
        said = [f"“{_short(each.claim)}” for {one_line(each.source)}" for each in row.differences("strength")]
        return Check("GRADE fits", good=False, said="; ".join(said) or str(entry.grade or ""))
    if entry.grade is None:
        return Check("GRADE fits", good=None, said="not assessed")
    more = ", could be said with more certainty" if "overhedged" in row.flags else ""
    return Check("GRADE fits", good=True, said=f"{entry.grade}{more}")


def support(row: Judged) -> Check:
    """Say whether the source says so; that nobody judged it is said as well."""
    name = "Supports the text"
    words = Counter(judgement.support for judgement in row.judgements if judgement.support != "unchecked")
    why = Counter(
        judgement.support_reason or "not-asked" for judgement in row.judgements if judgement.support == "unchecked"
    )
    said = [f"{number} {word}" if len(words) > 1 else word for word, number in words.items()]
    if why or not said:
        said.append(f"not judged ({reasons(why.items()) or 'not asked'})")
    good = None if why or not words else not words.keys() - {"supported"}
    return Check(name, good=good, word=", ".join(said), said=_odds(row))


def _odds(row: Judged) -> str:
    """Say that a model had a say in it, and what it gave for support where it was asked once."""
    odds = [each.confidence for each in row.judgements if each.support != "unchecked" and each.confidence is not None]
    if not odds:
        return ""
    return f"by a model: {odds[0]:.0%} for support".replace("%", " %") if len(odds) == 1 else "by a model"


# The flags that one of the answers above tells.
_TOLD: frozenset[Flag] = frozenset(
    {
        *_QUOTES,
        "unread-quote",
        "wrong-page",
        "wrong-section",
        "unknown-section",
        "wrong-lines",
        "outside-root",
        "stale",
        "unversioned",
        "moved",
        "lines-changed",
        "lines-unchanged",
        "overclaimed",
        "overhedged",
        "unassessed",
    }
)


def _found(row: Judged, *codes: str) -> bool:
    return any(finding.code in codes for finding in row.findings)


def _otherwise(row: Judged, kind: str) -> str:
    for difference in row.differences(kind):
        return f"you {one_line(difference.claim)}, source {one_line(difference.source)}"
    return ""


def _short(text: str) -> str:
    line = one_line(text)
    return line if len(line) <= _LONGEST else f"{line[:_LONGEST]}…"
