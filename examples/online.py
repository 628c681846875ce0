"""Audit `online/brief.md` against services on this machine, as the second half of `make demo` does.

The services are those of tests/emulator, which answer for doi.org, Crossref, CourtListener, the Wayback Machine and the
web site of the brief. Nothing leaves the machine.
"""  # noqa: INP001 - not a package

import json
import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from types import ModuleType

HERE = Path(__file__).parent
ROOT = HERE.parent


def main() -> int:
    """Run `citevet check` with all hosts of the web on this machine; return its exit code."""
    tests = ModuleType("tests")
    tests.__path__ = [str(ROOT / "tests")]
    sys.modules["tests"] = tests  # some packages install a folder of this name
    from tests.emulator.pages import SITES
    from tests.emulator.public_hosts import list_hosts
    from tests.emulator.server import Emulator

    with Emulator(sites={**list_hosts(), **SITES}, hurries=True) as emulator, TemporaryDirectory() as cache:
        private = {"CITEVET_RESOLVE_HOSTS": json.dumps(emulator.routes), "CITEVET_ALLOW_PRIVATE": "1"}
        environment = {**os.environ, **private, "CITEVET_CACHE_DIR": cache}
        words = sys.argv[1:] or ["check", "online/brief.md", "--online"]
        program = [sys.executable, "-c", "from citevet.cli import main; main()"]
        return subprocess.run([*program, *words], cwd=HERE, env=environment, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
