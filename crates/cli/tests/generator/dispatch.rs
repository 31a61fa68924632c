//! Calls whose target is data: a pointer to a function, a table of them, and one that is handed over.

use super::Writer;
use super::features::Feature;

/// Entries of the table: a power of two.
const ENTRIES: i64 = 4;

impl Writer {
    /// The table, and a function that calls what it is given, twice.
    pub fn table_of_functions(&mut self) {
        if !self.features.has(Feature::FunctionPointers) || self.helpers.is_empty() {
            return;
        }
        let (table, twice) = (self.global_name("table"), self.global_name("twice"));
        let entries: Vec<String> = (0..ENTRIES).map(|_| self.random.pick(&self.helpers).name.clone()).collect();
        self.line(&format!("static int (*const {table}[])(int, int *) = {{{}}};", entries.join(", ")));
        self.block(&format!("static int {twice}(int (*f)(int, int *), int n, int *q)"), |writer| {
            writer.line("n = f(n, q);");
            writer.line("return f(n & 1, q);");
        });
        self.dispatch = Some((table, twice));
    }

    pub fn use_function_pointer(&mut self) -> Option<()> {
        let dearest = self.helpers.iter().map(|helper| helper.bits).max()?;
        match self.random.below(4) {
            0 => {
                let (table, _) = self.dispatch.clone()?;
                let entry = match self.input(2) {
                    Some(input) => input,
                    None => self.index_into(ENTRIES),
                };
                self.pay(dearest)?;
                self.write_call(&format!("{table}[{entry}]"))
            }
            1 => {
                let (_, twice) = self.dispatch.clone()?;
                self.pay(2 * dearest)?;
                let function = self.random.pick(&self.helpers).name.clone();
                let (to, value, target) = (self.any_variable()?.name, self.value(), self.int_target());
                self.line(&format!("{to} = {twice}({function}, {value} & 3, {target});"));
                Some(())
            }
            2 => {
                let pointer = self.any_function_pointer()?;
                let function = self.random.pick(&self.helpers).name.clone();
                self.line(&format!("{pointer} = {function};"));
                Some(())
            }
            _ => {
                let pointer = self.any_function_pointer()?;
                self.pay(dearest)?;
                self.write_call(&pointer)
            }
        }
    }

    fn any_function_pointer(&mut self) -> Option<String> {
        let index = self.index(self.scope.function_pointers.len())?;
        Some(self.scope.function_pointers[index].clone())
    }
}
