//! Batches of positions as bytes for networks, moves by number, and a search that asks a network. `plywood.learning` makes arrays of them.

use crate::any_game::{AnyGame, on_game};
use crate::games::Hosted;
use crate::own_game::OwnPosition;
use crate::run::Run;
use crate::values::{List, collected, look_sometimes, wrong};
use plywood_catalog::Playable as _;
use plywood_core::{self as chess, Bitboard, CastlingSide, Color, PieceKind, Square};
use plywood_eval::{Score, Side};
use plywood_search::games::{At, BoardGame, Breakthrough, Play};
use plywood_search::games::{Backgammon, ConnectFour, EinStein, TicTacToe, Tree};
use plywood_search::{Growing, Puct};
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyString};
use std::sync::Arc;

/// A game whose moves have numbers and whose positions have planes.
trait Numbered: Hosted<Move: Send> + Send + Sync {
    /// The number of different moves in the whole game; 0 if they have no numbers.
    const MOVES: usize = 0;

    fn numbers(&self) -> PyResult<usize> {
        let error = unnumbered::<Self>;
        (Self::MOVES > 0).then_some(Self::MOVES).ok_or_else(error)
    }

    /// The number of a legal move.
    fn number(&self, mv: Self::Move) -> PyResult<usize> {
        Ok(usize::from(Self::move_code(mv)))
    }

    /// The number of planes, and their rows and columns.
    const SHAPE: [usize; 3] = [0; 3];

    /// Fills the planes, which are all 0 before: the stones of the side to move, and then those of the other, the lowest row first.
    fn encode(&self, planes: &mut [u8]) {
        let is_first = self.side_to_move(0) == Side::First;
        let signs = if is_first { ['X', 'O'] } else { ['O', 'X'] };
        let text = self.to_string();
        for (plane, sign) in planes.chunks_mut(planes.len() / 2).zip(signs) {
            let cells = text.split_whitespace().rev().flat_map(str::chars);
            let cells = plane.iter_mut().zip(cells);
            cells.for_each(|(cell, found)| *cell = (found == sign).into());
        }
    }
}

/// The moves from a square: 56 of a queen, eight of a knight, and nine promotions to other pieces.
const FROM_SQUARE: usize = 73;

impl Numbered for chess::Position {
    const MOVES: usize = 64 * FROM_SQUARE;

    fn number(&self, mv: chess::Move) -> PyResult<usize> {
        let side = self.side_to_move();
        let seen = |square: Square| square.relative_to(side).index().cast_signed();
        let (from, landing, to) = (seen(mv.from()), seen(mv.destination()), seen(mv.to()));
        // In Chess960 the king may castle to the next square, or stay; then it takes its rook.
        let is_far = (landing % 8 - from % 8).abs() > 1;
        let to = if is_far { landing } else { to };
        let (right, up) = (to % 8 - from % 8, to / 8 - from / 8);
        let plane = match mv.promotion() {
            Some(kind) if kind != PieceKind::Queen => 61 + 3 * kind as isize + right + 1,
            _ if right * up == 0 || right.abs() == up.abs() => {
                let direction = 3 * (right.signum() + 1) + up.signum() + 1;
                let direction = direction - isize::from(direction > 4);
                7 * direction + right.abs().max(up.abs()) - 1
            }
            _ => 56 + 2 * (right + 2 - isize::from(right > 0)) + isize::from(up > 0),
        };
        Ok(from.cast_unsigned() * FROM_SQUARE + plane.cast_unsigned())
    }

    const SHAPE: [usize; 3] = [22, 8, 8];

    fn encode(&self, planes: &mut [u8]) {
        let side = self.side_to_move();
        let set = |set: Bitboard| bytes_of(set.relative_to(side));
        let all = |number: u32| [u8::try_from(number).unwrap_or(u8::MAX); 64];
        let castles = |color, to| all(self.castling_rook(color, to).is_some().into());
        let sides = [CastlingSide::Kingside, CastlingSide::Queenside];
        let colors = [side, !side];
        let pieces = colors.map(|color| PieceKind::ALL.map(|kind| set(self.pieces(color, kind))));
        let castling = colors.map(|color| sides.map(|to| castles(color, to)));
        let state = [
            all((side == Color::Black).into()),
            all(self.halfmove_clock()),
            all(self.fullmove_number()),
            set(self.en_passant().into_iter().collect()),
        ];
        let found = [pieces.as_flattened(), castling.as_flattened(), &state].concat();
        let (planes, _) = planes.split_at_mut(64 * found.len());
        planes.copy_from_slice(found.as_flattened());
    }
}

/// A byte for each square, 1 in the set, a1 first.
fn bytes_of(set: Bitboard) -> [u8; 64] {
    let mut bytes = [0; 64];
    for (row, bits) in bytes.as_chunks_mut().0.iter_mut().zip(set.0.to_le_bytes()) {
        // Each byte keeps another bit, and becomes 1 unless it is 0.
        let bits = (u64::from(bits) * 0x0101_0101_0101_0101) & 0x8040_2010_0804_0201;
        let ones = ((bits + 0x7F7F_7F7F_7F7F_7F7F) >> 7) & 0x0101_0101_0101_0101;
        *row = ones.to_le_bytes();
    }
    bytes
}

impl Numbered for ConnectFour {
    const MOVES: usize = 7;
    const SHAPE: [usize; 3] = [2, 6, 7];
}

impl Numbered for TicTacToe {
    const MOVES: usize = 9;
    const SHAPE: [usize; 3] = [2, 3, 3];
}

/// Three moves from each cell.
impl Numbered for BoardGame<Breakthrough> {
    const MOVES: usize = 64 * 3;
    const SHAPE: [usize; 3] = [2, 8, 8];

    fn number(&self, mv: Self::Move) -> PyResult<usize> {
        let Play::Between(from, to) = mv else {
            return Err(wrong("moves of breakthrough lead from one cell to another"));
        };
        let right = usize::from(to.column + 1 - from.column);
        Ok(seen(self, from) * 3 + right)
    }

    fn encode(&self, planes: &mut [u8]) {
        for (plane, letter) in planes.chunks_mut(64).zip([self.own(), self.other()]) {
            self.with(letter).for_each(|at| plane[seen(self, at)] = 1);
        }
    }
}

/// The number of a cell, from the first row of the side to move.
fn seen(board: &BoardGame<Breakthrough>, At { column, row }: At) -> usize {
    let is_first = board.side_to_move(0) == Side::First;
    usize::from(if is_first { row } else { 7 - row }) * 8 + usize::from(column)
}

impl Numbered for Tree {}

impl Numbered for EinStein {}

impl Numbered for Backgammon {}

/// A class lists its moves in `all_moves`.
impl<const ROLLS: bool> Numbered for OwnPosition<ROLLS> {
    fn numbers(&self) -> PyResult<usize> {
        Python::attach(|py| self.to_python(py)?.bind(py).getattr("all_moves")?.len())
    }

    fn number(&self, mv: Self::Move) -> PyResult<usize> {
        Python::attach(|py| {
            let moves = self.to_python(py)?.getattr(py, "all_moves")?;
            let mv = Self::move_to_python(mv, py)?;
            let number = moves.call_method1(py, "index", (&mv,));
            let error = |_| wrong(format!("{mv} is a legal move that all_moves lacks"));
            number.map_err(error)?.extract(py)
        })
    }
}

/// The legal moves of a position, none where chance moves; or the result for the side to move, from 0 to 1, if the game is over.
fn state<G: Numbered>(position: &G) -> Result<Vec<G::Move>, f64> {
    let moves = position.legal_moves();
    let Some(ending) = position.ending(&moves) else {
        let moves = moves.iter().filter(|_| !position.waits_for_chance());
        return Ok(moves.copied().collect());
    };
    let sign = ending.score(0).cmp(&Score::DRAW) as i8;
    Err(0.5 + 0.5 * f64::from(sign))
}

/// Evaluates an expression over positions of one game; an empty list is of chess.
macro_rules! on_positions {
    ($positions:expr, |$first:ident, $batch:ident| $result:expr) => {{
        let py = $positions.py();
        let (items, run) = (collected(0, $positions.try_iter()?)?, Run::new());
        let chess = PyString::new(py, "chess").into_any();
        let game = match items.first() {
            Some(first) => AnyGame::at(first, &run)
                .map_err(|error| wrong(format!("position 0: {}", error.value(py))))?,
            None => AnyGame::named(&chess, &run)?,
        };
        let result = on_game!(game, |_, played| {
            let ($first, $batch) = (played.position(), read(played.position(), &items, &run)?);
            $result
        });
        run.result()?;
        result
    }};
}

fn read<G: Hosted>(_: &G, items: &[Bound<'_, PyAny>], run: &Arc<Run>) -> PyResult<Vec<G>> {
    let one = |(number, item): (usize, &Bound<'_, PyAny>)| {
        let reason = |error: PyErr| wrong(format!("position {number}: {}", error.value(item.py())));
        G::from_python(item, run).map_err(reason)
    };
    collected(items.len(), items.iter().enumerate().map(one))
}

fn planes_of<G: Numbered>(_: &G) -> PyResult<Vec<usize>> {
    (G::SHAPE != [0; 3])
        .then(|| G::SHAPE.into())
        .ok_or_else(unnumbered::<G>)
}

/// The error for a game of this library without planes and numbers of moves.
fn unnumbered<G: Numbered>() -> PyErr {
    wrong(if G::STAKES.is_some() {
        "games with dice have no planes and no numbers of moves here; a class of yours may"
    } else {
        "positions of this game have no planes and no numbers of moves"
    })
}

/// The planes of positions, and the shape of their array.
#[pyfunction]
pub(crate) fn encoded<'py>(positions: &Bound<'py, PyAny>) -> PyResult<Filled<'py>> {
    let py = positions.py();
    on_positions!(positions, |first, batch| {
        filled(py, &batch, planes_of(first)?, |position, planes| {
            position.encode(planes);
            Ok(())
        })
    })
}

/// A byte for each move of the game and each position, 1 if it is legal there, and the shape of their array.
#[pyfunction]
pub(crate) fn masked<'py>(positions: &Bound<'py, PyAny>) -> PyResult<Filled<'py>> {
    let py = positions.py();
    on_positions!(positions, |first, batch| {
        filled(py, &batch, vec![first.numbers()?], |position, row| {
            for mv in state(position).unwrap_or_default() {
                row[position.number(mv)?] = 1;
            }
            Ok(())
        })
    })
}

type Filled<'py> = (Bound<'py, PyByteArray>, Vec<usize>);

/// Fills a row for each position, without holding the interpreter.
fn filled<'py, G: Sync>(
    py: Python<'py>,
    batch: &[G],
    mut shape: Vec<usize>,
    fill: impl Fn(&G, &mut [u8]) -> PyResult<()> + Sync,
) -> PyResult<Filled<'py>> {
    let size: usize = shape.iter().product();
    let bytes = PyByteArray::new_with(py, size * batch.len(), |bytes| {
        let rows = bytes.chunks_mut(size.max(1));
        py.detach(|| {
            let mut rows = batch.iter().zip(rows).enumerate();
            rows.try_for_each(|(number, (position, row))| {
                look_sometimes(number)?;
                fill(position, row)
            })
        })
    })?;
    shape.insert(0, batch.len());
    Ok((bytes, shape))
}

/// The legal move with a number in each position.
#[pyfunction]
pub(crate) fn chosen(positions: &Bound<'_, PyAny>, numbers: List<i64>) -> PyResult<Vec<Py<PyAny>>> {
    on_positions!(positions, |first, batch| {
        let (_, counts) = (first.numbers()?, (batch.len(), numbers.0.len()));
        if counts.0 != counts.1 {
            return Err(wrong(format!("{} games have {} moves", counts.0, counts.1)));
        }
        let mut found = Vec::with_capacity(batch.len());
        for (game, (position, asked)) in batch.iter().zip(&numbers.0).enumerate() {
            let is_it = |number: usize| usize::try_from(*asked) == Ok(number);
            let legal = state(position).map_err(|_| wrong(format!("game {game} is over")))?;
            let mut legal = legal.into_iter();
            let mv = legal.find(|mv| position.number(*mv).is_ok_and(is_it));
            let error = || format!("no legal move has the number {asked} in game {game}");
            found.push(shown(position, mv.ok_or_else(error).map_err(wrong)?)?);
        }
        Ok(found)
    })
}

fn shown<G: Hosted>(_: &G, mv: G::Move) -> PyResult<Py<PyAny>> {
    Python::attach(|py| G::move_to_python(mv, py))
}

/// The results for the sides that moved last: 1, 0 or -1, or NaN if the game is not over.
#[pyfunction]
pub(crate) fn results(positions: &Bound<'_, PyAny>) -> PyResult<Vec<f64>> {
    on_positions!(positions, |_first, batch| positions.py().detach(|| {
        let result =
            |position| state(position).map_or_else(|result| 1.0 - 2.0 * result, |_| f64::NAN);
        Ok(batch.iter().map(result).collect())
    }))
}

/// The visits of the moves by number, and the values, of a search in each position. `ask` takes leaves, and returns the bytes of the priors of
/// all moves and of the values, 32-bit numbers.
#[pyfunction]
pub(crate) fn searched(
    positions: &Bound<'_, PyAny>,
    ask: Py<PyAny>,
    rounds: usize,
    exploration: f64,
    megabytes: usize,
) -> PyResult<(Vec<Vec<u32>>, Vec<f64>)> {
    on_positions!(positions, |_first, batch| {
        let new = |(game, position)| {
            let tree = Growing::new(position, Puct::new(exploration), megabytes);
            let tree = tree.ok_or_else(|| wrong(format!("game {game} is over")))?;
            Ok(tree.with_seed(game as u64))
        };
        let trees = batch.iter().enumerate().map(new).collect::<PyResult<_>>()?;
        positions.py().detach(|| grown(&batch, trees, rounds, &ask))
    })
}

/// Plays rounds in all trees, and returns the visits of the moves and the values.
fn grown<G: Numbered>(
    batch: &[G],
    mut trees: Vec<Growing<G>>,
    rounds: usize,
    ask: &Py<PyAny>,
) -> PyResult<(Vec<Vec<u32>>, Vec<f64>)> {
    let width = batch.first().map_or(Ok(1), Numbered::numbers)?.max(1);
    for _ in 0..=rounds {
        let (mut asked, mut leaves) = (Vec::new(), Vec::new());
        for tree in &mut trees {
            let leaf = tree.leaf().clone();
            match state(&leaf) {
                Err(result) => tree.answer(&[], result),
                Ok(moves) => {
                    asked.push((tree, moves));
                    leaves.push(leaf);
                }
            }
        }
        let answers = Python::attach(|py| {
            py.check_signals()?;
            let leaves = leaves.iter().map(|leaf| leaf.to_python(py));
            let answer = ask.call1(py, (leaves.collect::<PyResult<Vec<_>>>()?,))?;
            let answer: [Bound<'_, PyBytes>; 2] = answer.extract(py)?;
            PyResult::Ok(answer.map(|bytes| {
                let numbers = bytes.as_bytes().as_chunks().0.iter();
                numbers
                    .map(|number| f32::from_ne_bytes(*number))
                    .collect::<Vec<_>>()
            }))
        });
        let [priors, values] = answers?;
        let answers = priors.chunks(width).zip(values);
        for (((tree, moves), leaf), (row, value)) in asked.into_iter().zip(&leaves).zip(answers) {
            let priors = moves.iter().map(|mv| Ok(row[leaf.number(*mv)?].into()));
            let mut priors: Vec<f64> = priors.collect::<PyResult<_>>()?;
            if priors.iter().all(|prior| *prior == 0.0) {
                priors.fill(1.0);
            }
            tree.answer(&priors, f64::from(1.0 + value) / 2.0);
        }
    }
    let mut visits = vec![vec![0; width]; batch.len()];
    for ((tree, position), row) in trees.iter().zip(batch).zip(&mut visits) {
        let visits = tree.visits().into_iter();
        for (mv, count) in visits.filter(|_| !position.waits_for_chance()) {
            row[position.number(mv)?] = count;
        }
    }
    let values = trees.iter().map(|tree| 2.0 * tree.mean() - 1.0);
    Ok((visits, values.collect()))
}
