"""The address of a language model: kind of endpoint, model name, and the variable that holds the API key."""

import os
from typing import Literal
from urllib.parse import SplitResult, urlsplit

from citevet.errors import UsageError
from citevet.records import dataclass
from citevet.world.address_guard import is_this_machine

EndpointKind = Literal["openai", "anthropic", "ollama", "host"]
ENDPOINT_KINDS: tuple[EndpointKind, ...] = ("openai", "anthropic", "ollama")  # those that users can name
_DEFAULT_URLS: dict[EndpointKind, str] = {
    "openai": "https://api.openai.com/v1",
    "anthropic": "https://api.anthropic.com",
    "ollama": "http://localhost:11434",
}
_KEY_VARIABLES: dict[EndpointKind, str] = {"openai": "OPENAI_API_KEY", "anthropic": "ANTHROPIC_API_KEY", "ollama": ""}
_PATHS: dict[EndpointKind, str] = {"openai": "/chat/completions", "anthropic": "/v1/messages", "ollama": "/api/chat"}
# What users append to an address although the path already starts with it.
_REPEATED: dict[EndpointKind, str] = {"openai": "/chat/completions", "anthropic": "/v1", "ollama": "/api"}
_MAX_NAME = 200  # characters


@dataclass(frozen=True, slots=True)
class Endpoint:
    """A model behind an address; the API key itself is never stored here."""

    kind: EndpointKind
    model: str
    url: str  # with the path of the chat request
    key_env: str = ""  # the variable with the key; empty: no key is sent

    @property
    def name(self) -> str:
        """Kind and model, as users write them."""
        return f"{self.kind}:{self.model}"

    @property
    def host(self) -> str:
        """The host that the text is sent to."""
        return urlsplit(self.url).netloc

    @property
    def is_here(self) -> bool:
        """Whether the text stays on this machine."""
        return is_this_machine(urlsplit(self.url).hostname or "")


# The model of the program that called citevet: questions are passed to it, and nothing is sent to an address.
HOST_MODEL = Endpoint("host", "sampling", "mcp://host")


def parse_endpoint(name: str, *, url: str = "", key_env: str = "") -> Endpoint:
    """Parse `openai:gpt-5-mini`; for a `url` of the user's own, a key is sent only if `key_env` names its variable."""
    kind, model = split_model_name(name)
    parts = _split_url(url or _DEFAULT_URLS[kind])
    variable = key_env or ("" if url else _KEY_VARIABLES[kind])
    base = parts.geturl().rstrip("/").removesuffix(_REPEATED[kind]).rstrip("/")
    found = Endpoint(kind, model, f"{base}{_PATHS[kind]}", variable)
    if variable and parts.scheme == "http" and not found.is_here:
        raise UsageError("a key is not sent without encryption", to=found.host, advice="Give an https address.")
    return found


def split_model_name(name: str) -> tuple[EndpointKind, str]:
    """Return the kind and the model of a name."""
    head, _, model = name.partition(":")
    kind = next((kind for kind in ENDPOINT_KINDS if kind == head), None)
    if kind is None or not model or not model.isprintable() or " " in model or len(model) > _MAX_NAME:
        kinds = " or ".join(f"{kind}:MODEL" for kind in ENDPOINT_KINDS)
        raise UsageError(f"{name[:_MAX_NAME]!r} names no language model", to="llm", advice=f"Write {kinds}.")
    return kind, model


def read_api_key(endpoint: Endpoint) -> str:
    """Return the key from its environment variable; no message ever shows it."""
    if not endpoint.key_env:
        return ""
    found = os.environ.get(endpoint.key_env, "").strip()
    if not found:
        advice = f"Set it to your key for {endpoint.host}."
        raise UsageError("the variable is not set", to=endpoint.key_env, advice=advice)
    if not found.isascii() or not found.isprintable() or " " in found:
        raise UsageError("the variable holds no key", to=endpoint.key_env, advice="A key is one word of plain letters.")
    return found


def _split_url(url: str) -> SplitResult:
    how = "Give an http or https address without a password, such as http://localhost:8000/v1."
    try:
        parts = urlsplit(url)
        whole = bool(parts.hostname) and (parts.port is None or parts.port > 0)
    except ValueError:
        raise UsageError("it is not a web address", to="llm-url", advice=how) from None
    if parts.scheme not in {"http", "https"} or not whole or not url.isprintable() or " " in url:
        raise UsageError("it is not a web address", to="llm-url", advice=how)
    if "@" in parts.netloc or parts.query or parts.fragment:
        raise UsageError("the address holds more than host and path", to="llm-url", advice=how)
    return parts
