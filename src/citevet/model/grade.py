"""How much a body of evidence carries, in the four steps of GRADE."""

from enum import IntEnum


class Grade(IntEnum):
    """The certainty that a source gives; a sentence must not claim more."""

    VERY_LOW = 1
    LOW = 2
    MODERATE = 3
    HIGH = 4

    def __str__(self) -> str:
        return self.name.replace("_", " ")

    @classmethod
    def of(cls, written: object) -> "Grade | None":
        """Return the level that a word or a row of signs names: `very low`, `VERY_LOW`, `⊕⊕○○`; none for any other."""
        text = str(written).strip()
        if text and set(text) <= set("⊕○"):
            return cls(text.count("⊕")) if 1 <= text.count("⊕") <= cls.HIGH else None
        return cls.__members__.get("_".join(text.upper().replace("-", " ").replace("_", " ").split()))
