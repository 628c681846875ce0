"""The second opinion of a language model: prompts, votes, and protection against prompt injection."""
