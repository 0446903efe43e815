//! [`check_catalog`]: checks a game, its evaluators and its searches, for your own tests.

use crate::catalog::Catalog;
use crate::playable::{Playable, check_turns};
use crate::spec_error::SpecError;
use plywood_eval::{Evaluator, Score};
use plywood_search::laws::{
    BrokenLaw, Contract, check_evaluator, check_game, check_keyed, check_mirrored, check_positions,
    verify,
};
use plywood_search::{Fault, Keyed, Limits, Strategy, WithHistory};

/// A checked part of a [`Catalog`]: the game, or one of its evaluators.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CheckedPart {
    /// Its description, such as `the evaluator material`.
    pub name: String,
    /// The law that it breaks, or the panic that ended it.
    pub fault: Option<String>,
    /// A note on something unusual that may be intended.
    pub note: Option<String>,
}

/// The random games in which a game and its evaluators are checked.
const GAMES: u64 = 8;
/// The nodes of a search that neither goes to a fixed depth nor deepens, such as a best-first one.
const NODES: u64 = 300;

/// Checks a game, its evaluators and its searches, in random games and positions chosen by the seed: the laws of
/// [`plywood_search::laws`], turns, notations of positions and moves, clicks and mirror images, and the
/// [contract](plywood_search::laws::Contract) of each search.
///
/// ```
/// use plywood_catalog::{Catalog, check_catalog};
/// use plywood_search::games::ConnectFour;
/// use plywood_search::Score;
///
/// let catalog = Catalog::keyed("mine", ConnectFour::new())
///     .evaluator("estimate", "open lines", ConnectFour::estimate)
///     .evaluator("sure", "always wins", |_: &ConnectFour| Score::won_in(1))
///     .only(["alpha-beta"]);
/// let [game, estimate, sure, search] = &check_catalog(&catalog, 1)?[..] else { panic!() };
/// assert_eq!((&game.fault, &estimate.fault), (&None, &None));
/// assert_eq!((&*search.name, &search.fault), ("the search alpha-beta", &None));
/// assert_eq!(
///     sure.fault.as_deref(),
///     Some("breaks a law: an evaluator's score is no win or loss (at the start)")
/// );
/// # Ok::<(), plywood_catalog::SpecError>(())
/// ```
///
/// # Errors
/// That of [`Catalog::check`].
pub fn check_catalog<G: Playable>(
    catalog: &Catalog<G>,
    seed: u64,
) -> Result<Vec<CheckedPart>, SpecError> {
    catalog.check()?;
    let start = catalog.start();
    let laws = |seed| {
        check_game(start, seed)?;
        check_keyed(start, seed)?;
        check_turns(start, seed)?;
        catalog
            .tactics()
            .map_or(Ok(()), |check| check(start, seed))?;
        check_positions(start, seed, |position| check_shown(catalog, position))
    };
    let is_read = |position: &G| {
        let text = position.text();
        text.map(drop).ok_or("a position is read from its text")
    };
    let manners = |seed| check_positions(start, seed, is_read);
    let game = format!("the game {}", catalog.name());
    let mut parts = vec![CheckedPart::new(game, seed, laws, manners)];
    for entry in catalog.evaluators() {
        let evaluator = catalog.any_evaluator(entry.name)?;
        let linear = catalog.linear(entry.name).ok();
        let adds_up = |position: &G| {
            let total = linear
                .as_ref()
                .map(|linear| linear.breakdown(position).total());
            let score = evaluator.evaluate(position);
            // A total is from the first side's point of view, and terms are rounded by themselves.
            let is_near = |total: Score| (total.pawns() - score.pawns()).abs() < 0.015;
            let is_sum = total.is_none_or(|total| is_near(total) || is_near(-total));
            // An evaluator may know that a game is over.
            let is_sum = is_sum || position.ending_at_leaf().is_some();
            is_sum
                .then_some(())
                .ok_or("the terms of an evaluator add up to its score")
        };
        parts.push(CheckedPart::new(
            format!("the evaluator {}", entry.name),
            seed,
            |seed| {
                check_evaluator(start, seed, &evaluator)?;
                check_positions(start, seed, adds_up)
            },
            |seed| check_mirrored(start, seed, &evaluator, G::swapped),
        ));
    }
    for search in catalog.searches() {
        parts.push(checked_search(catalog, search, seed)?);
    }
    Ok(parts)
}

/// Checks the contract of a search.
fn checked_search<G: Playable>(
    catalog: &Catalog<G>,
    search: &str,
    seed: u64,
) -> Result<CheckedPart, SpecError> {
    let contender = catalog.contender(search)?;
    let mut part = CheckedPart {
        name: format!("the search {search}"),
        fault: None,
        note: None,
    };
    // The checks limit the search themselves.
    let contender = contender.with_limits(Limits::none());
    let start = catalog.start();
    let exact = catalog.contender(catalog.searches_all())?;
    let exact = exact.evaluated_by(contender.evaluator().clone());
    let mut alone = contender.strategy(seed);
    let mut in_game = contender.in_game(seed);
    let is_fixed = alone.fixed_depth().is_some() || in_game.fixed_depth().is_some();
    let found = Fault::caught(|| match contender.facts() {
        facts if !(is_fixed || facts.evaluates && facts.deepens) => {
            // Where chance moves, no search chooses a move.
            let start = match start {
                start if start.waits_for_chance() => catalog.example_position(),
                start => start,
            };
            let report = alone.search(start, &Limits::nodes(NODES).with_depth(1));
            report
                .legal_move(start)
                .map(drop)
                .map_err(|fault| (format!("failed: {fault}"), false))
        }
        _ if contender.sees_repetition() => {
            let start = WithHistory::new(start.clone());
            keeps_contract(&mut *in_game, &start, &mut *exact.in_game(0), seed)
        }
        _ => keeps_contract(&mut *alone, start, &mut *exact.strategy(0), seed),
    });
    match found {
        Ok(Ok(())) => {}
        Ok(Err((law, true))) => part.note = Some(format!("for {}: {law}", part.name)),
        Ok(Err((law, false))) => part.fault = Some(law),
        Err(fault) => part.fault = Some(format!("failed: {fault}")),
    }
    Ok(part)
}

/// Returns the broken law, and `true` if nothing is wrong, but not all was covered.
fn keeps_contract<P: Keyed>(
    search: &mut dyn Strategy<P>,
    start: &P,
    exact: &mut dyn Strategy<P>,
    seed: u64,
) -> Result<(), (String, bool)> {
    let Some(minimax) = exact.fixed_depth() else {
        return Err(("nothing to compare it with".to_owned(), true));
    };
    let is_exact = search.fixed_depth().is_some_and(|search| search.is_exact());
    let contract = if is_exact {
        Contract::exact(start, minimax)
    } else {
        Contract::selective(start, minimax)
    };
    // Two plies with rolls between them are too many for a check.
    let depth = if P::STAKES.is_some() { 1 } else { 2 };
    let broken = verify(search, contract.keyed().seed(seed).depth(depth).games(1));
    broken.map(drop).map_err(|broken| {
        let is_gap = broken.searches.is_empty();
        (format!("breaks a law: {broken}"), is_gap)
    })
}

impl CheckedPart {
    /// Checks the laws of a part, and its usual properties, in random games.
    fn new(
        name: String,
        seed: u64,
        laws: impl Fn(u64) -> Result<(), BrokenLaw>,
        manners: impl Fn(u64) -> Result<(), BrokenLaw>,
    ) -> Self {
        let seeds = || (0..GAMES).map(|game| seed.wrapping_add(game));
        let fault = |seed| match Fault::caught(|| laws(seed)) {
            Ok(kept) => Some(format!("breaks a law: {}", kept.err()?)),
            Err(fault) => Some(format!("failed: {fault}")),
        };
        let kept = Fault::caught(|| seeds().try_for_each(manners));
        let broken = kept.ok().and_then(Result::err);
        let note = broken.map(|broken| format!("for {name} this does not hold: {broken}"));
        let fault = seeds().find_map(fault);
        Self { name, fault, note }
    }
}

/// Checks the presentation of a position and of its moves.
fn check_shown<G: Playable>(catalog: &Catalog<G>, position: &G) -> Result<(), &'static str> {
    let require = |holds: bool, law| if holds { Ok(()) } else { Err(law) };
    let is_same = |other: &G| other.key() == position.key();
    let read = position.text().map(|text| G::read(&text));
    require(
        read.is_none_or(|read| read.is_ok_and(|read| is_same(&read))),
        "the text of a position is read as the same position",
    )?;
    let twice = position.swapped().map(|mirrored| mirrored.swapped());
    require(
        twice.is_none_or(|twice| twice.as_ref().is_some_and(is_same)),
        "a mirror image has the position as its mirror image",
    )?;
    let grid = position.grid();
    for &mv in position.legal_moves().iter() {
        let mut texts = vec![
            mv.to_string(),
            position.move_name(mv),
            catalog.move_text(mv),
        ];
        texts.dedup();
        require(
            texts.iter().all(|text| position.read_move(text) == Ok(mv)),
            "a move is read from each of its texts",
        )?;
        let Some((grid, clicks)) = grid.as_ref().zip(position.clicks(mv)) else {
            continue;
        };
        let mut cells = clicks.steps().iter().flatten();
        require(
            cells.all(|(column, row)| grid.cell(*column, *row).is_some()),
            "a move is clicked on cells of the grid",
        )?;
    }
    Ok(())
}
