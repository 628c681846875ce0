"""`citevet corpus`: its commands are imported when they are called."""

import click

from citevet.cli import CommandGroup

# Name → the line that `citevet corpus --help` shows.
COMMANDS = {
    "add": "Add a paper, a web page or a DOI as a new source.",
    "import": "Import a library: .bib, RIS, CSL-JSON, Zotero, EndNote, with its documents.",
    "confirm": "Confirm that imported works exist.",
    "merge": "Make one entry of several that are one work.",
    "remove": "Remove sources with their files.",
    "list": "List the sources.",
    "search": "Search the sources by words and by meaning.",
    "index": "Update the search index.",
    "check": "List citations that are not in the corpus.",
    "pages": "Show the pages, sections, key quotes and citations of a source.",
    "health": "Report missing, wrong and outdated parts of the corpus.",
    "grade": "Show the GRADE evidence levels of the sources.",
    "cite": "Find a passage that supports a claim, and cite it.",
}

_MODULES = {
    **{name: f"citevet.cli.corpus.changes:{name}_command" for name in ("add", "import", "confirm", "merge", "remove")},
    **{name: f"citevet.cli.corpus.overview:{name}_command" for name in ("list", "grade", "check", "pages", "health")},
    **{name: f"citevet.cli.corpus.search:{name}_command" for name in ("search", "index", "cite")},
}
_EPILOG = """\b
The corpus is a folder of Markdown files such as REF-043-slug.md, each with front matter and with
the PDF, HTML or text of the work next to it. citevet finds it in .citevet/corpus, .aiwg/research
and docs/references. To use another folder, pass --corpus or set `corpus` in citevet.toml.

\b
Exit codes
  0  success
  1  a fault was found, or nothing was found (no match, no supporting passage)
  2  usage error, configuration error, unreadable input, or no corpus
"""


@click.group(cls=CommandGroup, table=COMMANDS, modules=_MODULES, epilog=_EPILOG)
def command() -> None:
    """Manage the local source library.

    Start with `citevet corpus add paper.pdf`, then cite the paper as [REF-001, p. 4].
    """
