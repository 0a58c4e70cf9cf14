//! The end of a run: trials that show what its champion is worth.

use std::iter;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use engine::eval::Weights;
use engine::organism::Organism;
use engine::search::SearchParams;
use evo::{Backend, Kits, Problem, Seed, Watch, Workers, select};
use journal::{Place, Reader, Writer};
use problems::coevolve::{Contest, results};
use problems::gauntlet::Gauntlet;

use super::held_out::{HeldOut, Solved};
use super::opponent::{Opponent, Proof};
use super::{Trials, modern};
use crate::evolve::{Error, broken_off, note};
use crate::experiment::Part;
use crate::experiments::coevolve::{Final, best_founder};
use crate::experiments::data::{self, search_of, weights_of};
use crate::kinds::parse_mind;
use crate::study::Study;
use crate::{Champion, Recipe, Stage, forecast};

/// Roughly how many organisms are tried on positions that were not used in breeding.
const TRIED: f64 = 11.0;

/// The files of a champion and of its opponents.
pub(super) type Players = (Arc<str>, Vec<Arc<str>>);

/// One thing to show at the end of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trial {
    /// What the champion does on positions that were not used in breeding.
    HeldOut,
    /// A match of the champion.
    Match(Opponent),
}

impl Trial {
    /// What is done.
    pub const fn name(self) -> &'static str {
        match self {
            Self::HeldOut => "positions not used in breeding",
            Self::Match(opponent) => opponent.name(),
        }
    }

    /// The name in the journal.
    pub(crate) fn key(self) -> String {
        match self {
            Self::HeldOut => HeldOut::KEY.into(),
            Self::Match(opponent) => opponent.key(),
        }
    }

    /// Whether it has been done.
    pub fn is_done(self, reader: &Reader) -> Result<bool, journal::Error> {
        Ok(match self {
            Self::HeldOut => HeldOut::read(reader)?.is_some(),
            Self::Match(opponent) => Proof::read(reader, opponent)?.is_some(),
        })
    }
}

impl Recipe {
    /// What is to be shown at the end, in order.
    pub fn trials(&self) -> Vec<Trial> {
        let mut trials = Vec::new();
        let finale = self.finale();
        if finale.is_some_and(|(_, finale)| finale.contest().is_some()) {
            trials.push(Trial::Match(Opponent::Founder));
        }
        if self.proof.is_some() && self.is_modern() {
            trials.extend(modern::opponents(self).map(Trial::Match));
        } else if self.proof.is_some() {
            trials.push(Trial::HeldOut);
            let first = &self.stages[0].experiment;
            let is_random = first.part() == Part::Evaluation && !first.measure().among_peers;
            let generation_0 = is_random.then_some(Opponent::Generation0);
            let evol0 = finale.map(|_| Opponent::Evol0);
            let all = generation_0.into_iter().chain([Opponent::RandomSearches]);
            trials.extend(all.chain(evol0).map(Trial::Match));
        }
        trials
    }

    /// The stage that ends a coevolution.
    pub fn finale(&self) -> Option<(&Stage, &Final)> {
        let mut stages = self.stages.iter();
        stages.find_map(|stage| Some((stage, stage.experiment_as::<Final>()?)))
    }

    /// How a match is played, and how many pairs of games it has.
    pub(crate) fn contest(&self, opponent: Opponent) -> Option<(Contest, usize)> {
        match opponent {
            Opponent::Founder => self.finale()?.1.contest(),
            _ => self.proof.as_ref().map(Trials::contest),
        }
    }
}

impl Study {
    /// Shows what the champion is worth, once all stages have ended, and keeps it in
    /// the journal; what is there already is not done again. `begin` is called before
    /// every trial; `tick` is called after every task in it and may stop the work.
    pub fn prove(
        &self,
        writer: &mut Writer,
        workers: Workers<'_>,
        tick: &Watch<'_>,
        mut begin: impl FnMut(Trial),
    ) -> Result<ControlFlow<()>, Error> {
        for (number, trial) in self.recipe.trials().into_iter().enumerate() {
            if trial.is_done(writer.reader())? {
                continue;
            }
            begin(trial);
            let seed = self.recipe.chance(self.recipe.last().first);
            let done = match trial {
                Trial::HeldOut => self.examine(writer, workers, tick)?,
                Trial::Match(Opponent::Founder) => {
                    let (finale, _) = self.recipe.finale().expect("it was asked for");
                    let seed = self.recipe.chance(finale.first).child("proof", 0);
                    self.play(Opponent::Founder, writer, workers, tick, seed)?
                }
                Trial::Match(opponent) => {
                    let seed = seed.child("proof", number as u64);
                    self.play(opponent, writer, workers, tick, seed)?
                }
            };
            note(writer, workers)?;
            if done.is_break() {
                return Ok(done);
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// The champion of the whole run, where it is an evaluation with a search of its
    /// own, and its parent.
    pub fn champion_and_parent(
        &self,
        reader: &Reader,
    ) -> Result<Option<(Organism, Option<Organism>)>, Error> {
        let recipe = &self.recipe;
        let Some(given) = self.given(reader)? else {
            return Ok(None);
        };
        let champion = Champion::best(reader, recipe.last())?;
        let champion = champion.expect("the run has ended");
        let text = champion.to_toml(recipe, Some(&given), &[]);
        let Ok(champion) = Organism::parse(&text, Path::new("champion.toml")) else {
            // Of another kind.
            return Ok(None);
        };
        let founder = recipe
            .finale()
            .map(|(stage, _)| best_founder(reader, stage));
        let parent = founder.transpose()?.map(|genes| Organism {
            name: format!("{}, EVOL0", champion.name),
            weights: weights_of(&genes),
            ..champion.clone()
        });
        Ok(Some((champion, parent)))
    }

    fn play(
        &self,
        opponent: Opponent,
        writer: &mut Writer,
        workers: Workers<'_>,
        tick: &Watch<'_>,
        seed: Seed,
    ) -> Result<ControlFlow<()>, Error> {
        let (contest, pairs) = self.recipe.contest(opponent).expect("it was asked for");
        let nodes = contest.nodes;
        let (champion, opponents) = match self.recipe.is_modern() {
            true => self.modern_players(opponent, writer.reader())?,
            false => self.star_players(opponent, writer.reader())?,
        };
        let mut played = Vec::new();
        if !opponents.is_empty() {
            let gauntlet = Gauntlet::new(contest, opponents, pairs, parse_mind);
            let tasks = gauntlet.plan(&[champion], seed);
            let kits = Kits::new();
            match workers.watched(tick).run_all(&gauntlet, &kits, &tasks) {
                Ok(outcomes) => played = outcomes,
                Err(unfinished) => return broken_off(unfinished),
            }
        }
        let proof = Proof {
            opponent,
            results: results(&played),
            nodes,
        };
        proof.keep(writer)?;
        Ok(ControlFlow::Continue(()))
    }

    /// The files of the champion and of the opponents it is tried against; none if they
    /// are the same.
    fn star_players(&self, opponent: Opponent, reader: &Reader) -> Result<Players, Error> {
        let (champion, mut opponents) = self.stars(opponent, reader)?;
        let is_twin = |one: &Organism| {
            let same_search = one.search.effective() == champion.search.effective();
            one.weights == champion.weights && same_search
        };
        if opponents.iter().all(is_twin) {
            opponents.clear();
        }
        let files = opponents.iter().map(|one| one.to_toml().into());
        Ok((champion.to_toml().into(), files.collect()))
    }

    /// The champion and the opponents it is tried against.
    fn stars(
        &self,
        opponent: Opponent,
        reader: &Reader,
    ) -> Result<(Organism, Vec<Organism>), Error> {
        let recipe = &self.recipe;
        if opponent == Opponent::Founder {
            let (finale, _) = recipe.finale().expect("it was asked for");
            let champion = Champion::best(reader, finale)?;
            let champion = champion.expect("the final has ended");
            let (name, origin) = champion.identity(recipe, &[]);
            let champion = data::evaluation(name, origin, &champion.genes);
            let founder = Organism {
                weights: weights_of(&best_founder(reader, finale)?),
                ..champion.clone()
            };
            return Ok((champion, vec![founder]));
        }
        let ended = "the run has ended";
        let (champion, parent) = self.champion_and_parent(reader)?.expect(ended);
        let random = |(search, weights): (SearchParams, Weights)| Organism {
            search,
            weights,
            ..champion.clone()
        };
        let searches = self.random_searches(reader)?.into_iter();
        let searches = searches.map(|(search, _)| search);
        let opponents = match opponent {
            Opponent::Generation0 => {
                let evaluations = self.random_evaluations(reader)?.into_iter();
                let evaluations = evaluations.map(|(weights, _)| weights);
                searches.zip(evaluations).map(random).collect()
            }
            Opponent::RandomSearches => {
                let own = iter::repeat(champion.weights);
                searches.zip(own).map(random).collect()
            }
            Opponent::Galapagos1 => vec![Organism::champion()],
            Opponent::Evol0 | Opponent::Founder => vec![parent.expect(ended)],
        };
        Ok((champion, opponents))
    }

    /// The searches that the last stage began with, and their fitness there.
    fn random_searches(&self, reader: &Reader) -> Result<Vec<(SearchParams, f64)>, Error> {
        let first = Place {
            phase: self.recipe.last().first,
            generation: 0,
        };
        let organisms = reader.organisms(first)?;
        let searches = organisms.iter();
        let searches = searches.map(|one| (search_of(&one.genome), one.fitness.value));
        Ok(searches.collect())
    }

    /// The evaluations that the run began with, and their fitness there: the first of
    /// every independent run, then the second of every one, and so on.
    fn random_evaluations(&self, reader: &Reader) -> Result<Vec<(Weights, f64)>, Error> {
        let mut runs = Vec::new();
        for phase in self.recipe.stages[0].phases() {
            let first = Place {
                phase,
                generation: 0,
            };
            runs.push(reader.organisms(first)?);
        }
        let count = runs.iter().map(Vec::len).max().unwrap_or(0);
        let in_turn = (0..count).flat_map(|number| {
            let of_runs = runs.iter();
            of_runs.filter_map(move |organisms| organisms.get(number))
        });
        let in_turn = in_turn.map(|one| (weights_of(&one.genome), one.fitness.value));
        Ok(in_turn.collect())
    }

    /// How long a trial takes on one thread of an idle machine, in seconds.
    pub(crate) fn trial_seconds(&self, trial: Trial) -> f64 {
        match trial {
            Trial::Match(opponent) => {
                let contest = self.recipe.contest(opponent);
                contest.map_or(0.0, |(contest, pairs)| {
                    pairs as f64 * forecast::pair(contest.nodes)
                })
            }
            Trial::HeldOut => {
                let unseen = self.ready.last().and_then(|last| last.unseen());
                unseen.map_or(0.0, |unseen| TRIED * unseen.forecast())
            }
        }
    }

    /// Tries the champion on what was not used in breeding.
    fn examine(
        &self,
        writer: &mut Writer,
        workers: Workers<'_>,
        tick: &Watch<'_>,
    ) -> Result<ControlFlow<()>, Error> {
        let reader = writer.reader();
        let ended = "the run has ended";
        let (champion, parent) = self.champion_and_parent(reader)?.expect(ended);
        let mut moves = None;
        if let Some(unseen) = self.ready.first().and_then(|first| first.unseen())
            && self.ready.len() > 1
        {
            let mut all = vec![values(&champion.weights.0)];
            all.extend(parent.as_ref().map(|parent| values(&parent.weights.0)));
            let known = all.len();
            let random = self.random_evaluations(reader)?;
            let best = best_of(random.iter().map(|(_, fitness)| *fitness));
            all.extend(random.iter().map(|(weights, _)| values(&weights.0)));
            let hits = match unseen.solved(&all, &champion.weights, workers, tick) {
                Ok(hits) => hits,
                Err(unfinished) => return broken_off(unfinished),
            };
            moves = Some(Solved {
                of: unseen.count() as u64,
                generation_0: mean(&hits[known..]),
                generation_0_best: hits[known + best],
                evol0: parent.is_some().then(|| hits[1]),
                champion: hits[0],
            });
        }
        let mut suite = None;
        if let Some(unseen) = self.ready.last().and_then(|last| last.unseen()) {
            let mut all = vec![values(&champion.search.0)];
            let random = self.random_searches(reader)?;
            let best = best_of(random.iter().map(|(_, fitness)| *fitness));
            all.extend(random.iter().map(|(search, _)| values(&search.0)));
            let solved = match unseen.solved(&all, &champion.weights, workers, tick) {
                Ok(solved) => solved,
                Err(unfinished) => return broken_off(unfinished),
            };
            suite = Some(Solved {
                of: unseen.count() as u64,
                generation_0: mean(&solved[1..]),
                generation_0_best: solved[1 + best],
                evol0: None,
                champion: solved[0],
            });
        }
        HeldOut { moves, suite }.keep(writer)?;
        Ok(ControlFlow::Continue(()))
    }
}

/// Genes as a journal keeps them.
fn values(genes: &[i32]) -> Vec<f64> {
    genes.iter().copied().map(f64::from).collect()
}

/// Which of these fitness values is the best.
fn best_of(fitness: impl Iterator<Item = f64>) -> usize {
    select::truncation(&fitness.collect::<Vec<_>>(), 1)[0]
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}
