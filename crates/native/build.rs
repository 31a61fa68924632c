//! Compiles the replay runtime (`runtime/replay`) into one object, and its guards into another, for each variant of a native build, which the binary
//! carries: it is the same for all programs, and compiling it takes longer than compiling most of them.

use std::path::{Path, PathBuf};
use std::process::{Command, exit};

#[path = "src/variant.rs"]
#[allow(dead_code, reason = "flags of the program's own files are for the crate")]
mod variant;

use variant::Variant;

/// What comes just before the program.
const GUARDS: &str = "guards/guards.c";

fn main() {
    // Asked when it runs: a build folder may have been made elsewhere.
    let sources = folder("CARGO_MANIFEST_DIR").join("../../runtime/replay");
    let out = folder("OUT_DIR");
    println!("cargo::rerun-if-changed={}", sources.display());
    // Of which a part is made.
    for part in ["file_walk.c", "tree_walk.c"] {
        println!("cargo::rerun-if-changed={}", sources.join("../libc").join(part).display());
    }
    println!("cargo::rerun-if-changed=src/variant.rs");
    println!("cargo::rerun-if-env-changed=SECATEUR_CLANG");

    let files = c_files(&sources);
    if files.is_empty() {
        give_up(&format!("no .c files in {}", sources.display()));
    }
    let clang = std::env::var("SECATEUR_CLANG").unwrap_or_else(|_| "clang-19".to_owned());
    for &variant in Variant::ALL {
        let folder = out.join(variant.name());
        std::fs::create_dir_all(&folder).unwrap_or_else(|error| give_up(&format!("{}: {error}", folder.display())));
        let compile = || {
            let mut compile = Command::new(&clang);
            // The names of input functions belong to the program; a prototype the compiler knows does not matter.
            compile.args(["-c", "-g", "-O1", "-w", "-fno-builtin"]).args(variant.runtime_flags());
            // Where this was built does not show.
            compile.arg(format!("-ffile-prefix-map={}=runtime/replay", sources.display()));
            compile
        };
        run(compile().args(&files).current_dir(&folder));
        run(compile().arg(sources.join(GUARDS)).arg("-o").arg(out.join(format!("{}-guards.o", variant.name()))));
        let objects = files.iter().filter_map(|file| Path::new(file.file_name()?).with_extension("o").into());
        let mut link = Command::new(&clang);
        link.args(["-r", "-nostdlib", "-o"]).arg(out.join(variant.name()).with_extension("o"));
        run(link.args(objects).current_dir(&folder));
    }
}

fn folder(variable: &str) -> PathBuf {
    std::env::var_os(variable)
        .unwrap_or_else(|| give_up(&format!("{variable} is not set: run this through cargo")))
        .into()
}

fn c_files(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = folder.read_dir() else { return Vec::new() };
    let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "c"));
    files.sort();
    files
}

fn run(command: &mut Command) {
    match command.status() {
        Ok(status) if status.success() => {}
        Ok(status) => give_up(&format!("{command:?}: {status}")),
        Err(error) => give_up(&format!("{command:?}: {error}; scripts/setup installs clang and LLVM 19")),
    }
}

fn give_up(reason: &str) -> ! {
    eprintln!("the replay runtime cannot be compiled: {reason}");
    exit(1)
}
