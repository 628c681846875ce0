"""Numbers, names and lists that look like citations and are none; and numbers beyond a list, which are."""

from collections.abc import Mapping
from pathlib import Path

import pytest
from tests.rules.careful import find_problems

FIVE = "\n".join(f"[{n}] Lee, J. ({2000 + n}). Cooling of foam {n}. Journal of Foam, {n}, 4–5." for n in range(1, 6))
CITED = "Foam cools [1]. It does [2]. Really [3]. So it is [4]. Yes [5]. {}\n\n# References\n\n" + FIVE + "\n"
NAMES = """Foam cools (Lee, 1997). Trees grow (Hall, 2001). Walls rot (Kim, 2003). {}

# References

Lee, J. (1997). Cooling of foam. Journal of Foam, 3, 4–5.

Hall, B. (2001). Trees. Urban, 1, 1–2.

Kim, C. (2003). Walls. Urban, 1, 3–4.
"""
ISBN = "Books help.\n\nLee, Walls (Press 2019), ISBN {}\n"
LABELS = """AI is new [CAI]. Foam [FOA].

# References

[CAI] Mandelli, G; Rossi, A. (2016). Interpreting. Trans, 3, 4–5.

[FOA] Lee, J. (2019). Foam. Press.
"""
CHINESE = """论文[1]、[2]李白的诗。树[3]。

# 参考文献

[1]王力. 树的研究[J]. 城市, 2016, 3: 4-5.

[2]李明. 墙的研究[J]. 城市, 2018, 3: 4-5.

[3]赵云. 街的研究[J]. 城市, 2019, 3: 4-5.
"""
LATEX = "\\documentclass{article}\\begin{document}Foam \\cite{kid}.\\bibliography{refs}\\end{document}\n"
BIB = """@inproceedings{kid, author={Lee, J}, title={Foam}, crossref={p}, year=2019}
@proceedings{p, title={Proc. of Foam}, booktitle={Proc. of Foam}, year=2019, publisher={P}, editor={Kim, A}}
"""


@pytest.mark.parametrize(
    "said",
    [
        "In Figure [44] one sees it.",
        "See Fig. [44], Table [31] and Equation [12].",
        "The hidden layers have [16, 32, 64, 128] units.",
        "We set channels to [8, 16, 32].",
        "Widths were [512, 256, 128].",
    ],
)
def test_numbers_in_brackets_that_cite_nothing(said: str, tmp_path: Path) -> None:
    """The number of a figure and the sizes of layers are no works."""
    assert [] == find_problems(tmp_path, CITED.format(said))


@pytest.mark.parametrize("said", ["Foam is new [6].", "Foam is new [99].", "Foam is new [6, 7].", "It [6] and [7–9]."])
def test_numbers_beyond_the_list(said: str, tmp_path: Path) -> None:
    """Where brackets cite, a number without an entry is a fault, near the list or far from it."""
    assert any(each.startswith("KEY001") for each in find_problems(tmp_path, CITED.format(said)))


@pytest.mark.parametrize(
    "said",
    [
        "He saw it at the fair (Paris, 1908).",
        "She won the medal (London, 2012).",
        "It was signed in June (Vienna, 1961).",
        "See https://link .springer .com/article/10.1007/s00000-000-0000-0 for 40% of it.",
        "\n\n- [ ] cite the source for trees\n- [x] add [Lee, 1997]\n- TODO: cite Lee (1997)\n",
        "\n\n| Study | n |\n|---|---|\n| Ash 2011 | 30 |\n| Birch et al. 2012 | 40 |\n",
    ],
)
def test_names_that_cite_nothing(said: str, tmp_path: Path) -> None:
    """Places, addresses with blanks, lists of tasks, and the rows of a table."""
    assert [] == find_problems(tmp_path, NAMES.format(said))


@pytest.mark.parametrize(
    ("text", "name", "files"),
    [
        (ISBN.format("978-0-306-40615-712"), "a.md", {}),
        (ISBN.format("0-306-40615-2 3"), "a.md", {}),
        (LABELS, "a.md", {}),
        (CHINESE, "a.md", {}),
        (LATEX, "a.tex", {"refs.bib": BIB}),
    ],
)
def test_other_documents_without_a_fault(text: str, name: str, files: Mapping[str, str], tmp_path: Path) -> None:
    """An ISBN with the number of a note, labels of a list, markers without blanks, and the parent of an entry."""
    assert [] == find_problems(tmp_path, text, name, files)
