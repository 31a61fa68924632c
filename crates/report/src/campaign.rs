//! A fuzzing campaign in a sync directory of AFL++, in which a run takes part as one more instance.
//!
//! Each instance has a folder, and in its `queue` the inputs that it found worth keeping, `id:000000,...`, counted from 0. What others have
//! there is read and followed as [seeds] are; tests of the run are written to a queue of our own, from which others take them when
//! they please. `.synced/INSTANCE` has the first number of that instance that was not read, four bytes as AFL++ writes them: a
//! run that goes on reads the rest.

use std::collections::HashSet;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use engine::config::Seed;
use engine::results::TestCase;
use program::contract::Contract;

use crate::seeds;
use crate::test_case::raw;

/// The folder of this instance.
const INSTANCE: &str = "secateur";
const QUEUE: &str = "queue";
const SYNCED: &str = ".synced";
const PREFIX: &str = "id:";

/// How often others are looked at, the most inputs that are taken at once, and the most bytes of one: AFL++ has none that are longer.
const INTERVAL: Duration = Duration::from_millis(500);
const AT_ONCE: usize = 100;
const LONGEST: u64 = 1 << 20;

pub struct Campaign {
    folder: PathBuf,
    /// The number of our next test.
    next: u32,
    /// What was read or written: it is not handed back, and not written twice.
    known: HashSet<u64>,
    entry: String,
    contract: Option<Contract>,
    look_at: Instant,
    started: Instant,
}

impl Campaign {
    /// Joins. `goes_on`: with what was read before; a new run has read nothing. `entry` is where the program starts.
    pub fn join(folder: &Path, goes_on: bool, entry: &str) -> io::Result<Campaign> {
        let own = folder.join(INSTANCE);
        let before = own.join(SYNCED);
        if !goes_on && before.exists() {
            fs::remove_dir_all(&before)?;
        }
        fs::create_dir_all(own.join(QUEUE))?;
        fs::create_dir_all(before)?;
        let mut known = HashSet::new();
        let mut next = 0;
        for (number, file) in numbered(&own.join(QUEUE)) {
            next = next.max(number + 1);
            known.insert(hash(&fs::read(file)?));
        }
        let (folder, entry, now) = (folder.to_path_buf(), entry.to_owned(), Instant::now());
        Ok(Campaign { folder, next, known, entry, contract: None, look_at: now, started: now })
    }

    /// What is promised to the function where the program starts.
    pub(crate) fn know_contract(&mut self, contract: Option<&Contract>) {
        self.contract = contract.cloned();
    }

    /// What others have found since, if it is time to look. What cannot be read is somebody else's, and left out.
    pub(crate) fn news(&mut self) -> Vec<Seed> {
        if Instant::now() < self.look_at {
            return Vec::new();
        }
        let mut news = Vec::new();
        for instance in instances(&self.folder) {
            let mark = self.folder.join(INSTANCE).join(SYNCED).join(&instance);
            let before = fs::read(&mark).ok().and_then(|bytes| bytes.try_into().ok());
            let first = before.map_or(0, u32::from_ne_bytes);
            let mut next = first;
            for (number, file) in numbered(&self.folder.join(&instance).join(QUEUE)) {
                if number < first || news.len() >= AT_ONCE {
                    continue;
                }
                next = number + 1;
                let is_short = fs::metadata(&file).is_ok_and(|data| data.len() <= LONGEST);
                let Some(bytes) = is_short.then(|| fs::read(&file).ok()).flatten() else { continue };
                if self.known.insert(hash(&bytes)) {
                    let seed = Seed::Bytes(bytes);
                    news.push(match &self.contract {
                        Some(contract) => seeds::for_entry(seed, contract),
                        None => seed,
                    });
                }
            }
            if next > first {
                // Without it a run that goes on reads them once more.
                let _ = fs::write(mark, next.to_ne_bytes());
            }
        }
        self.look_at = Instant::now() + INTERVAL;
        news
    }

    /// Gives others a test: the bytes of its first stream.
    pub(crate) fn give(&mut self, test: &TestCase) -> io::Result<()> {
        let Some((_, bytes)) = raw::streams(test, &self.entry).into_iter().next() else { return Ok(()) };
        if bytes.is_empty() || bytes.len() as u64 > LONGEST || !self.known.insert(hash(&bytes)) {
            return Ok(());
        }
        let queue = self.folder.join(INSTANCE).join(QUEUE);
        let time = self.started.elapsed().as_millis();
        let name = format!("{PREFIX}{:06},time:{time},orig:test{:06}", self.next, test.number);
        // Others read at any moment.
        let part = queue.join(".part");
        fs::write(&part, bytes)?;
        fs::rename(part, queue.join(name))?;
        self.next += 1;
        Ok(())
    }
}

fn hash(bytes: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    hasher.finish()
}

/// The names of the other instances, sorted.
fn instances(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let names = entries
        .filter(|entry| entry.path().join(QUEUE).is_dir())
        .filter_map(|entry| entry.file_name().into_string().ok());
    let mut names: Vec<String> = names.filter(|name| name != INSTANCE && !name.starts_with('.')).collect();
    names.sort();
    names
}

/// The inputs of a queue by number, in order.
fn numbered(queue: &Path) -> Vec<(u32, PathBuf)> {
    let number = |file: &Path| {
        let name = file.file_name()?.to_str()?.strip_prefix(PREFIX)?;
        name.split(',').next()?.parse::<u32>().ok()
    };
    // Nothing else: reading from a pipe would wait.
    let files =
        fs::read_dir(queue).into_iter().flatten().flatten().map(|entry| entry.path()).filter(|path| path.is_file());
    let mut files: Vec<(u32, PathBuf)> = files.filter_map(|file| Some((number(&file)?, file))).collect();
    files.sort();
    files
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::results::{Input, TestEnd};

    fn test(number: u64, bytes: &[u8]) -> TestCase {
        let input = Input { name: "stdin".into(), bytes: bytes.to_vec(), ..Input::default() };
        TestCase { number, inputs: vec![input], args: Vec::new(), end: TestEnd::Exit(0) }
    }

    fn news(campaign: &mut Campaign) -> Vec<Seed> {
        campaign.look_at = Instant::now();
        campaign.news()
    }

    fn ours(folder: &Path) -> Vec<(u32, Vec<u8>)> {
        let files = numbered(&folder.join("secateur/queue")).into_iter();
        files.map(|(number, file)| (number, fs::read(file).unwrap())).collect()
    }

    #[test]
    fn both_sides_give_and_take_each_input_once() {
        let folder = tempfile::tempdir().unwrap();
        let queue = folder.path().join("main/queue");
        fs::create_dir_all(&queue).unwrap();
        let write = |name: &str, bytes: &[u8]| fs::write(queue.join(name), bytes).unwrap();
        write("id:000000,time:0,orig:a", b"first");
        write(".state", b"no input");
        fs::create_dir(queue.join("id:000005")).unwrap();
        let mut campaign = Campaign::join(folder.path(), false, "main").unwrap();
        assert_eq!(news(&mut campaign), [Seed::Bytes(b"first".to_vec())]);
        write("id:000001,src:000000,op:havoc", b"second");
        write("id:000002,sync:secateur,src:000000", b"ours");
        campaign.give(&test(1, b"first")).unwrap();
        campaign.give(&test(2, b"ours")).unwrap();
        campaign.give(&test(3, b"ours")).unwrap();
        campaign.give(&test(4, b"")).unwrap();
        assert_eq!(ours(folder.path()), [(0, b"ours".to_vec())]);
        assert_eq!(news(&mut campaign), [Seed::Bytes(b"second".to_vec())]);
        assert_eq!(campaign.news(), [], "it is not time to look again");

        write("id:000003,src:000000,op:havoc", b"third");
        let mut goes_on = Campaign::join(folder.path(), true, "main").unwrap();
        assert_eq!(news(&mut goes_on), [Seed::Bytes(b"third".to_vec())]);
        goes_on.give(&test(2, b"ours")).unwrap();
        goes_on.give(&test(3, b"more")).unwrap();
        assert_eq!(ours(folder.path()), [(0, b"ours".to_vec()), (1, b"more".to_vec())]);
        let mut again = Campaign::join(folder.path(), false, "main").unwrap();
        assert_eq!(news(&mut again).len(), 3, "a new run has read nothing");
    }

    #[test]
    fn a_large_queue_is_read_bit_by_bit() {
        let folder = tempfile::tempdir().unwrap();
        for (instance, count) in [("a", 150u32), ("b", 60)] {
            let queue = folder.path().join(instance).join(QUEUE);
            fs::create_dir_all(&queue).unwrap();
            for number in 0..count {
                fs::write(queue.join(format!("id:{number:06}")), format!("{instance}{number}")).unwrap();
            }
        }
        let mut campaign = Campaign::join(folder.path(), false, "main").unwrap();
        let counts: Vec<usize> = (0..4).map(|_| news(&mut campaign).len()).collect();
        assert_eq!(counts, [100, 100, 10, 0]);
    }
}
