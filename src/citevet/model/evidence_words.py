"""Words for evidence and for those who give it: what must stand before `shows` for it to be a claim of evidence."""

# Without a plural, or in it already: "research shows", "data show".
MASS = frozenset("research evidence literature science work".split())
SINGULAR = frozenset(
    """study result finding paper article trial analysis meta-analysis metaanalysis review benchmark experiment survey
    report investigation observation simulation evaluation replication preprint thesis cohort ablation""".split()
)
PLURAL = frozenset(
    """studies results findings data papers articles trials analyses meta-analyses metaanalyses reviews benchmarks
    experiments surveys reports investigations observations simulations evaluations replications preprints tests
    measurements sources statistics cohorts ablations publications""".split()
)
PEOPLE = frozenset("authors researchers scientists investigators al.".split())
PERSON = frozenset("author researcher scientist investigator".split())

EVIDENCE = MASS | SINGULAR | PLURAL

# What stands for evidence as such and can be replaced by other words for it: "Research shows", "many studies show".
GENERIC = frozenset("research evidence literature science studies data findings reports sources".split())
GENERIC_BEFORE = frozenset(
    """many several recent numerous multiple most various existing previous prior earlier current new scientific
    clinical empirical academic available growing published""".split()
)
