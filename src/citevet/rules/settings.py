"""CFG001 to CFG005: suppression comments and baseline entries without effect."""

from collections.abc import Iterator
from itertools import groupby

from citevet.contracts import Evidence, Fault
from citevet.model import Edit, Fix, Safety, Span
from citevet.records import dataclass
from citevet.rules.accepted_findings import BaselineEntry, Suppression

_NO_EFFECT = 'comment has no effect; use "citevet:" with ignore[CODE], disable[CODE], enable[CODE] or file-ignore[CODE]'


@dataclass(frozen=True, slots=True)
class SelectorProblem:
    """A selector of a suppression that names no rule or suppresses nothing."""

    suppression: Suppression
    selector: str
    nearest: str | None = None  # the code or name that it may have meant


@dataclass(frozen=True, slots=True)
class SettingsEvidence(Evidence):
    """The evidence, with what the other rules made of the suppressions and the baseline."""

    suppressions: tuple[Suppression, ...] = ()
    unused: tuple[SelectorProblem, ...] = ()
    unknown: tuple[SelectorProblem, ...] = ()
    stale: tuple[BaselineEntry, ...] = ()


def find_unused_suppression(evidence: SettingsEvidence) -> Iterator[Fault]:
    """A suppression comment has no effect.

    ## Meaning
    `ignore`, `disable` or `file-ignore` names a rule that finds nothing in the range of the comment, or `enable` ends a
    `disable` that does not exist. Only rules that ran are counted.

    ## Why it matters
    An unused comment will silently hide the next real fault in its range.

    ## Example
    ```markdown
    <!-- citevet: ignore[uncited-statistic] the number is ours -->
    The sky is blue.
    ```

    ## How to fix it
    Remove the comment, or the codes that are no longer needed. `citevet fix --unsafe-fixes` removes a comment if none
    of its codes is used.

    ## Limitations
    A finding may appear only in another kind of run (online, or with a corpus). The comment is not reported while its
    rule is not selected.
    """
    for _, problems in groupby(evidence.unused, key=lambda problem: problem.suppression.span):
        yield from _describe_unused(list(problems))


def _describe_unused(problems: list[SelectorProblem]) -> Iterator[Fault]:
    suppression = problems[0].suppression
    idle = len(problems) == len(suppression.selectors)
    fix = Fix(Safety.ASK, "remove the comment", (Edit(suppression.span, ""),)) if idle else None
    for problem in problems:
        hint = " (nothing was disabled)" if suppression.action == "enable" else ""
        message = f"unused suppression {suppression.action}[{problem.selector}]{hint}"
        yield Fault(suppression.span, message, problem.selector, fix)
        fix = None


def find_suppression_without_reason(evidence: SettingsEvidence) -> Iterator[Fault]:
    """A suppression comment gives no reason.

    ## Meaning
    The project requires a reason in every suppression (`require-reasons`), and this one has only codes.

    ## Why it matters
    Without a reason, the next reader cannot tell an accepted exception from a hidden fault.

    ## Example
    ```markdown
    <!-- citevet: ignore[KEY002] -->
    ```

    ## How to fix it
    Write the reason after the bracket: `<!-- citevet: ignore[KEY002] kept for the second edition -->`.

    ## Limitations
    The rule does not check whether the reason is good.
    """
    if not evidence.policy.require_reasons:
        return
    for suppression in evidence.suppressions:
        if suppression.action not in {None, "enable"} and not suppression.reason:
            listed = ", ".join(suppression.selectors)
            yield Fault(suppression.span, f"suppression {suppression.action}[{listed}] has no reason", listed)


def find_unknown_rule_in_suppression(evidence: SettingsEvidence) -> Iterator[Fault]:
    """A suppression comment names an unknown rule.

    ## Meaning
    A code, prefix or name in the brackets matches no rule. A prefix has at least the three letters of a family; `ALL`
    is not allowed.

    ## Why it matters
    The finding is not suppressed, although the author thinks it is.

    ## Example
    ```markdown
    <!-- citevet: ignore[KEY999] old list -->
    ```

    ## How to fix it
    Correct the code; `citevet rules` lists all rules. The message suggests the nearest one.

    ## Limitations
    A valid code may still be the wrong one.
    """
    for problem in evidence.unknown:
        hint = f' (did you mean "{problem.nearest}"?)' if problem.nearest else ""
        yield Fault(problem.suppression.span, f'unknown rule "{problem.selector}"{hint}', problem.selector)


def find_malformed_suppression(evidence: SettingsEvidence) -> Iterator[Fault]:
    """A comment to citevet has an unknown form.

    ## Meaning
    After `citevet:` a comment must have `ignore[…]`, `disable[…]`, `enable[…]` or `file-ignore[…]` with at least one
    code, prefix or name. Codes and the colon are required.

    ## Why it matters
    The comment has no effect, although it looks as if it had.

    ## Example
    ```markdown
    <!-- citevet: ignore -->
    <!-- citevet: skip[KEY001] draft -->
    <!-- citevet ignore[KEY001] draft -->
    ```

    ## How to fix it
    Name the codes: `<!-- citevet: ignore[KEY001] draft -->`.

    ## Limitations
    Comments that misspell the word `citevet`, and comments that never end, are not reported.
    """
    for suppression in evidence.suppressions:
        if suppression.action is None:
            written = evidence.extraction.document.slice(suppression.span)
            yield Fault(suppression.span, _NO_EFFECT, written)


def find_stale_baseline_entry(evidence: SettingsEvidence) -> Iterator[Fault]:
    """A baseline entry matches no finding.

    ## Meaning
    The baseline lists a finding of a rule that ran on this document, and the rule no longer finds it.

    ## Why it matters
    The fault was fixed. If the entry stays, it will accept the same fault when it returns.

    ## Example
    ```json
    {"version": 1, "entries": {"paper.md": [{"code": "KEY001", "fingerprint": "0123456789abcdef"}]}}
    ```
    `paper.md` no longer has an undefined citation.

    ## How to fix it
    Update the baseline with `citevet baseline`.

    ## Limitations
    Entries of documents outside the run, and of rules that were not selected, are not checked.
    """
    for entry in evidence.stale:
        accepted, message = f"{entry.code} {entry.fingerprint}", f": {entry.message}" if entry.message else ""
        yield Fault(Span(0, 0), f"stale baseline entry {accepted}{message}", accepted)
