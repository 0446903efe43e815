//! One node of the search, step by step: the table of contents of this crate.
//!
//! [`Searcher::search`] takes a node through the steps of [`Step`] in order. Each step is a function in the file of its kind: `ends.rs`,
//! `static_evaluation.rs`, `pruning.rs`, `depth.rs`, `conclusion.rs`. This file contains the order, and the loop over the moves.

use crate::depth::Extension;
use crate::ends::Limited;
use crate::node::{Candidate, Facts, MAX_PLY, Node, Tried, TypedMove};
use crate::ordering::{Picker, Ranked, Ranking, Wanted, is_noisy};
use crate::pruning::Skip;
use crate::root::Searched;
use crate::searcher::Searcher;
use crate::shown::By;
use crate::steps::Step;
use crate::table::{OwnEntry, look_up};
use crate::value::{HIGHEST, LOWEST, Value, mated_at};
use plywood_core::{Move, Position};
use plywood_search::{Bound, Event, News, Stopped};

/// At this halfmove clock and beyond, the table's values are not trusted.
const LATE_CLOCK: u32 = 88;

/// The result of the loop over the moves of a node.
#[derive(Debug)]
pub(crate) struct NodeResult {
    pub(crate) value: Value,
    /// The last move that raised alpha, if any.
    pub(crate) best: Option<TypedMove>,
    pub(crate) tried: Tried,
    /// `true` if a multi-cut ended the loop, so that the value comes from half the depth.
    pub(crate) is_multi_cut: bool,
}

impl NodeResult {
    /// Returns the result before the first move, with the least value of the node.
    pub(crate) fn untried(value: Value) -> Self {
        Self {
            value,
            best: None,
            tried: Tried::default(),
            is_multi_cut: false,
        }
    }

    /// Returns the relation of the result to the value of the node.
    pub(crate) fn bound(&self, node: &Node) -> Bound {
        if self.value >= node.beta {
            Bound::AtLeast
        } else if self.value > node.alpha {
            Bound::Exact
        } else {
            Bound::AtMost
        }
    }
}

impl Searcher<'_> {
    /// Returns the value of a node for its side to move, or a bound if it is outside the window.
    pub(crate) fn search(&mut self, position: &Position, mut node: Node) -> Result<Value, Stopped> {
        if node.depth <= 0 || node.ply >= MAX_PLY {
            return self.quiesce(position, Node { depth: 0, ..node });
        }
        // Step 1.
        self.initialize(&node)?;
        let is_check = position.is_check();
        // Steps 2 and 3.
        if !node.is_root() {
            if let Some(value) = self.immediate_draw(position, is_check) {
                return Ok(self.leaf(&node, value));
            }
            if let Some(value) = self.mate_distance(&mut node) {
                return Ok(self.pruned(&node, Step::MateDistance, value));
            }
        }
        // Step 4.
        let known = self.look_up(position, &node);
        if let Some(value) = self.table_value(position, &node, known) {
            return Ok(self.known(&node, value));
        }
        let limited = self.ask_endgames(position, &node);
        if let Some(value) = self.settled(position, &node, limited) {
            return Ok(self.pruned(&node, Step::EndgameTables, value));
        }
        // Step 5.
        let facts = self.examine(position, &node, is_check, known);
        node.depth += self.hindsight(&node, &facts);
        // Steps 6 to 9.
        if let Some(value) = self.prune(&node, &facts)? {
            return Ok(value);
        }
        // Step 10.
        node.depth -= self.internal_reduction(&node, &facts);
        // Steps 11 to 20.
        let mut found = self.search_moves(node, &facts, limited)?;
        // Step 21. A multi-cut stored at full depth would allow the next one, and no search would ever test it.
        if !found.is_multi_cut {
            found.value = self.drawn_to_beta(&node, found.value);
            self.conclude(&node, &facts, &found);
        }
        Ok(found.value)
    }

    /// Step 4: the table's entry for the node.
    #[inline]
    pub(crate) fn look_up(&mut self, position: &Position, node: &Node) -> Option<OwnEntry> {
        if !self.does(Step::TableLookup) {
            return None;
        }
        look_up(self.shared.table, position, node.ply)
    }

    /// Step 4: the table's value, if it answers for a search of this node.
    #[inline]
    fn table_value(
        &mut self,
        position: &Position,
        node: &Node,
        known: Option<OwnEntry>,
    ) -> Option<Value> {
        let known = known?;
        let answers = !node.is_pv()
            && known.depth >= node.depth
            && known.cuts(node.beta)
            && node.excluded.is_none()
            // The table does not take the fifty-move rule into account.
            && position.halfmove_clock() < LATE_CLOCK;
        if answers {
            self.stats.saved += 1;
            self.reward_table_move(position, node, &known);
        }
        answers.then_some(known.value)
    }

    /// Steps 6 to 9: prunes the node as a whole. None of them applies where an exact value is wanted, or in check.
    fn prune(&mut self, node: &Node, facts: &Facts) -> Result<Option<Value>, Stopped> {
        if node.is_pv() || facts.evaluation.is_none() || node.excluded.is_some() {
            return Ok(None);
        }
        if let Some(value) = self.razor(node, facts)? {
            return Ok(Some(self.pruned(node, Step::Razoring, value)));
        }
        if let Some(value) = self.reverse_futility(node, facts) {
            return Ok(Some(self.pruned(node, Step::ReverseFutility, value)));
        }
        if let Some(value) = self.null_move(node, facts)? {
            return Ok(Some(self.pruned(node, Step::NullMove, value)));
        }
        let value = self.prob_cut(node, facts)?;
        Ok(value.map(|value| self.pruned(node, Step::ProbCut, value)))
    }

    /// Step 11: tries the moves, until one is so good that the opponent avoids the node.
    fn search_moves(
        &mut self,
        mut node: Node,
        facts: &Facts,
        limited: Limited,
    ) -> Result<NodeResult, Stopped> {
        let first = if node.is_root() {
            self.root.expected()
        } else {
            facts.table_move()
        };
        let mut picker = Picker::new(Wanted::all(facts.is_check), &self.arena, first);
        self.path.frame(node.ply + 2).cutoffs = 0;
        let mut found = NodeResult::untried(limited.least);
        node.alpha = node.alpha.max(limited.least);
        let mut count = 0;
        while let Some(Ranked { mv, rank }) = self.next_move(facts.position, node.ply, &mut picker)
        {
            if node.excluded == Some(mv) || node.is_root() && !self.root.allows(mv) {
                continue;
            }
            count += 1;
            let mut candidate = Candidate {
                typed: TypedMove {
                    mv,
                    is_noisy: is_noisy(facts.position, mv),
                },
                rank,
                count,
                extension: 0,
                reduction: 0,
                best_before: found.value,
            };
            // Step 13 comes before step 12, which costs more.
            let skip = self.skip(&node, facts, &candidate, &picker);
            if let Skip::Move(step) | Skip::Quiets(step) = skip {
                let step = step.name();
                self.note(&node, || Event::Skipped { mv, step });
                if matches!(skip, Skip::Quiets(_)) {
                    picker.skip_quiets();
                }
                continue;
            }
            // Step 12.
            match self.extension(&node, facts, mv)? {
                Extension::By(plies) => candidate.extension = plies,
                Extension::Cut(value) => {
                    found.value = self.pruned(&node, Step::MultiCut, value);
                    found.is_multi_cut = true;
                    break;
                }
            }
            let value = self.try_move(&node, facts, candidate)?;
            self.take(&mut node, &mut found, &candidate, value);
            if value >= node.beta {
                self.count_cutoff(facts.position, &node, count);
                break;
            }
        }
        picker.finish(&mut self.arena);
        if count == 0 {
            found.value = without_moves(&node, facts);
            self.stats.endings += 1;
            self.leaf(&node, found.value);
        }
        found.value = found.value.min(limited.most);
        Ok(found)
    }

    /// Counts a cutoff by the move of this number.
    fn count_cutoff(&mut self, position: &Position, node: &Node, number: usize) {
        self.path.frame(node.ply).cutoffs += 1;
        self.stats.cutoffs += 1;
        self.stats.first_move_cutoffs += u64::from(number == 1);
        self.note(node, || Event::Cutoff {
            index: number - 1,
            moves: position.legal_moves().len(),
        });
    }

    /// Returns the root move that is tried first, among those that are not known to lose by force.
    pub(crate) fn first_to_try(&mut self, position: &Position) -> Option<Move> {
        self.root.begin_line(0);
        let root = Node::root(LOWEST, HIGHEST, 1);
        let table_move = self.look_up(position, &root).and_then(|known| known.mv);
        let mut picker = Picker::new(Wanted::all(position.is_check()), &self.arena, table_move);
        let moves: Vec<Move> =
            std::iter::from_fn(|| self.next_move(position, root.ply, &mut picker))
                .map(|ranked| ranked.mv)
                .collect();
        let mut allowed = moves.into_iter().filter(|mv| self.root.allows(*mv));
        let is_open = |mv: &Move| !self.root.is_refuted(*mv);
        allowed.clone().find(is_open).or_else(|| allowed.next())
    }

    /// Returns the next move of a node to try.
    #[inline]
    pub(crate) fn next_move(
        &mut self,
        position: &Position,
        ply: usize,
        picker: &mut Picker,
    ) -> Option<Ranked> {
        let ranking = Ranking {
            position,
            histories: self.histories,
            steps: self.shared.steps,
            numbers: self.shared.numbers,
            earlier: self.path.earlier(ply),
        };
        picker.next(&mut self.arena, &ranking)
    }

    /// Steps 14 to 17: makes a move, searches it, and undoes it.
    fn try_move(
        &mut self,
        node: &Node,
        facts: &Facts,
        mut candidate: Candidate,
    ) -> Result<Value, Stopped> {
        let before = self.budget.spent();
        let child = self.make(facts.position, node.ply, candidate.typed);
        candidate.reduction = self.reduction(node, facts, &candidate, &child);
        if node.is_root() {
            self.tell_searching(&candidate);
        }
        let value = self.value_of(&child, node, &candidate)?;
        self.undo();
        if node.is_root() {
            self.record(node, &candidate, value, before);
        }
        Ok(value)
    }

    #[cold]
    fn tell_searching(&mut self, candidate: &Candidate) {
        let (mv, number) = (candidate.typed.mv, candidate.count);
        self.tell(|_| Some(News::Searching { mv, number }));
    }

    /// Records the search of a root move, which began after this number of nodes.
    #[cold]
    fn record(&mut self, node: &Node, candidate: &Candidate, value: Value, before: u64) {
        let mv = candidate.typed.mv;
        let searched = Searched {
            mv,
            number: candidate.count,
            value,
            nodes: self.budget.spent() - before,
            rest: self.lines.from(1),
        };
        self.root.record(node, &searched);
        if candidate.count > 1 && node.alpha < value && value < node.beta {
            self.tell_bound(mv, Bound::AtLeast);
        }
    }

    /// Steps 15 and 16: each move except the first must prove by a null window, at reduced depth first, that it is better.
    fn value_of(
        &mut self,
        child: &Position,
        node: &Node,
        candidate: &Candidate,
    ) -> Result<Value, Stopped> {
        let depth = node.depth - 1 + candidate.extension;
        let double_extensions = node.double_extensions + u8::from(candidate.extension > 1);
        let open = Node {
            double_extensions,
            ..node.child(depth)
        };
        let mut full = if self.does(Step::NullWindows) {
            Node {
                double_extensions,
                ..node.child_reaching(node.alpha + 1, depth)
            }
        } else {
            open
        };
        let is_null_window = full.alpha + 1 == full.beta;
        let mv = candidate.typed.mv;
        let reduced_depth = (depth - candidate.reduction).max(1);
        if candidate.reduction > 0 && reduced_depth < depth {
            let reduced = Node {
                depth: reduced_depth,
                is_cut: true,
                ..full
            };
            self.path.frame(node.ply + 1).reduction = depth - reduced_depth;
            let value = self.visit(child, reduced, By::MoveFor(mv, Step::LateMoveReduction));
            self.path.frame(node.ply + 1).reduction = 0;
            let value = -value?;
            if is_null_window {
                full.depth += self.second_depth(candidate, value);
            }
            if value <= node.alpha || full.depth <= reduced_depth && !node.is_pv() {
                return Ok(value);
            }
            self.stats.researches += 1;
        }
        if candidate.count == 1 && node.is_pv() {
            return Ok(-self.visit(child, open, By::Move(mv))?);
        }
        let value = -self.visit(child, full, By::Move(mv))?;
        if node.is_pv() && value > node.alpha && is_null_window {
            self.stats.researches += 1;
            return Ok(-self.visit(child, open, By::Move(mv))?);
        }
        Ok(value)
    }

    /// Step 18: keeps a value, and the move with its line if it raises alpha.
    fn take(
        &mut self,
        node: &mut Node,
        found: &mut NodeResult,
        candidate: &Candidate,
        value: Value,
    ) {
        let is_best = value > found.value && value > node.alpha;
        found.value = found.value.max(value);
        if !is_best {
            found.tried.add(candidate.typed);
            return;
        }
        found.best = Some(candidate.typed);
        if node.is_pv() {
            self.lines.put_first(node.ply, candidate.typed.mv);
        }
        if value < node.beta {
            node.alpha = value;
            // The old best move was not the best.
            found.tried.add(candidate.typed);
        }
    }
}

/// Step 20: the value of a node without legal moves. If the only move is excluded, no other is as good as it.
#[cold]
fn without_moves(node: &Node, facts: &Facts) -> Value {
    if node.excluded.is_some() {
        node.alpha
    } else if facts.is_check {
        mated_at(node.ply)
    } else {
        0
    }
}
