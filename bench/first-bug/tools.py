"""The tools that are compared: how each is built for a program, started, and how its first bug is recognised.

A fuzzer's bug counts when its input crashes a fresh native process of the program and not one of the twin; ours when the run
says it was confirmed natively and it is in one of the functions the program names. Builds of the fuzzers are not part
of their times; our time is that of the whole command, which compiles, explores and confirms. Uses the standard library only.
"""

import json
import os
import shutil
import subprocess
import tempfile
import time

from cases import DRIVERS, SANITIZERS

# Seconds a tool may go on beyond its limit before it is killed, and between two looks whether it has ended.
GRACE, LOOK = 30, 0.01


def run(command, seconds, environment=None):
    """Seconds on the wall and of processor time that the command and its children took, its exit status and its output."""
    started = time.perf_counter()
    with tempfile.TemporaryFile() as out:
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.DEVNULL, env=environment)
        while True:
            ended, status, usage = os.wait4(process.pid, os.WNOHANG)
            took = time.perf_counter() - started
            if ended:
                break
            if took > seconds + GRACE:
                process.kill()
            time.sleep(LOOK)
        process.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        return {"seconds": took, "processor_s": usage.ru_utime + usage.ru_stime}, process.returncode, out.read()


class Secateur:
    name = "secateur"

    def __init__(self, command):
        self.command = command

    @staticmethod
    def words(program):
        """The command behind `secateur run`: the program, and which of its inputs are symbolic."""
        given = {
            "stdin": [],
            "arguments": ["--sym-args", *program.sizes],
            "file": ["--sym-files", "1", *program.sizes],
            "fuzzer": ["--entry", "LLVMFuzzerTestOneInput"],
        }[program.way]
        return [str(program.file), *given], (["--", "A"] if program.way == "file" else [])

    def explore(self, program, seed, seconds, folder, options):
        out = folder / "out"
        shutil.rmtree(out, ignore_errors=True)
        before, after = self.words(program)
        command = [self.command, "run", *before, "--seed", str(seed), "--max-time", f"{seconds}s", "--json", "--quiet",
                   "--out", str(out), *options, *after]
        took, status, answer = run(command, seconds)
        try:
            return took, json.loads(answer)
        except ValueError:
            return took, {"bugs": [], "problem": f"exit status {status}"}

    def measure(self, program, seed, seconds, folder, judge):
        took, summary = self.explore(program, seed, seconds, folder, ["--exit-on-error"])
        confirmed = [bug for bug in summary["bugs"] if bug["confirmed"] is True]
        known = [bug for bug in confirmed if bug["function"] in program.shows]
        result = {"found": bool(known), **took}
        if confirmed and not known:
            result["other"] = f"{confirmed[0]['kind']} in {confirmed[0]['function']}"
        elif summary["bugs"] and not known:
            result["other"] = f"not confirmed: {summary['bugs'][0]['kind']} in {summary['bugs'][0]['function']}"
        if "problem" in summary:
            result["other"] = summary["problem"]
        else:
            queries = summary["queries"]
            result |= {"explored_s": summary["time_s"], "solver_s": queries["time_s"], "queries": queries["asked"],
                       "paths": summary["paths"]["completed"]}
        return result

    def twin(self, program, seconds, folder):
        """What is reported on the program without its bug: nothing, if all is well."""
        took, summary = self.explore(program, 1, seconds, folder, ["-D", "FIXED"])
        alarms = [f"{bug['kind']} in {bug['function']}" for bug in summary["bugs"] if bug["confirmed"] is not False]
        return {"alarms": alarms, "verdict": summary.get("verdict", summary.get("problem")), **took}


class LibFuzzer:
    name = "libFuzzer"

    @staticmethod
    def missing():
        return None if shutil.which("clang-19") else "clang-19"

    def build(self, program, folder):
        self.binary = folder / "libfuzzer"
        words = ["clang-19", "-g", "-O1", "-w", "-fsanitize=fuzzer", *SANITIZERS, "-o", str(self.binary)]
        if program.way != "fuzzer":
            parts = [folder / "program.o", folder / "driver.o"]
            common = ["clang-19", "-g", "-O1", "-w", "-c", "-fsanitize=fuzzer-no-link", *SANITIZERS]
            subprocess.run([*common, "-Dmain=program_main", "-Dexit=program_exit", str(program.file), "-o", str(parts[0])], check=True)
            kind = ["stdin", "arguments", "file"].index(program.way)
            subprocess.run([*common, f"-DINPUT={kind}", str(DRIVERS / "inputs.c"), "-o", str(parts[1])], check=True)
            words += map(str, parts)
        else:
            words.append(str(program.file))
        subprocess.run(words, check=True)

    def measure(self, program, seed, seconds, folder, judge):
        corpus, found = folder / "corpus", folder / "found"
        for path in (corpus, found):
            shutil.rmtree(path, ignore_errors=True)
            path.mkdir()
        command = [str(self.binary), f"-seed={seed}", f"-max_total_time={seconds}", f"-artifact_prefix={found}/", "-close_fd_mask=3",
                   "-verbosity=0", str(corpus)]
        environment = {**os.environ, "ASAN_OPTIONS": "detect_leaks=0:symbolize=0"}
        took, _, _ = run(command, seconds, environment)
        return judged(judge, took, found.glob("crash-*"))


class Afl:
    name = "AFL++"

    @staticmethod
    def missing():
        return None if shutil.which("afl-fuzz") and shutil.which("afl-clang-fast") else "afl++"

    def build(self, program, folder):
        self.binary = folder / "afl"
        words = ["afl-clang-fast", "-g", "-w", "-o", str(self.binary), str(program.file)]
        if program.way == "arguments":
            # The driver's own main must keep its name, so the two are compiled apart.
            half = folder / "program.o"
            subprocess.run(["afl-clang-fast", "-g", "-w", "-c", "-Dmain=program_main", str(program.file), "-o", str(half)],
                           check=True, env=self.environment(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            words = [*words[:-1], str(half), str(DRIVERS / "arguments.c")]
        elif program.way == "fuzzer":
            words.insert(1, "-fsanitize=fuzzer")
        subprocess.run(words, check=True, env=self.environment(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    @staticmethod
    def environment():
        return {**os.environ, "AFL_USE_ASAN": "1", "AFL_USE_UBSAN": "1", "AFL_NO_UI": "1", "AFL_BENCH_UNTIL_CRASH": "1",
                "AFL_SKIP_CPUFREQ": "1", "AFL_NO_AFFINITY": "1", "AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES": "1"}

    def measure(self, program, seed, seconds, folder, judge):
        seeds, out = folder / "seeds", folder / "afl-out"
        for path in (seeds, out):
            shutil.rmtree(path, ignore_errors=True)
        seeds.mkdir()
        (seeds / "one").write_bytes(b"0\n")
        command = ["afl-fuzz", "-i", str(seeds), "-o", str(out), "-s", str(seed), "-V", str(seconds), "-m", "none", "--",
                   str(self.binary), *(["@@"] if program.way == "file" else [])]
        took, _, _ = run(command, seconds, self.environment())
        return judged(judge, took, (out / "default" / "crashes").glob("id*"))


class Klee:
    """KLEE with its C library and POSIX model. Its errors are taken as they are: they are not replayed."""
    name = "KLEE"
    ERRORS = ["Ptr", "Div", "Assert", "Abort", "Free", "ReportError", "BadVectorAccess", "ReadOnly", "Overflow"]

    @staticmethod
    def missing():
        return None if shutil.which("klee") else "klee"

    def build(self, program, folder):
        self.binary = folder / "program.bc"
        words = ["clang", "-emit-llvm", "-c", "-g", "-O0", "-w", "-Xclang", "-disable-O0-optnone"]
        source = program.file
        if program.way == "fuzzer":
            source = folder / "klee.c"
            source.write_text(f'#include "{program.file}"\n#include "{DRIVERS / "klee.c"}"\n')
        subprocess.run([*words, str(source), "-o", str(self.binary)], check=True)

    def measure(self, program, seed, seconds, folder, judge):
        out = folder / "klee-out"
        shutil.rmtree(out, ignore_errors=True)
        inputs = {"stdin": ["--sym-stdin", "64"], "arguments": ["--sym-args", *program.sizes],
                  "file": ["A", "--sym-files", "1", *program.sizes], "fuzzer": []}[program.way]
        command = ["klee", "--libc=uclibc", "--posix-runtime", f"--max-time={seconds}s", f"--rng-initial-seed={seed}",
                   f"--output-dir={out}", *(f"--exit-on-error-type={kind}" for kind in self.ERRORS), str(self.binary), *inputs]
        took, _, _ = run(command, seconds)
        errors = [error for error in out.glob("*.err") if error.suffixes[0] not in (".user", ".model", ".exec")]
        return {"found": bool(errors), **took}


def judged(judge, took, inputs):
    inputs = [path.read_bytes() for path in inputs]
    result = {"found": any(judge.shows(data) for data in inputs), **took}
    if inputs and not result["found"]:
        result["other"] = "a crash that is not the known bug, or does not repeat"
    return result
