//! Lowered programs, run by the reference interpreter, print what the native program prints, at every level.

mod reference;

use std::path::{Path, PathBuf};
use std::process::Command;

use program::{LoadOptions, OptLevel, load};

/// What `timeout` exits with when it had to end the program.
const TIMED_OUT: i32 = 124;

/// Output and exit status of the program compiled by clang; random programs need not end.
fn native(file: &Path, arguments: &[&str], directory: &Path) -> (String, i32) {
    let binary = directory.join("native");
    let mut compiler = Command::new("clang-19");
    compiler.args(["-w", "-O0", "-o"]).arg(&binary).arg(file).args(arguments).arg("-lm");
    let compiled = compiler.status().expect("clang-19 runs");
    assert!(compiled.success(), "{} compiles", file.display());
    let output = Command::new("timeout").arg("2").arg(&binary).output().expect("the native program runs");
    (String::from_utf8_lossy(&output.stdout).into_owned(), output.status.code().unwrap_or(-1))
}

/// Compares at every level; only the native compiler gets `native_only`.
fn compare(file: PathBuf, arguments: &[&str], native_only: &[&str]) {
    let directory = tempfile::tempdir().expect("temporary directory");
    let expected = native(&file, &[arguments, native_only].concat(), directory.path());
    if expected.1 == TIMED_OUT {
        return;
    }
    for opt in OptLevel::ALL {
        let clang_args = arguments.iter().map(|a| a.to_string()).collect();
        let options = LoadOptions { opt, clang_args, ..LoadOptions::default() };
        let program = load(std::slice::from_ref(&file), &options).expect("the program loads");
        let file = file.display();
        println!("{file} at {opt}");
        assert!(program.unsupported.is_empty(), "{file} at {opt}: {:?}", program.unsupported);
        assert_eq!(reference::run(&program), expected, "{file} at {opt}");
    }
}

#[test]
fn every_instruction_family_computes_what_the_processor_does() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs");
    let mut files: Vec<_> = std::fs::read_dir(folder).expect("programs").map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert!(!files.is_empty());
    for file in files {
        // Lowering finds out by itself which functions are not the library's; the native build has to be told.
        compare(file, &[], &["-fno-builtin"]);
    }
}

#[test]
fn random_programs_print_the_checksum_of_the_native_binary() {
    let directory = tempfile::tempdir().expect("temporary directory");
    for seed in 1..=8 {
        let Ok(generated) = Command::new("csmith").args(["--seed", &seed.to_string()]).output() else {
            eprintln!("csmith is not installed: skipped");
            return;
        };
        let file = directory.path().join(format!("{seed}.c"));
        std::fs::write(&file, generated.stdout).expect("temporary file");
        compare(file, &["-I/usr/include/csmith"], &[]);
    }
}
