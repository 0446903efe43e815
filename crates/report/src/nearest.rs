//! [`did_you_mean`]: finds the known name that was probably meant by an unknown one.

use std::cmp::Reverse;

/// Returns the hint that an error adds to an unknown name: the known name that was probably meant, if one is near.
///
/// ```
/// use plywood_report::did_you_mean;
///
/// let known = ["minimax", "negamax", "alpha-beta"];
/// assert_eq!(did_you_mean("alfa-beta", &known), " (did you mean \"alpha-beta\"?)");
/// assert_eq!(did_you_mean("mcts", &known), "");
/// ```
#[must_use]
pub fn did_you_mean(name: &str, known: &[impl AsRef<str>]) -> String {
    // The limit is one slip in every three letters; more would be another word.
    let length = name.chars().count();
    let most = length.div_ceil(3);
    // Lengths alone rule out most names, so a text of any length costs nothing.
    let others = known
        .iter()
        .map(AsRef::as_ref)
        .filter(|known| *known != name && known.chars().count().abs_diff(length) <= most);
    // Among equally near names, the one that begins in the same way.
    let same = |known: &str| {
        name.chars()
            .zip(known.chars())
            .take_while(|(a, b)| a == b)
            .count()
    };
    let nearest = others.map(|known| (slips(name, known), Reverse(same(known)), known));
    nearest
        .min()
        .filter(|(slips, ..)| *slips <= most)
        .map_or_else(String::new, |(.., known)| {
            format!(" (did you mean {known:?}?)")
        })
}

/// Counts the letters that were added, left out, replaced, or swapped with the next one, ignoring case.
fn slips(typed: &str, meant: &str) -> usize {
    let letters = |text: &str| text.to_lowercase().chars().collect::<Vec<_>>();
    let (typed, meant) = (letters(typed), letters(meant));
    let mut before = Vec::new();
    let mut row: Vec<usize> = (0..=meant.len()).collect();
    for (i, letter) in typed.iter().enumerate() {
        let mut next = vec![i + 1];
        for (j, other) in meant.iter().enumerate() {
            let replaced = row[j] + usize::from(letter != other);
            let mut least = replaced.min(row[j + 1] + 1).min(next[j] + 1);
            if i > 0 && j > 0 && typed[i - 1] == *other && *letter == meant[j - 1] {
                let before: &Vec<usize> = &before;
                least = least.min(before[j - 1] + 1);
            }
            next.push(least);
        }
        before = std::mem::replace(&mut row, next);
    }
    row[meant.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_text_is_compared_with_nothing() {
        assert_eq!(did_you_mean(&"(".repeat(1 << 24), &["minimax"; 100]), "");
    }

    #[test]
    fn of_two_names_that_are_equally_near_the_first_letters_decide() {
        let meant = did_you_mean("mvtime", &["btime", "movetime", "wtime"]);
        assert_eq!(meant, " (did you mean \"movetime\"?)");
    }

    #[test]
    fn slips_of_the_pen_are_counted() {
        for (typed, meant, count) in [
            ("depht", "depth", 1),
            ("Minmax", "minimax", 1),
            ("alfa-beta", "alpha-beta", 2),
            ("", "pvs", 3),
            ("pvs", "", 3),
            ("nodse", "nodes", 1),
        ] {
            assert_eq!(slips(typed, meant), count, "{typed} {meant}");
        }
    }
}
