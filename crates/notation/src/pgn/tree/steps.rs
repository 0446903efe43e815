//! Walking through a game with the positions, at a cost linear in its moves.

use plywood_core::Position;

use crate::pgn::tree::{Node, PgnGame};
use crate::san;
use crate::text::MoveText;

/// A move of a game with the positions before and after it.
#[derive(Debug, Clone)]
pub struct Step<'a> {
    /// The move.
    pub node: Node<'a>,
    /// The position before the move.
    pub before: Position,
    /// The position after the move.
    pub after: Position,
}

impl Step<'_> {
    /// The move in SAN; `--` for a null move.
    #[must_use]
    pub fn san(&self) -> MoveText {
        san::write(&self.before, self.node.mv())
    }
}

impl PgnGame {
    /// The moves of the main line with their positions.
    ///
    /// ```
    /// use plywood_notation::pgn::PgnGame;
    ///
    /// let game: PgnGame = "1. e4 e5 2. Qh5 (2. Nf3) 2... Ke7 3. Qxe5# 1-0".parse()?;
    /// let line: Vec<String> = game.main_line_steps().map(|step| step.san().to_string()).collect();
    /// assert_eq!(line.join(" "), "e4 e5 Qh5 Ke7 Qxe5#");
    /// assert!(game.main_line_steps().last().is_some_and(|step| step.after.is_checkmate()));
    /// # Ok::<(), plywood_notation::pgn::PgnError>(())
    /// ```
    pub fn main_line_steps(&self) -> impl Iterator<Item = Step<'_>> {
        let mut position = self.start().clone();
        self.main_line().map(move |node| {
            let after = node.after(&position);
            let before = std::mem::replace(&mut position, after.clone());
            Step {
                node,
                before,
                after,
            }
        })
    }

    /// All moves with their positions, in the order of PGN: a move comes before its alternatives,
    /// and these before what follows the move.
    ///
    /// ```
    /// use plywood_notation::pgn::PgnGame;
    ///
    /// let game: PgnGame = "1. e4 (1. d4 d5) 1... e5 *".parse()?;
    /// let moves: Vec<String> = game.steps().map(|step| step.san().to_string()).collect();
    /// assert_eq!(moves, ["e4", "d4", "d5", "e5"]);
    /// # Ok::<(), plywood_notation::pgn::PgnError>(())
    /// ```
    pub fn steps(&self) -> impl Iterator<Item = Step<'_>> {
        let mut tasks = vec![Task::Continue(self.root(), self.start().clone())];
        std::iter::from_fn(move || {
            loop {
                match tasks.pop()? {
                    Task::Visit(node, before) => {
                        let after = node.after(&before);
                        tasks.push(Task::Continue(node, after.clone()));
                        return Some(Step {
                            node,
                            before,
                            after,
                        });
                    }
                    Task::Continue(node, before) => {
                        let Some(next) = node.next() else { continue };
                        let after = next.after(&before);
                        tasks.push(Task::Continue(next, after.clone()));
                        let first = tasks.len();
                        let variations = node.continuations().skip(1);
                        tasks.extend(variations.map(|node| Task::Visit(node, before.clone())));
                        tasks[first..].reverse();
                        return Some(Step {
                            node: next,
                            before,
                            after,
                        });
                    }
                }
            }
        })
    }
}

/// What is left to do.
enum Task<'a> {
    /// Visit the first move of a variation, from the position before it.
    Visit(Node<'a>, Position),
    /// Go on behind a move, from the position after it.
    Continue(Node<'a>, Position),
}
