//! Statements about memory: bytes, elements, pointers, structures, heap objects, lists.

use super::Writer;
use super::features::Feature;
use super::scope::{Pointer, Type};

impl Writer {
    /// The address of some `int` that lives at least as long as the pointer.
    pub fn target_for(&mut self, pointer: &Pointer) -> Option<String> {
        let scope = &self.scope;
        let (scalars, arrays, pairs) = if pointer.global {
            (scope.global_scalars, scope.global_arrays, scope.global_pairs)
        } else {
            (scope.scalars.len(), scope.arrays.len(), scope.pairs.len())
        };
        let mut targets: Vec<String> =
            scope.scalars[..scalars].iter().filter(|s| s.of == Type::Int).map(|s| format!("&{}", s.name)).collect();
        targets.extend(scope.pairs[..pairs].iter().map(|pair| format!("&{pair}.a")));
        let arrays: Vec<_> = scope.arrays[..arrays].iter().filter(|a| a.of == Type::Int).cloned().collect();
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
        let local = Pointer { name: String::new(), global: false };
        // The first global is an `int`.
        self.target_for(&local).unwrap_or_else(|| format!("&{}", self.scope.scalars[0].name))
    }

    pub fn overwrite_byte(&mut self) -> Option<()> {
        let to = self.any_variable()?;
        let byte = match to.of {
            Type::Int | Type::Unsigned | Type::Short => self.random.between(0, 1),
            Type::Char | Type::Byte => 0,
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
            0..=3 => {
                let target = self.target_for(&pointer)?;
                self.line(&format!("{} = {target};", pointer.name));
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
        let from = self.scope.pairs[index].clone();
        let index = self.index(self.scope.pairs.len())?;
        let to = self.scope.pairs[index].clone();
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

    /// `memcpy` and `memset` of arrays and structures, as a whole or in part.
    pub fn copy_or_fill(&mut self) -> Option<()> {
        if self.random.chance(40) && self.scope.pairs.len() > 1 {
            let index = self.random.below(self.scope.pairs.len() - 1);
            let (a, b) = (&self.scope.pairs[index], &self.scope.pairs[index + 1]);
            let text = format!("memcpy(&{a}, &{b}, sizeof {a});");
            self.line(&text);
            return Some(());
        }
        let array = self.any_array()?;
        let half = array.length / 2;
        let part = self.random.between(1, half);
        match self.random.below(3) {
            0 => self.line(&format!("memset({0}, 0, sizeof {0});", array.name)),
            1 => self.line(&format!("memset({0}, 0, {part} * sizeof *{0});", array.name)),
            _ => self.line(&format!("memcpy({0}, {0} + {half}, {half} * sizeof *{0});", array.name)),
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
