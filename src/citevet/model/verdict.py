"""Verdicts of verifiers on a claim, and what several of them come to."""

from dataclasses import dataclass
from typing import Literal

VerifierLabel = Literal["verified", "contradicted", "unknown"]


@dataclass(frozen=True, slots=True)
class EvidenceLink:
    """The evidence of a verifier: an address, or a note such as the id of a judgment."""

    url: str
    title: str = ""
    snippet: str = ""
    extracted_text: str = ""  # of the page, as far as the verifier kept it


@dataclass(frozen=True, slots=True)
class CandidateVerdict:
    """The verdict of one verifier on one claim."""

    verifier: str
    authority: float
    label: VerifierLabel
    rationale: str = ""
    evidence: tuple[EvidenceLink, ...] = ()


@dataclass(frozen=True, slots=True)
class AggregatedVerdict:
    """What the verdicts on a claim come to, and those that say otherwise."""

    verifier: str
    authority: float
    label: VerifierLabel
    rationale: str = ""
    evidence: tuple[EvidenceLink, ...] = ()
    dissent: tuple[CandidateVerdict, ...] = ()
