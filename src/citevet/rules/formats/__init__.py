"""FMT: citation forms that a project does not allow, and incomplete ones."""
