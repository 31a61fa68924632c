//! Where an input comes from when the program is run natively. Names tell, as in KLEE's tests: nothing else of a test says so.

/// What hands an input to the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role<'name> {
    Stdin,
    /// The file of this name, which the program finds when it starts.
    File(&'name str),
    /// The environment variable of this name; its value ends at the first NUL.
    Variable(&'name str),
    /// An argument; the test has all of them as a list too.
    Argument,
    /// What a peer sends.
    Socket,
    /// A function the program calls, or a parameter of its entry.
    Value,
}

impl<'name> Role<'name> {
    pub fn of(name: &'name str) -> Role<'name> {
        let digits = |text: &str| text.len() == 2 && text.bytes().all(|byte| byte.is_ascii_digit());
        if name == "stdin" {
            Role::Stdin
        } else if name == "socket" {
            Role::Socket
        } else if let Some(variable) = name.strip_prefix("env:") {
            Role::Variable(variable)
        } else if let Some(file) = name.strip_prefix("file:") {
            Role::File(file)
        } else if let Some(file) = name.strip_suffix("-data").filter(|file| matches!(file.as_bytes(), [b'A'..=b'Z'])) {
            Role::File(file)
        } else if name.strip_prefix("arg").is_some_and(digits) {
            Role::Argument
        } else {
            Role::Value
        }
    }
}

/// What an environment variable is set to by these bytes.
pub fn until_nul(bytes: &[u8]) -> &[u8] {
    bytes.split(|&byte| byte == 0).next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_tell_the_role() {
        for (name, role) in [
            ("stdin", Role::Stdin),
            ("env:HOME", Role::Variable("HOME")),
            ("file:a b", Role::File("a b")),
            ("A-data", Role::File("A")),
            ("meta-data", Role::Value),
            ("arg00", Role::Argument),
            ("arg0", Role::Value),
            ("socket", Role::Socket),
            ("x", Role::Value),
        ] {
            assert_eq!(Role::of(name), role, "{name}");
        }
    }
}
