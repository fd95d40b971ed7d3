//! Operations and time per evaluation of each generated function of every robot, on one core.
//!
//! `cargo bench -p armwright-robots` prints a table and writes the same to `target/armwright-bench.json`;
//! `cargo bench -p armwright-robots -- ur5 panda` measures these robots alone, `-- --brief` all of them with few
//! repetitions. Times are medians of processor time over rounds of random states: of the whole matrix (`dense`), of its values
//! (`packed`, what is used inside), and of many states at once on each set of instructions that there is (`lanes`).

use std::fmt::Write as _;
use std::hint::black_box;
use std::path::Path;

use armwright_codegen::generate_only;
use armwright_robots::ur5;
use armwright_runtime::online::{Bounds, Learner, Limits, Settings};
use armwright_runtime::{
    BaseMotion, Columns, EvaluationError, Inputs, Isa, PACKET, Packet, Parameter, ParameterKind,
    Quantity, Robot, forward_dynamics,
};
use cpu_time::ThreadTime;

const STATES: usize = 1024;

/// Numbers between columns.
const APART: usize = 8;

/// So many states are computed at once where several are.
const BLOCK: usize = 16;

/// Positions, velocities and accelerations of one random state (SplitMix64).
struct States(u64);

impl States {
    fn vector(&mut self, length: usize) -> Vec<f64> {
        (0..length).map(|_| self.number()).collect()
    }

    fn number(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        let bits = u32::try_from((z ^ (z >> 31)) >> 32).unwrap_or(0);
        f64::from(bits) / f64::from(u32::MAX) * 6.0 - 3.0
    }
}

/// Median nanoseconds of one call, over so many rounds of calls.
fn nanoseconds(batches: usize, mut call: impl FnMut(usize)) -> f64 {
    median(batches, || (0..STATES).for_each(&mut call))
}

/// Median nanoseconds of a state, where a call computes all.
fn median(batches: usize, mut all: impl FnMut()) -> f64 {
    let mut times: Vec<f64> = (0..batches)
        .map(|_| {
            let start = ThreadTime::now();
            all();
            start.elapsed().as_secs_f64() * 1e9 / STATES as f64
        })
        .collect();
    times.sort_by(f64::total_cmp);
    times[batches / 2]
}

/// A row of the table, and an object of the file.
struct Measured {
    robot: &'static str,
    function: &'static str,
    /// What is written, and on which instructions.
    form: &'static str,
    isa: &'static str,
    lanes: usize,
    ns: f64,
    /// Multiplications, additions, changes of sign, and pairs of sine and cosine; none of a function that calls others.
    counts: Option<[usize; 4]>,
    /// Lines of the function's code, its parts with it.
    lines: usize,
    /// What generating the robot's module took.
    generate_ms: f64,
}

/// A robot's module as the build script left it, and the milliseconds that generating it takes.
fn generated(robot: &str) -> (String, f64) {
    let code = Path::new(env!("OUT_DIR")).join(format!("{robot}.rs"));
    let code = std::fs::read_to_string(code).unwrap_or_default();
    let folders = [".", "large"].map(|folder| Path::new(env!("CARGO_MANIFEST_DIR")).join(folder));
    let files = folders.map(|folder| folder.join(format!("{robot}.yaml")));
    let text = files
        .iter()
        .find_map(|file| std::fs::read_to_string(file).ok());
    let text = text.expect("a robot of this crate has a file");
    let start = ThreadTime::now();
    let again = generate_only(robot, &text, armwright_codegen::Quantity::ALL);
    let time = start.elapsed().as_secs_f64() * 1e3;
    again.expect("what was generated can be generated again");
    (code, time)
}

/// Lines of a function, and of the parts that it is cut into.
fn lines(code: &str, function: &str) -> usize {
    let (whole, part) = (
        format!("pub fn {function}<"),
        format!("fn {function}_part_"),
    );
    let mut inside = false;
    let counted = code.lines().filter(|line| {
        inside |= line.starts_with(&whole) || line.starts_with(&part);
        let counts = inside;
        inside &= !line.starts_with('}');
        counts
    });
    counted.count()
}

/// A block of columns, from a state on.
fn block(columns: &[f64], first: usize) -> Vec<&[f64]> {
    let columns = columns.chunks_exact(STATES + APART);
    columns
        .map(|column| &column[first..first + BLOCK])
        .collect()
}

/// Every function of a robot.
fn report(robot: &'static dyn Robot, batches: usize) -> Vec<Measured> {
    let model = robot.model();
    let (n, p) = (model.joints.len(), model.parameters.len());
    let mut random = States(1);
    // `q`, `qd`, `qdd`, `qd_r`, `qdd_r` and how a base moves, each of one state after the other.
    let base = if model.base_moves() {
        BaseMotion::INPUTS
    } else {
        0
    };
    let widths = [n, n, n, n, n, base];
    let numbers = widths.map(|width| random.vector(STATES * width));
    let part = |i: usize, kind: usize| &numbers[kind][i * widths[kind]..(i + 1) * widths[kind]];
    let theta = random.vector(p);
    let inputs = |i: usize| {
        let [q, qd, qdd, qd_r, qdd_r, base] = std::array::from_fn(|kind| part(i, kind));
        Inputs {
            theta: &theta,
            q,
            qd,
            qdd,
            qd_r,
            qdd_r,
            base,
        }
    };
    let inputs: Vec<Inputs<'_>> = (0..STATES).map(inputs).collect();
    // A line of the cache apart, as a block of a motion's columns is: of columns whose lengths are powers of two all
    // begin at the same place of it.
    let columns: [Vec<f64>; 6] = std::array::from_fn(|kind| {
        let column = |k: usize| (0..STATES).map(move |i| part(i, kind)[k]);
        let apart = || std::iter::repeat_n(0.0, APART);
        let all = 0..part(0, kind).len();
        all.flat_map(|k| column(k).chain(apart())).collect()
    });
    let blocks: Vec<[Vec<&[f64]>; 4]> = (0..STATES)
        .step_by(BLOCK)
        .map(|first| {
            [&columns[0], &columns[1], &columns[2], &columns[5]]
                .map(|columns| block(columns, first))
        })
        .collect();
    let (code, generate_ms) = generated(model.name);
    let mut rows = Vec::new();
    for &quantity in Quantity::ALL {
        let mut out = vec![0.0; quantity.length(model)];
        match robot.evaluate(quantity, &inputs[0], &mut out) {
            Ok(()) => {}
            Err(EvaluationError::NotGenerated(_)) => continue,
            Err(error) => panic!("{}, {}: {error}", model.name, quantity.function()),
        }
        let function = quantity.function();
        let cost = model.costs.iter().find(|cost| cost.function == function);
        let measured = |form, isa: Isa, lanes, ns| Measured {
            robot: model.name,
            function,
            form,
            isa: isa.name(),
            lanes,
            ns,
            counts: cost.map(|cost| {
                [
                    cost.multiplications,
                    cost.additions,
                    cost.negations,
                    cost.sine_cosines,
                ]
            }),
            lines: lines(&code, function),
            generate_ms,
        };
        let packing = robot.packing(quantity);
        let isa = packing.map_or(Isa::BASELINE, |_| Isa::detected());
        let ns = nanoseconds(batches, |i| {
            let done = robot.evaluate(quantity, &inputs[i], black_box(&mut out));
            black_box(done).expect("slices of the robot's own sizes");
        });
        rows.push(measured("dense", isa, 1, ns));
        let Some(packing) = packing else {
            continue;
        };
        let mut out = vec![0.0; packing.values()];
        let ns = nanoseconds(batches, |i| {
            let done = robot.evaluate_packed(quantity, &inputs[i], black_box(&mut out));
            black_box(done).expect("slices of the robot's own sizes");
        });
        rows.push(measured("packed", isa, 1, ns));
        // In blocks whose values stay in the cache.
        let mut out = vec![Packet::default(); BLOCK / PACKET * packing.values()];
        for isa in Isa::all() {
            let ns = median(batches, || {
                for [q, qd, qdd, base] in &blocks {
                    let columns = Columns {
                        theta: &theta,
                        q,
                        qd,
                        qdd,
                        base,
                    };
                    let done = robot.evaluate_batch(isa, quantity, &columns, black_box(&mut out));
                    black_box(done).expect("columns of the robot's own sizes");
                }
            });
            rows.push(measured("packed", isa, isa.lanes(), ns));
        }
    }
    rows.push(Measured {
        robot: model.name,
        function: "forward_dynamics",
        form: "dense",
        isa: Isa::detected().name(),
        lanes: 1,
        ns: forward(robot, &inputs, batches),
        counts: None,
        lines: 0,
        generate_ms,
    });
    rows
}

/// Nanoseconds of the accelerations that torques cause.
fn forward(robot: &dyn Robot, inputs: &[Inputs<'_>], batches: usize) -> f64 {
    let model = robot.model();
    let n = model.rows();
    let theta: Vec<f64> = model.parameters.iter().map(possible).collect();
    let tau = States(3).vector(n);
    let (mut work, mut out) = (vec![0.0; n * n + n], vec![0.0; n]);
    nanoseconds(batches, |i| {
        let inputs = Inputs {
            theta: &theta,
            ..inputs[i]
        };
        let done = forward_dynamics(robot, &inputs, &tau, &mut work, black_box(&mut out));
        black_box(done).expect("every body has a mass");
    })
}

/// A ball of one kilogram about its origin in place of each body, nothing of drives.
fn possible(parameter: &Parameter) -> f64 {
    match parameter.kind {
        ParameterKind::Inertial { component, .. } if component.is_positive() => 1.0,
        _ => 0.0,
    }
}

impl Measured {
    /// Counts as text; a sign of its own where another function is called.
    fn counts(&self, none: &str) -> [String; 4] {
        match self.counts {
            Some(counts) => counts.map(|count| count.to_string()),
            None => std::array::from_fn(|_| none.to_owned()),
        }
    }

    fn line(&self) -> String {
        let [multiplications, additions, negations, turns] = self.counts("-");
        format!(
            "{:16} {:26} {:6} {:8} {:>5} {:>6} {:>6} {:>4} {:>3} {:>6} {:10.1}",
            self.robot,
            self.function,
            self.form,
            self.isa,
            self.lanes,
            multiplications,
            additions,
            negations,
            turns,
            self.lines,
            self.ns
        )
    }

    fn object(&self) -> String {
        let [multiplications, additions, negations, turns] = self.counts("null");
        let generated = match self.generate_ms.is_finite() {
            true => format!("{:.1}", self.generate_ms),
            false => "null".to_owned(),
        };
        format!(
            "{{\"robot\": \"{}\", \"function\": \"{}\", \"form\": \"{}\", \"isa\": \"{}\", \"lanes\": {}, \"ns\": {:.1}, \
             \"mul\": {multiplications}, \"add\": {additions}, \"neg\": {negations}, \"sincos\": {turns}, \"lines\": {}, \
             \"generate_ms\": {generated}}}",
            self.robot, self.function, self.form, self.isa, self.lanes, self.ns, self.lines
        )
    }
}

/// One sample of identification inside the loop: regressor, window of 50 and gate, solved for at every so many samples.
fn online(every: u32, batches: usize) {
    const N: usize = ur5::DOF;
    const B: usize = ur5::BASE_PARAMETERS;
    let mut learner = Learner::<f64, N, B, 50>::new(Settings {
        nominal: [0.0; B],
        deviations: [10.0; B],
        noise: [0.5; N],
        bounds: Bounds::none(),
        limits: Limits {
            step: [f64::INFINITY; N],
            torque: [f64::INFINITY; N],
            moving: [f64::INFINITY; N],
            patience: 5,
        },
        gate: [0.95, 0.9],
        every,
        excitation: 0.0,
    });
    let mut random = States(2);
    let mut state = || -> [[f64; N]; 4] {
        std::array::from_fn(|_| random.vector(N).try_into().unwrap_or([0.0; N]))
    };
    let states: Vec<_> = (0..STATES).map(|_| state()).collect();
    let mut rows = [[0.0; B]; N];
    let time = nanoseconds(batches, |i| {
        let [q, qd, qdd, tau] = &states[i];
        ur5::base_regressor(q, qd, qdd, &mut rows);
        black_box(learner.step(q, tau, qd, &rows));
    });
    println!(
        "{:16} {:20} every {every:2} {time:24.1}",
        "ur5", "window of 50, solved"
    );
}

fn main() {
    // Cargo says `--bench`; what is no flag is a robot, or `online`.
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let is_brief = arguments.iter().any(|argument| argument == "--brief");
    let wanted: Vec<&String> = arguments.iter().filter(|a| !a.starts_with('-')).collect();
    let wants = |name: &str| wanted.is_empty() || wanted.iter().any(|wanted| *wanted == name);
    let batches = if is_brief { 3 } else { 41 };
    if wants("online") {
        [1, 5, 10]
            .into_iter()
            .for_each(|every| online(every, batches));
    }
    let robots = armwright_robots::ALL.iter();
    let mut objects = String::new();
    println!(
        "{:16} {:26} {:6} {:8} {:>5} {:>6} {:>6} {:>4} {:>3} {:>6} {:>10}",
        "robot", "function", "form", "isa", "lanes", "mul", "add", "neg", "sc", "lines", "ns"
    );
    for robot in robots.filter(|robot| wants(robot.model().name)) {
        for row in report(*robot, batches) {
            println!("{}", row.line());
            let separator = if objects.is_empty() { "" } else { ",\n" };
            let _ = write!(objects, "{separator}  {}", row.object());
        }
    }
    if objects.is_empty() {
        return;
    }
    // Beside `debug` and `release`: four folders above this program.
    let program = std::env::current_exe().unwrap_or_default();
    let target = program.ancestors().nth(3).unwrap_or(Path::new("target"));
    let file = target.join("armwright-bench.json");
    std::fs::write(&file, format!("[\n{objects}\n]\n")).expect("a file can be written");
    println!("wrote {}", file.display());
}
