"""Findings → edits with their safety, and their application: which fixes, the new text, its diff, and the file."""

from citevet.fix.apply import Applied, apply
from citevet.fix.diff import diff
from citevet.fix.select import select
from citevet.fix.write import WRITABLE, write

__all__ = ["WRITABLE", "Applied", "apply", "diff", "select", "write"]
