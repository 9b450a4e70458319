//! The date of a record.

/// Returns the date in UTC of a time in milliseconds since 1970, as records have it:
/// `2026.01.31`.
///
/// Source: Howard Hinnant, *chrono-Compatible Low-Level Date Algorithms*.
///
/// ```
/// assert_eq!(noughts_rules::pgn::date(951_782_400_000), "2000.02.29");
/// ```
pub fn date(millis: u64) -> String {
    let days = i64::try_from(millis / 86_400_000).unwrap_or_default() + 719_468;
    let (era, day_of_era) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    format!("{year:04}.{month:02}.{day:02}")
}
