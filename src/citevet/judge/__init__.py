"""Claims and passages to judgements, one file per check."""
