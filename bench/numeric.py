#!/usr/bin/env python3
"""Block coverage of the numeric programs under every search strategy; writes bench/results/numeric.{md,json,svg}.

    bench/numeric.py --secateur target/release/secateur [--times 1,3,10,30] [--seeds 3] [--search NAME,...] [--jobs N]

Each program is run with each strategy and each seed, once for each time limit, so that a point of the plot is a run of
its own. Processes that run side by side share the machine: give --jobs no more than there are idle cores.
Uses the standard library only.
"""

import argparse
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

HERE = pathlib.Path(__file__).resolve().parent
STRATEGIES = [
    "greedy", "random-testing", "random-path,dfs", "covnew,random-path", "dfs", "bfs", "random-state", "random-path",
    "uniform-random", "nurs:covnew", "nurs:md2u", "nurs:depth", "nurs:rp", "nurs:icnt", "nurs:cpicnt", "nurs:qc", "dart",
    "cfg", "generational", "context-guided", "subpath-guided", "carfast", "close-tree",
]
COLOURS = ["#d62728", "#1f77b4", "#2ca02c", "#9467bd", "#8c564b", "#e377c2", "#7f7f7f", "#bcbd22", "#17becf", "#ff7f0e"]


def measure(secateur, program, strategy, seed, seconds):
    with tempfile.TemporaryDirectory() as folder:
        command = [secateur, "run", program, "--search", strategy, "--seed", str(seed), "--max-time", f"{seconds}s",
                   "--interpolation", "off", "--tests", "none", "--confirm", "off", "--quiet", "--json",
                   "--out", os.path.join(folder, "out")]
        done = subprocess.run(command, capture_output=True, timeout=seconds * 4 + 60)
    if done.returncode not in (0, 10):
        sys.exit(f"{' '.join(command)}\n{done.stderr.decode()}")
    return json.loads(done.stdout)


def percent(summary):
    blocks = summary["coverage"]["blocks"]
    return 100.0 * blocks["covered"] / blocks["total"]


def table(results, strategies, programs, last):
    rows = []
    for strategy in strategies:
        means = [statistics.mean(results[strategy][last][program]) for program in programs]
        rows.append((statistics.mean(means), strategy, means))
    rows.sort(reverse=True)
    lines = ["| strategy | mean | " + " | ".join(programs) + " |", "|---" * (len(programs) + 2) + "|"]
    for mean, strategy, means in rows:
        lines.append(f"| `{strategy}` | {mean:.1f} | " + " | ".join(f"{value:.0f}" for value in means) + " |")
    return "\n".join(lines), [strategy for _, strategy, _ in rows]


def plot(results, ranking, programs, times):
    width, height, left, bottom = 640, 400, 50, 40
    values = {s: [statistics.mean(statistics.mean(results[s][t][p]) for p in programs) for t in times] for s in ranking}
    least = min(min(v) for v in values.values()) - 2
    most = max(max(v) for v in values.values()) + 1
    x = lambda i: left + (width - left - 180) * (i / max(1, len(times) - 1))
    y = lambda value: height - bottom - (height - bottom - 20) * (value - least) / (most - least)
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" font-family="sans-serif" font-size="11">']
    for i, seconds in enumerate(times):
        parts.append(f'<text x="{x(i):.0f}" y="{height - 20}" text-anchor="middle">{seconds} s</text>')
    for mark in range(int(least // 5 + 1) * 5, int(most) + 1, 5):
        parts.append(f'<line x1="{left}" x2="{x(len(times) - 1):.0f}" y1="{y(mark):.0f}" y2="{y(mark):.0f}" stroke="#ddd"/>')
        parts.append(f'<text x="{left - 6}" y="{y(mark) + 4:.0f}" text-anchor="end">{mark} %</text>')
    for rank, strategy in enumerate(ranking):
        colour = COLOURS[rank % len(COLOURS)]
        points = " ".join(f"{x(i):.1f},{y(value):.1f}" for i, value in enumerate(values[strategy]))
        parts.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="1.5"/>')
        parts.append(f'<text x="{width - 170}" y="{20 + 15 * rank}" fill="{colour}">{strategy} {values[strategy][-1]:.1f}</text>')
    parts.append("</svg>")
    return "\n".join(parts) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--secateur", required=True)
    parser.add_argument("--times", default="1,3,10,30")
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--search", default=None, help="strategies separated by semicolons")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--out", default=HERE / "results")
    options = parser.parse_args()
    times = [float(t) if "." in t else int(t) for t in options.times.split(",")]
    strategies = options.search.split(";") if options.search else STRATEGIES
    files = sorted((HERE / "numeric").glob("*.c"))
    programs = [file.stem for file in files]
    results = {s: {t: {p: [] for p in programs} for t in times} for s in strategies}
    deciding = {s: [] for s in strategies}
    tasks = [(s, t, f, seed) for t in times for f in files for s in strategies for seed in range(1, options.seeds + 1)]

    def run(task):
        strategy, seconds, file, seed = task
        return measure(options.secateur, str(file), strategy, seed, seconds)

    with ThreadPoolExecutor(options.jobs) as pool:
        for (strategy, seconds, file, _), summary in zip(tasks, pool.map(run, tasks)):
            results[strategy][seconds][file.stem].append(percent(summary))
            deciding[strategy].append(summary["choices"]["deciding_s"] / max(summary["time_s"], 1e-9))
    text, ranking = table(results, strategies, programs, times[-1])
    share = max(statistics.mean(deciding[s]) for s in strategies)
    head = (f"# Numeric programs\n\nBlocks covered after {times[-1]} s, in percent, mean of {options.seeds} seeds "
            f"(`bench/numeric.py`).\n\n")
    tail = f"\n\nTime spent deciding: at most {100 * share:.2f} % of a run on average, for any strategy.\n"
    out = pathlib.Path(options.out)
    out.mkdir(exist_ok=True)
    (out / "numeric.md").write_text(head + text + tail)
    (out / "numeric.svg").write_text(plot(results, ranking, programs, times))
    (out / "numeric.json").write_text(json.dumps(results, indent=1) + "\n")
    print(head + text + tail)


if __name__ == "__main__":
    main()
