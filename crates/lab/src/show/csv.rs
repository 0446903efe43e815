//! Comma-separated values (RFC 4180).

/// One line; fields with a comma, a quotation mark or a line break are quoted.
pub(crate) fn line<T: AsRef<str>>(fields: impl IntoIterator<Item = T>) -> String {
    let fields: Vec<String> = fields
        .into_iter()
        .map(|text| field(text.as_ref()))
        .collect();
    fields.join(",") + "\n"
}

fn field(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn separators_within_a_field_are_quoted() {
        assert_eq!(
            line(["a", "b,c", "say \"no\""]),
            "a,\"b,c\",\"say \"\"no\"\"\"\n"
        );
    }
}
