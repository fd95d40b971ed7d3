//! The order of statements in which few values wait: what uses values up is done as soon as it can be.

use rustc_hash::{FxHashMap, FxHashSet};

use super::schedule::Statement;

/// The bindings that a statement reads.
pub(super) type Reads<'a> = dyn Fn(Statement) -> Vec<usize> + 'a;

/// Reorders each part of a function. Statements come in their order, but whenever one that could be done by now is the last to
/// read at least as many values as it makes, it is done first: of several the one that leaves the fewest values,
/// then the one whose operands were used last. Values that earlier parts keep, and sines and cosines, lie in memory anyway.
pub(super) fn in_few_registers(
    parts: Vec<Vec<Statement>>,
    reads: &Reads<'_>,
) -> Vec<Vec<Statement>> {
    let mut readers: FxHashMap<usize, usize> = FxHashMap::default();
    for binding in parts
        .iter()
        .flatten()
        .flat_map(|&statement| reads(statement))
    {
        *readers.entry(binding).or_default() += 1;
    }
    let parts = parts.into_iter();
    parts
        .map(|part| Part::of(part, reads, &mut readers).ordered())
        .collect()
}

/// So many of the outputs that come next are looked at.
const AHEAD: usize = 64;

/// A part of a function on its way to its order.
struct Part<'a> {
    statements: Vec<Statement>,
    /// The statements that each reads, in this part.
    operands: Vec<Vec<usize>>,
    /// The statements that read each.
    readers: Vec<Vec<usize>>,
    /// How many operands each still waits for.
    waits: Vec<usize>,
    /// How many readers of each binding are left, in all parts.
    left: &'a mut FxHashMap<usize, usize>,
    /// When each was done or read last.
    used: Vec<usize>,
    done: Vec<bool>,
    ready: FxHashSet<usize>,
    order: Vec<Statement>,
}

impl<'a> Part<'a> {
    fn of(
        statements: Vec<Statement>,
        reads: &Reads<'_>,
        left: &'a mut FxHashMap<usize, usize>,
    ) -> Self {
        let bindings = statements.iter().enumerate();
        let places: FxHashMap<usize, usize> = bindings
            .filter_map(|(place, statement)| match statement {
                Statement::Bind(node) => Some((*node, place)),
                Statement::Store(_) => None,
            })
            .collect();
        let own = |&statement: &Statement| -> Vec<usize> {
            let reads = reads(statement).into_iter();
            reads
                .filter_map(|binding| places.get(&binding).copied())
                .collect()
        };
        let operands: Vec<Vec<usize>> = statements.iter().map(own).collect();
        let mut readers = vec![Vec::new(); statements.len()];
        for (reader, operands) in operands.iter().enumerate() {
            operands
                .iter()
                .for_each(|&operand| readers[operand].push(reader));
        }
        let waits: Vec<usize> = operands.iter().map(Vec::len).collect();
        Self {
            used: vec![0; statements.len()],
            done: vec![false; statements.len()],
            ready: FxHashSet::default(),
            order: Vec::new(),
            statements,
            operands,
            readers,
            waits,
            left,
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

    /// What it costs to do a statement next: values that wait from then on less those that wait no longer, values that were
    /// not at hand, operations.
    fn cost(&self, store: usize) -> isize {
        let needed = self.needed(store);
        let mut reads: FxHashMap<usize, usize> = FxHashMap::default();
        for &operand in needed.iter().flat_map(|&place| &self.operands[place]) {
            *reads.entry(operand).or_default() += 1;
        }
        let mut cost = 3 * needed.len() as isize;
        for &place in &needed {
            if let Statement::Bind(node) = self.statements[place] {
                let left = self.left.get(&node).copied().unwrap_or(0);
                let read = reads.get(&place).copied().unwrap_or(0);
                cost += 10 * isize::from(left > read);
            }
        }
        for (&operand, &read) in &reads {
            if self.done[operand]
                && let Statement::Bind(node) = self.statements[operand]
            {
                let left = self.left.get(&node).copied().unwrap_or(0);
                cost -= 10 * isize::from(left == read);
                cost += 5 * isize::from(self.used[operand] + 15 < self.order.len());
            }
        }
        cost
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
            if let Statement::Bind(node) = self.statements[operand] {
                self.left.entry(node).and_modify(|left| *left -= 1);
            }
        }
        for &reader in &self.readers[statement] {
            self.waits[reader] -= 1;
            if self.waits[reader] == 0 {
                self.ready.insert(reader);
            }
        }
    }

    /// The statement to do before its turn, if there is one.
    fn best(&self) -> Option<usize> {
        let candidates = self.ready.iter().filter_map(|&statement| {
            let made = usize::from(matches!(self.statements[statement], Statement::Bind(_)));
            let freed = self.freed(statement);
            let used = self.operands[statement]
                .iter()
                .map(|&operand| self.used[operand])
                .max();
            (freed >= made.max(1)).then_some((
                made + self.statements.len() - freed,
                std::cmp::Reverse(used),
                statement,
            ))
        });
        candidates.min().map(|(.., statement)| statement)
    }

    /// How many values a statement is the last to read.
    fn freed(&self, statement: usize) -> usize {
        let operands = self.operands[statement].iter();
        let last = operands.filter(|&&operand| match self.statements[operand] {
            Statement::Bind(node) => self.left.get(&node) == Some(&1),
            Statement::Store(_) => false,
        });
        last.count()
    }
}
