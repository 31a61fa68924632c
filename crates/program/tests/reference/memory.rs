//! Objects by first address. Nothing is ever freed or reused.

use std::collections::BTreeMap;

use program::{Program, layout};

pub struct Memory {
    objects: BTreeMap<u64, Vec<u8>>,
    next_slot: u64,
}

impl Memory {
    pub fn new(program: &Program) -> Memory {
        let mut objects = BTreeMap::new();
        for global in &program.globals {
            let mut bytes = global.init.clone();
            bytes.resize(global.size as usize, 0);
            objects.insert(global.address, bytes);
        }
        Memory { objects, next_slot: layout::FIRST_STACK_SLOT }
    }

    pub fn allocate(&mut self, size: u64) -> u64 {
        let address = layout::slot_address(self.next_slot);
        self.next_slot += layout::slots_for(size);
        self.objects.insert(address, vec![0; size as usize]);
        address
    }

    fn object(&mut self, address: u64, len: u64) -> &mut [u8] {
        let (&base, bytes) = self.objects.range_mut(..=address).next_back().expect("address of an object");
        let start = (address - base) as usize;
        bytes.get_mut(start..start + len as usize).unwrap_or_else(|| panic!("{len} bytes at {address:#x}"))
    }

    pub fn read(&mut self, address: u64, len: u64) -> Vec<u8> {
        if len == 0 { Vec::new() } else { self.object(address, len).to_vec() }
    }

    pub fn write(&mut self, address: u64, bytes: &[u8]) {
        if !bytes.is_empty() {
            self.object(address, bytes.len() as u64).copy_from_slice(bytes);
        }
    }

    pub fn text(&mut self, mut address: u64) -> String {
        let mut bytes = Vec::new();
        loop {
            match self.read(address, 1)[0] {
                0 => return String::from_utf8_lossy(&bytes).into_owned(),
                byte => bytes.push(byte),
            }
            address += 1;
        }
    }
}
