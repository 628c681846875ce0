"""What `verify` found, kept by content: the same question about the same sources takes no model."""

from hashlib import sha256

from citevet.errors import ModelError
from citevet.jobs.given_sources import GivenSources
from citevet.jobs.judges import load_judge_card
from citevet.jobs.result_cache import fingerprint_code
from citevet.jobs.verify_inputs import Asked
from citevet.model.verification import LeftOut, Thresholds, VerifiedClaim
from citevet.records import dataclass, replace
from citevet.report.agentos import Verified
from citevet.session import EMBEDDER, Session
from citevet.world.record_json import dump_json, load_kept

_TRANSIENT = frozenset({"timeout", "blocked", "offline", "budget", "model-missing"})  # another time it may be otherwise


@dataclass(frozen=True, slots=True)
class _Kept:
    """What was verified, without the texts of the sources, which the caller has."""

    claims: tuple[VerifiedClaim, ...]
    notes: tuple[str, ...]
    left_out: tuple[LeftOut, ...]
    thresholds: Thresholds


@dataclass(frozen=True, slots=True)
class VerifiedCache:
    """Results of a verifier whose parts are all known: a judge of this machine, and the embedded embedder."""

    session: Session
    judge: str
    context: str  # the settings of the verifier

    def load(self, sources: GivenSources, asked: Asked) -> Verified | None:
        """Return what an earlier call found; none where there was none."""
        key = self._key(sources, asked)
        kept: _Kept | None = load_kept(_Kept, self.session.load_cached([key]).get(key, b"")) if key else None
        if kept is None:
            return None
        given = sources.sources
        claims = (
            each if each.source_index is None else replace(each, source=given[each.source_index])
            for each in kept.claims
        )
        return Verified(tuple(claims), given, kept.notes, kept.left_out, kept.thresholds)

    def store(self, sources: GivenSources, asked: Asked, found: Verified) -> None:
        """Keep what was found, unless another time it may be otherwise."""
        key = self._key(sources, asked)
        if not key or any(each.ruling.reason in _TRANSIENT for each in found.claims):
            return
        claims = tuple(replace(each, source=None) for each in found.claims)
        kept = _Kept(claims, found.notes, found.left_out, found.thresholds)
        self.session.store_cached({key: dump_json(kept).encode()})

    def _key(self, sources: GivenSources, asked: Asked) -> str:
        """Return a hash of all that a result depends on; "" for what is not kept, such as claims of a file."""
        if not self.session.uses_cache or not isinstance(asked, str | list | tuple):
            return ""
        claims = [asked] if isinstance(asked, str) else list(asked)
        if not all(isinstance(each, str) for each in claims):
            return ""
        models = self._fingerprint()
        if not models:
            return ""
        said = repr((models, self.context, isinstance(asked, str), claims, sources.digest))
        return sha256(f"verified\0{said}".encode("utf-8", "surrogatepass")).hexdigest()

    def _fingerprint(self) -> str:
        """Return what changes with the models and the code."""

        def find() -> str:
            judge = load_judge_card(self.session, self.judge)
            embedder = self.session.card(EMBEDDER)
            settings = sorted(judge.settings.items(), key=lambda each: each[0])
            return repr((judge.identity, settings, embedder.identity, fingerprint_code(self.session)))

        try:
            return self.session.once(("verified by", self.judge), find)
        except ModelError:
            return ""  # the verifier says what is wrong
