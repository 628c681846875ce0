"""The version, for those who may not import the front door."""

__version__ = "0.5.0"
