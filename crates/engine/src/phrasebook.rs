//! Words, characters and numbers that a program compares its inputs with: what random text is made of (a fuzzer's dictionary).
//!
//! They are read off the program's own code: strings, constants of comparisons and switches, and characters that are arguments of
//! calls, as in `strchr(line, '=')`. Strings of punctuation only, as `strtok` takes them, are characters each, and the format of a
//! `scanf` says what a whole record looks like.

use program::ir::{Call, Callee, CmpOp, Function, Global, Inst, Operand, Program, Term};
use program::layout;
use search::rng::Rng;

/// Longer strings are messages, not words.
const LONGEST_WORD: usize = 16;
/// Words, and numbers, that a program may have; those beyond are left out.
const MOST_WORDS: usize = 512;

/// See the module's description.
#[derive(Debug, Default)]
pub(crate) struct Phrasebook {
    pub words: Vec<Vec<u8>>,
    pub characters: Vec<u8>,
    /// Those of them that may part one thing from the next.
    pub marks: Vec<u8>,
    /// Characters from one that is tested for as the least or largest of its kind to the next.
    pub between: Vec<u8>,
    /// Numbers that are no characters.
    pub numbers: Vec<u64>,
    /// Records that the program's formats describe.
    pub shapes: Vec<Vec<Slot>>,
}

/// What a field of a record is made of.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Slot {
    Word,
    Character,
    Between,
    Number,
    /// The same in all records.
    Same(Vec<u8>),
}

/// Kinds of characters of which ranges are tested for.
const KINDS: [(u8, u8); 3] = [(b'0', b'9'), (b'A', b'Z'), (b'a', b'z')];

fn is_text(byte: u8) -> bool {
    matches!(byte, b'\t' | b'\n' | b'\r' | b' '..=b'~')
}

fn is_mark(byte: u8) -> bool {
    is_text(byte) && !byte.is_ascii_alphanumeric()
}

fn sorted<T: Ord>(mut all: Vec<T>) -> Vec<T> {
    all.sort_unstable();
    all.dedup();
    all.truncate(MOST_WORDS);
    all
}

impl Phrasebook {
    pub fn of(program: &Program) -> Phrasebook {
        let mut book = Phrasebook::default();
        for function in program.functions.iter().filter(|function| !function.from_runtime) {
            book.read(program, function);
        }
        let words = sorted(book.words);
        let characters = sorted(book.characters);
        let marks = characters.iter().copied().filter(|&byte| is_mark(byte)).collect();
        let numbers = sorted(book.numbers);
        let shapes = sorted(book.shapes);
        Phrasebook { words, characters, marks, between: ranges(&book.between), numbers, shapes }
    }

    /// Some of what there is.
    pub fn few(&self, rng: &mut Rng) -> Phrasebook {
        Phrasebook {
            words: some(rng, &self.words, 6),
            characters: some(rng, &self.characters, 6),
            marks: some(rng, &self.marks, 3),
            between: some(rng, &self.between, 8),
            numbers: some(rng, &self.numbers, 3),
            shapes: Vec::new(),
        }
    }

    fn read(&mut self, program: &Program, function: &Function) {
        for block in &function.blocks {
            for inst in &block.insts {
                inst.for_each_operand(|operand| self.note_address(program, operand, true));
                match inst {
                    Inst::Cmp { op, a, b, .. } => {
                        [*a, *b].into_iter().for_each(|operand| self.note_constant(operand));
                        if !matches!(op, CmpOp::Eq | CmpOp::Ne) {
                            [*a, *b].into_iter().for_each(|operand| self.note_bound(operand));
                        }
                    }
                    Inst::Call(call) => {
                        call.args.iter().for_each(|&operand| self.note_character(operand));
                        self.note_format(program, call);
                    }
                    _ => {}
                }
            }
            for (_, operand) in block.term.edges().into_iter().flat_map(|edge| &edge.copies) {
                self.note_address(program, *operand, true);
            }
            if let Term::Switch { cases, .. } = &block.term {
                cases.iter().for_each(|&(value, _)| self.note_constant(Operand::Imm(value)));
            }
        }
    }

    fn note_character(&mut self, operand: Operand) {
        if let Operand::Imm(value) = operand {
            self.characters.extend(u8::try_from(value).ok().filter(|&byte| is_text(byte)));
        }
    }

    /// Something is compared with it: a character, or a number.
    fn note_constant(&mut self, operand: Operand) {
        self.note_character(operand);
        if let Operand::Imm(value @ 2..) = operand
            && layout::slot_of(value).is_none()
        {
            self.numbers.push(value);
        }
    }

    fn note_bound(&mut self, operand: Operand) {
        if let Operand::Imm(value) = operand {
            self.between.extend(u8::try_from(value).ok().filter(u8::is_ascii_alphanumeric));
        }
    }

    /// What is read by a format has its shape.
    fn note_format(&mut self, program: &Program, call: &Call) {
        let Callee::Direct(callee) = call.callee else { return };
        if !program.functions[callee.0 as usize].name.ends_with("scanf") {
            return;
        }
        for &operand in call.args.iter().take(2) {
            let Operand::Imm(address) = operand else { continue };
            let Some(text) = text_at(program, address).filter(|text| text.contains(&b'%')) else { continue };
            self.shapes.push(shape_of(text));
        }
    }

    /// The string at an address, or those that a table there points to.
    fn note_address(&mut self, program: &Program, operand: Operand, is_direct: bool) {
        let Operand::Imm(address) = operand else { return };
        // Most numbers are not addresses.
        if layout::slot_of(address).is_none() {
            return;
        }
        let Some(global) = global_at(program, address) else { return };
        let word = string_in(global, address);
        let is_word = |byte: &u8| is_text(*byte) && !matches!(byte, b'%' | b'\n');
        let is_short = (1..=LONGEST_WORD).contains(&word.len());
        if is_short && word.iter().all(|&byte| is_mark(byte)) {
            self.characters.extend_from_slice(word);
        }
        if is_short && word.iter().all(is_word) {
            self.words.push(word.to_vec());
        } else if is_direct {
            for pointer in global.init.chunks_exact(8).take(MOST_WORDS) {
                let address = u64::from_le_bytes(std::array::from_fn(|i| pointer[i]));
                self.note_address(program, Operand::Imm(address), false);
            }
        }
    }
}

fn global_at(program: &Program, address: u64) -> Option<&Global> {
    program.globals.iter().find(|global| (global.address..global.address + global.size).contains(&address))
}

fn string_in(global: &Global, address: u64) -> &[u8] {
    let text = &global.init[((address - global.address) as usize).min(global.init.len())..];
    text.split(|&byte| byte == 0).next().unwrap_or_default()
}

fn text_at(program: &Program, address: u64) -> Option<&[u8]> {
    global_at(program, address).map(|global| string_in(global, address))
}

/// The fields of a format of `scanf`: what its conversions read, and the text between them.
fn shape_of(format: &[u8]) -> Vec<Slot> {
    let mut shape = Vec::new();
    let mut rest = format;
    while let Some((&first, tail)) = rest.split_first() {
        let literal = rest.iter().position(|&byte| byte == b'%').unwrap_or(rest.len());
        if first != b'%' {
            shape.push(Slot::Same(rest[..literal].to_vec()));
            rest = &rest[literal..];
            continue;
        }
        // Flags, widths and sizes stand before what is converted.
        let is_before = |byte: &u8| byte.is_ascii_digit() || b"*hljztL".contains(byte);
        let at = tail.iter().take_while(|byte| is_before(byte)).count();
        shape.push(match tail.get(at) {
            Some(b's' | b'[') => Slot::Word,
            Some(b'c') => Slot::Character,
            Some(b'%') => Slot::Same(b"%".to_vec()),
            _ => Slot::Number,
        });
        // A set ends with a bracket that is not its first character.
        let before = if tail.get(at + 1) == Some(&b'^') { 3 } else { 2 };
        let is_set = tail.get(at) == Some(&b'[');
        let end = tail[at..].iter().skip(before).position(|&byte| byte == b']').filter(|_| is_set);
        let set = end.map_or(0, |end| end + before);
        rest = tail.get(at + set + 1..).unwrap_or_default();
    }
    shape
}

/// All characters of the kinds that bounds are of, as far as these tell.
fn ranges(bounds: &[u8]) -> Vec<u8> {
    let mut between = Vec::new();
    for (first, last) in KINDS {
        let of_kind = || bounds.iter().copied().filter(|bound| (first..=last).contains(bound));
        match (of_kind().min(), of_kind().max()) {
            (Some(least), Some(largest)) if least < largest => between.extend(least..=largest),
            (Some(_), _) => between.extend(first..=last),
            (None, _) => {}
        }
    }
    if between.is_empty() {
        between = KINDS.into_iter().flat_map(|(first, last)| first..=last).collect();
    }
    between
}

fn some<T: Clone>(rng: &mut Rng, all: &[T], most: usize) -> Vec<T> {
    (0..1 + rng.below(most)).filter_map(|_| pick(rng, all).cloned()).collect()
}

pub(crate) fn pick<'a, T>(rng: &mut Rng, all: &'a [T]) -> Option<&'a T> {
    all.get(rng.below(all.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_format_is_a_shape() {
        let same = |text: &str| Slot::Same(text.as_bytes().to_vec());
        let expected = vec![Slot::Number, same(":"), Slot::Number, same(" --> "), Slot::Word];
        assert_eq!(shape_of(b"%2d:%lu --> %7s"), expected);
        assert_eq!(shape_of(b"%*c%%%[^]=]=%[a-z]"), [Slot::Character, same("%"), Slot::Word, same("="), Slot::Word]);
        assert_eq!(shape_of(b"%"), [Slot::Number], "what is no format is none");
    }
}
