//! Typed trees: what grows, what the operators leave, and how trees are read and written.

use evo::trees::{
    Bloat, Constants, Draw, Forest, Graft, Node, Regrow, Room, Style, Tree, Types, Vocabulary, Word,
};
use evo::{Error, Limits, Origin, Probability, Seed, Selection, Space, TreeSpec, Trees};

use crate::toys::{NUMBER, Sorted, TRUTH, count, evolve, gp, regrow, two_trees, vocabulary, words};

pub fn graft(inner: f64) -> Graft {
    Graft {
        inner: Probability::new(inner),
    }
}

fn only(kind: usize) -> Regrow {
    let share = |place| Probability::new(f64::from(u8::from(place == kind)));
    Regrow {
        subtree: share(0),
        point: share(1),
        constant: share(2),
        insert: share(3),
        hoist: share(4),
        depth: count(3),
    }
}

/// Reads a tree by the rules, and knows nothing of how the library walks one:
/// its size, its depth, and whether every word is of the type that is wanted.
fn check(words: &[Word], nodes: &[Node], wanted: Types) -> Option<(usize, usize)> {
    let (returns, takes) = match *nodes.first()? {
        Node::Constant(value) if (0.0..=9.0).contains(&value) => (NUMBER, &[][..]),
        Node::Constant(_) => return None,
        Node::Word(word) => {
            let word = words.get(usize::from(word))?;
            (word.returns, &word.takes[..])
        }
    };
    let mut size = 1;
    let mut depth = 0;
    for &wanted in takes {
        let argument = check(words, &nodes[size..], wanted)?;
        size += argument.0;
        depth = depth.max(argument.1);
    }
    returns.meets(wanted).then_some((size, depth + 1))
}

fn fine(words: &[Word], forest: &Forest) -> bool {
    let limits = [(NUMBER, 8, 40), (TRUTH, 5, 12)];
    forest.0.len() == 2
        && forest.0.iter().zip(limits).all(|(tree, limits)| {
            let (wanted, deepest, largest) = limits;
            check(words, &tree.0, wanted).is_some_and(|(size, depth)| {
                size == tree.size() && size <= largest && depth <= deepest
            })
        })
}

/// A million children and mutants, each of others before it.
#[test]
fn what_is_bred_is_well_typed_and_within_its_limits() {
    let space = two_trees();
    let mut stream = Seed::new(1).stream();
    let mut forests: Vec<_> = (0..100).map(|_| space.sample(&mut stream)).collect();
    let words = words();
    let mut largest = 0;
    for _ in 0..500_000 {
        let mut pick = || stream.below(forests.len());
        let (mother, father, place, other) = (pick(), pick(), pick(), pick());
        let child = space.cross(&graft(0.9), &forests[mother], &forests[father], &mut stream);
        assert!(fine(&words, &child), "{child:?}");
        forests[place] = child;
        space.mutate(&regrow(), &mut forests[other], 0, &mut stream);
        assert!(fine(&words, &forests[other]), "{:?}", forests[other]);
        largest = largest.max(forests[other].size());
    }
    // The limits were reached, so they were tried.
    assert_eq!(largest, 40 + 12);
}

#[test]
fn half_of_the_random_trees_are_full_and_depths_are_ramped() {
    let space = two_trees();
    let count = 4000;
    let mut depths = [0.0; 6];
    let mut full = 0.0;
    for index in 0..count {
        let forest = space.sample(&mut Seed::new(2).child("tree", index).stream());
        assert!(fine(&words(), &forest) && space.holds(&forest));
        let depth = space.depth(&forest, 0);
        assert_eq!(
            Some(depth),
            check(&words(), &forest.0[0].0, NUMBER).map(|(_, d)| d)
        );
        depths[depth] += 1.0 / count as f64;
        let sites = space.vocabulary().survey(&forest.0[0], NUMBER).unwrap();
        let leaves = sites.iter().filter(|site| !site.inner);
        let even = leaves.clone().all(|site| site.level == depth);
        full += f64::from(u8::from(even && depth == 4)) / count as f64;
    }
    // A quarter each is drawn for 2 to 5, and the full half of a quarter keeps
    // its depth unless 40 nodes are too few for it. Grown trees may stop early.
    assert_eq!(depths[0], 0.0);
    assert!(depths[1] > 0.2 && depths[1] < 0.5, "{depths:?}");
    for depth in 2..=5 {
        assert!(depths[depth] > 0.11, "{depths:?}");
    }
    assert!((full - 0.125).abs() < 0.04, "{full}");
}

#[test]
fn every_word_that_fits_is_grown_alike() {
    let vocabulary = vocabulary();
    let room = Room { depth: 2, size: 9 };
    let mut counts = [0; 9];
    for index in 0..9000 {
        let mut stream = Seed::new(3).child("tree", index).stream();
        match vocabulary.plant(NUMBER, Style::Grow, room, &mut stream).0[0] {
            Node::Word(word) => counts[usize::from(word)] += 1,
            Node::Constant(_) => counts[8] += 1,
        }
    }
    // If, A, B, C, Even and a constant; the other words are truths.
    for (word, count) in counts.into_iter().enumerate() {
        match word {
            1..=3 => assert_eq!(count, 0),
            _ => assert!((1350..1650).contains(&count), "{counts:?}"),
        }
    }
}

#[test]
fn a_child_is_its_mother_but_for_a_part_of_its_father() {
    let space = two_trees();
    let mut changed = 0;
    let mut first = 0;
    let mut inner = 0;
    for index in 0..4000 {
        let mut stream = Seed::new(4).child("child", index).stream();
        let (mother, father) = (space.sample(&mut stream), space.sample(&mut stream));
        let child = space.cross(&graft(0.9), &mother, &father, &mut stream);
        if child == mother {
            continue;
        }
        changed += 1;
        let at = usize::from(child.0[0] == mother.0[0]);
        assert_eq!(child.0[1 - at], mother.0[1 - at]);
        first += 1 - at;
        let (child, mother) = (&child.0[at].0, &mother.0[at].0);
        let same = |pair: &(&Node, &Node)| pair.0 == pair.1;
        let before = child.iter().zip(mother).take_while(same).count();
        // Wherever the cut was, what is new is somewhere in the father as it stands.
        let cut = (0..=before).rev().find_map(|cut| {
            let wanted = if at == 0 { NUMBER } else { TRUTH };
            let sites = space.vocabulary().survey(&Tree(child.clone()), wanted)?;
            let end = cut + sites.get(cut)?.size;
            let part = &child[cut..end];
            let mothers = space.vocabulary().survey(&Tree(mother.clone()), wanted)?;
            let rest = &mother[cut + mothers.get(cut)?.size..];
            let whole = rest == &child[end..];
            let in_tree = |tree: &Tree| tree.0.windows(part.len()).any(|window| window == part);
            let found = father.0.iter().any(in_tree);
            (whole && found).then_some(part.len())
        });
        inner += usize::from(cut.unwrap() > 1);
    }
    assert!(changed > 2400, "{changed}");
    // Either tree is as likely, but the small one is more often left as it was.
    let share = first as f64 / f64::from(changed);
    assert!((0.45..0.62).contains(&share), "{share}");
    // Seen from the child, a part may look smaller than what was exchanged.
    assert!(
        inner as f64 > 0.4 * f64::from(changed),
        "{inner} of {changed}"
    );
}

#[test]
fn the_kinds_of_mutation_change_what_they_say() {
    let space = two_trees();
    let shape = |tree: &Tree, wanted| {
        let sites = space.vocabulary().survey(tree, wanted).unwrap();
        sites.iter().map(|site| site.size).collect::<Vec<_>>()
    };
    let holds_in_order = |whole: &Tree, part: &Tree| {
        let mut nodes = whole.0.iter();
        part.0.iter().all(|node| nodes.any(|other| other == node))
    };
    let (mut inserts, mut hoists) = (0, 0);
    let (mut points, mut constants, mut subtrees) = (0, 0, 0);
    for index in 0..3000 {
        let mut stream = Seed::new(5).child("mutant", index).stream();
        let before = space.sample(&mut stream);
        let place = (NUMBER, Room { depth: 8, size: 40 });
        let mutate = |how, stream: &mut _| {
            let mut tree = before.0[0].clone();
            space.vocabulary().mutate(how, &mut tree, place, stream);
            tree
        };
        let old = &before.0[0];
        let differences = |new: &Tree| {
            let pairs = old.0.iter().zip(&new.0);
            pairs.filter(|(old, new)| old != new).count()
        };

        let new = mutate(only(1), &mut stream);
        if new.size() == old.size() && differences(&new) == 1 {
            assert_eq!(shape(&new, NUMBER), shape(old, NUMBER));
            points += 1;
        }
        let has_constant = old.0.iter().any(|node| matches!(node, Node::Constant(_)));
        let new = mutate(only(2), &mut stream);
        if has_constant {
            assert_eq!(shape(&new, NUMBER), shape(old, NUMBER));
            assert_eq!(differences(&new), 1);
            let mut pairs = old.0.iter().zip(&new.0);
            let changed = pairs.find(|(old, new)| old != new).unwrap();
            assert!(matches!(changed, (Node::Constant(_), Node::Constant(_))));
            constants += 1;
        }
        subtrees += u32::from(mutate(only(0), &mut stream) != *old);

        // All that was there is still there, around and inside something new.
        let new = mutate(only(3), &mut stream);
        inserts += u32::from(new.size() > old.size() && holds_in_order(&new, old));
        // All that is there was there before.
        let new = mutate(only(4), &mut stream);
        hoists += u32::from(new.size() < old.size() && holds_in_order(old, &new));
    }
    // Every fourth random tree is of one node: nothing can be hoisted out of it.
    assert!(inserts > 2000, "{inserts}");
    assert!(hoists > 1000, "{hoists}");
    // `If` is the only word of its kind, so some points have no other word.
    assert!(points > 2000, "{points}");
    assert!(constants > 500, "{constants}");
    assert!(subtrees > 2500, "{subtrees}");
}

#[test]
fn reproduction_crossover_and_mutation_keep_their_rates() {
    let selection = Selection::Tournament { size: count(2) };
    let (evolver, _) = evolve(&two_trees(), &Sorted, gp(2001, selection), 1, 1);
    let origins: Vec<_> = evo::Optimiser::population(&evolver)
        .iter()
        .map(|organism| organism.origin)
        .collect();
    let share = |kind: fn(&Origin) -> bool| {
        origins.iter().filter(|origin| kind(origin)).count() as f64 / 2000.0
    };
    assert!((share(|o| matches!(o, Origin::Copy(_))) - 0.1).abs() < 0.03);
    assert!((share(|o| matches!(o, Origin::Cross(..))) - 0.6).abs() < 0.04);
    assert!((share(|o| matches!(o, Origin::Mutant(_))) - 0.3).abs() < 0.04);
    let copies = origins
        .iter()
        .take_while(|origin| matches!(origin, Origin::Copy(_)))
        .count();
    let last = origins
        .iter()
        .rposition(|origin| matches!(origin, Origin::Copy(_)));
    assert_eq!(last, Some(copies - 1), "copies come first");
}

#[test]
fn trees_are_read_as_they_are_written() {
    let space = two_trees();
    for index in 0..500 {
        let forest = space.sample(&mut Seed::new(6).child("tree", index).stream());
        for (at, tree) in forest.0.iter().enumerate() {
            for width in [0, 30, 80] {
                let text = space.vocabulary().write_indented(tree, width);
                assert_eq!(&space.parse(at, &text).unwrap(), tree, "{text}");
            }
            let line = space.vocabulary().write(tree);
            assert!(!line.contains('\n'));
            assert_eq!(&space.parse(at, &line).unwrap(), tree, "{line}");
        }
    }
    let forest = space.sample(&mut Seed::new(6).stream());
    let text = space.write(&forest);
    assert_eq!(text.lines().count(), 2);
    assert_eq!(space.read(&text).unwrap(), forest);
    for (wrong, says) in [
        (
            "greatest=A",
            "line 2, column 1: `peak=` and a tree are wanted",
        ),
        (
            "greatest=A\npeak=(Not Evn)",
            "line 2, column 11: unknown word `Evn`",
        ),
    ] {
        let error = space.read(wrong).unwrap_err().to_string();
        assert!(error.starts_with(says), "{error}");
    }
    let text = "; the greater of two\n(If (Less A B) ; is it B?\n  B A)";
    let tree = space.parse(0, text).unwrap();
    assert_eq!(space.vocabulary().write(&tree), "(If (Less A B) B A)");
    assert_eq!(
        space.vocabulary().write_indented(&tree, 16),
        "(If\n  (Less A B)\n  B\n  A)"
    );
    assert_eq!(
        space.show(&Forest(vec![tree, space.parse(1, "(Not Even)").unwrap()])),
        "greatest=(If (Less A B) B A) peak=(Not Even)"
    );
}

#[test]
fn texts_that_are_no_tree_are_refused_where_they_go_wrong() {
    let vocabulary = vocabulary();
    let deep = format!("{}A{}", "(If Even ".repeat(200), " A)".repeat(200));
    for (text, says) in [
        (
            "",
            "line 1, column 1: the text ends where a number is wanted",
        ),
        (
            "(If Even A)",
            "line 1, column 2: `If` has 2 arguments, it takes 3",
        ),
        (
            "(If Even A B C)",
            "line 1, column 14: `C` after the 3 arguments of `If`: close it with `)`",
        ),
        (
            "(If Even A\n  B",
            "line 2, column 4: `If` is not closed: a `)` is missing",
        ),
        (
            "(If Even A B) C",
            "line 1, column 15: `C` after the end of the tree",
        ),
        (
            "(If A B C)",
            "line 1, column 5: `A` is a number; a truth is wanted here",
        ),
        (
            "Less",
            "line 1, column 1: `Less` is a truth; a number is wanted here",
        ),
        (
            "If",
            "line 1, column 1: `If` takes 3 arguments: write (If …)",
        ),
        (
            "(A)",
            "line 1, column 2: `A` takes no arguments: write it without parentheses",
        ),
        (
            "(If Evn A B)",
            "line 1, column 5: unknown word `Evn`; did you mean `Even`?",
        ),
        (
            "(If Even 10 B)",
            "line 1, column 10: 10 is not within 0 to 9",
        ),
        (
            "(If Even NaN B)",
            "line 1, column 10: NaN is not within 0 to 9",
        ),
        ("(If\n ; é\n é A B)", "line 3, column 2: unknown word `é`"),
        (
            "()",
            "line 1, column 2: `)` stands where a number is wanted",
        ),
        (
            &deep,
            "line 1, column 896: functions nested more than 100 deep",
        ),
    ] {
        let error = vocabulary.parse(text, NUMBER).unwrap_err().to_string();
        assert_eq!(error, says, "{text}");
    }
}

#[test]
fn words_and_limits_that_make_no_trees_are_refused() {
    let new = |words, constants| Vocabulary::new(&["truth", "number"], words, constants);
    let word = |error: Error| error.to_string();
    let loops = vec![
        Word::terminal("A", NUMBER),
        Word::function("Both", TRUTH, &[TRUTH, NUMBER]),
    ];
    for (words, says) in [
        (
            vec![Word::terminal("1st", NUMBER)],
            "the word `1st` is not a name",
        ),
        (
            vec![Word::terminal("A", NUMBER); 2],
            "the word `A` is declared twice",
        ),
        (
            vec![Word::terminal("A", Types::one(2))],
            "the word `A` has a type that is not declared",
        ),
        (loops, "the word `Both` begins no finite tree"),
    ] {
        let error = word(new(words, None).unwrap_err());
        assert!(error.starts_with(says), "{error}");
    }
    for draw in [
        Draw::OneOf(vec![]),
        Draw::OneOf(vec![f64::NAN]),
        Draw::Between(1.0, 0.0),
        Draw::Between(f64::MIN, f64::MAX),
    ] {
        let constants = Constants {
            returns: NUMBER,
            draw,
        };
        assert!(new(Vec::new(), Some(constants)).is_err());
    }

    let limits = |start, depth, size| {
        let limits = Limits { start, depth, size };
        let spec = TreeSpec {
            name: "tree".into(),
            wanted: NUMBER,
            limits,
        };
        Trees::new(vocabulary(), vec![spec])
    };
    limits((1, 1), 1, 1).unwrap();
    limits((2, 2), 2, 4).unwrap();
    for (start, depth, size) in [
        ((0, 2), 3, 9),
        ((3, 2), 3, 9),
        ((2, 4), 3, 9),
        ((1, 2), 3, 0),
        ((1, 2), 101, 9),
    ] {
        assert!(
            limits(start, depth, size).is_err(),
            "{start:?} {depth} {size}"
        );
    }
}

#[test]
fn strangers_are_seen() {
    let space = two_trees();
    let forest = space.sample(&mut Seed::new(7).stream());
    assert!(space.holds(&forest));
    let parse = |at, text| space.parse(at, text).unwrap();
    let with = |at: usize, tree: Tree| {
        let mut forest = forest.clone();
        forest.0[at] = tree;
        forest
    };
    for stranger in [
        Forest(forest.0[..1].to_vec()),
        with(0, Tree::default()),
        with(0, Tree(vec![Node::Word(8)])),
        with(0, Tree(vec![Node::Constant(10.0)])),
        with(0, Tree(vec![Node::Constant(f64::NAN)])),
        with(0, Tree(vec![Node::Word(0), Node::Word(7), Node::Word(4)])),
        with(0, Tree(vec![Node::Word(4), Node::Word(4)])),
        with(0, parse(1, "(Less A B)")),
        // One level too deep, then one node too many.
        with(1, parse(1, "(Not (Not (Not (Not (Not Even)))))")),
        with(
            1,
            parse(
                1,
                "(And (And (Less A B) (Less B C)) (And (Less A C) (And Even Even)))",
            ),
        ),
    ] {
        assert!(!space.holds(&stranger), "{stranger:?}");
    }
}

#[test]
fn bloat_is_counted_in_nodes() {
    let space = two_trees();
    let forest = |first, second| {
        Forest(vec![
            space.parse(0, first).unwrap(),
            space.parse(1, second).unwrap(),
        ])
    };
    let forests = [forest("A", "Even"), forest("(If Even A B)", "(Not Even)")];
    let bloat = Bloat::of(&forests);
    assert_eq!((bloat.mean, bloat.most), (4.0, 6));
    assert!(Bloat::of([]).mean.is_nan());
}
