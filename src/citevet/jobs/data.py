"""Data sets that the user installs and that are then used offline."""

from dataclasses import dataclass
from pathlib import Path

from citevet.errors import UsageError
from citevet.world.retraction_watch import ImportedData, describe_retractions, import_retractions, remove_retractions

RETRACTION_WATCH = "retraction-watch"


@dataclass(frozen=True, slots=True)
class DataSet:
    """An installed data set."""

    name: str
    data: ImportedData

    def to_dict(self) -> dict[str, object]:
        """Return plain values for JSON."""
        found = self.data
        about = {"rows": found.rows, "bytes": found.size, "path": str(found.path)}
        return {"name": self.name, **about, "file": found.file, "sha256": found.sha256}


def add_data(name: str, file: Path) -> DataSet:
    """Install a data set from a file, in place of an older one."""
    _require_name(name)
    return DataSet(name, import_retractions(file))


def list_data() -> list[DataSet]:
    """Return the installed data sets."""
    found = describe_retractions()
    return [DataSet(RETRACTION_WATCH, found)] if found else []


def remove_data(name: str) -> None:
    """Delete a data set."""
    _require_name(name)
    if not remove_retractions():
        raise UsageError("is not installed", to=name, advice="`citevet data list` lists what is.")


def _require_name(name: str) -> None:
    if name != RETRACTION_WATCH:
        raise UsageError("no such data set", to=name[:200], advice=f"There is one: {RETRACTION_WATCH}.")
