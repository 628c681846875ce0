"""What `citevet init` writes for agents, and the tool definition for the API of a model."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, get_args

import pytest
import yaml
from click.testing import CliRunner
from jsonschema import Draft202012Validator

import citevet
from citevet.cli import group
from citevet.cli.init import SKILLS
from citevet.model import SCOPES
from citevet.model.verification import VERIFY_ARGUMENTS
from citevet.schemas import Name, schema

Run = Callable[..., subprocess.CompletedProcess[str]]
SOURCE = "Tokyo is the capital of Japan and has 14 million people."
ANSWER = "Tokyo is the capital of Japan. Tokyo has 40 million people."
MARKED = "Tokyo is the capital of Japan. Tokyo has 40 million people. [contradicted]"


def test_the_skills(here: Path, run: Run) -> None:
    """Three folders with a name and a description, where hosts look for them or where the user says."""
    assert 0 == run("init --skill").returncode
    assert 0 == run("init new --skill elsewhere").returncode
    assert not (here / "citevet.toml").exists()
    for name in SKILLS:
        text = (here / f".claude/skills/{name}/SKILL.md").read_text("utf-8")
        assert text == (here / f"new/elsewhere/{name}/SKILL.md").read_text("utf-8")
        front = yaml.safe_load(text.split("---")[1])
        assert name == front["name"]
        assert 60 < len(front["description"]) < 1024
    again = run("init --skill")
    assert (2, True) == (again.returncode, "exists already" in again.stderr)


@pytest.mark.parametrize("name", SKILLS)
def test_the_commands_of_a_skill_exist(name: str, here: Path, run: Run) -> None:
    """Each command that a skill tells an agent to run is there, with its flags."""
    run("init --skill")
    text = (here / f".claude/skills/{name}/SKILL.md").read_text("utf-8")
    commands = re.findall(r"`citevet ([^`]+)`", text)
    assert 1 < len(commands)
    for command in commands:
        words = command.replace("\n", " ").split()
        place = 2 if words[0] == "stage" else 1
        shown = CliRunner().invoke(group, [*words[:place], "--help"])
        assert 0 == shown.exit_code, command
        assert [] == [word for word in words[place:] if word.startswith("--") and word not in shown.output]
        for word in words[place : place + 1] if words[:2] == ["stage", "prompt"] else []:
            assert word in shown.output


def test_the_verifiers_of_the_audit_skill(here: Path, run: Run) -> None:
    """They are written next to it, and `stage route` reads them as it reads a folder of the user."""
    run("init --skill")
    folder = here / ".claude/skills/citation-audit/verifiers"
    (here / "claims.json").write_text('[{"text": "Einstein was born in 1879."}]')
    found = json.loads(run(f"stage route claims.json --verifiers {folder}").stdout)
    assert [] == found["faults"]
    assert {each.name for each in folder.iterdir()} == {each["name"] for each in found["verifiers"]}
    assert "wikipedia" == found["routed"][0]["verifiers"][0]["name"]
    assert all((folder / each["name"] / "SKILL.md") == Path(each["path"]) for each in found["verifiers"])


def run_hook(here: Path, event: object, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run the hook as a host does; `citevet` is the one under test."""
    folder = here / "bin"
    folder.mkdir(exist_ok=True)
    program = folder / "citevet"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m citevet "$@"\n')
    program.chmod(0o755)
    given = event if isinstance(event, str) else json.dumps(event)
    environment = {**os.environ, "PATH": f"{folder}{os.pathsep}{os.environ['PATH']}", **variables}
    command = [sys.executable, str(here / ".claude/hooks/before_finish.py")]
    return subprocess.run(command, input=given, capture_output=True, text=True, check=False, env=environment)


def transcript(here: Path, *, tool: str) -> Path:
    """A session as Claude Code keeps it: question, search, result, answer, and lines of other kinds."""
    call = {"type": "tool_use", "id": "t1", "name": tool, "input": {}}
    result = {"type": "tool_result", "tool_use_id": "t1", "content": [{"type": "text", "text": SOURCE}]}
    lines: list[Any] = [
        {"type": "user", "message": {"role": "user", "content": "How large is Tokyo?"}},
        {"type": "assistant", "message": {"content": [{"type": "text", "text": "I look."}, call]}},
        {"type": "user", "message": {"content": [result]}},
        {"type": "system", "subtype": "x"},
        {"type": "assistant", "message": {"content": [{"type": "text", "text": ANSWER}]}},
    ]
    file = here / "session.jsonl"
    file.write_text("".join(f"{json.dumps(line)}\n" for line in lines) + "broken\n")
    return file


def test_the_hook_marks_an_answer(here: Path, run: Run) -> None:
    """A host gets the answer with its marks; Claude Code gets it once, as the reason to go on."""
    assert 0 == run("init --hook").returncode
    settings = json.loads((here / ".claude/settings.json").read_text())
    assert "before_finish.py" in settings["hooks"]["Stop"][0]["hooks"][0]["command"]
    sources: list[Any] = [{"content": SOURCE}, {"page_content": SOURCE, "text": ""}, SOURCE]
    for source in sources:
        plain = run_hook(here, {"text": ANSWER, "sources": [source]})
        assert {"text": MARKED} == json.loads(plain.stdout)
    stop = {"hook_event_name": "Stop", "transcript_path": str(transcript(here, tool="WebFetch"))}
    told = json.loads(run_hook(here, stop).stdout)
    assert "block" == told["decision"]
    assert MARKED in told["reason"]


@pytest.mark.parametrize(
    ("event", "code"),
    [
        ({"text": ANSWER, "sources": [SOURCE, 5]}, 1),
        ({"text": ANSWER, "sources": [{"body": SOURCE}]}, 1),
        ({"text": ANSWER, "sources": SOURCE}, 1),
        ({"hook_event_name": "Stop", "transcript_path": "session.jsonl", "stop_hook_active": True}, 0),  # said already
        ({"hook_event_name": "Stop", "transcript_path": "no-such-file"}, 0),
        ("not JSON", 1),
    ],
)
def test_the_hook_leaves_other_answers_alone(here: Path, run: Run, event: object, code: int) -> None:
    """Nothing is printed where there is nothing to mark; trouble is reported on stderr, and the agent can finish."""
    run("init --hook")
    done = run_hook(here, event)
    assert (code, "") == (done.returncode, done.stdout)
    assert "Traceback" not in done.stderr
    assert bool(code) == done.stderr.startswith("the answer was not verified: ")


def test_the_hook_names_what_it_cannot_mark(here: Path, run: Run) -> None:
    """A row of a table gets no mark, so it is named; an answer without sources comes back as it is."""
    run("init --hook")
    text = "| city | people |\n|---|---|\n| Tokyo | 40 million |\n"
    told = json.loads(run_hook(here, {"text": text, "sources": [SOURCE]}).stdout)
    assert {"text": text, "notMarked": ["contradicted: Tokyo 40 million"]} == told
    assert {"text": ANSWER} == json.loads(run_hook(here, {"text": ANSWER}).stdout)


def test_the_hook_knows_what_a_source_is(here: Path, run: Run) -> None:
    """The output of a shell command does not count as a source, so an answer about it is left alone."""
    run("init --hook")
    done = run_hook(here, {"transcript_path": str(transcript(here, tool="Bash"))})
    assert (0, "") == (done.returncode, done.stdout)


def test_settings_of_the_user_are_kept(here: Path, run: Run) -> None:
    """Settings that exist are not touched; the lines to add are shown."""
    (here / ".claude").mkdir()
    (here / ".claude/settings.json").write_text("{}")
    done = run("init --hook")
    assert (0, "{}") == (done.returncode, (here / ".claude/settings.json").read_text())
    assert '"Stop"' in done.stderr


def test_a_marked_answer_stays_whole(here: Path, run: Run) -> None:
    """Marks are set behind claims and nowhere else; what cannot be marked is named on stderr."""
    table = "| City | People |\n|---|---|\n| Tokyo | 40 million people |\n"
    (here / "answer.md").write_text(f"{ANSWER}\n\n{table}\n- Kyoto is **older** than Tokyo.\n")
    (here / "source.md").write_text(SOURCE)
    done = run("verify answer.md --source source.md --format marked")
    assert done.stdout == f"{MARKED}\n\n{table}\n- Kyoto is **older** than Tokyo. [unverified]\n"
    assert "not marked" in done.stderr
    assert "40 million people" in done.stderr
    assert 1 == done.returncode
    (here / "claims.txt").write_text("Tokyo is large.\n")
    refused = run("verify --claims claims.txt --source source.md --format marked")
    assert (2, True) == (refused.returncode, "only Markdown and plain text can be marked" in refused.stderr)


def test_the_tool_definition(run: Run) -> None:
    """A call that fits the definition can be passed to `citevet.verify` as it is; others do not fit."""
    assert "tool" in get_args(Name)
    tool = json.loads(run("schema tool").stdout)
    assert tool == schema("tool")
    assert ("function", {"name", "description", "parameters"}) == (tool["type"], set(tool["function"]))
    parameters = tool["function"]["parameters"]
    Draft202012Validator.check_schema(parameters)
    validator = Draft202012Validator(parameters)
    scopes = parameters["properties"]["sources"]["items"]["properties"]["scope"]["enum"]
    assert sorted(scopes) == sorted(SCOPES)
    for given in (ANSWER, ANSWER.split(". ")):
        call: dict[str, Any] = {
            "text" if isinstance(given, str) else "claims": given,
            "sources": [{"text": SOURCE, "title": "T", "url": "u", "scope": "full"}],
        }
        assert validator.is_valid(call)
        assert ["supported", "contradicted"] == [claim.verdict for claim in citevet.verify(**call).claims]
    call = {"text": ANSWER, "sources": [{"content": SOURCE}], "web_fallback": False}
    assert validator.is_valid(call)
    assert ["supported", "contradicted"] == [claim.verdict for claim in citevet.verify(**call).claims]
    assert {*VERIFY_ARGUMENTS} - {"paths"} == {*parameters["properties"]}  # a model names no files
    slips: list[dict[str, Any]] = [{"claim": ["a"]}, {"txt": "a"}, {"text": "a", "webfallback": True}, {"query": "a"}]
    for slip in slips:
        with pytest.raises(citevet.CitevetError, match="unknown argument"):
            citevet.verify(sources=[], **slip)
        assert not validator.is_valid({"sources": [], **slip})
    for wrong in ({}, {"text": 1, "sources": []}, {"text": "", "sources": [{"title": "T"}]}):
        assert not validator.is_valid(wrong)
