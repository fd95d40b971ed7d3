//! Work in parts on all cores, with results that do not depend on how many there are.
//!
//! What is computed is cut into parts by its size alone; cores take parts as they come, and results are taken in the order of
//! the parts, by the thread that asked. So sums are made in one order on every machine.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

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

/// Computes parts and hands them over in their order, until that breaks off.
pub(crate) fn in_order<T: Send>(
    parts: usize,
    work: &(dyn Fn(usize) -> T + Sync),
    take: &mut dyn FnMut(T) -> ControlFlow<()>,
) {
    let helpers = count().min(parts).saturating_sub(1);
    if helpers == 0 {
        for part in 0..parts {
            if take(work(part)).is_break() {
                return;
            }
        }
        return;
    }
    let desk = Desk {
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
        for _ in 0..helpers {
            scope.spawn(|| {
                // Whatever ends a helper, a panic too, nobody waits for it.
                let _over = Over {
                    desk: &desk,
                    always: false,
                };
                while let Some(part) = desk.claim() {
                    desk.put(part, work(part));
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

/// Does two things at once where there are cores for it, and gives what both come to.
pub(crate) fn both<A: Send, B>(
    one: impl FnOnce() -> A + Send,
    other: impl FnOnce() -> B,
) -> (A, B) {
    if count() < 2 {
        return (one(), other());
    }
    std::thread::scope(|scope| {
        let one = scope.spawn(one);
        let other = other();
        match one.join() {
            Ok(one) => (one, other),
            Err(panic) => std::panic::resume_unwind(panic),
        }
    })
}

/// Where parts are claimed and results are laid down.
struct Desk<T> {
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

impl<T> Desk<T> {
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
    desk: &'a Desk<T>,
    always: bool,
}

impl<T> Drop for Over<'_, T> {
    fn drop(&mut self) {
        self.desk.lock().over |= self.always || std::thread::panicking();
        self.desk.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::{State, both, in_order, limit, map};

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

    #[test]
    fn no_parts_are_no_work() {
        assert!(map(0, &|part| part).is_empty());
        assert_eq!(map(1, &|part| part + 7), [7]);
    }

    #[test]
    fn results_come_in_order_whatever_takes_long() {
        for cores in [1, 2, 5] {
            limit(cores);
            let slow = |part: usize| {
                std::thread::sleep(std::time::Duration::from_micros(50 * (part as u64 * 7 % 5)));
                part
            };
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
        }
        limit(0);
    }

    #[test]
    fn both_results_are_there_however_many_cores() {
        for cores in [1, 2] {
            limit(cores);
            let mut told = Vec::new();
            let found = both(
                || map(3, &|part| 2 * part),
                || {
                    told.push(7);
                    "other"
                },
            );
            assert_eq!((found, told), ((vec![0, 2, 4], "other"), vec![7]));
            let failed = std::panic::catch_unwind(|| both(|| panic!("on purpose"), || 1));
            let failed = failed.map(|((), one)| one).expect_err("a panic");
            assert_eq!(failed.downcast_ref(), Some(&"on purpose"));
        }
        limit(0);
    }

    #[test]
    fn a_helper_that_fails_holds_nobody_up() {
        let failed = std::panic::catch_unwind(|| {
            limit(3);
            map(30, &|part| assert!(part != 11, "on purpose"))
        });
        limit(0);
        assert!(failed.is_err());
    }
}
