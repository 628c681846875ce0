"""A tokenizer with fewer tokens spells every text, and reads those as before that need no more."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tokenizers import AddedToken, Tokenizer, decoders, models, pre_tokenizers, trainers
from training.decoder.tokens import closed, cut, merges

LEARNED = ["the lake near the lakes", "lakeside later", "a laker takes the cake", "near nearer nearest"] * 2


def _whole() -> dict[str, Any]:
    made = Tokenizer(models.BPE())
    made.pre_tokenizer, made.decoder = pre_tokenizers.ByteLevel(add_prefix_space=False), decoders.ByteLevel()
    alphabet = sorted(pre_tokenizers.ByteLevel.alphabet())
    made.train_from_iterator(
        LEARNED, trainers.BpeTrainer(vocab_size=300, initial_alphabet=alphabet, show_progress=False)
    )
    made.add_special_tokens([AddedToken("<|end|>", special=True), AddedToken("<|other|>", special=True)])
    found: dict[str, Any] = json.loads(made.to_str())
    return found


WHOLE = _whole()
FULL = Tokenizer.from_str(json.dumps(WHOLE))
END: int = FULL.encode("<|end|>").ids[0]
BYTES = [number for token, number in WHOLE["model"]["vocab"].items() if len(token) == 1]


def _ids(*texts: str) -> list[int]:
    return sorted({number for text in texts for number in FULL.encode(text).ids} | set(BYTES))


def _read(tokenizer: Tokenizer, vocabulary: list[int], text: str) -> list[int]:
    return [vocabulary[number] for number in tokenizer.encode(text).ids]


@pytest.mark.parametrize("text", ["the lake", "lakeside", "near nearest", "takes the cake<|end|>", "the 東京 lake"])
def test_a_text_of_kept_tokens_is_read_as_before(text: str) -> None:
    """What its tokens are merged from is kept too; without that some could not be reached."""
    given = list(dict.fromkeys([*_ids(text), END]))
    vocabulary = closed(WHOLE, given)
    assert given == vocabulary[: len(given)]  # the rows of a table of words stay where they are
    assert FULL.encode(text).ids == _read(Tokenizer.from_str(json.dumps(cut(WHOLE, vocabulary))), vocabulary, text)


def test_a_merge_without_its_parts_goes() -> None:
    """A token that cannot be reached is never given, and its text is spelt by smaller ones."""
    vocabulary = _ids("lakeside")
    assert len(FULL.encode("lakeside").ids) < 4
    made = cut(WHOLE, vocabulary)
    small = Tokenizer.from_str(json.dumps(made))
    assert set(merges(made)) < set(merges(WHOLE))
    assert "lakeside" == small.decode(small.encode("lakeside").ids)
    assert small.get_vocab_size() == len(vocabulary)


def test_other_marks_are_text() -> None:
    """A special token outside the vocabulary is spelt like any text."""
    vocabulary = closed(WHOLE, [*BYTES, END])
    small = Tokenizer.from_str(json.dumps(cut(WHOLE, vocabulary)))
    assert (1, len("<|other|>")) == (len(small.encode("<|end|>").ids), len(small.encode("<|other|>").ids))


def test_no_byte_may_go() -> None:
    """A vocabulary without a byte could not spell every text."""
    with pytest.raises(ValueError, match="1 bytes are not in the vocabulary"):
        cut(WHOLE, BYTES[1:])


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=40), st.sets(st.sampled_from(sorted(WHOLE["model"]["vocab"].values()))))
def test_every_text_comes_back(text: str, some: set[int]) -> None:
    """From any vocabulary."""
    vocabulary = closed(WHOLE, sorted(some))
    small = Tokenizer.from_str(json.dumps(cut(WHOLE, vocabulary)))
    assert text == small.decode(small.encode(text).ids, skip_special_tokens=False)
