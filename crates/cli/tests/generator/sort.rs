//! The library calls back: `qsort` and `bsearch` with a function of the program.

use super::Writer;
use super::scope::Type;

impl Writer {
    pub fn sort_or_search(&mut self) -> Option<()> {
        // Each comparison is a fork.
        let fits = |array: &&super::scope::Array| array.of == Type::Int && array.length <= 4;
        let arrays: Vec<String> = self.scope.arrays.iter().filter(fits).map(|array| array.name.clone()).collect();
        let index = self.index(arrays.len())?;
        let (array, length) = (&arrays[index], format!("sizeof {0} / sizeof *{0}", arrays[index]));
        if self.random.chance(60) {
            self.line(&format!("qsort({array}, {length}, sizeof *{array}, ascending);"));
        } else {
            let (to, value) = (self.any_variable()?.name, self.leaf());
            let wanted = format!("&(int){{{value} & 7}}");
            self.line(&format!("{to} = bsearch({wanted}, {array}, {length}, sizeof *{array}, ascending) != 0;"));
        }
        Some(())
    }
}
