"""Tests of tokens, index terms, stems, numerals, negations and verbs."""

import pytest

from citevet.model import Span
from citevet.patterns import lazy_pattern
from citevet.text.letters import fold_letters
from citevet.text.negation import find_negations, has_content
from citevet.text.numerals import parse_digits, read_number
from citevet.text.stems import meaning_stem, prefix_stem, search_terms
from citevet.text.tokens import CITED_WORK, EDGE, PhraseTable, Tokens, index_terms, query_terms, tokenize_words
from citevet.text.verbs import find_verbs, is_finite_verb


def test_tokens_have_offsets_and_sentences() -> None:
    """Numbers, words and signs are tokens; sentences are counted, and abbreviations do not end them."""
    tokens = Tokens("Dr. Lee paid 1,200 won. It's 3·5%!")
    assert "Dr . Lee paid 1,200 won . It's 3·5 % !".split() == [token.text for token in tokens.items]
    assert [0] * 7 + [1] * 4 == [token.sentence for token in tokens.items]
    assert (EDGE, EDGE) == (tokens[-1], tokens[99])
    assert "1,200 won" == tokens.span(range(4, 6)).of(tokens.text)
    assert [0, 5] == [tokens.phrase(3, "paid more"), tokens.phrase(3, "paid 1,200")]
    assert [True, False] == [tokens.touches(0), tokens.touches(2)]


def test_a_wrapped_line_does_not_end_a_sentence() -> None:
    """A long line without a stop goes on in the next line; a short line, a list and an empty line end it."""
    text = "In every house that we measured last summer the\ntop floor was cool.\n\nWarm\nand dry\n- or not"
    sentences = {token.text: token.sentence for token in Tokens(text).items}
    assert [0, 0, 1, 2, 3] == [sentences[word] for word in ("house", "cool", "Warm", "dry", "not")]


def test_phrase_table_prefers_the_longer_phrase() -> None:
    """Of two phrases that start alike the longer one matches."""
    table = PhraseTable({"no": 1, "no longer": 2})
    assert [(2, 2), (1, 1)] == [table.at(Tokens(text), 0) for text in ("no longer so", "no one")]
    assert table.at(Tokens("yes"), 0) is None


def test_tokenize_words_keeps_cited_works_whole() -> None:
    """Hyphens and apostrophes stay inside words; a cited work is one token."""
    text = "Kim et al. (2020) don’t show well-known REF-043 effects"
    words = [token.low for token in tokenize_words(text, [Span(0, 17)])]
    assert [CITED_WORK, "don't", "show", "well-known", CITED_WORK, "effects"] == words


def test_index_terms_pair_asian_characters() -> None:
    """Hangul, kana and Han are indexed as pairs; a single character of a query matches by prefix."""
    assert ["도쿄", "쿄는", "는", "gpt", "4", "日本", "本"] == list(index_terms("도쿄는 GPT-4, 日本"))
    assert [("도쿄", False), ("쿄는", False), ("법", True), ("roof", False)] == list(query_terms("도쿄는 법 Roof"))


def test_each_stemmer_joins_the_forms_of_its_use() -> None:
    """Each stemmer joins the forms that its use needs."""
    assert ["reduct", "rise", "서울", "울은"] == search_terms("Reductations rises 서울은")
    assert meaning_stem("declined") == meaning_stem("reduced")
    assert meaning_stem("grows") == meaning_stem("increased")
    assert "서울" == meaning_stem("서울에서는")
    assert ["incre", "", "2019", "가"] == [prefix_stem(word) for word in ("Increasing", "the", "2019", "가")]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1,200", 1200),
        ("two hundred and sixteen", 216),
        ("twenty-nine", 29),
        ("half a million", 500_000),
        ("3 × 10^-2", 0.03),
        ("1억 2천만", 120_000_000),
        ("$5m", None),
        ("tree", None),
    ],
)
def test_read_number(text: str, value: float | None) -> None:
    """Digits, words, scale words and powers are read as one number from the first token."""
    found = read_number(Tokens(text), 0)
    assert value == (None if found is None else pytest.approx(found.value))
    assert (13.5, 0.1) == parse_digits("13·5")


@pytest.mark.parametrize(
    ("text", "negated"),
    [
        ("It did not rise but fell.", ["rise"]),
        ("It works without any risk.", ["any risk"]),
        ("Not only mice but rats died.", []),
        ("No. 5 and NO2 rose.", []),
        ("It was not built until 1932.", []),
        ("Nobody came.", ["came"]),
    ],
)
def test_find_negations(text: str, negated: list[str]) -> None:
    """A negation reaches to the end of its clause; bounds, labels and "not until" do not negate."""
    tokens = Tokens(text)
    found = find_negations(tokens)
    reach = [" ".join(token.text for token in tokens.items[each.next : each.end]) for each in found]
    assert negated == reach


def test_has_content() -> None:
    """Numbers and words with a meaning have content; function words and signs do not."""
    assert [True, True, True, False, False, False] == [
        has_content(low) for low in ("7", "two", "more", "the", "never", ",")
    ]


def test_find_verbs_in_text() -> None:
    """Finite verbs and Korean clause endings are found; nouns and participles before nouns are not."""
    text = "The use of reported results grows."
    assert ["grows"] == [text[at:].strip(".") for at in find_verbs(text)]
    assert 2 == len(find_verbs("비가 왔지만 맑았다."))


def test_is_finite_verb() -> None:
    """Neighbours decide whether a word is a finite verb."""
    tokens = Tokens("The price fell and they need it when compared")
    assert [2, 5] == [at for at in range(len(tokens)) if is_finite_verb(tokens, at, begins=False)]


def test_fold_letters() -> None:
    """Accents and letters that Unicode does not decompose are folded."""
    assert ["moller", "lodz"] == [fold_letters("Møller"), fold_letters("ŁÓDŹ")]


def test_lazy_pattern_behaves_like_a_compiled_one() -> None:
    """A lazy pattern has the methods and attributes of `re.Pattern`."""
    lazy = lazy_pattern(r"(?P<word>[a-z]+)")
    assert "(?P<word>[a-z]+)" == lazy.pattern
    assert ["a", "b"] == lazy.findall("a b")
    assert lazy.fullmatch("abc", 1, 2) is not None
