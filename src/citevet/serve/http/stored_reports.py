"""Reports as a worker keeps them, the files of a request, and the Session that a request asks for."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any
from zlib import compress, decompress

from citevet.errors import ReadError
from citevet.model import Audit, Census, Report, Rule, Source, Unread, Verdict
from citevet.session import Session
from citevet.world.record_json import dump_json, load_json

_StoredReport = tuple[
    Verdict, Census, tuple[Audit, ...], tuple[Unread, ...], tuple[Source, ...], tuple[Rule, ...], dict[str, Any]
]


def open_session(request: Mapping[str, Any], *targets: str) -> Session:
    """Return the Session of a request, in the project that is served."""
    return Session(request["options"], here=Path(request["root"]), targets=[Path(each) for each in targets])


def split_files(listed: Sequence[Mapping[str, Any]], data: bytes) -> dict[str, bytes]:
    """Return the files of a request by name, in their order; raise for a name that two of them have."""
    found: dict[str, bytes] = {}
    start = 0
    for each in listed:
        if each["name"] in found:
            raise ReadError("two files have this name", to=each["name"], advice="Rename one of them.")
        found[each["name"]] = data[start : start + each["size"]]
        start += each["size"]
    return found


class EarlyReport:
    """The documents of a check as far as they are known, sent whenever more is known of one."""

    def __init__(self, session: Session, send: Callable[[bytes], None]) -> None:
        self._session = session
        self._send = send
        self._audits: dict[str, Audit] = {}

    def __call__(self, *audits: Audit) -> None:
        """Send all that is known with what is new."""
        from citevet.jobs.run_summary import describe_run, make_report  # requests that check nothing need no rules

        self._audits |= {each.document.path: each for each in audits}
        run = describe_run((), self._session)
        self._send(dump_report(make_report([*self._audits.values()], (), self._session.config, run)))


def dump_report(report: Report) -> bytes:
    """Return a report as compressed JSON, from which every format can be made later."""
    try:
        return compress(dump_json(_to_stored(report)).encode(), 1)
    except ValueError:  # front matter with values that JSON does not have; no format shows them
        return compress(dump_json(_to_stored(_drop_metadata(report))).encode(), 1)


def load_report(data: bytes) -> Report:
    """Return a report as it was, unless reports had another shape when it was stored."""
    try:
        stored: _StoredReport = load_json(_StoredReport, decompress(data).decode())
    except ValueError as error:
        what = "these results were stored by another version of citevet"
        raise ReadError(what, advice="Check the document again.") from error
    verdict, census, audits, unread, sources, rules, run = stored
    return Report(verdict, census, audits, unread, sources, {rule.code: rule for rule in rules}, run)


def _to_stored(report: Report) -> _StoredReport:
    rules = tuple(report.rules.values())
    return report.verdict, report.census, report.audits, report.unread, report.sources, rules, dict(report.run)


def _drop_metadata(report: Report) -> Report:
    audits = (
        replace(each, extraction=replace(each.extraction, document=replace(each.document, metadata={})))
        for each in report.audits
    )
    return replace(report, audits=tuple(audits))
