"""The extension for VS Code fits the language server that it starts."""

import json
from pathlib import Path

from citevet.serve.lsp.server import read_settings
from citevet.version import __version__

FOLDER = Path(__file__).parents[2] / "editors/vscode"
MANIFEST = json.loads((FOLDER / "package.json").read_text(encoding="utf-8"))
SETTINGS = MANIFEST["contributes"]["configuration"]["properties"]


def test_the_server_accepts_every_setting() -> None:
    """All settings but the command are options of the server, and their defaults leave `citevet.toml` alone."""
    names = {name.removeprefix("citevet."): setting["default"] for name, setting in SETTINGS.items()}
    del names["command"]
    assert read_settings(names) == read_settings({})
    assert not read_settings(dict.fromkeys(names, "set"))[1]


def test_a_workspace_cannot_set_the_command() -> None:
    """A project that somebody else wrote cannot choose which program is started."""
    assert SETTINGS["citevet.command"]["scope"] == "machine"
    assert SETTINGS["citevet.command"]["default"] == ["citevet", "lsp"]


def test_manifest_and_code_agree() -> None:
    """The version is that of citevet, and the extension wakes up for the languages that it sends to the server."""
    assert MANIFEST["version"] == __version__
    languages = json.dumps([event.removeprefix("onLanguage:") for event in MANIFEST["activationEvents"]])
    assert f"const LANGUAGES = {languages};" in (FOLDER / "extension.js").read_text(encoding="utf-8")
