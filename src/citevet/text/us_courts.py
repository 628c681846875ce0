"""US courts: which districts exist, since when, and whose decisions a reporter can have."""

from collections.abc import Mapping
from functools import cache

from citevet.patterns import lazy_pattern

_LAST_CIRCUIT = 11  # the D.C. Circuit and the Federal Circuit have no number
_CIRCUIT = lazy_pattern(r"(?:(\d{1,3})(?:st|nd|rd|d|th)|D\. ?C\.|Fed\.) ?Cir\.?")
_DISTRICT = lazy_pattern(r"(?:(?P<letter>[NSEWCM])\. ?)?D\. ?(?P<state>[A-Z][A-Za-z.]{0,12}(?: [A-Z][a-z]{1,6}\.?)?)")
_SUPREME_VOLUMES = 5  # volumes 1 to 4 of the U.S. Reports have cases of other courts
_FIRST_SUPPLEMENT = 1932  # before which the Federal Reporter had cases of the district courts
# State → the letters of its districts; "" is a state that is one district. Those that existed once are in brackets.
_DISTRICTS = {
    state: letters
    for state, _, letters in (
        pair.partition(":")
        for pair in """
    Ala.:NMS Alaska: Ariz.: Ark.:EW Cal.:NECS Colo.: Conn.: Del.: Fla.:NMS Ga.:NMS Haw.: Idaho: Ill.:NCS(E) Ind.:NS
    Iowa:NS Kan.: Ky.:EW La.:EMW Me.: Md.: Mass.: Mich.:EW Minn.: Miss.:NS Mo.:EW(C) Mont.: Neb.: Nev.: N.H.: N.M.:
    N.Y.:NESW N.C.:EMW N.D.: Ohio:NS Okla.:NEW Or.: Pa.:EMW R.I.: S.D.: Tenn.:EMW Tex.:NSEW Utah: Vt.: Va.:EW Wash.:EW
    W.Va.:NS Wis.:EW Wyo.: P.R.: V.I.: D.C.:
    """.split()
    )
}
# Courts whose first year is certain.
_SINCE: Mapping[str, int] = {
    "10th Cir.": 1929,
    "11th Cir.": 1981,
    "Fed.Cir.": 1982,
    "C.D.Cal.": 1966,
    "E.D.Cal.": 1966,
    "M.D.Fla.": 1962,
    "C.D.Ill.": 1979,
    "M.D.La.": 1971,
    "M.D.N.C.": 1927,
    "N.D.Okla.": 1925,
    "M.D.Pa.": 1901,
}
_FIRST_CIRCUITS = 1891
_STATES = {
    name: code
    for name, _, code in (
        pair.partition(":")
        for pair in """
    Ala.:al Alaska:ak Ariz.:az Ark.:ar Cal.:ca Colo.:co Conn.:ct D.C.:dc Del.:de Fla.:fl Ga.:ga Haw.:hi Idaho:id Ill.:il
    Ind.:in Iowa:ia Kan.:ks Ky.:ky La.:la Mass.:ma Md.:md Me.:me Mich.:mi Minn.:mn Miss.:ms Mo.:mo Mont.:mt N.C.:nc
    N.D.:nd N.H.:nh N.J.:nj N.M.:nm N.Y.:ny Neb.:ne Nev.:nv Ohio:oh Okla.:ok Or.:or P.R.:pr Pa.:pa R.I.:ri S.C.:sc
    S.D.:sd Tenn.:tn Tex.:tx Utah:ut Va.:va Vt.:vt W.Va.:wv Wash.:wa Wis.:wi Wyo.:wy
    """.split()
    )
}
_FEDERAL = frozenset({"F.3d", "F.4th"})  # of the courts of appeals
_SUPPLEMENTS = frozenset({"F. Supp.", "F. Supp. 2d", "F. Supp. 3d"})  # of the district courts
FEDERAL_REPORTERS = (
    _FEDERAL | _SUPPLEMENTS | {"U.S.", "S. Ct.", "L. Ed. 2d", "F.2d", "F. App'x", "F.R.D.", "B.R.", "Fed. Cl.", "T.C."}
)
_LOCAL = frozenset({"state", "neutral"})  # types of reporters
_STATE_CODE = lazy_pattern(r"us:([a-z]{2})")
_LATER_SERIES = lazy_pattern(r"[23]d$|[45]th$")


def find_court_fault(court: str, reporter: str, volume: str, year: int | None) -> str | None:
    """Report a court that does not exist, not yet in this year, or whose cases are not in this reporter."""
    found = _CIRCUIT.fullmatch(court)
    if found and found[1] and not 0 < int(found[1]) <= _LAST_CIRCUIT:
        return f"there is no {court}: the numbered circuits are 1 to {_LAST_CIRCUIT}"
    return (
        _find_district_fault(court) or _find_age_fault(court, year) or _find_place_fault(court, reporter, volume, year)
    )


def _find_district_fault(court: str) -> str | None:
    """Report a district that the state does not have."""
    found = _DISTRICT.fullmatch(court.removeprefix("Bankr. "))
    state = found["state"].replace(" ", "") if found else ""
    if not found or not found["letter"] or state not in _DISTRICTS or found["letter"] in _DISTRICTS[state]:
        return None
    letters = list(_DISTRICTS[state].partition("(")[0])
    if not letters:
        return f"there is no {court}: the state is one district, D. {found['state']}"
    names = [f"{letter}.D." for letter in letters]
    return f"there is no {court}: the districts of the state are {', '.join(names[:-1])} and {names[-1]}"


def _find_age_fault(court: str, year: int | None) -> str | None:
    """Report a court that was made after the year."""
    if year is None:
        return None
    since = _SINCE.get(court) or _SINCE.get(court.removeprefix("Bankr. ").replace(" ", ""))
    if since is None and _CIRCUIT.fullmatch(court):
        since = _FIRST_CIRCUITS
    return f"there was no {court} in {year}: it exists since {since}" if since and year < since else None


def _find_place_fault(court: str, reporter: str, volume: str, year: int | None) -> str | None:
    """Report a court whose decisions the reporter does not have."""
    is_circuit, is_district = _CIRCUIT.fullmatch(court) is not None, _is_district(court)
    is_supreme = reporter == "U.S." and volume.isdecimal() and int(volume) >= _SUPREME_VOLUMES
    if is_supreme and (is_circuit or is_district):
        return f"U.S. has cases of the Supreme Court, not of {court}"
    is_appellate = reporter in _FEDERAL or (reporter == "F.2d" and (year or 0) > _FIRST_SUPPLEMENT)
    if is_appellate and is_district:
        return f"{reporter} has cases of the courts of appeals, not of {court}"
    if reporter in _SUPPLEMENTS and is_circuit:
        return f"{reporter} has cases of the district courts, not of {court}"
    states = _list_states().get(reporter)
    if not states:
        return None
    code = find_state(court)
    is_elsewhere = code not in states if code else (is_circuit or is_district)
    return f"{reporter} has no cases of {court}" if is_elsewhere and _LATER_SERIES.search(reporter) else None


def _is_district(court: str) -> bool:
    found = _DISTRICT.fullmatch(court)
    return found is not None and (found["state"].replace(" ", "") in _DISTRICTS or found["state"] in {"N.J.", "S.C."})


def find_state(court: str) -> str | None:
    """Return the code of the state whose court is named: Tex. App., N.Y. App. Div., Fla. 4th DCA."""
    if _CIRCUIT.fullmatch(court) or _is_district(court):
        return None
    squeezed = court.replace(" ", "")
    names = [name for name in _STATES if squeezed.startswith(name)]
    return _STATES[max(names, key=len)] if names else None


@cache
def _list_states() -> Mapping[str, frozenset[str]]:
    """Return the states whose courts a reporter has; none for one with federal cases."""
    from reporters_db import REPORTERS  # a megabyte of JSON, for documents that cite US law only

    found: dict[str, frozenset[str]] = {}
    for reporter in (each for reporters in REPORTERS.values() for each in reporters):
        codes = [_STATE_CODE.match(place) for place in reporter["mlz_jurisdiction"]]
        is_local = reporter["cite_type"] == "state_regional" or (reporter["cite_type"] in _LOCAL and all(codes))
        states = frozenset(code[1] for code in codes if code) if is_local else frozenset()
        for edition in reporter["editions"]:
            known = found.get(edition, states)
            found[edition] = known | states if known and states else frozenset()
    return found


def find_court_id(court: str) -> str:
    """Return the id of a federal court at CourtListener: "N.D. Miss." is msnd; empty for other courts."""
    if found := _CIRCUIT.fullmatch(court):
        return f"ca{found[1]}" if found[1] else "cadc" if court.startswith("D") else "cafc"
    name = court.removeprefix("Bankr. ")
    kind = "d" if name == court else "b"
    found = _DISTRICT.fullmatch(name)
    code = _STATES.get(found["state"].replace(" ", "")) if found else None
    return f"{code}{(found['letter'] or '').lower()}{kind}" if found and code else ""
