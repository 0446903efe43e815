//! `plywood-lab data generate`.

use crate::cli::data::Faults;
use crate::cli::games::{GameCommand, GameOption, wrong};
use crate::cli::measuring::{Running, tell};
use crate::cli::options::{GameRules, JournalOptions, ThreadsOption, items, plies};
use crate::cli::output::{print, progress};
use clap::Args;
use plywood_arena::ResignRule;
use plywood_arena::numbers::real;
use plywood_catalog::{Catalog, Playable};
use plywood_console::Failure;
use plywood_report::counted;
use plywood_workbench::journal::{Done, Work};
use plywood_workbench::{Openings, PlayerSpec, SelfPlay};
use serde_json::json;
use std::time::Instant;

/// The end of `--help`.
const EXAMPLES: &str = "\
The journal has a line for each game, with the score of every move. Run the same command again to continue
interrupted work, and with a larger --games to add games. `plywood-lab train` selects the positions to
learn from. In a game with dice, no one resigns by default, since the score may turn with each roll.

Examples:
  plywood-lab data generate --journal games.jsonl --games 10000 --nodes 500
  plywood-lab data generate --journal 3.jsonl --games 1000000 --soft-nodes 5000 --shard 3/16
  plywood-lab data generate --journal four.jsonl --game connect-four --player alpha-beta --depth 5 --games 5000";

/// The default of `--resign`.
const RESIGN: &str = "moves=2,score=1500";

#[derive(Debug, Args)]
#[command(
    after_long_help = EXAMPLES,
    mut_arg("journal", |journal| journal.required(true)),
    mut_arg("resign", |resign| resign.default_value(RESIGN)),
    mut_arg("draw", |draw| draw.default_value("after=40,moves=4,score=5")),
    mut_arg("max_moves", |moves| moves.default_value("200"))
)]
pub(in crate::cli) struct Options {
    #[command(flatten)]
    pub(super) game: GameOption,
    /// The strategy that plays both sides; for chess a small table is enough.
    #[arg(long, default_value = "engine+hash=1", value_name = "STRATEGY")]
    player: String,
    /// The number of games, including those of other shards.
    #[arg(long, default_value_t = 1_000, value_name = "N", value_parser = items())]
    games: usize,
    #[command(flatten)]
    rules: GameRules,
    /// The number of random moves before the players take over. The position is then balanced by a shallow search.
    #[arg(long, default_value_t = 8, value_name = "PLIES", value_parser = plies())]
    random_plies: usize,
    #[command(flatten)]
    journal: JournalOptions,
    #[command(flatten)]
    threads: ThreadsOption,
}

impl Options {
    fn self_play<G: Playable>(&self, catalog: &Catalog<G>) -> Result<SelfPlay<G>, Failure> {
        let player = PlayerSpec::read(catalog, &self.player);
        let mut rules = self.rules.rules();
        let is_default = |resign: &ResignRule| RESIGN.parse() == Ok(*resign);
        let resign = &mut rules.adjudication.resign;
        resign.take_if(|resign| G::STAKES.is_some() && is_default(resign));
        Ok(SelfPlay {
            catalog: catalog.clone(),
            player: player.map_err(wrong)?,
            openings: Openings::random(catalog, self.random_plies, self.rules.seed),
            rules,
            seed: self.rules.seed,
        })
    }
}

impl GameCommand for Options {
    fn run_on<G: Playable>(&self, catalog: &Catalog<G>) -> Result<(), Failure> {
        let bar = progress(self.journal.shard().size_of(self.games));
        let (mut games, mut positions, mut before) = (0, 0, 0);
        let mut faults = Faults::default();
        let started = Instant::now();
        let speed = |positions: usize, before: usize| {
            let seconds = started.elapsed().as_secs_f64();
            let speed = real((positions - before) as u64) / seconds;
            format!("{}, {speed:.0}/s", counted(positions, "position"))
        };
        let self_play = self.self_play(catalog)?;
        let settings = json!({
            "game": catalog.name(),
            "players": [self_play.player.plan()],
            "rules": self_play.rules,
            "seed": self_play.seed,
            "openings": self_play.openings.description(),
        });
        let work = Work::new("data generate", &settings, self.games, move |number, ()| {
            Ok(self_play.play(number))
        });
        let mut work = Running::begin(&self.journal, work, (&bar, 1))?;
        let tasks = (0..self.games).map(|number| Ok((number, ())));
        work.run(0..self.games, tasks, self.threads.count(), &mut |done| {
            let plies = done.get().game.plies();
            (games, positions) = (games + 1, positions + plies);
            match &done {
                Done::Before(_) => before += plies,
                Done::Now(played) => {
                    faults.count(played, &bar);
                    tell(&bar, &speed(positions, before));
                }
            }
            Ok(())
        })?;
        let (games, speed) = (counted(games, "game"), speed(positions, before));
        print(&format!("{games}, {speed}\n"))?;
        work.end("plays the other games")?;
        faults.failure("games")
    }
}
