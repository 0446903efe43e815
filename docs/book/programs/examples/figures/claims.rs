//! What a paragraph says, held to what a command prints.

use std::collections::HashSet;

/// The words with a digit, so numbers, squares and moves, of the paragraph at the beginning of a text, that do not stand in what
/// a command printed. Before a picture or a page there is no paragraph.
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
