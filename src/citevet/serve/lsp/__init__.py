"""The language server: open documents are checked while they are edited."""
