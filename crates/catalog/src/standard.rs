//! The catalogs of chess.

#[cfg(feature = "games")]
mod small;

use crate::any_evaluator::AnyEvaluator;
use crate::catalog::Catalog;
use crate::contender::Facts;
use crate::grid::{Clicks, Grid};
use crate::playable::Playable;
use crate::task::{Goal, Task};
use crate::words::{Resource, Setting, Settings};
use plywood_core::Position;
use plywood_core::diagram::{Arrow, Paint};
use plywood_core::{Claim, Draw, Move, Outcome, Setup, Square};
use plywood_engine::{Engine, Evaluation, Number, Step, Steps};
use plywood_eval::{Linear as _, Scale, Side, Sides, evaluators};
use plywood_net::{ChessInputs, Inputs, Network};
use plywood_notation::epd::Epd;
use plywood_notation::san::{self, SanError};
use plywood_notation::uci::{self, CastlingForm};
use plywood_search::{GameOver, Played, Table};
use std::cmp::Reverse;

#[cfg(feature = "games")]
pub use small::standard;

/// Chess positions to compare strategies on, an EPD on each line: 24 from games, selected because a search of three plies misses the best move.
pub const CHESS_POSITIONS: &str = include_str!("standard/positions.epd");

/// The evaluator that is a network.
pub const NET: &str = "net";

impl Catalog<Position> {
    /// The catalog of chess, with every strategy, the full-strength engine, and the published programs whose evaluators are known.
    ///
    /// ```
    /// use plywood_catalog::Playable;
    /// use plywood_core::Position;
    /// use plywood_search::{Limits, Score};
    ///
    /// let chess = plywood_catalog::Catalog::chess();
    /// let position = Position::read("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1")?;
    /// let everything = chess.contender("everything:evaluator=classical")?;
    /// let report = everything.strategy(0).search(&position, &Limits::depth(3));
    /// assert_eq!(
    ///     (report.line.to_string().as_str(), report.score),
    ///     ("a1a8", Some(Score::won_in(1)))
    /// );
    /// assert_eq!(position.move_name(report.best_move.ok_or("a move")?), "Ra8#");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[expect(
        clippy::missing_panics_doc,
        reason = "its own example can be read, as the tests show"
    )]
    #[must_use]
    pub fn chess() -> Self {
        let chess = Catalog::tactical_repeating("chess", Position::START)
            .titled("Chess")
            .example(EXAMPLE.parse().expect("the example is a position"))
            .strategy(
                "engine",
                "the full-strength engine, with its own evaluator",
                engine,
            )
            .with_settings(engine_settings())
            .with_facts(Facts {
                deepens: true,
                has_levels: true,
                ..Facts::default()
            })
            .explained_in("selective")
            .usual_strategy("engine")
            .usual_evaluator_of("engine", "engine")
            .alias(
                "strongest",
                "everything:evaluator=classical",
                "the strongest composition of this list",
            );
        let with_evaluators = evaluators::names().fold(published(chess), |chess, name| {
            let about = evaluators::describe(name).unwrap_or_default();
            match evaluators::linear_by_name(name) {
                Some(_) => chess.weighted_from(name, about, move || {
                    evaluators::linear_by_name(name).expect("it is a sum of weights")
                }),
                None => chess.evaluator_from(name, about, move || {
                    AnyEvaluator::new(
                        evaluators::by_name(name).expect("the name comes from the list"),
                    )
                }),
            }
        });
        with_evaluators
            .evaluator_from(
                "engine",
                "the engine's: classical with fitted weights, exact in known endings",
                || {
                    let classical = |position: &Position| Evaluation::fitted().details(position);
                    AnyEvaluator::new(Evaluation::default()).explained_by(classical)
                },
            )
            .evaluator_from(
                NET,
                "a network trained on the engine's own games; net@FILE for one of your own",
                || network(Network::default()),
            )
            .or_from_file(|bytes| Network::<ChessInputs>::read(bytes).map(network))
            .usual_evaluator("classical")
    }
}

/// Returns a network with its scale, its checksum and size, and the picture of its weights.
fn network<I: Inputs + 'static>(network: Network<I>) -> AnyEvaluator<I::Position> {
    let (checksum, hidden) = (network.checksum(), network.hidden());
    let drawn = network.clone();
    AnyEvaluator::new(network)
        .scaled(Scale::Network)
        .labeled(&format!("network {checksum}, {hidden} hidden units"))
        .drawn_by(move || drawn.portrait())
}

/// Returns the published programs, with their evaluators at their authors' depths.
fn published(chess: Catalog<Position>) -> Catalog<Position> {
    chess
        .alias(
            "chesspresso-minimax",
            "minimax:evaluator=material,depth=4",
            "the minimax of the Java report",
        )
        .alias(
            "chesspresso-alpha-beta",
            "practical-table:evaluator=material,depth=6,noise=5",
            "the alpha-beta of the Java report",
        )
        .alias(
            "blogchess",
            "negamax:evaluator=blogchess,depth=3",
            "the program of the C# blog",
        )
        .alias(
            "swift",
            "alpha-beta-max-min:evaluator=swift,depth=5",
            "the program of the Swift post",
        )
}

/// White's knight can take the pawn on e5 and leave the queen hanging: seeing that this mates (Légal's) takes five plies.
const EXAMPLE: &str = "rn1qkbnr/ppp2p1p/3p2p1/4p3/2B1P1b1/2N2N2/PPPP1PPP/R1BQK2R w KQkq - 0 5";

impl Catalog<Position> {
    /// Returns the catalog of Chess960: castling moves are written as the king taking its rook.
    #[must_use]
    pub fn chess960() -> Self {
        Catalog::chess()
            .named("chess960")
            .titled("Chess960")
            .moves_as(|mv| uci::write(mv, CastlingForm::TakesRook).to_string())
    }
}

impl Playable for Position {
    const PLAYERS: [&'static str; 2] = ["white", "black"];

    fn read(text: &str) -> Result<Self, String> {
        let setup = Setup::from_fen_lenient(text).map_err(|error| error.to_string())?;
        Self::new(&setup).map_err(|error| error.to_string())
    }

    fn read_task(line: &str) -> Result<Task<Self>, String> {
        read_epd(line)
    }

    /// Reads a move of the UCI protocol, or SAN.
    fn read_move(&self, text: &str) -> Result<Move, String> {
        let mv = uci::parse(self, text).or_else(|_| san::parse(self, text));
        mv.map_err(|error| error.to_string())
    }

    fn move_name(&self, mv: Move) -> String {
        san::write(self, mv).to_string()
    }

    fn shown(&self) -> String {
        self.to_text().without_coordinates().to_string()
    }

    fn grid(&self) -> Option<Grid> {
        Some(Grid::rows(&self.shown()))
    }

    /// Needs a click on the piece and one on its target; for castling the target is the rook, or the king's new square unless the king can
    /// step there.
    fn clicks(&self, mv: Move) -> Option<Clicks> {
        let place = |square: Square| (square.file() as usize, 7 - square.rank() as usize);
        let (from, to) = (place(mv.from()), place(mv.to()));
        let landing = place(mv.destination());
        let is_a_step = from.0.abs_diff(landing.0) <= 1;
        let landing = (landing != to && !is_a_step).then_some(landing);
        let targets = [to].into_iter().chain(landing);
        Some(Clicks::on(from.0, from.1).then_any(targets))
    }

    /// Draws the board with arrows for moves.
    fn picture(&self, moves: &[(Move, String)], id: &str) -> Option<String> {
        // Short arrows go on top of long ones, which would hide them.
        let mut moves = moves.to_vec();
        moves.sort_by_key(|(mv, _)| Reverse(length(*mv)));
        let arrow = |(mv, color): &(Move, String)| {
            let paint = color.parse().unwrap_or(Paint::BLUE);
            Arrow::from(*mv).paint(paint.with_opacity(85))
        };
        let arrows: Vec<Arrow> = moves.iter().map(arrow).collect();
        let picture = self.to_svg().size(400).id_prefix(id);
        Some(picture.arrows(&arrows).to_string())
    }

    fn side_to_move(&self, _plies: usize) -> Side {
        self.to_move()
    }

    fn swapped(&self) -> Option<Self> {
        Some(self.mirrored())
    }

    fn after_pass(&self) -> Option<Self> {
        self.after_null()
    }

    fn as_chess(&self) -> Option<&Self> {
        Some(self)
    }

    fn check(&self) -> Option<String> {
        let king = self.king(self.side_to_move());
        self.is_check().then(|| king.to_string())
    }

    fn over(game: &Played<Self>, _repeats: bool) -> Option<GameOver> {
        let fivefold =
            || (game.occurrences() >= 5).then_some(Outcome::Draw(Draw::FivefoldRepetition));
        let draw = match game.position().outcome().or_else(fivefold)? {
            Outcome::Checkmate { winner } => {
                return Some(GameOver {
                    winner: Some(winner.into()),
                    kind: "checkmate",
                    reason: Some("checkmate".to_owned()),
                });
            }
            Outcome::Draw(draw) => draw,
        };
        let kind = match draw {
            Draw::Stalemate => "stalemate",
            Draw::InsufficientMaterial => "insufficient material",
            Draw::SeventyFiveMoves => "fifty moves",
            Draw::FivefoldRepetition => "repetition",
        };
        Some(GameOver::drawn(kind, &draw.to_string()))
    }

    fn claim(game: &Played<Self>) -> Option<GameOver> {
        let (kind, claim) = if game.occurrences() >= 3 {
            ("repetition", Claim::ThreefoldRepetition)
        } else if game.position().can_claim_fifty_moves() {
            ("fifty moves", Claim::FiftyMoves)
        } else {
            return None;
        };
        Some(GameOver::drawn(kind, &claim.to_string()))
    }
}

/// Reads an EPD, which includes FEN. Points are read from `c0`, as the Strategic Test Suite writes them: `c0 "Nf3=10, e4=3"`.
fn read_epd(text: &str) -> Result<Task<Position>, String> {
    let epd: Epd = text.parse().map_err(|error| format!("{error}"))?;
    let position = epd.position().clone();
    let points = epd.text("c0").map(|text| points(&position, text));
    let points = points.transpose().map_err(|error| error.to_string())?;
    let moves = |moves: &[Move]| (!moves.is_empty()).then(|| moves.to_vec());
    let goals = [
        moves(epd.best_moves()).map(Goal::Play),
        moves(epd.avoid_moves()).map(Goal::Avoid),
        epd.direct_mate().map(Goal::Mate),
    ];
    Ok(Task {
        name: epd.id().map(str::to_owned),
        position,
        goals: goals.into_iter().flatten().collect(),
        points: points.unwrap_or_default(),
    })
}

/// Reads `Nf3=10, e4=3`; a comment in another format gives no points.
fn points(position: &Position, text: &str) -> Result<Vec<(Move, u32)>, SanError> {
    let mut points = Vec::new();
    for part in text.split(',') {
        // A promotion also contains a `=`.
        let Some((mv, number)) = part.trim().rsplit_once('=') else {
            return Ok(Vec::new());
        };
        let Ok(number) = number.trim().parse() else {
            return Ok(Vec::new());
        };
        match san::parse(position, mv.trim()) {
            Ok(mv) => points.push((mv, number)),
            Err(SanError::NotAMove(_)) => return Ok(Vec::new()),
            Err(error) => return Err(error),
        }
    }
    Ok(points)
}

/// Returns the square of a move's length on the board.
fn length(mv: Move) -> u32 {
    let [from, to] = [mv.from(), mv.destination()];
    let files = (from.file() as u32).abs_diff(to.file() as u32);
    let ranks = (from.rank() as u32).abs_diff(to.rank() as u32);
    files.pow(2) + ranks.pow(2)
}

/// Makes the engine with the settings of its words: `engine+threads=2+hash=64+without=null-move`.
///
/// ```
/// let contender = plywood_catalog::Catalog::chess().contender("engine+hash=4")?;
/// let engine = plywood_catalog::engine(&contender.settings(), contender.evaluator().clone());
/// assert_eq!(engine.table().megabytes(), 4);
/// # Ok::<(), plywood_catalog::SpecError>(())
/// ```
#[must_use]
pub fn engine(settings: &Settings, evaluator: AnyEvaluator<Position>) -> Engine {
    let steps = settings.without().fold(Steps::ALL, |steps, name| {
        let fewer = name.parse().ok().and_then(|step| steps.without(step).ok());
        fewer.unwrap_or(steps)
    });
    let engine = Engine::with_hash(settings.number("hash"))
        .steps(steps)
        .threads(settings.number("threads"));
    // By default they are those that fit the evaluator.
    let engine = engine.scaled(evaluator.scale(), evaluator);
    Number::all().fold(engine, |engine, number| {
        match settings.given(&number.name()) {
            Some(value) => engine.number(number, value),
            None => engine,
        }
    })
}

/// Returns the settings of the engine; the numbers of its search are for tuning.
fn engine_settings() -> impl Iterator<Item = Setting> {
    let can_be_left_out = Step::ALL.into_iter().filter(|step| !step.is_essential());
    let steps: Vec<&str> = can_be_left_out.map(Step::name).collect();
    let usual = Engine::USUAL_MEGABYTES as usize;
    let offered = [
        Setting::without(&steps),
        Setting::number("threads", 1_usize, 1..=256).of(Resource::Threads),
        Setting::number("hash", usual, 1..=most_megabytes()).of(Resource::Megabytes),
    ];
    let number = |number: &Number| {
        let (name, usual) = (number.name(), number.usual());
        Setting::number(&name, usual, number.range()).hidden()
    };
    offered.into_iter().chain(Number::all().map(number))
}

/// Returns the largest table for which this machine has memory, as a power of two.
fn most_megabytes() -> usize {
    let sizes = (0..24).map(|power| 1_usize << power);
    sizes
        .rev()
        .find(|megabytes| Table::fits(*megabytes))
        .unwrap_or(1)
}
