//! What documents and comments mention is there.
//!
//! Mentioned is what stands between backticks and looks like a path, what a link leads to, and every `*.md`.

use crate::assert_none;
use crate::markdown::{anchors, comment, links, named_documents, quoted, text};
use crate::repository::{Repository, folder_of};

/// Everything a document mentions that is not there.
fn missing(repository: &Repository, file: &str, document: &str) -> Vec<String> {
    let folder = folder_of(file);
    let mut missing = Vec::new();
    for word in quoted(document) {
        if repository.is_ours(word) && !repository.has(folder, word) {
            missing.push(format!("{file} names `{word}`"));
        }
    }
    for word in text(document).flat_map(named_documents) {
        if !repository.has(folder, word) {
            missing.push(format!("{file} names {word}"));
        }
    }
    for (path, anchor) in links(document) {
        if path.contains("://") || path.starts_with("mailto:") {
            continue;
        }
        match repository.linked(file, path) {
            None => missing.push(format!("{file} links to {path}")),
            Some(target) if !anchor.is_empty() && !anchors(&repository.read(&target)).contains(anchor) => {
                missing.push(format!("{file} links to {path}#{anchor}, where there is no such heading"));
            }
            Some(_) => {}
        }
    }
    missing
}

#[test]
fn what_documents_mention_exists() {
    let repository = Repository::open();
    let documents = repository.documents();
    assert!(documents.len() > 8, "{documents:?}");
    let all = documents.iter().flat_map(|file| missing(&repository, file, &repository.read(file)));
    assert_none(&all.collect::<Vec<_>>());
}

#[test]
fn documents_named_in_comments_exist() {
    let repository = Repository::open();
    let mut missing = Vec::new();
    for file in repository.sources() {
        for line in repository.read(file).lines() {
            let names = named_documents(comment(file, line)).filter(|name| !repository.has(folder_of(file), name));
            missing.extend(names.map(|name| format!("{file} names {name}")));
        }
    }
    assert_none(&missing);
}

fn made_up() -> Repository {
    let (engine, docs) = ("crates/engine/src/session.rs", "docs/guide.md");
    Repository::made_up(&["crates/", "crates/engine/", "crates/engine/src/", engine, "docs/", docs])
}

#[test]
fn what_is_missing_is_found() {
    let document = "See `engine/session.rs`, `session.rs`, `crates/engine`, `src/` and `crates/*/src`; [the guide](guide.md).\n\
        Not `engine/gone.rs`, `gone.rs`, `crates/gone`, `gone/`, [this](gone.md), or gone2.md.\n";
    let found = missing(&made_up(), "docs/other.md", document);
    let names = ["`engine/gone.rs`", "`gone.rs`", "`crates/gone`", "`gone/`", "gone.md", "gone2.md"];
    let mut expected: Vec<String> = names.iter().map(|name| format!("docs/other.md names {name}")).collect();
    expected.push("docs/other.md links to gone.md".to_owned());
    assert_eq!(found, expected);
}

#[test]
fn what_is_not_ours_is_left_alone() {
    let document = "`program.c`, `string.h`, `--out DIR`, `tests/testNNNNNN.ktest`, `x < n`, `/usr/lib/a.rs`,\n\
        [elsewhere](https://example.org/a.md#b), `test-suite/`\n    `engine/gone.rs` in code\n```\n`gone.rs`\n```\n";
    assert_eq!(quoted(document).len(), 7);
    assert_eq!(missing(&made_up(), "docs/other.md", document), Vec::<String>::new());
}
