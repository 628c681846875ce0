"""What a host's robots.txt allows (RFC 9309)."""

from typing import TYPE_CHECKING

from citevet.model import Reply

if TYPE_CHECKING:
    from protego import Protego

ROBOT = "citevet"
_FOUND, _NONE = range(200, 300), range(400, 429)
_MAX_BYTES = 512_000  # RFC 9309 asks to read at least 500 KB


def read_rules(reply: Reply) -> "Protego | Reply | None":
    """Return the rules in robots.txt, none where everything is allowed, or the trouble that forbids all."""
    if reply.status in _FOUND and not reply.trouble:
        from protego import Protego  # most runs visit no page

        return Protego.parse(reply.data[:_MAX_BYTES].decode("utf-8", "replace"))
    if reply.trouble in {None, "too-large"} or reply.status in _NONE:
        return None
    return reply
