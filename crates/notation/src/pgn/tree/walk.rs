//! The moves of a game in the order of PGN, without recursion.

use crate::pgn::tree::{Node, PgnGame};

/// A step of a walk through a game.
#[derive(Debug, Clone, Copy)]
pub(in crate::pgn) enum Event<'a> {
    /// A move of the present line.
    Move(Node<'a>),
    /// A variation begins, whose first move stands in the place of the last one.
    Begin,
    /// A variation ends; the line around it goes on.
    End,
}

impl Event<'_> {
    /// Whether two games agree in this step.
    pub(super) fn is_same(self, other: Event<'_>) -> bool {
        match (self, other) {
            (Self::Move(mine), Event::Move(theirs)) => {
                mine.mv() == theirs.mv() && mine.has_same_notes(theirs)
            }
            (Self::Begin, Event::Begin) | (Self::End, Event::End) => true,
            (Self::Move(_) | Self::Begin | Self::End, _) => false,
        }
    }
}

/// What is left to do.
#[derive(Debug, Clone, Copy)]
enum Task<'a> {
    Report(Event<'a>),
    /// Go on behind a move.
    Continue(Node<'a>),
}

impl PgnGame {
    /// All moves. A move comes before its alternatives, and these before what follows the move.
    pub(in crate::pgn) fn events(&self) -> impl Iterator<Item = Event<'_>> {
        let mut tasks = vec![Task::Continue(self.root())];
        std::iter::from_fn(move || {
            loop {
                match tasks.pop()? {
                    Task::Report(event) => return Some(event),
                    Task::Continue(node) => plan(&mut tasks, node),
                }
            }
        })
    }
}

/// Two games are equal if they have the same tags, start, moves and notes, in whatever order these
/// were added. Errors and warnings do not count.
impl PartialEq for PgnGame {
    fn eq(&self, other: &Self) -> bool {
        let same_line = |(mine, theirs): (Event<'_>, Event<'_>)| mine.is_same(theirs);
        self.tags == other.tags
            && self.start == other.start
            && self.len() == other.len()
            && self.root().has_same_notes(other.root())
            && self.events().zip(other.events()).all(same_line)
    }
}

impl Eq for PgnGame {}

/// Pushes what follows a move, what comes first on top.
fn plan<'a>(tasks: &mut Vec<Task<'a>>, node: Node<'a>) {
    let Some(next) = node.next() else {
        return;
    };
    let first = tasks.len();
    tasks.push(Task::Report(Event::Move(next)));
    for variation in node.continuations().skip(1) {
        tasks.push(Task::Report(Event::Begin));
        tasks.push(Task::Report(Event::Move(variation)));
        tasks.push(Task::Continue(variation));
        tasks.push(Task::Report(Event::End));
    }
    tasks.push(Task::Continue(next));
    tasks[first..].reverse();
}
