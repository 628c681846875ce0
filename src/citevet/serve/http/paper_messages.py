"""The shapes of what the web page sends about a paper."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

_STRICT = ConfigDict(extra="forbid", strict=True)
Offset = Annotated[int, Field(ge=0, le=10**9)]


class NewPaper(BaseModel):
    """A paper that begins empty, or with the example."""

    model_config = _STRICT
    example: bool = False


class FileChange(BaseModel):
    """What a file is for, and which work it belongs to."""

    model_config = _STRICT
    name: str = Field(min_length=1, max_length=300)
    role: Literal["", "document", "part", "bibliography", "source", "other"] | None = None
    entry: str | None = Field(None, max_length=300)


class NewCheck(BaseModel):
    """A check of a paper as it is, or with the edits that were applied."""

    model_config = _STRICT
    correct: bool = False


class TextEdit(BaseModel):
    """A part of the text and what replaces it."""

    model_config = _STRICT
    start: Offset
    end: Offset
    text: str = Field(max_length=20_000)


class NewDecision(BaseModel):
    """What somebody says to a finding, and the job of the check that shows it: edits are for the text of that check."""

    model_config = _STRICT
    check: str = Field(min_length=1, max_length=64)
    finding: str = Field(min_length=1, max_length=300)
    decision: Literal["open", "accepted", "dismissed", "applied"]
    note: str = Field("", max_length=10_000)
    person: str = Field("", max_length=100)
    edits: list[TextEdit] = Field([], max_length=100)


class PageRequest(BaseModel):
    """A page of a source, or of the document where no source is named, and the text that is marked on it."""

    model_config = _STRICT
    source: str | None = Field(None, max_length=300)
    page: int = Field(1, ge=1, le=100_000)
    text: str = Field("", max_length=10_000)
    width: int = Field(900, ge=200, le=2_400)


class LookUp(BaseModel):
    """A work of a report that is looked up anew: that of a citation, or an entry of a list."""

    model_config = _STRICT
    document: int = Field(0, ge=0, le=100_000)
    citation: str | None = Field(None, max_length=300)
    reference: str | None = Field(None, max_length=300)
