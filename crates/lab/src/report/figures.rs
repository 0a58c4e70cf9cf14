//! The curves of the paper's Figures 2 and 4, for this run beside the paper's values.

use std::fmt::Write;

use journal::{Place, Reader};

use super::html::Text;
use crate::plot::{self, Chart, Line, Mark};
use crate::{Curve, Measure, Point, Recipe, Stage, Task};

/// A quarter of a page on a screen, the width of a phone.
const SIZE: (u32, u32) = (460, 330);

/// The paper's 879 positions of at most 500,000 nodes, in millions.
const PAPER_MOST: f64 = 439.5;

/// Values of a paper at the start and the end of a run, and their name.
struct Published {
    mean: [f64; 2],
    /// The best at the start is not always given.
    best: (Option<f64>, f64),
    on_test: Option<f64>,
}

const FIGURE_2: Published = Published {
    mean: [16.0, 30.0],
    best: (None, 32.4),
    on_test: Some(30.4),
};

const FIGURE_4: Published = Published {
    mean: [100.0 * 239.0 / PAPER_MOST, 100.0 * 206.0 / PAPER_MOST],
    best: (Some(100.0 * 226.0 / PAPER_MOST), 100.0 * 199.0 / PAPER_MOST),
    on_test: None,
};

/// A figure for each stage that breeds.
pub fn figures(reader: &Reader, recipe: &Recipe) -> Result<String, journal::Error> {
    let mut html = String::new();
    for stage in recipe.stages.iter().filter(|stage| stage.generations > 0) {
        let Some(figure) = figure(reader, recipe, stage)? else {
            continue;
        };
        let Figure {
            title,
            svg,
            caption,
        } = figure;
        writeln!(
            html,
            "<figure><h3>{}</h3>{svg}<figcaption>{}</figcaption></figure>",
            Text(title),
            Text(caption)
        )
        .expect("a string takes any text");
    }
    Ok(html)
}

/// A stage over the generations.
struct Figure {
    title: String,
    svg: String,
    caption: String,
}

/// The best run of a stage, the others behind it, and what the paper has.
fn figure(
    reader: &Reader,
    recipe: &Recipe,
    stage: &Stage,
) -> Result<Option<Figure>, journal::Error> {
    let measure = Measure::of(stage);
    let mut runs: Vec<Vec<Point>> = Vec::new();
    for phase in stage.phases() {
        runs.push(Curve::read(reader, phase, measure)?.points);
    }
    runs.retain(|points| !points.is_empty());
    let score = |points: &Vec<Point>| points[points.len() - 1].best;
    let mut best = 0;
    for number in 1..runs.len() {
        if measure.better(score(&runs[number]), score(&runs[best])) {
            best = number;
        }
    }
    if runs.is_empty() {
        return Ok(None);
    }
    let mut unit = measure.unit().to_owned();
    let mut published = None;
    let mut caption = match stage.task {
        Task::Mimic(..) => {
            published = Some(FIGURE_2);
            "Figure 2 of the paper: positions in which the organism makes the move that was \
             played. Circles are the paper's values at its start and end (200 generations, \
             games of grandmasters)."
                .to_owned()
        }
        Task::Tactics(..) => {
            if let Some(most) = most_nodes(reader, stage)? {
                unit = "% of the nodes allowed".into();
                for point in runs.iter_mut().flatten() {
                    point.best *= 100.0 / most;
                    point.mean *= 100.0 / most;
                }
                published = Some(FIGURE_4);
            }
            "Figure 4 of the paper: nodes until the right moves were found; less is better. \
             Circles are the paper's values at its start and end (50 generations, another suite)."
                .to_owned()
        }
        Task::Coevolve(..) => {
            "Coevolution: points won from the others of the same generation. The others grow \
             stronger too, so this need not rise."
                .to_owned()
        }
        _ => "The score over the generations.".into(),
    };
    if runs.len() > 1 {
        caption += &format!(
            " The best of {} runs in front, the others behind.",
            runs.len()
        );
    }
    let mut lines: Vec<_> = runs.iter().map(|points| behind(points)).collect();
    lines.remove(best);
    lines.extend(plot::lines(&runs[best], measure));
    let last = runs[best].len() as f64 - 1.0;
    let chart = Chart {
        title: String::new(),
        size: SIZE,
        unit,
        legend: None,
        bands: Vec::new(),
        lines,
        marks: published.map_or_else(Vec::new, |published| published.marks(last)),
    };
    Ok(Some(Figure {
        title: recipe.title(stage.first + best as u32),
        svg: chart.draw() + &legend(&chart),
        caption,
    }))
}

/// The names of lines and of the paper's circles.
fn legend(chart: &Chart) -> String {
    let lines = chart.lines.iter().filter(|line| !line.points.is_empty());
    let lines = lines.map(|line| ("line", &line.label, line.colour));
    let marks = chart.marks.iter();
    let marks = marks.map(|mark| ("mark", &mark.label, mark.colour));
    let mut html = String::from("<p class=\"legend\">");
    for (kind, label, colour) in lines.chain(marks).filter(|(_, label, _)| !label.is_empty()) {
        let colour = match colour {
            plot::BEST => "best",
            plot::MEAN => "mean",
            _ => "other",
        };
        write!(
            html,
            "<span><i class=\"{kind} {colour}\"></i>{}</span> ",
            Text(label)
        )
        .expect("a string takes any text");
    }
    html + "</p>"
}

/// Another run.
fn behind(points: &[Point]) -> Line {
    let points = points.iter().enumerate();
    Line {
        label: String::new(),
        colour: plot::FAINT,
        width: 1,
        points: points.map(|(at, point)| (at as f64, point.best)).collect(),
    }
}

impl Published {
    fn marks(&self, last: f64) -> Vec<Mark> {
        let mark = |label: &str, colour, points| Mark {
            label: label.into(),
            colour,
            points,
        };
        let start = self.best.0.map(|best| (0.0, best));
        let best = start.into_iter().chain([(last, self.best.1)]);
        let [first, end] = self.mean;
        let mut marks = vec![
            mark("best, the paper", plot::BEST, best.collect()),
            mark(
                "mean, the paper",
                plot::MEAN,
                vec![(0.0, first), (last, end)],
            ),
        ];
        if let Some(on_test) = self.on_test {
            marks.push(mark(
                "on test, the paper",
                plot::OTHER,
                vec![(last, on_test)],
            ));
        }
        marks
    }
}

/// What a search of the whole suite may cost, in millions of nodes.
fn most_nodes(reader: &Reader, stage: &Stage) -> Result<Option<f64>, journal::Error> {
    let Task::Tactics(tactics, method) = &stage.task else {
        return Ok(None);
    };
    let first = Place {
        phase: stage.first,
        generation: 0,
    };
    let figures = reader.generations(None)?;
    let figures = figures.iter().find(|figures| figures.place == first);
    // In generation 0 every organism tries every position.
    let each = figures.map(|one| one.stats.effort.positions / u64::from(method.population()));
    Ok(each.map(|positions| (positions * tactics.nodes.get()) as f64 / 1e6))
}
