"""`citevet models calibrate`: a judge with the threshold and the curve that fit a user's own pairs."""

import re
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from citevet.contracts import Progress
from citevet.errors import ModelError, UsageError
from citevet.jobs.calibration.fit_calibration import Figures, Fitted, fit_calibration
from citevet.jobs.calibration.labelled_pairs import LabelledPair
from citevet.jobs.judge_claims import list_signals
from citevet.jobs.judges import load_assessor
from citevet.judge.calibration import Calibration, Curve
from citevet.records import dataclass
from citevet.session import Session
from citevet.world.file_writer import replace_file
from citevet.world.judge_manifest import SHIPPED
from citevet.world.model_files import find_model
from citevet.world.paths import resolve_path, user_data_folder

_FEWEST = 10  # pairs of either truth
_NAME = re.compile(r"[a-z0-9][\w.-]{0,60}", re.ASCII | re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class CalibratedJudge:
    """A judge under a new name, and what its calibration is worth."""

    name: str
    judge: str
    file: Path
    pairs: int
    supported: int
    unread: int  # pairs that the judge gave no scores, such as those in other languages
    fitted: Fitted


def calibrate_judge(
    judge: str, pairs: Sequence[LabelledPair], name: str, session: Session, progress: Progress | None = None
) -> CalibratedJudge:
    """Fit a judge to pairs, and write it under a name of its own; the judge itself stays as it is."""
    file = _find_place(name, judge)
    assessor = load_assessor(session, judge)
    found = list_signals([each.question() for each in pairs], assessor, progress=progress)
    known = [(signals, pair.label) for signals, pair in zip(found, pairs, strict=True) if signals]
    counts = Counter(label == "supported" for _, label in known)
    if min(counts[True], counts[False]) < _FEWEST:
        what = f"{counts[True]} supported and {counts[False]} other pairs were scored"
        raise UsageError(what, to="calibrate", advice=f"Give at least {_FEWEST} of each, better a hundred.")
    fitted = fit_calibration([signals for signals, _ in known], [label for _, label in known], assessor.calibration)
    like = str(resolve_path(Path(judge))) if Path(judge).exists() else judge
    file.parent.mkdir(parents=True, exist_ok=True)
    with replace_file(file) as draft:
        draft.write_text(_write_manifest(like, fitted.calibration, len(known)), "utf-8")
    return CalibratedJudge(name, judge, file, len(pairs), counts[True], len(pairs) - len(known), fitted)


def _find_place(name: str, judge: str) -> Path:
    """Return where the new judge is written; a name that others have is refused."""
    if not _NAME.fullmatch(name) or name == judge:
        raise UsageError(f"{name[:80]!r} cannot be the name of a judge", to="--as", advice="Use letters and digits.")
    file = user_data_folder() / "weights" / f"{name}.toml"
    is_taken = (SHIPPED / f"{name}.toml").is_file() or (file.is_file() and "[calibration]" not in file.read_text())
    with suppress(ModelError):  # no such model: the name is free
        is_taken = is_taken or bool(find_model(name))
    if is_taken:
        raise UsageError(f"there is a judge {name} already", to="--as", advice="Choose another name.")
    return file


def _write_manifest(like: str, found: Calibration, pairs: int) -> str:
    """Return a manifest: all as the judge has it, but for its calibration."""
    lines = [f"# Fitted to {pairs} pairs by `citevet models calibrate`.", f"like = {_quote(like)}", "", "[calibration]"]
    lines += [f"threshold = {found.threshold}", f"against = {found.against}"]
    lines += [f"support = {_write_curve(found.support)}", f"contradiction = {_write_curve(found.contradiction)}"]
    risk = ", ".join(f'"{share}" = {threshold}' for share, threshold in found.risk.items())
    return "\n".join([*lines, f"risk = {{ {risk} }}" if risk else "risk = {}", ""])


def _write_curve(curve: Curve | None) -> str:
    given = curve or Curve()
    weights = ", ".join(f"{name} = {float(value)}" for name, value in given.weights.items())
    return f"{{ bias = {float(given.bias)}, weights = {{ {weights} }} }}"


def _quote(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def describe_figures(figures: Figures) -> str:
    """Return figures in one line."""
    parts = [f"finds {figures.found:.0f} % of the true, calls {figures.wrong:.0f} % of the false supported"]
    parts += [f"balanced accuracy {figures.balanced:.1f}", f"area {figures.area:.1f}"]
    return ", ".join([*parts, f"calibration error {figures.calibration_error:.1f}"])
