"""Count what was checked, give the verdict, and say with what a run was made."""

import platform
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from citevet.config import Config
from citevet.errors import CitevetError, ModelError
from citevet.jobs.entry_tagger import explain_no_tagger
from citevet.jobs.judges import list_shortcomings, load_judge_card
from citevet.jobs.rule_findings import JUDGED
from citevet.model import Audit, Census, Judgement, Reason, Report, Severity, Unread, Verdict, roll_up_claims
from citevet.records import collect_values
from citevet.report.citation_rows import find_uncompared
from citevet.report.findings import is_unbacked
from citevet.rules import RULES, find_rule
from citevet.rules.policy_forms import describe_unused_pattern
from citevet.session import Session
from citevet.version import __version__

if TYPE_CHECKING:
    from citevet.jobs.llm_judge import LlmJudge

# Reasons of sources that were asked for and have no text that can be read.
_UNREADABLE: frozenset[Reason | None] = frozenset(
    {"no-text", "blocked", "paywalled", "timeout", "unreadable", "too-large", "not-in-corpus"}
)
_LEFT_OPEN: frozenset[Reason | None] = frozenset({"abstained", "budget", "language"})  # that only a judge gives
_NOTHING_TO_READ = (
    "no citation leads to a source of the corpus, so the judge read nothing; `citevet corpus add` files a source"
)


def make_report(audits: Sequence[Audit], unread: Sequence[Unread], config: Config, run: dict[str, Any]) -> Report:
    """Return the report of a run."""
    census = count_audits(audits)
    used = {code for audit in audits for code in audit.rules}
    rules = {
        code: replace(find_rule(code), severity=config.severities.get(code, find_rule(code).severity))
        for code in RULES
        if code in used
    }
    return Report(
        verdict=find_verdict(audits, census, config.fail_level, unread=bool(unread)),
        census=census,
        audits=tuple(audits),
        unread=tuple(unread),
        sources=tuple({source.id: source for audit in audits for source in audit.sources}.values()),
        rules=rules,
        run={**run, "today": config.day.isoformat()},
        fail_level=config.fail_level,
    )


def describe_run(audits: Sequence[Audit], session: Session, *trouble: str) -> dict[str, Any]:
    """Return services, models, processor, versions, and the notes that a reader needs."""
    judged = (audit for audit in audits if any(code.startswith(JUDGED) for code in audit.rules))
    folders = sorted({session.locate(audit.document.path).parent for audit in judged})
    configs = [session.config_in(folder) for folder in folders]
    llms = _find_llms(session, configs)
    run = describe_tools(session, configs, llms)
    model_notes = (str(model["note"]) for model in run["models"].values() if "note" in model)
    llm_notes = (note for llm in llms for note in llm.notes())
    idle = (_NOTHING_TO_READ,) if configs and _is_idle(audits) else ()
    ledger = session.find_ledger()
    ended = ledger.notes if ledger else ()
    trouble = (*_find_index_fault(session), *_list_untagged(audits, session), *trouble)
    unused = (*filter(None, [describe_unused_pattern(session.config.id_pattern)]), *_list_unread_ids(audits, session))
    notes = (*session.corpus_for(session.config).notes, *unused, *trouble, *model_notes, *idle, *llm_notes, *ended)
    return {**run, "notes": (*notes, *session.look_up_notes)}


def _list_untagged(audits: Sequence[Audit], session: Session) -> tuple[str, ...]:
    """Return why the entries of the documents were not tagged, if there are any."""
    listed = any(each.origin == "list" for audit in audits for each in audit.extraction.references)
    return tuple(filter(None, [explain_no_tagger(session)])) if listed else ()


def _list_unread_ids(audits: Sequence[Audit], session: Session) -> Iterator[str]:
    """Yield what is not checked of sources whose ids have other letters than REF: they are files, and no entries."""
    cited = (each for audit in audits for each in audit.extraction.citations if each.kind == "corpus")
    if count := sum(bool(each.file.path) for each in cited):
        what = "1 citation" if count == 1 else f"{count} citations"
        yield (
            f"{what} by id-pattern {session.config.id_pattern}: only the file was looked for; pages, quotations and "
            "grades are checked of entries with REF ids"
        )


def _find_index_fault(session: Session) -> Iterator[str]:
    """Yield why artefact ids were not looked up in the index of the project."""
    with suppress(CitevetError):  # reported with the documents
        if fault := session.ids_for(session.config).artifact_fault:
            yield f"no artefact id was looked up: {fault}"


def describe_tools(session: Session, configs: Sequence[Config] = (), llms: "Sequence[LlmJudge]" = ()) -> dict[str, Any]:
    """Return what may differ between two runs over the same input."""
    judges = sorted({each.judge for each in configs} - {"none"})
    ordered = sorted(llms, key=lambda each: each.endpoint.name)
    ledger = session.find_ledger() if session.config.is_offline else session.web.ledger
    return {
        "services": {
            **(ledger.describe_services() if ledger else {}),
            **{llm.endpoint.host: llm.count_requests() for llm in ordered},
        },
        "network": ledger.describe_network() if ledger else {},
        "models": {
            **{judge: describe_judge(session, judge) for judge in judges},
            **{llm.endpoint.name: llm.describe() for llm in ordered},
        },
        "cpu": platform.machine(),
        "versions": {"citevet": __version__, "python": platform.python_version()},
    }


def describe_judge(session: Session, judge: str) -> dict[str, str]:
    """Return what a report says of a judge."""
    try:
        card = load_judge_card(session, judge)
    except ModelError as error:
        return {"model": judge, "note": str(error)}
    described = {"model": card.name, "digest": card.digest, "precision": card.precision}
    if notes := list(list_shortcomings(card)):
        described["note"] = "; ".join(notes)
    return described


def _find_llms(session: Session, configs: Sequence[Config]) -> "list[LlmJudge]":
    if not session.ask_host and not any(each.llm for each in configs):
        return []
    from citevet.jobs.llm_judge import find_llm_judge  # likewise

    found = (find_llm_judge(session, each) for each in configs)
    return list({llm.endpoint: llm for llm in found if llm}.values())


def _is_idle(audits: Sequence[Audit]) -> bool:
    """Return whether the judge had nothing to read: other reasons read as if the network would help."""
    cited = any(audit.extraction.citations for audit in audits)
    sources = [source for audit in audits for source in audit.sources]
    is_read = any(each.kind == "corpus" or (each.record and each.scope != "title") for each in sources)
    return cited and not is_read


def count_audits(audits: Sequence[Audit]) -> Census:
    """Count documents, citations, claims and what became of them."""
    claims = [claim for audit in audits for claim in audit.extraction.claims]
    findings = (finding for audit in audits for finding in audit.findings)
    statuses = Counter(claim.status for claim in claims)
    rolled_up = (roll_up_claims(audit.extraction.claims, audit.judgements) for audit in audits)
    supports = Counter(support for by_claim in rolled_up for support in by_claim.values())
    return Census(
        documents=len(audits),
        citations=sum(len(audit.extraction.citations) for audit in audits),
        claims=len(claims),
        cited=statuses["cited"],
        unsourced=statuses["unsourced"],
        skipped=statuses["skipped"],
        checked=sum(count for support, count in supports.items() if support != "unchecked"),
        supported=supports["supported"],
        partial=supports["partial"],
        unsupported=supports["unsupported"] + supports["contradicted"],
        misattributed=sum(map(_count_misattributed, audits)),
        unresolvable=sum(map(_count_unresolvable, audits)),
        is_judged=any(_is_judged(each) for audit in audits for each in audit.judgements),
        problems=sum(each.severity >= Severity.WARNING and not each.suppressed for each in findings),
        unchecked=dict(sorted(Counter(reason for audit in audits for reason in _list_reasons(audit)).items())),
    )


def _is_judged(judgement: Judgement) -> bool:
    """Return whether a model judged support, or was asked and left it open."""
    is_model = judgement.confidence is not None or (bool(judgement.by) and not judgement.verdict)
    return is_model or judgement.support_reason in _LEFT_OPEN


def _list_of_cited(audit: Audit) -> Iterator[list[Judgement]]:
    """Yield the judgements of each cited claim."""
    by_claim = collect_values((each.claim, each) for each in audit.judgements)
    yield from (by_claim.get(claim.id, []) for claim in audit.extraction.claims if claim.status == "cited")


def _count_misattributed(audit: Audit) -> int:
    return sum(any("misattributed" in each.flags for each in own) for own in _list_of_cited(audit))


def _count_unresolvable(audit: Audit) -> int:
    """Count the cited claims whose sources do not exist, or could not be read; offline nothing was tried."""
    return sum(bool(own) and all(map(_is_unresolvable, own)) for own in _list_of_cited(audit))


def _is_unresolvable(judgement: Judgement) -> bool:
    if judgement.support != "unchecked":
        return False
    return judgement.existence == "missing" or bool(
        {judgement.existence_reason, judgement.support_reason} & _UNREADABLE
    )


def _list_reasons(audit: Audit) -> Iterator[Reason]:
    """Yield why judgements are not complete, such as a quotation or page that could not be compared."""
    left = find_uncompared(audit)
    for judgement in audit.judgements:
        reason = judgement.support_reason or judgement.existence_reason
        if reason in {None, "not-asked"} and judgement.citation in left:
            reason = "no-text" if "quotation" in left[judgement.citation] else "partial-scope"
        if reason in {None, "not-asked"} and "unknown-notices" in judgement.flags:
            reason = "blocked"
        if reason:
            yield reason


def find_verdict(audits: Sequence[Audit], census: Census, level: Severity, *, unread: bool = False) -> Verdict:
    """Return the first that applies: fail, empty, incomplete, pass; an unread input makes a run incomplete.

    Citations that their sources do not support fail a run even as warnings, unless their rule is set to info.
    """
    found = (finding for audit in audits for finding in audit.findings if not finding.suppressed)
    if any(finding.severity >= level or is_unbacked(finding) for finding in found):
        return "fail"  # also of a bibliography alone, which cites nothing and may be broken
    uncited = not census.citations and not census.cited
    if not unread and uncited and not census.unsourced:
        return "empty"
    # Claims without any citation do not pass: no source was checked.
    incomplete = unread or uncited or any(reason != "not-asked" for reason in census.unchecked)
    return "incomplete" if incomplete else "pass"
