"""QUO006."""

from collections.abc import Iterator
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Safety, Severity
from citevet.rules.metadata.entry_faults import entry_faults


class WrongKeyQuote:
    """A key quote of a corpus entry is not in its source, or not on its page.

    ## What it means
    The entry keeps a passage word for word, in its front matter (`key_quotes`) or in its notes, and the file of the
    entry does not have these words, or has them on another page.

    ## Why it matters
    Documents quote from the register in good faith.

    ## Example
    ```markdown
    ---
    ref_id: REF-043
    key_quotes:
      - quote: "voice is the last thing that readers notice"
        page: 15
    ---
    ```

    ## How to mend it
    Copy the words from the source again, and give the page on which they stand.

    ## What we cannot see
    Entries without a file, and PDFs without a text layer.
    """

    name: ClassVar[str] = "wrong-key-quote"
    severity: ClassVar[Severity] = Severity.WARNING
    fix: ClassVar[Safety | None] = None

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        return entry_faults(evidence, "quote-not-found")
