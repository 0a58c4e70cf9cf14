//! What holds for every genome of every space.

use evo::{
    BitMutation, Bits, Crossover, Gene, GrayBits, Mixed, MixedGene, Nudge, Positive, Probability,
    Seed, Share, Space,
};
use proptest::{collection::vec, prelude::*};

use crate::toys::count;

/// Ranges of all widths, from one value to all numbers there are.
pub fn range() -> impl Strategy<Value = (i32, i32)> {
    (any::<i32>(), any::<u32>(), 0..=32u32).prop_map(|(start, length, bits)| {
        let length = if bits == 0 { 0 } else { length >> (32 - bits) };
        (start, start.saturating_add_unsigned(length))
    })
}

fn gray() -> impl Strategy<Value = GrayBits> {
    vec(range(), 0..40).prop_map(|ranges| {
        let gene = |(index, (min, max))| Gene::new(&format!("GENE_{index}"), min, max);
        GrayBits::new(ranges.into_iter().enumerate().map(gene)).unwrap()
    })
}

fn reals() -> impl Strategy<Value = Mixed<f64>> {
    vec((-1e300..1e300, 0.0..1e300, 0..600i32), 0..8).prop_map(|ranges| {
        let gene = |(index, (start, length, shrink)): (usize, (f64, f64, i32))| {
            let (min, length) = (start * 0.1f64.powi(shrink), length * 0.1f64.powi(shrink));
            MixedGene::real(&format!("GENE_{index}"), min, min + length)
        };
        Mixed::new(ranges.into_iter().enumerate().map(gene)).unwrap()
    })
}

pub fn crossover() -> impl Strategy<Value = Crossover> {
    prop_oneof![
        Just(Crossover::Uniform),
        Just(Crossover::OnePoint),
        Just(Crossover::TwoPoint),
        (0.0..=1.0f64).prop_map(|beyond| Crossover::Line {
            beyond: Share::new(beyond)
        }),
    ]
}

pub fn nudge() -> impl Strategy<Value = Nudge> {
    let rate = || (0.0..=1.0f64).prop_map(Probability::new);
    let positive = || (-300..300i32).prop_map(|power| Positive::new(10f64.powi(power)));
    prop_oneof![
        (rate(), positive()).prop_map(|(rate, step)| Nudge::Gaussian { rate, step }),
        (rate(), positive(), 1..100u32).prop_map(|(rate, shape, horizon)| {
            let horizon = count(horizon);
            Nudge::NonUniform {
                rate,
                shape,
                horizon,
            }
        }),
    ]
}

proptest! {
    #[test]
    fn values_survive_encoding((space, seed) in (gray(), any::<u64>())) {
        let mut stream = Seed::new(seed).stream();
        let value = |gene: &Gene<i32>| {
            let span = gene.max.abs_diff(gene.min) as usize + 1;
            gene.min.saturating_add_unsigned(stream.below(span) as u32)
        };
        let values: Vec<_> = space.genes().iter().map(value).collect();
        let genome = space.encode(&values).unwrap();
        prop_assert!(space.holds(&genome));
        prop_assert_eq!(space.decode(&genome), values);
    }

    #[test]
    fn every_string_of_bits_means_something((space, seed) in (gray(), any::<u64>())) {
        let genome = space.sample(&mut Seed::new(seed).stream());
        let values = space.decode(&genome);
        for (gene, value) in space.genes().iter().zip(&values) {
            prop_assert!((gene.min..=gene.max).contains(value));
        }
        // Codes beyond the range have their own spelling; what they mean stays.
        let canonical = space.encode(&values).unwrap();
        prop_assert_eq!(space.decode(&canonical), values);
    }

    #[test]
    fn neighbours_are_one_flip_apart(
        (min, max) in range().prop_filter("two values", |(min, max)| min < max),
        pick in any::<prop::sample::Index>(),
    ) {
        let space = GrayBits::new([Gene::new("A", min, max)]).unwrap();
        let lower = min.saturating_add_unsigned(pick.index(max.abs_diff(min) as usize) as u32);
        let (low, high) = (space.encode(&[lower]).unwrap(), space.encode(&[lower + 1]).unwrap());
        let differ = (0..space.bits()).filter(|&locus| low.get(locus) != high.get(locus));
        prop_assert_eq!(differ.count(), 1);
    }

    #[test]
    fn shown_by_name((space, seed) in (gray(), any::<u64>())) {
        let genome = space.sample(&mut Seed::new(seed).stream());
        let shown = space.show(&genome);
        let mut words = shown.split_whitespace();
        for (gene, value) in space.genes().iter().zip(space.decode(&genome)) {
            let word = format!("{}={value}", gene.name);
            prop_assert_eq!(words.next(), Some(word.as_str()));
        }
        prop_assert_eq!(words.next(), None);
    }

    #[test]
    fn fields_do_not_touch_their_neighbours(
        (len, from, width) in (1..200usize).prop_flat_map(|len| (Just(len), 0..len))
            .prop_flat_map(|(len, from)| (Just(len), Just(from), 0..=(len - from).min(32) as u32)),
        (value, seed) in (any::<u32>(), any::<u64>()),
    ) {
        let before = Bits::random(len, &mut Seed::new(seed).stream());
        let mut after = before.clone();
        after.write(from, width, value);
        prop_assert_eq!(after.read(from, width), (u64::from(value) & ((1 << width) - 1)) as u32);
        let field = from..from + width as usize;
        for locus in (0..len).filter(|locus| !field.contains(locus)) {
            prop_assert_eq!(after.get(locus), before.get(locus));
        }
        prop_assert_eq!(Bits::span(len, field.clone()).count_ones() as usize, field.len());
    }

    #[test]
    fn blending_takes_each_bit_from_one_parent((len, seed) in (0..200usize, any::<u64>())) {
        let mut stream = Seed::new(seed).stream();
        let mut draw = || Bits::random(len, &mut stream);
        let (mother, father, mask) = (draw(), draw(), draw());
        let child = mother.blend(&father, mask.clone());
        for locus in 0..len {
            let parent = if mask.get(locus) { &father } else { &mother };
            prop_assert_eq!(child.get(locus), parent.get(locus));
        }
    }

    #[test]
    fn bits_cross_a_wire((len, seed) in (0..200usize, any::<u64>())) {
        let genome = Bits::random(len, &mut Seed::new(seed).stream());
        let bytes = postcard::to_stdvec(&genome).unwrap();
        prop_assert_eq!(&postcard::from_bytes::<Bits>(&bytes).unwrap(), &genome);
        // A length that does not match the words is refused, not believed.
        let (_, words): (usize, Vec<u64>) = postcard::from_bytes(&bytes).unwrap();
        let lie = postcard::to_stdvec(&(len + 64, words)).unwrap();
        prop_assert!(postcard::from_bytes::<Bits>(&lie).is_err());
    }

    #[test]
    fn operators_on_bits_stay_in_the_space(
        (space, how, rate) in (gray(), crossover(), 0.0..=1.0f64),
        (step, seed) in (prop::option::of(1e-3..1e3f64), any::<u64>()),
    ) {
        let mut stream = Seed::new(seed).stream();
        let (mother, father) = (space.sample(&mut stream), space.sample(&mut stream));
        let mut child = space.cross(&how, &mother, &father, &mut stream);
        let mutation = BitMutation { rate: Probability::new(rate), step: step.map(Positive::new) };
        space.mutate(&mutation, &mut child, 0, &mut stream);
        prop_assert!(space.holds(&child));
        // No bit beyond the length, or equal genomes would not be equal.
        let mut again = Bits::zeros(child.len());
        (0..child.len()).filter(|&locus| child.get(locus)).for_each(|locus| again.flip(locus));
        prop_assert_eq!(again, child);
    }

    #[test]
    fn operators_on_reals_stay_in_bounds(
        (space, how, nudge) in (reals(), crossover(), nudge()),
        (seed, generation) in (any::<u64>(), 0..200u32),
    ) {
        let mut stream = Seed::new(seed).stream();
        let (mother, father) = (space.sample(&mut stream), space.sample(&mut stream));
        prop_assert!(space.holds(&mother) && space.holds(&father));
        let mut child = space.cross(&how, &mother, &father, &mut stream);
        if !matches!(how, Crossover::Line { .. }) {
            for (locus, value) in child.iter().enumerate() {
                prop_assert!(*value == mother[locus] || *value == father[locus]);
            }
        }
        prop_assert!(space.holds(&child), "{:?} in {:?}", child, space);
        for _ in 0..20 {
            space.mutate(&nudge, &mut child, generation, &mut stream);
            prop_assert!(space.holds(&child), "{:?} in {:?}", child, space);
        }
    }
}

#[test]
fn strangers_are_known() {
    let bits = GrayBits::new([Gene::new("A", 0, 4)]).unwrap();
    assert!(bits.holds(&Bits::zeros(3)) && !bits.holds(&Bits::zeros(4)));
    let reals = Mixed::<f64>::new([MixedGene::real("A", 0.0, 1.0)]).unwrap();
    for (genome, held) in [
        (vec![0.0], true),
        (vec![1.0], true),
        (vec![1.5], false),
        (vec![f64::NAN], false),
        (vec![], false),
        (vec![0.5, 0.5], false),
    ] {
        assert_eq!(reals.holds(&genome), held, "{genome:?}");
    }
}

/// The chromosomes of the papers: 35 evaluation terms in 224 bits, 18 search parameters in 70.
#[test]
fn the_papers_chromosomes() {
    let pieces = (0..4).map(|index| Gene::new(&format!("PIECE_{index}"), 0, 2047));
    let others = (0..30).map(|index| Gene::new(&format!("TERM_{index}"), 0, 63));
    let pawn = Gene::new("PAWN", 100, 100);
    let evaluation = GrayBits::new(pieces.chain(others).chain([pawn])).unwrap();
    assert_eq!((evaluation.genes().len(), evaluation.bits()), (35, 224));
    assert_eq!(evaluation.decode(&Bits::span(224, 0..224))[34], 100);

    let tops = [
        1, 7, 1, 7, 3, 1023, 1023, 1023, 1, 7, 7, 31, 7, 4, 4, 4, 4, 4,
    ];
    let gene = |(index, &top): (usize, &i32)| Gene::new(&format!("SEARCH_{index}"), 0, top);
    let search = GrayBits::new(tops.iter().enumerate().map(gene)).unwrap();
    assert_eq!(search.bits(), 70);
}
