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

    #[inline]
    fn any_special(&self, offset: usize, len: usize) -> bool {
        (offset..offset + len).any(|i| i < CHUNK && self.special[i / 64] >> (i % 64) & 1 != 0)
    }

    fn mark(&mut self, offset: usize, len: usize) {
        for i in offset..offset + len {
            let bit = 1 << (i % 64);
            self.special_count += (self.special[i / 64] & bit == 0) as u16;
            self.special[i / 64] |= bit;
        }
    }

    fn unmark(&mut self, offset: usize, len: usize) {
        for i in offset..offset + len {
            let bit = 1 << (i % 64);
            self.special_count -= (self.special[i / 64] & bit != 0) as u16;
            self.special[i / 64] &= !bit;
        }
        if self.special_count == 0 {
            self.cells = Box::default();
        }
    }
}
