"""Run the notebooks from a clean kernel; with ``--write`` keep their outputs.

python scripts/run_notebook.py [--write]
"""

from __future__ import annotations

from pathlib import Path

import click
import nbformat
from nbclient import NotebookClient

NOTEBOOKS = Path(__file__).resolve().parent.parent / "notebooks"


@click.command(help=(__doc__ or "").partition("\n")[0])
@click.option("--write", is_flag=True, help="Keep the outputs in the notebooks.")
def main(write: bool) -> None:
    """Run them one after another; an error in a cell ends it with that error."""
    for path in sorted(NOTEBOOKS.glob("*.ipynb")):
        notebook = nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]
        NotebookClient(
            notebook, timeout=600, kernel_name="python3", resources={"metadata": {"path": str(NOTEBOOKS)}}
        ).execute()
        if write:
            nbformat.write(notebook, path)  # type: ignore[no-untyped-call]
        click.echo(f"{path.name}: {sum(cell.cell_type == 'code' for cell in notebook.cells)} cells run")


if __name__ == "__main__":
    main()
