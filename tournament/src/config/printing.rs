//! A configuration as the text of a tournament file.

use std::fmt::Display;
use std::path::Path;

use super::{Config, Deadlines, Dialect, EngineConfig, Program};
use crate::adjudication::Adjudication;
use crate::limits::Limits;
use crate::names::name_of;
use crate::openings::{Order, Source};
use crate::referee::Rules;
use crate::stats::Sprt;
use crate::stats::sprt::{Counts, Model};

/// A text as a tournament file has it, in quotes.
pub fn quoted(text: &str) -> String {
    toml::Value::String(text.to_string()).to_string()
}

/// The file that means this configuration. All of it is said, so that it stays
/// the same under another program with other defaults. Only paths that are no
/// text, and settings with line breaks, which no file can hold, would be lost.
pub fn print(config: &Config) -> String {
    let mut file = Lines::default();
    file.key("game", quoted(&config.game.to_string()));
    file.key("format", quoted(config.format.name()));
    file.some("seeds", config.format.keys().contains(&"seeds").then_some(config.seeds));
    file.some("rounds", config.rounds);
    file.some("title", config.title.as_deref().map(quoted));
    file.key("pairings", config.pairings);
    file.some("no_swap", config.no_swap.then_some(true));
    file.key("concurrency", config.concurrency);
    file.key("wait", config.wait);
    file.key("seed", config.seed);
    file.key("margin", config.margin.as_secs_f64());
    file.some("max_plies", (config.game == Rules::Asked).then_some(config.max_plies));
    file.some("max_faults", config.max_faults);
    file.path("journal", config.journal.as_deref());
    file.path("events", config.outputs.events.as_deref());
    file.path("records", config.outputs.records.as_deref());
    file.path("transcripts", config.outputs.transcripts.as_deref());
    file.some("keep_all", config.outputs.keep_all.then_some(true));
    file.some(
        "affinity",
        config.affinity.as_ref().map(|list| match &list[..] {
            [] => "true".to_string(),
            list => format!("{list:?}"),
        }),
    );
    file.some("max_length", config.adjudication.max_length);
    file.adjudication(&config.adjudication);
    file.sprt(config.sprt.as_ref());
    file.openings(&config.openings, config.order);
    file.deadlines(&config.deadlines);
    for engine in &config.engines {
        file.0 += "\n[[engine]]\n";
        file.engine(engine);
    }
    file.0
}

/// A file that grows.
#[derive(Default)]
struct Lines(String);

impl Lines {
    fn key(&mut self, key: &str, value: impl Display) {
        self.0 += &format!("{key} = {value}\n");
    }

    fn some(&mut self, key: &str, value: Option<impl Display>) {
        if let Some(value) = value {
            self.key(key, value);
        }
    }

    fn path(&mut self, key: &str, path: Option<&Path>) {
        self.some(key, path.map(|path| quoted(&path.display().to_string())));
    }

    fn table(&mut self, name: &str) {
        self.0 += &format!("\n[{name}]\n");
    }

    fn settings<'a>(
        &mut self,
        key: &str,
        settings: impl Iterator<Item = (&'a String, &'a String)>,
    ) {
        let pairs: Vec<String> =
            settings.map(|(name, value)| format!("{} = {}", quoted(name), quoted(value))).collect();
        if !pairs.is_empty() {
            self.key(key, format!("{{ {} }}", pairs.join(", ")));
        }
    }

    fn adjudication(&mut self, adjudication: &Adjudication) {
        if let Some(resign) = &adjudication.resign {
            self.table("resign");
            self.key("score", resign.score);
            self.key("moves", resign.moves);
            self.key("both", resign.both);
        }
        if let Some(draw) = &adjudication.draw {
            self.table("draw");
            self.key("score", draw.score);
            self.key("moves", draw.moves);
            self.key("from", draw.from);
        }
        if let Some(proof) = &adjudication.proof {
            self.table("proof");
            self.engine(proof);
        }
    }

    fn sprt(&mut self, sprt: Option<&Sprt>) {
        let Some(sprt) = sprt else { return };
        self.table("sprt");
        self.key("elo0", sprt.elo0);
        self.key("elo1", sprt.elo1);
        self.key("alpha", sprt.alpha);
        self.key("beta", sprt.beta);
        self.key("model", quoted(name_of(Model::ALL, &sprt.model)));
        self.key("counts", quoted(name_of(Counts::ALL, &sprt.counts)));
    }

    fn openings(&mut self, openings: &Source, order: Order) {
        self.table("openings");
        match openings {
            Source::Random(plies) => self.key("random", plies),
            Source::List(list) => {
                let lines: Vec<String> = list
                    .iter()
                    .map(|opening| format!("\n    {},", quoted(&opening.to_string())))
                    .collect();
                self.key("list", format!("[{}\n]", lines.concat()));
                self.key("order", quoted(name_of(Order::ALL, &order)));
            }
        }
    }

    fn deadlines(&mut self, deadlines: &Deadlines) {
        self.table("deadlines");
        for (key, time) in [
            ("startup", deadlines.startup),
            ("ready", deadlines.ready),
            ("think", deadlines.think),
            ("answer", deadlines.answer),
            ("quit", deadlines.quit),
        ] {
            self.key(key, time.as_secs_f64());
        }
    }

    fn engine(&mut self, engine: &EngineConfig) {
        self.key("name", quoted(&engine.name));
        match &engine.program {
            Program::Builtin => self.key("cmd", quoted("builtin")),
            Program::Command { path, args } => {
                self.path("cmd", Some(path));
                let args: Vec<String> = args.iter().map(|arg| quoted(arg)).collect();
                self.key("args", format!("[{}]", args.join(", ")));
            }
        }
        self.path("dir", engine.dir.as_deref());
        self.settings("env", engine.env.iter());
        self.key("dialect", quoted(name_of(Dialect::ALL, &engine.dialect)));
        self.settings("options", engine.options.iter().map(|(name, value)| (name, value)));
        self.some("restart", engine.restart.then_some(true));
        self.some("ponder", engine.ponder.then_some(true));
        self.limits(&engine.limits);
    }

    fn limits(&mut self, limits: &Limits) {
        self.some("tc", limits.tc.map(|tc| quoted(&tc.to_string())));
        self.some("movetime", limits.movetime);
        self.some("nodes", limits.nodes);
        self.some("depth", limits.depth);
        self.some("margin", limits.margin.map(|margin| margin.as_secs_f64()));
    }
}
