//! Particle swarm optimisation.

use serde::{Deserialize, Serialize};

use super::{Breed, cube, dimensions, settled, values};
use crate::{
    Axis, Cube, Error, Fitness, Organism, Origin, Positive, Probability, Seed, Space, Stream,
    select,
};

/// The fewest particles that are a swarm.
const LEAST_PARTICLES: u32 = 3;

/// Particle swarm optimisation: particles fly, each pulled to the best place that it has
/// seen and to the best that any has seen.
///
/// ```text
/// first: particles start around the best of the first generation, or where it is random
///        at its organisms; they are at rest
/// for each particle and each number, u and w from 0 to 1:
///     speed ← inertia · speed + pull · u · (its best - place) + pull · w · (swarm's best - place)
///     place ← place + speed; a wall stops it
/// ```
///
/// Where fitness is noisy, a place that was lucky would rule for ever. So a new place
/// must be better by its standard error to be a particle's best, the most promising of
/// the best places are judged again in every generation, and all that is known of a place
/// counts, by the inverse of its variance. The swarm's best is the one with the highest
/// fitness less its standard error; it is judged in every generation, and the run stands
/// for it.
///
/// J. Kennedy, R. Eberhart: Particle swarm optimization, ICNN 1995. For exact fitness an
/// inertia of 0.7298 and a pull of 1.49618 are usual: M. Clerc, J. Kennedy: The particle
/// swarm, explosion, stability, and convergence in a multidimensional complex space, IEEE
/// Trans. Evol. Comput. 6(1), 2002.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table, [pso]")]
pub struct Pso {
    /// How many organisms there are: the particles, and the best places judged again.
    pub population: u32,
    /// The share of the population that is best places judged again; the swarm's best
    /// always is.
    pub repeated: Probability,
    /// The deviation of the first places around one that is given, as a share of the range
    /// of every number.
    pub spread: Positive,
    /// How much of its speed a particle keeps.
    pub inertia: Probability,
    /// How strongly it is pulled to each of the two places.
    pub pull: Positive,
}

/// The particles, and what was asked for last.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Swarm {
    particles: Vec<Particle>,
    /// The particles whose best places are judged again.
    repeated: Vec<u32>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Particle {
    place: Vec<f64>,
    speed: Vec<f64>,
    best: Vec<f64>,
    known: Fitness,
}

impl<S: Space> Breed<S> for Pso {
    type Memory = Swarm;

    const SAMPLES: bool = true;

    fn standard(space: &S) -> Option<Self> {
        dimensions(space).map(|_| Self {
            population: 60,
            repeated: Probability::new(0.25),
            spread: Positive::new(0.1),
            inertia: Probability::new(0.6),
            pull: Positive::new(1.2),
        })
    }

    fn population(&self) -> u32 {
        self.population
    }

    fn check(&self, space: &S) -> Result<(), Error> {
        cube(space)?;
        let is_enough = |population: u32| {
            let least = u32::from(population > 0);
            population - self.repeats(population).max(least) >= LEAST_PARTICLES
        };
        match is_enough(self.population) {
            true => Ok(()),
            false => Err(Error::TooFew {
                population: self.population,
                least: (self.population..)
                    .find(|&one| is_enough(one))
                    .unwrap_or(u32::MAX),
            }),
        }
    }

    fn breed(
        &self,
        space: &S,
        parents: &[Organism<S::Genome>],
        _: u32,
        swarm: &mut Option<Swarm>,
        seed: Seed,
    ) -> Vec<(S::Genome, Origin)> {
        let cube = cube(space).expect("the method was checked");
        let axes = cube.axes();
        let stream = |particle: usize| seed.child("breed", particle as u64).stream();
        match swarm {
            Some(swarm) => {
                swarm.learn(parents);
                let best = swarm.best();
                for index in 0..swarm.particles.len() {
                    self.fly(swarm, index, best, &axes, &mut stream(index));
                }
            }
            None => *swarm = Some(self.start(cube, parents, &axes, stream)),
        }
        let swarm = swarm.as_mut().expect("it was just made");
        let best = swarm.best();
        let again = swarm.promising(best, self.repeats(self.population) as usize);
        let place = |point: &Vec<f64>| cube.nearest(point);
        let mut genomes = vec![(place(&swarm.particles[best].best), Origin::Mean)];
        let rest = again[1..].iter();
        genomes.extend(rest.map(|&one| (place(&swarm.particles[one].best), Origin::Sample)));
        let flown = swarm.particles.iter();
        genomes.extend(flown.map(|one| (place(&one.place), Origin::Sample)));
        swarm.repeated = again.into_iter().map(|one| one as u32).collect();
        genomes
    }
}

impl Pso {
    /// How many best places of such a population are judged again.
    fn repeats(&self, population: u32) -> u32 {
        let share = libm::rint(f64::from(population) * self.repeated.get()) as u32;
        share.max(1).min(population)
    }

    /// The particles before they have flown.
    fn start<G>(
        &self,
        cube: &dyn Cube<G>,
        judged: &[Organism<G>],
        axes: &[Axis],
        stream: impl Fn(usize) -> Stream,
    ) -> Swarm {
        let order = select::best_first(&values(judged));
        let count = (self.population - self.repeats(self.population)) as usize;
        let particle = |index: usize| {
            // Those without an organism start around the best.
            let own = order.get(index);
            let organism = &judged[*own.unwrap_or(&order[0])];
            let best = cube.point(&organism.genome);
            let mut stream = stream(index);
            let around = |&number: &f64| number + self.spread.get() * stream.normal();
            let place = best.iter().map(around).collect();
            Particle {
                place: settled(place, axes, &mut stream),
                speed: vec![0.0; axes.len()],
                best,
                known: organism.fitness,
            }
        };
        Swarm {
            particles: (0..count).map(particle).collect(),
            repeated: Vec::new(),
        }
    }

    fn fly(
        &self,
        swarm: &mut Swarm,
        index: usize,
        best: usize,
        axes: &[Axis],
        stream: &mut Stream,
    ) {
        let common = swarm.particles[best].best.clone();
        let particle = &mut swarm.particles[index];
        for (axis, common) in common.iter().enumerate() {
            let place = particle.place[axis];
            let [own, all] = [particle.best[axis], *common].map(|to| {
                let pull = self.pull.get() * stream.unit();
                pull * (to - place)
            });
            particle.speed[axis] = self.inertia.get() * particle.speed[axis] + own + all;
            particle.place[axis] = place + particle.speed[axis];
            if !(0.0..=1.0).contains(&particle.place[axis]) {
                particle.speed[axis] = 0.0;
            }
        }
        particle.place = settled(particle.place.clone(), axes, stream);
    }
}

impl Swarm {
    /// The particle whose best place is the swarm's.
    fn best(&self) -> usize {
        let sure = |one: &Particle| one.known.value - one.known.stderr;
        let sure: Vec<_> = self.particles.iter().map(sure).collect();
        select::truncation(&sure, 1)[0]
    }

    /// The particles whose best places may be the best of all: first the one that is.
    fn promising(&self, best: usize, count: usize) -> Vec<usize> {
        let hope = |one: &Particle| one.known.value + one.known.stderr;
        let hopes: Vec<_> = self.particles.iter().map(hope).collect();
        let others = select::best_first(&hopes).into_iter();
        let others = others.filter(|&one| one != best);
        [best].into_iter().chain(others).take(count).collect()
    }

    /// Takes in what was asked for.
    fn learn<G>(&mut self, judged: &[Organism<G>]) {
        let (again, flown) = judged.split_at(self.repeated.len());
        for (&index, organism) in self.repeated.iter().zip(again) {
            let known = &mut self.particles[index as usize].known;
            *known = pooled(*known, organism.fitness);
        }
        for (particle, organism) in self.particles.iter_mut().zip(flown) {
            let new = organism.fitness;
            // Where fitness is exact, equal places are taken: a plateau can be crossed.
            let is_better = new.value - new.stderr >= particle.known.value;
            if is_better || particle.known.value.is_nan() {
                particle.best.clone_from(&particle.place);
                particle.known = new;
            }
        }
    }
}

/// Two estimates of one fitness as one.
fn pooled(one: Fitness, other: Fitness) -> Fitness {
    let [a, b] = [one, other].map(|fitness| 1.0 / (fitness.stderr * fitness.stderr));
    match a.is_finite() && b.is_finite() && one.value.is_finite() {
        true => Fitness {
            value: (a * one.value + b * other.value) / (a + b),
            stderr: 1.0 / libm::sqrt(a + b),
        },
        false => other,
    }
}
