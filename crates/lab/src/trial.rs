//! The end of a run: trials that show what its champion is worth.

use std::iter;
use std::ops::ControlFlow;

use arena::book::Book;
use engine::eval::Weights;
use engine::organism::Organism;
use engine::search::SearchParams;
use evo::{Backend, Kits, Problem, Seed, Threads, Unfinished, Watch, select};
use journal::{Place, Reader, Writer};
use problems::coevolve::{Contest, results};
use problems::gauntlet::Gauntlet;

use crate::champion::{search_of, weights_of};
use crate::evolve::{Error, judge};
use crate::held_out::{HeldOut, Solved};
use crate::proof::{Opponent, Proof};
use crate::study::{Kind, Study};
use crate::{Champion, Recipe, Stage, Task, finalists};

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
        if let Some(Task::Final(settings)) = finale.map(|stage| &stage.task)
            && settings.finale.pairs.is_some()
        {
            trials.push(Trial::Match(Opponent::Founder));
        }
        if self.proof.is_some() {
            trials.push(Trial::HeldOut);
            let is_random = matches!(self.stages[0].task, Task::Mimic(..) | Task::Mentor(..));
            let generation_0 = is_random.then_some(Opponent::Generation0);
            let evol0 = finale.map(|_| Opponent::Evol0);
            let all = generation_0.into_iter().chain([Opponent::RandomSearches]);
            trials.extend(all.chain(evol0).map(Trial::Match));
        }
        trials
    }

    /// The stage that ends a coevolution.
    pub fn finale(&self) -> Option<&Stage> {
        let mut stages = self.stages.iter();
        stages.find(|stage| matches!(stage.task, Task::Final(..)))
    }

    /// How a match is played.
    pub(crate) fn contest(&self, opponent: Opponent) -> Option<(Contest, usize)> {
        let contest = |nodes, hash| Contest {
            book: Book::built_in().into(),
            nodes,
            mebibytes: hash,
        };
        if opponent != Opponent::Founder {
            let proof = self.proof.as_ref()?;
            let contest = contest(proof.nodes.get(), proof.hash.get_ref().get());
            return Some((contest, proof.pairs.get()));
        }
        let Task::Final(settings) = &self.finale()?.task else {
            return None;
        };
        let finale = settings.finale;
        let contest = contest(finale.nodes.get(), settings.hash.get_ref().get());
        Some((contest, finale.pairs?.get()))
    }
}

impl Study {
    /// Shows what the champion is worth, once all stages have ended, and keeps it in
    /// the journal; what is there already is not done again. `begin` is called before
    /// every trial; `tick` is called after every task in it and may stop the work.
    pub fn prove(
        &self,
        writer: &mut Writer,
        threads: Threads,
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
                Trial::HeldOut => self.examine(writer, threads, tick)?,
                Trial::Match(Opponent::Founder) => {
                    let finale = self.recipe.finale().expect("it was asked for");
                    let seed = self.recipe.chance(finale.first).child("proof", 0);
                    self.play(Opponent::Founder, writer, threads, tick, seed)?
                }
                Trial::Match(opponent) => {
                    let seed = seed.child("proof", number as u64);
                    self.play(opponent, writer, threads, tick, seed)?
                }
            };
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
        let champion = champion.search(recipe, &given);
        let founder = recipe
            .finale()
            .map(|stage| finalists::best_founder(reader, stage));
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
        threads: Threads,
        tick: &Watch<'_>,
        seed: Seed,
    ) -> Result<ControlFlow<()>, Error> {
        let (contest, pairs) = self.recipe.contest(opponent).expect("it was asked for");
        let nodes = contest.nodes;
        let (champion, opponents) = self.players(opponent, writer.reader())?;
        let twins = opponents.iter().all(|one| {
            let same_search = one.search.effective() == champion.search.effective();
            one.weights == champion.weights && same_search
        });
        let mut played = Vec::new();
        if !twins {
            let gauntlet = Gauntlet::new(contest, opponents, pairs);
            let tasks = gauntlet.plan(&[champion], seed);
            match threads
                .watched(tick)
                .run_all(&gauntlet, &Kits::new(), &tasks)
            {
                Ok(outcomes) => played = outcomes,
                Err(Unfinished::Stopped) => return Ok(ControlFlow::Break(())),
                Err(Unfinished::Failed(failure)) => return Err(failure.into()),
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

    /// The champion and the opponents it is tried against.
    fn players(
        &self,
        opponent: Opponent,
        reader: &Reader,
    ) -> Result<(Organism, Vec<Organism>), Error> {
        let recipe = &self.recipe;
        if opponent == Opponent::Founder {
            let finale = recipe.finale().expect("it was asked for");
            let champion = Champion::best(reader, finale)?;
            let champion = champion.expect("the final has ended").evaluation(recipe);
            let founder = Organism {
                weights: weights_of(&finalists::best_founder(reader, finale)?),
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

    /// Tries the champion on what was not used in breeding.
    fn examine(
        &self,
        writer: &mut Writer,
        threads: Threads,
        tick: &Watch<'_>,
    ) -> Result<ControlFlow<()>, Error> {
        let reader = writer.reader();
        let ended = "the run has ended";
        let (champion, parent) = self.champion_and_parent(reader)?.expect(ended);
        let mut moves = None;
        if let Some(Kind::Mimic(breeding)) = self.kinds.first()
            && let Some(test) = &breeding.test
        {
            let mut all = vec![champion.weights];
            all.extend(parent.as_ref().map(|parent| parent.weights));
            let known = all.len();
            let random = self.random_evaluations(reader)?;
            let best = best_of(random.iter().map(|(_, fitness)| *fitness));
            all.extend(random.iter().map(|(weights, _)| *weights));
            let all: Vec<_> = all.iter().map(|one| one.0.to_vec()).collect();
            let scores = match judge(test, &all, &threads.watched(tick)) {
                Ok(scores) => scores,
                Err(Unfinished::Stopped) => return Ok(ControlFlow::Break(())),
                Err(Unfinished::Failed(failure)) => return Err(failure.into()),
            };
            let fitness = scores.fitness.iter();
            let hits: Vec<_> = fitness.map(|fitness| fitness.value.sqrt()).collect();
            moves = Some(Solved {
                of: test.len() as u64,
                generation_0: mean(&hits[known..]),
                generation_0_best: hits[known + best],
                evol0: parent.is_some().then(|| hits[1]),
                champion: hits[0],
            });
        }
        let mut suite = None;
        if let Some(Kind::Tactics(searches)) = self.kinds.last()
            && let Some(test) = searches.exam(champion.weights)
        {
            let mut all = vec![champion.search];
            let random = self.random_searches(reader)?;
            let best = best_of(random.iter().map(|(_, fitness)| *fitness));
            all.extend(random.iter().map(|(search, _)| *search));
            let all: Vec<_> = all.iter().map(|one| one.0.to_vec()).collect();
            let scores = match judge(&test, &all, &threads.watched(tick)) {
                Ok(scores) => scores,
                Err(Unfinished::Stopped) => return Ok(ControlFlow::Break(())),
                Err(Unfinished::Failed(failure)) => return Err(failure.into()),
            };
            let solved: Vec<_> = scores.fitness.iter().map(|one| one.value).collect();
            suite = Some(Solved {
                of: test.len() as u64,
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

/// Which of these fitness values is the best.
fn best_of(fitness: impl Iterator<Item = f64>) -> usize {
    select::truncation(&fitness.collect::<Vec<_>>(), 1)[0]
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}
