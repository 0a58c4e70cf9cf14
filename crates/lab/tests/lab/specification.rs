//! A run that is rebuilt from its specification somewhere else.

use std::collections::HashMap;
use std::io;

use lab::{EXPERIMENTS, Specification};

use crate::runs::{champions, small, threads};
use crate::small::SMALL;

#[test]
fn a_rebuilt_recipe_breeds_the_same_champions() {
    for (name, _) in SMALL {
        let recipe = small(name);
        let (specification, contents) = Specification::of(&recipe).unwrap();
        let inputs = specification.inputs.iter();
        let hashes = inputs.map(|input| input.hash.clone());
        let store: HashMap<_, _> = hashes.zip(contents).collect();
        // It crosses a wire as bytes.
        let bytes = postcard::to_stdvec(&specification).unwrap();
        let specification: Specification = postcard::from_bytes(&bytes).unwrap();
        let elsewhere = tempfile::tempdir().unwrap();
        let rebuild = |fetch: &mut dyn FnMut(&str) -> io::Result<Vec<u8>>| {
            specification.rebuild(elsewhere.path(), EXPERIMENTS, fetch)
        };
        if !specification.inputs.is_empty() {
            let error = rebuild(&mut |_| Err(io::ErrorKind::NotFound.into())).unwrap_err();
            assert!(
                error.to_string().contains("cannot get the contents"),
                "{error}"
            );
            let error = rebuild(&mut |_| Ok(b"forged".into())).unwrap_err();
            assert!(error.to_string().contains("another hash"), "{error}");
        }
        let rebuilt = rebuild(&mut |hash| Ok(store[hash].clone())).unwrap();
        // What is there already is not fetched again.
        rebuild(&mut |_| panic!("it is there")).unwrap();
        let runs = tempfile::tempdir().unwrap();
        let here = champions(recipe, &runs.path().join("here"), threads(2), u64::MAX);
        let there = champions(rebuilt, &runs.path().join("there"), threads(2), u64::MAX);
        assert_eq!(here, there, "{name}");
    }
}
