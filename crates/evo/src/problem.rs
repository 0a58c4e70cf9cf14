//! What is to be solved.

use crate::{Account, Example, Failure, Packed, Scores, Seed, Value};

/// A fitness.
///
/// [`plan`](Self::plan) and [`reduce`](Self::reduce) run on the coordinator;
/// [`run`](Self::run) may happen anywhere, on any thread or machine, any number
/// of times. A problem sees programs and never genomes, so any space that decodes
/// into its programs will do. A task may be about one program, about several that play
/// each other, or about all of them on a slice of the data; `plan` decides, and its decision
/// must not depend on the number of threads.
///
/// Tasks and outcomes are values: they can be written, sent and read back. All three
/// functions are pure: the same arguments give the same result on every machine.
/// Outcomes are therefore best kept as whole numbers (hits, nodes, wins), whose
/// sums do not depend on order.
///
/// What is expensive to have and does not show in an outcome (memory for hash tables, a
/// started engine) is a worker's [kit](Self::equip).
pub trait Problem {
    /// What is judged: what a genome of the space means.
    type Program;
    /// A piece of work, with everything `run` needs that the problem itself does not hold.
    type Task: Value;
    /// The result of a task.
    type Outcome: Value;
    /// What a worker keeps from task to task; `()` where that is nothing.
    type Kit;

    /// Cuts the work on these programs into tasks. All chance of a generation comes from `seed`.
    fn plan(&self, generation: &[Self::Program], seed: Seed) -> Vec<Self::Task>;

    /// What a worker needs before its first task.
    fn equip(&self) -> Result<Self::Kit, Failure>;

    /// Does one task. The outcome must not depend on what the kit was used for before.
    /// After a failure the kit is not used again.
    fn run(&self, kit: &mut Self::Kit, task: &Self::Task) -> Result<Self::Outcome, Failure>;

    /// Turns outcomes into one fitness per program. `outcomes[i]` belongs to `tasks[i]`.
    fn reduce(
        &self,
        generation: &[Self::Program],
        tasks: &[Self::Task],
        outcomes: &[Self::Outcome],
    ) -> Scores;

    /// What the outcomes say beside the fitness, for optimisers that learn.
    fn examples(&self, _tasks: &[Self::Task], _outcomes: &[Self::Outcome]) -> Vec<Example> {
        Vec::new()
    }

    /// What the outcomes hold that an optimiser keeps as it is, such as whole games, in
    /// bytes that the two of them agree on.
    fn records(&self, _tasks: &[Self::Task], _outcomes: &[Self::Outcome]) -> Vec<u8> {
        Vec::new()
    }

    /// What there is to tell of the work besides.
    fn account(&self, _tasks: &[Self::Task], _outcomes: &[Self::Outcome]) -> Account {
        Account::default()
    }

    /// What people can look at of an outcome, such as a game, as text; `None` where that is
    /// nothing. The caller decides how often to ask for it.
    fn shown(&self, _task: &Self::Task, _outcome: &Self::Outcome) -> Option<String> {
        None
    }

    /// Whether a program's fitness is always the same, whatever the seed and
    /// whatever else is in the generation. If so, a genome that goes over
    /// unchanged keeps its fitness, and `plan` sees only the others.
    fn repeatable(&self) -> bool {
        false
    }

    /// The problem as bytes, for workers elsewhere; `None` where its tasks are done in
    /// this process only.
    fn packed(&self) -> Option<Packed> {
        None
    }

    /// The outside engines that a task takes, by the names that workers have for them.
    fn engines(&self) -> Vec<String> {
        Vec::new()
    }

    /// Whether this may be the outcome of that task, as far as [`reduce`](Self::reduce) and
    /// what follows rely on it. Outcomes come from workers that may be broken, or lie.
    fn is_plausible(&self, _task: &Self::Task, _outcome: &Self::Outcome) -> bool {
        true
    }
}
