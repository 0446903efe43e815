use super::*;
use crate::games::ConnectFour;
use crate::horizon::StaticEvaluation;

#[test]
fn a_node_takes_half_a_cache_line() {
    assert_eq!(size_of::<Node<<ConnectFour as Game>::Move>>(), 32);
}

/// The memory is never exceeded, and nine tenths of it are used before room is made.
#[test]
fn a_tree_stays_within_its_memory() {
    let estimate: fn(&ConnectFour) -> Score = ConnectFour::estimate;
    let search = BestFirst::of(AtOnce(StaticEvaluation::new(estimate)));
    let search = search.megabytes(1).making_room();
    check_memory(search, 4);
    check_memory(search.solving().expand_all(), 4);
    check_memory(
        search.backing(Backing::Minimax).select(BestValue).solving(),
        2,
    );
}

type Evaluated = AtOnce<StaticEvaluation<fn(&ConnectFour) -> Score>>;

fn check_memory<S: Selection>(mut search: BestFirst<Evaluated, S>, times: u32) {
    const MEGABYTE: usize = 1 << 20;
    let start = ConnectFour::new();
    let limits = Limits::none();
    Root::search(&start, &limits, |root| {
        let mut silent = ();
        let mut state = SearchState::new(&limits, &mut silent);
        let mut tree = Tree::new(&root, search.room::<ConnectFour>());
        let mut rounds = Rounds {
            current: Round::new(1, false),
            path: Path::from_root(&start),
            untried: Vec::new(),
            max_depth: limits.depth_to_search(),
            sharing: Priors::<ConnectFour>::sharing(&search.priors),
            search: &mut search,
            state: &mut state,
        };
        let mut made = 0;
        while made < times {
            rounds.round(&mut &mut tree).expect("there is no limit");
            assert!(tree.bytes() <= MEGABYTE);
            if tree.needs_room {
                assert!(tree.bytes() >= MEGABYTE * 9 / 10, "after {made} times");
                let before = tree.bytes();
                tree.make_room();
                assert!(tree.bytes() < before);
                made += 1;
            }
        }
        Report::new(state.stop_reason())
    });
}
