//! Puts functions and lines into reports of sanitizers, after the run.
//!
//! A sanitizer would start a process for this, and a sandboxed program starts none. It writes where in the executable it
//! was, and `llvm-symbolizer` says afterwards which line that is.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::Path;
use std::process::Command;

use serde::Deserialize;

use crate::toolchain::{self, BuildError};
use crate::workshop::Workshop;

/// Positions that are looked up at most: a program may report without end.
const MOST: usize = 10_000;

/// What the tool says of one address, innermost call first.
#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Answer {
    address: String,
    #[serde(default)]
    symbol: Vec<Symbol>,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Symbol {
    file_name: String,
    function_name: String,
    line: u32,
    column: u32,
}

/// The reports with functions and lines of the executable. Works in `folder`.
pub fn resolve(workshop: &Workshop<'_>, reports: &str, executable: &Path, folder: &Path) -> Result<String, BuildError> {
    let module = format!("({}+", executable.display());
    let mut addresses: Vec<&str> = reports.lines().filter_map(|line| address(line, &module)).take(MOST).collect();
    addresses.sort_unstable();
    addresses.dedup();
    if addresses.is_empty() {
        return Ok(reports.to_owned());
    }
    let failed = |error| BuildError::Files(folder.to_owned(), error);
    let (asked, answered) = (folder.join("addresses"), folder.join("lines"));
    fs::write(&asked, addresses.join("\n")).map_err(failed)?;
    let mut command = Command::new(toolchain::tool("llvm-symbolizer"));
    command.arg("--output-style=JSON").arg("--obj").arg(executable);
    command.stdin(File::open(asked).map_err(failed)?);
    let output = File::create(&answered).map_err(failed)?;
    toolchain::finish_apart(command, folder, output, workshop)?;
    let text = fs::read_to_string(&answered).map_err(failed)?;
    Ok(put_in(reports, &module, &symbols(&text)))
}

/// `0x509bbd` of `    #0 0x000000509bbd  (/scratch/program+0x509bbd) (BuildId: 78)`.
fn address<'text>(line: &'text str, module: &str) -> Option<&'text str> {
    line.trim_start().strip_prefix('#')?;
    let rest = &line[line.find(module)? + module.len()..];
    let address = rest.split(')').next()?;
    address.strip_prefix("0x")?.bytes().all(|byte| byte.is_ascii_hexdigit()).then_some(address)
}

fn symbols(text: &str) -> BTreeMap<String, Vec<Symbol>> {
    let answers = text.lines().filter_map(|line| serde_json::from_str::<Answer>(line).ok());
    answers.map(|answer| (answer.address, answer.symbol)).collect()
}

fn put_in(reports: &str, module: &str, symbols: &BTreeMap<String, Vec<Symbol>>) -> String {
    let mut text = String::with_capacity(reports.len());
    for line in reports.lines() {
        let known = address(line, module).and_then(|address| symbols.get(address)).filter(|known| !known.is_empty());
        let (Some(known), Some((frame, place))) = (known, line.split_once("  (")) else {
            text.push_str(line);
            text.push('\n');
            continue;
        };
        for (depth, Symbol { file_name, function_name, line, column }) in known.iter().enumerate() {
            // A stack begins with its only frame of number 0.
            let frame = if depth == 0 { frame.to_owned() } else { frame.replacen("#0 ", "#1 ", 1) };
            let end = match line {
                0 => format!("({place}"),
                line => format!("{file_name}:{line}:{column}"),
            };
            text.push_str(&format!("{frame} in {function_name} {end}\n"));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_of_the_executable_get_their_lines() {
        let reports = "==7==ERROR: AddressSanitizer: SEGV\n    #0 0x05  (/s/p+0x5) (BuildId: 1)\n    \
                       #1 0x7f  (/lib/libc.so+0x27) (BuildId: 2)\n";
        let answers = "{\"Address\":\"0x5\",\"Symbol\":[\
            {\"FileName\":\"/a.c\",\"FunctionName\":\"g\",\"Line\":3,\"Column\":9},\
            {\"FileName\":\"/a.c\",\"FunctionName\":\"main\",\"Line\":7,\"Column\":2}]}\n";
        let text = put_in(reports, "(/s/p+", &symbols(answers));
        let expected = "==7==ERROR: AddressSanitizer: SEGV\n    #0 0x05 in g /a.c:3:9\n    #1 0x05 in main /a.c:7:2\n    \
                        #1 0x7f  (/lib/libc.so+0x27) (BuildId: 2)\n";
        assert_eq!(text, expected);
    }

    #[test]
    fn what_is_no_address_is_left_alone() {
        assert_eq!(address("    #0 0x1  (/s/p+--help)", "(/s/p+"), None);
        assert_eq!(address("text (/s/p+0x5)", "(/s/p+"), None);
        assert_eq!(put_in("a\n", "(/s/p+", &symbols("not JSON")), "a\n");
    }
}
