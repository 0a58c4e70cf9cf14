//! Where an organism came from: a word, and its parents as rows.

use evo::Origin;

/// The origin of this word and these parents; `None` if there is no such origin.
pub fn of(kind: &str, mother: Option<u32>, father: Option<u32>) -> Option<Origin> {
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
            let mut parents = origin.parents();
            let again = of(origin.word(), parents.next(), parents.next());
            assert_eq!(again, Some(origin));
        }
        assert_eq!(of("cross", Some(1), None), None);
        assert_eq!(of("clone", None, None), None);
    }
}
