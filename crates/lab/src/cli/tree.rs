//! `plywood-lab tree`.

use crate::cli::games::{GameCommand, GameOptions, contenders, specs};
use crate::cli::output::{self, Kind, OutputFile, Replace};
use clap::Args;
use plywood_catalog::{Catalog, Games, Playable, RecordedTree};
use plywood_console::numbers::within;
use plywood_console::{Failure, OutputPath, asked, files};
use plywood_judge::LogCheck;
use plywood_judge::tree_events::{EventWriter, TreeFile, TreeHeader};
use plywood_search::{Limits, MAX_DEPTH, Observer};
use plywood_workbench::SearchTree;
use std::io::BufReader;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

/// The end of `--help`.
const EXAMPLES: &str = "\
Without an output file the tree is printed as an outline: a line for each node with its move, its
window (alpha, beta), its score, and what was cut off. In a written tree, a is move 1 of files.

Examples:
  plywood-lab tree alpha-beta --game tic-tac-toe --position 'XOX .O. .X.' --html tree.html
  plywood-lab tree alpha-beta --game tree --position '((3 12 8) (2 4 6) (14 5 2))'
  plywood-lab tree mtd-f --game connect-four --position ddcc --depth 2 --svg tree.svg
  plywood-lab tree alpha-beta --game tic-tac-toe --position 'XOX .O. .X.' --events tree.jsonl
  plywood-lab tree --from tree.jsonl --html tree.html
  plywood-lab tree --check tree.jsonl
  plywood-lab tree quiescence --fen '4k3/8/2p5/3p4/4P3/8/8/4K3 w - - 0 1' --depth 1";

#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub(super) struct Options {
    #[command(flatten)]
    pub(super) game: GameOptions,
    /// The strategy, as NAME or NAME:SETTING=VALUE,…
    #[arg(value_name = "STRATEGY", required_unless_present_any = ["from", "check"])]
    strategy: Option<String>,
    /// Show the search in this file, which any program can write; give the option twice to see two side by side. docs/tree-format.md
    /// describes the format.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["strategy", "events"])]
    from: Vec<PathBuf>,
    /// Verify every node in such a file: values, windows, cutoffs, tables. The first line that contradicts another is shown with the rule.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["strategy", "events", "from", "json", "svg", "html"])]
    check: Option<PathBuf>,
    /// The depth in plies; by default 2 for games with many moves, such as chess, and the game's default for others.
    #[arg(long, value_name = "PLIES", value_parser = within(0..=MAX_DEPTH))]
    depth: Option<u32>,
    /// Show only the first nodes, up to this many. The search itself ends after at most a million nodes.
    #[arg(long, value_name = "NODES", default_value = "2000", value_parser = within(NonZeroUsize::MIN..=NonZeroUsize::MAX))]
    nodes: NonZeroUsize,
    /// Print JSON.
    #[arg(long)]
    json: bool,
    /// Write the tree to this file as SVG.
    #[arg(long, value_name = "FILE")]
    svg: Option<OutputPath>,
    /// Write every event of the search to this file, one per line.
    #[arg(long, value_name = "FILE")]
    events: Option<OutputPath>,
    /// Write an HTML page to this file for stepping through the search.
    #[arg(long, value_name = "FILE")]
    html: Option<OutputPath>,
    #[command(flatten)]
    replace: Replace,
}

/// The default depth for games with many moves: deeper trees are too large to look at.
const FEW_PLIES: u32 = 2;
/// The number of moves at the start from which a game has many.
const FEW_MOVES: usize = 10;
/// The most nodes of a search that does not reach the depth: a second or two.
const MOST_EXPLORED: u64 = 1_000_000;

/// A file of events. Any program can write one, so it isn't ours by its format.
const EVENTS: Kind<'static> = Kind::Begins("{\"format\":\"plywood-tree\"", "a searched tree");

impl Options {
    pub(super) fn run(&self, games: &impl Games) -> Result<(), Failure> {
        match (&self.check, self.from.as_slice()) {
            (Some(file), _) => Self::check(file),
            (None, []) => self.game.of.run(games, self),
            (None, [file]) => {
                let outputs = self.outputs()?;
                let read = self.read(file)?;
                output::note(&read.summary());
                let tree = SearchTree::from_file(read);
                let empty = || Failure::in_file(file, &"there is no search in it");
                self.show(&tree, tree.last().ok_or_else(empty)?, outputs)
            }
            (None, [first, second]) => {
                let [first, second] = [first, second].map(|file| self.read(file));
                output::print(&side_by_side(&first?, &second?))
            }
            (None, _) => {
                let wrong = "--from takes one file, or two to show them side by side";
                Err(Failure::Usage(wrong.to_owned()))
            }
        }
    }

    /// Opens the files for the picture and the page.
    fn outputs(&self) -> Result<(Option<OutputFile>, Option<OutputFile>), Failure> {
        let svg = OutputFile::of(self.svg.as_ref(), Kind::SVG, self.replace)?;
        let html = OutputFile::of(self.html.as_ref(), Kind::HTML, self.replace)?;
        Ok((svg, html))
    }

    /// Verifies each node of a log.
    fn check(file: &Path) -> Result<(), Failure> {
        let opened = files::open(file)?;
        let length = opened.metadata().map_or(0, |found| found.len());
        let bar = output::progress(usize::try_from(length).unwrap_or(usize::MAX));
        let read = LogCheck::read(BufReader::new(opened), |bytes| bar.set_position(bytes));
        bar.finish_and_clear();
        let check = read.map_err(|error| Failure::in_file(file, &error))?;
        output::print(&check.to_string())?;
        match check.contradiction {
            Some(found) => Err(Failure::Work(format!("line {} is wrong", found.line))),
            None => Ok(()),
        }
    }

    fn read(&self, file: &Path) -> Result<TreeFile, Failure> {
        let opened = BufReader::new(files::open(file)?);
        let read = TreeFile::read(opened, self.nodes.get());
        read.map_err(|error| Failure::in_file(file, &error))
    }

    fn show(
        &self,
        tree: &SearchTree,
        last: &RecordedTree,
        (svg, html): (Option<OutputFile>, Option<OutputFile>),
    ) -> Result<(), Failure> {
        if let Some(pass) = tree.last_pass().filter(|_| self.json || svg.is_some()) {
            output::note(&format!(
                "shown is {pass}; the outline and the page have every pass"
            ));
        }
        match (self.json, svg.is_some() || html.is_some()) {
            (true, _) => output::print_json(last)?,
            (false, false) => output::print(&tree.to_text())?,
            (false, true) => {}
        }
        output::write(svg, || last.to_svg())?;
        output::write(html, || tree.document().to_html())
    }
}

/// Returns the last passes of two searches, and their first difference.
fn side_by_side(first: &TreeFile, second: &TreeFile) -> String {
    let mut text = format!("{}\n{}\n\n", first.summary(), second.summary());
    let sides = [first, second].map(|file| {
        let last = file.recorded.passes.last();
        last.map_or_else(String::new, RecordedTree::to_text)
    });
    let [left, right] = [&sides[0], &sides[1]].map(|side| side.lines().collect::<Vec<_>>());
    let widths = left.iter().map(|line| line.chars().count());
    let width = widths.max().unwrap_or(0);
    let pairs = left.iter().zip(&right);
    let part_at = pairs.take_while(|(one, other)| one == other).count();
    for number in 0..left.len().max(right.len()) {
        let [one, other] = [&left, &right].map(|side| side.get(number).copied().unwrap_or(""));
        let mark = if number == part_at { "→" } else { " " };
        let line = format!("{mark} {one:<width$}   {other}");
        text += line.trim_end();
        text.push('\n');
    }
    text
}

impl GameCommand for Options {
    fn run_on<G: Playable>(&self, catalog: &Catalog<G>) -> Result<(), Failure> {
        let position = self.game.position(catalog)?;
        let usual_depth = if catalog.start().legal_moves().len() > FEW_MOVES {
            FEW_PLIES
        } else {
            catalog.depth()
        };
        let outputs = self.outputs()?;
        let events = OutputFile::of(self.events.as_ref(), EVENTS, self.replace)?;
        let evaluator = self.game.evaluator.as_deref();
        let named = contenders(catalog, specs(self.strategy.as_slice())?, evaluator)?.remove(0);
        let limits = Limits::depth(self.depth.unwrap_or(usual_depth)).with_nodes(MOST_EXPLORED);
        let header = TreeHeader {
            game: Some(catalog.name().to_owned()),
            position: Some(position.to_string()),
            program: Some(named.name().to_owned()),
            ..TreeHeader::default()
        };
        let mut writer = events.map(|file| EventWriter::new(file, &header));
        let record = || {
            let mut nobody = ();
            let other: &mut dyn Observer<G::Move> = match &mut writer {
                Some(writer) => writer,
                None => &mut nobody,
            };
            SearchTree::record_observed(
                catalog,
                &position,
                &named,
                (&limits, self.nodes.get()),
                other,
            )
        };
        let tree = asked(named.name(), record)?;
        if let (Some(writer), Some(path)) = (writer, &self.events) {
            let written = writer.finish();
            let file = written.map_err(|error| Failure::writing(path, &error))?;
            file.finish()?;
        }
        let Some(last) = tree.last() else {
            if position.ending(&position.legal_moves()).is_some() {
                let over = "the game is over in this position, so there is no tree to show";
                return Err(Failure::Usage(over.to_owned()));
            }
            let name = named.name();
            return Err(Failure::Work(format!(
                "{name} does not report its nodes in the order of a depth-first search, so there is no tree to show"
            )));
        };
        self.show(&tree, last, outputs)
    }
}
