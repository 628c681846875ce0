"""Services of law: one module per jurisdiction, and the table of which look-up answers for which kind of citation."""

from collections.abc import Awaitable, Callable, Mapping
from datetime import date

from citevet.contracts import Web
from citevet.model import Citation, CitationKind, Lookup
from citevet.resolve.law.eu import look_up_celex, look_up_ecli, look_up_eu_act, look_up_eu_case
from citevet.resolve.law.germany import look_up_german_statute
from citevet.resolve.law.korea import look_up_korean_case, look_up_korean_statute
from citevet.resolve.law.uk_cases import look_up_uk_case
from citevet.resolve.law.uk_legislation import look_up_uk_act
from citevet.resolve.law.us_cases import look_up_us_case
from citevet.resolve.law.us_legislation import look_up_us_statute

# The date is that of the document, on which the provision should be in force.
LawLookUp = Callable[[Citation, Web, date], Awaitable[Lookup]]


def _abstain(why: str) -> LawLookUp:
    """Return a look-up that leaves every citation unchecked: no service has these works."""

    async def look_up(*_: object) -> Lookup:
        return Lookup(reason="abstained", why=why)

    return look_up


LAW_LOOK_UPS: Mapping[CitationKind, LawLookUp] = {
    "us-case": look_up_us_case,
    "us-statute": look_up_us_statute,
    "eu-act": look_up_eu_act,
    "celex": look_up_celex,
    "ecli": look_up_ecli,
    "eu-case": look_up_eu_case,
    "echr-case": _abstain("HUDOC has no open interface; search for the application number there"),
    "uk-act": look_up_uk_act,
    "uk-case": look_up_uk_case,
    "de-statute": look_up_german_statute,
    "de-case": _abstain("no free service has all German decisions; search for the docket number"),
    "kr-statute": look_up_korean_statute,
    "kr-case": look_up_korean_case,
}
