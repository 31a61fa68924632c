//! Compiles the C models of library functions (`runtime/libc`) into the one piece of bitcode that the binary carries.
//!
//! The models have no debug information on purpose: a bug seen inside one is reported where the program called it.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, exit};

/// What the models choose with `?:` must stay a choice between values: a branch would be a fork for each character.
const SELECTS: &[&str] =
    &["-mllvm", "-two-entry-phi-node-folding-threshold=100", "-mllvm", "-phi-node-folding-threshold=100"];

fn main() {
    let sources = PathBuf::from(variable("CARGO_MANIFEST_DIR")).join("../../runtime/libc");
    let out = PathBuf::from(variable("OUT_DIR"));
    println!("cargo::rerun-if-changed={}", sources.display());
    println!("cargo::rerun-if-env-changed=SECATEUR_CLANG");
    println!("cargo::rerun-if-env-changed=LLVM_SYS_191_PREFIX");

    let files = c_files(&sources);
    if files.is_empty() {
        give_up(&format!("no .c files in {}", sources.display()));
    }
    let clang = std::env::var("SECATEUR_CLANG").unwrap_or_else(|_| "clang-19".to_owned());
    let compiled: Vec<PathBuf> = files
        .iter()
        .map(|file| {
            let bitcode = out.join(file.with_extension("bc").file_name().unwrap_or(OsStr::new("model.bc")));
            let mut command = Command::new(&clang);
            command
                .args([
                    "-O1",
                    "-ffreestanding",
                    "-fno-builtin",
                    "-std=gnu11",
                    // Tables of strings stay tables of addresses.
                    "-fno-pic",
                    "-emit-llvm",
                    "-c",
                ])
                .args(SELECTS)
                .arg("-o");
            run(command.arg(&bitcode).arg(file));
            bitcode
        })
        .collect();
    run(Command::new(linker()).arg("-o").arg(out.join("libc.bc")).args(&compiled));
}

fn c_files(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = folder.read_dir() else { return Vec::new() };
    let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "c"));
    // The order of a folder is the file system's; the bitcode should not depend on it.
    files.sort();
    files
}

/// LLVM's own directory has the tool without a version in its name; elsewhere it is found by the versioned name.
fn linker() -> PathBuf {
    let prefix = std::env::var_os("LLVM_SYS_191_PREFIX").unwrap_or_else(|| "/usr/lib/llvm-19".into());
    let inside = PathBuf::from(prefix).join("bin/llvm-link");
    if inside.exists() { inside } else { PathBuf::from("llvm-link-19") }
}

fn run(command: &mut Command) {
    match command.status() {
        Ok(status) if status.success() => {}
        Ok(status) => give_up(&format!("{command:?}: {status}")),
        Err(error) => give_up(&format!("{command:?}: {error}; scripts/setup installs clang and LLVM 19")),
    }
}

fn variable(name: &str) -> String {
    std::env::var(name).unwrap_or_else(|_| give_up(&format!("{name} is not set: run this through cargo")))
}

fn give_up(reason: &str) -> ! {
    eprintln!("the C library models cannot be compiled: {reason}");
    exit(1)
}
