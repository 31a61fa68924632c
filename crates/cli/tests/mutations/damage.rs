//! Random changes to a file.

use crate::random::Random;

/// Pieces of text that change more than a random byte does.
const WORDS: &[&str] = &[
    "0",
    "-1",
    "2147483648",
    "0x7fffffffffffffff",
    "1e999",
    "char ",
    "long double ",
    "_Complex ",
    "struct s { int x; } ",
    "* ",
    "[0]",
    "[]",
    "()",
    "(void)",
    "{",
    "}",
    ";",
    ",",
    "\"",
    "'",
    "#include <",
    "#define x x\n",
    "/*",
    "//",
    "goto *&",
    "__int128 ",
    "_Atomic ",
    "asm(\"nop\");",
    "return ",
    "main",
    "sizeof ",
    "i1",
    "i7",
    "i128",
    "ptr ",
    "undef",
    "poison",
    "<2 x i32>",
    "align 3",
    "!dbg !9999",
    "phi ",
    "br label %",
    "switch ",
    "unreachable",
    "\0",
    "\u{7f}",
    "%",
    "@",
    "<input>",
    "</input>",
    "<!DOCTYPE x [<!ENTITY a \"&a;\">]>",
    "&a;",
    "&#0;",
    "<![CDATA[",
    "(",
    ")",
    "(assert ",
    "(push 9)",
    "(_ BitVec 0)",
    "(_ extract 99 0)",
    "bvudiv ",
    "#b",
    "null",
    "{}",
    "[1,",
    "\\ud800",
];

/// One change: a bit, a byte, a piece less, a piece twice, an odd word (or the end cut off), two bytes exchanged.
pub fn damage(bytes: &mut Vec<u8>, is_text: bool, random: &mut Random) {
    if bytes.is_empty() {
        return;
    }
    let at = random.below(bytes.len());
    let length = random.below(1 + (bytes.len() - at).min(40));
    match random.below(6) {
        0 => bytes[at] ^= 1 << random.below(8),
        1 => bytes[at] = random.below(256) as u8,
        2 => drop(bytes.drain(at..at + length)),
        3 => {
            let copy = bytes[at..at + length].to_vec();
            let to = random.below(bytes.len());
            bytes.splice(to..to, copy);
        }
        4 if is_text => {
            let word = random.pick(WORDS).as_bytes().to_vec();
            bytes.splice(at..at, word);
        }
        4 => bytes.truncate(at),
        _ => {
            let other = random.below(bytes.len());
            bytes.swap(at, other);
        }
    }
}
