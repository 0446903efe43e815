//! [`Rows`]: any number of positions in a form for the trainer.

use crate::inputs::Inputs;
use crate::train::block::{Block, STEPS, UNPLAYED, expected};
use fastrand::Rng;
use plywood_eval::{Score, Side};
use plywood_report::Checksum;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt::Debug;
use std::io::{self, Cursor, Read, Seek, SeekFrom, Write};
use std::marker::PhantomData;

/// Storage for positions that are not in memory, such as a file.
pub trait Storage: Read + Write + Seek + Debug {}

impl<S: Read + Write + Seek + Debug> Storage for S {}

/// Positions in a form for the trainer: the board, a score, and the final points. A position of chess takes about 30 bytes.
///
/// Each million positions are shuffled and written to a [`Storage`] as pages. Training then reads blocks of a million, each with some pages
/// of every million. So the order is random, however many positions there are, and the memory in use is that of two million. The order does
/// not depend on the kind of storage.
#[derive(Debug)]
pub struct Rows<I> {
    /// The positions that are not stored yet.
    fresh: Block,
    stored: RefCell<Box<dyn Storage>>,
    end: u64,
    chunks: Vec<Vec<Page>>,
    len: usize,
    buckets: usize,
    checksum: Checksum,
    /// For each score, the number of games with each number of steps.
    results: BTreeMap<i16, [u64; STEPS as usize + 1]>,
    chunk: usize,
    inputs: PhantomData<fn() -> I>,
}

/// The place of some positions of a chunk in the storage.
#[derive(Debug, Clone, Copy)]
struct Page {
    start: u64,
    length: u32,
    rows: u32,
}

/// The number of positions in memory before they are stored.
const CHUNK: usize = 1 << 20;
/// The pages of a chunk. With more chunks than this, after four billion positions, some blocks would be empty.
const PAGES: usize = 4_096;

impl<I: Inputs> Rows<I> {
    /// Makes empty rows for networks with this number of outputs. All positions will be in memory.
    ///
    /// # Panics
    /// If `buckets` is 0.
    #[must_use]
    pub fn new(buckets: usize) -> Self {
        Self::stored(buckets, Box::new(Cursor::new(Vec::new())))
    }

    /// Makes empty rows with a storage, which must be empty, for all positions except a million.
    ///
    /// # Panics
    /// If `buckets` is 0.
    #[must_use]
    pub fn stored(buckets: usize, storage: Box<dyn Storage>) -> Self {
        assert!(buckets > 0, "a network has at least one output");
        Self {
            fresh: Block::default(),
            stored: RefCell::new(storage),
            end: 0,
            chunks: Vec::new(),
            len: 0,
            buckets,
            checksum: Checksum::new(),
            results: BTreeMap::new(),
            chunk: CHUNK,
            inputs: PhantomData,
        }
    }

    /// Returns the number of positions.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.len
    }

    /// Returns `true` if there are no positions.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Returns the scale in centipawns at which the scores best predict the games' points: such a lead is expected to score 73 %.
    #[must_use]
    pub fn fitted_scale(&self) -> u16 {
        let error = |scale: u16| -> f64 {
            let losses = self.results.iter().map(|(score, results)| {
                let expected = expected(f32::from(*score) / f32::from(scale));
                let of_points = (0..=STEPS).zip(results).map(|(steps, count)| {
                    let points = f32::from(steps) / f32::from(STEPS);
                    *count as f64 * f64::from(expected - points).powi(2)
                });
                of_points.sum::<f64>()
            });
            losses.sum()
        };
        // The error has one minimum, around which the range is halved.
        let (mut low, mut high) = (10, 4_000);
        while low < high {
            let middle = u16::midpoint(low, high);
            if error(middle) <= error(middle + 1) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        low
    }

    /// Returns a checksum of all positions, scores and points.
    #[must_use]
    pub fn checksum(&self) -> String {
        self.checksum.text()
    }

    pub(super) const fn buckets(&self) -> usize {
        self.buckets
    }

    /// Adds a position, with the score of a search and the final points for the side to move, from 0 to 1.
    ///
    /// # Errors
    /// If a million positions could not be stored.
    pub fn push(&mut self, position: &I::Position, score: Score, points: f32) -> io::Result<()> {
        let steps = ((f32::from(STEPS) * points).round() as u8).min(STEPS);
        let results = self.results.entry(score.packed()).or_default();
        results[usize::from(steps)] += 1;
        self.add(position, score, steps)
    }

    /// Adds a position whose game has not been played: only the score counts.
    ///
    /// # Errors
    /// If a million positions could not be stored.
    pub fn push_unplayed(&mut self, position: &I::Position, score: Score) -> io::Result<()> {
        self.add(position, score, UNPLAYED)
    }

    fn add(&mut self, position: &I::Position, score: Score, steps: u8) -> io::Result<()> {
        let facts = I::facts(position);
        let mut turns = I::turns(&facts);
        if I::to_move(position) == Side::Second {
            turns.reverse();
        }
        let bucket = I::bucket(&facts, self.buckets).min(self.buckets - 1) as u8;
        let start = self.fresh.size();
        let about = [steps, bucket, turns[0], turns[1]];
        self.fresh
            .push(I::learned(score).packed(), about, facts.as_ref());
        self.checksum = self.checksum.with(self.fresh.since(start));
        self.len += 1;
        if self.fresh.len() >= self.chunk {
            self.store()?;
        }
        Ok(())
    }

    /// Shuffles the positions that are not stored yet, and stores them.
    fn store(&mut self) -> io::Result<()> {
        let mut fresh = std::mem::take(&mut self.fresh);
        Rng::with_seed(self.chunks.len() as u64).shuffle(fresh.rows_mut());
        let storage = self.stored.get_mut();
        storage.seek(SeekFrom::Start(self.end))?;
        let (mut pages, mut bytes) = (Vec::with_capacity(PAGES), Vec::new());
        for page in 0..PAGES {
            let rows = part(fresh.len(), page, PAGES);
            bytes.clear();
            for number in rows.clone() {
                bytes.extend(fresh.bytes_of(number));
            }
            storage.write_all(&bytes)?;
            pages.push(Page {
                start: self.end,
                length: bytes.len() as u32,
                rows: rows.len() as u32,
            });
            self.end += bytes.len() as u64;
        }
        self.chunks.push(pages);
        fresh.clear();
        self.fresh = fresh;
        Ok(())
    }

    /// Returns the number of blocks.
    pub(super) fn blocks(&self) -> usize {
        self.chunks.len() + usize::from(self.fresh.len() > 0)
    }

    /// Reads one of the blocks, which together have every position once. The memory of another block is reused.
    pub(super) fn block(&self, number: usize, mut block: Block) -> io::Result<Block> {
        let blocks = self.blocks();
        block.clear();
        let mut storage = self.stored.borrow_mut();
        for pages in &self.chunks {
            let pages = &pages[part(PAGES, number, blocks)];
            let Some(first) = pages.first() else { continue };
            let length: u64 = pages.iter().map(|page| u64::from(page.length)).sum();
            let rows: u32 = pages.iter().map(|page| page.rows).sum();
            storage.seek(SeekFrom::Start(first.start))?;
            block.read(&mut **storage, length, rows as usize)?;
        }
        for row in (number..self.fresh.len()).step_by(blocks) {
            block.copy(&self.fresh, row);
        }
        Ok(block)
    }
}

/// Returns the numbers of one of several parts of nearly equal size.
fn part(whole: usize, number: usize, parts: usize) -> std::ops::Range<usize> {
    whole * number / parts..whole * (number + 1) / parts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::inputs::{ConnectFourInputs, pairs};
    use crate::train::{Settings, Trainer};
    use plywood_search::Game;
    use plywood_search::games::ConnectFour;
    use std::collections::BTreeSet;

    /// Positions of random games, with their numbers as scores.
    fn filled(mut rows: Rows<ConnectFourInputs>, chunk: usize) -> Rows<ConnectFourInputs> {
        rows.chunk = chunk;
        let (mut random, mut board) = (Rng::with_seed(1), ConnectFour::new());
        for number in 0..10_037 {
            let moves = board.legal_moves();
            board = random
                .choice(moves.iter())
                .map_or_else(ConnectFour::new, |mv| board.after(*mv));
            rows.push(&board, Score::centipawns(number), 1.0).unwrap();
        }
        rows
    }

    fn empty() -> Block {
        Block::of_inputs::<ConnectFourInputs>(ConnectFourInputs::COUNT)
    }

    fn scores(rows: &Rows<ConnectFourInputs>, block: &Block) -> Vec<i16> {
        let mut pairs = Vec::new();
        let numbers = 0..block.len() as u32;
        assert!(rows.len() == 10_037);
        numbers
            .map(|number| block.row::<ConnectFourInputs>(number, &mut pairs).score)
            .collect()
    }

    #[test]
    fn blocks_have_every_position_once_and_some_of_every_chunk() {
        let rows = filled(Rows::new(1), 3_000);
        let mut all = BTreeSet::new();
        assert_eq!(rows.blocks(), 4);
        for number in 0..4 {
            let scores = scores(&rows, &rows.block(number, empty()).unwrap());
            assert!((2_500..2_520).contains(&scores.len()), "{}", scores.len());
            for chunk in 0..3 {
                let of_chunk = scores.iter().filter(|score| *score / 3_000 == chunk);
                assert_eq!(of_chunk.count(), 750);
            }
            all.extend(scores);
        }
        assert!(all.into_iter().eq(0..10_037));
        // Up to a million positions are one block, in their original order.
        let rows = filled(Rows::new(1), CHUNK);
        let block = rows.block(0, empty()).unwrap();
        assert!(rows.blocks() == 1 && scores(&rows, &block).into_iter().eq(0..10_037));
        assert_eq!(block.bytes_of(7), rows.fresh.bytes_of(7));
        let mut found = Vec::new();
        block.row::<ConnectFourInputs>(0, &mut found);
        assert_eq!(
            found.len(),
            pairs::<ConnectFourInputs>(&ConnectFour::new()).count() + 1
        );
    }

    #[test]
    fn it_does_not_matter_where_positions_wait() {
        let path = std::env::temp_dir().join(format!("plywood-rows-{}", std::process::id()));
        let mut options = std::fs::OpenOptions::new();
        let file = options.read(true).write(true).create(true).truncate(true);
        let file = file.open(&path).unwrap();
        let damaged = file.try_clone().unwrap();
        let settings = Settings {
            hidden: 16,
            buckets: 1,
            epochs: 2,
            batch: 256,
            ..Settings::default()
        };
        let trained = |rows: &Rows<ConnectFourInputs>, threads| {
            let mut trainer = Trainer::new(settings, rows);
            let last = (0..2)
                .map(|_| trainer.epoch(rows, rows, threads, &mut |_| ()).unwrap())
                .last();
            (trainer.network().to_bytes(), last)
        };
        let in_file = filled(Rows::stored(1, Box::new(file)), 3_000);
        let in_memory = filled(Rows::new(1), 3_000);
        assert_eq!(in_file.checksum(), in_memory.checksum());
        assert_eq!(trained(&in_file, 1), trained(&in_memory, 3));
        assert_ne!(
            trained(&in_memory, 1).0,
            trained(&filled(Rows::new(1), CHUNK), 1).0
        );
        damaged.set_len(10_000).unwrap();
        let mut trainer = Trainer::new(settings, &in_file);
        let cut = trainer.epoch(&in_file, &in_file, 1, &mut |_| ());
        assert_eq!(cut.unwrap_err().kind(), io::ErrorKind::UnexpectedEof);
        std::fs::remove_file(&path).unwrap();
    }
}
