"""`citation-policy.yaml`: one file with the rules of a project for citations."""

import json
import subprocess
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
        (
            "whitelist_enforcement: {pattern: '(a+)+$'}",
            "whitelist_enforcement.pattern = (a+)+$: it must be a simple pattern such as",
        ),
        (
            "whitelist_enforcement: {forbidden_formats: [songs]}",
            "it must be non-corpus, an example such as [1], or one of arxiv, author-year",
        ),
        ("whitelist_enforcement: {allowed_formats: [anything]}", "it must be a form such as [REF-XXX]"),
        ("whitelist_enforcement: {corpus_path: papers}", "which citation-policy.yaml names as the corpus"),
        ("whitelist_enforcement: {enforcement_levels: {validate_level: {}}}", "did you mean validation_level?"),
        (
            "retrieval_first_policy: {required_workflow: search}",
            "required_workflow = search: it must be a list of tables",
        ),
        ("retrieval_first_policy: {required_workflow: [{acton: x}]}", "did you mean action?"),
        ("page_validation: {validation_rules: {page_existence: {rule: page < 9}}}", "others are not understood"),
        ("page_validation: {key_quote_schema: {qoute: text}}", "did you mean quote?"),
        ("page_validation: &a {validation_rules: *a}", "cannot be read (nested too deep, too many aliases"),
        (
            "whitelist_enforcement: {enforcement_levels: {validation_level: {check_pattern: 7}}}",
            "check_pattern = 7: it must",
        ),
        ("storage: {validation_logs: ../logs}", "it must be a folder inside the project"),
        (f"version: '{'1' * 300_000}'", "longer than 262144 characters"),
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


SCHEMA_POLICY = """\
version: "1.2.0"
retrieval_first_policy:
  enabled: true
  policy_statement: Search first.
  prohibited_actions: [Guess pages]
  required_workflow:
    - {step: 1, action: Search the shelf, validation: one read}
  corpus_expansion_protocol: {when_source_not_found: Say so., addition_command: shelf add}
whitelist_enforcement:
  enabled: true
  corpus_path: .aiwg/research/corpus
  whitelist_principle: Only the shelf.
  enforcement_levels:
    agent_level: {description: agents, rules: [Only the shelf]}
    validation_level:
      check_pattern: '\\b(?:REF|SRC)-\\d{3,4}\\b'
      on_violation: {severity: medium, message: Not on our shelf, action: Ask Hana}
    commit_level: {enabled: false, script: exit 7}
  allowed_citation_formats: ["[REF-NNN]", "`[REF-XXX, pp. XX-YY]`", "(REF-###)"]
  forbidden_citation_formats: ["(Author et al., YYYY)", "[1-3]", Any citation outside the corpus]
page_validation:
  enabled: true
  document_metadata_schema: {total_pages: integer, page_range: 1-9, sections: []}
  key_quote_schema: {quote: text, page: 3, section: x, validated: false, validation_date: date, validator: "@x"}
  validation_rules:
    page_existence: {severity: critical, rule: "1<=page<=total_pages"}
    section_consistency: false
    quote_verification: {enabled: true, description: quotes}
  validation_workflow: {manual_checklist: [a], automated_checks: [{check: pages, automated: true}]}
storage: {corpus: .aiwg/research/corpus}
agent_protocol: {steps: [a, b]}
"""


def test_the_keys_of_the_published_schema_are_read(project: Path, run: Run) -> None:
    """The whole policy holds, with its levels and words, and the printed schema takes it."""
    (project / "citation-policy.yaml").write_text(SCHEMA_POLICY)
    found = codes(run)
    wanted = {"EXI001": "warning", "FMT001": "warning", "FMT002": "warning", "PAG001": "error"}
    assert wanted == {code: found.get(code) for code in wanted}
    assert "REF-099 is not in the corpus (Not on our shelf; Ask Hana)" in run("check paper.md --format concise").stdout
    schema = json.loads(run("schema policy").stdout)
    assert [] == list(Draft202012Validator(schema).iter_errors(yaml.safe_load(SCHEMA_POLICY)))


@pytest.mark.parametrize("name", ["citation-policy.yml", ".aiwg/citation-integrity.yaml"])
def test_the_published_schema_is_a_policy_itself(project: Path, run: Run, name: str) -> None:
    """Where the file is a JSON Schema, its defaults hold; a definition that refers to itself ends."""
    (project / name).write_text(
        "$schema: https://json-schema.org/draft/2020-12/schema\n"
        "properties:\n  whitelist_enforcement: {$ref: '#/$defs/W'}\n  page_validation: {$ref: '#/$defs/P'}\n"
        "$defs:\n  W: {properties: {enabled: {default: true}, enforcement_levels: {properties: {commit_level: "
        "{properties: {enabled: {default: false}, script: exit 1}}}}}}\n"
        "  P: {properties: {enabled: {default: false}, validation_rules: {$ref: '#/$defs/P'}}}\n"
        "storage: {corpus: .aiwg/research/corpus}\n"
    )
    found = codes(run)
    assert ({"FMT001", "FMT002"} <= found.keys(), "PAG001" in found) == (True, False)


@pytest.mark.parametrize(
    ("forms", "expected"),
    [
        ("Author (Year)", {"FMT001"}),
        ("Jones and Park (2020)", {"FMT001"}),
        ("(Name, Date)", {"FMT001"}),
        ("author-year citations", {"FMT001"}),
        ("[1, 2]", {"FMT002"}),
        ("[#]", {"FMT002"}),
        ("numbered references", {"FMT002"}),
        ("Any reference that is not in the corpus", {"FMT001", "FMT002", "FMT003"}),
        ("External sources", {"FMT001", "FMT002", "FMT003"}),
        ("https://example.com/a", {"FMT003"}),
        ("Bare URLs", {"FMT003"}),
        ("[^1]", set()),
        ("[@kim2019]", set()),
        ("doi:10.1000/1", set()),
    ],
)
def test_forbidden_forms_are_names_and_examples(project: Path, run: Run, forms: str, expected: set[str]) -> None:
    """Each example forbids the form that it shows, and no other."""
    policy = {"whitelist_enforcement": {"enabled": False, "forbidden_citation_formats": [forms]}}
    (project / "citation-policy.yaml").write_text(yaml.safe_dump(policy))
    (project / "paper.md").write_text("It helps (Smith et al., 2023), as do tones [1], see https://example.org/x.\n")
    assert expected == codes(run).keys() & {"FMT001", "FMT002", "FMT003"}


def test_each_check_of_a_place_has_its_switch(project: Path, run: Run) -> None:
    """Pages, sections and quotations are switched off one by one."""
    rules = "page_validation: {{validation_rules: {{page_existence: {}}}}}\n"
    (project / "citation-policy.yaml").write_text(rules.format("{enabled: false}"))
    assert "PAG001" not in codes(run)
    (project / "citation-policy.yaml").write_text(rules.format("true"))
    assert "PAG001" in codes(run)


def test_a_commit_may_be_stricter(project: Path, run: Run) -> None:
    """With commit_level enabled, staged citations outside the corpus are errors, whatever their level."""
    level = "whitelist_enforcement:\n  severity: low\n  enforcement_levels: {commit_level: {enabled: true}}\n"
    (project / "citation-policy.yaml").write_text(level)
    subprocess.run(["git", "init", "-q"], cwd=project, check=True)
    subprocess.run(["git", "add", "paper.md"], cwd=project, check=True)
    assert 0 == run("check paper.md --select EXI001").returncode
    done = run("check --staged --select EXI001 --format concise")
    assert (1, True) == (done.returncode, "EXI001 error: REF-099" in done.stdout)


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


@pytest.mark.parametrize(
    ("pattern", "right", "wrong"),
    [
        (r"SRC-\d{4}", "SRC-0001", "SRC-0009"),
        (r"\b(?:REF|SRC)-\d{3,4}\b", "SRC-0001", "SRC-099"),
        (r"KB\d+", "KB12", "KB99"),
        (r"^DOC-[A-Z]{2}-[0-9]{2}$", "DOC-AB-12", "DOC-ZZ-99"),
        ("paper_[0-9]{1,3}", "paper_7", "paper_99"),
    ],
)
def test_ids_with_other_letters_are_citations(project: Path, run: Run, pattern: str, right: str, wrong: str) -> None:
    """Whatever the pattern finds is a citation, of the file of that name in the corpus; other words are none."""
    levels = {"validation_level": {"check_pattern": pattern}}
    policy = {"whitelist_enforcement": {"corpus_path": ".aiwg/research/corpus", "enforcement_levels": levels}}
    (project / "citation-policy.yaml").write_text(yaml.safe_dump(policy))
    (project / f".aiwg/research/corpus/{right}-trees.txt").write_text("Shade trees lower the heat of a street.")
    text = f"It is so [{right}, p. 1]. It is not [{right}; {wrong}, 99쪽]. As ({wrong}) says. X{right} a/{right}.\n"
    (project / "paper.md").write_text(f'{text}\nIt says "shade trees lower the noise of a street" [{right}].\n')
    report = json.loads(run("check paper.md --format json").stdout)["documents"][0]
    cited = [right, right, wrong, wrong, right]
    assert cited == [each["normal"] for each in report["citations"] if each["kind"] == "corpus"]
    missing = [each["message"] for each in report["findings"] if each["code"] == "EXI001"]
    assert [f"{wrong} is not in the corpus"] * 2 == missing
    assert "QUO002" in {each["code"] for each in report["findings"]}


@pytest.mark.parametrize("pattern", [r"\d{4}", "[A-Z]+-[0-9]+", r"R-\d{3}", r"(?:R|REF)-\d{3}", r"[0-9]{3}X"])
def test_a_pattern_that_would_find_every_number_is_said_to_find_nothing(project: Path, run: Run, pattern: str) -> None:
    """Without letters of its own it is compared with corpus ids only, and a note says so."""
    levels = {"validation_level": {"check_pattern": pattern}}
    policy = {"whitelist_enforcement": {"enforcement_levels": levels}}
    (project / "citation-policy.yaml").write_text(yaml.safe_dump(policy))
    assert f"note: id-pattern {pattern} finds no citations" in run("check paper.md").stderr
