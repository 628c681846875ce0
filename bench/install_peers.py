"""Install the peers of the `bench` extra one by one; one that cannot be installed is reported and skipped."""

import subprocess
import sys
import tomllib
from pathlib import Path


def main() -> None:
    """Install each pinned peer with its own pip call."""
    project = tomllib.loads(Path(__file__).parent.with_name("pyproject.toml").read_text("utf-8"))
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    for peer in project["project"]["optional-dependencies"]["bench"]:
        if subprocess.run([*pip, peer], check=False).returncode:
            print(f"{peer} cannot be installed: `make bench` will list it as missing", file=sys.stderr)


if __name__ == "__main__":
    main()
