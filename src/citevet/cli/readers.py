"""What `citevet init` writes for each kind of reader, and the commands that come next."""

from citevet.records import dataclass


@dataclass(frozen=True, slots=True)
class ReaderKind:
    """One kind of reader: the settings that differ from the defaults, other files, and the first commands."""

    who: str  # in the question
    settings: str
    files: tuple[str, ...] = ()  # names of templates
    has_skills: bool = False
    commands: tuple[str, ...] = ()


_HEAD = "# Settings of citevet for this folder. `citevet init` in an empty folder writes all keys, with comments.\n\n"
_JUDGE = 'judge = "best"           # check whether the sources support the claims, with the best judge installed\n'
_ONLINE = "online = true            # ask registries, law databases and web sites; your text is not sent\n"
_MAILTO = '# mailto = "me@example.org"  # some services answer faster to people with an address\n'

READERS = {
    "researcher": ReaderKind(
        "a researcher with a library (Zotero, EndNote, Mendeley, .bib) and a thesis or paper",
        _JUDGE + "# online = true          # also ask registries whether the works exist, and for retractions\n",
        commands=(
            "citevet corpus import references.bib papers/   (or: citevet corpus import ~/Zotero)",
            "citevet check thesis.docx",
        ),
    ),
    "editor": ReaderKind(
        "an editor or reviewer with Word files and their reference lists",
        _ONLINE + _MAILTO,
        commands=(
            "citevet check paper.docx --format docx-comments --output commented.docx",
            "citevet check paper.docx --format html --output paper-check.html",
        ),
    ),
    "lawyer": ReaderKind(
        "a lawyer with briefs that cite cases and statutes",
        _ONLINE
        + _MAILTO
        + 'select = ["LAW", "EXI", "IDN", "QUO", "PAG", "KEY", "GEN", "MET"]   # no rules of science\n',
        commands=("citevet check brief.docx", "citevet check brief.docx --format html --output brief-check.html"),
    ),
    "maintainer": ReaderKind(
        "a maintainer of documents in a repository",
        'fail-on = ["error"]      # what fails a commit or a pull request\n'
        '# baseline = "citevet-baseline.json"   # after `citevet baseline`: only new findings count\n',
        files=("pre-commit", "workflow"),
        commands=("citevet check", "pre-commit install", "citevet baseline   (to accept what is there now)"),
    ),
    "agent-author": ReaderKind(
        "an author of agents or RAG systems",
        _JUDGE,
        has_skills=True,
        commands=(
            "citevet mcp   (the server for Claude, Cursor and others)",
            'citevet verify "Tokyo has 41 million residents." --source tokyo.md',
        ),
    ),
    "teacher": ReaderKind(
        "a teacher with a folder of theses or essays",
        _JUDGE + _ONLINE + _MAILTO,
        commands=(
            "citevet batch theses --output results",
            "citevet check theses/one.docx --format html --output one.html",
        ),
    ),
}


def write_settings(name: str) -> str:
    """Return the configuration file for a reader."""
    return f"{_HEAD}{READERS[name].settings}"
