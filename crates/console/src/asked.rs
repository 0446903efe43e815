//! Calls parts that may be the user's own code.

use crate::failure::Failure;
use plywood_search::Fault;

/// Calls a part with this name, which may be the user's own code, for a command; a panic ends the command.
///
/// # Errors
/// [`Failure`] with the name if it panicked.
pub fn asked<T>(name: &str, what: impl FnOnce() -> T) -> Result<T, Failure> {
    Fault::caught(what).map_err(|fault| Failure::Within(format!("{name} failed: {fault}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_that_panics_in_a_command_is_named() {
        let asked = asked("mine", || -> u32 { panic!("no\n  idea") });
        assert!(
            matches!(asked, Err(Failure::Within(text)) if text == "mine failed: it panicked: no, idea")
        );
    }
}
