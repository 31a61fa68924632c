"""The programs of this benchmark: what their opening comments say, native builds of them, and stored inputs run on those.

Uses the standard library only.
"""

import dataclasses
import pathlib
import re
import subprocess

HERE = pathlib.Path(__file__).resolve().parent
DRIVERS = HERE / "drivers"
SANITIZERS = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
ENVIRONMENT = {"ASAN_OPTIONS": "detect_leaks=0", "PATH": "/usr/bin:/bin"}
# Seconds for one native execution.
PATIENCE = 60


@dataclasses.dataclass
class Program:
    file: pathlib.Path
    way: str  # stdin, arguments, file or fuzzer
    sizes: list  # of the symbolic arguments or the file
    bug: str
    shows: set  # functions in which the bug shows
    crash: bytes  # an input that shows it; arguments are separated by NUL

    @property
    def name(self):
        return self.file.stem

    @property
    def lines(self):
        return len(self.file.read_text().splitlines())


def unescape(text):
    """The bytes of a CRASH comment: \\n, \\r, \\t, \\0, \\\\ and \\xNN."""
    letters = {"n": b"\n", "r": b"\r", "t": b"\t", "0": b"\0", "\\": b"\\"}

    def one(match):
        escape = match[0]
        if escape[0] != "\\":
            return escape
        return (bytes([int(escape[2:], 16)]) if escape[1] == "x" else letters[escape[1]]).decode("latin-1")

    return re.sub(r"\\x[0-9a-fA-F]{2}|\\.|[^\\]", one, text).encode("latin-1")


def read(file):
    said = dict(re.findall(r"^// (INPUT|BUG|SHOWS|CRASH): (.*)$", file.read_text(), re.MULTILINE))
    way, *sizes = said["INPUT"].split()
    shows = {name.strip() for name in said["SHOWS"].split(",")}
    return Program(file, way, sizes, said["BUG"], shows, unescape(said["CRASH"]))


def all_programs():
    return [read(file) for file in sorted((HERE / "programs").glob("*.c"))]


def build(program, out, fixed):
    """A native build with sanitizers, for `crashes`."""
    words = ["clang-19", "-g", "-w", *SANITIZERS, "-o", str(out), str(program.file)]
    if fixed:
        words.append("-DFIXED")
    if program.way == "fuzzer":
        words.append(str(DRIVERS / "fuzzer.c"))
    subprocess.run(words, check=True)


def crashes(program, binary, data, folder):
    """Whether this input ends the native build with a sanitizer's report, a failed assertion or a signal."""
    arguments, stdin = [], b""
    if program.way == "arguments":
        arguments = data.split(b"\0")
    elif program.way == "file":
        path = folder / "input"
        path.write_bytes(data)
        arguments = [str(path)]
    else:
        stdin = data
    try:
        done = subprocess.run([str(binary), *arguments], input=stdin, capture_output=True, timeout=PATIENCE, env=ENVIRONMENT)
    except subprocess.TimeoutExpired:
        return False
    return done.returncode < 0 or b"Sanitizer" in done.stderr or b"runtime error" in done.stderr


class Judge:
    """Says whether an input shows the known bug: the program crashes on it and the twin does not."""

    def __init__(self, program, folder):
        self.program, self.folder = program, folder
        self.binaries = {fixed: folder / f"{program.name}-{'fixed' if fixed else 'buggy'}" for fixed in (False, True)}
        for fixed, binary in self.binaries.items():
            build(program, binary, fixed)

    def shows(self, data):
        return self.crashes(data, False) and not self.crashes(data, True)

    def crashes(self, data, fixed):
        return crashes(self.program, self.binaries[fixed], data, self.folder)
