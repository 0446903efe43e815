//! [`Rows`]: tables made from rows.

use crate::columns::Columns;
use arrow_array::{
    Array, ArrayRef, Float32Array, Float64Array, Int32Array, Int64Array, RecordBatch, StringArray,
    UInt64Array,
};
use plywood_eval::Score;
use std::sync::Arc;

/// Rows, and the columns made from them.
pub(crate) struct Rows<'a, R> {
    rows: &'a [R],
    columns: Vec<(&'a str, ArrayRef, bool)>,
}

/// A type of value for a column.
pub(crate) trait Value: Sized {
    /// The column.
    type Column: Array + FromIterator<Option<Self>> + 'static;
}

macro_rules! values {
    ($($value:ty => $column:ident),*) => {
        $(impl Value for $value {
            type Column = $column;
        })*
    };
}
values!(i32 => Int32Array, i64 => Int64Array, u64 => UInt64Array, f32 => Float32Array, f64 => Float64Array);
values!(&str => StringArray, String => StringArray);

impl<'a, R> Rows<'a, R> {
    pub(crate) const fn of(rows: &'a [R]) -> Self {
        Self {
            rows,
            columns: Vec::new(),
        }
    }

    /// Adds a column with a value for each row.
    pub(crate) fn add<T: Value>(
        mut self,
        name: &'a str,
        value: impl Fn(&'a R) -> Option<T>,
    ) -> Self {
        let column: T::Column = self.rows.iter().map(value).collect();
        self.columns.push((name, Arc::new(column), true));
        self
    }

    /// Adds the columns of a score for the side to move.
    pub(crate) fn add_score(self, score: impl Fn(&'a R) -> Option<Score>) -> Self {
        self.add_score_as(["centipawns", "mate_in"], score)
    }

    /// Adds the columns of a score from White's point of view.
    pub(crate) fn add_white_score(self, score: impl Fn(&'a R) -> Option<Score>) -> Self {
        self.add_score_as(["white_centipawns", "white_mate_in"], score)
    }

    fn add_score_as(self, names: [&'a str; 2], score: impl Fn(&'a R) -> Option<Score>) -> Self {
        let columns = self.add(names[0], |row| score(row)?.as_centipawns());
        columns.add(names[1], |row| score(row)?.mate_in())
    }

    pub(crate) fn batch(self) -> RecordBatch {
        let batch = RecordBatch::try_from_iter_with_nullable(self.columns);
        batch.expect("every column has a value for each row")
    }

    pub(crate) fn columns(self) -> Columns {
        Columns(self.batch())
    }
}
