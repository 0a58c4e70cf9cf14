//! Depth programs: what they do, how they vary, how they are written.

mod slow;

use evo::{Probability, Seed, Stream};
use evochess::depth::{Code, Facts, Limits, Program, Registers, Swap, Terminal, Variation};
use slow::Slow;

const LIMITS: fn() -> Limits = || Limits {
    start: 60.try_into().unwrap(),
    statements: 120.try_into().unwrap(),
    nesting: 4,
    moves: Probability::new(0.2),
    own: Probability::new(0.1),
    alike: Probability::new(0.5),
};

const MOST: i32 = 2;

fn random_facts(stream: &mut Stream) -> Facts {
    let mut facts = Facts::new([100.0, 340.0, 341.0, 500.0, 900.0]);
    for &terminal in Terminal::ALL {
        let range = [1.0, 10.0, 1e3, 1e9][stream.below(4)];
        let value = (stream.unit() as f32 * 2.0 - 1.0) * range;
        facts.set(
            terminal,
            if stream.chance(0.5) {
                value.round()
            } else {
                value
            },
        );
    }
    facts
}

#[test]
fn code_does_what_the_program_says() {
    let mut moved = [0; 5];
    let mut shorter = 0;
    for number in 0..4000 {
        let mut stream = Seed::new(1).child("program", number).stream();
        let program = LIMITS().sample(&mut stream);
        let code = Code::new(&program);
        let text = program.to_string();
        let lines: Vec<_> = text.lines().map(str::trim).collect();
        let effective = code.lines().count();
        shorter += usize::from(effective < program.size());
        // Registers go from run to run: what one leaves out, another would miss.
        let mut kept = [Registers::default(); 2];
        for _ in 0..5 {
            let mut facts = random_facts(&mut stream);
            facts.set_registers(kept[1]);
            let slow = Slow::run(&program, &facts, MOST);
            kept[1] = slow.facts.registers();
            facts.set_registers(kept[0]);
            let mut ran = Vec::new();
            let change = code.run(&mut facts, MOST, |line| ran.push(lines[line - 1]));
            kept[0] = facts.registers();
            assert_eq!(change, slow.change, "{text}");
            // It skips what has no effect, and nothing else.
            let mut all = slow.lines.iter();
            for line in ran {
                assert!(all.any(|other| other == line), "{line} in\n{text}");
            }
            moved[(change + 2) as usize] += 1;
        }
    }
    assert!(moved.iter().all(|&count| count > 100), "{moved:?}");
    assert!(shorter > 3000, "{shorter}");
}

#[test]
fn numbers_stay_finite() {
    let program: Program = "+ move_value\n* move_value\n* accumulator\n* accumulator\n\
        / search_depth\nstore_game accumulator\nif game_register < beta_bound {\n incHorizon\n}"
        .parse()
        .unwrap();
    let code = Code::new(&program);
    for value in [0.0, 1e-38, -1e-38, 1e9, -1e9, f32::MIN_POSITIVE] {
        for divisor in [0.0, 1e-38, -0.0, 1e9] {
            let mut facts = Facts::new([1.0; 5]);
            facts.set(Terminal::MoveValue, value);
            facts.set(Terminal::SearchDepth, divisor);
            code.run(&mut facts, MOST, |_| {});
            assert!(facts.registers().game.abs() <= 1e9);
        }
    }
}

#[test]
fn the_horizon_moves_by_two_plies_at_most() {
    for (text, moved) in [
        ("incHorizon\nincHorizon\nincHorizon\n", 2),
        ("decHorizon\ndecHorizon\ndecHorizon\nincHorizon\n", -1),
        (
            "incHorizon\nif search_horizon = search_depth {\ndecHorizon\n}\n",
            0,
        ),
        ("", 0),
    ] {
        let code = Code::new(&text.parse().unwrap());
        let mut facts = Facts::new([1.0; 5]);
        facts.set(Terminal::SearchDepth, 1.0);
        assert_eq!(code.run(&mut facts, MOST, |_| {}), moved, "{text}");
    }
}

#[test]
fn what_has_no_effect_is_left_out() {
    for (text, lines) in [
        ("load pawns\nload rooks\n", 0),
        ("store_level pawns\nincHorizon\n", 1),
        (
            "store_level pawns\nif level_register < rooks {\nincHorizon\n}\n",
            3,
        ),
        (
            "load pawns\nload rooks\nif accumulator < pawns {\nincHorizon\n}\n",
            3,
        ),
        ("load pawns\nif rooks < pawns {\nload rooks\n}\n", 0),
    ] {
        assert_eq!(
            Code::new(&text.parse().unwrap()).lines().count(),
            lines,
            "{text}"
        );
    }
}

#[test]
fn texts_are_read_as_they_are_written() {
    for number in 0..2000 {
        let mut stream = Seed::new(2).child("program", number).stream();
        let program = LIMITS().sample(&mut stream);
        let text = program.to_string();
        assert_eq!(text.parse::<Program>().unwrap(), program, "{text}");
        // What is damaged is refused or read as something, but never more.
        let at = stream.below(text.len() + 1);
        let _ = text[..at].parse::<Program>();
    }
    for (text, says) in [
        ("load\n", "line 1: `load` is no statement"),
        ("load pawns\nload horse", "line 2: `horse` is no terminal"),
        ("steal pawns", "line 1: `steal` is no function"),
        ("if pawns > rooks {\n}", "line 1: `>` compares nothing"),
        ("if pawns < rooks {\nincHorizon", "a `}` is missing"),
        ("}", "line 1: `}` ends nothing"),
    ] {
        let error = text.parse::<Program>().unwrap_err().to_string();
        assert!(error.contains(says), "{error}");
    }
    let deep = "if pawns < rooks {\n".repeat(100_000);
    assert!(deep.parse::<Program>().is_err());
}

fn vary(limits: Limits, count: u64) {
    let mut parents: Vec<_> = (0..20)
        .map(|number| limits.sample(&mut Seed::new(3).child("parent", number).stream()))
        .collect();
    let mut largest = 0;
    let mut same = 0;
    let most = usize::from(limits.statements.get());
    for number in 0..count {
        let mut stream = Seed::new(3).child("child", number).stream();
        let (mother, father) = (stream.below(20), stream.below(20));
        let chance = |yes: bool| Probability::new(f64::from(u8::from(yes)));
        let before = parents[mother].clone();
        let mut child = before.clone();
        match number % 4 {
            kind @ (0 | 1) => {
                let how = Swap {
                    branched: chance(kind == 0),
                };
                child = limits.cross(how, &before, &parents[father], &mut stream);
            }
            kind => {
                let how = Variation {
                    rate: Probability::new(1.0),
                    foreign: chance(kind == 2),
                    statement: Probability::new(0.3),
                };
                limits.mutate(how, &mut child, &mut stream);
                if kind == 3 {
                    assert_eq!(
                        (child.size(), child.nesting()),
                        (before.size(), before.nesting())
                    );
                }
            }
        }
        assert!(limits.hold(&child), "{child}");
        if number % 1000 == 0 {
            assert_eq!(child.to_string().parse::<Program>().unwrap(), child);
        }
        largest = largest.max(child.size());
        same += u64::from(child == before);
        parents[mother] = child;
    }
    assert!(largest > most * 5 / 6, "{largest}");
    assert!(same < count / 2, "{same} of {count} were copies");
}

#[test]
fn children_stay_within_the_limits() {
    vary(LIMITS(), 40_000);
}

/// A million of each crossover and mutation.
#[test]
fn four_million_children_stay_within_the_limits() {
    let small = Limits {
        start: 8.try_into().unwrap(),
        statements: 12.try_into().unwrap(),
        nesting: 2,
        moves: Probability::new(0.2),
        own: Probability::new(0.1),
        alike: Probability::new(0.5),
    };
    vary(small, 4_000_000);
}
