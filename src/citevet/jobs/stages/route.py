"""Where the claims of a host go: the suggested verifier, those with a matching pattern, or the open web."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from citevet.errors import UsageError
from citevet.jobs.stages.json_input import GivenValue
from citevet.report.json import pick
from citevet.resolve.verifier_files import (
    OWN_FOLDER,
    VerifierFiles,
    VerifierProfile,
    load_verifiers,
    read_own_verifiers,
)
from citevet.resolve.verifiers import route_claim
from citevet.world.pattern_search import PatternSearch


def route(given: GivenValue, folder: Path | None) -> tuple[dict[str, Any], list[str]]:
    """Return the verifiers of each claim, and what is wrong with files of the user's folder.

    The input is a claim, a list of claims, `{claims}`, or the `{chunks}` that `stage extract` printed.
    """
    if folder and not folder.is_dir():
        raise UsageError("no such folder", to=str(folder), advice="Correct --verifiers.")
    own = load_verifiers(folder) if folder else VerifierFiles()
    known = {each.name: each for each in (*read_own_verifiers(), *own.verifiers)}
    search = PatternSearch()
    rows = [_route_claim(chunk, claim, tuple(known.values()), search) for chunk, claim in _list_claims(given)]
    stuck = (
        f"{each.path}: {search.stuck[each.patterns]}. Its verifier gets no claims by pattern"
        for each in own.verifiers
        if each.patterns in search.stuck
    )
    faults = [*own.faults, *stuck]
    shown = [_describe(each, folder) for each in known.values()]
    return {"routed": rows, "verifiers": shown, "faults": faults}, faults


def _list_claims(given: GivenValue) -> Iterator[tuple[int | None, GivenValue]]:
    """Yield each claim with the index of its chunk."""
    if isinstance(given.value, list):
        yield from ((None, each) for each in given.elements())
    elif given.field("chunks").is_given:
        for position, chunk in enumerate(given.field("chunks").elements()):
            index = chunk.field("index").integer() if chunk.field("index").is_given else position
            yield from ((index, each) for each in chunk.field("claims").elements())
    elif given.field("claims").is_given:
        yield from ((None, each) for each in given.field("claims").elements())
    else:
        yield None, given.field("claim") if given.field("claim").is_given else given


def _route_claim(
    chunk: int | None, claim: GivenValue, verifiers: tuple[VerifierProfile, ...], search: PatternSearch
) -> dict[str, Any]:
    text, suggested = claim.field("text").text(), claim.field("suggested_verifier").optional_text().strip()
    routes = route_claim(text, suggested, verifiers, search)
    return {
        **({} if chunk is None else {"chunk": chunk}),
        "claim": claim.value,
        "verifiers": [{**pick(each.verifier, "name", "authority"), "reason": each.reason} for each in routes],
    }


def _describe(verifier: VerifierProfile, folder: Path | None) -> dict[str, Any]:
    """Return a verifier with the file that tells an agent how to verify."""
    place = OWN_FOLDER if verifier.is_own else folder or Path()
    return {**pick(verifier, "name", "authority", "description"), "path": (place / verifier.path).as_posix()}
