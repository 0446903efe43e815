//! [`Job`]: everything that decides what a piece of work consists of.

use crate::journal::lines::JournalError;
use crate::version::VERSION;
use plywood_catalog::Spec;
use plywood_net::Checksum;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::fs;

/// Everything that decides the items of a piece of work, but for how many there are.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Job {
    /// The command whose work it is, such as `match`.
    pub work: String,
    /// The version of the program, which has a name for the sources it was built from.
    pub version: String,
    /// The settings by name. `players` are those who play or search, and `evaluator` is that of players who name none.
    pub settings: Value,
    /// What the evaluators' files of weights hold (`NAME@FILE`), as checksums.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub weights: BTreeMap<String, String>,
}

impl Job {
    pub(crate) fn new(work: &str, settings: &impl Serialize) -> Self {
        let settings = serde_json::to_value(settings).unwrap_or_default();
        let players = settings.get("players").and_then(Value::as_array);
        let players = players.into_iter().flatten().filter_map(Value::as_str);
        let evaluators = players.filter_map(|player| player.parse::<Spec>().ok()?.evaluator);
        let common = settings.get("evaluator").and_then(Value::as_str);
        let weights = |evaluator: String| {
            let (_, file) = evaluator.split_once('@')?;
            let held = fs::read(file).ok()?;
            Some((file.to_owned(), Checksum::new().with(&held).text()))
        };
        Self {
            work: work.to_owned(),
            version: VERSION.to_owned(),
            weights: evaluators
                .chain(common.map(str::to_owned))
                .filter_map(weights)
                .collect(),
            settings,
        }
    }

    /// The settings, of work that has such.
    pub(crate) fn settings<S: DeserializeOwned>(&self) -> Result<S, JournalError> {
        S::deserialize(&self.settings).map_err(|error| JournalError::Settings(error.to_string()))
    }

    /// The hash of the whole job, as sixteen hexadecimal digits.
    pub(crate) fn hash(&self) -> String {
        let text = serde_json::to_string(self).unwrap_or_default();
        Checksum::new().with(text.as_bytes()).text()
    }

    /// What is different in another job, in a few words about this one.
    pub(crate) fn difference(&self, other: &Self) -> Option<String> {
        if self.work != other.work {
            return Some(format!("it is of the command {}", self.work));
        }
        if self.version != other.version {
            let (mine, other) = (&self.version, &other.version);
            return Some(format!(
                "it was written by version {mine}, and this is {other}"
            ));
        }
        // Other players say the most.
        let names = self.settings.as_object().into_iter().flat_map(Map::keys);
        let mut names = std::iter::once("players").chain(names.map(String::as_str));
        let differs = |name: &&str| self.settings.get(*name) != other.settings.get(*name);
        if let Some(name) = names.find(differs) {
            let value = self.settings.get(name).unwrap_or(&Value::Null);
            return Some(format!("its {} {}", name.replace('_', " "), is(value)));
        }
        let mut weights = self.weights.iter();
        let weights = weights.find(|(file, held)| other.weights.get(*file) != Some(*held));
        weights.map(|(file, held)| format!("its weights in {file} have the checksum {held}"))
    }
}

/// What a setting is, as a sentence ends.
fn is(value: &Value) -> String {
    match value {
        Value::Array(values) => {
            let texts = values.iter().map(|value| value.as_str().unwrap_or("?"));
            format!("are {}", texts.collect::<Vec<_>>().join(" "))
        }
        Value::String(text) => format!("is {text:?}"),
        Value::Number(number) => format!("is \"{number}\""),
        Value::Null | Value::Bool(_) | Value::Object(_) => format!("is {value}"),
    }
}
