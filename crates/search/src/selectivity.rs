//! [`Selectivity`]: decides which nodes and moves to search less, more, or not at all. Its decisions are data, [`Trial`]s of a node and a
//! [`Decision`] on each move, which [`Assembled`](crate::Assembled) carries out and reports to the observer.

use crate::game::{Game, Tactical};
use crate::node::{Candidate, Node};
use plywood_eval::Score;

/// Declares the settings of a selectivity: its `new`, and for each field a function that makes it, or changes it.
macro_rules! settings {
    ($Part:ident {
        $(#[$new:meta])* new() = $make:ident($usual:expr);
        $(#[$made:meta])* $by:ident($value:ident: $Value:ty) = $made_of:expr;
        $($(#[$set:meta])* $change:ident($field:ident: $Field:ty);)?
    }) => {
        impl $Part {
            $(#[$new])*
            #[must_use]
            pub const fn new() -> Self {
                Self::$make($usual)
            }

            $(#[$made])*
            #[must_use]
            pub const fn $by($value: $Value) -> Self {
                $made_of
            }

            $($(#[$set])*
            #[must_use]
            pub const fn $change(self, $field: $Field) -> Self {
                Self { $field, ..self }
            })?
        }

        impl Default for $Part {
            fn default() -> Self {
                Self::new()
            }
        }
    };
}

/// Decides where a search differs from one of full width to its nominal depth. The value is then no longer minimax's: a selective search
/// sees further in the same time, but can miss something in the parts it skips.
///
/// Two to six selectivities in parentheses are a selectivity: `(NullMove::new(), LateMoves::new())`. Their trials are run in this order
/// until one ends the node. On a move each decides separately: it is skipped if one of them skips it, and the largest extension and the
/// largest reduction count.
///
/// A selectivity for connect four:
///
/// ```
/// use plywood_search::games::ConnectFour;
/// use plywood_search::{AlphaBeta, Candidate, Decision, Limits, Node, Selectivity};
///
/// /// Searches the moves from the fifth on less deeply, and skips the last one near the horizon.
/// struct LastThree;
///
/// impl Selectivity<ConnectFour> for LastThree {
///     fn decide(
///         &self,
///         node: &Node<'_, ConnectFour>,
///         candidate: &Candidate<'_, ConnectFour>,
///     ) -> Decision {
///         match candidate.index {
///             4.. if node.depth > 3 => Decision::reduced(2),
///             6.. => Decision::Skip("last-three"),
///             _ => Decision::FULL,
///         }
///     }
/// }
/// let (board, limits) = (ConnectFour::new(), Limits::depth(7));
/// let full = AlphaBeta::new(ConnectFour::estimate).search(&board, &limits);
/// let selective =
///     AlphaBeta::new(ConnectFour::estimate).selectivity(LastThree).search(&board, &limits);
/// assert!(selective.stats.nodes < full.stats.nodes);
/// assert!(full.is_exact && !selective.is_exact);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot decide where to search `{G}` less deeply",
    note = "most selectivities need `{G}: Tactical`; two to six of them are written in parentheses: `(NullMove::new(), LateMoves::new())`"
)]
pub trait Selectivity<G: Game> {
    /// Returns `true` to have this position evaluated, for [`Node::static_value`].
    #[inline]
    fn evaluates(&self, _position: &G) -> bool {
        false
    }

    /// Returns a trial that may end the node before its moves are searched.
    #[inline]
    fn trial(&self, _node: &Node<'_, G>) -> Option<Trial<G>> {
        None
    }

    /// Decides whether a move is searched, and how deep.
    #[inline]
    fn decide(&self, _node: &Node<'_, G>, _candidate: &Candidate<'_, G>) -> Decision {
        Decision::FULL
    }

    /// Learns that the last of these moves, in the order tried, caused a cutoff.
    #[inline]
    fn learn(&mut self, _node: &Node<'_, G>, _tried: &[G::Move]) {}

    /// Forgets whatever must not carry over into a new search.
    fn begin(&mut self) {}

    /// Returns `true` if no decision ever changes a value.
    fn is_exact(&self) -> bool {
        false
    }

    /// Returns the selectivity's parts in the name of a strategy, such as `null-move`.
    fn parts(&self) -> Vec<String> {
        vec!["own-selectivity".to_owned()]
    }

    /// Returns `true` if it decides nothing at all, so that the compiler can leave it out.
    #[inline]
    fn is_absent(&self) -> bool {
        false
    }

    /// Returns the number of trials: 1, unless it only decides on moves or consists of several selectivities.
    #[inline]
    fn trials(&self) -> usize {
        1
    }

    /// Returns the trial with this number.
    #[inline]
    fn trial_at(&self, node: &Node<'_, G>, _number: usize) -> Option<Trial<G>> {
        self.trial(node)
    }
}

/// Something that costs less than searching a node's moves and may make that unnecessary, with the name of its step for the observer.
///
/// The root needs a move, so nothing is tried there.
#[derive(Debug, Clone)]
pub struct Trial<G: Game> {
    /// The name of the step.
    pub step: &'static str,
    /// The attempt.
    pub tried: Tried<G>,
}

/// The attempt of a [`Trial`].
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum Tried<G: Game> {
    /// The node ends with this score if it is outside the window and no win or loss.
    Score(Score),
    /// The horizon scores the node, unless alpha is a win or a loss. Alpha or less ends the node.
    Horizon,
    /// The position after a pass is searched this deep, unless a pass led to the node or beta is a win or a loss. Beta or more ends the
    /// node.
    Pass(G, u32),
    /// The moves for which this function returns `true` are searched this deep, once the horizon has scored the goal. A move that reaches
    /// it ends the node.
    Moves {
        /// Chooses the moves.
        worth: fn(&G, G::Move) -> bool,
        /// The depth of the positions after them.
        depth: u32,
        /// The score to reach, at least beta.
        goal: Score,
    },
    /// The table is asked about the positions after all moves. Beta or more ends the node.
    Table,
    /// The node is searched this deep instead. It applies only with a table, since a first search must leave a move for the next.
    Depth(u32),
    /// All moves but the table's are searched this deep, if the table's score is a value or a lower bound, and no win or loss. If none comes
    /// as near to that score as this, the table's move is singular, and is extended by a ply.
    Others {
        /// The depth of the positions after them.
        depth: u32,
        /// The least depth of the table's entry.
        known: u32,
        /// The margin below its score, in centipawns.
        margin: i32,
    },
}

/// A decision on a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Decision {
    /// The move is searched.
    Search {
        /// The plies by which it is searched more deeply, at most one. There is an extension on at most half of the plies of a path, so that
        /// every search ends.
        extended: u32,
        /// The plies by which its first search is less deep. A move that turns out better than alpha is searched again.
        reduced: u32,
    },
    /// A step with this name skips the move, unless every move before it loses.
    Skip(&'static str),
}

impl Decision {
    /// Searches the move to its nominal depth.
    pub const FULL: Self = Self::reduced(0);

    /// Searches the move less deeply first.
    #[must_use]
    pub const fn reduced(plies: u32) -> Self {
        Self::Search {
            extended: 0,
            reduced: plies,
        }
    }

    /// Searches the move a ply more deeply.
    #[must_use]
    pub const fn extended() -> Self {
        Self::Search {
            extended: 1,
            reduced: 0,
        }
    }

    /// Returns the decision of two selectivities.
    #[must_use]
    #[inline]
    pub fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::Skip(step), _) | (_, Self::Skip(step)) => Self::Skip(step),
            (
                Self::Search { extended, reduced },
                Self::Search {
                    extended: also_extended,
                    reduced: also_reduced,
                },
            ) => Self::Search {
                extended: extended.max(also_extended),
                reduced: reduced.max(also_reduced),
            },
        }
    }
}

/// Searches every move to the full depth: Shannon's type A.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct FullWidth;

impl<G: Game> Selectivity<G> for FullWidth {
    fn is_exact(&self) -> bool {
        true
    }

    fn parts(&self) -> Vec<String> {
        Vec::new()
    }

    #[inline]
    fn is_absent(&self) -> bool {
        true
    }
}

/// A tuple of selectivities, each of which decides separately.
macro_rules! each_decides {
    ($($Selectivity:ident $index:tt),*) => {
        impl<G: Game, $($Selectivity: Selectivity<G>),*> Selectivity<G> for ($($Selectivity,)*) {
            #[inline]
            fn evaluates(&self, position: &G) -> bool {
                $(self.$index.evaluates(position))||*
            }

            #[inline]
            fn decide(&self, node: &Node<'_, G>, candidate: &Candidate<'_, G>) -> Decision {
                let decision = Decision::FULL;
                $(let decision = decision.and(self.$index.decide(node, candidate));)*
                decision
            }

            #[inline]
            fn learn(&mut self, node: &Node<'_, G>, tried: &[G::Move]) {
                $(self.$index.learn(node, tried);)*
            }

            fn begin(&mut self) {
                $(self.$index.begin();)*
            }

            fn is_exact(&self) -> bool {
                $(self.$index.is_exact())&&*
            }

            fn parts(&self) -> Vec<String> {
                [$(self.$index.parts()),*].concat()
            }

            #[inline]
            fn trials(&self) -> usize {
                0 $(+ self.$index.trials())*
            }

            #[inline]
            fn trial_at(&self, node: &Node<'_, G>, mut number: usize) -> Option<Trial<G>> {
                $(match number.checked_sub(self.$index.trials()) {
                    Some(behind) => number = behind,
                    None => return self.$index.trial_at(node, number),
                })*
                let _ = number;
                None
            }
        }
    };
}

each_decides!(A 0, B 1);
each_decides!(A 0, B 1, C 2);
each_decides!(A 0, B 1, C 2, D 3);
each_decides!(A 0, B 1, C 2, D 3, E 4);
each_decides!(A 0, B 1, C 2, D 3, E 4, F 5);

/// An optional selectivity, for programs that decide at run time.
impl<G: Game, S: Selectivity<G>> Selectivity<G> for Option<S> {
    if_present! { self
        get evaluates(position: &G) -> bool = false;
        get decide(node: &Node<'_, G>, candidate: &Candidate<'_, G>) -> Decision = Decision::FULL;
        get is_exact() -> bool = true;
        get parts() -> Vec<String> = Vec::new();
        get trials() -> usize = 0;
        get trial_at(node: &Node<'_, G>, number: usize) -> Option<Trial<G>> = None;
        set learn(node: &Node<'_, G>, tried: &[G::Move]);
        set begin();
    }
}

/// Returns `true` for a move that neither is noisy nor answers or gives a check, so that a static value says something about it.
#[inline]
pub(crate) fn is_quiet<G: Tactical>(node: &Node<'_, G>, candidate: &Candidate<'_, G>) -> bool {
    let position = node.position;
    position.capture_rank(candidate.mv) <= 0 && !position.is_check() && !candidate.child.is_check()
}

/// Returns a part of a name, with its value if that is not the default.
pub(crate) fn word<N: Copy + PartialEq + std::fmt::Display>(
    name: &str,
    value: N,
    usual: N,
) -> String {
    if value == usual {
        name.to_owned()
    } else {
        format!("{name}={value}")
    }
}
