//! Which worker is believed.

use evo::Note;

use super::Ledger;
use super::round::Outcome;

impl Ledger {
    /// The coordinator has done a task itself: that is the truth.
    pub fn did(&mut self, task: usize, bytes: Vec<u8>) {
        if !self.round.here.remove(&task) {
            return;
        }
        let claims = self.round.disputed.remove(&task).unwrap_or_default();
        self.round.unchecked.remove(&task);
        let truth = Outcome { bytes, from: None };
        let first = self.round.outcomes[task].replace(truth.clone());
        self.round.done += usize::from(first.is_none());
        let mut liars = Vec::new();
        for claim in first.into_iter().chain(claims) {
            let Some(worker) = claim.from else { continue };
            match claim.bytes == truth.bytes {
                true => self.confirm(&worker),
                false => liars.push(worker),
            }
        }
        for liar in liars {
            self.expose(&liar, "gave wrong outcomes");
        }
    }

    /// The coordinator has done a task twice, and it came out differently: an engine does not
    /// repeat itself, and nothing can be said of workers whose outcomes differ.
    pub fn wavered(&mut self, task: usize, bytes: Vec<u8>) {
        if !self.round.here.remove(&task) {
            return;
        }
        let (mut engines, problem) = (self.round.line(task).engines.clone(), self.round.problem);
        engines.dedup();
        if self.unsteady.insert(problem) {
            let what = format!(
                "{} does not repeat itself: outcomes are not compared any more",
                engines.join(" or ")
            );
            self.notes.push(Note::Fault(what));
        }
        let round = &mut self.round;
        round.unchecked.clear();
        round.to_check.clear();
        round.disputed.clear();
        if round.outcomes[task].is_none() {
            round.outcomes[task] = Some(Outcome { bytes, from: None });
            round.done += 1;
        }
    }

    /// Takes an outcome, the first of its task or another.
    pub(super) fn take(&mut self, task: usize, outcome: Outcome) {
        let worker = outcome.from.clone().expect("it came from a worker");
        let round = &mut self.round;
        let Some(first) = &round.outcomes[task] else {
            round.outcomes[task] = Some(outcome);
            round.done += 1;
            let standing = self.workers.get_mut(&worker).expect("it is known");
            standing.outcomes += 1;
            let share = match standing.outcomes {
                1 => 1.0,
                few if few <= self.rules.newcomer => self.rules.checked_of_newcomers,
                _ => self.rules.checked,
            };
            let is_steady = !self.unsteady.contains(&self.round.problem);
            if is_steady && self.chance.chance(share) {
                self.round.unchecked.insert(task);
                self.round.to_check.push(task);
            }
            return;
        };
        if first.bytes != outcome.bytes {
            if self.unsteady.contains(&round.problem) {
                return;
            }
            // One of the two is wrong; the coordinator knows which.
            round.disputed.entry(task).or_default().push(outcome);
            self.round.unchecked.insert(task);
            return self.do_here(task);
        }
        let first = first.from.clone();
        match first {
            _ if !round.unchecked.contains(&task) => {}
            Some(other) if other != worker => {
                round.unchecked.remove(&task);
                self.confirm(&other);
                self.confirm(&worker);
            }
            // A worker confirms nothing of its own.
            _ => self.do_here(task),
        }
    }

    fn confirm(&mut self, worker: &str) {
        if let Some(standing) = self.workers.get_mut(worker) {
            standing.confirmed += 1;
        }
    }

    /// Has what is to be checked done again: by any worker if there are several, for the
    /// same one may well get it and is then checked here.
    pub(super) fn check(&mut self) {
        let mut tasks = std::mem::take(&mut self.round.to_check);
        tasks.retain(|task| self.round.unchecked.contains(task));
        for task in tasks {
            let line = self.round.line(task);
            match line.helpers {
                0 | 1 => self.do_here(task),
                // Before all that waits.
                _ => line.waiting.push_front(task),
            }
        }
    }

    /// A worker has lied: nothing of this run that came from it counts.
    pub(super) fn expose(&mut self, worker: &str, how: &str) {
        let standing = self.workers.entry(worker.to_owned()).or_default();
        let is_known = standing.refused.replace(format!("it {how}")).is_some();
        let earlier = standing.earlier;
        if !is_known {
            self.notes.push(Note::Lied {
                worker: worker.to_owned(),
                how: how.to_owned(),
            });
            if earlier {
                let why = format!("{worker} {how}, and took part in earlier generations");
                self.undone.get_or_insert(why);
            }
        }
        self.refuse(worker, format!("it {how}"));
        self.count();
        for task in 0..self.round.outcomes.len() {
            let is_its = |outcome: &Outcome| outcome.from.as_deref() == Some(worker);
            if let Some(claims) = self.round.disputed.get_mut(&task) {
                claims.retain(|claim| !is_its(claim));
            }
            if self.round.outcomes[task].as_ref().is_some_and(is_its) {
                self.round.outcomes[task] = None;
                self.round.done -= 1;
                self.round.unchecked.remove(&task);
                self.round.line(task).waiting.push_back(task);
            }
        }
    }
}
