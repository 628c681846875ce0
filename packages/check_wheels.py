"""Install the built wheels into an empty environment, and run what the README shows: `make wheels`."""  # noqa: INP001 - not a package

import json
import shutil
import subprocess
import sys
import venv
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parents[1]
_FAULTS_FOUND = 1  # the exit code of the demo, whose documents have planted faults


def main(folder: Path) -> None:
    """Check the wheels in a folder; raise where one is missing, cannot be installed, or does not work."""
    wheels = {name: _find(folder, name) for name in ("citevet", "citevet_base")}
    with TemporaryDirectory(prefix="citevet-wheels-") as scratch:
        place = Path(scratch)
        python = _make_environment(place / "venv")
        _run(python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", wheels["citevet"])
        examples = place / "examples"
        shutil.copytree(ROOT / "examples", examples)
        report = json.loads(
            _run(python, "-m", "citevet", "check", "--format", "json", cwd=examples, code=_FAULTS_FOUND)
        )
        _say(f"demo: {report['verdict']}, {report['census']['problems']} problems")
        _run(python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", wheels["citevet_base"])
        models = json.loads(_run(python, "-m", "citevet", "models", "list", "--json", cwd=place))
        names = {model["name"] for model in models}
        if not {"small", "base"} <= names:
            raise SystemExit(f"the wheels bring the models {sorted(names)}, not small and base")
        _say(f"models: {', '.join(sorted(names))}")


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")


def _find(folder: Path, name: str) -> str:
    found = sorted(folder.glob(f"{name}-*.whl"))
    if len(found) != 1:
        raise SystemExit(f"{folder} has {len(found)} wheels of {name}; empty it, and run `make wheels`")
    return str(found[0])


def _make_environment(folder: Path) -> str:
    venv.create(folder, with_pip=True)
    return str(folder / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python"))


def _run(*command: str, cwd: Path | None = None, code: int = 0) -> str:
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)
    if done.returncode != code:
        raise SystemExit(f"{' '.join(command)} ended with {done.returncode}, not {code}:\n{done.stdout}{done.stderr}")
    return done.stdout


if __name__ == "__main__":
    main(Path(sys.argv[1]))
