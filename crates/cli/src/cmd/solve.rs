//! `secateur solve`: answer SMT-LIB scripts with the solver chain alone.

use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::Args;
use engine::config::{BackendChoice, Config, IppcMode, IppcStart, LayerSet};
use engine::results::LayerWork;
use report::human;
use solver::SolverConfig;
use solver::smtlib::{ScriptError, run_script};

use crate::outcome::{Failure, Status};
use crate::quantity;

#[derive(Args)]
pub struct SolveArguments {
    /// SMT-LIB 2 scripts; - for standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Solver: auto, bitblast, z3, smtlib:COMMAND
    #[arg(long, value_name = "NAME", default_value_t = Config::default().solving.backend)]
    solver: BackendChoice,

    /// What comes before the solver: all, none, names, all,-NAME
    #[arg(long, value_name = "LIST", default_value_t = LayerSet::all(), allow_hyphen_values = true)]
    solver_layers: LayerSet,

    /// Solve parts of a query first: on, off, auto
    #[arg(long, value_name = "MODE", default_value_t = Config::default().solving.ippc)]
    ippc: IppcMode,

    /// The first part: negated, independent, slice
    #[arg(long, value_name = "PART", default_value_t = Config::default().solving.ippc_start)]
    ippc_start: IppcStart,

    /// Time for one check-sat (0 for no limit)
    #[arg(long, value_name = "TIME", value_parser = quantity::duration, default_value = "10s")]
    max_solver_time: Duration,

    /// Re-check models and cores by independent code
    #[arg(long)]
    self_check: bool,

    /// Show on standard error what each layer of the solver did, and the time each script took
    #[arg(long)]
    stats: bool,
}

pub fn execute(arguments: SolveArguments) -> Result<Status, Failure> {
    if let Some(complaint) = arguments.solver.complaint() {
        return Err(Failure::Usage(format!("--solver {}: {complaint}", arguments.solver)));
    }
    let mut wrong = 0;
    for file in &arguments.files {
        let text = read(file)?;
        let config = SolverConfig {
            backend: arguments.solver.clone(),
            time_limit: if arguments.max_solver_time.is_zero() { Duration::MAX } else { arguments.max_solver_time },
            self_check: arguments.self_check,
            layers: arguments.solver_layers,
            ippc: arguments.ippc,
            ippc_start: arguments.ippc_start,
            ..SolverConfig::default()
        };
        let started = Instant::now();
        let output = run_script(&text, config).map_err(|error| complaint(file, &error))?;
        let took = started.elapsed();
        let mut stdout = io::stdout().lock();
        // Whoever reads our output may stop reading.
        let _ = stdout.write_all(output.text.as_bytes()).and_then(|()| stdout.flush());
        if arguments.self_check {
            wrong += output.stats.as_ref().map_or(0, |stats| stats.self_check_failures);
        }
        if arguments.stats {
            eprintln!("{}: {:.6} s", file.display(), took.as_secs_f64());
            match &output.stats {
                Some(stats) => {
                    let layers: Vec<LayerWork> = stats.rows().into_iter().map(Into::into).collect();
                    eprint!("{}", human::layers(&layers));
                }
                None => eprintln!("read and answered by Z3: it uses what the chain cannot express"),
            }
        }
    }
    match wrong {
        0 => Ok(Status::Done),
        _ => Err(Failure::Internal(Some(format!("--self-check found mistakes: {wrong}")))),
    }
}

fn read(file: &Path) -> Result<String, Failure> {
    let mut bytes = Vec::new();
    let outcome = if file == Path::new("-") {
        io::stdin().read_to_end(&mut bytes).map(|_| ())
    } else {
        std::fs::read(file).map(|content| bytes = content)
    };
    outcome.map_err(|error| Failure::Usage(format!("{}: {error}", file.display())))?;
    String::from_utf8(bytes).map_err(|error| {
        let good = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = 1 + good.iter().filter(|&&byte| byte == b'\n').count();
        Failure::Usage(format!("{}:{line}: not a text in UTF-8", file.display()))
    })
}

fn complaint(file: &Path, error: &ScriptError) -> Failure {
    let place = match error.line {
        0 => file.display().to_string(),
        line => format!("{}:{line}", file.display()),
    };
    Failure::Usage(format!("{place}: {}", error.message))
}
