"""Cases in which a rule is often wrong are notes; the certain ones keep the severity of the rule."""

from dataclasses import replace
from pathlib import Path

import pytest

from citevet.contracts import Evidence
from citevet.extract import extract
from citevet.model import Severity
from citevet.read import parse_text, read
from citevet.rules.engine import run_rules

LIST = "\n\n## References\n\n1. Kim, H. (2019). On foam. Foam, 1, 1-9.\n2. Lee, J. (2020). On ice. Ice, 2, 3-8.\n"
SAMPLES = f"{LIST}3. K. Kim, 'Title of paper if known', unpublished.\n"  # of a template
TWICE = f"{LIST}\n**Books:**\n\n1. Park, S. (2021). On winter. Foam Press.\n"
NAMES = (
    "\n\n## References\n\nKim, H., & Zhao, L. (2019). On foam. Foam, 1, 1–9.\n\nLee, J. (2020). On ice. Ice, 2, 3–8.\n"
)
ADDRESSES = "[1]: https://foam.net/foam\n[2]: https://foam.net/ice\n"  # of links
PAGED = "\n\n## References\n\nKim, H. (2019). On foam. Foam, 1, pp. 359–378.\n"
NOTE, WARNING, ERROR = Severity.INFO, Severity.WARNING, Severity.ERROR
LEE = 'unknown key "lee"'


def find(text: str, code: str, *, raised: Severity | None = None, path: str = "text.md") -> list[Severity]:
    """Return the severities of a rule's findings on a text."""
    extraction = extract(parse_text(text, path))
    severities = {code: raised} if raised else None
    return [each.severity for each in run_rules(Evidence(extraction), selected=[code], severities=severities)]


@pytest.mark.parametrize(
    ("code", "certain", "doubtful", "severity"),
    [
        ("KEY002", f"Foam cools (1).{LIST}", f"Foam cools (1), and ice in care(2).{LIST}", WARNING),
        (
            "KEY002",
            f"Foam (Kim, 2019) and ice (Lee, 2020) cool.{NAMES}\nXu, Y. (2017). On sand. Sand, 3, 4–9.\n",
            f"Foam (Kim, 2019) and ice (Lee, 2020) cool, as sand (Xu).{NAMES}\nXu, Y. (2017). On sand. Sand, 3, 4–9.\n",
            WARNING,
        ),
        (
            "KEY002",
            f"Foam (Kim, 2019) and ice (Lee, 2020) cool.{NAMES}\nXu, Y. (2017). On sand. UCLA.\n",
            f"Foam (Kim, 2019) and ice (Lee, 2020) cool (UCLA, 2017).{NAMES}\nXu, Y. (2017). On sand. UCLA.\n",
            WARNING,
        ),
        ("KEY002", f"Foam cools [1].\n\n# Sources\n\n{ADDRESSES}", f"Foam cools [1].\n\n{ADDRESSES}", WARNING),
        (
            "KEY009",
            f"Foam (Kim & Zhao, 2019), ice (Lee, 2020), sand (Park, 2018).{NAMES}",
            f"Foam (Kim & Zhao, 2019), ice (Lee, 2020), sand (Zhao & Moon, 2018).{NAMES}",
            WARNING,
        ),
        (
            "KEY009",
            f"Foam (Kim & Zhao, 2019), ice (Lee, 2020), sand (Park, 2018).{NAMES}",
            f"Foam (Kim & Zhao, 2019), ice (Lee, 2020), sand (Park, 2030 projection).{NAMES}",
            WARNING,
        ),
        ("KEY001", f"Foam [1], ice [2], sand [3].{LIST}", f"Foam [1], ice [2], sand [3].{LIST}{LIST}", ERROR),
        ("KEY001", f"Foam [1], ice [2], sand [3].{LIST}", f"Foam [1], ice [2], sand [40].{LIST}", ERROR),
        (
            "KEY002",
            f"Foam cools [1], and ice [2].{SAMPLES}",
            f"Cite so [1], and if unpublished so [3].{SAMPLES}",
            WARNING,
        ),
        ("KEY001", f"Foam cools [1], and sand [4].{SAMPLES}", f"Cite so [1], so [3] and so [4].{SAMPLES}", ERROR),
        ("KEY003", f"Foam [1], ice [2].{TWICE}", f"Foam (Kim, 2019), ice (Lee, 2020).{TWICE}", ERROR),
        ("PAG001", f"Foam cools (Kim, 2019, p. 412).{PAGED}", f"Foam cools (Kim, 2019, p. 39).{PAGED}", WARNING),
        ("IDN007", "Voice matters [REF-43, p.15].", "The run of reference (REF05) is short.", ERROR),
        ("FMT006", "Voice matters (Kim, 2019.", "Voice matters (Kim, 2019 and more of it.", WARNING),
        (
            "IDN009",
            "Held in *Lessig v. Ohio*, 17 U.S. 107 (1998).",
            "Incorrect: *Lessig v. Ohio*, 17 U.S. 107 (1998).",
            ERROR,
        ),
    ],
)
def test_a_doubtful_case_is_a_note(code: str, certain: str, doubtful: str, severity: Severity) -> None:
    """The rule reports both texts, the second as a note, unless the user sets the severity."""
    assert find(certain, code) == [severity]
    assert find(doubtful, code) == [NOTE]
    assert find(doubtful, code, raised=ERROR) == [ERROR]


@pytest.mark.parametrize(
    ("kind", "fields", "severity"),
    [
        ("misc", "note = {In Estonian}", WARNING),
        ("dataset", "version = {V1}", NOTE),
        ("misc", "publisher = {{Harvard Dataverse}}", NOTE),
        ("misc", "publisher = {Harvard Dataverse}, doi = {10.1000/182}", WARNING),  # the DOI of the article
        ("inproceedings", "url = {https://kim.example/foam-presentation/}", NOTE),
        ("online", "url = {https://kim.example/papers/foam.ppt}", NOTE),
        ("inproceedings", "booktitle = {Proceedings of the Foam Society}", WARNING),
        ("misc", "howpublished = {Revised version. \\url{https://kim.example/foam.ps}}", NOTE),
    ],
)
def test_data_a_talk_or_a_revision_of_the_same_title_is_a_note(kind: str, fields: str, severity: Severity) -> None:
    """KEY004: an article and its data, talk or revision may be two works; two entries of one kind or DOI are one."""
    work = "author = {Kim, Hana}, title = {On the slow cooling of foam}, year = {2019}"
    text = f"@article{{kim, {work}, doi = {{10.1000/182}}}}\n\n@{kind}{{kim2, {work}, {fields}}}\n"
    assert find(text, "KEY004", path="refs.bib") == [severity]


@pytest.mark.parametrize(
    ("text", "severity"),
    [
        ("It holds. Henderson v. Atlas Lines, Inc., 998 U.S. 112, 119 (2019).", ERROR),
        ("It holds. Harrow v Penfold Estates Ltd [2004] UKSC 31.", ERROR),
        ("It holds. 998 U.S. 112 (2019).", NOTE),
        ("It holds under 73 U.S.C. § 1201.", NOTE),
    ],
)
def test_a_whole_case_in_a_pdf_is_certain(text: str, severity: Severity) -> None:
    """IDN009: with its name and year no line or column cut it; other citations of a PDF are notes."""
    document = replace(parse_text(text, "text.txt"), format="pdf")
    found = run_rules(Evidence(extract(document)), selected=["IDN009"])
    assert [each.severity for each in found] == [severity]


def test_a_bibliography_that_may_come_with_the_build_is_a_note(tmp_path: Path) -> None:
    """KEY008: a file in another folder is read, those that come later are notes, another is an error."""
    (tmp_path / "build").mkdir()
    (tmp_path / "build" / "refs.bib").write_text("@book{kim, title = {On foam}}", encoding="utf-8")
    code = '```{r}\nknitr::write_bib(c(.packages(), "x"), "new.bib")\n```\n'
    (tmp_path / "Makefile").write_text("a.pdf: a.Rmd lost.bib\nmade.bib :\n\twget -O made.bib x\n", encoding="utf-8")
    (tmp_path / ".gitignore").write_text("sub/*.bib\n!kept.bib\n", encoding="utf-8")
    named = "refs.bib, new.bib, made.bib, sub/git.bib, sub/kept.bib"
    text = f"---\nbibliography: [{named}]\n---\nIt holds [@kim; @lee].\n\n{code}"
    (tmp_path / "a.Rmd").write_text(text, encoding="utf-8")
    evidence = Evidence(extract(read(tmp_path / "a.Rmd", shown="a.Rmd")))
    found = [(each.severity, each.message) for each in run_rules(evidence, selected=["KEY001", "KEY008"])]
    absent = "is not in this checkout (a build makes it, or git ignores it), so keys were not looked up"
    assert found == [
        (NOTE, 'no bibliography "refs.bib" at refs.bib; build/refs.bib was read instead'),
        (NOTE, 'cannot read bibliography "new.bib" (looked for it at new.bib)'),
        (NOTE, f'bibliography "made.bib" {absent}'),
        (NOTE, f'bibliography "sub/git.bib" {absent}'),
        (ERROR, 'cannot read bibliography "sub/kept.bib" (looked for it at sub/kept.bib)'),
        (NOTE, 'unknown key "lee"'),
    ]


@pytest.mark.parametrize(("cited", "severities"), [("lee", [NOTE]), ("kim; @lee", [ERROR])])
def test_keys_are_notes_where_another_file_may_have_been_read(
    tmp_path: Path, cited: str, severities: list[Severity]
) -> None:
    """KEY001: a bibliography from a folder above counts as the right one if it has a key of the document."""
    (tmp_path / "paper").mkdir()
    (tmp_path / "refs.bib").write_text("@book{kim, title = {On foam}}", encoding="utf-8")
    text = f"---\nbibliography: refs.bib\n---\nIt holds [@{cited}].\n"
    (tmp_path / "paper" / "a.md").write_text(text, encoding="utf-8")
    evidence = Evidence(extract(read(tmp_path / "paper" / "a.md", shown="paper/a.md", root=tmp_path)))
    assert severities == [each.severity for each in run_rules(evidence, selected=["KEY001", "KEY008"])]


def test_a_bibliography_outside_the_project_is_a_note(tmp_path: Path) -> None:
    """KEY008: only files of the project are looked for and read; no key is an error then."""
    (tmp_path / "paper").mkdir()
    (tmp_path / "refs.bib").write_text("@book{kim, title = {On foam}}", encoding="utf-8")
    (tmp_path / "paper" / "a.md").write_text("---\nbibliography: ../refs.bib\n---\nIt holds [@kim].\n", "utf-8")
    document = read(tmp_path / "paper" / "a.md", shown="a.md", root=tmp_path / "paper")
    found = run_rules(Evidence(extract(document)), selected=["KEY001", "KEY008"])
    what = "lies outside the project and was not read; put a citevet.toml in a folder above both"
    assert [(NOTE, f'bibliography "../refs.bib" {what}')] == [(each.severity, each.message) for each in found]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("lost", [(ERROR, 'cannot read bibliography "lost.bib" (looked for it at lost.bib)'), (NOTE, LEE)]),
        ("IEEEabrv", [(ERROR, LEE)]),
    ],
)
def test_a_key_of_a_chapter_is_a_note_where_a_bibliography_is_missing(
    tmp_path: Path, name: str, expected: list[tuple[Severity, str]]
) -> None:
    """KEY001: a key may be in the missing file that the main file names, unless that has only names of journals."""
    (tmp_path / "refs.bib").write_text("@book{kim, title = {On foam}}", encoding="utf-8")
    (tmp_path / "one.tex").write_text(r"It holds \cite{kim,lee}.", encoding="utf-8")
    main = rf"\documentclass{{book}}\begin{{document}}\input{{one}}\bibliography{{{name},refs}}\end{{document}}"
    (tmp_path / "main.tex").write_text(main, encoding="utf-8")
    document = read(tmp_path / "main.tex", shown="main.tex")
    parts = [Evidence(extract(each)) for each in (document, *document.includes)]
    found = [(each.severity, each.message) for part in parts for each in run_rules(part, selected=["KEY001", "KEY008"])]
    assert found == expected


@pytest.mark.parametrize(
    ("preamble", "severities"),
    [
        (r"\newif\ifdraft", {"b": ERROR}),  # false until it is set
        (r"\newif\ifdraft \drafttrue %\draftfalse", {"a": ERROR}),
        (r"\let\ifdraft\iftrue", {"a": ERROR}),
        (r"\newif\ifdraft \input{setup}", {"a": ERROR}),
        (r"\newif\ifdraft \draftfalse \input{setup}", {"a": NOTE, "b": NOTE}),
        (r"\newif\ifdraft \DeclareOption{d}{\drafttrue}", {"a": NOTE, "b": NOTE}),
        (r"\newif\ifdraft \ifdefined\now\drafttrue\fi", {"a": NOTE, "b": NOTE}),
        (r"\newif\ifdraft \newcommand{\x}{\ifthenelse{a}{b}{c}} \setbool{draft}{true}", {"a": NOTE, "b": NOTE}),
        ("", {"a": ERROR, "b": ERROR}),  # a condition of a class that is not read
    ],
)
def test_a_branch_that_may_not_be_printed_is_a_note(
    tmp_path: Path, preamble: str, severities: dict[str, Severity]
) -> None:
    """In a chapter, too, the branch not taken has no findings; without a certain value both branches have notes."""
    main = f"{preamble}\n" r"\begin{document} \input{one} \bibliography{refs} \end{document}"
    chapter = r"\ifdraft It cools \cite{a}.\ifx\p\q x\else y\fi \else It holds \cite{b}.\fi Also \cite{c}."
    files = {
        "main.tex": main,
        "one.tex": chapter,
        "setup.tex": r"\drafttrue",
        "refs.bib": "@book{kim, title = {On foam}}",
    }
    for name, text in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    part = next(each for each in read(tmp_path / "main.tex", shown="main.tex").includes if each.path == "one.tex")
    found = {one.message[-2]: one.severity for one in run_rules(Evidence(extract(part)), selected=["KEY001"])}
    assert found == {**severities, "c": ERROR}


def test_works_with_one_doi() -> None:
    """Two works with one DOI share an identifier; for chapters of one book, which may have its DOI, this is a note."""
    entry = (
        "@{kind}{{{key}, author = {{Kim, Hana}},\n title = {{{title}}},\n{more} doi = {{10.1000/1}}, year = 2000\n}}\n"
    )
    books = ((key, title, "") for key, title in (("a", "Ice and its colours"), ("b", "The songs of whales")))
    chapters = ((key, title, " booktitle = {Whales},\n") for key, title in (("a", "Songs of ice"), ("b", "On foam")))
    for works, severity in ((books, WARNING), (chapters, NOTE)):
        text = "".join(entry.format(kind="book", key=key, title=title, more=more) for key, title, more in works)
        (found,) = run_rules(Evidence(extract(parse_text(text, "refs.bib"))), selected=["KEY004"])
        assert (severity, "duplicate entry [b]: same identifier as [a]") == (found.severity, found.message)


NUMBERS = range(12)
NAMED = "1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and others"
KEYED = "k1, k2, k3, k4, k5, k6, k7, k8, k9, k10 and others"
NOTES = "\n\n".join(f"Ash bends.[^{number}]" for number in NUMBERS)
UNUSED = "\n\n".join(f"[^{number}]: On ash." for number in NUMBERS)
UNCLOSED = "\n\n".join(f"Ash bends (Kim, {2000 + number}" for number in NUMBERS)
KEYS = " ".join(rf"\cite{{k{number}}}" for number in NUMBERS)
KEYS = rf"{KEYS}\begin{{thebibliography}}{{1}}\bibitem{{k0}} Kim, H. (2019). On ash.\end{{thebibliography}}"


@pytest.mark.parametrize(
    ("code", "path", "text", "severity", "message"),
    [
        (
            "KEY001",
            "a.md",
            f"{NOTES}\n\n[^0]: On ash.\n",
            WARNING,
            f"undefined footnote [^1]; 11 of 12 notes have this fault: {NAMED}",
        ),
        ("KEY001", "a.tex", KEYS, ERROR, f'unknown key "k1"; 11 of 12 cited keys have this fault: {KEYED}'),
        (
            "KEY002",
            "a.md",
            UNUSED,
            WARNING,
            f"unused footnote [^0]; 12 of 12 notes have this fault: 0, {NAMED}".replace(", 10", ""),
        ),
        ("FMT006", "a.md", UNCLOSED, WARNING, 'unclosed citation "(Kim, 2000"; 12 of 12 markers have this fault'),
    ],
)
def test_a_fault_of_most_places_is_one_finding(
    code: str, path: str, text: str, severity: Severity, message: str
) -> None:
    """Where the places are read from the page, it is no error; a key is certain. A severity of the user's counts."""
    evidence = Evidence(extract(parse_text(text, path)))
    (found,) = run_rules(evidence, selected=[code])
    assert (found.severity, found.message, found.fix) == (severity, message, None)
    (strict,) = run_rules(evidence, selected=[code], strict=True)
    (chosen,) = run_rules(evidence, selected=[code], severities={code: NOTE})
    assert (strict.severity, chosen.severity) == (ERROR, NOTE)
