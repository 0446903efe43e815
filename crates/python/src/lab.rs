//! Matches, suites and ablations.

use crate::any_game::{AnyGame, on_game};
use crate::games::Hosted;
use crate::limits::Asked;
use crate::run::{Batch, Run, in_parallel, thread_count};
use crate::strategy::{contender, with_strategies};
use crate::values::{List, one_of, parsed, wrong};
use plywood_arena::statistics::Sprt;
use plywood_arena::{Adjudication, Format, Opening, Rules};
use plywood_catalog::{Catalog, Task};
use plywood_report::Document;
use plywood_workbench::{
    Ablated, Ablation, AblationItem, GameEntry, MatchPage, PlayerSpec, PlayerText, PositionText,
    Positions, Results as _, Shard, Suite, Tournament, without_each_part,
};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// Data as JSON, text, a picture as SVG, and a page as HTML.
type Results = (String, String, String, String);

/// The settings of a match.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
struct MatchSettings<'py> {
    players: List<Bound<'py, PyAny>>,
    names: Option<List<String>>,
    games: usize,
    openings: Option<List<Bound<'py, PyAny>>>,
    plies: usize,
    seed: u64,
    sprt: Option<String>,
    format: String,
    max_moves: Option<u32>,
    journal: Option<PathBuf>,
    shard: Option<String>,
    threads: Option<usize>,
    progress: Option<Bound<'py, PyAny>>,
}

/// Play a match. `plywood.match` wraps this with keywords.
#[pyfunction]
pub(crate) fn play_match(
    game: &Bound<'_, PyAny>,
    settings: &Bound<'_, PyDict>,
    limits: Option<&Bound<'_, PyDict>>,
) -> PyResult<Results> {
    let settings = settings.as_any().extract::<MatchSettings<'_>>()?;
    let asked = Asked::of_many(limits)?;
    let run = Run::new();
    on_game!(AnyGame::named(game, &run)?, |catalog, _| {
        let played = match_of(catalog, &settings, &asked, &run)?;
        run.show(settings.progress, Some(played.scheduled()));
        results_of(game.py(), played, &run)
    })
}

/// Plays a match, and reports its progress.
fn results_of<G: Hosted>(py: Python<'_>, played: Tournament<G>, run: &Run) -> PyResult<Results> {
    let mut page: Option<MatchPage> = None;
    let mut entries: Vec<GameEntry> = Vec::new();
    let summary = run.watch(py, || {
        let summary = played.run_with(&mut |game, results| {
            page.get_or_insert_with(|| MatchPage::new(results))
                .add(game.get(), results);
            entries.push(game.get().clone());
            run.done.store(results.games(), Ordering::Relaxed);
        });
        summary.inspect_err(|_| run.stop.stop())
    })?;
    let summary = summary.map_err(wrong)?;
    let data = serde_json::json!({"summary": summary, "games": entries});
    let svg = summary.plot().standalone();
    let page = page.map(|page| page.page(&summary).to_html());
    Ok((
        data.to_string(),
        summary.to_string(),
        svg,
        page.unwrap_or_default(),
    ))
}

fn match_of<G: Hosted>(
    catalog: Catalog<G>,
    settings: &MatchSettings<'_>,
    asked: &Asked<'_>,
    run: &Arc<Run>,
) -> PyResult<Tournament<G>> {
    let (catalog, texts) = with_strategies(catalog, &settings.players.0, run)?;
    let texts = labeled(texts, settings.names.as_ref());
    let players = players(&catalog, &texts, asked, run)?;
    check_even(settings.games)?;
    let mut rules = Rules::within(asked.limits.clone());
    rules.adjudication = Adjudication {
        max_moves: settings.max_moves,
        ..Adjudication::default()
    };
    let formats = [
        ("round-robin", Format::RoundRobin),
        ("gauntlet", Format::Gauntlet),
        ("challengers", Format::Challengers),
    ];
    let format = one_of("format", &settings.format, &formats)?;
    let sprt = settings.sprt.as_deref().map(parsed::<Sprt>).transpose()?;
    let shard = settings.shard.as_deref().map(parsed::<Shard>).transpose()?;
    let threads = thread_count(settings.threads)?;
    let mut played = Tournament::between(&catalog, players)
        .format(format)
        .games(settings.games)
        .rules(rules)
        .sprt(sprt)
        .seed(settings.seed)
        .plies(settings.plies)
        .shard(shard)
        .threads(NonZeroUsize::new(threads));
    if let Some(given) = &settings.openings {
        let openings = given.0.iter();
        let openings = openings.map(|start| Ok(Opening::position(G::from_python(start, run)?)));
        played = played.openings(openings.collect::<PyResult<Vec<_>>>()?);
    }
    if let Some(path) = &settings.journal {
        played = played.journal(path);
    }
    Ok(played.stopped_by(&run.stop))
}

/// The players, labeled with any given names.
fn labeled(players: Vec<PlayerText>, names: Option<&List<String>>) -> Vec<PlayerText> {
    let Some(names) = names else {
        return players;
    };
    let named = players.into_iter().zip(&names.0);
    named.map(|(player, name)| player.labeled(name)).collect()
}

/// Each opening is played by both sides.
fn check_even(games: usize) -> PyResult<()> {
    if games.is_multiple_of(2) {
        return Ok(());
    }
    Err(wrong(format!(
        "games must be even, because each opening is played by both sides; found {games}"
    )))
}

/// Strategies, or for chess UCI programs, as players that the run can stop.
fn players<G: Hosted>(
    catalog: &Catalog<G>,
    texts: &[PlayerText],
    asked: &Asked<'_>,
    run: &Arc<Run>,
) -> PyResult<Vec<PlayerSpec<G>>> {
    let player = |text: &PlayerText| {
        let player = if text.strategy().is_none() {
            PlayerSpec::of(catalog, text.clone()).map_err(wrong)?
        } else {
            let contender = contender(catalog, text, asked, run)?;
            asked.search_limits(contender.limits(), contender.facts().plays_rounds)?;
            contender.into()
        };
        Ok(player.stopped_by(&run.stop))
    };
    texts.iter().map(player).collect()
}

/// The settings of a suite or an ablation.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
struct SuiteSettings<'py> {
    file: Option<PathBuf>,
    positions: List<String>,
    strategies: List<Bound<'py, PyAny>>,
    names: Option<List<String>>,
    progress: Option<Bound<'py, PyAny>>,
    /// For an ablation: the depth to which nodes and time are measured.
    depth: u32,
    /// For an ablation: the number of games of each variant.
    games: usize,
    threads: Option<usize>,
}

/// Solve test positions with strategies. `plywood.suite` wraps this with keywords.
#[pyfunction]
pub(crate) fn solve_suite(
    game: &Bound<'_, PyAny>,
    settings: &Bound<'_, PyDict>,
    limits: Option<&Bound<'_, PyDict>>,
) -> PyResult<Results> {
    let measuring = Measuring::read(settings, limits)?;
    on_game!(AnyGame::named(game, &measuring.run)?, |catalog, _| {
        measuring.solve(game.py(), catalog)
    })
}

/// Measure the worth of each part of a strategy. `plywood.ablate` wraps this with keywords.
#[pyfunction]
pub(crate) fn ablate(
    game: &Bound<'_, PyAny>,
    settings: &Bound<'_, PyDict>,
    limits: Option<&Bound<'_, PyDict>>,
) -> PyResult<Results> {
    let measuring = Measuring::read(settings, limits)?;
    on_game!(AnyGame::named(game, &measuring.run)?, |catalog, _| {
        measuring.ablate(game.py(), catalog)
    })
}

struct Measuring<'py> {
    settings: SuiteSettings<'py>,
    asked: Asked<'py>,
    run: Arc<Run>,
}

impl<'py> Measuring<'py> {
    fn read(settings: &Bound<'py, PyDict>, limits: Option<&Bound<'py, PyDict>>) -> PyResult<Self> {
        Ok(Self {
            settings: settings.as_any().extract()?,
            asked: Asked::of_many(limits)?,
            run: Run::new(),
        })
    }

    fn tasks<G: Hosted>(&self) -> PyResult<Vec<Task<G>>> {
        let settings = &self.settings;
        let positions = Positions::new(settings.positions.0.clone(), settings.file.clone());
        let lines = positions.read().map_err(wrong)?;
        let task = |(number, line): (usize, Result<PositionText, _>)| {
            let line = line.map_err(wrong)?;
            let mut task = G::read_task(&line.text).map_err(wrong)?;
            task.name.get_or_insert_with(|| format!("{}", number + 1));
            Ok(task)
        };
        let tasks = lines.enumerate().map(task);
        let tasks = tasks.collect::<PyResult<Vec<_>>>()?;
        if tasks.is_empty() {
            return Err(wrong("there is no position to search"));
        }
        Ok(tasks)
    }

    fn solve<G: Hosted>(&self, py: Python<'_>, catalog: Catalog<G>) -> PyResult<Results> {
        let (catalog, texts) = with_strategies(catalog, &self.settings.strategies.0, &self.run)?;
        let texts = labeled(texts, self.settings.names.as_ref());
        let tasks = self.tasks::<G>()?;
        let suite = Suite {
            solvers: players(&catalog, &texts, &self.asked, &self.run)?,
            catalog,
            limits: self.asked.limits.clone(),
        };
        let run = &*self.run;
        run.show(self.settings.progress.clone(), Some(tasks.len()));
        let batch = Batch {
            threads: thread_count(self.settings.threads.or(Some(1)))?,
            skips_errors: true,
            run,
        };
        let solve = |(): &mut (), number, task: Task<G>| {
            let solved = suite.solve(number, &task);
            // A stopped search is not unsolved.
            let is_stopped = run.stop.is_stopped();
            (!is_stopped).then_some(solved).ok_or_else(String::new)
        };
        let solved = run.watch(py, || in_parallel(tasks, batch, || (), solve))?;
        let solved: Vec<_> = solved.map_err(wrong)?.into_iter().flatten().collect();
        let mut marks = suite.marks();
        for solved in &solved {
            marks.count(solved);
        }
        let data = serde_json::json!({"marks": marks, "positions": solved});
        Ok(shown(&data, &marks.document()))
    }

    fn ablate<G: Hosted>(&self, py: Python<'_>, catalog: Catalog<G>) -> PyResult<Results> {
        let (catalog, texts) = with_strategies(catalog, &self.settings.strategies.0, &self.run)?;
        let tasks = self.tasks::<G>()?;
        let [strategy] = texts.as_slice() else {
            return Err(wrong("an ablation takes one strategy"));
        };
        check_even(self.settings.games)?;
        let spec = strategy.strategy().cloned();
        let spec = spec.ok_or_else(|| wrong("a UCI program has no parts to remove"))?;
        let variants = without_each_part(&catalog, spec).map_err(wrong)?;
        let variants: Vec<PlayerText> = variants.into_iter().map(PlayerText::from).collect();
        let ablation = Ablation {
            variants: players(&catalog, &variants, &self.asked, &self.run)?,
            catalog,
            depth: self.settings.depth,
            limits: self.asked.limits.clone(),
            game_limits: self.asked.limits.clone(),
            games: self.settings.games,
        };
        let threads = thread_count(self.settings.threads)?;
        let run = &*self.run;
        run.show(self.settings.progress.clone(), None);
        let step = |name: &str| {
            run.step(name);
            run.done.fetch_add(1, Ordering::Relaxed);
        };
        let mut ablated = Ablated::of(&ablation.settings(None, String::new()));
        run.watch_to_the_end(py, || {
            for (number, task) in tasks.iter().enumerate() {
                let measured = ablation.measure(number, task, &step);
                ablated.count(&AblationItem::Position(measured));
            }
            let games = ablation.games()?.threads(NonZeroUsize::new(threads));
            if ablation.games == 0 {
                return Ok(());
            }
            let played = games.run_with(&mut |game, _| {
                let (number, entry) = (game.get().game, Box::new(game.get().clone()));
                step(&format!("game {}", number + 1));
                ablated.count(&AblationItem::Game { number, entry });
            });
            played.map(|_| ())
        })?;
        Ok(shown(&serde_json::json!(ablated), &ablated.document()))
    }
}

fn shown(data: &serde_json::Value, document: &Document) -> Results {
    let page = document.to_html();
    (
        data.to_string(),
        document.to_text(),
        document.to_svg(),
        page,
    )
}
