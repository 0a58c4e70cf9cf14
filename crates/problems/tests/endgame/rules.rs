//! Trees as people would say them.

use evo::{Seed, Space};
use problems::endgame::{FLOAT, Memo, Program, Rule, Terminals, View, vocabulary};

use crate::positions::{legal, random_game};
use crate::trees::large_space;

fn rule(text: &str) -> Rule {
    Rule::new(&vocabulary(Terminals::All).parse(text, FLOAT).unwrap())
}

#[test]
fn rules_mean_what_their_trees_mean() {
    let space = large_space(Terminals::All);
    let (mut before_size, mut after_size) = (0, 0);
    for number in 0..600 {
        let mut stream = Seed::new(2).child("tree", number).stream();
        let forest = space.sample(&mut stream);
        let programs: Vec<_> = forest.0.iter().map(Program::new).collect();
        let rules: Vec<_> = forest.0.iter().map(Rule::new).collect();
        before_size += forest.size();
        after_size += rules.iter().map(Rule::size).sum::<usize>();
        for _ in 0..3 {
            let game = random_game(stream.below(8), &mut stream);
            let before = game.board();
            for &mv in legal(before).iter().take(8) {
                let mut after = before.clone();
                after.play(mv);
                let mut memo = Memo::new(View::new(before, &after, game.keys()));
                for (program, rule) in programs.iter().zip(&rules) {
                    let value = program.value(&mut memo);
                    assert_eq!(value, rule.evaluate(&mut memo), "{}", rule.line());
                    let (_, leaf) = rule.path(&mut memo);
                    assert_eq!(value, leaf.evaluate(&mut memo));
                }
            }
        }
    }
    assert!(
        after_size * 10 < before_size * 9,
        "{before_size} to {after_size}"
    );
}

#[test]
fn what_says_nothing_is_left_out() {
    for (tree, line) in [
        ("(If3 IsMate 500 500)", "500"),
        ("(If3 NotMyKingInCheck 500 250)", "500"),
        ("(If3 (Not IsMate) 500 250)", "if IsMate then 250 else 500"),
        (
            "(If3 (Not (Not IsMate)) 500 250)",
            "if IsMate then 500 else 250",
        ),
        (
            "(If3 (And2 IsMate IsMate) 500 250)",
            "if IsMate then 500 else 250",
        ),
        ("(If3 (And2 IsMate (Not IsMate)) 500 250)", "250"),
        ("(If3 (Or2 IsMate (Not IsMate)) 500 250)", "500"),
        ("(If3 (Smaller IsMate IsMate) 500 250)", "250"),
        (
            "(If3 (Smaller IsMate IsDraw) 500 250)",
            "if not IsMate and IsDraw then 500 else 250",
        ),
        (
            "(If3 (Smaller EvaluateMaterial KingsProximity) 500 250)",
            "if EvaluateMaterial < KingsProximity then 500 else 250",
        ),
        (
            "(If3 IsMate (If3 IsMate 500 250) (If3 IsMate 333 250))",
            "if IsMate then 500 else 250",
        ),
        (
            "(If3 IsMate 500 (If3 IsDraw 500 250))",
            "if IsMate or IsDraw then 500 else 250",
        ),
        (
            "(If3 IsMate (If3 IsDraw 500 250) 250)",
            "if IsMate and IsDraw then 500 else 250",
        ),
        (
            "(If3 MyKingDistEdges MyKingDistEdges 500)",
            "if MyKingDistEdges then MyKingDistEdges else 500",
        ),
        (
            "(If3 MyKingDistEdges 500 MyKingDistEdges)",
            "if MyKingDistEdges then 500 else 0",
        ),
        (
            "(If3 (And3 IsMate (And2 IsDraw IsMyFork) (Or2 IsMateInOne IsDraw)) 500 250)",
            "if IsMate and IsDraw and IsMyFork then 500 else 250",
        ),
        (
            "(If3 (Smaller (And2 MyKingDistEdges MyKingDistEdges) KingsProximity) 500 250)",
            "if (whether MyKingDistEdges) < KingsProximity then 500 else 250",
        ),
    ] {
        assert_eq!(rule(tree).line(), line, "{tree}");
    }
}

#[test]
fn rules_stand_below_each_other() {
    let rule = rule(
        "(If3 IsMate 500 (If3 (Or2 IsDraw IsMateInOne) -500 \
         (If3 IsMyFork (If3 IsOppKingInCheck 333 250) EvaluateMaterial)))",
    );
    assert_eq!(
        rule.lines(2),
        "  if IsMate: 500\n  \
           else if IsDraw or IsMateInOne: -500\n  \
           else if IsMyFork\n      \
               if IsOppKingInCheck: 333\n      \
               else: 250\n  \
           else: EvaluateMaterial\n"
    );
    assert_eq!(rule.terminals().len(), 6);
}
