//! The parts of best-first search against a slow twin: each formula is written here from its paper, over lists of nodes with positions.
#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "small numbers, and the digits of ours"
)]

use crate::best_first::{Estimate, minimax, outcome};
use plywood_eval::ScoreKind;
use plywood_search::games::{Column, ConnectFour, TicTacToe};
use plywood_search::{
    Adjusted, AtOnce, Backing, BestFirst, BestValue, Dice, Ending, FinalChoice, Game, KeptNode,
    Known, Limits, LookedAt, MonteCarlo, Puct, Score, StaticEvaluation, StopReason, Strategy, Ucb1,
    Ucb1Tuned, Voting,
};
use std::collections::HashMap;

/// Everything known of a node, for the side that moved there. A prior, a sum of squares and one of AMAF have the digits of ours.
struct TwinNode {
    board: ConnectFour,
    mv: Option<Column>,
    prior: f32,
    rounds: f64,
    points: f64,
    squares: f32,
    amaf: (f64, f32),
    /// The minimax value in centipawns; infinite for a win.
    value: Option<f64>,
    children: Vec<usize>,
}

enum Rule {
    Ucb1(f64),
    Tuned,
    Puct(f64),
}

struct Twin {
    rule: Rule,
    first_play: Option<f64>,
    rave: Option<f64>,
    bias: f64,
    widening: Option<f64>,
    implicit: f64,
    has_priors: bool,
    nodes: Vec<TwinNode>,
}

/// Elo's formula.
fn expected(centipawns: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-centipawns / 400.0))
}

/// The value of a position for its side to move.
fn evaluated(board: &ConnectFour) -> f64 {
    match board.ending(&board.legal_moves()) {
        Some(Ending::Lost) => f64::NEG_INFINITY,
        Some(_) => 0.0,
        None => match board.estimate().kind() {
            ScoreKind::Centipawns(value) => value.into(),
            ScoreKind::WonIn(_) | ScoreKind::LostIn(_) => panic!("an estimate"),
        },
    }
}

impl Twin {
    fn new(rule: Rule) -> Self {
        Self {
            rule,
            first_play: None,
            rave: None,
            bias: 0.0,
            widening: None,
            implicit: 0.0,
            has_priors: false,
            nodes: Vec::new(),
        }
    }

    fn add(&mut self, board: ConnectFour, mv: Option<Column>, prior: f32) -> usize {
        self.nodes.push(TwinNode {
            board,
            mv,
            prior,
            rounds: 0.0,
            points: 0.0,
            squares: 0.0,
            amaf: (0.0, 0.0),
            value: None,
            children: Vec::new(),
        });
        self.nodes.len() - 1
    }

    /// Adds all children of a node, with a softmax of their evaluations at a temperature of 90 as priors.
    fn expand(&mut self, node: usize) {
        let board = self.nodes[node].board;
        let moves = board.legal_moves();
        let scores = moves.iter().map(|mv| -evaluated(&board.after(*mv)));
        let scores: Vec<f64> = scores.map(|score| score.clamp(-2_000.0, 2_000.0)).collect();
        let best = scores.iter().copied().fold(f64::MIN, f64::max);
        let weights: Vec<f64> = scores
            .iter()
            .map(|score| ((score - best) / 90.0).exp())
            .collect();
        let sum: f64 = weights.iter().sum();
        let prior = |place: usize| {
            if self.has_priors {
                weights[place] / sum
            } else {
                1.0 / moves.len() as f64
            }
        };
        let mut places: Vec<usize> = (0..moves.len()).collect();
        if self.widening.is_some() {
            places.sort_by(|one, other| prior(*other).total_cmp(&prior(*one)));
        }
        let priors: Vec<f64> = places.iter().map(|place| prior(*place)).collect();
        for (place, prior) in places.into_iter().zip(priors) {
            let child = self.add(board.after(moves[place]), Some(moves[place]), prior as f32);
            self.nodes[node].children.push(child);
        }
    }

    fn worth(&self, parent: &TwinNode, child: &TwinNode) -> f64 {
        let (n_parent, n) = (parent.rounds.max(1.0), child.rounds.max(1.0));
        let own = child.points / n;
        let mut mean = own;
        if child.rounds == 0.0 {
            let usual = match self.rule {
                Rule::Puct(_) => 1.0 - parent.points / n_parent - 0.2,
                Rule::Ucb1(_) | Rule::Tuned => f64::INFINITY,
            };
            mean = self.first_play.unwrap_or(usual);
        } else if self.implicit > 0.0 {
            let value = expected(child.value.expect("it was visited"));
            mean = (1.0 - self.implicit) * mean + self.implicit * value;
        }
        if let (Some(k), true) = (self.rave, child.amaf.0 > 0.0) {
            let amaf = f64::from(child.amaf.1) / child.amaf.0;
            let beta = (k / (3.0 * parent.rounds + k)).sqrt();
            let mixed = if child.rounds > 0.0 { mean } else { amaf };
            mean = (1.0 - beta) * mixed + beta * amaf;
        }
        let share = n_parent.ln() / n;
        let bonus = match self.rule {
            Rule::Ucb1(c) => c * share.sqrt(),
            Rule::Tuned => {
                let variance = f64::from(child.squares) / n - own * own;
                (share * (variance.max(0.0) + (2.0 * share).sqrt()).min(0.25)).sqrt()
            }
            Rule::Puct(c) => c * (f64::from(child.prior) * n_parent.sqrt() / (1.0 + child.rounds)),
        };
        mean + bonus + self.bias * f64::from(child.prior) / (child.rounds + 1.0)
    }

    fn best(&self, node: usize) -> usize {
        let parent = &self.nodes[node];
        let shown = self.widening.map_or(parent.children.len(), |moves| {
            (moves * parent.rounds.max(1.0).sqrt()).ceil().max(1.0) as usize
        });
        let mut best = (f64::NEG_INFINITY, None);
        for &child in parent.children.iter().take(shown) {
            let worth = self.worth(parent, &self.nodes[child]);
            if best.1.is_none() || worth > best.0 {
                best = (worth, Some(child));
            }
        }
        best.1.expect("there are children")
    }

    fn round(&mut self) {
        let mut path = vec![0];
        let mut leaf = 0;
        while !self.nodes[leaf].children.is_empty() {
            leaf = self.best(leaf);
            path.push(leaf);
        }
        let is_over = |board: &ConnectFour| board.ending(&board.legal_moves()).is_some();
        if !is_over(&self.nodes[leaf].board) && (leaf == 0 || self.nodes[leaf].rounds > 0.0) {
            self.expand(leaf);
            leaf = self.best(leaf);
            path.push(leaf);
        }
        let value = evaluated(&self.nodes[leaf].board);
        self.nodes[leaf].value = Some(-value);
        let moves: Vec<_> = path[1..].iter().map(|node| self.nodes[*node].mv).collect();
        // For the side to move at each node.
        let mut result = expected(value);
        for (ply, &node) in path.iter().enumerate().rev() {
            let children = self.nodes[node].children.clone();
            for &child in &children {
                if moves[ply..]
                    .iter()
                    .step_by(2)
                    .any(|mv| *mv == self.nodes[child].mv)
                {
                    let amaf = &mut self.nodes[child].amaf;
                    *amaf = (amaf.0 + 1.0, amaf.1 + result as f32);
                }
            }
            let values = children.iter().filter_map(|child| self.nodes[*child].value);
            let best = values.reduce(f64::max);
            result = 1.0 - result;
            let known = &mut self.nodes[node];
            known.value = best.map(|best| -best).or(known.value);
            known.rounds += 1.0;
            known.points += result;
            known.squares += (result * result) as f32;
        }
    }
}

type Grow = fn(&ConnectFour, &Limits) -> Vec<KeptNode<Column>>;

const ESTIMATE: Estimate<ConnectFour> = ConnectFour::estimate;

fn plain() -> BestFirst<AtOnce<StaticEvaluation<Estimate<ConnectFour>>>> {
    BestFirst::of(AtOnce(StaticEvaluation::new(ESTIMATE))).expand_all()
}

/// Compositions without chance, and their twins.
#[expect(clippy::too_many_lines, reason = "it is a list")]
fn compositions() -> Vec<(&'static str, Grow, Twin)> {
    let of = Twin::new;
    let usual = || of(Rule::Ucb1(std::f64::consts::SQRT_2));
    let priors = |twin: Twin| Twin {
        has_priors: true,
        ..twin
    };
    let implicit = |twin: Twin| Twin {
        implicit: 0.4,
        ..twin
    };
    vec![
        ("UCB1", |it, limits| plain().tree(it, limits), usual()),
        (
            "UCB1 with a constant",
            |it, limits| plain().select(Ucb1::new(0.3)).tree(it, limits),
            of(Rule::Ucb1(0.3)),
        ),
        (
            "UCB1-Tuned",
            |it, limits| plain().select(Ucb1Tuned).tree(it, limits),
            of(Rule::Tuned),
        ),
        (
            "PUCT",
            |it, limits| {
                let search = plain().select(Puct::new(1.2)).priors(LookedAt(ESTIMATE));
                search.tree(it, limits)
            },
            priors(of(Rule::Puct(1.2))),
        ),
        (
            "first-play urgency",
            |it, limits| {
                let rule = Adjusted::new(Ucb1::new(0.5)).first_play(45);
                plain().select(rule).tree(it, limits)
            },
            Twin {
                first_play: Some(0.45),
                ..of(Rule::Ucb1(0.5))
            },
        ),
        (
            "RAVE",
            |it, limits| {
                let rule = Adjusted::new(Ucb1::new(0.5)).rave(100).first_play(45);
                plain().select(rule).tree(it, limits)
            },
            Twin {
                first_play: Some(0.45),
                rave: Some(100.0),
                ..of(Rule::Ucb1(0.5))
            },
        ),
        (
            "progressive bias",
            |it, limits| {
                let rule = Adjusted::new(Ucb1::new(0.5)).bias(3);
                let search = plain().select(rule).priors(LookedAt(ESTIMATE));
                search.tree(it, limits)
            },
            priors(Twin {
                bias: 3.0,
                ..of(Rule::Ucb1(0.5))
            }),
        ),
        (
            "widening",
            |it, limits| {
                let search = plain().priors(LookedAt(ESTIMATE)).widening(1);
                search.tree(it, limits)
            },
            priors(Twin {
                widening: Some(1.0),
                ..usual()
            }),
        ),
        (
            "implicit minimax",
            |it, limits| {
                let search = plain().backing(Backing::ImplicitMinimax(40));
                search.tree(it, limits)
            },
            implicit(usual()),
        ),
        (
            "implicit minimax with UCB1-Tuned",
            |it, limits| {
                let search = plain().backing(Backing::ImplicitMinimax(40));
                search.select(Ucb1Tuned).tree(it, limits)
            },
            implicit(of(Rule::Tuned)),
        ),
        (
            "implicit minimax with PUCT",
            |it, limits| {
                let search = plain().backing(Backing::ImplicitMinimax(40));
                let search = search.select(Puct::new(1.2)).priors(LookedAt(ESTIMATE));
                search.tree(it, limits)
            },
            implicit(priors(of(Rule::Puct(1.2)))),
        ),
    ]
}

#[test]
fn each_formula_is_that_of_its_paper() {
    for text in ["", "ddcc", "dcdcd", "ddeec"] {
        let board: ConnectFour = text.parse().unwrap();
        for (name, grow, mut twin) in compositions() {
            twin.add(board, None, 0.0);
            for _ in 0..600 {
                twin.round();
            }
            let tree = grow(&board, &Limits::rounds(600));
            assert_eq!(tree.len(), twin.nodes.len(), "{name}: {text}");
            let places = tree.iter().enumerate();
            let places = places.map(|(place, node)| ((node.parent, node.mv), place));
            let places: HashMap<_, _> = places.collect();
            let mut pairs = vec![(0, 0)];
            while let Some((place, twins)) = pairs.pop() {
                let theirs = &twin.nodes[twins];
                let Known::Games { visits, points } = tree[place].known else {
                    panic!("{name} counts games");
                };
                let is_same = (f64::from(visits) - theirs.rounds).abs() < 0.5
                    && (points - theirs.points).abs() < 1e-6;
                assert!(is_same, "{name}: {text}");
                let child = |twins: &usize| {
                    let by_move = (Some(place), twin.nodes[*twins].mv);
                    (places[&by_move], *twins)
                };
                pairs.extend(theirs.children.iter().map(child));
            }
        }
    }
}

#[test]
fn a_move_that_is_proven_lost_is_not_drawn_by_visits() {
    let mut differing = 0;
    for seed in 0..400 {
        let mut dice = Dice::new(seed);
        let mut board = TicTacToe::new();
        for _ in 0..3 {
            let moves = board.legal_moves();
            board = board.after(moves[dice.below(moves.len())]);
        }
        let search = |choice| {
            let search = MonteCarlo::new(|_: &TicTacToe| Score::DRAW).solving();
            let limits = Limits::rounds(300).with_seed(seed);
            search.choose(choice).search(&board, &limits)
        };
        let drawn = search(FinalChoice::ByVisits(1_000));
        differing += u32::from(drawn.best_move != search(FinalChoice::MostVisits).best_move);
        let score = drawn.score.expect("a score");
        let is_true = !score.is_decisive() || outcome(score) == outcome(minimax(&board));
        assert!(is_true, "{board}: {drawn}");
    }
    assert!(differing > 20, "{differing} moves were drawn");
}

#[test]
fn a_random_game_that_was_won_is_no_forced_win() {
    for board in ["... ... ...", "X.. .O. ..."] {
        let board: TicTacToe = board.parse().unwrap();
        for rounds in [1, 20, 200] {
            let search = MonteCarlo::new(|_: &TicTacToe| Score::DRAW);
            let search = search.select(BestValue).backing(Backing::Minimax);
            let limits = Limits::rounds(rounds);
            for report in [search, search.solving()].map(|mut it| it.search(&board, &limits)) {
                let score = report.score.expect("a score");
                assert!(!score.is_decisive(), "{board}: {report}");
            }
        }
    }
}

/// Trees share the memory to the byte, so that two also fit in one megabyte.
#[test]
fn several_trees_fit_in_one_megabyte() {
    let board: ConnectFour = "ddeec".parse().unwrap();
    for threads in [2, 3] {
        let search = MonteCarlo::new(ESTIMATE).solving().megabytes(1);
        let report = Voting::new(vec![search; threads]).search(&board, &Limits::rounds(6_000));
        let solved = (StopReason::Solved, Some(Score::lost_in(2)));
        assert_eq!((report.reason, report.score), solved, "{threads} threads");
    }
}
