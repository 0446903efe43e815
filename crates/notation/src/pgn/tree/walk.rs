//! Walks through a game in the order of PGN, without recursion.

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

impl<'a> Step<'a> {
    fn new(node: Node<'a>, before: Position) -> Self {
        let after = node.after(&before);
        Self {
            node,
            before,
            after,
        }
    }

    /// Returns the move in SAN; `--` for a null move.
    #[must_use]
    pub fn san(&self) -> MoveText {
        san::write(&self.before, self.node.mv())
    }
}

impl PgnGame {
    /// Returns the moves of the main line with their positions.
    ///
    /// ```
    /// use plywood_notation::pgn::PgnGame;
    ///
    /// let game: PgnGame = "1. e4 e5 2. Qh5 (2. Nf3) 2... Ke7 3. Qxe5# 1-0".parse()?;
    /// let line: Vec<String> =
    ///     game.main_line_steps().map(|step| step.san().to_string()).collect();
    /// assert_eq!(line.join(" "), "e4 e5 Qh5 Ke7 Qxe5#");
    /// assert!(game.main_line_steps().last().is_some_and(|step| step.after.is_checkmate()));
    /// # Ok::<(), plywood_notation::pgn::PgnError>(())
    /// ```
    pub fn main_line_steps(&self) -> impl Iterator<Item = Step<'_>> {
        let mut position = self.start().clone();
        self.main_line().map(move |node| {
            let step = Step::new(node, position.clone());
            position.clone_from(&step.after);
            step
        })
    }

    /// Returns the positions of the main line, the start position first.
    ///
    /// ```
    /// use plywood_notation::pgn::PgnGame;
    ///
    /// let game: PgnGame = "1. e4 e5 (1... c5) 2. Nf3 *".parse()?;
    /// assert_eq!(game.positions().count(), 4);
    /// assert_eq!(game.positions().last(), Some(game.final_position()));
    /// # Ok::<(), plywood_notation::pgn::PgnError>(())
    /// ```
    pub fn positions(&self) -> impl Iterator<Item = Position> {
        let after = self.main_line_steps().map(|step| step.after);
        std::iter::once(self.start().clone()).chain(after)
    }

    /// Returns all moves with their positions, in the order of PGN: a move comes before its alternatives, and these before the moves that
    /// follow it.
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
        self.events().filter_map(|event| match event {
            Event::Move(step) => Some(step),
            Event::Begin | Event::End => None,
        })
    }

    /// Returns all moves, and the beginnings and ends of variations.
    pub(in crate::pgn) fn events(&self) -> impl Iterator<Item = Event<'_>> {
        let mut tasks = vec![Task::Continue(self.root(), self.start().clone())];
        std::iter::from_fn(move || {
            loop {
                match tasks.pop()? {
                    Task::Begin(node, position) => {
                        tasks.push(Task::Vary(node, position));
                        return Some(Event::Begin);
                    }
                    Task::Vary(node, position) => {
                        let step = Step::new(node, position);
                        tasks.extend([Task::End, Task::Continue(node, step.after.clone())]);
                        return Some(Event::Move(step));
                    }
                    Task::End => return Some(Event::End),
                    Task::Continue(node, position) => {
                        let Some(next) = node.next() else { continue };
                        let step = Step::new(next, position);
                        tasks.push(Task::Continue(next, step.after.clone()));
                        let first = tasks.len();
                        let variations = node.continuations().skip(1);
                        tasks.extend(variations.map(|node| Task::Begin(node, step.before.clone())));
                        tasks[first..].reverse();
                        return Some(Event::Move(step));
                    }
                }
            }
        })
    }
}

/// A step of a walk through a game.
#[derive(Debug, Clone)]
pub(in crate::pgn) enum Event<'a> {
    /// A move of the current line.
    Move(Step<'a>),
    /// A variation begins, whose first move replaces the last one.
    Begin,
    /// A variation ends; the line around it continues.
    End,
}

impl Event<'_> {
    /// Returns `true` if two games agree in this step.
    fn is_same(&self, other: &Event<'_>) -> bool {
        match (self, other) {
            (Self::Move(mine), Event::Move(theirs)) => {
                mine.node.mv() == theirs.node.mv() && mine.node.has_same_notes(theirs.node)
            }
            (Self::Begin, Event::Begin) | (Self::End, Event::End) => true,
            (Self::Move(_) | Self::Begin | Self::End, _) => false,
        }
    }
}

/// A task still to do.
enum Task<'a> {
    /// Begin a variation with a move, from the position before it.
    Begin(Node<'a>, Position),
    /// Play the first move of a variation.
    Vary(Node<'a>, Position),
    /// End a variation.
    End,
    /// Continue after a move, from the position after it.
    Continue(Node<'a>, Position),
}

/// Two games are equal if they have equal tags, start, moves and notes, in any order of adding. Errors and warnings do not count.
impl PartialEq for PgnGame {
    fn eq(&self, other: &Self) -> bool {
        let same_line = |(mine, theirs): (Event<'_>, Event<'_>)| mine.is_same(&theirs);
        self.tags == other.tags
            && self.start == other.start
            && self.len() == other.len()
            && self.root().has_same_notes(other.root())
            && self.events().zip(other.events()).all(same_line)
    }
}

impl Eq for PgnGame {}
