"""`citevet init`"""

from pathlib import Path

import click

from citevet.cli.output import emit
from citevet.config import find_config_file
from citevet.errors import UsageError
from citevet.jobs.report_files import save
from citevet.resolve.verifier_files import OWN_FOLDER, read_own_verifiers

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
def command(folder: Path, *, skill: str | None, hook: bool, overwrite: bool, **wanted: bool) -> None:
    """Write citevet.toml to FOLDER, with all keys, their defaults and a comment for each."""
    agent_files = {**(_list_skills(skill) if skill else {}), **(_list_hook_files(folder) if hook else {})}
    names = [*([] if agent_files else ["config"]), *(key.replace("_", "-") for key, is_on in wanted.items() if is_on)]
    named = {**{_TEMPLATES[each]: read_template(each) for each in names}, **agent_files}
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
    if hook and ".claude/settings.json" not in named:
        click.echo(f"add this to .claude/settings.json, which exists: {_HOOK_SETTINGS}", err=True, nl=False)


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
