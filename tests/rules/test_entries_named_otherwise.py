"""EXI014 where a number or a key cites an entry of the list: title, year and people beside it."""

import re
from pathlib import Path

import pytest
from tests.rules.careful import find_problems

LIST = """

# References

[1] Kim, H., & Lee, M. (2019). On the voice of programs that speak. *Journal of Voices*, 1, 1–9.

[2] Okafor, A. (2021). Tone in technical prose. *Journal of Tone*, 3, 4–5.

[3] Müller, K., Brandt, T., & Diaz, C. (2015). Shade and rent in hot cities. *Housing*, 8, 3–9.

[4] A. Vaswani, N. Shazeer, "Attention is all you need," in Proc. NeurIPS, 2017, pp. 1–11.
"""
BIB = r"""@article{kim, author={Kim, Hana and Lee, Minjun}, title={On the voice of programs that speak}, year={2019}}
@article{okafor, author={Okafor, Ada}, title={Tone in technical prose}, journal={J}, year={2021}}
@article{mueller, author={M{\"u}ller, K. and Brandt, T. and Diaz, C.}, title={Shade and rent in hot cities}, year=2015}
@article{vaswani, author={Vaswani, A. and Shazeer, N.}, title={Attention is all you need}, journal={J}, year={2017}}
"""
KEYS = {"1": "kim", "2": "okafor", "3": "mueller", "4": "vaswani"}
ALL = " See [1], [2], [3], [4]."
OTHERWISE = [
    "In *On the voice of programs that speak* (2012) [1] it is praised.",
    "Okafor et al. [1] praise it.",
    "As Kim et al. [2] show, tone matters.",
    "Okafor and Diaz [1] praise it.",
    "The paper *Shade and rent in hot cities* [1] says so.",
    "“Tone in technical prose” (2014) [2] says so.",
    "In *Tone in technical prose* (2021) [3] it is so.",
    "It is so [2] (*Tone in technical prose*, 2012).",
    "Smith et al. [4] introduced attention.",
    "Brandt et al. [4] introduced it.",
    "The article titled *Attention is what you want* [4] introduced it.",
]
RIGHTLY = [
    "Kim et al. [1] praise it.",
    "Kim and Lee [1] praise it.",
    "Muller et al. [3] say so.",
    "Müller, Brandt, and Diaz [3] say so.",
    "In *On the voice of programs* (2019) [1] it is.",
    "Vaswani et al. [4] introduced it.",
    "BLEU and ROUGE [4] are scores.",
    "Adam and SGD [2] optimise.",
    "In *Nature* [2] it is.",
    "Kim et al. [1, 2] praise it.",
    "Kim et al. and others [2] praise it.",
    "They visited London and Paris [3].",
    "*Quercus robur* [3] grows.",
    "Brandt and Diaz [3] say so.",
    "The Journal of Voices [1] says so.",
    "*Attention Is All You Need* (2018) [4] introduced it.",
    "Unlike Kim, Okafor [2] says so.",
    "Lee [1] says so.",
    "Diaz et al. [3] say so.",
    "Okafor (2021) [2] says so.",
]


def _name_keys(numbers: str, sign: str) -> list[str]:
    return [f"{sign}{KEYS[number.strip()]}" for number in numbers.split(",")]


def write(said: str, form: str) -> tuple[str, str]:
    """Return the name and text of a document that cites by number, by key, or in LaTeX."""
    if form == "numbers":
        return "paper.md", f"{said}\n\n{ALL}{LIST}"
    if form == "keys":
        text = re.sub(r"\[([\d, ]+)\]", lambda found: f"[{'; '.join(_name_keys(found[1], '@'))}]", f"{said}\n\n{ALL}\n")
        return "paper.md", f"---\nbibliography: refs.bib\n---\n\n{text}"
    text = re.sub(
        r"\s\[([\d, ]+)\]", lambda found: rf"~\cite{{{','.join(_name_keys(found[1], ''))}}}", f"{said}\n\n{ALL}\n"
    )
    text = re.sub(r"\*([^*]+)\*", r"\\emph{\1}", text).replace("“", "``").replace("”", "''")
    return "paper.tex", rf"\documentclass{{article}}\begin{{document}}{text}\bibliography{{refs}}\end{{document}}"


def list_reported(said: list[str], form: str, folder: Path) -> list[str]:
    """Return the words that EXI014 reports in a document with each sentence in a paragraph of its own."""
    name, text = write("\n\n".join(said), form)
    found = find_problems(folder, text, name, {"refs.bib": BIB} if form != "numbers" else None)
    return [each.removeprefix("EXI014 ") for each in found if each.startswith("EXI014")]


@pytest.mark.parametrize("form", ["numbers", "keys", "latex"])
def test_entries_that_are_named_otherwise(form: str, tmp_path: Path) -> None:
    """Each wrong detail is found in each form."""
    assert len(OTHERWISE) == len(list_reported(OTHERWISE, form, tmp_path))


@pytest.mark.parametrize("form", ["numbers", "keys", "latex"])
def test_entries_that_are_named_rightly(form: str, tmp_path: Path) -> None:
    """Short titles, pairs of things, other authors of the entry, and a year off by one are right."""
    assert [] == list_reported(RIGHTLY, form, tmp_path)
