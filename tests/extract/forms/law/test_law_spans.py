"""What holds for every legal citation in every text."""

from collections.abc import Callable, Iterator

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from citevet.extract.forms import celex, ecli, eu_act, eu_case, kr_case, kr_statute, uk_act, uk_case, us_law
from citevet.extract.found import Found
from citevet.extract.scene import Scene

FoundIn = Callable[[Callable[[Scene], Iterator[Found]], str], list[Found]]

_FINDERS = (celex, ecli, eu_act, eu_case, kr_case, kr_statute, uk_act, uk_case, us_law)
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
def test_a_span_starts_and_ends_with_the_citation(pieces: list[str], found_in: FoundIn) -> None:
    """No finder fails, and no span has white space, a comma, a stop or an unopened bracket at its edge."""
    text = "".join(pieces)
    for finder in _FINDERS:
        for one in found_in(finder.find, text):
            cited = text[one.span.start : one.span.end]
            assert cited.strip() == cited
            assert cited != ""
            assert not cited.endswith((",", ";", ":"))
            assert "`" not in cited
            assert not (cited.endswith(")") and cited.count(")") > cited.count("("))


@pytest.mark.parametrize("finder", _FINDERS)
def test_nothing_is_found_in_nothing(finder: object, found_in: FoundIn) -> None:
    """An empty text has no citations, and eyecite is not asked about it."""
    assert [] == found_in(finder.find, "")  # type: ignore[attr-defined] # modules share the function, not a type
    assert [] == found_in(finder.find, "\n\n \n")  # type: ignore[attr-defined] # as above
