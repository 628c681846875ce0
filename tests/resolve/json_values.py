"""Hypothesis strategies for what a service may send."""

from typing import Any

from hypothesis import strategies as st

_SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(max_size=20),
    st.sampled_from(["", "10.1000/182", "<i>"]),
)
JSON: st.SearchStrategy[Any] = st.recursive(
    _SCALARS,
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(st.text(max_size=8), inner, max_size=4)),
    max_leaves=12,
)


@st.composite
def damaged(draw: st.DrawFn, value: Any) -> Any:
    """Return a value in which one part, at any depth, is replaced by any JSON value."""
    if not isinstance(value, dict | list) or not value or draw(st.integers(0, 3)) == 0:
        return draw(JSON)
    if isinstance(value, list):
        at = draw(st.integers(0, len(value) - 1))
        return [*value[:at], draw(damaged(value[at])), *value[at + 1 :]]
    key = draw(st.sampled_from(sorted(value)))
    return {**value, key: draw(damaged(value[key]))}
