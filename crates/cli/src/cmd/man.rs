//! `secateur man`: manual pages, one for the command and one for each verb, made from the same words as `--help`.

use std::path::PathBuf;

use clap::{Args, CommandFactory};

use crate::Arguments;
use crate::outcome::{Failure, Status};

#[derive(Args)]
pub struct ManArguments {
    /// Folder to write the pages into
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

pub fn execute(arguments: ManArguments) -> Result<Status, Failure> {
    let folder = arguments.folder;
    let failed = |error| Failure::usage(format!("{}: {error}", folder.display()));
    std::fs::create_dir_all(&folder).map_err(failed)?;
    clap_mangen::generate_to(Arguments::command(), &folder).map_err(failed)?;
    Ok(Status::Done)
}
