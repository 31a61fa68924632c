//! Names of functions as people write them: the compilers of C++ and Rust put types into the names of the code they make.

/// The name in its language; a name of C is itself.
pub fn shown(name: &str) -> String {
    if let Ok(rust) = rustc_demangle::try_demangle(name) {
        // Without the hash at its end.
        return format!("{rust:#}");
    }
    let is_cpp = name.starts_with("_Z");
    let symbol = is_cpp.then(|| cpp_demangle::Symbol::new(name).ok()).flatten();
    symbol.and_then(|symbol| symbol.demangle().ok()).unwrap_or_else(|| name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_shown_in_their_language() {
        assert_eq!(shown("_ZN5Stack4pushEi"), "Stack::push(int)");
        assert_eq!(shown("_ZN4core6option13unwrap_failed17h0123456789abcdefE"), "core::option::unwrap_failed");
        assert_eq!(shown("main"), "main");
        assert_eq!(shown("_Zwhatever"), "_Zwhatever");
    }
}
