//! Typed trees.

use serde::{Deserialize, Serialize};

use crate::trees::{
    DEEPEST, Forest, Graft, Regrow, Room, Style, TextError, Tree, Types, Vocabulary,
};
use crate::{Error, Space, Stream};

/// One tree of a genome: its name, its type and how large it may be.
#[derive(Clone, Debug, PartialEq)]
pub struct TreeSpec {
    /// The name in files and reports.
    pub name: String,
    /// The type of the tree.
    pub wanted: Types,
    /// How large it may become.
    pub limits: Limits,
}

/// How large a tree may be. Depth counts nodes: a tree of one node has depth 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(
    deny_unknown_fields,
    expecting = "`{ start = [2, 4], depth = 12, size = 100 }`"
)]
pub struct Limits {
    /// The least and the greatest depth of a random tree at the start.
    pub start: (u32, u32),
    /// The greatest depth.
    pub depth: u32,
    /// The most nodes.
    pub size: u32,
}

impl Limits {
    fn room(&self) -> Room {
        Room {
            depth: self.depth as usize,
            size: self.size as usize,
        }
    }
}

/// Genomes of one or several typed trees over one vocabulary.
#[derive(Clone, Debug, PartialEq)]
pub struct Trees {
    vocabulary: Vocabulary,
    specs: Vec<TreeSpec>,
}

impl Trees {
    /// The space of such genomes. Limits that no tree can keep are refused.
    pub fn new(vocabulary: Vocabulary, specs: Vec<TreeSpec>) -> Result<Self, Error> {
        for (index, spec) in specs.iter().enumerate() {
            let Limits { start, depth, size } = spec.limits;
            let name = || spec.name.clone();
            if specs[..index].iter().any(|other| other.name == spec.name) {
                return Err(Error::SameName(name()));
            }
            let first = Room {
                depth: start.0 as usize,
                size: size as usize,
            };
            if start.0 > start.1
                || start.1 > depth
                || depth as usize > DEEPEST
                || !vocabulary.has_tree(spec.wanted, first)
            {
                return Err(Error::Limits {
                    name: name(),
                    start,
                    depth,
                    size,
                });
            }
        }
        Ok(Self { vocabulary, specs })
    }

    /// The words.
    pub const fn vocabulary(&self) -> &Vocabulary {
        &self.vocabulary
    }

    /// What the trees of a genome are, in order.
    pub fn specs(&self) -> &[TreeSpec] {
        &self.specs
    }

    /// Reads one tree of a genome. It may be larger than the limits: only
    /// [`holds`](Space::holds) looks at them.
    ///
    /// # Panics
    ///
    /// If there is no such tree.
    pub fn parse(&self, tree: usize, text: &str) -> Result<Tree, TextError> {
        self.vocabulary.parse(text, self.specs[tree].wanted)
    }

    /// A genome as text: a line for each tree, `name=tree`.
    ///
    /// # Panics
    ///
    /// If the genome does not belong to the space.
    pub fn write(&self, genome: &Forest) -> String {
        let trees = self.specs.iter().zip(&genome.0);
        let lines: Vec<_> = trees
            .map(|(spec, tree)| format!("{}={}", spec.name, self.vocabulary.write(tree)))
            .collect();
        lines.join("\n")
    }

    /// Reads a genome as [`write`](Self::write) writes it.
    pub fn read(&self, text: &str) -> Result<Forest, TextError> {
        let mut lines = text.lines();
        let mut trees = Vec::new();
        for (index, spec) in self.specs.iter().enumerate() {
            let wrong = |column, problem| TextError {
                line: index + 1,
                column,
                problem,
            };
            let start = format!("{}=", spec.name);
            let tree = lines.next().and_then(|line| line.strip_prefix(&start));
            let tree = tree.ok_or_else(|| wrong(1, format!("`{start}` and a tree are wanted")))?;
            let tree = self.parse(index, tree);
            let skipped = start.chars().count();
            trees.push(tree.map_err(|error| wrong(error.column + skipped, error.problem))?);
        }
        Ok(Forest(trees))
    }

    /// The depth of one tree of a genome.
    ///
    /// # Panics
    ///
    /// If the genome does not belong to the space.
    pub fn depth(&self, forest: &Forest, tree: usize) -> usize {
        let sites = self
            .vocabulary
            .survey(&forest.0[tree], self.specs[tree].wanted);
        sites.expect("the tree belongs to the space")[0].depth
    }
}

impl Space for Trees {
    type Genome = Forest;
    type Program = Forest;
    type Crossover = Graft;
    type Mutation = Regrow;

    /// Ramped half-and-half: for each tree, a depth is drawn and a coin decides
    /// between full and grown trees.
    ///
    /// J. R. Koza: Genetic programming, 1992, chapter 6.2.
    fn sample(&self, stream: &mut Stream) -> Forest {
        let tree = |spec: &TreeSpec| {
            let (min, max) = spec.limits.start;
            let depth = min as usize + stream.below((max - min) as usize + 1);
            let style = match stream.chance(0.5) {
                true => Style::Full,
                false => Style::Grow,
            };
            let room = Room {
                depth,
                ..spec.limits.room()
            };
            self.vocabulary.plant(spec.wanted, style, room, stream)
        };
        Forest(self.specs.iter().map(tree).collect())
    }

    fn decode(&self, genome: &Forest) -> Forest {
        genome.clone()
    }

    fn show(&self, genome: &Forest) -> String {
        self.write(genome).replace('\n', " ")
    }

    fn holds(&self, genome: &Forest) -> bool {
        let fits = |(spec, tree): (&TreeSpec, &Tree)| {
            let sites = self.vocabulary.survey(tree, spec.wanted);
            let room = spec.limits.room();
            sites.is_some_and(|sites| sites[0].depth <= room.depth && sites.len() <= room.size)
        };
        genome.0.len() == self.specs.len() && self.specs.iter().zip(&genome.0).all(fits)
    }

    /// One of the mother's trees is crossed with one of the father's, all equally
    /// likely: what is good for one purpose may be good for another.
    fn cross(&self, how: &Graft, mother: &Forest, father: &Forest, stream: &mut Stream) -> Forest {
        let (here, there) = (
            stream.below(self.specs.len()),
            stream.below(self.specs.len()),
        );
        let (spec, other) = (&self.specs[here], &self.specs[there]);
        let mut child = mother.clone();
        child.0[here] = self.vocabulary.graft(
            *how,
            (&mother.0[here], spec.wanted, spec.limits.room()),
            (&father.0[there], other.wanted),
            stream,
        );
        child
    }

    /// One of the trees, all equally likely, mutates once.
    fn mutate(&self, how: &Regrow, genome: &mut Forest, _: u32, stream: &mut Stream) {
        let at = stream.below(self.specs.len());
        let spec = &self.specs[at];
        let place = (spec.wanted, spec.limits.room());
        self.vocabulary
            .mutate(*how, &mut genome.0[at], place, stream);
    }
}
