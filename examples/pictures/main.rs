//! Draws the pictures of README.md and docs:
//! `cargo run --example pictures` writes them to `docs/pictures`. The pictures in
//! PNG there are made by `web/pictures.sh`.

mod ask;
mod board;
mod scenes;
mod svg;

use std::path::{Path, PathBuf};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/pictures")
}

fn main() -> std::io::Result<()> {
    std::fs::create_dir_all(folder())?;
    for (name, draw) in scenes::ALL {
        std::fs::write(folder().join(name).with_extension("svg"), draw())?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_committed_pictures_are_what_the_command_draws() {
        for (name, draw) in scenes::ALL {
            let path = folder().join(name).with_extension("svg");
            let committed = std::fs::read_to_string(&path).unwrap_or_default();
            assert!(committed == draw(), "{name}: cargo run --example pictures");
        }
        let files = std::fs::read_dir(folder()).expect("the folder");
        let paths = files.map(|file| file.expect("a file").path());
        let drawn = paths.filter(|path| path.extension().is_some_and(|end| end == "svg")).count();
        assert_eq!(drawn, scenes::ALL.len(), "a picture that nothing draws");
    }
}
