//! One chart as SVG: curves over time, bars, or dots beside rings (drawn in `dots`).
//!
//! Curves are told apart by dashes, bars by their place; colours only help. Classes are those of `assets/plot.css`.

use std::fmt::Write;

use super::dots::{self, Dot};
use crate::test_case::xml::escaped;

pub const WIDTH: f64 = 720.0;
/// Of a chart with curves.
pub const HEIGHT: f64 = 300.0;

pub const LEFT: f64 = 70.0;
pub const RIGHT: f64 = 20.0;
pub const TOP: f64 = 34.0;
const BOTTOM: f64 = 34.0;
/// Height of a line of the legend, and of a bar.
pub const ROW: f64 = 18.0;
/// Ways to draw a curve; more runs than that begin again.
const KINDS: usize = 6;
/// Width of the names of bars.
const NAMES: f64 = 160.0;

pub enum Chart {
    Curves { title: String, curves: Vec<Curve> },
    Bars { title: String, runs: Vec<String>, bars: Vec<Bar> },
    Dots { title: String, dots: Vec<Dot> },
}

pub struct Curve {
    pub name: String,
    /// Seconds and values, in the order of time.
    pub points: Vec<(f64, f64)>,
    pub shape: Shape,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    Line,
    /// A value holds until the next one.
    Steps,
}

/// A name and a value for each run.
pub struct Bar {
    pub name: String,
    pub values: Vec<u64>,
}

impl Chart {
    pub fn height(&self) -> f64 {
        match self {
            Chart::Curves { curves, .. } => HEIGHT + legend_height(curves.len()),
            Chart::Bars { runs, bars, .. } => {
                TOP + (bars.len() * (runs.len() * 18 + 6)) as f64 + 12.0 + legend_height(runs.len())
            }
            Chart::Dots { dots, .. } => dots::height(dots.len()),
        }
    }

    /// The chart by itself, for a page.
    pub fn svg(&self) -> String {
        let (height, title) = (self.height(), escaped(self.title()));
        format!(
            "<svg class=\"plot\" viewBox=\"0 0 {WIDTH} {height}\" width=\"{WIDTH}\" height=\"{height}\" role=\"img\" aria-label=\"{title}\">{}</svg>",
            self.body()
        )
    }

    fn title(&self) -> &str {
        match self {
            Chart::Curves { title, .. } | Chart::Bars { title, .. } | Chart::Dots { title, .. } => title,
        }
    }

    /// What is inside the `svg` element.
    pub fn body(&self) -> String {
        let mut text = format!("<text class=\"title\" x=\"{LEFT}\" y=\"18\">{}</text>", escaped(self.title()));
        // A string takes everything.
        let _ = match self {
            Chart::Curves { curves, .. } => draw_curves(&mut text, curves),
            Chart::Bars { runs, bars, .. } => draw_bars(&mut text, runs, bars),
            Chart::Dots { dots, .. } => dots::draw(&mut text, dots),
        };
        text
    }
}

/// One run needs no legend.
fn legend_height(runs: usize) -> f64 {
    if runs > 1 { runs as f64 * ROW + 8.0 } else { 0.0 }
}

fn draw_curves(text: &mut String, curves: &[Curve]) -> std::fmt::Result {
    let all = || curves.iter().flat_map(|curve| &curve.points);
    let end = |value: fn(&(f64, f64)) -> f64| all().map(value).filter(|value| value.is_finite()).fold(0.0, f64::max);
    let (time_step, value_step) = (step(end(|point| point.0)), step(end(|point| point.1)).max(1.0));
    let time_end = (end(|point| point.0)).max(time_step);
    let value_end = (end(|point| point.1) / value_step).ceil().max(1.0) * value_step;
    let x = |time: f64| LEFT + time / time_end * (WIDTH - LEFT - RIGHT);
    let y = |value: f64| HEIGHT - BOTTOM - value / value_end * (HEIGHT - TOP - BOTTOM);
    for number in 0..=(value_end / value_step).round() as u32 {
        let value = f64::from(number) * value_step;
        let at = y(value);
        write!(text, "<line class=\"grid\" x1=\"{LEFT}\" x2=\"{}\" y1=\"{at:.1}\" y2=\"{at:.1}\"/>", WIDTH - RIGHT)?;
        write!(text, "<text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>", LEFT - 6.0, at + 4.0, plain(value))?;
    }
    for number in 0..=(time_end / time_step).floor() as u32 {
        let time = f64::from(number) * time_step;
        let (at, below) = (x(time), HEIGHT - BOTTOM);
        write!(text, "<line class=\"axis\" x1=\"{at:.1}\" x2=\"{at:.1}\" y1=\"{below}\" y2=\"{}\"/>", below + 4.0)?;
        write!(text, "<text x=\"{at:.1}\" y=\"{}\" text-anchor=\"middle\">{} s</text>", below + 18.0, plain(time))?;
    }
    write!(text, "<path class=\"axis\" d=\"M{LEFT} {TOP}V{}H{}\"/>", HEIGHT - BOTTOM, WIDTH - RIGHT)?;
    for (number, curve) in curves.iter().enumerate() {
        let mut path = String::new();
        for (index, &(time, value)) in curve.points.iter().filter(|(t, v)| t.is_finite() && v.is_finite()).enumerate() {
            match (index, curve.shape) {
                (0, _) => write!(path, "M{:.1} {:.1}", x(time), y(value))?,
                (_, Shape::Line) => write!(path, "L{:.1} {:.1}", x(time), y(value))?,
                (_, Shape::Steps) => write!(path, "H{:.1}V{:.1}", x(time), y(value))?,
            }
        }
        if !path.is_empty() {
            write!(text, "<path class=\"curve c{}\" d=\"{path}\"/>", number % KINDS)?;
        }
    }
    let names: Vec<&str> = curves.iter().map(|curve| curve.name.as_str()).collect();
    draw_legend(text, &names, HEIGHT)
}

fn draw_legend(text: &mut String, names: &[&str], top: f64) -> std::fmt::Result {
    if names.len() < 2 {
        return Ok(());
    }
    for (number, name) in names.iter().enumerate() {
        let at = top + number as f64 * ROW + 8.0;
        write!(text, "<path class=\"curve c{}\" d=\"M{LEFT} {at}h40\"/>", number % KINDS)?;
        write!(text, "<text x=\"{}\" y=\"{}\">{}</text>", LEFT + 48.0, at + 4.0, escaped(name))?;
    }
    Ok(())
}

fn draw_bars(text: &mut String, runs: &[String], bars: &[Bar]) -> std::fmt::Result {
    let most = bars.iter().flat_map(|bar| &bar.values).copied().max().unwrap_or(0).max(1) as f64;
    let mut top = TOP;
    for bar in bars {
        write!(text, "<text x=\"{NAMES}\" y=\"{}\" text-anchor=\"end\">{}</text>", top + 13.0, escaped(&bar.name))?;
        for (number, &value) in bar.values.iter().enumerate() {
            let width = value as f64 / most * (WIDTH - NAMES - 110.0);
            let left = NAMES + 8.0;
            write!(
                text,
                "<rect class=\"bar c{}\" x=\"{left}\" y=\"{}\" width=\"{width:.1}\" height=\"14\"/>",
                number % KINDS,
                top + 2.0
            )?;
            write!(text, "<text x=\"{:.1}\" y=\"{}\">{value}</text>", left + width + 6.0, top + 13.0)?;
            top += ROW;
        }
        top += 6.0;
    }
    let names: Vec<&str> = runs.iter().map(String::as_str).collect();
    draw_legend(text, &names, top + 4.0)
}

/// A round number of which about five fit into `end`.
fn step(end: f64) -> f64 {
    let rough = (end / 5.0).max(1e-3);
    let power = 10f64.powf(rough.log10().floor());
    let times = [1.0, 2.0, 5.0, 10.0].into_iter().find(|times| times * power >= rough);
    times.unwrap_or(10.0) * power
}

/// Without the noise of binary fractions.
fn plain(value: f64) -> String {
    let text = format!("{value:.3}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    text.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_round() {
        assert_eq!([0.0, 0.02, 4.0, 60.0, 37.0, 12_345.0].map(step), [0.001, 0.005, 1.0, 20.0, 10.0, 5000.0]);
        assert_eq!([0.0, 0.005, 1.0, 12_000.0].map(plain), ["0", "0.005", "1", "12000"]);
    }

    #[test]
    fn odd_values_draw_nothing_odd() {
        let points = vec![(0.0, f64::NAN), (f64::INFINITY, 3.0), (1.0, 2.0), (2.0, 2.0)];
        let curve = Curve { name: "x".into(), points, shape: Shape::Line };
        let svg = Chart::Curves { title: "a & b".into(), curves: vec![curve] }.svg();
        assert!(!svg.contains("NaN") && !svg.contains("inf") && svg.contains("a &amp; b"), "{svg}");
        let nothing = Chart::Curves { title: "t".into(), curves: Vec::new() }.svg();
        assert!(nothing.contains("</svg>"), "{nothing}");
    }
}
