"""Services of law: one module per jurisdiction."""
