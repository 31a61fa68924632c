//! A C test that calls the entry function: with the values of the test, pointers to blocks of the heap that hold them, where
//! a sanitizer sees their ends. What the contract of the entry promises holds for the inputs of a test, so it need not be known
//! here, but for the end of a text and for null pointers.
//!
//! The call is made before any `main`, so the program may have one. Widths and register classes of parameters are known, and
//! the function is declared by them under a name of its own. Does not cover: parameters of vector type.

use engine::results::Input;
use program::Program;
use program::contract::{Contract, FUZZER_ENTRY, FUZZER_START, Given};
use program::ir::{Param, ParamKind, Reading, SourceType};

use super::{bytes_of, in_comment, line};
use crate::run_record::RunRecord;
use crate::{readable, shell};

#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub name: String,
    /// The word for the file that defines it.
    pub file: String,
    /// `static`: its name has to be made known first.
    pub is_local: bool,
    pub parameters: Vec<Parameter>,
}

#[derive(Clone, Debug)]
pub(super) struct Parameter {
    pub name: String,
    /// The input that makes it a null pointer, unless the parameter of this number says that something is there.
    null_input: String,
    counted_by: Option<usize>,
    is_text: bool,
    kind: ParamKind,
    /// How it is declared.
    ty: String,
}

impl Entry {
    pub(super) fn new(program: &Program, record: &RunRecord) -> Option<Entry> {
        let id = program.find(&record.entry)?;
        let function = program.function(id);
        let types = program.source_types.parameters.get(&id).map_or(&[][..], Vec::as_slice);
        let contract = program.contract.clone().filter(|contract| contract.function == function.name);
        let contract = contract.unwrap_or_else(|| Contract::plain(function));
        let parameter = |(at, param): (usize, &Param)| {
            let promised = &contract.parameters[at];
            let known = types.iter().find(|(name, _)| *name == param.name).map(|(_, ty)| ty.as_ref());
            Parameter {
                name: promised.name.clone(),
                null_input: promised.null_input(),
                counted_by: match promised.given {
                    Given::Counted { by, .. } => Some(by),
                    _ => None,
                },
                is_text: matches!(promised.given, Given::Text { .. }),
                kind: param.kind,
                ty: declared(at, param, known),
            }
        };
        let position = program.locations[function.loc.index()];
        let defined_in = position.file.map_or("", |file| program.files[file.index()].as_str());
        let same = |file: &&std::path::PathBuf| record.directory.join(file) == std::path::Path::new(defined_in);
        let file = record.files.iter().find(same).or(record.files.first())?;
        Some(Entry {
            name: function.name.clone(),
            file: shell::word(file.to_string_lossy().as_bytes()),
            is_local: function.local,
            parameters: function.params.iter().enumerate().map(parameter).collect(),
        })
    }

    /// The call, on these inputs.
    pub(super) fn call(&self, inputs: &[Input]) -> String {
        let mut text = String::from("\n");
        let mut body = String::new();
        let mut arguments = Vec::new();
        for (at, Parameter { name, kind, ty, is_text, .. }) in self.parameters.iter().enumerate() {
            let input = inputs.iter().find(|input| input.name == *name);
            let mut bytes = input.map_or(Vec::new(), |input| input.bytes.clone());
            if *is_text && !bytes.contains(&0) {
                bytes.push(0);
            }
            let size = bytes.len();
            if let Some(input) = input {
                line(&mut text, format_args!("/* {} */", in_comment(&readable::input(input))));
            }
            line(&mut text, format_args!("{}", bytes_of(&format!("parameter_{at}"), &bytes)));
            match kind {
                // It stays reachable, so that it is no leak. An empty object is the end of a larger block, because a
                // sanitizer gives `malloc(0)` a byte.
                ParamKind::Pointer if size == 0 => {
                    line(&mut body, format_args!("    static char *p{at};\n    p{at} = (char *)malloc(16) + 16;"));
                }
                ParamKind::Pointer => {
                    line(&mut body, format_args!("    static char *p{at};\n    p{at} = malloc({size});"));
                }
                ParamKind::ByVal { size, .. } => {
                    line(&mut text, format_args!("struct copied_{at} {{ char bytes[{}]; }};", size.max(&1)));
                    line(&mut body, format_args!("    struct copied_{at} p{at} = {{{{0}}}};"));
                }
                ParamKind::Integer | ParamKind::Float => line(&mut body, format_args!("    {ty} p{at} = 0;")),
            }
            let to = if *kind == ParamKind::Pointer { "" } else { "&" };
            line(&mut body, format_args!("    memcpy({to}p{at}, parameter_{at}, {size});"));
            arguments.push(if self.is_null(at, inputs) { "NULL".to_owned() } else { format!("p{at}") });
        }
        let types: Vec<&str> = self.parameters.iter().map(|parameter| parameter.ty.as_str()).collect();
        let types = if types.is_empty() { "void".to_owned() } else { types.join(", ") };
        // The label keeps clear of what a compiler knows of functions by that name.
        line(&mut text, format_args!("\nvoid tested_function({types}) __asm__(\"{}\");\n", self.name));
        let arguments = arguments.join(", ");
        line(&mut text, format_args!("int {FUZZER_START}(int *, char ***) __attribute__((weak));\n"));
        line(&mut text, format_args!("__attribute__((constructor)) static void run_test(void) {{\n{body}"));
        if self.name == FUZZER_ENTRY {
            text.push_str("    int argc = 1;\n    char *words[] = {\"program\", NULL}, **argv = words;\n");
            line(&mut text, format_args!("    if ({FUZZER_START})\n        {FUZZER_START}(&argc, &argv);"));
        }
        line(&mut text, format_args!("    tested_function({arguments});\n    exit(0);\n}}"));
        line(&mut text, format_args!("\nREPLACEABLE int main(void) {{ return 0; }}"));
        text
    }

    /// Whether an input belongs to the call.
    pub(super) fn takes(&self, input: &Input) -> bool {
        self.parameters.iter().any(|parameter| [&parameter.name, &parameter.null_input].contains(&&input.name))
    }

    /// Whether a parameter is a null pointer; one with a count only where that is 0.
    fn is_null(&self, at: usize, inputs: &[Input]) -> bool {
        let Parameter { null_input, counted_by, .. } = &self.parameters[at];
        let value = |name: &str| inputs.iter().find(|input| input.name == name).map(|input| input.bytes.as_slice());
        let is_zero = |bytes: &[u8]| bytes.iter().all(|&byte| byte == 0);
        let is_empty = counted_by.is_none_or(|by| value(&self.parameters[by].name).is_none_or(is_zero));
        is_empty && value(null_input).is_some_and(|bytes| bytes.first().is_some_and(|byte| byte & 1 == 1))
    }
}

/// A type that is passed as the parameter is.
fn declared(at: usize, param: &Param, known: Option<&SourceType>) -> String {
    let unsigned = matches!(
        known,
        Some(SourceType::Scalar {
            reading: Reading::Unsigned | Reading::Boolean | Reading::Character { signed: false },
            ..
        })
    );
    let integer = |name: &str| if unsigned { format!("unsigned {name}") } else { format!("signed {name}") };
    match (param.kind, param.width) {
        (ParamKind::Pointer, _) => "void *".to_owned(),
        (ParamKind::ByVal { .. }, _) => format!("struct copied_{at}"),
        (ParamKind::Float, 32) => "float".to_owned(),
        (ParamKind::Float, 80) => "long double".to_owned(),
        (ParamKind::Float, 128) => "__float128".to_owned(),
        (ParamKind::Float, _) => "double".to_owned(),
        (ParamKind::Integer, 0..=8) => integer("char"),
        (ParamKind::Integer, 9..=16) => integer("short"),
        (ParamKind::Integer, 17..=32) => integer("int"),
        (ParamKind::Integer, 33..=64) => integer("long"),
        (ParamKind::Integer, _) => integer("__int128"),
    }
}
