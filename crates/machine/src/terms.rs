//! What a verdict takes for granted: where the tool's own version of a library is kinder than a system, what the program
//! itself asks to be assumed, and which functions nobody defines were called all the same.
//!
//! Rather too much than too little is named: a function that is only declared counts as called.

use program::contract::Contract;
use program::ir::{BlockId, Callee, FuncId, Inst};

use crate::externals::ExternalCalls;
use crate::machine::Machine;

/// What holds of the tool's own functions and need not hold of the system's.
const GRANTED: &[(&str, &[&str])] = &[
    (
        "allocating memory never fails",
        &[
            "malloc",
            "calloc",
            "realloc",
            "reallocarray",
            "aligned_alloc",
            "memalign",
            "posix_memalign",
            "valloc",
            "_Znwm",
            "_Znam",
            "asprintf",
            "vasprintf",
        ],
    ),
    (
        "files that exist hold what they hold now, and opening one for writing, renaming and removing it never fail",
        // What every function calls that opens, renames or removes a file.
        &["__secateur_open", "__secateur_find_file"],
    ),
    (
        "printing never fails",
        &[
            "printf", "vprintf", "fprintf", "vfprintf", "dprintf", "puts", "fputs", "putchar", "fputc", "putc",
            "fwrite", "write", "perror", "fflush", "fclose",
        ],
    ),
    ("no signal arrives", &["signal", "sigaction", "alarm", "sleep", "usleep", "nanosleep"]),
    (
        "the clock does not run backwards and is before the year 2242",
        &["time", "clock", "gettimeofday", "clock_gettime"],
    ),
    ("the time zone is UTC", &["localtime", "localtime_r", "mktime", "ctime", "ctime_r"]),
    ("the locale is C", &["setlocale"]),
];

/// Calls after which only paths on which something holds go on.
const ASSUMING: &[&str] = &[
    "klee_assume",
    "secateur_assume",
    "__VERIFIER_assume",
    "__CPROVER_assume",
    "__ESBMC_assume",
    "assume_abort_if_not",
];

impl Machine<'_> {
    /// What was taken for granted so far, a sentence each.
    pub fn granted(&self) -> Vec<String> {
        let mut granted: Vec<String> = (GRANTED.iter())
            .filter(|(_, names)| names.iter().any(|name| self.may_have_called_own(name)))
            .map(|(sentence, _)| (*sentence).to_owned())
            .collect();
        granted.extend(self.entry_contract());
        if self.program.optimised {
            granted.push("the code is as an optimiser left it, without undefined behaviour it removed".to_owned());
        }
        if self.program_assumes() {
            granted.push("what the program assumes holds".to_owned());
        }
        granted.extend(self.trust_in_foreign_functions());
        granted
    }

    /// Whether the tool's own function of this name, not one of the program's, may have been called.
    fn may_have_called_own(&self, name: &str) -> bool {
        let Some(id) = self.program.find(name) else { return false };
        let function = self.function(id);
        let entered = || function.from_runtime && self.coverage.is_covered(id, BlockId(0));
        function.is_declaration() || self.handlers[id.index()].is_some() || entered()
    }

    /// What the entry function is promised, where it is not the program's own.
    fn entry_contract(&self) -> Vec<String> {
        let entry = self.function(self.entry);
        let name = &entry.name;
        if name == "main" {
            let reads_environment = entry.params.len() > 2;
            return reads_environment
                .then(|| "the environment main is given is empty".to_owned())
                .into_iter()
                .collect();
        }
        let contract = self.program.contract.as_ref();
        let mut said = contract.map_or_else(|| Contract::plain(entry).sentences(), Contract::sentences);
        if !self.coverage.is_covered(self.entry, BlockId(0)) {
            said.push(format!("no call of {name} was found that satisfies all this, so nothing of it was explored"));
        }
        said
    }

    /// Whether the program, not the tool's models, has assumptions in it.
    fn program_assumes(&self) -> bool {
        let assuming: Vec<FuncId> = ASSUMING.iter().filter_map(|name| self.program.find(name)).collect();
        let functions = self.program.functions.iter().filter(|function| !function.from_runtime);
        let mut instructions = functions.flat_map(|function| &function.blocks).flat_map(|block| &block.insts);
        instructions.any(|inst| match inst {
            Inst::Assume { .. } => true,
            Inst::Call(call) => match call.callee {
                Callee::Direct(target) => assuming.contains(&target),
                // Any of them may be meant.
                Callee::Indirect(_) => !assuming.is_empty(),
            },
            _ => false,
        })
    }

    fn trust_in_foreign_functions(&self) -> Option<String> {
        let mut names: Vec<&str> = self.called_outside.iter().map(|&id| self.function(id).name.as_str()).collect();
        names.sort_unstable();
        let names = names.join(", ");
        match (names.is_empty(), self.settings.external_calls) {
            (true, _) | (false, ExternalCalls::None) => None,
            (false, ExternalCalls::Concrete) => Some(format!("what this system's C library does is right: {names}")),
            (false, ExternalCalls::OverApproximate) => {
                Some(format!("these change only what their arguments lead to: {names}"))
            }
        }
    }
}
