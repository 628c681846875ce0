"""Pictures of a text on its page."""

from io import BytesIO
from typing import Any

import numpy as np
from PIL import Image
from tests.corpus.test_entry_files import pdf

from citevet.limits import PDF_CROP_SIDE
from citevet.read.pdf.process import crop

PAGE = (
    "Street trees cool a city. The survey found that outside blinds took",
    "away about half of the difference [7], and that night temper-",
    "atures fell by 2 degrees. Officials [7] agree with the survey.",
)
MARKER = (255, 237, 140)


def find_marked(picture: bytes) -> tuple[tuple[int, int], tuple[int, int, int, int] | None]:
    """Return the size of a picture, and the box of what is marked in it."""
    with Image.open(BytesIO(picture)) as image:
        marked = (np.asarray(image) == MARKER).all(axis=2)
        return image.size, Image.fromarray(marked).getbbox()


def test_a_passage_is_found_across_lines_and_hyphens() -> None:
    """The picture holds the lines of the passage and marks its words, wherever the page breaks them."""
    data = pdf(PAGE)
    (width, height), box = find_marked(crop(data, "a.pdf", page=1, text="night temperatures fell by 2 degrees"))
    assert box is not None
    assert (True, True) == (width < PDF_CROP_SIDE, 40 < height < 150)
    assert 30 < box[3] - box[1] < height


def test_the_context_tells_which_of_two_equal_texts_is_meant() -> None:
    """[7] is on the page twice: with its context it is marked once, alone it gives an empty answer."""
    data = pdf(PAGE)
    first = crop(data, "a.pdf", page=1, text="[7]", before="about half of the difference ", after=", and that")
    second = crop(data, "a.pdf", page=1, text="[7]", before="fell by 2 degrees. Officials ", after=" agree with")
    assert first
    assert second not in {b"", first}
    assert b"" == crop(data, "a.pdf", page=1, text="[7]")


def test_no_picture_of_a_wrong_place() -> None:
    """A page that does not exist, a text that is not on it and no text give no picture."""
    data = pdf(PAGE)
    for page, text in ((0, "Street trees"), (2, "Street trees"), (-1, "Street trees"), (10**9, "x")):
        assert b"" == crop(data, "a.pdf", page=page, text=text)
    for text in ("", "…", "Street cars cool a city.", "x" * 100_000):
        assert b"" == crop(data, "a.pdf", page=1, text=text)


def test_a_huge_page_gives_a_small_picture() -> None:
    """The picture has a largest size, also where the text goes over a page of two hundred inches."""

    def draw(canvas: Any) -> None:
        canvas.setPageSize((14_400, 14_400))
        canvas.drawString(14_000, 14_000, "The end.")

    picture = crop(pdf(PAGE, draw=draw), "a.pdf", page=1, text=" ".join((*PAGE, "The end.")))
    with Image.open(BytesIO(picture)) as image:
        assert PDF_CROP_SIDE - 100 < max(image.size) <= PDF_CROP_SIDE
