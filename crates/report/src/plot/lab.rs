//! The outcome of `secateur lab` for people: P18's Table 1 as pictures, one for each size of the chains, and as a table of the
//! report. Reads what `secateur lab --json` printed; simulates nothing.

use std::fmt;
use std::path::{Path, PathBuf};

use search::lab::experiment::{Column, Outcome, Row};
use serde::Serialize;

use super::chart::Chart;
use super::dots::Dot;

/// An outcome, and what to call it.
pub struct Lab {
    pub name: String,
    pub outcome: Outcome,
}

/// Why there is nothing to show.
#[derive(Debug)]
pub enum LabError {
    Unreadable(PathBuf, std::io::Error),
    NotOurs(PathBuf, serde_json::Error),
}

impl fmt::Display for LabError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LabError::Unreadable(file, error) => write!(f, "cannot read {}: {error}", file.display()),
            LabError::NotOurs(file, error) => {
                write!(f, "{} is not what `secateur lab --json` prints: {error}", file.display())
            }
        }
    }
}

impl std::error::Error for LabError {}

/// The table of the report. Names are those that `assets/` uses.
#[derive(Serialize)]
pub(crate) struct LabView {
    caption: String,
    sizes: Vec<usize>,
    /// A strategy, and what it costs on chains of each size.
    rows: Vec<(String, Vec<String>)>,
}

impl Lab {
    pub fn read(file: &Path) -> Result<Lab, LabError> {
        let text = std::fs::read_to_string(file).map_err(|error| LabError::Unreadable(file.to_owned(), error))?;
        let outcome = serde_json::from_str(&text).map_err(|error| LabError::NotOurs(file.to_owned(), error))?;
        Ok(Lab { name: file.display().to_string(), outcome })
    }

    /// A picture for each size; with its name where several are shown.
    pub(super) fn charts(&self, named: bool) -> Vec<Chart> {
        let of_size = |column: &Column| Chart::Dots {
            title: format!(
                "{}Cost over the optimum, chains of {} states: dot, and ring as in P18",
                if named { format!("{}: ", self.name) } else { String::new() },
                column.states
            ),
            dots: column.rows.iter().map(dot).collect(),
        };
        self.outcome.columns.iter().map(of_size).collect()
    }

    pub(crate) fn view(&self) -> LabView {
        let Outcome { models, repeats, seed, columns } = &self.outcome;
        let names = columns.first().map(|column| column.rows.as_slice()).unwrap_or_default();
        let cells = |name: &str| {
            let of_size = |column: &Column| column.rows.iter().find(|row| row.strategy == name).map(said);
            columns.iter().map(|column| of_size(column).unwrap_or_default()).collect()
        };
        LabView {
            caption: format!(
                "Mean cost over mean optimal cost, {models} chains of each size, {repeats} repeats, seed {seed}; in brackets P18, Table 1"
            ),
            sizes: columns.iter().map(|column| column.states).collect(),
            rows: names.iter().map(|row| (row.strategy.clone(), cells(&row.strategy))).collect(),
        }
    }
}

fn dot(row: &Row) -> Dot {
    Dot { name: row.strategy.clone(), value: row.ratio_of_means, ring: row.in_paper, said: said(row) }
}

/// `>12.3 (11.3)`: a lower bound where some repeats gave up, the paper's figure in brackets.
fn said(row: &Row) -> String {
    let bound = if row.gave_up > 0.0 { ">" } else { "" };
    let paper = row.in_paper.map(|paper| format!(" ({paper:.1})")).unwrap_or_default();
    match row.ratio_of_means.is_finite() {
        true => format!("{bound}{:.1}{paper}", row.ratio_of_means),
        false => format!("unknown{paper}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lab() -> Lab {
        let row = |name: &str, ratio: f64, gave_up: f64, paper: Option<f64>| Row {
            strategy: name.into(),
            ratio_of_means: ratio,
            mean_ratio: 1.0,
            median_ratio: 1.0,
            gave_up,
            in_paper: paper,
        };
        let column = |states, rows| Column { states, models: 3, mean_optimal_cost: 7.0, rows };
        let columns = vec![
            column(5, vec![row("RT", 126.54, 0.1, Some(138.9)), row("G", 1.9, 0.0, Some(2.1))]),
            column(6, vec![row("RT", f64::NAN, 0.0, None), row("G", 2.0, 0.0, None)]),
        ];
        Lab { name: "a.json".into(), outcome: Outcome { models: 3, repeats: 9, seed: 1, columns } }
    }

    #[test]
    fn a_picture_for_each_size_and_a_row_for_each_strategy() {
        let text = super::super::svg(&[], &[lab()]);
        assert_eq!((text.matches("class=\"dot\"").count(), text.matches("class=\"ring\"").count()), (3, 2), "{text}");
        assert!(text.contains("chains of 5 states") && text.contains(">&gt;126.5 (138.9)<"), "{text}");
        assert!(!text.contains("a.json"), "one needs no name");
        assert_eq!(super::super::svg(&[], &[lab(), lab()]).matches("a.json: ").count(), 4);
        roxmltree::Document::parse(&text).expect("XML");
    }

    #[test]
    fn the_table_says_bounds_and_the_papers_figures() {
        let LabView { caption, sizes, rows } = lab().view();
        assert!(caption.contains("3 chains of each size, 9 repeats, seed 1"), "{caption}");
        assert_eq!(sizes, [5, 6]);
        assert_eq!(rows[0], ("RT".to_owned(), vec![">126.5 (138.9)".to_owned(), "unknown".to_owned()]));
        assert_eq!(rows[1], ("G".to_owned(), vec!["1.9 (2.1)".to_owned(), "2.0".to_owned()]));
    }

    #[test]
    fn what_is_no_outcome_is_said_with_the_files_name() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("x.json");
        let said = |file: &Path| Lab::read(file).err().map(|error| error.to_string()).unwrap_or_default();
        assert!(said(&file).starts_with(&format!("cannot read {}", file.display())));
        std::fs::write(&file, "{\"blocks\": []}").unwrap();
        assert!(said(&file).starts_with(&format!("{} is not what `secateur lab --json` prints", file.display())));
    }
}
