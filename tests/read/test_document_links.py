"""The links of pages and of reStructuredText, wherever they stand."""

from time import process_time

import pytest

from citevet.model import DocumentLink
from citevet.read import parse
from citevet.read.document_links import list_links

PAGE = """<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0//EN" "http://dtd.example/xhtml.dtd">
<html xmlns="http://names.example/xhtml"><head><link rel=stylesheet href=a.css>
<link rel="preconnect" href="https://fonts.example"><script src="b.js">var x = "<img src='no.png'>";</script>
<style>/* url(no.png) */ body { background: url(bg.png) } @import "z.css"; a { fill: url(#no) }</style></head>
<body background=wall.png><nav><img src=n.png><a href="x.html">x</a></nav><!-- <img src=no.png> -->
<p style="background: url('p.png')">http://a.example/ <object data="o.svg"></object><area href=r.html>
<video poster=v.jpg src=v.mp4><track src=t.vtt></video><iframe src="i.html"></iframe>
<picture><source srcset="wide.png 1x, big.png 2x"></picture><a>no</a> <form action="no.php"></form></body></html>
"""
TEXT = r"""Title
=====
See `docs <guide/a.html>`_, `site
<https://x.example/
long>`__, `alias <name_>`_, :doc:`intro`, :doc:`T <other/x>`, :pep:`t <8>`, ``no `x <y.html>`_``.

.. _name: target.rst
.. _`q r`: https://q.example/a\_b
.. _other: name_
.. __: anon.txt
.. image:: img/a.png
   :target: https://t.example/
.. |logo| image:: logo.svg
.. a comment `x <no.html>`_
   .. image:: no.png

.. code-block:: rst

   .. image:: no.png
   `x <no.html>`_

Example::

   `x <no.html>`_

.. note::

   .. figure:: yes.png

   `y <yes.html>`_
.. include:: ../CHANGES.rst
"""


def _list(text: str, name: str) -> list[DocumentLink]:
    return list_links(parse(text.encode(), name))


def test_everything_that_a_page_loads_or_links_to() -> None:
    """Head, menus, films, styles and frames count; comments, scripts, namespaces and forms do not."""
    found = {kind: {link.target for link in _list(PAGE, "a.html") if link.kind == kind} for kind in ("link", "image")}
    assert {"x.html", "o.svg", "r.html", "t.vtt", "i.html"} == found["link"]
    assert {"wall.png", "n.png", "v.jpg", "v.mp4", "wide.png", "big.png"} == found["image"]
    loaded = {link.target for link in _list(PAGE, "a.html") if link.kind == "resource"}
    assert {"a.css", "b.js", "bg.png", "z.css", "p.png"} == loaded
    assert ["http://a.example/"] == [link.target for link in _list(PAGE, "a.html") if link.kind == "address"]


@pytest.mark.parametrize(
    ("base", "wanted"),
    [("https://b.example/v1/", "https://b.example/v1/x.html"), ("sub/", "sub/x.html"), ("http://[", "x.html")],
)
def test_a_base_moves_relative_links(base: str, wanted: str) -> None:
    """The first <base> counts, and a place of the page itself stays one."""
    page = f'<head><base href="{base}"><base href="/no/"></head><a href="x.html">x</a><a href="#top">y</a>'
    assert [wanted, "#top"] == [link.target for link in _list(page, "a.html")]


def test_links_of_restructured_text() -> None:
    """Targets, roles and pictures count; names of other targets, literals, code and comments do not."""
    found = [(link.kind, link.target) for link in _list(TEXT, "a.rst")]
    assert not [target for _, target in found if "no" in target.split("/")[-1] and target != "anon.txt"]
    pictures = {target for kind, target in found if kind == "image"}
    assert {"img/a.png", "logo.svg", "yes.png"} == pictures
    pages = "guide/a.html https://x.example/long intro other/x target.rst https://q.example/a_b anon.txt yes.html"
    assert {*pages.split(), "https://t.example/"} == {target for kind, target in found if kind == "link"}
    assert {"../CHANGES.rst"} == {target for kind, target in found if kind == "resource"}


@pytest.mark.parametrize(
    ("name", "unit"),
    [
        ("a.html", "<a href="),
        ("a.html", "<p style='url("),
        ("a.html", "<script src=x "),
        ("a.html", "<style>@import "),
        ("a.html", '<img srcset="a b, '),
        ("a.rst", "`x <"),
        ("a.rst", "`x "),
        ("a.rst", ":doc:`x <"),
        ("a.rst", ".. _a:b"),
        ("a.rst", "``"),
        ("a.rst", ".. |a"),
        ("a.rst", "\n.. image:: "),
        ("a.rst", "\n ::\n"),
    ],
)
def test_hostile_text_is_read_in_linear_time(name: str, unit: str) -> None:
    """Unclosed forms, again and again."""
    start = process_time()
    _list(unit * 20_000, name)
    assert process_time() - start < 5
