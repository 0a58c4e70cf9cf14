//! Where an organism came from, as three columns.

use evo::Origin;

/// The kind and the parents.
pub fn columns(origin: Origin) -> (&'static str, Option<u32>, Option<u32>) {
    let mut parents = origin.parents();
    (origin.word(), parents.next(), parents.next())
}

/// The origin again; `None` if there is no such origin.
pub fn from_columns(kind: &str, mother: Option<u32>, father: Option<u32>) -> Option<Origin> {
    Some(match (kind, mother, father) {
        ("founder", None, None) => Origin::Founder,
        ("random", None, None) => Origin::Random,
        ("copy", Some(parent), None) => Origin::Copy(parent),
        ("mutant", Some(parent), None) => Origin::Mutant(parent),
        ("cross", Some(mother), Some(father)) => Origin::Cross(mother, father),
        ("sample", None, None) => Origin::Sample,
        ("mean", None, None) => Origin::Mean,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn origins_come_back() {
        for origin in [
            Origin::Founder,
            Origin::Random,
            Origin::Copy(1),
            Origin::Mutant(2),
            Origin::Cross(3, 0),
            Origin::Sample,
            Origin::Mean,
        ] {
            let (kind, mother, father) = columns(origin);
            assert_eq!(from_columns(kind, mother, father), Some(origin));
        }
        assert_eq!(from_columns("cross", Some(1), None), None);
        assert_eq!(from_columns("clone", None, None), None);
    }
}
