"""A LaTeX project as a zip archive, as Overleaf gives it: unpacked for the time of one check."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from citevet.errors import NotADocument
from citevet.read.files import load_file
from citevet.session import Session
from citevet.world.paths import resolve_path

ARCHIVE = ".zip"


def is_project_archive(path: Path) -> bool:
    """Check whether a target is a zip archive."""
    return path.suffix.lower() == ARCHIVE


@contextmanager
def unpack_project(path: Path, session: Session) -> Iterator[Session]:
    """Yield a Session in the folder of an unpacked project; paths count from there, the corpus is the user's own.

    The folder is deleted at the end. Pictures are not unpacked: empty files take their places.
    """
    from tempfile import TemporaryDirectory

    from citevet.read.project_archive import list_project_files  # lxml

    shown = session.show(session.here / path)
    data = load_file(session.here / path, max_bytes=session.config_for(path).max_bytes, shown=shown)
    with TemporaryDirectory(prefix="citevet-project-") as scratch:
        folder = resolve_path(Path(scratch))
        names = [_write(folder, name, content) for name, content in list_project_files(data, shown)]
        if not any(name.endswith((".tex", ".ltx", ".typ", ".md", ".qmd", ".docx")) for name in names):
            advice = "Name an archive with .tex, .typ, .md or .docx files, such as the source of an Overleaf project."
            raise NotADocument("the archive has no document", to=shown, advice=advice)
        places = (session.config, session.config_in(resolve_path(session.here)))  # beside the archive, or here
        folders = next(filter(None, (session.corpus_for(config).folders for config in places)), ())
        corpus = {"corpus": str(resolve_path(folders[0]))} if folders else {}
        inside = Session({**session.options, **corpus}, here=folder, targets=[folder])
        try:
            yield inside
        finally:
            inside.close()


def _write(folder: Path, name: str, content: bytes) -> str:
    file = folder / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(content)
    return name.lower()
