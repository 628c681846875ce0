"""How far a judge can be believed: `python -m evals.believed DATA [--judge NAME] [--languages] [--keep OUT.jsonl]`.

DATA is the folder with `train.jsonl.xz`, which has the passages. The whole judge runs, as in `citevet verify`.
"""

import argparse
import json
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

from citevet import Source, Verifier
from evals.believed import CLAIMS, LANGUAGES, Answer, Believed, figures, find_passages, load


def answer(verifier: Verifier, asked: Sequence[Believed]) -> list[Answer]:
    """Verify the claims, those about the same sources together."""
    groups: defaultdict[tuple[str, ...], list[Believed]] = defaultdict(list)
    for each in asked:
        groups[each.sources].append(each)
    answers = []
    for sources, claims in groups.items():
        found = verifier.verify([each.claim for each in claims], [Source(text) for text in sources])
        answers += [Answer(each, claim.ruling) for each, claim in zip(claims, found.claims, strict=True)]
    return answers


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(prog="evals.believed")
    parser.add_argument("data", type=Path)
    parser.add_argument("--judge", default="small")
    parser.add_argument("--languages", action="store_true", help="the claims in five other languages")
    parser.add_argument("--keep", type=Path, help="write each claim with its answer")
    given = parser.parse_args()
    claims = load(LANGUAGES if given.languages else CLAIMS, find_passages(given.data))
    answers = answer(Verifier(nli=given.judge), claims)
    print(*figures(answers), sep="\n")
    for language in sorted({each.asked.language for each in answers} - {"en"}):
        own = [each for each in answers if each.asked.language == language]
        print(f"\n{language}", *list(figures(own))[:2], sep="\n")
    if given.keep:
        with given.keep.open("w", encoding="utf-8") as stream:
            for each in answers:
                asked = {"claim": each.asked.claim, "kind": each.asked.kind, "label": each.asked.label}
                ruled = {"answer": each.word, "probability": each.ruling.confidence, "reason": each.ruling.reason}
                row = asked | ruled | {"evidence": [passage.text for passage in each.ruling.evidence]}
                stream.write(json.dumps(row, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
