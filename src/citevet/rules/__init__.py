"""Evidence to findings: each rule names one fault."""
