"""Query the user's own verifiers about cited claims, and weigh their verdicts against our own findings.

A verifier is a file with an endpoint, or a function of an installed package; docs/guides/online.md has the contract.
One that fails, or that has no evidence, gives no verdict: nothing is contradicted because a database has no hit.
"""

import asyncio
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

from citevet.errors import CitevetError, ConfigError, first_line
from citevet.jobs.resolve_citations import ClaimGroup, ResolvedCitations
from citevet.jobs.stages.aggregate import read_verdict
from citevet.jobs.stages.json_input import GivenValue, parse_input
from citevet.model import (
    AggregatedVerdict,
    CandidateVerdict,
    Citation,
    EvidenceLink,
    Judgement,
    Lookup,
    Reason,
    Reply,
    Source,
    Support,
)
from citevet.records import dataclass, field, replace
from citevet.resolve.verifier_files import PLACEHOLDER, VerifierProfile, check_patterns, load_verifiers
from citevet.resolve.verifiers import aggregate_verdicts, find_own_verifier, label_lookup, route_claim
from citevet.session import Session
from citevet.world.pattern_search import PatternSearch

if TYPE_CHECKING:
    from citevet.world.net.client import WebClient
    from citevet.world.net.ledger import Kind

ENTRY_POINTS = "citevet.verifiers"
VerifierFunction = Callable[[str, Mapping[str, str]], object]  # claim and citation → verdict, as a dictionary
_DECIDED = frozenset({"found", "missing", "mismatched"})
_LONGEST_CALL = 60  # seconds
_LONGEST_CLAIM = 1_500  # characters of a claim in an address


@dataclass(frozen=True, slots=True)
class UserVerifiers:
    """The user's verifiers: of the folder, and of installed packages."""

    profiles: tuple[VerifierProfile, ...] = ()
    functions: Mapping[str, VerifierFunction] = field(default_factory=dict)  # by the verifier's name
    notes: tuple[str, ...] = ()
    search: PatternSearch = field(default_factory=PatternSearch)


@dataclass(frozen=True, slots=True)
class _Question:
    """A citation, its claim and the verifiers that take it."""

    group: ClaimGroup
    citation: Citation
    source: Source | None
    own: VerifierProfile  # ours for such a citation
    asked: tuple[VerifierProfile, ...]
    stuck: tuple["_Silence", ...]  # those whose patterns could not be searched

    @property
    def claim(self) -> str:
        return self.group.claim.plain.text if self.group.claim else ""

    @property
    def judgement(self) -> Judgement:
        return self.group.judgements[self.citation.id]

    def fill(self, url: str) -> str:
        """Return the address of an endpoint with this claim and citation in it."""
        values = {**_describe_citation(self.citation), "claim": self.claim[:_LONGEST_CLAIM]}
        return PLACEHOLDER.sub(lambda found: quote(values[found[1]], safe=""), url)


@dataclass(frozen=True, slots=True)
class _Silence:
    """Why a verifier gave no verdict."""

    verifier: str
    reason: Reason
    why: str


_Answer = CandidateVerdict | _Silence


def find_user_verifiers(session: Session) -> UserVerifiers:
    """Return the user's verifiers, loaded once; what is wrong with one of them is an error."""
    return session.once("user verifiers", lambda: _load(session.config.verifiers))


def _load(folder: Path | None) -> UserVerifiers:
    if folder and not folder.is_dir():
        raise ConfigError("no such folder", to=str(folder), advice="Correct --verifiers.")
    found = load_verifiers(folder) if folder else None
    if found and found.faults:
        raise ConfigError("; ".join(found.faults), to=str(folder), advice="Correct the front matter.")
    functions = dict(_load_functions())
    runnable = [each for each in found.verifiers if each.url or each.uses] if found else []
    idle = [each for each in found.verifiers if not each.url and not each.uses] if found else []
    notes = tuple(f"{each.path} has neither `url` nor `uses`, so only an agent can run it" for each in idle)
    return UserVerifiers(
        (*runnable, *(profile for profile, _ in functions.values())),
        {name: function for name, (_, function) in functions.items()},
        notes,
    )


def _load_functions() -> Iterator[tuple[str, tuple[VerifierProfile, VerifierFunction]]]:
    """Yield the functions of installed packages, with the patterns and the authority that they have as attributes."""
    from importlib.metadata import entry_points  # 25 ms

    for point in sorted(entry_points(group=ENTRY_POINTS), key=lambda each: each.name):
        try:
            function = point.load()
            patterns = check_patterns(list(getattr(function, "patterns", [])))
            authority = GivenValue(getattr(function, "authority", 0.5), point.name, "authority").share()
        except Exception as error:  # a package may raise anything
            what = f"the verifier cannot be loaded ({type(error).__name__}: {first_line(error)})"
            raise ConfigError(what, to=point.name, advice="Correct or uninstall its package.") from error
        yield point.name, (VerifierProfile(point.name, authority, patterns), function)


def ask_verifiers(groups: Sequence[ClaimGroup], resolved: ResolvedCitations, session: Session) -> None:
    """Add the verdicts of the user's verifiers to the judgements of a document."""
    known = find_user_verifiers(session)
    questions = [each for group in groups for each in _list_questions(group, resolved, known)] if known.profiles else []
    if not questions:
        return
    found = session.network_loop.run(_ask_all(questions, known, session))
    for question, answers in zip(questions, found, strict=True):
        question.group.judgements[question.citation.id] = _add_verdicts(question, answers)


def _list_questions(group: ClaimGroup, resolved: ResolvedCitations, known: UserVerifiers) -> Iterator[_Question]:
    for citation in group.citations:
        if citation.id in resolved.noted:
            continue  # the citations inside the note have questions of their own
        source = resolved.by_citation[citation.id].source
        own = find_own_verifier(citation, source)
        table = (*known.profiles, *([] if own.name in known.functions else [own]))
        text = " ".join((group.claim.plain.text if group.claim else "", citation.text, citation.normal))
        routes = route_claim(text, own.name if own.patterns else "", table, known.search)
        asked = tuple(route.verifier for route in routes if route.verifier in known.profiles)
        stuck = tuple(
            _Silence(each.name, "timeout", why)
            for each in known.profiles
            if (why := known.search.stuck.get(each.patterns)) and each not in asked
        )
        if asked or stuck:
            yield _Question(group, citation, source, own, asked, stuck)


async def _ask_all(questions: Sequence[_Question], known: UserVerifiers, session: Session) -> list[list[_Answer]]:
    async with session.web as web:
        asked = ([_ask(question, verifier, known, web) for verifier in question.asked] for question in questions)
        found = await asyncio.gather(*(asyncio.gather(*each) for each in asked))
    return [
        [*question.stuck, *(answer for answer in answers if answer)]
        for question, answers in zip(questions, found, strict=True)
    ]


async def _ask(
    question: _Question, verifier: VerifierProfile, known: UserVerifiers, web: "WebClient"
) -> _Answer | None:
    """Return the verdict of one verifier, or why there is none."""
    if verifier.uses:
        own = _judge_own(question)
        is_used = own is not None and own.verifier in verifier.uses
        return replace(own, verifier=verifier.name, authority=verifier.authority) if own and is_used else None
    try:
        if verifier.url:
            kind: Kind = "claim" if "{claim}" in verifier.url else "identifier"
            given = _read_reply(await web.ask_endpoint(question.fill(verifier.url), kind=kind), verifier.name)
        else:
            given = await _call(known.functions[verifier.name], question, verifier.name)
        if isinstance(given, _Silence):
            return given
        return _require_evidence(read_verdict(given, verifier.name, verifier.authority))
    except CitevetError as error:
        return _Silence(verifier.name, "unreadable", error.what)


def _read_reply(reply: Reply, name: str) -> GivenValue | _Silence:
    if reply.trouble or not reply.is_success:
        return _Silence(name, reply.trouble or "unreadable", reply.why or f"answered {reply.status}")
    return parse_input(reply.data, name)


async def _call(function: VerifierFunction, question: _Question, name: str) -> GivenValue | _Silence:
    """Return what a function returns; whatever it raises must not end the run."""
    call = asyncio.to_thread(function, question.claim, _describe_citation(question.citation))
    (found,) = await asyncio.gather(asyncio.wait_for(call, _LONGEST_CALL), return_exceptions=True)
    if isinstance(found, TimeoutError):
        return _Silence(name, "timeout", f"took more than {_LONGEST_CALL} s")
    if isinstance(found, Exception):
        return _Silence(name, "unreadable", f"failed ({type(found).__name__}: {first_line(found)})")
    return GivenValue(found, name)


def _describe_citation(citation: Citation) -> dict[str, str]:
    return {"citation": citation.text, "normal": citation.normal, "kind": citation.kind}


def _require_evidence(verdict: CandidateVerdict) -> CandidateVerdict | _Silence:
    if verdict.label != "unknown" and not verdict.evidence:
        return _Silence(verdict.verifier, "abstained", f"says {verdict.label} without evidence")
    return verdict


def _judge_own(question: _Question) -> CandidateVerdict | None:
    """Return our own finding as a verdict; none where we could not look the citation up."""
    judgement, ours = question.judgement, question.own
    if judgement.existence not in _DECIDED:
        return None
    label = label_lookup(Lookup(judgement.existence, differences=judgement.differences), judgement.support)
    words = judgement.note or f"{judgement.existence}, {judgement.support}"
    url = question.source.url if question.source else None
    passages = [EvidenceLink(url or each.source, snippet=each.text) for each in judgement.evidence]
    return CandidateVerdict(
        ours.name, ours.authority, label, words, tuple(passages or ([EvidenceLink(url)] if url else []))
    )


def _add_verdicts(question: _Question, answers: Sequence[_Answer]) -> Judgement:
    """Return the judgement with the verdict of all verifiers; a conflict is flagged and described."""
    verdicts = [answer for answer in answers if isinstance(answer, CandidateVerdict)]
    silent = [answer for answer in answers if isinstance(answer, _Silence)]
    judgement, own = question.judgement, _judge_own(question)
    replaced = {each.name for each in question.asked} | {name for each in question.asked for name in each.uses}
    ours = [own] if own and own.verifier not in replaced else []
    if silent and judgement.support_reason == "not-asked":
        judgement = replace(judgement, support_reason=silent[0].reason)
    remarks = [f"{each.verifier} gave no verdict: {each.why}" for each in silent]
    if verdicts:
        found = aggregate_verdicts([*verdicts, *ours])
        if found.dissent:
            remarks.insert(0, _describe_conflict(found))
            judgement = judgement.with_flag("conflicting")
        decided = next((each for each in verdicts if each.verifier == found.verifier), None)
        is_ours = any(each.name == found.verifier and not each.url and each.uses for each in question.asked)
        judgement = replace(_apply(judgement, found, is_user=decided is not None and not is_ours), verdict=found)
    return replace(judgement, verdict_note="; ".join(remarks))


def _describe_conflict(found: AggregatedVerdict) -> str:
    others = ", ".join(f"{each.verifier} ({each.authority:g}) says {each.label}" for each in found.dissent)
    if found.verifier == "conflict":
        return f"the verifiers disagree: {others}"
    return f"{found.verifier} ({found.authority:g}) says {found.label}, but {others}"


def _apply(judgement: Judgement, found: AggregatedVerdict, *, is_user: bool) -> Judgement:
    """Let a verdict of the user's verifier decide on support; existence is only filled in where it was open."""
    if found.verifier == "conflict" and judgement.support != "unchecked":
        return replace(judgement, support="unchecked", support_reason="abstained", confidence=None)
    if not is_user or found.label == "unknown":
        return judgement
    if found.label == "verified" and judgement.existence == "unchecked":
        flags = tuple(flag for flag in judgement.flags if flag != "unlisted")
        judgement = replace(judgement, existence="found", existence_reason=None, flags=flags)
    support: Support = "supported" if found.label == "verified" else "contradicted"
    return replace(judgement, support=support, support_reason=None, confidence=None, by=found.verifier)
