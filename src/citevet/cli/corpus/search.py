"""`citevet corpus search`, `index` and `cite`"""

import sys
from dataclasses import asdict

import click

from citevet.cli.options import example, existing_corpus_flags
from citevet.cli.output import emit, is_colored, show_progress
from citevet.jobs.corpus.search import index_corpus, search_corpus
from citevet.report.corpus import passages
from citevet.report.findings import format_count
from citevet.report.json import dump_pretty
from citevet.report.safe_text import to_line
from citevet.session import Session


@click.command(
    "search",
    epilog=example(
        'citevet corpus search "cooling load"',
        "citevet corpus search shade trees --limit 3 --json",
        'citevet corpus search "heart attack"   (finds a study of myocardial infarction, too)',
    ),
)
@click.argument("query", nargs=-1, required=True)
@existing_corpus_flags
@click.option("--limit", default=10, show_default=True, type=click.IntRange(1, 1000), help="Maximum number of pages.")
@click.option("--words", "words_only", is_flag=True, help="Search by words only; load no model.")
def search_command(query: tuple[str, ...], *, as_json: bool, limit: int, words_only: bool, session: Session) -> None:
    """Search the sources. The best page comes first, each with a snippet.

    Words are matched by their stems. Titles and openings are also matched by meaning, in English only. Without a match
    the exit code is 1, as with grep.
    """
    text = " ".join(query)
    with show_progress() as progress:
        result = search_corpus(text, session, limit=limit, words_only=words_only, progress=progress)
    if result.note:
        click.echo(f"note: {to_line(result.note)}", err=True)
    shown = passages.render_hits(text, result.found, color=is_colored(sys.stdout))
    emit(dump_pretty(passages.hits_to_dict(text, result.found)) if as_json else shown)
    sys.exit(not result.found)


@click.command("index", epilog=example("citevet corpus index"))
@existing_corpus_flags
def index_command(*, as_json: bool, session: Session) -> None:
    """Update the search index, and embed the title and opening of each source.

    A search does this itself for a few new sources. 1,000 new sources take about 90 seconds. You can stop the command
    at any time; the next run continues from there.
    """
    with show_progress() as progress:
        done = index_corpus(session, progress)
    sources, passages = format_count(done.sources, "source"), format_count(done.passages, "passage")
    text = f"{sources}; {passages} embedded, {done.new:,} of them new\n"
    emit(dump_pretty({"version": 1, **asdict(done)}) if as_json else text)


@click.command("cite", epilog=example('citevet corpus cite "The top floor was the warmest in every house."'))
@click.argument("claim")
@existing_corpus_flags
def cite_command(claim: str, *, as_json: bool, session: Session) -> None:
    """Find a passage that supports CLAIM, and print a citation with page and quotation.

    A passage qualifies if it has enough words of the claim, its numbers and its “not”, and does not contradict it or
    hedge. If no passage qualifies, the exit code is 1, and the closest one is shown with the difference. Citations are
    never made up. Contradicting passages are shown next to a citation.
    """
    from citevet.jobs.corpus.cite import cite_claim  # 60 ms of word lists that a search does not need

    found = cite_claim(claim, session)
    emit(dump_pretty(passages.citation_to_dict(found)) if as_json else passages.render_citation(found))
    sys.exit(not found.carried)
