//! The parentheses and words of a script, with the lines they are on. No recursion: scripts nest deeply.

use super::{ReadError, mistake};

/// A word or a list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sexpr {
    pub line: usize,
    pub kind: Kind,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A symbol, keyword or literal; `|quoted symbols|` without their bars.
    Word(String),
    Text(String),
    List(Vec<Sexpr>),
}

impl Sexpr {
    pub fn word(&self) -> Option<&str> {
        match &self.kind {
            Kind::Word(word) => Some(word),
            Kind::Text(_) | Kind::List(_) => None,
        }
    }

    pub fn list(&self) -> Option<&[Sexpr]> {
        match &self.kind {
            Kind::List(items) => Some(items),
            Kind::Word(_) | Kind::Text(_) => None,
        }
    }
}

/// Lists are freed in a loop: they nest as deeply as the script does.
impl Drop for Sexpr {
    fn drop(&mut self) {
        let mut waiting = take_items(self);
        while let Some(mut item) = waiting.pop() {
            waiting.append(&mut take_items(&mut item));
        }
    }
}

fn take_items(e: &mut Sexpr) -> Vec<Sexpr> {
    match &mut e.kind {
        Kind::List(items) => std::mem::take(items),
        Kind::Word(_) | Kind::Text(_) => Vec::new(),
    }
}

/// All expressions of a text.
pub fn parse(text: &str) -> Result<Vec<Sexpr>, ReadError> {
    let mut done: Vec<Sexpr> = Vec::new();
    // Lists that are not closed yet, with the lines they start on.
    let mut open: Vec<(usize, Vec<Sexpr>)> = Vec::new();
    let mut line = 1;
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let start = line;
        let (kind, used) = match first {
            '\n' => {
                line += 1;
                rest = &rest[1..];
                continue;
            }
            c if c.is_whitespace() => {
                rest = &rest[c.len_utf8()..];
                continue;
            }
            ';' => {
                rest = &rest[rest.find('\n').unwrap_or(rest.len())..];
                continue;
            }
            '(' => {
                open.push((line, Vec::new()));
                rest = &rest[1..];
                continue;
            }
            ')' => match open.pop() {
                Some((opened, items)) => {
                    rest = &rest[1..];
                    let list = Sexpr { line: opened, kind: Kind::List(items) };
                    open.last_mut().map_or(&mut done, |(_, items)| items).push(list);
                    continue;
                }
                None => return mistake(line, "`)` without a `(` before it"),
            },
            '|' => match rest[1..].find('|') {
                Some(length) => (Kind::Word(rest[1..1 + length].to_owned()), length + 2),
                None => return mistake(line, "a symbol that starts with `|` does not end"),
            },
            '"' => match text_literal(&rest[1..]) {
                Some((text, length)) => (Kind::Text(text), length + 1),
                None => return mistake(line, "a text that starts with `\"` does not end"),
            },
            _ => {
                let ends = |c: char| c.is_whitespace() || matches!(c, '(' | ')' | ';' | '"' | '|');
                let length = rest.find(ends).unwrap_or(rest.len());
                (Kind::Word(rest[..length].to_owned()), length)
            }
        };
        line += rest[..used].matches('\n').count();
        rest = &rest[used..];
        open.last_mut().map_or(&mut done, |(_, items)| items).push(Sexpr { line: start, kind });
    }
    match open.pop() {
        Some((line, _)) => mistake(line, "`(` without a `)` behind it"),
        None => Ok(done),
    }
}

/// A text up to its closing quote, where two quotes stand for one; and how much of the input it took.
fn text_literal(input: &str) -> Option<(String, usize)> {
    let mut text = String::new();
    let mut at = 0;
    loop {
        let length = input[at..].find('"')?;
        text.push_str(&input[at..at + length]);
        at += length + 1;
        if !input[at..].starts_with('"') {
            return Some((text, at));
        }
        text.push('"');
        at += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_lists_and_lines() {
        let parsed = parse("(a |b\nc| ; no (\n \"x\"\"y\")\n#b01").unwrap();
        assert_eq!((parsed[0].line, parsed[1].line), (1, 4));
        let items = parsed[0].list().unwrap();
        assert_eq!((items[1].word(), items[1].line), (Some("b\nc"), 1));
        assert_eq!((&items[2].kind, items[2].line), (&Kind::Text("x\"y".to_owned()), 3));
        assert_eq!(parsed[1].word(), Some("#b01"));
    }

    #[test]
    fn mistakes_name_their_line() {
        for (text, wrong) in [("(a\n(b)", 1), ("a\n)", 2), ("\n|a", 2), ("\n\n\"a", 3)] {
            match parse(text) {
                Err(ReadError::Mistake { line, .. }) => assert_eq!(line, wrong, "{text}"),
                other => panic!("{text}: {other:?}"),
            }
        }
    }

    #[test]
    fn deep_nesting_needs_no_deep_stack() {
        let depth = 200_000;
        let text = format!("{}{}", "(".repeat(depth), ")".repeat(depth));
        assert_eq!(parse(&text).unwrap().len(), 1);
    }
}
