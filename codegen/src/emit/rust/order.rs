//! The order of statements in which few values wait: a processor has few registers, and what waits beyond them goes to memory
//! and back.

use std::cmp::Reverse;

use rustc_hash::{FxHashMap, FxHashSet};

/// What a function does next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Statement {
    /// Binds a node to a name.
    Bind(usize),
    /// Stores an output, by its index.
    Store(usize),
}

/// So many of the outputs that come next are looked at.
const AHEAD: usize = 64;

/// What was used so many statements ago is taken to be in a register.
const AT_HAND: usize = 15;

/// The bindings that a statement reads, each once.
pub(super) type Reads<'a> = dyn Fn(Statement) -> Vec<usize> + 'a;

/// Reorders each part of a function. Of the outputs that come next the cheapest is computed and stored, what it takes in the
/// order in which that was written; but whenever a statement that could be done by now is the last to read at least as many
/// values as it makes, it is done first. Values that earlier parts keep, and sines and cosines, lie in memory anyway.
pub(super) fn in_few_registers(
    parts: Vec<Vec<Statement>>,
    reads: &Reads<'_>,
) -> Vec<Vec<Statement>> {
    let mut left: FxHashMap<usize, usize> = FxHashMap::default();
    let statements = parts.iter().flatten();
    for binding in statements.flat_map(|&statement| reads(statement)) {
        *left.entry(binding).or_default() += 1;
    }
    let parts = parts.into_iter();
    let parts = parts.map(|part| Part::of(part, reads, &left).ordered());
    parts.collect()
}

/// A part of a function on its way to its order; statements are known by their places.
struct Part {
    statements: Vec<Statement>,
    /// The statements that each reads.
    operands: Vec<Vec<usize>>,
    /// The statements that read each.
    readers: Vec<Vec<usize>>,
    /// How many operands each still waits for.
    waits: Vec<usize>,
    /// How many statements have yet to read each, those of later parts too.
    left: Vec<usize>,
    /// When each was done or read last.
    used: Vec<usize>,
    done: Vec<bool>,
    ready: FxHashSet<usize>,
    order: Vec<Statement>,
}

impl Part {
    fn of(
        statements: Vec<Statement>,
        reads: &Reads<'_>,
        readers_of: &FxHashMap<usize, usize>,
    ) -> Self {
        let binding = |statement: &Statement| match statement {
            Statement::Bind(node) => Some(*node),
            Statement::Store(_) => None,
        };
        let bindings = statements.iter().enumerate();
        let places: FxHashMap<usize, usize> = bindings
            .filter_map(|(place, statement)| Some((binding(statement)?, place)))
            .collect();
        let own = |&statement: &Statement| -> Vec<usize> {
            let reads = reads(statement).into_iter();
            let own = reads.filter_map(|binding| places.get(&binding).copied());
            own.collect()
        };
        let operands: Vec<Vec<usize>> = statements.iter().map(own).collect();
        let mut readers = vec![Vec::new(); statements.len()];
        for (reader, operands) in operands.iter().enumerate() {
            for &operand in operands {
                readers[operand].push(reader);
            }
        }
        let left = statements.iter().map(|statement| {
            let readers = binding(statement).and_then(|node| readers_of.get(&node));
            readers.copied().unwrap_or(0)
        });
        Self {
            left: left.collect(),
            used: vec![0; statements.len()],
            done: vec![false; statements.len()],
            ready: FxHashSet::default(),
            order: Vec::new(),
            waits: operands.iter().map(Vec::len).collect(),
            statements,
            operands,
            readers,
        }
    }

    fn ordered(mut self) -> Vec<Statement> {
        let is_store = |&place: &usize| matches!(self.statements[place], Statement::Store(_));
        let mut stores: Vec<usize> = (0..self.statements.len()).filter(is_store).collect();
        while !stores.is_empty() {
            let near = stores.iter().take(AHEAD).enumerate();
            let costs = near.map(|(index, &store)| (self.cost(store), index));
            let index = costs.min().map_or(0, |(_, index)| index);
            let store = stores.remove(index);
            let mut needed = self.needed(store);
            needed.sort_unstable();
            self.follow(&needed);
        }
        // What only later parts read.
        let all: Vec<usize> = (0..self.statements.len()).collect();
        self.follow(&all);
        self.order
    }

    /// Does statements in turn, and after each those that are to be done before the next.
    fn follow(&mut self, statements: &[usize]) {
        for &next in statements {
            let mut best = (!self.done[next]).then_some(next);
            while let Some(statement) = best {
                self.put(statement);
                best = self.best();
            }
        }
    }

    /// What a statement takes that is not done, itself with it.
    fn needed(&self, statement: usize) -> Vec<usize> {
        let mut seen: FxHashSet<usize> = FxHashSet::default();
        let (mut needed, mut open) = (Vec::new(), vec![statement]);
        while let Some(next) = open.pop() {
            if !self.done[next] && seen.insert(next) {
                needed.push(next);
                open.extend(&self.operands[next]);
            }
        }
        needed
    }

    /// What it costs to do a statement next: values that wait from then on less those that wait no longer, values that are
    /// not at hand, operations.
    fn cost(&self, store: usize) -> i64 {
        let needed = self.needed(store);
        let mut reads: FxHashMap<usize, usize> = FxHashMap::default();
        for &operand in needed.iter().flat_map(|&place| &self.operands[place]) {
            *reads.entry(operand).or_default() += 1;
        }
        let (mut waiting, mut freed, mut far) = (0, 0, 0);
        for (&operand, &read) in &reads {
            let is_last = self.left[operand] == read;
            match self.done[operand] {
                true => {
                    freed += i64::from(is_last);
                    far += i64::from(self.used[operand] + AT_HAND < self.order.len());
                }
                false => waiting += i64::from(!is_last),
            }
        }
        let operations = i64::try_from(needed.len()).unwrap_or(i64::MAX / 4);
        10 * (waiting - freed) + 5 * far + 3 * operations
    }

    /// Does a statement.
    fn put(&mut self, statement: usize) {
        self.done[statement] = true;
        self.order.push(self.statements[statement]);
        self.ready.remove(&statement);
        let now = self.order.len();
        self.used[statement] = now;
        for &operand in &self.operands[statement] {
            self.used[operand] = now;
            self.left[operand] -= 1;
        }
        for &reader in &self.readers[statement] {
            self.waits[reader] -= 1;
            if self.waits[reader] == 0 {
                self.ready.insert(reader);
            }
        }
    }

    /// The statement to do before its turn, if there is one: that which leaves the fewest values, and of such the one whose
    /// operands were used last.
    fn best(&self) -> Option<usize> {
        let candidates = self.ready.iter().filter_map(|&statement| {
            let operands = &self.operands[statement];
            let made = usize::from(matches!(self.statements[statement], Statement::Bind(_)));
            let freed = operands.iter().filter(|&&k| self.left[k] == 1).count();
            let used = operands.iter().map(|&operand| self.used[operand]).max();
            let gains = freed >= made.max(1);
            gains.then(|| (Reverse(freed - made), Reverse(used), statement))
        });
        candidates.min().map(|(.., statement)| statement)
    }
}

#[cfg(test)]
mod tests {
    use super::Statement::{self, Bind, Store};
    use super::in_few_registers;

    /// Bindings 2 to 5 each read one of 0 and 1, and each is stored by the output of its number.
    fn reads(statement: Statement) -> Vec<usize> {
        match statement {
            Bind(node) if node > 1 => vec![node % 2],
            Bind(_) => Vec::new(),
            Store(output) => vec![output],
        }
    }

    #[test]
    fn what_was_computed_is_stored_before_the_next() {
        let part: Vec<Statement> = (0..6).map(Bind).chain((2..6).map(Store)).collect();
        let order = in_few_registers(vec![part], &reads).concat();
        // Both outputs of 0 first, so that it waits no longer when those of 1 are computed.
        assert_eq!(
            order,
            [
                Bind(0),
                Bind(2),
                Store(2),
                Bind(4),
                Store(4),
                Bind(1),
                Bind(3),
                Store(3),
                Bind(5),
                Store(5)
            ]
        );
    }

    #[test]
    fn every_statement_comes_once_and_after_what_it_reads() {
        let parts = vec![
            (0..6).map(Bind).chain([Store(3)]).collect(),
            [5, 4, 2].map(Store).to_vec(),
        ];
        let ordered = in_few_registers(parts.clone(), &reads);
        for (before, after) in parts.iter().zip(&ordered) {
            assert_eq!(before.len(), after.len());
            assert!(before.iter().all(|statement| after.contains(statement)));
        }
        let order = ordered.concat();
        let place = |wanted| order.iter().position(|statement| *statement == wanted);
        for &statement in &order {
            for binding in reads(statement) {
                assert!(place(Bind(binding)) < place(statement), "{order:?}");
            }
        }
    }

    /// Output 0 takes the first binding that reads binding 0; output 1 takes six bindings of its own; output 2 the last that
    /// reads binding 0 and seven of its own.
    fn reads_of_three(statement: Statement) -> Vec<usize> {
        match statement {
            Bind(1 | 2) => vec![0],
            Bind(_) => Vec::new(),
            Store(0) => vec![1],
            Store(1) => (10..16).collect(),
            Store(_) => std::iter::once(2).chain(20..27).collect(),
        }
    }

    #[test]
    fn what_waits_no_longer_is_worth_operations() {
        let bindings = (0..3).chain(10..16).chain(20..27).map(Bind);
        let part: Vec<Statement> = bindings.chain((0..3).map(Store)).collect();
        let order = in_few_registers(vec![part], &reads_of_three).concat();
        // Once output 0 is stored, only binding 2 reads binding 0: it makes one value and frees one. Output 2 then takes two
        // operations more than output 1, but frees what waits for it.
        let first = [Bind(0), Bind(1), Store(0), Bind(2)].into_iter();
        let second = (20..27).map(Bind).chain([Store(2)]);
        let third = (10..16).map(Bind).chain([Store(1)]);
        let expected: Vec<Statement> = first.chain(second).chain(third).collect();
        assert_eq!(order, expected);
    }

    /// Output 0 takes bindings 1 and 2, of which binding 2 reads binding 0; output 1 is binding 0 itself.
    fn reads_of_two(statement: Statement) -> Vec<usize> {
        match statement {
            Bind(2) => vec![0],
            Bind(_) => Vec::new(),
            Store(0) => vec![1, 2],
            Store(_) => vec![0],
        }
    }

    #[test]
    fn what_a_later_part_reads_waits_whatever_is_done() {
        let part: Vec<Statement> = (0..3).map(Bind).chain([Store(0)]).collect();
        // Binding 2 is the last to read binding 0, and is done as soon as it can be.
        let alone = in_few_registers(vec![part.clone()], &reads_of_two);
        assert_eq!(alone, [[Bind(0), Bind(2), Bind(1), Store(0)]]);
        // It is not the last if another part reads binding 0 too: all comes as it was written.
        let later = vec![Store(1)];
        let both = in_few_registers(vec![part.clone(), later.clone()], &reads_of_two);
        assert_eq!(both, [part, later]);
    }

    #[test]
    fn what_a_later_part_reads_is_not_freed_by_an_output() {
        let reads = |statement| match statement {
            Store(3) => vec![0],
            other => reads_of_three(other),
        };
        let bindings = (0..3).chain(10..16).chain(20..27).map(Bind);
        let part: Vec<Statement> = bindings.chain((0..3).map(Store)).collect();
        let order = in_few_registers(vec![part, vec![Store(3)]], &reads).concat();
        // Binding 0 waits for output 3 even when outputs 0 and 2 are stored: output 1 comes before output 2, because it takes
        // two operations less.
        let first = [Bind(0), Bind(1), Store(0)].into_iter();
        let second = (10..16).map(Bind).chain([Store(1), Bind(2)]);
        let third = (20..27).map(Bind).chain([Store(2), Store(3)]);
        let expected: Vec<Statement> = first.chain(second).chain(third).collect();
        assert_eq!(order, expected);
    }
}
