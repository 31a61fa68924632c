//! `--on dask://HOST:PORT`: runs on a real Dask cluster on this machine, compared with runs in one process, and disturbed.
//!
//! `scripts/setup test` installs `distributed` and contrib/dask into `target/dask`. Without them these tests fail.

mod run_folder;

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use run_folder::Folder;

/// Two bugs, targets, and paths that come together again.
const WORDS: &str = "unsigned char __VERIFIER_nondet_uchar(void); void abort(void); void __VERIFIER_assume(int);\n\
    static int never(int x) { return x * x == 7; }\n\
    int main(void) {\n\
        unsigned n = 0;\n\
        unsigned char b[5];\n\
        for (int i = 0; i < 5; i++) {\n\
            b[i] = __VERIFIER_nondet_uchar();\n\
            switch (b[i]) {\n\
            case 'a': n += 1; break;\n\
            case 'b': n += 2; break;\n\
            case 'c': n *= 3; break;\n\
            default: __VERIFIER_assume(b[i] == 'd'); n ^= 5;\n\
            }\n\
        }\n\
        if (b[0] == 'b' && b[2] == 'c' && b[3] == 'a')\n\
            abort();\n\
        if (n == 135)\n\
            abort();\n\
        return never(n);\n\
    }\n";

/// So many independent branches, and nothing wrong with any of the 2^N paths.
fn tree(branches: u32) -> String {
    format!(
        "int __VERIFIER_nondet_int(void);\n\
         int main(void) {{\n\
             unsigned n = 1;\n\
             for (int i = 0; i < {branches}; i++)\n\
                 if (__VERIFIER_nondet_int()) n = n * 3 + 1; else n ^= n << 3;\n\
             return n & 1;\n\
         }}\n"
    )
}

/// The folder of Dask's commands.
fn commands() -> PathBuf {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap();
    let folder = target.join("dask/bin");
    assert!(folder.join("secateur-dask").exists(), "scripts/setup test installs Dask into {}", folder.display());
    folder
}

/// A scheduler and workers with one thread each.
struct Cluster {
    folder: tempfile::TempDir,
    scheduler: Child,
    workers: Vec<Child>,
    options: Vec<String>,
    pub address: String,
}

impl Cluster {
    fn new(workers: usize) -> Cluster {
        Cluster::with_options(workers, &[], env!("CARGO_BIN_EXE_secateur"))
    }

    /// `tool`: what the workers take for secateur.
    fn with_options(workers: usize, options: &[&str], tool: &str) -> Cluster {
        let folder = tempfile::tempdir().unwrap();
        let options: Vec<String> = options.iter().map(|&option| option.to_owned()).collect();
        let mut command = Cluster::command("scheduler", &folder, &options);
        command.args(["--port", "0", "--scheduler-file", "scheduler.json"]);
        let scheduler = command.spawn().unwrap();
        let mut cluster = Cluster { folder, scheduler, workers: Vec::new(), options, address: String::new() };
        cluster.address = cluster.address_of_scheduler();
        (0..workers).for_each(|_| cluster.add_worker(tool));
        cluster
    }

    fn command(kind: &str, folder: &tempfile::TempDir, options: &[String]) -> Command {
        let mut command = Command::new(commands().join("dask"));
        command.args([kind, "--host", "127.0.0.1", "--no-dashboard"]).args(options).current_dir(folder.path());
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command
    }

    fn address_of_scheduler(&mut self) -> String {
        loop {
            let text = std::fs::read_to_string(self.folder.path().join("scheduler.json")).unwrap_or_default();
            if let Ok(said) = serde_json::from_str::<serde_json::Value>(&text) {
                return said["address"].as_str().unwrap().split_once("//").unwrap().1.to_owned();
            }
            assert!(self.scheduler.try_wait().unwrap().is_none(), "the scheduler ended");
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// It may take a while until it is there.
    fn add_worker(&mut self, tool: &str) {
        let mut command = Cluster::command("worker", &self.folder, &self.options);
        command.args(["--scheduler-file", "scheduler.json", "--nthreads", "1", "--no-nanny", "--memory-limit", "0"]);
        self.workers.push(command.env("SECATEUR", tool).spawn().unwrap());
    }

    /// A run in a folder; whoever asks for two workers begins with one if the other is late.
    fn tool(&self, folder: &Folder, arguments: &str) -> Command {
        let mut command = folder.tool(arguments);
        let path = std::env::join_paths(
            [commands()].into_iter().chain(std::env::split_paths(&std::env::var_os("PATH").unwrap())),
        );
        command.args(["--on", &format!("dask://{}", self.address), "--quiet"]).env("PATH", path.unwrap());
        command
    }

    /// A run, when all workers are busy with it.
    fn started(&self, folder: &Folder, arguments: &str) -> Child {
        let mut run = self.tool(folder, arguments).stderr(Stdio::null()).spawn().unwrap();
        while !self.workers.iter().all(|worker| children(worker).into_iter().any(|id| processor_time(id) > 0.2)) {
            assert!(run.try_wait().unwrap().is_none(), "it ended before all workers were busy");
            thread::sleep(Duration::from_millis(5));
        }
        run
    }

    /// Waits until nothing of a run is left on the workers.
    fn is_left(&self) {
        while !self.workers.iter().all(|worker| children(worker).is_empty()) {
            thread::sleep(Duration::from_millis(20));
        }
    }

    #[track_caller]
    fn ends(&self, folder: &Folder, arguments: &str, status: i32) -> String {
        let output = self.tool(folder, arguments).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(status), "{arguments}: {said}");
        said
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        for process in self.workers.iter_mut().chain([&mut self.scheduler]) {
            let _ = process.kill();
            let _ = process.wait();
        }
    }
}

/// The processes that a process has started.
fn children(of: &Child) -> Vec<u32> {
    let tasks = std::fs::read_dir(format!("/proc/{}/task", of.id())).into_iter().flatten().flatten();
    let lines = tasks.filter_map(|task| std::fs::read_to_string(task.path().join("children")).ok());
    lines.flat_map(|line| line.split_whitespace().filter_map(|id| id.parse().ok()).collect::<Vec<u32>>()).collect()
}

/// Processor time of a process, in seconds.
fn processor_time(id: u32) -> f64 {
    let stat = std::fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
    let Some((_, fields)) = stat.rsplit_once(") ") else { return 0.0 };
    fields.split(' ').skip(11).take(2).filter_map(|ticks| ticks.parse::<f64>().ok()).sum::<f64>() / 100.0
}

#[test]
fn the_package_keeps_its_own_tests() {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../contrib/dask/tests");
    let output = Command::new(commands().join("python"))
        .args(["-m", "unittest", "discover", "-s"])
        .arg(tests)
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn two_workers_come_to_what_one_process_does() {
    let cluster = Cluster::new(2);
    let folder = Folder::with("words.c", WORDS);
    for (arguments, status) in [("run words.c", 10), ("run words.c --interpolation off --search bfs", 10)] {
        folder.ends(&format!("{arguments} --confirm off --quiet --out one"), status);
        cluster.ends(&folder, &format!("{arguments} --confirm off --out two"), status);
        assert_eq!(folder.outcome("two"), folder.outcome("one"), "{arguments}");
    }
    folder.ends("reach words.c --target all --quiet --out one", 0);
    cluster.ends(&folder, "reach words.c --target all --out two", 0);
    assert_eq!(folder.outcome("two").targets, folder.outcome("one").targets);

    // Each path once, and what is limited is limited on the whole. Workers have no other files than those they are sent.
    let folder = Folder::with("tree.c", &tree(13));
    cluster.ends(&folder, "run tree.c --interpolation off --search dfs --max-paths 3000 --out two", 3);
    assert_eq!(folder.summary("two")["paths"]["completed"], 3000);
    cluster.ends(&folder, "run --resume two --max-paths 0", 0);
    let summary = folder.summary("two");
    assert_eq!((&summary["paths"]["completed"], &summary["verdict"]), (&(1 << 13).into(), &"safe".into()));
}

#[test]
fn a_worker_that_is_lost_costs_time_only() {
    let mut cluster = Cluster::new(2);
    let folder = Folder::with("tree.c", &tree(19));
    let options = "--interpolation off --search dfs --save-every 50ms";
    let mut run = cluster.started(&folder, &format!("run tree.c {options} --out out"));
    let mut lost = cluster.workers.remove(0);
    lost.kill().unwrap();
    lost.wait().unwrap();
    assert_eq!(run.wait().unwrap().code(), Some(0), "it is safe all the same");
    let summary = folder.summary("out");
    assert_eq!((&summary["verdict"], &summary["exhausted"]), (&"safe".into(), &true.into()));
    assert!(summary["paths"]["completed"].as_u64().unwrap() >= 1 << 19, "{summary}");
    cluster.is_left();
    // Whoever hands out may die too.
    let mut run = cluster.started(&folder, &format!("run tree.c {options} --out again"));
    while !folder.path("again/frontier.json").exists() {
        assert!(run.try_wait().unwrap().is_none(), "it ended before it had written a frontier");
        thread::sleep(Duration::from_millis(5));
    }
    run.kill().unwrap();
    run.wait().unwrap();
    cluster.is_left();
    cluster.ends(&folder, "run --resume again", 0);
    let summary = folder.summary("again");
    assert_eq!((&summary["paths"]["completed"], &summary["verdict"]), (&(1 << 19).into(), &"safe".into()));
}

#[test]
fn the_schedulers_tls_is_ours() {
    let keys = tempfile::tempdir().unwrap();
    let file = |name: &str| keys.path().join(name).display().to_string();
    let made = Command::new("openssl")
        .args(["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "30", "-subj", "/CN=localhost"])
        .args(["-keyout", &file("key.pem"), "-out", &file("cert.pem")])
        .output()
        .unwrap();
    assert!(made.status.success(), "{made:?}");
    let (cert, key) = (file("cert.pem"), file("key.pem"));
    let options = ["--tls-ca-file", &cert, "--tls-cert", &cert, "--tls-key", &key];
    let cluster = Cluster::with_options(1, &[&options[..], &["--protocol", "tls"]].concat(), "/nowhere/secateur");
    let folder = Folder::with("tree.c", &tree(3));
    let said = cluster.ends(&folder, &format!("run tree.c --out out {}", options.join(" ")), 2);
    assert!(said.contains("/nowhere/secateur"), "whoever cannot work says why: {said}");
    assert_eq!(said.trim_end().lines().count(), 1, "{said}");
    let refused = cluster.ends(&folder, "run tree.c --out plain", 2);
    assert!(refused.lines().last().is_some_and(|line| line.contains("no scheduler answers")), "{refused}");
    assert!(!folder.path("plain").exists());
}

#[test]
fn what_is_not_possible_is_one_clear_line() {
    let folder = Folder::with("tree.c", &tree(3));
    for (arguments, said) in [
        ("--on slurm:3", "local:N or dask://HOST:PORT"),
        ("--on dask://host", "local:N or dask://HOST:PORT"),
        ("--on local:2 --jobs 2", "say the same"),
        ("--on local:2 --record-tree", "--record-tree is not possible with --on"),
    ] {
        let line = folder.complaint(&format!("run tree.c {arguments}"));
        assert!(line.contains(said), "{line}");
    }
    let output = folder.tool("run tree.c --on dask://127.0.0.1:1").env("PATH", "/usr/bin:/bin").output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.code() == Some(2) && said.contains("pip install contrib/dask"), "{said}");
    folder.ends("run tree.c --on local:2 --quiet --out two", 0);
    assert_eq!(folder.summary("two")["jobs"], 2);
}
