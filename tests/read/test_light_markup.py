"""Org, reStructuredText, AsciiDoc and Typst: what is prose, what is cited, and where the entries are."""

from pathlib import Path

import pytest

import citevet
from citevet.errors import ReadError
from citevet.extract import extract
from citevet.read import parse_text, read

ORG = """#+title: Trees
* Shade
Trees cool cite:oh2016,lee2019 and [[citep:&kim]] in [[https://e.com/a][a town]]. So it is[fn:1] or not[fn::Lee (2019)].
It is ~x[1]~ and $y[2]$.
#+begin_src python
z[3]
#+end_src

3. [@3] It is cool.

[fn:1] Oh, A. (2016). Shade.
"""
RST = """#####
Trees
#####
Trees cool [1]_ and :cite:p:`oh2016,lee2019`, says [Kim20]_. It is ``x[2]`` and :math:`y[3]`.

.. note:: It was warm [1]_.
   :class: wide

.. code-block:: python

   z[4]

As code::

   z[5]

.. A comment [6]_
   of two lines

.. [1] Oh, A. (2016). Shade.
   Journal of Trees.
.. [Kim20] Kim, H. (2020). Roots.
"""
ADOC = """= Trees
:author: Kim
Trees cool <<oh>> and cite:[lee2019(3)] in https://e.com/a[a town], see <<shade>>.footnote:[Kim (2020).]
// a comment [1]
----
z[2]
----
It is `x[3]` and stem:[y[4]].

[bibliography]
== References
* [[[oh]]] Oh, A. (2016). Shade.
* [[[lee,2]]] Lee, B. (2019). Roots.
"""
TYPST = """#import "a.typ": b
#let x = [hidden @kim2018]
= Trees <shade>
Trees cool @oh2016[p. 3] and #cite(<lee2019>, supplement: [p. 4]), see @shade. // @kim2017
#figure(image("a.png", width: 80%), caption: [Shade, after @kim2020])
It is `@kim2016` and $x[1]$, on #link("https://e.com/a")[a page]#footnote[Lee (2019).] of a #text(red)[town].
"""


@pytest.mark.parametrize(
    ("path", "text", "cited", "prose"),
    [
        (
            "a.org",
            ORG,
            ["oh2016", "lee2019", "[[citep:&kim]]", "[[https://e.com/a][a town]]", "[fn:1]", "[fn::Lee (2019)]"],
            ["Shade", "in a town", "So it is or not."],
        ),
        (
            "a.rst",
            RST,
            ["[1]", "oh2016", "lee2019", "[Kim20]_", "[1]"],
            ["It was warm.", "As code::"],
        ),
        (
            "a.adoc",
            ADOC,
            ["<<oh>>", "cite:[lee2019(3)]", "https://e.com/a[a town]", "footnote:[Kim (2020).]"],
            ["in a town"],
        ),
        (
            "a.typ",
            TYPST,
            [
                "@oh2016[p. 3]",
                "#cite(<lee2019>, supplement: [p. 4])",
                "@kim2020",
                '#link("https://e.com/a")',
                "#footnote[Lee (2019).]",
            ],
            ["Shade, after @kim2020", "on a page of a town."],
        ),
    ],
)
def test_citations_and_prose(path: str, text: str, cited: list[str], prose: list[str]) -> None:
    """Every form of the markup is a citation with its exact span; code, comments and settings are none, nor claims."""
    found = extract(parse_text(text, path))
    inside = [note.span for note in found.citations if note.kind == "footnote"]
    assert cited == [
        each.text for each in found.citations if not any(note != each.span and note.holds(each.span) for note in inside)
    ]
    said = "\n".join(claim.plain.text for claim in found.claims)
    assert [] == [words for words in prose if words not in said and words not in _list_titles(found.document)]
    assert not {"hidden", "comment", "image", "z["} & {
        word for word in ("hidden", "comment", "image", "z[") if word in said
    }


def _list_titles(document: citevet.Document) -> list[str]:
    return [block.span.of(document.text) for block in document.blocks if block.kind == "heading"]


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("a.org", "* One\nx\n** Two\ny"),
        ("a.rst", "One\n###\nx\n\nTwo\n---\ny"),
        ("a.adoc", "== One\nx\n=== Two\n** y"),
        ("a.typ", "= One\nx\n== Two\ny"),
    ],
)
def test_titles_of_two_levels(path: str, text: str) -> None:
    """The stars of Org are titles at every level, and the same signs in AsciiDoc are bullets."""
    assert ["One", "Two"] == [title.split("\n")[0] for title in _list_titles(parse_text(text, path))]


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("a.org", '#+bibliography: "my refs.bib"\nTrees cool [cite:@oh2016; @lost9].'),
        ("a.org", "Trees cool cite:oh2016,lost9.\n\nbibliography:refs.bib,other.bib"),
        ("a.org", "Trees cool \\cite{oh2016,lost9}.\n\n# \\bibliography{gone}\n\\bibliography{refs}"),
        ("a.org", "Trees cool cite:oh2016,lost9.\n* Set :noexport:\n#+latex_header: \\addbibresource{refs.bib}"),
        ("a.adoc", ":bibtex-file: refs.bib\n\nTrees cool cite:[oh2016] cite:[lost9]."),
        ("a.typ", 'Trees cool @oh2016 and @lost9.\n#bibliography("/refs.bib", style: "apa")'),
        ("a.typ", 'Trees cool @oh2016 and @lost9.\n#bibliography(("refs.yml",))'),
        ("a.typ", 'Trees cool @oh2016 and @lost9.\n#bibliography(\n  title: "Works", ("refs.bib", "other.bib"))'),
        (
            "a.typ",
            'Trees cool@oh2016. Ask a@b9.com, [or @oh2016], or #cite("oh2016", "lost9").\n#bibliography("refs.bib")',
        ),
        ("a.typ", '#import "@preview/glossy:0.8.0": *\nThe @cpu:pl cool #cite(<lost9>).\n#bibliography("refs.bib")'),
        ("a.md", "---\nbibliography: csl.yaml\n---\nTrees cool [@oh2016; @lost9]."),
    ],
)
def test_keys_are_looked_up(tmp_path: Path, path: str, text: str) -> None:
    """The file that the document names is read, and only the key without an entry is reported."""
    entry = "@article{oh2016, title={Shade}, author={Oh, A.}, year={2016}}"
    (tmp_path / "refs.bib").write_text(entry, encoding="utf-8")
    (tmp_path / "my refs.bib").write_text(entry, encoding="utf-8")
    (tmp_path / "other.bib").write_text("", encoding="utf-8")
    (tmp_path / "refs.yml").write_text("oh2016:\n  type: article\n  title: Shade\n  author: Oh, A.\n", encoding="utf-8")
    (tmp_path / "csl.yaml").write_text("references:\n- id: oh2016\n  title: Shade\n  type: book\n", encoding="utf-8")
    (tmp_path / path).write_text(text, encoding="utf-8")
    report = citevet.check(tmp_path / path, flags={"no_cache": True, "select": ["KEY001", "KEY008"]})
    assert [('unknown key "lost9"', "error")] == [
        (finding.message, str(finding.severity)) for audit in report.audits for finding in audit.findings
    ]


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("a.rst", "Trees cool :cite:`lost9` and [Lost9]_.\n\n.. [Oh16] Oh, A. (2016). Shade.\n"),
        ("a.rst", ".. list-table:: Trees\n\n   * - Oak\n     - :cite:`lost9`\n\n.. bibliography:: refs.bib\n"),
        ("a.org", "Trees cool cite:lost9.\n\nbibliography:~/library.bib,refs.bib"),
        ("a.typ", 'Trees cool @lost9.\n#include "b.typ"\n#bibliography("refs.bib")'),
    ],
)
def test_a_key_may_be_defined_elsewhere(tmp_path: Path, path: str, text: str) -> None:
    """Where other files may define a key, an unknown one is only a note."""
    (tmp_path / "refs.bib").write_text("@book{oh2016, title={Shade}, year={2016}}", encoding="utf-8")
    (tmp_path / "b.typ").write_text("= B", encoding="utf-8")
    (tmp_path / path).write_text(text, encoding="utf-8")
    report = citevet.check(tmp_path / path, flags={"no_cache": True, "select": ["KEY001"]})
    found = [str(finding.severity) for audit in report.audits for finding in audit.findings]
    assert found
    assert {"info"} == set(found)


@pytest.mark.parametrize(("path", "sign"), [("a.typ", "//"), ("a.adoc", "//"), ("a.org", "#"), ("a.rst", "..")])
def test_a_comment_accepts_findings(tmp_path: Path, path: str, sign: str) -> None:
    """A comment in the form of the format accepts the findings of the next paragraph, and no others."""
    tea, milk = (
        f"In all {share}% of the world population drink {what} daily." for share, what in ((45, "tea"), (52, "milk"))
    )
    (tmp_path / path).write_text(f"{sign} citevet: ignore[UNC001] ours\n\n{tea}\n\n{milk}\n", encoding="utf-8")
    (audit,) = citevet.check(tmp_path / path, flags={"no_cache": True, "select": ["UNC001"]}).audits
    assert ["inline", None] == [finding.suppressed for finding in audit.findings]


def test_the_parts_of_a_typst_document(tmp_path: Path) -> None:
    """A chapter is read with its main file, and its keys are looked up in the bibliography of that file."""
    (tmp_path / "refs.yml").write_text("oh2016:\n  title: Shade\n  serial-number:\n    doi: 10.1038/a\n", "utf-8")
    (tmp_path / "main.typ").write_text('#include "one.typ"\n#bibliography("refs.yml")\n', "utf-8")
    (tmp_path / "one.typ").write_text("Trees cool @oh2016.\n", "utf-8")
    (part,) = read(tmp_path / "main.typ").includes
    (citation,) = extract(part).citations
    (entry,) = extract(part).references
    assert (entry.id, "Shade", "10.1038/a") == (citation.reference, entry.title, entry.identifiers[0].normal)


@pytest.mark.parametrize("path", ["a.org", "a.rst", "a.adoc", "a.typ"])
def test_hostile_markup_is_read(path: str) -> None:
    """Six kilobytes of the worst repetitions stay as they are; tests/laws has the growth of the time."""
    pieces = """[ #f( #f[ ] $ ` ``` " /* { [fn: [[https:// .. ---- :: #+begin_src #+end_src footnote:[ [[[a]]] <a
    #footnote[ = == - =a ~ // #let :cite:` cite: <<""".split()
    for piece in [*pieces, *(f"{each}\n" for each in pieces), "#let\u2028x", "a\n==\n", "..\n  a\n", "#let x = (\n"]:
        text = piece * (6_000 // len(piece))
        assert text == parse_text(text, path).text


@pytest.mark.parametrize("text", ["[" * 9000, "a: &a [*a]", "a: {b: " * 500, "- a", "title: A\nauthor: B", "\x07: 1"])
def test_yaml_that_is_no_bibliography(text: str) -> None:
    """A bomb, a broken file and settings are refused in one sentence that names the file."""
    with pytest.raises(ReadError, match=r"a\.yml"):
        parse_text(text, "a.yml")
