"""PAG and SEC: whether the cited page, section and lines are there."""
