//! The rows of the menu, with their keys.

/// A row of the menu: a setting, or something to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Row {
    Play,
    Game,
    Board,
    Side,
    Level,
    Clock,
    Name,
    Resume,
    RecentGames,
    Puzzles,
    Quit,
}

impl Row {
    pub(super) const ALL: [Row; 11] = [
        Row::Play,
        Row::Game,
        Row::Board,
        Row::Side,
        Row::Level,
        Row::Clock,
        Row::Name,
        Row::Resume,
        Row::RecentGames,
        Row::Puzzles,
        Row::Quit,
    ];

    /// Whether the row has values to choose from.
    pub(super) fn is_setting(self) -> bool {
        matches!(self, Row::Game | Row::Board | Row::Side | Row::Level | Row::Clock | Row::Name)
    }

    /// The letter that chooses the row.
    pub(super) fn key(self) -> char {
        match self {
            Row::Play => 'p',
            Row::Game => 'g',
            Row::Board => 'b',
            Row::Side => 's',
            Row::Level => 'l',
            Row::Clock => 'c',
            Row::Name => 'n',
            Row::Resume => 'r',
            Row::RecentGames => 'o',
            Row::Puzzles => 'z',
            Row::Quit => 'q',
        }
    }
}
