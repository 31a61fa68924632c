//! The parameters of a function as its source declares them.
//!
//! The lowered function has one parameter for each register; a structure passed by value may be two of them.

use crate::llvm::Module;
use crate::spelling::declared_type;

/// The declared parameters of a function, in order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Signature {
    pub parameters: Vec<SourceParameter>,
    /// Whether the code has their names; else they are called by their numbers.
    pub named: bool,
    /// The file that has the definition, as the compiler recorded it.
    pub file: String,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SourceParameter {
    pub name: String,
    pub ty: DeclaredType,
}

/// A type of C.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DeclaredType {
    /// How C says it, where the names of the program are known.
    pub spelling: String,
    /// What it points to, if it is a pointer.
    pub pointee: Option<Pointee>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pointee {
    pub kind: PointeeKind,
    /// In bytes; 0 where that is not known.
    pub size: u64,
    /// Without `typedef`s and qualifiers.
    pub name: String,
    /// Plain `char`, of which text is made.
    pub is_text: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PointeeKind {
    Void,
    /// One of the three character types.
    Character,
    /// A structure or union.
    Record,
    Function,
    Other,
}

impl Signature {
    /// The signature of a defined function; `None` without debug information that fits its parameters.
    pub(crate) fn of(module: &Module, function: &str) -> Option<Signature> {
        let function = module.functions().into_iter().find(|f| f.name() == function && !f.is_declaration())?;
        let types: Vec<DeclaredType> = function.parameter_nodes()?.into_iter().map(declared_type).collect();
        let mut names: Vec<String> = Vec::new();
        let named = function.params().into_iter().any(|param| !param.name().is_empty());
        for (index, param) in function.params().into_iter().enumerate() {
            // The place for a returned structure is no parameter of the source.
            if function.has_param_attribute(index as u32, "sret") {
                continue;
            }
            // Without names each is called as the lowered function calls it.
            let name = match param.name() {
                name if name.is_empty() => format!("arg{index}"),
                name => source_name(&name).to_owned(),
            };
            if names.last() != Some(&name) {
                names.push(name);
            }
        }
        let file = function.declared_at().map(|(directory, name, _)| in_directory(&directory, &name));
        let parameters = names.into_iter().zip(types.clone()).map(|(name, ty)| SourceParameter { name, ty });
        let parameters: Vec<SourceParameter> = parameters.collect();
        (parameters.len() == types.len()).then(|| Signature { parameters, named, file: file.unwrap_or_default() })
    }

    /// The declared type of a parameter of the lowered function.
    pub fn type_of(&self, lowered: &str) -> Option<&DeclaredType> {
        let name = source_name(lowered);
        self.parameters.iter().find(|parameter| parameter.name == name).map(|parameter| &parameter.ty)
    }
}

/// The name of the parameter a register belongs to: the compiler calls parts of a structure `s.coerce0`, `s.coerce1`.
fn source_name(lowered: &str) -> &str {
    lowered.split_once(".coerce").map_or(lowered, |(name, _)| name)
}

fn in_directory(directory: &str, name: &str) -> String {
    if name.starts_with('/') || directory.is_empty() { name.to_owned() } else { format!("{directory}/{name}") }
}
