"""Where this citevet was installed from, and the command that adds a part of it from the same place.

`pip install 'citevet[web]'` asks the package index, which a clone or a wheel did not come from.
"""

import json
import shlex
import shutil
import sys
from pathlib import Path
from urllib.parse import unquote, urlsplit

from citevet.records import dataclass
from citevet.world import git

_BASE = "packages/citevet-base"  # the larger judge, in the repository


@dataclass(frozen=True, slots=True)
class Origin:
    """What pip recorded of an installation that did not come from a package index."""

    url: str = ""  # of the clone, repository or wheel; empty for a package index
    revision: str = ""  # of a repository

    @property
    def folder(self) -> Path | None:
        """The clone on this machine, if it is one."""
        place = Path(unquote(urlsplit(self.url).path)) if self.url.startswith("file:") else None
        return place if place and place.is_dir() else None

    @property
    def requirement(self) -> str:
        """What pip takes after the name; empty for a package index."""
        if not self.url:
            return ""
        return f" @ git+{self.url}@{self.revision}" if self.revision else f" @ {self.url}"


def find_origin() -> Origin:
    """Return where citevet was installed from, by the record of pip (PEP 610)."""
    from importlib import metadata  # 18 ms, and few runs name a command of pip

    try:
        recorded = json.loads(metadata.distribution("citevet").read_text("direct_url.json") or "{}")
    except (metadata.PackageNotFoundError, ValueError, OSError):
        return Origin()
    vcs = recorded.get("vcs_info") or {}
    return Origin(str(recorded.get("url") or ""), str(vcs.get("commit_id") or ""))


def describe_for_ci(origin: Origin | None = None) -> str:
    """Return what a machine without our files can install: a version, or a repository at a revision; else nothing."""
    from importlib import metadata

    origin = find_origin() if origin is None else origin
    if not origin.url:
        return f"citevet=={metadata.version('citevet')}"
    if origin.revision:
        return f"citevet{origin.requirement}"
    remote = git.find_remote(origin.folder) if origin.folder else None
    return f"citevet @ git+{remote[0]}@{remote[1]}" if remote else ""


def _find_pip() -> str:
    """Return the pip of this environment: without its folder on the PATH, `pip` is that of another Python."""
    here = Path(sys.executable).parent
    found = shutil.which("pip")
    return "pip" if found and Path(found).parent == here else f"{shlex.quote(sys.executable)} -m pip"


def install_command(extra: str, origin: Origin | None = None) -> str:
    """Return the command that installs an extra of citevet from where citevet itself came."""
    origin = find_origin() if origin is None else origin
    if extra != "base" or not origin.url:
        return f"{_find_pip()} install 'citevet[{extra}]{origin.requirement}'"
    if origin.folder:
        return f"{_find_pip()} install '{origin.folder / _BASE}'"
    if origin.revision:
        return f"{_find_pip()} install 'citevet-base{origin.requirement}#subdirectory={_BASE}'"
    return "pip install the wheel of citevet-base from the release page"
