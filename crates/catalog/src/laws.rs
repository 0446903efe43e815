//! [`check_catalog`]: checks a game and its evaluators in random games, for your own tests.

use crate::catalog::Catalog;
use crate::playable::{Playable, check_turns};
use crate::spec_error::SpecError;
use plywood_search::Fault;
use plywood_search::laws::{
    BrokenLaw, check_evaluator, check_game, check_keyed, check_mirrored, check_positions,
};

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

/// Plays this many random games, and checks in each of their positions everything that searches and programs rely on: the laws of
/// [`plywood_search::laws`], turns, notations of positions and moves, clicks and mirror images.
///
/// ```
/// use plywood_catalog::{Catalog, check_catalog};
/// use plywood_search::games::ConnectFour;
/// use plywood_search::Score;
///
/// let catalog = Catalog::keyed("mine", ConnectFour::new())
///     .evaluator("estimate", "open lines", ConnectFour::estimate)
///     .evaluator("sure", "always wins", |_: &ConnectFour| Score::won_in(1));
/// let [game, estimate, sure] = &check_catalog(&catalog, 5)?[..] else { panic!() };
/// assert_eq!((&game.fault, &estimate.fault), (&None, &None));
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
    games: u64,
) -> Result<Vec<CheckedPart>, SpecError> {
    catalog.check()?;
    let start = catalog.start();
    let laws = |seed| {
        check_game(start, seed)?;
        check_keyed(start, seed)?;
        check_turns(start, seed)?;
        check_positions(start, seed, |position| check_shown(catalog, position))
    };
    let is_read = |position: &G| {
        let text = position.text();
        text.map(drop).ok_or("a position is read from its text")
    };
    let manners = |seed| check_positions(start, seed, is_read);
    let game = format!("the game {}", catalog.name());
    let mut parts = vec![CheckedPart::new(game, games, laws, manners)];
    for entry in catalog.evaluators() {
        let evaluator = catalog.any_evaluator(entry.name)?;
        parts.push(CheckedPart::new(
            format!("the evaluator {}", entry.name),
            games,
            |seed| check_evaluator(start, seed, &evaluator),
            |seed| check_mirrored(start, seed, &evaluator, G::swapped),
        ));
    }
    Ok(parts)
}

impl CheckedPart {
    /// Checks the laws of a part, and its usual properties, in numbered random games.
    fn new(
        name: String,
        games: u64,
        laws: impl Fn(u64) -> Result<(), BrokenLaw>,
        manners: impl Fn(u64) -> Result<(), BrokenLaw>,
    ) -> Self {
        let fault = |seed| match Fault::caught(|| laws(seed)) {
            Ok(kept) => Some(format!("breaks a law: {}", kept.err()?)),
            Err(fault) => Some(format!("failed: {fault}")),
        };
        let kept = Fault::caught(|| (0..games).try_for_each(manners));
        let broken = kept.ok().and_then(Result::err);
        let note = broken.map(|broken| format!("for {name} this does not hold: {broken}"));
        let fault = (0..games).find_map(fault);
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
