"""The only package that touches the network, the disk cache, git, model files, LLM endpoints and the clock."""
