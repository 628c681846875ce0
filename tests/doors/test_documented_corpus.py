"""What the corpus documentation promises, through the command, on small projects as users have them."""

import json
import subprocess
import sys
from collections.abc import Mapping
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path

import pytest

from citevet import cli

SOURCES = ".aiwg/research/sources"
SHADE = """\
---
ref_id: REF-043
title: Shade of street trees in two summers
authors: ["Marsh, Ada", "Holm, Bertil"]
year: 2019
source_type: report
venue: Journal of Urban Climate
identifiers: {doi: 10.1000/shade.43}
---

# Shade of street trees in two summers
"""


def write(folder: Path, files: Mapping[str, str]) -> None:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")


def run(*words: str) -> tuple[int, str]:
    """Run the command in the current folder, and return its exit code and what it printed to stdout."""
    out, changes = StringIO(), pytest.MonkeyPatch()
    with changes.context() as patch, redirect_stdout(out), redirect_stderr(StringIO()):
        patch.setattr(sys, "argv", ["citevet", *words])
        with pytest.raises(SystemExit) as ended:
            cli.main()
    return int(ended.value.code or 0), out.getvalue()


def check(*words: str) -> list[str]:
    """Return the findings of a check, one line each."""
    printed = run("check", "--format", "concise", *words)[1]
    return [line for line in printed.splitlines() if " error: " in line or " warning: " in line or " info: " in line]


@pytest.mark.parametrize("words", [("check",), ("check", "--staged"), ("corpus", "check"), ("audit", "--no-save")])
def test_documents_of_agents_are_gated(here: Path, words: tuple[str, ...]) -> None:
    """Documents below .aiwg are checked; sources, their assessments and saved reports are not."""
    gated = (".aiwg/requirements/use-cases.md", ".aiwg/reports/review.md", ".aiwg/research/synthesis.md")
    skipped = (
        f"{SOURCES}/REF-050-wind.md",
        ".aiwg/research/findings/wind.md",
        ".aiwg/research/quality-assessments/REF-043.md",
        ".aiwg/reports/citation-verification.md",
        ".aiwg/reports/citation-audit/audit-2026-06-01.md",
        ".citevet/reports/citation-verification.md",
        ".notes/private.md",
    )
    write(here, {f"{SOURCES}/REF-043-shade.md": SHADE, **dict.fromkeys((*gated, *skipped), "Shade cools [REF-099].\n")})
    for command in ("init -q", "add -A"):
        subprocess.run(["git", *command.split()], cwd=here, check=True)
    code, printed = run(*words)
    assert 1 == code
    assert [True] * len(gated) == [name in printed for name in gated]
    assert [False] * len(skipped) == [name in printed and "REF-099" in printed.split(name)[1][:80] for name in skipped]


def test_an_id_that_only_the_front_matter_has_is_found(here: Path) -> None:
    """The id may be in the front matter alone; an id that neither it nor a file name has is missing."""
    write(here, {f"{SOURCES}/shade.md": SHADE, "a.md": "Shade cools [REF-043]. It soothes [REF-099].\n"})
    assert ["a.md:1:35: EXI001 error: REF-099 is not in the corpus"] == check("a.md", "--select", "EXI,MET")
    write(here, {f"{SOURCES}/shade.txt": "Shade cools streets by eleven degrees.\n"})
    assert "  full  " in run("corpus", "list")[1]


def test_notes_with_the_id_of_an_entry_are_no_second_entry(here: Path) -> None:
    """A file whose front matter names the id of an entry does not make that id ambiguous."""
    notes = "---\nref: REF-043\n---\n\nRead in May.\n"
    files = {f"{SOURCES}/REF-043-shade.md": SHADE, f"{SOURCES}/notes/may.md": notes, "a.md": "Shade cools [REF-043].\n"}
    write(here, files)
    assert [] == check("a.md", "--select", "EXI,MET")


@pytest.mark.parametrize("cited", ["REF-043", "REF-044"])
def test_a_file_name_with_another_id_is_one_finding(here: Path, cited: str) -> None:
    """Both ids find the entry, and the mismatch is reported once in a document and once in an audit."""
    write(here, {f"{SOURCES}/REF-044-shade.md": SHADE, "a.md": f"Shade cools [{cited}]. It soothes [{cited}].\n"})
    message = f"the file name of {SOURCES}/REF-044-shade.md says REF-044, its front matter REF-043"
    assert [f"a.md:1:13: MET003 error: {message}"] == check("a.md", "--select", "EXI,MET")
    printed = run("audit", "--no-save", "--select", "EXI,MET")[1]
    assert 1 == printed.count("MET003 id-mismatch error")
    assert "EXI001" not in printed


@pytest.mark.parametrize(
    ("cited", "expected"),
    [
        ("Section Introduction, p. 2", ""),
        ("Section Introduction, p. 5", 'SEC001 warning: page 5 is outside section "Introduction"'),
        ("Section Introduction, p. 8", 'SEC001 warning: page 8 is in section "Methods", not in "Introduction"'),
        ("Section Introduction, p. 30", "PAG001 warning: no page 30 in REF-043 (it has pages 1-9)"),
    ],
)
def test_a_page_outside_the_named_section_fails(here: Path, cited: str, expected: str) -> None:
    """No other section has to list the page; a page that the source does not have is one finding."""
    more = "total_pages: 9\nsections: [{name: Introduction, pages: 1-3}, {name: Methods, pages: 6-9}]\n"
    entry = SHADE.replace("venue:", f"{more}venue:")
    write(here, {f"{SOURCES}/REF-043-shade.md": entry, "a.md": f"Shade cools [REF-043, {cited}].\n"})
    found = check("a.md", "--select", "SEC,PAG")
    assert ([f"a.md:1:13: {expected}"] if expected else []) == found


@pytest.mark.parametrize(
    ("validated", "page", "text", "expected"),
    [
        ("true", 15, "", ""),
        ("true", 16, "", "QUO003 warning: quotation is on page 15 of REF-043, not on 16"),
        ("false", 15, "", "(only a key quote without validation has these words)"),
        ("true", 1, "Other words on one.\fAnd more of them on two.\f", "QUO001 error"),
        (
            "false",
            1,
            "Trees stand here.\fShade cools the street by eleven degrees.\f",
            "is on page 2 of REF-043, not on 1",
        ),
        ("false", 2, "Trees stand here.\fShade cools the street by eleven degrees.\f", ""),
    ],
)
def test_a_quotation_needs_the_source_or_a_validated_key_quote(
    here: Path, validated: str, page: int, text: str, expected: str
) -> None:
    """On the cited page; a key quote that was not validated and the notes verify nothing, and the file comes first."""
    quote = f'{{quote: "Shade cools the street by eleven degrees", page: 15, validated: {validated}}}'
    entry = SHADE.replace("venue:", f"key_quotes: [{quote}]\nvenue:")
    notes = f"{entry}\nShade cools the street by eleven degrees.\n"
    said = f'The report says that "shade cools the street by eleven degrees" [REF-043, p. {page}].\n'
    write(
        here,
        {
            f"{SOURCES}/REF-043-shade.md": notes,
            "a.md": said,
            **({f"{SOURCES}/REF-043-shade.txt": text} if text else {}),
        },
    )
    found = check("a.md", "--select", "QUO")
    assert len(found) == bool(expected)
    assert expected in "".join(found)


def test_grades_are_computed_from_the_assessment_file(here: Path) -> None:
    """Baseline and factors of an assessment give a level, which is compared with its final one."""
    assessment = """\
ref_id: REF-043
baseline: {level: HIGH, reason: peer-reviewed}
downgrade_factors:
  risk_of_bias: {severity: serious}
  imprecision: {severity: very_serious}
upgrade_factors:
  large_effect: {applies: true}
final_quality: {level: HIGH}
"""
    place = ".aiwg/research/quality-assessments/REF-043-assessment.yaml"
    write(here, {f"{SOURCES}/REF-043-shade.md": SHADE, place: assessment})
    printed = run("corpus", "grade", "REF-043")[1]
    assert f"stated    HIGH ⊕⊕⊕⊕ ({place})" in printed
    assert "computed  LOW ⊕⊕○○" in printed
    assert "serious risk of bias: -1" in printed
    assert "very serious imprecision: -2" in printed
    assert "large effect: +1" in printed
    assert "The levels differ" in printed


def test_files_only(here: Path) -> None:
    """With --rlm, nothing but citations of files is reported and counted."""
    text = "Shade cools 40% of streets. [REF-099] says so (Smith, 2019) [7]. Login retries [src/login.ts, L4].\n"
    write(here, {f"{SOURCES}/REF-043-shade.md": SHADE, "a.md": text})
    assert ["EXI003"] == [line.split()[1] for line in check("a.md", "--rlm")]
    assert "(1 citation, existence of 1 checked)" in run("check", "a.md", "--rlm")[1]


@pytest.mark.parametrize(
    "cited",
    [
        "[Dockerfile@0123456789abcdef, L1]",
        "[Makefile, L3]",
        "[UC-login@0123456789abcdef]",
        "[src\\a.py@0123456789abcdef]",
        "[my notes.md@0123456789abcdef;b.md@0123456789abcdef]",
        "[Dockerfile@main, L1]",
        "[src/a.py:4-9]",
        "(src/a.py@0123456789abcdef, L4)",
        "[src/a.py@0123456789abcdef, L4",
    ],
)
def test_no_file_citation_is_unseen(here: Path, cited: str) -> None:
    """With --rlm --strict, what looks like a file citation is an error if it cannot be read or found."""
    write(here, {"a.md": f"Login retries twice {cited}.\n"})
    code, output = run("check", "a.md", "--rlm", "--strict", "--format", "concise")
    assert (1, False) == (code, "NOTHING TO CHECK" in output)


def test_artifacts_of_the_settings(here: Path) -> None:
    """`artifacts` in citevet.toml gives the path of an id; the report counts every form."""
    cited = "[DES-1, L1; UC-2@0123456789abcdef] [../x.md, L1] [DES-9, L4] [Dockerfile@main, L1]"
    write(
        here,
        {
            "citevet.toml": '[artifacts]\nDES-1 = "docs/one.md"\n',
            "docs/one.md": "x\n",
            "r/UC-2.md": "y\n",
            "Dockerfile": "z\n",
        },
    )
    write(here, {"a.md": f"Login retries twice {cited}.\n"})
    output = run("check", "a.md", "--rlm", "--format", "audit")[1]
    counts = ("5 total", "Fresh: 0", "Stale: 1", "Un-versioned: 1", "Missing: 1", "Malformed: 1", "Not checked: 1")
    assert [True] * len(counts) == [each in output for each in counts]


def test_both_meanings_of_corpus_only(here: Path) -> None:
    """--corpus-only reports every source outside the corpus; --no-author-year skips names and years."""
    text = "Shade cools (Smith, 2019). So does wind [REF-099]. Water helps <https://example.org/water>.\n"
    write(here, {f"{SOURCES}/REF-043-shade.md": SHADE, "a.md": text})
    chosen = ("a.md", "--select", "EXI,FMT,KEY", "--ignore", "FMT005")

    def codes(*flags: str) -> list[str]:
        return [line.split()[1] for line in check(*chosen, *flags)]

    assert ["EXI005", "EXI001"] == codes()
    assert ["FMT001", "EXI001", "FMT003"] == codes("--corpus-only")
    assert ["EXI001"] == codes("--no-author-year")
    assert ["EXI001", "FMT003"] == codes("--corpus-only", "--no-author-year")


@pytest.mark.parametrize(("grade", "flags", "count"), [("", (), 0), ("", ("--select", "GRD"), 1), ("LOW", (), 1)])
def test_projects_that_never_grade_are_left_alone(here: Path, grade: str, flags: tuple[str, ...], count: int) -> None:
    """GRD004 is silent unless some entry is graded, or the user selects the rule."""
    other = SHADE.replace("REF-043", "REF-044").replace("venue:", f"grade: {grade}\nvenue:" if grade else "venue:")
    entries = {f"{SOURCES}/REF-043-shade.md": SHADE, f"{SOURCES}/REF-044-wind.md": other}
    write(here, {**entries, "a.md": "Shade cools [REF-043].\n"})
    assert count == sum("GRD004" in line for line in check("a.md", *flags))


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ("", ""),
        ("title = {A history of the bicycle bell}", "MET013 error: the identifier belongs to another work"),
        ("author = {Zeller, Q.}", 'authors: you wrote "Zeller", Marsh and Holm 2019 has "Marsh, Ada; Holm, Bertil"'),
        ("year = {2009}", 'year: you wrote "2009", Marsh and Holm 2019 has "2019"'),
        ("journal = {Annals of Dental Care}", 'venue: you wrote "Annals of Dental Care"'),
        ("journal = {J. Urban Clim.}", ""),
        ("year = {2018}", ""),
    ],
)
@pytest.mark.parametrize("doi", ["doi = {10.1000/shade.43}", "note = {Print}"])
def test_a_bib_entry_is_compared_with_the_corpus(here: Path, fields: str, expected: str, doi: str) -> None:
    """By its DOI or else its title; one finding shows both sides, and another title is another work."""
    right = {
        "title": "Shade of street trees in two summers",
        "author": "Marsh, Ada and Holm, Bertil",
        "year": "2019",
        "journal": "Journal of Urban Climate",
    }
    lines = [line.partition(" = ") for line in (*(f"{key} = {{{text}}}" for key, text in right.items()), doi, fields)]
    work = {name: value for name, _, value in lines if name}
    bib = "@article{marsh,\n" + ",\n".join(f"  {key} = {text}" for key, text in work.items()) + "\n}\n"
    text = "---\nbibliography: refs.bib\n---\n\nShade cools streets [@marsh].\n"
    write(here, {f"{SOURCES}/REF-043-shade.md": SHADE, "refs.bib": bib, "a.md": text})
    found = check("a.md", "--select", "EXI,MET")
    judgement = json.loads(run("check", "a.md", "--format", "json")[1])["documents"][0]["judgements"][0]
    existence = judgement["existence"]
    if "title" in fields and "doi" not in doi:  # then nothing leads to the entry
        assert ([], "unchecked") == (found, existence)
        return
    assert len(found) == bool(expected)
    assert expected in "".join(found)
    facts = ("mismatched", "not-in-corpus") if "MET013" in expected else ("found", "not-asked")
    assert facts == (existence, judgement["support_reason"])


def test_another_work_of_the_same_authors_and_year_is_not_the_entry(here: Path) -> None:
    """A listed work with another title is not compared with the entry by the same authors of that year."""
    listed = "Marsh, A., & Holm, B. (2019). Benches for the old square.\n"
    text = f"Benches help (Marsh & Holm, 2019).\n\n# References\n\n{listed}"
    write(here, {f"{SOURCES}/REF-043-shade.md": SHADE, "a.md": text})
    assert [] == check("a.md", "--select", "EXI,MET")
    judged = json.loads(run("check", "a.md", "--format", "json")[1])["documents"][0]["judgements"]
    assert ["unchecked"] == [each["existence"] for each in judged]
