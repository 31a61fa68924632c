"""What a secateur process is started with: the command line of the run and the compiled program, as one archive, known by its hash."""

import hashlib
import io
import json
import os
import subprocess
import tempfile
import threading
import zipfile
from pathlib import Path
from shutil import which


# How names of files end that workers need.
PACKED = (".bc", ".json")


class Unusable(Exception):
    """secateur cannot be run here; the message says why."""


def pack(folder):
    """The files of a folder as an archive, the same bytes for the same files."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for file in sorted(file for file in Path(folder).iterdir() if file.suffix in PACKED):
            archive.writestr(zipfile.ZipInfo(file.name), file.read_bytes())
    return packed.getvalue()


def name(packed):
    return hashlib.sha256(packed).hexdigest()


_unpacked = {}
_lock = threading.Lock()


def keep(packed):
    """Unpacks a kit, for as long as this process lives."""
    with _lock:
        if name(packed) in _unpacked:
            return
        folder = tempfile.TemporaryDirectory(prefix="secateur-")
        with zipfile.ZipFile(io.BytesIO(packed)) as archive:
            archive.extractall(folder.name)
        _unpacked[name(packed)] = folder


def find(wanted):
    """The folder of a kit that was kept here, or None."""
    with _lock:
        folder = _unpacked.get(wanted)
    return folder and Path(folder.name)


def command(folder):
    """The command line of a worker. It has to be the same secateur that has made the kit."""
    tool = os.environ.get("SECATEUR") or which("secateur")
    if not tool:
        raise Unusable("secateur is not installed there (neither in PATH nor named by SECATEUR)")
    kit = json.loads((folder / "kit.json").read_text())
    try:
        said = subprocess.run([tool, "--version"], capture_output=True, text=True, check=True).stdout.split()
    except (OSError, subprocess.CalledProcessError) as error:
        raise Unusable(f"{tool}: {error}") from None
    if kit["version"] not in said:
        raise Unusable(f"{tool} is {' '.join(said)}, and the run is one of version {kit['version']}")
    return [tool, *kit["options"], "--worker", str(folder), *kit["arguments"]]
