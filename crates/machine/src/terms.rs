//! What a verdict takes for granted: where the tool's own version of a library is kinder than a system, what the program
//! itself asks to be assumed, and which functions nobody defines were called all the same.
//!
//! Rather too much than too little is named: a function that is only declared counts as called.

use program::contract::Contract;
use program::ir::{BlockId, Callee, FuncId, Inst};

use crate::externals::ExternalCalls;
use crate::failures::{Failures, Operation};
use crate::machine::Machine;

/// What holds of the tool's own functions and need not hold of the system's.
#[rustfmt::skip]
const GRANTED: &[Granted] = &[
    Granted {
        sentence: "allocating memory never fails",
        when: When::MayNot(Operation::Allocation),
        names: &[
            "malloc", "calloc", "realloc", "reallocarray", "aligned_alloc", "memalign", "posix_memalign", "valloc", "pvalloc",
            "asprintf", "vasprintf", "getline", "getdelim", "setenv", "putenv", "opendir", "fdopendir",
        ],
    },
    Granted {
        sentence: "the buffer of getline can always grow",
        when: When::May(Operation::Allocation),
        names: &["getline", "getdelim", "__getdelim"],
    },
    Granted { sentence: "new never fails", when: When::Always, names: &["_Znwm", "_Znam"] },
    Granted {
        sentence: "opening a file for writing never fails",
        when: When::MayNot(Operation::Open),
        names: &["__secateur_open"],
    },
    Granted {
        sentence: "making folders and links, renaming and removing never fails",
        when: When::MayNot(Operation::Change),
        names: &[
            "remove", "unlink", "rename", "chmod", "fchmod", "fchmodat", "mkdir", "mkdirat", "rmdir", "link", "linkat", "symlink", "symlinkat",
            "unlinkat", "renameat", "renameat2",
        ],
    },
    Granted {
        sentence: "files that exist can be read and hold what they hold now",
        when: When::Always,
        // What every function calls that opens, renames or removes a file.
        names: &["__secateur_look_up"],
    },
    Granted {
        sentence: "a file whose name depends on input is one that is there, or it does not exist",
        when: When::Always,
        names: &["__secateur_look_up"],
    },
    Granted {
        sentence: "writing to a file never fails",
        when: When::MayNot(Operation::Write),
        names: &["__secateur_write_block", "__secateur_flush"],
    },
    Granted {
        sentence: "the first failing write to a file is among the first 16 and writes nothing",
        when: When::May(Operation::Write),
        names: &["__secateur_write_block", "__secateur_flush"],
    },
    Granted {
        sentence: "printing to the terminal never fails",
        when: When::Always,
        names: &[
            "printf", "vprintf", "fprintf", "vfprintf", "dprintf", "puts", "fputs", "putchar", "fputc", "putc",
            "fwrite", "write", "perror", "fflush", "fclose",
        ],
    },
    Granted {
        sentence: "no file is a symbolic link that the program has not made",
        when: When::Always,
        names: &["readlink", "readlinkat", "realpath", "lstat", "lstat64"],
    },
    Granted {
        sentence: "what of files is mapped for reading only is not written to",
        when: When::Always,
        names: &["mmap", "mmap64"],
    },
    Granted {
        sentence: "whatever is there may be read, written and executed",
        when: When::Always,
        names: &["access", "faccessat", "euidaccess", "eaccess"],
    },
    Granted {
        sentence: "files belong to user and group 1000 and were last changed in 1970",
        when: When::Always,
        names: &["stat", "lstat", "fstat", "fstatat", "stat64", "lstat64", "fstat64", "fstatat64", "statx"],
    },
    Granted {
        sentence: "folders that are not there now do not exist",
        when: When::Always,
        names: &["opendir", "scandir", "glob"],
    },
    Granted {
        sentence: "the names of the folder, the host and its users are those of this machine",
        when: When::Always,
        names: &[
            "getcwd", "getwd", "get_current_dir_name", "realpath", "gethostname", "uname", "getpwnam", "getpwuid", "getpwent",
            "getgrnam", "getgrgid", "getgrent",
        ],
    },
    Granted { sentence: "pipe and dup never fail", when: When::Always, names: &["pipe", "pipe2", "dup", "dup2", "dup3"] },
    Granted {
        sentence: "buffers that streams are given live as long as these",
        when: When::Always,
        names: &["setvbuf", "setbuf", "setbuffer"],
    },
    Granted { sentence: "read never fails", when: When::MayNot(Operation::Read), names: &["read"] },
    Granted {
        sentence: "sockets never fail",
        when: When::MayNot(Operation::Socket),
        names: &["socket", "accept", "connect", "bind", "listen", "recv", "recvfrom"],
    },
    Granted {
        sentence: "reading from a stream never fails",
        when: When::Always,
        names: &["__secateur_next", "__secateur_read_block", "__secateur_read_text"],
    },
    Granted {
        sentence: "no signal arrives",
        when: When::Always,
        names: &["signal", "sigaction", "alarm", "sleep", "usleep", "nanosleep", "clock_nanosleep"],
    },
    Granted {
        sentence: "environment variables have at most 64 bytes",
        when: When::Always,
        names: &["__secateur_environment_string"],
    },
    Granted {
        sentence: "the clock does not run backwards and is before the year 2242",
        when: When::Always,
        names: &["time", "clock", "gettimeofday", "clock_gettime", "timespec_get"],
    },
    Granted {
        sentence: "the time zone is UTC",
        when: When::Always,
        names: &["localtime", "localtime_r", "mktime", "ctime", "ctime_r", "tzset"],
    },
    Granted { sentence: "the locale is C", when: When::Always, names: &["setlocale"] },
];

/// A sentence, when it is said, and the functions that rest on it.
struct Granted {
    sentence: &'static str,
    when: When,
    names: &'static [&'static str],
}

/// Whether failures of an operation are explored.
#[derive(Clone, Copy)]
enum When {
    Always,
    May(Operation),
    MayNot(Operation),
}

impl When {
    fn holds(self, failures: Failures) -> bool {
        match self {
            When::Always => true,
            When::May(operation) => failures.covers(operation),
            When::MayNot(operation) => !failures.covers(operation),
        }
    }
}

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
            .filter(|granted| granted.when.holds(self.settings.failures))
            .filter(|granted| granted.names.iter().any(|name| self.may_have_called_own(name)))
            .map(|granted| granted.sentence.to_owned())
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
            let reads_environment = entry.params.len() > 2 || self.program.globals.iter().any(is_environment);
            return reads_environment
                .then(|| "the environment that main and environ are given is empty".to_owned())
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

    /// The functions nobody defines whose calls came back.
    pub fn called_outside(&self) -> Vec<FuncId> {
        let mut functions: Vec<FuncId> = self.called_outside.iter().copied().collect();
        functions.sort_unstable();
        functions
    }

    /// These came back in a part of the run that is over.
    pub fn were_called_outside(&mut self, functions: impl IntoIterator<Item = FuncId>) {
        self.called_outside.extend(functions);
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

/// The variable that leads to all of the environment.
fn is_environment(global: &program::ir::Global) -> bool {
    matches!(global.name.as_str(), "environ" | "_environ" | "__environ")
}
