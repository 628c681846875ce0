"""Bare addresses in running text."""

from collections.abc import Callable
from typing import Any

import pytest


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("See https://e.org/bare.", [("https://e.org/bare", "https://e.org/bare", "1:5")]),
        ("(https://e.org/par)", [("https://e.org/par", "https://e.org/par", "1:2")]),
        ("at www.e.org/x, done", [("www.e.org/x", "http://www.e.org/x", "1:4")]),
        (
            "https://en.wikipedia.org/wiki/A_(b)!",
            [("https://en.wikipedia.org/wiki/A_(b)", "https://en.wikipedia.org/wiki/A_(b)", "1:1")],
        ),
        ("https://e.org/x#:~:text=abc", [("https://e.org/x#:~:text=abc", "https://e.org/x", "1:1")]),
        ("https://e.org/?utm_source=a&id=1", [("https://e.org/?utm_source=a&id=1", "https://e.org/?id=1", "1:1")]),
        (
            "https://E.org/A?id=1 https://e.org/A?id=2",
            [
                ("https://E.org/A?id=1", "https://e.org/A?id=1", "1:1"),
                ("https://e.org/A?id=2", "https://e.org/A?id=2", "1:22"),
            ],
        ),
        ("주소 https://e.org에서", [("https://e.org", "https://e.org", "1:4")]),
        (
            "https://ko.wikipedia.org/wiki/서울",
            [("https://ko.wikipedia.org/wiki/서울", "https://ko.wikipedia.org/wiki/서울", "1:1")],
        ),
        ("“https://e.org/q”", [("https://e.org/q", "https://e.org/q", "1:2")]),
        ("**https://e.org/b**", [("https://e.org/b", "https://e.org/b", "1:3")]),
        ("\\[not\\](https://e.org/esc)", [("https://e.org/esc", "https://e.org/esc", "1:9")]),
        ("<https://e.org/auto>", [("<https://e.org/auto>", "https://e.org/auto", "1:1")]),
    ],
)
def test_found(spot: Callable[..., Any], text: str, expected: Any) -> None:
    """An address ends before the sentence's punctuation and a Korean particle; its query and case stay."""
    assert [("url", *row) for row in expected] == spot(text)


@pytest.mark.parametrize(
    "text",
    [
        "`https://e.org`",
        "```\nhttps://e.org\n```",
        "https:// alone",
        "www. alone and www.x alone",
        "mail a@www.e.org",
        "<!-- https://e.org -->",
        "![i](https://e.org/i.png)",
        '<img src="https://e.org/i.png">',
        "ftp://e.org/x",
        "<pre>https://e.org</pre>",
        "a <code>https://e.org</code> b",
        "<details>\n<pre><code>\nurl = https://e.org\n</code></pre>\n</details>",
    ],
)
def test_not_found(spot: Callable[..., Any], text: str) -> None:
    """Code, comments, pictures, mail and scraps of addresses are no citation."""
    assert [] == spot(text)


@pytest.mark.parametrize(
    ("text", "fault", "mend"),
    [
        ("https://e.org/https://e.org/", "pasted twice", "https://e.org/"),
        ("http://e.org:99999/", "the host or the port makes no sense", None),
        ("http://-e.org/", "-e.org is no host name", None),
        ("http://[::1]:80/x", None, None),
        ("http://127.0.0.1:8765/x", None, None),
        ("https://web.archive.org/web/2019/https://e.org/", None, None),
    ],
)
def test_faults(faults: Callable[..., Any], text: str, fault: str | None, mend: str | None) -> None:
    """An address that cannot work is named; an archived one holds another and is right."""
    assert [(fault, mend)] == faults(text)
