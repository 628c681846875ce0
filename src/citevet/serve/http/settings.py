"""What the person who starts the server decides."""

from pathlib import Path
from typing import Any

from citevet.limits import SERVED_JSON_BYTES
from citevet.records import dataclass, field
from citevet.world.job_store import Retention


@dataclass(frozen=True, slots=True, kw_only=True)
class ServeSettings:
    """Address, project and limits of a server, with every default."""

    root: Path  # the project whose settings, corpus and files are used
    store: Path  # the file of the jobs
    tokens: Path  # the file of the tokens
    host: str = "127.0.0.1"
    port: int = 8349
    allowed_hosts: frozenset[str] = frozenset()  # names, besides localhost and addresses, by which clients may call it
    options: dict[str, Any] = field(default_factory=dict)  # of every Session: online, judge
    workers: int = 2  # processes for jobs, and as many for requests that wait for their answer
    max_bytes: int = 32 * 2**20  # bytes of a request with a document
    max_json_bytes: int = SERVED_JSON_BYTES  # bytes of any other request
    max_buffered: int = 256 * 2**20  # bytes of all requests that are being read or wait for a worker
    max_waiting: int = 1_000  # requests that wait for a worker
    max_queued: int = 100  # jobs of one user that are not finished
    rate: int = 600  # requests per minute of one user
    job_seconds: float = 900.0  # for one job
    call_seconds: float = 60.0  # for one request that waits for its answer
    client_seconds: float = 30.0  # to send a request, and to take a part of an answer
    grace_seconds: float = 10.0  # for running jobs when the server is stopped
    is_quiet: bool = False  # do not log each request
    keep: Retention = field(default_factory=Retention)
