//! Training: from positions with scores and results to a [`Network`](crate::Network).

mod block;
mod rows;
mod gradient;
mod adam;
mod trainer;

pub use rows::{Rows, Storage};
pub use trainer::{Epoch, Settings, Trainer, TrainerError};
