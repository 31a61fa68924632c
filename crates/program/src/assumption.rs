//! `--assume`: expressions over the parameters of the entry function, as C.
//!
//! They are put into a function behind the source file that defines the entry, so that the types, macros and globals of
//! that file are known to them: the file is compiled by way of one that includes it. Types of the parameters come from debug
//! information, with their names in the source. Needs source: code that comes compiled has no place for it.

use std::path::{Path, PathBuf};

use crate::FileKind;
use crate::contract::EntryRequest;
use crate::error::ProgramError;
use crate::peers;
use crate::signature::Signature;

/// The function that says whether the assumptions hold.
pub const FUNCTION: &str = "__secateur_assumption";

/// What the compiler calls the place of the expressions.
pub(crate) const PLACE: &str = "--assume";

/// A file to compile in the place of one that the user gave.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Assumption {
    /// The file, as it was given.
    pub file: PathBuf,
    /// The text to compile instead.
    pub text: String,
}

impl Assumption {
    /// One that was compiled by somebody else: neither the source nor its text is needed any more.
    pub(crate) fn compiled_before() -> Assumption {
        Assumption { file: PathBuf::new(), text: String::new() }
    }

    pub(crate) fn new(
        request: &EntryRequest,
        signature: Option<&Signature>,
        inputs: &[PathBuf],
    ) -> Result<Assumption, ProgramError> {
        let needs_source = || ProgramError::AssumptionNeedsSource { function: request.function.clone() };
        let signature = signature.ok_or_else(needs_source)?;
        if let Some(expression) = request.assume.iter().find(|expression| assigns(expression)) {
            return Err(ProgramError::BadAssumption { message: format!(" `{expression}` assigns: == compares") });
        }
        let defining = std::fs::canonicalize(&signature.file);
        let has_entry = |file: &&PathBuf| {
            let same = matches!((&defining, std::fs::canonicalize(file)), (Ok(one), Ok(other)) if *one == other);
            same && FileKind::of(file) == Ok(FileKind::Source)
        };
        let file = inputs.iter().find(has_entry).ok_or_else(needs_source)?;
        let included = std::fs::canonicalize(file).unwrap_or_else(|_| file.clone());
        Ok(Assumption { file: file.clone(), text: text(&included, request, signature) })
    }
}

/// Whether an expression has a `=` that compares nothing.
fn assigns(expression: &str) -> bool {
    let bytes = expression.as_bytes();
    let mut quote = None;
    for (at, &byte) in bytes.iter().enumerate() {
        let before = at.checked_sub(1).map(|before| bytes[before]);
        match (quote, byte) {
            (Some(open), _) if byte == open && before != Some(b'\\') => quote = None,
            (Some(_), _) => {}
            (None, b'"' | b'\'') => quote = Some(byte),
            (None, b'=') => {
                let compares = matches!(before, Some(b'=' | b'!')) || bytes.get(at + 1) == Some(&b'=');
                // `<=`, not `<<=`.
                let orders = matches!(before, Some(b'<' | b'>')) && (at < 2 || bytes[at - 2] != bytes[at - 1]);
                if !compares && !orders {
                    return true;
                }
            }
            (None, _) => {}
        }
    }
    false
}

fn text(included: &Path, request: &EntryRequest, signature: &Signature) -> String {
    let path = included.display().to_string().replace('\\', "\\\\").replace('"', "\\\"");
    let parameters: Vec<String> = signature
        .parameters
        .iter()
        .map(|parameter| format!("__typeof__({}) {}", parameter.ty.spelling, parameter.name))
        .collect();
    let parameters = if parameters.is_empty() { "void".to_owned() } else { parameters.join(", ") };
    let mut text = peers::as_c(included).unwrap_or_else(|| format!("#include \"{path}\"\n"));
    text.push_str("#ifndef NULL\n#define NULL ((void *)0)\n#endif\n");
    text.push_str(&format!("int {FUNCTION}({parameters}) {{\n"));
    for expression in &request.assume {
        // On a line of its own, which errors are about.
        text.push_str(&format!("if (!(\n#line 1 \"{PLACE}\"\n{expression}\n)) return 0;\n"));
    }
    text.push_str("return 1;\n}\n");
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_assigns_is_told_from_what_compares() {
        for compares in ["x == 3", "x <= 3 && y >= 2", "x != 3", "c == '='", "strcmp(s, \"a=b\") == 0", "x > 3"] {
            assert!(!assigns(compares), "{compares}");
        }
        for assigning in ["x = 3", "x == 3 && (y = 2)", "x += 1", "x <<= 1", "x >>= 2", "c = '='"] {
            assert!(assigns(assigning), "{assigning}");
        }
    }
}
