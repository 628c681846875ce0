"""Sources that the server keeps for a while: what goes first when they are too many."""

import pytest

from citevet.limits import SERVED_PREPARED_BYTES
from citevet.serve.http.failures import RequestFailure
from citevet.serve.http.kept_sources import KeptSources, SourceKeeper


def test_a_user_pushes_out_only_their_own() -> None:
    """The oldest set of whoever keeps most goes, however old those of others are."""
    keeper = SourceKeeper()
    small = keeper.keep(KeptSources("bob", b"[]"))
    large = [keeper.keep(KeptSources("ada", bytes(SERVED_PREPARED_BYTES // 8))) for _ in range(9)]
    assert b"[]" == keeper.find(small, "bob").sources
    with pytest.raises(RequestFailure):
        keeper.find(large[0], "ada")
    assert keeper.find(large[-1], "ada")
