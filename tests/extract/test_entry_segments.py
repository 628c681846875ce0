"""Segments of an entry, as features of its words."""

import pytest

from citevet.extract.entry_features import describe_words
from citevet.extract.entry_segments import describe_segments
from citevet.extract.entry_words import classify_words, split_words


def show(text: str) -> str:
    """Return the words with a bar between segments."""
    words = [word.text for word in split_words(text)]
    rows = describe_segments(words, list(classify_words(words)))
    return "".join(f"{word}{' | ' if place[-1] == '1' else ' '}" for word, (_, place) in zip(words, rows, strict=True))


@pytest.mark.parametrize(
    ("text", "segments"),
    [
        ("Roe, J. and A. Marsh. On foam.", "Roe, | J. and A. Marsh. | On foam. | "),
        ("Cold foam. Ice Rev. Lett. 3(4):5", "Cold foam. | Ice Rev. Lett. | 3 | (4): | 5 | "),
        ("Foam in 12 cities, “Ice”", "Foam in 12 cities, | “Ice” | "),
        ("Nature 405 (2000)", "Nature | 405 | (2000) | "),
        ("张三.冷泡沫[J].冰", "张三. | 冷泡沫 | [J]. 冰 | "),
    ],
)
def test_a_segment_ends_at_a_sign_and_before_a_volume(text: str, segments: str) -> None:
    """Stops of initials and of abbreviations end none; a number with a sign after it starts one."""
    assert segments == show(text)


def test_words_of_a_segment_know_what_is_beside_it() -> None:
    """All words of a journal's name have in common that a volume follows."""
    words = split_words("Roe, J. On foam. Wired and Tired, 3(4), 5-9.")
    (features,) = describe_words([words])
    journal = [features[at] for at, word in enumerate(words) if word.text in {"Wired", "and", "Tired,"}]
    shared = set.intersection(*map(set, journal))
    assert any(each.startswith("GaT,|num") for each in shared)
    assert not any(each.startswith("GaT,|num") for each in features[2])


def test_a_hostile_entry_is_described_in_linear_time() -> None:
    """Each of thousands of segments has few features, of bounded length."""
    (features,) = describe_words([split_words("2019. (a) 3, " * 400)])
    assert max(map(len, features)) < 80
    assert max(len(each) for row in features for each in row) < 80
