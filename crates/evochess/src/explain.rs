//! Why an individual makes a move.

use chess::{Game, Move, Piece};

use crate::depth::Code;
use crate::ordering::{Evolved, Killers, Scene};
use crate::search::{Entered, Found, Witness};
use crate::{Individual, Organism};

/// A search, looked at while it was under way.
#[derive(Clone, Debug)]
pub struct Explanation {
    /// What was found.
    pub found: Found,
    /// The lines of the depth program: how each begins, and how often it was executed;
    /// `None` for lines that have no effect.
    pub lines: Vec<(String, Option<u64>)>,
    /// What the program did at each distance from the root.
    pub levels: Vec<Level>,
    /// The line it expects, with the rest depth before and after the program ran in the
    /// position after each move; `None` where the program does not run.
    pub expected: Vec<(Move, Option<(i32, i32)>)>,
    /// The moves of the position in the order in which they were tried, with the
    /// features that put them there.
    pub order: Vec<Ordered>,
}

/// What programs did at one distance from the root.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Level {
    /// Nodes in which the program ran.
    pub nodes: u64,
    /// Nodes in which it moved the horizon away.
    pub deeper: u64,
    /// Nodes in which it moved the horizon nearer.
    pub shallower: u64,
}

/// A move in its order.
#[derive(Clone, Debug)]
pub struct Ordered {
    /// The move.
    pub mv: Move,
    /// Its value.
    pub value: f32,
    /// What it is made of.
    pub features: Vec<(&'static str, f32)>,
}

/// Looks at the first search of an individual in the last position of a game, which has
/// a move.
pub fn explain(organism: &Organism, game: &Game) -> Explanation {
    let individual = &organism.individual;
    let mut log = Log::default();
    let mut thinker = individual.thinker(organism.bounds, crate::player::SEED);
    let found = thinker.choose_within(game, organism.bounds.nodes, None, &mut log);
    let text = individual.depth.to_string();
    let code = Code::new(&individual.depth);
    let lines = text.lines().enumerate().map(|(number, line)| {
        let acts = code.lines().any(|acting| acting == number + 1);
        let count = log.executed.get(number + 1).copied().unwrap_or(0);
        (line.to_owned(), acts.then_some(count))
    });
    Explanation {
        found,
        lines: lines.collect(),
        levels: log.levels,
        expected: log.lines.first().cloned().unwrap_or_default(),
        order: in_order(individual, game),
    }
}

/// The moves of a position in the order in which an individual tries them, before it
/// knows killer moves.
pub fn in_order(individual: &Individual, game: &Game) -> Vec<Ordered> {
    let evolved = Evolved::new(&individual.ordering);
    let scene = Scene::new(game.board());
    let mut moves = Vec::new();
    let look = |mv: Move, piece: Piece| {
        let (mut value, mut features) = (0.0, Vec::new());
        evolved.features(&scene, mv, piece, &Killers::new(0), |name, worth| {
            value += worth;
            features.push((name, worth));
        });
        Ordered {
            mv,
            value,
            features,
        }
    };
    game.board().generate_moves(|group| {
        moves.extend(group.into_iter().map(|mv| look(mv, group.piece)));
        false
    });
    moves.sort_by(|one, other| other.value.total_cmp(&one.value));
    moves
}

type Line = Vec<(Move, Option<(i32, i32)>)>;

/// Notes what happens in a search.
#[derive(Default)]
struct Log {
    /// By line of the program's text, from 1.
    executed: Vec<u64>,
    levels: Vec<Level>,
    /// The node that was entered last at each distance from the root.
    entered: Vec<Option<Entered>>,
    /// The best line from there.
    lines: Vec<Line>,
}

impl Log {
    fn reach(&mut self, depth: usize) {
        while self.levels.len() <= depth + 1 {
            self.levels.push(Level::default());
            self.entered.push(None);
            self.lines.push(Line::new());
        }
    }
}

impl Witness for Log {
    fn visit(&mut self, depth: usize) {
        self.reach(depth);
        self.entered[depth] = None;
        self.lines[depth].clear();
    }

    fn execute(&mut self, line: usize) {
        if self.executed.len() <= line {
            self.executed.resize(line + 1, 0);
        }
        self.executed[line] += 1;
    }

    fn enter(&mut self, node: &Entered) {
        let level = &mut self.levels[node.depth];
        level.nodes += 1;
        level.deeper += u64::from(node.after > node.before);
        level.shallower += u64::from(node.after < node.before);
        self.entered[node.depth] = Some(*node);
    }

    fn improve(&mut self, depth: usize, mv: Move) {
        let after = self.entered[depth + 1].map(|node| (node.before, node.after));
        let next = std::mem::take(&mut self.lines[depth + 1]);
        let line = &mut self.lines[depth];
        line.clear();
        line.push((mv, after));
        line.extend(next);
    }
}
