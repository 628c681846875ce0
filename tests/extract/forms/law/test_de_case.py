"""Cases of the German high courts, by their official reports."""

from collections.abc import Callable, Iterator

import pytest

from citevet.extract.forms.de_case import find
from citevet.extract.found import Found
from citevet.extract.scene import Scene
from citevet.model import Locator

FoundIn = Callable[[Callable[[Scene], Iterator[Found]], str], list[Found]]


@pytest.mark.parametrize(
    ("text", "normal", "page"),
    [
        ("BVerfGE 65, 1", "BVerfGE 65, 1", None),
        ("BVerfGE 65, 1 (43)", "BVerfGE 65, 1", "43"),
        ("BVerfGE 65, 1 (43 f.)", "BVerfGE 65, 1", "43"),
        ("BVerfGE 65, 1, 41 ff.", "BVerfGE 65, 1", "41"),
        ("BGHZ 89, 383 (385–387)", "BGHZ 89, 383", "385-387"),
        ("BGHSt 46,\n212", "BGHSt 46, 212", None),
    ],
)
def test_report_volume_and_page(text: str, normal: str, page: str | None, found_in: FoundIn) -> None:
    """A case is cited by report, volume and first page; the page meant follows in brackets or behind a comma."""
    (one,) = found_in(find, f"So {text}.")
    assert ("de-case", normal, Locator(page=page) if page else None) == (one.kind, one.normal, one.locator)


@pytest.mark.parametrize("text", ["The BVerfGE has 160 volumes.", "BVerfGE 65", "ABGHZ 1, 2", "BGHZ 89, 3.5"])
def test_other_numbers(text: str, found_in: FoundIn) -> None:
    """A report without volume and page cites nothing."""
    assert [] == found_in(find, text)


@pytest.mark.parametrize("text", ["BGHZ 9999, 1", "BGHSt 500, 1", "RGZ 173, 1", "BGHZ 0, 1"])
def test_volumes_that_no_report_has(text: str, found_in: FoundIn) -> None:
    """A volume far beyond the last is a citation that cannot be, and is not passed over."""
    report, volume = text.partition(",")[0].split()
    assert [f"{report} has no volume {volume}"] == [one.fault for one in found_in(find, f"So {text}.")]
