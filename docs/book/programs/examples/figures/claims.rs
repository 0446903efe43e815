//! Checks the claims of a paragraph against a command's output.

use std::collections::HashSet;

/// Returns the words with a digit (numbers, squares and moves) in the paragraph at the beginning of a text that are missing from
/// a command's output. Before a picture or a page there is no paragraph.
pub(crate) fn unfounded(text: &str, printed: &str) -> impl Iterator<Item = String> {
    let is_paragraph = !text.starts_with(['\n', '!', '<']);
    let paragraph = text.split("\n\n").next().filter(|_| is_paragraph);
    let known: HashSet<String> = words(printed).collect();
    words(paragraph.unwrap_or_default()).filter(move |word| {
        word.contains(|sign: char| sign.is_ascii_digit()) && !known.contains(word)
    })
}

/// Words without the marks around them, and numbers as programs print them.
fn words(text: &str) -> impl Iterator<Item = String> {
    let text = text.replace('−', "-").replace("\\*", "");
    let is_part = |sign: char| sign.is_alphanumeric() || "+-#=".contains(sign);
    let words: Vec<String> = text
        .split(|sign: char| sign.is_whitespace() || "[]()/".contains(sign))
        .map(|word| word.trim_matches(|sign| !is_part(sign)).replace(',', ""))
        .collect();
    words.into_iter()
}
