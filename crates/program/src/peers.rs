//! The languages of CBMC and ESBMC, as far as they are more than C: names that need no declaration, and what no C compiler reads.
//!
//! A file that mentions such names is compiled with a header of ours before it. One with syntax of theirs is compiled by way of
//! a text in which that is C: `__CPROVER_forall { int i; c }` and `_exists` become the macros of that header, with `==>` in them,
//! `__CPROVER_bitvector[N]` becomes `_BitInt(N)`, and ESBMC's tables of objects become questions about the pointer. Lines stay where they
//! are. Only the file itself is rewritten, not what it includes; what is not understood is left to the compiler to complain about.

use std::path::{Path, PathBuf};

const HEADER: &str = "secateur_peers.h";
const NAMES: [&str; 2] = ["__CPROVER_", "__ESBMC_"];

/// Quantifiers, and whether they are over all values.
const QUANTIFIERS: [(&str, bool); 2] = [("__CPROVER_forall", true), ("__CPROVER_exists", false)];
const BIT_VECTOR: &str = "__CPROVER_bitvector";
/// Tables by the number of an object, and the questions about pointers that say the same.
const TABLES: [(&str, &str); 3] = [
    ("__ESBMC_is_dynamic", "__CPROVER_DYNAMIC_OBJECT"),
    ("__ESBMC_alloc_size", "__ESBMC_get_object_size"),
    ("__ESBMC_alloc", "__CPROVER_LIVE_OBJECT"),
];
const NUMBER_OF_OBJECT: &str = "__ESBMC_POINTER_OBJECT";
const IMPLIES: &str = "==>";

/// The header that is included before a file because it uses names of other verifiers, if it does.
pub fn header(file: &Path, includes: &[PathBuf]) -> Option<PathBuf> {
    let header = includes.iter().map(|folder| folder.join(HEADER)).find(|header| header.is_file())?;
    text_of(file).map(|_| header)
}

/// The text to compile in the place of a file with syntax of other verifiers: the same lines, in C.
pub fn as_c(file: &Path) -> Option<String> {
    let text = String::from_utf8(text_of(file)?).ok()?;
    let rewritten = rewrite(&text);
    let name = file.display().to_string().replace('\\', "\\\\").replace('"', "\\\"");
    (rewritten != text).then(|| format!("#line 1 \"{name}\"\n{rewritten}\n"))
}

/// What is in a source file, if it mentions other verifiers.
fn text_of(file: &Path) -> Option<Vec<u8>> {
    let is_source = file.extension().is_some_and(|extension| extension == "c" || extension == "i");
    let text = is_source.then(|| std::fs::read(file).ok()).flatten()?;
    let mentions = |name: &&str| text.windows(name.len()).any(|window| window == name.as_bytes());
    NAMES.iter().any(mentions).then_some(text)
}

fn rewrite(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(token) = first_token(rest) {
        let behind = &rest[token.len()..];
        let (written, behind) = match token {
            "(" => in_parentheses(behind).unwrap_or((token.to_owned(), behind)),
            _ => construct(token, behind).unwrap_or((token.to_owned(), behind)),
        };
        out.push_str(&written);
        rest = behind;
    }
    out
}

/// What is between parentheses may have implications in it.
fn in_parentheses(inside: &str) -> Option<(String, &str)> {
    let (inside, behind) = up_to(inside, ")")?;
    let mut out = String::from("(");
    let mut rest = inside;
    while let Some((part, after)) = up_to(rest, ",;") {
        out.push_str(&condition(part));
        out.push_str(&rest[part.len()..rest.len() - after.len()]);
        rest = after;
    }
    out.push_str(&condition(rest));
    out.push(')');
    Some((out, behind))
}

/// A condition, whose implications become alternatives. They bind more loosely than `||`, and to the right.
fn condition(text: &str) -> String {
    match up_to(text, IMPLIES) {
        Some((left, right)) if up_to(text, "?").is_none() => {
            format!("(!({}) || ({}))", rewrite(left), condition(right))
        }
        _ => rewrite(text),
    }
}

/// What a word of another verifier and what belongs to it is in C, and the text behind it.
fn construct<'t>(word: &str, behind: &'t str) -> Option<(String, &'t str)> {
    if let Some((_, all)) = QUANTIFIERS.iter().find(|(name, _)| *name == word) {
        let (inside, behind) = up_to(behind.trim_start().strip_prefix('{')?, "}")?;
        let (declaration, stated) = up_to(inside, ";")?;
        let neutral = u8::from(*all);
        let variables = names_in(declaration);
        let (mut before, mut after) = (String::new(), String::new());
        for name in &variables {
            before.push_str(&format!("__secateur_quantified(&{name}, ("));
            after.push_str(&format!("), {neutral})"));
        }
        let written = format!("({{{declaration}; {before}{}{after}; }})", condition(stated));
        return (!variables.is_empty()).then_some((written, behind));
    }
    let (inside, after) = up_to(behind.trim_start().strip_prefix('[')?, "]")?;
    if word == BIT_VECTOR {
        return Some((format!("_BitInt({inside})"), after));
    }
    let (_, question) = TABLES.iter().find(|(name, _)| *name == word)?;
    let number = inside.trim().strip_prefix(NUMBER_OF_OBJECT)?.trim_start();
    let (pointer, nothing) = up_to(number.strip_prefix('(')?, ")")?;
    nothing.trim().is_empty().then(|| (format!("{question}({})", rewrite(pointer)), after))
}

/// The variables of a declaration: the last word before each comma.
fn names_in(declaration: &str) -> Vec<&str> {
    let mut names = Vec::new();
    let mut name = None;
    let mut rest = declaration;
    while let Some(token) = first_token(rest) {
        match token {
            "," => names.extend(name.take()),
            word if word.starts_with(begins_word) => name = Some(word),
            _ => {}
        }
        rest = &rest[token.len()..];
    }
    names.extend(name);
    names
}

/// The text before and behind the first token of these that is in no brackets: one token, or any of several characters.
fn up_to<'t>(text: &'t str, ends: &str) -> Option<(&'t str, &'t str)> {
    let mut depth = 0;
    let mut rest = text;
    while let Some(token) = first_token(rest) {
        let is_end = token == ends || (token.len() == 1 && !ends.starts_with('=') && ends.contains(token));
        if depth == 0 && is_end {
            return Some((&text[..text.len() - rest.len()], &rest[token.len()..]));
        }
        match token {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" if depth == 0 => return None,
            ")" | "]" | "}" => depth -= 1,
            _ => {}
        }
        rest = &rest[token.len()..];
    }
    None
}

/// A word, a comment, a literal, an implication, or one character.
fn first_token(text: &str) -> Option<&str> {
    let first = text.chars().next()?;
    let up_to_and_with = |end: &str| text[2..].find(end).map_or(text.len(), |at| 2 + at + end.len());
    let len = match first {
        _ if begins_word(first) => text.find(|c: char| !begins_word(c) && !c.is_ascii_digit()).unwrap_or(text.len()),
        '/' if text.starts_with("//") => text.find('\n').unwrap_or(text.len()),
        '/' if text.starts_with("/*") => up_to_and_with("*/"),
        '"' | '\'' => literal(text, first),
        '<' if text.starts_with("<==>") => 4,
        '=' if text.starts_with(IMPLIES) => IMPLIES.len(),
        _ => first.len_utf8(),
    };
    Some(&text[..len])
}

/// Up to its quote, or to the end of the line: `don't` may be in what the preprocessor drops.
fn literal(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            '\n' if !escaped => return at,
            _ if c == quote && !escaped => return at + 1,
            _ => escaped = c == '\\' && !escaped,
        }
    }
    text.len()
}

fn begins_word(c: char) -> bool {
    c.is_ascii_alphabetic() || c == '_'
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantifiers_become_macros_on_the_same_lines() {
        assert_eq!(
            rewrite("__CPROVER_assert(__CPROVER_forall { int i;\n(0 <= i && i < 3) ==> a[i] == f(i, 1) }, \"all\");"),
            "__CPROVER_assert(({ int i; __secateur_quantified(&i, \
             ((!(\n(0 <= i && i < 3) ) || ( a[i] == f(i, 1) ))), 1); }), \"all\");"
        );
        assert_eq!(
            rewrite("__CPROVER_exists { unsigned *x, y; *x == y }"),
            "({ unsigned *x, y; __secateur_quantified(&x, (__secateur_quantified(&y, ( *x == y ), 0)), 0); })"
        );
    }

    #[test]
    fn implications_bind_to_the_right_and_within_their_parentheses() {
        assert_eq!(rewrite("f(a ==> b ==> c, d)"), "f((!(a ) || ((!( b ) || ( c)))), d)");
        assert_eq!(rewrite("((a || b) ==> (c ==> d))"), "((!((a || b) ) || ( ((!(c ) || ( d))))))");
        for left in ["f(a <==> b)", "f(a ? b ==> c : d)", "a == b"] {
            assert_eq!(rewrite(left), left, "for the compiler to complain about");
        }
    }

    #[test]
    fn types_and_tables_have_their_names_in_c() {
        assert_eq!(rewrite("unsigned __CPROVER_bitvector[W + 1] x[3];"), "unsigned _BitInt(W + 1) x[3];");
        assert_eq!(rewrite("__ESBMC_is_dynamic[__ESBMC_POINTER_OBJECT(p + 1)]"), "__CPROVER_DYNAMIC_OBJECT(p + 1)");
        assert_eq!(rewrite("__ESBMC_alloc_size[ __ESBMC_POINTER_OBJECT (q) ]"), "__ESBMC_get_object_size(q)");
        for left in ["extern _Bool __ESBMC_is_dynamic[];", "__ESBMC_is_dynamic[n]", "x = \"__CPROVER_bitvector[3]\";"] {
            assert_eq!(rewrite(left), left);
        }
    }

    #[test]
    fn what_is_said_in_comments_and_literals_stays() {
        for left in
            ["// __CPROVER_forall { int i; a }\n", "/* (a ==> b */ c", "'\\'' (\"==>\")", "#error don't\n(a)", "(("]
        {
            assert_eq!(rewrite(left), left);
        }
    }
}
