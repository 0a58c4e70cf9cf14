//! What takes part in a race.

use evo::Effort;

use super::{Budget, Unit};
use crate::recipe::METHODS;
use crate::sweep::split;
use crate::{Recipe, RecipeError};

/// More generations than any run of a race has: it ends when its effort is spent.
const GENERATIONS: u32 = 1_000_000;

/// An optimiser, with settings or with those that do for the problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entrant {
    /// As it was written: `spsa`, or `spsa={ c = 0.1 }`.
    pub name: String,
    method: String,
    settings: String,
}

impl Entrant {
    /// Reads a list such as `ga,cma_es,spsa={ c = 0.1 }`.
    pub fn list(text: &str) -> Result<Vec<Self>, String> {
        let entrants = split(text).into_iter().map(Self::read);
        let entrants: Vec<_> = entrants.collect::<Result<_, _>>()?;
        let words: Vec<_> = entrants.iter().map(Self::word).collect();
        let twin = (1..words.len()).find(|&at| words[..at].contains(&words[at]));
        match twin {
            Some(twin) => Err(format!("`{}` is there twice", entrants[twin].name)),
            None => Ok(entrants),
        }
    }

    fn read(name: &str) -> Result<Self, String> {
        let (method, settings) = name.split_once('=').unwrap_or((name, "{}"));
        let method = method.trim();
        match METHODS.contains(&method) {
            true => Ok(Self {
                name: name.to_owned(),
                method: method.to_owned(),
                settings: settings.trim().to_owned(),
            }),
            false => Err(format!(
                "unknown optimiser `{method}`; known: {}",
                METHODS.join(", ")
            )),
        }
    }

    /// What runs of it are called: letters, digits and hyphens.
    pub fn word(&self) -> String {
        let words = self
            .name
            .split(|c: char| !c.is_ascii_alphanumeric() && !"._".contains(c));
        let words: Vec<_> = words.filter(|word| !word.is_empty()).collect();
        words.join("-")
    }

    /// The recipe with these changes, and with this optimiser in place of its own.
    pub fn enter(&self, recipe: &Recipe, changes: &[String]) -> Result<Recipe, RecipeError> {
        let method = recipe.last().key(&self.method);
        let own = format!("{method}={}", self.settings);
        // All at once: with the recipe's own method the changes may be wrong.
        recipe.with(&[changes, &[own]].concat())
    }
}

impl Budget {
    /// How much effort a recipe says that a run has.
    pub fn of(recipe: &Recipe) -> Option<Self> {
        let allowed = recipe.last().effort?;
        let amounts = [
            (allowed.games, Unit::Games),
            (allowed.positions, Unit::Positions),
            (allowed.nodes, Unit::Nodes),
        ];
        let mut amounts = amounts.into_iter();
        amounts.find_map(|(amount, unit)| amount.map(|amount| Self { amount, unit }))
    }

    /// The recipe of a run with this seed that has as much effort.
    pub fn give(self, recipe: &Recipe, seed: u32) -> Result<Recipe, RecipeError> {
        let Self { amount, unit } = self;
        let stage = recipe.last();
        recipe.with(&[
            format!("seed={seed}"),
            format!("{}={GENERATIONS}", stage.key("generations")),
            format!("{}={{ {} = {amount} }}", stage.key("effort"), unit.name()),
        ])
    }

    /// The share of it that this effort is.
    pub fn share(self, effort: Effort) -> f64 {
        (self.unit.of(effort) as f64 / self.amount as f64).min(1.0)
    }
}

impl std::str::FromStr for Budget {
    type Err = String;

    /// Reads `games=40000` or `nodes=2e9`.
    fn from_str(text: &str) -> Result<Self, String> {
        let usage =
            || format!("`{text}` is not an amount of effort: write games=40000 or nodes=2e9");
        let (unit, amount) = text.split_once('=').ok_or_else(usage)?;
        let mut units = Unit::ALL.into_iter();
        let unit = units
            .find(|known| known.name() == unit.trim())
            .ok_or_else(usage)?;
        let amount: f64 = amount.trim().parse().map_err(|_| usage())?;
        match (1.0..1e18).contains(&amount) {
            true => Ok(Self {
                amount: amount as u64,
                unit,
            }),
            false => Err(usage()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn optimisers_are_names_with_or_without_settings() {
        let list = Entrant::list("ga, spsa={ c = 0.1, rate = 0.2 },de").unwrap();
        let words: Vec<_> = list.iter().map(Entrant::word).collect();
        assert_eq!(words, ["ga", "spsa-c-0.1-rate-0.2", "de"]);
        for twice in ["ga,ga", "spsa={ c = 0.1 },spsa={c=0.1}"] {
            assert!(Entrant::list(twice).unwrap_err().contains("twice"));
        }
        assert!(Entrant::list("gaa").unwrap_err().contains("cma_es"));
    }

    #[test]
    fn budgets_have_a_unit() {
        let budget: Budget = "nodes=2e9".parse().unwrap();
        assert_eq!((budget.amount, budget.unit), (2_000_000_000, Unit::Nodes));
        for wrong in ["40000", "games", "games=0", "games=many", "hours=3"] {
            assert!(wrong.parse::<Budget>().is_err(), "{wrong}");
        }
    }
}
