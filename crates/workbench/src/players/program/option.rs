//! [`OfferedOption`]: an option of a UCI program, with the values it accepts.

/// An option as a program declares it.
#[derive(Debug)]
pub(super) struct OfferedOption {
    pub(super) name: String,
    kind: String,
    /// The least and the greatest number, as they are written; empty if there is none.
    range: [String; 2],
    /// `true` if its numbers have fractions, which the protocol doesn't allow.
    has_fractions: bool,
    choices: Vec<String>,
    default: Option<String>,
}

impl OfferedOption {
    /// Reads the words after `option name`. A name, and a value of a choice, may be several words.
    pub(super) fn read(words: &[&str]) -> Self {
        let name = words.iter().take_while(|word| **word != "type");
        let name: Vec<&str> = name.copied().collect();
        let mut option = Self {
            name: name.join(" "),
            kind: String::new(),
            range: [String::new(), String::new()],
            has_fractions: false,
            choices: Vec::new(),
            default: None,
        };
        let is_key = |word: &str| ["type", "default", "min", "max", "var"].contains(&word);
        let mut words = words[name.len()..].iter().copied().peekable();
        while let Some(key) = words.next() {
            // Everything after `var` is a choice.
            let mut value: Vec<&str> = words.next_if(|_| key == "var").into_iter().collect();
            while let Some(word) = words.next_if(|word| !is_key(word)) {
                value.push(word);
            }
            let value = value.join(" ");
            option.has_fractions |= value.contains('.');
            match key {
                "type" => option.kind = value,
                "min" => option.range[0] = value,
                "max" => option.range[1] = value,
                "default" => option.default = Some(value),
                "var" => option.choices.push(value),
                _ => {}
            }
        }
        option
    }

    /// Converts a value to the form that the option declares, ignoring case; or else returns the accepted values.
    pub(super) fn accepted(&self, value: &str) -> Result<String, String> {
        let one_of = |choices: &[String]| {
            let mut known = choices.iter();
            let known = known.find(|choice| choice.eq_ignore_ascii_case(value));
            let expected = || format!("one of {}", choices.join(", "));
            known.cloned().ok_or_else(expected)
        };
        let if_taken =
            |is_taken: bool, expected: String| is_taken.then(|| value.to_owned()).ok_or(expected);
        match self.kind.as_str() {
            "check" => one_of(&["true", "false"].map(str::to_owned)),
            "combo" => one_of(&self.choices),
            "spin" => if_taken(self.is_in_range(value), self.number()),
            "button" => if_taken(value.is_empty(), "no value".to_owned()),
            _ => Ok(value.to_owned()),
        }
    }

    /// Returns the command that sets it to its default, if it has one; or else the mistake in its declaration.
    pub(super) fn set_to_default(&self) -> Result<Option<String>, &'static str> {
        let is_known = ["check", "combo", "spin", "button", "string"].contains(&&*self.kind);
        if self.name.is_empty() || !is_known {
            return Err("option name NAME type check, combo, spin, button or string");
        }
        match (self.kind.as_str(), &self.default) {
            ("button", _) | ("string", None) => Ok(None),
            (_, Some(default)) if self.accepted(default).is_ok() => {
                let name = &self.name;
                Ok(Some(format!("setoption name {name} value {default}")))
            }
            _ => Err("an option that accepts its own default"),
        }
    }

    fn is_in_range(&self, value: &str) -> bool {
        let bound = |text: &str, none: f64| text.parse().unwrap_or(none);
        let [min, max] = &self.range;
        let range = bound(min, f64::MIN)..=bound(max, f64::MAX);
        let is_in_range = value
            .parse()
            .is_ok_and(|number: f64| range.contains(&number));
        is_in_range && (self.has_fractions || value.parse::<i128>().is_ok())
    }

    /// Returns the description of an accepted number.
    fn number(&self) -> String {
        let kind = if self.has_fractions {
            "a number"
        } else {
            "a whole number"
        };
        let [min, max] = &self.range;
        let bounds = [(" from ", min), (" to ", max)];
        let bounds = bounds.into_iter().filter(|(_, bound)| !bound.is_empty());
        let bounds: Vec<String> = bounds
            .map(|(word, bound)| format!("{word}{bound}"))
            .collect();
        kind.to_owned() + &bounds.concat()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_option_takes_the_values_of_its_declaration_alone() {
        for (line, taken, refused) in [
            (
                "Hash type spin default 16 min 1 max 64",
                &["1", "64", "16"][..],
                &["0", "65", "", "x", "1.5", "99999999999999999999"][..],
            ),
            ("Any number type spin", &["-7", "7"], &["", "much"]),
            (
                "Own Book type check default false",
                &["true", "False"],
                &["", "yes", "1"],
            ),
            (
                "Style type combo default Very Solid var Very Solid var Risky",
                &["very solid", "Risky"],
                &["", "Solid", "default"],
            ),
            (
                "Style type combo default default var default var var var min var Very Solid",
                &["default", "var", "MIN", "Very Solid"],
                &["", "Very", "Solid"],
            ),
            (
                "Width type spin default 0.5 min 0.0 max 2",
                &["0.5", "2", "1e0"],
                &["", "-0.1", "2.5", "nan", "inf"],
            ),
            (
                "Nodes type spin default 1 min 1 max 18446744073709551615",
                &["18446744073709551615", "1"],
                &["0", "99999999999999999999", "1.5"],
            ),
            ("Clear Hash type button", &[""], &["now"]),
            ("File type string default <empty>", &["", "a b"], &[]),
            ("Strange type of its own", &["", "7"], &[]),
        ] {
            let words: Vec<&str> = line.split(' ').collect();
            let option = OfferedOption::read(&words);
            let is_taken = |value: &&str| option.accepted(value).is_ok();
            assert!(taken.iter().all(is_taken), "{option:?}");
            assert!(!refused.iter().any(is_taken), "{option:?}");
        }
    }

    #[test]
    fn a_value_is_spelled_as_it_was_declared() {
        for (line, value, sent) in [
            ("Own Book type check default false", "TRUE", "true"),
            (
                "Style type combo var Very Solid var Risky",
                "very solid",
                "Very Solid",
            ),
            ("File type string default <empty>", "/A/b", "/A/b"),
        ] {
            let words: Vec<&str> = line.split(' ').collect();
            let accepted = OfferedOption::read(&words).accepted(value);
            assert_eq!(accepted.as_deref(), Ok(sent));
        }
    }
}
