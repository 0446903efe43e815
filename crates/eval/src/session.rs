//! [`Session`]: the memory of evaluators during a search.

use std::any::{Any, TypeId};
use std::fmt;
use std::sync::Arc;

/// The memory of evaluators during a search, for one thread. The search owns it, sets its ply, and passes it to the evaluator with every
/// position; the evaluator stores in it what successive positions share.
///
/// A session is not tied to an evaluator. Each evaluator has a separate memory in it, keyed by an `Arc` of the data it was computed with,
/// such as its weights. So two evaluators can be summed, and an evaluator with different weights never gets the memory of another. Nothing
/// is allocated until an evaluator asks for its memory.
///
/// ```
/// use plywood_eval::{Evaluator, Score, Session};
/// use std::collections::HashMap;
/// use std::sync::Arc;
///
/// /// Adds up the digits of a number, which it does only once for each number.
/// struct DigitSum {
///     worth: Arc<[i32; 10]>,
/// }
///
/// impl Evaluator<u64> for DigitSum {
///     fn evaluate_in(&self, number: &u64, session: &mut Session) -> Score {
///         let add_up = || {
///             number
///                 .to_string()
///                 .bytes()
///                 .map(|digit| self.worth[usize::from(digit - b'0')])
///                 .sum()
///         };
///         Score::centipawns(
///             match session.memory(&self.worth, HashMap::<u64, i32>::new) {
///                 Some(sums) => *sums.entry(*number).or_insert_with(add_up),
///                 None => add_up(),
///             },
///         )
///     }
/// }
/// let evaluator = DigitSum { worth: Arc::new([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]) };
/// let mut session = Session::new();
/// assert_eq!(evaluator.evaluate_in(&1_234, &mut session), Score::centipawns(10));
/// assert_eq!(evaluator.evaluate(&1_234), Score::centipawns(10));
/// ```
pub struct Session {
    ply: u32,
    /// The memories; `None` if nothing is remembered.
    memories: Option<Vec<Memory>>,
    /// The type of the evaluator whose default method is calling, to detect one that implements neither method.
    asked_by: Option<&'static str>,
}

/// The memory of one evaluator.
struct Memory {
    /// The address of the `Arc` that the content was computed with. While the content keeps it alive, nothing else has that address.
    address: usize,
    kind: TypeId,
    content: Box<dyn Any + Send>,
}

struct Content<K, M> {
    _computed_with: Arc<K>,
    content: M,
}

/// A search needs one or two memories. Evaluators that are created for each position must not fill the session with theirs.
const MAX_MEMORIES: usize = 8;

impl Session {
    /// Creates an empty session.
    #[must_use]
    #[inline]
    pub const fn new() -> Self {
        Self {
            ply: 0,
            memories: Some(Vec::new()),
            asked_by: None,
        }
    }

    /// Creates a session that remembers nothing, for a single position.
    #[must_use]
    #[inline]
    pub const fn forgetful() -> Self {
        Self {
            ply: 0,
            memories: None,
            asked_by: None,
        }
    }

    /// Returns the session in which the default method of an evaluator of this type asks for the score.
    pub(crate) const fn asked_by(evaluator: &'static str) -> Self {
        Self {
            ply: 0,
            memories: None,
            asked_by: Some(evaluator),
        }
    }

    /// Returns `true` if the default method of an evaluator of this type is asking.
    #[inline]
    pub(crate) fn is_asked_by(&self, evaluator: &'static str) -> bool {
        self.asked_by.is_some_and(|asking| asking == evaluator)
    }

    /// Sets the ply for the next position.
    #[inline]
    pub const fn at(&mut self, ply: u32) -> &mut Self {
        self.ply = ply;
        self
    }

    /// Returns the number of plies from the root of the search to the position. Positions of neighboring plies usually differ by one move,
    /// but an evaluator must not rely on it: a search may evaluate any position at any ply.
    #[must_use]
    #[inline]
    pub const fn ply(&self) -> u32 {
        self.ply
    }

    /// Returns the memory of this type that was computed with exactly this `Arc` or a clone of it, created at the first call. A
    /// [`forgetful`](Self::forgetful) session has none.
    #[inline]
    pub fn memory<K, M>(
        &mut self,
        computed_with: &Arc<K>,
        make: impl FnOnce() -> M,
    ) -> Option<&mut M>
    where
        K: Send + Sync + 'static,
        M: Send + 'static,
    {
        let memories = self.memories.as_mut()?;
        let address = Arc::as_ptr(computed_with).addr();
        let kind = TypeId::of::<Content<K, M>>();
        let is_wanted = |memory: &Memory| memory.address == address && memory.kind == kind;
        // Nearly every session has one memory.
        let index = if memories.first().is_some_and(is_wanted) {
            0
        } else {
            let known = memories.iter().position(is_wanted);
            known.unwrap_or_else(|| remember(memories, computed_with, make))
        };
        let content = memories[index].content.downcast_mut::<Content<K, M>>();
        content.map(|found| &mut found.content)
    }
}

/// Adds a memory, in place of the oldest if there are too many.
#[cold]
#[inline(never)]
fn remember<K, M>(
    memories: &mut Vec<Memory>,
    computed_with: &Arc<K>,
    make: impl FnOnce() -> M,
) -> usize
where
    K: Send + Sync + 'static,
    M: Send + 'static,
{
    if memories.len() == MAX_MEMORIES {
        memories.remove(0);
    }
    memories.push(Memory {
        address: Arc::as_ptr(computed_with).addr(),
        kind: TypeId::of::<Content<K, M>>(),
        content: Box::new(Content {
            _computed_with: Arc::clone(computed_with),
            content: make(),
        }),
    });
    memories.len() - 1
}

impl Default for Session {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for Session {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let memories = self.memories.as_ref().map(Vec::len);
        f.debug_struct("Session")
            .field("ply", &self.ply)
            .field("memories", &memories)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_memory_is_found_by_what_it_was_computed_with() {
        let (one, other) = (Arc::new(1), Arc::new(1));
        let mut session = Session::new();
        *session.memory(&one, || 10).unwrap() += 1;
        assert_eq!(session.memory(&Arc::clone(&one), || 20), Some(&mut 11));
        assert_eq!(session.memory(&other, || 20), Some(&mut 20));
        assert_eq!(
            session.memory(&one, || 'a'),
            Some(&mut 'a'),
            "two kinds of memory with the same weights"
        );
        assert_eq!(session.memory(&one, || 30), Some(&mut 11));
    }

    #[test]
    fn evaluators_made_anew_for_each_position_do_not_fill_the_session() {
        let mut session = Session::new();
        for weight in 0..1_000 {
            let weights = Arc::new(weight);
            assert_eq!(
                session.memory(&weights, || weight),
                Some(&mut weight.clone())
            );
        }
        assert_eq!(session.memories.as_ref().map(Vec::len), Some(MAX_MEMORIES));
    }

    #[test]
    fn a_forgetful_session_has_no_memory() {
        assert_eq!(Session::forgetful().memory(&Arc::new(()), || 1), None);
    }
}
