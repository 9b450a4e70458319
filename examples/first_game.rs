//! A game with the library: the program of docs/gui-author.md.

use noughts::game::{Outcome, Side, new_game};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut game = new_game(&"tictactoe:4x4:3".parse()?);
    for name in ["b2", "a1", "b3", "b4", "b1"] {
        game.play(name)?;
    }
    assert_eq!(game.outcome(), Some(Outcome::Win(Side::X)));
    println!("{}", game.movetext());
    Ok(())
}
