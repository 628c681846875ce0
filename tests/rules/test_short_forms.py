"""Short forms for earlier sources that lead to none, or to several, in the text and in notes."""

from pathlib import Path

import pytest
from tests.rules.careful import find_problems

TWO = "*Celotex Corp. v. Catrett*, 477 U.S. 317 (1986); *Anderson v. Liberty Lobby, Inc.*, 477 U.S. 242 (1986)."
ONE = "*Celotex Corp. v. Catrett*, 477 U.S. 317 (1986)."
CITING = f"{ONE[:-1]} (citing *Anderson v. Liberty Lobby, Inc.*, 477 U.S. 242 (1986))."
NOTES = "One.[^1] Two.[^2]\n\n[^1]: {}\n[^2]: {}\n"
FOAM = "Lee, *Foam* (2019) 4."


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (f"See {TWO} *Id.* at 250.\n", ["LAW001"]),
        (f"See {TWO.replace(';', '; *see also*')} *Id.* at 250.\n", ["LAW001"]),
        (NOTES.format(TWO, "*Id.* at 250."), ["LAW001"]),
        (NOTES.format("Lee, *Foam* (2019) 4; Okafor, *Streets* (2021) 5.", "Ibid 250."), ["LAW001"]),
        (NOTES.format("Lee, *Foam* (2019) 4; Okafor, *Streets* (2021) 5.", "*Ibid.*, p. 250."), ["LAW001"]),
        ("The rule is old. *Smith*, *supra*, at 5.\n", ["LAW001"]),
        ("*Id.* at 3. This starts the document.\n", ["LAW001"]),
        (NOTES.format(FOAM, "Okafor (n 61) 4."), ["KEY001"]),
        (NOTES.format(FOAM, "See above n. 61, p. 4."), ["KEY001"]),
        (NOTES.format(FOAM, "Okafor, above n 7, at 4."), ["KEY001"]),
        (f"As Okafor (n 61) says. {NOTES.format(FOAM, 'Lee (n 1) 5.')}", ["KEY001"]),
        (f"See n 61 above for the costs. {NOTES.format(FOAM, 'Lee (n 1) 5.')}", ["KEY001"]),
        (f"The costs are in nn 40 above. {NOTES.format(FOAM, FOAM)}", ["KEY001"]),
        (f"The costs: see above n 2. {NOTES.format(FOAM, FOAM)}", []),
        (f"The mean of the sample n 61 above the median was kept. {NOTES.format(FOAM, FOAM)}", []),
        (f"{ONE} *Id.* at 320.\n", []),
        (f"See {CITING} *Id.* at 320.\n", []),
        (f"See {TWO} It was so. *Anderson*, 477 U.S. at 250.\n", []),
        (NOTES.format(FOAM, "*Id.* at 4."), []),
        (NOTES.format(FOAM, "Lee (n 1) 5."), []),
        (NOTES.format("Lee, *Foam* (1999; repr. 2019) 4.", "Ibid 5."), []),
        ("The sample of adults (n 61) was small, that of Norway (n 3) too.[^1]\n\n[^1]: Lee (2019).\n", []),
        ("Patients from Norway (n 61) and Japan (n = 12).\n", []),
        ("Smith says so. *Smith*, *supra*, at 5.\n", []),  # his work may be named in a form that was not recognized
    ],
)
def test_short_forms(text: str, found: list[str], tmp_path: Path) -> None:
    """`Id.` needs one source before it, a name before `supra` must be known, and a number is that of a note."""
    assert found == [each.split()[0] for each in find_problems(tmp_path, text)]
