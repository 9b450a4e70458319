//! Sends replies about the engine, its position and its searches.

use std::io;
use std::time::Duration;

use super::convert::{Names, Style, info_lines};
use super::state::{Adapter, Session};
use crate::engine::options::OptionRow;
use crate::engine::show::{drawing, status, trains};
use crate::game::{FAMILIES, GameState, Outcome, Side};
use crate::protocol::{COMMANDS, Dialect, Info, NO_MOVE, Query, Reply, Response};
use crate::search::{Line, MoveCount, Report, Score, SearchKind};

impl<A: Adapter> Session<'_, A> {
    pub(super) fn handshake(&mut self, dialect: Dialect) -> io::Result<()> {
        self.dialect = dialect;
        self.say(Reply::IdName(format!("noughts {}", env!("CARGO_PKG_VERSION"))))?;
        self.say(Reply::IdAuthor("the noughts authors".to_string()))?;
        for row in OptionRow::of(&self.options) {
            self.say(Reply::Option(row.declaration()))?;
        }
        self.say(if dialect == Dialect::Uci { Reply::UciOk } else { Reply::UgiOk })
    }

    fn style(&self) -> Style<'_> {
        Style {
            dialect: self.dialect,
            names: self.names(),
            show_wdl: self.options.show_wdl,
            multi_pv: self.options.settings.multi_pv > 1,
        }
    }

    fn names(&self) -> Names<'_> {
        Names { board: self.player.state().board(), drops: self.options.plays_drops() }
    }

    /// The lines of a report.
    fn infos(&self, report: &Report, elapsed: Duration) -> Vec<Info> {
        info_lines(report, elapsed, self.style())
    }

    pub(super) fn send_progress(&mut self, report: &Report, elapsed: Duration) -> io::Result<()> {
        if self.adapter.is_some() {
            return A::send_progress(self, report, elapsed);
        }
        if let Some(tree) = report.tree {
            let kib = tree.bytes.div_ceil(1024);
            self.say(Reply::string(format!("tree {} positions {kib} KiB", tree.positions)))?;
        }
        if self.debug {
            self.send_counts(&report.counts)?;
            self.send_certain(report)?;
        }
        self.infos(report, elapsed).into_iter().try_for_each(|info| self.say(Reply::Info(info)))
    }

    /// Sends the number of simulations of every root move.
    fn send_counts(&mut self, counts: &[MoveCount]) -> io::Result<()> {
        counts.iter().try_for_each(|&MoveCount { square, visits, mean }| {
            let name = self.names().square(square);
            let mean = mean.map(|mean| format!(" mean {mean:.3}")).unwrap_or_default();
            self.say(Reply::string(format!("move {name} visits {visits}{mean}")))
        })
    }

    /// Sends the first moves of the lines that are proven draws, and of those
    /// with exact distances, if there are several lines. For a single line
    /// [`send_findings`](Session::send_findings) reports both at the end of the
    /// search.
    fn send_certain(&mut self, report: &Report) -> io::Result<()> {
        if report.lines.len() < 2 {
            return Ok(());
        }
        let is_draw: fn(&&Line) -> bool = |line| line.score == Score::Draw;
        for (heading, is_meant) in
            [("proven draws", is_draw), ("exact distances", |line: &&Line| line.exact)]
        {
            let lines = report.lines.iter().filter(is_meant);
            let names: Vec<String> =
                lines.filter_map(|line| Some(self.names().square(*line.pv.first()?))).collect();
            if !names.is_empty() {
                self.say(Reply::string(format!("{heading} {}", names.join(" "))))?;
            }
        }
        Ok(())
    }

    /// Sends the last `info` lines of a search, after notices about a proven
    /// draw, an exact distance and the best margin.
    pub(super) fn send_findings(&mut self, report: &Report, elapsed: Duration) -> io::Result<()> {
        if report.lines.first().is_some_and(|line| line.score == Score::Draw) {
            self.say(Reply::string("proven draw"))?;
        }
        if report.lines.first().is_some_and(|line| line.exact) {
            self.say(Reply::string("exact distance"))?;
        }
        if let Some(margin) = report.margin {
            self.say(Reply::string(format!("best margin {margin}")))?;
        }
        self.send_progress(report, elapsed)
    }

    /// Sends the last `info` lines of a search and its `bestmove`.
    pub(super) fn send_result(&mut self, report: &Report, elapsed: Duration) -> io::Result<()> {
        if self.adapter.is_some() {
            return A::send_result(self, report, elapsed);
        }
        self.send_findings(report, elapsed)?;
        let pv = report.lines.first().map_or(&[][..], |line| &line.pv);
        let names = self.names();
        let best = pv.first().map_or(NO_MOVE.to_string(), |&square| names.square(square));
        let state = self.player.state();
        // Within a turn of several plies, the next ply is the engine's own.
        let opponent_moves_next = state.side_at(state.ply() + 1) != state.side();
        let ponder = pv.get(1).filter(|_| opponent_moves_next && self.dialect == Dialect::Uci);
        let ponder = ponder.map(|&square| names.square(square));
        self.say(Reply::BestMove { best, ponder })
    }

    pub(super) fn answer(&mut self, query: Query) -> io::Result<()> {
        let state = self.player.state();
        let response = match query {
            Query::P1Turn => Response::Bool(state.side() == Side::X),
            Query::GameOver => Response::Bool(state.outcome().is_some()),
            Query::Result => Response::Result(state.outcome()),
        };
        self.say(Reply::Response(response))
    }

    /// Sends lines about the game, the position, the search and the options.
    pub(super) fn send_state(&mut self) -> io::Result<()> {
        let state = self.player.state();
        let search = self.options.search.resolve(&self.options.game);
        let activity = match &self.job {
            None => "idle",
            Some(job) if job.held.is_some() => "finished, waiting for stop",
            Some(job) if job.is_stopping() => "stopping",
            Some(_) => "searching",
        };
        let result = match state.outcome() {
            None => "none".to_string(),
            Some(Outcome::Draw) => "draw".to_string(),
            Some(Outcome::Win(side)) => format!("{side} wins"),
        };
        let mut lines = vec![
            format!("game {}", state.spec()),
            format!("rules {}", state.spec().rules()),
            format!("ply {} of {}", state.ply(), state.board().len()),
            format!("side {}", state.side()),
            format!("result {result}"),
            format!("position {}", state.text()),
            format!("moves {}", state.movetext()),
        ];
        lines.extend(trains(state));
        lines.push(format!("search {} {activity}", search.name()));
        let options = OptionRow::of(&self.options);
        lines.extend(options.map(|row| {
            format!("option {} = {} ({})", row.name, row.value(&self.options), row.help)
        }));
        lines.into_iter().try_for_each(|line| self.say(Reply::string(line.trim_end())))
    }

    pub(super) fn show(&mut self) -> io::Result<()> {
        let state: &dyn GameState = self.player.state();
        let mut lines = drawing(state);
        lines.extend(trains(state));
        lines.push(status(state));
        lines.push(state.text());
        lines.into_iter().try_for_each(|line| self.say(Reply::Text(line)))
    }

    pub(super) fn help(&mut self) -> io::Result<()> {
        let mut lines: Vec<String> = vec!["commands:".to_string()];
        // The dash keeps clients from parsing the line about `info` as an
        // `info` line.
        lines.extend(COMMANDS.iter().map(|row| format!("  - {:<39} {}", row.usage, row.help)));
        lines.push("games (SPEC):".to_string());
        let forms = FAMILIES.iter().flat_map(|family| family.forms);
        lines.extend(forms.map(|(form, help)| format!("  {form:<24}{help}")));
        lines.push("searches:".to_string());
        lines.extend(SearchKind::all().map(|search| {
            let games = search.games().map(|games| format!(": {games}")).unwrap_or_default();
            format!("  {:<24}{}{games}", search.name(), search.help())
        }));
        lines.into_iter().try_for_each(|line| self.say(Reply::Text(line)))
    }
}
