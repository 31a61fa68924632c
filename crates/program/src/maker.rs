//! Which compiler made code that cannot be read, so that the message says more than "damaged".

use std::fmt;

/// The version of LLVM that reads code here.
const OURS: u32 = 19;

/// A compiler whose code is not for us.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Maker {
    Rust {
        /// As `rustc --version` has it, where the code says so.
        version: String,
    },
    /// A later version of LLVM.
    Newer(u32),
}

impl Maker {
    /// The maker of bitcode or textual IR; `complaint` is what LLVM said about it. `None`: nothing points to another one.
    pub(crate) fn of(code: &[u8], complaint: &str) -> Option<Maker> {
        // LLVM names the producer in complaints about bitcode: 'LLVM21.1.0-rust-1.90.0-stable'.
        let producer =
            complaint.split_once("Producer: '").map_or("", |(_, rest)| rest.split('\'').next().unwrap_or(""));
        if let Some(version) = text_behind(code, b"rustc version ") {
            return Some(Maker::Rust { version });
        }
        if let Some((_, version)) = producer.split_once("-rust-") {
            return Some(Maker::Rust { version: version.split('-').next().unwrap_or("").to_owned() });
        }
        let of_producer = producer.strip_prefix("LLVM").map(str::to_owned);
        let version = of_producer.or_else(|| text_behind(code, b"clang version "))?;
        let major = version.split('.').next()?.parse().ok()?;
        (major > OURS).then_some(Maker::Newer(major))
    }
}

impl fmt::Display for Maker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Maker::Rust { version } => write!(
                f,
                "made by rustc {version}, whose LLVM is not LLVM {OURS}: compile it with a rustc that has LLVM {OURS} (1.82 to \
                 1.86), or give C"
            ),
            Maker::Newer(version) => {
                write!(f, "made by LLVM {version}, which LLVM {OURS} cannot read: compile it again with clang-{OURS}")
            }
        }
    }
}

/// The word behind these bytes. Texts of metadata are plain in bitcode too.
fn text_behind(code: &[u8], before: &[u8]) -> Option<String> {
    let start = code.windows(before.len()).position(|window| window == before)? + before.len();
    let word = code[start..].iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'.').take(20);
    Some(word.map(|&byte| char::from(byte)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_maker_is_told_by_what_the_code_says() {
        let rust = Maker::Rust { version: "1.90.0".into() };
        assert_eq!(Maker::of(b"!0 = !{!\"rustc version 1.90.0 (abc)\"}", "expected type"), Some(rust.clone()));
        let complaint =
            "Unknown attribute kind (102) (Producer: 'LLVM21.1.0-rust-1.90.0-stable' Reader: 'LLVM 19.1.7')";
        assert_eq!(Maker::of(b"BC", complaint), Some(rust));
        assert_eq!(
            Maker::of(b"BC", "Invalid record (Producer: 'LLVM21.1.0' Reader: 'LLVM 19.1.7')"),
            Some(Maker::Newer(21))
        );
        assert_eq!(Maker::of(b"!{!\"Debian clang version 20.1.2\"}", "expected type"), Some(Maker::Newer(20)));
        assert_eq!(Maker::of(b"!{!\"Debian clang version 19.1.7\"}", "expected type"), None);
        assert_eq!(Maker::of(b"noise", "Invalid bitcode signature"), None);
    }
}
