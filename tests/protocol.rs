//! The grammar in both directions: printed commands and replies parse to the
//! same values, and no line breaks the parser.

use noughts::game::{GameSpec, Outcome, Side, lines::Shape, trains::RuleSet};
use noughts::protocol::{
    Bound, Command, Dialect, Field, Go, GomocupCommand, Info, OptionDeclaration, OptionKind, Point,
    Query, Reply, Response, Score, ScoreValue, Setting, Start,
};
use proptest::collection::vec;
use proptest::option::of;
use proptest::prelude::*;

const DIALECTS: [Dialect; 3] = [Dialect::Plain, Dialect::Ugi, Dialect::Uci];

/// A word without meaning in the grammar.
fn word() -> impl Strategy<Value = String> {
    "[a-zA-Z0-9@/|()+_.,:-]{1,8}".prop_map(|w| format!("{w}q"))
}

fn words() -> impl Strategy<Value = String> {
    vec(word(), 1..4).prop_map(|words| words.join(" "))
}

fn go() -> impl Strategy<Value = Go> {
    let number = 0..=i64::MAX as u64;
    let limits = (of(number.clone()), of(any::<u32>()), of(any::<u32>()), of(number.clone()));
    let clock = (
        [of(-i64::MAX..=i64::MAX), of(-i64::MAX..=i64::MAX)],
        [of(number.clone()), of(number)],
        of(any::<u32>()),
    );
    (limits, clock, any::<bool>(), any::<bool>(), vec(word(), 0..4)).prop_map(
        |(limits, clock, infinite, ponder, search_moves)| Go {
            nodes: limits.0,
            depth: limits.1,
            mate: limits.2,
            movetime: limits.3,
            clock: clock.0,
            increment: clock.1,
            moves_to_go: clock.2,
            infinite,
            ponder,
            search_moves,
        },
    )
}

fn command() -> impl Strategy<Value = Command> {
    let start = prop_oneof![Just(Start::StartPos), words().prop_map(Start::Fen)];
    prop_oneof![
        Just(Command::Ugi),
        Just(Command::Uci),
        Just(Command::IsReady),
        any::<bool>().prop_map(Command::Debug),
        (words(), of(words())).prop_map(|(name, value)| Command::SetOption { name, value }),
        of(words()).prop_map(Command::NewGame),
        Just(Command::UgiNewGame),
        Just(Command::UciNewGame),
        (start, vec(word(), 0..5)).prop_map(|(start, moves)| Command::Position { start, moves }),
        go().prop_map(Command::Go),
        Just(Command::Stop),
        Just(Command::PonderHit),
        Just(Command::Quit),
        prop_oneof![Just(Query::P1Turn), Just(Query::GameOver), Just(Query::Result)]
            .prop_map(Command::Query),
        Just(Command::Info),
        Just(Command::Show),
        any::<u32>().prop_map(Command::Perft),
        Just(Command::Bench),
        Just(Command::Help),
    ]
}

fn info() -> impl Strategy<Value = Info> {
    let value =
        prop_oneof![any::<i32>().prop_map(ScoreValue::Cp), any::<i32>().prop_map(ScoreValue::Mate)];
    let bound = of(prop_oneof![Just(Bound::Lower), Just(Bound::Upper)]);
    let score = of((value, bound).prop_map(|(value, bound)| Score { value, bound }));
    let counts = (of(any::<u64>()), of(any::<u64>()), of(any::<u64>()));
    let depths = (of(any::<u32>()), of(any::<u32>()), of(any::<u32>()), of(any::<u32>()));
    (depths, counts, score, of(any::<[u32; 3]>()), vec(word(), 0..5), of(words())).prop_map(
        |(depths, counts, score, wdl, pv, string)| Info {
            depth: depths.0,
            seldepth: depths.1,
            multipv: depths.2,
            hashfull: depths.3,
            nodes: counts.0,
            nps: counts.1,
            time: counts.2,
            score,
            wdl,
            pv,
            string,
        },
    )
}

fn option() -> impl Strategy<Value = OptionDeclaration> {
    let kind = prop_oneof![
        any::<bool>().prop_map(|default| OptionKind::Check { default }),
        any::<[i64; 3]>().prop_map(|[default, min, max]| OptionKind::Spin { default, min, max }),
        (words(), vec(words(), 0..4))
            .prop_map(|(default, values)| OptionKind::Combo { default, values }),
        Just(OptionKind::Button),
        of(words()).prop_map(|default| OptionKind::String { default: default.unwrap_or_default() }),
    ];
    (words(), kind).prop_map(|(name, kind)| OptionDeclaration { name, kind })
}

fn reply() -> impl Strategy<Value = Reply> {
    let outcome = prop_oneof![
        Just(None),
        Just(Some(Outcome::Draw)),
        Just(Some(Outcome::Win(Side::X))),
        Just(Some(Outcome::Win(Side::O)))
    ];
    let response =
        prop_oneof![any::<bool>().prop_map(Response::Bool), outcome.prop_map(Response::Result)];
    prop_oneof![
        words().prop_map(Reply::IdName),
        words().prop_map(Reply::IdAuthor),
        option().prop_map(Reply::Option),
        Just(Reply::UgiOk),
        Just(Reply::UciOk),
        Just(Reply::ReadyOk),
        (word(), of(word())).prop_map(|(best, ponder)| Reply::BestMove { best, ponder }),
        info().prop_map(Reply::Info),
        response.prop_map(Reply::Response),
        words().prop_map(Reply::Text),
    ]
}

/// A line of words of the protocol in random order.
fn jumbled_line() -> impl Strategy<Value = String> {
    let known = prop::sample::select(vec![
        "ugi",
        "uci",
        "isready",
        "setoption",
        "name",
        "value",
        "newgame",
        "position",
        "startpos",
        "fen",
        "moves",
        "go",
        "nodes",
        "depth",
        "movetime",
        "wtime",
        "searchmoves",
        "stop",
        "quit",
        "query",
        "result",
        "info",
        "perft",
        "debug",
        "on",
        "Hash",
        "Game",
        "tictactoe",
        "qubic:3",
        "3",
        "-1",
        "99999999999999999999",
        "d4",
        "score",
        "cp",
        "mate",
        "pv",
        "string",
        "bestmove",
        "ponder",
        "option",
        "type",
        "spin",
        "default",
        "min",
        "max",
        "var",
        "response",
        "id",
        "wdl",
    ]);
    let any = prop_oneof![known.prop_map(str::to_string), "\\PC{0,6}", Just(String::new())];
    vec(any, 0..10).prop_map(|words| words.join(" "))
}

proptest! {
    #[test]
    fn a_printed_command_parses_to_itself(command in command()) {
        for dialect in DIALECTS {
            let line = command.print(dialect);
            prop_assert_eq!(Command::parse(&line), Ok(Some(command.clone())), "{}", line);
        }
    }

    #[test]
    fn a_printed_reply_parses_to_itself(reply in reply()) {
        prop_assert_eq!(Reply::parse(&reply.to_string()), reply);
    }

    #[test]
    fn a_parsed_line_survives_a_round_trip(line in jumbled_line()) {
        if let Ok(Some(command)) = Command::parse(&line) {
            let again = command.print(Dialect::Plain);
            prop_assert_eq!(Command::parse(&again), Ok(Some(command)), "{} / {}", line, again);
        }
        let reply = Reply::parse(&line);
        prop_assert_eq!(Reply::parse(&reply.to_string()), reply, "{}", line);
    }

    #[test]
    fn no_line_can_break_the_parser(line in any::<String>()) {
        let _ = Command::parse(&line);
        let _ = Reply::parse(&line);
        let _ = line.parse::<GameSpec>();
        let _ = line.parse::<RuleSet>();
    }

    #[test]
    fn a_printed_spec_parses_to_itself(columns in 1usize..=11, rows in 1usize..=11, k in 1usize..=11) {
        if let Ok(shape) = Shape::flat(columns, rows, k) {
            let spec = GameSpec::Lines(shape);
            prop_assert_eq!(spec.to_string().parse(), Ok(spec));
        }
    }

    /// Random rule sets, as lists with and without repetition.
    #[test]
    fn a_printed_rule_set_parses_to_itself(
        plies in vec((any::<bool>(), "A|[1-3]|12|13|23", of("[a-g][1-7]")), 0..46),
        repeated in any::<bool>(),
    ) {
        let restricted = plies.iter().map(|(x, rings, missing)| {
            let side = if *x { 'X' } else { 'O' };
            let missing = missing.as_ref().map_or(String::new(), |square| format!("-{square}"));
            format!("{side}{rings}{missing}")
        });
        let mut list = vec!["XA".to_string()];
        list.extend(restricted);
        if repeated {
            list.extend(["XA", "OA", "..."].map(str::to_string));
        } else {
            while list.len() < 49 {
                list.push(if list.len() % 2 == 0 { "XA" } else { "OA" }.to_string());
            }
        }
        let text = format!("({})", list.join(", "));
        if let Ok(rules) = text.parse::<RuleSet>() {
            let short = rules.to_string();
            prop_assert!(short.len() <= text.len(), "{} is longer than {}", short, text);
            prop_assert_eq!(short.parse::<RuleSet>(), Ok(rules));
        }
    }
}

fn setting() -> impl Strategy<Value = Setting> {
    let number = any::<u64>;
    prop_oneof![
        number().prop_map(Setting::TimeoutTurn),
        number().prop_map(Setting::TimeoutMatch),
        of(0..i32::MAX as u64).prop_map(Setting::TimeLeft),
        of(1..=u64::MAX).prop_map(Setting::MaxNode),
        of(1..=u32::MAX).prop_map(Setting::MaxDepth),
        number().prop_map(Setting::MaxMemory),
        number().prop_map(Setting::HashSize),
        number().prop_map(Setting::Rule),
        number().prop_map(Setting::Threads),
        number().prop_map(Setting::ShowDetail),
        Just(Setting::NoNumber("rule")),
        Just(Setting::Unknown),
    ]
}

fn gomocup() -> impl Strategy<Value = GomocupCommand> {
    let number = any::<u32>;
    let point = || (number(), number()).prop_map(|(column, row)| Point { column, row });
    let field = prop_oneof![Just(Field::Own), Just(Field::Opponent), Just(Field::Other)];
    prop_oneof![
        (number(), number()).prop_map(|(columns, rows)| GomocupCommand::Start { columns, rows }),
        number().prop_map(|side| GomocupCommand::Start { columns: side, rows: side }),
        Just(GomocupCommand::Restart),
        Just(GomocupCommand::Begin),
        point().prop_map(GomocupCommand::Turn),
        Just(GomocupCommand::Board),
        Just(GomocupCommand::SetBoard),
        (point(), field).prop_map(|(point, field)| GomocupCommand::Stone(point, field)),
        Just(GomocupCommand::Swap2),
        point().prop_map(GomocupCommand::OpeningStone),
        Just(GomocupCommand::Done),
        point().prop_map(GomocupCommand::TakeBack),
        number().prop_map(GomocupCommand::BestMoves),
        Just(GomocupCommand::ClearHash),
        Just(GomocupCommand::ShowInfo),
        Just(GomocupCommand::ShowForbidden),
        setting().prop_map(GomocupCommand::Info),
        Just(GomocupCommand::About),
        Just(GomocupCommand::Stop),
        Just(GomocupCommand::End),
    ]
}

proptest! {
    /// Managers write commands in either case.
    #[test]
    fn printed_gomocup_commands_parse_in_either_case(command in gomocup()) {
        let line = command.to_string();
        prop_assert_eq!(GomocupCommand::parse(&line.to_lowercase()), Ok(Some(command.clone())));
        prop_assert_eq!(GomocupCommand::parse(&line), Ok(Some(command)));
    }
}
