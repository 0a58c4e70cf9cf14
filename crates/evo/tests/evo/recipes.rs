//! Methods as a recipe writes them.

use evo::{
    BitMutation, Crossover, Evolver, GrayBits, Method, Mixed, Nudge, Positive, Pressure,
    Probability, Selection, Share, Trees, ep::Ep, ga::Ga,
};

use crate::toys::{count, two_trees};

fn read(text: &str) -> Result<Method<GrayBits>, toml::de::Error> {
    toml::from_str(text)
}

const GA: &str = r#"
    [ga]
    population = 100
    elites = 1
    selection = "roulette"
    crossover = "uniform"
    crossover_rate = 0.75
    mutation = { rate = 0.005 }
"#;

#[test]
fn the_papers_settings() {
    let ga = Ga {
        population: 100,
        elites: 1,
        selection: Selection::Roulette,
        crossover: Crossover::Uniform,
        crossover_rate: Probability::new(0.75),
        mutation: BitMutation::flips(Probability::new(0.005)),
    };
    assert_eq!(read(GA).unwrap(), Method::Ga(ga.clone()));

    let steps = GA
        .replace("\"uniform\"", "{ line = { beyond = 0.25 } }")
        .replace("rate = 0.005", "rate = 0.2, step = 0.05");
    let beyond = Share::new(0.25);
    let small_steps = Ga {
        crossover: Crossover::Line { beyond },
        mutation: BitMutation {
            rate: Probability::new(0.2),
            step: Some(Positive::new(0.05)),
        },
        ..ga
    };
    assert_eq!(read(&steps).unwrap(), Method::Ga(small_steps));

    let ep: Method<Mixed<f64>> = toml::from_str(
        r#"
        [ep]
        population = 10
        survivors = 5
        mutation.non_uniform = { rate = 0.9, shape = 2.0, horizon = 50 }
    "#,
    )
    .unwrap();
    let mutation = Nudge::NonUniform {
        rate: Probability::new(0.9),
        shape: Positive::new(2.0),
        horizon: count(50),
    };
    assert_eq!(
        ep,
        Method::Ep(Ep {
            population: 10,
            survivors: 5,
            mutation
        })
    );
}

#[test]
fn genetic_programming() {
    let text = r#"
        [gp]
        population = 80
        elites = 1
        selection = { tournament = { size = 3 } }
        reproduction_rate = 0.35
        crossover_rate = 0.5
        mutation_rate = 0.15
        crossover = { inner = 0.9 }
        mutation = { subtree = 0.3, point = 0.2, constant = 0.1, insert = 0.2, hoist = 0.2, depth = 3 }
    "#;
    let method: Method<Trees> = toml::from_str(text).unwrap();
    assert_eq!(method.population(), 80);
    Evolver::new(method, &two_trees(), Vec::new()).unwrap();
    // 0.35 + 0.5 + 0.15 is not 1 in binary, 0.35 + 0.5 + 0.25 is not even close.
    let method: Method<Trees> = toml::from_str(&text.replace("0.15", "0.25")).unwrap();
    let error = Evolver::new(method, &two_trees(), Vec::new()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the rates of reproduction, crossover and mutation add up to 1.1, not 1"
    );
    for (right, wrong) in [("inner", "iner"), ("depth = 3", "depth = 0"), ("0.9", "9")] {
        assert!(toml::from_str::<Method<Trees>>(&text.replace(right, wrong)).is_err());
    }
}

#[test]
fn the_other_selections() {
    let selection = |line: &str| match read(&GA.replace("selection = \"roulette\"", line)) {
        Ok(Method::Ga(ga)) => Ok(ga.selection),
        Ok(other) => panic!("{other:?}"),
        Err(error) => Err(error.message().to_string()),
    };
    let pressure = Pressure::new(1.5);
    assert_eq!(
        selection("selection.rank.pressure = 1.5"),
        Ok(Selection::Rank { pressure })
    );
    let best = count(20);
    assert_eq!(
        selection("selection.truncation.best = 20"),
        Ok(Selection::Truncation { best })
    );
    let size = count(2);
    assert_eq!(
        selection("selection.tournament.size = 2"),
        Ok(Selection::Tournament { size })
    );

    let refused = selection("selection.rank.pressure = 2.5").unwrap_err();
    assert_eq!(refused, "a selection pressure is 2.5, not within 1 to 2");
    assert!(selection("selection.tournament.size = 0").is_err());
    assert!(selection("selection.rank = { pressure = 1.5, presure = 1.5 }").is_err());
}

#[test]
fn mistakes_are_refused() {
    for (right, wrong) in [
        ("0.75", "1.75"),
        ("0.005", "-0.005"),
        ("0.005", "nan"),
        ("elites", "elite"),
        ("uniform", "unifrom"),
    ] {
        let text = GA.replace(right, wrong);
        assert_ne!(text, GA);
        assert!(read(&text).is_err(), "{wrong}");
    }
}

/// A table of a method can be found and read by its name alone.
#[test]
fn methods_by_name() {
    let tables: toml::Table = toml::from_str(&format!(
        "{GA}
        [ep]
        population = 10
        survivors = 5
        mutation = {{ rate = 0.005 }}
        [gp]
        population = 80
        elites = 1
        selection = \"roulette\"
        reproduction_rate = 0.35
        crossover_rate = 0.5
        mutation_rate = 0.15
        crossover = \"uniform\"
        mutation = {{ rate = 0.005 }}
        [cma_es]
        population = 12
        step = 0.2
        repeated = 0
        parents = \"all\"
        [de]
        population = 12
        factor = 0.5
        crossover_rate = 0.9
        [learner]
        population = 4
        spread = 0.05
        doubt = 0.015
        [pso]
        population = 12
        repeated = 0.25
        spread = 0.1
        inertia = 0.73
        pull = 1.5
        [es]
        population = 13
        parents = 3
        step = 0.1
        least = 0.01
        steps = \"each\"
        [spsa]
        population = 5
        rate = 0.1
        steady = 100
        alpha = 0.602
        gamma = 0.101
        c = 0.1
        genes = {{ KING = 0.2 }}
        [bayes]
        population = 9
        spread = 0.1
        explore = 1.0
        points = 300
        [gradient]
        population = 5
        probe = 0.05
        step = 0.1
        shrink = 0.7"
    ))
    .unwrap();
    assert_eq!(tables.len(), Method::<GrayBits>::NAMES.len());
    for &name in Method::<GrayBits>::NAMES {
        let method = Method::<GrayBits>::read(name, tables[name].clone()).unwrap();
        assert_eq!(method.name(), name);
        // The same as in a recipe that has the method alone.
        let alone = toml::Table::from_iter([(name.to_owned(), tables[name].clone())]);
        assert_eq!(toml::from_str(&alone.to_string()), Ok(method));
    }
    let error = Method::<GrayBits>::read("gaa", tables["ga"].clone()).unwrap_err();
    assert!(error.message().contains("expected one of `ga`"), "{error}");
    let wrong = Method::<GrayBits>::read("ep", tables["ga"].clone()).unwrap_err();
    assert!(wrong.message().contains("unknown field"), "{wrong}");
}
