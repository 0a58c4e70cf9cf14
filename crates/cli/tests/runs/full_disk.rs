//! A disk with no space left.

use std::process::Command;

use crate::workshop::{Workshop, long_recipe};

/// Mounts of its own, gone when the process ends.
const PRIVATE: [&str; 3] = ["unshare", "--map-root-user", "--mount"];

#[test]
fn a_run_goes_on_when_there_is_space_again() {
    let recipe = long_recipe().replace("generations = 3000", "generations = 600");
    let shop = Workshop::new(&recipe);
    let disk = shop.path("disk");
    std::fs::create_dir(&disk).unwrap();
    let able = Command::new(PRIVATE[0])
        .args(&PRIVATE[1..])
        .args(["mount", "-t", "tmpfs", "tmpfs"])
        .arg(&disk)
        .output();
    if !able.is_ok_and(|output| output.status.success()) {
        eprintln!("skipped: nothing can be mounted here");
        return;
    }
    shop.succeed(&["evolve", "small.toml", "--name", "unbroken"]);

    let script = "set -e
        mount -t tmpfs -o size=1m tmpfs disk
        if \"$0\" evolve small.toml --runs-dir disk --name run; then exit 9; fi
        mount -t tmpfs -o remount,size=64m tmpfs disk
        \"$0\" resume disk/run >&2
        cat disk/run/champion.toml";
    let output = Command::new(PRIVATE[0])
        .args(&PRIVATE[1..])
        .args(["sh", "-c", script])
        .arg(shop.command(&[]).get_program())
        .current_dir(shop.path(""))
        .output()
        .unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    assert!(errors.contains("no space is left for disk/run"), "{errors}");
    let champion = String::from_utf8(output.stdout).unwrap();
    assert_eq!(champion, shop.read("runs/unbroken/champion.toml"));
}
