"""Many spellings of an address are one page, and two pages are never one."""

import pytest

from citevet.identifiers.page_keys import make_page_key


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("https://e.org/a", "http://www.E.org./a/#top"),
        ("e.org/a", "HTTPS://e.org:443/a?"),
        ("https://e.org/a#:~:text=tower", "http://e.org:80/a"),
        ("https://e.org/a?id=1&gclid=2&UTM_Source=x", "https://e.org/a?id=1"),
        ("https://e.org/a?ref_src=t&fbclid=3&mkt_tok=z", "https://e.org/a"),
        ("https://e.org/a?b=1&a=2", "https://e.org/a?a=2&b=1"),
        ("https://en.m.wikipedia.org/wiki/Tower", "https://en.wikipedia.org/wiki/Tower"),
        ("https://mobile.e.org/a", "https://www.e.org/a"),
        ("https://amp.e.org/a", "https://e.org/a/amp/"),
        ("https://e.org/a?amp=1", "https://e.org/a"),
        ("https://e.org/a.amp.html", "https://e.org/a.html"),
        ("https://www.google.com/amp/s/e.org/a", "https://e.org/a"),
        ("https://e-org.cdn.ampproject.org/c/s/e.org/a", "https://e.org/a"),
        ("https://e.org/%7Ejane/caf%c3%a9", "https://e.org/~jane/café"),
        ("https://bücher.example/a", "https://xn--bcher-kva.example/a"),
        ("https://e.org/index.html", "https://e.org"),
        ("https://youtu.be/X1y?si=q", "https://www.youtube.com/watch?v=X1y"),
        ("https://dx.doi.org/10.1/a", "https://doi.org/10.1/a"),
        ("https://mobile.twitter.com/a", "https://x.com/a"),
    ],
)
def test_spellings_of_one_page(one: str, other: str) -> None:
    """What measures visits, serves phones or is written in two ways does not make another page."""
    assert make_page_key(one) == make_page_key(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("https://e.org/a?id=1", "https://e.org/a?id=2"),
        ("https://e.org/a?page=2", "https://e.org/a"),
        ("https://e.org/a?b=1&b=2", "https://e.org/a?b=1"),
        ("https://e.org/a", "https://e.org/A"),
        ("https://e.org:8080/a", "https://e.org/a"),
        ("https://de.wikipedia.org/wiki/T", "https://en.wikipedia.org/wiki/T"),
        ("https://e.org/#/a", "https://e.org/#/b"),
        ("https://m.se/a", "https://se/a"),
        ("https://amp.dev/a", "https://dev/a"),
        ("https://e.org/camp", "https://e.org/c"),
        ("https://e.org/lamp/", "https://e.org/l"),
        ("https://google.com/amp", "https://google.com/"),
        ("https://e.org/a%2Fb", "https://e.org/a/b"),
        ("https://shop.e.org/a", "https://e.org/a"),
        ("https://youtube.com/watch?v=a", "https://youtube.com/watch?v=A"),
        ("https://e.org/a.html", "https://e.org/a"),
    ],
)
def test_two_pages(one: str, other: str) -> None:
    """A parameter, a port, a language and the case of a path lead elsewhere."""
    assert make_page_key(one) != make_page_key(other)


@pytest.mark.parametrize(
    "address", ["", "https://", "http://[::1", "https://e.org:x/a", "//", "a" * 9_000, "%", "\ud800"]
)
def test_anything_has_a_key(address: str) -> None:
    """What is no address is its own key, or a part of it."""
    assert isinstance(make_page_key(address), str)
