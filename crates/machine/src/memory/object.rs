//! One object of the program's memory: its place, its size, its life, its bytes.
//!
//! Contents are chunks shared between states until one of them writes. An access at a symbolic offset goes through an
//! array term of the whole object ([`Object::view`]); a symbolic write makes that term the contents.

use std::rc::Rc;

use expr::{ArrayId, Dag, ExprId};
use program::ir::LocId;
use program::layout;

use super::chunk::{Byte, CHUNK, Cell, Chunk};
use crate::inputs::FreshBytes;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ObjectKind {
    Global,
    Stack,
    Heap,
    /// Program arguments, environment and other memory of the system's.
    Argument,
    /// What `--entry` makes for pointer parameters.
    Parameter,
    /// The variable arguments of one call.
    VariableArguments,
}

impl ObjectKind {
    /// For people.
    pub fn in_words(self) -> &'static str {
        match self {
            ObjectKind::Global => "a global object",
            ObjectKind::Stack => "a stack object",
            ObjectKind::Heap => "a heap object",
            ObjectKind::Argument | ObjectKind::Parameter => "an argument object",
            ObjectKind::VariableArguments => "the variable arguments",
        }
    }
}

#[derive(Clone, Debug)]
pub struct Object {
    pub address: u64,
    /// Bytes it has room for; also its size, unless `symbolic_size` says less.
    pub capacity: u64,
    /// 64-bit size when it is symbolic; at most `capacity`.
    pub symbolic_size: Option<ExprId>,
    /// Bytes certainly inside: the fast path's bound. 0 with a symbolic size.
    certain: u64,
    pub kind: ObjectKind,
    pub read_only: bool,
    /// What its address is a multiple of in any case, as a power of two.
    pub align: u8,
    /// The allocation's position.
    pub origin: LocId,
    /// Of variable arguments: how many bytes the one in each unit of eight has, 0 where none begins.
    pub(crate) arguments: Option<Rc<[u8]>>,
    chunks: Vec<Rc<Chunk>>,
    /// The term that `Cell::Array` bytes refer to.
    array: Option<ArrayId>,
    /// The array term equal to the present contents, if one was built since the last write.
    view: Option<ArrayId>,
    /// The shadow (see `shadow`) that has touched it last; 0: none.
    pub(super) epoch: u32,
    /// Unwritten bytes are those it had when the shadow began, not arbitrary ones.
    live_in: bool,
}

/// As a power of two.
const MALLOC_ALIGN: u8 = layout::MALLOC_ALIGN.trailing_zeros() as u8;

/// Bytes of a word, where changes are looked for.
const WORD: usize = 4;

/// Chunks two objects are compared by.
const MAX_COMPARED: usize = 64;

/// What fresh memory contains.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fill<'a> {
    Uninit,
    /// These bytes, then zeros.
    Bytes(&'a [u8]),
}

impl Object {
    pub fn new(address: u64, size: u64, kind: ObjectKind, fill: Fill) -> Object {
        let mut chunks = Vec::with_capacity(size.div_ceil(CHUNK as u64) as usize);
        let mut repeated: Option<Rc<Chunk>> = None;
        let mut start = 0u64;
        while start < size {
            let len = (size - start).min(CHUNK as u64) as usize;
            let own = match fill {
                Fill::Bytes(bytes) if (start as usize) < bytes.len() => {
                    let mut buffer = [0; CHUNK];
                    let given = &bytes[start as usize..bytes.len().min(start as usize + len)];
                    buffer[..given.len()].copy_from_slice(given);
                    Some(Chunk::concrete(&buffer[..len]))
                }
                _ => None,
            };
            chunks.push(match (own, &repeated) {
                (Some(chunk), _) => Rc::new(chunk),
                (None, Some(chunk)) if chunk.size() == len => chunk.clone(),
                (None, _) => {
                    let chunk = Rc::new(match fill {
                        Fill::Uninit => Chunk::uninit(len),
                        Fill::Bytes(_) => Chunk::concrete(&[0; CHUNK][..len]),
                    });
                    repeated = Some(chunk.clone());
                    chunk
                }
            });
            start += len as u64;
        }
        Object {
            address,
            capacity: size,
            symbolic_size: None,
            certain: size,
            kind,
            read_only: false,
            align: match kind {
                ObjectKind::Heap => MALLOC_ALIGN,
                // As the stack is where a call is made: also 16 bytes.
                ObjectKind::VariableArguments => MALLOC_ALIGN,
                ObjectKind::Global | ObjectKind::Stack | ObjectKind::Argument | ObjectKind::Parameter => 0,
            },
            origin: LocId(0),
            arguments: None,
            chunks,
            array: None,
            view: None,
            epoch: 0,
            live_in: false,
        }
    }

    pub(crate) fn is_live_in(&self) -> bool {
        self.live_in
    }

    /// The contents become those of the start of a shadow, whatever they are.
    pub(super) fn begin_live_in(&mut self, epoch: u32) {
        self.forget_contents();
        self.epoch = epoch;
        self.live_in = true;
    }

    /// Its address is a multiple of this, a power of two.
    pub(crate) fn set_alignment(&mut self, bytes: u64) {
        self.align = bytes.trailing_zeros().min(layout::SLOT_LEAD.trailing_zeros()) as u8;
    }

    pub(crate) fn set_symbolic_size(&mut self, size: ExprId) {
        self.symbolic_size = Some(size);
        self.certain = 0;
    }

    /// Concrete bits at an offset, when the access is certainly inside, in one chunk and concrete.
    #[inline(always)]
    pub fn read_bits(&self, offset: u64, len: usize) -> Option<u64> {
        if offset.wrapping_add(len as u64) > self.certain || offset > self.certain {
            return None;
        }
        self.chunks.get(offset as usize / CHUNK)?.read_bits(offset as usize % CHUNK, len)
    }

    /// The same for writing, if no other state has the bytes; false if the slow path has to decide.
    #[inline(always)]
    pub(super) fn write_own_bits(&mut self, offset: u64, len: usize, value: u64) -> bool {
        if offset.wrapping_add(len as u64) > self.certain || offset > self.certain || self.read_only {
            return false;
        }
        let Some(chunk) = self.chunks.get_mut(offset as usize / CHUNK).and_then(Rc::get_mut) else { return false };
        let is_written = chunk.write_bits(offset as usize % CHUNK, len, value);
        if is_written {
            self.view = None;
        }
        is_written
    }

    /// Replaces `N` bytes, if they are concrete and no other state has them; what they were and what they are.
    #[inline(always)]
    pub(super) fn update_own<const N: usize>(
        &mut self,
        offset: u64,
        change: impl FnOnce(u64) -> u64,
    ) -> Option<(u64, u64)> {
        if offset.wrapping_add(N as u64) > self.certain || offset > self.certain || self.read_only {
            return None;
        }
        let chunk = self.chunks.get_mut(offset as usize / CHUNK).and_then(Rc::get_mut)?;
        self.view = None;
        chunk.update::<N>(offset as usize % CHUNK, change)
    }

    /// The same for writing; false if the slow path has to decide.
    pub fn write_bits(&mut self, offset: u64, len: usize, value: u64) -> bool {
        if offset.wrapping_add(len as u64) > self.certain || offset > self.certain || self.read_only {
            return false;
        }
        let within = offset as usize % CHUNK;
        if within + len > CHUNK {
            return false;
        }
        self.view = None;
        Rc::make_mut(&mut self.chunks[offset as usize / CHUNK]).write_bits(within, len, value)
    }

    pub fn byte(&self, offset: u64) -> Byte {
        self.chunks[offset as usize / CHUNK].byte(offset as usize % CHUNK)
    }

    pub fn set_byte(&mut self, offset: u64, byte: Byte) {
        self.view = None;
        Rc::make_mut(&mut self.chunks[offset as usize / CHUNK]).set(offset as usize % CHUNK, byte);
    }

    /// Sets a range to one concrete byte. Whole chunks are one and the same, so a large range costs little.
    pub fn fill(&mut self, offset: u64, len: u64, value: u8) {
        self.view = None;
        let whole = Rc::new(Chunk::concrete(&[value; CHUNK]));
        let (mut at, end) = (offset as usize, (offset + len) as usize);
        while at < end {
            let (chunk, within) = (&mut self.chunks[at / CHUNK], at % CHUNK);
            let here = (CHUNK - within).min(end - at);
            if here == CHUNK {
                *chunk = whole.clone();
            } else {
                let chunk = Rc::make_mut(chunk);
                (within..within + here).for_each(|i| chunk.set(i, Byte::Concrete(value)));
            }
            at += here;
        }
    }

    /// Whether the bytes are the very same ones; large objects are not looked through.
    pub(super) fn shares_contents(&self, other: &Object) -> bool {
        let same_object = self.address == other.address && self.capacity == other.capacity && self.kind == other.kind;
        same_object
            && self.symbolic_size == other.symbolic_size
            && self.read_only == other.read_only
            && self.array == other.array
            && self.chunks.len() <= MAX_COMPARED
            && self.chunks.iter().zip(&other.chunks).all(|(a, b)| Rc::ptr_eq(a, b))
    }

    /// Whether both are the same object with the same bytes, all of them plain.
    pub(super) fn is_like(&self, other: &Object) -> bool {
        let described = |object: &Object| {
            let Object { address, capacity, symbolic_size, certain, kind, read_only, align, origin, array, .. } =
                *object;
            (address, capacity, symbolic_size, certain, kind, read_only, align, origin, array)
        };
        let byte = |object: &Object, offset: u64| object.read_bits(offset, 1);
        described(self) == described(other)
            && (self.epoch, self.live_in) == (other.epoch, other.live_in)
            && self.is_concrete()
            && (0..self.capacity).all(|offset| {
                byte(self, offset).is_some_and(|own| byte(other, offset).is_some_and(|known| own == known))
            })
    }

    /// Calls `visit` with the address of each word of four bytes that differs from what it was `before`, and what it holds;
    /// `None` for what is not concrete. Words nobody has written are left out.
    pub(super) fn changed_words(&self, before: Option<&Object>, visit: &mut impl FnMut(u64, Option<u32>)) {
        for (number, chunk) in self.chunks.iter().enumerate() {
            let old = before.and_then(|object| object.chunks.get(number));
            if old.is_some_and(|old| Rc::ptr_eq(old, chunk)) {
                continue;
            }
            for offset in (0..chunk.size()).step_by(WORD) {
                let len = WORD.min(chunk.size() - offset);
                let (word, old) = (chunk.read_bits(offset, len), old.and_then(|old| old.read_bits(offset, len)));
                if word.is_some() && word == old || word.is_none() && !chunk.is_written(offset) {
                    continue;
                }
                visit(self.address + (number * CHUNK + offset) as u64, word.map(|bits| bits as u32));
            }
        }
    }

    /// Whether no byte of a range is unwritten.
    pub(crate) fn is_settled(&self, from: u64, len: u64) -> bool {
        (from..from + len).all(|offset| self.byte(offset) != Byte::Special(Cell::Uninit))
    }

    /// Makes every byte unwritten again.
    fn forget_contents(&mut self) {
        *self = Object {
            read_only: self.read_only,
            align: self.align,
            origin: self.origin,
            symbolic_size: self.symbolic_size,
            certain: self.certain,
            epoch: self.epoch,
            ..Object::new(self.address, self.capacity, self.kind, Fill::Uninit)
        };
    }

    /// Gives unwritten bytes of a range their arbitrary values.
    pub fn settle(&mut self, from: u64, len: u64, fresh: &mut FreshBytes) {
        for offset in from..from + len {
            if self.byte(offset) == Byte::Special(Cell::Uninit) {
                let id = if self.live_in { fresh.live_in(self.address + offset) } else { fresh.arbitrary() };
                self.set_byte(offset, Byte::Special(Cell::Expr { id, byte: 0 }));
            }
        }
    }

    /// `len` bytes (at most 16) from a concrete offset as one expression. Unwritten bytes must have been settled.
    pub fn read_expr(&self, dag: &mut Dag, offset: u64, len: u64) -> ExprId {
        let mut whole: Option<ExprId> = None;
        let mut at = 0;
        while at < len {
            let (piece, bytes) = self.run(dag, offset + at, len - at);
            whole = Some(match whole {
                None => piece,
                Some(low) => dag.concat(piece, low),
            });
            at += bytes;
        }
        whole.expect("an access of at least one byte")
    }

    /// The longest run of bytes from `offset` that is one constant, one expression's slice or one array read.
    fn run(&self, dag: &mut Dag, offset: u64, limit: u64) -> (ExprId, u64) {
        let mut bytes = 1;
        match self.byte(offset) {
            Byte::Concrete(first) => {
                let mut value = first as u128;
                while bytes < limit {
                    let Byte::Concrete(b) = self.byte(offset + bytes) else { break };
                    value |= (b as u128) << (8 * bytes);
                    bytes += 1;
                }
                (dag.constant(value, 8 * bytes as u32), bytes)
            }
            Byte::Special(Cell::Expr { id, byte }) => {
                while bytes < limit
                    && self.byte(offset + bytes) == Byte::Special(Cell::Expr { id, byte: byte + bytes as u8 })
                {
                    bytes += 1;
                }
                (dag.extract(id, 8 * byte as u32, 8 * bytes as u32), bytes)
            }
            Byte::Special(Cell::Array) => {
                while bytes < limit && self.byte(offset + bytes) == Byte::Special(Cell::Array) {
                    bytes += 1;
                }
                let array = self.array.expect("a cell in the array term");
                let at = dag.constant(offset as u128, 64);
                (dag.read(array, at, bytes as u32), bytes)
            }
            Byte::Special(Cell::Uninit) => unreachable!("settled before reading"),
        }
    }

    /// Writes an expression of `len` bytes at a concrete offset; `value` is `8 * len` bits wide.
    pub fn write_expr(&mut self, dag: &Dag, offset: u64, len: u64, value: ExprId) {
        match dag.as_const(value) {
            Some(bits) => {
                for i in 0..len {
                    self.set_byte(offset + i, Byte::Concrete((bits >> (8 * i)) as u8));
                }
            }
            None => {
                for i in 0..len {
                    self.set_byte(offset + i, Byte::Special(Cell::Expr { id: value, byte: i as u8 }));
                }
            }
        }
    }

    /// The array term equal to the present contents. Unwritten bytes get their values first.
    pub fn view(&mut self, fresh: &mut FreshBytes) -> ArrayId {
        if let Some(view) = self.view {
            return view;
        }
        self.settle(0, self.capacity, fresh);
        let dag = &mut *fresh.dag;
        let in_array = |byte| byte == Byte::Special(Cell::Array);
        let old = self.array.filter(|_| (0..self.capacity).any(|i| in_array(self.byte(i))));
        let view = match old {
            None => {
                let bytes: Vec<ExprId> = (0..self.capacity).map(|i| self.run(dag, i, 1).0).collect();
                dag.array(&bytes)
            }
            Some(mut array) => {
                let mut at = 0;
                while at < self.capacity {
                    if in_array(self.byte(at)) {
                        at += 1;
                        continue;
                    }
                    let (value, len) = self.run(dag, at, (self.capacity - at).min(8));
                    let offset = dag.constant(at as u128, 64);
                    array = dag.write(array, offset, value);
                    at += len;
                }
                array
            }
        };
        self.view = Some(view);
        view
    }

    /// Writes at a symbolic offset: the contents become an array term.
    pub fn write_symbolic(&mut self, fresh: &mut FreshBytes, offset: ExprId, value: ExprId) {
        let before = self.view(fresh);
        let after = fresh.dag.write(before, offset, value);
        self.array = Some(after);
        self.view = Some(after);
        let full = Rc::new(Chunk::in_array(CHUNK));
        for chunk in &mut self.chunks {
            *chunk = if chunk.size() == CHUNK { full.clone() } else { Rc::new(Chunk::in_array(chunk.size())) };
        }
    }

    /// Whether every byte is, and the size.
    pub(crate) fn is_concrete(&self) -> bool {
        self.symbolic_size.is_none() && self.chunks.iter().all(|chunk| chunk.is_concrete())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_is_filled_wherever_it_begins_and_ends() {
        let size = 3 * CHUNK as u64 + 40;
        for (offset, len) in [(0, size), (7, 20), (250, 12), (0, 256), (200, 600), (512, 296), (300, 0)] {
            let mut filled = Object::new(1 << 20, size, ObjectKind::Heap, Fill::Uninit);
            let mut byte_by_byte = filled.clone();
            filled.fill(offset, len, 7);
            (offset..offset + len).for_each(|at| byte_by_byte.set_byte(at, Byte::Concrete(7)));
            let bytes = |object: &Object| (0..size).map(|at| object.byte(at)).collect::<Vec<Byte>>();
            assert_eq!(bytes(&filled), bytes(&byte_by_byte), "{len} from {offset} on");
            // What was filled may be one chunk in several places.
            if len >= 2 * CHUNK as u64 {
                filled.set_byte(offset + CHUNK as u64, Byte::Concrete(9));
                let nines = bytes(&filled).into_iter().filter(|&byte| byte == Byte::Concrete(9)).count();
                assert_eq!(nines, 1);
            }
        }
    }
}
