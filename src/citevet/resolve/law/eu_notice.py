"""What CELLAR says about an act or a case: the notice with its identifiers, title, dates and consolidated versions."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from citevet.model import Notice, Record
from citevet.read.archive import Element
from citevet.resolve.service_answers import keep_known, strip_markup, years_in
from citevet.text.patterns import lazy_pattern

LABEL = "CELLAR"
_PAGE = "https://eur-lex.europa.eu/legal-content/EN/TXT/?uri=CELEX:{}"
_CONSOLIDATED = lazy_pattern(r"0\d{4}[A-Z]{1,2}[\w/()]{1,12}-(\d{4})(\d{2})(\d{2})")
_DAY = lazy_pattern(r"\d{4}-\d{2}-\d{2}")
_FOREVER = "9999"  # the year of an act without an end
_CASE_SECTOR = "6"
_MOST_TITLE = 1_000  # characters


@dataclass(frozen=True, slots=True)
class EuNotice:
    """The notice of one work."""

    celex: str
    ecli: str = ""
    title: str = ""
    day: str = ""  # of the document, ISO
    starts: str = ""  # the first entry into force
    ends: str = ""  # the end of validity
    in_force: bool | None = None
    versions: tuple[tuple[str, str], ...] = ()  # consolidated: day and CELEX, the oldest first

    def find_version(self, when: date) -> str:
        """Return the CELEX number of the consolidated version of a day; empty if there is none by then."""
        return next((celex for day, celex in reversed(self.versions) if day <= when.isoformat()), "")

    def make_record(self, when: date) -> Record:
        """Return the work as a record, with a notice if it is not in force on a day."""
        return Record(
            "eurlex",
            self.celex or self.ecli,
            type="case" if self.celex.startswith(_CASE_SECTOR) else "act",
            title=self.title,
            years=years_in(self.day),
            identifiers=keep_known(celex=self.celex, ecli=self.ecli),
            url=_PAGE.format(self.celex) if self.celex else "",
            notices=tuple(self._list_notices(when.isoformat())),
        )

    def _list_notices(self, day: str) -> Iterator[Notice]:
        if self.starts > day:
            yield Notice("prospective", LABEL, date=self.starts)
        elif self.ends and self.ends <= day:
            yield Notice("repealed", LABEL, date=self.ends)
        elif self.in_force is False and not self.ends:
            yield Notice("repealed", LABEL)


def read_notice(root: Element) -> EuNotice | None:
    """Read the notice of a work; None for anything else, such as the notice of a whole procedure."""
    work = root.find("WORK")
    work = root.find("EXPRESSION") if work is None else work  # the work in one language
    if work is None:
        return None
    celex, ecli = (next(_find_names(work, kind), "").partition(".")[0] for kind in ("celex", "ecli"))
    if not celex and not ecli:
        return None
    starts = sorted(filter(None, _find_days(work, "RESOURCE_LEGAL_DATE_ENTRY-INTO-FORCE")))
    ends = sorted(day for day in _find_days(work, "RESOURCE_LEGAL_DATE_END-OF-VALIDITY") if day[:4] != _FOREVER)
    force = _find_value(work, "RESOURCE_LEGAL_IN-FORCE")
    return EuNotice(
        celex,
        ecli,
        _find_title(root, work),
        next(_find_days(work, "WORK_DATE_DOCUMENT"), ""),
        starts[0] if starts else "",
        ends[-1] if ends else "",
        {"true": True, "false": False}.get(force),
        tuple(sorted(_find_versions(work))),
    )


def _find_names(work: Element, kind: str) -> Iterator[str]:
    for link in work.findall("./SAMEAS/URI"):
        if link.findtext("TYPE") == kind and (name := (link.findtext("IDENTIFIER") or "").strip()):
            yield name


def _find_value(element: Element, name: str) -> str:
    return (element.findtext(f"./{name}/VALUE") or "").strip()


def _find_days(work: Element, name: str) -> Iterator[str]:
    for value in work.findall(f"./{name}/VALUE"):
        if found := _DAY.match((value.text or "").strip()):
            yield found[0]


def _find_title(root: Element, work: Element) -> str:
    """Return the English title if there is one, else the first."""
    expressions = [work, *work.findall("./EXPRESSION"), *root.findall("./EXPRESSION")]
    titles = [(_find_value(one, "LANG") != "ENG", _find_value(one, "EXPRESSION_TITLE")) for one in expressions]
    named = [title for title in titles if title[1]]
    return strip_markup(min(named, key=lambda title: title[0])[1])[:_MOST_TITLE] if named else ""


def _find_versions(work: Element) -> Iterator[tuple[str, str]]:
    for link in work.findall("./RESOURCE_LEGAL_BASIS_FOR_ACT_CONSOLIDATED"):
        for name in _find_names(link, "celex"):
            if found := _CONSOLIDATED.fullmatch(name):
                yield "-".join(found.groups()), name
