"""QUO006 and QUO007: key quotes of a corpus entry."""

from citevet.model import Severity
from citevet.rules.entry_rule import EntryRule


class WrongKeyQuote(EntryRule):
    """A key quote of a corpus entry is not in its source, or not on its page.

    ## Meaning
    The entry records a verbatim quote in its front matter (`key_quotes`) or notes, and the entry's file does not have
    these words, or has them on another page.

    ## Why it matters
    Documents quote from the entry in good faith.

    ## Example
    ```markdown
    ---
    ref_id: REF-043
    key_quotes:
      - quote: "voice is the last thing that readers notice"
        page: 15
    ---
    ```

    ## How to fix it
    Copy the words from the source again, with their page.

    ## Limitations
    Entries without a file, and PDFs without a text layer, are not checked.
    """

    name = "wrong-key-quote"
    kind = "quote-not-found"


class UnvalidatedKeyQuote(EntryRule):
    """A key quote of a corpus entry was never compared with the source.

    ## Meaning
    The front matter does not have `validated: true` for the quote; or it has, but without a date (`validation_date`) or
    a person (`validator`).

    ## Why it matters
    Documents that quote from the entry rely on an unchecked copy.

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

    ## How to fix it
    Compare the quote with the source, then add `validated: true`, the date and your name.

    ## Limitations
    The rule cannot know whether the comparison took place. Quotes in the notes have no such field and are not reported.
    """

    name = "unvalidated-key-quote"
    severity = Severity.INFO
    kind = "quote-unvalidated"
