//! Chess, whose strategies are read as a [`StrategySpec`].

use crate::games::{LabGame, NamedStrategy};
use crate::players::strategy_spec::{self, PRESETS, StrategySpec, strategies};
use plywood_console::Failure;
use plywood_core::diagram::{Arrow, Paint};
use plywood_core::{Move, Position, Setup};
use plywood_notation::epd::Epd;
use plywood_notation::san;

impl LabGame for Position {
    const NAME: &'static str = "chess";

    /// White's knight can take the pawn on e5 and leave the queen hanging: five plies show that this mates
    /// (Légal's).
    const EXAMPLE: &'static str =
        "rn1qkbnr/ppp2p1p/3p2p1/4p3/2B1P1b1/2N2N2/PPPP1PPP/R1BQK2R w KQkq - 0 5";

    const USUAL_DEPTH: u32 = 4;

    fn read(text: &str) -> Result<Self, Failure> {
        Setup::from_fen_lenient(text)
            .and_then(|setup| Ok(Self::new(&setup)?))
            .map_err(|error| Failure::Usage(format!("FEN {text:?}: {error}")))
    }

    /// Reads EPD, which includes FEN.
    fn read_line(line: &str) -> Result<(String, Self), Failure> {
        let epd: Epd = line
            .parse()
            .map_err(|error| Failure::Usage(format!("{error}")))?;
        let name = epd.id().unwrap_or(line).to_owned();
        Ok((name, epd.position().clone()))
    }

    fn strategies() -> Vec<&'static str> {
        let is_preset = |name: &&str| PRESETS.iter().any(|(preset, _)| preset == name);
        strategies().filter(|name| !is_preset(name)).collect()
    }

    fn describe(name: &str) -> Option<&'static str> {
        strategy_spec::describe(name)
    }

    fn named_strategy(text: &str, evaluator: Option<&str>) -> Result<NamedStrategy<Self>, Failure> {
        let read = |text: &str| -> Result<StrategySpec, Failure> {
            text.parse()
                .map_err(|error| Failure::Usage(format!("{error}")))
        };
        let given = read(text)?;
        let spec = match evaluator {
            Some(evaluator) if leaves_evaluator_open(text) => {
                let separator = if text.contains(':') { ',' } else { ':' };
                read(&format!("{text}{separator}evaluator={evaluator}"))?
            }
            Some(_) | None => given.clone(),
        };
        Ok(NamedStrategy::new(given.name(), spec.limits(), move || {
            spec.strategy(0)
        }))
    }

    fn written(&self, mv: Move) -> String {
        san::write(self, mv).to_string()
    }

    fn picture(&self, moves: &[(Move, Paint)], id: &str) -> Option<String> {
        // Short arrows lie on top of long ones, which would hide them.
        let mut moves = moves.to_vec();
        moves.sort_by_key(|(mv, _)| std::cmp::Reverse(length(*mv)));
        let arrow = |&(mv, paint): &(Move, Paint)| Arrow::from(mv).paint(paint);
        let arrows: Vec<Arrow> = moves.iter().map(arrow).collect();
        Some(
            self.to_svg()
                .size(400)
                .id_prefix(id)
                .arrows(&arrows)
                .to_string(),
        )
    }

    fn lines(&self) -> String {
        self.board().to_text().without_coordinates().to_string()
    }
}

/// The square of a move's length on the board.
fn length(mv: Move) -> u32 {
    let [from, to] = [mv.from(), mv.destination()];
    let files = (from.file() as u32).abs_diff(to.file() as u32);
    let ranks = (from.rank() as u32).abs_diff(to.rank() as u32);
    files.pow(2) + ranks.pow(2)
}

/// Whether neither the text nor its preset names an evaluator.
fn leaves_evaluator_open(text: &str) -> bool {
    let head = text.split(':').next().unwrap_or_default();
    let strategy = head.rsplit('=').next().unwrap_or_default();
    !text.contains("evaluator=") && PRESETS.iter().all(|(name, _)| *name != strategy)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_default_evaluator_applies_if_none_is_named() {
        let open = ["minimax", "minimax:depth=3", "mine=minimax"];
        let given = [
            "minimax:evaluator=swift",
            "blogchess",
            "b=blogchess:depth=2",
        ];
        assert!(open.into_iter().all(leaves_evaluator_open));
        assert!(!given.into_iter().any(leaves_evaluator_open));
        for text in open.into_iter().chain(given) {
            assert!(
                Position::named_strategy(text, Some("material")).is_ok(),
                "{text}"
            );
        }
        assert!(Position::named_strategy("minimax", Some("matter")).is_err());
    }
}
