//! The samples in the types of one crate.

use std::hint::black_box;

use fastrand::Rng;

use crate::rules::Operations;
use crate::samples::{MoveTexts, Samples};

/// A legal move of one of the positions.
#[derive(Clone)]
pub struct Item<M> {
    pub position: usize,
    /// The key of that position.
    pub key: u64,
    pub mv: M,
}

/// A legal move of one of the positions, with its strings.
#[derive(Clone)]
pub struct Text<M> {
    pub position: usize,
    pub mv: M,
    pub texts: MoveTexts,
}

/// Positions, moves and strings; every contestant has its own.
pub struct Prepared<R: Operations> {
    pub positions: Vec<R::Position>,
    pub fens: Vec<String>,
    /// The legal moves of each position in the order of their coordinates.
    pub legal: Vec<Vec<R::Move>>,
    /// All legal moves, one position after the other, in the order of a search.
    pub moves: Vec<Item<R::Move>>,
    /// The moves in random order, as for a reader of games.
    pub texts: Vec<Text<R::Move>>,
    /// Moves to test, with the position to test them in.
    pub questions: Vec<(usize, R::Move)>,
}

impl<R: Operations> Clone for Prepared<R> {
    fn clone(&self) -> Self {
        Self {
            positions: self.positions.clone(),
            fens: self.fens.clone(),
            legal: self.legal.clone(),
            moves: self.moves.clone(),
            texts: self.texts.clone(),
            questions: self.questions.clone(),
        }
    }
}

impl<R: Operations> Prepared<R> {
    /// Reads the samples.
    ///
    /// # Panics
    /// If the crate does not find the same legal moves.
    pub fn new(samples: &Samples) -> Self {
        let fens = samples.positions.iter().map(|sample| sample.fen.clone());
        let fens: Vec<_> = fens.collect();
        let positions: Vec<_> = fens.iter().map(|fen| R::read(fen)).collect();
        let legal: Vec<_> = positions.iter().map(sorted_moves::<R>).collect();
        for ((position, moves), sample) in positions.iter().zip(&legal).zip(&samples.positions) {
            let moves = moves.iter().map(|&mv| R::uci(position, mv));
            let same = moves.eq(sample.moves.iter().map(|mv| mv.uci.to_string()));
            assert!(same, "{} lists other moves in {}", R::NAME, sample.fen);
        }
        let moves = samples.moves.iter().map(|&(position, index)| Item {
            position,
            key: R::key(&positions[position]),
            mv: legal[position][index],
        });
        let texts = samples.moves.iter().map(|&(position, index)| Text {
            position,
            mv: legal[position][index],
            texts: samples.positions[position].moves[index].clone(),
        });
        let mut texts: Vec<_> = texts.collect();
        Rng::with_seed(0x0074_6578_7473).shuffle(&mut texts);
        let questions = samples.questions.iter();
        let questions = questions.map(|asked| (asked.position, legal[asked.origin][asked.index]));
        Self {
            moves: moves.collect(),
            texts,
            questions: questions.collect(),
            positions,
            fens,
            legal,
        }
    }

    /// Calls a function with each position, passes the result to `black_box`, and returns the count.
    pub fn each_position<T>(&self, mut run: impl FnMut(&R::Position) -> T) -> u64 {
        for position in &self.positions {
            black_box(run(black_box(position)));
        }
        self.positions.len() as u64
    }

    /// Calls a function with each FEN.
    pub fn each_fen<T>(&self, mut run: impl FnMut(&str) -> T) -> u64 {
        for fen in &self.fens {
            black_box(&run(black_box(fen)));
        }
        self.fens.len() as u64
    }

    /// Calls a function with each legal move, one position after the other.
    pub fn each_move<T>(
        &mut self,
        mut run: impl FnMut(&mut R::Position, &Item<R::Move>) -> T,
    ) -> u64 {
        for item in &self.moves {
            let item = black_box(item);
            black_box(run(&mut self.positions[item.position], item));
        }
        self.moves.len() as u64
    }

    /// Calls a function with each legal move of all positions, in random order.
    pub fn each_text<T>(&self, mut run: impl FnMut(&R::Position, &Text<R::Move>) -> T) -> u64 {
        for text in &self.texts {
            let text = black_box(text);
            black_box(run(&self.positions[text.position], text));
        }
        self.texts.len() as u64
    }

    /// Calls a function with moves, half of which come from other positions.
    pub fn each_question<T>(&self, mut run: impl FnMut(&R::Position, R::Move) -> T) -> u64 {
        for question in &self.questions {
            let &(position, mv) = black_box(question);
            black_box(run(&self.positions[position], mv));
        }
        self.questions.len() as u64
    }
}

fn sorted_moves<R: Operations>(position: &R::Position) -> Vec<R::Move> {
    let mut moves = R::moves(position);
    moves.sort_by_cached_key(|&mv| R::uci(position, mv));
    moves
}
