//! Work in parts on all cores, with results that do not depend on how many there are.
//!
//! What is computed is cut into parts by its size alone; cores take parts as they come, and results are taken in the order of
//! the parts, by the thread that asked. So sums are made in one order on every machine.

use std::cell::RefCell;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// Parts that are computed ahead of the one that is taken, a core.
const AHEAD: usize = 2;

/// How many cores are used; 0 for all there are.
static WANTED: AtomicUsize = AtomicUsize::new(0);

/// Uses no more than so many cores from now on, in the whole process; 0 for all that there are. Results are the same, bit for bit.
pub fn limit(cores: usize) {
    WANTED.store(cores, Ordering::Relaxed);
}

/// How many cores are used.
#[must_use]
pub fn count() -> usize {
    match WANTED.load(Ordering::Relaxed) {
        0 => std::thread::available_parallelism().map_or(1, usize::from),
        wanted => wanted,
    }
}

/// The cores that some work may use: those that are left to it by what is done beside it, more once that is done.
struct Share {
    cores: Mutex<usize>,
    /// How many they can become.
    most: usize,
    changed: Condvar,
}

thread_local! {
    /// The share of what a thread does; all cores where there is none.
    static SHARE: RefCell<Option<Arc<Share>>> = const { RefCell::new(None) };
}

impl Share {
    fn of(cores: usize, most: usize) -> Arc<Self> {
        Arc::new(Self {
            cores: Mutex::new(cores),
            most,
            changed: Condvar::new(),
        })
    }

    /// That of the work that this thread does.
    fn here() -> Arc<Self> {
        SHARE
            .with_borrow(Clone::clone)
            .unwrap_or_else(|| Self::of(count(), count()))
    }

    fn cores(&self) -> MutexGuard<'_, usize> {
        self.cores.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Does work with this share.
    fn used<T>(self: &Arc<Self>, work: impl FnOnce() -> T) -> T {
        /// Whatever ends the work, a panic too, the thread has its share again.
        struct Again(Option<Arc<Share>>);
        impl Drop for Again {
            fn drop(&mut self) {
                SHARE.set(self.0.take());
            }
        }
        let _again = Again(SHARE.replace(Some(Arc::clone(self))));
        work()
    }

    /// Leaves all cores to another.
    fn leave(&self, to: &Self) {
        let mine = std::mem::take(&mut *self.cores());
        *to.cores() += mine;
        to.changed.notify_all();
    }

    /// Waits until there are more cores than so many, which it answers, or it is over.
    fn exceeds(&self, others: usize, over: &dyn Fn() -> bool) -> bool {
        let mut cores = self.cores();
        while *cores <= others {
            if over() {
                return false;
            }
            cores = self
                .changed
                .wait(cores)
                .unwrap_or_else(PoisonError::into_inner);
        }
        true
    }
}

/// Computes parts and hands them over in their order, until that breaks off.
pub(crate) fn in_order<T: Send>(
    parts: usize,
    work: &(dyn Fn(usize) -> T + Sync),
    take: &mut dyn FnMut(T) -> ControlFlow<()>,
) {
    let share = Share::here();
    let helpers = share.most.min(parts).saturating_sub(1);
    if helpers == 0 {
        for part in 0..parts {
            if take(work(part)).is_break() {
                return;
            }
        }
        return;
    }
    let each = share.most / (helpers + 1);
    let work = &|part| Share::of(each, each).used(|| work(part));
    let desk = Desk {
        share: &share,
        parts,
        ahead: AHEAD * (helpers + 1),
        state: Mutex::new(State {
            next: 0,
            taken: 0,
            done: Vec::new(),
            over: false,
        }),
        changed: Condvar::new(),
    };
    std::thread::scope(|scope| {
        for others in 0..helpers {
            let desk = &desk;
            scope.spawn(move || {
                // Whatever ends a helper, a panic too, nobody waits for it.
                let _over = Over {
                    desk,
                    always: false,
                };
                // Beside whoever asked and those before it.
                if desk.share.exceeds(others + 1, &|| desk.is_over()) {
                    while let Some(part) = desk.claim() {
                        desk.put(part, work(part));
                    }
                }
            });
        }
        let _over = Over {
            desk: &desk,
            always: true,
        };
        for part in 0..parts {
            let Some(result) = desk.get(part, work) else {
                return;
            };
            if take(result).is_break() {
                return;
            }
        }
    });
}

/// The results of all parts, in their order.
pub(crate) fn map<T: Send>(parts: usize, work: &(dyn Fn(usize) -> T + Sync)) -> Vec<T> {
    let mut all = Vec::with_capacity(parts);
    in_order(parts, work, &mut |result| {
        all.push(result);
        ControlFlow::Continue(())
    });
    all
}

/// Does two things at once where there are cores for it, and gives what both come to. Each has half of the cores, and those of the
/// other once that is done.
pub(crate) fn both<A: Send, B>(
    one: impl FnOnce() -> A + Send,
    other: impl FnOnce() -> B,
) -> (A, B) {
    let cores = *Share::here().cores();
    if cores < 2 {
        return (one(), other());
    }
    let mine = Share::of(cores.div_ceil(2), cores);
    let beside = Share::of(cores / 2, cores);
    std::thread::scope(|scope| {
        let one = scope.spawn(|| {
            let one = beside.used(one);
            beside.leave(&mine);
            one
        });
        let other = mine.used(other);
        mine.leave(&beside);
        match one.join() {
            Ok(one) => (one, other),
            Err(panic) => std::panic::resume_unwind(panic),
        }
    })
}

/// Where parts are claimed and results are laid down.
struct Desk<'s, T> {
    share: &'s Share,
    parts: usize,
    ahead: usize,
    state: Mutex<State<T>>,
    changed: Condvar,
}

struct State<T> {
    /// The first part that nobody has claimed.
    next: usize,
    /// How many were taken.
    taken: usize,
    /// Results that wait, with their parts.
    done: Vec<(usize, T)>,
    /// Whether nothing more is to be computed.
    over: bool,
}

impl<T> State<T> {
    fn claim(&mut self, parts: usize, ahead: usize) -> Option<usize> {
        let free = !self.over && self.next < parts.min(self.taken + ahead);
        free.then(|| {
            self.next += 1;
            self.next - 1
        })
    }
}

impl<T> Desk<'_, T> {
    fn lock(&self) -> MutexGuard<'_, State<T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'a>(&self, state: MutexGuard<'a, State<T>>) -> MutexGuard<'a, State<T>> {
        self.changed
            .wait(state)
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// The next part for a helper, which waits while too much is ahead.
    fn claim(&self) -> Option<usize> {
        let mut state = self.lock();
        loop {
            if state.over || state.next >= self.parts {
                return None;
            }
            match state.claim(self.parts, self.ahead) {
                None => state = self.wait(state),
                part => return part,
            }
        }
    }

    /// Whether nothing is left for another helper.
    fn is_over(&self) -> bool {
        let state = self.lock();
        state.over || state.next >= self.parts
    }

    fn put(&self, part: usize, result: T) {
        self.lock().done.push((part, result));
        self.changed.notify_all();
    }

    /// The result of a part; who waits for it computes others meanwhile. None where a helper failed.
    fn get(&self, part: usize, work: &(dyn Fn(usize) -> T + Sync)) -> Option<T> {
        let mut state = self.lock();
        loop {
            if let Some(at) = state.done.iter().position(|(done, _)| *done == part) {
                let (_, result) = state.done.swap_remove(at);
                state.taken = part + 1;
                drop(state);
                self.changed.notify_all();
                return Some(result);
            }
            if let Some(other) = state.claim(self.parts, self.ahead) {
                drop(state);
                let result = work(other);
                self.put(other, result);
                state = self.lock();
            } else if state.over {
                return None;
            } else {
                state = self.wait(state);
            }
        }
    }
}

/// Says when it goes that it is over: of the one who takes always, of a helper only where it failed.
struct Over<'a, T> {
    desk: &'a Desk<'a, T>,
    always: bool,
}

impl<T> Drop for Over<'_, T> {
    fn drop(&mut self) {
        self.desk.lock().over |= self.always || std::thread::panicking();
        self.desk.changed.notify_all();
        // Who looks whether it is over holds the cores meanwhile.
        drop(self.desk.share.cores());
        self.desk.share.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::ops::ControlFlow;
    use std::sync::{Barrier, Condvar, Mutex};
    use std::thread;
    use std::time::Duration;

    use super::{Share, State, both, count, in_order, limit, map};

    /// Does work with so many cores, whatever other tests of this process do.
    fn with<T>(cores: usize, work: impl FnOnce() -> T) -> T {
        Share::of(cores, cores).used(work)
    }

    /// Nothing is computed far ahead of what was taken, or beyond the last part.
    #[test]
    fn parts_are_claimed_while_they_are_near() {
        let mut state = State::<()> {
            next: 0,
            taken: 0,
            done: Vec::new(),
            over: false,
        };
        let all: Vec<Option<usize>> = (0..4).map(|_| state.claim(5, 3)).collect();
        assert_eq!(all, [Some(0), Some(1), Some(2), None]);
        state.taken = 1;
        assert_eq!([state.claim(5, 3), state.claim(5, 3)], [Some(3), None]);
        state.taken = 4;
        assert_eq!([state.claim(5, 3), state.claim(5, 3)], [Some(4), None]);
        (state.next, state.over) = (0, true);
        assert_eq!(state.claim(5, 3), None);
    }

    /// As many as are asked for, more than there are as well; none asks for all of them.
    #[test]
    fn as_many_cores_are_used_as_are_asked_for() {
        let all = thread::available_parallelism().map_or(1, usize::from);
        for (asked, used) in [(3, 3), (1, 1), (0, all)] {
            limit(asked);
            assert_eq!(count(), used, "{asked}");
        }
    }

    #[test]
    fn no_parts_are_no_work() {
        assert!(map(0, &|part| part).is_empty());
        assert_eq!(map(1, &|part| part + 7), [7]);
    }

    #[test]
    fn results_come_in_order_whatever_takes_long() {
        let slow = |part: usize| {
            thread::sleep(Duration::from_micros(50 * (part as u64 * 7 % 5)));
            part
        };
        for cores in [1, 2, 5] {
            with(cores, || {
                assert_eq!(map(40, &slow), (0..40).collect::<Vec<_>>(), "{cores} cores");
                let mut taken = Vec::new();
                in_order(40, &slow, &mut |part| {
                    taken.push(part);
                    match part {
                        17 => ControlFlow::Break(()),
                        _ => ControlFlow::Continue(()),
                    }
                });
                assert_eq!(taken, (0..18).collect::<Vec<_>>(), "{cores} cores");
            });
        }
    }

    #[test]
    fn both_results_are_there_however_many_cores() {
        for cores in [1, 2] {
            let mut told = Vec::new();
            let tell = || {
                told.push(7);
                "other"
            };
            let found = with(cores, || both(|| map(3, &|part| 2 * part), tell));
            assert_eq!((found, told), ((vec![0, 2, 4], "other"), vec![7]));
            let failing = || with(cores, || both(|| panic!("on purpose"), || 1));
            let failed = std::panic::catch_unwind(failing).map(|((), one)| one);
            let failed = failed.expect_err("a panic");
            assert_eq!(failed.downcast_ref(), Some(&"on purpose"));
        }
    }

    /// How many threads compute parts.
    fn threads() -> usize {
        let threads = Mutex::new(HashSet::new());
        let work = |_: usize| {
            thread::sleep(Duration::from_millis(1));
            let mut threads = threads.lock().expect("no panic");
            threads.insert(thread::current().id());
        };
        map(20, &work);
        threads.lock().expect("no panic").len()
    }

    /// Whether so many parts come to be computed at the same time, however long that takes.
    fn meet(parts: usize) -> bool {
        let (here, changed) = (Mutex::new(0), Condvar::new());
        let work = |_: usize| {
            let mut here = here.lock().expect("no panic");
            *here += 1;
            changed.notify_all();
            let alone = |here: &mut usize| *here < parts;
            let found = changed.wait_timeout_while(here, Duration::from_secs(30), alone);
            !found.expect("no panic").1.timed_out()
        };
        map(parts, &work).into_iter().all(|met| met)
    }

    #[test]
    fn both_have_half_of_the_cores_until_one_is_done() {
        for (cores, one, other) in [(2, 1, 1), (3, 1, 2), (5, 2, 3)] {
            with(cores, || {
                assert!(meet(cores) && threads() <= cores);
                let done = Barrier::new(2);
                let half = |cores: usize| {
                    let found = meet(cores) && threads() <= cores;
                    done.wait();
                    found
                };
                let found = both(|| half(one), || half(other));
                assert_eq!(found, (true, true), "{cores} cores");
                // Who is left has them all.
                assert!(both(|| (), || meet(cores)).1 && both(|| meet(cores), || ()).0);
                // Parts that are computed at once share them.
                let part = |_: usize| (meet(cores / 2), threads() <= cores / 2);
                assert_eq!(map(2, &part), [(true, true); 2], "{cores} cores");
            });
        }
    }

    #[test]
    fn a_helper_that_fails_holds_nobody_up() {
        let work = || map(30, &|part| assert!(part != 11, "on purpose"));
        assert!(std::panic::catch_unwind(|| with(3, work)).is_err());
    }
}
