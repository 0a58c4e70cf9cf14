//! Moves with what spoke for them, whatever kind of organism makes them.

use std::num::NonZeroU64;
use std::ops::ControlFlow;
use std::time::Duration;

use chess::{Board, Color, Game, Move};
use engine::search::{Bound, Budget, Engine, Limit, Score, Signals, Wish};
use engine::{Mind, Term};
use evochess::EvochessPlayer;
use problems::endgame;

use crate::meaning;

/// A search takes no longer than this, whatever the machine is busy with.
const LONGEST: Duration = Duration::from_secs(10);

/// The hash table of a thinker, in MiB.
const TABLE: usize = 8;

/// What makes moves and says why.
pub trait Thinker: Send {
    /// Chooses a move in the last position of a game, which has one.
    fn think(&mut self, game: &Game, nodes: NonZeroU64) -> Thought;
}

/// A move with what spoke for it.
#[derive(Clone, Debug, PartialEq)]
pub struct Thought {
    /// The move.
    pub mv: Move,
    /// What it is worth for the side that makes it, where that is known.
    pub score: Option<Score>,
    /// The plies that were searched.
    pub depth: u32,
    /// The nodes that were searched.
    pub nodes: u64,
    /// The line that is expected, from the move on.
    pub line: Vec<Move>,
    /// What spoke for it.
    pub grounds: Vec<Grounds>,
}

/// Reasons of one sort.
#[derive(Clone, Debug, PartialEq)]
pub struct Grounds {
    /// What they are.
    pub title: &'static str,
    /// What a number says; empty where reasons have no number.
    pub unit: &'static str,
    /// The reasons, the most important first.
    pub reasons: Vec<Reason>,
}

/// One reason.
#[derive(Clone, Debug, PartialEq)]
pub struct Reason {
    /// A gene, a question, a statement.
    pub what: String,
    /// What that does, where it is declared.
    pub meaning: &'static str,
    /// How much it counts.
    pub weight: Option<f64>,
}

/// An organism that searches.
pub struct Searching<M> {
    mind: M,
    engine: Engine,
}

impl<M: Mind> Searching<M> {
    /// It has searched nothing yet.
    pub fn new(mind: M) -> Self {
        Self {
            engine: mind.engine(1, TABLE),
            mind,
        }
    }
}

impl<M: Mind> Thinker for Searching<M> {
    fn think(&mut self, game: &Game, nodes: NonZeroU64) -> Thought {
        self.engine.new_game();
        let limit = Limit {
            time: Some(Budget::fixed(LONGEST)),
            ..Limit::nodes(nodes.get())
        };
        let mut line = Vec::new();
        let listen = |report: &engine::search::Report<'_>| {
            if report.rank == 0 && report.bound == Bound::Exact {
                line = report.line.to_vec();
            }
            ControlFlow::Continue(())
        };
        let (wish, signals) = (Wish::default(), Signals::default());
        let found = self
            .engine
            .search_with(game, &limit, &wish, &signals, listen);
        let mv = found.best.expect("the position has a move");
        // The last iteration was broken off where the move is another one.
        if line.first() != Some(&mv) {
            line = [mv].into_iter().chain(found.ponder).collect();
        }
        let board = game.board();
        let mut after = board.clone();
        line.iter().for_each(|&mv| after.play_unchecked(mv));
        let now = self.mind.terms(board);
        let then = self.mind.terms(&after);
        Thought {
            mv,
            score: Some(found.score),
            depth: found.depth.into(),
            nodes: found.nodes,
            line,
            grounds: vec![Grounds {
                title: "What its evaluation gains by the end of the line it expects",
                unit: "centipawns",
                reasons: gains(board, &now, &then),
            }],
        }
    }
}

/// What changes between two positions for the side to move in the first, the most
/// important first.
fn gains(board: &Board, now: &[Term], then: &[Term]) -> Vec<Reason> {
    let sign = match board.side_to_move() {
        Color::White => 1.0,
        Color::Black => -1.0,
    };
    let worth = |terms: &[Term], name| {
        let same = terms.iter().find(|term| term.name == name);
        same.map_or(0.0, |term| term.cp)
    };
    let new = then.iter();
    let new = new.filter(|term| now.iter().all(|known| known.name != term.name));
    let reasons = now.iter().chain(new).map(|term| Reason {
        what: term.name.into(),
        meaning: term.meaning,
        weight: Some(sign * (worth(then, term.name) - worth(now, term.name))),
    });
    let matters = |reason: &Reason| reason.weight.is_some_and(|weight| weight.abs() >= 0.5);
    let mut reasons: Vec<_> = reasons.filter(matters).collect();
    strongest_first(&mut reasons);
    reasons
}

fn strongest_first(reasons: &mut [Reason]) {
    let size = |reason: &Reason| reason.weight.unwrap_or(0.0).abs();
    reasons.sort_by(|one, other| size(other).total_cmp(&size(one)));
}

/// A player by trees: the questions on the way to its score.
impl Thinker for endgame::Organism {
    fn think(&mut self, game: &Game, _: NonZeroU64) -> Thought {
        let explanation = endgame::explain(self, game);
        let (count, tree) = (explanation.moves.len(), explanation.tree);
        let mut moves = explanation.moves.into_iter();
        let best = moves.next().expect("the position has a move");
        let reason = |what: String, weight| Reason {
            what,
            meaning: "",
            weight,
        };
        let answers = best.way.iter().map(|(question, yes)| {
            let answer = if *yes { "yes" } else { "no" };
            reason(format!("{question}: {answer}"), None)
        });
        let result = reason(best.result, Some(best.score));
        let fired = best.fired.iter();
        let fired = fired.map(|&(name, value)| reason(name.into(), Some(value)));
        Thought {
            mv: best.mv,
            score: None,
            depth: 1,
            nodes: count as u64,
            line: vec![best.mv],
            grounds: vec![
                Grounds {
                    title: match tree {
                        "advantage" => "The tree for an advantage asked",
                        "even" => "The tree for even positions asked",
                        _ => "The tree for a disadvantage asked",
                    },
                    unit: "its score",
                    reasons: answers.chain([result]).collect(),
                },
                Grounds {
                    title: "What it saw on the board",
                    unit: "value",
                    reasons: fired.collect(),
                },
            ],
        }
    }
}

/// An individual whose search is bred: what its depth program did, and what put the move
/// where it was tried.
impl Thinker for evochess::Organism {
    fn think(&mut self, game: &Game, nodes: NonZeroU64) -> Thought {
        let nodes = nodes.min(self.bounds.nodes);
        let most = evochess::Organism {
            bounds: evochess::search::Bounds {
                nodes,
                ..self.bounds
            },
            ..self.clone()
        };
        let found = EvochessPlayer::new(&most).think(game, &Limit::default());
        let explanation = evochess::explain(&most, game);
        let counted = |(line, count): &(String, Option<u64>)| Reason {
            what: line.trim().into(),
            meaning: "",
            weight: count.map(|count| count as f64),
        };
        let statements = explanation.lines.iter().map(counted);
        let ran = |reason: &Reason| reason.weight.is_some_and(|count| count > 0.0);
        let mut statements: Vec<_> = statements.filter(ran).collect();
        strongest_first(&mut statements);
        let mut order = explanation.order.into_iter();
        let own = order.find(|ordered| ordered.mv == found.mv);
        let features = own.map_or_else(Vec::new, |ordered| ordered.features);
        let features = features.into_iter().filter(|(_, worth)| *worth != 0.0);
        let mut features: Vec<_> = features
            .map(|(name, worth)| Reason {
                what: name.into(),
                meaning: meaning(name),
                weight: Some(f64::from(worth)),
            })
            .collect();
        strongest_first(&mut features);
        let mut line: Vec<_> = explanation.expected.iter().map(|&(mv, _)| mv).collect();
        if line.first() != Some(&found.mv) {
            line = vec![found.mv];
        }
        Thought {
            mv: found.mv,
            score: Some(found.told()),
            depth: found.depth as u32,
            nodes: found.nodes,
            line,
            grounds: vec![
                Grounds {
                    title: "What put the move where it was tried",
                    unit: "value",
                    reasons: features,
                },
                Grounds {
                    title: "Statements of its depth program that were executed",
                    unit: "times",
                    reasons: statements,
                },
            ],
        }
    }
}
