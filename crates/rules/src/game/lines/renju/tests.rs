//! The forbidden moves against their definitions, tried square by square, and known cases.

use super::*;
use crate::game::{Square, WideSet};
use crate::random::Random;

const BOARD: Board = Board::flat(15, 15);

/// The stones of a picture: `X`, `O`, `.` and, where the move goes, `*`.
fn read(picture: &str) -> (WideSet, WideSet, Square) {
    let (mut x, mut o, mut place) = (WideSet::EMPTY, WideSet::EMPTY, None);
    for (row, line) in picture.split('/').enumerate() {
        for (column, c) in line.chars().enumerate() {
            let square = BOARD.square(column + 3, row + 3, 0);
            match c {
                'X' => x.insert(square),
                'O' => o.insert(square),
                '*' => place = Some(square),
                _ => {}
            }
        }
    }
    (x, o, place.expect("a move"))
}

#[test]
fn known_cases() {
    let cases = [
        // Two threes, two fours, six in a row; five beats them all.
        ("..X../..X../XX*../...../.....", Some(Fault::DoubleThree)),
        ("O.X../OXX*X/..X../..X../.....", None),
        ("..X/..X/..X/XX*X", Some(Fault::DoubleFour)),
        ("XXX*XX", Some(Fault::Overline)),
        ("X..../.X.../..X../...X./XXXX*X", None),
        // Two fours on one row.
        ("X.X*X.X", Some(Fault::DoubleFour)),
        ("XX.X*.XX", Some(Fault::DoubleFour)),
        // A straight four is one four.
        (".XX*X.", None),
        // A four and a three are the way to win.
        ("..X./..X./..X./XX*./O...", None),
        // Threes that are closed, or could only become six in a row, are none.
        ("OXX*./..X../..X../.....", None),
        ("X..XX*..X/.....X.../.....X...", None),
        // One stone with a gap still makes a three.
        ("X.X*./...X./...X.", Some(Fault::DoubleThree)),
    ];
    for (picture, expected) in cases {
        let (x, o, square) = read(picture);
        assert_eq!(fault(&BOARD, x, o, square), expected, "{picture}");
        assert_eq!(slow_fault(x, o, square), expected, "slow: {picture}");
    }
}

/// Positions of other programs' tests, among them threes that depend on other threes.
const POSITIONS: &str = include_str!("positions.txt");

/// The stones of a placement, whose rows are given from the top.
fn stones(placement: &str) -> [WideSet; 2] {
    let (mut x, mut o) = (WideSet::EMPTY, WideSet::EMPTY);
    for (row, line) in placement.split('/').enumerate() {
        let (mut column, mut empty) = (0, 0);
        for c in line.chars() {
            if let Some(digit) = c.to_digit(10) {
                empty = 10 * empty + digit as usize;
                continue;
            }
            column += std::mem::take(&mut empty);
            let side = if c == 'X' { &mut x } else { &mut o };
            side.insert(BOARD.square(column, row, 0));
            column += 1;
        }
        assert_eq!(column + empty, 15, "{placement}");
    }
    [x, o]
}

#[test]
fn positions_of_other_programs() {
    let mut checked = 0;
    for line in POSITIONS.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('|').map(str::trim).collect();
        let &[_, placement, forbidden, allowed] = &fields[..] else { panic!("{line}") };
        let [x, o] = stones(placement);
        let forbidden: Vec<_> =
            forbidden.split_whitespace().map(|word| word.split_once('=').unwrap()).collect();
        let allowed: Vec<&str> = allowed.split_whitespace().collect();
        for square in BOARD.squares().filter(|&s| !x.contains(s) && !o.contains(s)) {
            let (name, found) = (BOARD.name(square), fault(&BOARD, x, o, square));
            assert_eq!(found, slow_fault(x, o, square), "{name} in {line}");
            let known = match forbidden.iter().find(|(place, _)| *place == name) {
                Some(&(_, "33")) => Some(Some(Fault::DoubleThree)),
                Some(&(_, "44")) => Some(Some(Fault::DoubleFour)),
                Some(&(_, "6")) => Some(Some(Fault::Overline)),
                // Forbidden for any reason.
                Some(_) => Some(found.or(Some(Fault::Overline))),
                None if allowed == ["the", "rest"] => Some(None),
                None => allowed.contains(&name.as_str()).then_some(None),
            };
            if let Some(known) = known {
                assert_eq!(found, known, "{name} in {line}");
                checked += 1;
            }
        }
    }
    assert!(checked > 2_500, "{checked} squares");
}

/// A direction and the squares of its row through a square, the square itself included.
fn along(square: Square, step: (isize, isize)) -> Vec<Square> {
    let (column, row, _) = BOARD.coordinates(square);
    let at = |distance: isize| {
        let c = column.checked_add_signed(distance * step.0).filter(|c| *c < 15)?;
        let r = row.checked_add_signed(distance * step.1).filter(|r| *r < 15)?;
        Some(BOARD.square(c, r, 0))
    };
    (-14..15).filter_map(at).collect()
}

/// The stones in a row with `square`, as places in `row`.
fn run(x: WideSet, row: &[Square], square: Square) -> std::ops::Range<usize> {
    let at = row.iter().position(|&s| s == square).expect("on the row");
    let begin = (0..at).rev().take_while(|&i| x.contains(row[i])).last().unwrap_or(at);
    let end = (at + 1..row.len()).take_while(|&i| x.contains(row[i])).last().unwrap_or(at) + 1;
    begin..end
}

/// The stones of each four with `square` on its row, and the squares that complete it.
fn slow_fours(
    x: WideSet,
    o: WideSet,
    row: &[Square],
    square: Square,
) -> Vec<(Vec<Square>, Square)> {
    let empty = row.iter().copied().filter(|&s| !x.contains(s) && !o.contains(s));
    let fours = empty.filter_map(|gap| {
        let five = run(x | WideSet::of(gap), row, gap);
        let five = &row[five];
        let stones = five.iter().copied().filter(|&s| s != gap).collect();
        (five.len() == 5 && five.contains(&square)).then_some((stones, gap))
    });
    fours.collect()
}

fn slow_fault(x: WideSet, o: WideSet, square: Square) -> Option<Fault> {
    let with = x | WideSet::of(square);
    let rows = STEPS.map(|step| along(square, step));
    let lengths = rows.each_ref().map(|row| run(with, row, square).len());
    if lengths.contains(&5) {
        return None;
    }
    if lengths.iter().any(|&length| length > 5) {
        return Some(Fault::Overline);
    }
    let mut fours: Vec<Vec<Square>> = Vec::new();
    for row in &rows {
        fours.extend(slow_fours(with, o, row, square).into_iter().map(|(stones, _)| stones));
    }
    fours.sort();
    fours.dedup();
    if fours.len() > 1 {
        return Some(Fault::DoubleFour);
    }
    let is_three = |row: &Vec<Square>| {
        slow_fours(with, o, row, square).is_empty()
            && row.iter().any(|&next| {
                let is_empty = !with.contains(next) && !o.contains(next);
                let after = with | WideSet::of(next);
                let makes_five =
                    || STEPS.iter().any(|&step| run(after, &along(next, step), next).len() == 5);
                let is_straight = || {
                    let four = run(after, row, square);
                    let completed = slow_fours(after, o, row, square);
                    let ends = completed.iter().filter(|(_, gap)| {
                        let at = row.iter().position(|s| s == gap).expect("on the row");
                        at + 1 == four.start || at == four.end
                    });
                    four.len() == 4 && row[four.clone()].contains(&next) && ends.count() == 2
                };
                is_empty && is_straight() && !makes_five() && slow_fault(with, o, next).is_none()
            })
    };
    (rows.iter().filter(|row| is_three(row)).count() > 1).then_some(Fault::DoubleThree)
}

#[test]
fn faults_agree_with_their_definitions() {
    let mut random = Random::new(1);
    let mut found = [0; 4];
    for _ in 0..400 {
        let (mut x, mut o) = (WideSet::EMPTY, WideSet::EMPTY);
        // Most stones are of X and close together, so that rows arise.
        for _ in 0..20 + random.below(25) {
            let near = |random: &mut Random| 3 + random.below(9);
            let square = BOARD.square(near(&mut random), near(&mut random), 0);
            let side = if random.below(3) == 0 { &mut o } else { &mut x };
            side.insert(square);
        }
        x = x - o;
        for square in BOARD.squares().filter(|&s| !x.contains(s) && !o.contains(s)) {
            let expected = slow_fault(x, o, square);
            assert_eq!(fault(&BOARD, x, o, square), expected, "{square:?}, X {x:?}, O {o:?}");
            found[expected.map_or(0, |fault| fault as usize + 1)] += 1;
        }
    }
    assert!(found.iter().all(|&count| count > 50), "{found:?}");
}

/// A forbidden move loses, five in a row wins whatever else it makes, and O may make six.
#[test]
fn games_end_as_the_rules_say() {
    let ends = |moves: &str| {
        let mut state = crate::game::new_game(&"tictactoe:15x15:renju".parse().expect("a game"));
        moves.split(' ').for_each(|name| _ = state.play(name).expect("a legal move"));
        (state.outcome().map(|outcome| outcome.to_string()), state.forbidden().len())
    };
    let double_three = "g8 a1 h8 c1 i9 e1 i10 g1 i8";
    assert_eq!(ends(double_three), (Some("O wins".to_string()), 0));
    let before = double_three.trim_end_matches(" i8");
    assert_eq!(ends(before), (None, 1));
    let five = "d8 a1 e8 c1 f8 e1 g8 g1 h9 i1 h10 k1 h8";
    assert_eq!(ends(five).0.as_deref(), Some("X wins"));
    let six = "d8 a1 e8 c1 f8 e1 h8 g1 i8 k1 g8";
    assert_eq!(ends(six).0.as_deref(), Some("O wins"));
    let six_of_o = "a1 d8 c1 e8 e1 f8 g1 h8 k1 i8 m1 g8";
    assert_eq!(ends(six_of_o).0.as_deref(), Some("O wins"));
}
