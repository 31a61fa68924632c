//! What a run leaves behind and shows.

use std::path::PathBuf;
use std::time::Duration;

use clap::{ArgAction, Args};
use engine::config::{Config, TestPolicy};
use report::test_case::TestFormat;

use super::Switch;
use crate::outcome::ExitCodes;
use crate::quantity;

#[derive(Args)]
#[command(next_help_heading = "Output")]
pub struct OutputOptions {
    /// Output directory [default: secateur-out-N]
    #[arg(long, value_name = "DIR", alias = "output-dir")]
    pub out: Option<PathBuf>,

    /// How often frontier.json is written, from which --resume goes on; less often where that would cost more than 2 %
    #[arg(long, value_name = "TIME", value_parser = quantity::duration, default_value = "3s")]
    save_every: Duration,

    /// Paths that become tests: new (covering something new), all, none
    #[arg(long, value_name = "WHICH", default_value_t = Config::default().tests)]
    tests: TestPolicy,

    /// Formats of tests: ktest (always written), json, xml (a Test-Comp suite), c (to compile with the program), raw (plain
    /// files for fuzzers)
    #[arg(long, value_name = "FORMAT", value_delimiter = ',', default_value = "ktest,json")]
    test_format: Vec<TestFormat>,

    /// The same as --test-format xml, beside the others
    #[arg(long)]
    write_xml_tests: bool,

    /// Write a witness of SV-COMP (format 2.0)
    #[arg(long)]
    pub witness: bool,

    /// Write report.html, a page with everything the run found
    #[arg(long)]
    pub report: bool,

    /// Serve the report to a browser on this machine while the run goes on; prints the address
    #[arg(long)]
    pub live: bool,

    /// Record the execution tree for the report: tree.json, at most 200,000 nodes
    #[arg(long)]
    record_tree: bool,

    /// The same as --tests new
    #[arg(long, hide = true, action = ArgAction::SetTrue)]
    only_output_states_covering_new: bool,

    /// Print summary.json on standard output, and nothing else there
    #[arg(long)]
    pub json: bool,

    /// Show what each layer of the solver and each rewrite rule did; the summary has it as `stats`
    #[arg(long)]
    pub stats: bool,

    /// Write the queries that reach the solver into a folder, as SMT-LIB
    #[arg(long, value_name = "DIR", alias = "write-smt2s")]
    write_queries: Option<PathBuf>,

    /// Show what the program prints
    #[arg(long)]
    echo: bool,

    /// Run the test of each bug on a native build
    #[arg(long, value_name = "ON|OFF", default_value = "on")]
    pub confirm: Switch,

    /// Exit status: verdict (the table below), classic (unknown is 0, any bug 10)
    #[arg(long, value_name = "WHICH", default_value = "verdict")]
    pub exit_code: ExitCodes,

    /// No progress, no closing words
    #[arg(long, short)]
    pub quiet: bool,
}

impl OutputOptions {
    /// Formats of tests, each once.
    pub fn formats(&self) -> Vec<TestFormat> {
        let mut formats = self.test_format.clone();
        formats.extend(self.write_xml_tests.then_some(TestFormat::Xml));
        formats.sort_unstable();
        formats.dedup();
        formats
    }

    /// An option that only a run in one process can do.
    pub(super) fn alone(&self) -> Option<&'static str> {
        let options = [("--record-tree", self.record_tree), ("--write-queries", self.write_queries.is_some())];
        options.into_iter().find(|(_, is_on)| *is_on).map(|(name, _)| name)
    }

    pub(super) fn set(&self, config: &mut Config) {
        config.tests = if self.only_output_states_covering_new { TestPolicy::New } else { self.tests };
        config.echo = self.echo;
        config.save_every = self.save_every;
        config.solving.write_queries = self.write_queries.clone();
        config.stats = self.stats;
        config.record_tree = self.record_tree;
    }
}
