"""The lines of a program that its driver can reach, estimated by LLVM.

The program is linked whole and everything but its start made internal. What no call, and no address that is taken, leads to is
removed, then what constants that are passed along make unreachable (sparse conditional constant propagation between
functions), then again what that leaves without callers. The lines that are left carry instructions of a function that may be called.
That is too many: a function whose address is taken counts as called, and conditions about data are not looked at.
"""

import pathlib
import re
import subprocess
import tempfile

PASSES = "internalize,globaldce,function(mem2reg),ipsccp,globaldce,ipsccp,function(simplifycfg<no-sink-common-insts>),globaldce"
NODE = re.compile(r"^!(\d+) = (?:distinct )?!(DI\w+)\((.*)\)$", re.M)


def field(text, name):
    found = re.search(rf"\b{name}: (?:!(\d+)|\"([^\"]*)\"|(\d+))", text)
    return next((part for part in found.groups() if part is not None), None) if found else None


def lines(files, words, folder):
    """The lines, as pairs of a file's whole path and a number."""
    with tempfile.TemporaryDirectory() as place:
        parts = []
        for number, file in enumerate(files):
            parts.append(f"{place}/{number}.bc")
            command = ["clang-19", "-c", "-emit-llvm", "-g", "-O0", "-w", "-Xclang", "-disable-O0-optnone", *words, "-o", parts[-1], file]
            subprocess.run(command, cwd=folder, check=True, capture_output=True)
        whole, left = f"{place}/whole.bc", f"{place}/left.ll"
        subprocess.run(["llvm-link-19", "-o", whole, *parts], check=True, capture_output=True)
        subprocess.run(["opt-19", "-S", f"-passes={PASSES}", "-internalize-public-api-list=main,LLVMFuzzerTestOneInput", "-o", left, whole],
                       check=True, capture_output=True)
        return instructions(pathlib.Path(left).read_text())


def instructions(assembly):
    """The lines of the instructions of a module."""
    nodes = {number: (kind, text) for number, kind, text in NODE.findall(assembly)}

    def place(scope):
        kind, text = nodes[scope]
        file = field(text, "file")
        while file is None or nodes[file][0] != "DIFile":
            kind, text = nodes[field(text, "scope")]
            file = field(text, "file")
        return str(pathlib.Path(field(nodes[file][1], "directory") or "/", field(nodes[file][1], "filename")).resolve())

    used, inside = set(), False
    for line in assembly.splitlines():
        if line.startswith("define "):
            inside = True
        elif line == "}":
            inside = False
        elif inside and not line.lstrip().startswith("#dbg_"):
            used.update(re.findall(r"!dbg !(\d+)", line))
    found = set()
    for number in used:
        kind, text = nodes.get(number, ("", ""))
        if kind == "DILocation" and field(text, "line") not in (None, "0"):
            found.add((place(field(text, "scope")), int(field(text, "line"))))
    return found
