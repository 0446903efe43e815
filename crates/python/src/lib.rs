//! plywood for Python: the extension module `plywood._plywood`.

#![expect(
    clippy::doc_markdown,
    clippy::needless_pass_by_value,
    clippy::redundant_closure_for_method_calls,
    clippy::too_many_arguments,
    clippy::trivially_copy_pass_by_ref,
    clippy::unused_self,
    clippy::used_underscore_items,
    clippy::wrong_self_convention,
    reason = "Python's names and keywords, its values, and docstrings that are plain text"
)]

mod values;
mod run;
mod moves;
mod drawing;
mod position;
mod history;
mod porting;
mod score;
mod pgn;
mod files;
mod games;
mod game_position;
mod limits;
mod own_parts;
mod own_game;
mod any_game;
mod declared;
mod report;
mod programs;
mod strategy;
mod comparing;
mod lab;
mod laws;
mod evaluating;
mod columns;
mod rows;
mod many;
mod learning;
mod pgn_table;

use pyo3::prelude::*;

#[pymodule(gil_used = false)]
mod _plywood {
    #[pymodule_export]
    use crate::columns::Columns;
    #[pymodule_export]
    use crate::comparing::{Tree, compare};
    #[pymodule_export]
    use crate::declared::declarations;
    #[pymodule_export]
    use crate::evaluating::{evaluate, evaluators, explain, ladder, strategies};
    #[pymodule_export]
    use crate::files::{Book, Epd, Syzygy, epd_operation, epd_operations, write_file};
    #[pymodule_export]
    use crate::game_position::GamePosition;
    #[pymodule_export]
    use crate::history::History;
    #[pymodule_export]
    use crate::lab::{ablate, play_match, solve_suite};
    #[pymodule_export]
    use crate::laws::{check_laws, judge, verify};
    #[pymodule_export]
    use crate::learning::{chosen, encoded, masked, results, searched};
    #[pymodule_export]
    use crate::many::{evaluate_many, features_many, search_many};
    #[pymodule_export]
    use crate::moves::Move;
    #[pymodule_export]
    use crate::pgn::{PgnGame, PgnNode, PgnReader};
    #[pymodule_export]
    use crate::pgn_table::PgnTable;
    #[pymodule_export]
    use crate::porting::board::LegalMoves;
    #[pymodule_export]
    use crate::porting::moves::{AmbiguousMoveError, IllegalMoveError, InvalidMoveError};
    #[pymodule_export]
    use crate::porting::pieces::attacks_of;
    #[pymodule_export]
    use crate::porting::squares::{SquareSet, between, ray};
    #[pymodule_export]
    use crate::position::Position;
    #[pymodule_export]
    use crate::run::end_calls;
    #[pymodule_export]
    use crate::score::Score;
    #[pymodule_export]
    use crate::strategy::Strategy;
    #[pymodule_export]
    #[expect(non_upper_case_globals, reason = "the name that Python uses")]
    const __version__: &str = env!("CARGO_PKG_VERSION");

    #[pymodule_init]
    fn init(module: &pyo3::Bound<'_, pyo3::types::PyModule>) -> pyo3::PyResult<()> {
        crate::porting::add_to(module)
    }
}
