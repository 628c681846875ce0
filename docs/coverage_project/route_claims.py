"""Where claims go: to a verifier of your own, to several specialists, to the suggested one first, to the open web."""

from pathlib import Path

from citevet.resolve.verifier_files import load_verifiers, read_own_verifiers
from citevet.resolve.verifiers import route_claim

KNOWN = (*read_own_verifiers(), *load_verifiers(Path("verifiers")).verifiers)
CLAIMS = (
    ("The pier is public (HC-12).", ""),
    ("The GDPR applies, and 민법 제1조 was signed in 1958.", ""),
    ("The GDPR applies.", "scholarly"),
    ("The mill sells bread on Fridays.", ""),
)
for claim, suggested in CLAIMS:
    routes = route_claim(claim, suggested, KNOWN)
    asked = (f"{route.verifier.name} {route.verifier.authority} ({route.reason})" for route in routes)
    print(f"{claim} -> {', '.join(asked)}")
