//! Reads and writes of finite byte arrays.
//!
//! Whoever reads or writes has checked the bounds first, so every access is taken to be in range where that makes a
//! difference: a read that finds the write it reads from gives the value written. Accesses at constant offsets are exact
//! even out of range (such bytes read as 0, writing them does nothing).

use super::Rule;
use crate::array_store::ArrayNode;
use crate::dag::Dag;
use crate::ids::{ArrayId, ExprId};
use crate::node::{BinaryOp, Node};

/// Longest array that is copied to take a write at a constant offset.
const MAX_COPIED: u64 = 1024;

/// How the bytes of a read lie to those of a write.
enum Position {
    Apart,
    /// All of them are written, beginning with this byte of the value.
    Inside(u32),
    /// Some are, some are not; the read begins this many bytes after the write (or before it).
    Overlapping(i64),
    Unknown,
}

impl Dag {
    /// The array of the given 8-bit expressions.
    pub fn array(&mut self, bytes: &[ExprId]) -> ArrayId {
        assert!(bytes.iter().all(|&byte| self.width(byte) == 8), "arrays hold bytes");
        self.intern_array(ArrayNode::Base(bytes))
    }

    /// `a` with the bytes of `value` at `offset`, the lowest first. Bytes beyond the end are dropped.
    pub fn write(&mut self, a: ArrayId, offset: ExprId, value: ExprId) -> ArrayId {
        assert_eq!(self.width(offset), 64, "an offset is 64 bits wide");
        assert_eq!(self.width(value) % 8, 0, "only whole bytes can be written");
        let bytes = self.width(value) / 8;
        if let Some(start) = self.as_const(offset) {
            let room = (self.array_len(a) as u128).saturating_sub(start);
            if room == 0 {
                self.used(Rule::WriteOutOfRange);
                return a;
            }
            if room < bytes as u128 {
                self.used(Rule::WriteOutOfRange);
                let inside = self.extract(value, 0, 8 * room as u32);
                return self.write(a, offset, inside);
            }
            if let Some(written) = self.write_to_base(a, start as usize, value) {
                return written;
            }
        }
        if let ArrayNode::Write { array, offset: before, value: old } = self.array_node(a)
            && before == offset
            && self.width(old) <= self.width(value)
        {
            self.used(Rule::WriteOverWrite);
            return self.write(array, offset, value);
        }
        self.intern_array(ArrayNode::Write { array: a, offset, value })
    }

    /// A short array takes a write at a known place into itself.
    fn write_to_base(&mut self, a: ArrayId, start: usize, value: ExprId) -> Option<ArrayId> {
        let ArrayNode::Base(contents) = self.array_node(a) else { return None };
        if contents.len() as u64 > MAX_COPIED {
            return None;
        }
        let mut contents = contents.to_vec();
        self.used(Rule::WriteToBase);
        for i in 0..self.width(value) / 8 {
            contents[start + i as usize] = self.extract(value, 8 * i, 8);
        }
        Some(self.array(&contents))
    }

    /// `bytes` bytes (at most 16) from `offset` on, the first one lowest. Bytes beyond the end are 0.
    pub fn read(&mut self, a: ArrayId, offset: ExprId, bytes: u32) -> ExprId {
        assert_eq!(self.width(offset), 64, "an offset is 64 bits wide");
        assert!((1..=16).contains(&bytes), "cannot read {bytes} bytes at once");
        if self.as_const(offset).is_some_and(|start| start >= self.array_len(a) as u128) {
            self.used(Rule::ReadOutOfRange);
            return self.zero(8 * bytes);
        }
        let mut array = a;
        while let ArrayNode::Write { array: below, offset: at, value } = self.array_node(array) {
            match self.position(offset, bytes, at, self.width(value) / 8) {
                Position::Apart => {
                    self.used(Rule::ReadSkipsWrite);
                    array = below;
                }
                Position::Inside(first) => {
                    self.used(Rule::ReadOverWrite);
                    return self.extract(value, 8 * first, 8 * bytes);
                }
                Position::Overlapping(after) => {
                    self.used(Rule::ReadPartsOfWrite);
                    return self.read_partly_written(below, offset, bytes, value, after);
                }
                Position::Unknown => break,
            }
        }
        if let Some(value) = self.read_base(array, offset, bytes) {
            return value;
        }
        self.intern(Node::Read { array, offset, bytes }, 8 * bytes)
    }

    fn read_base(&mut self, array: ArrayId, offset: ExprId, bytes: u32) -> Option<ExprId> {
        let ArrayNode::Base(contents) = self.array_node(array) else { return None };
        if let Some(start) = self.as_const(offset) {
            // In range, at least the first byte.
            let mut inside: Vec<_> = contents[start as usize..].iter().take(bytes as usize).copied().collect();
            self.used(Rule::ReadOfBase);
            let zero = self.zero(8);
            inside.resize(bytes as usize, zero);
            return Some(self.concat_bytes(&inside));
        }
        // Only one offset is in range.
        if contents.len() as u64 == bytes as u64 {
            let contents = contents.to_vec();
            self.used(Rule::ReadOfWhole);
            return Some(self.concat_bytes(&contents));
        }
        let first = *contents.first()?;
        if contents.iter().all(|&byte| byte == first) {
            self.used(Rule::ReadOfEqualBytes);
            return Some(self.concat_bytes(&vec![first; bytes as usize]));
        }
        None
    }

    /// A read that begins `after` bytes after a write and is partly answered by it: byte by byte.
    fn read_partly_written(&mut self, below: ArrayId, offset: ExprId, bytes: u32, value: ExprId, after: i64) -> ExprId {
        let written = self.width(value) as i64 / 8;
        let parts: Vec<_> = (0..bytes)
            .map(|i| {
                let source = after + i as i64;
                if (0..written).contains(&source) {
                    return self.extract(value, 8 * source as u32, 8);
                }
                let distance = self.constant(i as u128, 64);
                let place = self.add(offset, distance);
                self.read(below, place, 1)
            })
            .collect();
        self.concat_bytes(&parts)
    }

    fn position(&self, read: ExprId, bytes: u32, write: ExprId, written: u32) -> Position {
        let ((read_base, read_at), (write_base, write_at)) =
            (self.base_and_distance(read), self.base_and_distance(write));
        if read_base == write_base {
            let after = read_at.wrapping_sub(write_at) as i64;
            return if after >= written as i64 || after <= -(bytes as i64) {
                Position::Apart
            } else if after >= 0 && after + bytes as i64 <= written as i64 {
                Position::Inside(after as u32)
            } else {
                Position::Overlapping(after)
            };
        }
        let (r, w) = (self.range(read), self.range(write));
        if r.hi + (bytes as u128) <= w.lo || w.hi + (written as u128) <= r.lo {
            return Position::Apart;
        }
        Position::Unknown
    }

    /// An offset as a symbolic part (none for a constant) and a distance from it.
    fn base_and_distance(&self, offset: ExprId) -> (Option<ExprId>, u64) {
        if let Some(value) = self.as_const(offset) {
            return (None, value as u64);
        }
        match self.as_binary_const(BinaryOp::Add, offset) {
            Some((base, distance)) => (Some(base), distance as u64),
            None => (Some(offset), 0),
        }
    }
}
