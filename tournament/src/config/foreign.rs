//! Options and keys of cutechess-cli and fastchess, and their equivalents in
//! this runner.

/// An option or a key of another runner.
#[derive(Clone, Copy, Debug)]
pub struct Foreign {
    /// The name and the syntax in the other runner.
    pub theirs: &'static str,
    /// The equivalent in this runner, in Markdown.
    pub here: &'static str,
}

impl Foreign {
    /// Returns the name: the first word without hyphens and value.
    pub fn name(&self) -> &'static str {
        let word = self.theirs.trim_start_matches('-');
        word.split([' ', '=', '.']).next().unwrap_or(word)
    }

    /// Returns whether the same text has the same meaning in this runner.
    pub fn is_same(&self) -> bool {
        let first = self.here.split('`').nth(1).filter(|_| self.here.starts_with('`'));
        match self.theirs.strip_prefix('-') {
            // The words after an option are keys, which have their own rows.
            Some(_) => first.is_some_and(|here| {
                let name = here.strip_prefix("--").and_then(|word| word.split(' ').next());
                name == Some(self.name())
            }),
            None => first == Some(self.theirs),
        }
    }

    /// Returns the equivalent as plain text for messages.
    pub fn advice(&self) -> String {
        self.here.replace('`', "")
    }
}

/// Declares rows: the name and the syntax in the other runner, and the equivalent.
macro_rules! rows {
    ($($theirs:literal => $here:literal;)*) => {
        &[$(Foreign { theirs: $theirs, here: $here }),*]
    };
}

/// Options of the command line.
pub static OPTIONS: &[Foreign] = rows! {
    "-engine KEY=VALUE…" => "`--engine KEY=VALUE…`";
    "-each KEY=VALUE…" => "`--each KEY=VALUE…`";
    "-rounds N" =>
        "`--pairs N` sets the number of pairings, of two games each; `--rounds` is for Swiss tournaments only";
    "-games N" =>
        "none is needed with `-games 2`, since pairings have two games; more are `--pairs`";
    "-repeat" => "none is needed: every opening is played with both sides anyway";
    "-noswap" => "`--no-swap`";
    "-tournament NAME" =>
        "`--format NAME`: `match`, `round-robin`, `gauntlet`, `knockout`, `pyramid` or `swiss`";
    "-seeds N" => "`--seeds N`";
    "-concurrency N" => "`--concurrency N`";
    "-openings file=FILE format=epd order=random plies=N start=N" =>
        "`--openings file=FILE order=random plies=N start=N`; the format is recognized, and \
         `format=epd` and `format=pgn` are permitted";
    "-sprt elo0=A elo1=B alpha=C beta=D model=NAME" =>
        "`--sprt elo0=A elo1=B alpha=C beta=D model=NAME`, or `--sprt A,B`";
    "-resign movecount=N score=S twosided=true" =>
        "`--resign moves=N score=S`; two-sided unless `both=false`";
    "-draw movenumber=M movecount=N score=S" =>
        "`--draw from=P moves=N score=S`; P is a number of plies, two for each move";
    "-maxmoves N" => "`--max-length P`, a number of plies, two for each move";
    "-tb PATH" => "`--proof KEY=VALUE…` names an engine that ends games when it proves the result";
    "-pgnout FILE" => "`--records FILE` writes the games in PGN";
    "-epdout FILE" => "`--journal FILE`, and then `export FILE --format epd`";
    "-recover" =>
        "none is needed: an engine that fails is always started again, and the run goes on";
    "-autosaveinterval N" => "none is needed: with `--journal FILE` every game is kept as it ends";
    "-config file=FILE" =>
        "`run FILE` with a tournament file; `--print-config` makes one; with `--journal FILE` the \
         same command goes on";
    "-srand N" => "`--seed N`";
    "-wait N" => "`--wait N`, in milliseconds";
    "-use-affinity LIST" => "`--affinity LIST`";
    "-ratinginterval N" => "`--table-every N`";
    "-log file=FILE" =>
        "`--events FILE` writes what happens, `--keep-all` keeps all lines of the engines";
    "-report penta=true" => "none is needed: the table at the end counts the pairings anyway";
    "-crc32 pgn=true" =>
        "none is needed: other programs compute the checksums of files, such as `cksum FILE`";
    "-debug" => "`--debug`";
    "-event NAME" => "`--title NAME`";
    "-variant NAME" => "`--game NAME`";
    "-quick cmd=A cmd=B book=FILE" =>
        "`--engine cmd=A --engine cmd=B --openings file=FILE`, and `--each` with the limits";
    "-reverse" => "none is needed: both games of a pairing are played anyway, one with each side";
    "-force-concurrency" => "none is needed: more games than processors are noted, not refused";
    "-tbpieces N" =>
        "none is needed: `--proof` names an engine that finds out itself whether it can prove a result";
    "-bookmode MODE" => "none is needed: the file of `--openings` is read into memory";
    "-outcomeinterval N" => "`--quiet` leaves out the line for each game";
    "-scoreinterval N" => "`--table-every N`";
    "-resultformat FORMAT" => "`--json` for programs; the table has one format";
    "-output format=cutechess" => "`--json` for programs; the table has one format";
    "-show-latency" =>
        "`--journal FILE`, and then `stats FILE --usage` shows the times of the moves";
    "-startup-ms N" => "`--deadlines startup=SECONDS`";
    "-ucinewgame-ms N" => "`--deadlines ready=SECONDS`";
    "-ping-ms N" => "`--deadlines ready=SECONDS`";
    "-testEnv" => "`--json` for programs, `--strict` for CI";
    "-strict" => "`--strict`";
    "-site NAME" => "`--title NAME` is the event of the records; they name no site";
};

/// Keys of engines and tables.
pub static KEYS: &[Foreign] = rows! {
    "name=NAME" => "`name=NAME`";
    "cmd=PROGRAM" => "`cmd=PROGRAM`";
    "dir=FOLDER" => "`dir=FOLDER`";
    "args=WORDS" => "`args=WORDS`, quoted as in a shell";
    "arg=WORD" => "`args=WORDS`, quoted as in a shell";
    "proto=uci" => "`dialect=uci`; found out if it is not set";
    "option.NAME=VALUE" => "`option.NAME=VALUE`";
    "tc=40/60+0.1" => "`tc=40/60+0.1`, also `tc=10+0.1` and `tc=1:30+1`";
    "st=SECONDS" => "`movetime=N`, in milliseconds";
    "timemargin=N" => "`margin=SECONDS`";
    "nodes=N" => "`nodes=N`";
    "depth=N" => "`depth=N`";
    "ponder" => "`ponder=true`";
    "restart=on" => "`restart=true`";
    "stderr=FILE" => "none is needed: the transcript of a game with a fault has the standard error";
    "initstr=TEXT" => "`option.NAME=VALUE` sets an option; other lines are not sent";
    "movecount=N" => "`moves=N`";
    "movenumber=N" => "`from=P`, a number of plies after the opening";
    "twosided=true" => "`both=true`";
    "format=epd" => "none is needed: the form is recognized; `format=epd` and `format=pgn` name it";
};

/// Returns the row of an option of another runner; the name is without hyphens.
pub fn option(name: &str) -> Option<&'static Foreign> {
    OPTIONS.iter().find(|row| row.name() == name)
}

/// Returns the row of a key of another runner.
pub fn key(name: &str) -> Option<&'static Foreign> {
    KEYS.iter().find(|row| row.name() == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_words_with_the_same_meaning_are_the_same() {
        let others = |rows: &[Foreign]| -> Vec<&str> {
            rows.iter().filter(|row| !row.is_same()).map(Foreign::name).collect()
        };
        assert!(others(OPTIONS).starts_with(&["rounds", "games", "repeat", "noswap"]));
        assert!(!others(OPTIONS).contains(&"openings") && !others(OPTIONS).contains(&"debug"));
        let keys = others(KEYS);
        assert_eq!(keys[..4], ["arg", "proto", "st", "timemargin"]);
        assert!(keys.contains(&"restart") && keys.contains(&"ponder"), "{keys:?}");
    }

    #[test]
    fn rows_are_found_by_their_names() {
        assert_eq!(option("rounds").map(|row| row.theirs), Some("-rounds N"));
        assert_eq!(option("use-affinity").map(Foreign::name), Some("use-affinity"));
        assert_eq!(key("option").map(Foreign::name), Some("option"));
        assert_eq!(key("st").unwrap().advice(), "movetime=N, in milliseconds");
        assert!(option("st").is_none() && key("rounds").is_none());
    }
}
