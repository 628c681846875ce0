"""Check an answer sentence by sentence while a model writes it."""

import citevet

SOURCES = [citevet.Source(text="Tokyo is the capital and seat of government of Japan.")]

for mode in ("flag", "block"):
    guard = citevet.StreamGuard(SOURCES, on_unsupported=mode)
    events = []
    for piece in ("Tokyo is the cap", "ital of Japan. Tokyo is n", "ot the capital of Japan."):
        events += guard.feed(piece)
    for event in [*events, *guard.finish()]:
        if event.claims:
            print(f"{mode} mode: {event.action}: {event.text.strip()}")
