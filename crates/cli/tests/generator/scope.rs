//! The names a statement may use.

/// Types of the scalar variables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Type {
    Int,
    Unsigned,
    Short,
    Char,
    Byte,
    /// `char`, signed or not as the machine has it.
    Plain,
    Long,
    Enum,
    Bool,
}

impl Type {
    pub const ALL: &'static [Type] = &[
        Type::Int,
        Type::Int,
        Type::Int,
        Type::Unsigned,
        Type::Unsigned,
        Type::Short,
        Type::Char,
        Type::Byte,
        Type::Plain,
        Type::Long,
        Type::Enum,
        Type::Bool,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Type::Int => "int",
            Type::Unsigned => "unsigned",
            Type::Short => "short",
            Type::Char => "signed char",
            Type::Byte => "unsigned char",
            Type::Plain => "char",
            Type::Long => "long long",
            Type::Enum => "enum shade",
            Type::Bool => "_Bool",
        }
    }
}

#[derive(Clone)]
pub struct Scalar {
    pub name: String,
    pub of: Type,
    pub depth: usize,
}

#[derive(Clone)]
pub struct Array {
    pub name: String,
    /// A power of two, so that any index can be masked into range.
    pub length: i64,
    pub of: Type,
    pub depth: usize,
}

/// A variable, and how many blocks are around it: one that is deeper does not live longer, so that a pointer may name
/// only what is no deeper than itself.
#[derive(Clone)]
pub struct Variable {
    pub name: String,
    pub depth: usize,
}

/// Everything visible at one place. Cloned at the start of a block and dropped at its end.
#[derive(Clone, Default)]
pub struct Scope {
    /// Variables that statements may assign to.
    pub scalars: Vec<Scalar>,
    /// Loop counters: only read, so that loops end.
    pub counters: Vec<String>,
    pub arrays: Vec<Array>,
    /// Pointers to a live `int`.
    pub pointers: Vec<Variable>,
    /// Pointers to one of those.
    pub pointers_to_pointers: Vec<Variable>,
    /// Variables of type `struct pair`.
    pub pairs: Vec<Variable>,
    /// Variables of type `struct wide`.
    pub wides: Vec<String>,
    /// Variables of type `union word`.
    pub unions: Vec<String>,
    /// Variables of type `struct fields`.
    pub bit_fields: Vec<String>,
    /// Buffers of eight `char`s, the last of which is always 0.
    pub strings: Vec<String>,
    /// Pointers to the start of a heap object of two `int`s, which may be freed or null.
    pub heap: Vec<String>,
    /// Heads of linked lists.
    pub lists: Vec<String>,
    /// Variables of type `double` or `float`.
    pub floats: Vec<String>,
    pub function_pointers: Vec<String>,
    /// Conditions that hold on the paths through some arms of a join.
    pub witnesses: Vec<String>,
}
