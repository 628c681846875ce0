"""The forms of evals/neighbours pass, apart from those that are known to fail."""

import pytest
from evals.neighbours.__main__ import read_forms, try_form

FORMS = read_forms()
# A pronoun points to evidence that stands elsewhere; no author of a name in the text is known without a list.
KNOWN = (
    "This confirms that",
    "(Holm, 2190)",
    "(Holm, 20199)",
    "(Vale, 1018)",
    "[2]: https://a.org/old",  # of two definitions, Markdown shows the first
    "planted by Lee (doi:",
)


def _text(form: dict[str, dict[str, str]]) -> str:
    return next(iter(form["files"].values()), "")


@pytest.mark.parametrize("behaviour", sorted({(form["system"], form["behaviour"]) for form in FORMS}))
def test_forms_pass(behaviour: tuple[str, str]) -> None:
    """Every form of a behaviour shows what it should and hides what it should."""
    tried = [form for form in FORMS if (form["system"], form["behaviour"]) == behaviour]
    known = [form for form in tried if any(words in _text(form) for words in KNOWN)]
    assert {_text(form): fault for form in tried if form not in known and (fault := try_form(form))} == {}


def test_a_form_that_does_not_pass_is_told() -> None:
    """The board sees a missing line, an unwanted line and another exit code."""
    form = {
        "args": ["check", "n.md"],
        "files": {"n.md": "Shade [REF-999]."},
        "hides": ["EXI001"],
        "shows": ["PAG"],
        "exit": 0,
    }
    assert try_form(form) == "no PAG; EXI001; exit code 1"
