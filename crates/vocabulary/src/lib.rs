//! Names users type, each vocabulary in one table.
//!
//! `vocabulary!` declares an enum together with the one name of each value, so that a value without a name, or a name
//! that parses to something else than it prints, cannot be written. The vocabularies themselves stand in the crates whose
//! notions they name.

use std::fmt;

/// A name that is not in its vocabulary; prints the ones that are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownName {
    /// What was to be named, such as "search strategy".
    pub what: &'static str,
    pub given: String,
    pub known: Vec<&'static str>,
}

impl fmt::Display for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown {} '{}', expected one of: {}", self.what, self.given, self.known.join(", "))
    }
}

impl std::error::Error for UnknownName {}

/// Declares an enum whose values have names: `ALL`, `name`, `Display` and `FromStr` follow the one list. Further names
/// behind a bar are read, and never printed.
#[macro_export]
macro_rules! vocabulary {
    (
        $(#[$doc:meta])*
        $vis:vis enum $type:ident: $what:literal {
            $($(#[$value_doc:meta])* $value:ident = $name:literal $(| $alias:literal)*,)+
        }
    ) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        $vis enum $type {
            $($(#[$value_doc])* $value,)+
        }

        impl $type {
            /// Every value, in the order of the table.
            pub const ALL: &'static [$type] = &[$($type::$value,)+];

            /// The one name of this value.
            pub fn name(self) -> &'static str {
                match self {
                    $($type::$value => $name,)+
                }
            }
        }

        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.name())
            }
        }

        impl std::str::FromStr for $type {
            type Err = $crate::UnknownName;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                match text {
                    $($name $(| $alias)* => Ok($type::$value),)+
                    _ => Err($crate::UnknownName {
                        what: $what,
                        given: text.to_owned(),
                        known: Self::ALL.iter().map(|value| value.name()).collect(),
                    }),
                }
            }
        }
    };
}

#[cfg(test)]
mod tests {
    vocabulary! {
        enum Fruit: "fruit" {
            Apple = "apple",
            BloodOrange = "blood-orange" | "moro",
        }
    }

    #[test]
    fn every_name_parses_to_the_value_that_prints_it() {
        for &fruit in Fruit::ALL {
            assert_eq!(fruit.to_string().parse(), Ok(fruit));
        }
        assert_eq!("moro".parse(), Ok(Fruit::BloodOrange));
        assert_eq!(Fruit::BloodOrange.to_string(), "blood-orange");
    }

    #[test]
    fn an_unknown_name_lists_the_known_ones() {
        let error = "pear".parse::<Fruit>().unwrap_err();
        assert_eq!(error.to_string(), "unknown fruit 'pear', expected one of: apple, blood-orange");
    }
}
