//! `plywood-lab spsa`.

use crate::cli::games::{GameCommand, GameOption};
use crate::cli::output::{self, OutputFile, print, print_json, progress};
use crate::cli::playing::stop_on_interruption;
use crate::cli::playing_options::{check_limits, thread_count, threads};
use crate::journal::{JournalFile, work};
use crate::measure::tuning;
use crate::numbers::real;
use crate::play::adjudication::{Adjudication, DrawRule, ResignRule};
use crate::play::game::Rules;
use crate::play::opening::Openings;
use crate::play::spsa::{PlayedPair, Spsa, Tuned, Tuning, TuningError, Walk};
use crate::players::player_spec::PlayerSpec;
use clap::Args;
use indicatif::ProgressBar;
use plywood_catalog::{Catalog, Playable};
use plywood_console::{Failure, LimitOptions};
use plywood_search::StopHandle;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::slice;

/// The end of `--help`.
const EXAMPLES: &str = "\
Each pair of games is played between a player with all numbers moved a little in random directions, and
one with all of them moved the other way. Numbers move in the direction of the winner. A number whose
start is written without a decimal point is only played as a whole one. Interrupted work goes on when the same command
is run again.

Examples:
  plywood-lab spsa engine --tune reverse-futility=90,20,300,10 --nodes 5000 --pairs 5000 --journal a.jsonl --html a.html
  plywood-lab spsa uci:cmd=./mine --tune Contempt=0,-50,50,8 --nodes 20000 --pairs 2000 --journal mine.jsonl";

#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub(super) struct Options {
    /// The strategy, or for chess the UCI program, as for `plywood-lab match`.
    #[arg(value_name = "PLAYER")]
    player: String,
    #[command(flatten)]
    pub(super) game: GameOption,
    /// A number to tune, as NAME=START,MIN,MAX,STEP: a setting of the strategy, or an option of the program. The last number says how
    /// far it is moved both ways.
    #[arg(long, required = true, value_name = "NUMBER")]
    tune: Vec<Tuned>,
    /// The number of pairs of games.
    #[arg(long, default_value_t = 1_000, value_name = "N")]
    pairs: usize,
    /// So many pairs are played before the numbers move. It should be a multiple of the games that are played at once.
    #[arg(long, default_value_t = 16, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    together: u16,
    /// How far a point moves a number in the end, as a share of its step.
    #[arg(long, default_value_t = 0.002, value_name = "SHARE")]
    rate: f64,
    #[command(flatten, next_help_heading = "Limits of a move")]
    limits: LimitOptions,
    /// The length of the random openings in plies.
    #[arg(long, default_value_t = 8, value_name = "N")]
    plies: usize,
    /// When a side resigns.
    #[arg(long, default_value = "moves=3,score=800", value_name = "SETTINGS")]
    resign: ResignRule,
    /// When a game is drawn by agreement.
    #[arg(
        long,
        default_value = "after=40,moves=6,score=10",
        value_name = "SETTINGS"
    )]
    draw: DrawRule,
    /// End games as draws after this many moves.
    #[arg(long, default_value_t = 200, value_name = "N")]
    max_moves: u32,
    /// The seed of everything random.
    #[arg(long, default_value_t = 1, value_name = "N")]
    seed: u64,
    /// The number of pairs played at once; by default the number of processors.
    #[arg(long, value_name = "N", value_parser = thread_count)]
    threads: Option<NonZeroUsize>,
    /// Record every pair in this file.
    #[arg(long, value_name = "FILE")]
    journal: Option<PathBuf>,
    /// Write an HTML page with the walk of each number to this file.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Print the result as JSON.
    #[arg(long)]
    json: bool,
}

impl Options {
    fn tuning<G: Playable>(&self, catalog: &Catalog<G>) -> Result<Tuning<G>, Failure> {
        let rules = Rules {
            adjudication: Adjudication {
                draw: Some(self.draw),
                resign: Some(self.resign),
                max_moves: Some(self.max_moves),
            },
            ..Rules::within(self.limits.into())
        };
        let tuning = Tuning {
            catalog: catalog.clone(),
            player: self.player.clone(),
            openings: Openings::random(catalog, self.plies, self.seed),
            rules,
            spsa: Spsa {
                numbers: self.tune.clone(),
                pairs: self.pairs,
                together: self.together.into(),
                rate: self.rate,
                seed: self.seed,
            },
        };
        // Whatever the numbers will be, they are settings of the player.
        let between = |number: &Tuned| {
            if number.is_whole {
                number.start
            } else {
                0.37 * number.min + 0.63 * number.max
            }
        };
        let min = |number: &Tuned| number.min;
        let max = |number: &Tuned| number.max;
        let some: [&dyn Fn(&Tuned) -> f64; 3] = [&min, &max, &between];
        for value in some {
            let values: Vec<f64> = self.tune.iter().map(value).collect();
            let player = PlayerSpec::read(catalog, &tuning.with(&values));
            let player = player.map_err(|error| Failure::Usage(error.to_string()))?;
            check_limits(slice::from_ref(&player), self.limits.into())?;
        }
        Ok(tuning)
    }
}

impl GameCommand for Options {
    fn run_on<G: Playable>(&self, catalog: &Catalog<G>) -> Result<(), Failure> {
        let tuning = self.tuning(catalog)?;
        let html = OutputFile::of(self.html.as_deref())?;
        let mut work = Work::open(self, &tuning)?;
        let mut walk = tuning.spsa.walk();
        while let Some(pairs) = walk.next_pairs() {
            match work.points(&walk, &pairs.collect::<Vec<_>>())? {
                Some(points) => walk.learn(&points),
                None => break,
            }
        }
        work.bar.finish_and_clear();
        if self.json {
            print_json(&tuning::data(&tuning.spsa, &walk))?;
        } else {
            print(&tuning::table(&tuning.spsa, &walk))?;
            print(&format!(
                "{}\n",
                tuning.with(&tuning::rounded(&tuning.spsa, &walk))
            ))?;
        }
        output::write(html, || tuning::page(&tuning, &walk).to_html())?;
        if work.stop.is_stopped() {
            let how = "interrupted; with a journal, the same command plays the other pairs";
            return Err(Failure::Interrupted(how.to_owned()));
        }
        Ok(())
    }
}

/// Games to tune by, and their results.
struct Work<'a, G: Playable> {
    options: &'a Options,
    tuning: &'a Tuning<G>,
    journal: Option<JournalFile>,
    /// The results that are known, by the numbers of the pairs.
    known: Vec<Option<i32>>,
    stop: StopHandle,
    bar: ProgressBar,
}

impl<'a, G: Playable> Work<'a, G> {
    fn open(options: &'a Options, tuning: &'a Tuning<G>) -> Result<Self, Failure> {
        let pairs = options.pairs;
        let mut known = vec![None; pairs];
        let job = tuning.job();
        let mut add = |pair: PlayedPair| known[pair.number] = Some(pair.points);
        let path = options.journal.as_ref();
        let journal = path.map(|path| JournalFile::open(path, &job, pairs, &mut add));
        let journal = journal.transpose()?;
        let bar = progress(pairs);
        bar.set_position(known.iter().flatten().count() as u64);
        Ok(Self {
            options,
            tuning,
            journal,
            known,
            stop: stop_on_interruption(),
            bar,
        })
    }

    /// The results of these pairs, or nothing if the work is to stop.
    fn points(&mut self, walk: &Walk, pairs: &[usize]) -> Result<Option<Vec<i32>>, Failure> {
        let is_new = |pair: &usize| self.known[*pair].is_none();
        let new: Vec<usize> = pairs.iter().copied().filter(is_new).collect();
        self.play(walk, &new)?;
        Ok(pairs.iter().map(|pair| self.known[*pair]).collect())
    }

    /// Plays pairs, and records them.
    fn play(&mut self, walk: &Walk, pairs: &[usize]) -> Result<(), Failure> {
        let Self {
            tuning,
            journal,
            known,
            stop,
            bar,
            ..
        } = self;
        let tasks = pairs
            .iter()
            .map(|pair| Ok::<usize, Failure>(*pair))
            .take_while(|_| !stop.is_stopped());
        let play = |pair: &usize| (!stop.is_stopped()).then(|| tuning.play(walk, *pair));
        let mut record = |played: &Option<Result<PlayedPair, TuningError>>| {
            if let (Some(Ok(played)), Some(journal)) = (played, &mut *journal) {
                journal.add(played)?;
            }
            bar.inc(1);
            Ok(())
        };
        let mut in_order = |played: Option<Result<PlayedPair, TuningError>>| {
            if let Some(played) = played {
                let played = played.map_err(|error| Failure::Work(error.to_string()))?;
                known[played.number] = Some(played.points);
            }
            Ok(())
        };
        let threads = threads(self.options.threads);
        work(tasks, threads, &play, &mut record, &mut in_order)?;
        bar.set_message(format!(
            "{} pairs known",
            real(known.iter().flatten().count() as u64)
        ));
        match &mut self.journal {
            Some(journal) => Ok(journal.sync()?),
            None => Ok(()),
        }
    }
}
