//! What learning needs: moves with numbers, masks of the legal ones, planes, and many games that go on at once.

use crate::any_game::{AnyGame, on_game};
use crate::games::Hosted;
use crate::many::bytes_of_chess;
use crate::run::Run;
use crate::values::wrong;
use plywood_core::Position;
use plywood_eval::Score;
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyList};
use std::cmp::Ordering;

/// The number of a move, as an output of a network: one that no other legal move of the position has.
///
/// In chess it is 64 times the square that is left plus the square that is reached, where a1 is 0 and castling takes the rook;
/// promotions to other pieces than a queen follow from 4096 on. In connect four it is the column, in tic-tac-toe the cell.
#[pyfunction]
pub(crate) fn move_to_index(position: &Bound<'_, PyAny>, mv: &Bound<'_, PyAny>) -> PyResult<usize> {
    fn number<G: Hosted>(position: &G, mv: &Bound<'_, PyAny>) -> PyResult<usize> {
        check_numbered::<G>()?;
        position.move_from_python(mv).map(G::move_number)
    }
    on_game!(AnyGame::at(position, &Run::new())?, |_, played| number(
        played.position(),
        mv
    ))
}

/// The legal move that has this number.
#[pyfunction]
pub(crate) fn index_to_move(position: &Bound<'_, PyAny>, index: usize) -> PyResult<Py<PyAny>> {
    fn named<G: Hosted>(position: &G, index: usize, py: Python<'_>) -> PyResult<Py<PyAny>> {
        check_numbered::<G>()?;
        G::move_to_python(move_of(position, index)?, py)
    }
    let py = position.py();
    on_game!(AnyGame::at(position, &Run::new())?, |_, played| named(
        played.position(),
        index,
        py
    ))
}

/// For each of many positions of a game a byte for every number of a move, 1 where it is legal; and how many numbers there are.
#[pyfunction]
pub(crate) fn mask_bytes<'py>(
    positions: &Bound<'py, PyList>,
) -> PyResult<(Bound<'py, PyByteArray>, usize)> {
    let (bytes, numbers) = on_game!(game_of(positions)?, |_, played| {
        let all = read(played.position(), positions)?;
        positions.py().detach(|| masks(&all))
    });
    Ok((PyByteArray::new(positions.py(), &bytes), numbers))
}

/// The planes of many positions of a game, one after the other, and their shape: planes, rows from the lowest, columns.
#[pyfunction]
pub(crate) fn plane_bytes<'py>(
    positions: &Bound<'py, PyList>,
) -> PyResult<(Bound<'py, PyByteArray>, [usize; 3])> {
    let (bytes, shape) = match game_of(positions)? {
        AnyGame::Chess(..) => {
            let bytes = bytes_of_chess(positions, |position| {
                let mut planes = [0; 12 * 64];
                position.draw_planes(&mut planes);
                planes
            });
            return Ok((bytes?, Position::PLANES));
        }
        game => on_game!(game, |_, played| {
            let all = read(played.position(), positions)?;
            positions.py().detach(|| drawn(&all))
        }),
    };
    Ok((PyByteArray::new(positions.py(), &bytes), shape))
}

/// Where many games stand after a move in each, by its number; and how those have ended for the side that moved: 1 it has won, 0 a
/// draw, -1 it has lost; None of a game that goes on.
#[pyfunction]
pub(crate) fn step_many(
    positions: &Bound<'_, PyList>,
    indices: Vec<usize>,
) -> PyResult<(Vec<Py<PyAny>>, Vec<Option<i8>>)> {
    if positions.len() != indices.len() {
        let counts = (positions.len(), indices.len());
        return Err(wrong(format!(
            "{} positions have {} moves",
            counts.0, counts.1
        )));
    }
    on_game!(game_of(positions)?, |_, played| {
        let all = read(played.position(), positions)?;
        stepped(&all, &indices, positions.py())
    })
}

/// The game of the first of many positions; where there are none, chess.
fn game_of(positions: &Bound<'_, PyList>) -> PyResult<AnyGame> {
    match positions.get_item(0) {
        Ok(first) => AnyGame::at(&first, &Run::new()),
        Err(_) => AnyGame::named("chess".into_pyobject(positions.py())?.as_any(), &Run::new()),
    }
}

fn check_numbered<G: Hosted>() -> PyResult<()> {
    if G::MOVE_NUMBERS > 0 {
        return Ok(());
    }
    Err(wrong(
        "only moves of chess, connect four and tic-tac-toe have numbers",
    ))
}

/// The positions, which are of the same game as the first one.
fn read<G: Hosted>(_first: &G, positions: &Bound<'_, PyList>) -> PyResult<Vec<G>> {
    check_numbered::<G>()?;
    let run = Run::new();
    let all = positions.iter();
    all.map(|position| G::from_python(&position, &run))
        .collect()
}

fn masks<G: Hosted>(positions: &[G]) -> (Vec<u8>, usize) {
    let mut masks = vec![0; positions.len() * G::MOVE_NUMBERS];
    for (position, mask) in positions.iter().zip(masks.chunks_mut(G::MOVE_NUMBERS)) {
        for &mv in position.legal_moves().iter() {
            mask[G::move_number(mv)] = 1;
        }
    }
    (masks, G::MOVE_NUMBERS)
}

fn drawn<G: Hosted>(positions: &[G]) -> (Vec<u8>, [usize; 3]) {
    let length = G::PLANES.iter().product();
    let mut planes = vec![0; positions.len() * length];
    for (position, planes) in positions.iter().zip(planes.chunks_mut(length)) {
        position.draw_planes(planes);
    }
    (planes, G::PLANES)
}

fn move_of<G: Hosted>(position: &G, index: usize) -> PyResult<G::Move> {
    let moves = position.legal_moves();
    let mut moves = moves.iter().copied();
    let found = moves.find(|mv| G::move_number(*mv) == index);
    found.ok_or_else(|| {
        wrong(format!(
            "no legal move has the number {index} in {position}"
        ))
    })
}

fn stepped<G: Hosted>(
    positions: &[G],
    indices: &[usize],
    py: Python<'_>,
) -> PyResult<(Vec<Py<PyAny>>, Vec<Option<i8>>)> {
    let step = |(position, index): (&G, &usize)| {
        let after = position.after(move_of(position, *index)?);
        let result = after
            .ending_at_leaf()
            .map(|ending| match ending.score(0).cmp(&Score::DRAW) {
                Ordering::Less => 1,
                Ordering::Equal => 0,
                Ordering::Greater => -1,
            });
        Ok((after.to_python(py)?, result))
    };
    let steps: PyResult<Vec<_>> = positions.iter().zip(indices).map(step).collect();
    Ok(steps?.into_iter().unzip())
}
