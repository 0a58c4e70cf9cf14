//! The main job: evaluations, coevolution, a search, and what they are worth.

use std::process::Child;

use engine::organism::Organism;
use lab::{HeldOut, Opponent, Proof};

use crate::workshop::Workshop;

/// All of it, done in two seconds.
const RECIPE: &str = r#"
name = "star"
seed = 1
stages = ["mimic", "coevolve", "tactics"]
runs = 2
generations = 4

[mimic]
positions = "built-in"
scorer = "exchange"
train = 100
test = 50

[ga]
population = 10
elites = 1
selection = "roulette"
crossover = "uniform"
crossover_rate = 0.75
mutation = { rate = 0.005 }

[coevolve]
generations = 3
pairs = 4
nodes = 60
hash = 1

[coevolve.learner]
population = 6
spread = 0.05
doubt = 0.015

[coevolve.final]
openings = 1
nodes = 60

[tactics]
suite = "built-in"
train = 6
nodes = 600
hash = 1
generations = 4

[tactics.ga]
population = 4
elites = 1
selection = "roulette"
crossover = "uniform"
crossover_rate = 0.75
mutation = { rate = 0.05 }

[proof]
pairs = 12
nodes = 60
hash = 1

[budget.tiny]
name = "tiny"
generations = 1
coevolve.generations = 1
tactics.generations = 1
proof.pairs = 2
"#;

fn kill(mut child: Child) {
    child.kill().unwrap();
    child.wait().unwrap();
}

#[test]
fn a_run_killed_in_every_phase_ends_the_same() {
    let shop = Workshop::new(RECIPE);
    let evolve = ["evolve", "small.toml", "--name"];
    let evolve = |rest: &[&'static str]| [&evolve[..], rest].concat();
    shop.succeed(&evolve(&["unbroken", "--threads", "1"]));

    // Two evaluations, coevolution, final, search; then matches.
    let mut child = shop.start(&evolve(&["broken"]));
    let places = [(0, 2), (1, 3), (2, 1), (3, 0), (4, 1), (4, 4)];
    for (number, place) in places.into_iter().enumerate() {
        shop.wait_for_place("broken", place, &mut child);
        kill(child);
        let threads = ["1", "2"][number % 2];
        child = shop.start(&["resume", "broken", "--threads", threads]);
    }
    for opponent in ["generation 0", "random searches"] {
        shop.wait_for_finding("broken", &format!("match against {opponent}"), &mut child);
        kill(child);
        child = shop.start(&["resume", "broken", "--threads", "2"]);
    }
    kill(child);
    shop.succeed(&["resume", "broken"]);
    for name in ["champion.toml", "evol0.toml", "champion-run2.toml"] {
        let read = |run: &str| shop.read(&format!("runs/{run}/{name}"));
        assert_eq!(read("broken"), read("unbroken"), "{name}");
    }
    let figures = |run| shop.succeed(&["export", run, "--csv"]);
    assert_eq!(figures("broken"), figures("unbroken"));
    let proofs = |run: &str| {
        let reader = journal::Reader::open(&shop.path("runs").join(run)).unwrap();
        let held_out = HeldOut::read(&reader).unwrap().unwrap();
        (Proof::all(&reader).unwrap(), held_out)
    };
    assert_eq!(proofs("broken"), proofs("unbroken"));

    let (matches, held_out) = proofs("broken");
    let opponents: Vec<_> = matches.iter().map(|proof| proof.opponent).collect();
    let expected = [
        Opponent::Generation0,
        Opponent::RandomSearches,
        Opponent::Evol0,
    ];
    assert_eq!(opponents, expected);
    assert!(matches[..2].iter().all(|proof| proof.results.pairs() == 12));
    let (moves, suite) = (held_out.moves.unwrap(), held_out.suite.unwrap());
    assert_eq!(moves.of, 50);
    assert!(moves.champion <= 50.0 && moves.generation_0 <= 50.0);
    let puzzles = problems::tactics::Puzzle::built_in().len() as u64;
    assert_eq!(suite.of, puzzles - 6);
    assert!(suite.champion <= suite.of as f64);
}

#[test]
fn the_champion_has_the_evaluation_of_the_final_and_a_search_of_its_own() {
    let shop = Workshop::new(RECIPE);
    let text = shop.succeed(&["evolve", "small.toml", "--budget", "tiny"]);
    for part in ["generation 0", "random searches", "EVOL0"] {
        assert!(text.contains(part), "{part} in {text}");
    }
    let read = |name: &str| Organism::read(&shop.path("runs/tiny-seed1").join(name)).unwrap();
    let (champion, parent) = (read("champion.toml"), read("evol0.toml"));
    assert_eq!(champion.search, parent.search);
    let founders = [read("champion-run1.toml"), read("champion-run2.toml")];
    assert!(founders.iter().any(|one| one.weights == parent.weights));
    let note = champion.origin.note.unwrap();
    assert!(note.contains("against generation 0: "), "{note}");
    assert!(
        note.contains("star seed 1 final") || note.contains("tiny seed 1 final"),
        "{note}"
    );

    // What the journal says of the held-out moves is what `show` says.
    let show = shop.succeed(&["show", "tiny-seed1"]);
    assert!(show.contains("MULTI_CUT_USE"), "{show}");
    shop.succeed(&["plot", "tiny-seed1"]);
    for stage in ["evaluations", "coevolution", "search"] {
        for picture in ["curve", "genes"] {
            let svg = shop.read(&format!("runs/tiny-seed1/{picture}-{stage}.svg"));
            assert!(svg.contains(&format!("tiny-seed1: {stage}")), "{stage}");
        }
    }
    the_proof_is_shown_and_exported(&shop, &show);
}

/// Matches and held-out positions of the run, which has 2 pairs a match and 50 test
/// positions.
fn the_proof_is_shown_and_exported(shop: &Workshop, show: &str) {
    let table = |what: &str| -> Vec<serde_json::Map<String, serde_json::Value>> {
        let text = shop.succeed(&["export", "tiny-seed1", "--json", what]);
        serde_json::from_str(&text).unwrap()
    };
    let reader = journal::Reader::open(&shop.path("runs/tiny-seed1")).unwrap();
    let matches = table("--matches");
    let proofs = Proof::all(&reader).unwrap();
    assert_eq!(matches.len(), proofs.len());
    for (row, proof) in matches.iter().zip(&proofs) {
        let name = proof.opponent.name();
        assert_eq!(row["opponent"], name);
        assert_eq!(row["nodes_a_move"], proof.nodes);
        assert_eq!(row["pairs"], proof.results.pairs());
        assert_eq!(row["pairs_scoring_2"], proof.results.two_wins);
        let elo = proof.results.elo();
        assert_eq!(
            row["elo"].as_f64(),
            Some(elo.value).filter(|elo| elo.is_finite())
        );
        assert_eq!(
            row["elo_low"].as_f64(),
            Some(elo.low).filter(|elo| elo.is_finite())
        );
        assert!(show.lines().any(|line| line.starts_with(name)), "{show}");
    }

    let held_out = table("--held-out");
    let known = HeldOut::read(&reader).unwrap().unwrap();
    let moves = known.moves.unwrap();
    let row = held_out
        .iter()
        .find(|row| row["what"] == "moves predicted" && row["player"] == "champion");
    let row = row.unwrap();
    assert_eq!(row["positions"], 50);
    assert_eq!(row["solved"].as_f64(), Some(moves.champion));
    assert_eq!(row["percent"].as_f64(), Some(2.0 * moves.champion));
    assert!(
        show.contains("moves predicted, 50 positions not used in breeding"),
        "{show}"
    );
    assert!(show.contains("puzzles solved, "), "{show}");

    // Scores have their units, and puzzles that were bred on are not called a test.
    let generations: Vec<serde_json::Map<String, serde_json::Value>> =
        serde_json::from_str(&shop.succeed(&["export", "tiny-seed1", "--json"])).unwrap();
    let of = |stage: &str| {
        let mut rows = generations.iter();
        rows.find(|row| row["stage"] == stage).unwrap()
    };
    let (evaluations, search) = (of("evaluations"), of("search"));
    assert_eq!(evaluations["unit"], "% of positions solved");
    assert_eq!(evaluations["held_out_kind"], "on test");
    assert!(evaluations["held_out_score"].is_number() && evaluations["train_solved"].is_null());
    assert_eq!(search["unit"], "million nodes to the right moves");
    assert!(search["held_out_score"].is_null() && search["train_solved"].is_number());
    let runs = generations
        .iter()
        .filter(|row| row["stage"] == "evaluations");
    let runs: Vec<_> = runs.map(|row| row["run"].as_u64().unwrap()).collect();
    assert_eq!(runs, [1, 1, 2, 2]);
}

#[test]
fn the_report_is_one_whole_page_whatever_the_texts_are() {
    let hostile = "\"quote\" & <script>alert(1)</script>";
    let shop = Workshop::new(&format!("# {hostile}\n{RECIPE}"));
    shop.succeed(&["evolve", "small.toml", "--budget", "tiny", "--name", "one"]);
    // A folder may have any name.
    let name = "a <b> & 'c'";
    std::fs::rename(shop.path("runs/one"), shop.path("runs").join(name)).unwrap();
    shop.succeed(&["report", name]);
    let page = shop.read(&format!("runs/{name}/report.html"));
    // Names of genes may be broken after an underscore, and nowhere else.
    assert!(page.contains("<code>KNIGHT_<wbr>VALUE</code>"));
    let written = page.clone();
    let page = page.replace("<wbr>", "");
    assert!(!page.contains("<script") && !page.contains("<b> &"));
    assert!(page.contains("&quot;quote&quot; &amp; &lt;script&gt;alert(1)&lt;/script&gt;"));
    assert!(page.contains("<h1>a &lt;b&gt; &amp; 'c'</h1>"));
    // Nothing is fetched from anywhere.
    for way in ["http://", "https://", "src=", "@import", "url("] {
        let page = page.replace("http://www.w3.org/2000/svg", "");
        assert!(!page.contains(way), "{way}");
    }
    for part in [
        "Figure 2",
        "Figure 4",
        "random searches",
        "EVOL0",
        "KNIGHT_VALUE",
        "CHECK_EXTENSION",
        "Repeat it",
        "[proof]",
    ] {
        assert!(page.contains(part), "{part}");
    }
    check_tags(&page);
    check_tables(&page);
    // Figures say what they show, and there is one minus sign.
    for title in ["evaluations, run ", "coevolution", "search"] {
        assert!(page.contains(&format!("<figure><h3>{title}")), "{title}");
    }
    let outside = page.split("<pre>").next().unwrap();
    for text in outside.split('>').filter_map(|part| part.split('<').next()) {
        let minus = text
            .as_bytes()
            .windows(2)
            .any(|pair| pair[0] == b'-' && pair[1].is_ascii_digit());
        assert!(!minus || text == name, "{text}");
    }
    // The command makes the same page again.
    shop.succeed(&["report", name]);
    assert_eq!(shop.read(&format!("runs/{name}/report.html")), written);
}

/// No column is without a name or without a value.
fn check_tables(page: &str) {
    let tables: Vec<_> = page.split("<table>").skip(1).collect();
    assert!(tables.len() >= 5, "{}", tables.len());
    for table in tables {
        let (head, body) = table.split_once("</thead>").unwrap();
        let heads: Vec<_> = head.split("</th>").collect();
        let heads = &heads[..heads.len() - 1];
        assert!(heads.iter().all(|head| !head.ends_with('>')), "{head}");
        let body = body.split("</table>").next().unwrap();
        let rows: Vec<Vec<_>> = body
            .split("<tr>")
            .skip(1)
            .map(|row| row.split("<td").skip(1).collect())
            .collect();
        for column in 0..heads.len() - 1 {
            let is_filled = |row: &Vec<&str>| !row[column].contains("\"></td>");
            assert!(rows.iter().any(is_filled), "{}", heads[column + 1]);
        }
    }
}

/// Every tag that is opened is closed, in order, but for those that need not be.
fn check_tags(page: &str) {
    let mut open = Vec::new();
    let body = page.strip_prefix("<!DOCTYPE html>").unwrap();
    for part in body.split('<').skip(1) {
        let (tag, _) = part.split_once('>').expect("a tag ends");
        let name = tag.split([' ', '\n', '/']).find(|word| !word.is_empty());
        let name = name.unwrap();
        match () {
            () if tag.starts_with('/') => assert_eq!(open.pop(), Some(name), "{tag}"),
            () if tag.ends_with('/') || ["meta", "br"].contains(&name) => {}
            () => open.push(name),
        }
    }
    assert!(open.is_empty(), "{open:?}");
}

#[test]
fn wrong_parts_are_refused() {
    for (from, to, line, says) in [
        (
            "nodes = 600",
            "organism = \"a.toml\"\nnodes = 600",
            40,
            "leave out the organism",
        ),
        (
            "generations = 4\n\n[tactics.ga]",
            "\n[tactics.ga]",
            37,
            "the key `generations` is missing",
        ),
        (
            "train = 6",
            "train = 100000",
            39,
            "`--set tactics.train=293`",
        ),
        ("pairs = 12", "pair = 12", 53, "did you mean `pairs`?"),
        (
            "tactics.generations = 1",
            "tactics.generation = 1",
            57,
            "[budget.tiny]: unknown key `generation`",
        ),
        (
            "name = \"tiny\"",
            "name = \"../tiny\"",
            57,
            "[budget.tiny]: `../tiny` cannot name a run",
        ),
    ] {
        assert!(RECIPE.contains(from), "{from}");
        let shop = Workshop::new(&RECIPE.replacen(from, to, 1));
        let text = shop.complaint(&["evolve", "small.toml"]);
        assert!(text.contains(says), "{text}");
        assert!(text.contains(&format!("small.toml:{line}: ")), "{text}");
        assert!(!shop.path("runs").exists());
    }
    let shop = Workshop::new(RECIPE);
    let text = shop.complaint(&["evolve", "small.toml", "--budget", "huge"]);
    assert!(
        text.contains("unknown budget `huge`; known here: tiny"),
        "{text}"
    );
    let mentor = RECIPE.replace(", \"tactics\"]", "]");
    let mentor = mentor.split("[tactics]").next().unwrap().to_owned()
        + "[proof]\npairs = 1\nnodes = 1\nhash = 1\n";
    let text = Workshop::new(&mentor).complaint(&["evolve", "small.toml"]);
    assert!(
        text.contains("and with [tactics] after other stages"),
        "{text}"
    );
}

#[test]
fn the_built_in_recipe_is_valid_in_all_sizes() {
    let star = lab::Recipe::shipped("evol-star").unwrap();
    assert_eq!(star.budgets, ["default", "paper", "quick"]);
    for budget in &star.budgets {
        let recipe = star.in_budget(budget).unwrap();
        assert!(recipe.budgets.is_empty());
        assert_eq!(recipe.stages.len(), 4);
        // It needs no file, and a run can continue from anywhere.
        recipe.pinned().unwrap().pinned().unwrap();
    }
}
