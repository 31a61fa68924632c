//! Random text as the program at hand may read it: words and characters that it compares with, numbers, delimiters.
//!
//! Bytes drawn one by one hardly ever make a keyword, let alone two in a row. So a text is a [`Script`] of pieces, taken from
//! the [`Phrasebook`] of the program (a fuzzer's dictionary), few different ones in each text (swarm testing, Groce et al.,
//! ISSTA 2012). Scripts that covered something are kept, and later ones are made by changing them, as coverage-guided
//! fuzzers do.
//!
//! Knows no grammar, and nothing of what the program does with its text.

use program::ir::{Function, Inst, Operand, Program, Term};
use program::layout;
use search::rng::Rng;

/// Longer strings are messages, not words.
const LONGEST_WORD: usize = 16;
/// Words a program may have; those beyond are left out.
const MOST_WORDS: usize = 512;
/// Scripts that are kept.
const MOST_KEPT: usize = 256;
/// Pieces of a script.
const MOST_PIECES: usize = 128;

/// What a text is made of, in order.
pub(crate) type Script = Vec<Vec<u8>>;

/// Words and characters of a program's own code.
#[derive(Debug, Default)]
pub(crate) struct Phrasebook {
    words: Vec<Vec<u8>>,
    characters: Vec<u8>,
}

fn is_text(byte: u8) -> bool {
    matches!(byte, b'\t' | b'\n' | b'\r' | b' '..=b'~')
}

impl Phrasebook {
    pub fn of(program: &Program) -> Phrasebook {
        let mut book = Phrasebook::default();
        for function in program.functions.iter().filter(|function| !function.from_runtime) {
            book.read(program, function);
        }
        book.words.sort();
        book.words.dedup();
        book.words.truncate(MOST_WORDS);
        book.characters.sort_unstable();
        book.characters.dedup();
        book
    }

    fn read(&mut self, program: &Program, function: &Function) {
        for block in &function.blocks {
            for inst in &block.insts {
                inst.for_each_operand(|operand| self.note_address(program, operand, true));
                if let Inst::Cmp { a, b, .. } = inst {
                    [*a, *b].into_iter().for_each(|operand| self.note_character(operand));
                }
            }
            for (_, operand) in block.term.edges().into_iter().flat_map(|edge| &edge.copies) {
                self.note_address(program, *operand, true);
            }
            if let Term::Switch { cases, .. } = &block.term {
                cases.iter().for_each(|&(value, _)| self.note_character(Operand::Imm(value)));
            }
        }
    }

    fn note_character(&mut self, operand: Operand) {
        if let Operand::Imm(value) = operand {
            self.characters.extend(u8::try_from(value).ok().filter(|&byte| is_text(byte)));
        }
    }

    /// The string at an address, or those that a table there points to.
    fn note_address(&mut self, program: &Program, operand: Operand, is_direct: bool) {
        let Operand::Imm(address) = operand else { return };
        // Most numbers are not addresses.
        if layout::slot_of(address).is_none() {
            return;
        }
        let inside = |start: u64, size: u64| (start..start + size).contains(&address);
        let Some(global) = program.globals.iter().find(|global| inside(global.address, global.size)) else { return };
        let text = &global.init[((address - global.address) as usize).min(global.init.len())..];
        let word = text.split(|&byte| byte == 0).next().unwrap_or_default();
        let is_word = |byte: &u8| is_text(*byte) && !matches!(byte, b'%' | b'\n');
        if (1..=LONGEST_WORD).contains(&word.len()) && word.iter().all(is_word) {
            self.words.push(word.to_vec());
        } else if is_direct {
            for pointer in global.init.chunks_exact(8).take(MOST_WORDS) {
                let address = u64::from_le_bytes(std::array::from_fn(|i| pointer[i]));
                self.note_address(program, Operand::Imm(address), false);
            }
        }
    }
}

/// Scripts that covered something new.
#[derive(Debug, Default)]
pub(crate) struct Kept(Vec<Script>);

impl Kept {
    pub fn keep(&mut self, script: Script) {
        if self.0.len() < MOST_KEPT {
            self.0.push(script);
        }
    }
}

fn pick<'a, T>(rng: &mut Rng, all: &'a [T]) -> Option<&'a T> {
    all.get(rng.below(all.len()))
}

/// A script of its own, or a kept one that was changed.
pub(crate) fn write(rng: &mut Rng, book: &Phrasebook, kept: &Kept) -> Script {
    match pick(rng, &kept.0) {
        Some(script) if rng.below(3) > 0 => changed(rng, book, kept, script.clone()),
        _ => fresh(rng, book),
    }
}

/// One that uses few of the words and characters there are.
fn fresh(rng: &mut Rng, book: &Phrasebook) -> Script {
    let some = |rng: &mut Rng, most: usize| 1 + rng.below(most);
    let few = Phrasebook {
        words: (0..some(rng, 6)).filter_map(|_| pick(rng, &book.words).cloned()).collect(),
        characters: (0..some(rng, 6)).filter_map(|_| pick(rng, &book.characters).copied()).collect(),
    };
    let scale = 1 << rng.below(6);
    let pieces = some(rng, scale.max(2));
    let mut script = Script::new();
    for _ in 0..pieces {
        script.push(piece(rng, &few));
        if rng.below(3) > 0 {
            script.push(delimiter(rng));
        }
    }
    script
}

fn delimiter(rng: &mut Rng) -> Vec<u8> {
    const USUAL: [&[u8]; 8] = [b" ", b" ", b" ", b"\n", b"\n", b"\n", b"\r\n", b","];
    USUAL[rng.below(USUAL.len())].to_vec()
}

fn piece(rng: &mut Rng, book: &Phrasebook) -> Vec<u8> {
    match rng.below(16) {
        0..=6 => pick(rng, &book.words).cloned(),
        7..=10 => pick(rng, &book.characters).map(|&character| vec![character]),
        11..=13 => Some(number(rng)),
        14 => {
            let scale = 1 << rng.below(8);
            Some(vec![b'a' + rng.below(26) as u8; 1 + rng.below(scale)])
        }
        _ => None,
    }
    .unwrap_or_else(|| (0..1 + rng.below(4)).map(|_| b' ' + rng.below(95) as u8).collect())
}

fn number(rng: &mut Rng) -> Vec<u8> {
    let size = match rng.below(8) {
        0..=4 => rng.below(10),
        5 => rng.below(300),
        6 => (1 << rng.below(33)) - rng.below(2),
        _ => rng.bits() as usize >> rng.below(64),
    };
    let sign = if rng.below(8) == 0 { "-" } else { "" };
    format!("{sign}{size}").into_bytes()
}

fn changed(rng: &mut Rng, book: &Phrasebook, kept: &Kept, mut script: Script) -> Script {
    for _ in 0..1 + rng.below(4) {
        let at = rng.below(script.len() + 1);
        let other = rng.below(script.len() + 1);
        match rng.below(10) {
            0 | 1 => script.insert(at, piece(rng, book)),
            2 => script.insert(at, delimiter(rng)),
            3 => _ = (at < script.len()).then(|| script.remove(at)),
            4 => {
                let fresh = piece(rng, book);
                script.get_mut(at).into_iter().for_each(|place| *place = fresh.clone());
            }
            8 | 9 => {
                let line = line(rng, book, &script);
                script.splice(at..at, line);
            }
            // What was said is said again, elsewhere.
            5 => {
                let again = script[at.min(other)..at.max(other)].to_vec();
                script.splice(at..at, again);
            }
            // Another text goes on from here.
            6 => {
                if let Some(tail) = pick(rng, &kept.0) {
                    let from = rng.below(tail.len() + 1);
                    script.truncate(at);
                    script.extend_from_slice(&tail[from..]);
                }
            }
            _ => script.truncate(at.max(1)),
        }
        script.truncate(MOST_PIECES);
    }
    script
}

/// A few words and numbers on a line of their own, half of them from the text at hand: what belongs together has the same name.
fn line(rng: &mut Rng, book: &Phrasebook, script: &Script) -> Script {
    let mut line = Script::new();
    for _ in 0..1 + rng.below(4) {
        let known = pick(rng, script).filter(|piece| !piece.iter().all(u8::is_ascii_whitespace)).cloned();
        let next = known.filter(|_| rng.below(2) == 0).unwrap_or_else(|| piece(rng, book));
        line.extend([next, b" ".to_vec()]);
    }
    line.pop();
    line.push(b"\n".to_vec());
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    fn book() -> Phrasebook {
        Phrasebook { words: ["push", "swap"].map(|word| word.as_bytes().to_vec()).to_vec(), characters: vec![b':'] }
    }

    #[test]
    fn words_of_the_program_come_in_a_row() {
        let mut rng = Rng::new(3);
        let texts: Vec<Vec<u8>> = (0..2000).map(|_| write(&mut rng, &book(), &Kept::default()).concat()).collect();
        let with = |wanted: &str| texts.iter().filter(|text| String::from_utf8_lossy(text).contains(wanted)).count();
        assert!(with("push\nswap") > 10 && with("swap push") > 10, "{} {}", with("push\nswap"), with("swap push"));
        assert!(with(":") > 100 && with("aaaaaaaa") < 200);
    }

    #[test]
    fn kept_texts_are_changed_a_little() {
        let mut kept = Kept::default();
        kept.keep(["one", " ", "two", "\n", "three"].map(|piece| piece.as_bytes().to_vec()).to_vec());
        let mut rng = Rng::new(5);
        let texts: Vec<Vec<u8>> = (0..500).map(|_| write(&mut rng, &book(), &kept).concat()).collect();
        let close =
            |text: &&Vec<u8>| ["one", "two", "three"].iter().any(|word| String::from_utf8_lossy(text).contains(word));
        assert!((150..450).contains(&texts.iter().filter(close).count()));
    }
}
