"""Stages that take JSON from a host and give JSON or Markdown back: no network, no keys, no model."""
