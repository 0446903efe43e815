//! Backgammon: its plays against a slow generator, its notation and its results.

use plywood_eval::{Linear as _, Side, Sides as _, check_symmetry};
use plywood_search::games::{Backgammon, BackgammonMove, ParseBackgammonError};
use plywood_search::laws::{check_game, check_keyed};
use plywood_search::{Ending, Evaluator as _, Game as _, Keyed as _, Score};
use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use std::cell::RefCell;
use std::collections::{BTreeMap, HashSet};

fn read(checkers: &str, side_and_dice: &str) -> Backgammon {
    let text = format!("{checkers}:0:0:{side_and_dice}");
    text.parse().expect("the position is well written")
}

fn plays(position: &Backgammon) -> Vec<String> {
    let moves = position.legal_moves();
    moves.iter().map(ToString::to_string).collect()
}

/// A board as in a diagram: positive numbers for the side that plays, which moves down from 25, its bar, to 0.
/// The other side's bar is apart.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Diagram {
    numbers: [i32; 26],
    others_bar: i32,
}

impl Diagram {
    fn of(position: &Backgammon, us: Side) -> Self {
        let count = |side, point| i32::from(position.checkers(side, point));
        let mut numbers = [0; 26];
        for point in 1..=24 {
            numbers[usize::from(point)] = count(us, point) - count(!us, 25 - point);
        }
        numbers[25] = count(us, 25);
        Self {
            numbers,
            others_bar: count(!us, 25),
        }
    }

    fn moved(&self, from: usize, die: usize) -> Option<Self> {
        let mut after = self.clone();
        if self.numbers[from] <= 0 || (self.numbers[25] > 0 && from < 25) {
            return None;
        }
        after.numbers[from] -= 1;
        if from > die {
            match after.numbers[from - die] {
                ..=-2 => return None,
                -1 => {
                    after.numbers[from - die] = 1;
                    after.others_bar += 1;
                }
                0.. => after.numbers[from - die] += 1,
            }
        } else {
            let is_home = self.numbers[7..].iter().all(|number| *number <= 0);
            let is_last = self.numbers[from + 1..].iter().all(|number| *number <= 0);
            if !is_home || (from < die && !is_last) {
                return None;
            }
        }
        Some(after)
    }
}

/// Plays single dice in all orders, and keeps the results of the longest sequences; of those of one die, of the higher one if it can be
/// played.
fn slow_results(position: &Backgammon, dice: [usize; 2]) -> HashSet<Diagram> {
    fn all(
        board: &Diagram,
        played: &[usize],
        left: &[usize],
        found: &mut Vec<(Vec<usize>, Diagram)>,
    ) {
        found.push((played.to_vec(), board.clone()));
        for (index, die) in left.iter().enumerate() {
            let mut rest = left.to_vec();
            rest.remove(index);
            for from in 1..=25 {
                if let Some(after) = board.moved(from, *die) {
                    all(&after, &[played, &[*die]].concat(), &rest, found);
                }
            }
        }
    }
    let [one, other] = dice;
    let dice = if one == other {
        vec![one; 4]
    } else {
        vec![one, other]
    };
    let mut found = Vec::new();
    all(
        &Diagram::of(position, position.to_move()),
        &[],
        &dice,
        &mut found,
    );
    let longest = found.iter().map(|(played, _)| played.len()).max();
    let longest = longest.expect("passing is a play");
    found.retain(|(played, _)| played.len() == longest);
    if longest == 1 {
        let highest = found.iter().map(|(played, _)| played[0]).max();
        found.retain(|(played, _)| Some(played[0]) == highest);
    }
    found.into_iter().map(|(_, board)| board).collect()
}

/// Checks that the plays of a roll have the results of the slow generator, each once, and returns their number.
fn check_plays(rolled: &Backgammon) -> usize {
    let dice = rolled.roll().expect("the dice are rolled").to_string();
    let dice = [0, 1].map(|index| usize::from(dice.as_bytes()[index] - b'0'));
    let moves = rolled.legal_moves();
    let us = rolled.to_move();
    let results: Vec<_> = moves
        .iter()
        .map(|mv| Diagram::of(&rolled.after(*mv), us))
        .collect();
    let distinct: HashSet<Diagram> = results.iter().cloned().collect();
    assert_eq!(
        distinct.len(),
        results.len(),
        "{rolled}: a result is listed twice"
    );
    assert_eq!(distinct, slow_results(rolled, dice), "{rolled}");
    moves.len()
}

fn rolled(position: &Backgammon) -> Vec<Backgammon> {
    let rolls = position.legal_moves();
    rolls.iter().map(|roll| position.after(*roll)).collect()
}

#[test]
fn the_plays_of_all_rolls_from_the_start_are_counted() {
    let opening = rolled(&Backgammon::START);
    assert_eq!(opening.len(), 15, "no doubles");
    let start = "-b----E-C---eE---c-e----B-";
    let mut counts = BTreeMap::new();
    for (high, low) in (1..=6).flat_map(|high| (1..=high).map(move |low| (high, low))) {
        let position = read(start, &format!("1:{high}{low}"));
        counts.insert(position.roll().unwrap().to_string(), check_plays(&position));
    }
    let listed: Vec<String> = counts
        .iter()
        .map(|(roll, count)| format!("{roll} {count}"))
        .collect();
    assert_eq!(
        listed.join(", "),
        "11 42, 21 15, 22 75, 31 16, 32 17, 33 73, 41 14, 42 18, 43 17, 44 52, 51 8, 52 8, 53 9, 54 9, 55 4, 61 10, 62 14, \
         63 14, 64 14, 65 7, 66 11"
    );
}

#[test]
fn plays_are_written_as_in_books() {
    let listed =
        |checkers: &str, dice: &str| plays(&read(checkers, &format!("1:{dice}"))).join(", ");
    let start = listed("-b----E-C---eE---c-e----B-", "66");
    assert!(
        start.starts_with("24/18(2) 13/7(2), 24/18(2) 13/7 8/2, "),
        "{start}"
    );
    // A checker on the bar enters first, and may go on.
    let bar = listed("-----B----------------a--A", "21");
    assert_eq!(bar, "bar/22*, bar/23 5/4, bar/24 5/3");
    // The same checker hits on the way, or doesn't.
    let hits = listed("-a-b---------a---A--------", "64");
    assert_eq!(hits, "17/7, 17/13*/7");
    // A higher number bears off from the highest point.
    assert_eq!(listed("-AAA--------------------b-", "64"), "3/off 2/off");
    assert_eq!(
        listed("-----AB-----------------b-", "22"),
        "6/2 6/4 5/3, 6/4(2) 5/1, 6/2(2), 6/off 6/4, 6/2 5/1, 6/off 5/3"
    );
}

#[test]
fn a_roll_is_used_as_far_as_possible() {
    let listed =
        |checkers: &str, dice: &str| plays(&read(checkers, &format!("1:{dice}"))).join(", ");
    // Either die can be played, but not both: the higher one is.
    assert_eq!(listed("--------b------A--------a-", "61"), "15/9");
    assert_eq!(listed("--------bb-----A--------a-", "61"), "15/14");
    assert_eq!(listed("--------bb----bA--------a-", "61"), "pass");
    // After 8/3 the 3 could not be played.
    assert_eq!(listed("--------A--b--A-----------", "53"), "14/6, 14/9 8/5");
    // Three of four, then the way is blocked.
    assert_eq!(listed("-----b-----------A------a-", "33"), "17/8");
}

#[test]
fn a_win_is_worth_one_two_or_three_points() {
    let ending =
        |checkers: &str, side: &str| read(checkers, &format!("{side}:00")).ending_at_leaf();
    let points = |points: i32| Some(Ending::Scored(Score::centipawns(10_000 * points)));
    assert_eq!(ending("------------------a-------", "-1"), points(-1));
    assert_eq!(ending("------------------o-------", "-1"), points(-2));
    assert_eq!(ending("-----a------------n-------", "-1"), points(-3));
    assert_eq!(ending("a-----------------n-------", "-1"), points(-3));
    assert_eq!(ending("a-----------------n-------", "1"), points(3));
    assert_eq!(ending("-a------------------------", "1"), points(1));
    let over = read("a-----------------n-------", "-1:00");
    assert!(over.legal_moves().is_empty() && !over.waits_for_chance());
}

#[test]
fn backgammon_obeys_the_laws_of_games() {
    for seed in 0..5 {
        check_game(&Backgammon::START, seed).unwrap();
        check_keyed(&Backgammon::START, seed).unwrap();
    }
    let weights = Backgammon::START.after(Backgammon::START.legal_moves()[0]);
    let weights = weights.after(weights.legal_moves()[0]);
    let rolls = weights.legal_moves();
    assert_eq!(
        rolls.iter().map(|roll| weights.weight(*roll)).sum::<u32>(),
        36
    );
    assert_eq!(rolls.len(), 21);
}

#[test]
fn a_text_that_is_no_position_is_refused() {
    let error = |text: &str| text.parse::<Backgammon>().unwrap_err();
    let start = "-b----E-C---eE---c-e----B-";
    assert_eq!(
        error("8/5 6/5"),
        ParseBackgammonError::Checkers("8/5 6/5".to_owned())
    );
    assert_eq!(
        error(&format!("{}é:0:0:1:31", &start[..24])),
        ParseBackgammonError::Checkers(format!("{}é", &start[..24]))
    );
    for wrong in [
        "Ab----E-C---eE---c-e----B-",
        "-b----E-C---eE---c-e----Ba",
        "-p------------------------",
    ] {
        assert_eq!(
            error(&format!("{wrong}:0:0:1:31")),
            ParseBackgammonError::Checkers(wrong.to_owned())
        );
    }
    for wrong in ["-o----E-C---eE---c-e----B-", "--------------------------"] {
        assert_eq!(
            error(&format!("{wrong}:0:0:1:31")),
            ParseBackgammonError::Count
        );
    }
    for fields in [
        "",
        ":0:0:1",
        ":1:0:1:31",
        ":0:0:1:31:0",
        ":0:0:1:31:2:0:0:5:10",
        ":0:0:1:31:0:0:0:0:10:7",
    ] {
        assert_eq!(
            error(&format!("{start}{fields}")),
            ParseBackgammonError::Fields,
            "{fields}"
        );
    }
    for turn in ["2:31", ":31", "1:07", "1:3", "1:D", "1:311", "1:é"] {
        let error = error(&format!("{start}:0:0:{turn}"));
        assert_eq!(error, ParseBackgammonError::Turn(turn.to_owned()));
    }
    let pasted: Backgammon = format!("XGID={start}:0:0:1:13:0:0:1:0:10").parse().unwrap();
    assert_eq!(pasted, read(start, "1:31"), "the dice come in any order");
}

fn positions() -> impl Strategy<Value = Backgammon> {
    // Checkers in groups, all at home in one side of three, some on the bar; a point belongs to the side that comes first.
    let anywhere = prop_oneof![4 => 0..=25_u8, 4 => 0..=8_u8, 1 => Just(25)];
    let groups = |place| prop::collection::vec((place, 1..=4_usize), 4..=9);
    let side = || {
        let at_home = (0..=6_u8).boxed();
        prop_oneof![2 => groups(anywhere.clone().boxed()), 1 => groups(at_home)]
    };
    let all = (side(), side(), 0..2_u8, 1..=6_u8, 1..=6_u8);
    all.prop_filter_map(
        "both sides have borne off all",
        |(first, second, side, one, other)| {
            let mut numbers = [0_i32; 26];
            for (sign, places) in [(1, first), (-1, second)] {
                let checkers = places
                    .into_iter()
                    .flat_map(|(place, count)| [place].repeat(count));
                for place in checkers.take(15).filter(|place| *place > 0) {
                    let point = if sign == 1 { place } else { 25 - place };
                    if numbers[usize::from(point)] * sign >= 0 {
                        numbers[usize::from(point)] += sign;
                    }
                }
            }
            let letter = |number: &i32| {
                let count = u8::try_from(number.abs()).expect("there are 15 checkers");
                char::from(match number {
                    0 => b'-',
                    1.. => b'A' - 1 + count,
                    _ => b'a' - 1 + count,
                })
            };
            let letters: String = numbers.iter().map(letter).collect();
            format!(
                "{letters}:0:0:{}:{one}{other}",
                ["1", "-1"][usize::from(side)]
            )
            .parse()
            .ok()
        },
    )
}

#[test]
fn plays_of_any_position_have_the_results_of_a_slow_generator() {
    let covered = RefCell::new(BTreeMap::new());
    let mut runner = TestRunner::new(ProptestConfig::with_cases(2_000));
    let checked = runner.run(&positions(), |position| {
        let us = position.to_move();
        if position.ending_at_leaf().is_some() {
            return Ok(());
        }
        check_plays(&position);
        let longest = plays(&position).remove(0);
        let count = |what| *covered.borrow_mut().entry(what).or_insert(0) += 1;
        for (what, is_so) in [
            ("bar", position.checkers(us, 25) > 0),
            ("off", longest.contains("off")),
            ("hit", longest.contains('*')),
            ("pass", longest == "pass"),
            ("double", position.roll().unwrap().is_double()),
        ] {
            if is_so {
                count(what);
            }
        }
        Ok(())
    });
    checked.unwrap();
    let covered = covered.into_inner();
    assert!(
        covered.len() == 5 && covered.values().all(|count| *count > 30),
        "{covered:?}"
    );
}

#[test]
fn the_right_to_roll_is_all_that_counts_at_the_start() {
    let lead = Backgammon::terms().evaluate(&Backgammon::START);
    assert_eq!(lead, Score::centipawns(900));
}

/// With the 6 first, the 2 would have to bear off the checker on its point.
#[test]
fn a_larger_die_only_bears_off_the_last_checker() {
    let text = "XGID=-A----------------a----a--:0:0:-1:62:0:0:0:0:10";
    let position: Backgammon = text.parse().unwrap();
    let moves = position.legal_moves();
    let mut plays = moves.iter().filter_map(|mv| match mv {
        BackgammonMove::Play(play) => Some((mv.to_string(), play.ways(&position))),
        BackgammonMove::Roll(_) => None,
    });
    let (_, ways) = plays.find(|(text, _)| text == "7/off").unwrap();
    assert_eq!(ways, [[vec![5], vec![0]], [vec![7], vec![5]]]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn a_checker_that_goes_both_ways_plays_either_die_first(position in positions()) {
        let us = position.to_move();
        for mv in position.legal_moves() {
            let BackgammonMove::Play(play) = mv else { continue };
            let ways = play.ways(&position);
            let Some(middle) = ways.iter().find_map(|[_, to]| to.get(1)) else { continue };
            // The die played second now comes first.
            let [first, second] = if ways[0][1].len() == 2 { [0, 1] } else { [1, 0] };
            let (begin, end) = (ways[first][0][0], ways[second][1][0]);
            let dice = position.roll().unwrap().to_string();
            let die = |index: usize| usize::from(dice.as_bytes()[index] - b'0');
            prop_assert_eq!(usize::from(begin - middle), die(second));
            let way = Diagram::of(&position, us).moved(begin.into(), die(second));
            let way = way.and_then(|way| way.moved((*middle).into(), die(first)));
            prop_assert_eq!(way, Some(Diagram::of(&position.after(mv), us)), "{} {}: {}", position, mv, end);
        }
    }

    #[test]
    fn positions_are_read_as_they_are_written(position in positions()) {
        prop_assert_eq!(position.to_string().parse(), Ok(position));
        prop_assert_eq!(position.mirrored().mirrored(), position);
        let moves = position.legal_moves();
        let texts: HashSet<String> = moves.iter().map(ToString::to_string).collect();
        let codes: HashSet<u16> = moves.iter().map(|mv| Backgammon::move_code(*mv)).collect();
        prop_assert_eq!((texts.len(), codes.len()), (moves.len(), moves.len()), "{}", position);
        for mv in moves {
            let (after, mirrored) = (position.after(mv), position.mirrored().after(mv));
            prop_assert_eq!(after.mirrored(), mirrored);
            prop_assert_eq!(after.to_string().parse(), Ok(after));
        }
    }

    #[test]
    fn terms_are_fair_and_add_up(position in positions()) {
        let terms = Backgammon::terms();
        prop_assert!(check_symmetry(&terms, [&position]).is_ok());
        let total = terms.breakdown(&position).total();
        prop_assert_eq!(total, terms.evaluate(&position).for_white(position.to_move()));
    }
}
