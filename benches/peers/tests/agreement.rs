//! plywood, cozy-chess and shakmaty play the same random games and must see the same in them:
//! legal moves, FENs, checks and pins, in standard chess, Chess960 and double Fischer random.

use std::fmt::Display;

use fastrand::Rng;
use plywood_core::{CastlingFen, EnPassantFen, FenFormat, Position};
use plywood_notation::{san, uci};
use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Position as _};

const LONGEST: usize = 100;

/// One position as all three hold it.
struct Boards {
    plywood: Position,
    cozy: cozy_chess::Board,
    shakmaty: Chess,
}

impl Boards {
    fn read(fen: &str) -> Self {
        let shakmaty: Fen = fen.parse().expect("shakmaty reads the FEN");
        Self {
            plywood: fen.parse().expect("plywood reads the FEN"),
            cozy: fen.parse().expect("cozy-chess reads the FEN"),
            shakmaty: shakmaty
                .into_position(CastlingMode::Chess960)
                .expect("shakmaty accepts the position"),
        }
    }

    fn compare(&self) {
        let fen = self.plywood.fen();
        self.compare_fens();
        let moves = sorted(
            self.plywood
                .legal_moves()
                .iter()
                .map(|mv| format!("{mv:#}")),
        );
        let mut cozy = Vec::new();
        self.cozy.generate_moves(|some| {
            cozy.extend(some.into_iter().map(|mv| mv.to_string()));
            false
        });
        assert_eq!(moves, sorted(cozy), "cozy-chess on {fen}");
        let shakmaty = self.shakmaty.legal_moves();
        let shakmaty = shakmaty.into_iter().map(UciMove::from_chess960);
        assert_eq!(moves, sorted(shakmaty), "shakmaty on {fen}");

        let checkers = sorted(self.plywood.checkers());
        assert_eq!(checkers, sorted(self.cozy.checkers()), "{fen}");
        assert_eq!(checkers, sorted(self.shakmaty.checkers()), "{fen}");
        // cozy-chess also counts enemy pieces between.
        let own = self.cozy.colors(self.cozy.side_to_move());
        let pinned = sorted(self.cozy.pinned() & own);
        assert_eq!(sorted(self.plywood.pinned()), pinned, "{fen}");
    }

    fn compare_fens(&self) {
        let fen = |castling, en_passant| {
            let format = FenFormat {
                castling,
                en_passant,
            };
            self.plywood.fen_with(format).to_string()
        };
        for (ours, theirs) in [
            (EnPassantFen::Always, EnPassantMode::Always),
            (EnPassantFen::PseudoLegal, EnPassantMode::PseudoLegal),
            (EnPassantFen::Legal, EnPassantMode::Legal),
        ] {
            let shakmaty = Fen::from_position(&self.shakmaty, theirs).to_string();
            assert_eq!(fen(CastlingFen::XFen, ours), shakmaty);
        }
        let cozy = format!("{:#}", self.cozy);
        assert_eq!(fen(CastlingFen::Shredder, EnPassantFen::Always), cozy);
    }

    /// Plays a random move, if there is one, and compares how it is written on the way.
    fn play(&mut self, random: &mut Rng) -> bool {
        let Some(mv) = random.choice(self.plywood.legal_moves()) else {
            return false;
        };
        let text = format!("{mv:#}");
        let own = uci::parse(&self.plywood, &text);
        assert_eq!(own, Ok(mv), "{}", self.plywood.fen());
        let theirs: UciMove = text.parse().expect("shakmaty reads the move");
        let theirs = theirs.to_move(&self.shakmaty).expect("the move is legal");
        let san = san::write(&self.plywood, mv);
        assert_eq!(
            *san,
            SanPlus::from_move(self.shakmaty.clone(), theirs).to_string()
        );
        assert_eq!(
            san::parse(&self.plywood, &san),
            Ok(mv),
            "{}",
            self.plywood.fen()
        );

        self.plywood = self.plywood.play_unchecked(mv);
        self.cozy
            .play(text.parse().expect("cozy-chess reads the move"));
        self.shakmaty.play_unchecked(theirs);
        true
    }
}

fn sorted(things: impl IntoIterator<Item = impl Display>) -> Vec<String> {
    let mut texts: Vec<_> = things.into_iter().map(|thing| thing.to_string()).collect();
    texts.sort_unstable();
    texts
}

fn play_games(games: u64, start: impl Fn(&mut Rng) -> String) {
    for seed in 0..games {
        let mut random = Rng::with_seed(seed);
        let mut boards = Boards::read(&start(&mut random));
        for _ in 0..LONGEST {
            boards.compare();
            if !boards.play(&mut random) {
                break;
            }
        }
    }
}

#[test]
fn standard_games() {
    play_games(200, |_| Position::START.fen().to_string());
}

#[test]
fn games_from_known_positions() {
    let known = [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    ];
    play_games(200, |random| known[random.usize(..known.len())].to_owned());
}

#[test]
fn chess960_games() {
    play_games(200, |random| {
        let board = cozy_chess::Board::chess960_startpos(random.u32(..960));
        format!("{board:#}")
    });
}

#[test]
fn double_fischer_random_games() {
    play_games(200, |random| {
        let (white, black) = (random.u32(..960), random.u32(..960));
        let board = cozy_chess::Board::double_chess960_startpos(white, black);
        format!("{board:#}")
    });
}
