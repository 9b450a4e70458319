//! Keeps every game in the user's folder as it is played, so that leaving or beginning
//! anew loses none.

mod choice;

use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::{SystemTime, UNIX_EPOCH};
use std::{env, fs, io};

use noughts::files;

pub(super) use choice::{Choice, USUAL_LEVEL, names_in};

/// The number of games that are kept; the oldest are removed.
const MOST: usize = 200;

/// The variable that names another folder.
const VARIABLE: &str = "NOUGHTS_DATA";

/// The file of the game that is played. Clones share it.
#[derive(Clone, Default)]
pub(super) struct Keeper(Rc<RefCell<Place>>);

#[derive(Default)]
struct Place {
    /// Where games are kept; `None` if the user has no folder.
    folder: Option<PathBuf>,
    /// The file of this game, from its first move on.
    file: Option<PathBuf>,
    /// Whether the game in the file can go on.
    is_open: bool,
}

impl Keeper {
    /// Keeps games in the user's folder.
    pub(super) fn of_user() -> Keeper {
        Keeper(Rc::new(RefCell::new(Place { folder: folder(), ..Place::default() })))
    }

    /// Keeps the next game in a file of its own.
    pub(super) fn next_game(&self) {
        let mut place = self.0.borrow_mut();
        (place.file, place.is_open) = (None, false);
    }

    /// Sets whether there is a position to go on from.
    pub(super) fn set_open(&self, is_open: bool) {
        self.0.borrow_mut().is_open = is_open;
    }

    /// Goes on in the file of an earlier game.
    pub(super) fn go_on_in(&self, file: &Path) {
        self.0.borrow_mut().file = Some(file.to_path_buf());
    }

    /// Replaces the record of this game.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub(super) fn keep(&self, record: &str) -> io::Result<()> {
        let mut place = self.0.borrow_mut();
        let Some(folder) = place.folder.clone() else { return Ok(()) };
        let file = match &place.file {
            Some(file) => file.clone(),
            None => {
                fs::create_dir_all(&folder)?;
                remove_oldest(&folder)?;
                new_file(&folder)
            }
        };
        files::replace(&file, record)?;
        place.file = Some(file);
        Ok(())
    }

    /// Whether the last game can go on.
    pub(super) fn has_open_game(&self) -> bool {
        let place = self.0.borrow();
        place.is_open && place.file.is_some()
    }
}

/// The files of the kept games, the one that was begun last at the end.
pub(super) fn files() -> Vec<PathBuf> {
    folder().and_then(|folder| games(&folder).ok()).unwrap_or_default()
}

fn folder() -> Option<PathBuf> {
    Some(data_folder()?.join("games"))
}

/// The folder of noughts for data of this user, or that of the variable.
pub(super) fn data_folder() -> Option<PathBuf> {
    let of = |name: &str| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    if let Some(folder) = of(VARIABLE) {
        return Some(folder);
    }
    let data = if cfg!(windows) {
        of("APPDATA")
    } else {
        let home = of("HOME").map(|home| home.join(".local").join("share"));
        of("XDG_DATA_HOME").filter(|path| path.is_absolute()).or(home)
    };
    Some(data?.join("noughts"))
}

/// The kept games, the oldest first.
fn games(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let is_game = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "pgn");
    let mut found: Vec<PathBuf> = fs::read_dir(folder)?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(is_game)
        .collect();
    found.sort_unstable();
    Ok(found)
}

/// The file of a game that begins now. Two games of one program may begin in the same
/// millisecond; the second one gets a later one, so that the names stay in order.
fn new_file(folder: &Path) -> PathBuf {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_millis();
    let name = |time| folder.join(format!("{time:015}-{}.pgn", std::process::id()));
    (now..).map(name).find(|file| !file.exists()).unwrap_or_else(|| name(now))
}

/// Makes room for one more game.
fn remove_oldest(folder: &Path) -> io::Result<()> {
    let games = games(folder)?;
    let more = (games.len() + 1).saturating_sub(MOST);
    games.iter().take(more).try_for_each(fs::remove_file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_that_begin_at_once_are_all_kept() {
        let name = format!("noughts-kept-{}", std::process::id());
        let folder = env::temp_dir().join(name);
        let place = Place { folder: Some(folder.clone()), ..Place::default() };
        let keeper = Keeper(Rc::new(RefCell::new(place)));
        for game in 0..50 {
            keeper.next_game();
            keeper.keep(&game.to_string()).unwrap_or_else(|error| panic!("{error}"));
        }
        let files = games(&folder).unwrap_or_else(|error| panic!("{error}"));
        let texts = files.iter().map(|file| fs::read_to_string(file).unwrap_or_default());
        assert!(texts.eq((0..50).map(|game| game.to_string())));
        fs::remove_dir_all(&folder).unwrap_or_else(|error| panic!("{error}"));
    }
}
