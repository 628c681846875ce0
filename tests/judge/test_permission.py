"""Permissions in a claim before bans in its source, and the other way round."""

import pytest

from citevet.judge.polarity import compare_polarity


@pytest.mark.parametrize(
    ("claim", "evidence", "found"),
    [
        ("Lorries may use the pass.", "Lorries have been banned from the pass.", "banned"),
        ("Lorries are banned from the pass.", "Lorries may use the pass in winter.", "may"),
        (
            "Visitors are free to photograph the nave.",
            "Photography of the nave by visitors is prohibited.",
            "prohibited",
        ),
        ("Tenants can sublet the flat.", "The lease forbids tenants to sublet the flat.", "forbids"),
        ("Prior surgery leads to exclusion of patients.", "Patients with prior surgery may be enrolled.", "may"),
    ],
)
def test_what_is_forbidden_may_not_be_done(claim: str, evidence: str, found: str) -> None:
    """A "may" is contradicted by a ban, and a ban by a "may"."""
    assert [("negation", found)] == [(each.type, each.source) for each in compare_polarity(claim, evidence)]


@pytest.mark.parametrize(
    ("claim", "evidence"),
    [
        ("Lorries may use the pass in May.", "Lorries are allowed on the pass in May."),
        ("Lorries may use the pass at night.", "Lorries are banned from the pass except at night."),
        ("Lorries cannot use the pass.", "Lorries are banned from the pass."),
        ("The pass may be steep for lorries.", "The pass may not be steep for lorries."),
        ("Bicycles may use the pass.", "Lorries are banned from the tunnel."),
        ("Lorries may be late on the pass.", "It is unlawful for lorries, which may be long, to park on the pass."),
    ],
)
def test_a_ban_with_a_bound_or_of_another_thing_forbids_nothing(claim: str, evidence: str) -> None:
    """The same in other words, an exception, a mere chance and another road contradict nothing."""
    assert () == tuple(
        each for each in compare_polarity(claim, evidence) if each.source in {"banned", "may", "unlawful"}
    )
