//! Connect four and tic-tac-toe. Their strategies come by name from the library's catalog.

use std::error::Error;
use std::sync::Arc;

use plywood::eval::RandomEvaluator;
use plywood::search::Keyed;
use plywood::search::games::{ConnectFour, EqualWins, TicTacToe};
use plywood::search::strategies::Catalog;
use plywood::{Game, Score};

use crate::options::{self, Options, Setting};
use crate::{Shared, compare};

const EMPTY: &str = ".........";

pub(crate) fn connect_four(options: &Options) -> Result<String, Box<dyn Error>> {
    let setting = options.setting("", "estimate", 8);
    let board: ConnectFour = setting.position.parse()?;
    let evaluator = evaluator(&setting, "estimate", ConnectFour::estimate)?;
    by_name(
        options,
        &setting,
        &board,
        &Catalog::for_tactical_games(),
        &evaluator,
    )
}

pub(crate) fn tic_tac_toe(options: &Options) -> Result<String, Box<dyn Error>> {
    let setting = options.setting(EMPTY, "none", 9);
    let board: TicTacToe = setting.position.parse()?;
    let evaluator = evaluator(&setting, "none", |_| Score::DRAW)?;
    by_name(
        options,
        &setting,
        &board,
        &Catalog::for_keyed_games(),
        &evaluator,
    )
}

pub(crate) fn plain_tic_tac_toe(options: &Options) -> Result<String, Box<dyn Error>> {
    let setting = options.setting(EMPTY, "none", 9);
    let board = EqualWins::new(
        setting.position.parse::<TicTacToe>()?,
        Score::centipawns(100),
    );
    let evaluator = evaluator(&setting, "none", |_| Score::DRAW)?;
    by_name(
        options,
        &setting,
        &board,
        &Catalog::for_keyed_games(),
        &evaluator,
    )
}

/// The evaluator of that name: the game's own, or random scores.
fn evaluator<G: Keyed + 'static>(
    setting: &Setting,
    own: &str,
    evaluate: fn(&G) -> Score,
) -> Result<Shared<G>, Box<dyn Error>> {
    match setting.evaluator {
        "random" => Ok(Arc::new(RandomEvaluator::new(0, 100).by_key(G::key))),
        name if name == own => Ok(Arc::new(evaluate)),
        name => Err(options::unknown("evaluator", name, &[own, "random"])),
    }
}

fn by_name<G: Game + 'static>(
    options: &Options,
    setting: &Setting,
    board: &G,
    catalog: &Catalog<G, Shared<G>>,
    evaluator: &Shared<G>,
) -> Result<String, Box<dyn Error>> {
    let names: Vec<&str> = catalog.names().collect();
    let make = |name: &str| Ok(catalog.by_name(name, Arc::clone(evaluator))?);
    compare(options, setting, board, &names, &make)
}
