"""`citevet init`"""

import sys
from pathlib import Path

import click

from citevet.cli.output import emit
from citevet.cli.readers import READERS, write_settings
from citevet.config import find_config_file
from citevet.errors import UsageError
from citevet.jobs.report_files import save
from citevet.resolve.verifier_files import OWN_FOLDER, read_own_verifiers
from citevet.world.installed_from import describe_for_ci

_AGENT_FILES = Path(__file__).parent / "agent_files"
SKILLS = ("cite-check", "citation-audit", "fact-grounding")
_SKILL_FOLDER = ".claude/skills"
_HOOK = ".claude/hooks/before_finish.py"
_HOOK_SETTINGS = """\
{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "python3 .claude/hooks/before_finish.py"}]}]}}
"""

# Name of a template → the path to write.
_TEMPLATES = {
    "config": "citevet.toml",
    "policy": "citation-policy.yaml",
    "pre-commit": ".pre-commit-config.yaml",
    "workflow": ".github/workflows/citevet.yml",
}


@click.command()
@click.option(
    "--reader",
    type=click.Choice(list(READERS)),
    help="Who you are: write only the settings and files that you need, and show the first commands. "
    "In a terminal you are asked.",
)
@click.option(
    "--pre-commit", is_flag=True, help="Also write .pre-commit-config.yaml, to check the lines a commit adds."
)
@click.option(
    "--workflow", "--github", "workflow", is_flag=True, help="Also write a GitHub workflow for pull requests."
)
@click.option("--policy", is_flag=True, help="Also write citation-policy.yaml, the rules of the project for citations.")
@click.option(
    "--skill",
    metavar="[DIR]",
    is_flag=False,
    flag_value=_SKILL_FOLDER,
    help="Write skills for agents (cite-check, citation-audit, fact-grounding), and no citevet.toml. "
    f"[DIR: {_SKILL_FOLDER}]",
)
@click.option("--hook", is_flag=True, help="Write a hook that marks [unverified] before an agent finishes; likewise.")
@click.option(
    "--overwrite", is_flag=True, help="Replace existing files; citevet.toml only if no other file is requested."
)
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False), default=Path())
def command(
    folder: Path, *, reader: str | None, skill: str | None, hook: bool, overwrite: bool, **wanted: bool
) -> None:
    """Write citevet.toml to FOLDER: for a reader, or with all keys, their defaults and a comment for each."""
    if reader is None and not (skill or hook or any(wanted.values())):
        reader = _ask_reader()
    if reader:
        skill = skill or (_SKILL_FOLDER if READERS[reader].has_skills else None)
        wanted |= {name.replace("-", "_"): True for name in READERS[reader].files}
    agent_files = {**(_list_skills(skill) if skill else {}), **(_list_hook_files(folder) if hook else {})}
    names = [
        *(["config"] if reader or not agent_files else []),
        *(key.replace("_", "-") for key, is_on in wanted.items() if is_on),
    ]
    named = {**{_TEMPLATES[each]: _fill_in(each) for each in names}, **agent_files}
    if reader:
        named[_TEMPLATES["config"]] = write_settings(reader)
    settings = find_config_file(folder, folder) if len(named) > 1 else None
    if settings and named.pop(_TEMPLATES["config"], None):  # only the other files were asked for
        click.echo(f"kept {folder / settings.path.name}, which has the settings", err=True)
    files = [(folder / name, text) for name, text in named.items()]
    there = [path for path, _ in files if path.exists()]
    if there and not overwrite:
        raise UsageError("exists already", to=", ".join(map(str, there)), advice="Use --overwrite to replace it.")
    for path, text in files:
        save(text, path)
        emit(f"wrote {path}")
    for line in READERS[reader].commands if reader else ():
        emit(f"next: {line}")
    if hook and ".claude/settings.json" not in named:
        click.echo(f"add this to .claude/settings.json, which exists: {_HOOK_SETTINGS}", err=True, nl=False)


def _ask_reader() -> str | None:
    """Ask who the user is; without a terminal nobody answers, and all keys are written."""
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        return None
    click.echo("Who are you?", err=True)
    for number, each in enumerate(READERS.values(), start=1):
        click.echo(f"  {number}  {each.who}", err=True)
    chosen: int = click.prompt("Number (0: write all settings)", type=click.IntRange(0, len(READERS)), err=True)
    return list(READERS)[chosen - 1] if chosen else None


def _fill_in(name: str) -> str:
    """Return a file with the command that installs this citevet; where there is none for others, a note says so."""
    text = read_template(name)
    if name != "workflow":
        return text
    requirement = describe_for_ci()
    if not requirement:
        click.echo("note: this citevet is from a folder without a remote: edit `pip install` in the workflow", err=True)
        return text
    return text.replace("pip install citevet   # from where this citevet came", f"pip install '{requirement}'")


def read_template(name: str) -> str:
    """Return the text of a file that this command writes."""
    return (Path(__file__).parent / "templates" / f"{name}{Path(_TEMPLATES[name]).suffix}").read_text("utf-8")


def _list_skills(folder: str) -> dict[str, str]:
    """Return the skills, with the verifiers next to the one that runs them."""
    verifiers = {f"citation-audit/verifiers/{each.path}": OWN_FOLDER / each.path for each in read_own_verifiers()}
    files = {**{f"{name}/SKILL.md": _AGENT_FILES / name / "SKILL.md" for name in SKILLS}, **verifiers}
    return {f"{folder}/{name}": file.read_text("utf-8") for name, file in files.items()}


def _list_hook_files(folder: Path) -> dict[str, str]:
    """Return the hook, and the settings that run it; settings of the user stay as they are."""
    files = {_HOOK: (_AGENT_FILES / "before-finish.txt").read_text("utf-8")}
    settings = ".claude/settings.json"
    return files if (folder / settings).exists() else {**files, settings: _HOOK_SETTINGS}
