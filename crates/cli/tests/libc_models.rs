//! The C models of library functions, run natively beside the system's library (`tests/libc/compare.c`).

mod limited;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

fn succeed(command: &mut Command) -> String {
    let finished = limited::run(command, Duration::from_secs(60)).unwrap_or_else(|| panic!("{command:?} does not end"));
    assert!(finished.status.success(), "{command:?}\n{}{}", finished.stdout, finished.stderr);
    finished.stdout
}

#[test]
fn the_models_answer_like_the_systems_library() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folder = tempfile::tempdir().unwrap();
    let inside = |name: &str| folder.path().join(name);

    let mut objects: Vec<PathBuf> = Vec::new();
    for entry in root.join("runtime/libc").read_dir().unwrap() {
        let source = entry.unwrap().path();
        if source.extension().is_some_and(|extension| extension == "c") {
            let object = inside(&format!("{}.o", source.file_stem().unwrap().to_str().unwrap()));
            let mut compile = Command::new("clang-19");
            compile.args(["-O1", "-ffreestanding", "-fno-builtin", "-c", "-o"]).arg(&object).arg(&source);
            // Natively the builtins behind these three are calls of the functions themselves.
            compile.args(["-Dmemcpy=own_memcpy", "-Dmemmove=own_memmove", "-Dmemset=own_memset"]);
            succeed(&mut compile);
            objects.push(object);
        }
    }
    succeed(Command::new("ld").arg("-r").args(&objects).arg("-o").arg(inside("all.o")));
    succeed(Command::new("objcopy").arg("--prefix-symbols=model_").arg(inside("all.o")).arg(inside("models.o")));

    let mut link = Command::new("clang-19");
    // What no comparison calls need not be there (the engine has the functions of printf).
    link.args(["-fno-builtin", "-w", "-no-pie", "-Wl,--unresolved-symbols=ignore-all", "-o"]).arg(inside("compare"));
    for source in [
        "compare.c",
        "compare_input.c",
        "compare_memory.c",
        "compare_names.c",
        "compare_options.c",
        "compare_float.c",
        "compare_regex.c",
        "compare_time.c",
        "compare_encoding.c",
        "engine.c",
    ] {
        link.arg(root.join("tests/libc").join(source));
    }
    succeed(link.arg(inside("models.o")).arg("-lm"));
    assert_eq!(succeed(&mut Command::new(inside("compare"))), "");
}
