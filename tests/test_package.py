"""What ``import debertz_sim`` gives."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from debertz_sim.kernels.state import VIEW

CODE = """
import sys
import debertz_sim as dz
assert not {"numba", "pandas", "numpy"} & set(sys.modules)
import debertz_sim.chances.odds, debertz_sim.variants
for _ in range(2):
    assert callable(dz.odds) and callable(dz.simulate)
    assert dz.odds(rules=dz.variants["moscow"]).get("bella").fraction == "9/124"
assert set(dz.__all__) <= set(dir(dz))
assert all(getattr(dz, name) is not None for name in dz.__all__)
"""


def test_names_are_objects_whatever_modules_are_imported() -> None:
    done = subprocess.run([sys.executable, "-c", CODE], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_the_view_is_documented() -> None:
    page = (Path(__file__).parents[1] / "docs" / "view.md").read_text("utf-8")
    named = set(re.findall(r"^\| `(\w+)` \|[^|]*\| \S", page, re.MULTILINE))
    assert named == set(VIEW.names or ())
