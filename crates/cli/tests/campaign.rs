//! `--sync DIR`: a run that takes part in a campaign of AFL++, with Debian's `afl-fuzz` (`scripts/setup test` installs it).

mod run_folder;

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use run_folder::Folder;

/// A message: a text whose digest is known, a verb, a body and its checksum. Nobody solves the digest, nobody guesses the checksum.
const MESSAGE: &str = "#include <stdlib.h>\n\
    #include <unistd.h>\n\
    static unsigned mix(unsigned h, unsigned char c) {\n\
        for (int i = 0; i < 4; i++)\n\
            h = (h ^ c) * 16777619u + (h >> 7);\n\
        return h;\n\
    }\n\
    static volatile unsigned words, numbers, marks;\n\
    int main(void) {\n\
        unsigned char m[18];\n\
        if (read(0, m, sizeof m) != sizeof m)\n\
            return 1;\n\
        unsigned h = 2166136261u;\n\
        for (int i = 0; i < 8; i++) {\n\
            if (m[i] >= 'a' && m[i] <= 'z')\n\
                words++;\n\
            else if (m[i] >= '0' && m[i] <= '9')\n\
                numbers++;\n\
            else\n\
                marks++;\n\
            h = mix(h, m[i]);\n\
        }\n\
        if (h != 1846120061u)\n\
            return 2;\n\
        if ((mix(h, m[8]) & 0xff) != 0xe7)\n\
            return 3;\n\
        unsigned sum = 7;\n\
        for (int i = 9; i < 14; i++)\n\
            sum = sum * 31 + m[i];\n\
        unsigned given = m[14] | m[15] << 8 | m[16] << 16 | (unsigned)m[17] << 24;\n\
        if (sum != given)\n\
            return 4;\n\
        if (m[9] == 'Q')\n\
            abort();\n\
        return 0;\n\
    }\n";

/// A message with that digest; its verb and its checksum are wrong.
const SAMPLE: &[u8; 18] = b"open 42!abodyABCD\0";

const OPTIONS: &str = "run message.c --sym-stdin 18 --interpolation off --confirm off --quiet";

/// AFL++ beside a run.
struct Fuzzer {
    folder: Folder,
    /// Executions so far, and how often it was started.
    executions: u32,
}

impl Fuzzer {
    fn new() -> Fuzzer {
        let folder = Folder::with("message.c", MESSAGE);
        std::fs::create_dir(folder.path("in")).unwrap();
        std::fs::write(folder.path("in/sample"), SAMPLE).unwrap();
        let built = Command::new("afl-clang-fast")
            .args(["message.c", "-o", "message"])
            .current_dir(folder.root())
            .output()
            .expect("scripts/setup test installs AFL++");
        assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
        Fuzzer { folder, executions: 0 }
    }

    /// Fuzzes for some more executions, as the main instance of the campaign.
    fn fuzz(&mut self, executions: u32) {
        self.executions += executions;
        let mut command = Command::new("afl-fuzz");
        command.args(["-i", "in", "-o", "sync", "-M", "main", "-s", "1", "-E", &self.executions.to_string()]);
        command.args(["--", "./message"]).current_dir(self.folder.root());
        for name in
            ["NO_UI", "SKIP_CPUFREQ", "I_DONT_CARE_ABOUT_MISSING_CRASHES", "NO_AFFINITY", "AUTORESUME", "IMPORT_FIRST"]
        {
            command.env(format!("AFL_{name}"), "1");
        }
        let output = command.stdin(Stdio::null()).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    }

    /// The inputs of an instance.
    fn inputs(&self, instance: &str, kind: &str) -> Vec<PathBuf> {
        let files = self.folder.path("sync").join(instance).join(kind).read_dir().into_iter().flatten().flatten();
        files.map(|file| file.path()).filter(|file| name(file).starts_with("id:")).collect()
    }

    /// How the program ends on an input.
    fn status(&self, input: &Path) -> Option<i32> {
        let input = std::fs::File::open(input).unwrap();
        Command::new("./message").current_dir(self.folder.root()).stdin(input).status().unwrap().code()
    }

    fn bugs(&self, out: &str) -> usize {
        self.folder.summary(out)["bugs"].as_array().unwrap().len()
    }
}

fn name(file: &Path) -> String {
    file.file_name().unwrap().to_string_lossy().into_owned()
}

fn ended(run: &mut Child) -> Option<i32> {
    run.try_wait().unwrap().map(|status| status.code().expect("no signal"))
}

#[test]
fn a_fuzzer_and_a_run_find_together_what_neither_finds_alone() {
    let mut fuzzer = Fuzzer::new();
    fuzzer.folder.ends(&format!("{OPTIONS} --max-paths 60 --out alone"), 3);
    assert_eq!(fuzzer.bugs("alone"), 0);
    let ours = format!("{OPTIONS} --exit-on-error --sync sync --out both");
    let mut run = fuzzer.folder.tool(&ours).stdout(Stdio::null()).spawn().unwrap();
    // It knows no text with that digest before the fuzzer tells it, and the fuzzer never gets past the checksum.
    let status = loop {
        fuzzer.fuzz(4000);
        assert_eq!(fuzzer.inputs("main", "crashes").iter().filter(|file| !name(file).contains("secateur")).count(), 0);
        if let Some(status) = ended(&mut run) {
            break status;
        }
    };
    assert_eq!(status, 10);
    assert_eq!(fuzzer.bugs("both"), 1);
    let statuses: Vec<_> = fuzzer.inputs("secateur", "queue").iter().map(|input| fuzzer.status(input)).collect();
    assert!(statuses.contains(&None), "the input that shows the bug is in our queue: {statuses:?}");
    // The fuzzer goes on with what the run has found.
    fuzzer.fuzz(2000);
    let taken = [fuzzer.inputs("main", "queue"), fuzzer.inputs("main", "crashes")].concat();
    assert!(taken.iter().any(|file| name(file).contains("sync:secateur")), "{taken:?}");
}

#[test]
fn inputs_that_come_while_several_processes_explore_are_followed() {
    let folder = Folder::with("message.c", MESSAGE);
    let queue = folder.path("sync/main/queue");
    std::fs::create_dir_all(&queue).unwrap();
    let line = format!("{OPTIONS} --exit-on-error --jobs 2 --sync sync --out both");
    let mut run = folder.tool(&line).stdout(Stdio::null()).spawn().unwrap();
    while !folder.path("both/frontier.json").exists() {
        assert_eq!(ended(&mut run), None);
        thread::sleep(Duration::from_millis(20));
    }
    let mut message = *SAMPLE;
    message[8] = b'x';
    std::fs::write(queue.join("id:000000,orig:sample"), message).unwrap();
    assert_eq!(run.wait().unwrap().code(), Some(10));
    let ours: Vec<_> = folder.path("sync/secateur/queue").read_dir().unwrap().collect();
    assert!(!ours.is_empty());
}

#[test]
fn a_campaign_that_cannot_be_joined_is_one_clear_line() {
    let folder = Folder::with("message.c", MESSAGE);
    std::fs::write(folder.path("sync"), "no folder").unwrap();
    let line = folder.complaint(&format!("{OPTIONS} --sync sync"));
    assert!(line.contains("--sync sync: "), "{line}");
}
