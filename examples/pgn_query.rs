//! Finds the positions of a pawn structure in PGN files: `cargo run --release --example pgn_query -- games.pgn`.
//!
//! The files are read as a stream, so their size does not matter.

#[path = "shared/options.rs"]
mod options;

use std::error::Error;
use std::io::Read;
use std::process::ExitCode;

use plywood::catalog::files;
use plywood::chess::{Bitboard, File};
use plywood::document::counted;
use plywood::notation::pgn::{LegalMove, LegalReader, LegalVisitor, PgnError, Tags};
use plywood::{Color, PieceKind, Position, Square};

use options::{Options, unknown};

const HELP: &str = "\
Finds positions with a pawn structure in PGN files of any size: one line each time it arises, with the number of the
game, the move, the side that has the structure, the position, and the players. Columns are separated by tabs.

usage: cargo run --release --example pgn_query -- [FILE...] [OPTIONS]

  FILE              PGN files; three short games if none is given
  --structure NAME  isolated-queen-pawn (if not given), hanging-pawns, maroczy, carlsbad or french
  --plies N         how many half-moves it must last; 4 if not given, so that exchanges do not count
  --help            this text
example: cargo run --release --example pgn_query -- games.pgn --structure hanging-pawns --plies 10
";

/// White gets an isolated queen's pawn in the first game, Black in the second, and the third has a chain of pawns.
const GAMES: &str = "\
[White \"Panov\"]\n[Black \"Caro-Kann\"]\n
1. e4 c6 2. d4 d5 3. exd5 cxd5 4. c4 Nf6 5. Nc3 e6 6. Nf3 Be7 7. cxd5 Nxd5 8. Bd3 Nc6 9. O-O O-O *\n
[White \"Tarrasch\"]\n[Black \"Queen's Gambit\"]\n
1. d4 d5 2. c4 e6 3. Nc3 c5 4. cxd5 exd5 5. Nf3 Nc6 6. g3 Nf6 7. Bg2 Be7 8. O-O O-O 9. dxc5 Bxc5 10. Bg5 Be6
11. Rc1 *\n
[White \"Advance\"]\n[Black \"French\"]\n
1. e4 e6 2. d4 d5 3. e5 c5 4. c3 Nc6 5. Nf3 Qb6 6. a3 Nh6 *\n";

/// A pawn structure of one side: returns true if it is there, given these pawns and the enemy's, as this side sees the board. Add your own
/// here.
type Structure = fn(Bitboard, Bitboard) -> bool;

const STRUCTURES: [(&str, Structure); 5] = [
    ("isolated-queen-pawn", |own, enemy| {
        has(own, &[Square::D4]) && none(own, &[File::C, File::E]) && none(enemy, &[File::D])
    }),
    ("hanging-pawns", |own, enemy| {
        has(own, &[Square::C4, Square::D4])
            && none(own, &[File::B, File::E])
            && none(enemy, &[File::C, File::D])
    }),
    ("maroczy", |own, enemy| {
        has(own, &[Square::C4, Square::E4]) && none(own, &[File::D]) && none(enemy, &[File::C])
    }),
    ("carlsbad", |own, enemy| {
        has(own, &[Square::D4, Square::E3])
            && none(own, &[File::C])
            && has(enemy, &[Square::C6, Square::D5])
            && none(enemy, &[File::E])
    }),
    ("french", |own, enemy| {
        has(own, &[Square::D4, Square::E5]) && has(enemy, &[Square::D5, Square::E6])
    }),
];

fn has(pawns: Bitboard, squares: &[Square]) -> bool {
    squares.iter().all(|&square| pawns.contains(square))
}

fn none(pawns: Bitboard, files: &[File]) -> bool {
    files.iter().all(|&file| !pawns.intersects(file.into()))
}

fn main() -> ExitCode {
    options::main(HELP, run)
}

fn run(options: &Options) -> Result<String, Box<dyn Error>> {
    let name = options.get("--structure").unwrap_or(STRUCTURES[0].0);
    let names = STRUCTURES.map(|(name, _)| name);
    let found = STRUCTURES.iter().find(|(known, _)| *known == name);
    let (_, structure) = *found.ok_or_else(|| unknown("structure", name, &names))?;
    let plies = options.number("--plies", 4)?.max(1);
    let mut query = Query::new(structure, plies);
    if options.plain.is_empty() {
        query.read(GAMES.as_bytes())?;
    }
    for path in &options.plain {
        let file = files::open(path.as_ref()).map_err(|error| format!("{path}: {error}"))?;
        query
            .read(file)
            .map_err(|error| format!("{path}, {error}"))?;
    }
    let games = counted(query.games, "game");
    Ok(format!("{name}: {} found in {games}\n", query.total))
}

/// Looks for a structure in one game after another. Only the current game is in memory.
struct Query {
    structure: Structure,
    plies: u32,
    games: usize,
    total: usize,
    players: String,
    /// The number of open variations. They do not count.
    depth: u32,
    /// The number of half-moves for which each side has had the structure.
    stood: [u32; 2],
    /// The results in the current game.
    found: Vec<(Color, Position)>,
}

impl Query {
    const fn new(structure: Structure, plies: u32) -> Self {
        Self {
            structure,
            plies,
            games: 0,
            total: 0,
            players: String::new(),
            depth: 0,
            stood: [0; 2],
            found: Vec::new(),
        }
    }

    /// Reads games, and prints the results of each.
    fn read(&mut self, source: impl Read) -> Result<(), PgnError> {
        let mut reader = LegalReader::new(source);
        while reader.read_game(self)?.is_some() {
            self.games += 1;
            self.total += self.found.len();
            for (side, position) in self.found.drain(..) {
                let (game, players) = (self.games, &self.players);
                let (mv, fen) = (position.fullmove_number(), position.fen());
                println!("{game}\t{mv}\t{side}\t{fen}\t{players}");
            }
        }
        Ok(())
    }
}

impl LegalVisitor for Query {
    fn begin_moves(&mut self, tags: Tags, _start: &Position) {
        let [white, black] = ["White", "Black"].map(|name| tags.get(name).unwrap_or("?"));
        self.players = format!("{white} - {black}");
        (self.depth, self.stood) = (0, [0; 2]);
    }

    fn mv(&mut self, mv: LegalMove<'_>) {
        if self.depth > 0 {
            return;
        }
        for side in Color::ALL {
            let pawns = |color| mv.after.pieces(color, PieceKind::Pawn).relative_to(side);
            let stood = &mut self.stood[side as usize];
            *stood += 1;
            if !(self.structure)(pawns(side), pawns(!side)) {
                *stood = 0;
            }
            if *stood == self.plies {
                self.found.push((side, mv.after.clone()));
            }
        }
    }

    fn begin_variation(&mut self) {
        self.depth += 1;
    }

    fn end_variation(&mut self) {
        self.depth -= 1;
    }

    /// The next game is still read, and everything before the mistake counts.
    fn error(&mut self, error: PgnError) {
        eprintln!("warning: {error}");
    }
}
