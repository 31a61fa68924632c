//! Global variables: addresses first, then initial bytes with those addresses filled in.

use std::collections::HashSet;

use crate::ir::{FuncId, Global, GlobalId};
use crate::layout;
use crate::llvm::{Linkage, Module, Type, TypeKind, Value, ValueKind};
use crate::lower::{Lowered, Lowering};

/// Larger variables are not written out byte by byte: unless all zero, their contents count as unknown.
const MAX_INITIALISER: u64 = 1 << 30;

impl<'m> Lowering<'m> {
    /// Gives every variable its address, and collects the functions run before and after `main`.
    pub(super) fn place_globals(&mut self, module: &'m Module, users: &HashSet<String>) -> Vec<(Value<'m>, GlobalId)> {
        let mut slot = layout::FIRST_GLOBAL_SLOT;
        let mut placed = Vec::new();
        for variable in module.globals() {
            let name = variable.name();
            match name.as_str() {
                "llvm.global_ctors" => self.program.constructors = self.run_list(variable, Order::Ascending),
                "llvm.global_dtors" => self.program.destructors = self.run_list(variable, Order::Descending),
                // Lists for the linker, such as `llvm.used`.
                special if special.starts_with("llvm.") => {}
                _ => {
                    let size = self.layout.alloc_size(variable.value_type());
                    let address = layout::slot_address(slot);
                    slot += layout::slots_for(size);
                    let id = GlobalId(self.program.globals.len() as u32);
                    let loc = self.locations.declaration(variable);
                    let from_runtime = !users.contains(&name);
                    self.program.globals.push(Global {
                        name,
                        from_runtime,
                        address,
                        size,
                        align: variable.alignment(),
                        init: Vec::new(),
                        read_only: variable.is_constant_global(),
                        external: variable.is_declaration()
                            || variable.linkage() == Linkage::LLVMAvailableExternallyLinkage,
                        loc,
                    });
                    self.global_addresses.insert(variable, address);
                    placed.push((variable, id));
                }
            }
        }
        placed
    }

    /// Writes the initial bytes, once all addresses are known.
    pub(super) fn fill_globals(&mut self, placed: &[(Value<'m>, GlobalId)]) {
        for &(variable, id) in placed {
            let Some(initial) = variable.initializer() else { continue };
            let size = self.layout.alloc_size(variable.value_type());
            if initial.is_null() {
                continue;
            }
            if size > MAX_INITIALISER {
                self.program.globals[id.index()].external = true;
                continue;
            }
            let mut bytes = vec![0; size as usize];
            if self.write_constant(initial, &mut bytes).is_err() {
                // Something in it is not known before the start, such as the address of an `ifunc`.
                self.program.globals[id.index()].external = true;
                continue;
            }
            let used = bytes.iter().rposition(|&b| b != 0).map_or(0, |last| last + 1);
            bytes.truncate(used);
            self.program.globals[id.index()].init = bytes;
        }
    }

    /// Writes a constant to the start of `out`, which is at least as long as its type; undefined bytes stay 0.
    fn write_constant(&mut self, value: Value<'m>, out: &mut [u8]) -> Lowered<()> {
        let ty = value.ty();
        match value.kind() {
            ValueKind::LLVMConstantAggregateZeroValueKind
            | ValueKind::LLVMConstantPointerNullValueKind
            | ValueKind::LLVMUndefValueValueKind
            | ValueKind::LLVMPoisonValueKind => {}
            ValueKind::LLVMConstantDataArrayValueKind if is_byte_array(ty) => {
                let data = value.data_bytes();
                let len = data.len().min(out.len());
                out[..len].copy_from_slice(&data[..len]);
            }
            ValueKind::LLVMConstantDataArrayValueKind | ValueKind::LLVMConstantArrayValueKind => {
                let stride = self.layout.alloc_size(ty.element()) as usize;
                for index in 0..ty.array_len() as u32 {
                    if let Some(element) = value.aggregate_element(index) {
                        self.write_constant(element, &mut out[index as usize * stride..])?;
                    }
                }
            }
            ValueKind::LLVMConstantStructValueKind => {
                for index in 0..ty.struct_len() {
                    let offset = self.layout.field_offset(ty, index) as usize;
                    if let Some(element) = value.aggregate_element(index) {
                        self.write_constant(element, &mut out[offset..])?;
                    }
                }
            }
            _ => self.write_scalars(value, out)?,
        }
        Ok(())
    }

    /// A number, an address, or a vector of them.
    fn write_scalars(&mut self, value: Value<'m>, out: &mut [u8]) -> Lowered<()> {
        let shape = self.shape(value.ty())?;
        let operands = self.constant(value)?;
        for (leaf, operand) in shape.leaves.iter().zip(operands) {
            let bits = self.known_bits(operand).unwrap_or(0);
            leaf.write(bits, out);
        }
        Ok(())
    }

    /// The functions of a constructor or destructor list: `{ i32 priority, ptr function, ptr data }`.
    fn run_list(&mut self, list: Value<'m>, order: Order) -> Vec<FuncId> {
        let Some(initial) = list.initializer() else { return Vec::new() };
        let mut entries = Vec::new();
        for index in 0..list.value_type().array_len() as u32 {
            let Some(entry) = initial.aggregate_element(index) else { continue };
            let (Some(priority), Some(function)) = (entry.aggregate_element(0), entry.aggregate_element(1)) else {
                continue;
            };
            if let Some(id) = self.function_named(function) {
                entries.push((priority.int_bits(), id));
            }
        }
        // Stable: equal priorities keep the order of the list, or its reverse.
        match order {
            Order::Ascending => entries.sort_by_key(|&(priority, _)| priority),
            Order::Descending => {
                entries.sort_by_key(|&(priority, _)| priority);
                entries.reverse();
            }
        }
        entries.into_iter().map(|(_, id)| id).collect()
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Order {
    Ascending,
    Descending,
}

fn is_byte_array(ty: Type<'_>) -> bool {
    let element = ty.element();
    element.kind() == TypeKind::LLVMIntegerTypeKind && element.int_width() == 8
}

impl crate::lower::types::Leaf {
    /// Puts the bits where the scalar lies.
    fn write(self, bits: u128, out: &mut [u8]) {
        use crate::lower::types::{Place, bytes_for};
        match self.place {
            Place::Bytes { offset } => {
                let bytes = bytes_for(self.scalar.width) as usize;
                let start = offset as usize;
                out[start..start + bytes].copy_from_slice(&bits.to_le_bytes()[..bytes]);
            }
            Place::Bits { offset, bytes, shift } => {
                let shifted = (bits << shift).to_le_bytes();
                let start = offset as usize;
                for (byte, add) in out[start..start + bytes as usize].iter_mut().zip(shifted) {
                    *byte |= add;
                }
            }
        }
    }
}
