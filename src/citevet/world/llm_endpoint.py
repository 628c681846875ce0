"""Where a language model is asked: which kind of endpoint, which model, and which variable holds the key."""

import os
from dataclasses import dataclass
from ipaddress import ip_address
from typing import Literal, get_args
from urllib.parse import SplitResult, urlsplit

from citevet.errors import UsageError

Kind = Literal["openai", "anthropic", "ollama"]
KINDS: tuple[Kind, ...] = get_args(Kind)
_HOMES: dict[Kind, str] = {
    "openai": "https://api.openai.com/v1",
    "anthropic": "https://api.anthropic.com",
    "ollama": "http://localhost:11434",
}
_KEYS: dict[Kind, str] = {"openai": "OPENAI_API_KEY", "anthropic": "ANTHROPIC_API_KEY", "ollama": ""}
_PATHS: dict[Kind, str] = {"openai": "/chat/completions", "anthropic": "/v1/messages", "ollama": "/api/chat"}
# What people write at the end of an address, and the path begins with.
_DOUBLED: dict[Kind, str] = {"openai": "/chat/completions", "anthropic": "/v1", "ollama": "/api"}
_LONGEST = 200  # characters of a model's name


@dataclass(frozen=True, slots=True)
class Endpoint:
    """A model behind an address; the key itself is never kept here."""

    kind: Kind
    model: str
    url: str  # of the one path that is asked
    key_env: str = ""  # the variable with the key; none: no key is sent

    @property
    def name(self) -> str:
        """Kind and model, as people wrote them."""
        return f"{self.kind}:{self.model}"

    @property
    def host(self) -> str:
        """The host that the words go to."""
        return urlsplit(self.url).netloc

    @property
    def is_here(self) -> bool:
        """Whether the words stay on this machine."""
        return _is_loopback(urlsplit(self.url).hostname or "")


def endpoint(name: str, *, url: str = "", key_env: str = "") -> Endpoint:
    """Read `openai:gpt-5-mini`; a key goes to the provider itself, elsewhere only where its variable was named."""
    kind, model = split_name(name)
    parts = _checked(url or _HOMES[kind])
    variable = key_env or ("" if url else _KEYS[kind])
    found = Endpoint(kind, model, _address(kind, parts), variable)
    if variable and parts.scheme == "http" and not found.is_here:
        raise UsageError("a key is not sent without encryption", to=found.host, advice="Give an https address.")
    return found


def split_name(name: str) -> tuple[Kind, str]:
    """Return the kind and the model of a name."""
    head, _, model = name.partition(":")
    kind = next((kind for kind in KINDS if kind == head), None)
    if kind is None or not model or not model.isprintable() or " " in model or len(model) > _LONGEST:
        kinds = " or ".join(f"{kind}:MODEL" for kind in KINDS)
        raise UsageError(f"{name[:_LONGEST]!r} names no language model", to="llm", advice=f"Write {kinds}.")
    return kind, model


def key(asked: Endpoint) -> str:
    """Return the key from its variable; no message ever shows it."""
    if not asked.key_env:
        return ""
    found = os.environ.get(asked.key_env, "").strip()
    if not found:
        advice = f"Set it to your key for {asked.host}."
        raise UsageError("the variable is not set", to=asked.key_env, advice=advice)
    if not found.isascii() or not found.isprintable() or " " in found:
        raise UsageError("the variable holds no key", to=asked.key_env, advice="A key is one word of plain letters.")
    return found


def _checked(url: str) -> SplitResult:
    how = "Give an http or https address without a password, such as http://localhost:8000/v1."
    try:
        parts = urlsplit(url)
        whole = bool(parts.hostname) and (parts.port is None or parts.port > 0)
    except ValueError:
        raise UsageError("it is no web address", to="llm-url", advice=how) from None
    if parts.scheme not in {"http", "https"} or not whole or not url.isprintable() or " " in url:
        raise UsageError("it is no web address", to="llm-url", advice=how)
    if "@" in parts.netloc or parts.query or parts.fragment:
        raise UsageError("the address holds more than host and path", to="llm-url", advice=how)
    return parts


def _address(kind: Kind, parts: SplitResult) -> str:
    base = parts.geturl().rstrip("/").removesuffix(_DOUBLED[kind]).rstrip("/")
    return f"{base}{_PATHS[kind]}"


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
