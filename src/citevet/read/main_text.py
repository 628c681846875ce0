"""The main content of an HTML page, without menus, banners and comments."""

from importlib import import_module

_MAX_PAGE = 2_000_000  # characters
_MAX_TAGS = 25_000  # with 280,000 the extraction took 90 s; a long encyclopedia article has 20,000
_FEWEST = 250  # characters; less is a caption or a notice, not the content


def extract_main_text(html: str) -> str:
    """Return the main text, or nothing where it is not clear, or the library for it is not installed."""
    if len(html) > _MAX_PAGE or html.count("<") > _MAX_TAGS:
        return ""
    try:
        found = import_module("trafilatura").extract(
            html, include_comments=False, include_tables=True, deduplicate=False
        )
    except Exception:  # noqa: BLE001 - it fails in many ways on broken pages; the whole page is the fallback
        return ""
    return found if isinstance(found, str) and len(found) >= _FEWEST else ""
