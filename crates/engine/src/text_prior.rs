//! Random text as the program at hand may read it: words and characters that it compares with, numbers, delimiters.
//!
//! Bytes drawn one by one hardly ever make a keyword, let alone two in a row. So a text is a [`Script`] of pieces, taken from
//! the [`Phrasebook`] of the program, few different ones in each text (swarm testing, Groce et al.,
//! ISSTA 2012). Half of the texts are records of one shape, as commands with arguments and fields between delimiters
//! are, with characters from ranges that the program tests for. Scripts that covered something are kept, and later ones are made by changing them, as coverage-guided
//! fuzzers do.
//!
//! Knows no grammar, and nothing of what the program does with its text.

use search::rng::Rng;
use std::rc::Rc;

use crate::phrasebook::{Phrasebook, Slot, pick};

/// Scripts that are kept.
const MOST_KEPT: usize = 256;
/// Pieces of a script.
const MOST_PIECES: usize = 128;
/// Fields of a record.
const MOST_SLOTS: usize = 8;

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

/// What the records of a text look like.
#[derive(Clone, Debug)]
struct Style {
    shape: Vec<Slot>,
    /// Between the fields of a record, and behind it.
    inner: Vec<u8>,
    outer: Vec<u8>,
    /// What fields are taken from.
    few: Rc<Phrasebook>,
    /// Numbers that come again: what belongs together has the same one.
    numbers: Rc<[Vec<u8>]>,
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

/// A script of its own, or a kept one that was changed.
pub(crate) fn write(rng: &mut Rng, book: &Phrasebook, kept: &Kept) -> Script {
    match kept.pick(rng) {
        Some(script) if rng.below(3) > 0 => changed(rng, book, kept, script.clone()),
        _ if rng.below(2) == 0 => records(rng, book),
        _ => fresh(rng, book),
    }
}

/// Records of one style, each a piece.
fn records(rng: &mut Rng, book: &Phrasebook) -> Script {
    let style = style(rng, book);
    let scale = 1 << rng.below(6);
    let pieces = (0..1 + rng.below(scale.max(2))).map(|_| record(rng, &style)).collect();
    Script { pieces, style: Some(style) }
}

/// A shape, and delimiters that are the same in all records, or none: what a format of the program says, lines as people write them
/// (a word or not, and what it is about), or anything.
fn style(rng: &mut Rng, book: &Phrasebook) -> Style {
    let few = Rc::new(book.few(rng));
    let numbers = (0..1 + rng.below(3)).map(|_| number(rng, book)).collect();
    let given = pick(rng, &book.shapes).filter(|_| rng.below(2) == 0);
    let (shape, inner, outer) = if let Some(shape) = given {
        (shape.clone(), Vec::new(), b"\n".to_vec())
    } else if rng.below(3) == 0 {
        let first = if rng.below(2) == 0 { Slot::Word } else { argument(rng) };
        let shape = std::iter::once(first).chain((0..rng.below(4)).map(|_| argument(rng))).collect();
        let inner = pick(rng, &book.marks).filter(|_| rng.below(3) == 0).map_or(b' ', |&mark| mark);
        let outer = if rng.below(4) == 0 { delimiter(rng, book) } else { b"\n".to_vec() };
        (shape, vec![inner], outer)
    } else {
        let shape = (0..1 + rng.below(3)).map(|_| slot(rng, &few)).collect();
        let (inner, outer) = match rng.below(4) {
            0 | 1 => (Vec::new(), Vec::new()),
            2 => (Vec::new(), delimiter(rng, book)),
            _ => (delimiter(rng, book), delimiter(rng, book)),
        };
        (shape, inner, outer)
    };
    Style { shape, inner, outer, few, numbers }
}

fn argument(rng: &mut Rng) -> Slot {
    match rng.below(4) {
        0 => Slot::Word,
        1 => Slot::Between,
        _ => Slot::Number,
    }
}

fn slot(rng: &mut Rng, book: &Phrasebook) -> Slot {
    match rng.below(14) {
        0 | 1 => Slot::Word,
        2..=5 => Slot::Character,
        6..=9 => Slot::Between,
        10 | 11 => Slot::Number,
        12 => Slot::Same(pick(rng, &book.words).cloned().unwrap_or_else(|| number(rng, book))),
        _ => Slot::Same(delimiter(rng, book)),
    }
}

fn record(rng: &mut Rng, style: &Style) -> Vec<u8> {
    let fields: Vec<Vec<u8>> = style.shape.iter().map(|slot| field(rng, style, slot)).collect();
    [fields.join(&style.inner[..]), style.outer.clone()].concat()
}

fn field(rng: &mut Rng, style: &Style, slot: &Slot) -> Vec<u8> {
    let book = &style.few;
    match slot {
        Slot::Word => pick(rng, &book.words).cloned(),
        Slot::Character => pick(rng, &book.characters).map(|&character| vec![character]),
        Slot::Between => pick(rng, &book.between).map(|&character| vec![character]),
        Slot::Number => pick(rng, &style.numbers).filter(|_| rng.below(4) > 0).cloned(),
        Slot::Same(text) => Some(text.clone()),
    }
    .unwrap_or_else(|| number(rng, book))
}

/// Records have a field more or less, or another one, or other words.
fn change_style(rng: &mut Rng, book: &Phrasebook, style: &mut Style) {
    let at = rng.below(style.shape.len());
    match rng.below(8) {
        0..=2 => style.few = Rc::new(book.few(rng)),
        3 | 4 if style.shape.len() < MOST_SLOTS => {
            style.shape.insert(rng.below(style.shape.len() + 1), slot(rng, book))
        }
        5 if style.shape.len() > 1 => _ = style.shape.remove(at),
        6 => style.outer = delimiter(rng, book),
        _ => style.shape[at] = slot(rng, book),
    }
}

/// One that uses few of the words and characters there are.
fn fresh(rng: &mut Rng, book: &Phrasebook) -> Script {
    let some = |rng: &mut Rng, most: usize| 1 + rng.below(most);
    let few = book.few(rng);
    let scale = 1 << rng.below(6);
    let pieces = some(rng, scale.max(2));
    let mut script = Script::default();
    for _ in 0..pieces {
        script.pieces.push(piece(rng, &few));
        if rng.below(3) > 0 {
            script.pieces.push(delimiter(rng, &few));
        }
    }
    script
}

/// What is usual, or what the program looks for.
fn delimiter(rng: &mut Rng, book: &Phrasebook) -> Vec<u8> {
    const USUAL: [&[u8]; 8] = [b" ", b" ", b" ", b"\n", b"\n", b"\n", b"\r\n", b","];
    match pick(rng, &book.marks) {
        Some(&mark) if rng.below(3) == 0 => vec![mark],
        _ => USUAL[rng.below(USUAL.len())].to_vec(),
    }
}

fn piece(rng: &mut Rng, book: &Phrasebook) -> Vec<u8> {
    match rng.below(16) {
        0..=6 => pick(rng, &book.words).cloned(),
        7..=10 => pick(rng, &book.characters).map(|&character| vec![character]),
        11..=13 => Some(number(rng, book)),
        14 => {
            let scale = 1 << rng.below(8);
            Some(vec![b'a' + rng.below(26) as u8; 1 + rng.below(scale)])
        }
        _ => None,
    }
    .unwrap_or_else(|| (0..1 + rng.below(4)).map(|_| b' ' + rng.below(95) as u8).collect())
}

/// A small number, one next to a power of two or to one that the program compares with, or any.
fn number(rng: &mut Rng, book: &Phrasebook) -> Vec<u8> {
    let near = |rng: &mut Rng, size: u64| size.wrapping_add(rng.below(3) as u64).wrapping_sub(1);
    let size = match (rng.below(16), pick(rng, &book.numbers)) {
        (0..=8, _) => rng.below(10) as u64,
        (9 | 10, _) => rng.below(300) as u64,
        (11 | 12, _) => {
            let power = 1 << rng.below(64);
            near(rng, power)
        }
        (13 | 14, Some(&number)) => near(rng, number),
        _ => rng.bits() >> rng.below(64),
    };
    let sign = if rng.below(8) == 0 { "-" } else { "" };
    format!("{sign}{size}").into_bytes()
}

/// One that goes on in the style it has, or was changed here and there.
fn changed(rng: &mut Rng, book: &Phrasebook, kept: &Kept, script: Script) -> Script {
    let Script { mut pieces, style } = script;
    match style {
        Some(mut style) if rng.below(3) > 0 => {
            if rng.below(2) == 0 {
                change_style(rng, book, &mut style);
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
            2 => script.insert(at, delimiter(rng, book)),
            3 => _ = (at < script.len()).then(|| script.remove(at)),
            4 => {
                let fresh = piece(rng, book);
                script.get_mut(at).into_iter().for_each(|place| *place = fresh.clone());
            }
            8 | 9 => {
                let line = line(rng, book, &script);
                script.splice(at..at, line);
            }
            10 | 11 => script.get_mut(at).into_iter().for_each(|piece| change_piece(rng, book, piece)),
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

/// A number becomes another one, half of the time; else a byte does.
fn change_piece(rng: &mut Rng, book: &Phrasebook, piece: &mut Vec<u8>) {
    if piece.iter().all(u8::is_ascii_digit) && rng.below(2) == 0 {
        *piece = number(rng, book);
    } else {
        change_byte(rng, piece);
    }
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
/// Half of the lines begin with a word, as commands do, and a third has what the program looks for in place of spaces.
fn line(rng: &mut Rng, book: &Phrasebook, script: &[Vec<u8>]) -> Vec<Vec<u8>> {
    let mark = pick(rng, &book.marks).filter(|_| rng.below(3) == 0).map_or(b' ', |&mark| mark);
    let mut line = Vec::new();
    let command = pick(rng, &book.words).filter(|_| rng.below(2) == 0);
    line.extend(command.into_iter().flat_map(|word| [word.clone(), vec![mark]]));
    for _ in line.len() / 2..1 + rng.below(4) {
        let known = pick(rng, script).filter(|piece| !piece.iter().all(u8::is_ascii_whitespace)).cloned();
        let next = known.filter(|_| rng.below(2) == 0).unwrap_or_else(|| piece(rng, book));
        line.extend([next, vec![mark]]);
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
        let characters = vec![b':', b'+'];
        Phrasebook {
            words,
            marks: characters.clone(),
            characters,
            between: (b'a'..=b'z').collect(),
            numbers: vec![1000],
            shapes: Vec::new(),
        }
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
            numbers: Rc::new([]),
        };
        kept.keep(Script { pieces: vec![b"+a".to_vec(), b"+b".to_vec()], style: Some(style) }, true);
        let mut rng = Rng::new(6);
        let is_command = |pair: &[u8]| pair.len() == 2 && b":+".contains(&pair[0]) && pair[1].is_ascii_lowercase();
        let texts = (0..1000).map(|_| write(&mut rng, &book(), &kept).text());
        let longer = texts.filter(|text| text.starts_with(b"+a") && text.len() > 4 && text.chunks(2).all(is_command));
        assert!(longer.count() > 100);
    }

    #[test]
    fn lines_of_a_command_and_what_it_is_about_come_in_a_row() {
        let mut rng = Rng::new(8);
        let is_command = |line: &&str| {
            let mut words = line.split(' ');
            matches!(words.next(), Some("push" | "swap")) && words.next().is_some_and(|n| n.parse::<i64>().is_ok())
        };
        let texts = (0..20_000).map(|_| write(&mut rng, &book(), &Kept::default()).text());
        let of_commands = texts.filter_map(|text| {
            let text = String::from_utf8(text).ok()?;
            let lines: Vec<String> = text.lines().map(str::to_owned).collect();
            (lines.len() >= 3 && lines.iter().map(String::as_str).all(|line| is_command(&line))).then_some(lines)
        });
        let of_commands: Vec<Vec<String>> = of_commands.collect();
        assert!(of_commands.len() > 100, "{}", of_commands.len());
        let about = |line: &String| line.split(' ').nth(1).map(str::to_owned);
        let again = of_commands.iter().filter(|lines| lines[1..].iter().any(|line| about(line) == about(&lines[0])));
        assert!(2 * again.count() > of_commands.len(), "most are about the same number more than once");
    }

    #[test]
    fn numbers_are_next_to_powers_of_two_and_to_those_of_the_program() {
        let mut rng = Rng::new(9);
        let drawn: Vec<Vec<u8>> = (0..20_000).map(|_| number(&mut rng, &book())).collect();
        for wanted in ["0", "9", "-1", "999", "1000", "1001", "1125899906842623", "9223372036854775808"] {
            assert!(drawn.iter().any(|number| number == wanted.as_bytes()), "{wanted}");
        }
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
