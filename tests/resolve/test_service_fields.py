"""Fields of JSON are read whatever their type is."""

from hypothesis import given
from hypothesis import strategies as st
from tests.resolve.json_values import JSON

from citevet.identifiers import keep_known, normalize
from citevet.resolve.answers import dig, items_at, number_at, plain_text_at, strip_markup, text_at, texts_at, years_in

STEPS = st.lists(st.one_of(st.text(max_size=3), st.integers(-3, 3)), max_size=4)


@given(JSON, STEPS)
def test_no_value_raises(value: object, steps: list[str | int]) -> None:
    """Every reader accepts every value, and its text can be written to a file."""
    dig(value, *steps)
    for read in (text_at, plain_text_at):
        read(value, *steps).encode("utf-8")
    assert all(texts_at(value, *steps))
    assert isinstance(items_at(value, *steps), list)
    number = number_at(value, *steps)
    assert number is None or number > 0


def test_path_ends() -> None:
    """A path that leads nowhere gives none."""
    value = {"a": [{"b": 1}]}
    assert dig(value, "a", 0, "b") == 1
    assert dig(value, "a", -1, "b") == 1
    assert dig(value, "a", 1, "b") is None
    assert dig(value, "a", "b") is None
    assert dig(None, "a") is None


def test_texts() -> None:
    """Texts are on one line, numbers count as text, and true does not."""
    assert text_at({"a": " x\n y\x00z\ud800 "}, "a") == "x y z"
    assert text_at({"a": 7}, "a") == "7"
    assert text_at({"a": True}, "a") == ""
    assert texts_at(["b", "a", None, "b", {}]) == ("b", "a")
    assert items_at({"a": {"only": 1}}, "a") == [{"only": 1}]
    assert items_at({"a": ""}, "a") == []


def test_markup() -> None:
    """Tags go, comparisons stay."""
    assert strip_markup("<i>E. coli</i> &amp; others") == "E. coli & others"
    assert strip_markup("<jats:title>Aim</jats:title><jats:p>Tea</jats:p>") == "Aim Tea"
    assert strip_markup("&lt;sup&gt;13&lt;/sup&gt;C at p < 0.05, n > 3") == "13C at p < 0.05, n > 3"


def test_numbers() -> None:
    """Only positive whole numbers of a plausible size are read."""
    assert number_at("153") == 153
    assert number_at("153 p.") is None
    assert number_at(-1) is None
    assert number_at("9" * 5000) is None


def test_years() -> None:
    """Years are found in free text, without what only looks like one."""
    assert years_in("1998 Dec-1999 Jan", "1998") == (1998, 1999)
    assert years_in("12019", "0999", "") == ()


def test_dois() -> None:
    """A DOI loses its address; any other text is none."""
    assert normalize("doi", "https://doi.org/10.1000/ABC") == "10.1000/abc"
    assert normalize("doi", "doi: 10.1000/182") == "10.1000/182"
    assert normalize("doi", "11.1000/182") == ""
    assert keep_known(doi="", pmid="1") == {"pmid": "1"}
