//! `secateur plot`: one run or several as a picture, and the lab's table of strategies.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;
use report::plot::{self, Lab, Run};

use crate::outcome::{Failure, Status};

#[derive(Args)]
pub struct PlotArguments {
    /// Output folders of runs, and files that `secateur lab --json` has printed
    #[arg(required = true, value_name = "OUT|LAB")]
    subjects: Vec<PathBuf>,

    /// File to write (SVG) [default: standard output]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

pub fn execute(arguments: PlotArguments) -> Result<Status, Failure> {
    // A run is a folder; what is no file is left to it, which says what is missing.
    let (files, folders): (Vec<PathBuf>, Vec<PathBuf>) =
        arguments.subjects.into_iter().partition(|path| path.is_file());
    let runs: Result<Vec<Run>, _> = folders.iter().map(|out| Run::read(out)).collect();
    let labs: Result<Vec<Lab>, _> = files.iter().map(|file| Lab::read(file)).collect();
    let picture = plot::svg(&runs.map_err(Failure::usage)?, &labs.map_err(Failure::usage)?);
    match arguments.out {
        Some(file) => std::fs::write(&file, picture)
            .map_err(|error| Failure::Usage(format!("cannot write {}: {error}", file.display())))?,
        // Whoever reads our output may stop reading.
        None => _ = io::stdout().lock().write_all(picture.as_bytes()),
    }
    Ok(Status::Done)
}
