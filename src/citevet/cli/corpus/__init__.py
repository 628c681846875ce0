"""`citevet corpus`: one file per command, loaded when it is called."""

import click

from citevet.cli.lazy import Lazy

# Name → the line that `citevet corpus --help` shows; the command itself is citevet.cli.corpus.<name>.command.
COMMANDS = {
    "add": "File a paper, a page or a DOI as a new source.",
    "list": "List the sources: id, year, authors, title, pages, grade.",
    "search": "Find words in the sources, and what is about them, with page and snippet.",
    "index": "Make ready what searches need; they do it themselves while there is little to do.",
    "check": "List the citations of documents that are not in the corpus.",
    "pages": "Show the pages, sections and key quotes of one source, and who cites which page.",
    "health": "Say what is missing, wrong or outdated in the corpus.",
    "grade": "Say how much evidence the sources carry, and which nobody has assessed.",
    "cite": "Find the passage that carries a claim, and cite it; or say that there is none.",
}

_EPILOG = """\b
The corpus is a folder of Markdown files, REF-043-slug.md, each with a front matter, and with
its PDF, HTML or text beside it. It is looked for in .citevet/corpus, .aiwg/research and
docs/references, and where --corpus or citevet.toml says.

\b
Exit codes
  0  done; nothing wrong
  1  something is wrong or was not found: a citation that is not in the corpus, no passage
  2  usage, configuration or unreadable input, or the project keeps no corpus
"""


@click.group(cls=Lazy, table=COMMANDS, package="citevet.cli.corpus", epilog=_EPILOG)
def command() -> None:
    """Keep the project's own sources: what may be cited, and what it says.

    Start with `citevet corpus add paper.pdf`, then cite it as [REF-001, p. 4].
    """
