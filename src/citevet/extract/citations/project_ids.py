"""Find ids of the project's own issues and use cases: `#12`, `UC-001`. Other projects have neither."""

from collections.abc import Iterator

from citevet.extract.citations.links import normalize_url
from citevet.extract.masked_text import FoundCitation, MaskedText
from citevet.model import Span
from citevet.text.patterns import lazy_pattern

# Not `name/project#12`, an issue of another project, nor the character `&#12;` or the colour #000080.
_ISSUE = lazy_pattern(r"#(?<![\w/&#.-]#)([1-9]\d{0,6})(?![\w-])")
_USE_CASE = lazy_pattern(r"UC-(?<![\w/@.-]UC-)\d{3}(?![\w-])")


def find_issues(scene: MaskedText) -> Iterator[FoundCitation]:
    """Find issue numbers, each of which is a link to the project's tracker."""
    tracker = scene.ids.issues
    if not tracker or scene.document.format == "latex":  # where #1 is a parameter
        return
    for match in _ISSUE.finditer(scene.prose):
        address = f"{tracker.rstrip('/')}/{match[1]}"
        yield FoundCitation("link", Span(*match.span()), normalize_url(address), parts={"target": address})


def find_use_cases(scene: MaskedText) -> Iterator[FoundCitation]:
    """Find ids of use cases, each of which mentions a file of the project."""
    folder, paths = scene.ids.use_case_folder, scene.ids.use_cases
    for match in _USE_CASE.finditer(scene.prose) if folder else ():
        path = paths.get(match[0], f"{folder}/{match[0]}.md")
        yield FoundCitation("mention", Span(*match.span()), match[0], parts={"path": path, "use-case": folder})
