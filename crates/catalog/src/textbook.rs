//! The searches of the textbooks, built from the words of a composition.
//!
//! Orderings that are decided when the program runs are `Option`s, which a search takes like any other part, so a search is compiled
//! a few times for a game and a horizon, and not once for each composition. Drivers are compiled once for a game, over a
//! boxed search.

use crate::composition::{Composition, Word};
use crate::playable::{AnyFixedDepth, AnyStrategy};
use crate::spec::SpecError;
use crate::words::{Part, PartKind};
use plywood_eval::Evaluator;
use plywood_search::AlphaBeta;
use plywood_search::AlphaBetaFailHard;
use plywood_search::AlphaBetaMaxMin;
use plywood_search::Aspiration;
use plywood_search::BestNode;
use plywood_search::IterativeDeepening;
use plywood_search::Minimax;
use plywood_search::MonteCarlo;
use plywood_search::MtdF;
use plywood_search::Negamax;
use plywood_search::Parallel;
use plywood_search::PrincipalVariationSearch;
use plywood_search::ProofNumber;
use plywood_search::Quiescence;
use plywood_search::Random;
use plywood_search::SssStar;
use plywood_search::{Captures, Exchanges, GenerationOrder, Killers, MoveOrdering, QuietHistory};
use plywood_search::{FixedDepth, Strategy};
use plywood_search::{Game, Keyed, Tactical};
use plywood_search::{Horizon, StaticEvaluation};
use plywood_search::{Reuse, Transpositions};

/// The searches by their words.
pub(super) const SEARCHES: [(&str, Textbook); 10] = [
    ("random", Textbook::Random),
    ("minimax", Textbook::Minimax),
    ("negamax", Textbook::Negamax),
    ("alpha-beta-max-min", Textbook::MaxMin),
    ("alpha-beta-fail-hard", Textbook::FailHard),
    ("alpha-beta", Textbook::AlphaBeta),
    ("pvs", Textbook::Pvs),
    ("sss-star", Textbook::SssStar),
    ("monte-carlo", Textbook::MonteCarlo),
    ("proof-number", Textbook::ProofNumber),
];

/// A strategy with a name, its composition, and what it does.
pub(super) type Named = (&'static str, &'static str, &'static str);

/// The strategies that are listed by name, the simplest first.
#[rustfmt::skip]
pub(super) const NAMED: [Named; 24] = [
    ("random", "random", "any legal move, chosen by the seed"),
    ("minimax", "minimax", "every line to the depth, by two functions for two sides"),
    ("negamax", "negamax", "minimax in one function"),
    ("alpha-beta-max-min", "alpha-beta-max-min", "alpha-beta by two functions for two sides"),
    ("alpha-beta-fail-hard", "alpha-beta-fail-hard", "alpha-beta whose scores stay inside the window"),
    ("alpha-beta", "alpha-beta", "fail-soft alpha-beta, moves in the order of the generator"),
    ("alpha-beta-killers", "alpha-beta+killers", "alpha-beta, killer moves first"),
    ("principal-variation", "pvs", "principal variation search: null windows after the first move"),
    ("sss-star", "sss-star", "SSS*, the best-first counterpart of alpha-beta"),
    ("deepening", "alpha-beta+deepening", "alpha-beta to depth 1, 2, 3 and so on"),
    ("monte-carlo", "monte-carlo", "Monte Carlo tree search (UCT) with random games"),
    ("proof-number", "proof-number", "proof-number search: finds forced wins and nothing else"),
    ("alpha-beta-table", "alpha-beta+table", "alpha-beta with an exact table"),
    ("practical-table", "alpha-beta+deep-table+deepening", "deepening with a table that also answers from deeper searches; not exact"),
    ("deepening-table", "alpha-beta+table+deepening", "deepening with an exact table"),
    ("aspiration", "pvs+table+aspiration+deepening", "deepening principal variation search with a table, in a narrow window"),
    ("mtd-f", "alpha-beta+table+mtd-f+deepening", "deepening MTD(f): alpha-beta with a table, in null windows only"),
    ("best-node", "alpha-beta+table+best-node+deepening", "deepening best-node search: which root move is best, not by how much"),
    ("parallel", "pvs+table+parallel+deepening", "deepening principal variation search with a table, on two threads"),
    ("alpha-beta-captures", "alpha-beta+captures", "alpha-beta, captures first"),
    ("alpha-beta-ordered", "alpha-beta+captures+killers+history", "alpha-beta, captures first, then killer moves, then by history"),
    ("everything-exact", "pvs+captures+killers+history+table+aspiration+deepening", "all parts together that keep minimax's value"),
    ("quiescence", "alpha-beta+quiescence+captures+killers+history+deepening", "deepening alpha-beta with ordered moves and quiescence search"),
    ("everything", "pvs+quiescence+captures+killers+history+deep-table+aspiration+deepening", "all parts together: the strongest in play; not exact"),
];

/// A search of the textbooks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Textbook {
    Random,
    Minimax,
    Negamax,
    MaxMin,
    FailHard,
    AlphaBeta,
    Pvs,
    SssStar,
    MonteCarlo,
    ProofNumber,
}

impl Textbook {
    pub(super) fn named(word: &str) -> Option<Self> {
        let mut all = SEARCHES.iter();
        all.find(|(name, _)| *name == word)
            .map(|(_, search)| *search)
    }

    fn takes(self, part: &Part) -> bool {
        match self {
            Self::Random | Self::MonteCarlo | Self::ProofNumber => false,
            Self::Minimax | Self::Negamax | Self::MaxMin | Self::FailHard | Self::SssStar => {
                part.kind() != PartKind::Inside
            }
            Self::AlphaBeta => part.word != "parallel",
            Self::Pvs => true,
        }
    }

    /// Whether it searches to a fixed depth, so that drivers can drive it.
    pub(super) fn has_fixed_depth(self) -> bool {
        !matches!(self, Self::Random | Self::MonteCarlo | Self::ProofNumber)
    }

    /// The words of the parts that it takes in a game.
    pub(super) fn words(self, is_tactical: bool) -> Vec<String> {
        let fits = |part: &&Part| self.takes(part) && (is_tactical || !part.is_tactical);
        let words = Part::all().filter(fits);
        words.map(|part| part.word.to_owned()).collect()
    }

    /// Checks that the search and the game take all parts of a composition whose words are in order.
    pub(super) fn check(
        self,
        composition: &Composition,
        (game, is_tactical): (&str, bool),
    ) -> Result<(), SpecError> {
        for word in composition.parts() {
            let part = Part::named(&word.name).filter(|part| self.takes(part));
            match part {
                Some(part) if part.is_tactical && !is_tactical => {
                    return Err(SpecError::NotTactical {
                        game: game.to_owned(),
                        part: word.name.clone(),
                    });
                }
                Some(_) => {}
                None => {
                    return Err(SpecError::Part {
                        strategy: composition.search().to_owned(),
                        part: word.name.clone(),
                        takes: self.words(is_tactical),
                    });
                }
            }
        }
        let needs = |part: &str, needed: &str, example: &str| SpecError::Needs {
            part: part.to_owned(),
            needed: needed.to_owned(),
            example: example.to_owned(),
        };
        let has = |word| composition.part(word).is_some();
        if has("parallel") && !has("table") && !has("deep-table") {
            return Err(needs("parallel", "a table", "pvs+table+parallel"));
        }
        Ok(())
    }
}

/// A search: one that drivers can drive, or one that is complete.
pub(super) enum Built<G: Game> {
    Complete(AnyStrategy<G>),
    FixedDepth(AnyFixedDepth<G>),
}

impl<G: Game<Move: Send> + 'static> Built<G> {
    pub(super) fn complete(strategy: impl Strategy<G> + Send + 'static) -> Self {
        Self::Complete(Box::new(strategy))
    }

    pub(super) fn fixed_depth(search: impl FixedDepth<G> + Send + 'static) -> Self {
        Self::FixedDepth(Box::new(search))
    }

    /// The search with the drivers of the composition.
    pub(super) fn driven(self, composition: &Composition) -> AnyStrategy<G> {
        let search = match self {
            Self::Complete(strategy) => return strategy,
            Self::FixedDepth(search) => search,
        };
        let has = |word| composition.part(word).is_some();
        let search: AnyFixedDepth<G> = if let Some(aspiration) = composition.part("aspiration") {
            let driver = Aspiration::new(search);
            Box::new(match number(aspiration) {
                Some(margin) => driver.margin(margin.cast_signed()),
                None => driver,
            })
        } else if has("mtd-f") {
            Box::new(MtdF::new(search))
        } else if has("best-node") {
            Box::new(BestNode::new(search))
        } else {
            search
        };
        if has("deepening") {
            Box::new(IterativeDeepening::new(search))
        } else {
            search
        }
    }
}

fn number(word: &Word) -> Option<u32> {
    word.value.as_ref().and_then(|value| value.parse().ok())
}

/// The search of a game that is not known to be tactical.
pub(super) fn keyed<G, E>(search: Textbook, words: &Composition, evaluator: &E) -> Built<G>
where
    G: Keyed<Move: Send + Sync> + Sync + 'static,
    E: Evaluator<G> + Clone + Send + 'static,
{
    let horizon = StaticEvaluation(evaluator.clone());
    simple(search, words, (&horizon, evaluator)).unwrap_or_else(|| {
        let quiet = (killers(words), history(words));
        windowed(search, words, horizon, quiet)
    })
}

/// The search of a tactical game.
pub(super) fn tactical<G, E>(search: Textbook, words: &Composition, evaluator: &E) -> Built<G>
where
    G: Tactical + Keyed<Move: Send + Sync> + Sync + 'static,
    E: Evaluator<G> + Clone + Send + 'static,
{
    if words.part("quiescence").is_some() {
        let horizon = Quiescence::new(evaluator.clone());
        let unordered = unwindowed(search, (&horizon, evaluator));
        return unordered.unwrap_or_else(|| ordered(search, words, horizon));
    }
    let horizon = StaticEvaluation(evaluator.clone());
    let simple = simple(search, words, (&horizon, evaluator));
    simple.unwrap_or_else(|| ordered(search, words, horizon))
}

/// A search with a window whose moves are ordered. The usual orderings are types, so that they cost what they cost in a program
/// that names them; the others are parts that may be absent.
fn ordered<G, H>(search: Textbook, words: &Composition, horizon: H) -> Built<G>
where
    G: Tactical + Keyed<Move: Send + Sync> + Sync + 'static,
    H: Horizon<G> + Clone + Send + 'static,
{
    let captures = words.part("captures").map(|_| Captures);
    let exchanges = words.part("exchanges").map(|_| Exchanges);
    match (captures, exchanges, killers(words), history(words)) {
        (Some(captures), None, None, None) => windowed(search, words, horizon, captures),
        (Some(captures), None, Some(killers), Some(history)) => {
            windowed(search, words, horizon, (captures, killers, history))
        }
        any => windowed(search, words, horizon, any),
    }
}

/// A search without moves to order, or with killers alone.
fn simple<G, H, E>(
    search: Textbook,
    words: &Composition,
    (horizon, evaluator): (&H, &E),
) -> Option<Built<G>>
where
    G: Keyed<Move: Send + Sync> + Sync + 'static,
    E: Evaluator<G> + Clone + Send + 'static,
    H: Horizon<G> + Clone + Send + 'static,
{
    unwindowed(search, (horizon, evaluator)).or_else(|| {
        let mut orderings = ORDERINGS.iter().filter(|word| words.part(word).is_some());
        match (orderings.next(), orderings.next()) {
            (None, _) => Some(windowed(search, words, horizon.clone(), GenerationOrder)),
            (Some(&"killers"), None) => {
                Some(windowed(search, words, horizon.clone(), Killers::new()))
            }
            (Some(_), _) => None,
        }
    })
}

/// The words of the orderings.
const ORDERINGS: [&str; 4] = ["captures", "exchanges", "killers", "history"];

fn killers(words: &Composition) -> Option<Killers> {
    words.part("killers").map(|_| Killers::new())
}

fn history(words: &Composition) -> Option<QuietHistory> {
    words.part("history").map(|_| QuietHistory::new())
}

/// A search that takes no parts but a horizon.
fn unwindowed<G, H, E>(search: Textbook, (horizon, evaluator): (&H, &E)) -> Option<Built<G>>
where
    G: Keyed<Move: Send + Sync> + Sync + 'static,
    E: Evaluator<G> + Clone + Send + 'static,
    H: Horizon<G> + Clone + Send + 'static,
{
    let horizon = horizon.clone();
    Some(Built::FixedDepth(match search {
        Textbook::Random => return Some(Built::Complete(Box::new(Random))),
        Textbook::MonteCarlo => {
            let search = MonteCarlo::new(evaluator.clone());
            return Some(Built::Complete(Box::new(search)));
        }
        Textbook::ProofNumber => return Some(Built::Complete(Box::new(ProofNumber::new()))),
        Textbook::Minimax => Box::new(Minimax::with_horizon(horizon)),
        Textbook::Negamax => Box::new(Negamax::with_horizon(horizon)),
        Textbook::MaxMin => Box::new(AlphaBetaMaxMin::with_horizon(horizon)),
        Textbook::FailHard => Box::new(AlphaBetaFailHard::with_horizon(horizon)),
        Textbook::SssStar => Box::new(SssStar::with_horizon(horizon)),
        Textbook::AlphaBeta | Textbook::Pvs => return None,
    }))
}

/// Alpha-beta or principal variation search with an ordering and, if the composition has one, a table.
fn windowed<G, H, O>(search: Textbook, words: &Composition, horizon: H, ordering: O) -> Built<G>
where
    G: Keyed<Move: Send + Sync> + Sync + 'static,
    H: Horizon<G> + Clone + Send + 'static,
    O: MoveOrdering<G> + Clone + Send + 'static,
{
    let of = |word: &str, reuse: Reuse| {
        let megabytes = number(words.part(word)?)? as usize;
        Some(Transpositions::owning(megabytes, reuse))
    };
    let table =
        of("table", Reuse::SameDepth).or_else(|| of("deep-table", Reuse::SameDepthOrDeeper));
    let threads = words.part("parallel").and_then(number);
    Built::FixedDepth(if search == Textbook::Pvs {
        let search = PrincipalVariationSearch::with_horizon(horizon).ordering(ordering);
        match (table, threads) {
            (None, _) => Box::new(search),
            (Some(table), None) => Box::new(search.table(table)),
            (Some(table), Some(threads)) => {
                Box::new(Parallel::new(search.table(table), threads as usize))
            }
        }
    } else {
        let search = AlphaBeta::with_horizon(horizon).ordering(ordering);
        match table {
            None => Box::new(search),
            Some(table) => Box::new(search.table(table)),
        }
    })
}
