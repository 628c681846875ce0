"""The targets of `make fuzz`, under hypothesis: reading and extracting never fail in a way of their own."""

import sys
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

sys.path.insert(0, str(Path(__file__).parents[2]))
from fuzz import fuzz_extract, fuzz_read

from citevet.read import parse

# Pieces that open something, close something else, or look like a citation and are none.
_PIECES = st.sampled_from(
    "[1] [2-1] [^a] [^a]: (Kim, 2020) [@k] @k REF-001 [REF-001, doi:10.5555/x 10.5555/x10.5555/x https://a.b/(c) "
    "`code` ``` $x$ $$ <!-- --> <ref> </ref> <a href='x'> \\cite{k} \\footnote{ } { % | --- # - > ## References 「 」 "
    "제2조 42% 같은 법 Id. §§ 1 U.S. 1 \r\n \n\n \t \0 \ufeff ﬁ é 가 😀".split(" ")
)
_TEXT = st.lists(_PIECES | st.text(max_size=8), max_size=40).map(" ".join)


@given(ending=st.integers(0, 255), data=st.binary(max_size=400))
@example(ending=fuzz_read.ENDINGS.index(".docx"), data=b"PK\x03\x04")
@example(ending=fuzz_read.ENDINGS.index(".pdf"), data=b"%PDF-1.7\n%%EOF")
@example(ending=fuzz_read.ENDINGS.index(".json"), data=b"[" * 400)
@settings(max_examples=150)
def test_any_bytes_are_read_or_refused(ending: int, data: bytes) -> None:
    """Random bytes under any ending give a Document whose parts lie in order, or a ReadError."""
    fuzz_read.target(bytes([ending]) + data)


@given(ending=st.sampled_from(range(len(fuzz_read.ENDINGS))), text=_TEXT)
@settings(max_examples=150)
def test_broken_markup_is_read(ending: int, text: str) -> None:
    """Markup that opens and never closes is read, in every format that is text."""
    fuzz_read.target(bytes([ending]) + text.encode())


@given(ending=st.sampled_from(range(len(fuzz_extract.ENDINGS))), text=_TEXT)
@settings(max_examples=200)
def test_whatever_is_found_slices_back(ending: int, text: str) -> None:
    """Citations, references and claims of a jumble are exact slices, and every rule stays inside the text."""
    fuzz_extract.target(bytes([ending]) + text.encode())


def test_the_targets_find_what_is_there() -> None:
    """A target that looked at nothing would pass everything: these two look."""
    document = fuzz_read.target(bytes([0]) + b"# A\n\nText with `code`.\n")
    assert document is not None
    assert ["heading", "paragraph"] == [block.kind for block in document.blocks]
    extraction = fuzz_extract.target(
        bytes([0]) + "인구는 940만 명이다 [1].\n\n## 참고문헌\n\n[1] 서울시. 2023.\n".encode()
    )
    assert extraction is not None
    assert ["[1]"] == [citation.text for citation in extraction.citations]


def test_a_target_says_when_a_record_leaves_the_text(monkeypatch: pytest.MonkeyPatch) -> None:
    """The check on order is alive: a shortened text makes it speak."""

    def shortened(data: bytes, path: str) -> object:
        document = parse(data, path)
        object.__setattr__(document, "text", document.text[:1])
        return document

    monkeypatch.setattr(fuzz_read, "parse", shortened)
    with pytest.raises(AssertionError, match="ends after 1"):
        fuzz_read.target(bytes([0]) + b"some text\n")
