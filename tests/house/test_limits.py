"""docs/limits.md lists every limit with its value, and the source uses every one."""

import subprocess
import sys
from pathlib import Path

from citevet import limits

ROOT = Path(__file__).parents[2]
_NAMES = [name for name in vars(limits) if name.isupper()]


def test_the_page_is_up_to_date() -> None:
    """`make docs` was run after the last change of a limit."""
    page = subprocess.run([sys.executable, ROOT / "docs/limits.py"], capture_output=True, check=True, text=True)
    assert (ROOT / "docs/limits.md").read_text("utf-8") == page.stdout
    assert all(f"`{name}`" in page.stdout for name in _NAMES)


def test_every_limit_is_used() -> None:
    """A limit that nothing enforces would be an empty promise."""
    sources = [path.read_text("utf-8") for path in (ROOT / "src/citevet").rglob("*.py") if path.name != "limits.py"]
    assert [] == [name for name in _NAMES if not any(name in source for source in sources)]
