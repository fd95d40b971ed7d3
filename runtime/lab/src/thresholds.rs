//! Every number that a judgement turns on, with its reason: one table.
//!
//! What a solver needs to end (tolerances, iterations) stands beside the solver.

/// Sampling rates of robots' controllers, Hz, with room to spare.
pub const SAMPLING_RATES: [f64; 2] = [5.0, 50_000.0];
/// Joints that turn by less than this, all of them, hardly move, rad.
pub const STILL: f64 = 0.05;
/// A slide that moves by less than this hardly moves, m: what a turn by as little as that of a joint does at a lever of 0.1 m.
pub const STILL_SLIDE: f64 = 0.005;
/// Joints that turn by less than this share of their ranges, all of them, move suspiciously little.
pub const SMALL_RANGE: f64 = 0.05;
/// Speeds and torques beyond this many times a joint's limit are not believed.
pub const BEYOND_LIMIT: f64 = 3.0;
/// The speed that is not believed of a joint without a limit, rad/s or m/s.
pub const FAST: f64 = 40.0;
/// Positions beyond a joint's limits by more than this share of its range are not believed.
pub const BEYOND_RANGE: f64 = 0.25;

/// Accelerations of a base that are, at the median, below this share of free fall or above that are not those of an accelerometer:
/// a base that falls or is thrown like that does not stay with what it stands on.
pub const WEIGHTLESS: [f64; 2] = [0.3, 1.7];

/// A share of a joint's motion that what is between it and its motor does not reach: half of it (of their root mean squares).
pub const UNLIKE: f64 = 0.5;

/// A share of a joint's highest speed below which the sign of its velocity is not trusted.
pub const SLOW: f64 = 0.01;

/// Relative standard deviation below which a parameter is known well.
pub const KNOWN_WELL: f64 = 0.05;
/// Relative standard deviation below which a parameter is known.
pub const KNOWN: f64 = 0.2;
/// Relative standard deviation below which the sign of a parameter is certain: two deviations.
pub const SIGN_CERTAIN: f64 = 0.5;
/// A share of a parameter that comes from the recordings, below which its deviation says nothing of
/// how well it is known.
pub const HELD: f64 = 0.5;
/// Correlations of this size are worth naming: each of the two parameters then has at least 2.3 times
/// the deviation that it would have if the other were known (`1/√(1 - r²)`).
pub const CORRELATED: f64 = 0.9;
/// So many deviations are more than chance explains: of a value below zero that cannot be, of a
/// divisor from zero.
pub const CERTAIN: f64 = 3.0;

/// Share of the variance of each joint's torque that a model has to explain to be relied on
/// (Kolathaya et al., section VI, use an identified model only above it).
pub const SOUND: f64 = 0.95;
/// A share below which a joint is named among what the model explains too little of.
pub const EXPLAINED: f64 = 0.9;
/// A share below which a model is no model of the joint.
pub const POOR: f64 = 0.6;
/// R² below which it is not told any more: how far below any use it is says nothing.
pub const HOPELESS: f64 = -100.0;
/// Correlation of neighbouring residuals beyond which something systematic is not in the model.
pub const COLOURED: f64 = 0.5;
/// How many times as wide as those of white noise correlation of residuals may make deviations: beyond it three quarters of their square
/// are of what follows itself, which is no noise of a sensor.
pub const WIDENED: f64 = 2.0;
/// The probability of residuals below which they are not believed to be white noise.
pub const NOT_WHITE: f64 = 0.01;

/// The probability of saying that a validation recording is of another robot, or has a load, when its parameters do
/// not differ.
pub const CHANGED: f64 = 0.01;

/// So many deviations of noise may errors of the positions move a parameter: beyond, the error is mostly
/// bias, which no repetition averages out and no deviation describes.
pub const BIASED: f64 = 1.0;

/// Smallest eigenvalue of a body's pseudo-inertia, in units of its mass and size, below which the body is on the boundary of
/// what can exist: a rod 4 cm thick and 1 m long has 0.001. The same of a drive parameter in shares of its usual size.
pub const ON_BOUNDARY: f64 = 1e-5;

/// The probability with which anything at all is found that a model lacks, where it lacks nothing.
pub const LACK_BY_CHANCE: f64 = 1e-3;
/// The probability with which a constant is found in any row of recordings together, where there is none: zeros of sensors are common,
/// and so is what looks like one a little.
pub const ZERO_BY_CHANCE: f64 = 1e-4;
/// Missing terms whose twice logarithm of the likelihood differs by less are not told apart.
pub const AS_LIKELY: f64 = 6.0;
/// The share of a joint's mean square residual that missing terms have to explain for a model not to be sound, where
/// they move a parameter by more than its noise does, and anyhow: the recordings then ask for another model, and what is
/// left with it is less than noise, or less than a third of the residual. A constant of the first share is told by its deviation,
/// however well slow noise would explain it.
pub const LACKING_MOSTLY: [f64; 2] = [0.5, 0.9];
/// The share of a joint's mean square residual that a missing term has to explain to be named.
pub const LACKING: f64 = 0.1;
/// And the share of the joint's torque (of their root mean squares).
pub const LACKING_OF_TORQUE: f64 = 0.002;

/// A share of a torque's variance that has to be left unexplained, by parameters that a robot can have, for
/// faults of the recording to be looked for.
pub const SUSPICIOUS: f64 = 0.01;
/// The same by the nominal values of the robot file, which are never exact.
pub const NOT_NOMINAL: f64 = 0.5;
/// What undoing a fault has to divide what is left of the torques' variances by, all joints' factors
/// multiplied, in logarithms: a fourth. By chance nothing is gained, since what is right cannot be mended; a model
/// that lacks something gains less.
pub const LIFT: f64 = 1.386;
/// The same where undoing a fault brings joints within their limits as well, which by itself may say that the limits are
/// wrong: a tenth of that. What undoing changes nothing of gains nothing.
pub const SLIGHTLY: f64 = 0.139;
/// The same of a lag, on average over the joints: every drive has some.
pub const LAGGING: f64 = 0.5;
/// The share of a torque's variance that may be left of any joint once a fault is undone that is to be named.
pub const EXPLAINED_AWAY: f64 = 0.4;
/// A constant in a torque is named where a row has as large a share of its variance left as the first, and no row more than the second
/// once the constant is taken out; or in place of a factor on a torque, where it leaves less.
pub const BIAS: [f64; 2] = [0.1, 0.05];
/// Faults that differ by less in the mean logarithm of what is left are not told apart.
pub const AS_WELL: f64 = 0.03;
/// Correlation of a measured velocity with the slope of its position (of sums over windows) from which its sign and factor
/// are told, below which it has nothing to do with it, and from which it is that of another joint. A lag of a tenth of a
/// period leaves 0.8, of a sixth 0.5, of a twentieth 0.95; filters and noise leave more.
pub const BELONGS: f64 = 0.8;
/// See [`BELONGS`].
pub const FOREIGN: f64 = 0.5;
/// See [`BELONGS`].
pub const OF_ANOTHER: f64 = 0.95;
/// A measured velocity may be so many times its position's slope, or as much less: gains of filters that leave such a correlation
/// are nearer to 1, and units farther from each other.
pub const OUT_OF_SCALE: f64 = 1.5;
/// The factor is a known unit's if it is as near as this (degrees of radians: 57.3; turns a minute: 9.55).
pub const OF_UNIT: f64 = 1.1;
/// Windows for this last until the joint moves by that share of its position's variance in mean square: a tenth of a period.
pub const FAR_ENOUGH: f64 = 0.5;
/// And until that is so many times what noise and encoder steps add to it, so that they leave a correlation of 0.9.
pub const ABOVE_NOISE: f64 = 5.0;
/// The density, kg/m³, that no metal reaches (osmium: 22,600).
pub const DENSEST: f64 = 23_000.0;
/// A share of its joint's limit that no torque reaches only where all torques are too small: the friction of a drive
/// alone takes a few hundredths of what it can.
pub const IDLE: f64 = 0.01;
/// Inertia about an axis over the fourth power of the robot's reach from there, kg/m², below which there is no robot:
/// three sheets of paper. Slender arms of carbon have three times that, industrial ones fifty times.
pub const LIGHTEST: f64 = 0.2;
/// Ratios between torques of bodies and those of nominal values agree where they scatter by this factor at most; the
/// factor of all is known no better.
pub const AGREE: f64 = 2.0;
/// The factor within which the largest torques of bodies are known where the ratios do not agree: nominal values are then
/// another robot's.
pub const APART: f64 = 20.0;
/// Nominal values may all together be off by this factor.
pub const ROUGH: f64 = 5.0;
/// A share of all that changed between two results, in squares of deviations, from which a load or a gain that leaves
/// more than chance does is still named.
pub const MOSTLY: f64 = 0.9;
/// A torque's gain that is off by less is called a fault only where it is most of what is left of some row.
pub const GAIN: f64 = 1.3;
/// A share of the samples at the very end of a sensor's range from which it is said to be saturated.
pub const SATURATED: f64 = 0.005;

/// Seconds that a position repeats itself at least to have frozen, if it then makes a step, or stopped at once.
pub const FROZEN: f64 = 0.05;
/// So many times the largest step otherwise is the step with which a position that froze goes on; and so many times the largest change
/// of its steps before is the last step before one behind which nothing was measured.
pub const FROZEN_STEPS: f64 = 3.0;
/// Fourth differences of a position with noise are so many times its second ones, medians of both: of white noise they are 3.4 times, of a
/// motion alone far less. What reading makes of it by rounding does as much only where joints that turn back repeat positions, too.
pub const FROZEN_NOISE: f64 = 2.0;
/// A joint that comes to rest moves over the last seconds of [`FROZEN`] by at most this share of how far it ever does in that time.
pub const RESTED: f64 = 0.5;
/// A joint rests where it goes by at most this share of how far it ever goes in as long a time.
pub const RESTING: f64 = 0.1;

/// So many runs of one value as long as one that was found would have to be in a column by chance at least for it to be chance.
pub const HELD_BY_CHANCE: f64 = 1e-3;
/// So many times the largest step otherwise is the step with which a torque that was held begins or ends.
pub const HELD_STEPS: f64 = 3.0;
/// A torque that repeats itself is wrong where, behind the filters, so many deviations of what is left elsewhere and this share of all
/// that the motion asks for are between it and that.
pub const HELD_MISFIT: [f64; 2] = [4.0, 0.005];

/// A share of a direction's square in the observation matrix that errors of the positions make, from which the motion
/// did not excite it: what moved it is then less than three times the noise. The sign of a speed that is noise alone
/// has one half.
pub const NOISE_SHARE: f64 = 0.1;
/// The correlation of neighbouring samples below which a position is noise, and the joint stands still.
pub const MOVING: f64 = 0.5;

/// Condition number of the scaled observation matrix up to which excitation is called good: noise
/// then grows by at most two decades in the worst direction.
pub const WELL_CONDITIONED: f64 = 100.0;
/// Condition number beyond which some combinations of parameters are barely excited.
pub const BARELY_CONDITIONED: f64 = 1000.0;
/// Directions of so small a share of the largest singular value are weak (and the weakest one is
/// always named): noise grows along them tenfold and more.
pub const WEAK_DIRECTION: f64 = 0.1;
/// A deviation has to become so many times smaller for a further motion to be worth naming.
pub const WORTHWHILE: f64 = 2.0;

/// The residual on unseen data may be so many times that on the data of the estimate. At 1.5 the
/// variance of the error has more than doubled: most of it is then wrong parameters, not noise. So
/// it is of bodies that are held at what is known of them, beside those that are not.
pub const GROWTH: f64 = 1.5;
/// R² may fall by so much: a tenth of the torque's variance. Without this a nearly perfect fit
/// would be blamed for growing to a slightly less perfect one.
pub const FALL: f64 = 0.1;
/// Torque that varies less than this share of what it did in the estimate tests little.
pub const VARIATION: f64 = 1.0 / 3.0;

/// A share of Φ's largest singular value that the smallest should reach (Hanssen, Hovland and
/// Brogårdh, section 5: "within approximately 10 %"; the paper's own Φ has 8 %).
pub const PERSISTENT: f64 = 0.1;
/// A share of an element's largest coefficient that the deviations of all of them should stay within,
/// for the element to count as told from the others by itself.
pub const TOLD: f64 = 0.1;

/// A share of the sampling period that time stamps may stray from a constant rate (rounded stamps
/// do) before samples are interpolated.
pub const TOLERATED: f64 = 0.1;
/// So many rows at most are late by a slip; more of them mean that the clock began again.
pub const LATE: usize = 10;
/// A share of rows with the time of the row before beyond which stamps are coarser than samples.
pub const COARSE: f64 = 0.1;
/// Steps between rows of so many sampling periods leave rows out, where stamps lie on an even grid, and
/// where they do not.
pub const HOLE: [f64; 2] = [1.5, 2.5];
/// Nothing was measured at a time farther than so many sampling periods from every row.
pub const FAR: f64 = 1.0;
/// A hole is bridged if it lasts at most this share of the period of the highest frequency of the motion
/// (below which 99 % of the speed's power lies). A cubic through what is beside it then misses even a sine
/// of that frequency by less than 0.5 %.
pub const BRIDGED: f64 = 0.125;
/// The same where no joint moves, s, and at most, s.
pub const BRIDGED_SECONDS: [f64; 2] = [0.05, 0.5];
/// A piece of a recording lasts at least so many periods of that frequency: less is lost to filters.
pub const PIECE: f64 = 1.0;
/// A decimated sample counts if of its weight so much was measured as a share of what is in the mean: its noise
/// then has at most twice the variance of the others'.
pub const MEASURED: f64 = 0.5;
/// A spike has at most so many samples, and stands out by so many times the noise, by so many times what
/// its neighbours are missed by and by this share of the column's range. Six times the neighbours' own
/// largest miss was seen once in 10 s of an industrial robot's torque.
pub const SPIKE_LENGTH: usize = 3;
/// See [`SPIKE_LENGTH`].
pub const SPIKE_NOISE: f64 = 20.0;
/// See [`SPIKE_LENGTH`].
pub const SPIKE_NEIGHBOURS: f64 = 8.0;
/// See [`SPIKE_LENGTH`].
pub const SPIKE_RANGE: f64 = 1e-3;
/// Numbers of this size are no measurements in SI units: far beyond any that is, and far below those whose fourth powers,
/// with a rate's in derivatives, overflow.
pub const LARGEST: f64 = 1e30;
/// A position wraps where it misses a whole turn by less than this share of it, and than twice its steps beside.
pub const WRAPPED: f64 = 0.02;
/// Steps from row to row that are larger than this share of a turn do not tell one.
pub const UNTURNED: f64 = 0.125;
/// A position jumps where it changes from row to row by more than so many times the changes beside, and by more than
/// so many times what their speed makes of the time for which samples were held before.
pub const JUMPED: f64 = 10.0;
/// See [`JUMPED`].
pub const JUMPED_WHILE: f64 = 3.0;
/// Jumps that mostly follow each other within fewer rows, or within less time, s, are no slips but what is measured: poses one after the other.
pub const JUMPED_APART: [f64; 2] = [50.0, 1.0];
/// Rows are missing before one to which all joints move a whole number of times as far as to those beside, by this share of that.
pub const LOST_NEAR: f64 = 0.25;
/// They move so many standard deviations beside: noise of six joints then misses twice of that by [`LOST_NEAR`] once in fifty.
pub const LOST_MOVED: f64 = 20.0;
/// Fewer such rows do not show in parameters, and may be chance.
pub const LOST_FEWEST: usize = 10;
/// There are so many times as many of them as of steps that are no whole number of those beside: what slips, is late or jumps makes
/// either alike.
pub const LOST_OTHERS: f64 = 10.0;
/// Recursive least squares leave so many times what windows do of a torque only where parameters do not stay the same: at most 1.3 times
/// where they do.
pub const STRAYED: f64 = 3.0;
/// A value that was given is contradicted by an estimate that is farther from it than so many standard deviations.
pub const CONTRADICTED: f64 = 3.0;
/// A share of samples beyond which spikes are no slips but what is measured.
pub const SPIKE_SHARE: f64 = 0.01;
/// So many repairs of a kind are listed one by one; more of them together if less than so many seconds
/// apart.
pub const LISTED_ALONE: usize = 20;
/// See [`LISTED_ALONE`].
pub const MERGED: f64 = 1.0;
/// The weight of a robust estimate below which an equation is an outlier, which fits leave out.
pub const OUTLIER: f64 = 0.5;
/// The share of a row's samples beyond which outliers are no slips: the model misses what happened.
pub const MANY_OUTLIERS: f64 = 0.1;
/// Residuals of a second that are so many times the usual ones are not of the model, and the largest share of all seconds that they may be:
/// what lasts longer is usual. Terms that a model lacks made three times at most, on recordings of an arm of six joints.
pub const DISTURBED: f64 = 4.0;
/// See [`DISTURBED`].
pub const DISTURBED_SHARE: f64 = 0.3;
/// The share of a recording's samples that may be those of another one before it is a copy.
pub const COPIED: f64 = 0.9;

/// The probability of saying that any base parameter of an estimate which noise of the positions does not bias differs from
/// least squares, when noise of torques alone parts them.
pub const TOLD_APART: f64 = 0.01;

#[cfg(test)]
mod tests {
    use super::*;

    /// What the reasons beside the numbers say of them.
    #[test]
    fn numbers_follow_from_their_reasons() {
        let near = |found: f64, expected: f64| (found / expected - 1.0).abs() < 0.01;
        // 1/√(1 - r²) of a correlation, and two deviations of a sign.
        assert!(near((1.0 - CORRELATED.powi(2)).sqrt().recip(), 2.294));
        assert!(near(SIGN_CERTAIN.recip(), 2.0));
        let rises = |all: &[f64]| all.windows(2).all(|pair| pair[0] < pair[1]);
        assert!(rises(&[KNOWN_WELL, KNOWN, SIGN_CERTAIN]));
        // What is left is a fourth, or less by a tenth of that in logarithms.
        assert!(near(LIFT, 4f64.ln()) && near(SLIGHTLY, LIFT / 10.0));
        // Twice the variance of a mean, and more than twice that of an error.
        assert!(near(MEASURED.recip(), 2.0));
        assert!(GROWTH.powi(2) > 2.0 && (GROWTH - 0.1).powi(2) < 2.0);
        // Two decades, and tenfold noise.
        assert!(near(WELL_CONDITIONED.log10(), 2.0) && near(WEAK_DIRECTION.recip(), 10.0));
        assert!(near(BARELY_CONDITIONED, 10.0 * WELL_CONDITIONED));
        // Errors that make a tenth of a square: what moved it is three times the noise.
        assert!(near(((1.0 - NOISE_SHARE) / NOISE_SHARE).sqrt(), 3.0));
        // Shares of torque of what is no model, and of what explains little.
        assert!(rises(&[POOR, EXPLAINED, SOUND, 1.0]));
        assert!(rises(&[LACKING, LACKING_MOSTLY[0], LACKING_MOSTLY[1]]));
        // What lags of a tenth, a sixth and a twentieth of a period leave of a correlation.
        let lag = |period: f64| (std::f64::consts::TAU / period).cos();
        assert!(near(BELONGS, lag(10.0) - 0.009) && near(FOREIGN, lag(6.0)));
        assert!(near(OF_ANOTHER, lag(20.0)));
        assert!(near((1.0 - ABOVE_NOISE.recip()).sqrt(), 0.894));
        // Osmium has 22,600.
        assert!(rises(&[22_600.0, DENSEST, 24_000.0]));
    }

    /// Residuals of a rod of 4 cm and 1 m: the smallest eigenvalue in units of mass and size is that of what is across it.
    #[test]
    fn a_rod_is_not_on_the_boundary() {
        // m L²/12 along it, m r²/4 across; the trace is the square of the size.
        let (along, across) = (1.0 / 12.0, 0.02 * 0.02 / 4.0);
        let smallest = across / (along + 2.0 * across);
        assert!((0.5e-3..2e-3).contains(&smallest), "{smallest}");
        assert!(ON_BOUNDARY < 0.02 * smallest);
    }

    /// A cubic with the values and slopes of both ends misses at most `h⁴/384` of a sine (Hermite's error).
    #[test]
    fn a_bridge_misses_a_sine_by_little() {
        let missed = |share: f64| (std::f64::consts::TAU * share).powi(4) / 384.0;
        assert!(missed(BRIDGED) < 0.005 && missed(1.6 * BRIDGED) > 0.005);
    }
}
