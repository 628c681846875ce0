"""Whether claim and sentence both deny: only a denial that reaches what the claim speaks of counts."""

import pytest

from citevet.judge.opposing import parity
from citevet.judge.opposing.parity import deny_alike
from citevet.judge.opposing.reading import Reading, read


@pytest.mark.parametrize(
    ("claim", "sentence", "expected"),
    [
        ("Staff liked the new rota.", "Staff liked the new rota.", True),
        ("Staff did not like the new rota.", "Staff liked the new rota.", False),
        ("Staff liked the new rota.", "Staff did not like the new rota.", False),
        ("Staff did not like the new rota.", "Nobody on the staff liked the new rota.", True),
        # A denial in another clause of the sentence says nothing of the claim.
        ("Staff did not like the rota.", "Staff liked the rota in 61 % of wards and had no view in the rest.", False),
        ("Staff liked the rota.", "Staff liked the rota in 61 % of wards and had no view in the rest.", True),
        ("The bridge carries lorries.", "The bridge carries lorries, although trams cannot use it.", True),
        ("The bridge does not carry lorries.", "The bridge carries lorries, although trams cannot use it.", False),
        ("Police arrested four men.", "Police arrested four men, without saying where.", True),
        ("The mill, which never closed, makes paper.", "The mill, which never closed, makes paper.", True),
        # Nor does one behind the claim itself, where the sentence begins with it.
        ("Sweden banned it in 2013.", "Sweden banned it in 2013, Denmark in 2016; Norway has not banned it.", True),
        ("Nobody banned it in 2013.", "Sweden banned it in 2013; Norway has not banned it.", True),
        # What a pronoun stands for is denied too.
        ("Six per cent were not content.", "Of those asked 91 % were content and 6 % were not.", True),
        # Two denials in one sentence do not make it say yes.
        ("Neither bus nor tram runs at night.", "Buses and trams run at night.", False),
        ("Buses and trams run at night.", "Neither bus nor tram runs at night.", False),
        # Verbs that deny, and words that only set one thing beside another.
        ("The pump failed to start.", "The pump started.", False),
        ("The pump was unable to start.", "The pump did not start.", True),
        ("They chose tea instead of coffee.", "They chose tea.", True),
        ("They chose tea.", "They chose tea rather than coffee.", True),
        # Not only is no denial.
        ("The fund paid for the roof.", "The fund paid not only for the roof but also for the tower.", True),
        ("", "", True),
    ],
)  # fmt: skip
def test_both_deny_or_neither(claim: str, sentence: str, *, expected: bool) -> None:
    """A denial on one side only makes the two unlike, if it bears on a word of the claim."""
    assert expected is deny_alike(claim, sentence)


@pytest.mark.parametrize("unit", ["not ", "not and ", "nobody, ", "a"])
def test_of_a_megabyte_a_page_is_read(unit: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the front of a hostile text is read."""
    lengths: list[int] = []

    def counted(text: str) -> Reading:
        lengths.append(len(text))
        return read(text)

    monkeypatch.setattr(parity, "read", counted)
    text = unit * (1_000_000 // len(unit))
    assert deny_alike(text, text)
    assert [20_000, 20_000] == lengths
