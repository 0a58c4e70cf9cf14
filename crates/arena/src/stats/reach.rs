//! Which players the results compare.

use super::CrossTable;

/// Where chains of points lead: a player reaches every opponent from which it took
/// points, and every player that such an opponent reaches.
#[derive(Debug, Clone)]
pub struct Reach(Vec<Vec<bool>>);

impl Reach {
    /// By the results of this table.
    pub fn of(table: &CrossTable) -> Self {
        let players = 0..table.players();
        let took = |i, j| i == j || table.cell(i, j).points() > 0.0;
        let row = |i| players.clone().map(|j| took(i, j)).collect();
        let mut reach: Vec<Vec<bool>> = players.clone().map(row).collect();
        for via in players {
            let next = reach[via].clone();
            for row in reach.iter_mut().filter(|row| row[via]) {
                row.iter_mut().zip(&next).for_each(|(to, more)| *to |= more);
            }
        }
        Self(reach)
    }

    /// Whether one reaches the other.
    pub fn is(&self, from: usize, to: usize) -> bool {
        self.0[from][to]
    }

    /// Whether each reaches the other.
    pub fn both(&self, one: usize, other: usize) -> bool {
        self.is(one, other) && self.is(other, one)
    }

    /// The players in groups that all reach each other; each player is in one group.
    pub fn groups(&self) -> Vec<Vec<usize>> {
        let mut groups: Vec<Vec<usize>> = Vec::new();
        for player in 0..self.0.len() {
            match groups.iter_mut().find(|group| self.both(group[0], player)) {
                Some(group) => group.push(player),
                None => groups.push(vec![player]),
            }
        }
        groups
    }
}
