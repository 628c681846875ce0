"""The real answers that lie in `shared/recorded` beside the repository, where that folder exists."""

import json
from base64 import b64decode
from dataclasses import dataclass
from pathlib import Path

from tests.resolve.fake_web import classify

from citevet.model import Reply

# The repository may be a worktree, one folder deeper.
_FOLDERS = [each / "shared" / "recorded" for each in Path(__file__).resolve().parents[3:5]]


@dataclass(frozen=True)
class RecordedAnswer:
    """One file: the request, and the reply as the client gives it."""

    name: str
    url: str
    reply: Reply


def list_recorded(service: str) -> list[RecordedAnswer]:
    """Return the recorded answers of a service, by name of file; none where the folder is missing."""
    files = sorted(file for folder in _FOLDERS for file in folder.glob(f"{service}/*.json"))
    return [_read(file) for file in files]


def _read(file: Path) -> RecordedAnswer:
    found = json.loads(file.read_text("utf-8"))
    body = found.get("body")
    data = b64decode(found["body_base64"]) if body is None else body.encode()
    headers = {name.lower(): value for name, value in found.get("headers", {}).items()}
    url = found["request"]["url"]
    return RecordedAnswer(file.stem, url, classify(Reply(url, found["status"], headers, data)))
