"""QUO007."""

from collections.abc import Iterator
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Safety, Severity
from citevet.rules.metadata.entry_faults import entry_faults


class UnvalidatedKeyQuote:
    """A key quote of a corpus entry was never compared with the source.

    ## What it means
    The register in the front matter does not say `validated: true` of the quote; or it does, and names neither a day
    (`validation_date`) nor a person (`validator`).

    ## Why it matters
    Whoever quotes from the entry relies on whoever typed it.

    ## Example
    ```markdown
    ---
    ref_id: REF-043
    key_quotes:
      - quote: "voice is the first thing that readers notice"
        page: 15
        validated: false
    ---
    ```

    ## How to mend it
    Compare it with the source, and write `validated: true`, the day and your name.

    ## What we cannot see
    Whether the comparison took place. Quotes in the notes have no such mark and are not asked for one.
    """

    name: ClassVar[str] = "unvalidated-key-quote"
    severity: ClassVar[Severity] = Severity.INFO
    fix: ClassVar[Safety | None] = None

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        return entry_faults(evidence, "quote-unvalidated")
