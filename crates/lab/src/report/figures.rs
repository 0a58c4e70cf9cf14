//! The curves of the paper's Figures 2 and 4, for this run beside the paper's values.

use journal::Reader;
use maud::{Markup, PreEscaped, html};

use super::table::{Head, Table};
use crate::experiment::Published;
use crate::plot::{self, Chart, Line, Mark};
use crate::{Archipelago, Champion, Curve, Measure, Point, Recipe, Stage};

/// A quarter of a page on a screen, the width of a phone.
const SIZE: (u32, u32) = (460, 330);

/// Migrations that are listed.
const MIGRATIONS: usize = 8;

/// A figure for each stage that breeds.
pub fn figures(reader: &Reader, recipe: &Recipe) -> Result<Vec<Markup>, journal::Error> {
    let mut figures = Vec::new();
    for stage in recipe.stages.iter().filter(|stage| stage.generations > 0) {
        let Some(figure) = Figure::read(reader, recipe, stage)? else {
            continue;
        };
        figures.push(html! {
            figure {
                h3 { (figure.title) }
                (PreEscaped(figure.chart.draw()))
                (legend(&figure.chart))
                figcaption { (figure.caption) }
            }
        });
        figures.extend(demes(reader, recipe, stage)?);
    }
    Ok(figures)
}

/// The demes of a stage, where there are several.
pub fn demes(
    reader: &Reader,
    recipe: &Recipe,
    stage: &Stage,
) -> Result<Option<Markup>, journal::Error> {
    let Some(champion) = Champion::best(reader, stage)? else {
        return Ok(None);
    };
    let archipelago = Archipelago::read(reader, recipe, &champion)?;
    Ok(archipelago.map(|archipelago| {
        let measure = Measure::of(stage);
        let mut table = Table::new([
            Head::Text("deme"),
            Head::Text("method"),
            Head::Number("best"),
            Head::Number("mean"),
            Head::Number("migrants"),
            Head::Number("ancestors of the champion"),
        ]);
        for (number, deme) in archipelago.demes.iter().enumerate() {
            let latest = deme.latest();
            table.row([
                html! { (number + 1) },
                html! { (deme.method) },
                html! { (measure.show(latest.best_score)) },
                html! { (measure.show(latest.mean_score)) },
                html! { (deme.migrants()) },
                html! { (deme.ancestors) },
            ]);
        }
        let mut hall = Table::new([
            Head::Text("hall of fame"),
            Head::Number("score at birth"),
            Head::Number("deme"),
            Head::Number("generation"),
        ]);
        for (place, famous) in archipelago.hall_of_fame.iter().enumerate() {
            hall.row([
                html! { (place + 1) },
                html! { (measure.show(famous.score)) },
                html! { (famous.deme + 1) },
                html! { (famous.generation) },
            ]);
        }
        let mut migrations = Table::new([
            Head::Text("latest migrations"),
            Head::Number("to deme"),
            Head::Number("organisms"),
        ]);
        for (generation, deme, count) in archipelago.migrations().into_iter().take(MIGRATIONS) {
            migrations.row([
                html! { "generation " (generation) },
                html! { (deme + 1) },
                html! { (count) },
            ]);
        }
        html! {
            figure {
                h3 { (recipe.title(champion.phase)) ", by demes" }
                (PreEscaped(plot::demes("", SIZE, &archipelago, measure)))
                figcaption {
                    "The best of each deme. Circles: organisms came from other demes, or have a \
                     parent there."
                }
                (table)
                (hall)
                (migrations)
            }
        }
    }))
}

/// A stage over the generations.
pub struct Figure {
    /// The stage, and which run of it is in front.
    pub title: String,
    /// The lines.
    pub chart: Chart,
    /// What they show.
    pub caption: String,
}

impl Figure {
    /// The best run of a stage, the others behind it, and what the paper has; `None`
    /// before its first generation.
    pub fn read(
        reader: &Reader,
        recipe: &Recipe,
        stage: &Stage,
    ) -> Result<Option<Self>, journal::Error> {
        let measure = Measure::of(stage);
        let mut runs: Vec<Vec<Point>> = Vec::new();
        for phase in stage.phases() {
            runs.push(Curve::read(reader, phase)?.points);
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
        let mut unit = measure.unit.to_owned();
        let story = stage.experiment.story();
        let mut published = story.published;
        if published.is_some_and(|published| published.in_percent_of_nodes) {
            // Another suite costs other numbers of nodes: what can be compared are shares.
            match most_nodes(reader, stage)? {
                Some(most) => {
                    unit = "% of the nodes allowed".into();
                    for point in runs.iter_mut().flatten() {
                        point.best *= 100.0 / most;
                        point.mean *= 100.0 / most;
                    }
                }
                None => published = None,
            }
        }
        let mut caption = story.caption.to_owned();
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
            along: plot::GENERATION.into(),
            unit,
            legend: None,
            bands: Vec::new(),
            lines,
            marks: published.map_or_else(Vec::new, |published| marks(published, last)),
        };
        Ok(Some(Self {
            title: recipe.title(stage.first + best as u32),
            chart,
            caption,
        }))
    }
}

/// The names of lines and of the paper's circles.
pub fn legend(chart: &Chart) -> Markup {
    let lines = chart.lines.iter().filter(|line| !line.points.is_empty());
    let lines = lines.map(|line| ("line", &line.label, line.colour));
    let marks = chart.marks.iter();
    let marks = marks.map(|mark| ("mark", &mark.label, mark.colour));
    let all = lines.chain(marks).filter(|(_, label, _)| !label.is_empty());
    let name = |colour| match colour {
        plot::BEST => "best",
        plot::MEAN => "mean",
        _ => "other",
    };
    html! {
        p.legend {
            @for (kind, label, colour) in all {
                span { i class={ (kind) " " (name(colour)) } {} (label) } " "
            }
        }
    }
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

/// The paper's values, in a run that ended with this generation.
fn marks(published: Published, last: f64) -> Vec<Mark> {
    let mark = |label: &str, colour, points| Mark {
        label: label.into(),
        colour,
        points,
    };
    let start = published.best.0.map(|best| (0.0, best));
    let best = start.into_iter().chain([(last, published.best.1)]);
    let [first, end] = published.mean;
    let mut marks = vec![
        mark("best, the paper", plot::BEST, best.collect()),
        mark(
            "mean, the paper",
            plot::MEAN,
            vec![(0.0, first), (last, end)],
        ),
    ];
    if let Some(on_test) = published.on_test {
        marks.push(mark(
            "on test, the paper",
            plot::OTHER,
            vec![(last, on_test)],
        ));
    }
    marks
}

/// What one organism may cost, in millions of nodes. In generation 0 every one tries
/// every position.
fn most_nodes(reader: &Reader, stage: &Stage) -> Result<Option<f64>, journal::Error> {
    let figures = reader.generations_of(stage.first, 0)?;
    let first = figures.first();
    let most = first.and_then(|first| stage.experiment.most_nodes(first.stats.effort.positions));
    Ok(most.map(|nodes| nodes as f64 / 1e6))
}
