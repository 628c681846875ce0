"""`citevet lsp`"""

import click

from citevet.errors import UsageError


@click.command()
@click.option("--stdio", is_flag=True, expose_value=False, help="For editors that pass it; there is no other way.")
def command() -> None:
    """Serve an editor by the Language Server Protocol, over stdin and stdout.

    Editors start this command themselves: docs/guides/editors.md has their settings.
    """
    try:
        from citevet.serve.lsp.checks import check_buffer
        from citevet.serve.lsp.handlers import serve_editor
    except ImportError as error:
        advice = "Install it with: pip install 'citevet[lsp]'"
        raise UsageError(f"the language server needs {error.name}, which is not installed", advice=advice) from error
    serve_editor(check_buffer)
