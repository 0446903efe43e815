//! An observer is told the progress of an iteration.

use plywood_core::{Move, Position};
use plywood_engine::Engine;
use plywood_eval::Score;
use plywood_search::{
    Bound, Event, Iteration, Limits, News, Observer, Progress, StopHandle, Strategy,
};
use std::thread;
use std::time::Duration;

const MIDDLEGAME: &str = "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N1PN2/PP2BPPP/R1BQ1RK1 w - - 0 9";

/// All reported events, in order.
#[derive(Default)]
struct Heard {
    progress: Vec<Progress<Move>>,
    iterations: Vec<Iteration<Move>>,
}

impl Observer<Move> for Heard {
    fn observe(&mut self, event: Event<'_, Move>) {
        match event {
            Event::Progress(progress) => {
                let complete = self.iterations.last().map_or(0, |last| last.depth);
                assert_eq!(progress.depth, complete + 1);
                self.progress.push(progress.clone());
            }
            Event::Iteration(iteration) => self.iterations.push(iteration.clone()),
            _ => {}
        }
    }
}

fn middlegame() -> Position {
    MIDDLEGAME.parse().expect("the position is legal")
}

fn search(limits: &Limits) -> Heard {
    let position = middlegame();
    let mut heard = Heard::default();
    let report = Engine::new().search_observed(&position, limits, &mut heard);
    assert_eq!(report.iterations, heard.iterations);
    let silent = Engine::new().search(&position, limits);
    assert_eq!(
        report.to_string(),
        silent.to_string(),
        "listening changes nothing"
    );
    heard
}

#[test]
fn each_move_of_the_root_is_named_before_it_is_searched() {
    let heard = search(&Limits::depth(5));
    let numbers = |depth| {
        let of_depth = heard.progress.iter().filter(move |it| it.depth == depth);
        of_depth.filter_map(|progress| match progress.news {
            News::Searching { number, .. } => Some(number),
            _ => None,
        })
    };
    let first: Vec<usize> = numbers(1).collect();
    assert_eq!(first, (1..=first.len()).collect::<Vec<usize>>());
    assert!(first.len() > 30 && numbers(5).count() >= first.len());
}

#[test]
fn bounds_of_the_root_are_told_as_bounds_and_end_in_the_score_of_the_iteration() {
    let heard = search(&Limits::depth(10));
    let mut bounds = 0;
    for progress in &heard.progress {
        let News::Found {
            rank, bound, line, ..
        } = &progress.news
        else {
            continue;
        };
        assert_eq!(*rank, 1);
        assert_ne!(
            *bound,
            Bound::Exact,
            "nothing is exact before the iteration is complete"
        );
        assert!(!line.is_empty());
        bounds += 1;
    }
    assert!(bounds > 0);
    let several = search(&Limits::depth(6).with_lines(3));
    let is_found = |it: &&Progress<Move>| matches!(it.news, News::Found { .. });
    assert_eq!(several.progress.iter().filter(is_found).count(), 0);
}

/// Keeps the counts, and stops the search at the second.
struct Counts(Vec<u64>, StopHandle);

impl Observer<Move> for Counts {
    fn observe(&mut self, event: Event<'_, Move>) {
        if let Event::Progress(progress) = event
            && progress.news == News::Counted
        {
            self.0.push(progress.nodes);
            if self.0.len() == 2 {
                self.1.stop();
            }
        }
    }
}

#[test]
fn the_counts_are_told_each_second() {
    let slow = |position: &Position| {
        thread::sleep(Duration::from_micros(50));
        Score::centipawns(i32::from(position.halfmove_clock() > 0))
    };
    let handle = StopHandle::new();
    let mut counts = Counts(Vec::new(), handle.clone());
    let limits = Limits::none().with_stop(&handle);
    let report = Engine::new()
        .evaluator(slow)
        .search_observed(&middlegame(), &limits, &mut counts);
    assert!(report.elapsed > Duration::from_secs(2), "{report}");
    assert!(counts.0.is_sorted() && counts.0[0] > 0, "{:?}", counts.0);
}
