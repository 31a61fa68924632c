//! The names of the rewrite rules, and how often each was used.

macro_rules! rules {
    ($($(#[$doc:meta])* $name:ident,)*) => {
        /// A rewrite rule.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Rule {
            $($(#[$doc])* $name,)*
        }

        impl Rule {
            pub const ALL: &'static [Rule] = &[$(Rule::$name,)*];

            pub fn name(self) -> &'static str {
                match self {
                    $(Rule::$name => stringify!($name),)*
                }
            }
        }
    };
}

rules! {
    /// An operation on constants is computed.
    FoldConstants,
}

/// One counter for each rule.
pub(crate) struct RuleCounts([u64; Rule::ALL.len()]);

impl Default for RuleCounts {
    fn default() -> RuleCounts {
        RuleCounts([0; Rule::ALL.len()])
    }
}

impl RuleCounts {
    #[inline(always)]
    pub fn add(&mut self, rule: Rule) {
        self.0[rule as usize] += 1;
    }

    pub fn get(&self, rule: Rule) -> u64 {
        self.0[rule as usize]
    }
}
