//! Up to 256 bytes of an object's contents: the unit that is copied when two states part.
//!
//! Concrete bytes lie in a plain array. A bit map marks the *special* ones: bytes of an expression, bytes that live in
//! the object's array term, and bytes nobody has written. Cells for them exist only once an expression was stored, so
//! fresh memory costs nothing but its bits.

use expr::ExprId;

pub const CHUNK: usize = 256;

/// What a special byte is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cell {
    /// Never written: any value.
    Uninit,
    /// Byte number `byte` (from the least significant) of an expression.
    Expr { id: ExprId, byte: u8 },
    /// The byte at this offset of the object's array term.
    Array,
}

/// One byte of memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Byte {
    Concrete(u8),
    Special(Cell),
}

#[derive(Clone, Debug)]
pub struct Chunk {
    bytes: Box<[u8]>,
    special: [u64; CHUNK / 64],
    special_count: u16,
    /// Empty: every special byte is `Uninit`. Otherwise one cell a byte.
    cells: Box<[Cell]>,
}

impl Chunk {
    pub fn concrete(bytes: &[u8]) -> Chunk {
        Chunk { bytes: bytes.into(), special: [0; CHUNK / 64], special_count: 0, cells: Box::default() }
    }

    pub fn uninit(len: usize) -> Chunk {
        let mut chunk = Chunk::concrete(&vec![0; len]);
        chunk.mark(0, len);
        chunk
    }

    /// Every byte lives in the object's array term.
    pub fn in_array(len: usize) -> Chunk {
        let mut chunk = Chunk::uninit(len);
        chunk.cells = vec![Cell::Array; len].into();
        chunk
    }

    /// Little-endian bits of up to 8 bytes, if all are concrete and inside.
    #[inline(always)]
    pub fn read_bits(&self, offset: usize, len: usize) -> Option<u64> {
        if self.special_count != 0 && self.any_special(offset, len) {
            return None;
        }
        let bytes = self.bytes.get(offset..offset + len)?;
        Some(match len {
            4 => u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]) as u64,
            8 => u64::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6], bytes[7]]),
            1 => bytes[0] as u64,
            _ => bytes.iter().rev().fold(0, |bits, &b| bits << 8 | b as u64),
        })
    }

    /// Writes the low `len` bytes of `value`; false if they do not lie inside.
    #[inline(always)]
    pub fn write_bits(&mut self, offset: usize, len: usize, value: u64) -> bool {
        let Some(bytes) = self.bytes.get_mut(offset..offset + len) else { return false };
        match len {
            4 => bytes.copy_from_slice(&(value as u32).to_le_bytes()),
            8 => bytes.copy_from_slice(&value.to_le_bytes()),
            1 => bytes[0] = value as u8,
            _ => bytes.copy_from_slice(&value.to_le_bytes()[..len]),
        }
        if self.special_count != 0 {
            self.unmark(offset, len);
        }
        true
    }

    /// Replaces `N` bytes, if they are inside and all is concrete; what they were and what they are.
    #[inline(always)]
    pub fn update<const N: usize>(&mut self, offset: usize, change: impl FnOnce(u64) -> u64) -> Option<(u64, u64)> {
        if self.special_count != 0 {
            return None;
        }
        let bytes = self.bytes.get_mut(offset..)?.first_chunk_mut::<N>()?;
        let mut old = [0; 8];
        old[..N].copy_from_slice(bytes);
        let old = u64::from_le_bytes(old);
        let new = change(old);
        bytes.copy_from_slice(&new.to_le_bytes()[..N]);
        Some((old, new))
    }

    pub fn byte(&self, offset: usize) -> Byte {
        if self.special[offset / 64] >> (offset % 64) & 1 == 0 {
            Byte::Concrete(self.bytes[offset])
        } else {
            Byte::Special(self.cells.get(offset).copied().unwrap_or(Cell::Uninit))
        }
    }

    pub fn set(&mut self, offset: usize, byte: Byte) {
        match byte {
            Byte::Concrete(b) => {
                self.bytes[offset] = b;
                self.unmark(offset, 1);
            }
            Byte::Special(cell) => {
                if cell != Cell::Uninit && self.cells.is_empty() {
                    self.cells = vec![Cell::Uninit; self.bytes.len()].into();
                }
                if let Some(place) = self.cells.get_mut(offset) {
                    *place = cell;
                }
                self.mark(offset, 1);
            }
        }
    }

    pub fn is_written(&self, offset: usize) -> bool {
        self.byte(offset) != Byte::Special(Cell::Uninit)
    }

    pub fn is_concrete(&self) -> bool {
        self.special_count == 0
    }

    pub fn size(&self) -> usize {
        self.bytes.len()
    }

    /// The bytes of a range, if all are concrete and inside.
    pub fn concrete_bytes(&self, offset: usize, len: usize) -> Option<&[u8]> {
        if self.special_count != 0 && self.any_special(offset, len) {
            return None;
        }
        self.bytes.get(offset..offset + len)
    }

    /// Writes concrete bytes, which have to lie inside.
    pub fn set_concrete(&mut self, offset: usize, bytes: &[u8]) {
        self.bytes[offset..offset + bytes.len()].copy_from_slice(bytes);
        if self.special_count != 0 {
            self.unmark(offset, bytes.len());
        }
    }

    #[inline]
    fn any_special(&self, offset: usize, len: usize) -> bool {
        self.special.iter().zip(0..).any(|(&word, number)| word & bits_of(number, offset, len) != 0)
    }

    fn mark(&mut self, offset: usize, len: usize) {
        for (word, number) in self.special.iter_mut().zip(0..) {
            *word |= bits_of(number, offset, len);
        }
        self.count();
    }

    fn unmark(&mut self, offset: usize, len: usize) {
        for (word, number) in self.special.iter_mut().zip(0..) {
            *word &= !bits_of(number, offset, len);
        }
        self.count();
        if self.special_count == 0 {
            self.cells = Box::default();
        }
    }

    fn count(&mut self) {
        self.special_count = self.special.iter().map(|word| word.count_ones() as u16).sum();
    }
}

/// The bits of a range that are in one word of a bit map.
#[inline(always)]
fn bits_of(word: usize, offset: usize, len: usize) -> u64 {
    // The first bits of a word, as many as there are up to a place.
    let up_to = |end: usize| match end.saturating_sub(64 * word) {
        0 => 0,
        bits @ 1..64 => (1 << bits) - 1,
        _ => u64::MAX,
    };
    up_to(offset + len) & !up_to(offset)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_of_special_bytes_are_exact() {
        for (from, len) in [(0, 1), (0, 64), (63, 2), (60, 140), (127, 129), (255, 1), (0, 256), (5, 0)] {
            let mut chunk = Chunk::concrete(&[7; CHUNK]);
            chunk.mark(from, len);
            for at in 0..CHUNK {
                let inside = (from..from + len).contains(&at);
                assert_eq!(chunk.byte(at) == Byte::Special(Cell::Uninit), inside, "{from} {len} {at}");
                assert_eq!(chunk.read_bits(at, 1).is_none(), inside);
            }
            assert_eq!(chunk.concrete_bytes(0, CHUNK).is_none(), len > 0);
            chunk.set_concrete(from, &vec![9; len]);
            assert!(chunk.is_concrete() && (from..from + len).all(|at| chunk.byte(at) == Byte::Concrete(9)));
        }
    }
}
