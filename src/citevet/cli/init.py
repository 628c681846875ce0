"""`citevet init`"""

from pathlib import Path

import click

from citevet.cli.output import emit
from citevet.config import find_config_file
from citevet.errors import UsageError
from citevet.jobs.report_files import save

_CONFIG = """\
# Configuration of citevet. Commented lines show the default or an example.

# select = ["KEY", "EXI", "QUO"]   # codes, prefixes or names; default: all rules but UNC003
# extend-select = ["UNC003"]       # run these as well
# ignore = ["UNC001"]
# strict = false            # treat warnings as errors
# fail-on = ["error"]       # error, warning, info; "incomplete": exit with 3 if not everything was checked
# corpus = "research"       # folder of the local source library
# corpus-only = false       # report every citation of a source outside the corpus
# id-pattern = 'REF-\\d{3}'  # only corpus ids of this pattern may be cited
# allowed-forms = ["[REF-XXX]", "[REF-XXX, p.XX]"]   # forms of corpus ids; default: all
# forbidden-forms = ["author-year", "[1]"]   # kinds or examples of citations; "non-corpus": all outside the corpus
# missing-source = "remove" # what unsafe fixes do with citations of missing sources: "remove", "todo", "report"
# uncited = "report"        # what unsafe fixes add to claims without a source: "report", "citation-needed", "todo"
# no-author-year = false    # do not check citations such as (Smith, 2019)
# issues = "https://github.com/owner/name/issues"   # `#12` cites this address with /12; default: it is not a citation
# use-cases = "requirements"   # `UC-001` cites a use case of this folder; default: .aiwg/requirements if it has any
# rlm = false               # check only citations of files: [src/login.ts@a8f9c2d4e5f60718, L42-58]
# judge = "none"            # check support with a judge: "small", "base", a folder, or "owner/name"
# risk = 0.05               # allow at most this share of wrong "supported" results; the rest stays unchecked
# llm = "ollama:llama3.1"   # let a language model vote on uncertain claims; also "openai:…", "anthropic:…"
# budget = 30               # maximum number of votes per run; a claim takes two or three
# report = false            # also save a report in .citevet/reports, or in .aiwg/reports if .aiwg exists
# require-reasons = false   # every suppression needs a reason
# online = false            # allow network access
# mailto = "me@example.org" # contact address for services that ask for one
# max-requests = 5000       # network budget of a run: requests, bytes, seconds; 0: no limit
# max-download = 1073741824
# max-seconds = 3600
# offline = false           # never use the network, even with --online
# baseline = "citevet-baseline.json"
# exclude = ["drafts/*"]
# format = "full"
# output = "citevet.txt"    # write the report to this file instead of stdout
# today = 2026-06-01        # date of the run, for reproducible results; default: today
# jobs = 0                  # number of processes; 0: one per core
# no-cache = false          # neither use nor keep results of earlier runs and answers of services
# max-bytes = 67108864
# ocr = true                # read scanned PDF pages with tesseract, if it is installed

# [per-file-ignores]
# "CHANGELOG.md" = ["UNC"]

# [severity]
# UNC001 = "error"
"""

_POLICY = """\
# Citation policy. citevet.toml and flags override it. `citevet schema policy` prints the JSON Schema.
version: "1.0.0"

retrieval_first_policy:
  enabled: true
  policy: Cite only sources that were retrieved from the corpus.
  prohibited_actions:
    - cite from memory
    - cite works outside the corpus
    - make up DOIs, URLs, authors or pages
  missing_source: citation-needed   # unsafe fixes add this to claims without a source; also todo, report

whitelist_enforcement:
  enabled: true                     # only sources of the corpus may be cited
  # corpus_path: .aiwg/research/corpus
  pattern: 'REF-\\d{3}'
  severity: critical                # critical and high: error; medium: warning; low: info
  action: remove                    # unsafe fixes remove citations of missing sources; also todo, report
  allowed_formats: ["[REF-XXX]", "(REF-XXX)", "[REF-XXX, p.XX]", "[REF-XXX, Section X]"]
  forbidden_formats: ["(Smith et al., 2023)", "[1]", "Author (Year)", non-corpus]

page_validation:
  enabled: true
  severity: medium

severities:
  UNC001: medium
"""

_PRE_COMMIT = """\
repos:
  - repo: local
    hooks:
      - id: citevet
        name: citevet
        entry: citevet check --staged --format concise   # only the lines that the commit adds
        language: system
        types_or: [markdown, plain-text, html, tex, bib]
        require_serial: true
"""

_WORKFLOW = """\
name: citevet
on: [pull_request]
permissions:
  contents: read
jobs:
  citevet:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
        with:
          fetch-depth: 0
      - uses: actions/setup-python@v5
        with:
          python-version: "3.12"
      - run: pip install citevet
      - run: citevet check --format github --changed-since origin/${{ github.base_ref }}
"""

_AGENT_FILES = Path(__file__).parent / "agent_files"
SKILLS = ("cite-check", "citation-audit", "fact-grounding")
_SKILL_FOLDER = ".claude/skills"
_HOOK = ".claude/hooks/before_finish.py"
_HOOK_SETTINGS = """\
{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "python3 .claude/hooks/before_finish.py"}]}]}}
"""

# Name → the path to write, and its content.
TEMPLATES = {
    "config": ("citevet.toml", _CONFIG),
    "policy": ("citation-policy.yaml", _POLICY),
    "pre-commit": (".pre-commit-config.yaml", _PRE_COMMIT),
    "workflow": (".github/workflows/citevet.yml", _WORKFLOW),
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
    named = {**dict(TEMPLATES[each] for each in names), **agent_files}
    settings = _find_settings(folder) if len(named) > 1 else None
    if settings and named.pop(TEMPLATES["config"][0], None):  # only the other files were asked for
        click.echo(f"kept {settings}, which has the settings", err=True)
    files = [(folder / name, text) for name, text in named.items()]
    there = [path for path, _ in files if path.exists()]
    if there and not overwrite:
        raise UsageError("exists already", to=", ".join(map(str, there)), advice="Use --overwrite to replace it.")
    for path, text in files:
        save(text, path)
        emit(f"wrote {path}")
    if hook and ".claude/settings.json" not in named:
        click.echo(f"add this to .claude/settings.json, which exists: {_HOOK_SETTINGS}", err=True, nl=False)


def _find_settings(folder: Path) -> Path | None:
    found = find_config_file(folder, folder)
    return folder / found.path.name if found else None


def _list_skills(place: str) -> dict[str, str]:
    return {f"{place}/{name}/SKILL.md": (_AGENT_FILES / name / "SKILL.md").read_text("utf-8") for name in SKILLS}


def _list_hook_files(folder: Path) -> dict[str, str]:
    """Return the hook, and the settings that run it; settings of the user stay as they are."""
    files = {_HOOK: (_AGENT_FILES / "before-finish.txt").read_text("utf-8")}
    settings = ".claude/settings.json"
    return files if (folder / settings).exists() else {**files, settings: _HOOK_SETTINGS}
