"""Findings → edits with their safety, and their application: which fixes, the new text, its diff, and the file."""

from citevet.fix.apply import Applied, apply
from citevet.fix.diff import diff
from citevet.fix.select import select
from citevet.fix.write import is_writable, write

__all__ = ["Applied", "apply", "diff", "is_writable", "select", "write"]
