//! Plots of one run or several: coverage, paths, skipped and open states over time, what learning saves (subsumption and extra path
//! coverage, P13 Fig. 6 and 7), what the layers of the solver answered, and the lab's table of strategies (P18, Table 1).
//!
//! The drawing is in `chart`; here is what is drawn. The report has each chart by itself, `secateur plot` writes one SVG with
//! all of them. Does not measure anything: `timeline` and the summary have the figures.

mod chart;
mod dots;
mod lab;

use std::path::Path;

use engine::results::SavedAt;

use crate::summary::Summary;
use crate::timeline::{self, Point};
use crate::update::{self, UpdateError};
use chart::{Bar, Chart, Curve, HEIGHT, Shape, WIDTH};

pub(crate) use lab::LabView;
pub use lab::{Lab, LabError};

/// How charts look, in the report and in a file of their own.
pub(crate) const STYLE: &str = include_str!("../assets/plot.css");

/// What is drawn of a run.
pub struct Run {
    /// What the legend calls it.
    pub name: String,
    pub summary: Summary,
    pub points: Vec<Point>,
}

impl Run {
    /// The run that wrote `out`.
    pub fn read(out: &Path) -> Result<Run, UpdateError> {
        let summary = update::read_summary(out)?;
        Ok(Run { name: out.display().to_string(), points: timeline::read(out), summary })
    }

    fn over_time(&self, value: impl Fn(&Point) -> u64) -> Vec<(f64, f64)> {
        self.points.iter().map(|point| (point.time_s, value(point) as f64)).collect()
    }

    /// Every step that covered something, as long as the summary has them, up to the end of the run.
    fn coverage(&self) -> Vec<(f64, f64)> {
        let coverage = &self.summary.results.coverage;
        if coverage.growth.is_empty() {
            return self.over_time(|point| point.blocks);
        }
        let steps = coverage.growth.iter().map(|at| (at.time.as_secs_f64(), at.blocks as f64));
        let end = (self.summary.results.time.as_secs_f64(), coverage.blocks.covered as f64);
        steps.chain([end]).collect()
    }
}

impl Run {
    fn saved(&self, value: impl Fn(&SavedAt) -> f64) -> Vec<(f64, f64)> {
        let growth = self.summary.results.interpolation.growth.iter();
        growth.map(|at| (at.time.as_secs_f64(), value(at))).collect()
    }

    /// The percentage of paths that were skipped instead of followed to an end.
    fn subsumption(&self) -> Vec<(f64, f64)> {
        self.saved(|at| 100.0 * at.skipped as f64 / (at.paths + at.skipped).max(1) as f64)
    }

    fn extra_paths(&self) -> Vec<(f64, f64)> {
        self.saved(|at| at.extra_paths as f64)
    }
}

/// The charts of these runs; what none of them has anything of is left out.
fn charts(runs: &[Run]) -> Vec<Chart> {
    let over_time = |title: &str, points: &dyn Fn(&Run) -> Vec<(f64, f64)>, shape: Shape| {
        let curves: Vec<Curve> =
            runs.iter().map(|run| Curve { name: run.name.clone(), points: points(run), shape }).collect();
        let empty = curves.iter().all(|curve| curve.points.iter().all(|&(_, value)| value == 0.0));
        (!empty).then(|| Chart::Curves { title: title.to_owned(), curves })
    };
    let mut charts: Vec<Chart> = [
        over_time("Blocks covered over time", &Run::coverage, Shape::Steps),
        over_time("Paths ended over time", &|run| run.over_time(|point| point.paths), Shape::Line),
        over_time("States skipped over time", &|run| run.over_time(|point| point.skipped), Shape::Line),
        over_time("Share of paths skipped over time, in percent", &Run::subsumption, Shape::Line),
        over_time("Paths behind skipped states over time (extra path coverage)", &Run::extra_paths, Shape::Line),
        over_time("Open states over time", &|run| run.over_time(|point| point.states), Shape::Line),
    ]
    .into_iter()
    .flatten()
    .collect();
    charts.extend(layers(runs));
    charts
}

/// What each layer of the solver answered.
fn layers(runs: &[Run]) -> Option<Chart> {
    let answered = |run: &Run, name: &str| {
        let layers = &run.summary.results.queries.layers;
        layers.iter().find(|layer| layer.name == name).map_or(0, |layer| layer.answered)
    };
    let mut names: Vec<&str> = Vec::new();
    for layer in runs.iter().flat_map(|run| &run.summary.results.queries.layers) {
        if layer.answered > 0 && !names.contains(&layer.name.as_str()) {
            names.push(&layer.name);
        }
    }
    let bar =
        |name: &&str| Bar { name: (*name).to_owned(), values: runs.iter().map(|run| answered(run, name)).collect() };
    (!names.is_empty()).then(|| Chart::Bars {
        title: "Queries answered by each layer of the solver".to_owned(),
        runs: runs.iter().map(|run| run.name.clone()).collect(),
        bars: names.iter().map(bar).collect(),
    })
}

/// The charts as parts of a page that has [`STYLE`].
pub(crate) fn figures(run: Run) -> String {
    in_figures(&charts(&[run]))
}

/// The same of the lab's table.
pub(crate) fn lab_figures(lab: &Lab) -> String {
    in_figures(&lab.charts(false))
}

fn in_figures(charts: &[Chart]) -> String {
    charts.iter().map(|chart| format!("<figure>{}</figure>\n", chart.svg())).collect()
}

/// A picture with all charts, one below the other.
pub fn svg(runs: &[Run], labs: &[Lab]) -> String {
    let mut charts = charts(runs);
    charts.extend(labs.iter().flat_map(|lab| lab.charts(labs.len() > 1)));
    let mut text = String::new();
    let mut top = 0.0;
    for chart in &charts {
        text.push_str(&format!(
            "<svg y=\"{top}\" width=\"{WIDTH}\" height=\"{}\">{}</svg>\n",
            chart.height(),
            chart.body()
        ));
        top += chart.height();
    }
    if charts.is_empty() {
        text.push_str("<text x=\"10\" y=\"30\">nothing to draw: the runs have no timeline</text>\n");
        top = HEIGHT / 4.0;
    }
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"plot\" viewBox=\"0 0 {WIDTH} {top}\" width=\"{WIDTH}\" height=\"{top}\">\n\
         <style>{STYLE}svg {{ background: Canvas; color-scheme: light dark; }}</style>\n{text}</svg>\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::results::{CoveredAt, LayerWork, Results};
    use std::time::Duration;

    fn run(name: &str, skipped: u64) -> Run {
        let mut results = Results::nothing_known();
        results.time = Duration::from_secs(4);
        results.coverage.growth = vec![CoveredAt { time: Duration::from_secs(1), blocks: 5 }];
        results.queries.layers = vec![
            LayerWork { name: "exact".into(), asked: 9, answered: 4, time: Duration::ZERO },
            LayerWork { name: "idle".into(), asked: 5, answered: 0, time: Duration::ZERO },
        ];
        let points =
            [0.0, 2.0, 4.0].map(|time_s| Point { time_s, paths: time_s as u64 * 10, skipped, ..Point::default() });
        Run { name: name.into(), summary: Summary::new("a.c", &results), points: points.to_vec() }
    }

    #[test]
    fn what_a_run_has_nothing_of_is_not_drawn() {
        let titles = |runs: &[Run]| svg(runs, &[]).matches("class=\"title\"").count();
        assert_eq!(titles(&[run("a", 0)]), 3, "coverage, paths and layers");
        assert_eq!(titles(&[run("a", 3)]), 4);
        let mut learnt = run("a", 3);
        let saved = SavedAt { time: Duration::from_secs(2), paths: 1, skipped: 3, extra_paths: 40 };
        learnt.summary.results.interpolation.growth = vec![saved];
        assert_eq!(titles(std::slice::from_ref(&learnt)), 6, "subsumption and extra path coverage");
        assert_eq!((learnt.subsumption(), learnt.extra_paths()), (vec![(2.0, 75.0)], vec![(2.0, 40.0)]));
        assert!(!svg(&[run("a", 0)], &[]).contains("idle"));
    }

    #[test]
    fn several_runs_share_a_chart_and_are_told_apart_without_colour() {
        let text = svg(&[run("first <run>", 0), run("second", 2)], &[]);
        assert!(text.contains("first &lt;run&gt;") && !text.contains("<run>"), "{text}");
        assert!(text.contains("curve c0") && text.contains("curve c1"), "{text}");
        let document = roxmltree::Document::parse(&text).unwrap();
        assert_eq!(document.root_element().tag_name().name(), "svg");
    }

    #[test]
    fn runs_without_a_timeline_say_so() {
        let empty =
            Run { name: "a".into(), summary: Summary::new("a.c", &Results::nothing_known()), points: Vec::new() };
        assert!(svg(&[empty], &[]).contains("nothing to draw"));
        assert!(svg(&[], &[]).contains("nothing to draw"));
    }
}
