//! Source positions, each stored once.

use rustc_hash::FxHashMap;

use crate::ir::{FileId, LocId, Location};
use crate::llvm::{DebugLocation, Value};

pub(super) struct Locations<'m> {
    table: Vec<Location>,
    files: Vec<String>,
    by_position: FxHashMap<Location, LocId>,
    by_file: FxHashMap<String, FileId>,
    by_handle: FxHashMap<DebugLocation<'m>, LocId>,
}

impl Default for Locations<'_> {
    fn default() -> Self {
        Locations {
            // Entry 0 is the unknown position, entry 1 is inside the library (`LocId::LIBRARY`).
            table: vec![Location::default(), Location::default()],
            files: Vec::new(),
            by_position: FxHashMap::from_iter([(Location::default(), LocId(0))]),
            by_file: FxHashMap::default(),
            by_handle: FxHashMap::default(),
        }
    }
}

impl<'m> Locations<'m> {
    /// Where an instruction comes from.
    pub(super) fn instruction(&mut self, inst: Value<'m>) -> LocId {
        let Some(handle) = inst.debug_location() else { return LocId(0) };
        if let Some(&known) = self.by_handle.get(&handle) {
            return known;
        }
        let id = match handle.file() {
            // Line 0 is code the compiler made up.
            Some((directory, name)) if handle.line() != 0 => {
                let file = Some(self.file(&directory, &name));
                self.intern(Location { file, line: handle.line(), column: handle.column() })
            }
            _ => LocId(0),
        };
        self.by_handle.insert(handle, id);
        id
    }

    /// Where a function or global variable is declared.
    pub(super) fn declaration(&mut self, value: Value<'m>) -> LocId {
        match value.declared_at() {
            Some((directory, name, line)) if line != 0 => {
                let file = Some(self.file(&directory, &name));
                self.intern(Location { file, line, column: 0 })
            }
            _ => LocId(0),
        }
    }

    pub(super) fn finish(self) -> (Vec<Location>, Vec<String>) {
        (self.table, self.files)
    }

    fn intern(&mut self, location: Location) -> LocId {
        let table = &mut self.table;
        *self.by_position.entry(location).or_insert_with(|| {
            table.push(location);
            LocId(table.len() as u32 - 1)
        })
    }

    fn file(&mut self, directory: &str, name: &str) -> FileId {
        let path = if name.starts_with('/') || directory.is_empty() {
            name.to_string()
        } else {
            format!("{}/{name}", directory.trim_end_matches('/'))
        };
        let files = &mut self.files;
        *self.by_file.entry(path).or_insert_with_key(|path| {
            files.push(path.clone());
            FileId(files.len() as u32 - 1)
        })
    }
}
