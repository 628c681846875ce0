"""Pass sources with misspelt keys: each is refused with the nearest right name."""

import citevet

FACT = "Tokyo is the capital of Japan."
for key in ("contnt", "txt", "pageContent", "pth", "titel"):
    try:
        citevet.verify(FACT, [{"text": FACT, key: FACT}], nli=None)
    except citevet.CitevetError as error:
        print(error)
