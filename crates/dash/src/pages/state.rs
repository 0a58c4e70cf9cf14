//! How far a run is.

use lab::State;
use maud::{Markup, Render, html};

/// How far a run is, for people.
#[derive(Clone, Copy, Debug)]
pub struct Standing {
    /// In a word.
    pub word: &'static str,
    /// In percent.
    percent: u64,
}

impl Standing {
    /// Of a run.
    pub const fn of(state: State) -> Self {
        let (word, percent) = match state {
            State::Finished => ("finished", 100),
            State::Running(percent) => ("running", percent),
            State::Stopped(percent) => ("stopped", percent),
        };
        Self { word, percent }
    }

    /// What is said before the part that it is in.
    pub fn place(&self) -> &'static str {
        match self.word {
            "finished" => "Its last part:",
            "running" => "Now in",
            _ => "It stopped in",
        }
    }

    /// Whether a process is at work on it.
    pub fn is_running(&self) -> bool {
        self.word == "running"
    }
}

/// A word, with a bar where there is more to come.
impl Render for Standing {
    fn render(&self) -> Markup {
        let Self { word, percent } = *self;
        html! {
            span class={ "state " (word) } {
                (word)
                @if word != "finished" { " " (percent) " %" }
            }
            @if word != "finished" {
                progress max="100" value=(percent) aria-label="generations done" {}
            }
        }
    }
}
