//! Prints the lowered form of C or LLVM files: `cargo run -p program --example lower -- [--opt LEVEL] FILE...`.

use std::path::PathBuf;
use std::process::ExitCode;

use program::{LoadOptions, load};

fn main() -> ExitCode {
    let mut options = LoadOptions::default();
    let mut inputs = Vec::new();
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        if argument == "--opt" {
            match arguments.next().unwrap_or_default().parse() {
                Ok(level) => options.opt = level,
                Err(message) => {
                    eprintln!("{message}");
                    return ExitCode::from(2);
                }
            }
        } else if argument.starts_with('-') {
            options.clang_args.push(argument);
        } else {
            inputs.push(PathBuf::from(argument));
        }
    }
    match load(&inputs, &options) {
        Ok(program) => {
            print!("{program}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}
