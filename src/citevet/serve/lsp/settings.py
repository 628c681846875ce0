"""The settings of an editor as options of a Session."""

import re
from collections.abc import Mapping
from typing import Any

# An editor's settings may come with a foreign project, so they cannot say where text and identifiers are sent.
ACCEPTED = frozenset(
    """
    corpus select extend-select ignore severity strict judge risk online mailto baseline corpus-only no-author-year
    require-reasons max-bytes ocr today
    """.split()
)
# A document is checked at every pause in typing: a service or a language model is called only if the editor says so.
_DEFAULTS: Mapping[str, Any] = {"online": False, "llm": ""}
_CAPITAL = re.compile(r"(?<=[a-z])[A-Z]")


def read_settings(*given: object) -> tuple[dict[str, Any], list[str]]:
    """Return the options of several tables, later ones first in rank, and the keys that are unknown or not accepted."""
    options = dict(_DEFAULTS)
    refused: list[str] = []
    for table in given:
        for key, value in table.items() if isinstance(table, Mapping) else ():
            name = _CAPITAL.sub(lambda found: f"-{found[0].lower()}", str(key)).replace("_", "-")
            if name not in ACCEPTED:
                refused.append(str(key))
            elif value is not None:
                options[name.replace("-", "_")] = value
    return options, sorted(set(refused))
