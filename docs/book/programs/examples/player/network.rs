//! Chapter 12: a network, layer by layer.

use plywood::eval::Side;
use plywood::{Evaluator, Position, Score};
use plywood_net::{ChessInputs, Inputs, Network};

/// A weight of 1 in each of the two layers.
const ONE: [i32; 2] = [255, 64];

/// The weights of a network, in the order of its file: the biases of the hidden units, a row for each input with a weight for each unit,
/// then for each output the weights of the units as each side sees them, and the biases of the outputs.
pub struct Neurons {
    weights: Vec<i32>,
    hidden: usize,
    outputs: usize,
    scale: i32,
}

impl Neurons {
    pub fn of(network: &Network) -> Self {
        let file = network.to_bytes();
        let end = file.iter().position(|byte| *byte == b'\n');
        let (line, numbers) = file.split_at(end.expect("the file begins with a line") + 1);
        let line = String::from_utf8_lossy(line);
        let scale = line.split_whitespace().last().map(str::parse);
        let pairs = numbers.as_chunks().0.iter();
        Self {
            weights: pairs.map(|pair| i16::from_le_bytes(*pair).into()).collect(),
            hidden: network.hidden(),
            outputs: network.buckets(),
            scale: scale
                .and_then(Result::ok)
                .expect("the line ends with the scale"),
        }
    }

    /// Returns what each hidden unit says to a side that sees these inputs.
    fn activations(&self, inputs: impl Iterator<Item = usize>) -> Vec<i32> {
        let (biases, rows) = self.weights.split_at(self.hidden);
        // ANCHOR: yours // The row of an input begins at `input * self.hidden`.
        // ANCHOR: yours todo!("add up the weights, clip each sum from 0 to ONE[0], and square it")
        let mut sums = biases.to_vec();
        for input in inputs {
            let row = &rows[input * self.hidden..];
            for (sum, weight) in sums.iter_mut().zip(row) {
                *sum += weight;
            }
        }
        let clipped = sums.into_iter().map(|sum| sum.clamp(0, ONE[0]));
        clipped.map(|activation| activation.pow(2)).collect()
        // ANCHOR_END: yours
    }
}

impl Evaluator<Position> for Neurons {
    fn evaluate(&self, position: &Position) -> Score {
        let facts = ChessInputs::facts(position);
        let set = |bit: &usize| facts[bit / 64] >> (bit % 64) & 1 == 1;
        let mut turns = ChessInputs::turns(&facts);
        if ChessInputs::to_move(position) == Side::Second {
            turns.reverse();
        }
        let output = ChessInputs::bucket(&facts, self.outputs);
        let second = &self.weights[(1 + ChessInputs::COUNT + 2 * output) * self.hidden..];
        let seen = turns.map(|turn| {
            let facts = (0..64 * facts.len()).filter(set);
            self.activations(facts.map(|fact| ChessInputs::input(turn, fact)))
        });
        let products = seen.iter().flatten().zip(second);
        let sum: i64 = products
            .map(|(said, weight)| i64::from(said * weight))
            .sum();
        let biases = &self.weights[(1 + ChessInputs::COUNT + 2 * self.outputs) * self.hidden..];
        let value = sum / i64::from(ONE[0]) + i64::from(biases[output]);
        let score = value * i64::from(self.scale) / i64::from(ONE[0] * ONE[1]);
        Score::centipawns(i32::try_from(score.clamp(-10_000, 10_000)).unwrap_or_default())
    }
}
