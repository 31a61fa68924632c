//! The query log: writes questions to a folder as SMT-LIB, one file each, for tests and benchmarks of solvers (`--write-queries`).

use expr::{Dag, ExprId, smtlib};
use std::path::{Path, PathBuf};

/// A folder that gets the questions. After the first failure nothing more is written.
pub struct QueryLog {
    folder: PathBuf,
    written: u64,
    failure: Option<String>,
}

impl QueryLog {
    /// Makes the folder if need be.
    pub fn new(folder: &Path) -> QueryLog {
        let failure = std::fs::create_dir_all(folder).err().map(|error| complaint(folder, &error));
        QueryLog { folder: folder.to_owned(), written: 0, failure }
    }

    pub fn write(&mut self, dag: &Dag, constraints: &[ExprId]) {
        if self.failure.is_some() {
            return;
        }
        self.written += 1;
        let file = self.folder.join(format!("query{:06}.smt2", self.written));
        if let Err(error) = std::fs::write(&file, smtlib::script(dag, constraints)) {
            self.failure = Some(complaint(&file, &error));
        }
    }

    /// Why not everything was written.
    pub fn failure(&self) -> Option<&str> {
        self.failure.as_deref()
    }
}

fn complaint(path: &Path, error: &std::io::Error) -> String {
    format!("queries cannot be written: {}: {error}", path.display())
}
