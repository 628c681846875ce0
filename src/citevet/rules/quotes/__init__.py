"""QUO: quotations that differ from their source."""
