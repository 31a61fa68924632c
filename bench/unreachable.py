"""Removes the blocks of a program that LLVM's optimiser proves unreachable, and leaves all others as they are.

Every block gets a mark that no pass may drop or move: an empty piece of assembly with side effects. A copy of the program is
optimised with -O3 and every call inlined as far as that goes. A block none of whose marks is left is not reached by any input: its
function is never called so, or conditions that are constant, or known from others above, rule it out. Branches to such
blocks are led past them, and what nothing leads to any more is dropped.

The proof takes it that the program does nothing undefined, as the optimiser does. Standard library only; LLVM 19.
"""
import re
import subprocess

DEFINITION = re.compile(r"define .*?@([^\s(]+|\"[^\"]+\")\(")
LABEL = re.compile(r"([\w.$-]+|\"[^\"]+\"):")
PHI = re.compile(r"(\s+%\S+ = )phi (.+?) \[ ")
TWO_WAYS = re.compile(r"(\s+)br i1 [^,]+, label %([^,\s]+), label %([^,\s]+)(.*)")
CASE = re.compile(r"\s+i\d+ -?\d+, label %(\S+)$")


def opt(*words):
    done = subprocess.run(["opt-19", *map(str, words)], capture_output=True, text=True)
    if done.returncode != 0:
        raise SystemExit(f"opt-19 {' '.join(map(str, words))}: {done.stderr.strip()}")
    return done.stdout


def remove(program, out, entry="main"):
    """Writes the program (bitcode) without unreachable blocks; how many there are of all. Locals are in registers then."""
    text = opt("-S", "-o", "-", "-passes=internalize,globaldce,function(mem2reg),ipsccp,globaldce,ipsccp,globaldce",
               f"-internalize-public-api-list={entry}", program)
    marked, blocks = mark(text)
    copy = out.with_suffix(".marked.ll")
    copy.write_text(re.sub(r"^(attributes #\d+ = \{)( noinline)? nounwind", r"\1 alwaysinline nounwind", marked, flags=re.MULTILINE))
    left = {int(number) for number in re.findall(r"# MARK(\d+)#", opt("-O3", "-S", "-o", "-", copy))}
    copy.write_text(past(text, {block for number, block in enumerate(blocks) if number not in left}))
    opt("-o", out, "-passes=ipsccp,globaldce", copy)
    copy.unlink()
    return len(blocks) - len(left), len(blocks)


def instructions(text):
    """The lines, each with the block it stands in (function, label), or with none."""
    block = None
    for line in text.split("\n"):
        if definition := DEFINITION.match(line):
            yield line, None
            # The first block may have no label.
            block = (definition[1], "")
        elif line == "}":
            block = None
            yield line, None
        elif block and (label := LABEL.match(line)):
            block = (block[0], label[1])
            yield line, None
        else:
            yield line, block


def mark(text):
    lines, blocks = [], []
    for line, block in instructions(text):
        starts = block and line.strip() and not PHI.match(line) and not line.strip().startswith(("#dbg", ";"))
        if starts and (not blocks or blocks[-1] != block):
            lines.append(f'  call void asm sideeffect "# MARK{len(blocks)}#", ""() memory(inaccessiblemem: readwrite) nounwind willreturn')
            blocks.append(block)
        lines.append(line)
    return "\n".join(lines), blocks


def past(text, dead):
    """The text with no edge from what is alive to what is dead, but for the default of a switch."""
    lines = []
    for line, block in instructions(text):
        function = block and block[0]
        phi, branch, case = PHI.match(line), TWO_WAYS.match(line), CASE.match(line)
        if block in dead and phi:
            # What leads here is taken away, so nothing may ask for what it brings.
            line = f"{phi[1]}freeze {phi[2]} poison"
        elif block and block not in dead and branch:
            space, *ways, rest = branch.groups()
            alive = [way for way in ways if (function, way) not in dead]
            if len(alive) == 1:
                line = f"{space}br label %{alive[0]}{rest}"
        elif block and block not in dead and case and (function, case[1]) in dead:
            continue
        lines.append(line)
    return "\n".join(lines)
