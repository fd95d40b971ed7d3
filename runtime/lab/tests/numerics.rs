//! What the estimates rest on: decompositions, factors, a test of whiteness.

/// Singular values.
mod svd {
    use nalgebra::DMatrix;

    use armwright_lab::numeric::Svd;
    use armwright_lab::random::Random;

    fn check(matrix: &DMatrix<f64>) -> Svd {
        let svd = Svd::of(matrix.clone());
        let scale = matrix.amax().max(1e-300);
        let middle = DMatrix::from_diagonal(&svd.values.clone().into());
        let product = &svd.left * middle * svd.right.transpose();
        assert!((product - matrix).amax() < 1e-13 * scale);
        let n = matrix.ncols();
        let identity = DMatrix::<f64>::identity(n, n);
        assert!((svd.right.transpose() * &svd.right - identity).amax() < 1e-13);
        assert!(svd.values.windows(2).all(|pair| pair[0] >= pair[1]));
        svd
    }

    #[test]
    fn factors_multiply_to_the_matrix() {
        let mut random = Random::new(5);
        for size in [1, 2, 7, 40] {
            check(&DMatrix::from_fn(size, size, |_, _| random.normal()));
            check(&DMatrix::from_fn(size, size, |i, j| {
                if j >= i { random.normal() } else { 0.0 }
            }));
        }
    }

    #[test]
    fn small_singular_values_are_accurate() {
        let hilbert = DMatrix::from_fn(6, 6, |i, j| 1.0 / (i + j + 1) as f64);
        let svd = check(&hilbert);
        // The condition number of the 6 × 6 Hilbert matrix is 1.4951058642e7 (OEIS, textbooks).
        assert!((svd.condition() / 1.495_105_864_2e7 - 1.0).abs() < 1e-8);
    }

    #[test]
    fn singular_empty_and_broken_matrices_end() {
        let mut random = Random::new(6);
        let mut lost = DMatrix::from_fn(9, 9, |_, _| random.normal());
        lost.column_mut(4).fill(0.0);
        assert_eq!(check(&lost).values[8], 0.0);
        assert_eq!(check(&lost).condition(), f64::INFINITY);
        assert_eq!(Svd::of(DMatrix::zeros(0, 0)).condition(), 1.0);
        assert_eq!(Svd::of(DMatrix::zeros(3, 3)).condition(), f64::INFINITY);
        let broken = Svd::of(DMatrix::from_element(3, 3, f64::NAN));
        assert_eq!(broken.values.len(), 3);
    }
}

/// Triangular factors.
mod factor {
    use nalgebra::DMatrix;

    use armwright_lab::random::Random;
    use armwright_lab::regression::Factor;

    fn matrix(rows: usize, columns: usize) -> DMatrix<f64> {
        let mut random = Random::new(7);
        DMatrix::from_fn(rows, columns, |_, _| random.normal())
    }

    fn factor_of(matrix: &DMatrix<f64>, rows: std::ops::Range<usize>) -> Factor {
        let n = matrix.ncols() - 1;
        let mut factor = Factor::new(n);
        for i in rows {
            factor.push((0..n).map(|j| (j, matrix[(i, j)])), matrix[(i, n)]);
        }
        factor
    }

    #[test]
    fn factor_has_the_gram_matrix_of_the_rows() {
        let rows = matrix(1000, 6);
        let (r, right, residual) = factor_of(&rows, 0..1000).parts();
        let k = rows.columns(0, 5).into_owned();
        let y = rows.column(5).into_owned();
        assert!((r.transpose() * &r - k.transpose() * &k).amax() < 1e-10);
        let projected = r.transpose() * nalgebra::DVector::from_vec(right);
        assert!((projected - k.transpose() * &y).amax() < 1e-10);
        let solution = (k.transpose() * &k)
            .lu()
            .solve(&(k.transpose() * &y))
            .unwrap();
        assert!((residual - (y - k * solution).norm()).abs() < 1e-10);
    }

    #[test]
    fn factors_of_parts_merge_to_the_factor_of_the_whole() {
        let rows = matrix(900, 8);
        let whole = factor_of(&rows, 0..900);
        let mut merged = factor_of(&rows, 0..301);
        merged.merge(&factor_of(&rows, 301..900), 1.0);
        assert_eq!(merged.rows(), 900);
        let ((a, x, e), (b, y, f)) = (whole.parts(), merged.parts());
        let gram = |r: &DMatrix<f64>| r.transpose() * r;
        let scale = gram(&a).amax();
        assert!((gram(&a) - gram(&b)).amax() < 1e-12 * scale);
        assert!(((e - f) / e).abs() < 1e-12);
        assert!(
            x.iter()
                .zip(&y)
                .all(|(x, y)| (x.abs() - y.abs()).abs() < 1e-10)
        );
    }

    #[test]
    fn vanishing_numbers_do_not_become_nan() {
        let mut factor = Factor::new(3);
        for k in 0..2000 {
            let tiny = if k % 3 == 0 { 1e-200 } else { -3e-170 };
            factor.push([(0, 1.0), (1, tiny), (2, f64::from(k))], 1e-180);
        }
        let mut merged = Factor::new(3);
        merged.merge(&factor, 1e-150);
        merged.merge(&factor, 1.0);
        let (triangle, right, residual) = merged.parts();
        assert!(triangle.iter().chain(&right).all(|x| x.is_finite()) && residual.is_finite());
        assert!((triangle.column(0).norm() - 2000f64.sqrt()).abs() < 1e-9);
    }

    #[test]
    fn columns_of_zeros_stay_zero() {
        let mut rows = matrix(600, 5);
        rows.column_mut(2).fill(0.0);
        let (r, _, _) = factor_of(&rows, 0..600).parts();
        assert!(r.column(2).iter().all(|x| *x == 0.0));
    }
}

/// Whether residuals are noise.
mod whiteness {
    use armwright_lab::random::Random;
    use armwright_lab::regression::Series;
    use armwright_lab::signal::Decimation;
    use armwright_lab::statistics::Whiteness;

    /// As many autocorrelations of noise as a series has.
    const LAGS: usize = 110;

    fn series(residuals: &[f64], noise: Vec<f64>) -> Series {
        let mut series = Series::new("made up", 1, 100.0);
        series.noise = noise;
        for e in residuals {
            series.push(0.0, &[*e], &[0.0], std::iter::once(true));
        }
        series
    }

    #[test]
    fn white_noise_is_doubted_as_often_as_claimed_decimated_or_not() {
        for factors in [vec![], vec![5]] {
            let noise = Decimation::autocorrelation(&factors, LAGS).unwrap();
            let mut random = Random::new(11);
            let (mut doubted, runs) = (0, 300);
            for _ in 0..runs {
                let mut chain = Decimation::new(&factors, 1).unwrap();
                let mut out = Vec::new();
                for _ in 0..600 * factors.iter().product::<usize>().max(1) {
                    chain.push(&[random.normal()], &mut |row| out.push(row[0]));
                }
                chain.finish(&mut |row| out.push(row[0])).unwrap();
                let whiteness = Whiteness::of(&[series(&out, noise.clone())], 0).unwrap();
                doubted += u32::from(whiteness.p_value < 0.05);
            }
            // 5 % of 300 is 15, with a deviation of 4.
            assert!((4..=30).contains(&doubted), "{factors:?}: {doubted}");
        }
    }

    #[test]
    fn gaps_and_short_recordings_raise_no_false_alarms() {
        let mut random = Random::new(13);
        let mut made_up = |samples: usize, gaps: bool| {
            let mut series = Series::new("made up", 1, 100.0);
            for k in 0..samples {
                // Runs of 6 missing samples of 20.
                let counts = !gaps || k % 20 < 14;
                series.push(0.0, &[random.normal()], &[0.0], std::iter::once(counts));
            }
            series
        };
        let doubted = |material: Vec<Series>| {
            let test = Whiteness::of(&material, 0).unwrap();
            u32::from(!test.white)
        };
        let runs = 500;
        let with_gaps: u32 = (0..runs).map(|_| doubted(vec![made_up(600, true)])).sum();
        let short: u32 = (0..runs)
            .map(|_| doubted((0..20).map(|_| made_up(15, false)).collect()))
            .sum();
        // 1 % of 500 is 5.
        for found in [with_gaps, short] {
            assert!(
                (1..15).contains(&found),
                "gaps: {with_gaps}, short: {short}"
            );
        }
    }

    #[test]
    fn what_is_left_of_a_motion_is_no_noise() {
        let mut random = Random::new(12);
        let wave = |k: u32| 0.6 * (0.05 * f64::from(k)).sin();
        let left: Vec<f64> = (0..1000).map(|k| random.normal() + wave(k)).collect();
        let noise = Decimation::autocorrelation(&[], LAGS).unwrap();
        let found = Whiteness::of(&[series(&left, noise.clone())], 0).unwrap();
        assert!(!found.white, "{found:?}");
        assert_eq!(Whiteness::of(&[series(&[1.0; 20], noise.clone())], 0), None);
        assert_eq!(Whiteness::of(&[series(&[0.0; 900], noise)], 0), None);
    }
}
