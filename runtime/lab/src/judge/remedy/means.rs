//! How a front end offers to follow what is advised.

/// The ways that a front end offers to follow a remedy, as words in parentheses.
///
/// The laboratory's own texts know none, the default; a command line names its options.
#[derive(Debug, Clone, Copy, Default)]
pub struct Means {
    /// How to give several recordings.
    pub several_recordings: &'static str,
    /// How to choose the cut-off of the filter of positions.
    pub cutoff: &'static str,
    /// How to give nominal values more weight.
    pub more_prior_weight: &'static str,
    /// How to start from nominal values.
    pub prior: &'static str,
    /// How to identify by instruments.
    pub instruments: &'static str,
    /// How to keep parameters small.
    pub ridge: &'static str,
    /// How to hold data out.
    pub hold_out: &'static str,
    /// How to validate with another recording.
    pub validate: &'static str,
    /// How to give little weight to what is far from the model.
    pub robust: &'static str,
    /// How to fit laws of friction, and to hold them.
    pub friction: &'static str,
    /// How to compare two results.
    pub compare: &'static str,
    /// How to leave out a torque.
    pub without_torque: &'static str,
    /// How to set the length of intervals.
    pub interval: &'static str,
}
