"""Check many claims at the same time; the answers come back in the order of the claims."""

import asyncio

import citevet

SOURCES = [citevet.Source(text="Tokyo is the capital and seat of government of Japan.")]
CLAIMS = ["Tokyo is the capital of Japan.", "Osaka is the capital of Japan."]


async def main() -> None:
    """Start one check per claim and wait for all."""
    verifier = citevet.Verifier()
    for found in await asyncio.gather(*(verifier.averify([claim], SOURCES) for claim in CLAIMS)):
        print(f"{found.claims[0].verdict}: {found.claims[0].text}")


asyncio.run(main())
