//! Small sources as programs, for tests.

use std::path::PathBuf;

use program::dump::FunctionText;
use program::{LoadOptions, OptLevel, Program, ProgramError, load};

/// Loads files given by name and contents.
pub fn load_files(files: &[(&str, &str)], options: &LoadOptions) -> Result<Program, ProgramError> {
    let directory = tempfile::tempdir().expect("temporary directory");
    let mut paths: Vec<PathBuf> = Vec::new();
    for (name, text) in files {
        let path = directory.path().join(name);
        std::fs::write(&path, text).expect("temporary file");
        paths.push(path);
    }
    load(&paths, options)
}

pub fn lower(code: &str, opt: OptLevel) -> Program {
    load_files(&[("input.c", code)], &LoadOptions { opt, ..LoadOptions::default() }).expect("the program loads")
}

#[allow(dead_code, reason = "not every test file uses textual IR")]
pub fn lower_ll(code: &str, opt: OptLevel) -> Program {
    // Clang's data layout: without one, sizes would be LLVM's defaults.
    let layout =
        "target datalayout = \"e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128\"";
    let text = format!("{layout}\n{code}");
    load_files(&[("input.ll", &text)], &LoadOptions { opt, ..LoadOptions::default() }).expect("the program loads")
}

#[allow(dead_code, reason = "not every test file looks at text")]
pub fn function_text(program: &Program, name: &str) -> String {
    let function = program.function(program.find(name).expect("the function is there"));
    FunctionText { program, function }.to_string()
}
