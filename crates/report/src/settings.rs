//! Settings as people type them: `key=value,key=value`.

use crate::nearest::did_you_mean;
use crate::{duration, number, quotes};
use std::borrow::Cow;
use std::str::FromStr;
use std::time::Duration;
use thiserror::Error;

/// The error for an unusable list of settings.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SettingError {
    /// A setting has no `=`.
    #[error("expected KEY=VALUE, found {text:?}")]
    NoValue {
        /// The string.
        text: String,
    },
    /// The value begins with a quote and does not end with one.
    #[error("expected a closing quote, with quotes inside doubled, found {text:?}")]
    Quotes {
        /// The string.
        text: String,
    },
    /// The value has the wrong type.
    #[error("{key}: expected {expected}, found {value:?}")]
    Value {
        /// The setting.
        key: String,
        /// The values that the setting accepts.
        expected: &'static str,
        /// The value.
        value: String,
    },
    /// There is no setting with this key.
    #[error("there is no setting {key:?}{}; the settings are {}", did_you_mean(key, known), known.join(", "))]
    Unknown {
        /// The key.
        key: String,
        /// The known keys.
        known: Vec<&'static str>,
    },
}

/// A setting as it is typed. If one is given several times, the last one counts.
#[derive(Debug, Clone)]
pub struct Setting<'a> {
    /// Its name.
    pub key: &'a str,
    /// Its value, without quotes.
    pub value: Cow<'a, str>,
}

impl<'a> Setting<'a> {
    /// Reads a list; an empty string has no settings.
    ///
    /// # Errors
    /// [`SettingError`] if it is not one.
    pub fn list(text: &'a str) -> Result<Vec<Self>, SettingError> {
        let read = |part: &'a str| {
            let text = || part.to_owned();
            let (key, value) = part
                .split_once('=')
                .ok_or_else(|| SettingError::NoValue { text: text() })?;
            let value = quotes::unquote(value.trim());
            Ok(Self {
                key: key.trim(),
                value: value.ok_or_else(|| SettingError::Quotes { text: text() })?,
            })
        };
        let parts = quotes::split(text).filter(|_| !text.is_empty());
        parts.map(read).collect()
    }

    /// Reads the value.
    ///
    /// # Errors
    /// [`SettingError`] if it is not one.
    pub fn value<T>(
        self,
        expected: &'static str,
        read: impl FnOnce(&str) -> Option<T>,
    ) -> Result<T, SettingError> {
        read(&self.value).ok_or_else(|| SettingError::Value {
            key: self.key.to_owned(),
            expected,
            value: self.value.into_owned(),
        })
    }

    /// Reads a number from 1 on.
    ///
    /// # Errors
    /// [`SettingError`] if it is not one.
    pub fn positive<T: FromStr + PartialOrd + From<u8>>(self) -> Result<T, SettingError> {
        self.value("a number from 1 on", |text| {
            number::read(text).filter(|number| *number >= T::from(1))
        })
    }

    /// Reads a whole number.
    ///
    /// # Errors
    /// [`SettingError`] if it is not one.
    pub fn number<T: FromStr>(self) -> Result<T, SettingError> {
        self.value(
            "a whole number from 0 on that is not too large",
            number::read,
        )
    }

    /// Reads a duration.
    ///
    /// # Errors
    /// [`SettingError`] if it is not one.
    pub fn time(self) -> Result<Duration, SettingError> {
        self.value("a time such as 100ms, 1.5s or 2m", duration::read)
    }

    /// Makes the error for a setting that is not known.
    #[must_use]
    pub fn unknown(self, known: &[&'static str]) -> SettingError {
        SettingError::Unknown {
            key: self.key.to_owned(),
            known: known.to_vec(),
        }
    }
}
