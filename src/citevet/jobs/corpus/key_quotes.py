"""Whether a key quote stands in the source, and on the page that the entry gives."""

from citevet.judge.key_quotes import compared as judged
from citevet.model import Body, Entry, Judgement, KeyQuote
from citevet.report.corpus.pages import Compared

_ELSEWHERE = {
    "fabricated-quote": "nothing like it is in the file",
    "joined-quote": "joined from pieces that stand apart in the file",
}


def compared(quote: KeyQuote, entry: Entry, body: Body) -> Compared:
    """Compare a key quote with the source's own words; notes are ours, and prove nothing."""
    if body.scope != "full":
        held = "an abstract" if body.scope == "abstract" else "notes"
        return Compared(quote, None, f"not checked: {body.why or f'the corpus holds {held} only'}")
    judgement = judged(quote, entry, body)
    if "unread-quote" in judgement.flags:
        return Compared(quote, None, f"not checked: {body.why or 'there is no text'}")
    there = _pages(judgement)
    if "misplaced-quote" in judgement.flags:
        return Compared(quote, False, f"on {there or 'another page'}, not on p. {quote.page}")
    if "altered-quote" in judgement.flags:
        return Compared(quote, False, _altered(judgement, there))
    for flag, said in _ELSEWHERE.items():
        if flag in judgement.flags:
            return Compared(quote, False, said)
    return Compared(quote, True, f"found on {there}" if there else "found")


def _pages(judgement: Judgement) -> str:
    names = dict.fromkeys(passage.page_label or str(passage.page) for passage in judgement.evidence if passage.page)
    return f"{'p.' if len(names) == 1 else 'pp.'} {', '.join(names)}" if names else ""


def _altered(judgement: Judgement, there: str) -> str:
    changes = [
        f"“{difference.claim}” for “{difference.source}”"
        for difference in judgement.differences
        if difference.type == "quote"
    ]
    place = f" on {there}" if there else ""
    return f"in other words{place}: {', '.join(changes[:3])}" if changes else f"in other words{place}"
