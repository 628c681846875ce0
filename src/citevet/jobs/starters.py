"""The files that a project starts with."""

_CONFIG = """\
# What citevet demands of this project. What is commented out is the default, or shows how it is written.

# select = ["KEY", "EXI", "QUO"]   # codes, prefixes or names; without it, all rules
# ignore = ["UNC003"]
# strict = false            # warnings become errors
# fail-on = ["error"]       # error, warning, info; and "incomplete" to exit 3 when not everything was checked
# corpus = "research"       # the folder of the project's own sources
# corpus-only = false       # only ids of the corpus, [REF-043, p.15], may be cited
# rlm = false               # look at citations of files only: [src/login.ts@a8f9c2d4e5f60718, L42-58]
# judge = "none"            # ask whether sources of the corpus say so: "small", "base", a folder, or "owner/name"
# risk = 0.05               # at most this share of those called supported may be wrong; the rest stays unchecked
# llm = "ollama:llama3.1"   # ask a language model where the judge is unsure; also "openai:…", "anthropic:…"
# budget = 30               # votes that it may be asked for in a run; three decide on a claim
# report = false            # also keep a report in .citevet/reports, or in .aiwg/reports where there is that tree
# require-reasons = false   # a suppression must say why
# online = false            # allow the network
# offline = false           # never use it, whatever else says online; without either it is not used
# baseline = "citevet-baseline.json"
# exclude = ["drafts/*"]
# format = "full"
# output = "citevet.txt"    # write the report there instead of to stdout
# today = 2026-06-01        # the date of the run, for repeatable results; without it, the clock's
# jobs = 0                  # processes; 0: one for each core
# max-bytes = 67108864

# [per-file-ignores]
# "CHANGELOG.md" = ["UNC"]

# [severity]
# UNC001 = "error"
"""

_PRE_COMMIT = """\
repos:
  - repo: local
    hooks:
      - id: citevet
        name: citevet
        entry: citevet check --staged --format concise   # only the lines that the commit adds
        language: system
        types_or: [markdown, plain-text, html, tex]
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

# What to ask for → the path to write, and its content.
STARTERS = {
    "config": ("citevet.toml", _CONFIG),
    "pre-commit": (".pre-commit-config.yaml", _PRE_COMMIT),
    "workflow": (".github/workflows/citevet.yml", _WORKFLOW),
}
