//! The index of papers: its tests and programs exist, and comments cite only papers and sections that it lists.

use std::collections::{BTreeMap, BTreeSet};

use crate::assert_none;
use crate::markdown::{comment, quoted, table};
use crate::repository::Repository;

const INDEX: &str = "docs/papers.md";

/// The sections of each paper, by its short name.
fn papers(index: &str) -> BTreeMap<&str, BTreeSet<String>> {
    let rows = table(index, "| short name |").into_iter();
    rows.map(|row| (row[0].trim_matches('`'), row[2].split([',', ' ']).map(str::to_owned).collect())).collect()
}

/// `P13`, `P16b`.
fn is_paper(word: &str) -> bool {
    let digits = word.strip_prefix('P').map(|rest| rest.strip_suffix('b').unwrap_or(rest));
    digits.is_some_and(|digits| digits.len() == 2 && digits.bytes().all(|digit| digit.is_ascii_digit()))
}

/// What comments cite: a paper, and the section if the next words say one.
fn citations(comments: &str) -> Vec<(&str, Option<String>)> {
    let words: Vec<&str> = comments.split_whitespace().collect();
    let plain = |word: &'_ str| -> String { word.trim_matches(|c: char| !c.is_ascii_alphanumeric()).replace('-', ".") };
    let mut found = Vec::new();
    for (index, word) in words.iter().enumerate() {
        for paper in word.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| is_paper(word)) {
            let says_section = words.get(index + 1).is_some_and(|next| matches!(*next, "section" | "sections"));
            found.push((paper, words.get(index + 2).filter(|_| says_section).map(|section| plain(section))));
        }
    }
    found
}

#[test]
fn comments_cite_papers_and_sections_there_are() {
    let repository = Repository::open();
    let index = repository.read(INDEX);
    let papers = papers(&index);
    assert!(papers.len() >= 5, "{papers:?}");
    let mut missing = Vec::new();
    for file in repository.sources() {
        let source = repository.read(file);
        let comments: Vec<&str> = source.lines().map(|line| comment(file, line)).collect();
        for (paper, section) in citations(&comments.join(" ")) {
            match (papers.get(paper), section) {
                (None, _) => missing.push(format!("{file} cites {paper}")),
                (Some(sections), Some(section)) if !sections.contains(&section) => {
                    missing.push(format!("{file} cites {paper} section {section}"));
                }
                (Some(_), _) => {}
            }
        }
    }
    assert_none(&missing);
}

#[test]
fn tests_and_programs_of_the_index_exist() {
    let repository = Repository::open();
    let index = repository.read(INDEX);
    let mut functions = BTreeSet::new();
    for file in repository.sources().into_iter().filter(|file| file.ends_with(".rs")) {
        let source = repository.read(file);
        let names = source.lines().filter_map(|line| line.trim_start().strip_prefix("fn ")?.split(['(', '<']).next());
        functions.extend(names.map(str::to_owned));
    }
    let is_test =
        |word: &&str| word.matches('_').count() > 1 && word.chars().all(|c| c.is_ascii_lowercase() || c == '_');
    let (tests, others): (Vec<&str>, Vec<&str>) = quoted(&index).into_iter().partition(is_test);
    let programs: Vec<&str> = others.into_iter().filter(|word| word.ends_with(".c")).collect();
    assert!(tests.len() > 20 && programs.len() > 20, "{tests:?} {programs:?}");
    let absent = tests.into_iter().filter(|test| !functions.contains(*test));
    let absent = absent.chain(programs.into_iter().filter(|program| !repository.has("docs", program)));
    assert_none(&absent.map(|name| format!("{INDEX} names {name}")).collect::<Vec<_>>());
}

#[test]
fn citations_are_found() {
    let comments = "the tree (P13, P16b) and cores (P16 section II-D); P21's SEPARATE, P21 section 5.1: PATH, P1";
    let found = citations(comments);
    let expected = [("P13", None), ("P16b", None), ("P16", Some("II.D")), ("P21", None), ("P21", Some("5.1"))];
    assert_eq!(found, expected.map(|(paper, section)| (paper, section.map(str::to_owned))));
}
