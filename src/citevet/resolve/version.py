"""One version of a file, line by line."""

from dataclasses import dataclass

from citevet.model import Lines


@dataclass(frozen=True, slots=True)
class Version:
    """Its text with a line feed before each line and behind the last, so that a run of lines can be searched for."""

    text: str
    starts: Lines  # the first counted line is the empty one before the text: line 1 starts at `starts[1]`

    @classmethod
    def of(cls, data: bytes) -> "Version":
        """Decode a version; how its lines end makes no difference."""
        text = data.decode("utf-8", "surrogateescape").replace("\r\n", "\n").replace("\r", "\n")
        whole = f"\n{text}" if text.endswith("\n") or not text else f"\n{text}\n"
        return cls(whole, Lines.of(whole))

    @property
    def total(self) -> int:
        """How many lines there are."""
        return len(self.starts) - 2

    def block(self, lines: range) -> str:
        """Return lines that there are, with the line feed before them."""
        return self.text[self.starts.starts[lines.start] - 1 : self.starts.starts[lines.stop]]

    def place(self, line: int) -> int:
        """Return where the line feed before a line stands; behind the text for lines that there are not."""
        return self.starts.starts[line] - 1 if line <= self.total else len(self.text)

    def line(self, place: int) -> int:
        """Return the line that starts behind a line feed."""
        return self.starts.position(place + 1)[0] - 1
