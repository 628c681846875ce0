"""Addresses of documents and rules in outputs that want URIs."""

from urllib.parse import quote_from_bytes


def path_uri(path: str) -> str:
    """Return a path as a percent-encoded URI reference; a name that is not UTF-8 keeps its bytes."""
    try:
        data = path.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        data = path.encode("utf-8", "replace")
    return ("file://" if path.startswith("/") else "") + quote_from_bytes(data)


def rule_uri(code: str) -> str:
    """Return the name of a rule as a URI; `citevet rule CODE` prints what stands behind it."""
    return f"urn:citevet:rule:{code}"
