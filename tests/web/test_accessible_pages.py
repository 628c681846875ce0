"""The rules of axe for WCAG A and AA, in both themes and every state of the report."""

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.web.conftest import Open

STATES = {"overview": "", "finding": "jjjjjjjjjjjjj", "claims": "2jj", "review": "3jax", "keys": "?"}


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_report_is_accessible(open_page: "Open", example_page: str, theme: str) -> None:
    """Contrast, names, landmarks and targets are right in every state of the report."""
    opened = open_page(example_page, color_scheme=theme)
    for state, keys in STATES.items():
        opened.press(*keys)
        assert {} == opened.find_faults(), state


def test_report_fits_a_phone(open_page: "Open", example_page: str) -> None:
    """On a narrow screen nothing is wider than the screen, and the rules hold as well."""
    opened = open_page(example_page)
    opened.page.set_viewport_size({"width": 360, "height": 740})
    opened.press("j")
    assert 360 == opened.page.evaluate("document.documentElement.scrollWidth")
    assert {} == opened.find_faults()


def test_the_checks_find_faults(open_page: "Open", example_page: str) -> None:
    """A pale text, a button without a name and a doubled id are found."""
    opened = open_page(example_page)
    opened.page.evaluate("""() => {
      document.querySelector(".counts").style.color = "rgb(200, 200, 200)";
      document.querySelector("main").append(document.createElement("button"));
      document.querySelectorAll("nav button").forEach((each) => { each.id = "twice"; });
    }""")
    assert {"color-contrast", "button-name", "duplicate-id-active"} <= set(opened.find_faults())
