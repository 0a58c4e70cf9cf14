//! What can be wrong with what a caller hands in.

/// What can be wrong with a space, a method, a genome or a checkpoint.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A number lies outside its range.
    #[error("{what} is {value}, not within {min} to {max}")]
    OutOfRange {
        /// What the number is.
        what: String,
        /// The number.
        value: f64,
        /// The smallest allowed.
        min: f64,
        /// The largest allowed.
        max: f64,
    },
    /// A gene's range holds nothing, or is not finite.
    #[error("the range of gene {0} is empty or not finite")]
    EmptyRange(String),
    /// A logarithmic range that reaches 0.
    #[error("gene {0} is logarithmic: its range must begin above 0")]
    NotPositive(String),
    /// A range without a number that the program can have.
    #[error("the program has whole numbers of 32 bits: the range of gene {0} does not fit")]
    NoWholeNumber(String),
    /// A number between two values of a gene.
    #[error("{what} is {value}, not a whole number")]
    NotWhole {
        /// What the number is.
        what: String,
        /// The number.
        value: f64,
    },
    /// Two alternatives share a name.
    #[error("gene {gene} has the choice {choice} twice")]
    SameChoice {
        /// The gene.
        gene: String,
        /// The alternative.
        choice: String,
    },
    /// Two genes share a name.
    #[error("two genes are called {0}")]
    SameName(String),
    /// The wrong number of values for a genome.
    #[error("{found} values given for {genes} genes")]
    WrongLength {
        /// How many were given.
        found: usize,
        /// How many are needed.
        genes: usize,
    },
    /// A generation would have no new organism, or none at all.
    #[error("keeping {kept} of a population of {population} leaves no room for new organisms")]
    NoRoom {
        /// How many are carried over unchanged.
        kept: u32,
        /// How many there are in all.
        population: u32,
    },
    /// Evolutionary programming without parents.
    #[error("at least one organism must survive")]
    NoSurvivors,
    /// A method that moves through numbers, and genomes that are not numbers.
    #[error(
        "this method needs genes that are numbers and can vary; programs are bred by \
         `gp`, and `ga` and `ep` breed all that can be crossed and mutated"
    )]
    NotNumbers,
    /// A learner, and numbers that do not go evenly along their axes.
    #[error("a learner needs numbers that are linear: no gene may be logarithmic")]
    NotLinear,
    /// Fewer organisms than a method can work with.
    #[error("a population of {population} is too small: at least {least}")]
    TooFew {
        /// How many there are.
        population: u32,
        /// How many are needed.
        least: u32,
    },
    /// Pairs of organisms are compared.
    #[error("a population of {0} cannot be halved: use an even number")]
    Odd(u32),
    /// A centre and pairs of two sides.
    #[error("a population of {0} is not a centre and pairs: use an odd number")]
    Even(u32),
    /// A setting for a gene that is not there, or cannot vary.
    #[error("no gene that can vary is called {0}")]
    NoSuchGene(String),
    /// More genomes to start from than the population holds.
    #[error("{founders} founders for a population of {population}")]
    TooManyFounders {
        /// How many were given.
        founders: usize,
        /// How many fit.
        population: u32,
    },
    /// An archipelago without demes.
    #[error("an archipelago has at least one deme")]
    NoDemes,
    /// More migrants than a deme holds.
    #[error(
        "{arrivals} migrants go to a deme of {population} in every epoch: \
         at least one organism of its own must stay"
    )]
    TooManyMigrants {
        /// How many come at once.
        arrivals: u32,
        /// How many the smallest deme holds.
        population: u32,
    },
    /// A genome that does not belong to the space.
    #[error("genome {0} does not belong to this space")]
    Stranger(usize),
    /// A word that a vocabulary cannot have.
    #[error("the word `{name}` {problem}")]
    Word {
        /// The word.
        name: String,
        /// What is wrong with it.
        problem: &'static str,
    },
    /// Limits of a tree that contradict each other, or that no tree can meet.
    #[error(
        "no tree `{name}` can start with a depth of {} to {} and stay within depth {depth} (at most 100) and {size} nodes",
        start.0,
        start.1
    )]
    Limits {
        /// The tree.
        name: String,
        /// The least and the greatest depth at the start.
        start: (u32, u32),
        /// The greatest depth.
        depth: u32,
        /// The most nodes.
        size: u32,
    },
    /// Rates that do not add up to 1.
    #[error("the rates of reproduction, crossover and mutation add up to {0}, not 1")]
    Rates(f64),
    /// Bytes that are not a checkpoint.
    #[error("not a checkpoint: {0}")]
    Checkpoint(#[from] postcard::Error),
}
