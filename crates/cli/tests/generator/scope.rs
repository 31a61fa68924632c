//! The names a statement may use.

/// Types of the scalar variables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Type {
    Int,
    Unsigned,
    Short,
    Char,
    Byte,
}

impl Type {
    pub const ALL: &'static [Type] = &[Type::Int, Type::Int, Type::Unsigned, Type::Short, Type::Char, Type::Byte];

    pub fn name(self) -> &'static str {
        match self {
            Type::Int => "int",
            Type::Unsigned => "unsigned",
            Type::Short => "short",
            Type::Char => "signed char",
            Type::Byte => "unsigned char",
        }
    }
}

#[derive(Clone)]
pub struct Scalar {
    pub name: String,
    pub of: Type,
}

#[derive(Clone)]
pub struct Array {
    pub name: String,
    /// A power of two, so that any index can be masked into range.
    pub length: i64,
    pub of: Type,
}

#[derive(Clone)]
pub struct Pointer {
    pub name: String,
    /// A pointer that outlives this function's variables must not point to them.
    pub global: bool,
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
    pub pointers: Vec<Pointer>,
    /// Variables of type `struct pair`.
    pub pairs: Vec<String>,
    /// Pointers to the start of a heap object of two `int`s, which may be freed or null.
    pub heap: Vec<String>,
    /// Heads of linked lists.
    pub lists: Vec<String>,
    pub doubles: Vec<String>,
    pub function_pointers: Vec<String>,
    /// Conditions that hold on the paths through some arms of a join.
    pub witnesses: Vec<String>,
    /// How many of the scalars, arrays and pairs are global: they come first.
    pub global_scalars: usize,
    pub global_arrays: usize,
    pub global_pairs: usize,
}
