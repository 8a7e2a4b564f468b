"""A browser without a window, for tests of pages: what it shows, what it complains of, what it fetches."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import NamedTuple

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
CONSOLE = re.compile(r'CONSOLE[:(]\d+\)?\] "(.*)", source:')
FLAGS = (
    "--headless=new",
    "--no-sandbox",  # as root in a container there is none
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-extensions",
    "--disable-sync",
    "--no-first-run",
    "--no-pings",
    "--host-resolver-rules=MAP * ~NOTFOUND",  # no name leads anywhere
    "--enable-logging=stderr",
)


def browser() -> str | None:
    """The path of an installed browser, or ``None``; ``DEBERTZ_BROWSER`` names another one."""
    named = os.environ.get("DEBERTZ_BROWSER")
    return named or next((path for name in NAMES if (path := shutil.which(name))), None)


class Visit(NamedTuple):
    """What a visit to a page showed.

    ``dom`` the document after loading, ``complaints`` the lines of the console, ``fetched`` the addresses that the page
    had the browser ask for, without the page itself and data: addresses.
    """

    dom: str
    complaints: list[str]
    fetched: list[str]


def _run(folder: Path, width: int, *args: str) -> subprocess.CompletedProcess[str]:
    found = browser()
    assert found is not None
    profile = folder / "profile"
    command = [found, *FLAGS, f"--user-data-dir={profile}", f"--window-size={width},900", *args]
    # a session bus would be looked for and complained about
    clean = {name: value for name, value in os.environ.items() if name != "DBUS_SESSION_BUS_ADDRESS"}
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=True, env=clean)


def visit(page: Path, folder: Path, width: int = 1200) -> Visit:
    """Open a page; ``folder`` takes the browser's files."""
    log = folder / "net.json"
    address = page.resolve().as_uri()
    done = _run(folder, width, f"--log-net-log={log}", "--net-log-capture-mode=Everything", "--dump-dom", address)
    return Visit(done.stdout, CONSOLE.findall(done.stderr), _fetched(log.read_text("utf-8", errors="replace"), address))


def _fetched(log: str, page: str) -> list[str]:
    """The addresses that the page had the browser ask for; what the browser asks for itself has no initiator."""
    events = json.loads(log)["events"]
    asked = [params for event in events if "initiator" in (params := event.get("params") or {}) and "url" in params]
    addresses = {str(params["url"]) for params in asked if params["initiator"] != "not an origin"}
    return sorted(url for url in addresses if url != page and not url.startswith("data:"))


def overflow(page: Path, folder: Path, width: int) -> int:
    """By how many pixels the page is wider than a window of this width."""
    probe = folder / f"probe-{width}.html"
    script = "<script>document.title=String(document.documentElement.scrollWidth-window.innerWidth)</script></body>"
    # the page forbids scripts; the probe is a copy that allows this one
    text = page.read_text("utf-8").replace("default-src &#x27;none&#x27;", "script-src &#x27;unsafe-inline&#x27;")
    probe.write_text(text.replace("</body>", script), "utf-8")
    done = _run(folder, width, "--dump-dom", probe.resolve().as_uri())
    found = re.search(r"<title>(-?\d+)</title>", done.stdout)
    assert found is not None, done.stdout[:500]
    return int(found[1])
