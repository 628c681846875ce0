"""Check a text, and a list of ready claims, against texts that an agent retrieved."""

import citevet

JAPAN = citevet.Source(text="Tokyo is the capital and seat of government of Japan.", title="Japan")

text = citevet.verify("Tokyo is the capital of Japan. I think you will love it.", [JAPAN])
print("text:", text)

claims = citevet.verify(["Tokyo is the capital of Japan.", "Osaka is the capital of Japan."], [JAPAN])
print("list:", ", ".join(claim.verdict for claim in claims.claims))
