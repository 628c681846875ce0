"""What the own extraction leaves out, with the reasons."""

import citevet

TEXT = (
    "Great question! It rains. MAYBE it is tall. I'm happy to help with that. Who knows? The tower is 330 metres tall."
)
found = citevet.verify(TEXT, ["The tower is 330 metres tall."])
print("claims:", *(claim.text for claim in found.claims))
for left in found.left_out:
    print(f"left out: {left.text} ({left.why})")
