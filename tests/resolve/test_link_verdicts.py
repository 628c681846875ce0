"""The short way to a verdict on a page: what its title and its first bytes show."""

import pytest

from citevet.model import Hop
from citevet.read.page_kind import tell_page_kind
from citevet.read.web_page import read_web_page
from citevet.resolve.web.link_check import classify
from citevet.world.net.wire import Answer

URL = "http://trees.example/notes/1"
HEAD = {"content-type": "text/html; charset=utf-8"}
PARKED = '<script>window.park = "eyJ1"</script>'
PROSE = "<p class=note>The survey counted the roots of street trees under pipes.</p>\n" * 60


def _page(body: str, title: str = "Street trees") -> bytes:
    return f"<html><head><title>{title}</title></head><body><h1>{title}</h1>{body}</body></html>".encode()


@pytest.mark.parametrize("body", [PROSE, PROSE + PARKED, PARKED + PROSE.replace("<p class=note>", "<p>")])
def test_much_text_is_a_page(body: str) -> None:
    """A long page is fine whatever scripts it loads, as for the closer look."""
    found = classify(URL, Answer(200, HEAD, _page(body)), ())
    assert found is not None
    assert "ok" == found.state
    assert "content" == tell_page_kind(read_web_page(_page(body), HEAD["content-type"]), URL, {})


@pytest.mark.parametrize(
    "body",
    [
        PARKED,
        f"{PARKED}<pre>{'x ' * 3_000}</pre>",  # no paragraph
        PARKED + "<p>" + "木" * 900,  # three bytes each
        PARKED + "<p " * 2_000,
        '<form><input type="password"></form>',
        "<p>This domain is for sale",
    ],
)
def test_little_text_and_a_mark_need_a_closer_look(body: str) -> None:
    """What stands in front of a page has little text, and a mark."""
    assert classify(URL, Answer(200, HEAD, _page(body)), ()) is None


@pytest.mark.parametrize("title", ["Page not found", "Just a moment...", "Log in", "Seite nicht gefunden"])
def test_a_telling_title_needs_a_closer_look(title: str) -> None:
    """However long the page is: other pages of the host decide."""
    assert classify(URL, Answer(200, HEAD, _page(PROSE, title)), ()) is None


def test_redirects_need_a_closer_look() -> None:
    """They may lead to the start page, or to a page of another kind."""
    assert classify(URL, Answer(200, HEAD, _page(PROSE)), (Hop(302, "http://trees.example/"),)) is None
