//! Which parameter counts the elements behind which pointer, by name and position.
//!
//! C has no way to say it, but its programmers have: a pointer is followed, or preceded, by an integer called `n`, `len`,
//! `size`, `count`, or by such a word behind or before another (`data_len`, `bufsize`, `num_items`). Pointers to the same type in
//! a row share the count behind them (`dot(const double *a, const double *b, int n)`).
//! A wrong guess would make wrong alarms or hide bugs, so the verdict names every pair.

use crate::ir::{Param, ParamKind};
use crate::signature::{PointeeKind, Signature};

/// Words that are a count by themselves, and behind another word.
const WORDS: &[&str] = &[
    "n",
    "len",
    "length",
    "size",
    "siz",
    "sz",
    "count",
    "cnt",
    "num",
    "number",
    "nbytes",
    "bytes",
    "nmemb",
    "nelem",
    "nelems",
    "nelements",
    "nitems",
    "capacity",
];
/// Words in front of what they count.
const PREFIXES: &[&str] = &["n", "nr", "num", "number"];
/// What buffers are called where their count is called by them (`buflen`) and they are not.
const BUFFERS: &[&str] = &[
    "buf", "buffer", "data", "arr", "array", "str", "string", "in", "input", "out", "src", "dst", "msg", "key", "text",
    "s",
];

/// For each parameter the one that counts what it points to. Without debug information there are none: what an element is
/// would not be known.
pub(crate) fn counts(params: &[Param], signature: Option<&Signature>) -> Vec<Option<usize>> {
    let mut pairs = vec![None; params.len()];
    let Some(signature) = signature else { return pairs };
    let pointee = |at: usize| match params[at].kind {
        ParamKind::Pointer => signature.type_of(&params[at].name).and_then(|ty| ty.pointee.as_ref()),
        ParamKind::Integer | ParamKind::Float | ParamKind::ByVal { .. } => None,
    };
    let countable = |at: usize| pointee(at).is_some_and(|p| p.kind != PointeeKind::Function);
    let is_count = |at: usize, of: usize| {
        params[at].kind == ParamKind::Integer
            && (8..=64).contains(&params[at].width)
            && names_count(&params[at].name, &params[of].name)
    };
    for (at, pair) in pairs.iter_mut().enumerate() {
        if !countable(at) {
            continue;
        }
        // Past pointers to the same type.
        let mut next = at + 1;
        while next < params.len() && countable(next) && pointee(next).map(|p| &p.name) == pointee(at).map(|p| &p.name) {
            next += 1;
        }
        if next < params.len() && is_count(next, at) {
            *pair = Some(next);
        }
    }
    for at in 1..params.len() {
        // One that nothing before it has claimed.
        if countable(at) && pairs[at].is_none() && is_count(at - 1, at) && !pairs.contains(&Some(at - 1)) {
            pairs[at] = Some(at - 1);
        }
    }
    pairs
}

/// Whether a count of this name is one of bytes, whatever an element is. The size of a structure is.
pub(crate) fn counts_bytes(name: &str, of_record: bool) -> bool {
    let name = name.to_ascii_lowercase();
    let ends = |words: &[&str]| words.iter().any(|word| name.ends_with(word));
    ends(&["bytes"]) || (of_record && ends(&["size", "siz", "sz"]))
}

/// Whether an integer of this name counts what is behind a pointer of that name.
fn names_count(name: &str, pointer: &str) -> bool {
    let words = words_of(name);
    let pointer = words_of(pointer).concat();
    let whole = words.concat();
    let about_pointer = |rest: &str| !rest.is_empty() && (rest == pointer || BUFFERS.contains(&rest));
    match words.as_slice() {
        [] => false,
        [_] => {
            WORDS.contains(&whole.as_str())
                || WORDS.iter().any(|word| whole.strip_suffix(word).is_some_and(about_pointer))
                || PREFIXES.iter().any(|word| whole.strip_prefix(word).is_some_and(about_pointer))
        }
        [first, .., last] => WORDS.contains(&last.as_str()) || PREFIXES.contains(&first.as_str()),
    }
}

/// The words of a name, in small letters: `bufLen` and `buf_len` are two words.
fn words_of(name: &str) -> Vec<String> {
    let mut words: Vec<String> = vec![String::new()];
    let mut before_small = false;
    for letter in name.chars() {
        if letter == '_' || (letter.is_ascii_uppercase() && before_small) {
            words.push(String::new());
        }
        if letter.is_ascii_alphanumeric()
            && let Some(word) = words.last_mut()
        {
            word.push(letter.to_ascii_lowercase());
        }
        before_small = letter.is_ascii_lowercase() || letter.is_ascii_digit();
    }
    words.retain(|word| !word.is_empty());
    words
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::Reg;
    use crate::signature::{DeclaredType, Pointee, SourceParameter};

    /// Parameters given as `type* name` for pointers and `name` for integers.
    fn pairs(list: &[&str]) -> Vec<Option<usize>> {
        let mut params = Vec::new();
        let mut parameters = Vec::new();
        for text in list {
            let (pointee, name) = match text.split_once("* ") {
                Some((ty, name)) => (Some(ty), name),
                None => (None, *text),
            };
            let kind = if pointee.is_some() { ParamKind::Pointer } else { ParamKind::Integer };
            params.push(Param { reg: Reg(0), width: 64, kind, name: name.to_owned() });
            let pointee = pointee.map(|ty| Pointee {
                kind: if ty == "function" { PointeeKind::Function } else { PointeeKind::Other },
                size: 4,
                name: ty.to_owned(),
                is_text: false,
            });
            parameters
                .push(SourceParameter { name: name.to_owned(), ty: DeclaredType { spelling: String::new(), pointee } });
        }
        counts(&params, Some(&Signature { parameters, named: true, file: String::new() }))
    }

    #[test]
    fn a_count_follows_its_pointer_or_comes_before_it() {
        assert_eq!(pairs(&["char* data", "size"]), [Some(1), None]);
        assert_eq!(pairs(&["n", "int* a"]), [None, Some(0)]);
        assert_eq!(pairs(&["char* dst", "dst_size", "char* src", "src_len"]), [Some(1), None, Some(3), None]);
        assert_eq!(pairs(&["int* a", "n", "int* b"]), [Some(1), None, None], "a count that is taken");
    }

    #[test]
    fn pointers_to_the_same_type_share_a_count() {
        assert_eq!(pairs(&["double* a", "double* b", "n"]), [Some(2), Some(2), None]);
        assert_eq!(pairs(&["context* c", "char* data", "len"]), [None, Some(2), None]);
    }

    #[test]
    fn other_integers_count_nothing() {
        assert_eq!(pairs(&["char* s", "c"]), [None, None]);
        assert_eq!(pairs(&["account* a", "discount"]), [None, None]);
        assert_eq!(pairs(&["function* callback", "n"]), [None, None]);
        assert_eq!(pairs(&["n"]), [None]);
    }

    #[test]
    fn counts_have_many_names() {
        for name in [
            "n",
            "len",
            "Size",
            "nmemb",
            "data_len",
            "dataLen",
            "num_items",
            "numItems",
            "nItems",
            "datalen",
            "ndata",
            "buflen",
        ] {
            assert!(names_count(name, "data"), "{name}");
        }
        for name in ["x", "index", "flags", "account", "seen", "offset", "align", "node"] {
            assert!(!names_count(name, "data"), "{name}");
        }
    }

    #[test]
    fn some_counts_are_of_bytes() {
        assert!(counts_bytes("nbytes", false) && counts_bytes("size", true) && counts_bytes("headerSize", true));
        assert!(!counts_bytes("size", false) && !counts_bytes("count", true));
    }
}
