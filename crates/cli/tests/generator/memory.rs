//! Statements about memory: bytes, elements, pointers, structures, heap objects, lists. Blocks of bytes are in `block.rs`.

use super::Writer;
use super::features::Feature;
use super::scope::{Type, Variable};

impl Writer {
    /// The address of some `int` that lives at least as long as a variable of this depth.
    pub fn target_for(&mut self, depth: usize) -> Option<String> {
        let scope = &self.scope;
        let scalars = scope.scalars.iter().filter(|s| s.of == Type::Int && s.depth <= depth);
        let mut targets: Vec<String> = scalars.map(|s| format!("&{}", s.name)).collect();
        targets.extend(scope.pairs.iter().filter(|p| p.depth <= depth).map(|pair| format!("&{}.a", pair.name)));
        let arrays: Vec<_> = scope.arrays.iter().filter(|a| a.of == Type::Int && a.depth <= depth).cloned().collect();
        for array in arrays {
            let index = self.index_into(array.length);
            targets.push(format!("&{}[{index}]", array.name));
        }
        let index = self.index(targets.len())?;
        Some(targets.swap_remove(index))
    }

    /// The address of any `int` in scope, or a pointer that holds one.
    pub fn int_target(&mut self) -> String {
        if let Some(index) = self.index(self.scope.pointers.len())
            && self.random.chance(30)
        {
            return self.scope.pointers[index].name.clone();
        }
        // The first global is an `int`.
        self.target_for(self.nesting).unwrap_or_else(|| format!("&{}", self.scope.scalars[0].name))
    }

    pub fn overwrite_byte(&mut self) -> Option<()> {
        let to = self.any_variable()?;
        let byte = match to.of {
            Type::Int | Type::Unsigned | Type::Short | Type::Long | Type::Enum => self.random.between(0, 1),
            Type::Char | Type::Byte | Type::Plain => 0,
            // Other values than 0 and 1 have no meaning.
            Type::Bool => return None,
        };
        let value = self.random.between(0, 3);
        self.line(&format!("((unsigned char *)&{})[{byte}] = {value};", to.name));
        Some(())
    }

    pub fn store_element(&mut self) -> Option<()> {
        let array = self.any_array()?;
        let index = self.index_into(array.length);
        let value = self.stored(array.of);
        self.line(&format!("{}[{index}] = {value};", array.name));
        Some(())
    }

    pub fn use_pointer(&mut self) -> Option<()> {
        let index = self.index(self.scope.pointers.len())?;
        let pointer = self.scope.pointers[index].clone();
        match self.random.below(10) {
            0..=2 => {
                let target = self.target_for(pointer.depth)?;
                self.line(&format!("{} = {target};", pointer.name));
            }
            3 => {
                let index = self.random.below(self.scope.pointers.len());
                let other = self.scope.pointers[index].clone();
                if other.depth > pointer.depth {
                    return None;
                }
                self.line(&format!("{} = {};", pointer.name, other.name));
            }
            4..=6 => {
                let value = self.stored(Type::Int);
                self.line(&format!("*{} = {value};", pointer.name));
            }
            _ => self.line(&format!("*{} += 1;", pointer.name)),
        }
        Some(())
    }

    pub fn use_pair(&mut self) -> Option<()> {
        let index = self.index(self.scope.pairs.len())?;
        let from = self.scope.pairs[index].name.clone();
        let index = self.index(self.scope.pairs.len())?;
        let to = self.scope.pairs[index].name.clone();
        match self.random.below(6) {
            0 => self.line(&format!("{to} = {from};")),
            1 | 2 => {
                let value = self.stored(Type::Int);
                self.line(&format!("{to}.a = {value};"));
            }
            3 => {
                let value = self.value();
                self.line(&format!("{to}.b = {value};"));
            }
            4 => self.line(&format!("{to}.a += 1;")),
            _ => {
                let value = self.value();
                self.line(&format!("{to}.c = {value};"));
            }
        }
        Some(())
    }

    /// Through two pointers: what may be stored there is what any pointer may hold, a global.
    pub fn use_pointer_to_pointer(&mut self) -> Option<()> {
        let index = self.index(self.scope.pointers_to_pointers.len())?;
        let Variable { name: pointer, depth } = self.scope.pointers_to_pointers[index].clone();
        match self.random.below(6) {
            0 | 1 => {
                let target = self.target_for(0)?;
                self.line(&format!("*{pointer} = {target};"));
            }
            2 | 3 => {
                let value = self.stored(Type::Int);
                self.line(&format!("**{pointer} = {value};"));
            }
            4 => {
                let index = self.index(self.scope.pointers.len())?;
                let target = self.scope.pointers[index].clone();
                if target.depth > depth {
                    return None;
                }
                self.line(&format!("{pointer} = &{};", target.name));
            }
            _ => self.line(&format!("**{pointer} += 1;")),
        }
        Some(())
    }

    pub fn use_heap(&mut self) -> Option<()> {
        let index = self.index(self.scope.heap.len())?;
        let object = self.scope.heap[index].clone();
        let risky = self.features.has(Feature::MemoryErrors);
        match self.random.below(8) {
            0..=2 => {
                let (first, second) = (self.stored(Type::Int), self.random.between(0, 9));
                self.line(&format!("{object} = malloc(2 * sizeof(int));"));
                self.line(&format!("{object}[0] = {first};"));
                self.line(&format!("{object}[1] = {second};"));
            }
            3 if risky => self.line(&format!("FREE({object});")),
            4 if risky => {
                let value = self.stored(Type::Int);
                self.line(&format!("AT({object}) = {value};"));
            }
            5 if !risky => self.line(&format!("free({object}), {object} = 0;")),
            6 => {
                let from = self.random.below(self.scope.heap.len());
                let text = format!("{object} = {};", self.scope.heap[from]);
                // Without risk there is one name for each object: another could be freed by it.
                if !risky {
                    return None;
                }
                self.line(&text);
            }
            _ => {
                let to = self.any_variable()?;
                let element = if risky { format!("AT({object})") } else { format!("{object}[1]") };
                self.line(&format!("if ({object})"));
                self.line(&format!("  {} = {element} & 31;", to.name));
            }
        }
        Some(())
    }

    pub fn use_list(&mut self) -> Option<()> {
        let index = self.index(self.scope.lists.len())?;
        let list = self.scope.lists[index].clone();
        if self.random.chance(60) {
            let node = self.name("m");
            let value = self.stored(Type::Int);
            self.line(&format!("struct node *{node} = malloc(sizeof *{node});"));
            self.line(&format!("{node}->v = {value};"));
            self.line(&format!("{node}->next = {list};"));
            self.line(&format!("{list} = {node};"));
        } else {
            let to = self.any_variable()?;
            let node = self.name("m");
            self.line(&format!("for (struct node *{node} = {list}; {node}; {node} = {node}->next)"));
            self.line(&format!("  {0} = ({0} + {node}->v) & 31;", to.name));
        }
        Some(())
    }

    /// An index that may be out of range, or a pointer that may be null or freed.
    pub fn risky_access(&mut self) -> Option<()> {
        if let Some(index) = self.index(self.scope.heap.len())
            && self.random.chance(50)
        {
            let object = self.scope.heap[index].clone();
            let to = self.any_variable()?;
            self.line(&format!("{} = AT({object}) & 31;", to.name));
            return Some(());
        }
        let array = self.any_array()?;
        let index = format!("(int)({} & 15) - {}", self.any_variable()?.name, self.random.between(-1, 10));
        let (name, length) = (&array.name, array.length);
        if self.random.chance(50) {
            let value = self.random.between(0, 9);
            self.line(&format!("PUT({name}, {length}, {index}, {value});"));
        } else {
            let to = self.any_variable()?;
            self.line(&format!("{} = GET({name}, {length}, {index}) & 31;", to.name));
        }
        Some(())
    }
}
