//! [`Network`]: the weights of a network, its file, and its evaluation of a position.
//!
//! The file has a line of text, `plywood net 1 INPUTS HIDDEN BUCKETS SCALE`, then all weights as 16-bit numbers, the lowest byte first, and
//! finally a checksum of everything before it.

use crate::accumulators::{Accumulators, FirstLayer};
use crate::arithmetic::{
    FIRST_UNIT, MOST_HIDDEN, MOST_SECOND, SECOND_UNIT, STEP, Vector, activated, is_width,
};
use crate::inputs::{ChessInputs, Inputs};
use crate::picture::Layers;
use plywood_core::cpu::{Cpu, Multiversion, dispatch};
use plywood_eval::{Evaluator, Portrait, Score, Session, Side};
use plywood_report::Checksum;
use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;
use thiserror::Error;

/// A network as an evaluator. Each side's view of the position becomes a hidden layer, with the same weights for both; one of several
/// outputs weighs the squares of its activations, between 0 and 1.
///
/// All sums are of whole numbers, so every build on every processor gives the same scores. A search computes only the changes of each move.
///
/// ```
/// use plywood_core::Position;
/// use plywood_eval::Evaluator;
/// use plywood_net::{Model, Network};
///
/// let network: Network = Model::random(32, 8, 1).to_network(400);
/// let again: Network = Network::read(&network.to_bytes())?;
/// let position: Position =
///     "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3".parse()?;
/// assert_eq!(network.evaluate(&position), again.evaluate(&position));
/// assert_eq!(network.evaluate(&position), network.evaluate(&position.flip_colors()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Network<I = ChessInputs> {
    /// Shared, so that a session recognizes a clone of the network.
    weights: Arc<Weights>,
    /// The checksum of its file. Each search asks for it, so it is computed once.
    checksum: Checksum,
    inputs: PhantomData<fn() -> I>,
}

/// The weights of a network as whole numbers.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Weights {
    /// The centipawns of an output of 1.
    pub(crate) scale: u16,
    /// The bias of each hidden unit, in 255ths.
    pub(crate) first_biases: Vec<i16>,
    /// A row for each input, in 255ths.
    pub(crate) first: Vec<i16>,
    /// For each output, the weights of the side to move's view, followed by those of the other side's, in 64ths.
    pub(crate) second: Vec<i16>,
    /// The bias of each output, in fractions of 255 times 64.
    pub(crate) second_biases: Vec<i16>,
}

/// The error for a file that is not a network, or not one for this game.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum NetworkError {
    /// The file does not begin like a network.
    #[error("expected a network, which begins with \"plywood net 1\"")]
    NoNetwork,
    /// The network is for other inputs.
    #[error("expected a network for \"{expected}\", found one for \"{found}\"")]
    OtherInputs {
        /// The evaluator's inputs.
        expected: &'static str,
        /// The network's inputs.
        found: String,
    },
    /// A number of the first line is impossible.
    #[error("expected {expected} in the first line, found {found:?}")]
    Size {
        /// The expected numbers.
        expected: &'static str,
        /// The first line.
        found: String,
    },
    /// The file is truncated, or has extra bytes at its end.
    #[error("expected {expected} bytes, found {found}")]
    Length {
        /// The expected number of bytes.
        expected: usize,
        /// The bytes of the file.
        found: usize,
    },
    /// A byte has changed since it was written.
    #[error("the checksum is wrong: the file is damaged")]
    Checksum,
    /// A weight is so large that sums could overflow.
    #[error("a weight is too large")]
    Weight,
}

/// The beginning of files.
const MAGIC: &str = "plywood net 1 ";
/// The most outputs of a network.
pub(crate) const MOST_BUCKETS: usize = 32;
/// The largest score.
const MOST_CENTIPAWNS: i64 = 10_000;

impl Weights {
    pub(crate) fn hidden(&self) -> usize {
        self.first_biases.len()
    }

    fn all(&self) -> impl Iterator<Item = &i16> {
        let first = self.first_biases.iter().chain(&self.first);
        first.chain(&self.second).chain(&self.second_biases)
    }

    /// Returns `true` if no sum of a position with this many facts can overflow.
    fn is_sound(&self, most_facts: usize) -> bool {
        let largest = |weights: &[i16]| {
            let sizes = weights.iter().map(|weight| i32::from(*weight).abs());
            sizes.max().unwrap_or(0)
        };
        let facts = i32::try_from(most_facts).unwrap_or(i32::MAX);
        let most = largest(&self.first).saturating_mul(facts);
        most.saturating_add(largest(&self.first_biases)) <= i32::from(i16::MAX)
            && largest(&self.second) <= i32::from(MOST_SECOND)
    }
}

impl<I: Inputs> Network<I> {
    /// Returns the identifier of its file: the checksum of its bytes, as sixteen hexadecimal digits.
    #[must_use]
    pub fn checksum(&self) -> String {
        self.checksum.text()
    }

    pub(crate) fn weights(&self) -> &Weights {
        &self.weights
    }

    /// Returns a picture of the network's weights, if its inputs can be drawn.
    #[must_use]
    pub fn portrait(&self) -> Option<Portrait> {
        I::portrait(Layers {
            hidden: self.hidden(),
            first: &self.weights.first,
            second: &self.weights.second,
        })
    }

    /// Returns the number of hidden units.
    #[must_use]
    pub fn hidden(&self) -> usize {
        self.weights.hidden()
    }

    /// Returns the number of outputs.
    #[must_use]
    pub fn buckets(&self) -> usize {
        self.weights.second_biases.len()
    }

    /// Reads a network's file.
    ///
    /// # Errors
    /// [`NetworkError`] if the bytes are not those of a network for these inputs.
    pub fn read(bytes: &[u8]) -> Result<Self, NetworkError> {
        let rest = bytes.strip_prefix(MAGIC.as_bytes());
        let rest = rest.ok_or(NetworkError::NoNetwork)?;
        let end = rest.iter().position(|byte| *byte == b'\n');
        let end = end.ok_or(NetworkError::NoNetwork)?;
        let line = String::from_utf8_lossy(&rest[..end]).into_owned();
        let Sizes {
            name,
            hidden,
            buckets,
            scale,
        } = Sizes::read(&line)?;
        let known = [Some((I::NAME, I::COUNT)), I::COARSER];
        let known = known.into_iter().flatten().find(|known| known.0 == name);
        let Some((_, inputs)) = known else {
            return Err(NetworkError::OtherInputs {
                expected: I::NAME,
                found: name,
            });
        };
        let counts = [hidden, inputs * hidden, buckets * 2 * hidden, buckets];
        let length = MAGIC.len() + end + 1;
        let expected = length + 2 * counts.iter().sum::<usize>() + 8;
        if bytes.len() != expected {
            let found = bytes.len();
            return Err(NetworkError::Length { expected, found });
        }
        let (content, written) = bytes.split_at(bytes.len() - 8);
        let checksum = Checksum::new().with(content);
        if checksum.number().to_le_bytes() != written {
            return Err(NetworkError::Checksum);
        }
        let pairs = content[length..].chunks_exact(2);
        let mut numbers = pairs.map(|pair| i16::from_le_bytes([pair[0], pair[1]]));
        let [first_biases, first, second, second_biases] =
            counts.map(|count| -> Vec<i16> { numbers.by_ref().take(count).collect() });
        let weights = Weights {
            scale,
            first_biases,
            first: first.repeat(I::COUNT / inputs),
            second,
            second_biases,
        };
        Self::of(weights, checksum.with(written))
    }

    /// Makes a network of these weights, whose file has this checksum.
    fn of(weights: Weights, checksum: Checksum) -> Result<Self, NetworkError> {
        if !weights.is_sound(I::MOST_FACTS) {
            return Err(NetworkError::Weight);
        }
        Ok(Self {
            weights: Arc::new(weights),
            checksum,
            inputs: PhantomData,
        })
    }

    /// Makes a network of these weights.
    pub(crate) fn new(weights: Weights) -> Result<Self, NetworkError> {
        let network = Self::of(weights, Checksum::new())?;
        let checksum = Checksum::new().with(&network.to_bytes());
        Ok(Self {
            checksum,
            ..network
        })
    }

    /// Returns the file of the network. If it was read from a file of [coarser](Inputs::COARSER) inputs, it is written with all inputs and
    /// gets another checksum.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let Weights { scale, .. } = *self.weights;
        let (hidden, buckets) = (self.hidden(), self.buckets());
        let line = format!("{MAGIC}{} {hidden} {buckets} {scale}\n", I::NAME);
        let numbers = self.weights.all().flat_map(|number| number.to_le_bytes());
        let mut bytes: Vec<u8> = line.into_bytes().into_iter().chain(numbers).collect();
        let checksum = Checksum::new().with(&bytes).number();
        bytes.extend(checksum.to_le_bytes());
        bytes
    }
}

/// The first line of a file.
struct Sizes {
    name: String,
    hidden: usize,
    buckets: usize,
    scale: u16,
}

impl Sizes {
    fn read(line: &str) -> Result<Self, NetworkError> {
        let size = |expected| NetworkError::Size {
            expected,
            found: line.to_owned(),
        };
        let mut words = line.rsplitn(4, ' ');
        let mut number = |expected, fits: fn(usize) -> bool| {
            let number = words.next().and_then(|word| word.parse::<usize>().ok());
            let number = number.filter(|number| fits(*number));
            number.ok_or_else(|| size(expected))
        };
        let scale = number("a scale from 1 to 65535", |scale| {
            (1..=usize::from(u16::MAX)).contains(&scale)
        })?;
        let buckets = number("a number of outputs from 1 to 32", |buckets| {
            (1..=MOST_BUCKETS).contains(&buckets)
        })?;
        let width = "a number of hidden units from 16 to 512 that is a multiple of 16";
        let hidden = number(width, is_width)?;
        Ok(Self {
            name: words.next().unwrap_or_default().to_owned(),
            hidden,
            buckets,
            scale: u16::try_from(scale).unwrap_or(u16::MAX),
        })
    }
}

impl<I: Inputs> Evaluator<I::Position> for Network<I> {
    #[inline]
    fn evaluate_in(&self, position: &I::Position, session: &mut Session) -> Score {
        let ply = session.ply() as usize;
        let new = || Accumulators::<I::Facts>::new(self.hidden() / STEP);
        let memory = session.memory(&self.weights, new);
        let task = EvaluationTask::<I> {
            weights: &self.weights,
            position,
            ply,
            memory,
        };
        I::recalled(Score::centipawns(dispatch(task)))
    }
}

/// Weights as vectors, whose length divides theirs.
#[inline(always)]
fn vectors(weights: &[i16]) -> &[Vector] {
    weights.as_chunks().0
}

/// Computes a score, with or without a search's memory.
struct EvaluationTask<'a, I: Inputs> {
    weights: &'a Weights,
    position: &'a I::Position,
    ply: usize,
    memory: Option<&'a mut Accumulators<I::Facts>>,
}

impl<I: Inputs> Multiversion for EvaluationTask<'_, I> {
    type Output = i32;

    #[inline(always)]
    fn run<M: Cpu>(self) -> i32 {
        let Self {
            weights,
            position,
            ply,
            memory,
        } = self;
        let layer = FirstLayer {
            biases: vectors(&weights.first_biases),
            weights: vectors(&weights.first),
        };
        let facts = I::facts(position);
        let turns = I::turns(&facts);
        let buckets = weights.second_biases.len();
        let bucket = I::bucket(&facts, buckets).min(buckets - 1);
        let width = layer.biases.len();
        let second = &vectors(&weights.second)[bucket * 2 * width..][..2 * width];
        let to_move = I::to_move(position);
        let (own, others) = second.split_at(width);
        let [first_view, second_view] = match to_move {
            Side::First => [own, others],
            Side::Second => [others, own],
        };
        let [first_view, second_view] = if let Some(memory) = memory {
            let sums = memory.sums::<I>(ply, layer, (turns, &facts));
            [
                activated(sums[0], first_view),
                activated(sums[1], second_view),
            ]
        } else {
            let mut sums = [[[0; STEP]; MOST_HIDDEN / STEP]; 2];
            for (turn, sums) in turns.into_iter().zip(&mut sums) {
                layer.sum::<I>(turn, &facts, &mut sums[..width]);
            }
            let sums = sums.each_ref().map(|sums| &sums[..width]);
            [
                activated(sums[0], first_view),
                activated(sums[1], second_view),
            ]
        };
        let (first, second) = (i64::from(FIRST_UNIT), i64::from(SECOND_UNIT));
        let output = (first_view + second_view) / first + i64::from(weights.second_biases[bucket]);
        let score = output * i64::from(weights.scale) / (first * second);
        score.clamp(-MOST_CENTIPAWNS, MOST_CENTIPAWNS) as i32
    }
}

impl<I> Clone for Network<I> {
    fn clone(&self) -> Self {
        Self {
            weights: Arc::clone(&self.weights),
            checksum: self.checksum,
            inputs: PhantomData,
        }
    }
}

impl<I> PartialEq for Network<I> {
    fn eq(&self, other: &Self) -> bool {
        self.weights == other.weights
    }
}

impl<I> Eq for Network<I> {}

impl<I: Inputs> fmt::Debug for Network<I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Network")
            .field("hidden", &self.hidden())
            .field("buckets", &self.buckets())
            .finish_non_exhaustive()
    }
}
