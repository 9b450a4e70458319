//! Tests of the ladder with simulated engines of known strength.

use super::*;

/// A generator of random numbers (xorshift64*), so that the tests repeat.
struct Random(u64);

impl Random {
    fn uniform(&mut self) -> f64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Returns the half points of a game between players of this expected score, of which
    /// this share of the possible ones is drawn.
    fn game(&mut self, score: f64, draws: f64) -> usize {
        let drawn = draws * 2.0 * score.min(1.0 - score);
        let number = self.uniform();
        if number < drawn {
            1
        } else if number < drawn + score - drawn / 2.0 {
            2
        } else {
            0
        }
    }
}

/// Plays a ladder with an engine of this strength.
fn play(random: &mut Random, scale: &Scale, truth: f64, draws: f64, max_pairs: u64) -> Ladder {
    let mut ladder = Ladder::new(scale.clone());
    while ladder.total() < max_pairs {
        let opponents = ladder.next();
        if opponents.is_empty() {
            break;
        }
        for opponent in opponents {
            let score = expected(truth - scale.ratings[opponent]);
            let points = random.game(score, draws) + random.game(score, draws);
            ladder.add(opponent, points);
        }
    }
    ladder
}

/// Plays ladders with engines of strengths all over the scale; returns the share of intervals
/// that contain the strength, that of wrong claims, and the mean number of games.
fn simulate(scale: &Scale, draws: f64, ladders: u32) -> [f64; 3] {
    let mut random = Random(0x9E37_79B9_7F4A_7C15 ^ u64::from(ladders));
    let (low, high) = (scale.ratings[0] - 100.0, scale.ratings[scale.ratings.len() - 1] + 100.0);
    let (mut covered, mut wrong, mut pairs) = (0, 0, 0);
    for _ in 0..ladders {
        let truth = low + (high - low) * random.uniform();
        let ladder = play(&mut random, scale, truth, draws, 200);
        let Elo { difference, error } = ladder.rating().unwrap();
        covered += u32::from((difference - truth).abs() <= error);
        let stronger = ladder.lost().is_some_and(|opponent| scale.ratings[opponent] <= truth);
        let weaker = ladder.beaten().is_some_and(|opponent| scale.ratings[opponent] >= truth);
        wrong += u32::from(stronger || weaker);
        pairs += ladder.total();
    }
    let ladders = f64::from(ladders);
    [f64::from(covered) / ladders, f64::from(wrong) / ladders, 2.0 * pairs as f64 / ladders]
}

#[test]
fn the_interval_contains_the_strength_and_claims_are_right() {
    for (game, draws) in [("qubic", 0.0), ("qubic", 0.5), ("tictactrains", 0.1), ("other", 0.3)] {
        let [covered, wrong, games] = simulate(&Scale::of_levels(game), draws, 400);
        println!("{game} {draws}: {covered:.3} covered, {wrong:.3} wrong, {games:.0} games");
        // The deviation of the share is 1 %.
        assert!((0.915..0.98).contains(&covered), "{game}, {draws} draws: {covered} covered");
        assert!(wrong < 0.05, "{game}, {draws} draws: {wrong} wrong claims");
        assert!((20.0..350.0).contains(&games), "{game}, {draws} draws: {games} games");
    }
}

#[test]
fn an_engine_as_strong_as_an_opponent_is_seldom_said_to_be_another() {
    // Looked at after every pairing, the worst case for a test.
    let scale = Scale::of_levels("qubic");
    let mut random = Random(7);
    let (mut stronger, mut weaker) = (0, 0);
    for _ in 0..400 {
        let mut ladder = Ladder::new(scale.clone());
        let (mut beaten, mut lost) = (false, false);
        for pairing in 0..200 {
            let opponent = [4, 5, 6][pairing % 3];
            let score = expected(scale.ratings[5] - scale.ratings[opponent]);
            ladder.add(opponent, random.game(score, 0.2) + random.game(score, 0.2));
            beaten |= ladder.beaten() >= Some(5);
            lost |= ladder.lost().is_some_and(|lowest| lowest <= 5);
        }
        stronger += u32::from(beaten);
        weaker += u32::from(lost);
    }
    println!("{stronger} and {weaker} of 400");
    assert!(stronger <= 20 && weaker <= 20, "{stronger} {weaker}");
    assert!(stronger + weaker > 0, "the test never looks");
}

#[test]
fn the_rating_is_that_of_the_greatest_likelihood() {
    let scale = Scale::of_levels("tictactrains");
    let mut random = Random(3);
    for truth in [1100.0, 1500.0, 2222.0] {
        let mut ladder = play(&mut random, &scale, truth, 0.2, 50);
        ladder.add(4, 3);
        let likelihood = |rating: f64| -> f64 {
            let mut sum = 0.0;
            for (pairs, opponent) in ladder.pairs.iter().zip(&scale.ratings) {
                let score = 1.0 / (1.0 + 10_f64.powf((opponent - rating) / 400.0));
                for (half_points, &count) in pairs.iter().enumerate() {
                    let points = half_points as f64 / 2.0;
                    sum +=
                        count as f64 * (points * score.ln() + (2.0 - points) * (1.0 - score).ln());
                }
            }
            sum
        };
        let all = (0..4000_u32).map(f64::from);
        let best = all.max_by(|a, b| likelihood(*a).total_cmp(&likelihood(*b))).unwrap();
        let found = ladder.rating().unwrap().difference;
        assert!((found - best).abs() <= 0.51, "{found} {best}");
    }
}

#[test]
fn one_sided_results_have_a_rating() {
    let scale = Scale::of_levels("qubic");
    let [mut won, mut lost] = [Ladder::new(scale.clone()), Ladder::new(scale.clone())];
    assert_eq!(won.rating(), None);
    (0..20).for_each(|_| won.add(9, 4));
    (0..20).for_each(|_| lost.add(0, 0));
    let [won, lost] = [&won, &lost].map(|ladder| ladder.rating().unwrap());
    assert!(won.difference > scale.ratings[9] + 400.0 && won.error.is_finite(), "{won:?}");
    assert!(lost.difference < 600.0 && lost.error > 100.0, "{lost:?}");
}

#[test]
fn an_opponent_that_always_draws_is_even() {
    let mut ladder = Ladder::new(Scale::of_levels("other"));
    let mut pairings = 0;
    while let Some(opponent) = ladder.next().first() {
        ladder.add(*opponent, 2);
        pairings += 1;
        assert!(pairings < 400, "no end");
    }
    assert!(ladder.standings().contains(&Standing::Even));
    assert_eq!((ladder.beaten(), ladder.lost()), (None, None));
}

#[test]
fn small_steps_that_were_not_measured_do_not_use_up_the_games() {
    // Every opponent is 20 Elo stronger than the one before, not 160.
    let scale = Scale::of_levels("other");
    let mut random = Random(11);
    let mut ladder = Ladder::new(scale);
    while ladder.total() < 200 {
        let opponents = ladder.next();
        if opponents.is_empty() {
            break;
        }
        for opponent in opponents {
            let score = expected(20.0 * (4.5 - opponent as f64));
            ladder.add(opponent, random.game(score, 0.0) + random.game(score, 0.0));
        }
    }
    let met = ladder.pairs.iter().filter(|pairs| pairs.iter().sum::<u64>() >= LONG).count();
    assert!(met >= 4, "{:?}", ladder.pairs);
    assert!(ladder.pairs.iter().all(|pairs| pairs.iter().sum::<u64>() <= LONG));
}
