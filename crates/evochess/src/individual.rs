//! Individuals: three modules around one search.

use std::num::NonZeroU64;
use std::time::Instant;

use chess::Game;
use serde::{Deserialize, Serialize};

use crate::depth::{Code, Program};
use crate::ordering::{Evolved, OrderingWeights};
use crate::position::{Position, PositionWeights};
use crate::search::{Allowance, Bank, Bounds, Found, Tree, Witness};

/// What evolution makes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Individual {
    /// The depth module.
    pub depth: Program,
    /// The position module.
    pub position: PositionWeights,
    /// The ordering module.
    pub ordering: OrderingWeights,
}

/// An individual at the board.
#[derive(Clone, Debug)]
pub struct Thinker {
    tree: Tree<Evolved>,
    bounds: Bounds,
    bank: Bank,
}

impl Individual {
    /// It as a search.
    pub fn tree(&self, bounds: Bounds, seed: u64) -> Tree<Evolved> {
        Tree::new(
            Position::new(&self.position, seed),
            Evolved::new(&self.ordering),
            Code::new(&self.depth),
            bounds,
        )
    }

    /// It at the board; chance in its evaluation comes from a seed.
    pub fn thinker(&self, bounds: Bounds, seed: u64) -> Thinker {
        Thinker {
            tree: self.tree(bounds, seed),
            bounds,
            bank: Bank::new(),
        }
    }
}

/// For each individual the first that plays like it: their weights are the same, and their
/// programs but for what has no effect.
pub fn twins(individuals: &[Individual]) -> Vec<usize> {
    let player = |one: &Individual| {
        let weights = (one.position.clone(), one.ordering.clone());
        (Code::new(&one.depth), weights)
    };
    let players: Vec<_> = individuals.iter().map(player).collect();
    let first = |player| players.iter().position(|other| other == player);
    let firsts = players.iter().map(first);
    firsts.map(|first| first.expect("itself")).collect()
}

impl Thinker {
    /// Forgets the game before, with the nodes that were saved.
    pub fn new_game(&mut self) {
        self.tree.new_game();
        self.bank = Bank::new();
    }

    /// Chooses a move where there is one.
    pub fn choose(&mut self, game: &Game) -> Found {
        self.choose_within(game, self.bounds.nodes, None, &mut ())
    }

    /// The same where the move brings another number of nodes and may have to be made in
    /// time, before a witness.
    pub fn choose_within(
        &mut self,
        game: &Game,
        nodes: NonZeroU64,
        until: Option<Instant>,
        witness: &mut impl Witness,
    ) -> Found {
        let nodes = self.bank.allow(nodes);
        let allowance = Allowance { nodes, until };
        let found = self.tree.search(game, allowance, witness);
        self.bank.spend(found.nodes);
        found
    }
}
