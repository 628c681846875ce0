"""Tests of properties that hold for every legal citation."""

from collections.abc import Callable, Iterator

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from citevet.extract.law.eu_acts import find_eu_acts
from citevet.extract.law.eu_identifiers import find_celex_numbers, find_eclis
from citevet.extract.law.european_cases import find_eu_cases
from citevet.extract.law.korean_cases import find_korean_cases
from citevet.extract.law.korean_statutes import find_korean_statutes
from citevet.extract.law.uk_law import find_uk_acts, find_uk_cases
from citevet.extract.law.us_law import find_us_law
from citevet.extract.masked_text import FoundCitation, MaskedText

Finder = Callable[[MaskedText], Iterator[FoundCitation]]
FoundIn = Callable[[Finder, str], list[FoundCitation]]

_FINDERS: tuple[Finder, ...] = (
    find_celex_numbers,
    find_eclis,
    find_eu_acts,
    find_eu_cases,
    find_korean_cases,
    find_korean_statutes,
    find_uk_acts,
    find_uk_cases,
    find_us_law,
)
_PIECES = st.sampled_from(
    [
        *"Roe v. Wade,|576 U.S. 644|, 651–52|(2015)|Id. at 3|, supra, at 5|42 U.S.C. §|1983(a)".split("|"),
        *"[2013]|UKSC 42|[45]|1 AC 212|R v B|Human Rights|Act 1998|, s 6(1)|SI 2018/1400".split("|"),
        *"Article 17(1)(a)|GDPR|recital 26|Regulation (EU)|2016/679|No 45/2001|OJ L 119,|C-131/12".split("|"),
        *"Joined Cases|and|ECLI:EU:C:2014|:317|32016R0679".split("|"),
        *"민법|같은 법|제103조|의2|제1항|(절도)|「|」|대법원".split("|"),
        *"2019. 5. 16.|선고|2017다226629|판결|시행령|및|에 관한 법률".split("|"),
        *("*", "> ", "\n", "\n\n", " ", " ", ".", "(", ")", "`", "http://x/", "§", "\u00a0", "\0"),
    ]
)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(pieces=st.lists(_PIECES, max_size=30))
def test_span_starts_and_ends_with_the_citation(pieces: list[str], found_in: FoundIn) -> None:
    """No finder fails, and no span has white space, a comma, a full stop or an unopened bracket at its edge."""
    text = "".join(pieces)
    for finder in _FINDERS:
        for one in found_in(finder, text):
            cited = text[one.span.start : one.span.end]
            assert cited.strip() == cited
            assert cited != ""
            assert not cited.endswith((",", ";", ":"))
            assert "`" not in cited
            assert not (cited.endswith(")") and cited.count(")") > cited.count("("))


@pytest.mark.parametrize("finder", _FINDERS)
def test_empty_text_has_no_citations(finder: Finder, found_in: FoundIn) -> None:
    """An empty text has no citations, and eyecite is not called."""
    assert [] == found_in(finder, "")
    assert [] == found_in(finder, "\n\n \n")
