"""The pictures of docs/pictures.md, made by the commands that stand there.

From the project's folder:

    python scripts/pictures.py
"""

from __future__ import annotations

import os
import shlex
import tempfile
from pathlib import Path

import click
from click.testing import CliRunner

from debertz_sim.cli.main import cli

PAGE = Path(__file__).resolve().parent.parent / "docs" / "pictures.md"


def commands() -> list[list[str]]:
    """The words of the commands of the page, without ``debertz``."""
    lines = PAGE.read_text("utf-8").splitlines()
    return [shlex.split(line)[1:] for line in lines if line.startswith("    debertz ")]


@click.command(help=(__doc__ or "").partition("\n")[0])
@click.option("--deals", metavar="N", help="Try it with so many deals.")
@click.option("--out", "folder", default=PAGE.with_suffix(""), type=click.Path(path_type=Path))
def main(deals: str | None, folder: Path) -> None:
    """Run the commands in a folder of their own and keep what they drew."""
    folder = folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    here = Path.cwd()
    with tempfile.TemporaryDirectory() as work:
        os.chdir(work)
        try:
            for words in commands():
                if deals and "--deals" in words:
                    words[words.index("--deals") + 1] = deals
                done = CliRunner().invoke(cli, [*words, "--lang", "en"])
                if done.exit_code:
                    raise SystemExit(f"debertz {shlex.join(words)}: {done.output}")
            for picture in sorted(Path().glob("*.png")):
                (folder / picture.name).write_bytes(picture.read_bytes())
                click.echo(folder / picture.name)
        finally:
            os.chdir(here)


if __name__ == "__main__":
    main()
