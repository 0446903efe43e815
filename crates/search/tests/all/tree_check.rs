//! The nodes of a search are verified from its events.

use plywood_core::Position;
use plywood_eval::Material;
use plywood_search::games::ConnectFour;
use plywood_search::{
    AlphaBeta, AlphaBetaFailHard, AlphaBetaMaxMin, Arrival, Aspiration, BestNode, Captures,
    Coverage, Entered, Expected, FixedDepth, IterativeDeepening, Killers, LateMoves, LeafKind,
    Limits, Minimax, MtdF, Negamax, NullMove, Parallel, PrincipalVariationSearch, Property, Rule,
    Score, Strategy, TableStart, Transpositions, TreeCheck, Window,
};

/// A search and its expected properties.
type Search<G> = (Box<dyn Strategy<G>>, Expected);

fn searches<G>(evaluator: fn(&G) -> Score) -> Vec<Search<G>>
where
    G: plywood_search::Tactical + plywood_search::Keyed<Move: Send + Sync> + Sync + 'static,
{
    let exact = Expected::EXACT;
    let no_table = Expected {
        table: TableStart::NoTable,
        ..exact
    };
    let ordering = || (Captures, Killers::new());
    let tabled = || {
        PrincipalVariationSearch::new(evaluator)
            .ordering(ordering())
            .table(Transpositions::exact(1))
    };
    let plain: Vec<Box<dyn FixedDepth<G>>> = vec![
        Box::new(Minimax::new(evaluator)),
        Box::new(Negamax::new(evaluator)),
        Box::new(AlphaBetaMaxMin::new(evaluator).quiescence()),
        Box::new(AlphaBeta::new(evaluator).quiescence().ordering(ordering())),
        Box::new(PrincipalVariationSearch::new(evaluator).ordering(ordering())),
        Box::new(MtdF::new(AlphaBetaFailHard::new(evaluator))),
        Box::new(BestNode::new(PrincipalVariationSearch::new(evaluator))),
    ];
    let with_table: Vec<Box<dyn FixedDepth<G>>> = vec![
        Box::new(Aspiration::new(tabled()).margin(3)),
        Box::new(MtdF::new(tabled())),
        Box::new(BestNode::new(tabled())),
    ];
    let parallel: Box<dyn FixedDepth<G>> = Box::new(Parallel::new(tabled(), 2).split_depth(2));
    let threads = Expected {
        has_threads: true,
        ..exact
    };
    let plain = plain.into_iter().map(|search| (search, no_table));
    let with_table = with_table.into_iter().map(|search| (search, exact));
    let all = plain.chain(with_table).chain([(parallel, threads)]);
    all.map(|(search, expected)| {
        let search: Box<dyn Strategy<G>> = Box::new(IterativeDeepening::new(search));
        (search, expected)
    })
    .collect()
}

fn verify<G>(starts: &[G], depth: u32, evaluator: fn(&G) -> Score) -> Coverage
where
    G: plywood_search::Tactical + plywood_search::Keyed<Move: Send + Sync> + Sync + 'static,
{
    let mut sum = Coverage::default();
    for position in starts {
        for (mut search, expected) in searches(evaluator) {
            for lines in [1, 3] {
                let mut check = TreeCheck::new(expected);
                search.new_game();
                search.search_observed(
                    position,
                    &Limits::depth(depth).with_lines(lines),
                    &mut check,
                );
                match check.verdict() {
                    Ok(coverage) => sum.add(&coverage),
                    Err(error) => panic!("{} with {lines} lines: {error}", search.name()),
                }
            }
        }
    }
    sum
}

#[test]
fn every_depth_first_search_is_verified() {
    let board = ConnectFour::new();
    let four = verify(
        &[board, "dcbdadgef".parse().unwrap()],
        4,
        ConnectFour::estimate,
    );
    println!("{four}");
    let chess = [
        "r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4",
        "8/8/8/8/4k3/8/1R6/K6R w - - 0 1",
    ];
    let chess = chess.map(|fen| fen.parse::<Position>().unwrap());
    let chess = verify(&chess, 3, |position| {
        plywood_eval::Evaluator::evaluate(&Material::default(), position)
    });
    println!("{chess}");
    for property in [
        Property::Values,
        Property::Windows,
        Property::NullWindows,
        Property::SecondSearches,
        Property::DeepCutoffs,
        Property::Ties,
        Property::StandPats,
        Property::BestMoves,
    ] {
        assert!(
            four.of(property) + chess.of(property) > 0,
            "{property:?}: {four}"
        );
    }
}

#[test]
fn selective_searches_are_verified() {
    let middlegame = "r1bq1rk1/ppp2ppp/2np1n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQ1RK1 w - - 0 7";
    let position: Position = middlegame.parse().unwrap();
    let mut sum = Coverage::default();
    let parts = || (NullMove::new(), LateMoves::new());
    let ordering = || (Captures, Killers::new());
    let searches: [Box<dyn Strategy<Position>>; 3] = [
        Box::new(
            AlphaBeta::new(Material::default())
                .ordering(ordering())
                .selectivity(parts()),
        ),
        Box::new(
            PrincipalVariationSearch::new(Material::default())
                .ordering(ordering())
                .selectivity(parts()),
        ),
        Box::new(IterativeDeepening::new(
            PrincipalVariationSearch::new(Material::default())
                .quiescence()
                .ordering(ordering())
                .table(Transpositions::reusing_deeper(1))
                .selectivity(parts()),
        )),
    ];
    for mut search in searches {
        let mut check = TreeCheck::new(Expected::SELECTIVE);
        search.search_observed(&position, &Limits::depth(5), &mut check);
        let coverage = check.verdict();
        sum.add(&coverage.unwrap_or_else(|error| panic!("{}: {error}", search.name())));
    }
    println!("{sum}");
    for property in [Property::Reductions, Property::Prunings, Property::Steps] {
        assert!(sum.of(property) > 0, "{property:?}: {sum}");
    }
}

/// A log: `(move,alpha,beta,key,moves` enters, `)score` leaves, `=score` is a leaf, `#score` the table's answer, `x` a cutoff.
fn log(text: &str) -> Result<Coverage, (u64, Rule)> {
    let number = |text: &str| text.parse().ok().map(Score::centipawns);
    let mut check = TreeCheck::new(Expected {
        table: TableStart::Empty,
        ..Expected::EXACT
    });
    let mut each = |word| {
        let (sign, rest) = str::split_at(word, 1);
        let score = number(rest).unwrap_or_default();
        match sign {
            "=" => return check.leaf(score, LeafKind::Unknown),
            "#" => return check.answered(score.into()),
            "x" => return check.cutoff(None),
            ")" => return check.leave(score, None),
            _ => {}
        }
        let mut parts = rest
            .split(',')
            .map(|part| Some(part).filter(|part| !part.is_empty()));
        let mut part = || parts.next().flatten();
        let arrival = part().map(Arrival::Move);
        let alpha = part().and_then(number).unwrap_or(Score::LOWEST);
        let beta = part().and_then(number).unwrap_or(Score::HIGHEST);
        let key = part().and_then(|key| key.parse().ok());
        let moves = part().and_then(|moves| moves.parse().ok());
        let window = Window::between(alpha, beta);
        check.enter(Entered {
            arrival,
            key,
            moves,
            ..Entered::in_window(window)
        })
    };
    let checked = text.split_whitespace().try_for_each(&mut each);
    let verdict = checked.and_then(|()| check.verdict());
    verdict.map_err(|error| (error.event, error.rule))
}

#[test]
fn what_does_not_follow_is_found_where_it_happens() {
    assert!(log("( (a =-5 )-5 )5").is_ok());
    assert_eq!(log("( (a =-5 )-5 )17"), Err((5, Rule::Reached)));
    assert_eq!(log("( (a =-5 )-5 )3"), Err((5, Rule::Best)));
    assert_eq!(log("( (a =5 )7"), Err((4, Rule::Leaf)));
    assert_eq!(log("(,0,9 (a,-9,0 =-5 )-5 x"), Err((5, Rule::Cutoff)));
    assert_eq!(
        log("(,0,9 (a,-9,0 =-9 )-9 x (b,-9,0"),
        Err((6, Rule::AfterCutoff))
    );
    assert_eq!(log("(,3,9 (a,3,9"), Err((2, Rule::Window)));
    assert_eq!(log("(,,,1,2 (a =-5 )-5 )5"), Err((5, Rule::EveryMove)));
    assert_eq!(
        log("( (a =-5 )-5 (b,-6,-5 (c,5,6 =7 )7 )-7 )7"),
        Err((10, Rule::SecondSearch))
    );
    assert_eq!(log("(,,,1 (a,,,2 #4"), Err((3, Rule::Table)));
    assert!(log("( (a,,,2 =4 )4 )-4 ( (a,,,2 #4 )4 )-4").is_ok());
    assert_eq!(log(")4"), Err((1, Rule::Nesting)));
    assert!(log("( (a").is_ok(), "the rest is missing");
}

#[test]
fn a_million_events_and_a_depth_of_a_hundred_thousand_are_fine() {
    let mut check = TreeCheck::new(Expected::EXACT);
    for ply in 0..100_000_u32 {
        let arrival = (ply > 0).then_some(Arrival::Move(1_u32));
        check
            .enter(Entered {
                arrival,
                ..Entered::in_window(Window::OPEN)
            })
            .unwrap();
    }
    check.leaf(Score::centipawns(5), LeafKind::Over).unwrap();
    for ply in (0..100_000).rev() {
        let score = Score::centipawns(if ply % 2 == 1 { 5 } else { -5 });
        check.leave(score, None).unwrap();
    }
    for mv in 0..330_000 {
        let arrival = (mv > 0).then_some(Arrival::Move(mv % 40));
        check
            .enter(Entered {
                arrival,
                ..Entered::in_window(Window::OPEN)
            })
            .unwrap();
        if mv > 0 {
            check.leaf(Score::DRAW, LeafKind::Over).unwrap();
            check.leave(Score::DRAW, None).unwrap();
        }
    }
    assert_eq!(check.verdict().unwrap().of(Property::Leaves), 330_000);
}
