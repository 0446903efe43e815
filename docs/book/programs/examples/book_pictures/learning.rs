//! Draws how a small network learns, and what its hidden units look at.

#[path = "../book/network.rs"]
#[expect(dead_code, reason = "its `main` prints the table of the chapter")]
mod program;

use plywood::document::plot::{Curve, CurvePlot, Picture, Unit};

use plywood_net::ConnectFourInputs;
use plywood_net::train::{Epoch, Trainer};

use crate::canvas::number;

fn learned_from(games: u64) -> Trainer<ConnectFourInputs> {
    program::learn(games).expect("a million positions have room in memory")
}

/// The error on both kinds of games, by epochs: with few games and with more.
pub(crate) fn learning() -> Picture {
    let plots = [100, 1_000].map(|games| {
        let trainer = learned_from(games);
        let curve = |name: &str, error: fn(&Epoch) -> f64| {
            let course = trainer.course().iter();
            Curve::new(
                name,
                course.map(|epoch| (number(epoch.number), error(epoch))),
            )
        };
        CurvePlot::new(&format!("{games} games"), "epochs", Unit::Number)
            .note("The mean square of the error.")
            .curve(curve("learned from", |epoch| epoch.training))
            .curve(curve("held out", |epoch| epoch.validation))
            .picture()
    });
    Picture::beside("How a network learns", &plots)
}

/// The hidden units of the network that learned from 1,000 games.
pub(crate) fn units() -> Picture {
    let portrait = learned_from(1_000).network().portrait();
    let portrait = portrait.expect("the board of connect four can be drawn");
    Picture::new(170.0, 550.0, "What hidden units look at", portrait.svg)
}
