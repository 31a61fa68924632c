//! Random text as the program at hand may read it: words and characters that it compares with, numbers, delimiters.
//!
//! Bytes drawn one by one hardly ever make a keyword, let alone two in a row. So a text is a [`Script`] of pieces, taken from
//! the [`Phrasebook`] of the program (a fuzzer's dictionary), few different ones in each text (swarm testing, Groce et al.,
//! ISSTA 2012). Half of the texts are records of one shape, as commands with arguments and fields between delimiters
//! are, with characters from ranges that the program tests for. Scripts that covered something are kept, and later ones are made by changing them, as coverage-guided
//! fuzzers do.
//!
//! Knows no grammar, and nothing of what the program does with its text.

use program::ir::{CmpOp, Function, Inst, Operand, Program, Term};
use program::layout;
use search::rng::Rng;
use std::rc::Rc;

/// Longer strings are messages, not words.
const LONGEST_WORD: usize = 16;
/// Words a program may have; those beyond are left out.
const MOST_WORDS: usize = 512;
/// Scripts that are kept.
const MOST_KEPT: usize = 256;
/// Pieces of a script.
const MOST_PIECES: usize = 128;

/// What a text is made of, in order.
#[derive(Clone, Debug, Default)]
pub(crate) struct Script {
    pieces: Vec<Vec<u8>>,
    /// What its records look like, if it has any.
    style: Option<Style>,
}

impl Script {
    pub fn text(&self) -> Vec<u8> {
        self.pieces.concat()
    }

    /// The words, numbers and single characters of a text.
    pub fn of_text(text: &[u8]) -> Script {
        let belong_together = |a: &u8, b: &u8| a.is_ascii_alphanumeric() && b.is_ascii_alphanumeric();
        let mut pieces: Vec<Vec<u8>> = text.chunk_by(belong_together).map(<[u8]>::to_vec).collect();
        if pieces.len() > MOST_PIECES {
            let rest = pieces.split_off(MOST_PIECES - 1).concat();
            pieces.push(rest);
        }
        Script { pieces, style: None }
    }
}

/// Words and characters of a program's own code.
#[derive(Debug, Default)]
pub(crate) struct Phrasebook {
    words: Vec<Vec<u8>>,
    characters: Vec<u8>,
    /// Characters from one that is tested for as the least or largest of its kind to the next.
    between: Vec<u8>,
}

/// What the records of a text look like.
#[derive(Clone, Debug)]
struct Style {
    shape: Vec<Slot>,
    /// Between the fields of a record, and behind it.
    inner: Vec<u8>,
    outer: Vec<u8>,
    /// What fields are taken from.
    few: Rc<Phrasebook>,
}

/// What a field of a record is made of.
#[derive(Clone, Copy, Debug)]
enum Slot {
    Word,
    Character,
    Between,
    Number,
}

/// Kinds of characters of which ranges are tested for.
const KINDS: [(u8, u8); 3] = [(b'0', b'9'), (b'A', b'Z'), (b'a', b'z')];

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
        let bounds = std::mem::take(&mut book.between);
        for (first, last) in KINDS {
            let of_kind = || bounds.iter().copied().filter(|bound| (first..=last).contains(bound));
            match (of_kind().min(), of_kind().max()) {
                (Some(least), Some(largest)) if least < largest => book.between.extend(least..=largest),
                (Some(_), _) => book.between.extend(first..=last),
                (None, _) => {}
            }
        }
        if book.between.is_empty() {
            book.between = KINDS.into_iter().flat_map(|(first, last)| first..=last).collect();
        }
        book
    }

    fn read(&mut self, program: &Program, function: &Function) {
        for block in &function.blocks {
            for inst in &block.insts {
                inst.for_each_operand(|operand| self.note_address(program, operand, true));
                if let Inst::Cmp { op, a, b, .. } = inst {
                    [*a, *b].into_iter().for_each(|operand| self.note_character(operand));
                    if !matches!(op, CmpOp::Eq | CmpOp::Ne) {
                        [*a, *b].into_iter().for_each(|operand| self.note_bound(operand));
                    }
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

    fn note_bound(&mut self, operand: Operand) {
        if let Operand::Imm(value) = operand {
            self.between.extend(u8::try_from(value).ok().filter(u8::is_ascii_alphanumeric));
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

/// Scripts that did something new.
#[derive(Debug, Default)]
pub(crate) struct Kept {
    /// Those that took a branch for the first time.
    further: Vec<Script>,
    /// Those that did the same in another way: there are many of them, and most lead nowhere.
    otherwise: Vec<Script>,
}

impl Kept {
    /// The oldest make room: later ones got further.
    pub fn keep(&mut self, script: Script, got_further: bool) {
        let kept = if got_further { &mut self.further } else { &mut self.otherwise };
        if kept.len() == MOST_KEPT {
            kept.remove(0);
        }
        kept.push(script);
    }

    /// One of them, rather a late one.
    fn pick(&self, rng: &mut Rng) -> Option<&Script> {
        let kept = if rng.below(4) == 0 && !self.otherwise.is_empty() { &self.otherwise } else { &self.further };
        kept.get(rng.below(kept.len()).max(rng.below(kept.len())))
    }
}

fn pick<'a, T>(rng: &mut Rng, all: &'a [T]) -> Option<&'a T> {
    all.get(rng.below(all.len()))
}

/// A script of its own, or a kept one that was changed.
pub(crate) fn write(rng: &mut Rng, book: &Phrasebook, kept: &Kept) -> Script {
    match kept.pick(rng) {
        Some(script) if rng.below(3) > 0 => changed(rng, book, kept, script.clone()),
        _ if rng.below(2) == 0 => records(rng, book),
        _ => fresh(rng, book),
    }
}

/// Some of the words and characters there are.
fn few(rng: &mut Rng, book: &Phrasebook) -> Phrasebook {
    Phrasebook {
        words: (0..1 + rng.below(6)).filter_map(|_| pick(rng, &book.words).cloned()).collect(),
        characters: (0..1 + rng.below(6)).filter_map(|_| pick(rng, &book.characters).copied()).collect(),
        between: (0..1 + rng.below(8)).filter_map(|_| pick(rng, &book.between).copied()).collect(),
    }
}

/// Records of one style, each a piece.
fn records(rng: &mut Rng, book: &Phrasebook) -> Script {
    let style = style(rng, book);
    let scale = 1 << rng.below(6);
    let pieces = (0..1 + rng.below(scale.max(2))).map(|_| record(rng, &style)).collect();
    Script { pieces, style: Some(style) }
}

/// A shape, and delimiters that are the same in all records, or none.
fn style(rng: &mut Rng, book: &Phrasebook) -> Style {
    const KINDS: [Slot; 6] = [Slot::Word, Slot::Character, Slot::Character, Slot::Between, Slot::Between, Slot::Number];
    let few = Rc::new(few(rng, book));
    let shape: Vec<Slot> = (0..1 + rng.below(3)).map(|_| KINDS[rng.below(KINDS.len())]).collect();
    let (inner, outer) = match rng.below(4) {
        0 | 1 => (Vec::new(), Vec::new()),
        2 => (Vec::new(), delimiter(rng)),
        _ => (delimiter(rng), delimiter(rng)),
    };
    Style { shape, inner, outer, few }
}

fn record(rng: &mut Rng, style: &Style) -> Vec<u8> {
    let fields: Vec<Vec<u8>> = style.shape.iter().map(|&slot| field(rng, &style.few, slot)).collect();
    [fields.join(&style.inner[..]), style.outer.clone()].concat()
}

fn field(rng: &mut Rng, book: &Phrasebook, slot: Slot) -> Vec<u8> {
    match slot {
        Slot::Word => pick(rng, &book.words).cloned(),
        Slot::Character => pick(rng, &book.characters).map(|&character| vec![character]),
        Slot::Between => pick(rng, &book.between).map(|&character| vec![character]),
        Slot::Number => None,
    }
    .unwrap_or_else(|| number(rng))
}

/// One that uses few of the words and characters there are.
fn fresh(rng: &mut Rng, book: &Phrasebook) -> Script {
    let some = |rng: &mut Rng, most: usize| 1 + rng.below(most);
    let few = few(rng, book);
    let scale = 1 << rng.below(6);
    let pieces = some(rng, scale.max(2));
    let mut script = Script::default();
    for _ in 0..pieces {
        script.pieces.push(piece(rng, &few));
        if rng.below(3) > 0 {
            script.pieces.push(delimiter(rng));
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

/// One that goes on in the style it has, or was changed here and there.
fn changed(rng: &mut Rng, book: &Phrasebook, kept: &Kept, script: Script) -> Script {
    let Script { mut pieces, style } = script;
    match style {
        Some(mut style) if rng.below(3) > 0 => {
            if rng.below(4) == 0 {
                style.few = Rc::new(few(rng, book));
            }
            let scale = 1 << rng.below(5);
            let at = rng.below(pieces.len() + 1).max(rng.below(pieces.len() + 1));
            let more: Vec<Vec<u8>> = (0..1 + rng.below(scale)).map(|_| record(rng, &style)).collect();
            pieces.splice(at.., more);
            pieces.truncate(MOST_PIECES);
            Script { pieces, style: Some(style) }
        }
        style => Script { pieces: changed_pieces(rng, book, kept, pieces), style },
    }
}

fn changed_pieces(rng: &mut Rng, book: &Phrasebook, kept: &Kept, mut script: Vec<Vec<u8>>) -> Vec<Vec<u8>> {
    for _ in 0..1 + rng.below(4) {
        let at = rng.below(script.len() + 1);
        let other = rng.below(script.len() + 1);
        match rng.below(12) {
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
            10 | 11 => script.get_mut(at).into_iter().for_each(|piece| change_byte(rng, piece)),
            // What was said is said again, elsewhere.
            5 => {
                let again = script[at.min(other)..at.max(other)].to_vec();
                script.splice(at..at, again);
            }
            // Another text goes on from here.
            6 => {
                if let Some(tail) = kept.pick(rng) {
                    let from = rng.below(tail.pieces.len() + 1);
                    script.truncate(at);
                    script.extend_from_slice(&tail.pieces[from..]);
                }
            }
            _ => script.truncate(at.max(1)),
        }
        script.truncate(MOST_PIECES);
    }
    script
}

/// A byte of a piece becomes another one, or comes twice, or not at all.
fn change_byte(rng: &mut Rng, piece: &mut Vec<u8>) {
    let at = rng.below(piece.len());
    let Some(&byte) = piece.get(at) else { return };
    match rng.below(8) {
        0 => _ = piece.remove(at),
        1 => piece.insert(at, byte),
        2 => piece[at] = rng.bits() as u8,
        3 => piece[at] = byte ^ 1 << rng.below(8),
        4 => piece[at] = byte.wrapping_add(1),
        5 => piece[at] = byte.wrapping_sub(1),
        _ if byte.is_ascii_digit() => piece[at] = b'0' + rng.below(10) as u8,
        _ => piece[at] = b' ' + rng.below(95) as u8,
    }
}

/// A few words and numbers on a line of their own, half of them from the text at hand: what belongs together has the same name.
/// Half of the lines begin with a word, as commands do.
fn line(rng: &mut Rng, book: &Phrasebook, script: &[Vec<u8>]) -> Vec<Vec<u8>> {
    let mut line = Vec::new();
    let command = pick(rng, &book.words).filter(|_| rng.below(2) == 0);
    line.extend(command.into_iter().flat_map(|word| [word.clone(), b" ".to_vec()]));
    for _ in line.len() / 2..1 + rng.below(4) {
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
        let words = ["push", "swap"].map(|word| word.as_bytes().to_vec()).to_vec();
        Phrasebook { words, characters: vec![b':', b'+'], between: (b'a'..=b'z').collect() }
    }

    #[test]
    fn commands_with_arguments_come_in_a_row() {
        let mut rng = Rng::new(4);
        let is_command = |pair: &[u8]| pair.len() == 2 && b":+".contains(&pair[0]) && pair[1].is_ascii_lowercase();
        let texts = (0..20_000).map(|_| write(&mut rng, &book(), &Kept::default()).text());
        let of_commands: Vec<Vec<u8>> = texts.filter(|t| t.len() >= 8 && t.chunks(2).all(is_command)).collect();
        assert!(of_commands.len() > 40, "{}", of_commands.len());
        let again = |text: &&Vec<u8>| text.chunks(2).skip(1).any(|pair| pair[1] == text[1]);
        assert!(of_commands.iter().filter(again).count() > 10, "few different arguments in each");
    }

    #[test]
    fn words_of_the_program_come_in_a_row() {
        let mut rng = Rng::new(3);
        let texts: Vec<Vec<u8>> = (0..2000).map(|_| write(&mut rng, &book(), &Kept::default()).text()).collect();
        let with = |wanted: &str| texts.iter().filter(|text| String::from_utf8_lossy(text).contains(wanted)).count();
        assert!(with("push\nswap") > 10 && with("swap push") > 10, "{} {}", with("push\nswap"), with("swap push"));
        assert!(with(":") > 100 && with("aaaaaaaa") < 200);
    }

    #[test]
    fn kept_texts_go_on_in_their_style() {
        let mut kept = Kept::default();
        let style = Style {
            shape: vec![Slot::Character, Slot::Between],
            inner: Vec::new(),
            outer: Vec::new(),
            few: Rc::new(book()),
        };
        kept.keep(Script { pieces: vec![b"+a".to_vec(), b"+b".to_vec()], style: Some(style) }, true);
        let mut rng = Rng::new(6);
        let is_command = |pair: &[u8]| pair.len() == 2 && b":+".contains(&pair[0]) && pair[1].is_ascii_lowercase();
        let texts = (0..1000).map(|_| write(&mut rng, &book(), &kept).text());
        let longer = texts.filter(|text| text.starts_with(b"+a") && text.len() > 4 && text.chunks(2).all(is_command));
        assert!(longer.count() > 100);
    }

    #[test]
    fn a_text_is_taken_apart_and_nothing_is_lost() {
        let text = b"key1 = 25;\r\n";
        let script = Script::of_text(text);
        assert_eq!(script.pieces.iter().filter(|piece| piece.len() > 1).count(), 2);
        assert_eq!(script.text(), text);
        let long = b"a,".repeat(1000);
        let script = Script::of_text(&long);
        assert_eq!((script.pieces.len(), script.text()), (MOST_PIECES, long));
    }

    #[test]
    fn kept_texts_are_changed_a_little() {
        let mut kept = Kept::default();
        let pieces = ["one", " ", "two", "\n", "three"].map(|piece| piece.as_bytes().to_vec()).to_vec();
        kept.keep(Script { pieces, style: None }, true);
        let mut rng = Rng::new(5);
        let texts: Vec<Vec<u8>> = (0..500).map(|_| write(&mut rng, &book(), &kept).text()).collect();
        let close =
            |text: &&Vec<u8>| ["one", "two", "three"].iter().any(|word| String::from_utf8_lossy(text).contains(word));
        assert!((150..450).contains(&texts.iter().filter(close).count()));
    }
}
