"""Pages that a web search found: they settle a claim only where they agree."""

import citevet
from citevet.jobs.web_evidence import WebPages, settle_claims

CLAIM = "The storm left 300 homes without power."
YES = citevet.Source(text=CLAIM, url="https://news.example/a")
NO = [
    citevet.Source(text="The storm left 30 homes without power.", url=f"https://news.example/{name}") for name in "bc"
]
verifier = citevet.Verifier()
for pages in ([YES], [YES, *NO]):
    open_one = verifier.verify([CLAIM], ["The mill sells bread on Fridays."])
    claim = settle_claims(open_one, WebPages({CLAIM: pages}), verifier.verify).to_dict()["claims"][0]
    sides = {passage["source"] for passage in claim["judgement"]["evidence"]}
    print(claim["verdict"], "webVerified:", claim["webVerified"], "passages:", len(sides), claim["judgement"]["flags"])
