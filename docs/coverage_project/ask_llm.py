"""Let a language model split and decide claims; a server on this machine stands in for the model."""

import json
import threading
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import citevet
from citevet.jobs.llm_judge import connect_llm

SOURCE = "Street trees cool the pavement in the afternoon."
CLAIM = "Trees along a street cool the pavement."
VOTE = json.dumps({"why": "It says so.", "quote": SOURCE, "missing": "", "verdict": "supported"})
UNSURE = json.dumps({"why": "It may.", "quote": SOURCE, "missing": "", "verdict": "partial"})
REPLIES = {  # what the model says, in order; the last reply repeats
    "quorum": [VOTE, UNSURE, VOTE],
    "repair": ["Sure! The verdict is: supp", VOTE],
    "split": [json.dumps([CLAIM, "Street trees heat the pavement."])],
}


class Model(BaseHTTPRequestHandler):
    """Answers as an OpenAI-compatible server does."""

    replies: list[str]

    def do_POST(self) -> None:
        """Send the next reply."""
        self.rfile.read(int(self.headers["Content-Length"]))
        said = self.replies.pop(0) if len(self.replies) > 1 else self.replies[0]
        body = json.dumps({"choices": [{"message": {"content": said}, "finish_reason": "stop"}]}).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name is the library's
        """Print nothing."""


def unsure(pairs: list[tuple[str, str]]) -> list[tuple[float, float, float]]:
    """Stand for a judge that cannot decide, so that the model is asked."""
    return [(0.5, 0.3, 0.2)] * len(pairs)


with ThreadingHTTPServer(("127.0.0.1", 0), Model) as server:
    threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()

    def split(text: str) -> list[str]:
        """Ask the model for the claims of a text."""
        connection = HTTPConnection("127.0.0.1", server.server_port)
        connection.request("POST", "/v1/chat/completions", json.dumps({"model": "demo", "messages": [text]}))
        with connection.getresponse() as reply:
            claims: list[str] = json.loads(json.load(reply)["choices"][0]["message"]["content"])
        connection.close()
        return claims

    for name, replies in REPLIES.items():
        Model.replies = list(replies)
        llm = connect_llm(f"openai:{name}", url=f"http://127.0.0.1:{server.server_port}/v1")
        parts: dict[str, Any] = {"extract_claims": split} if name == "split" else {"nli": unsure, "llm": llm}
        for claim in citevet.Verifier(**parts).verify(CLAIM, [SOURCE]).claims:
            votes = f" by {claim.ruling.by}, {llm.tally.void} void" if claim.ruling.by else ""
            print(f"{name}: {claim.verdict}: {claim.text}{votes}")
    server.shutdown()
