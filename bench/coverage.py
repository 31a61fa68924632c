"""Runs that measure block coverage over time, kept in a file so that a long measurement can be spread over several calls.

What the benchmarks of search strategies (numeric.py, gsl/run) share. Uses the standard library only.
"""

import hashlib
import json
import os
import pathlib
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor, as_completed

# Seconds between two looks at a run's summary, which is written every two seconds.
LOOK = 0.2
# Strategies that leave nothing to chance: all seeds are one.
CERTAIN = {"dfs", "bfs", "dart", "cfg", "generational", "context-guided", "subpath-guided", "carfast"}


def processor_time(process):
    """Seconds of processor time of a process that runs."""
    try:
        fields = pathlib.Path(f"/proc/{process.pid}/stat").read_text().rsplit(")", 1)[1].split()
    except (FileNotFoundError, ProcessLookupError):
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def measure(secateur, program, strategy, seed, seconds, processor):
    """Coverage over time, as pairs of seconds and percent, and what the run did. It ends when every block is covered; with
    `processor` the seconds are processor time, so that a machine with other work to do gives the same."""
    on_clock = seconds * 40 if processor else seconds
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder) / "out"
        command = [secateur, "run", str(program), "--search", strategy, "--seed", str(seed), "--max-time", f"{on_clock}s",
                   "--interpolation", "off", "--tests", "none", "--confirm", "off", "--quiet", "--json", "--out", str(out)]
        with tempfile.TemporaryFile() as errors, tempfile.TemporaryFile() as answer:
            process = subprocess.Popen(command, stdout=answer, stderr=errors)
            give_up = time.monotonic() + on_clock * 4 + 60
            while process.poll() is None:
                time.sleep(LOOK)
                if processor and processor_time(process) >= seconds:
                    process.send_signal(signal.SIGINT)
                    process.wait()
                    break
                try:
                    summary = json.loads((out / "summary.json").read_text())
                except (FileNotFoundError, json.JSONDecodeError):
                    continue
                blocks = summary["coverage"]["blocks"]
                if 0 < blocks["total"] == blocks["covered"]:
                    process.send_signal(signal.SIGINT)
                    process.wait()
                elif time.monotonic() > give_up:
                    process.kill()
                    sys.exit(f"{' '.join(command)}\ndoes not end")
            if process.returncode not in (0, 3, 10, 130):  # 130: stopped above, when everything was covered.
                errors.seek(0)
                sys.exit(f"{' '.join(command)}\n{errors.read().decode()}")
            answer.seek(0)
            summary = json.loads(answer.read())
    total = max(1, summary["coverage"]["blocks"]["total"])
    steps = [(point["time_s"], 100.0 * point["blocks"] / total) for point in summary["coverage"]["growth"]]
    deciding = summary["choices"]["deciding_s"] / max(summary["time_s"], 1e-9)
    return {"curve": steps, "ended_s": summary["time_s"], "deciding": deciding, "random": summary["random"]["runs"],
            "solved": summary["choices"]["symbolic"], "blocks": summary["coverage"]["blocks"]["total"]}


def covered(run, seconds=float("inf")):
    return max((percent for then, percent in run["curve"] if then <= seconds), default=0.0)


class Kept:
    """The runs made so far, in a file: one entry for each strategy, program and seed."""

    def __init__(self, file, secateur, seconds, fresh, processor=False):
        build = hashlib.sha256(pathlib.Path(secateur).read_bytes()).hexdigest()[:16]
        self.secateur = str(pathlib.Path(secateur).resolve())
        self.file = file
        self.of = {"build": build, "time": seconds, "processor": processor}
        self.runs = {}
        if file.exists() and not fresh:
            found = json.loads(file.read_text())
            if self.of.items() <= found.get("of", {}).items():
                self.runs = found["runs"]
            else:
                print(f"{file} is of another build or time: starting anew", file=sys.stderr)

    @staticmethod
    def key(strategy, program, seed):
        return f"{strategy} {program} {1 if strategy in CERTAIN else seed}"

    def run_missing(self, programs, strategies, seeds, jobs):
        """Runs each of the programs, given by name, with each strategy and seed, unless that was done before."""
        tasks = {self.key(s, p, seed): (s, p, seed) for seed in reversed(seeds) for p in programs for s in strategies}
        tasks = sorted((task for key, task in tasks.items() if key not in self.runs), key=lambda task: task[2])
        run = lambda strategy, program, seed: measure(self.secateur, programs[program], strategy, seed, self.of["time"],
                                                          self.of["processor"])
        with ThreadPoolExecutor(jobs) as pool:
            waiting = {pool.submit(run, *task): task for task in tasks}
            try:
                for number, done in enumerate(as_completed(waiting), 1):
                    strategy, program, seed = waiting[done]
                    self.add(self.key(*waiting[done]), done.result())
                    print(f"{number}/{len(tasks)} {strategy} {program} seed {seed}: {covered(done.result()):.1f} %",
                          file=sys.stderr, flush=True)
            except BaseException:
                pool.shutdown(wait=False, cancel_futures=True)
                raise

    def get(self, strategy, program, seed):
        return self.runs[self.key(strategy, program, seed)]

    def add(self, key, run):
        self.runs[key] = run
        beside = self.file.with_suffix(".new")
        lines = ",\n".join(f"  {json.dumps(key)}: {json.dumps(run)}" for key, run in sorted(self.runs.items()))
        beside.write_text(f'{{"of": {json.dumps(self.of)}, "runs": {{\n{lines}\n}}}}\n')
        beside.replace(self.file)

    def mean(self, strategy, program, seeds, seconds=float("inf")):
        """Blocks covered after these seconds, in percent."""
        return statistics.mean(covered(self.get(strategy, program, seed), seconds) for seed in seeds)

    def most_deciding(self, strategies, programs, seeds):
        """The greatest share of the time that went into deciding, in runs of a second or more, in words."""
        runs = [(self.get(s, p, seed), s, p) for s in strategies for p in programs for seed in seeds]
        shares = [(run["deciding"], strategy, program) for run, strategy, program in runs if run["ended_s"] >= 1]
        share, strategy, program = max(shares, default=(0.0, "any", "any"))
        return f"Time spent deciding: at most {100 * share:.1f} % of a run of a second or more (`{strategy}` on {program})."
