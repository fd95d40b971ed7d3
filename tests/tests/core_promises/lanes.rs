//! Arithmetic of several numbers side by side, on every set of instructions that there is.

use armwright_runtime::{Isa, Kernel, Lanes, Single, SingleKernel, Transcendental};

use super::TRAPS;
use super::sine::{error, points};

/// What is computed of three numbers, result after result.
fn all<T: Transcendental>(a: T, b: T, c: T) -> [T; 14] {
    let (sine, cosine) = a.sin_cos();
    let ([of_b, of_c], [by_b, by_c]) = T::sines_and_cosines(&[b, c]);
    let half = T::constant(0.5);
    let sums = [
        a + b,
        a - b,
        a * b,
        a / b,
        -a,
        a.sign(),
        c.add_product(a, b),
    ];
    let [s0, s1, s2, s3, s4, s5, s6] = sums;
    let mixed = of_b * by_c - by_b * of_c;
    [
        s0,
        s1,
        s2,
        s3,
        s4,
        s5,
        s6,
        c.sub_product(a, b),
        c.sub_from_product(a, b),
        a.sqrt(),
        sine,
        cosine,
        mixed,
        half.exp() + a.tanh(),
    ]
}

/// The same of three numbers each, for numbers one after the other.
struct Side<'a>(&'a [[f64; 3]]);

impl Kernel for Side<'_> {
    type Output = Vec<[f64; 14]>;
    #[inline(always)]
    fn run<L: Lanes>(self) -> Self::Output {
        let column = |k: usize| -> Vec<f64> { self.0.iter().map(|numbers| numbers[k]).collect() };
        let [a, b, c] = [0, 1, 2].map(column);
        let mut results = vec![[f64::NAN; 14]; self.0.len()];
        for at in (0..self.0.len()).step_by(L::WIDTH) {
            let found = all(L::load(&a, at), L::load(&b, at), L::load(&c, at));
            for (k, lanes) in found.into_iter().enumerate() {
                let mut numbers = vec![f64::NAN; L::WIDTH];
                lanes.store(&mut numbers);
                for (result, number) in results[at..].iter_mut().zip(numbers) {
                    result[k] = number;
                }
            }
        }
        results
    }
}

struct Alone<'a>(&'a [[f64; 3]]);

impl SingleKernel for Alone<'_> {
    type Output = Vec<[f64; 14]>;
    #[inline(always)]
    fn run<S: Single>(self) -> Self::Output {
        let one = |numbers: &[f64; 3]| {
            let [a, b, c] = *S::all(numbers).first_chunk().expect("three numbers");
            let mut results = [f64::NAN; 14];
            S::all_mut(&mut results).copy_from_slice(&all(a, b, c));
            results
        };
        self.0.iter().map(one).collect()
    }
}

fn triples() -> Vec<[f64; 3]> {
    let mut numbers: Vec<f64> = TRAPS.to_vec();
    numbers.extend([1.0, 0.3, -2.7, 1e3, 1001.0, -1e9, 3.0e-5, 7.5]);
    let count = numbers.len();
    (0..count * 7)
        .map(|k| {
            [
                numbers[k % count],
                numbers[(5 * k + 3) % count],
                numbers[(11 * k + k / count) % count],
            ]
        })
        .collect()
}

/// Lanes compute what a single number does, to the bit, whatever the numbers.
#[test]
fn lanes_compute_what_one_number_does() {
    for isa in Isa::all() {
        let (side, alone) = (isa.wide(Side(&triples())), isa.single(Alone(&triples())));
        for ((side, alone), numbers) in side.iter().zip(&alone).zip(triples()) {
            for (k, (found, expected)) in side.iter().zip(alone).enumerate() {
                let same =
                    found.to_bits() == expected.to_bits() || found.is_nan() && expected.is_nan();
                assert!(
                    same,
                    "{} of {numbers:?} on {}: {found} {expected}",
                    k,
                    isa.name()
                );
            }
        }
    }
}

/// One number computes what arithmetic says, products that are added exact where the hardware has that.
#[test]
fn numbers_compute_what_arithmetic_says() {
    let numbers = [[3.0, 4.0, 5.0], [-0.75, 0.5, 2.0], [0.0, -1.0, 1.0]];
    for isa in Isa::all() {
        for (found, [a, b, c]) in isa.wide(Side(&numbers)).into_iter().zip(numbers) {
            let sign = if a == 0.0 { 0.0 } else { f64::signum(a) };
            let expected = [
                a + b,
                a - b,
                a * b,
                a / b,
                -a,
                sign,
                a * b + c,
                c - a * b,
                a * b - c,
                a.sqrt(),
            ];
            for (k, expected) in expected.into_iter().enumerate() {
                assert!(
                    found[k] == expected || found[k].is_nan() && expected.is_nan(),
                    "{k} on {}",
                    isa.name()
                );
            }
            let close = [a.sin(), a.cos(), (b - c).sin(), 0.5f64.exp() + a.tanh()];
            for (found, expected) in found[10..].iter().zip(close) {
                assert!(
                    (found - expected).abs() < 1e-15 * 4.0,
                    "{found} {expected} on {}",
                    isa.name()
                );
            }
        }
        // (1 + e)(1 - e) - 1 is -e², which is lost where the product is rounded.
        let e = 2.0f64.powi(-30);
        let found = isa.wide(Side(&[[1.0 + e, 1.0 - e, -1.0]]))[0][6];
        let fused =
            isa != Isa::BASELINE || cfg!(target_feature = "fma") || cfg!(target_arch = "aarch64");
        assert_eq!(found, if fused { -e * e } else { 0.0 }, "{}", isa.name());
    }
}

/// Sines and cosines within one unit of the last place, on every set of instructions.
#[test]
fn lanes_have_exact_sines() {
    let points = points();
    let numbers: Vec<[f64; 3]> = points.iter().map(|point| [point[0]; 3]).collect();
    for isa in Isa::all() {
        for (point, found) in points.iter().zip(isa.wide(Side(&numbers))) {
            let [angle, sine, sine_rest, cosine, cosine_rest] = *point;
            let errors = [
                error([found[10], sine, sine_rest]),
                error([found[11], cosine, cosine_rest]),
            ];
            assert!(
                errors.iter().all(|error| *error <= 1.0),
                "{angle:?} on {}: {errors:?}",
                isa.name()
            );
        }
    }
}

/// What stands where: names differ, and the widest set is the one that is taken.
#[test]
fn the_widest_set_is_detected() {
    let all: Vec<Isa> = Isa::all().collect();
    assert_eq!(all.first(), Some(&Isa::BASELINE));
    assert_eq!(all.last(), Some(&Isa::detected()));
    assert!(all.windows(2).all(|pair| pair[0].lanes() < pair[1].lanes()));
    assert_eq!(Isa::BASELINE.lanes(), 1);
    #[cfg(target_arch = "x86_64")]
    {
        let names: Vec<&str> = all.iter().map(|isa| isa.name()).collect();
        assert_eq!(
            names.contains(&"avx2"),
            std::is_x86_feature_detected!("avx2") && std::is_x86_feature_detected!("fma")
        );
        assert_eq!(
            names.contains(&"avx512"),
            std::is_x86_feature_detected!("avx512dq") && std::is_x86_feature_detected!("avx512vl")
        );
    }
}
