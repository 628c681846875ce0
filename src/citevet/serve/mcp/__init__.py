"""The Model Context Protocol server: tools, resources and prompts for agents."""
