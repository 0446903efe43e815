//! [`Job`]: everything that decides what a piece of work consists of.

use crate::version::VERSION;
use plywood_catalog::Spec;
use plywood_net::Checksum;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::fs;

/// Everything that decides the results of a piece of work, but for how much of it there is.
///
/// ```
/// use plywood_lab::Job;
///
/// let job = |seed: &str| Job::new("match", ["a", "b"], [("seed", seed)]);
/// assert_eq!(job("1").hash(), job("1").hash());
/// assert_eq!(
///     job("1").difference(&job("2")).as_deref(),
///     Some("its seed is \"1\"")
/// );
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Job {
    /// The kind of work: `match`, `suite`, `compare` or `ablate`.
    pub work: String,
    /// The version of the program, which has a name for the sources it was built from.
    pub version: String,
    /// The players, with their settings.
    pub players: Vec<String>,
    /// All other settings, by name.
    pub terms: Vec<(String, String)>,
}

impl Job {
    /// The job of this kind by this version. For an evaluator with weights from a file, `NAME@FILE`, one more term has
    /// what the file holds.
    #[must_use]
    pub fn new<P: Into<String>, N: Into<String>, V: Into<String>>(
        work: &str,
        players: impl IntoIterator<Item = P>,
        terms: impl IntoIterator<Item = (N, V)>,
    ) -> Self {
        let players: Vec<String> = players.into_iter().map(Into::into).collect();
        let terms = terms.into_iter();
        let mut terms: Vec<(String, String)> = terms
            .map(|(name, value)| (name.into(), value.into()))
            .collect();
        let spec = |player: &String| player.parse().ok().and_then(|spec: Spec| spec.evaluator);
        let common = terms.iter().find(|(name, _)| name == "evaluator");
        let common = common.map(|(_, evaluator)| evaluator.clone());
        let evaluators = players.iter().filter_map(spec).chain(common);
        let weights: BTreeSet<(String, String)> = evaluators.filter_map(weights).collect();
        terms.extend(weights);
        Self {
            work: work.to_owned(),
            version: VERSION.to_owned(),
            players,
            terms,
        }
    }

    /// The hash of the whole job, as sixteen hexadecimal digits.
    #[must_use]
    pub fn hash(&self) -> String {
        let names = [&self.work, &self.version].into_iter().chain(&self.players);
        let terms = self.terms.iter().flat_map(|(name, value)| [name, value]);
        let texts = names.chain(terms);
        // Every text is followed by a byte that no text contains, so that no two charters are joined to the same bytes.
        let add = |sum: Checksum, text: &String| sum.with(text.as_bytes()).with(&[0xFF]);
        texts.fold(Checksum::new(), add).text()
    }

    /// The value of a setting.
    #[must_use]
    pub fn term(&self, name: &str) -> Option<&str> {
        let found = self.terms.iter().find(|(known, _)| known == name);
        found.map(|(_, value)| value.as_str())
    }

    /// What is different in another job, in a few words about this one.
    #[must_use]
    pub fn difference(&self, other: &Self) -> Option<String> {
        if self.work != other.work {
            return Some(format!("it is of the command {}", self.work));
        }
        if self.version != other.version {
            return Some(format!(
                "it was written by version {}, and this is {}",
                self.version, other.version
            ));
        }
        if self.players != other.players {
            return Some(format!("its players are {}", self.players.join(" ")));
        }
        let pairs = self.terms.iter().zip(&other.terms);
        let mut different = pairs
            .filter(|(mine, theirs)| mine != theirs)
            .map(|(mine, _)| format!("its {} is {:?}", mine.0, mine.1));
        let other_settings = "it has other settings".to_owned();
        let has_other_settings = self.terms.len() != other.terms.len();
        different
            .next()
            .or(has_other_settings.then_some(other_settings))
    }
}

/// The file of weights of an evaluator, with the checksum of what it holds.
#[expect(clippy::needless_pass_by_value, reason = "`filter_map` passes a value")]
fn weights(evaluator: String) -> Option<(String, String)> {
    let (_, file) = evaluator.split_once('@')?;
    let bytes = fs::read(file).ok()?;
    let checksum = Checksum::new().with(&bytes).text();
    Some((format!("weights in {file}"), checksum))
}
