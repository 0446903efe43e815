//! The options that decide which positions of which games are read.

use crate::cli::output;
use crate::journal::{Header, Merge};
use crate::play::self_play::SelfPlayed;
use clap::Args;
use plywood_console::Failure;
use plywood_net::data::{Filter, Filtered, ScoredMove};
use plywood_search::Tactical;
use plywood_search::registry::{Catalog, Playable};
use std::path::PathBuf;
use std::slice;

#[derive(Debug, Args)]
pub(in crate::cli) struct ReadingOptions {
    /// Journals of `plywood-lab data generate`, all of the same game.
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Leave out the first plies of every game, after its random moves.
    #[arg(
        long,
        default_value_t = 4,
        value_name = "N",
        help_heading = "Positions to learn from"
    )]
    skip_plies: usize,
    /// Take positions in check, too.
    #[arg(long, help_heading = "Positions to learn from")]
    with_checks: bool,
    /// Take positions whose best move is a capture, too.
    #[arg(long, help_heading = "Positions to learn from")]
    with_captures: bool,
    /// Leave out positions with a larger score.
    #[arg(
        long,
        default_value_t = 1_500,
        value_name = "CENTIPAWNS",
        help_heading = "Positions to learn from"
    )]
    most_score: i16,
    /// Read only the first games of every file, by their numbers.
    #[arg(long, value_name = "N", help_heading = "Positions to learn from")]
    most_games: Option<usize>,
}

/// What is done with each position, and with the number of its game.
type EachPosition<'a, G> = dyn FnMut(usize, &ScoredMove<G>) -> Result<(), Failure> + 'a;

impl ReadingOptions {
    /// The name of the game of the first journal.
    pub(in crate::cli) fn game(&self) -> Result<String, Failure> {
        let header = Header::of_file(&self.files[0])?;
        let game = header.charter.term("game");
        Ok(game.unwrap_or_default().to_owned())
    }

    /// Hands over every position that the filter keeps, with the number of its game, and counts the others.
    pub(in crate::cli) fn read<G: Playable + Tactical>(
        &self,
        catalog: &Catalog<G>,
        each: &mut EachPosition<'_, G>,
    ) -> Result<Filtered, Failure> {
        let filter = Filter {
            skip_plies: self.skip_plies,
            no_checks: !self.with_checks,
            no_captures: !self.with_captures,
            most_score: self.most_score,
        };
        let mut counts = Filtered::default();
        let most = self.most_games.unwrap_or(usize::MAX);
        let bar = output::counter("positions");
        for path in &self.files {
            let merge = Merge::<SelfPlayed>::read(slice::from_ref(path), &mut |_| ())?;
            merge.in_order(&mut |SelfPlayed { number, game, .. }: SelfPlayed| {
                if number >= most {
                    return Ok(());
                }
                let moves = game.played(catalog).map_err(|error| {
                    Failure::Usage(format!("{}, game {number}: {error}", path.display()))
                })?;
                for (ply, scored) in moves.iter().enumerate() {
                    if filter.keeps(ply, scored, &mut counts) {
                        each(number, scored)?;
                        bar.inc(1);
                    }
                }
                Ok::<(), Failure>(())
            })?;
        }
        bar.finish_and_clear();
        output::note(&counts.to_string());
        Ok(counts)
    }
}
