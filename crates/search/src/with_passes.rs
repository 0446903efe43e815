//! [`WithPasses`]: makes a game where a player may move twice in a row alternate, with a pass in between.

use crate::game::{Ending, Game, Keyed, Stakes};
use crate::with_history::PositionOnly;
use plywood_eval::{Evaluator, Score, Session, Side, Sides};
use std::fmt::{self, Display};
use std::str::FromStr;

/// Makes the sides alternate, as every strategy expects, in a game where a player may move twice in a row, such as Kalah: in between, the
/// other side's only legal move is a pass.
///
/// [`Sides::to_move`] of the game returns the side to move. The [`ending`](Game::ending) is from that side's point of view, and so are the
/// scores of an evaluator, which needs [`PositionOnly`] around it.
///
/// ```
/// use plywood_eval::{Side, Sides};
/// use plywood_search::laws::check_alternation;
/// use plywood_search::{AlphaBeta, Ending, Game, Limits, Score, Strategy, WithPasses};
///
/// /// The side that takes the last match wins. A side that takes two, and leaves some, moves again.
/// #[derive(Clone)]
/// struct TwoAgain(u32, Side);
///
/// impl Game for TwoAgain {
///     type Move = u32;
///     type Moves = Vec<u32>;
///     fn legal_moves(&self) -> Vec<u32> {
///         (1..=self.0.min(2)).collect()
///     }
///     fn after(&self, taken: u32) -> Self {
///         let (rest, again) = (self.0 - taken, taken == 2 && self.0 > 2);
///         TwoAgain(rest, if again { self.1 } else { !self.1 })
///     }
///     fn ending(&self, moves: &[u32]) -> Option<Ending> {
///         moves.is_empty().then_some(Ending::Lost)
///     }
/// }
/// impl Sides for TwoAgain {
///     fn to_move(&self) -> Side {
///         self.1
///     }
///     fn mirrored(&self) -> Self {
///         TwoAgain(self.0, !self.1)
///     }
/// }
/// let game = TwoAgain(3, Side::First);
/// assert!((0..9).any(|seed| check_alternation(&game, seed, Sides::to_move).is_err()));
/// let game = WithPasses::new(game);
/// assert!((0..9).all(|seed| check_alternation(&game, seed, Sides::to_move).is_ok()));
///
/// let mut search = AlphaBeta::new(|_: &WithPasses<TwoAgain>| Score::DRAW);
/// let report = search.search(&game, &Limits::none());
/// assert_eq!(report.line.to_string(), "2 pass 1");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct WithPasses<G> {
    position: G,
    /// `true` if the other side moves again, and this one can only pass.
    must_pass: bool,
}

/// A move of [`WithPasses`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MoveOrPass<M> {
    /// A move of the game.
    Move(M),
    /// The other side moves again.
    Pass,
}

impl<M> MoveOrPass<M> {
    /// Returns the move of the game; `None` if it is a pass.
    pub fn played(self) -> Option<M> {
        match self {
            Self::Move(mv) => Some(mv),
            Self::Pass => None,
        }
    }
}

impl<G> WithPasses<G> {
    /// Makes a position with its own side to move.
    #[must_use]
    pub const fn new(position: G) -> Self {
        Self {
            position,
            must_pass: false,
        }
    }

    /// Returns the position of the underlying game.
    #[must_use]
    pub const fn position(&self) -> &G {
        &self.position
    }

    /// Returns `true` if the side to move can only pass.
    #[must_use]
    pub const fn must_pass(&self) -> bool {
        self.must_pass
    }
}

impl<G: Game + Sides> Game for WithPasses<G> {
    type Move = MoveOrPass<G::Move>;
    type Moves = Vec<Self::Move>;
    const STAKES: Option<Stakes> = G::STAKES;

    fn legal_moves(&self) -> Self::Moves {
        if self.must_pass {
            return vec![MoveOrPass::Pass];
        }
        let moves = self.position.legal_moves();
        moves.iter().copied().map(MoveOrPass::Move).collect()
    }

    fn after(&self, mv: Self::Move) -> Self {
        let Some(mv) = mv.played() else {
            return Self::new(self.position.clone());
        };
        let position = self.position.after(mv);
        Self {
            // A move changes the side to move, an outcome of chance doesn't.
            must_pass: (position.to_move() == self.position.to_move())
                != self.position.waits_for_chance(),
            position,
        }
    }

    fn ending(&self, _moves: &[Self::Move]) -> Option<Ending> {
        let ending = self.position.ending_at_leaf()?;
        Some(match ending {
            Ending::Lost if self.must_pass => Ending::Won,
            Ending::Won if self.must_pass => Ending::Lost,
            Ending::Scored(score) if self.must_pass => Ending::Scored(-score),
            Ending::Lost | Ending::Drawn | Ending::Repeated | Ending::Won | Ending::Scored(_) => {
                ending
            }
        })
    }

    fn waits_for_chance(&self) -> bool {
        !self.must_pass && self.position.waits_for_chance()
    }

    fn weight(&self, outcome: Self::Move) -> u32 {
        outcome
            .played()
            .map_or(1, |outcome| self.position.weight(outcome))
    }

    fn score_text(score: Score) -> String {
        G::score_text(score)
    }
}

impl<G: Keyed + Sides> Keyed for WithPasses<G> {
    const DEPENDS_ON_HISTORY: bool = G::DEPENDS_ON_HISTORY;

    fn key(&self) -> u64 {
        let key = self.position.key();
        if self.must_pass { !key } else { key }
    }

    fn move_code(mv: Self::Move) -> u16 {
        match mv {
            MoveOrPass::Move(mv) => G::move_code(mv),
            MoveOrPass::Pass => 0,
        }
    }

    fn is_drawn_by_clock(&self) -> bool {
        self.position.is_drawn_by_clock()
    }
}

impl<G: Sides> Sides for WithPasses<G> {
    fn to_move(&self) -> Side {
        let side = self.position.to_move();
        if self.must_pass { !side } else { side }
    }

    fn mirrored(&self) -> Self {
        Self {
            position: self.position.mirrored(),
            ..*self
        }
    }
}

impl<G, E: Evaluator<G>> Evaluator<WithPasses<G>> for PositionOnly<E> {
    fn evaluate_in(&self, position: &WithPasses<G>, session: &mut Session) -> Score {
        let score = self.0.evaluate_in(&position.position, session);
        if position.must_pass { -score } else { score }
    }
}

/// Writes the move, or `pass`.
impl<M: Display> Display for MoveOrPass<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Move(mv) => mv.fmt(f),
            Self::Pass => f.pad(PASS),
        }
    }
}

/// Writes the position, followed by ` pass` where the side to move can only pass.
impl<G: Display> Display for WithPasses<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.position.fmt(f)?;
        if self.must_pass {
            write!(f, " {PASS}")
        } else {
            Ok(())
        }
    }
}

impl<G: FromStr> FromStr for WithPasses<G> {
    type Err = G::Err;

    fn from_str(text: &str) -> Result<Self, G::Err> {
        let text = text.trim_end();
        let before = text.strip_suffix(PASS).map(str::trim_end);
        Ok(Self {
            position: before.unwrap_or(text).parse()?,
            must_pass: before.is_some(),
        })
    }
}

const PASS: &str = "pass";
