//! [`OfferedOption`]: an option of a UCI program, which takes some values and no others.

/// An option as a program declares it.
#[derive(Debug)]
pub(super) struct OfferedOption {
    pub(super) name: String,
    kind: String,
    range: [i64; 2],
    choices: Vec<String>,
}

impl OfferedOption {
    /// Reads the words after `option name`. A name, and a value of a choice, may be several words.
    pub(super) fn read(words: &[&str]) -> Self {
        let name = words.iter().take_while(|word| **word != "type");
        let name: Vec<&str> = name.copied().collect();
        let mut option = Self {
            name: name.join(" "),
            kind: String::new(),
            range: [i64::MIN, i64::MAX],
            choices: Vec::new(),
        };
        let is_key = |word: &str| ["type", "default", "min", "max", "var"].contains(&word);
        for part in words[name.len()..].chunk_by(|_, next| !is_key(next)) {
            let value = part[1..].join(" ");
            match part[0] {
                "type" => option.kind = value,
                "min" => option.range[0] = value.parse().unwrap_or(i64::MIN),
                "max" => option.range[1] = value.parse().unwrap_or(i64::MAX),
                "var" => option.choices.push(value),
                _ => {}
            }
        }
        option
    }

    /// What it takes, if it does not take this value. Capitals do not count.
    pub(super) fn expected_instead(&self, value: &str) -> Option<String> {
        let is_one_of = |choices: &[String]| {
            let is_taken = choices
                .iter()
                .any(|choice| choice.eq_ignore_ascii_case(value));
            (!is_taken).then(|| format!("one of {}", choices.join(", ")))
        };
        match self.kind.as_str() {
            "check" => is_one_of(&["true", "false"].map(str::to_owned)),
            "combo" => is_one_of(&self.choices),
            "spin" => {
                let [min, max] = self.range;
                let number = value.parse::<i64>().ok();
                let is_taken = number.is_some_and(|number| (min..=max).contains(&number));
                (!is_taken).then(|| format!("a whole number from {min} to {max}"))
            }
            "button" => (!value.is_empty()).then(|| "no value".to_owned()),
            _ => None,
        }
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
            ("Clear Hash type button", &[""], &["now"]),
            ("File type string default <empty>", &["", "a b"], &[]),
            ("Strange type of its own", &["", "7"], &[]),
        ] {
            let words: Vec<&str> = line.split(' ').collect();
            let option = OfferedOption::read(&words);
            let is_taken = |value: &&str| option.expected_instead(value).is_none();
            assert!(taken.iter().all(is_taken), "{option:?}");
            assert!(!refused.iter().any(is_taken), "{option:?}");
        }
    }
}
