//! The value of a node: what it claims must follow from what its moves, its leaf or the table have shown.

use super::known::{Entry, Found};
use super::{
    Checked, Contradiction, Entered, Frame, Property, Range, Rule, StepSearch, TableStart,
    TreeCheck, Tried,
};
use crate::observer::Arrival;
use crate::stats::Iteration;
use crate::window::Bound;
use plywood_eval::Score;

/// The origin of a node's score.
#[derive(Clone, Copy)]
enum Origin {
    Moves,
    /// The outcomes of chance.
    Chance,
    Leaf(Score),
    Table(Range),
    Step(&'static str),
    /// Every move was skipped.
    Skips,
    /// Nothing is said of it.
    Unsaid,
}

impl<M> Frame<M> {
    fn origin(&self) -> Origin {
        match (self.pruned_by, self.leaf, self.table) {
            _ if self.is_chance => Origin::Chance,
            (Some(step), ..) => Origin::Step(step),
            _ if self.last.is_some() => Origin::Moves,
            (None, Some(leaf), _) => Origin::Leaf(leaf),
            (None, None, Some(range)) => Origin::Table(range),
            (None, None, None) if self.skipped > 0 => Origin::Skips,
            (None, None, None) => Origin::Unsaid,
        }
    }
}

impl<M: Copy + Eq> TreeCheck<M> {
    /// Verifies that the current node may be left with this score and best move, for its side to move.
    ///
    /// # Errors
    /// The [`Contradiction`].
    pub fn leave(&mut self, score: Score, best: Option<M>) -> Checked<M> {
        self.event += 1;
        let Some(mut frame) = self.path.pop() else {
            return Err(self.broken(Rule::Nesting, "a node is left", "no node is open"));
        };
        let (origin, window) = (frame.origin(), frame.entered.window);
        let claim = Range::claimed(score, window);
        self.follow(&frame, (score, claim), origin)?;
        if let Some(best) = best.filter(|_| score > frame.window.alpha() && !frame.is_partial) {
            let moves = &self.tried[frame.first..];
            let is_tried = moves.iter().any(|tried| tried.mv == best);
            if !is_tried && matches!(origin, Origin::Moves) && frame.table.is_none() {
                let said = "the node has a best move";
                return Err(self
                    .broken(Rule::BestMove, said, "it wasn't searched")
                    .about(best));
            }
            self.check_best(moves, best, score)?;
            self.coverage
                .verified(Property::BestMoves, u64::from(is_tried));
            self.coverage
                .unverified(Property::BestMoves, u64::from(!is_tried));
        }
        let (range, is_trusted) = match origin {
            Origin::Leaf(leaf) if leaf == score && !frame.is_cut => (Range::exactly(score), false),
            Origin::Unsaid => (Range::exactly(score), true),
            _ if window.is_none() => (Range::exactly(score), true),
            _ => (claim, false),
        };
        if is_trusted {
            frame.limit(None);
        }
        let entry = Entry {
            depth: frame.entered.depth,
            range,
            is_complete: frame.is_complete,
        };
        // Another search of the node, for a step, may leave moves out.
        let is_again = frame.entered.arrival.is_none() && frame.entered.purpose.is_some();
        if let Some(key) = frame.entered.key
            && !(is_trusted || is_again || frame.has_repetition)
        {
            self.known.learn(key, frame.ply, entry);
            // A step that ends the node with another search of it relies on that search.
            let step = frame.step.filter(|step| frame.pruned_by == Some(step.name));
            if let Some(entry) = step.and_then(|step| step.again) {
                self.known.learn(key, frame.ply, entry);
            }
        }
        if self.path.is_empty() {
            self.leave_root(&frame);
        }
        self.tried.truncate(frame.first);
        self.inform_parent(&frame, entry);
        Ok(())
    }

    /// Keeps what the moves of the root have shown, until it is searched to another depth.
    fn leave_root(&mut self, frame: &Frame<M>) {
        let (depth, root) = &mut self.root;
        if *depth != frame.entered.depth {
            *depth = frame.entered.depth;
            root.clear();
        }
        for tried in &self.tried[frame.first..] {
            match root.iter_mut().find(|other| other.mv == tried.mv) {
                Some(other) if tried.sure() > other.sure() => *other = *tried,
                Some(_) => {}
                None => root.push(*tried),
            }
        }
    }

    /// Adds what a node has shown to its parent.
    fn inform_parent(&mut self, frame: &Frame<M>, entry: Entry) {
        let Some(parent) = self.path.last_mut() else {
            return;
        };
        parent.has_repetition |= frame.has_repetition;
        parent.limit(frame.is_complete);
        let Entered {
            arrival,
            purpose,
            depth,
            ..
        } = frame.entered;
        if frame.entered.is_outcome() {
            return;
        }
        let range = if arrival.is_some() {
            -entry.range
        } else {
            entry.range
        };
        let Some(Arrival::Move(mv)) = arrival.filter(|_| purpose.is_none()) else {
            parent.step = Some(StepSearch {
                name: purpose.unwrap_or_default(),
                range,
                event: self.event,
                again: arrival.is_none().then_some(entry),
            });
            return self.coverage.verified(Property::Steps, 1);
        };
        let mut tried = Tried {
            mv,
            depth,
            range,
            is_reduced: depth
                .zip(parent.full_depth)
                .is_some_and(|(depth, full)| depth < full),
            event: self.event,
        };
        let own = &mut self.tried[parent.first..];
        let Some(index) = own.iter().rposition(|other| other.mv == mv) else {
            let is_tie = tried.sure() == parent.best && !parent.best.is_infinite();
            self.coverage.verified(Property::Ties, u64::from(is_tie));
            parent.best = parent.best.max(tried.sure());
            parent.last = Some(self.tried.len());
            return self.tried.push(tried);
        };
        let other = own[index];
        if other.depth == depth {
            let shared = other.range.and(range);
            // The path, steps and deeper results of a table let two searches of a move differ.
            parent.is_partial |= shared.is_empty();
            tried.range = if shared.is_empty() { range } else { shared };
        }
        let property = if other.is_reduced {
            Property::Reductions
        } else {
            Property::SecondSearches
        };
        self.coverage.verified(property, 1);
        own[index] = tried;
        parent.best = own.iter().map(Tried::sure).max().unwrap_or(Score::LOWEST);
        parent.last = Some(parent.first + index);
    }

    /// Verifies that a node's claim follows from what it has shown.
    fn follow(
        &mut self,
        frame: &Frame<M>,
        (score, claim): (Score, Range),
        origin: Origin,
    ) -> Checked<M> {
        match origin {
            Origin::Leaf(leaf) => return self.follow_leaf(frame, score, leaf),
            Origin::Step(step) => return self.follow_step(frame, (score, claim), step),
            Origin::Chance => {
                self.coverage.unverified(Property::Values, 1);
                return Ok(());
            }
            Origin::Unsaid if !self.is_missing_moves(frame) => {
                self.coverage.unverified(Property::Leaves, 1);
                return Ok(());
            }
            Origin::Moves | Origin::Table(_) | Origin::Skips | Origin::Unsaid => {}
        }
        let evidence = self.evidence(frame, claim);
        let may_not_stand = self.expected.has_any_horizon || frame.entered.depth.is_none();
        let follows = frame.entered.window.is_some()
            && (claim.contains(evidence)
                || self.table_explains(frame, claim, evidence)
                || may_not_stand
                    && claim.contains(self.evidence(
                        &Frame {
                            leaf: None,
                            ..*frame
                        },
                        claim,
                    )));
        if follows {
            self.count(frame, origin);
        } else if frame.is_partial && evidence.lower <= claim.upper {
            self.coverage.unverified(Property::Values, 1);
        } else {
            return Err(self.blame(frame, (score, claim), evidence));
        }
        Ok(())
    }

    fn count(&mut self, frame: &Frame<M>, origin: Origin) {
        self.coverage.verified(Property::Values, 1);
        let stands = u64::from(frame.standing_pat().is_some());
        self.coverage.verified(Property::StandPats, stands);
        let count = self.tried.len() - frame.first;
        if !matches!(origin, Origin::Moves) || frame.is_cut || frame.entered.depth == Some(0) {
            return;
        }
        match frame.entered.moves {
            Some(moves) => self
                .coverage
                .verified(Property::EveryMove, u64::from(count == moves)),
            None => self.coverage.unverified(Property::EveryMove, 1),
        }
    }

    fn follow_leaf(&mut self, frame: &Frame<M>, score: Score, leaf: Score) -> Checked<M> {
        let clamped = frame.entered.window.map(|window| window.clamp(leaf));
        if score != leaf && clamped.is_some_and(|clamped| score != clamped) {
            let [said, shown] = [score, leaf].map(self.expected.score_text);
            let (said, shown) = (
                format!("the node returns {said}"),
                format!("it is a leaf of {shown}"),
            );
            return Err(self.broken(Rule::Leaf, said, shown).by(frame.event));
        }
        let property = if frame.is_cut {
            Property::StandPats
        } else {
            Property::Leaves
        };
        self.coverage.verified(property, 1);
        Ok(())
    }

    /// Verifies the score of a node that a step pruned.
    fn follow_step(
        &mut self,
        frame: &Frame<M>,
        (score, claim): (Score, Range),
        step: &str,
    ) -> Checked<M> {
        let text = self.expected.score_text;
        let said = format!("{step} prunes the node, which returns {}", text(score));
        let own = frame.step.filter(|own| own.name == step);
        if own.is_none()
            && frame.window.bound_of(score) == Bound::Exact
            && frame.entered.window.is_some()
        {
            let shown = format!("its window is {}", frame.window.text(text));
            return Err(self.broken(Rule::Pruning, said, shown).by(frame.event));
        }
        match own {
            Some(own) if !claim.contains(own.range) => {
                let shown = format!("its search shows {}", own.range.text(text));
                return Err(self.broken(Rule::Pruning, said, shown).by(own.event));
            }
            Some(_) => self.coverage.verified(Property::Prunings, 1),
            // An estimate, such as futility's, is taken on trust.
            None => self.coverage.unverified(Property::Prunings, 1),
        }
        Ok(())
    }

    fn check_best(&self, moves: &[Tried<M>], best: M, score: Score) -> Checked<M> {
        let tried = moves.iter().find(|tried| tried.mv == best);
        match tried.filter(|tried| tried.sure() < score) {
            Some(tried) => {
                let text = self.expected.score_text;
                let said = format!("this is the best move, for {}", text(score));
                let shown = format!("it is known to be {}", tried.range.text(text));
                Err(self
                    .broken(Rule::BestMove, said, shown)
                    .by(tried.event)
                    .about(best))
            }
            None => Ok(()),
        }
    }

    /// Verifies that the best move of a report has its score.
    pub(crate) fn conclude(&mut self, best: M, score: Score) {
        if !self.expected.has_threads {
            self.record(|check| check.check_best(&check.root.1, best, score));
        }
    }

    /// Verifies that the line of an iteration begins with a move that has its score.
    pub(super) fn iteration(&mut self, iteration: &Iteration<M>) -> Checked<M> {
        self.event += 1;
        if let Some(&first) = iteration.line.first()
            && !self.expected.has_threads
            && self.root.0 == Some(iteration.depth)
        {
            self.check_best(&self.root.1, first, iteration.score)?;
            self.coverage.verified(Property::BestMoves, 1);
        }
        Ok(())
    }

    /// Returns what a node has shown of its value, or its claim where nothing can be known.
    pub(super) fn evidence(&self, frame: &Frame<M>, claim: Range) -> Range {
        let tried = &self.tried[frame.first..];
        let pat = frame.standing_pat();
        let lower = tried.iter().map(Tried::sure).chain(pat).max();
        let upper = tried.iter().map(|tried| tried.range.upper).chain(pat).max();
        let lower = lower.unwrap_or(Score::LOWEST);
        match frame.origin() {
            _ if self.is_missing_moves(frame) => Range {
                lower,
                ..Range::ANY
            },
            // The moves after a cutoff may be better.
            Origin::Moves if frame.is_cut => Range {
                lower,
                ..Range::ANY
            },
            Origin::Moves => Range {
                lower,
                upper: upper.unwrap_or(Score::HIGHEST),
            },
            Origin::Leaf(leaf) => Range::exactly(leaf),
            Origin::Table(range) => range,
            Origin::Skips => Range {
                lower: Score::LOWEST,
                ..claim
            },
            Origin::Step(_) | Origin::Chance | Origin::Unsaid => claim,
        }
    }

    /// Returns `true` if a move of the node is known to be neither searched nor skipped, and nothing else explains its value.
    fn is_missing_moves(&self, frame: &Frame<M>) -> bool {
        let is_searched = matches!(frame.origin(), Origin::Moves | Origin::Unsaid);
        let count = self.tried.len() - frame.first;
        let is_missing = frame.entered.moves.is_some_and(|moves| count < moves);
        is_searched && is_missing && frame.skipped == 0 && frame.entered.depth != Some(0)
    }

    /// Returns what the table may answer of what is known.
    pub(super) const fn reused(&self, found: Found) -> Range {
        if self.expected.reuses_deeper {
            found.or_deeper
        } else {
            found.same_depth
        }
    }

    /// Returns `true` if a claim follows from a node's evidence together with what its table knows.
    pub(super) fn table_explains(&self, frame: &Frame<M>, claim: Range, evidence: Range) -> bool {
        if self.expected.table == TableStart::NoTable {
            return false;
        }
        let Entered { key, depth, .. } = frame.entered;
        let known = key.map_or(Range::ANY, |key| {
            self.reused(self.known.find(key, frame.ply, depth))
        });
        let shown = known.and(frame.table.unwrap_or(Range::ANY));
        shown != Range::ANY && claim.contains(evidence.and(shown))
    }

    /// Returns `true` if a table may know something of a node that the events don't show.
    pub(super) fn may_know_more(&self, child: &Entered<M>) -> bool {
        match self.expected.table {
            TableStart::NoTable => false,
            TableStart::Empty => child.key.is_none(),
            TableStart::Unknown => true,
        }
    }

    /// Explains why a claim doesn't follow.
    fn blame(
        &self,
        frame: &Frame<M>,
        (score, claim): (Score, Range),
        evidence: Range,
    ) -> Contradiction<M> {
        let text = self.expected.score_text;
        let said = format!(
            "the node returns {} in the window {}, so its value is {}",
            text(score),
            frame.window.text(text),
            claim.text(text)
        );
        if let Some(pat) = frame.standing_pat().filter(|pat| *pat > claim.upper) {
            let shown = format!("it is evaluated as {}", text(pat));
            return self.broken(Rule::StandPat, said, shown).by(frame.event);
        }
        let (tried, is_open) = (&self.tried[frame.first..], evidence.upper > claim.upper);
        let is_wrong = |tried: &Tried<M>| {
            if is_open {
                return tried.range.upper > claim.upper;
            }
            tried.is_reduced && tried.range.lower >= claim.lower
        };
        let Some((tried, number)) = tried.iter().zip(1..).find(|(tried, _)| is_wrong(tried)) else {
            let (rule, shown) = if is_open {
                let missing = frame.entered.moves.unwrap_or_default() - tried.len();
                (
                    Rule::EveryMove,
                    format!("it has neither searched nor skipped {missing} of its moves"),
                )
            } else {
                (
                    Rule::Reached,
                    format!("its moves show {}", evidence.text(text)),
                )
            };
            return self.broken(rule, said, shown).by(frame.event);
        };
        let rule = match tried.range.upper {
            _ if tried.is_reduced => Rule::Reduction,
            Score::HIGHEST => Rule::SecondSearch,
            _ => Rule::Best,
        };
        let shown = format!("move {number} is known to be {}", tried.range.text(text));
        self.broken(rule, said, shown)
            .by(tried.event)
            .about(tried.mv)
    }
}
