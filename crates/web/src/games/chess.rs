//! What chess has beyond other games: captured pieces, tables, questions, terms of a score, and an engine that can be weakened.

use crate::games::data::{Castling, MoveData, TableData, TableMove};
use crate::games::explained::{EvaluatedData, PieceData, QuestionData, ScoreData, TermData};
use crate::games::place::{Extras, Place, Plain, Rules, Search, evaluated};
use crate::problem::Problem;
use plywood_catalog::{Catalog, Contender, Playable, Played};
use plywood_core::{CastlingSide, File, History, Move, MoveKind, Position, Square};
use plywood_eval::Answers;
use plywood_lab::Explanation;
use plywood_tables::Tables;
use plywood_uci::{EngineOptions, Searcher};
use std::any::Any;
use std::sync::Arc;

/// A weak player searches so few nodes that a small table holds them.
const WEAK_MEGABYTES: u32 = 1;

struct Chess {
    tables: Option<Arc<dyn Tables>>,
}

/// A game with all that the server says about it.
pub(crate) fn rules<G: Playable>(catalog: Catalog<G>, tables: Option<Arc<dyn Tables>>) -> Rules<G> {
    let chess: Box<dyn Extras<Position>> = Box::new(Chess { tables });
    let chess: Box<dyn Any> = Box::new(chess);
    let extras = chess.downcast::<Box<dyn Extras<G>>>();
    let extras = extras.map_or_else(|_| Box::new(Plain) as Box<dyn Extras<G>>, |found| *found);
    Rules { catalog, extras }
}

impl Extras<Position> for Chess {
    fn is_chess(&self) -> bool {
        true
    }

    fn describe(&self, before: &Position, mv: Move, data: MoveData) -> MoveData {
        let captured_on = captured_on(before, mv);
        let letter = |square| {
            let piece = before.piece_at(square);
            piece.map(|piece| piece.letter().to_string())
        };
        // The text of a castling move ends with the square that the game shows as its target.
        let to = mv
            .castling_rook()
            .map_or_else(|| mv.to().to_string(), |_| data.text[2..4].to_owned());
        MoveData {
            to,
            piece: letter(mv.from()),
            captured: captured_on.and_then(letter),
            captured_on: captured_on.map(|square| square.to_string()),
            promotion: mv.promotion().map(|kind| kind.letter().to_string()),
            castling: castling(mv),
            ..data
        }
    }

    fn table(&self, place: &Place<Position>) -> Option<TableData> {
        let found = self.tables.as_ref()?.root_moves(place.position()).ok()?;
        let moves = found.all().iter().map(|root| TableMove {
            mv: place.rules.spelled(place.position(), root.mv),
            result: root.wdl.to_string(),
            dtz: root.dtz.plies(),
        });
        Some(TableData {
            result: found.result()?.to_string(),
            moves: moves.collect(),
        })
    }

    fn evaluate(&self, place: &Place<Position>, name: &str) -> Result<EvaluatedData, Problem> {
        explain(place, name)
    }

    fn questions(&self, position: &Position) -> Vec<QuestionData> {
        questions(position)
    }

    fn weakened(
        &self,
        played: &Played<Position>,
        contender: &Contender<Position>,
        elo: u32,
        seed: u64,
    ) -> Result<Search<Move>, Problem> {
        let options = EngineOptions {
            evaluator: contender.evaluator().to_owned(),
            hash_megabytes: WEAK_MEGABYTES,
            limit_strength: true,
            elo,
            ..EngineOptions::default()
        };
        let mut searcher = Searcher::with_seed(&options, seed)
            .map_err(|error| Problem::value("elo", error.to_string()))?;
        let game = history(played);
        Ok(Box::new(move |limits, observer| {
            searcher.search(&game, limits, observer)
        }))
    }
}

/// The game so far, with its repetitions.
fn history(played: &Played<Position>) -> History {
    let mut history = History::new(played.start().clone());
    for mv in played.moves() {
        history.play(mv).expect("the moves of a place are legal");
    }
    history
}

fn captured_on(position: &Position, mv: Move) -> Option<Square> {
    match mv.kind() {
        MoveKind::EnPassant => Some(Square::new(mv.to().file(), mv.from().rank())),
        MoveKind::Castling => None,
        MoveKind::Normal
        | MoveKind::DoublePush
        | MoveKind::PromoteKnight
        | MoveKind::PromoteBishop
        | MoveKind::PromoteRook
        | MoveKind::PromoteQueen => position.piece_at(mv.to()).map(|_| mv.to()),
    }
}

fn castling(mv: Move) -> Option<Castling> {
    let (rook, castling_side) = mv.castling_rook().zip(mv.castling_side())?;
    let file = match castling_side {
        CastlingSide::Kingside => File::F,
        CastlingSide::Queenside => File::D,
    };
    Some(Castling {
        king_to: mv.destination().to_string(),
        rook_from: rook.to_string(),
        rook_to: Square::new(file, rook.rank()).to_string(),
    })
}

/// Takes the score of a chess evaluator apart, if it has terms.
fn explain(place: &Place<Position>, name: &str) -> Result<EvaluatedData, Problem> {
    let explanation = Explanation::new(&plywood_catalog::chess(), place.position(), &[name]).ok();
    let Some(explained) =
        explanation.and_then(|explanation| explanation.evaluators.into_iter().next())
    else {
        return evaluated(place, name);
    };
    let terms = explained.terms.into_iter().map(|term| TermData {
        name: term.name,
        white: term.white,
        black: term.black,
    });
    let pieces = explained.pieces.into_iter().map(|piece| PieceData {
        square: piece.square.to_string(),
        piece: piece.piece.letter().to_string(),
        worth: piece.worth,
        lead: piece.lead,
    });
    Ok(EvaluatedData {
        score: ScoreData::new(explained.score),
        score_text: explained.score.to_string(),
        evaluator: explained.evaluator,
        terms: terms.collect(),
        pieces: pieces.collect(),
        has_portrait: explained.portrait.is_some(),
    })
}

/// The ten questions with their answers.
fn questions(position: &Position) -> Vec<QuestionData> {
    let mut questions: Vec<QuestionData> = Vec::new();
    for line in Answers::of(position).to_string().lines().map(str::trim) {
        if line.ends_with('?') {
            let question = line.to_owned();
            questions.push(QuestionData {
                question,
                answers: Vec::new(),
            });
        } else if let Some(last) = questions.last_mut() {
            last.answers.push(line.to_owned());
        }
    }
    questions
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::PlaceText;
    use plywood_core::Color;
    use plywood_tables::{Dtz, ProbeError, Wdl};

    /// Knows that the side with the queen wins.
    #[derive(Debug)]
    struct Queens;

    impl Tables for Queens {
        fn most_men(&self) -> u32 {
            3
        }

        fn wdl(&self, position: &Position) -> Result<Wdl, ProbeError> {
            Ok(self.dtz(position)?.wdl(0))
        }

        fn dtz(&self, position: &Position) -> Result<Dtz, ProbeError> {
            let most_men = self.most_men();
            if position.board().occupied().len() > most_men {
                return Err(ProbeError::TooManyMen {
                    men: 4,
                    most: most_men,
                });
            }
            let is_white = position.side_to_move() == Color::White;
            Ok(Dtz::new(if is_white { 7 } else { -6 }))
        }
    }

    #[test]
    fn the_verdict_of_tables_comes_with_the_moves() {
        let rules = Arc::new(rules(plywood_catalog::chess(), Some(Arc::new(Queens))));
        let verdict = |position: &str| {
            let place = PlaceText {
                position: Some(position),
                moves: &[],
                passes: false,
            };
            Place::read(&rules, place).unwrap().data().table
        };
        let table = verdict("8/8/8/3k4/8/8/8/KQ6 w - - 0 1").unwrap();
        assert_eq!(table.result, "win");
        assert!(
            table
                .moves
                .iter()
                .all(|root| (root.dtz, root.result.as_str()) == (7, "win"))
        );
        assert!(table.moves.iter().any(|root| root.mv == "b1b5"));
        assert!(verdict("8/8/8/3k4/8/8/7p/KQ6 w - - 0 1").is_none());
    }
}
