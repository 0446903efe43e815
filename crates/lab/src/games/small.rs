//! The small games: connect four, tic-tac-toe, and written trees.

use crate::failure::Failure;
use crate::games::grid::{self, Look};
use crate::games::{LabGame, NamedStrategy};
use crate::players::move_limits::MoveLimits;
use plywood_catalog::PlainEvaluator;
use plywood_core::diagram::Paint;
use plywood_eval::{Evaluator, RandomEvaluator, Score};
use plywood_search::games::{Branch, Cell, Column, ConnectFour, TicTacToe, Tree};
use plywood_search::strategies::{Catalog, UnknownStrategy};
use plywood_search::{Game, Keyed};
use std::fmt::Display;
use std::str::FromStr;

/// The strategies and evaluators of a small game.
struct SmallGame<G: Game> {
    catalog: Catalog<G, PlainEvaluator<G>>,
    /// The evaluators by name, the default one first.
    evaluators: [(&'static str, PlainEvaluator<G>); 2],
}

impl<G: LabGame> SmallGame<G> {
    fn named_strategy(
        self,
        name: &str,
        evaluator: Option<&str>,
    ) -> Result<NamedStrategy<G>, Failure> {
        let [usual, _] = self.evaluators;
        let evaluate = match evaluator {
            None => usual.1,
            Some(wanted) => {
                let known = self.evaluators.iter().find(|(known, _)| *known == wanted);
                known.map(|(_, evaluate)| *evaluate).ok_or_else(|| {
                    let known = self.evaluators.map(|(name, _)| name).join(", ");
                    Failure::Usage(format!(
                        "{} has no evaluator {wanted:?}; it has {known}",
                        G::NAME
                    ))
                })?
            }
        };
        let known = self.catalog.names().find(|known| *known == name);
        let known = known.ok_or_else(|| {
            let known = self.catalog.names().collect();
            let name = name.to_owned();
            Failure::Usage(UnknownStrategy { name, known }.to_string())
        })?;
        let make = move || {
            let made = self.catalog.by_name(known, evaluate);
            made.expect("the name is the catalog's own")
        };
        Ok(NamedStrategy::new(known, MoveLimits::default(), make))
    }
}

/// A random score between -100 and 100, always the same for the same position.
fn random<G: Keyed>(position: &G) -> Score {
    RandomEvaluator::new(0, 100)
        .by_key(G::key)
        .evaluate(position)
}

fn draw<G>(_: &G) -> Score {
    Score::DRAW
}

fn read<G: LabGame + FromStr<Err: Display>>(text: &str) -> Result<G, Failure> {
    text.parse()
        .map_err(|error| Failure::Usage(format!("{} {text:?}: {error}", G::NAME)))
}

fn drawn<G: Game + Display>(position: &G, moves: &[(G::Move, Paint)], look: Look) -> String {
    let after = |&(mv, paint): &(G::Move, Paint)| (position.after(mv).to_string(), paint);
    let moves: Vec<(String, Paint)> = moves.iter().map(after).collect();
    grid::picture(&position.to_string(), &moves, look)
}

fn connect_four() -> SmallGame<ConnectFour> {
    SmallGame {
        catalog: plywood_catalog::connect_four(),
        evaluators: [("estimate", ConnectFour::estimate), ("random", random)],
    }
}

impl LabGame for ConnectFour {
    const NAME: &'static str = "connect-four";
    const EXAMPLE: &'static str = "";
    const USUAL_DEPTH: u32 = 6;

    fn read(text: &str) -> Result<Self, Failure> {
        read(text)
    }

    fn strategies() -> Vec<&'static str> {
        connect_four().catalog.names().collect()
    }

    fn describe(name: &str) -> Option<&'static str> {
        connect_four().catalog.describe(name)
    }

    fn named_strategy(text: &str, evaluator: Option<&str>) -> Result<NamedStrategy<Self>, Failure> {
        connect_four().named_strategy(text, evaluator)
    }

    fn picture(&self, moves: &[(Column, Paint)], _id: &str) -> Option<String> {
        Some(drawn(self, moves, Look::Discs))
    }

    fn lines(&self) -> String {
        self.to_string()
    }
}

fn tic_tac_toe() -> SmallGame<TicTacToe> {
    SmallGame {
        catalog: plywood_catalog::tic_tac_toe(),
        evaluators: [("none", draw), ("random", random)],
    }
}

impl LabGame for TicTacToe {
    const NAME: &'static str = "tic-tac-toe";
    const EXAMPLE: &'static str = ".........";
    const USUAL_DEPTH: u32 = 9;

    fn read(text: &str) -> Result<Self, Failure> {
        read(text)
    }

    fn strategies() -> Vec<&'static str> {
        tic_tac_toe().catalog.names().collect()
    }

    fn describe(name: &str) -> Option<&'static str> {
        tic_tac_toe().catalog.describe(name)
    }

    fn named_strategy(text: &str, evaluator: Option<&str>) -> Result<NamedStrategy<Self>, Failure> {
        tic_tac_toe().named_strategy(text, evaluator)
    }

    fn picture(&self, moves: &[(Cell, Paint)], _id: &str) -> Option<String> {
        Some(drawn(self, moves, Look::Signs))
    }

    fn lines(&self) -> String {
        self.to_string()
    }
}

fn written_tree() -> SmallGame<Tree> {
    SmallGame {
        catalog: plywood_catalog::written_tree(),
        evaluators: [("estimate", Tree::estimate), ("none", draw)],
    }
}

impl LabGame for Tree {
    const NAME: &'static str = "tree";
    /// The tree of the textbooks: the second branch is cut off after its first leaf.
    const EXAMPLE: &'static str = "((3 12 8) (2 4 6) (14 5 2))";
    const USUAL_DEPTH: u32 = 8;

    fn read(text: &str) -> Result<Self, Failure> {
        read(text)
    }

    fn strategies() -> Vec<&'static str> {
        written_tree().catalog.names().collect()
    }

    fn describe(name: &str) -> Option<&'static str> {
        written_tree().catalog.describe(name)
    }

    fn named_strategy(text: &str, evaluator: Option<&str>) -> Result<NamedStrategy<Self>, Failure> {
        written_tree().named_strategy(text, evaluator)
    }

    fn picture(&self, _moves: &[(Branch, Paint)], _id: &str) -> Option<String> {
        None
    }

    fn lines(&self) -> String {
        String::new()
    }
}
