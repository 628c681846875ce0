"""`citation-policy.yaml`: one file with the rules of a project for citations."""

import json
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import pytest
import yaml
from jsonschema import Draft202012Validator

Run = Callable[..., CompletedProcess[str]]
ENTRY = (
    "---\nref_id: REF-043\ntitle: On the voice of programs\nauthors: ['Kim, Hana']\nyear: 2019\ntotal_pages: 9\n---\n"
)
PAPER = """\
Voice matters [REF-043, p. 12]. It helps (Smith et al., 2023), as do tones [1].

Fully 45% of readers notice the voice of a text. Nobody hears it [REF-099].
"""


@pytest.fixture
def project(here: Path) -> Path:
    """A paper with two outside citations, a page out of range, a bare statistic and an unknown id."""
    (here / ".aiwg/research/corpus").mkdir(parents=True)
    (here / ".aiwg/research/corpus/REF-043-voice.md").write_text(ENTRY)
    (here / "paper.md").write_text(PAPER)
    return here


def codes(run: Run, line: str = "check paper.md") -> dict[str, str]:
    """Return the findings of a check: code and level."""
    report = json.loads(run(f"{line} --format json --select EXI,FMT,PAG,UNC001").stdout)
    return {each["code"]: each["severity"] for each in report["documents"][0]["findings"]}


def test_a_policy_sets_switches_levels_and_path(project: Path, run: Run) -> None:
    """The whitelist, the levels and the corpus of the policy hold; without the file they do not."""
    without = codes(run)
    assert ("error", "warning", False) == (without["EXI001"], without["PAG001"], "FMT001" in without)
    (project / "citation-policy.yaml").write_text(
        "version: 1.0.0\n"
        "whitelist_enforcement: {enabled: true, corpus_path: .aiwg/research/corpus/, severity: medium}\n"
        "page_validation: {severity: critical}\n"
        "severities: {uncited-statistic: low}\n"
    )
    expected = {"EXI001": "warning", "FMT001": "warning", "FMT002": "warning", "PAG001": "error", "UNC001": "info"}
    assert expected == {code: level for code, level in codes(run).items() if code in expected}


@pytest.mark.parametrize("place", [".citevet", ".aiwg", ".aiwg/research"])
def test_the_policy_may_lie_with_the_corpus(project: Path, run: Run, place: str) -> None:
    """It is found in the folders of the project's own files, too."""
    (project / place).mkdir(exist_ok=True)
    (project / place / "citation-policy.yaml").write_text("page_validation: {enabled: false}\n")
    assert "PAG001" not in codes(run)


def test_configuration_and_flags_override_the_policy(project: Path, run: Run) -> None:
    """citevet.toml wins over the policy key by key, and a flag wins over both."""
    (project / "citation-policy.yaml").write_text(
        "whitelist_enforcement: {severity: low}\nseverities: {UNC001: critical}\n"
    )
    (project / "citevet.toml").write_text('corpus-only = false\n[severity]\nEXI001 = "warning"\n')
    found = codes(run)
    assert ("warning", "error", False) == (found["EXI001"], found["UNC001"], "FMT001" in found)
    assert "FMT001" in codes(run, "check paper.md --corpus-only")


def test_forbidden_forms_hold_without_a_whitelist(project: Path, run: Run) -> None:
    """Names and examples both work; other forms stay allowed."""
    policy = "whitelist_enforcement: {enabled: false, forbidden_formats: ['(Smith et al., 2023)']}\n"
    (project / "citation-policy.yaml").write_text(policy)
    done = run("check paper.md --select FMT --format concise")
    assert "(Smith et al., 2023) has a forbidden form (author-year)" in done.stdout
    assert "FMT002" not in done.stdout


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("version: 2.0.0", "version = 2.0.0: it must be 1, 1.0 or 1.0.0"),
        ("page_validation: {enabld: true}", "unknown key page_validation.enabld, did you mean enabled?"),
        ("page_validation: {enabled: maybe}", "page_validation.enabled = maybe: it must be true or false"),
        ("whitelist_enforcement: {action: burn}", "action = burn: it must be 'remove', 'todo' or 'report'"),
        ("page_validation: yes please", "page_validation = yes please: it must be a table"),
        ("severities: {UNC001: fatal}", "severities.UNC001 = fatal: it must be 'critical', "),
        ("whitelist_enforcement: {pattern: '(a+)+$'}", "id-pattern = (a+)+$: it must be a simple pattern such as"),
        ("whitelist_enforcement: {forbidden_formats: [songs]}", "it must be non-corpus or one of arxiv, author-year"),
        ("whitelist_enforcement: {allowed_formats: [anything]}", "it must be a form such as [REF-XXX]"),
        ("whitelist_enforcement: {corpus_path: papers}", "which citation-policy.yaml names as the corpus"),
        ("version: [1", "cannot be read (line 1: "),
        ("- a\n- b", "cannot be read (not a mapping)"),
    ],
)
def test_a_wrong_policy_is_refused(project: Path, run: Run, written: str, said: str) -> None:
    """The message names the file, the key, the value and what is allowed; nothing is checked."""
    (project / "citation-policy.yaml").write_text(f"{written}\n")
    done = run("check paper.md")
    assert (2, "") == (done.returncode, done.stdout)
    assert said in done.stderr
    assert "citation-policy.yaml" in done.stderr


def test_the_example_policy_holds(project: Path, run: Run) -> None:
    """`citevet init --policy` writes a file that the printed schema and the loader take."""
    assert 0 == run("init --policy").returncode
    schema = json.loads(run("schema policy").stdout)
    policy = yaml.safe_load((project / "citation-policy.yaml").read_text())
    assert [] == list(Draft202012Validator(schema).iter_errors(policy))
    assert not Draft202012Validator(schema).is_valid({**policy, "page_validation": {"enabld": True}})
    assert {"FMT001", "FMT002", "EXI001"} <= codes(run).keys()


@pytest.mark.parametrize(
    ("action", "text", "left"),
    [
        ("citation-needed", "Fully 45% of readers agree.", "Fully 45% of readers agree [citation needed]."),
        ("citation-needed", "- Fully 45% of readers agree", "- Fully 45% of readers agree [citation needed]"),
        ("citation-needed", "**Fully 45% of readers agree.**", "**Fully 45% of readers agree [citation needed].**"),
        ("todo", "Fully 45% of readers agree.", "Fully 45% of readers agree.<!-- TODO: citation needed -->"),
        ("report", "Fully 45% of readers agree.", "Fully 45% of readers agree."),
        ("citation-needed", "> Fully 45% of readers agree.", "> Fully 45% of readers agree."),
        ("citation-needed", "| a | b |\n|---|---|\n| Fully 45% of readers agree. | x |", None),
        ("todo", "```\nFully 45% of readers agree.\n```", None),
        (
            "citation-needed",
            'She wrote: "Fully 45% of all readers agree with us."',
            'She wrote: "Fully 45% of all readers agree with us." [citation needed]',
        ),
    ],
)
def test_claims_without_a_source_are_marked(here: Path, run: Run, action: str, text: str, left: str | None) -> None:
    """The mark of the policy goes before the stop, once; code, tables and quoted words stay as they are."""
    (here / "citation-policy.yaml").write_text(f"retrieval_first_policy: {{missing_source: {action}}}\n")
    (here / "paper.md").write_text(f"{text}\n")
    run("fix paper.md --unsafe-fixes --select UNC001,UNC003,UNC004")
    assert f"{left or text}\n" == (here / "paper.md").read_text()
    assert "Nothing to fix.\n" == run("fix paper.md --unsafe-fixes --select UNC001,UNC003,UNC004").stderr


def test_marks_follow_the_format_of_the_document(here: Path, run: Run) -> None:
    """LaTeX gets a comment at the end of the line, plain text words in brackets."""
    (here / "a.tex").write_text("\\begin{document}\nFully 45\\% of readers agree. More.\n\\end{document}\n")
    (here / "b.txt").write_text("Fully 45% of readers agree.\n")
    run("fix a.tex b.txt --unsafe-fixes --select UNC001 --uncited todo")
    assert "agree. More. % TODO: citation needed\n" in (here / "a.tex").read_text()
    assert "Fully 45% of readers agree [TODO: cite].\n" == (here / "b.txt").read_text()


def test_the_policy_says_what_becomes_of_missing_sources(project: Path, run: Run) -> None:
    """They get a TODO comment instead of being removed, and forbidden forms are removed by default."""
    (project / "citation-policy.yaml").write_text("whitelist_enforcement: {action: todo}\n")
    run("fix paper.md --unsafe-fixes --select EXI001")
    assert "Nobody hears it [REF-099]<!-- TODO: REF-099: not in the corpus -->." in (project / "paper.md").read_text()
    (project / "citation-policy.yaml").write_text("whitelist_enforcement: {action: remove}\n")
    run("fix paper.md --unsafe-fixes --select FMT")
    assert (
        "It helps<!-- citevet: removed (Smith et al., 2023): not a corpus id -->, as do tones<!-- citevet:"
        in (project / "paper.md").read_text()
    )
