"""What the seventeenth set of strangers' documents showed to be no fault, and the fault beside each."""

from collections.abc import Mapping
from pathlib import Path

import pytest
from tests.rules.careful import find_problems

ARTICLE = (
    "@article{{b, author={{Kim, H.}}, title={{On the weight of wet foam}}, "
    "year={{{year}}}, journal={{{where}}}{more}}}\n"
)
PREPRINT = (
    "@article{a, author={Kim, H.}, title={On the weight of wet foam}, year={2016}, journal={bioRxiv}, pages={049452}}\n"
)
TALK = "@inproceedings{a, author={Kim, H.}, title={On the weight of wet foam}, year={2015}, booktitle={Proc. Foams}}\n"
CITES = "---\nbibliography: refs.bib\n---\n\nFoam is light [@a; @b].\n"
PART = (
    "\\documentclass[../main.tex]{%s}\n\\begin{document}\n"
    "See \\ref{sec:one}. \\section{B}\\label{sec:b}\n\\end{document}\n"
)
LISTED = (
    "Foam sinks (Kim, 2019). %s\n\n## References\n\n"
    "Kim, H. (2019). Foam. *J. Foam*, 1, 2–9.\n\nLee, J. (2018). Ash. *J. Ash*, 3, 4–9.\n"
)
MAIN = "\\documentclass{article}\n\\begin{document}\nFoam \\cite{kim}. %s\n\\bibliography{%s}\n\\end{document}\n"
BIB = {"refs.bib": "@article{kim, author={Kim, H.}, title={Foam}, year={2019}, journal={J. Foam}}\n"}


@pytest.mark.parametrize(
    ("entries", "found"),
    [
        (PREPRINT + ARTICLE.format(year=2016, where="mBio", more=", doi={10.1128/mbio.1}"), 0),
        (TALK + ARTICLE.format(year=2017, where="Journal of Foam", more=""), 0),
        (PREPRINT + ARTICLE.format(year=2016, where="bioRxiv", more=""), 1),
        (TALK + TALK.replace("{a,", "{b,"), 1),
        (
            ARTICLE.format(year=2016, where="Foams", more="").replace("{b,", "{a,")
            + ARTICLE.format(year=2016, where="J. F.", more=""),
            1,
        ),
    ],
)
def test_two_versions_of_a_work(entries: str, found: int, tmp_path: Path) -> None:
    """A preprint and its article may both be cited, as may a conference paper and its journal version."""
    problems = find_problems(tmp_path, CITES, files={"refs.bib": entries})
    assert found == len([each for each in problems if each.startswith("KEY004")])


@pytest.mark.parametrize(("kind", "found"), [("subfiles", 0), ("standalone", 0), ("article", 1)])
def test_labels_of_a_part(kind: str, found: int, tmp_path: Path) -> None:
    """A subfile has the labels of its main file."""
    assert found == len(find_problems(tmp_path, PART % kind, "part.tex"))


@pytest.mark.parametrize(
    ("said", "name", "found"),
    [
        ("", "%  |\nrefs", []),
        ("\\DIFdelbegin \\DIFdel{Old \\cite{gone}.} \\DIFdelend", "refs", []),
        ("\\DIFaddbegin \\DIFadd{New \\cite{gone}.} \\DIFaddend", "refs", ["KEY001"]),
        ("", "%  |\nlost", ["KEY008"]),
    ],
)
def test_comments_and_deletions_in_latex(said: str, name: str, found: list[str], tmp_path: Path) -> None:
    """A comment inside of an argument is none of its names, and what latexdiff strikes out is not cited."""
    assert found == [each.split()[0] for each in find_problems(tmp_path, MAIN % (said, name), "paper.tex", BIB)]


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("It is in rivers (Yang et al., 2018, *ZooKeys* 759: 91–106).", 0),
        ("It is old (Mizuno & Goto, 1998, 『日本のハゼ』).", 0),
        ("*R. brunneus* (Temminck & Schlegel, 1845) is brown.", 0),
        ("| *Rhinogobius similis* | (Gill, 1859) |", 0),
        ("It eats its eggs (Okuda et al., 2004).", 1),
        ("*Foam* (Okuda, 2004) is a book.", 1),
    ],
)
def test_works_that_need_no_entry(said: str, found: int, tmp_path: Path) -> None:
    """A journal or title beside the citation says where the work is, and a species has its authors."""
    assert found == len([each for each in find_problems(tmp_path, LISTED % said) if each.startswith("KEY009")])


@pytest.mark.parametrize(
    ("said", "files", "found"),
    [
        ("![a](img/fig5-eps-converted-to.pdf)", {"img/fig5.eps": ""}, 0),
        ("![a](img/tree.png)", {"img/tree.gv": ""}, 0),
        ("![a](book/img/tree.png)", {"text/book/img/tree.png": ""}, 0),
        ("![a](img/tree.png)", {"img/other.gv": ""}, 1),
        ("In [](#chapter-two) we go on.", {}, 0),
        ("In [chapter two](#chapter-two) we go on.", {}, 1),
        ("Fill the [CITE] placeholders.", {}, 0),
        ("Foam is light [CITE].", {}, 1),
        ('We import { Server } from "@scope/sdk/server/index.js" here.', {}, 0),
        ("See @docs/notes/gone.md here.", {}, 1),
    ],
)
def test_what_a_build_fills_in(said: str, files: Mapping[str, str], found: int, tmp_path: Path) -> None:
    """Pictures with a source beside them or below a folder above, links without words, and forms that are named."""
    assert found == len(find_problems(tmp_path, f"# Foam\n\n{said}\n", "text/part/a.md", files))
