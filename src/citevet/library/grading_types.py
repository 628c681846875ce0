"""Where the evidence of a source starts: its kind, and the level of evidence that it claims for itself."""

from re import compile as pattern

from citevet.library.grading_factors import Step
from citevet.model import Grade

# The published tables agree on journals, preprints, workshops, standards, white papers and forums. Where they quarrel
# the lower one holds, for "when unsure, one level lower": a plain conference, a technical report, a book, a blog.
# A word that settles the quarrel ("peer-reviewed", "top", "academic") gives the level that belongs to it.
# The longest name that is found in what is written decides; of two that are equally long, the lower level.
_BASELINES = {
    Grade.HIGH: (
        "journal, journal article, peer reviewed, peer reviewed journal, peer reviewed conference, top conference,"
        " top tier conference, conference top tier, systematic review, meta analysis, standard, standards body,"
        " official standard, rfc, academic book, university press, statute, official statistics"
    ),
    Grade.MODERATE: (
        "conference, conference paper, proceedings, inproceedings, preprint, arxiv, workshop, workshop paper, book,"
        " textbook, book chapter, trade book, thesis, dissertation, phd thesis, government report"
    ),
    Grade.LOW: (
        "technical report, tech report, report, industry report, white paper, whitepaper, documentation, magazine,"
        " trade magazine, newspaper, news, case study, master thesis"
    ),
    Grade.VERY_LOW: (
        "blog, blog post, weblog, forum, forum post, social media, tweet, video, podcast, website, web page, wiki,"
        " personal communication, opinion, marketing"
    ),
}
_BY_NAME = {name.strip(): level for level, names in _BASELINES.items() for name in names.split(",")}

_KOREAN = frozenset("학술지 논문지 학술대회 프리프린트 단행본 학위논문 보고서 표준 법령".split())
# The kinds to choose from; others, as `peer-reviewed journal`, say more exactly which.
TYPES = (
    *("journal", "conference", "workshop", "preprint", "book", "book chapter", "thesis", "standard", "statute"),
    *("report", "technical report", "white paper", "documentation", "news", "case study", "website", "blog", "video"),
)

# The steps that the flows schema adds for what kind of evidence a source brings.
_EVIDENCE = {
    "empirical": 0,
    "experiment": 0,
    "systematic review": 1,
    "meta analysis": 1,
    "case study": -1,
    "case series": -1,
    "tutorial": -1,
    "opinion": -2,
    "editorial": -2,
    "commentary": -2,
}

_NO_LETTER = pattern(r"[^a-z]+")


def by_type(written: str) -> Grade | None:
    """Return the level that a kind of source starts from: `peer_reviewed_conference`, `Blog post`, `@inproceedings`."""
    found = _named(written, _BY_NAME)
    if not found:
        return None
    longest = max(len(name) for name in found)
    return min(_BY_NAME[name] for name in found if len(name) == longest)


def is_known(written: str) -> bool:
    """Say whether a kind of source is one of ours, in whatever spelling."""
    return by_type(written) is not None or any(word in _KOREAN for word in written.split())


def by_evidence(written: str) -> Step | None:
    """Return the step for a level of evidence, none for one that we do not know."""
    found = _named(written, _EVIDENCE)
    if not found:
        return None
    name = min(found, key=lambda each: (_EVIDENCE[each], each))
    change = _EVIDENCE[name]
    return Step(name, change, f"{name}: {change:+d}")


def _named(written: str, names: dict[str, Grade] | dict[str, int]) -> list[str]:
    """Return the names that stand in what is written as whole words."""
    words = f" {_NO_LETTER.sub(' ', written[:200].lower())} "
    return [name for name in names if f" {name} " in words or f" {name}s " in words]
