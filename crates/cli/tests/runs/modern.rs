//! The story of the modern kind: from nothing to a champion and what it is worth.

use std::fs;

use crate::champions::small;
use crate::workshop::{RECIPE, Workshop};

#[test]
fn the_main_job_ends_with_matches_and_what_to_do_next() {
    let shop = Workshop::new(RECIPE);
    // Its budget does without these stages.
    let left_out = ["lives.", "refined."];
    let mut command = vec!["evolve", "--name", "one"];
    for setting in small("modern").chunks(2) {
        if !left_out.iter().any(|stage| setting[1].starts_with(stage)) {
            command.extend(setting);
        }
    }
    let told = shop.succeed(&command);
    for part in [
        "A champion, from random numbers",
        "the organism played itself for 2 generations",
        "searches with it played each other for 2 generations",
        "against random searches",
        "against Galapagos 1",
        "galapagos uci --organism runs/one/champion.toml",
    ] {
        assert!(told.contains(part), "{part} in {told}");
    }
    assert!(!told.contains("evol0.toml"), "{told}");
    let shown = shop.succeed(&["show", "one"]);
    assert!(shown.contains("Galapagos 1"), "{shown}");
    let page = fs::read_to_string(shop.path("runs/one/report.html")).unwrap();
    assert!(page.contains("Galapagos 1") && page.contains("random searches"));
}
