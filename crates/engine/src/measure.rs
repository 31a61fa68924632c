//! What a run has covered of the user's code, and what it costs the machine it runs on.

use program::ir::{BlockId, FuncId, Function, Location, Program};

use crate::results::{BranchCoverage, CoverageReport, Covered, FileCoverage, FunctionCoverage};

/// Functions of the user's code that have one.
pub(crate) fn user_functions(program: &Program) -> impl Iterator<Item = (FuncId, &Function)> {
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

/// All of it but its growth; `files` is what [`files`] has counted.
pub(crate) fn coverage(
    program: &Program,
    covered: &machine::coverage::Coverage,
    files: &[FileCoverage],
) -> CoverageReport {
    let mut branches = Covered::default();
    for (id, function) in user_functions(program) {
        for block in 0..function.blocks.len() {
            let ways = covered.taken(covered.number(id, BlockId(block as u32)));
            branches.total += ways.len() as u64;
            branches.covered += ways.iter().filter(|&&times| times > 0).count() as u64;
        }
    }
    let mut lines = Covered::default();
    for file in files {
        lines.total += file.lines.len() as u64;
        lines.covered += file.lines.values().filter(|&&executed| executed).count() as u64;
    }
    CoverageReport { blocks: blocks(program, covered), branches, lines, growth: Vec::new() }
}

/// Where the code of the blocks that were entered is from.
pub(crate) fn executed_locations(
    program: &Program,
    covered: &machine::coverage::Coverage,
) -> impl Iterator<Item = Location> {
    user_functions(program).flat_map(move |(id, function)| {
        let blocks = function.blocks.iter().enumerate();
        let entered = blocks.filter(move |(number, _)| covered.is_covered(id, BlockId(*number as u32)));
        entered.flat_map(|(_, block)| block.locs.iter().map(|loc| program.locations[loc.index()]))
    })
}

/// Functions, lines and branches by source file. What carries no position is in no file.
pub(crate) fn files(program: &Program, covered: &machine::coverage::Coverage) -> Vec<FileCoverage> {
    let mut files: Vec<FileCoverage> =
        program.files.iter().map(|file| FileCoverage { file: file.clone(), ..FileCoverage::default() }).collect();
    for (id, function) in user_functions(program) {
        let start = program.locations[function.loc.index()];
        if let Some(file) = start.file {
            let file = &mut files[file.index()];
            let covered = covered.is_covered(id, BlockId(0));
            file.functions.push(FunctionCoverage { name: function.name.clone(), line: start.line, covered });
        }
        for (number, block) in function.blocks.iter().enumerate() {
            let block_id = BlockId(number as u32);
            let reached = covered.is_covered(id, block_id);
            for loc in &block.locs {
                let location = program.locations[loc.index()];
                if let (Some(file), 1..) = (location.file, location.line) {
                    *files[file.index()].lines.entry(location.line).or_default() |= reached;
                }
            }
            let taken = covered.taken(covered.number(id, block_id));
            let location = block.locs.last().map_or(start, |loc| program.locations[loc.index()]);
            if let (Some(file), false) = (location.file, taken.is_empty()) {
                let branch = BranchCoverage {
                    line: location.line,
                    reached,
                    taken: taken.iter().map(|&times| times > 0).collect(),
                };
                files[file.index()].branches.push(branch);
            }
        }
    }
    // The others belong to the tool, or have declarations only.
    files.retain(|file| !(file.functions.is_empty() && file.lines.is_empty() && file.branches.is_empty()));
    files.sort_unstable_by(|a, b| a.file.cmp(&b.file));
    files
}

/// Resident memory of this process.
pub fn rss_bytes() -> u64 {
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
