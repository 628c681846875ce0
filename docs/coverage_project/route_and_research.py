"""A router with verify_citations, and a report of a research agent."""

from citevet.adapters.deep_research import verify_report
from citevet.adapters.query_router import QueryRouter


class Index:
    """A retriever with a method."""

    def search(self, query: str) -> list[dict[str, str]]:
        """Return chunks."""
        return [{"content": "Tokyo is the capital of Japan.", "heading": query, "sourcePath": "docs/japan.md"}]


router = QueryRouter(Index(), lambda _, chunks: chunks[0]["content"], verify_citations=True)
print("router:", router.route("Japan").grounding)
report = {
    "output": [
        {
            "content": [
                {
                    "text": "Tokyo is the capital of Japan ([page](https://example.org/tokyo)).",
                    "annotations": [{"type": "url_citation", "url": "https://example.org/tokyo?utm_source=agent"}],
                }
            ]
        }
    ]
}
pages = {"http://example.org/tokyo/": "Tokyo is the capital and seat of government of Japan."}
print("report:", verify_report(report, pages=pages))
