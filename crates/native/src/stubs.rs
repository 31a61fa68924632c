//! C that is made for one program: definitions of the input functions it declares, and a `main` for another entry (`driver`).
//!
//! Only widths and register classes of a declared function are known, not its C type. A value that may be an integer,
//! a pointer or a float is therefore returned in both registers that a caller may look at: on x86-64 a structure of an
//! integer and a double comes back in exactly these two. Elsewhere the name of the function decides.
//!
//! Does not cover: functions that return structures, parameters of vector type.

mod driver;

use std::fmt::Write;

use program::Program;
use program::contract::Contract;
use program::ir::Function;

/// Input functions the runtime itself defines.
const IN_RUNTIME: &[&str] = &["__VERIFIER_nondet_memory"];

const HEAD: &str = "#include <stddef.h>\n\
    #include <string.h>\n\
    void secateur_replay_input(const char *name, void *bytes, size_t size);\n\
    void secateur_replay_stop(const char *reason, int status);\n\
    #if defined(__x86_64__)\n\
    struct either { unsigned long integer; double floating; };\n\
    #endif\n";

/// The text of the file, if the program needs one. An entry other than `main` is called as its contract promises.
pub fn source(program: &Program, entry: &str) -> Option<String> {
    let mut text = HEAD.to_owned();
    for function in program.functions.iter().filter(|function| function.is_declaration()) {
        let name = function.name.as_str();
        if IN_RUNTIME.contains(&name) || !is_identifier(name) {
            continue;
        }
        if name.starts_with("__VERIFIER_nondet_") || name.starts_with("nondet_") {
            input_function(&mut text, function);
        } else if name.starts_with("tracerx_") {
            line(&mut text, format_args!("void {name}() {{}}"));
        }
    }
    if entry != "main"
        && let Some(function) = program.functions.iter().find(|function| function.name == entry)
    {
        let plain = || Contract::plain(function);
        driver::write(&mut text, function, &program.contract.clone().unwrap_or_else(plain));
    }
    (text != HEAD).then_some(text)
}

/// Names such as `f.1` are LLVM's own; C cannot define them.
fn is_identifier(name: &str) -> bool {
    name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$')
}

fn input_function(text: &mut String, function: &Function) {
    let name = function.name.as_str();
    let kind = name.rsplit("nondet_").next().unwrap_or("");
    let width = match function.returns.as_slice() {
        [] => return line(text, format_args!("void {name}(void) {{}}")),
        [64, 64] => 128,
        [width] => *width,
        // The engine cuts the path at such a call, so no test asks for it.
        _ => return,
    };
    // The engine takes a boolean declared with a wider type for one.
    let is_boolean = width == 1 || kind == "bool" || kind == "_Bool";
    let bytes = if is_boolean { 1 } else { width.div_ceil(8) };
    let take = format!("secateur_replay_input(\"{name}\", &bits, {bytes});");
    match width {
        65..=79 | 81..=128 => {
            line(
                text,
                format_args!("unsigned __int128 {name}(void) {{ unsigned __int128 bits = 0; {take} return bits; }}"),
            );
        }
        80 => line(text, format_args!("long double {name}(void) {{ long double bits = 0; {take} return bits; }}")),
        _ => {
            let masked = if is_boolean { "bits &= 1;" } else { "" };
            line(text, format_args!("#if defined(__x86_64__)"));
            line(
                text,
                format_args!(
                    "struct either {name}(void) {{ unsigned long bits = 0; {take} {masked} \
                     struct either both = {{ bits, 0 }}; memcpy(&both.floating, &bits, 8); return both; }}"
                ),
            );
            let declared = if matches!(kind, "float" | "double") { kind } else { "unsigned long" };
            line(
                text,
                format_args!("#else\n{declared} {name}(void) {{ {declared} bits = 0; {take} return bits; }}\n#endif"),
            );
        }
    }
}

fn line(text: &mut String, arguments: std::fmt::Arguments<'_>) {
    // Writing into a string does not fail.
    let _ = writeln!(text, "{arguments}");
}

#[cfg(test)]
mod tests {
    use super::*;
    use program::ir::{FuncId, Param, ParamKind, Reg};

    fn declared(name: &str, returns: &[u16]) -> Function {
        Function { returns: returns.to_vec(), ..Function::declared(name.into(), FuncId(0), Vec::new()) }
    }

    #[test]
    fn each_declared_input_function_is_defined() {
        let functions = vec![
            declared("__VERIFIER_nondet_bool", &[1]),
            declared("__VERIFIER_nondet_u128", &[64, 64]),
            declared("nondet_thing", &[32]),
            declared("__VERIFIER_nondet_memory", &[]),
            declared("unrelated", &[32]),
        ];
        let text = source(&Program { functions, ..Program::default() }, "main").unwrap();
        assert!(text.contains("&bits, 1); bits &= 1;"), "{text}");
        assert!(text.contains("unsigned __int128 __VERIFIER_nondet_u128(void)"), "{text}");
        assert!(text.contains("struct either nondet_thing(void)"), "{text}");
        assert!(!text.contains("nondet_memory") && !text.contains("unrelated"), "{text}");
        assert!(!text.contains("main"), "{text}");
    }

    #[test]
    fn a_program_without_any_needs_no_file() {
        let program = Program { functions: vec![declared("getchar", &[32])], ..Program::default() };
        assert_eq!(source(&program, "main"), None);
    }

    #[test]
    fn an_entry_gets_its_parameters_by_name() {
        let param = |name: &str, width, kind| Param { reg: Reg(0), width, kind, name: name.into() };
        let mut entry = declared("f", &[]);
        entry.params = vec![
            param("n", 32, ParamKind::Integer),
            param("x", 64, ParamKind::Float),
            param("text", 64, ParamKind::Pointer),
        ];
        let text = source(&Program { functions: vec![entry], ..Program::default() }, "f").unwrap();
        assert!(text.contains("void secateur_entry(unsigned long, double, void *) __asm__(\"f\");"), "{text}");
        assert!(text.contains("secateur_replay_input(\"text\", p2, 64);"), "{text}");
        assert!(text.contains("secateur_entry(p0, p1, p2);"), "{text}");
    }
}
