"""What a language model that always agrees gets through: `python -m evals.votes [--judge NAME] [--pairs N]`.

It says "supported" to every claim and quotes the sentence with most of its words. The table has, for the claims near
the threshold, which are those that it is asked about, how many votes count by our own reading.
"""

import argparse
import random
from collections.abc import Iterator, Sequence

from citevet.contracts import Nli
from citevet.jobs.judge_claims import ClaimQuestion, judge_claims
from citevet.jobs.judges import load_assessor
from citevet.jobs.llm_judge import is_open
from citevet.judge.evidence import nearest_sentence
from citevet.judge.llm import Vote, check_against_reading
from citevet.session import Session
from evals.pairs import Labelled, own, trial
from evals.scores import pick_passages

_SEED = 3


def count_votes(pairs: Sequence[Labelled], judge: str) -> Iterator[str]:
    """Yield the lines of the table."""
    assessor = load_assessor(Session(), judge)
    asked = [(pair, ClaimQuestion(pair.claim, pick_passages(pair), pair.scope)) for pair in pairs]
    rulings = judge_claims([question for _, question in asked], assessor)
    for name, truth in (("true", True), ("false", False)):
        cases = [
            question
            for (pair, question), ruling in zip(asked, rulings, strict=True)
            if (pair.label == "supported") == truth and is_open(ruling, assessor.calibration.threshold)
        ]
        counted = sum(_counts(question, assessor.nli) for question in cases)
        yield f"{judge:8} {name:5} claims near the threshold {len(cases):4}, votes that count {counted:4}"


def _counts(question: ClaimQuestion, nli: Nli) -> bool:
    quote, _ = nearest_sentence(question.claim, question.passages)
    return check_against_reading(Vote("supported", quote), question.claim, question.passages, nli).word is not None


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="evals.votes")
    parser.add_argument("--judge", default="small")
    parser.add_argument("--pairs", type=int, default=200)
    given = parser.parse_args()
    rows = [*trial(), *own()]
    dice = random.Random(_SEED)  # noqa: S311 - a sample
    print(*count_votes(dice.sample(rows, min(given.pairs, len(rows))), given.judge), sep="\n")


if __name__ == "__main__":
    main()
