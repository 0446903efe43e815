//! Today's date for PGN.

use std::time::{SystemTime, UNIX_EPOCH};

/// Today in UTC, as `2026.11.22`.
pub(crate) fn today() -> String {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    let (year, month, day) = civil(since.map_or(0, |since| since.as_secs() / 86_400));
    format!("{year:04}.{month:02}.{day:02}")
}

/// Year, month and day of a number of days since the first of January 1970.
///
/// Years are counted from March here, so that the leap day is the last day of a year.
fn civil(days: u64) -> (u64, u64, u64) {
    // From the first of March of the year 0; 400 years have 146,097 days.
    let days = days + 719_468;
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let leaps = day_of_era / 1_460 + day_of_era / 146_096;
    let year_of_era = (day_of_era + day_of_era / 36_524 - leaps) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    // The months from March on have 31, 30, 31, 30, 31 days, and again: 153 in five months.
    let months = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * months + 2) / 5 + 1;
    let month = if months < 10 { months + 3 } else { months - 9 };
    let year = 400 * era + year_of_era + u64::from(month <= 2);
    (year, month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_become_dates() {
        assert_eq!(civil(0), (1970, 1, 1));
        assert_eq!(civil(11_016), (2000, 2, 29));
        assert_eq!(civil(11_017), (2000, 3, 1));
        assert_eq!(civil(20_453), (2025, 12, 31));
        assert_eq!(civil(20_779), (2026, 11, 22));
        // Every day follows the one before.
        for day in 0..200_000 {
            let ((year, month, day_of_month), next) = (civil(day), civil(day + 1));
            let is_next_day = next == (year, month, day_of_month + 1);
            let is_new_month = next == (year, month + 1, 1) && day_of_month >= 28;
            let is_new_year = next == (year + 1, 1, 1) && (month, day_of_month) == (12, 31);
            assert!(is_next_day || is_new_month || is_new_year, "{day}");
        }
    }
}
