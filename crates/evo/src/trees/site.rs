//! Where the parts of a tree are.

use super::{Tree, Types, Vocabulary};

/// What surrounds one node of a tree and what hangs from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Site {
    /// What may stand here.
    pub wanted: Types,
    /// Nodes on the way from the root to here, both included.
    pub level: usize,
    /// Nodes from here on: the size of the subtree.
    pub size: usize,
    /// Nodes on the longest way from here to a leaf, both included.
    pub depth: usize,
    /// Whether it takes arguments.
    pub inner: bool,
}

impl Vocabulary {
    /// The sites of all nodes of a tree, in order; `None` if it is not a tree of
    /// this type.
    pub fn survey(&self, tree: &Tree, wanted: Types) -> Option<Vec<Site>> {
        let mut open = vec![(wanted, 1)];
        let mut sites = Vec::with_capacity(tree.size());
        for &node in &tree.0 {
            let (wanted, level) = open.pop()?;
            if !self.returns(node)?.meets(wanted) {
                return None;
            }
            let takes = self.takes(node);
            open.extend(takes.iter().rev().map(|&wanted| (wanted, level + 1)));
            sites.push(Site {
                wanted,
                level,
                size: 1,
                depth: 1,
                inner: !takes.is_empty(),
            });
        }
        if !open.is_empty() {
            return None;
        }
        for at in (0..sites.len()).rev() {
            let mut argument = at + 1;
            for _ in self.takes(tree.0[at]) {
                let Site { size, depth, .. } = sites[argument];
                sites[at].size += size;
                sites[at].depth = sites[at].depth.max(depth + 1);
                argument += size;
            }
        }
        Some(sites)
    }
}
