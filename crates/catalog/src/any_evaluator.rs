//! [`AnyEvaluator`]: an evaluator chosen at run time.

use plywood_eval::{Evaluator, Portrait, RandomEvaluator, Scale, Score, Session};
use plywood_search::Keyed;
use plywood_search::WithHistory;
use std::any::Any;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// An evaluator chosen at run time, for any number of strategies and their threads. It also evaluates positions that come with their
/// history.
///
/// ```
/// use plywood_core::Position;
/// use plywood_eval::{Evaluator, Material};
/// use plywood_catalog::AnyEvaluator;
/// use plywood_search::{AlphaBeta, Limits, Strategy, WithHistory};
///
/// let evaluator: AnyEvaluator<Position> = AnyEvaluator::new(Material::default());
/// let mut search = AlphaBeta::new(evaluator.clone());
/// assert!(search.search(&Position::START, &Limits::depth(2)).best_move.is_some());
/// assert!(
///     search
///         .search(&WithHistory::new(Position::START), &Limits::depth(2))
///         .best_move
///         .is_some()
/// );
/// ```
pub struct AnyEvaluator<G> {
    kind: Kind<G>,
    about: About,
    explain: Option<fn(&G) -> String>,
}

/// Facts about an evaluator besides its scores.
#[derive(Clone, Default)]
struct About {
    scale: Scale,
    label: Option<Arc<str>>,
    portrait: Option<Arc<Draw>>,
}

/// Draws a picture of an evaluator's terms.
type Draw = dyn Fn() -> Option<Portrait> + Send + Sync;

enum Kind<G> {
    /// A function that needs no session; it makes searches of connect four 6 % faster than `dyn`.
    Plain(fn(&G) -> Score),
    Shared(Arc<dyn Evaluator<G> + Send + Sync>),
}

impl<G: 'static> AnyEvaluator<G> {
    /// Wraps this evaluator, unless it is one already.
    pub fn new(evaluator: impl Evaluator<G> + Send + Sync + 'static) -> Self {
        let any: &dyn Any = &evaluator;
        if let Some(wrapped) = any.downcast_ref::<Self>() {
            return wrapped.clone();
        }
        let kind = match any.downcast_ref::<fn(&G) -> Score>() {
            Some(function) => Kind::Plain(*function),
            None => Kind::Shared(Arc::new(evaluator)),
        };
        Self {
            kind,
            about: About::default(),
            explain: None,
        }
    }

    /// Declares that its scores are a network's, from which the engine chooses its margins.
    #[must_use]
    pub fn scaled(mut self, scale: Scale) -> Self {
        self.about.scale = scale;
        self
    }

    /// Adds a label for people, such as the size of a network; nothing is concluded from it.
    #[must_use]
    pub fn labeled(mut self, label: &str) -> Self {
        self.about.label = Some(label.into());
        self
    }

    /// Adds a function that draws a picture of the evaluator's terms.
    #[must_use]
    pub fn drawn_by(mut self, draw: impl Fn() -> Option<Portrait> + Send + Sync + 'static) -> Self {
        self.about.portrait = Some(Arc::new(draw));
        self
    }

    /// Adds a function that writes the terms of a score as a table.
    #[must_use]
    pub const fn explained_by(mut self, explain: fn(&G) -> String) -> Self {
        self.explain = Some(explain);
        self
    }

    /// Adds a random number of up to `noise` centipawns to each score, always the same one for a position. Changing the seed makes it a
    /// different evaluator, so clear the tables of its searches then.
    #[must_use]
    pub fn with_noise(self, noise: u16, seed: &Arc<AtomicU64>) -> Self
    where
        G: Keyed,
    {
        if noise == 0 {
            return self;
        }
        let seed = Arc::clone(seed);
        let about = self.about.clone();
        let explain = self.explain;
        let noisy = Noisy {
            evaluator: self,
            noise,
            seed,
        };
        Self {
            kind: Kind::Shared(Arc::new(noisy)),
            about,
            explain,
        }
    }
}

impl<G> AnyEvaluator<G> {
    /// Returns `true` if this is the only copy.
    pub(crate) fn is_only_copy(&self) -> bool {
        match &self.kind {
            Kind::Plain(_) => false,
            Kind::Shared(evaluator) => Arc::strong_count(evaluator) == 1,
        }
    }

    /// Returns the scale of its scores.
    #[must_use]
    pub fn scale(&self) -> Scale {
        self.about.scale
    }

    /// Returns its label for people, if it has one.
    #[must_use]
    pub fn label(&self) -> Option<&str> {
        self.about.label.as_deref()
    }

    /// Returns the function that writes the terms of a score, if it was declared.
    #[must_use]
    pub const fn explanation(&self) -> Option<fn(&G) -> String> {
        self.explain
    }

    /// Returns the picture of the evaluator's terms, which doesn't depend on the position, if there is one.
    #[must_use]
    pub fn portrait(&self) -> Option<Portrait> {
        self.about.portrait.as_ref().and_then(|draw| draw())
    }
}

impl<G> Evaluator<G> for AnyEvaluator<G> {
    #[inline]
    fn evaluate_in(&self, position: &G, session: &mut Session) -> Score {
        match &self.kind {
            Kind::Plain(evaluate) => evaluate(position),
            Kind::Shared(evaluator) => evaluator.evaluate_in(position, session),
        }
    }
}

impl<G: Keyed> Evaluator<WithHistory<G>> for AnyEvaluator<G> {
    #[inline]
    fn evaluate_in(&self, position: &WithHistory<G>, session: &mut Session) -> Score {
        self.evaluate_in(position.position(), session)
    }
}

struct Noisy<G> {
    evaluator: AnyEvaluator<G>,
    noise: u16,
    seed: Arc<AtomicU64>,
}

impl<G: Keyed> Evaluator<G> for Noisy<G> {
    fn evaluate_in(&self, position: &G, session: &mut Session) -> Score {
        let score = self.evaluator.evaluate_in(position, session);
        let random = RandomEvaluator::new(self.seed.load(Ordering::Relaxed), self.noise, G::key);
        score.plus(random.evaluate_in(position, session))
    }
}

impl<G> Clone for AnyEvaluator<G> {
    fn clone(&self) -> Self {
        let kind = match &self.kind {
            Kind::Plain(function) => Kind::Plain(*function),
            Kind::Shared(evaluator) => Kind::Shared(Arc::clone(evaluator)),
        };
        Self {
            kind,
            about: self.about.clone(),
            explain: self.explain,
        }
    }
}

impl<G> fmt::Debug for AnyEvaluator<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("AnyEvaluator")
    }
}
