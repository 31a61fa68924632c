//! A `main` that calls the entry function once, on what a test has for its parameters, as the contract promises them.
//!
//! Objects are on the heap and exactly as large as promised, where a sanitizer sees their ends. It gives `malloc(0)` a byte, so an
//! empty object lies in what it keeps free behind another one.

use program::assumption;
use program::contract::{Contract, FUZZER_ENTRY, FUZZER_START, Given, Nulls};
use program::ir::{Function, Param, ParamKind};

use super::line;

const OBJECT: &str = "static void *object(size_t size) {\n\
    \x20   char *block = __builtin_malloc(size ? size : 8);\n\
    \x20   return size ? block : block + 16;\n\
    }\n\
    static void callback(void) {\n\
    \x20   secateur_replay_stop(\"a function that was a parameter is called\", 0);\n\
    }";

pub(super) fn write(text: &mut String, function: &Function, contract: &Contract) {
    let types: Vec<String> = function.params.iter().enumerate().map(|(at, param)| type_of(at, param)).collect();
    for (at, param) in function.params.iter().enumerate() {
        if let ParamKind::ByVal { size, .. } = param.kind {
            line(text, format_args!("struct copied_{at} {{ char bytes[{}]; }};", size.max(1)));
        }
    }
    let list = if types.is_empty() { "void".to_owned() } else { types.join(", ") };
    // The label keeps clear of what the compiler knows of functions by that name.
    line(text, format_args!("void secateur_entry({list}) __asm__(\"{}\");", function.name));
    if contract.assumption.is_some() {
        line(text, format_args!("int secateur_assumed({list}) __asm__(\"{}\");", assumption::FUNCTION));
    }
    line(text, format_args!("int {FUZZER_START}(int *, char ***) __attribute__((weak));"));
    line(
        text,
        format_args!(
            "{OBJECT}\nint main(int argc, char **argv) {{\n    (void)argc, (void)argv, (void)object, (void)callback;"
        ),
    );
    if function.name == FUZZER_ENTRY {
        line(text, format_args!("    if ({FUZZER_START})\n        {FUZZER_START}(&argc, &argv);"));
    }
    // Counts first: the sizes of objects depend on them.
    let is_count = |at: &usize| matches!(contract.parameters[*at].given, Given::Count { .. });
    let (counts, others): (Vec<usize>, Vec<usize>) = (0..function.params.len()).partition(is_count);
    for at in counts.into_iter().chain(others) {
        parameter(text, contract, at, &types[at], function.params[at].width);
    }
    let arguments: Vec<String> = (0..types.len()).map(|at| format!("p{at}")).collect();
    let arguments = arguments.join(", ");
    if contract.assumption.is_some() {
        line(text, format_args!("    if (!secateur_assumed({arguments}))"));
        line(text, format_args!("        secateur_replay_stop(\"assumption does not hold\", 0);"));
    }
    line(text, format_args!("    secateur_entry({arguments});\n    return 0;\n}}"));
}

/// Declares `pN` and fills it.
fn parameter(text: &mut String, contract: &Contract, at: usize, declared: &str, width: u16) {
    let parameter = &contract.parameters[at];
    let name = escaped(&parameter.name);
    let input = |to: &str, size: &str| format!("    secateur_replay_input(\"{name}\", {to}, {size});");
    match parameter.given {
        Given::Value | Given::Count { .. } => {
            line(text, format_args!("    {declared} p{at} = 0;"));
            line(text, format_args!("{}", input(&format!("&p{at}"), &width.div_ceil(8).to_string())));
        }
        Given::Copy { size } => {
            line(text, format_args!("    {declared} p{at};\n    memset(&p{at}, 0, sizeof p{at});"));
            line(text, format_args!("{}", input(&format!("&p{at}"), &size.to_string())));
        }
        Given::Object { size } => {
            line(text, format_args!("    void *p{at} = object({size});"));
            line(text, format_args!("{}", input(&format!("p{at}"), &size.to_string())));
        }
        Given::Callback { .. } => line(text, format_args!("    void *p{at} = (void *)callback;")),
        Given::Counted { by, unit, least, .. } => {
            line(text, format_args!("    size_t size_{at} = p{by} * {unit} < {least} ? {least} : p{by} * {unit};"));
            line(text, format_args!("    void *p{at} = object(size_{at});"));
            line(text, format_args!("{}", input(&format!("p{at}"), &format!("size_{at}"))));
        }
        Given::Text { room } => {
            line(text, format_args!("    char text_{at}[{room}] = {{0}};"));
            line(text, format_args!("{}", input(&format!("text_{at}"), &(room - 1).to_string())));
            line(text, format_args!("    void *p{at} = object(strlen(text_{at}) + 1);\n    strcpy(p{at}, text_{at});"));
        }
    }
    if parameter.is_pointer() && contract.nulls == Nulls::Possible {
        let null = escaped(&parameter.null_input());
        line(text, format_args!("    unsigned char null_{at} = 0;"));
        line(text, format_args!("    secateur_replay_input(\"{null}\", &null_{at}, 1);"));
        let only = match parameter.given {
            Given::Counted { by, .. } => format!(" && !p{by}"),
            _ => String::new(),
        };
        line(text, format_args!("    if ((null_{at} & 1){only})\n        p{at} = 0;"));
    }
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
