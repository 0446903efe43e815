//! [`verify`]: tests whether a search keeps its contract.

use super::contract::{Around, Ask, Contract, Driver, Query, is_small};
use super::follow::Follow;
use super::proof::check_proof;
use super::require;
use crate::budget::StopReason;
use crate::fault::Fault;
use crate::game::Game;
use crate::limits::{Limits, StopHandle};
use crate::observer::Observer;
use crate::report::Report;
use crate::search_state::SearchState;
use crate::strategies::aspiration::Aspiration;
use crate::strategies::best_node::BestNode;
use crate::strategies::iterative_deepening::IterativeDeepening;
use crate::strategies::mtd_f::MtdF;
use crate::strategy::{Claims, FixedDepth, Strategy};
use crate::tree_check::{Coverage, Expected, Promise, Property, TableStart, TreeCheck};
use crate::window::{Bound, Window};
use fastrand::Rng;
use plywood_eval::Score;
use std::time::Duration;
use thiserror::Error;

/// A violation of a search's [`Contract`].
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{law} ({}; seed {seed}); until then: {coverage}", .searches.join("; then "))]
#[non_exhaustive]
pub struct Violation {
    /// The broken law, and both sides of the contradiction.
    pub law: String,
    /// The searches that show it, as few and as small as were found. The last one is wrong. None if nothing is wrong, but something that
    /// the search claims was not covered.
    pub searches: Vec<String>,
    /// The written tree that is searched, if it is small.
    pub tree: Option<String>,
    /// The seed that finds it again: `Contract::seed`.
    pub seed: u64,
    /// What was verified before.
    pub coverage: Box<Coverage>,
}

/// Tests whether a search keeps its contract, and returns what was verified.
///
/// Positions of random games are searched in random windows, to several depths and with one table kept throughout; by themselves, with
/// several lines, by drivers, and stopped at any node. [`TreeCheck`] verifies each node, and every report must agree with it. A property
/// that the search [claims](FixedDepth::claims) and that no search has shown is a violation, too.
///
/// ```
/// use plywood_search::games::ConnectFour;
/// use plywood_search::laws::{Contract, verify};
/// use plywood_search::{AlphaBeta, Captures, Minimax, Property, Transpositions};
///
/// let mut mine = AlphaBeta::new(ConnectFour::estimate)
///     .ordering(Captures)
///     .table(Transpositions::exact(1));
/// let mut minimax = Minimax::new(ConnectFour::estimate);
/// let contract = Contract::exact(&ConnectFour::new(), &mut minimax).keyed().depth(3);
/// let coverage = verify(&mut mine, contract)?;
/// assert!(coverage.of(Property::TableHits) > 0, "{coverage}");
/// # Ok::<(), plywood_search::laws::Violation>(())
/// ```
///
/// # Errors
/// The first [`Violation`], made small.
pub fn verify<G: Game>(
    search: &mut dyn Strategy<G>,
    contract: Contract<'_, G>,
) -> Result<Coverage, Violation> {
    let seed = contract.seed;
    let queries = contract.queries(&mut Rng::with_seed(seed));
    let claims = search.fixed_depth().map(|search| search.claims());
    let mut run = Run {
        search,
        contract,
        claims: claims.unwrap_or_default(),
        coverage: Coverage::default(),
        pauses: 0,
    };
    let verified = run.all(&queries);
    let broken = match verified.and_then(|()| run.await_help(&queries)) {
        Ok(()) => run.missing().map(|law| (law, Vec::new(), None)),
        Err((index, law)) => {
            let mut shown = queries;
            shown.truncate(index + 1);
            let coverage = run.coverage.clone();
            let (law, shown) = run.shrunk(shown, law);
            run.coverage = coverage;
            let tree = shown.last().and_then(|query| run.written(query));
            Some((law, shown.iter().map(Query::to_string).collect(), tree))
        }
    };
    match broken {
        None => Ok(run.coverage),
        Some((law, searches, tree)) => Err(Violation {
            law,
            searches,
            tree,
            seed,
            coverage: Box::new(run.coverage),
        }),
    }
}

/// A search that is tested.
struct Run<'a, 'b, G: Game> {
    search: &'a mut dyn Strategy<G>,
    contract: Contract<'b, G>,
    claims: Claims,
    coverage: Coverage,
    /// The number of nodes at which each search pauses for its other threads.
    pauses: u32,
}

impl<G: Game> Run<'_, '_, G> {
    /// Runs searches one after the other, with the same table. Returns the first that is wrong, and why.
    fn all(&mut self, queries: &[Query<G>]) -> Result<(), (usize, String)> {
        self.coverage = Coverage::default();
        let stop = self.contract.stop.clone();
        let left = || {
            queries
                .iter()
                .enumerate()
                .take_while(|_| !stop.is_stopped())
        };
        let mut values = Vec::new();
        for (index, query) in left() {
            let value = self.caught(|run| run.reference(query));
            values.push(value.map_err(|law| (index, law))?);
        }
        self.search.new_game();
        let mut check = self.check();
        for (index, query) in left() {
            let law = self.caught(|run| run.one(query, values[index], &mut check));
            let law = law.and_then(|()| self.conclude(&mut check));
            law.map_err(|law| (index, law))?;
        }
        Ok(())
    }

    /// Repeats the deepest search until another thread has helped: on a busy machine it may come too late for a short one.
    fn await_help(&mut self, queries: &[Query<G>]) -> Result<(), (usize, String)> {
        let mut check = self.check();
        let deepest = (0..queries.len()).max_by_key(|index| queries[*index].depth);
        let searches = deepest.into_iter().cycle().take(MOST_WAITS);
        // WebAssembly has no other threads, and can't pause.
        if !cfg!(target_family = "wasm") {
            self.pauses = PAUSES;
        }
        for index in searches {
            if !self.claims.threads || self.coverage.of(Property::Threads) > 0 {
                break;
            }
            let law = self.caught(|run| {
                let query = &queries[index];
                run.search.new_game();
                run.searched(query, &Limits::depth(query.depth), &mut check)?;
                run.conclude(&mut check)
            });
            law.map_err(|law| (index, law))?;
        }
        Ok(())
    }

    fn caught<T>(
        &mut self,
        code: impl FnOnce(&mut Self) -> Result<T, String>,
    ) -> Result<T, String> {
        Fault::caught(|| code(self)).unwrap_or_else(|fault| Err(fault.to_string()))
    }

    fn check(&self) -> TreeCheck<G::Move> {
        let expected = match self.contract.promise {
            Promise::Exact => Expected::EXACT,
            Promise::Selective => Expected::SELECTIVE,
        };
        TreeCheck::new(Expected {
            table: TableStart::Empty,
            has_threads: self.claims.threads,
            score_text: G::score_text,
            ..expected
        })
    }

    /// Takes what the nodes of a search have shown.
    fn conclude(&mut self, check: &mut TreeCheck<G::Move>) -> Result<(), String> {
        let (coverage, broken) = check.take();
        self.coverage.add(&coverage);
        broken.map_or(Ok(()), |broken| Err(broken.to_string()))
    }

    /// Returns the value of a position: minimax's for an exact search, and otherwise its own with an open window and an empty table.
    fn reference(&mut self, query: &Query<G>) -> Result<Option<Score>, String> {
        let Ask::Value(_) = query.ask else {
            return Ok(None);
        };
        let asked = (&query.position, query.depth);
        if self.contract.promise == Promise::Exact {
            return Ok(value_in(
                self.contract.minimax,
                asked,
                Window::OPEN,
                &mut (),
            ));
        }
        let mut check = self.check();
        self.search.new_game();
        let mut follow = Follow::new(&mut check, &self.contract.rules, &query.position);
        let Some(search) = self.search.fixed_depth() else {
            return Ok(None);
        };
        let value = value_in(search, asked, Window::OPEN, &mut follow);
        self.conclude(&mut check)?;
        Ok(value)
    }

    /// Returns `true` if no search so far has said that it leaves something out.
    fn leaves_nothing_out(&self) -> bool {
        let announced = [
            Property::Skips,
            Property::Prunings,
            Property::Steps,
            Property::Reductions,
            Property::DeeperHits,
        ];
        let has =
            |property: &Property| self.coverage.of(*property) + self.coverage.missed(*property) > 0;
        !self.claims.selectivity && !announced.iter().any(has)
    }

    fn one(
        &mut self,
        query: &Query<G>,
        value: Option<Score>,
        check: &mut TreeCheck<G::Move>,
    ) -> Result<(), String> {
        let limits = Limits::depth(query.depth);
        match query.ask {
            Ask::Value(around) => match value {
                Some(value) => self.value(query, (around, value), check),
                None => self.report(query, &limits, check),
            },
            Ask::Report(lines) => self.report(query, &limits.with_lines(lines), check),
            Ask::Driven(driver) => self.driven(query, driver, check),
            Ask::Stopped(nodes) => self.stopped(query, nodes, check),
            Ask::Twice => self.twice(query, check),
        }
    }

    /// Searches in a window, and compares the result with the value.
    fn value(
        &mut self,
        query: &Query<G>,
        (around, value): (Around, Score),
        check: &mut TreeCheck<G::Move>,
    ) -> Result<(), String> {
        // A number stands for all wins of an opaque search, so no window is around it.
        let is_open = self.contract.rules.compared(value).is_infinite();
        let window = if is_open {
            Window::OPEN
        } else {
            around.window(value)
        };
        let mut follow = Follow::new(check, &self.contract.rules, &query.position);
        let search = self.search.fixed_depth();
        let result = search.and_then(|search| {
            value_in(search, (&query.position, query.depth), window, &mut follow)
        });
        self.conclude(check)?;
        let Some(result) = result else {
            return Ok(());
        };
        if self.contract.promise == Promise::Selective && !self.leaves_nothing_out() {
            self.coverage.unverified(Property::Contracts, 1);
            return Ok(());
        }
        self.coverage.verified(Property::Contracts, 1);
        let bound = window.bound_of(result);
        let [result, value] = [result, value].map(|score| self.contract.rules.compared(score));
        let (is_kept, relation) = match bound {
            Bound::Exact => (value == result, "is"),
            Bound::AtLeast => (value >= result, "is at least"),
            Bound::AtMost => (value <= result, "is at most"),
        };
        let [window, result, value] = [
            window.text(G::score_text),
            G::score_text(result),
            G::score_text(value),
        ];
        let law = format!(
            "a result in the window {window} says that the value {relation} {result}, but it is {value}"
        );
        is_kept.then_some(()).ok_or(law)
    }

    /// Searches, and checks the report.
    fn report(
        &mut self,
        query: &Query<G>,
        limits: &Limits,
        check: &mut TreeCheck<G::Move>,
    ) -> Result<(), String> {
        let report = self.searched(query, limits, check)?;
        self.check_report(query, &report, check)
    }

    /// Searches, and verifies the nodes and their number.
    fn searched(
        &mut self,
        query: &Query<G>,
        limits: &Limits,
        check: &mut TreeCheck<G::Move>,
    ) -> Result<Report<G::Move>, String> {
        let mut follow = Follow::new(check, &self.contract.rules, &query.position);
        follow.pauses = self.pauses;
        let report = self
            .search
            .search_observed(&query.position, limits, &mut follow);
        let is_counted = follow
            .nodes
            .is_none_or(|nodes| nodes == 0 || report.stats.nodes == nodes);
        let is_shown = self.search.fixed_depth().is_some() && !self.claims.threads;
        // The nodes of other threads are counted, but not shown.
        let is_helped = follow.nodes.is_some_and(|nodes| report.stats.nodes > nodes);
        self.coverage.verified(
            Property::Threads,
            u64::from(self.claims.threads && is_helped),
        );
        require(
            is_counted || !is_shown,
            "a report counts the nodes that the search visits",
        )?;
        Ok(report)
    }

    fn driven(
        &mut self,
        query: &Query<G>,
        driver: Driver,
        check: &mut TreeCheck<G::Move>,
    ) -> Result<(), String> {
        let mut follow = Follow::new(check, &self.contract.rules, &query.position);
        let Some(driven) = self.search.fixed_depth() else {
            return Ok(());
        };
        let mut search: Box<dyn Strategy<G> + '_> = match driver {
            Driver::Deepening => Box::new(IterativeDeepening::new(driven)),
            Driver::Aspiration => {
                Box::new(IterativeDeepening::new(Aspiration::new(driven).margin(1)))
            }
            Driver::MtdF => Box::new(IterativeDeepening::new(MtdF::new(driven))),
            // It relies on searches of a move that agree, which selective ones need not.
            Driver::BestNode if self.claims.selectivity => Box::new(driven),
            Driver::BestNode => Box::new(BestNode::new(driven)),
        };
        let report =
            search.search_observed(&query.position, &Limits::depth(query.depth), &mut follow);
        drop(search);
        self.coverage.verified(Property::Drivers, 1);
        self.check_report(query, &report, check)
    }

    /// Checks what a report says against the rules, the nodes and minimax.
    fn check_report(
        &mut self,
        query: &Query<G>,
        report: &Report<G::Move>,
        check: &mut TreeCheck<G::Move>,
    ) -> Result<(), String> {
        let is_exact = self.contract.promise == Promise::Exact
            || report.is_exact && is_small(&query.position, report.depth);
        check_line(&query.position, report)?;
        if is_exact && report.is_complete() && report.score.is_some() {
            check_values(&query.position, report, &mut self.contract)?;
            self.coverage.verified(Property::Minimax, 1);
        }
        // A driver relies on searches that agree, which selective ones need not.
        let is_steady = !self.claims.selectivity || !matches!(query.ask, Ask::Driven(_));
        let best = report.best_move.zip(report.score);
        if let Some((best, score)) = best.filter(|_| is_steady) {
            check.conclude(best, score);
        }
        self.conclude(check)?;
        if report.reason == StopReason::Solved {
            check_proof(&query.position, report)?;
            self.coverage.verified(Property::Proofs, 1);
        }
        self.coverage.verified(Property::Reports, 1);
        Ok(())
    }

    /// Checks that a search ends when a limit is reached, at any node.
    fn stopped(
        &mut self,
        query: &Query<G>,
        at: u64,
        check: &mut TreeCheck<G::Move>,
    ) -> Result<(), String> {
        self.search.new_game();
        let depth = Limits::depth(query.depth);
        let nodes = self.searched(query, &depth, check)?.stats.nodes;
        // A search as short as this may end before it checks its limits.
        if nodes < 2 {
            return Ok(());
        }
        let used = StopHandle::new();
        used.stop();
        let limits = [
            (
                Limits::nodes(1 + at % (nodes - 1)),
                "a search ends when its nodes are used up",
            ),
            (
                Limits::time(Duration::ZERO),
                "a search ends when its time is used up",
            ),
            (
                Limits::none().with_stop(&used),
                "a search ends when it is asked to",
            ),
        ];
        for (limits, law) in limits {
            self.search.new_game();
            let limits = limits.with_depth(query.depth);
            let ended = self.searched(query, &limits, check)?;
            // The work of several threads depends on their timing: a part of the nodes of one run may be more than the next one needs.
            let most = limits.max_nodes();
            let was_enough = most.is_some_and(|most| ended.stats.nodes < most);
            let is_within =
                self.claims.threads || most.is_none_or(|most| ended.stats.nodes <= most);
            require((!ended.is_complete() || was_enough) && is_within, law)?;
            check_line(&query.position, &ended)?;
            self.conclude(check)?;
            self.coverage.verified(Property::Stops, 1);
        }
        Ok(())
    }

    /// Checks that a search after a new game is the search of a new strategy.
    fn twice(&mut self, query: &Query<G>, check: &mut TreeCheck<G::Move>) -> Result<(), String> {
        let mut again = || {
            self.search.new_game();
            let report = self.searched(query, &Limits::depth(query.depth), check)?;
            Ok::<_, String>((report.score, report.best_move, report.stats))
        };
        let is_same = again()? == again()?;
        self.coverage.verified(Property::Repeats, 1);
        let law = "a search after `new_game` is the same every time";
        Ok(require(self.claims.threads || is_same, law)?)
    }

    /// Returns the law that is broken because the searches never showed something that the search claims.
    fn missing(&self) -> Option<String> {
        let is_fixed = self.coverage.of(Property::Drivers) > 0;
        let is_exact = self.contract.promise == Promise::Exact;
        let needed: [(bool, &str, &[Property]); 7] = [
            (true, "reports", &[Property::Reports]),
            (
                is_fixed,
                "values that follow from others",
                &[Property::Values],
            ),
            (
                is_fixed,
                "values in a finite window",
                &[Property::Contracts],
            ),
            (is_exact, "minimax's values", &[Property::Minimax]),
            (
                self.claims.table,
                "answers of its table",
                &[Property::TableHits, Property::DeeperHits],
            ),
            (
                self.claims.threads,
                "nodes of another thread",
                &[Property::Threads],
            ),
            (
                self.claims.selectivity,
                "moves that it reduced or skipped, or nodes that it pruned",
                &[Property::Reductions, Property::Skips, Property::Prunings],
            ),
        ];
        let is_shown =
            |property: &Property| self.coverage.of(*property) + self.coverage.missed(*property) > 0;
        let mut missing = needed
            .iter()
            .filter(|(is_needed, _, shown)| *is_needed && !shown.iter().any(is_shown));
        missing.next().map(|(_, what, _)| format!("a check covers what a search claims: no search has shown {what}; let it search deeper"))
    }

    /// Finds fewer and smaller searches that are wrong.
    fn shrunk(&mut self, mut queries: Vec<Query<G>>, mut law: String) -> (String, Vec<Query<G>>) {
        let mut runs = MOST_RUNS;
        let mut kept = 1;
        while kept < queries.len() && runs > kept {
            runs -= kept;
            let last = queries[queries.len() - kept..].to_vec();
            if let Err((index, found)) = self.all(&last) {
                (queries, law) = (last, found);
                queries.truncate(index + 1);
                break;
            }
            kept *= 2;
        }
        while let Some((smaller, found)) = self.smaller(&queries, &mut runs) {
            (queries, law) = (smaller, found);
        }
        (law, queries)
    }

    fn smaller(
        &mut self,
        queries: &[Query<G>],
        runs: &mut usize,
    ) -> Option<(Vec<Query<G>>, String)> {
        let without = (0..queries.len().saturating_sub(1)).map(|left_out| {
            let others = queries
                .iter()
                .enumerate()
                .filter(|(index, _)| *index != left_out);
            others.map(|(_, query)| query.clone()).collect::<Vec<_>>()
        });
        let positions: Vec<G> = queries.iter().map(|query| query.position.clone()).collect();
        let simpler = (self.contract.rules.simpler)(&positions).map(|positions| {
            let queries = queries.iter().zip(positions);
            queries
                .map(|(query, position)| Query {
                    position,
                    ..query.clone()
                })
                .collect()
        });
        let mut nearer: Vec<Vec<Query<G>>> = Vec::new();
        if let [query] = queries {
            let depth = query.depth.saturating_sub(1).max(1);
            let shallow = Query {
                depth,
                ..query.clone()
            };
            let moves = query.position.legal_moves();
            let below = moves.iter().map(|mv| Query {
                position: query.position.after(*mv),
                played: query.played.iter().copied().chain([*mv]).collect(),
                ..shallow.clone()
            });
            let shallow = (depth < query.depth).then_some(shallow.clone());
            nearer.extend(
                shallow
                    .into_iter()
                    .chain(below.filter(|_| query.depth > 1))
                    .map(|query| vec![query]),
            );
        }
        let all = without.chain(nearer).chain(simpler);
        let mut open = all.filter(|candidate| !candidate.iter().any(Query::is_over));
        open.find_map(|mut candidate| {
            *runs = runs.checked_sub(candidate.len())?;
            let (index, law) = self.all(&candidate).err()?;
            candidate.truncate(index + 1);
            Some((candidate, law))
        })
    }

    /// Writes the searched tree with its values for the side to move at the root, if it is small.
    fn written(&mut self, query: &Query<G>) -> Option<String> {
        let own = (self.contract.rules.written)(&query.position);
        own.or_else(|| {
            let mut room = MOST_WRITTEN;
            self.written_to(&query.position, (query.depth, 0), &mut room)
        })
    }

    fn written_to(
        &mut self,
        position: &G,
        (depth, ply): (u32, u32),
        room: &mut usize,
    ) -> Option<String> {
        let moves = position.legal_moves();
        if depth == 0 || position.ending_in_search(&moves).is_some() {
            *room = room.checked_sub(1)?;
            let value = value_in(self.contract.minimax, (position, 0), Window::OPEN, &mut ())?;
            let value = value.relative_to_root(ply);
            return Some(G::score_text(if ply.is_multiple_of(2) {
                value
            } else {
                -value
            }));
        }
        let plies = u32::from(!position.waits_for_chance());
        let below: Option<Vec<_>> = moves
            .iter()
            .map(|mv| self.written_to(&position.after(*mv), (depth - plies, ply + plies), room))
            .collect();
        Some(format!("({})", below?.join(" ")))
    }
}

/// The most searches that are run to find a smaller one.
const MOST_RUNS: usize = 3_000;
/// The most searches that wait for another thread.
const MOST_WAITS: usize = 100;
/// The nodes at which they pause for it.
const PAUSES: u32 = 200;
/// The most leaves of a written tree.
const MOST_WRITTEN: usize = 60;

/// Returns what a search finds in a window. Without limits it is never stopped.
fn value_in<G: Game>(
    search: &mut dyn FixedDepth<G>,
    (position, depth): (&G, u32),
    window: Window,
    observer: &mut dyn Observer<G::Move>,
) -> Option<Score> {
    let limits = Limits::none();
    let mut state = SearchState::new(&limits, observer);
    let value = search.value(position, depth, window, &mut state).ok()?;
    state.leave(value);
    Some(value)
}

/// Checks that a report's moves are legal.
fn check_line<G: Game>(position: &G, report: &Report<G::Move>) -> Result<(), &'static str> {
    let moves = position.legal_moves();
    let has_choice = position.ending_in_search(&moves).is_none() && !position.waits_for_chance();
    require(
        report.best_move.is_some() || !has_choice,
        "a search finds a move as long as nobody has won",
    )?;
    require(
        report.line.first() == report.best_move.as_ref(),
        "the line begins with the best move",
    )?;
    let mut position = position.clone();
    for &mv in &report.line {
        require(
            position.legal_moves().contains(&mv),
            "every move of the line is legal",
        )?;
        position = position.after(mv);
    }
    Ok(())
}

/// Checks that the score, the best move and the line of a report agree with minimax.
fn check_values<G: Game>(
    position: &G,
    report: &Report<G::Move>,
    contract: &mut Contract<'_, G>,
) -> Result<(), &'static str> {
    let (rules, minimax) = (&contract.rules, &mut *contract.minimax);
    let found = report.score.map(|score| rules.compared(score));
    let mut value = |position: &G, ply: usize| -> Option<Score> {
        let ply = u32::try_from(ply).ok()?;
        let depth = report.depth.checked_sub(ply)?;
        let score =
            value_in(minimax, (position, depth), Window::OPEN, &mut ())?.relative_to_root(ply);
        let score = rules.compared(score);
        Some(if ply.is_multiple_of(2) { score } else { -score })
    };
    require(
        value(position, 0) == found,
        "an exact search finds minimax's value",
    )?;
    let mut position = position.clone();
    for (index, &mv) in report.line.iter().enumerate().take(report.depth as usize) {
        position = position.after(mv);
        let law = match index {
            0 => "the best move has the value of the search: it is told to `improved`",
            _ => "every move of the line has the value of the search",
        };
        require(value(&position, index + 1) == found, law)?;
    }
    Ok(())
}
