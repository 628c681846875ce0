"""Rows from sets on veridicality: sure answers have a label, scattered ones give no row."""

from pathlib import Path

from training.decoder.veridicality import veridicality
from training.rows import CONTRADICTED, NEUTRAL, SUPPORTED

_BANK = """,Context,Target,Prompt,Mean,SD
1,It was late.,Did she know that the shop was closed?,the shop was closed,2.5,0.5
2,It was late.,He hopes that the shop is open.,the shop is open,0.1,1.0
3,It was late.,They did not believe that the shop had burnt down.,the shop had burnt down,-2.2,0.6
4,It was late.,Perhaps she said that it was shut.,it was shut,1.4,0.4
5,It was late.,Did he notice that it was shut?,it was shut,2.1,1.9
"""
_VERBS = """sentence\tneg_sentence\tcomplement\tturker_pos_ratings\tturker_neg_ratings
They failed to agree.\tThey did not fail to agree.\tThey agreed.\t-2.0,-2.0,-1.0\t2.0,-1.0,2.0
He wanted to stay.\tHe did not want to stay.\tHe stayed.\t0.0,0.0,1.0\t-1.0,-1.0,-1.0
"""


def test_answers_on_which_readers_agree_become_rows(tmp_path: Path) -> None:
    """Sure, open and denied things have their labels; what lies between and what is scattered is left out."""
    (tmp_path / "CommitmentBank-items.csv").write_text(_BANK, encoding="utf-8")
    (tmp_path / "verb_veridicality_evaluation.tsv").write_text(_VERBS, encoding="utf-8")
    assert [(row.claim, row.evidence, row.label) for row in veridicality(tmp_path)] == [
        ("The shop was closed.", "It was late. Did she know that the shop was closed?", SUPPORTED),
        ("The shop is open.", "It was late. He hopes that the shop is open.", NEUTRAL),
        ("The shop had burnt down.", "It was late. They did not believe that the shop had burnt down.", CONTRADICTED),
        ("They agreed.", "They failed to agree.", CONTRADICTED),
        ("He stayed.", "He wanted to stay.", NEUTRAL),
    ]


def test_a_folder_without_the_sets_gives_no_rows(tmp_path: Path) -> None:
    """The sets are optional."""
    assert list(veridicality(tmp_path)) == []
