//! Pig, a game with a die: `cargo run --release --example pig`.

#[path = "shared/options.rs"]
mod options;

use std::error::Error;
use std::fmt;
use std::process::ExitCode;

use plywood::search::{Ending, Expectiminimax, Stakes, Star1, Star2, laws};
use plywood::{Game, Limits, Score};

use options::Options;

const HELP: &str = "\
Pig: the side to move rolls a die as often as it likes. The numbers are added to its turn, and holding moves them to its score; but a 1
ends the turn with nothing. The first to reach the goal wins. Value iteration solves the game, and
searches that look a few rolls ahead find the same values.

usage: cargo run --release --example pig -- [OPTIONS]

  --goal N     the points that win, from 2 to 100; 100 if not given
  --depth N    how many plies the searches look ahead, from 1 to 9; 7 if not given
  --help       this text
";

/// The scores of the side to move and of the other, and the points of the turn, which belong to the side that chooses.
#[derive(Clone)]
struct Pig {
    goal: u32,
    scores: [u32; 2],
    turn: u32,
    next: Next,
}

#[derive(Clone, Copy, PartialEq)]
enum Next {
    /// The side to move rolls or holds.
    Choice,
    /// The die that the other side has thrown.
    Die,
    /// The side to move lets the other go on. Sides always alternate.
    Pass,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    Roll,
    Hold,
    Pass,
    Die(u32),
}

impl Game for Pig {
    type Move = Step;
    type Moves = Vec<Step>;
    const STAKES: Option<Stakes> = Some(Stakes::new(Score::centipawns(10_000)));

    fn legal_moves(&self) -> Vec<Step> {
        match self.next {
            Next::Choice => vec![Step::Hold, Step::Roll],
            Next::Die => (1..=6).map(Step::Die).collect(),
            Next::Pass => vec![Step::Pass],
        }
    }

    fn after(&self, step: Step) -> Self {
        let [mine, other] = self.scores;
        let (scores, turn, next) = match step {
            Step::Roll => ([other, mine], self.turn, Next::Die),
            Step::Hold => ([other, mine + self.turn], 0, Next::Choice),
            Step::Pass => ([other, mine], self.turn, Next::Choice),
            Step::Die(1) => (self.scores, 0, Next::Choice),
            Step::Die(points) => (self.scores, self.turn + points, Next::Pass),
        };
        Self {
            scores,
            turn,
            next,
            ..*self
        }
    }

    fn ending(&self, _: &[Step]) -> Option<Ending> {
        (self.scores[1] >= self.goal).then_some(Ending::Lost)
    }

    fn waits_for_chance(&self) -> bool {
        self.next == Next::Die
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Roll => f.pad("roll"),
            Self::Hold => f.pad("hold"),
            Self::Pass => f.pad("pass"),
            Self::Die(points) => write!(f, "{points}"),
        }
    }
}

/// The solution: the probability to win of the side that chooses, by its score, the other's, and the turn.
struct Solution {
    goal: usize,
    wins: Vec<f64>,
}

impl Solution {
    /// Solves the game by value iteration. Scores only grow, so it begins at the end: with the highest scores.
    fn new(goal: u32) -> Self {
        let goal = goal as usize;
        let wins = vec![0.5; goal * goal * goal];
        let mut solution = Self { goal, wins };
        for sum in (0..2 * goal - 1).rev() {
            for one in sum.saturating_sub(goal - 1)..=sum / 2 {
                while solution.improve([one, sum - one]) > 1e-9 {}
            }
        }
        solution
    }

    /// Computes the probabilities with these scores, for either side, once more, and returns the greatest change.
    fn improve(&mut self, [one, other]: [usize; 2]) -> f64 {
        let mut change = 0.0_f64;
        for [mine, theirs] in [[one, other], [other, one]] {
            for turn in (0..self.goal - mine).rev() {
                let hold = 1.0 - self.wins([theirs, mine + turn], 0);
                let better = hold.max(self.rolled([mine, theirs], turn));
                let place = (mine * self.goal + theirs) * self.goal + turn;
                change = change.max((better - self.wins[place]).abs());
                self.wins[place] = better;
            }
        }
        change
    }

    /// Returns the probability to win of a side that throws the die.
    fn rolled(&self, [mine, theirs]: [usize; 2], turn: usize) -> f64 {
        let lost_turn = 1.0 - self.wins([theirs, mine], 0);
        let others = (2..=6).map(|points| self.wins([mine, theirs], turn + points));
        (lost_turn + others.sum::<f64>()) / 6.0
    }

    /// Returns the probability to win of the side that chooses.
    fn wins(&self, [mine, theirs]: [usize; 2], turn: usize) -> f64 {
        if theirs >= self.goal {
            0.0
        } else if mine + turn >= self.goal {
            1.0
        } else {
            self.wins[(mine * self.goal + theirs) * self.goal + turn]
        }
    }

    /// Evaluates a position as the solution does.
    fn evaluate(&self, pig: &Pig) -> Score {
        let [mine, other] = pig.scores.map(|score| score as usize);
        let turn = pig.turn as usize;
        score(match pig.next {
            Next::Choice => self.wins([mine, other], turn),
            Next::Die => 1.0 - self.rolled([other, mine], turn),
            Next::Pass => 1.0 - self.wins([other, mine], turn),
        })
    }
}

/// Converts a probability to win to a score.
#[expect(
    clippy::cast_possible_truncation,
    reason = "a probability is from 0 to 1"
)]
fn score(wins: f64) -> Score {
    Score::centipawns((20_000.0 * wins - 10_000.0).round() as i32)
}

/// Converts a score to a probability to win.
fn probability(score: Score) -> f64 {
    let sure = if score > Score::DRAW { 1.0 } else { 0.0 };
    let expected = |value| f64::midpoint(1.0, f64::from(value) / 10_000.0);
    score.as_centipawns().map_or(sure, expected)
}

fn main() -> ExitCode {
    options::main(HELP, run)
}

fn run(options: &Options) -> Result<String, Box<dyn Error>> {
    let (goal, depth) = (
        options.number("--goal", 100)?,
        options.number("--depth", 7)?,
    );
    if !(2..=100).contains(&goal) || !(1..=9).contains(&depth) {
        return Err("expected a goal from 2 to 100, and a depth from 1 to 9".into());
    }
    let start = |scores| Pig {
        goal,
        scores,
        turn: 0,
        next: Next::Choice,
    };
    for seed in 0..20 {
        laws::check_game(&start([0, 0]), seed)?;
    }
    let solution = Solution::new(goal);
    let mut text = format!(
        "To {goal} points, the first side wins with a probability of {:.4}.\n\n\
         scores   solution  draw at depth {depth}  solution at depth {depth}\n",
        solution.wins([0, 0], 0)
    );
    for (mine, other) in [(1, 1), (1, 4), (4, 1), (6, 6)] {
        let position = start([goal.saturating_sub(mine), goal.saturating_sub(other)]);
        let limits = Limits::depth(depth);
        let unknowing = |_: &Pig| Score::DRAW;
        let knowing = |pig: &Pig| solution.evaluate(pig);
        let blind = Expectiminimax::new(unknowing).search(&position, &limits);
        let seeing = Star1::new(knowing).search(&position, &limits);
        let early = Star2::new(knowing).search(&position, &limits);
        let value = seeing.score.ok_or("the search has a score")?;
        assert_eq!(early.score, seeing.score, "Star2 finds Star1's value");
        text += &format!(
            "{:>3}:{:<3}    {:.4}  {:>15.4}  {:>19.4}\n",
            position.scores[0],
            position.scores[1],
            probability(solution.evaluate(&position)),
            probability(blind.score.unwrap_or_default()),
            probability(value),
        );
        let difference = value.minus(solution.evaluate(&position)).as_centipawns();
        if difference.is_none_or(|difference| difference.abs() > 2) {
            return Err(format!("the search finds {value}\n{text}").into());
        }
    }
    Ok(text)
}
