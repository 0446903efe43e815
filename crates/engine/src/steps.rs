//! [`Step`]: the steps of the search at a node, by name; and [`Steps`], the set of enabled ones.

use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;
use thiserror::Error;

/// The effect of switching a step off.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Role {
    /// There is no search without it.
    Essential,
    /// A search to a fixed depth finds the same value without it, in a different time.
    Exact,
    /// A search to a fixed depth may find another value without it.
    Selective,
}

/// Makes from one list the steps, and the table of their numbers and roles.
macro_rules! steps {
    ($($(#[$doc:meta])+ $step:ident: $number:expr, $role:ident;)+) => {
        /// One step of the search, in the order a node takes them; those without a fixed place come last.
        ///
        /// The numbers are those of the 21 steps that engines have named since Stockfish's search of 2012; later additions have the number
        /// of the step that they refine.
        ///
        /// ```
        /// use plywood_engine::Step;
        ///
        /// assert_eq!("null-move".parse(), Ok(Step::NullMove));
        /// assert_eq!(
        ///     (Step::NullMove.number(), Step::NullMove.to_string().as_str()),
        ///     (Some(8), "null-move")
        /// );
        /// assert!("nul-move".parse::<Step>().is_err());
        /// ```
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        #[non_exhaustive]
        pub enum Step { $($(#[$doc])+ $step,)+ }

        impl Step {
            /// Every step.
            pub const ALL: [Self; STEPS.len()] = [$(Self::$step),+];
        }

        const STEPS: &[(Option<u32>, Role)] = &[$(($number, Role::$role)),+];
    };
}

steps! {
    /// 1: count the node, clear its line, and stop if the budget is used up (`searcher.rs`).
    ///
    /// **Idea.** Limits are checked where nodes are counted, so that no search goes far beyond them. **Invariant.** A stopped search
    /// returns no score. **Cost.** A count and a comparison. **Source.** Common to all programs; the numbers of the steps follow Stockfish
    /// 2.3.1.
    Initialize: Some(1), Essential;
    /// 2: a repetition, the end of the fifty-move rule or too little material is a draw (`ends.rs`).
    ///
    /// **Idea.** A position that occurred before on this path brings nothing new. **Invariant.** Checked before the table, which ignores
    /// paths, and never at the root; a mate on the board comes before the fifty-move rule. **Cost.** A look back to the last capture or
    /// pawn move. **Source.** The laws of chess, which require the third occurrence; programs take the second.
    ImmediateDraws: Some(2), Exact;
    /// 3: no line through here can beat a mate that is already known to be nearer (`ends.rs`).
    ///
    /// **Idea.** The best that can happen below is mate with the next move. **Invariant.** The window shrinks to the possible values, so
    /// the value stays the same. **Cost.** Two comparisons, and mates become shorter. It has no paper.
    MateDistance: Some(3), Exact;
    /// 4: look up the value of the position in the table, or at least its best move (TT, `table.rs`).
    ///
    /// **Idea.** A position that was searched before, on any path, need not be searched again. **Invariant.** A value counts only if it
    /// comes from at least this depth and its bound decides the window; nodes of the principal variation take only the move. **Cost.** One
    /// memory access, prefetched. **Source.** Greenblatt, Eastlake and Crocker, "The Greenblatt chess program", 1967.
    TableLookup: Some(4), Selective;
    /// 4: look up the result of a position with few pieces in endgame tables (`ends.rs`, `endgames.rs`).
    ///
    /// **Idea.** With few pieces the result is known, so nothing has to be searched. **Invariant.** Only right after a capture or a pawn
    /// move, since the tables ignore the halfmove clock; a win is a lower bound, because a mate may be nearer. **Cost.** A read of a file,
    /// or of its cache. **Source.** Thompson, "Retrograde analysis of certain endgames", 1986; the files are those of de Man's Syzygy,
    /// 2013.
    EndgameTables: Some(4), Selective;
    /// 5: evaluate the position without a search; later steps depend on the evaluation (`static_evaluation.rs`).
    ///
    /// **Idea.** Where the evaluation is far above beta or far below alpha, less search is enough. **Invariant.** Never in check. A bound
    /// from the table counts where it is more precise. **Cost.** An evaluation, unless the table has it. **Source.** Shannon, "Programming
    /// a computer for playing chess", 1950.
    StaticEvaluation: Some(5), Exact;
    /// 6: so far below alpha that only captures could help: search those alone (`pruning.rs`).
    ///
    /// **Idea.** Quiet moves do not make up for two pieces. **Invariant.** The node fails low only if quiescence agrees.
    /// **Cost.** A quiescence search at nodes of low depth. **Source.** Birmingham and Kent, "Tree-searching and tree-pruning
    /// techniques", 1977.
    Razoring: Some(6), Selective;
    /// 7: so far above beta that the opponent's best move will not change it: return (RFP, `pruning.rs`).
    ///
    /// **Idea.** A lead of several pawns does not vanish within a few plies. **Invariant.** Never with mates, and never on an earlier
    /// principal variation. **Cost.** A comparison. **Source.** The mirror image of futility pruning: Heinz, "Extended futility pruning",
    /// 1998.
    ReverseFutility: Some(7), Selective;
    /// 8: if even passing is good enough, some move will be (NMP, `pruning.rs`).
    ///
    /// **Idea.** If the value is above beta although the opponent moves twice, it is above beta after a move. **Invariant.** Never twice in
    /// a row, and never with pawns alone, because of zugzwang. **Cost.** A search reduced by five plies or more. **Source.** Beal,
    /// "Experiments with the null move", 1989; Donninger, "Null move and deep search", 1993.
    NullMove: Some(8), Selective;
    /// 8: at high depth a null move's result is confirmed by a search without it, because of zugzwang (`pruning.rs`).
    ///
    /// **Idea.** Where much is saved, a second look costs little. **Invariant.** No side passes in its upper three quarters. **Cost.** A
    /// second search of reduced depth. **Source.** David-Tabibi and Netanyahu, "Verified null-move pruning", 2002.
    NullMoveVerification: Some(8), Selective;
    /// 9: a capture that beats beta by a margin at reduced depth will beat it at full depth (`pruning.rs`).
    ///
    /// **Idea.** The values of a shallow and of a deep search are alike. **Invariant.** Captures only, and quiescence has to
    /// agree first. **Cost.** A search four plies shallower for each capture that may reach the margin. **Source.** Buro,
    /// "`ProbCut`: an effective selective extension of the alpha-beta algorithm", 1995.
    ProbCut: Some(9), Selective;
    /// 10: a node without a table move is searched less deeply; the next iteration has its move (IIR, `depth.rs`).
    ///
    /// **Idea.** Without a good first move a deep search is mostly wasted. **Invariant.** One ply, and only from depth 4 on.
    /// **Cost.** None; without a table it reduces nearly every node. **Source.** Schröder, 2020; before it, internal iterative
    /// deepening.
    InternalReduction: Some(10), Selective;
    /// 11: try the moves in stages, the promising ones first (`ordering.rs`, `search.rs`).
    ///
    /// **Idea.** The better the first move, the fewer others are searched. **Invariant.** Each legal move comes once, in one of the stages.
    /// **Cost.** A stage is generated and ranked when the stages before it did not cause a cutoff. **Source.** Slate and Atkin, "Chess
    /// 4.5", 1977.
    MoveLoop: Some(11), Essential;
    /// 12: a table move that is much better than all others is searched deeper, by up to three plies (`depth.rs`).
    ///
    /// **Idea.** If everything depends on one move, that move deserves more depth. **Invariant.** The other moves must fail low below the
    /// table's value in a search without it. **Cost.** That search, at half the depth. **Source.** Anantharaman, Campbell and Hsu,
    /// "Singular extensions: adding selectivity to brute-force searching", 1988.
    SingularExtension: Some(12), Selective;
    /// 12: if the other moves beat beta without the table move, return (`depth.rs`).
    ///
    /// **Idea.** If several moves refute the opponent's last one, one of them will hold. **Invariant.** The table's move and
    /// another one reach beta. **Cost.** None: it uses the search of the singular extension. **Source.** Björnsson and Marsland,
    /// "Multi-cut alpha-beta-pruning in game-tree search", 2001.
    MultiCut: Some(12), Selective;
    /// 13: late quiet moves near the horizon are not searched (LMP, `pruning.rs`).
    ///
    /// **Idea.** Near the horizon the order is the only guide, so its end is left out. **Invariant.** The number of moves tried grows with
    /// the square of the depth, and is halved where the side is not improving. **Cost.** None. It has no paper: programs have had it since
    /// the 2000s.
    LateMovePruning: Some(13), Selective;
    /// 13: quiet moves near the horizon are not searched if the evaluation is far below alpha (`pruning.rs`).
    ///
    /// **Idea.** A quiet move does not win three pawns. **Invariant.** Never in check, and never before a move that does not lose by force
    /// was searched. **Cost.** A comparison. **Source.** Heinz, "Extended futility pruning", 1998.
    FutilityPruning: Some(13), Selective;
    /// 13: moves near the horizon that lose material by exchange are not searched (SEE pruning, `pruning.rs`).
    ///
    /// **Idea.** A move hardly wins back elsewhere within a few plies what it loses on its square. **Invariant.** The more depth is left,
    /// the more a move may lose. **Cost.** An exchange played out on one square. It has no paper.
    ExchangePruning: Some(13), Selective;
    /// 13: quiet moves near the horizon with a bad history are not searched (`pruning.rs`).
    ///
    /// **Idea.** A move that never caused a cutoff in other positions will hardly do so here. **Invariant.** Quiet moves only, and from the
    /// same counters that order them. **Cost.** A comparison. It has no paper.
    HistoryPruning: Some(13), Selective;
    /// 14: make the move: the child's position, its key on the path (`searcher.rs`).
    ///
    /// **Idea.** A child is a new position, and its parent stays unchanged. **Invariant.** The path has the keys of all positions from the
    /// root, for repetitions. **Cost.** A copy of a position, and the key updated. **Source.** Common to all programs; most of them change
    /// one board instead.
    MakeMove: Some(14), Essential;
    /// 15: late moves are searched less deeply first, and again only if they turn out good (LMR, `depth.rs`).
    ///
    /// **Idea.** With good ordering a late move is hardly ever the best. **Invariant.** A move that beats alpha is searched again, at full
    /// depth or a ply off it. **Cost.** A second search now and then; without this step the tree is several times as large (chapter 13 of
    /// the book). **Source.** Romstad, "An introduction to late move reductions", 2006.
    LateMoveReduction: Some(15), Selective;
    /// 16: all moves except the first must prove with a null window that they beat alpha (PVS, `search.rs`).
    ///
    /// **Idea.** Finding out whether a move is better is cheaper than finding out how good it is. **Invariant.** A move that is better gets
    /// its value from a second search. **Cost.** That second search. **Source.** Pearl, "Scout: a simple game-searching algorithm with
    /// proven optimal properties", 1980; Reinefeld, "An improvement to the Scout tree search algorithm", 1983.
    NullWindows: Some(16), Exact;
    /// 17: undo the move (`searcher.rs`).
    ///
    /// **Idea.** The parent still exists, so only the path gets shorter. **Invariant.** The additions of `make-move` to the path are gone,
    /// even when the search is stopped. **Cost.** None. **Source.** As for making a move.
    UndoMove: Some(17), Essential;
    /// 18: keep the best move and its line (`search.rs`).
    ///
    /// **Idea.** The best line of a node is its best move and the best line of that child. **Invariant.** Only a score inside the
    /// window brings a line. **Cost.** A copy of the child's line. **Source.** The "triangular array" of many programs; it has no
    /// paper.
    BestMove: Some(18), Essential;
    /// 19: several threads search the same position and share the table (lazy SMP, `threads.rs`).
    ///
    /// **Idea.** Threads that search the same position get out of step, and fill the table for one another. **Invariant.** No thread waits,
    /// and the first one decides when to stop. **Cost.** Duplicated work. **Source.** Known as lazy SMP, and common since Stockfish 7,
    /// 2016; it has no paper.
    Parallel: Some(19), Exact;
    /// 20: a node without legal moves is mate or stalemate (`search.rs`).
    ///
    /// **Idea.** Without a legal move the game is over. **Invariant.** A mate counts its plies from the root, so that a nearer
    /// one is better. **Cost.** None: the loop has found no move. **Source.** The laws of chess.
    MateAndStalemate: Some(20), Essential;
    /// 21: store the value in the table (`table.rs`).
    ///
    /// **Idea.** A position that was searched once need not be searched again. **Invariant.** A value is stored with its depth and its
    /// bound, and mates are counted from the node. **Cost.** One memory access. **Source.** As for the lookup; the bounds are those of
    /// Slate and Atkin, "Chess 4.5", 1977.
    TableUpdates: Some(21), Exact;
    /// Quiet moves that caused cutoffs are tried earlier (`history.rs`).
    ///
    /// **Idea.** A move that was good elsewhere is tried early here. **Invariant.** Counters approach a limit, so that recent results count
    /// more. **Cost.** A counter read for each quiet move. **Source.** Schaeffer, "The history heuristic", 1983.
    QuietHistory: None, Exact;
    /// Quiet moves from and to squares that the enemy attacks have separate histories (`history.rs`).
    ///
    /// **Idea.** Leaving an attacked square, or going to one, makes a different kind of move. **Invariant.** It changes what quiet moves
    /// learn from, and skips none. **Cost.** The squares that the enemy attacks, once for a node whose quiet moves are tried. It has no
    /// paper: programs have had it since the 2020s.
    ThreatHistory: None, Exact;
    /// Captures that caused cutoffs are tried earlier (`history.rs`).
    ///
    /// **Idea.** Among captures that win equally much, those that caused cutoffs elsewhere come first. **Invariant.** It orders captures
    /// and skips none. **Cost.** A counter read for each capture. It has no paper: programs have had it since the 2010s.
    CaptureHistory: None, Exact;
    /// Quiet moves that answered the last moves well are tried earlier (`history.rs`).
    ///
    /// **Idea.** A good answer to a move is a good answer to it elsewhere. **Invariant.** It looks one, two and four plies back, and has no
    /// data after a null move. **Cost.** Three counters read for each quiet move. **Source.** Uiterwijk, "The countermove heuristic", 1992.
    ContinuationHistory: None, Exact;
    /// Quiet moves that give check and lose nothing are tried earlier (`ordering.rs`).
    ///
    /// **Idea.** A check leaves few answers, so it is cheap to try. **Invariant.** A check that loses material by exchange stays
    /// where its history puts it. **Cost.** The squares from which each piece gives check, once for a node. It has no paper.
    CheckOrdering: None, Exact;
    /// The evaluation is corrected by its errors with the same pawns or pieces, and counts for less the fewer pieces are left
    /// (`history.rs`, `static_evaluation.rs`).
    ///
    /// **Idea.** An evaluator makes similar errors where the pawns, or the pieces of a side, are placed alike. **Invariant.** The table
    /// stores the evaluation before the correction. **Cost.** Three numbers read for each evaluation. It has no paper: programs have had it
    /// since the 2020s.
    CorrectionHistory: None, Selective;
    /// A side whose evaluation has become better prunes less (`static_evaluation.rs`).
    ///
    /// **Idea.** A side that is doing better than two plies ago has more to hope for. **Invariant.** It changes how much other steps prune
    /// and reduce, and prunes nothing itself. **Cost.** A comparison. It has no paper: programs have had it since the 2010s.
    Improving: None, Exact;
    /// Each iteration begins with a narrow window around the last score (`deepening.rs`).
    ///
    /// **Idea.** The next value is near the last one. **Invariant.** A result outside the window is a bound, and its side is widened until
    /// the value is inside. **Cost.** Another search for each failure. **Source.** Slate and Atkin, "Chess 4.5", 1977.
    AspirationWindows: None, Exact;
    /// In quiescence, captures that cannot reach alpha are not searched (`quiescence.rs`).
    ///
    /// **Idea.** A capture wins its victim, and little more. **Invariant.** Evaluation, victim and a margin together must reach alpha.
    /// **Cost.** A comparison for each capture. **Source.** Known as delta pruning; Beal, "A generalised quiescence search algorithm",
    /// 1990, is about the search around it.
    QuiescencePruning: None, Selective;
    /// At the horizon, quiescence also tries quiet moves that give check and lose nothing (`quiescence.rs`).
    ///
    /// **Idea.** Without checks, a null move that leads to the horizon hides every threat of mate. **Invariant.** Only in the first ply of
    /// quiescence, and only checks that lose nothing by exchange. **Cost.** Some nodes at each horizon. **Source.** Beal, "A generalised
    /// quiescence search algorithm", 1990.
    QuiescenceChecks: None, Selective;
}

impl Step {
    /// Returns the name of the variant in lower case with hyphens: `null-move`.
    #[must_use]
    pub fn name(self) -> &'static str {
        static NAMES: LazyLock<[String; STEPS.len()]> = LazyLock::new(|| Step::ALL.map(hyphenated));
        &NAMES[self as usize]
    }

    /// Returns its number among the 21 steps; `None` for those without a fixed place.
    #[must_use]
    pub const fn number(self) -> Option<u32> {
        STEPS[self as usize].0
    }

    const fn role(self) -> Role {
        STEPS[self as usize].1
    }

    /// Returns `true` if there is no search without it, so that it cannot be switched off.
    #[must_use]
    pub const fn is_essential(self) -> bool {
        matches!(self.role(), Role::Essential)
    }

    /// Returns `true` if it may change the value of a search to a fixed depth. Without all of these the engine returns the value of negamax
    /// with quiescence.
    #[must_use]
    pub const fn is_selective(self) -> bool {
        matches!(self.role(), Role::Selective)
    }
}

fn hyphenated(step: Step) -> String {
    let mut name = String::new();
    for letter in format!("{step:?}").chars() {
        if letter.is_ascii_uppercase() && !name.is_empty() {
            name.push('-');
        }
        name.push(letter.to_ascii_lowercase());
    }
    name
}

/// Writes its [`name`](Step::name).
impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The error for a string that names no step.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("there is no step {name:?}; the steps are {}", names())]
pub struct UnknownStep {
    /// The string.
    pub name: String,
}

impl FromStr for Step {
    type Err = UnknownStep;

    fn from_str(text: &str) -> Result<Self, UnknownStep> {
        Self::ALL
            .into_iter()
            .find(|step| step.name() == text)
            .ok_or_else(|| UnknownStep {
                name: text.to_owned(),
            })
    }
}

fn names() -> String {
    Step::ALL.map(Step::name).join(", ")
}

/// A step that cannot be switched off.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("the step {0} cannot be switched off: there is no search without it")]
pub struct EssentialStep(pub Step);

/// The set of enabled steps.
///
/// ```
/// use plywood_engine::{EssentialStep, Step, Steps};
///
/// let steps = Steps::ALL.without(Step::NullMove)?;
/// assert!(!steps.has(Step::NullMove) && steps.has(Step::ProbCut));
/// assert_eq!(steps.without(Step::MakeMove), Err(EssentialStep(Step::MakeMove)));
/// assert!(!Steps::EXHAUSTIVE.has(Step::Razoring));
/// # Ok::<(), EssentialStep>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Steps(u64);

impl Default for Steps {
    fn default() -> Self {
        Self::ALL
    }
}

impl Steps {
    /// Every step.
    pub const ALL: Self = Self((1 << Step::ALL.len()) - 1);

    /// All except the [selective](Step::is_selective) ones.
    pub const EXHAUSTIVE: Self = {
        let mut steps = Self::ALL;
        let mut index = 0;
        while index < Step::ALL.len() {
            if Step::ALL[index].is_selective() {
                steps.0 &= !(1 << Step::ALL[index] as u8);
            }
            index += 1;
        }
        steps
    };

    /// Returns `true` if a step is enabled.
    #[inline]
    #[must_use]
    pub const fn has(self, step: Step) -> bool {
        self.0 & 1 << step as u8 != 0
    }

    /// Removes a step.
    ///
    /// # Errors
    /// [`EssentialStep`] if there is no search without it.
    pub const fn without(self, step: Step) -> Result<Self, EssentialStep> {
        if step.is_essential() {
            return Err(EssentialStep(step));
        }
        Ok(Self(self.0 & !(1 << step as u8)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_step_has_a_place_in_the_set_and_a_name_of_its_own() {
        for (index, step) in Step::ALL.into_iter().enumerate() {
            assert_eq!(step as usize, index);
            assert_eq!(step.to_string().parse(), Ok(step));
            assert!(Steps::ALL.has(step));
        }
        let numbers: Vec<u32> = Step::ALL.into_iter().filter_map(Step::number).collect();
        assert!(numbers.is_sorted(), "in the order of a node");
        assert!((1..=21).all(|number| numbers.contains(&number)));
    }
}
