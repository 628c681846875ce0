"""GEN: residue of text that a chatbot wrote."""
