//! `plywood-lab data stats`.

use super::ReadingOptions;
use crate::cli::games::GameCommand;
use crate::cli::output::{Kind, OutputFile, Replace, print, write};
use clap::Args;
use plywood_arena::numbers::share;
use plywood_catalog::recast::recast_ref;
use plywood_catalog::{Catalog, Games, Playable};
use plywood_console::{Failure, OutputPath};
use plywood_core::Position;
use plywood_net::data::{DataStatistics, Filtered};
use plywood_report::Document;
use plywood_report::plot::{Curve, CurvePlot, Unit};
use plywood_search::Tactical;
use plywood_search::games::ConnectFour;
use plywood_workbench::document;

#[derive(Debug, Args)]
pub(in crate::cli) struct Options {
    #[command(flatten)]
    positions: ReadingOptions,
    /// Write an HTML page with plots to this file.
    #[arg(long, value_name = "FILE")]
    html: Option<OutputPath>,
    #[command(flatten)]
    replace: Replace,
}

impl Options {
    pub(super) fn run(&self, games: &impl Games) -> Result<(), Failure> {
        self.positions.run(games, self)
    }

    fn show<G: Playable + Tactical>(
        &self,
        catalog: &Catalog<G>,
        pieces: fn(&G) -> u32,
    ) -> Result<(), Failure> {
        let html = OutputFile::of(self.html.as_ref(), Kind::HTML, self.replace)?;
        let mut statistics = DataStatistics::default();
        let counts = self.positions.read(catalog, &mut |_, scored| {
            let position = &scored.position;
            let count = pieces(position) as usize;
            statistics.add(position.key(), count, scored.score, scored.points);
            Ok(())
        })?;
        print(&format!("{counts}\n{statistics}\n"))?;
        write(html, || page(&statistics, &counts).to_html())
    }
}

impl GameCommand for Options {
    fn run_on<G: Playable>(&self, catalog: &Catalog<G>) -> Result<(), Failure> {
        if let Some(chess) = recast_ref::<_, Catalog<Position>>(catalog) {
            self.show(chess, |position| position.board().occupied().len())
        } else if let Some(four) = recast_ref::<_, Catalog<ConnectFour>>(catalog) {
            self.show(four, ConnectFour::stones)
        } else {
            let name = catalog.name();
            Err(Failure::Usage(format!("no inputs are known for {name}")))
        }
    }
}

/// Returns the statistics of training positions, as a page.
fn page(statistics: &DataStatistics, counts: &Filtered) -> Document {
    let all = statistics.positions;
    let curve = |counts: &[u64], place: &dyn Fn(i32) -> i32| {
        let points = (0..).zip(counts);
        let points = points.map(|(index, count)| (f64::from(place(index)), share(*count, all)));
        Curve::new("", points)
    };
    let scores = curve(&statistics.scores, &|index| {
        index - DataStatistics::HUNDREDS
    });
    let pieces = curve(&statistics.pieces, &|index| index);
    let plot = |title: &str, across: &str, curve: Curve| {
        let plot = CurvePlot::new(title, across, Unit::Share).curve(curve);
        plot.picture()
    };
    let pictures = [
        plot("Scores", "pawns, for the side to move", scores),
        plot("Pieces", "pieces on the board", pieces),
    ];
    document("Positions to learn from")
        .lead(&format!("{counts}. {statistics}."))
        .plots("Shares of positions", pictures.into())
}
