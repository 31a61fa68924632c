//! The names of things in a [`Dag`](crate::Dag): dense 32-bit numbers, meaningful only together with their DAG.

use std::fmt;

macro_rules! id {
    ($(#[$doc:meta])* $name:ident, $prefix:literal, $visibility:vis) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name($visibility u32);

        impl $name {
            /// The number as a vector index.
            #[inline]
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!($prefix, "{}"), self.0)
            }
        }
    };
}

id!(/** An expression. Operands always have smaller ids than the expressions that use them. */ ExprId, "e", pub(crate));
id!(/** A variable: one input value of the program under test. */ VarId, "v", pub);
id!(/** An array term. A write has a larger id than the array it writes to. */ ArrayId, "a", pub(crate));
