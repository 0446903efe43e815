//! Refused options: the protocol has no error reply, so programs refuse an option in a sentence, which is recognized by its words.

/// The words of a refusal, which docs/testing.md lists.
const WORDS: [&str; 20] = [
    "error",
    "failed",
    "failure",
    "could not",
    "couldn't",
    "cannot",
    "can't",
    "unable to",
    "not found",
    "no such",
    "does not exist",
    "doesn't exist",
    "not loaded",
    "not supported",
    "unsupported",
    "invalid",
    "unknown option",
    "out of range",
    "ignored",
    // Stockfish's count of endgame tables.
    "found 0",
];

/// Words of sentences about memory that make the program slower, but change no move.
const HARMLESS: [&str; 2] = ["large page", "huge page"];

/// Returns `true` if a line that a program writes after its options were set refuses one of them.
pub(super) fn is_refusal(line: &str) -> bool {
    let line = line.to_lowercase();
    let is_in = |words: &str| {
        line.match_indices(words).any(|(start, _)| {
            let before = line[..start].chars().next_back();
            let after = line[start + words.len()..].chars().next();
            // "error" is no part of "terror", and "found 0" none of "found 05".
            ![before, after]
                .iter()
                .flatten()
                .any(|near| near.is_alphanumeric())
        })
    };
    WORDS.iter().any(|words| is_in(words)) && !HARMLESS.iter().any(|words| line.contains(words))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_of_programs_are_recognized() {
        for line in [
            "info string error: EvalFile: weights in \"a.net\": No such file or directory",
            "info string ERROR: The network file a.nnue was not loaded successfully.",
            "info string EvalFile: 'a.nnue' not found (kept current net)",
            "info string EvalFile load FAILED: a.nnue",
            "info string EvalFile ignored: empty path",
            "info string could not load network a.nnue",
            "info string Unable to allocate Hash value 9; keeping 8 MiB.",
            "info string Found 0 tablebases",
            "info string Found 0 WDL and 0 DTZ tablebase files (up to 0-man).",
            "info string Invalid Hash value: x",
            "error Unknown option: Hash",
        ] {
            assert!(is_refusal(line), "{line}");
        }
        for line in [
            "info string EvalFile: loaded a.nnue",
            "info string NNUE evaluation using a.nnue",
            "info string Found 290 WDL and 290 DTZ tablebase files (up to 5-man).",
            "info string found 05 tables",
            "info string set EvalFile to terror.nnue",
            "info string Hash table allocation failed to use large pages",
            "info string Using 4 threads",
        ] {
            assert!(!is_refusal(line), "{line}");
        }
    }
}
