"""`citevet links`"""

import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from citevet.errors import UsageError
from citevet.jobs.links import IgnoredLink, LinkSettings, check_links, read_documents
from citevet.records import replace
from citevet.report.links import find_worst, format_summary, iter_rows, render_text, to_json
from citevet.resolve.web.link_check import CheckSettings
from citevet.world.address_guard import require_allowable

if TYPE_CHECKING:
    from citevet.model import Document
    from citevet.model.links import LinkReport

_EXAMPLE = """\b
Example:
  citevet links README.md docs
  citevet links docs --offline
  citevet links https://example.org --recursive --depth 2
  citevet links docs --format sarif --output links.sarif

\b
Exit codes
  0  no link at or above the fail level
  1  some link is
  2  usage error, unreadable input or internal error
"""
_FORMATS = ("text", "json", "sarif", "junit", "markdown", "html", "github", "gitlab", "rdjson", "concise")
_LEVELS = ("error", "warning", "info")
_EVERY = 10.0  # seconds between two lines of progress in a log
_UNITS = {"s": 1, "m": 60, "h": 3_600, "d": 86_400}


class _Age(click.ParamType):  # type: ignore[type-arg]  # older releases of click take no argument
    """A time such as 12h."""

    name = "age"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Return the seconds."""
        if isinstance(value, float):
            return value
        number, unit = str(value)[:-1], str(value)[-1:]
        if unit not in _UNITS or not number.isdecimal():
            self.fail("write a number with s, m, h or d, such as 12h", param, ctx)
        return float(number) * _UNITS[unit]


@click.command(epilog=_EXAMPLE)
@click.argument("paths", nargs=-1)
@click.option("--recursive", is_flag=True, help="Follow the links of a web site to its other pages.")
@click.option("--depth", type=click.IntRange(0), default=None, metavar="N", help="How far --recursive goes.")
@click.option("--sitemap", is_flag=True, help="Check the pages that the site lists in its sitemap.")
@click.option("--max-pages", type=click.IntRange(1), default=1_000, help="Most pages of a site. [default: 1000]")
@click.option(
    "--include", multiple=True, metavar="PATTERN", help="Check only these targets: a glob, a start, or /regex/."
)
@click.option("--exclude", multiple=True, metavar="PATTERN", help="Do not check these targets.")
@click.option("--accept", metavar="CODES", default="", help="Status codes that count as an answer: 403,418,500-599.")
@click.option("--header", "headers", multiple=True, metavar="HOST=NAME:VALUE", help="Send a header to a host.")
@click.option("--timeout", type=click.FloatRange(min=0.1), default=20.0, help="Seconds for one page. [default: 20]")
@click.option("--parallel", type=click.IntRange(0, 64), default=0, help="Requests to one host at once. [default: 6]")
@click.option("--offline", is_flag=True, help="Check files and anchors only.")
@click.option("--no-anchors", is_flag=True, help="Do not look for the anchors of web pages.")
@click.option("--ignore-robots", is_flag=True, help="Ask for pages that robots.txt forbids to robots.")
@click.option("--allow-private", multiple=True, metavar="HOST", help="Let this host or network be a private one.")
@click.option(
    "--ignore-list", type=click.Path(path_type=Path), help="TOML file with links that are not checked, and why."
)
@click.option("--root", type=click.Path(path_type=Path, file_okay=False), help="Folder that `/path` counts from.")
@click.option(
    "--archive", is_flag=True, help="Look for archived copies of dead pages. SENDS their addresses to archive.org."
)
@click.option("--fix", is_flag=True, help="Write the new address of pages that moved for good.")
@click.option(
    "--unsafe-fixes", is_flag=True, help="With --fix: also write archived copies, and the likely file or anchor."
)
@click.option(
    "--cache-age", type=_Age(), default="1d", help="How long a result is believed: 30m, 12h, 7d. [default: 1d]"
)
@click.option("--no-cache", is_flag=True, help="Ask for every page again.")
@click.option("--watch-list", is_flag=True, help="Report only what changed since the last run.")
@click.option(
    "--state",
    type=click.Path(path_type=Path),
    help="File with the results of the last run. [default: .citevet/links.json]",
)
@click.option(
    "--format",
    "format_",
    type=click.Choice([*_FORMATS, "issue", "email"]),
    default="text",
    help="Report format. [default: text]",
)
@click.option("--output", metavar="FILE", help="Write the report to this file instead of stdout.")
@click.option("--force", is_flag=True, help="Let --output replace a file that citevet did not write.")
@click.option(
    "--fail-on",
    type=click.Choice([*_LEVELS, "never"]),
    default="warning",
    help="Lowest level that exits with 1. [default: warning]",
)
@click.option("--quiet", is_flag=True, help="Do not show progress on stderr.")
def command(paths: tuple[str, ...], **flags: Any) -> None:
    """Check the links of documents or of a web site: pages, files, images and anchors.

    PATHS are documents, folders or web addresses; without any, this folder. SENDS the addresses to their hosts, unless
    --offline is given.
    """
    settings = _make_settings(flags)
    documents, unread = _collect(paths or (".",), flags, settings)
    find_root = partial(_find_root, [Path(path) for path in paths or (".",)], flags["root"])
    found = check_links(documents, find_root, settings, progress=None if flags["quiet"] else _show_progress())
    found = replace(found, unread=tuple(unread))
    if flags["fix"]:
        found = _fix(found, unsafe=flags["unsafe_fixes"])
    if flags["watch_list"]:
        from citevet.cli.link_watch import report_changes

        report_changes(found, flags)
        return
    _write(found, flags)
    for each in found.unread:
        click.echo(f"citevet: {each.message}", err=True)
    worst, level = find_worst(row for _, row in iter_rows(found)), flags["fail_on"]
    if found.unread:
        sys.exit(2)
    if worst and level != "never" and _LEVELS.index(worst) <= _LEVELS.index(level):
        sys.exit(1)


def _make_settings(flags: Mapping[str, Any]) -> LinkSettings:
    from json import loads

    require_allowable(flags["allow_private"])
    routes = os.environ.get("CITEVET_RESOLVE_HOSTS", "") if os.environ.get("CITEVET_ALLOW_PRIVATE") == "1" else ""
    check = CheckSettings(
        timeout=flags["timeout"],
        accepted=frozenset(_read_codes(flags["accept"])),
        headers=_read_headers(flags["headers"]),
        respects_robots=not flags["ignore_robots"],
        digests=flags["watch_list"],
        parallel=flags["parallel"],
    )
    cache = None
    if not flags["no_cache"] and not flags["offline"]:
        from citevet.world.net.link_cache import LinkCache

        cache = LinkCache()
    return LinkSettings(
        check,
        offline=flags["offline"],
        include=flags["include"],
        exclude=flags["exclude"],
        ignored=tuple(_read_ignore_list(flags["ignore_list"])),
        allow_private=tuple(each.lower() for each in flags["allow_private"]),
        archive=flags["archive"],
        cache=cache,
        max_age=flags["cache_age"],
        routes=loads(routes) if routes else {},
        anchors=not flags["no_anchors"],
    )


def _read_codes(written: str) -> Iterator[int]:
    for part in filter(None, (each.strip() for each in written.split(","))):
        first, _, last = part.partition("-")
        if not first.isdecimal() or not (last or first).isdecimal():
            raise UsageError("not a status code", to=f"--accept {part}", advice="Write codes such as 403,500-599.")
        yield from range(int(first), int(last or first) + 1)


def _read_headers(given: Sequence[str]) -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = {}
    for each in given:
        host, equals, rest = each.partition("=")
        name, colon, value = rest.partition(":")
        if not (host and equals and name and colon) or not each.isprintable():
            raise UsageError("not a header", to="--header", advice="Write it as HOST=NAME:VALUE.")
        found.setdefault(host.strip().lower(), {})[name.strip()] = value.strip()
    return found


def _read_ignore_list(file: Path | None) -> Iterator[IgnoredLink]:
    """Yield the entries of an ignore list: [[ignore]] with `url`, `reason` and perhaps `until`."""
    if file is None:
        return
    import tomllib

    advice = 'Write [[ignore]] tables with url = "…", reason = "…" and perhaps until = 2027-01-31.'
    try:
        entries = tomllib.loads(file.read_text("utf-8")).get("ignore", [])
    except (OSError, ValueError) as error:
        raise UsageError("the ignore list cannot be read", to=str(file), advice=advice) from error
    for entry in entries if isinstance(entries, list) else [None]:
        if not isinstance(entry, dict) or entry.keys() - {"url", "reason", "until"}:
            raise UsageError("an entry needs `url` and `reason`", to=str(file), advice=advice)
        url, reason, until = entry.get("url"), entry.get("reason"), entry.get("until")
        if not isinstance(url, str) or not isinstance(reason, str) or not isinstance(until, date | None):
            raise UsageError("an entry needs `url` and `reason`", to=str(file), advice=advice)
        yield IgnoredLink(url, reason, until)


def _collect(
    paths: Sequence[str], flags: Mapping[str, Any], settings: LinkSettings
) -> "tuple[list[tuple[Document, Path | None]], list[Any]]":
    """Return the documents with their files, and what could not be read."""
    sites = [path for path in paths if path.startswith(("http://", "https://"))]
    files = [Path(path) for path in paths if path not in sites]
    documents: list[tuple[Document, Path | None]] = []
    unread: list[Any] = []
    if sites:
        from citevet.jobs.site_pages import read_site

        crawl = {key: flags[key] for key in ("recursive", "depth", "sitemap", "max_pages")}
        pages, unread = read_site(sites, settings, **crawl)
        documents += [(page, None) for page in pages]
    folders = [file for file in files if file.is_dir()]
    found = [file for file in files if not file.is_dir()]
    if folders:
        found += _list_documents(folders)
    read, more = read_documents(found, Path.as_posix)
    documents += [(document, Path(document.path)) for document in read]
    return documents, [*unread, *more]


def _list_documents(folders: Sequence[Path]) -> list[Path]:
    from citevet.jobs.discovery import discover_documents  # 70 ms of settings
    from citevet.session import Session

    return discover_documents(folders, Session({}, targets=folders))


def _find_root(named: Sequence[Path], chosen: Path | None, file: Path) -> Path:
    """Return the top folder of a document's project: that of git, else the named folder that holds it."""
    if chosen:
        return chosen
    place = Path(os.path.realpath(file))
    if top := next((folder for folder in place.parents if (folder / ".git").exists()), None):
        return top
    folders = (Path(os.path.realpath(each)) for each in (*named, Path()))
    return next((folder for folder in folders if folder.is_dir() and place.is_relative_to(folder)), place.parent)


def _fix(found: "LinkReport", *, unsafe: bool) -> "LinkReport":
    """Write the suggested targets, and return the report without the links that were fixed."""
    from citevet.fix import apply_fixes, select_fixes
    from citevet.jobs.link_report import list_findings
    from citevet.world.file_writer import write_document

    left = []
    for checked in found.documents:
        fixes = select_fixes(list_findings(checked), unsafe=unsafe)
        applied = apply_fixes(checked.document.text, fixes)
        if applied.done:
            write_document(Path(checked.document.path), checked.document, applied.text)
            click.echo(f"{checked.document.path}: {len(applied.done)} fixed", err=True)
        spans = {edit.span for fix in applied.done for edit in fix.edits}
        rows = (row for row in checked.rows if not any(row.link.span.holds(span) for span in spans))
        left.append(replace(checked, rows=tuple(rows)))
    return replace(found, documents=tuple(left))


def _show_progress() -> Any:
    if not sys.stderr.isatty():
        from time import monotonic

        last = monotonic()

        def report(done: int, total: int, what: str) -> None:
            nonlocal last
            if monotonic() - last >= _EVERY:
                last = monotonic()
                click.echo(f"citevet: {done} of {total} {what}", err=True)

        return report

    def draw(done: int, total: int, what: str) -> None:
        end = "" if done < total else "\r\x1b[2K"
        sys.stderr.write(f"\r\x1b[2K{done}/{total} {what}{end}")
        sys.stderr.flush()

    return draw


def _write(found: "LinkReport", flags: Mapping[str, Any]) -> None:
    format_, output = flags["format_"], flags["output"]
    if format_ in {"issue", "email"}:
        raise UsageError("is only for --watch-list", to=f"--format {format_}", advice="Give --watch-list as well.")
    if format_ == "text":
        text = render_text(found)
    elif format_ == "json":
        from citevet.report.json import dump_pretty

        text = dump_pretty(to_json(found))
    else:
        from citevet.jobs.link_report import make_report
        from citevet.model import Severity
        from citevet.report import render

        level = flags["fail_on"] if flags["fail_on"] != "never" else "error"
        text = render(make_report(found, Severity[level.upper()]), format_)
    if output:
        from citevet.cli.output import emit
        from citevet.jobs.report_files import require_replaceable

        require_replaceable(output, force=flags["force"])
        emit(text, output)
    else:
        click.echo(text, nl=not text.endswith("\n"))
    if format_ != "text" or output:
        click.echo(format_summary(found), err=True)
