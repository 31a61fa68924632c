//! The page around the facts: a template, one style and one script, and the policy that lets nothing else run.
//!
//! Facts are JSON in a block that no browser executes; `<` is escaped in it, so that a program under test cannot end the block.
//! The execution tree may be larger than all the rest: its block is compressed, and read when somebody opens the tree.
//! The policy names the script and the style by their hashes and forbids every other source, the network included.

use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::base64;
use crate::plot;
use crate::test_case::xml::escaped;

const TEMPLATE: &str = include_str!("../../assets/page.html");
const STYLE: &str = include_str!("../../assets/page.css");
const SCRIPT: &str = concat!(
    include_str!("../../assets/dom.js"),
    include_str!("../../assets/places.js"),
    include_str!("../../assets/paths.js"),
    include_str!("../../assets/views.js"),
    include_str!("../../assets/tree.js"),
    include_str!("../../assets/live.js"),
    include_str!("../../assets/main.js"),
);

/// Whom a page may talk to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Talks {
    /// A file: to nobody.
    Never,
    /// A page of a run that goes on: to where it came from.
    ToItsRun,
}

/// The charts of a page, as markup.
#[derive(Default)]
pub struct Plots {
    pub of_run: String,
    pub of_lab: String,
}

/// What a page holds.
pub struct Blocks<'given> {
    pub facts: &'given Value,
    /// `null` where there is no tree.
    pub tree: &'given Value,
    pub plots: &'given Plots,
}

/// The text of the page.
pub fn assemble(program: &str, sentence: &str, blocks: &Blocks, talks: Talks) -> String {
    let style = format!("{STYLE}{}", plot::STYLE);
    let connect = match talks {
        Talks::Never => "",
        Talks::ToItsRun => " connect-src 'self';",
    };
    let policy = format!(
        "default-src 'none';{connect} style-src '{}'; script-src '{}'; base-uri 'none'; form-action 'none'",
        hash(&style),
        hash(SCRIPT)
    );
    filled(&[
        ("policy", &policy),
        ("title", &escaped(&format!("Secateur: {program}"))),
        ("style", &style),
        ("sentence", &escaped(sentence)),
        ("plots", &blocks.plots.of_run),
        ("lab", &blocks.plots.of_lab),
        ("tree", &compressed(blocks.tree)),
        ("data", &in_script(blocks.facts)),
        ("script", SCRIPT),
    ])
}

/// The template with these values in their places. What a value holds is not looked at again.
fn filled(values: &[(&str, &str)]) -> String {
    let mut pieces = TEMPLATE.split("{{");
    let mut text = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let (name, rest) = piece.split_once("}}").unwrap_or(("", piece));
        text.push_str(values.iter().find(|(known, _)| *known == name).map_or("", |(_, value)| value));
        text.push_str(rest);
    }
    text
}

/// JSON that can stand in a script element, and reads back the same.
fn in_script(data: &Value) -> String {
    data.to_string().replace('<', "\\u003c").replace('\u{2028}', "\\u2028").replace('\u{2029}', "\\u2029")
}

/// JSON by gzip and in base 64, as `dom.js` unpacks it; nothing for `null`.
fn compressed(data: &Value) -> String {
    if data.is_null() {
        return String::new();
    }
    let mut packed = GzEncoder::new(Vec::new(), Compression::default());
    // Memory takes everything.
    let written = packed.write_all(data.to_string().as_bytes()).and_then(|()| packed.finish());
    written.map(|bytes| base64::encode(&bytes)).unwrap_or_default()
}

fn hash(text: &str) -> String {
    format!("sha256-{}", base64::encode(&Sha256::digest(text.as_bytes())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;
    use std::io::Read;

    #[test]
    fn nothing_in_the_facts_ends_the_block_and_they_read_back() {
        let data = json!({ "source": ["</script><script>alert(1)</script>", "<!-- {{script}}"] });
        let blocks = Blocks { facts: &data, tree: &data, plots: &Plots::default() };
        let page = assemble("a <b>.c", "it's \"so\" & <so>", &blocks, Talks::Never);
        let block = page.split("id=\"data\">").nth(1).and_then(|rest| rest.split("</script>").next()).unwrap();
        assert_eq!(serde_json::from_str::<Value>(block).unwrap(), data);
        assert_eq!(page.matches("<script").count(), 3, "the facts, the tree and the script");
        assert!(page.contains("<title>Secateur: a &lt;b&gt;.c</title>"), "{page}");
        assert!(page.contains("it's &quot;so&quot; &amp; &lt;so&gt;"), "{page}");
    }

    #[test]
    fn a_tree_is_packed_and_comes_back_as_it_was() {
        let tree = json!({ "parent": vec![0; 10_000], "conditions": ["</script>"] });
        let block = compressed(&tree);
        assert!(block.len() < 1000 && !block.contains('<'), "{} bytes", block.len());
        let digits = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
        let value = |c: &u8| digits.iter().position(|digit| digit == c).map(|value| value as u32);
        let values: Vec<u32> = block.as_bytes().iter().filter_map(value).collect();
        let word = |four: &[u32]| four.iter().fold(0, |word, value| word << 6 | value) << (6 * (4 - four.len()));
        let bytes: Vec<u8> =
            values.chunks(4).flat_map(|four| word(four).to_be_bytes()[1..four.len()].to_vec()).collect();
        let mut text = String::new();
        flate2::read::GzDecoder::new(bytes.as_slice()).read_to_string(&mut text).expect("it was packed");
        assert_eq!(serde_json::from_str::<Value>(&text).expect("JSON"), tree);
        assert_eq!(compressed(&Value::Null), "");
    }

    #[test]
    fn every_place_is_filled_and_the_policy_allows_our_script_only() {
        let blocks = Blocks { facts: &json!({}), tree: &Value::Null, plots: &Plots::default() };
        let page = assemble("a.c", "s", &blocks, Talks::Never);
        assert!(!page.contains("{{"), "{}", page.split("{{").nth(1).unwrap_or_default());
        assert!(page.contains("default-src 'none'; style-src 'sha256-"));
        let live = assemble("a.c", "s", &blocks, Talks::ToItsRun);
        assert!(
            live.contains("default-src 'none'; connect-src 'self'; style-src"),
            "only a live page talks to anybody"
        );
        assert!(!page.contains("unsafe-inline"));
        assert!(!SCRIPT.contains("innerHTML") && !SCRIPT.contains("</script"), "text stays text");
    }
}
