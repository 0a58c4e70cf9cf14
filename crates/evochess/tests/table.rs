//! The search of individuals against the paper's table 1, written down once more.

mod slow;

use std::num::NonZeroU64;

use chess::{Board, Game, Move, Piece, fen, insufficient_material, key, legal_moves};
use evo::{Seed, Space, Steps};
use evochess::depth::{Facts, Limits, Registers, Terminal};
use evochess::ordering::{Evolved, Killers, Order, Scene};
use evochess::position::Position;
use evochess::search::{Bounds, MATE};
use evochess::{Individual, Individuals, Module};
use slow::Slow;

/// Below all scores.
const LOWEST: i32 = -32_000;

/// The pseudocode, with nothing left out and nothing shared between nodes.
struct Table<'a> {
    individual: &'a Individual,
    bounds: Bounds,
    most_nodes: u64,
    position: Position,
    order: Evolved,
    killers: Vec<Killers>,
    levels: Vec<f32>,
    search_register: f32,
    game_register: f32,
    path: Vec<u64>,
    nodes: u64,
    best: Option<Move>,
}

/// The move that led to a node: the piece that it captured, its place, its value, and how
/// many there were.
#[derive(Clone, Copy, Default)]
struct Last {
    captured: Option<Piece>,
    number: usize,
    value: f32,
    branching: usize,
}

impl<'a> Table<'a> {
    fn new(individual: &'a Individual, bounds: Bounds, seed: u64) -> Self {
        Self {
            individual,
            bounds,
            most_nodes: 0,
            position: Position::new(&individual.position, seed),
            order: Evolved::new(&individual.ordering),
            killers: Vec::new(),
            levels: Vec::new(),
            search_register: 0.0,
            game_register: 0.0,
            path: Vec::new(),
            nodes: 0,
            best: None,
        }
    }

    /// The move, the score and the nodes of a search.
    fn search(&mut self, game: &Game, most_nodes: u64) -> (Move, i32, u64) {
        self.killers = vec![Killers::fading(self.bounds.killers.into()); 11];
        self.levels = vec![0.0; 11];
        self.search_register = 0.0;
        self.path = game.keys().to_vec();
        (self.nodes, self.most_nodes, self.best) = (0, most_nodes, None);
        let rest = self.bounds.rest.into();
        let score = self.visit(game.board(), Last::default(), 0, rest, LOWEST, -LOWEST);
        (self.best.unwrap(), score, self.nodes)
    }

    fn visit(
        &mut self,
        board: &Board,
        last: Last,
        depth: usize,
        rest: i32,
        alpha: i32,
        beta: i32,
    ) -> i32 {
        self.nodes += 1;
        let moves = legal_moves(board);
        if depth > 0 {
            let (now, before) = self.path.split_last().unwrap();
            if moves.is_empty() && !board.checkers().is_empty() {
                return depth as i32 - MATE;
            }
            if moves.is_empty()
                || before.contains(now)
                || board.halfmove_clock() >= 100
                || insufficient_material(board)
            {
                return 0;
            }
        }
        if depth == usize::from(self.bounds.most.get()) {
            return self.position.evaluate(board);
        }
        let rest = rest + self.change(board, last, depth, rest, alpha, beta);
        let spent = self.nodes > self.most_nodes;
        if (rest <= 0 || spent) && depth >= usize::from(self.bounds.least.get()) {
            return self.position.evaluate(board);
        }
        let scene = Scene::new(board);
        let mut moves: Vec<_> = moves
            .into_iter()
            .map(|mv| {
                let piece = board.piece_on(mv.from).unwrap();
                let value = self.order.value(&scene, mv, piece, &self.killers[depth]);
                (mv, value)
            })
            .collect();
        moves.sort_by(|one, other| other.1.total_cmp(&one.1));
        let branching = moves.len();
        let mut best = alpha;
        for (number, (mv, value)) in moves.into_iter().enumerate() {
            let enemies = board.colors(!board.side_to_move());
            let last = Last {
                captured: board.piece_on(mv.to).filter(|_| enemies.has(mv.to)),
                number: number + 1,
                value,
                branching,
            };
            let mut child = board.clone();
            child.play(mv);
            self.path.push(key(&child));
            let replied = -self.visit(&child, last, depth + 1, rest - 1, -beta, -best);
            self.path.pop();
            if replied > best {
                best = replied;
                if depth == 0 {
                    self.best = Some(mv);
                }
            }
            if best >= beta {
                self.killers[depth].adjust(mv);
                break;
            }
        }
        best
    }

    fn change(
        &mut self,
        board: &Board,
        last: Last,
        depth: usize,
        rest: i32,
        alpha: i32,
        beta: i32,
    ) -> i32 {
        let score = self.position.evaluate(board);
        let pieces = self.position.pieces().map(|value| value as f32);
        let captured = last.captured.map_or(0.0, |victim| pieces[victim as usize]);
        let percent = (100 * self.nodes) as f32 / self.most_nodes.max(1) as f32;
        let count = |piece| board.pieces(piece).len() as f32;
        let mut facts = Facts::new(pieces);
        facts.set_registers(Registers {
            level: self.levels[depth],
            search: self.search_register,
            game: self.game_register,
        });
        for (terminal, value) in [
            (Terminal::SearchDepth, depth as f32),
            (Terminal::SearchHorizon, (depth as i32 + rest) as f32),
            (Terminal::CapturedPiece, captured),
            (Terminal::AlphaBound, alpha as f32),
            (Terminal::BetaBound, beta as f32),
            (Terminal::MoveNumber, last.number as f32),
            (Terminal::Knights, count(Piece::Knight)),
            (Terminal::Bishops, count(Piece::Bishop)),
            (Terminal::Rooks, count(Piece::Rook)),
            (Terminal::Pawns, count(Piece::Pawn)),
            (Terminal::ExpandedNodes, percent),
            (Terminal::MoveValue, last.value),
            (Terminal::BranchingFactor, last.branching as f32),
            (Terminal::PositionScore, score as f32),
        ] {
            facts.set(terminal, value);
        }
        let most = self.bounds.change.into();
        let slow = Slow::run(&self.individual.depth, &facts, most);
        let kept = slow.facts.registers();
        self.levels[depth] = kept.level;
        self.search_register = kept.search;
        self.game_register = kept.game;
        slow.change
    }
}

/// Random individuals in positions of the opening, the middle game and the end game, with
/// all that they keep from search to search.
#[test]
fn individuals_search_as_the_table_says() {
    let limits = Limits {
        start: 60.try_into().unwrap(),
        statements: 200.try_into().unwrap(),
        nesting: 5,
        moves: evo::Probability::new(0.2),
        own: evo::Probability::new(0.1),
        alike: evo::Probability::new(0.5),
    };
    let steps: Steps = toml::from_str("start = 0.1\nleast = 0.01").unwrap();
    let modules = vec![Module::Depth, Module::Position, Module::Ordering];
    let space = Individuals::new(modules, None, limits, steps);
    let bounds = Bounds {
        nodes: NonZeroU64::new(3_000).unwrap(),
        ..Bounds::default()
    };
    let (mut searches, mut changed, mut spent) = (0, 0, 0);
    for number in 0..120 {
        let mut stream = Seed::new(8).child("individual", number).stream();
        let individual = space.decode(&space.sample(&mut stream));
        let mut thinker = individual.thinker(bounds, number);
        let mut table = Table::new(&individual, bounds, number);
        let mut plain = Individual {
            depth: evochess::depth::Program::default(),
            ..individual.clone()
        }
        .thinker(bounds, number);
        let texts = [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        ];
        let mut game = Game::new(fen::parse(texts[number as usize % 3]).unwrap());
        let mut balance = 0;
        while game.end().is_none() && game.moves().len() < 6 {
            balance += 3_000;
            let most = u64::try_from(balance).unwrap_or(0);
            let (mv, score, nodes) = table.search(&game, most);
            balance -= nodes as i64;
            let found = thinker.choose(&game);
            let what = format!("{} by\n{}", fen::write(game.board()), individual.depth);
            assert_eq!(
                (found.mv, found.score, found.nodes),
                (mv, score, nodes),
                "{what}"
            );
            changed += u32::from(plain.choose(&game).nodes != nodes);
            spent += u32::from(nodes > most);
            searches += 1;
            game.play(mv).unwrap();
        }
    }
    assert!(changed > searches / 3, "{changed} of {searches}");
    assert!(spent > searches / 20, "{spent} of {searches}");
}
