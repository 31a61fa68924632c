//! What can be read off a document or a comment: quoted words, links, headings, tables, names of documents.

use std::collections::BTreeSet;

/// The lines of a document that are text: not those of indented or fenced code.
pub fn text(document: &str) -> impl Iterator<Item = &str> {
    let mut fenced = false;
    document.lines().filter(move |line| {
        let fence = line.trim_start().starts_with("```");
        fenced ^= fence;
        !fenced && !fence && !line.starts_with("    ")
    })
}

/// What stands between backticks.
pub fn quoted(document: &str) -> Vec<&str> {
    text(document).flat_map(|line| line.split('`').skip(1).step_by(2)).collect()
}

/// Where links lead: the part before `#` and the part behind it.
pub fn links(document: &str) -> Vec<(&str, &str)> {
    let targets = text(document).flat_map(|line| line.split("](").skip(1).filter_map(|rest| rest.split(')').next()));
    targets.map(|target| target.split_once('#').unwrap_or((target, ""))).collect()
}

/// Words that end in `.md`, wherever they stand, but in addresses.
pub fn named_documents(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|c: char| !(c.is_ascii_alphanumeric() || "_./-*:#".contains(c)));
    let words = words.filter(|word| !word.contains("://")).map(|word| word.split('#').next().unwrap_or_default());
    words.map(|word| word.trim_start_matches(':').trim_end_matches(['.', ':'])).filter(|word| word.ends_with(".md"))
}

/// The anchors of a document's headings, as code hosts make them.
pub fn anchors(document: &str) -> BTreeSet<String> {
    let headings =
        text(document).filter_map(|line| line.strip_prefix('#')).map(|line| line.trim_start_matches('#').trim());
    let anchor = |heading: &str| -> String {
        let kept = heading.chars().filter(|&c| c.is_alphanumeric() || " -_".contains(c));
        kept.map(|c| if c == ' ' { '-' } else { c.to_ascii_lowercase() }).collect()
    };
    headings.map(anchor).collect()
}

/// The cells of the table whose head begins with `head`, row by row.
pub fn table<'a>(document: &'a str, head: &str) -> Vec<Vec<&'a str>> {
    let rows = document.lines().skip_while(|line| !line.starts_with(head)).skip(2);
    let rows = rows.take_while(|line| line.starts_with('|'));
    rows.map(|row| row.trim_matches('|').split('|').map(str::trim).collect()).collect()
}

/// What is quoted in the first cells of a table.
pub fn first_column<'a>(document: &'a str, head: &str) -> Vec<&'a str> {
    let cells = table(document, head).into_iter().filter_map(|row| row.first().copied());
    cells.flat_map(|cell| cell.split('`').skip(1).step_by(2)).collect()
}

/// What a line of source says to people: all of it in C, where comments have many forms.
pub fn comment<'a>(file: &str, line: &'a str) -> &'a str {
    let opening = match file.rsplit('.').next() {
        Some("rs") => "//",
        Some("c" | "h") => return line,
        _ => "#",
    };
    line.find(opening).map_or("", |at| line[at..].trim_start_matches(['/', '!', '#']))
}

#[test]
fn headings_tables_and_comments_are_read() {
    let document =
        "# One way\n\n| folder | what |\n|---|---|\n| `a`, `b` | x |\n| `c` | `d` |\n\n## What's *next*, then?\n";
    assert_eq!(table(document, "| folder |"), [["`a`, `b`", "x"], ["`c`", "`d`"]]);
    assert_eq!(first_column(document, "| folder |"), ["a", "b", "c"]);
    assert_eq!(anchors(document).into_iter().collect::<Vec<_>>(), ["one-way", "whats-next-then"]);
    assert_eq!(comment("a.rs", "let x = \"a.md\"; // see b.md."), " see b.md.");
    assert_eq!(named_documents("(see docs/b.md, ../c.md.)").collect::<Vec<_>>(), ["docs/b.md", "../c.md"]);
    assert_eq!(links("[a](b.md#c) [d](#e)"), [("b.md", "c"), ("", "e")]);
}
