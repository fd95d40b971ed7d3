//! Filters and decimation against SciPy 1.17.1 (`scipy.signal`): the numbers were printed by
//! `sosfiltfilt(butter(order, cutoff, fs=100, output="sos"), x)` and
//! `decimate(x, q, zero_phase=True)` for the signal that `signal` computes.

use armwright_lab::signal::{Decimation, LowPass, decimate, zero_phase};

/// Integer arithmetic modulo a prime, on a ramp: the same in every language.
fn signal(samples: u32) -> Vec<f64> {
    let noise = |k: u64| (k * 7919 + k * k * 31) % 1009;
    (0..samples)
        .map(|k| {
            f64::from(u32::try_from(noise(u64::from(k))).expect("below 1009")) / 1009.0
                + 0.002 * f64::from(k)
        })
        .collect()
}

fn agree(actual: &[f64], expected: &[(usize, f64)]) {
    for (k, value) in expected {
        assert!(
            (actual[*k] - value).abs() < 1e-10,
            "sample {k}: {} for {value}",
            actual[*k]
        );
    }
}

#[test]
fn butterworth_filters_are_scipys() {
    let mut fourth = signal(400);
    zero_phase(&LowPass::butterworth(4, 5.0, 100.0).unwrap(), &mut fourth).unwrap();
    agree(
        &fourth,
        &[
            (0, 0.006435833127757152),
            (1, 0.10618900548348595),
            (57, 0.4829534377723261),
            (200, 0.8734105804735205),
            (398, 1.5089346253528475),
            (399, 1.527653501219453),
        ],
    );
    let mut third = signal(400);
    zero_phase(&LowPass::butterworth(3, 20.0, 100.0).unwrap(), &mut third).unwrap();
    agree(
        &third,
        &[
            (0, -5.788049119646865e-05),
            (1, 0.6367817863072439),
            (57, 0.593933510860216),
            (200, 0.9902166825670258),
            (398, 1.2155770789994862),
            (399, 1.5056120468728382),
        ],
    );
}

/// What SciPy makes of it, whose filter leaves 0.05 dB less of a constant in each direction of each step.
fn as_of_scipy(decimated: &[f64], steps: i32) -> Vec<f64> {
    let gain = 10f64.powf(-0.05 * f64::from(2 * steps) / 20.0);
    decimated.iter().map(|x| gain * x).collect()
}

#[test]
fn decimation_is_scipys_though_it_runs_in_pieces() {
    let long = signal(20_000);
    let tenth = as_of_scipy(&decimate(&long, 10).unwrap(), 1);
    assert_eq!(tenth.len(), 2000);
    agree(
        &tenth,
        &[
            (0, -0.003208485352170349),
            (1, 0.5320132264552091),
            (3, 0.5294872563839743),
            (1000, 20.362595408826525),
            (1998, 40.048260775704335),
            (1999, 40.15406818887299),
        ],
    );
    let quarter = as_of_scipy(&decimate(&long, 4).unwrap(), 1);
    assert_eq!(quarter.len(), 5000);
    agree(
        &quarter,
        &[
            (0, 0.004558787867931624),
            (2500, 20.356058403629273),
            (4999, 39.86074351985157),
        ],
    );
}

#[test]
fn a_chain_decimates_all_columns_as_it_would_each() {
    let long = signal(20_000);
    let mut chain = Decimation::new(&[10, 10], 3).unwrap();
    let mut rows: Vec<Vec<f64>> = Vec::new();
    for x in &long {
        chain.push(&[*x, -2.0 * x, 1.0], &mut |row| rows.push(row.to_vec()));
    }
    chain.finish(&mut |row| rows.push(row.to_vec())).unwrap();
    let column = |k: usize| rows.iter().map(|row| row[k]).collect::<Vec<f64>>();
    assert_eq!(rows.len(), 200);
    agree(
        &as_of_scipy(&column(0), 2),
        &[
            (0, -0.007545948012439556),
            (1, 0.7255335541132782),
            (3, 1.0724956668986498),
            (100, 20.061318044750497),
            (198, 39.125446194145),
            (199, 39.38923936483718),
        ],
    );
    for (first, second) in column(0).iter().zip(column(1)) {
        assert!((2.0 * first + second).abs() < 1e-12);
    }
    // A constant stays what it is.
    assert!(column(2).iter().all(|x| (x - 1.0).abs() < 1e-12));
}

#[test]
fn noise_that_was_decimated_is_as_loud_as_the_filter_says() {
    // Equal frequencies of all phases: the variance of the output for white noise is the mean
    // squared gain, whose square is what two passes leave: a tenth of the band less what the filter rounds off.
    let (variance, share) = Decimation::noise(&[10]).unwrap();
    assert!((0.07..0.09).contains(&variance), "{variance}");
    assert!((1.15..1.35).contains(&share), "{share}");
    assert_eq!(Decimation::noise(&[]).unwrap(), (1.0, 1.0));
}

#[test]
fn recordings_too_short_to_decimate_are_refused() {
    assert!(decimate(&[1.0; 27], 10).is_err());
    assert!(decimate(&[1.0; 28], 10).is_ok());
    assert!(decimate(&[], 10).is_err());
    assert!(Decimation::new(&[0], 1).is_err());
}

/// Central differences.
mod differences {
    use armwright_lab::signal::{curvature, nearest_slope, slope};

    #[test]
    fn polynomials_of_degree_eight_are_differentiated_exactly() {
        let x = |k: usize| (k as f64 - 8.0) / 4.0;
        let power: Vec<f64> = (0..17).map(|k| x(k).powi(8)).collect();
        for k in 4..13 {
            let (first, second) = (8.0 * x(k).powi(7), 56.0 * x(k).powi(6));
            assert!((slope(&power, k, 4.0) - first).abs() < 1e-9);
            assert!((curvature(&power, k, 4.0) - second).abs() < 1e-9);
        }
    }

    #[test]
    fn a_parabola_is_differentiated_exactly_next_to_the_ends() {
        let parabola: Vec<f64> = (0..20).map(|k| f64::from(k * k)).collect();
        let slopes = nearest_slope(&parabola, 10.0);
        for (k, nearest) in slopes.iter().enumerate().take(19).skip(1) {
            assert_eq!(*nearest, 20.0 * k as f64);
            assert!((slope(&parabola, k, 10.0) - nearest).abs() < 1e-10);
            assert!((curvature(&parabola, k, 10.0) - 200.0).abs() < 1e-9);
        }
        assert_eq!([slopes[0], slopes[19]], [10.0, 370.0]);
        assert_eq!(nearest_slope(&[3.0], 10.0), [0.0]);
    }
}

/// Filters have the responses that define them.
mod low_pass {
    use armwright_lab::signal::{FilterError, LowPass};

    #[test]
    fn butterworth_has_its_defining_magnitude() {
        for order in 1..=8 {
            let filter = LowPass::butterworth(order, 40.0, 1000.0).unwrap();
            for frequency in [0.0, 10.0, 40.0, 120.0, 400.0f64] {
                // |H|² = 1 / (1 + (tan(pi f / fs) / tan(pi fc / fs))^(2 n))
                let warped = |f: f64| (std::f64::consts::PI * f / 1000.0).tan();
                let ratio = warped(frequency) / warped(40.0);
                let exact = (1.0 + ratio.powi(2 * order as i32)).sqrt().recip();
                assert!(
                    (filter.gain_at(frequency, 1000.0) - exact).abs() < 1e-12,
                    "order {order}"
                );
            }
        }
    }

    #[test]
    fn chebyshev_ripples_within_its_band() {
        let filter = LowPass::chebyshev(8, 0.05, 40.0, 1000.0).unwrap();
        let floor = 10f64.powf(-0.05 / 20.0);
        for tenth in 0..=400 {
            let gain = filter.gain_at(f64::from(tenth) / 10.0, 1000.0);
            assert!(gain < 1.0 + 1e-9 && gain > floor - 1e-9);
        }
        assert!((filter.gain_at(40.0, 1000.0) - floor).abs() < 1e-9);
        assert!((filter.gain_at(0.0, 1000.0) - floor).abs() < 1e-9);
    }

    #[test]
    fn impossible_filters_are_refused() {
        assert_eq!(
            LowPass::butterworth(0, 1.0, 10.0),
            Err(FilterError::Order(0))
        );
        for cutoff in [0.0, -1.0, 5.0, f64::NAN, f64::INFINITY] {
            let refused = LowPass::butterworth(4, cutoff, 10.0);
            assert!(matches!(refused, Err(FilterError::Cutoff { .. })));
        }
    }
}

/// What zero-phase filters do at the ends.
mod ends {
    use armwright_lab::signal::{FilterError, LowPass, zero_phase};

    #[test]
    fn constants_and_ramps_pass_unchanged() {
        let filter = LowPass::butterworth(4, 5.0, 100.0).unwrap();
        let ramp: Vec<f64> = (0..200).map(|k| 3.0 - 0.25 * f64::from(k)).collect();
        let mut filtered = ramp.clone();
        zero_phase(&filter, &mut filtered).unwrap();
        // A ramp's odd extension is the ramp; the steady state is that of a constant, so the
        // ends keep a small transient and the middle none.
        for k in 80..120 {
            assert!(
                (filtered[k] - ramp[k]).abs() < 1e-3,
                "{k}: {}",
                filtered[k] - ramp[k]
            );
        }
        let mut constant = vec![7.0; 50];
        zero_phase(&filter, &mut constant).unwrap();
        assert!(constant.iter().all(|x| (x - 7.0).abs() < 1e-12));
    }

    #[test]
    fn short_signals_are_refused() {
        let filter = LowPass::butterworth(4, 5.0, 100.0).unwrap();
        let refused = zero_phase(&filter, &mut [1.0; 15]);
        assert_eq!(
            refused,
            Err(FilterError::TooShort {
                samples: 15,
                needed: 16
            })
        );
        assert_eq!(
            zero_phase(&filter, &mut []),
            Err(FilterError::TooShort {
                samples: 0,
                needed: 16
            })
        );
    }
}

/// Cut-offs follow the motion, whatever the noise.
mod bands {
    use std::f64::consts::PI;

    use armwright_lab::experiment::Random;
    use armwright_lab::signal::{Band, suggested_cutoff};

    const RATE: f64 = 500.0;

    /// Twenty seconds of harmonics of 0.1 Hz up to 1 Hz, with noise.
    fn moving(noise: f64, random: &mut Random) -> Vec<f64> {
        let wave = |k: usize, h: u32| {
            let (time, h) = (k as f64 / RATE, f64::from(h));
            (0.2 * PI * h * time + h * h).sin() * 0.3 / h
        };
        let clean = (0..10_000).map(|k| (1..=10).map(|h| wave(k, h)).sum::<f64>());
        clean.map(|q| q + noise * random.normal()).collect()
    }

    #[test]
    fn the_band_of_a_motion_does_not_grow_with_noise() {
        let mut random = Random::new(1);
        for noise in [0.0, 1e-5, 1e-4, 1e-3, 3e-3] {
            let band = Band::of(&moving(noise, &mut random), RATE).expect("it moves");
            assert!((0.7..1.2).contains(&band.width), "{noise}: {}", band.width);
            assert!(
                (band.noise - noise).abs() < 0.1 * noise + 1e-9,
                "{}",
                band.noise
            );
            assert!(band.meets > 0.9, "{noise}: {}", band.meets);
        }
    }

    /// Hum is a line, and says nothing of the noise between lines.
    #[test]
    fn hum_is_no_noise() {
        let mut signal = moving(1e-4, &mut Random::new(4));
        let quiet = Band::of(&signal, RATE).expect("it moves").noise;
        for (k, x) in signal.iter_mut().enumerate() {
            *x += 3e-3 * (2.0 * PI * 150.0 * k as f64 / RATE).sin();
        }
        let humming = Band::of(&signal, RATE).expect("it moves").noise;
        assert!((humming / quiet - 1.0).abs() < 0.05, "{humming} {quiet}");
    }

    #[test]
    fn cutoffs_fall_with_noise_and_keep_the_motion() {
        let mut random = Random::new(2);
        let mut before = f64::INFINITY;
        for noise in [0.0, 1e-4, 1e-3, 1e-2] {
            let band = Band::of(&moving(noise, &mut random), RATE).expect("it moves");
            let cutoff = suggested_cutoff(&[band], RATE);
            assert!(cutoff <= before && cutoff > 1.2, "{noise}: {cutoff}");
            before = cutoff;
        }
        assert!(before < 6.0, "{before}");
    }

    #[test]
    fn joints_at_rest_have_no_band() {
        let mut random = Random::new(3);
        let still: Vec<f64> = (0..10_000).map(|_| 1.0 + 1e-3 * random.normal()).collect();
        assert_eq!(Band::of(&still, RATE), None);
        assert_eq!(Band::of(&[0.5; 10_000], RATE), None);
        assert_eq!(suggested_cutoff(&[], RATE), 1.0);
    }
}
