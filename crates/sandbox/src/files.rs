//! The walls around files, with Landlock: the system may be read, the scratch folder written, devices not used.
//!
//! Landlock judges the object that a name leads to, so links do not matter. It does not judge permissions, owners and times
//! of files: no system call that changes them is allowed (`syscalls`).

use std::fs;
use std::os::fd::OwnedFd;
use std::path::PathBuf;

use landlock::{
    ABI, Access, AccessFs, AccessNet, BitFlags, Ruleset, RulesetAttr, RulesetCreatedAttr, RulesetError, Scope,
    path_beneath_rules,
};

use crate::Folders;

/// What is known of Landlock; an older kernel has less of it.
const NEWEST: ABI = ABI::V9;

/// Folders at the root that hold no files: devices, sockets and pipes of services, controls of the kernel.
const NOT_READ: &[&str] = &["dev", "run", "sys"];
/// Where the C library counts processors.
const PROCESSORS: &str = "/sys/devices/system/cpu";
const SOURCES: &[&str] = &["/dev/random", "/dev/urandom"];
pub(crate) const SINKS: &[&str] = &["/dev/null", "/dev/zero", "/dev/full"];

/// The walls, for processes to put around themselves; `None` where the kernel has no Landlock.
pub(crate) fn walls(folders: Option<Folders<'_>>) -> Result<Option<OwnedFd>, RulesetError> {
    let rules = Ruleset::default()
        .handle_access(AccessFs::from_all(NEWEST))?
        .handle_access(AccessNet::from_all(NEWEST))?
        .scope(Scope::from_all(NEWEST))?
        .create()?
        .add_rules(path_beneath_rules(readable(), AccessFs::from_read(NEWEST)))?
        .add_rules(path_beneath_rules(folders.map(|folders| folders.home), AccessFs::from_read(NEWEST)))?
        .add_rules(path_beneath_rules(SOURCES, AccessFs::ReadFile))?
        .add_rules(path_beneath_rules(SINKS, AccessFs::ReadFile | AccessFs::WriteFile))?
        .add_rules(path_beneath_rules(folders.map(|folders| folders.scratch), in_scratch()))?;
    Ok(rules.into())
}

fn in_scratch() -> BitFlags<AccessFs> {
    let devices = AccessFs::MakeChar | AccessFs::MakeBlock | AccessFs::IoctlDev | AccessFs::ResolveUnix;
    AccessFs::from_all(NEWEST) & !devices
}

/// Everything at the root but what holds no files.
fn readable() -> Vec<PathBuf> {
    let entries = fs::read_dir("/").into_iter().flatten().flatten();
    let files = entries.filter(|entry| !NOT_READ.iter().any(|name| entry.file_name() == *name));
    files.map(|entry| entry.path()).chain([PathBuf::from(PROCESSORS)]).collect()
}
