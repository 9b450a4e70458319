//! The commands of the plain text, as `help` lists them.

pub(super) const HELP: &str = "\
a1             play there: the name of a square, as at the edges of the board
undo, redo     take back your last move; play it again (u, r)
hint           show a good move (h)
analyse        show the value of every move, or stop showing it (a, eval, e)
points         show estimates in centipoints, too, or no longer
board, moves   show the board; list the moves played and the legal moves
rules          show the rules of this game, with a picture (i)
go             let the engine move, if it waits
review         judge every move of the game (v)
retry          look for a better move in the place of a mistake (t)
resign, draw   give up; offer a draw
swap           change sides (s)
level N        set the level of the engine, 1 to 10
new            begin this game again (n)
game SPEC      begin another game: game qubic
save FILE      write the game to a new file
load FILE      read a game from a file
games          list the games that are kept; games 3 opens the third
help           show this list (?)
quit           leave (q, exit); the game is kept";
