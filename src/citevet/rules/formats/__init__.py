"""FMT: forms of citation that a project does not allow, and forms that are only half there."""
