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

const fn row(theirs: &'static str, here: &'static str) -> Foreign {
    Foreign { theirs, here }
}

/// Options of the command line.
pub static OPTIONS: &[Foreign] = &[
    row("-engine KEY=VALUE…", "`--engine KEY=VALUE…`"),
    row("-each KEY=VALUE…", "`--each KEY=VALUE…`"),
    row(
        "-rounds N",
        "`--pairs N` sets the number of pairings, of two games each; `--rounds` is for Swiss \
         tournaments only",
    ),
    row(
        "-games N",
        "none is needed with `-games 2`, since pairings have two games; more are `--pairs`",
    ),
    row("-repeat", "none is needed: every opening is played with both sides anyway"),
    row("-noswap", "`--no-swap`"),
    row(
        "-tournament NAME",
        "`--format NAME`: `match`, `round-robin`, `gauntlet`, `knockout`, `pyramid` or `swiss`",
    ),
    row("-seeds N", "`--seeds N`"),
    row("-concurrency N", "`--concurrency N`"),
    row(
        "-openings file=FILE format=epd order=random plies=N start=N",
        "`--openings file=FILE order=random plies=N start=N`; the format is recognized, and \
         `format=epd` and `format=pgn` are permitted",
    ),
    row(
        "-sprt elo0=A elo1=B alpha=C beta=D model=NAME",
        "`--sprt elo0=A elo1=B alpha=C beta=D model=NAME`, or `--sprt A,B`",
    ),
    row(
        "-resign movecount=N score=S twosided=true",
        "`--resign moves=N score=S`; two-sided unless `both=false`",
    ),
    row(
        "-draw movenumber=M movecount=N score=S",
        "`--draw from=P moves=N score=S`; P is a number of plies, two for each move",
    ),
    row("-maxmoves N", "`--max-length P`, a number of plies, two for each move"),
    row(
        "-tb PATH",
        "`--proof KEY=VALUE…` names an engine that ends games when it proves the result",
    ),
    row("-pgnout FILE", "`--records FILE` writes the games in PGN"),
    row("-epdout FILE", "`--journal FILE`, and then `export FILE --format epd`"),
    row(
        "-recover",
        "none is needed: an engine that fails is always started again, and the run goes on",
    ),
    row(
        "-autosaveinterval N",
        "none is needed: with `--journal FILE` every game is kept as it ends",
    ),
    row(
        "-config file=FILE",
        "`run FILE` with a tournament file; `--print-config` makes one; with `--journal FILE` the \
         same command goes on",
    ),
    row("-srand N", "`--seed N`"),
    row("-wait N", "`--wait N`, in milliseconds"),
    row("-use-affinity LIST", "`--affinity LIST`"),
    row("-ratinginterval N", "`--table-every N`"),
    row(
        "-log file=FILE",
        "`--events FILE` writes what happens, `--keep-all` keeps all lines of the engines",
    ),
    row("-report penta=true", "none is needed: the table at the end counts the pairings anyway"),
    row(
        "-crc32 pgn=true",
        "none is needed: other programs compute the checksums of files, such as `cksum FILE`",
    ),
    row("-debug", "`--debug`"),
    row("-event NAME", "`--title NAME`"),
    row("-variant NAME", "`--game NAME`"),
    row(
        "-quick cmd=A cmd=B book=FILE",
        "`--engine cmd=A --engine cmd=B --openings file=FILE`, and `--each` with the limits",
    ),
    row(
        "-reverse",
        "none is needed: both games of a pairing are played anyway, one with each side",
    ),
    row("-force-concurrency", "none is needed: more games than processors are noted, not refused"),
    row(
        "-tbpieces N",
        "none is needed: `--proof` names an engine that finds out itself whether it can prove a result",
    ),
    row("-bookmode MODE", "none is needed: the file of `--openings` is read into memory"),
    row("-outcomeinterval N", "`--quiet` leaves out the line for each game"),
    row("-scoreinterval N", "`--table-every N`"),
    row("-resultformat FORMAT", "`--json` for programs; the table has one format"),
    row("-output format=cutechess", "`--json` for programs; the table has one format"),
    row(
        "-show-latency",
        "`--journal FILE`, and then `stats FILE --usage` shows the times of the moves",
    ),
    row("-startup-ms N", "`--deadlines startup=SECONDS`"),
    row("-ucinewgame-ms N", "`--deadlines ready=SECONDS`"),
    row("-ping-ms N", "`--deadlines ready=SECONDS`"),
    row("-testEnv", "`--json` for programs, `--strict` for CI"),
    row("-strict", "`--strict`"),
    row("-site NAME", "`--title NAME` is the event of the records; they name no site"),
];

/// Keys of engines and tables.
pub static KEYS: &[Foreign] = &[
    row("name=NAME", "`name=NAME`"),
    row("cmd=PROGRAM", "`cmd=PROGRAM`"),
    row("dir=FOLDER", "`dir=FOLDER`"),
    row("args=WORDS", "`args=WORDS`, quoted as in a shell"),
    row("arg=WORD", "`args=WORDS`, quoted as in a shell"),
    row("proto=uci", "`dialect=uci`; found out if it is not set"),
    row("option.NAME=VALUE", "`option.NAME=VALUE`"),
    row("tc=40/60+0.1", "`tc=40/60+0.1`, also `tc=10+0.1` and `tc=1:30+1`"),
    row("st=SECONDS", "`movetime=N`, in milliseconds"),
    row("timemargin=N", "`margin=SECONDS`"),
    row("nodes=N", "`nodes=N`"),
    row("depth=N", "`depth=N`"),
    row("ponder", "`ponder=true`"),
    row("restart=on", "`restart=true`"),
    row(
        "stderr=FILE",
        "none is needed: the transcript of a game with a fault has the standard error",
    ),
    row("initstr=TEXT", "`option.NAME=VALUE` sets an option; other lines are not sent"),
    row("movecount=N", "`moves=N`"),
    row("movenumber=N", "`from=P`, a number of plies after the opening"),
    row("twosided=true", "`both=true`"),
    row(
        "format=epd",
        "none is needed: the form is recognized; `format=epd` and `format=pgn` name it",
    ),
];

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
