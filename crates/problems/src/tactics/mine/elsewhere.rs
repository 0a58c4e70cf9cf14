//! The search for puzzles on machines elsewhere.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use arena::UciEngine;
use arena::elsewhere::{Elsewhere, End};
use arena::lent::{Engines, Lent};
use chess::{Game, fen, pack, unpack};
use engine::search::Score;
use evo::{Failure, Packed, Piecework, portable};
use serde::{Deserialize, Serialize};

use super::collection;
use super::difficulty::{CLASSES, Difficulty};
use super::prospect::{Nugget, positions, prospect};
use super::sites::Site;
use super::{Begun, Error, GAMES_AT_ONCE, MinePlan, Mined, begin};

/// The same as [`run`](super::run), with the games looked through by engines that machines
/// elsewhere lend.
pub fn run_elsewhere(
    plan: &MinePlan,
    games: &[PathBuf],
    output: &Path,
    elsewhere: Elsewhere<'_>,
    mut progress: impl FnMut(&Mined) -> ControlFlow<()>,
) -> Result<Mined, Error> {
    let digging = Digging {
        lent: Lent::new(&plan.program())?,
        plan: MinePlan {
            oracle: plan.program(),
            ..plan.clone()
        },
    };
    let cut = |kept| collection::keep(output, kept);
    elsewhere.go(Some(output), cut, |register| {
        let Begun {
            mut sites,
            mut collection,
            mut tally,
        } = begin(plan, games, output)?;
        let mut flow = ControlFlow::Continue(());
        while flow.is_continue() {
            let batch = sites.next(GAMES_AT_ONCE)?;
            tally.damage = sites.damage().clone();
            if batch.is_empty() || collection.is_full() {
                break;
            }
            let room = collection.room();
            let task = |site: &Site| (site.game.clone(), room);
            let tasks: Vec<_> = batch.iter().map(task).collect();
            let mut looked_at = batch.iter();
            let end = elsewhere.take(&digging, &tasks, |finds, worker| {
                let site = looked_at.next().expect("an outcome of each game");
                let found: Option<Vec<_>> = finds.iter().map(|find| find.nugget(site)).collect();
                let found = found.ok_or_else(|| Failure::new("an impossible puzzle"))?;
                register.note(worker, collection.len())?;
                tally.games += 1;
                collection.add(found)?;
                tally.classes = collection.classes();
                flow = progress(&tally);
                if collection.is_full() {
                    flow = ControlFlow::Break(());
                }
                Ok::<_, Error>(flow)
            })?;
            match end {
                End::Taken => {}
                End::Stopped => break,
                End::Undone => return Ok(None),
            }
        }
        Ok(Some(tally))
    })
}

/// Looking through games as work for machines elsewhere.
pub struct Digging {
    plan: MinePlan,
    lent: Lent,
}

/// A puzzle as a value: a position, its best move, the score of that, the difficulty, and the
/// half moves played before.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Find {
    fen: String,
    best: u16,
    score: Score,
    difficulty: Option<u64>,
    ply: usize,
}

impl From<Nugget> for Find {
    fn from(nugget: Nugget) -> Self {
        Self {
            fen: fen::write(&nugget.board),
            best: pack(nugget.best),
            score: nugget.score,
            difficulty: nugget.difficulty.0,
            ply: nugget.ply,
        }
    }
}

impl Find {
    /// The puzzle again, if it may be one of this game.
    fn nugget(&self, site: &Site) -> Option<Nugget> {
        let mut positions = positions(site).into_iter();
        let (ply, board, _) = positions.find(|(ply, ..)| *ply == self.ply)?;
        let best = unpack(self.best).filter(|&best| board.is_legal(best))?;
        (fen::write(&board) == self.fen).then(|| Nugget {
            board,
            best,
            score: self.score,
            difficulty: Difficulty(self.difficulty),
            site: site.name.clone(),
            ply,
        })
    }
}

impl Digging {
    /// What its kind is called.
    pub const KIND: &'static str = "digging";

    /// The work in these bytes, on a machine that lends these engines.
    pub fn unpack(bytes: &[u8], engines: &Engines) -> Result<Self, Failure> {
        let (look_nodes, confirm_nodes, lent): (u64, u64, Lent) = portable::read(bytes)?;
        let plan = MinePlan {
            oracle: lent.program(engines)?,
            look_nodes,
            confirm_nodes,
            positions: 0,
            workers: 1,
        };
        Ok(Self { plan, lent })
    }
}

impl Piecework for Digging {
    type Task = (Game, [bool; CLASSES]);
    type Outcome = Vec<Find>;
    type Kit = UciEngine;

    fn equip(&self) -> Result<UciEngine, Failure> {
        UciEngine::start(&self.plan.oracle).map_err(Failure::new)
    }

    fn run(
        &self,
        oracle: &mut UciEngine,
        (game, room): &(Game, [bool; CLASSES]),
    ) -> Result<Vec<Find>, Failure> {
        let site = unnamed(game);
        let found = oracle.retry(|oracle| prospect(oracle, &self.plan, &site, *room));
        Ok(found
            .map_err(Failure::new)?
            .into_iter()
            .map(Find::from)
            .collect())
    }

    fn packed(&self) -> Packed {
        let MinePlan {
            look_nodes,
            confirm_nodes,
            ..
        } = self.plan;
        Packed::new(Self::KIND, &(look_nodes, confirm_nodes, &self.lent))
    }

    fn engines(&self, _: &(Game, [bool; CLASSES])) -> Vec<String> {
        vec![self.lent.engine.clone()]
    }

    fn is_plausible(&self, (game, room): &(Game, [bool; CLASSES]), found: &Vec<Find>) -> bool {
        let site = unnamed(game);
        let may_be =
            |find: &Find| room[Difficulty(find.difficulty).class()] && find.nugget(&site).is_some();
        found.iter().all(may_be)
    }
}

/// A game, wherever it comes from.
fn unnamed(game: &Game) -> Site {
    Site {
        name: String::new(),
        game: game.clone(),
    }
}
