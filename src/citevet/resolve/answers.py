"""What a service's reply means before its content is read: trouble, a wrong shape, or data."""

from json import loads
from typing import Any

from citevet.errors import ReadError
from citevet.model import Lookup, Reply
from citevet.read.archive import Element
from citevet.read.service_xml import parse_service_xml

_SUCCESS = 200
_NOT_KNOWN = frozenset({404, 410})


def refuse_trouble(reply: Reply, label: str) -> Lookup | None:
    """Return why nothing follows from a reply, if nothing does."""
    return Lookup(reason=reply.trouble, why=f"{label} {reply.why}") if reply.trouble else None


def refuse_shape(label: str) -> Lookup:
    """Return the outcome of an answer that is not what the service promises."""
    return Lookup(reason="unreadable", why=f"{label} sent an answer that could not be read")


def not_known(label: str, sought: str) -> Lookup:
    """Return the outcome of a service that has no such record; that does not mean that there is none."""
    return Lookup(reason="abstained", why=f"{label} does not know {sought[:200]}")


def refuse_status(reply: Reply, label: str, sought: str) -> Lookup | None:
    """Return why a reply has no record: trouble, not known (404, 410), or another status than success."""
    if reply.trouble:
        return refuse_trouble(reply, label)
    if reply.status in _NOT_KNOWN:
        return not_known(label, sought)
    return None if reply.status == _SUCCESS else Lookup(reason="unreadable", why=f"{label} answered {reply.status}")


def read_json(reply: Reply, label: str, sought: str | None = None) -> Any | Lookup:  # noqa: ANN401 - the shape is the service's, and never trusted
    """Return the JSON of a reply, or why there is none; with `sought`, only of a reply that succeeded."""
    refusal = refuse_trouble(reply, label) if sought is None else refuse_status(reply, label, sought)
    try:
        return refusal or loads(reply.data.decode("utf-8-sig"))  # the only encoding of JSON
    except (ValueError, RecursionError):
        return refuse_shape(label)


def read_xml(reply: Reply, label: str) -> Element | Lookup:
    """Return the root of the XML of a reply, or why there is none; no service sends UTF-16 unless it is broken."""
    if b"\0" in reply.data[:100]:
        return refuse_trouble(reply, label) or refuse_shape(label)
    try:
        return refuse_trouble(reply, label) or parse_service_xml(reply.data, label)
    except ReadError:
        return refuse_shape(label)
