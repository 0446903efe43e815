//! The positions and moves on which single operations are measured, the same at every run.

use std::iter;

use arrayvec::ArrayString;
use fastrand::Rng;
use plywood_core::{Move, Position};

use crate::crates::{Plywood, Shakmaty};
use crate::perft::KNOWN;
use crate::rules::{Operations as _, Rules as _, Status};

/// Positions taken from each game, the first included.
const FROM_EACH: usize = 10;

/// Moves played between two positions taken from one random game.
const APART: usize = 6;

/// For each position, the number of its own moves and the number of other positions' moves to test.
const ASKED: usize = 16;

/// The answers on which every crate must agree.
pub struct Samples {
    pub positions: Vec<Sample>,
    /// All legal moves, those of one position together but in random order, as in a search: the number of the position, and of the move
    /// among its moves.
    pub moves: Vec<(usize, usize)>,
    pub questions: Vec<Question>,
}

pub struct Sample {
    pub fen: String,
    pub status: Status,
    /// The legal moves in the order of their coordinates.
    pub moves: Vec<MoveTexts>,
}

/// A legal move in coordinates and in SAN.
#[derive(Debug, Clone)]
pub struct MoveTexts {
    pub uci: ArrayString<8>,
    pub san: ArrayString<8>,
    pub gives_check: bool,
}

/// The question whether a move of one position is legal in another.
pub struct Question {
    /// The position in question.
    pub position: usize,
    /// The position in which the move is legal, with the same side to move.
    pub origin: usize,
    /// The index of the move in that position.
    pub index: usize,
}

impl Samples {
    /// Positions of a random game from each of the six known positions.
    pub fn new() -> Self {
        let positions = positions();
        let samples: Vec<Sample> = positions.iter().map(Sample::new).collect();
        let mut random = Rng::with_seed(0x006F_7264_6572);
        let mut moves = Vec::new();
        for (position, sample) in samples.iter().enumerate() {
            let mut own: Vec<_> = (0..sample.moves.len())
                .map(|index| (position, index))
                .collect();
            random.shuffle(&mut own);
            moves.extend(own);
        }
        Self {
            questions: questions(&positions),
            positions: samples,
            moves,
        }
    }
}

impl Sample {
    fn new(position: &Position) -> Self {
        let fen = position.fen().to_string();
        let status = Plywood::STATUS.expect("plywood knows");
        let mut moves: Vec<_> = position
            .legal_moves()
            .iter()
            .map(|&mv| MoveTexts::new(position, mv))
            .collect();
        moves.sort_by_key(|mv| mv.uci);
        Self {
            status: status(position),
            fen,
            moves,
        }
    }
}

impl MoveTexts {
    fn new(position: &Position, mv: Move) -> Self {
        let board = Shakmaty::read(position.fen().as_str());
        let uci = mv.to_string();
        let read = Shakmaty::READ_UCI.expect("shakmaty reads UCI");
        let theirs = read(&board, &uci).expect("the move is legal");
        let san = Shakmaty::san(&board, theirs).expect("shakmaty writes SAN");
        let short = |text: &str| ArrayString::from(text).expect("moves are short");
        Self {
            uci: short(&uci),
            san: short(&san),
            gives_check: position.play_unchecked(mv).is_check(),
        }
    }
}

/// Returns the six known positions and others that random games from them pass through.
fn positions() -> Vec<Position> {
    let mut random = Rng::with_seed(0x0070_6C79_776F_6F64);
    let mut positions = Vec::new();
    for known in &KNOWN {
        let start: Position = known.fen.parse().expect("the FEN is of a legal position");
        let mut games = iter::repeat_with(|| random_game(&start, &mut random));
        let game = games.find_map(|game| game);
        positions.extend(game.expect("a game long enough comes sooner or later"));
    }
    positions
}

/// Positions from a random game, if it is long enough.
fn random_game(start: &Position, random: &mut Rng) -> Option<Vec<Position>> {
    let mut position = start.clone();
    let mut taken = vec![position.clone()];
    while taken.len() < FROM_EACH {
        for _ in 0..APART {
            let mv = random.choice(position.legal_moves())?;
            position = position.play_unchecked(mv);
        }
        taken.push(position.clone());
    }
    Some(taken)
}

fn questions(positions: &[Position]) -> Vec<Question> {
    let mut random = Rng::with_seed(0x006C_6567_616C);
    let mut questions = Vec::new();
    for (position, asked) in positions.iter().enumerate() {
        let others: Vec<usize> = (0..positions.len())
            .filter(|&other| other != position)
            .filter(|&other| positions[other].side_to_move() == asked.side_to_move())
            .collect();
        for turn in 0..2 * ASKED {
            let other = random.choice(&others).copied();
            let origin = if turn % 2 == 0 {
                position
            } else {
                other.unwrap_or(position)
            };
            let count = positions[origin].legal_move_count();
            if count > 0 {
                questions.push(Question {
                    position,
                    origin,
                    index: random.usize(..count),
                });
            }
        }
    }
    random.shuffle(&mut questions);
    questions
}
