//! The players of the ladder: fixed depth, f-negascout, iterative deepening, killers.

use std::num::NonZeroU8;

use arrayvec::ArrayVec;
use chess::{Board, Game, Move};

use super::Found;
use super::ground::{Ground, INFINITE};
use crate::ordering::Killers;
use crate::position::Position;

/// Killer moves of a level. The paper says it of individuals, and nothing of these players.
const KILLERS: usize = 4;

/// A search of fixed depth. The best line of the iteration before comes first, then the
/// killer moves of the level, then the others as they are generated.
///
/// A. Reinefeld: Spielbaum-Suchverfahren, 1989 (the fail-soft form of negascout).
#[derive(Clone, Debug)]
pub struct Negascout {
    ground: Ground,
    depth: NonZeroU8,
    killers: Vec<Killers>,
    /// The best line of each ply, for the next iteration.
    lines: Vec<Vec<Move>>,
    nodes: u64,
}

impl Negascout {
    /// A player that looks as far.
    pub fn new(position: Position, depth: NonZeroU8) -> Self {
        let levels = usize::from(depth.get()) + 1;
        Self {
            ground: Ground::new(position),
            depth,
            killers: vec![Killers::new(KILLERS); levels],
            lines: vec![Vec::with_capacity(levels); levels],
            nodes: 0,
        }
    }

    /// Finds a move in the last position of a game, which has one.
    pub fn search(&mut self, game: &Game) -> Found {
        self.ground.begin(game);
        self.killers.iter_mut().for_each(Killers::clear);
        self.lines.iter_mut().for_each(Vec::clear);
        self.nodes = 0;
        let mut score = 0;
        let mut line = Vec::new();
        for depth in 1..=usize::from(self.depth.get()) {
            score = self.visit(game.board(), 0, depth, (-INFINITE, INFINITE), &line);
            line.clone_from(&self.lines[0]);
        }
        Found {
            mv: line[0],
            score,
            nodes: self.nodes,
            depth: self.depth.get().into(),
        }
    }

    fn visit(
        &mut self,
        board: &Board,
        ply: usize,
        rest: usize,
        (alpha, beta): (i32, i32),
        line: &[Move],
    ) -> i32 {
        self.nodes += 1;
        self.lines[ply].clear();
        if ply > 0
            && let Some(value) = self.ground.decided(board, ply)
        {
            return value;
        }
        if rest == 0 {
            return self.ground.position.evaluate(board);
        }
        let moves = self.moves(board, ply, line.first());
        let mut best = -INFINITE;
        let mut high = beta;
        for (number, &mv) in moves.iter().enumerate() {
            let mut child = board.clone();
            child.play_unchecked(mv);
            self.ground.push(&child);
            let low = alpha.max(best);
            let follows: &[Move] = match line {
                [first, others @ ..] if *first == mv => others,
                _ => &[],
            };
            let mut value = -self.visit(&child, ply + 1, rest - 1, (-high, -low), follows);
            // The narrow window only says that it is better; the last two plies are
            // exact in any window.
            if value > low && value < beta && number > 0 && rest > 2 {
                value = -self.visit(&child, ply + 1, rest - 1, (-beta, -value), follows);
            }
            self.ground.pop();
            if value > best {
                best = value;
                if value > alpha || ply == 0 {
                    self.keep_line(ply, mv);
                }
            }
            if best >= beta {
                self.killers[ply].adjust(mv);
                break;
            }
            high = alpha.max(best) + 1;
        }
        best
    }

    /// The best line of this ply is the move and the best line of the next.
    fn keep_line(&mut self, ply: usize, mv: Move) {
        let [this, next] = &mut self.lines[ply..ply + 2] else {
            unreachable!("only inner nodes have lines");
        };
        this.clear();
        this.push(mv);
        this.extend_from_slice(next);
    }

    fn moves(&self, board: &Board, ply: usize, first: Option<&Move>) -> ArrayVec<Move, 218> {
        let mut moves = ArrayVec::new();
        board.generate_moves(|group| {
            moves.extend(group);
            false
        });
        let killers = &self.killers[ply];
        // The sort is stable: what is no killer stays as it was generated.
        let rank = |mv: &Move| match first == Some(mv) {
            true => 0,
            false => 1 + killers.rank(*mv).unwrap_or(KILLERS),
        };
        moves.sort_by_key(rank);
        moves
    }
}
