//! `secateur plot`: one run or several as a picture.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;
use report::plot::{self, Run};

use crate::outcome::{Failure, Status};

#[derive(Args)]
pub struct PlotArguments {
    /// Output folders of runs
    #[arg(required = true, value_name = "OUT")]
    runs: Vec<PathBuf>,

    /// File to write (SVG) [default: standard output]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

pub fn execute(arguments: PlotArguments) -> Result<Status, Failure> {
    let runs: Result<Vec<Run>, _> = arguments.runs.iter().map(|out| Run::read(out)).collect();
    let picture = plot::svg(&runs.map_err(Failure::usage)?);
    match arguments.out {
        Some(file) => std::fs::write(&file, picture)
            .map_err(|error| Failure::Usage(format!("cannot write {}: {error}", file.display())))?,
        // Whoever reads our output may stop reading.
        None => _ = io::stdout().lock().write_all(picture.as_bytes()),
    }
    Ok(Status::Done)
}
