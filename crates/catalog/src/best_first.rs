//! Builds best-first searches from planned parts: one compilation for a game, with every part chosen at run time.

use crate::any_evaluator::AnyEvaluator;
use crate::building::{BuildFor, Ingredients, Mode, Noisy, PhantomTactics, Quiet, Tactics};
use crate::own_parts::{Searched, named};
use crate::plan::{PlannedGames, PlannedPriors, PlannedSelection, PlannedValue};
use crate::playable::{AnyFixedDepth, AnyStrategy, Playable};
use crate::words::EXPLORATION;
use plywood_eval::Evaluator;
use plywood_search::{
    Adjusted, AnyMove, AtOnce, Backing, BestFirst, BestLooking, BestValue, CaptureFirst, Child,
    EpsilonGreedy, GameMove, Keeping, LeafValue, LookedAt, Mast, NoPriors, Parent, Priors, Puct,
    RandomGames, RootNoise, Selection, Shallow, Tactical, Transposing, Ucb1, Ucb1Tuned, Voting,
};

/// Builds a best-first search, for games with noisy moves or without.
pub(crate) struct Rounds<T, M>(pub(crate) PhantomTactics<(T, M)>);

impl<G: Playable, P: Searched<G>, T: Leaves<G, P>, M: Mode<G>> BuildFor<G, P> for Rounds<T, M> {
    fn build(&self, of: &Ingredients<G>) -> AnyStrategy<P> {
        T::rounds(of, M::shallow::<T, P>)
    }
}

/// Builds the value of leaves for games with or without noisy moves.
pub(crate) trait Leaves<G: Playable, P: Searched<G>>: Tactics<G, P> {
    fn rounds(of: &Ingredients<G>, shallow: AtLeaves<G, P>) -> AnyStrategy<P>;
}

impl<G: Playable, P: Searched<G> + Send> Leaves<G, P> for Quiet
where
    AnyEvaluator<G>: Evaluator<P>,
{
    fn rounds(of: &Ingredients<G>, shallow: AtLeaves<G, P>) -> AnyStrategy<P> {
        assembled(of, || rounds::<G, P, Self, AnyMove>(of, shallow, None))
    }
}

impl<G: Playable, P: Searched<G> + Tactical + Send> Leaves<G, P> for Noisy
where
    AnyEvaluator<G>: Evaluator<P>,
{
    fn rounds(of: &Ingredients<G>, shallow: AtLeaves<G, P>) -> AnyStrategy<P> {
        assembled(of, || {
            rounds::<G, P, Self, _>(of, shallow, Some(CaptureFirst))
        })
    }
}

/// Builds the search at leaves.
type AtLeaves<G, P> = fn(&Ingredients<G>) -> AnyFixedDepth<P>;

/// A search whose parts are chosen at run time.
type Chosen<P> =
    BestFirst<Box<dyn LeafValue<P> + Send>, Adjusted<ChosenSelection>, Box<dyn Priors<P> + Send>>;

/// Builds a search for each thread, or one that keeps its tree.
fn assembled<G, P, F>(of: &Ingredients<G>, one: F) -> AnyStrategy<P>
where
    G: Playable,
    P: Searched<G> + Send,
    F: Fn() -> Chosen<P>,
{
    match of.parts.threads {
        Some(threads) => {
            let voting = Voting::new((0..threads).map(|_| one()).collect());
            let has_one_tree = of.parts.rounds.has_one_tree;
            Box::new(if has_one_tree {
                voting.on_one_tree()
            } else {
                voting
            })
        }
        None if of.parts.rounds.keeps_tree => Box::new(Keeping::<P, _, _, _>::new(one())),
        None => Box::new(one()),
    }
}

fn rounds<G, P, T, C>(
    of: &Ingredients<G>,
    shallow: AtLeaves<G, P>,
    captures: Option<C>,
) -> Chosen<P>
where
    G: Playable,
    P: Searched<G> + Send,
    T: Tactics<G, P>,
    C: GameMove<P> + Send + 'static,
    AnyEvaluator<G>: Evaluator<P>,
{
    let parts = &of.parts.rounds;
    let evaluator = || of.evaluator.clone();
    let played = |plies: Option<u32>| RandomGames::new(T::horizon(of)).plies(plies);
    let value: Box<dyn LeafValue<P> + Send> = match parts.value {
        PlannedValue::Game(plies) => match (parts.games, captures) {
            (PlannedGames::BestLooking, _) => {
                Box::new(played(plies).choosing(BestLooking(evaluator())))
            }
            (PlannedGames::Captures, Some(captures)) => Box::new(played(plies).choosing(captures)),
            (PlannedGames::Mast, _) => Box::new(played(plies).choosing(Mast::default())),
            (PlannedGames::AnyMove | PlannedGames::Captures, _) => Box::new(played(plies)),
        },
        PlannedValue::AtOnce => Box::new(AtOnce(T::horizon(of))),
        PlannedValue::Shallow(depth) => Box::new(Shallow::new(shallow(&of.on_one_thread()), depth)),
        PlannedValue::Own(word) => named(&P::own(&of.own).values, word)(&of.settings, evaluator()),
    };
    let selection = Adjusted::new(selection(of))
        .rave(parts.rave)
        .bias(parts.bias)
        .first_play(parts.first_play);
    let mut priors: Box<dyn Priors<P> + Send> = match parts.priors {
        PlannedPriors::None => Box::new(NoPriors),
        PlannedPriors::Evaluated => Box::new(LookedAt(evaluator())),
        PlannedPriors::Own(word) => named(&P::own(&of.own).priors, word)(&of.settings, evaluator()),
    };
    if parts.has_noise {
        priors = Box::new(RootNoise(priors));
    }
    if parts.shares_positions {
        priors = Box::new(Transposing(priors));
    }
    let has_priors = parts.priors != PlannedPriors::None;
    let is_puct = matches!(parts.selection, PlannedSelection::Puct);
    let expands_all = is_puct || has_priors || parts.has_noise || parts.expands_all;
    let mut search = BestFirst::of(value)
        .select(selection)
        .priors(priors)
        .backing(parts.backing)
        .choose(parts.choice);
    if !expands_all {
        search = search.expand_one();
    }
    if let Some(moves) = parts.widening {
        search = search.widening(moves);
    }
    if parts.solves {
        search = search.solving();
    }
    if parts.makes_room {
        search = search.making_room();
    }
    if let Some(megabytes) = parts.megabytes {
        search = search.megabytes(megabytes);
    }
    search
}

fn selection<G: Playable>(of: &Ingredients<G>) -> ChosenSelection {
    let parts = &of.parts.rounds;
    let exploration = of.settings.number(EXPLORATION);
    match parts.selection {
        PlannedSelection::Usual if parts.backing == Backing::Minimax => {
            ChosenSelection::Boxed(Box::new(BestValue))
        }
        PlannedSelection::Usual => ChosenSelection::Ucb1(Ucb1::new(exploration)),
        PlannedSelection::Ucb1Tuned => ChosenSelection::Boxed(Box::new(Ucb1Tuned)),
        PlannedSelection::Puct => ChosenSelection::Boxed(Box::new(Puct::new(exploration))),
        PlannedSelection::EpsilonGreedy(percent) => {
            ChosenSelection::Boxed(Box::new(EpsilonGreedy::new(percent)))
        }
        PlannedSelection::Own(word) => {
            ChosenSelection::Boxed(named(&of.own.selections, word)(&of.settings))
        }
    }
}

/// The rule by which rounds choose their way: the usual one is called directly.
enum ChosenSelection {
    Ucb1(Ucb1),
    Boxed(Box<dyn Selection + Send>),
}

impl ChosenSelection {
    fn chosen(&self) -> &dyn Selection {
        match self {
            Self::Ucb1(rule) => rule,
            Self::Boxed(rule) => &**rule,
        }
    }
}

impl Selection for ChosenSelection {
    #[inline]
    fn worth(&self, parent: &Parent, child: &Child) -> f64 {
        match self {
            Self::Ucb1(rule) => rule.worth(parent, child),
            Self::Boxed(rule) => rule.worth(parent, child),
        }
    }

    fn first_play(&self, parent: &Parent) -> f64 {
        self.chosen().first_play(parent)
    }

    fn random_share(&self) -> f64 {
        self.chosen().random_share()
    }

    fn needs_details(&self) -> bool {
        self.chosen().needs_details()
    }

    fn needs_amaf(&self) -> bool {
        self.chosen().needs_amaf()
    }

    fn parts(&self) -> Vec<String> {
        self.chosen().parts()
    }
}
