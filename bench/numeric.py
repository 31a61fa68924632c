#!/usr/bin/env python3
"""Block coverage of the numeric programs under every search strategy; writes bench/results/numeric.{md,json,svg}.

    bench/numeric.py --secateur target/release/secateur [--time 30] [--processor] [--seeds 3] [--jobs N] [--fresh]
                     [--strategies "greedy;random-path,dfs"] [--programs quadratic,legendre] [--out DIR]

Each program is run once with each strategy and each seed, or once if the strategy leaves nothing to chance. A run in which
every block is covered is ended there, since it cannot get better.

What was measured is kept in numeric.json after every run, so a long measurement can be spread over several calls: what is
there for the same build and time is not run again, unless --fresh says so. The table and the plot are made of everything
that is there for the strategies and programs asked for. Processes that run side by side share the machine: give --jobs no
more than there are idle cores. Uses the standard library only.
"""

import argparse
import pathlib
import statistics

from coverage import Kept

HERE = pathlib.Path(__file__).resolve().parent
STRATEGIES = [
    "greedy", "random-testing", "warm-up,novelty,nurs:icnt,dfs,random-turns", "warm-up,random-path,dfs", "covnew,random-path", "dfs", "bfs", "random-state", "random-path",
    "uniform-random", "nurs:covnew", "nurs:md2u", "nurs:depth", "nurs:rp", "nurs:icnt", "nurs:cpicnt", "nurs:qc", "dart",
    "cfg", "generational", "context-guided", "subpath-guided", "carfast", "close-tree",
]
COLOURS = ["#d62728", "#1f77b4", "#2ca02c", "#9467bd", "#8c564b", "#e377c2", "#7f7f7f", "#bcbd22", "#17becf", "#ff7f0e"]


def table(kept, strategies, programs, seeds):
    rows = []
    for strategy in strategies:
        means = [kept.mean(strategy, program, seeds) for program in programs]
        rows.append((statistics.mean(means), strategy, means))
    rows.sort(reverse=True)
    lines = ["| strategy | mean | " + " | ".join(programs) + " |", "|---" * (len(programs) + 2) + "|"]
    for mean, strategy, means in rows:
        lines.append(f"| `{strategy}` | {mean:.1f} | " + " | ".join(f"{value:.0f}" for value in means) + " |")
    return "\n".join(lines), [strategy for _, strategy, _ in rows]


def plot(kept, ranking, programs, seeds, seconds):
    """Mean coverage over time, time on a logarithmic scale; the best strategy on top of the list."""
    width, left, bottom, top = 720, 50, 40, 20
    height = max(400, top + bottom + 15 * len(ranking))
    first = 0.01
    times = [first * (seconds / first) ** (i / 40) for i in range(41)] if seconds > first else [seconds]
    mean = lambda strategy, t: statistics.mean(kept.mean(strategy, program, seeds, t) for program in programs)
    values = {strategy: [mean(strategy, t) for t in times[:-1]] + [mean(strategy, float("inf"))] for strategy in ranking}
    least, most = max(0, min(min(v) for v in values.values()) - 2), 100
    x = lambda i: left + (width - left - 220) * (i / max(1, len(times) - 1))
    y = lambda value: height - bottom - (height - bottom - top) * (value - least) / (most - least)
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" font-family="sans-serif" font-size="11">',
             f'<rect width="{width}" height="{height}" fill="white"/>']
    for i in range(0, len(times), 10):
        parts.append(f'<text x="{x(i):.0f}" y="{height - 20}" text-anchor="middle">{times[i]:.3g} s</text>')
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
    parser.add_argument("--processor", action="store_true", help="the seconds are processor time")
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
    kept = Kept(options.out / "numeric.json", options.secateur, options.time, options.fresh, options.processor)
    kept.run_missing({name: HERE / "numeric" / f"{name}.c" for name in programs}, strategies, seeds, options.jobs)
    text, ranking = table(kept, strategies, programs, seeds)
    unit = "s of processor time" if options.processor else "s"
    head = (f"# Numeric programs\n\nBlocks covered after {options.time} {unit}, in percent, mean of {options.seeds} seed(s), nothing learnt "
            f"(`--interpolation off`); the plot over time is `numeric.svg`. Made by `bench/numeric.py --time {options.time} "
            f"{'--processor ' if options.processor else ''}--seeds {options.seeds} --jobs {options.jobs}`.\n\n")
    tail = f"\n\n{kept.most_deciding(strategies, programs, seeds)}\n"
    (options.out / "numeric.md").write_text(head + text + tail)
    (options.out / "numeric.svg").write_text(plot(kept, ranking, programs, seeds, options.time))
    print(head + text + tail)


if __name__ == "__main__":
    main()
