//! [`deviations`]: how much fitted weights would vary if other games had been played.

use crate::fit::descent::{Descent, dot};

/// The covariance table of the weights grows with the square of their number.
const MOST: usize = 3_000;

/// Returns the standard deviation of each seen weight; `None` for the others, and for all of them if there are too many.
///
/// It is the "sandwich" estimate: the variation of the slopes between games, seen through the curvature of the error. The positions of a
/// game count as one observation, and the old value of a weight as another.
pub(super) fn deviations(
    descent: &Descent<'_>,
    weights: &[f64],
    seen: &[usize],
) -> Vec<Option<f64>> {
    let mut deviations = vec![None; seen.len()];
    let columns: Vec<usize> = (0..seen.len()).filter(|&column| seen[column] > 0).collect();
    if columns.len() > MOST {
        return deviations;
    }
    let mut places = vec![0; seen.len()];
    for (place, &column) in columns.iter().enumerate() {
        places[column] = place;
    }
    let (rows, leads) = (descent.rows, descent.rows.times(weights));
    let mut curvature = Symmetric::diagonal(columns.len(), descent.hold());
    let held = descent.hold() * descent.likeness();
    let mut spread = Symmetric::diagonal(columns.len(), held);
    let (bends, pulls) = (descent.bends(&leads), descent.pulls(&leads));
    let mut slopes = vec![0.0; columns.len()];
    for game in rows.by_game() {
        let mut touched = Vec::new();
        for row in game {
            let entries = rows.row(row);
            let entries: Vec<_> = entries.map(|(at, value)| (places[at], value)).collect();
            curvature.add_square(&entries, bends[row]);
            for (place, value) in entries {
                slopes[place] += pulls[row] * value;
                touched.push(place);
            }
        }
        touched.sort_unstable();
        touched.dedup();
        let slopes = |place: usize| (place, std::mem::take(&mut slopes[place]));
        let entries: Vec<_> = touched.into_iter().map(slopes).collect();
        spread.add_square(&entries, 1.0);
    }
    curvature.factor();
    for (place, &column) in columns.iter().enumerate() {
        let influence = curvature.solve_unit(place);
        deviations[column] = Some(spread.square_of(&influence).max(0.0).sqrt());
    }
    deviations
}

/// A symmetric matrix, stored as the part below the diagonal.
struct Symmetric {
    rows: Vec<Vec<f64>>,
}

impl Symmetric {
    fn diagonal(size: usize, value: f64) -> Self {
        let row = |index| {
            let mut row = vec![0.0; index + 1];
            row[index] = value;
            row
        };
        Self {
            rows: (0..size).map(row).collect(),
        }
    }

    /// Adds the products of any two entries, times a factor. The entries have ascending places.
    fn add_square(&mut self, entries: &[(usize, f64)], factor: f64) {
        for (index, &(place, value)) in entries.iter().enumerate() {
            let row = &mut self.rows[place];
            for &(other, other_value) in &entries[..=index] {
                row[other] += factor * value * other_value;
            }
        }
    }

    /// Replaces the matrix with its Cholesky factor. It must be positive definite.
    fn factor(&mut self) {
        for index in 0..self.rows.len() {
            let (above, rest) = self.rows.split_at_mut(index);
            let row = &mut rest[0];
            for (column, other) in above.iter().enumerate() {
                let known: f64 = dot(&row[..column], &other[..column]);
                row[column] = (row[column] - known) / other[column];
            }
            let known = dot(&row[..index], &row[..index]);
            row[index] = (row[index] - known).max(f64::MIN_POSITIVE).sqrt();
        }
    }

    /// Returns a column of the inverse of the factored matrix.
    fn solve_unit(&self, unit: usize) -> Vec<f64> {
        let mut solution = vec![0.0; self.rows.len()];
        solution[unit] = 1.0;
        for index in unit..self.rows.len() {
            let row = &self.rows[index];
            let known = dot(&row[unit..index], &solution[unit..index]);
            solution[index] = (solution[index] - known) / row[index];
        }
        for index in (0..self.rows.len()).rev() {
            let row = &self.rows[index];
            let value = solution[index] / row[index];
            solution[index] = value;
            for (entry, factor) in solution[..index].iter_mut().zip(row) {
                *entry -= factor * value;
            }
        }
        solution
    }

    /// Returns the vector times the matrix times the vector.
    fn square_of(&self, vector: &[f64]) -> f64 {
        let part = |(row, &value): (&Vec<f64>, &f64)| {
            let below = row.len() - 1;
            value * (2.0 * dot(&row[..below], &vector[..below]) + row[below] * value)
        };
        self.rows.iter().zip(vector).map(part).sum()
    }
}
