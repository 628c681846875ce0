"""The network: one polite client for all services and pages."""
