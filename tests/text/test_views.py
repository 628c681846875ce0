"""Who holds a view, by a sentence."""

import pytest

from citevet.text.views import find_view


@pytest.mark.parametrize(
    ("sentence", "holder"),
    [
        ("Critics believe that lime trees are ugly.", "Critics"),
        ("The mayor of Oslo does not think lime trees are ugly.", "The mayor of Oslo"),
        ("Residents have argued that the street is loud.", "Residents"),
        ("This study argues that the street is loud.", None),
        ("The company claims data.", None),
        ("Lime trees are ugly.", None),
    ],
)
def test_the_holder_of_a_view(sentence: str, holder: str | None) -> None:
    """A view of the source itself, and a plain statement, have no holder."""
    view = find_view(sentence)
    assert holder == (view.holder if view else None)
