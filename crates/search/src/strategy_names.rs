//! The names of strategies, from their type and their parts.

/// Writes a type as strategies are named: without its path and parameters, in small letters with hyphens.
pub(crate) fn name_of_type(path: &str) -> String {
    let plain = path.split('<').next().unwrap_or(path);
    let last = plain.rsplit("::").next().unwrap_or(plain);
    let mut name = String::new();
    for letter in last.chars() {
        if letter.is_uppercase() && !name.is_empty() {
            name.push('-');
        }
        name.extend(letter.to_lowercase());
    }
    name
}

/// Writes a name with its parts: `alpha-beta+captures+killers+table=16`.
pub(crate) fn name_with_parts(name: &str, parts: &[String]) -> String {
    let parts = parts.iter().map(|part| format!("+{part}"));
    format!("{name}{}", parts.collect::<String>())
}
