//! An arm that is identified inside its control loop, on a Cortex-M4F: `cargo build --release --features embedded
//! --bin embedded --target thumbv7em-none-eabihf`, then `qemu-system-arm -M mps2-an386 -nographic -icount shift=0
//! -semihosting -kernel embedded`.
//!
//! The arm is simulated beside the loop, in double precision. The controller begins with half of every true value and switches
//! to identified parameters when the gate opens. Every 500 samples a line says the largest tracking error since the last
//! one, R² and what acts. After 6 s the arm takes a load: that is noticed, and its mass found while the arm moves.

#![no_std]
#![no_main]

use core::arch::asm;
use core::fmt::Write;
use core::panic::PanicInfo;

use armwright_runtime::control::{Feedback, torques};
use armwright_runtime::online::{
    Acting, Bounds, Change, Forgetting, Learner, Limits, Motion, MotionFilter,
    RecursiveLeastSquares, Settings, SlidingWindow,
};

armwright_runtime::include_robot!(scara);

const N: usize = scara::DOF;
const B: usize = scara::BASE_PARAMETERS;
const P: usize = scara::PARAMETERS;
/// Seconds between samples.
const STEP: f64 = 0.001;
const SAMPLES: u32 = 12_000;
/// When the arm takes a load, and how heavy that is (kg).
const LOADED: u32 = 6_000;
const LOAD: f64 = 0.7;

/// What the debugger's host does for a program without an operating system.
struct Host;

impl Host {
    fn call(operation: u32, argument: *const u8) {
        // SAFETY: the operations used here read a string that ends with a zero, or end the program.
        unsafe {
            asm!("bkpt 0xAB", inout("r0") operation => _, in("r1") argument, options(nostack));
        }
    }

    fn exit(reason: usize) -> ! {
        Self::call(0x18, reason as *const u8);
        loop {}
    }
}

impl Write for Host {
    fn write_str(&mut self, text: &str) -> core::fmt::Result {
        for byte in text.bytes() {
            Self::call(0x03, &raw const byte);
        }
        Ok(())
    }
}

#[panic_handler]
fn panic(info: &PanicInfo<'_>) -> ! {
    let _ = writeln!(Host, "{info}");
    Host::exit(0x20023)
}

/// What a processor's fault ends in.
#[unsafe(no_mangle)]
extern "C" fn fault() -> ! {
    let _ = writeln!(Host, "fault");
    Host::exit(0x20023)
}

/// Where the processor begins: it turns its floating-point unit on.
#[unsafe(no_mangle)]
#[unsafe(link_section = ".text.start")]
extern "C" fn start() -> ! {
    // SAFETY: a register of the processor, which nothing else writes.
    unsafe {
        let access = 0xE000_ED88 as *mut u32;
        access.write_volatile(access.read_volatile() | 0xF << 20);
        asm!("dsb", "isb");
    }
    main()
}

/// The processor's counter; with `-icount shift=0` an instruction is a nanosecond and a tick 40 of them.
struct Counter;

impl Counter {
    const CONTROL: *mut u32 = 0xE000_E010 as *mut u32;

    fn start() {
        // SAFETY: registers of the processor, which nothing else writes.
        unsafe {
            Self::CONTROL.add(1).write_volatile(0x00FF_FFFF);
            Self::CONTROL.add(2).write_volatile(0);
            Self::CONTROL.write_volatile(5);
        }
    }

    fn now() -> u32 {
        // SAFETY: as above.
        unsafe { Self::CONTROL.add(2).read_volatile() }
    }

    fn instructions(since: u32) -> u32 {
        since.wrapping_sub(Self::now()) % 0x0100_0000 * 40
    }
}

/// Bytes of the stack below this function that are marked, and later counted.
const MARKED: usize = 256 * 1024;
const MARK: u32 = 0x5A5A_A5A5;

/// The first word of the marked stack.
fn marked() -> *mut u32 {
    (0x2000_0000 + 4 * 1024 * 1024 - MARKED) as *mut u32
}

/// Marks the stack below what is in use.
#[inline(never)]
fn mark() {
    let stack: *mut u32;
    // SAFETY: it only reads where the stack ends now.
    unsafe { asm!("mov {}, sp", out(reg) stack) };
    let mut word = marked();
    while word < stack.wrapping_sub(64) {
        // SAFETY: memory below the stack's end, which nothing uses yet.
        unsafe {
            word.write_volatile(MARK);
            word = word.add(1);
        }
    }
}

/// How much of the stack was used at most (bytes).
fn used() -> usize {
    let mut word = marked();
    // SAFETY: memory that is there.
    while unsafe { word.read_volatile() } == MARK {
        word = word.wrapping_add(1);
    }
    0x2000_0000 + 4 * 1024 * 1024 - word as usize
}

/// The arm's true parameters: the file's, and invented ones where it has none.
fn truth(load: f64) -> [f64; P] {
    let mut theta = [0.0; P];
    for (value, parameter) in theta.iter_mut().zip(scara::MODEL.parameters) {
        *value = parameter.nominal.unwrap_or(match parameter.name {
            "Ia_z" => 2.0,
            "fc_z" => 5.0,
            "fv_z" => 20.0,
            "Ia_m4" => 1e-5,
            "fc_m4" => 0.003,
            "fv_m4" => 1e-4,
            _ => 0.0,
        });
        // A load at the tool's place, 0.25 m below.
        *value += match parameter.name {
            "m_tool" => load,
            "mz_tool" => 0.25 * load,
            "Lxx_tool" | "Lyy_tool" => 0.0625 * load,
            _ => 0.0,
        };
    }
    theta
}

/// Accelerations that torques cause: `M⁻¹ (tau - bias)` by Cholesky's factor.
fn accelerations(theta: &[f64; P], q: &[f64; N], qd: &[f64; N], tau: &[f64; N]) -> [f64; N] {
    let (mut m, mut bias) = ([[0.0; N]; N], [0.0; N]);
    scara::inertia_matrix(theta, q, &mut m);
    scara::inverse_dynamics(theta, q, qd, &[0.0; N], &mut bias);
    let mut x: [f64; N] = core::array::from_fn(|i| tau[i] - bias[i]);
    for k in 0..N {
        for i in k + 1..N {
            let factor = m[i][k] / m[k][k];
            for j in k..N {
                m[i][j] -= factor * m[k][j];
            }
            x[i] -= factor * x[k];
        }
    }
    for k in (0..N).rev() {
        for j in k + 1..N {
            x[k] -= m[k][j] * x[j];
        }
        x[k] /= m[k][k];
    }
    x
}

/// The motion that is asked for at a time (s): sines of different periods.
fn aim(t: f32) -> Motion<f32, N> {
    use armwright_runtime::Scalar as _;
    let (middle, wide) = ([0.2, -0.3, 0.1, 0.0], [0.8, 0.9, 0.05, 1.5]);
    let rate: [f32; N] = [2.3, 3.1, 4.3, 5.9];
    let mut motion = Motion::default();
    for i in 0..N {
        let (sine, cosine) = (rate[i] * t).sin_cos();
        let (slow, other) = (0.6 * rate[i] * t).sin_cos();
        motion.q[i] = middle[i] + wide[i] * (sine + 0.5 * slow);
        motion.qd[i] = wide[i] * rate[i] * (cosine + 0.3 * other);
        motion.qdd[i] = -wide[i] * rate[i] * rate[i] * (sine + 0.18 * slow);
    }
    motion
}

/// What the identification begins with: half of every true value, and no confidence in it.
fn settings() -> Settings<f32, N, B> {
    let mut beta = [0.0; B];
    scara::base_parameters(&truth(0.0), &mut beta);
    let nominal = beta.map(|x| 0.5 * x as f32);
    Settings {
        nominal,
        deviations: nominal.map(|x| 0.02 + 2.0 * if x < 0.0 { -x } else { x }),
        noise: [0.2, 0.1, 1.0, 0.01],
        bounds: Bounds::none(),
        limits: Limits {
            step: [0.2, 0.2, 0.05, 0.5],
            torque: [400.0, 200.0, 2000.0, 40.0],
            moving: [1.0, 1.0, 0.1, 2.0],
            patience: 5,
        },
        gate: [0.95, 0.9],
        every: 10,
        excitation: 0.8,
    }
}

/// Parameters of a body at the tool, and where they begin among the robot's.
const BODY: usize = 10;
const TOOL: usize = 30;

/// Looks for a load: how far torques are from those of the arm that was identified, and what the tool's body would have to
/// be for them.
struct Loading {
    arm: [f32; B],
    change: Change<f32, N>,
    since: Option<u32>,
    window: SlidingWindow<f32, N, BODY, 100>,
}

impl Loading {
    fn new(arm: [f32; B]) -> Self {
        let deviations = [1.0, 0.3, 0.3, 0.3, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1];
        Self {
            arm,
            change: Change::new([0.4, 0.2, 1.0, 0.02], 3.0, 100.0),
            since: None,
            window: SlidingWindow::new([0.0; BODY], &deviations, [0.4, 0.2, 1.0, 0.02]),
        }
    }

    /// Takes a sample; says when a load was noticed, and a second later what it is.
    fn step(&mut self, k: u32, motion: &Motion<f32, N>, tau: &[f32; N], rows: &[[f32; B]; N]) {
        let known = torques(rows, &self.arm);
        let errors: [f32; N] = core::array::from_fn(|i| tau[i] - known[i]);
        let changed = self.change.observe(&errors);
        let t = k as f32 * STEP as f32;
        if changed && self.since.is_none() {
            self.since = Some(k);
            let _ = writeln!(Host, "{t:5.2} s: a load");
        }
        let Some(since) = self.since else { return };
        let mut full = [[0.0; P]; N];
        scara::torque_regressor(&motion.q, &motion.qd, &motion.qdd, &mut full);
        let body = full.map(|row| core::array::from_fn(|j| row[TOOL + j]));
        self.window.push(&body, &errors);
        if k == since + 1000 {
            let (mass, deviation) = (self.window.estimate()[0], self.window.deviation(0));
            let _ = writeln!(Host, "{t:5.2} s: its mass {mass:.2} ± {deviation:.2} kg");
        }
    }
}

#[inline(never)]
fn main() -> ! {
    mark();
    Counter::start();
    let mut learner = Learner::<f32, N, B, 100>::new(settings());
    let mut filter = MotionFilter::<f32, N>::new(0.005, STEP as f32);
    let feedback = Feedback::critical([25.0_f32; N]);
    let start = aim(0.0);
    let (mut q, mut qd) = (start.q.map(f64::from), start.qd.map(f64::from));
    let mut tau = [0.0_f32; N];
    let mut rows = [[0.0_f32; B]; N];
    let Settings {
        nominal,
        deviations,
        noise,
        ..
    } = settings();
    let mut arm = RecursiveLeastSquares::new(nominal, &deviations, noise, Forgetting::none());
    let mut loading = None;
    let (mut worst, mut most) = (0.0_f32, 0);
    for k in 0..SAMPLES {
        let theta = truth(if k < LOADED { 0.0 } else { LOAD });
        let aim = aim(k as f32 * STEP as f32);
        let before = Counter::now();
        let sensed = q.map(|x| x as f32);
        let motion = filter.update(&sensed);
        let measured = filter.torque(&tau);
        scara::base_regressor(&motion.q, &motion.qd, &motion.qdd, &mut rows);
        let step = if k % 10 == 0 && k > 50 {
            if k < 5000 {
                arm.update(&rows, &measured);
            } else {
                let loading = loading.get_or_insert_with(|| Loading::new(arm.estimate()));
                loading.step(k, &motion, &measured, &rows);
            }
            Some(learner.step(&sensed, &measured, &aim.qd, &rows))
        } else {
            None
        };
        let speed = qd.map(|x| x as f32);
        let command = feedback.command(&aim, &sensed, &speed);
        scara::base_regressor(&sensed, &speed, &command, &mut rows);
        tau = torques(&rows, learner.parameters());
        most = most.max(Counter::instructions(before));
        let qdd = accelerations(&theta, &q, &qd, &tau.map(f64::from));
        for i in 0..N {
            qd[i] += STEP * qdd[i];
            q[i] += STEP * qd[i];
            let error = aim.q[i] - q[i] as f32;
            worst = worst.max(if error < 0.0 { -error } else { error });
        }
        if let Some(step) = step
            && k % 500 == 0
        {
            let acting = match step.acting {
                Acting::Nominal => "nominal",
                Acting::Identified => "identified",
            };
            let r2 = step.r2.unwrap_or(f32::NAN);
            let t = k as f32 * STEP as f32;
            let _ = writeln!(Host, "{t:5.1} s: error {worst:.4}, R² {r2:.3}, {acting}");
            worst = 0.0;
        }
    }
    let bytes = core::mem::size_of_val(&learner);
    let _ = writeln!(Host, "a sample: at most {most} instructions");
    let _ = writeln!(
        Host,
        "the learner: {bytes} bytes; the stack: {} bytes",
        used()
    );
    Host::exit(0x20026)
}
