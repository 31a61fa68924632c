//! What a run has covered of the user's code, and what it costs the machine it runs on.

use program::ir::{BlockId, FileId, FuncId, Function, Program};
use rustc_hash::FxHashMap;

use crate::results::{Coverage, Covered};

fn user_functions(program: &Program) -> impl Iterator<Item = (FuncId, &Function)> {
    let numbered = program.functions.iter().enumerate().map(|(i, f)| (FuncId(i as u32), f));
    numbered.filter(|(_, f)| !f.is_declaration() && !f.from_runtime)
}

/// Covered blocks only: quick enough for every progress line.
pub(crate) fn blocks(program: &Program, covered: &machine::coverage::Coverage) -> Covered {
    let mut count = Covered::default();
    for (id, function) in user_functions(program) {
        for block in 0..function.blocks.len() {
            count.total += 1;
            count.covered += covered.is_covered(id, BlockId(block as u32)) as u64;
        }
    }
    count
}

pub(crate) fn coverage(program: &Program, covered: &machine::coverage::Coverage) -> Coverage {
    let mut branches = Covered::default();
    let mut lines: FxHashMap<(FileId, u32), bool> = FxHashMap::default();
    for (id, function) in user_functions(program) {
        for (number, block) in function.blocks.iter().enumerate() {
            let block_id = BlockId(number as u32);
            let edges = covered.branch_edges(id, block_id);
            branches.total += edges.len() as u64;
            branches.covered += edges.iter().filter(|&&taken| taken).count() as u64;
            for loc in &block.locs {
                let location = program.locations[loc.index()];
                if let (Some(file), 1..) = (location.file, location.line) {
                    *lines.entry((file, location.line)).or_default() |= covered.is_covered(id, block_id);
                }
            }
        }
    }
    let line_count = Covered { covered: lines.values().filter(|&&c| c).count() as u64, total: lines.len() as u64 };
    Coverage { blocks: blocks(program, covered), branches, lines: line_count }
}

/// Resident memory of this process.
pub(crate) fn rss_bytes() -> u64 {
    const PAGE: u64 = 4096;
    let pages = std::fs::read_to_string("/proc/self/statm").ok();
    let resident = pages.and_then(|text| text.split(' ').nth(1)?.parse::<u64>().ok());
    resident.unwrap_or(0) * PAGE
}

/// The most it has been so far.
pub(crate) fn peak_rss_mb() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|rest| rest.trim().trim_end_matches(" kB").parse::<f64>().ok()).unwrap_or(0.0) / 1000.0
}
