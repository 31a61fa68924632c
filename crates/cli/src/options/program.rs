//! The program under test: its files, how they are compiled, where it starts and what it reads.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::Args;
use engine::config::{BugKind, CheckSet, Config, Confinement, Environment, ExternalCalls, Failures, SymbolicArguments};
use program::{Compiled, LoadOptions, OptLevel, contract};
use report::run_record::RunRecord;

use crate::outcome::Failure;
use crate::runtime;

#[derive(Args)]
pub struct ProgramOptions {
    /// The program: .c, .bc or .ll files, linked together
    #[arg(required_unless_present = "resume", value_name = "PROGRAM")]
    pub files: Vec<PathBuf>,

    /// Go on with the run that wrote this output directory: its program and its options are known, limits may be changed
    #[arg(long, value_name = "OUT", help_heading = "Program")]
    pub resume: Option<PathBuf>,

    /// Explore parts of a run of another process, which has compiled the program into this folder: for --jobs
    #[arg(long, value_name = "DIR", hide = true)]
    pub worker: Option<PathBuf>,

    /// Arguments of the program
    #[arg(last = true, value_name = "ARGUMENT")]
    arguments: Vec<String>,

    /// Function to start in; its parameters are symbolic, and an integer such as n, len or size counts what is behind the
    /// pointer next to it
    #[arg(long, value_name = "FUNC", default_value = "main", alias = "entry-point", help_heading = "Program")]
    entry: String,

    /// Bytes behind a pointer parameter of the entry function; the most of them where a parameter counts them
    #[arg(long, value_name = "BYTES", default_value_t = contract::OBJECT_SIZE, help_heading = "Program")]
    ptr_size: u64,

    /// What holds of the parameters of the entry function, in C: 'n > 0 && n <= 16'
    #[arg(long, value_name = "EXPR", allow_hyphen_values = true, help_heading = "Program")]
    assume: Vec<String>,

    /// char * parameters of the entry function that nothing counts are text: a NUL ends them
    #[arg(long, help_heading = "Program")]
    string_params: bool,

    /// Pointer parameters of the entry function may be null; one with a count only if that is 0
    #[arg(long, help_heading = "Program")]
    null_params: bool,

    /// Folder with headers
    #[arg(short = 'I', value_name = "DIR", help_heading = "Program")]
    include: Vec<String>,

    /// Define a macro
    #[arg(short = 'D', value_name = "NAME[=VALUE]", help_heading = "Program")]
    define: Vec<String>,

    /// Undefine a macro
    #[arg(short = 'U', value_name = "NAME", help_heading = "Program")]
    undefine: Vec<String>,

    /// C standard (also -std=c11)
    #[arg(long, value_name = "STANDARD", help_heading = "Program")]
    std: Option<String>,

    /// Optimisation level of clang
    #[arg(short = 'O', value_name = "LEVEL", help_heading = "Program")]
    optimise: Option<String>,

    /// One more argument for clang
    #[arg(long, value_name = "ARGUMENT", allow_hyphen_values = true, help_heading = "Program")]
    clang_arg: Vec<String>,

    /// Passes before exploration: none, light, O1, O2
    #[arg(long, value_name = "LEVEL", default_value = "light", help_heading = "Program")]
    opt: OptLevel,

    /// Standard input of N symbolic bytes; otherwise it may go on for ever
    #[arg(long, value_name = "N", help_heading = "Program")]
    sym_stdin: Option<u64>,

    /// One symbolic argument of at most N bytes
    #[arg(long, value_name = "N", help_heading = "Program")]
    sym_arg: Vec<u64>,

    /// MIN to MAX symbolic arguments of at most N bytes
    #[arg(long, num_args = 3, value_names = ["MIN", "MAX", "N"], help_heading = "Program")]
    sym_args: Vec<u64>,

    /// Functions nobody defines: none (the path is cut), concrete (called natively), over-approx (anything may come back)
    #[arg(long, value_name = "POLICY", default_value_t = Config::default().program.external_calls, help_heading = "Program")]
    external_calls: ExternalCalls,

    /// Calls of the system that may fail: none, io (files and descriptors), memory (allocations), all
    #[arg(long, value_name = "KIND", default_value_t = Config::default().program.failures, help_heading = "Program")]
    failures: Failures,

    /// Run native code (calls of functions nobody defines, confirmation of bugs) even where the system has no sandbox for it
    #[arg(long, help_heading = "Program")]
    unsafe_native: bool,

    /// NUM symbolic files of N bytes, called A, B and so on
    #[arg(long, num_args = 2, value_names = ["NUM", "N"], help_heading = "Program")]
    sym_files: Vec<u64>,
}

impl ProgramOptions {
    /// All files, as one piece of text.
    pub fn name(&self) -> String {
        self.files.iter().map(|file| file.to_string_lossy()).collect::<Vec<_>>().join(" ")
    }

    /// What a replay has to know. `line`: the whole command line, from the verb on.
    pub fn record(&self, checks: CheckSet, line: &[OsString]) -> RunRecord {
        RunRecord {
            own_error_functions: !checks.has(BugKind::ErrorCall),
            directory: std::env::current_dir().unwrap_or_default(),
            files: self.files.clone(),
            clang_args: self.clang_args(),
            entry: self.entry.clone(),
            ptr_size: self.ptr_size,
            string_params: self.string_params,
            null_params: self.null_params,
            assume: self.assume.clone(),
            stdin_bytes: self.sym_stdin,
            args: self.arguments.clone(),
            command: line.iter().map(|word| word.to_string_lossy().into_owned()).collect(),
        }
    }

    /// Whether a program is named, or what it is given.
    pub fn names_program(&self) -> bool {
        !self.files.is_empty() || !self.arguments.is_empty()
    }

    fn clang_args(&self) -> Vec<String> {
        let with = |prefix: &str, values: &[String]| values.iter().map(|v| format!("{prefix}{v}")).collect::<Vec<_>>();
        let mut clang_args = with("-I", &self.include);
        clang_args.extend(with("-D", &self.define));
        clang_args.extend(with("-U", &self.undefine));
        clang_args.extend(self.std.iter().map(|standard| format!("-std={standard}")));
        clang_args.extend(self.optimise.iter().map(|level| format!("-O{level}")));
        clang_args.extend(self.clang_arg.iter().cloned());
        clang_args
    }

    pub fn load_options(&self) -> LoadOptions {
        LoadOptions {
            stated: Vec::new(),
            includes: runtime::include_folder().into_iter().collect(),
            clang_args: self.clang_args(),
            opt: self.opt,
            runtime_bitcode: Some(runtime::LIBC_BITCODE.into()),
            is_elsewhere: Some(engine::session::is_there),
            targets: Vec::new(),
            compiled: Compiled::Now,
            entry: self.record(CheckSet::default(), &[]).entry_request(),
            deadline: None,
            interrupt: None,
        }
    }

    /// A run of this program in which everything else is as the engine has it.
    pub fn plain_config(&self) -> Result<Config, Failure> {
        let mut config = Config::default();
        self.set(&mut config)?;
        Ok(config)
    }

    pub(super) fn set(&self, config: &mut Config) -> Result<(), Failure> {
        config.program.entry = self.entry.clone();
        self.check_entry_options()?;
        config.program.args = self.arguments.clone();
        config.program.environment = self.environment()?;
        config.program.external_calls = self.external_calls;
        config.program.failures = self.failures;
        config.program.confinement = confinement(self.unsafe_native);
        Ok(())
    }

    /// What is said of the parameters of an entry needs one.
    fn check_entry_options(&self) -> Result<(), Failure> {
        const MOST_BYTES: u64 = 1 << 16;
        if self.ptr_size > MOST_BYTES {
            return Err(Failure::Usage(format!("--ptr-size: at most {MOST_BYTES} bytes")));
        }
        let said = [
            ("--assume", !self.assume.is_empty()),
            ("--string-params", self.string_params),
            ("--null-params", self.null_params),
        ];
        match said.into_iter().find(|&(_, given)| given && self.entry == "main") {
            Some((option, _)) => Err(Failure::Usage(format!(
                "{option} is about the parameters of a function named with --entry; main has the program's arguments"
            ))),
            None => Ok(()),
        }
    }

    /// The symbolic surroundings of the program.
    fn environment(&self) -> Result<Environment, Failure> {
        const MOST_ARGUMENTS: u64 = 100;
        const MOST_BYTES: u64 = 1 << 20;
        const MOST_FILES: u64 = 26;
        let mut arguments: Vec<SymbolicArguments> =
            self.sym_arg.iter().map(|&length| SymbolicArguments { least: 1, most: 1, length }).collect();
        for group in self.sym_args.chunks_exact(3) {
            let (least, most) = (group[0], group[1]);
            if least > most {
                return Err(Failure::Usage(format!("--sym-args {least} {most}: the first number is the smaller one")));
            }
            arguments.push(SymbolicArguments { least, most, length: group[2] });
        }
        let files = match self.sym_files[..] {
            [count, size] if count <= MOST_FILES => Some((count as u8, size)),
            [] => None,
            _ => return Err(Failure::Usage(format!("--sym-files: at most {MOST_FILES} files, called A to Z"))),
        };
        let sizes = arguments.iter().map(|group| group.length).chain(files.map(|(_, size)| size)).chain(self.sym_stdin);
        if sizes.max().is_some_and(|size| size > MOST_BYTES) {
            return Err(Failure::Usage(format!("a symbolic input has at most {MOST_BYTES} bytes")));
        }
        if arguments.iter().any(|group| group.most > MOST_ARGUMENTS) {
            return Err(Failure::Usage(format!("--sym-args: at most {MOST_ARGUMENTS} arguments")));
        }
        Ok(Environment { stdin: self.sym_stdin, files, arguments })
    }
}

/// What `--unsafe-native` means.
pub fn confinement(unsafe_native: bool) -> Confinement {
    if unsafe_native { Confinement::WhereAvailable } else { Confinement::Required }
}
