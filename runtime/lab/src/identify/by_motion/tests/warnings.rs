//! What is said of a fit, sentence by sentence.

use crate::identify::Followed;
use crate::identify::by_motion::{followed, warnings};
use crate::output_error::by_hand::{self, joint, parameter};
use crate::output_error::{Ending, Fit};

/// What is done to a fit.
type Change<'a> = &'a dyn Fn(&mut Fit);

/// At what is let be.
fn fit() -> Fit {
    let parameters = ["a", "b"].map(|name| parameter(name, Some(0.1)));
    let mut fit = by_hand::fit(parameters.into(), ["q1", "q2"].map(joint).into());
    fit.condition = 1e4;
    fit.joints[0].nrmse = 0.3;
    fit
}

#[test]
fn warnings_say_what_should_not_be_overlooked() {
    assert_eq!(warnings(&fit()), [""; 0]);
    let stops = |f: &mut Fit| {
        f.stops = 3;
        f.last_stop = Some("at 1 s".to_owned());
    };
    let cases: [(Change, &str); 8] = [
        (
            &|f| f.ending = Ending::Iterations,
            "the search did not converge in 7 iterations: what it found is the best so far",
        ),
        (
            &|f| f.ending = Ending::Stuck,
            "the search is stuck: no step lowers the cost, though its slope is not 0. Shorter intervals may help",
        ),
        (
            &|f| f.parameters.iter_mut().for_each(|p| p.std = None),
            "this motion does not determine a, b",
        ),
        (
            &|f| f.condition = 12_345.6,
            "parameters are told apart badly: the condition number of the scaled derivatives is 12346",
        ),
        (
            &|f| f.condition = 10_001.0,
            "parameters are told apart badly: the condition number of the scaled derivatives is 10001",
        ),
        (
            &|f| f.joints[1].nrmse = 0.456,
            "46 % of the motion of q2 is not met: the model lacks something, or the search ended far from the best",
        ),
        (
            &|f| f.joints[0].nrmse = 0.3001,
            "30 % of the motion of q1 is not met: the model lacks something, or the search ended far from the best",
        ),
        (
            &stops,
            "3 trial motions ended early and were given up; the last one: at 1 s",
        ),
    ];
    for (change, text) in cases {
        let mut fit = fit();
        change(&mut fit);
        assert_eq!(warnings(&fit), [text]);
    }
    let mut none = fit();
    none.last_stop = Some("at 1 s".to_owned());
    assert_eq!(warnings(&none), [""; 0]);
}

/// Of each joint, in the unit of its position.
#[test]
fn how_far_positions_are_followed_is_no_share_of_the_motion() {
    let mut fit = fit();
    (fit.joints[0].rmse, fit.joints[1].rmse) = (0.002, 0.125);
    (fit.joints[0].nrmse, fit.joints[1].nrmse) = (0.75, 0.25);
    let expected = [("q1", 0.002), ("q2", 0.125)].map(|(joint, rms)| Followed {
        joint: joint.to_owned(),
        rms,
    });
    assert_eq!(followed(&fit), expected);
}
