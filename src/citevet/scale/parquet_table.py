"""The results of a batch as a Parquet table: a row per file, per citation with a claim, and per other finding."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib.util import find_spec
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from citevet.errors import UsageError
from citevet.report.json import TOOL
from citevet.world.file_writer import replace_file

if TYPE_CHECKING:
    import pyarrow as pa

ROW_GROUP = 20_000  # rows; so many are in memory at a time
_WORDS = "record file path verdict".split()
_TEXTS = "kind text claim source title existence existence_reason support support_reason severity".split()
_LISTS = "flags rules suppressed messages".split()
_SEVERITIES = ("error", "warning", "info")


def write_table(lines: Iterable[bytes], file: Path) -> None:
    """Write a table of the lines of reports.jsonl."""
    require_pyarrow()
    import pyarrow as pa
    from pyarrow import parquet

    schema = _make_schema()
    rows = chain.from_iterable(_list_rows(_read_line(line)) for line in lines)
    with (
        replace_file(file) as draft,
        draft.open("wb") as stream,
        parquet.ParquetWriter(stream, schema, compression="zstd", store_schema=False) as writer,
    ):
        while group := list(islice(rows, ROW_GROUP)):
            writer.write_table(pa.Table.from_pylist(group, schema=schema), row_group_size=ROW_GROUP)
        writer.add_key_value_metadata({"made by": json.dumps({"tool": TOOL})})


def require_pyarrow() -> None:
    """Raise where the library is missing, before any work is done."""
    if find_spec("pyarrow") is None:
        advice = "Install it with: pip install 'citevet[parquet]'"
        raise UsageError("needs the package pyarrow", to="--format parquet", advice=advice)


def _read_line(line: bytes) -> dict[str, Any]:
    """Return a report without half characters, which JSON can hold and a table cannot."""
    report: dict[str, Any] = json.loads(line)
    if rb"\ud" in line:
        report = json.loads(json.dumps(report, ensure_ascii=False).encode("utf-8", "replace"))
    return report


def _list_rows(report: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the rows of one file: itself, its citations with their claims, and findings about no citation."""
    shared = {"file": report["path"], "verdict": report["verdict"]}
    unread = [each["message"] for each in report["unread"]]
    yield {**shared, "record": "file", "path": report["path"], "messages": unread}
    titles = {source["id"]: source["title"] for source in report["sources"]}
    for document in report["documents"]:
        place = {**shared, "path": document["path"]}
        yield from ({**place, **row} for row in _list_document_rows(document, titles))


def _list_document_rows(document: Mapping[str, Any], titles: Mapping[str, str]) -> Iterator[dict[str, Any]]:
    claims = {claim["id"]: claim["text"] for claim in document["claims"]}
    judgements, findings = (_group_by_citation(document[name]) for name in ("judgements", "findings"))
    for citation in document["citations"]:
        about = _describe_findings(findings.pop(citation["id"], ()))
        base = {"record": "citation", **_locate(citation), "kind": citation["kind"], "text": citation["text"], **about}
        for judgement in judgements.get(citation["id"], [{}]):
            yield {**base, **_describe_judgement(judgement, claims, titles)}
    for finding in chain.from_iterable(findings.values()):
        claim = claims.get(finding["claim"])
        yield {"record": "finding", **_locate(finding), "claim": claim, **_describe_findings([finding])}


def _group_by_citation(records: Iterable[Mapping[str, Any]]) -> dict[str | None, list[Mapping[str, Any]]]:
    grouped: dict[str | None, list[Mapping[str, Any]]] = {}
    for record in records:
        grouped.setdefault(record["citation"], []).append(record)
    return grouped


def _locate(record: Mapping[str, Any]) -> dict[str, Any]:
    return {"line": record["line"], "column": record["column"]}


def _describe_judgement(
    judgement: Mapping[str, Any], claims: Mapping[str, str], titles: Mapping[str, str]
) -> dict[str, Any]:
    copied = ("source", "existence", "existence_reason", "support", "support_reason", "confidence", "flags")
    return {
        **{name: judgement.get(name) for name in copied},
        "claim": claims.get(judgement.get("claim", "")),
        "title": titles.get(judgement.get("source", "")),
    }


def _describe_findings(findings: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Return the codes and messages of findings that count, the worst severity, and the codes of suppressed ones."""
    counted = [each for each in findings if not each["suppressed"]]
    severities = {each["severity"] for each in counted}
    return {
        "rules": [each["code"] for each in counted],
        "messages": [each["message"] for each in counted],
        "severity": next((level for level in _SEVERITIES if level in severities), None),
        "suppressed": [each["code"] for each in findings if each["suppressed"]],
    }


def _make_schema() -> "pa.Schema":
    import pyarrow as pa

    fields = [pa.field(name, pa.string(), nullable=False) for name in _WORDS]
    fields += [pa.field(name, pa.int32()) for name in ("line", "column")]
    fields += [pa.field(name, pa.string()) for name in _TEXTS]
    fields += [pa.field("confidence", pa.float64())]
    fields += [pa.field(name, pa.list_(pa.string())) for name in _LISTS]
    return pa.schema(fields)
