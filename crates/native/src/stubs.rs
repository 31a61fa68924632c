//! C that is made for one program: definitions of the input functions it declares, and a `main` for another entry.
//!
//! Only widths and register classes of a declared function are known, not its C type. A value that may be an integer,
//! a pointer or a float is therefore returned in both registers that a caller may look at: on x86-64 a structure of an
//! integer and a double comes back in exactly these two. Elsewhere the name of the function decides.
//!
//! Does not cover: functions that return structures, parameters of vector type.

use std::fmt::Write;

use program::Program;
use program::ir::{Function, Param, ParamKind};

/// Input functions the runtime itself defines.
const IN_RUNTIME: &[&str] = &["__VERIFIER_nondet_memory"];

/// The guards lie in front of the program's own variables: an address sanitizer watches only what is behind one, so
/// without them nobody would see an access before the first.
const HEAD: &str = "#include <stddef.h>\n\
    #include <string.h>\n\
    void secateur_replay_input(const char *name, void *bytes, size_t size);\n\
    char secateur_guard_data[4096] = { 1 };\n\
    char secateur_guard_zero[4096];\n\
    const char secateur_guard_constant[4096] = { 1 };\n\
    #if defined(__x86_64__)\n\
    struct either { unsigned long integer; double floating; };\n\
    #endif\n";

/// The text of the file. `entry` other than `main` is called with inputs, pointers to `ptr_size` bytes of them.
pub fn source(program: &Program, entry: &str, ptr_size: u64) -> String {
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
        driver(&mut text, function, ptr_size);
    }
    text
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

/// A `main` that calls the entry function once, on what the test has for its parameters.
fn driver(text: &mut String, function: &Function, ptr_size: u64) {
    let types: Vec<String> = function.params.iter().enumerate().map(|(at, param)| type_of(at, param)).collect();
    for (at, param) in function.params.iter().enumerate() {
        if let ParamKind::ByVal { size } = param.kind {
            line(text, format_args!("struct copied_{at} {{ char bytes[{}]; }};", size.max(1)));
        }
    }
    let list = if types.is_empty() { "void".to_owned() } else { types.join(", ") };
    // The label keeps clear of what the compiler knows of functions by that name.
    line(text, format_args!("void secateur_entry({list}) __asm__(\"{}\");", function.name));
    line(text, format_args!("int main(void) {{"));
    let mut arguments = Vec::new();
    for (at, param) in function.params.iter().enumerate() {
        let (name, declared) = (escaped(&param.name), &types[at]);
        match param.kind {
            ParamKind::Pointer => {
                // On the heap, where a sanitizer sees its ends.
                let size = ptr_size.max(1);
                line(text, format_args!("    void *p{at} = __builtin_malloc({size});"));
                line(text, format_args!("    secateur_replay_input(\"{name}\", p{at}, {size});"));
            }
            ParamKind::ByVal { size } => {
                line(text, format_args!("    {declared} p{at};\n    memset(&p{at}, 0, sizeof p{at});"));
                line(text, format_args!("    secateur_replay_input(\"{name}\", &p{at}, {size});"));
            }
            ParamKind::Integer | ParamKind::Float => {
                let bytes = param.width.div_ceil(8);
                line(text, format_args!("    {declared} p{at} = 0;"));
                line(text, format_args!("    secateur_replay_input(\"{name}\", &p{at}, {bytes});"));
            }
        }
        arguments.push(format!("p{at}"));
    }
    line(text, format_args!("    secateur_entry({});\n    return 0;\n}}", arguments.join(", ")));
}

fn type_of(at: usize, param: &Param) -> String {
    match (param.kind, param.width) {
        (ParamKind::Pointer, _) => "void *".to_owned(),
        (ParamKind::ByVal { .. }, _) => format!("struct copied_{at}"),
        (ParamKind::Float, 32) => "float".to_owned(),
        (ParamKind::Float, 80) => "long double".to_owned(),
        (ParamKind::Float, 128) => "__float128".to_owned(),
        (ParamKind::Float, _) => "double".to_owned(),
        (ParamKind::Integer, 0..=64) => "unsigned long".to_owned(),
        (ParamKind::Integer, _) => "unsigned __int128".to_owned(),
    }
}

fn escaped(name: &str) -> String {
    name.escape_default().collect()
}

fn line(text: &mut String, arguments: std::fmt::Arguments<'_>) {
    // Writing into a string does not fail.
    let _ = writeln!(text, "{arguments}");
}

#[cfg(test)]
mod tests {
    use super::*;
    use program::ir::{LocId, Reg};

    fn declared(name: &str, returns: &[u16]) -> Function {
        Function {
            name: name.into(),
            address: 0,
            params: Vec::new(),
            returns: returns.to_vec(),
            returns_float: false,
            variadic: false,
            reg_width: Vec::new(),
            blocks: Vec::new(),
            loc: LocId(0),
            from_runtime: false,
            local: false,
            stated: false,
        }
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
        let text = source(&Program { functions, ..Program::default() }, "main", 8);
        assert!(text.contains("&bits, 1); bits &= 1;"), "{text}");
        assert!(text.contains("unsigned __int128 __VERIFIER_nondet_u128(void)"), "{text}");
        assert!(text.contains("struct either nondet_thing(void)"), "{text}");
        assert!(!text.contains("nondet_memory") && !text.contains("unrelated"), "{text}");
        assert!(!text.contains("main"), "{text}");
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
        let text = source(&Program { functions: vec![entry], ..Program::default() }, "f", 16);
        assert!(text.contains("void secateur_entry(unsigned long, double, void *) __asm__(\"f\");"), "{text}");
        assert!(text.contains("secateur_replay_input(\"text\", p2, 16);"), "{text}");
        assert!(text.contains("secateur_entry(p0, p1, p2);"), "{text}");
    }
}
