//! `plywood-lab list`.

use crate::cli::games::{GameCommand, run_on, wrong};
use crate::cli::output;
use crate::players::player::caught;
use clap::Args;
use plywood_catalog::{Catalog, ForEachGame, Games, Part, Playable, Spec, SpecError};
use plywood_console::Failure;
use plywood_report::{Cell, Columns};
use plywood_search::laws::{
    BrokenLaw, check_alternation, check_evaluator, check_game, check_keyed, check_mirrored,
};

/// The settings of programs, beside those of strategies.
const OF_PROGRAMS: [(&str, &str); 5] = [
    ("cmd=stockfish", "of a program, after uci: its file"),
    ("arg=-x", "an argument of the program; may be repeated"),
    ("option.Hash=16", "a UCI option of the program"),
    (
        "patience=30s",
        "how long a program may think without a limit of time",
    ),
    (
        "mine=…",
        "before a strategy or uci: a label, which tables show",
    ),
];

#[derive(Debug, Args)]
pub(super) struct Options {
    /// The game whose strategies and evaluators are listed; by default the first one, which is chess.
    #[arg(value_name = "GAME", group = "chosen")]
    game: Option<String>,
    /// The same, as other commands take it.
    #[arg(long = "game", value_name = "GAME", group = "chosen")]
    option: Option<String>,
    /// Play random games of this game, to check the laws on which every search relies, and that its evaluators only estimate.
    #[arg(long, requires = "chosen")]
    check: bool,
}

impl Options {
    pub(super) fn run(&self, games: &impl Games) -> Result<(), Failure> {
        let mut names = Names(Vec::new());
        games.each(&mut names);
        let game = self.game.as_deref().or(self.option.as_deref());
        if game.is_none() {
            output::print(&(table(["game", ""], names.0) + "\n"))?;
        }
        run_on(games, game, self)
    }
}

/// The games with their evaluators.
struct Names(Vec<(&'static str, String)>);

impl ForEachGame for Names {
    fn game<G: Playable>(&mut self, catalog: &Catalog<G>) {
        let evaluators: Vec<&str> = catalog.evaluators().map(|entry| entry.name).collect();
        let about = format!(
            "{} strategies by name; evaluators {}",
            catalog.names().count(),
            evaluators.join(", ")
        );
        self.0.push((catalog.name(), about));
    }
}

impl GameCommand for Options {
    fn run_on<G: Playable>(&self, catalog: &Catalog<G>) -> Result<(), Failure> {
        if self.check {
            return check(catalog);
        }
        let strategies = catalog.strategies().map(|entry| {
            let meaning = catalog.meaning(entry.name).unwrap_or_default();
            (entry.name, meaning, entry.about)
        });
        let named = Columns::new()
            .text(
                format!("strategy of {}", catalog.name()),
                |row: &(&str, &str, &str)| row.0.to_owned(),
            )
            .text("", |row| row.2.to_owned())
            .text("the same as", |row| row.1.to_owned());
        let evaluators = catalog.evaluators().map(|entry| (entry.name, entry.about));
        let tables = [
            named.table(strategies).to_text(),
            table(["evaluator", ""], evaluators),
        ];
        output::print(&(tables.join("\n") + &words()))
    }
}

/// The words of compositions, and the settings that may follow them.
fn words() -> String {
    let line = |example: &str, about: &str| format!(" {example:<19} {about}\n");
    let parts = Part::all().map(|part| line(&part.example(), part.about));
    let settings = Spec::SETTINGS.into_iter().chain(OF_PROGRAMS);
    let settings = settings.map(|(example, about)| line(example, about));
    format!(
        "\nParts, as in pvs+captures+killers+table=16+deepening:\n{}\nSettings of a strategy or program, after a colon:\n{}",
        parts.collect::<String>(),
        settings.collect::<String>()
    )
}

/// Plays random games, checks the laws in each of their positions, and says which part breaks one.
fn check<G: Playable>(catalog: &Catalog<G>) -> Result<(), Failure> {
    let mut broken = Vec::new();
    for part in parts(catalog).map_err(wrong)? {
        let text = part.fault.as_deref().unwrap_or("obeys the laws");
        output::print(&format!("{} {text}\n", part.name))?;
        if let Some(note) = &part.note {
            output::note(note);
        }
        broken.extend(part.fault.map(|_| part.name));
    }
    match broken.as_slice() {
        [] => Ok(()),
        parts => Err(Failure::Within(format!("broken: {}", parts.join(", ")))),
    }
}

/// A game or an evaluator that was checked.
struct Checked {
    name: String,
    /// What is wrong with it.
    fault: Option<String>,
    /// What is unusual about it, and may be meant so.
    note: Option<String>,
}

impl Checked {
    /// Checks in random games, which a number decides, what is expected of it, and what is usual, but no law.
    fn new(
        name: String,
        laws: impl Fn(u64) -> Result<(), BrokenLaw>,
        manners: impl Fn(u64) -> Result<(), BrokenLaw>,
    ) -> Self {
        let fault = |seed| match caught(|| laws(seed)) {
            Ok(kept) => Some(format!("breaks a law: {}", kept.err()?)),
            Err(fault) => Some(format!("failed: {fault}")),
        };
        let kept = caught(|| (0..GAMES).try_for_each(manners));
        let broken = kept.ok().and_then(Result::err);
        let note = broken.map(|broken| format!("of {name} this does not hold: {broken}"));
        let fault = (0..GAMES).find_map(fault);
        Self { name, fault, note }
    }
}

/// The game and its evaluators.
fn parts<G: Playable>(catalog: &Catalog<G>) -> Result<Vec<Checked>, SpecError> {
    let start = catalog.start();
    let to_move = |position: &G| position.side_to_move(0);
    // Without a word of the catalog the number of plies decides.
    let knows_side = to_move(start) == start.side_to_move(1);
    let laws = |seed| {
        check_game(start, seed)?;
        check_keyed(start, seed)?;
        if knows_side {
            check_alternation(start, seed, to_move)?;
        }
        Ok(())
    };
    let game = format!("the game {}", catalog.name());
    let mut parts = vec![Checked::new(game, laws, |_| Ok(()))];
    for entry in catalog.evaluators() {
        let evaluator = catalog.any_evaluator(entry.name)?;
        parts.push(Checked::new(
            format!("the evaluator {}", entry.name),
            |seed| check_evaluator(start, seed, &evaluator),
            |seed| check_mirrored(start, seed, &evaluator, G::swapped),
        ));
    }
    Ok(parts)
}

/// So many random games are played.
const GAMES: u64 = 20;

fn table<C: Into<Cell> + Clone>(
    [names, about]: [&str; 2],
    rows: impl IntoIterator<Item = (&'static str, C)>,
) -> String {
    let columns = Columns::new().text(names, |row: &(&'static str, C)| row.0);
    let columns = columns.text(about, |row| row.1.clone());
    columns.table(rows).to_text()
}

#[cfg(test)]
mod tests {
    use super::*;
    use plywood_core::Position;
    use plywood_eval::{Evaluator, Material, Score, Sides};
    use plywood_search::Ending;
    use plywood_search::games::{Board, BoardRules, Play};

    /// Each side marks one of three cells, and whoever marks the last one wins. Each move is listed so often.
    #[derive(Debug, Clone, PartialEq, Eq, Hash)]
    struct Cells<const TIMES: usize>;

    impl<const TIMES: usize> BoardRules for Cells<TIMES> {
        const START: &'static str = "...\nX";
        const SIDES: [char; 2] = ['X', 'O'];

        fn moves(board: &Board<Self>) -> Vec<Play> {
            let plays: Vec<Play> = board.with('.').map(Play::On).collect();
            plays.repeat(TIMES)
        }

        fn play(board: &mut Board<Self>, play: Play) {
            if let Play::On(cell) = play {
                let own = board.own();
                board[cell] = own;
            }
        }

        fn ending(_: &Board<Self>, moves: &[Play]) -> Option<Ending> {
            moves.is_empty().then_some(Ending::Lost)
        }
    }

    fn faults<G: Playable>(catalog: &Catalog<G>) -> Vec<String> {
        let parts = parts(catalog).unwrap();
        let faults = parts.iter().filter_map(|part| {
            let fault = part.fault.as_ref()?;
            Some(format!("{} {fault}", part.name))
        });
        faults.collect()
    }

    #[test]
    fn an_evaluator_that_is_wrong_is_named() {
        let cells = Catalog::board("cells")
            .evaluator("even", "nobody is ahead", |_: &Board<Cells<1>>| Score::DRAW)
            .evaluator("sure", "wins", |_: &Board<Cells<1>>| Score::won_in(3))
            .evaluator("broken", "fails", |board: &Board<Cells<1>>| {
                assert!(board.with('X').next().is_none(), "there is an X");
                Score::DRAW
            });
        assert_eq!(
            faults(&cells),
            [
                "the evaluator sure breaks a law: an evaluator's score is no win or loss (at the start)",
                "the evaluator broken failed: it panicked: there is an X",
            ]
        );
    }

    #[test]
    fn a_game_that_is_wrong_is_named() {
        assert_eq!(
            faults(&Catalog::<Board<Cells<2>>>::board("cells")),
            ["the game cells breaks a law: no move is listed twice (at the start)"]
        );
    }

    #[test]
    fn an_evaluator_that_knows_no_sides_is_noted() {
        let from_white = |position: &Position| {
            let score = Material::default().evaluate(position);
            score.for_white(position.to_move())
        };
        let chess = Catalog::tactical_repeating("chess", Position::START)
            .evaluator("material", "by the side to move", Material::default())
            .evaluator("from-white", "by White", from_white);
        assert_eq!(faults(&chess), [""; 0]);
        assert_eq!(faults(&plywood_catalog::chess()), [""; 0]);
        let parts = parts(&chess).unwrap();
        let notes: Vec<String> = parts.into_iter().filter_map(|part| part.note).collect();
        let [note] = notes.as_slice() else {
            panic!("{notes:?}");
        };
        let law = "a position and its mirror image have the same score";
        assert!(
            note.contains("evaluator from-white") && note.contains(law),
            "{note}"
        );
    }
}
