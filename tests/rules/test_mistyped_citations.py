"""A name or year that misses its entry by a slip is a warning that names the entry; what looks alike is none."""

from pathlib import Path

import pytest
from tests.rules.careful import find_problems

from citevet.jobs.check import check

LIST = """

# References

Lee, J. (1997). Cooling of foam. *Journal of Foam*, 3, 4–5.

Halvorsen, P., Okafor, B., & Diaz, C. (2019). Trees in hot streets. *Urban Trees*, 12, 100–110.

Müller, K., & Brandt, T. (2015). Shade and rent. *Housing*, 8, 3–9.

Okafor, B. (2021). *Streets and water*. Harbour Press.

Sandoval, M. (1966–1970). *Roots under pavements* (Vols. 1–2). Harbour Press.
"""
CITED = (
    "Foam cools (Lee, 1997). Trees help (Halvorsen et al., 2019). Shade pays (Müller & Brandt, 2015). "
    "Okafor (2021) agrees. Roots grow (Sandoval, 1966–1970). "
)
BIB = r"""@article{lee97, author={Lee, Jin}, title={Cooling of foam}, journal={Journal of Foam}, year={1997}}
@article{halvorsen19, author={Halvorsen, P. and Okafor, B. and Diaz, C.}, title={Trees}, journal={Urban}, year={2019}}
@article{mueller15, author={M{\"u}ller, K. and Brandt, T.}, title={Shade and rent}, journal={Housing}, year={2015}}
@book{okafor21, author={Okafor, B.}, title={Streets and water}, publisher={Harbour Press}, year={2021}}
"""
LATEX = r"""\documentclass{{article}}\begin{{document}}
Foam cools \cite{{lee97}}. Trees help \citep{{halvorsen19}}. Shade pays \cite{{mueller15}}. Streets \cite{{okafor21}}.
{}
\bibliography{{refs}}\end{{document}}
"""
KEYED = """---
bibliography: refs.bib
---
Foam cools [@lee97]. Trees help [@halvorsen19]. Shade pays [@mueller15]. Streets [@okafor21].

{}
"""


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("Foam is warm (Lee, 1979).", "KEY011 (Lee, 1979)"),
        ("Halvorsen et al. (2018) say so.", "KEY011 Halvorsen et al. (2018)"),
        ("As Okafor's (2012) book says.", "KEY011 Okafor's (2012)"),
        ("So say Müller and Brandt (2014).", "KEY011 Müller and Brandt (2014)"),
        ("Trees matter (Halverson et al., 2019).", "KEY009 (Halverson et al., 2019)"),
        ("Shade (Müller & Brant, 2015).", "KEY009 (Müller & Brant, 2015)"),
        ("Streets (Okafer, 2021).", "KEY009 (Okafer, 2021)"),
        ("Lee (born 1979) was a chemist.", None),
        ("Halvorsen moved to Oslo (Norway, 2018).", None),
        ("Roots grow (Sandoval, 1968).", None),  # one of the years in which its volumes came out
        ("Foam is warm (Lee, 1997a).", None),
    ],
)
def test_a_slip_in_a_document_with_a_list(said: str, found: str | None, tmp_path: Path) -> None:
    """Another year of the same authors, and another spelling of one of them."""
    assert [found] * bool(found) == find_problems(tmp_path, CITED + said + LIST)


@pytest.mark.parametrize("form", ["latex", "markdown"])
@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("Lee (1979) says foam is warm.", "KEY011 Lee (1979)"),
        ("Trees (Halvorsen et al., 2018) matter.", "KEY011 (Halvorsen et al., 2018)"),
        ("Halvorsen, Okafor, and Diaz (2016) differ.", "KEY011 Halvorsen, Okafor, and Diaz (2016)"),
        ("As Okafar (2021) writes.", "KEY009 Okafar (2021)"),
        ("Trees (Halverson et al., 2019) matter.", "KEY009 (Halverson et al., 2019)"),
        ("Lee (1961) was another man.", None),  # two digits differ: a work that the document does not list
        ("Miller (1968) coined the word.", None),
        ("Lee (1997) says foam is warm.", None),
        ("Leigh (1997) says foam is warm.", None),
    ],
)
def test_a_slip_beside_keys(form: str, said: str, found: str | None, tmp_path: Path) -> None:
    """Where keys cite the works, names and years in the text may miss an entry only by more than a slip."""
    text, name = (LATEX.format(said), "paper.tex") if form == "latex" else (KEYED.format(said), "paper.md")
    assert [found] * bool(found) == find_problems(tmp_path, text, name, {"refs.bib": BIB})


def test_the_message_names_the_entry(tmp_path: Path) -> None:
    """A reader sees what was probably meant."""
    (tmp_path / "paper.md").write_text(f"{CITED}Foam (Lee, 1979). Trees (Okafer, 2021).{LIST}")
    messages = [each.message for each in check([tmp_path / "paper.md"]).audits[0].findings]
    assert any("did you mean 1997?" in each for each in messages)
    assert any("did you mean Okafor 2021?" in each for each in messages)


ALONE = """ Heat is bad (Kim, 2019).

# References

Kim, H. (2019). On heat in cities. *Journal of Heat*, 1, 1–9.

Lee, J. (2018). Measuring the cooling of liquid foam. *Journal of Foam*, 3, 4–5.
"""
MISSING = "either the year is wrong, or that work is missing from the list"


@pytest.mark.parametrize(
    ("said", "cause"),
    [
        ("Foam is warm (Lee, 2019).", "did you mean 2018?"),
        ("Foam is warm (Lee, 2008). It is (Lee, 2008).", "did you mean 2018?"),
        ("Foam is warm (Lee, 2028). It is not (Kim, 2019).", None),  # IDN014 reports it: a year to come
        ("He saw liquid foam in Measuring the Cooling of Foam (Lee, 1997).", "did you mean 2018?"),
        ("Foam is warm (Lee, 2018a).", "did you mean 2018?"),
        ("Foam is warm (Lee, 2018). It sinks (Lee, 2019).", MISSING),
        ("Foam is warm (Lee, 1997).", MISSING),
        ("Foam is warm (Lee, 2017; Lee, 2019).", MISSING),
        ("As Lee (2017) and again Lee (2016) show, foam cools.", MISSING),
        ("Cooling was measured (Lee, 1997), though others did not.", MISSING),
    ],
)
def test_a_year_is_suggested_only_where_it_is_likely(said: str, cause: str | None, tmp_path: Path) -> None:
    """Another work by the same people may be missing from the list: then both causes are named."""
    (tmp_path / "paper.md").write_text(said + ALONE)
    found = [each.message for each in check([tmp_path / "paper.md"]).audits[0].findings if each.code == "KEY011"]
    assert bool(cause) == bool(found)
    assert all(each.endswith(str(cause)) for each in found)
