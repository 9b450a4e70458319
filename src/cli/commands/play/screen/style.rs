//! The colours, and the text styles that replace them without colour.

use noughts::game::Side;
use ratatui::style::{Color, Modifier, Style};

/// The styles of everything that is drawn. Without colour, text is only bold,
/// dim, underlined or reversed. Nothing is shown by colour alone.
#[derive(Clone, Copy, Debug)]
pub(super) struct Theme {
    colour: bool,
}

impl Theme {
    pub(super) fn new(colour: bool) -> Theme {
        Theme { colour }
    }

    /// Colour, unless `NO_COLOR` is set to something.
    pub(super) fn from_environment() -> Theme {
        Theme::new(std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty()))
    }

    fn with(self, colour: Color) -> Style {
        if self.colour { Style::new().fg(colour) } else { Style::new() }
    }

    /// The stones and the name of a side.
    pub(super) fn side(self, side: Side) -> Style {
        let colour = if side == Side::X { Color::LightRed } else { Color::LightBlue };
        self.with(colour).add_modifier(Modifier::BOLD)
    }

    /// Highlighted stones: the winning line and the longest trains.
    pub(super) fn highlight(self, side: Side) -> Style {
        if !self.colour {
            return Style::new().add_modifier(Modifier::BOLD | Modifier::UNDERLINED);
        }
        let colour = if side == Side::X { Color::Red } else { Color::Blue };
        Style::new().fg(Color::White).bg(colour).add_modifier(Modifier::BOLD)
    }

    /// The square of the cursor.
    pub(super) fn cursor(self) -> Style {
        Style::new().add_modifier(Modifier::REVERSED)
    }

    /// The lines through the cursor.
    pub(super) fn lit(self) -> Style {
        match self.colour {
            true => Style::new().bg(Color::Indexed(237)),
            false => self.strong(),
        }
    }

    /// Lines, letters and numbers.
    pub(super) fn frame(self) -> Style {
        self.with(Color::DarkGray)
    }

    /// Less important words.
    pub(super) fn dim(self) -> Style {
        Style::new().add_modifier(Modifier::DIM)
    }

    /// More important words.
    pub(super) fn strong(self) -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }

    /// Good, even and bad values.
    pub(super) fn value(self, sign: i32) -> Style {
        match sign {
            1.. => self.with(Color::Green),
            0 => self.with(Color::Yellow),
            _ => self.with(Color::Red),
        }
    }

    /// A hint.
    pub(super) fn hint(self) -> Style {
        self.with(Color::LightGreen).add_modifier(Modifier::BOLD)
    }
}
