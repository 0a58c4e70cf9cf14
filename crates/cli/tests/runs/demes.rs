//! Runs in demes that exchange organisms.

use std::collections::BTreeSet;

use journal::{Place, Reader};

use crate::workshop::{RECIPE, Workshop};

/// Three demes with two methods in turn, which exchange their best in every third
/// generation.
fn recipe() -> String {
    let de = "population = 16\nfactor = 0.7\ncrossover_rate = 0.9\n";
    format!(
        "{RECIPE}\n[de]\n{de}\n[demes]\ncount = 3\n\n[demes.migration]\nevery = 3\n\
         topology = \"ring\"\nmigrants = 2\nchoice = \"best\"\n"
    )
}

#[test]
fn demes_breed_apart_and_exchange_organisms_in_their_epochs() {
    let shop = Workshop::new(&recipe());
    let evolve = |name, threads| ["evolve", "small.toml", "--name", name, "--threads", threads];
    shop.succeed(&evolve("demes", "1"));
    let reader = Reader::open(&shop.path("runs/demes")).unwrap();
    assert_eq!(reader.about().phases[0].demes, ["ga", "de", "ga"]);
    let demes = reader.demes(0, 0).unwrap();
    assert_eq!(demes.len(), 3 * 31);
    for deme in &demes {
        let is_epoch = deme.generation > 0 && deme.generation.is_multiple_of(3);
        assert!(is_epoch || deme.migrants == 0, "{deme:?}");
    }
    assert!(demes.iter().any(|deme| deme.migrants > 0));
    let rows = shop.succeed(&["export", "demes", "--csv", "--organisms"]);
    let of_deme = |deme: &str| {
        let rows = rows
            .lines()
            .filter(|row| row.split(',').nth(4) == Some(deme));
        rows.count()
    };
    assert_eq!(["0", "1", "2"].map(of_deme), [20 * 31, 16 * 31, 20 * 31]);
    let shown = shop.succeed(&["show", "demes"]);
    assert!(
        shown.contains("\ndemes in the latest generation\n"),
        "{shown}"
    );
    assert!(shown.contains("\nhall of fame, at birth\n"), "{shown}");
    let drawn = shop.succeed(&["plot", "demes"]);
    assert!(drawn.contains("demes.svg"), "{drawn}");
    let picture = shop.read("runs/demes/demes.svg");
    for part in ["deme 1", "deme 3", "migrants came"] {
        assert!(picture.contains(part), "{part}");
    }
    shop.succeed(&["report", "demes"]);
    assert!(shop.read("runs/demes/report.html").contains(", by demes"));

    // The same on two threads, and killed on the way.
    let mut child = shop.start(&evolve("killed", "2"));
    shop.wait_for("killed", 4, &mut child);
    child.kill().unwrap();
    child.wait().unwrap();
    shop.succeed(&["resume", "killed"]);
    let champion = |run: &str| shop.read(&format!("runs/{run}/champion.toml"));
    assert_eq!(champion("killed"), champion("demes"));
    let again = shop.succeed(&["export", "killed", "--csv", "--organisms"]);
    assert_eq!(again, rows);
}

#[test]
fn a_family_is_what_parents_of_parents_say() {
    let shop = Workshop::new(&recipe());
    shop.succeed(&["evolve", "small.toml", "--name", "demes"]);
    let reader = Reader::open(&shop.path("runs/demes")).unwrap();
    let generation = |generation| {
        let phase = 0;
        reader.organisms(Place { phase, generation }).unwrap()
    };
    let last = reader.last().unwrap().unwrap();
    // Two demes of 20 around one of 16.
    let deme = |number: u32| match number {
        0..20 => 0,
        20..36 => 1,
        _ => 2,
    };
    let mut family = BTreeSet::from([50_u32]);
    let mut expected = Vec::new();
    for number in (0..=last.generation).rev() {
        for home in 0..3 {
            let count = family.iter().filter(|&&one| deme(one) == home).count();
            if count > 0 {
                expected.push((number, home, count as u32));
            }
        }
        let organisms = generation(number);
        let parents = family.iter().map(|&one| &organisms[one as usize].origin);
        family = parents.flat_map(|origin| origin.parents()).collect();
    }
    let found = reader.family(last, 50).unwrap();
    let found: Vec<_> = found
        .iter()
        .map(|kin| (kin.generation, kin.deme, kin.count))
        .collect();
    assert_eq!(found, expected);
    assert!(found.iter().any(|(_, deme, _)| *deme != 2), "{found:?}");
}

#[test]
fn wrong_demes_are_refused() {
    for (from, to, says) in [
        ("migrants = 2", "migrants = 16", "migrants"),
        ("\"ring\"", "\"star\"", "unknown choice `star`"),
        ("count = 3", "counts = 3", "did you mean `count`?"),
        ("[demes]\ncount = 3\n\n", "", "the key `count` is missing"),
    ] {
        let recipe = recipe();
        assert!(recipe.contains(from), "{from}");
        let shop = Workshop::new(&recipe.replacen(from, to, 1));
        let text = shop.complaint(&["evolve", "small.toml"]);
        assert!(text.contains(says), "{text}");
    }
    let two = recipe();
    let shop = Workshop::new(two.split("[demes]").next().unwrap());
    let text = shop.complaint(&["evolve", "small.toml"]);
    assert!(text.contains("several in turn with [demes]"), "{text}");
}
