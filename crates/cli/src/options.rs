//! Options that every verb which explores a program has in common, and their translation into the engine's words.

use std::path::PathBuf;
use std::time::Duration;

use clap::{ArgAction, Args, ValueEnum};
use engine::config::{
    BackendChoice, CheckSet, Config, CoverageLevel, Environment, Estimator, ExternalCalls, Interpolation, IppcMode,
    IppcStart, LayerSet, Limits, Prior, SearchKind, Seed, SymbolicArguments, TestPolicy,
};
use program::{LoadOptions, OptLevel};
use report::run_record::RunRecord;
use report::seeds::{self, SeedError};
use report::test_case::TestFormat;

use crate::outcome::Failure;
use crate::{quantity, runtime};

#[derive(Args)]
pub struct ProgramOptions {
    /// The program: .c, .bc or .ll files, linked together
    #[arg(required = true, value_name = "PROGRAM")]
    pub files: Vec<PathBuf>,

    /// Arguments of the program
    #[arg(last = true, value_name = "ARGUMENT")]
    arguments: Vec<String>,

    /// Function to start in; its parameters are symbolic
    #[arg(long, value_name = "FUNC", default_value = "main", alias = "entry-point", help_heading = "Program")]
    entry: String,

    /// Bytes behind a pointer parameter of the entry function
    #[arg(long, value_name = "BYTES", default_value_t = Config::default().ptr_size, help_heading = "Program")]
    ptr_size: u64,

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
    #[arg(long, value_name = "POLICY", default_value_t = Config::default().external_calls, help_heading = "Program")]
    external_calls: ExternalCalls,

    /// NUM symbolic files of N bytes, called A, B and so on
    #[arg(long, num_args = 2, value_names = ["NUM", "N"], help_heading = "Program")]
    sym_files: Vec<u64>,
}

#[derive(Args)]
#[command(next_help_heading = "Exploration")]
pub struct ExplorationOptions {
    /// Strategies that choose what to do next, taking turns: dfs, bfs, random-state, random-path, uniform-random,
    /// nurs:covnew (covnew), nurs:md2u, nurs:depth, nurs:rp, nurs:icnt, nurs:cpicnt, nurs:qc, dart, cfg, generational,
    /// context-guided, subpath-guided, carfast, close-tree, random-testing, warm-up, greedy
    /// [default: warm-up,random-path,dfs; of reach: warm-up,cfg,dfs]
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    search: Vec<SearchKind>,

    /// Decisions in a subpath of subpath-guided
    #[arg(long, value_name = "N", default_value_t = Config::default().subpath_length)]
    subpath_length: usize,

    /// How greedy estimates probabilities: laplace, good-turing
    #[arg(long, value_name = "NAME", default_value_t = Config::default().estimator)]
    estimator: Estimator,

    /// Inputs of random executions: mixed, uniform, small, boundary
    #[arg(long, value_name = "NAME", default_value_t = Config::default().prior)]
    prior: Prior,

    /// What is learnt to skip states: off, core, wp [default: wp; off where --search names a strategy that solves late]
    #[arg(long, value_name = "MODE")]
    interpolation: Option<Interpolation>,

    /// Finish nearly explored subtrees out of turn, to learn from them
    #[arg(long, value_name = "ON|OFF", default_value = "on")]
    greedy_confirmation: Switch,

    /// What the tests cover: path, context, error, branch [default: error; of reach: branch]
    #[arg(long, value_name = "LEVEL")]
    coverage: Option<CoverageLevel>,

    /// Bug checks: names and groups, such as default,signed-overflow or memory,-invalid-free or all
    #[arg(long, value_name = "LIST", default_value = "default", value_parser = CheckSet::parse, allow_hyphen_values = true)]
    checks: CheckSet,

    /// Solver: auto, bitblast, z3, smtlib:COMMAND
    #[arg(long, value_name = "NAME", default_value_t = Config::default().solver)]
    solver: BackendChoice,

    /// What comes before the solver: all, none, names, all,-NAME
    #[arg(long, value_name = "LIST", default_value_t = Config::default().solver_layers, allow_hyphen_values = true)]
    solver_layers: LayerSet,

    /// Solve partial path constraints first: on, off, auto (where that has paid so far)
    #[arg(long, value_name = "MODE", default_value_t = Config::default().ippc)]
    ippc: IppcMode,

    /// The first partial path constraint: negated, independent, slice
    #[arg(long, value_name = "PART", default_value_t = Config::default().ippc_start, hide_short_help = true)]
    ippc_start: IppcStart,

    /// Start of all random choices: the same seed repeats the run
    #[arg(long, value_name = "N", default_value_t = Config::default().seed)]
    seed: u64,

    /// Inputs to follow first: a test (.ktest, typed .xml), or a file whose bytes are the inputs in order
    #[arg(long, value_name = "FILE")]
    seed_file: Vec<PathBuf>,

    /// The same for every file of a folder, such as a fuzzing corpus
    #[arg(long, value_name = "DIR")]
    seed_dir: Vec<PathBuf>,

    /// Stop at the first bug
    #[arg(long)]
    exit_on_error: bool,

    /// Report a bug on every path, not once for each kind and place
    #[arg(long)]
    emit_all_errors: bool,

    /// Re-check models and cores by independent code
    #[arg(long)]
    self_check: bool,
}

/// Limits; 0 means none, as in KLEE.
#[derive(Args)]
#[command(next_help_heading = "Limits (0 for none)")]
pub struct LimitOptions {
    /// Time to explore, such as 60s, 5min or 1h30m
    #[arg(long, value_name = "TIME", value_parser = quantity::duration)]
    max_time: Option<Duration>,

    /// Paths to end
    #[arg(long, value_name = "N")]
    max_paths: Option<u64>,

    /// Memory, such as 4GB, or megabytes [default: 4GB]
    #[arg(long, value_name = "SIZE", value_parser = quantity::size)]
    max_memory: Option<u64>,

    /// Forks along one path
    #[arg(long, value_name = "N")]
    max_depth: Option<u64>,

    /// Forks in all
    #[arg(long, value_name = "N")]
    max_forks: Option<u64>,

    /// Instructions in all
    #[arg(long, value_name = "N")]
    max_instructions: Option<u64>,

    /// Tests to write
    #[arg(long, value_name = "N")]
    max_tests: Option<u64>,

    /// Time for one solver query [default: 10s]
    #[arg(long, value_name = "TIME", value_parser = quantity::duration)]
    max_solver_time: Option<Duration>,
}

#[derive(Args)]
#[command(next_help_heading = "Output")]
pub struct OutputOptions {
    /// Output directory [default: secateur-out-N]
    #[arg(long, value_name = "DIR", alias = "output-dir")]
    pub out: Option<PathBuf>,

    /// Paths that become tests: new (covering something new), all, none
    #[arg(long, value_name = "WHICH", default_value_t = Config::default().tests)]
    pub tests: TestPolicy,

    /// Formats of tests: ktest (always written), json, xml (a Test-Comp suite), c (to compile with the program)
    #[arg(long, value_name = "FORMAT", value_delimiter = ',', default_value = "ktest,json")]
    test_format: Vec<TestFormat>,

    /// The same as --test-format xml, beside the others
    #[arg(long)]
    write_xml_tests: bool,

    /// Write a witness of SV-COMP (format 2.0)
    #[arg(long)]
    pub witness: bool,

    /// The same as --tests new
    #[arg(long, hide = true, action = ArgAction::SetTrue)]
    only_output_states_covering_new: bool,

    /// Print summary.json on standard output, and nothing else there
    #[arg(long)]
    pub json: bool,

    /// Show what each layer of the solver did
    #[arg(long)]
    pub stats: bool,

    /// Write the queries that reach the solver into a folder, as SMT-LIB
    #[arg(long, value_name = "DIR", alias = "write-smt2s")]
    pub write_queries: Option<PathBuf>,

    /// Show what the program prints
    #[arg(long)]
    pub echo: bool,

    /// Run the test of each bug on a native build
    #[arg(long, value_name = "ON|OFF", default_value = "on")]
    pub confirm: Switch,

    /// No progress, no closing words
    #[arg(long, short)]
    pub quiet: bool,
}

/// Options that are on or off by value.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Switch {
    On,
    Off,
}

impl ProgramOptions {
    /// All files, as one piece of text.
    pub fn name(&self) -> String {
        self.files.iter().map(|file| file.to_string_lossy()).collect::<Vec<_>>().join(" ")
    }

    /// What a replay has to know.
    pub fn record(&self) -> RunRecord {
        RunRecord {
            directory: std::env::current_dir().unwrap_or_default(),
            files: self.files.clone(),
            clang_args: self.load_options().clang_args,
            entry: self.entry.clone(),
            ptr_size: self.ptr_size,
            args: self.arguments.clone(),
        }
    }

    pub fn load_options(&self) -> LoadOptions {
        let with = |prefix: &str, values: &[String]| values.iter().map(|v| format!("{prefix}{v}")).collect::<Vec<_>>();
        let mut clang_args = with("-I", &self.include);
        clang_args.extend(with("-D", &self.define));
        clang_args.extend(with("-U", &self.undefine));
        clang_args.extend(self.std.iter().map(|standard| format!("-std={standard}")));
        clang_args.extend(self.optimise.iter().map(|level| format!("-O{level}")));
        clang_args.extend(self.clang_arg.iter().cloned());
        LoadOptions {
            includes: runtime::include_folder().into_iter().collect(),
            clang_args,
            opt: self.opt,
            runtime_bitcode: Some(runtime::LIBC_BITCODE.into()),
            targets: Vec::new(),
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

impl OutputOptions {
    /// Formats of tests, each once.
    pub fn formats(&self) -> Vec<TestFormat> {
        let mut formats = self.test_format.clone();
        formats.extend(self.write_xml_tests.then_some(TestFormat::Xml));
        formats.sort_unstable();
        formats.dedup();
        formats
    }
}

impl ExplorationOptions {
    /// Strategies that solve late are for covering much in short time, and learning pays off later.
    fn interpolation(&self, default: Interpolation) -> Interpolation {
        let late = engine::config::solve_late(&self.search);
        self.interpolation.unwrap_or(if late { Interpolation::Off } else { default })
    }

    /// A line on the checks asked for that cannot be made on optimised code, if there are any.
    pub fn unmade_checks(&self, config: &Config) -> Option<String> {
        let unmade = self.checks.without(config.checks).to_string();
        (!unmade.is_empty()).then(|| format!("on optimised code these are not checked: {unmade}"))
    }

    fn seeds(&self) -> Result<Vec<Seed>, SeedError> {
        let mut all = self.seed_file.iter().map(|file| seeds::from_file(file)).collect::<Result<Vec<_>, _>>()?;
        for folder in &self.seed_dir {
            all.extend(seeds::from_folder(folder)?);
        }
        Ok(all)
    }
}

impl LimitOptions {
    fn limits(&self) -> Limits {
        let default = Limits::default();
        Limits {
            max_time: chosen(self.max_time, default.max_time),
            max_paths: chosen(self.max_paths, default.max_paths),
            max_memory: chosen(self.max_memory, default.max_memory),
            max_depth: chosen(self.max_depth, default.max_depth),
            max_forks: chosen(self.max_forks, default.max_forks),
            max_instructions: chosen(self.max_instructions, default.max_instructions),
            max_tests: chosen(self.max_tests, default.max_tests),
            max_solver_time: chosen(self.max_solver_time, default.max_solver_time),
        }
    }
}

/// What the user chose, where zero means no limit, or the default.
fn chosen<T: Default + PartialEq>(given: Option<T>, default: Option<T>) -> Option<T> {
    match given {
        Some(limit) if limit == T::default() => None,
        Some(limit) => Some(limit),
        None => default,
    }
}

impl ProgramOptions {
    /// A run of this program in which everything else is as the engine has it.
    pub fn plain_config(&self) -> Result<Config, Failure> {
        Ok(Config {
            entry: self.entry.clone(),
            ptr_size: self.ptr_size,
            program_args: self.arguments.clone(),
            environment: self.environment()?,
            external_calls: self.external_calls,
            ..Config::default()
        })
    }
}

/// The run these options ask for; `default` is what the verb does where they say nothing.
pub fn config(
    default: Config,
    program: &ProgramOptions,
    exploration: &ExplorationOptions,
    limits: &LimitOptions,
    output: &OutputOptions,
) -> Result<Config, Failure> {
    Ok(Config {
        search: if exploration.search.is_empty() { default.search } else { exploration.search.clone() },
        subpath_length: exploration.subpath_length,
        estimator: exploration.estimator,
        prior: exploration.prior,
        interpolation: exploration.interpolation(default.interpolation),
        greedy_confirmation: exploration.greedy_confirmation == Switch::On,
        coverage: exploration.coverage.unwrap_or(default.coverage),
        tests: if output.only_output_states_covering_new { TestPolicy::New } else { output.tests },
        limits: limits.limits(),
        seed: exploration.seed,
        seeds: exploration.seeds().map_err(Failure::usage)?,
        entry: program.entry.clone(),
        ptr_size: program.ptr_size,
        program_args: program.arguments.clone(),
        environment: program.environment()?,
        external_calls: program.external_calls,
        echo: output.echo,
        checks: match program.load_options().level() {
            OptLevel::None | OptLevel::Light => exploration.checks,
            OptLevel::O1 | OptLevel::O2 => exploration.checks.on_optimised_code(),
        },
        solver: exploration.solver.clone(),
        solver_layers: exploration.solver_layers,
        ippc: exploration.ippc,
        ippc_start: exploration.ippc_start,
        write_queries: output.write_queries.clone(),
        self_check: exploration.self_check,
        inject_unknown: None,
        exit_on_error: exploration.exit_on_error,
        emit_all_errors: exploration.emit_all_errors,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Parser)]
    struct All {
        #[command(flatten)]
        program: ProgramOptions,
        #[command(flatten)]
        exploration: ExplorationOptions,
        #[command(flatten)]
        limits: LimitOptions,
        #[command(flatten)]
        output: OutputOptions,
    }

    fn parse(line: &str) -> All {
        let arguments = crate::argv::for_clap(line.split_whitespace().map(Into::into));
        All::try_parse_from(arguments).unwrap_or_else(|error| panic!("{line}: {error}"))
    }

    fn config_of(line: &str) -> Result<Config, Failure> {
        let All { program, exploration, limits, output } = parse(line);
        config(Config::default(), &program, &exploration, &limits, &output)
    }

    #[test]
    fn saying_nothing_gives_the_engines_defaults() {
        let config = config_of("run a.c").unwrap();
        assert_eq!(format!("{config:?}"), format!("{:?}", Config::default()));
    }

    #[test]
    fn the_defaults_in_the_help_are_the_engines() {
        let default = Limits::default();
        assert_eq!(default.max_memory, quantity::size("4GB").ok());
        assert_eq!(default.max_solver_time, quantity::duration("10s").ok());
    }

    #[test]
    fn the_help_lists_every_strategy() {
        let help =
            <ExplorationOptions as clap::Args>::augment_args(clap::Command::new("")).render_long_help().to_string();
        let words: Vec<&str> = help.split(|c: char| !(c.is_alphanumeric() || "-:".contains(c))).collect();
        for kind in SearchKind::ALL {
            assert!(words.contains(&kind.to_string().as_str()), "{kind}");
        }
    }

    #[test]
    fn documented_names_are_accepted() {
        let line = "run a.c b.bc --search dfs,random-path --search bfs --interpolation off --greedy-confirmation off \
                    --coverage branch --solver smtlib:cvc5 --ippc off --solver-layers all,-guess --stats --write-queries q --max-time 60s --max-paths 5 --max-memory 4GB \
                    --max-depth 9 --seed 7 --out o --json --entry f --checks all,-abort --quiet -Iinc -D X=1 -std=c11 \
                    -O1 -- -v --json";
        let config = config_of(line).unwrap();
        assert_eq!(config.search, [SearchKind::Dfs, SearchKind::RandomPath, SearchKind::Bfs]);
        assert_eq!(config.program_args, ["-v", "--json"]);
        assert_eq!(config.limits.max_time, Some(Duration::from_secs(60)));
        assert_eq!((config.entry.as_str(), config.seed), ("f", 7));
        let options = parse(line).program.load_options();
        assert_eq!(options.clang_args, ["-Iinc", "-DX=1", "-std=c11", "-O1"]);
    }

    #[test]
    fn symbolic_surroundings_are_spelt_as_klee_does() {
        let environment =
            config_of("run a.c --sym-stdin 4 --sym-arg 3 --sym-args 0 2 8 --sym-files 1 9").unwrap().environment;
        assert_eq!((environment.stdin, environment.files), (Some(4), Some((1, 9))));
        let group = |least, most, length| SymbolicArguments { least, most, length };
        assert_eq!(environment.arguments, [group(1, 1, 3), group(0, 2, 8)]);
        for wrong in ["--sym-args 3 2 8", "--sym-files 27 1", "--sym-stdin 100000000", "--sym-args 0 101 1"] {
            assert!(matches!(config_of(&format!("run a.c {wrong}")), Err(Failure::Usage(_))), "{wrong}");
        }
    }

    #[test]
    fn zero_is_no_limit() {
        let limits = config_of("run a.c --max-memory 0 --max-solver-time 0 --max-paths 0").unwrap().limits;
        assert_eq!((limits.max_memory, limits.max_solver_time, limits.max_paths), (None, None, None));
    }
}
