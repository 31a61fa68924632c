#!/usr/bin/env python3
"""Block coverage of the numeric programs under every search strategy; writes bench/results/numeric.{md,json,svg}.

    bench/numeric.py --secateur target/release/secateur [--time 30] [--seeds 3] [--jobs N] [--fresh]
                     [--strategies "greedy;random-path,dfs"] [--programs quadratic,legendre] [--out DIR]

Each program is run once with each strategy and each seed; coverage over time is read from the summary that a run keeps up to
date. A run in which every block is covered is ended there, since it cannot get better.

What was measured is kept in numeric.json after every run, so a long measurement can be spread over several calls: what is
there for the same build and time is not run again, unless --fresh says so. The table and the plot are made of everything
that is there for the strategies and programs asked for. Processes that run side by side share the machine: give --jobs no
more than there are idle cores. Uses the standard library only.
"""

import argparse
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

HERE = pathlib.Path(__file__).resolve().parent
STRATEGIES = [
    "greedy", "random-testing", "random-path,dfs", "covnew,random-path", "dfs", "bfs", "random-state", "random-path",
    "uniform-random", "nurs:covnew", "nurs:md2u", "nurs:depth", "nurs:rp", "nurs:icnt", "nurs:cpicnt", "nurs:qc", "dart",
    "cfg", "generational", "context-guided", "subpath-guided", "carfast", "close-tree",
]
COLOURS = ["#d62728", "#1f77b4", "#2ca02c", "#9467bd", "#8c564b", "#e377c2", "#7f7f7f", "#bcbd22", "#17becf", "#ff7f0e"]
# Seconds between two looks at a run's summary, which is written every two seconds.
LOOK = 0.2


def percent(summary):
    blocks = summary["coverage"]["blocks"]
    return 100.0 * blocks["covered"] / blocks["total"] if blocks["total"] else 0.0


def measure(secateur, program, strategy, seed, seconds):
    """Coverage over time, as pairs of seconds and percent, and the share of the time that went into deciding."""
    curve = []
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder) / "out"
        command = [secateur, "run", str(program), "--search", strategy, "--seed", str(seed), "--max-time", f"{seconds}s",
                   "--interpolation", "off", "--tests", "none", "--confirm", "off", "--quiet", "--json", "--out", str(out)]
        with tempfile.TemporaryFile() as errors, tempfile.TemporaryFile() as answer:
            process = subprocess.Popen(command, stdout=answer, stderr=errors)
            give_up = time.monotonic() + seconds * 4 + 60
            while process.poll() is None:
                time.sleep(LOOK)
                try:
                    summary = json.loads((out / "summary.json").read_text())
                except (FileNotFoundError, json.JSONDecodeError):
                    continue
                curve.append((summary["time_s"], percent(summary)))
                if curve[-1][1] >= 100.0:
                    process.send_signal(signal.SIGINT)
                    process.wait()
                elif time.monotonic() > give_up:
                    process.kill()
                    sys.exit(f"{' '.join(command)}\ndoes not end")
            if process.returncode not in (0, 10):
                errors.seek(0)
                sys.exit(f"{' '.join(command)}\n{errors.read().decode()}")
            answer.seek(0)
            summary = json.loads(answer.read())
    curve.append((summary["time_s"], percent(summary)))
    # Only what is higher than before: a step function.
    steps = [point for before, point in zip([(0.0, 0.0), *curve], curve) if point[1] > before[1]]
    deciding = summary["choices"]["deciding_s"] / max(summary["time_s"], 1e-9)
    return {"curve": steps, "ended_s": summary["time_s"], "deciding": deciding}


def covered(run, seconds):
    return max((percent for then, percent in run["curve"] if then <= seconds), default=0.0)


class Kept:
    """The runs made so far, in a file: one entry for each strategy, program and seed."""

    def __init__(self, file, build, seconds, fresh):
        self.file = file
        self.of = {"build": build, "time": seconds}
        self.runs = {}
        if file.exists() and not fresh:
            found = json.loads(file.read_text())
            if found.get("of") == self.of:
                self.runs = found["runs"]
            else:
                print(f"{file} is of another build or time: starting anew", file=sys.stderr)

    @staticmethod
    def key(strategy, program, seed):
        return f"{strategy} {program} {seed}"

    def add(self, key, run):
        self.runs[key] = run
        beside = self.file.with_suffix(".new")
        lines = ",\n".join(f"  {json.dumps(key)}: {json.dumps(run)}" for key, run in sorted(self.runs.items()))
        beside.write_text(f'{{"of": {json.dumps(self.of)}, "runs": {{\n{lines}\n}}}}\n')
        beside.replace(self.file)

    def mean(self, strategy, program, seeds, seconds):
        return statistics.mean(covered(self.runs[self.key(strategy, program, seed)], seconds) for seed in seeds)


def table(kept, strategies, programs, seeds, seconds):
    rows = []
    for strategy in strategies:
        means = [kept.mean(strategy, program, seeds, seconds) for program in programs]
        rows.append((statistics.mean(means), strategy, means))
    rows.sort(reverse=True)
    lines = ["| strategy | mean | " + " | ".join(programs) + " |", "|---" * (len(programs) + 2) + "|"]
    for mean, strategy, means in rows:
        lines.append(f"| `{strategy}` | {mean:.1f} | " + " | ".join(f"{value:.0f}" for value in means) + " |")
    return "\n".join(lines), [strategy for _, strategy, _ in rows]


def plot(kept, ranking, programs, seeds, seconds):
    """Mean coverage over time, as last reported, time on a logarithmic scale; the best strategy on top of the list."""
    width, left, bottom, top = 720, 50, 40, 20
    height = max(400, top + bottom + 15 * len(ranking))
    first = 1.0
    times = [first * (seconds / first) ** (i / 40) for i in range(41)] if seconds > first else [seconds]
    mean = lambda strategy, t: statistics.mean(kept.mean(strategy, program, seeds, t) for program in programs)
    values = {strategy: [mean(strategy, t + 0.5) for t in times[:-1]] + [mean(strategy, float("inf"))] for strategy in ranking}
    least, most = min(min(v) for v in values.values()) - 2, 100
    x = lambda i: left + (width - left - 220) * (i / max(1, len(times) - 1))
    y = lambda value: height - bottom - (height - bottom - top) * (value - least) / (most - least)
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" font-family="sans-serif" font-size="11">',
             f'<rect width="{width}" height="{height}" fill="white"/>']
    for i in range(0, len(times), 10):
        parts.append(f'<text x="{x(i):.0f}" y="{height - 20}" text-anchor="middle">{times[i]:.1f} s</text>')
    for mark in range(int(least // 10 + 1) * 10, 101, 10):
        parts.append(f'<line x1="{left}" x2="{x(len(times) - 1):.0f}" y1="{y(mark):.0f}" y2="{y(mark):.0f}" stroke="#ddd"/>')
        parts.append(f'<text x="{left - 6}" y="{y(mark) + 4:.0f}" text-anchor="end">{mark} %</text>')
    for rank, strategy in enumerate(ranking):
        colour, dashes = COLOURS[rank % len(COLOURS)], ["", "6 3", "2 2"][rank // len(COLOURS) % 3]
        points = " ".join(f"{x(i):.1f},{y(value):.1f}" for i, value in enumerate(values[strategy]))
        line = f'fill="none" stroke="{colour}" stroke-width="1.5" stroke-dasharray="{dashes}"'
        parts.append(f'<polyline points="{points}" {line}/>')
        there = top + 15 * rank
        parts.append(f'<line x1="{width - 205}" x2="{width - 180}" y1="{there}" y2="{there}" {line}/>')
        parts.append(f'<text x="{width - 175}" y="{there + 4}">{strategy} {values[strategy][-1]:.1f}</text>')
    parts.append("</svg>")
    return "\n".join(parts) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--secateur", required=True)
    parser.add_argument("--time", type=int, default=30, help="seconds for each run")
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--strategies", help="separated by semicolons; all if left out")
    parser.add_argument("--programs", help="separated by commas; all if left out")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--fresh", action="store_true", help="forget what was measured before")
    parser.add_argument("--out", type=pathlib.Path, default=HERE / "results")
    options = parser.parse_args()
    strategies = options.strategies.split(";") if options.strategies else STRATEGIES
    programs = options.programs.split(",") if options.programs else sorted(f.stem for f in (HERE / "numeric").glob("*.c"))
    seeds = range(1, options.seeds + 1)
    options.out.mkdir(exist_ok=True)
    build = hashlib.sha256(pathlib.Path(options.secateur).read_bytes()).hexdigest()[:16]
    kept = Kept(options.out / "numeric.json", build, options.time, options.fresh)
    tasks = [(s, p, seed) for seed in seeds for p in programs for s in strategies if Kept.key(s, p, seed) not in kept.runs]

    def run(task):
        strategy, program, seed = task
        return measure(options.secateur, HERE / "numeric" / f"{program}.c", strategy, seed, options.time)

    with ThreadPoolExecutor(options.jobs) as pool:
        waiting = {pool.submit(run, task): task for task in tasks}
        for number, done in enumerate(as_completed(waiting), 1):
            try:
                kept.add(Kept.key(*waiting[done]), done.result())
            except BaseException:
                pool.shutdown(wait=False, cancel_futures=True)
                raise
            strategy, program, seed = waiting[done]
            print(f"{number}/{len(tasks)} {strategy} {program} seed {seed}: {covered(done.result(), float('inf')):.1f} %",
                  file=sys.stderr, flush=True)

    text, ranking = table(kept, strategies, programs, seeds, float("inf"))
    shares = [(kept.runs[Kept.key(s, p, seed)]["deciding"], s, p) for s in strategies for p in programs for seed in seeds
              if kept.runs[Kept.key(s, p, seed)]["ended_s"] >= 1]
    share, worst, where = max(shares, default=(0.0, "", ""))
    head = (f"# Numeric programs\n\nBlocks covered after {options.time} s, in percent, mean of {options.seeds} seed(s), nothing learnt "
            f"(`--interpolation off`); plot over time in `numeric.svg`. Made by `bench/numeric.py --time {options.time} "
            f"--seeds {options.seeds} --jobs {options.jobs}`.\n\n")
    tail = (f"\n\nTime spent deciding: at most {100 * share:.1f} % of a run of a second or more (`{worst}` on {where}).\n"
            if shares else "\n")
    (options.out / "numeric.md").write_text(head + text + tail)
    (options.out / "numeric.svg").write_text(plot(kept, ranking, programs, seeds, options.time))
    print(head + text + tail)


if __name__ == "__main__":
    main()
