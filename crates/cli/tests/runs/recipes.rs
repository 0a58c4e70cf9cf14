//! Recipes that are wrong, and the ones that come with the project.

use std::path::Path;

use crate::workshop::{RECIPE, Workshop};

#[test]
fn errors_name_the_line_and_what_was_meant() {
    for (from, to, line, says) in [
        (
            "population = 20",
            "populaton = 20",
            14,
            "unknown key `populaton`; did you mean `population`?",
        ),
        ("[ga]", "[gaa]", 13, "unknown key `gaa`; did you mean `ga`?"),
        (
            "scorer = \"exchange\"",
            "scorer = \"exchanged\"",
            9,
            "did you mean `exchange`?",
        ),
        (
            "\"roulette\"",
            "{ tournament = { sizes = 3 } }",
            16,
            "unknown key `sizes`; did you mean `size`?",
        ),
        (
            "{ rate = 0.005 }",
            "{ rate = 1.5 }",
            19,
            "1.5, not within 0 to 1",
        ),
        (
            "generations = 30",
            "generations = -1",
            5,
            "a whole number from 0",
        ),
        ("runs = 1", "runs = 0", 4, "a whole number above 0"),
        (
            "seed = 1",
            "seed = \"one\"",
            3,
            "invalid type: string \"one\"",
        ),
        ("seed = 1\n", "", 1, "the key `seed` is missing"),
        (
            "elites = 1",
            "elites = 20",
            13,
            "leaves no room for new organisms",
        ),
        (
            "population = 20",
            "population = 2000000",
            13,
            "at most 1000000",
        ),
        (
            "train = 60",
            "train = 401",
            10,
            "has only 400 positions to train, not 401: `--set mimic.train=400`",
        ),
        (
            "positions.epd",
            "nowhere.epd",
            8,
            "nowhere.epd: No such file",
        ),
        (
            "name = \"small\"",
            "name = \"../small\"",
            2,
            "cannot name a run",
        ),
        ("crossover_rate", "crossover rate", 18, ""),
        ("[ga]", "[ga]\nelites = 1", 16, "duplicate key"),
    ] {
        assert!(RECIPE.contains(from), "{from}");
        let shop = Workshop::new(&RECIPE.replacen(from, to, 1));
        let text = shop.complaint(&["evolve", "small.toml"]);
        assert!(text.contains(&format!("small.toml:{line}: ")), "{text}");
        assert!(text.contains(says), "{text}");
        assert!(!shop.path("runs").exists());
    }
    let text = Workshop::new("").complaint(&["evolve", "none.toml"]);
    assert!(text.contains("cannot read the recipe none.toml"), "{text}");
}

#[test]
fn data_that_is_missing_is_told_how_to_make() {
    let shop = Workshop::new("");
    let recipes = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../recipes");
    std::fs::create_dir(shop.path("recipes")).unwrap();
    for (recipe, set, says) in [
        (
            "mentor",
            "seed=1",
            "`galapagos mentor data/positions.epd -o recipes/../data/scores.epd`",
        ),
        (
            "ep-weights",
            "seed=1",
            "`galapagos games -o recipes/../data/games.pgn`",
        ),
        (
            "evol-eval",
            "mimic.positions=none.epd",
            "`galapagos positions GAMES.pgn -o ",
        ),
        (
            "evol-search",
            "tactics.suite=none.epd",
            "`galapagos mine GAMES.pgn -o ",
        ),
    ] {
        let file = format!("recipes/{recipe}.toml");
        std::fs::copy(recipes.join(format!("{recipe}.toml")), shop.path(&file)).unwrap();
        let text = shop.complaint(&["evolve", &file, "--set", set]);
        assert!(text.contains(says), "{text}");
    }
}

#[test]
fn recipes_go_by_name() {
    let shop = Workshop::new("");
    let listed = shop.succeed(&["recipes"]);
    let recipes = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../recipes");
    for file in std::fs::read_dir(recipes).unwrap() {
        let file = file.unwrap().path();
        let name = file.file_stem().unwrap().to_str().unwrap();
        assert!(listed.lines().any(|line| line == name), "{name}: {listed}");
        let text = std::fs::read_to_string(&file).unwrap();
        assert_eq!(shop.succeed(&["recipes", name]), text);
    }
    assert!(
        listed.contains("needs --set lessons.games=FILE"),
        "{listed}"
    );

    let small = [
        "generations=1",
        "mimic.train=20",
        "mimic.test=20",
        "ga.population=4",
    ];
    let small = small.iter().flat_map(|set| ["--set", set]);
    let command: Vec<_> = ["evolve", "evol-eval"].into_iter().chain(small).collect();
    shop.succeed(&command);
    assert!(shop.path("runs/evol-eval-seed1/champion.toml").exists());

    let text = shop.complaint(&["evolve", "evol-stra"]);
    assert!(text.contains("did you mean `evol-star`?"), "{text}");
}

#[test]
fn a_run_stays_in_the_folder_of_runs() {
    let shop = Workshop::new(RECIPE);
    for name in ["../evil", "a/b", "..", ".hidden", "", "a b"] {
        let name = format!("--name={name}");
        let output = shop.output(&["evolve", "small.toml", &name]);
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        let text = String::from_utf8(output.stderr).unwrap();
        assert!(text.contains("letters, digits, - _ and ."), "{text}");
    }
    assert!(!shop.path("evil").exists() && !shop.path("runs").exists());
}

#[test]
fn damaged_positions_are_counted() {
    let shop = Workshop::new(RECIPE);
    let positions = shop.read("positions.epd");
    std::fs::write(shop.path("positions.epd"), format!("nonsense\n{positions}")).unwrap();
    let output = shop.output(&["evolve", "small.toml"]);
    assert!(output.status.success(), "{output:?}");
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(told.contains("1 damaged line left out: "), "{told}");
    assert!(told.contains("positions.epd:1: "), "{told}");
}

#[test]
fn lines_can_be_set() {
    let shop = Workshop::new(RECIPE);
    shop.succeed(&[
        "evolve",
        "small.toml",
        "--set",
        "ga.population=7",
        "--set",
        "generations=2",
        "--name",
        "set",
    ]);
    let rows = shop.succeed(&["export", "set", "--csv", "--organisms"]);
    assert_eq!(rows.lines().count(), 1 + 3 * 7);
    for (set, says) in [
        (
            "ga.populaton=7",
            "--set ga.populaton=7: unknown key `populaton`; did you mean `population`?",
        ),
        (
            "ga.population=many",
            "--set ga.population=many: invalid type",
        ),
        ("ga.population=1 2", "invalid type"),
        ("ga.population", "write key=value"),
        ("mimic.scorer=statical", "did you mean `static`?"),
    ] {
        let text = shop.complaint(&["evolve", "small.toml", "--set", set]);
        assert!(text.contains(says), "{text}");
    }
}

#[test]
fn lines_set_together_need_not_be_right_one_by_one() {
    let shop = Workshop::new(RECIPE);
    let many = ["evolve", "small.toml", "--set", "ga.elites=20"];
    let more = ["--set", "ga.population=30", "--set", "generations=1"];
    let text = shop.complaint(&[&many[..], &["--set", "generations=1"]].concat());
    assert!(text.contains("--set ga.elites=20: "), "{text}");
    shop.succeed(&[&many[..], &more].concat());
}

#[test]
fn a_path_is_relative_to_the_recipe_and_a_set_one_to_the_working_folder() {
    let shop = Workshop::new(RECIPE);
    std::fs::create_dir(shop.path("deep")).unwrap();
    std::fs::write(shop.path("deep/small.toml"), RECIPE).unwrap();
    let text = shop.complaint(&["evolve", "deep/small.toml"]);
    assert!(text.contains("cannot read deep/positions.epd"), "{text}");
    shop.succeed(&[
        "evolve",
        "deep/small.toml",
        "--set",
        "mimic.positions=positions.epd",
    ]);
}

#[test]
fn shipped_recipes_are_valid() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../recipes");
    let mut count = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        lab::Recipe::read(&entry.unwrap().path(), lab::EXPERIMENTS).unwrap();
        count += 1;
    }
    assert!(count >= 3);
}
