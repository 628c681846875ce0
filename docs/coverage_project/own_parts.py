"""Bring your own claim extractor and your own NLI model."""

import citevet

SOURCES = [citevet.Source(text="The sky over the harbour is blue.")]


def split_at_and(text: str) -> list[str]:
    """Return the claims of a text; any splitter will do, or a language model."""
    return [f"{part.strip(' .')}." for part in text.split(" and ")]


def contradict(pairs: list[tuple[str, str]]) -> list[dict[str, object]]:
    """Answer as an NLI pipeline does, for each pair of evidence and claim."""
    return [{"label": "contradiction" if "green" in claim else "entailment", "score": 0.9} for _, claim in pairs]


verifier = citevet.Verifier(extract_claims=split_at_and, nli=contradict)
for claim in verifier.verify("The sky is blue and the sky is green.", SOURCES).claims:
    print(f"{claim.verdict}: {claim.text}")
