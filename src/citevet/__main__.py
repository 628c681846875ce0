"""`python -m citevet`"""

from citevet.cli import main

main()
