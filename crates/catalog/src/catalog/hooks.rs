//! How a game is read, written and drawn.

use crate::catalog::Catalog;
use crate::grid::{Clicks, Grid, Mark};
use crate::playable::Playable;
use crate::task::Task;
use plywood_eval::Side;
use plywood_search::games::{At, Board, BoardRules, Play};
use plywood_search::{Ending, Game};
use std::fmt::Display;
use std::sync::Arc;

/// How positions and moves are read, written and drawn.
#[derive(Clone)]
#[expect(
    clippy::type_complexity,
    reason = "each hook is a function with arguments of its own"
)]
pub(super) struct Hooks<G: Game> {
    read: Arc<dyn Fn(&str) -> Result<G, String> + Send + Sync>,
    read_line: Option<Arc<dyn Fn(&str) -> Result<Task<G>, String> + Send + Sync>>,
    read_move: Option<Arc<dyn Fn(&G, &str) -> Result<G::Move, String> + Send + Sync>>,
    write_move: Option<Arc<dyn Fn(&G, G::Move) -> String + Send + Sync>>,
    spell_move: Option<Arc<dyn Fn(&G, G::Move) -> String + Send + Sync>>,
    show: Option<Arc<dyn Fn(&G) -> String + Send + Sync>>,
    draw: Option<Arc<dyn Fn(&G) -> Grid + Send + Sync>>,
    picture: Option<Arc<dyn Fn(&G, &[(G::Move, String)], &str) -> String + Send + Sync>>,
    click: Option<Arc<dyn Fn(&G, G::Move) -> Clicks + Send + Sync>>,
    to_move: Option<Arc<dyn Fn(&G) -> Side + Send + Sync>>,
    end: Option<Arc<dyn Fn(&G, Ending) -> String + Send + Sync>>,
    mirror: Option<Arc<dyn Fn(&G) -> G + Send + Sync>>,
}

impl<G: Playable> Hooks<G> {
    /// What `Display` and `FromStr` say, and no board.
    pub(super) fn new() -> Self {
        Self {
            read: Arc::new(|text| text.parse().map_err(|error: G::Err| error.to_string())),
            read_line: None,
            read_move: None,
            write_move: None,
            spell_move: None,
            show: None,
            draw: None,
            picture: None,
            click: None,
            to_move: None,
            end: None,
            mirror: None,
        }
    }
}

impl<R: BoardRules> Catalog<Board<R>> {
    /// A game on a board of cells, drawn with its letters and played by clicks on the cells.
    ///
    /// # Panics
    /// If the rules' [`START`](BoardRules::START) is no position.
    #[must_use]
    pub fn board(name: &'static str) -> Self {
        Self::keyed(name, Board::start())
            .to_move(Board::side)
            .shows(|board| format!("{}\n{}", board.to_text(), board.own()))
            .draws(|board| Grid::rows(&board.to_text()))
            .clicks(|board, play| {
                let row = |cell: At| usize::from(board.rows() - 1 - cell.row);
                let place = |cell: At| (usize::from(cell.column), row(cell));
                let on = |cell| Clicks::on_any([place(cell)]);
                match play {
                    Play::Pass => Clicks::default(),
                    Play::On(cell) => on(cell),
                    Play::Between(from, to) => on(from).then_any([place(to)]),
                }
            })
    }
}

/// How positions and moves are read, written and drawn.
impl<G: Playable> Catalog<G> {
    /// The same with a name for titles; otherwise it is the name with spaces for hyphens.
    #[must_use]
    pub fn title(self, title: &str) -> Self {
        Self {
            title: title.to_owned(),
            ..self
        }
    }

    /// The same with a position that shows more than the first one, for comparisons and trees.
    #[must_use]
    pub fn example(self, example: G) -> Self {
        Self {
            example: Some(example),
            ..self
        }
    }

    /// The same with another depth that takes about a second from the example; otherwise it is 4.
    #[must_use]
    pub fn usual_depth(self, plies: u32) -> Self {
        Self {
            usual_depth: plies,
            ..self
        }
    }

    /// The same with names for the players, the first one first.
    #[must_use]
    pub fn players(self, first: &'static str, second: &'static str) -> Self {
        Self {
            players: [first, second],
            ..self
        }
    }

    /// The same with another reader of positions than `FromStr`.
    #[must_use]
    pub fn reads<E: Display>(
        mut self,
        read: impl Fn(&str) -> Result<G, E> + Send + Sync + 'static,
    ) -> Self {
        self.hooks.read = Arc::new(move |text| read(text).map_err(|error| error.to_string()));
        self
    }

    /// The same with another reader of the lines of files than one of `POSITION; bm MOVE; id NAME;`.
    #[must_use]
    pub fn reads_lines(
        mut self,
        read: impl Fn(&str) -> Result<Task<G>, String> + Send + Sync + 'static,
    ) -> Self {
        self.hooks.read_line = Some(Arc::new(read));
        self
    }

    /// The same with another reader of moves than one that compares a text with those of the legal moves.
    #[must_use]
    pub fn reads_moves<E: Display>(
        mut self,
        read: impl Fn(&G, &str) -> Result<G::Move, E> + Send + Sync + 'static,
    ) -> Self {
        self.hooks.read_move = Some(Arc::new(move |position, text| {
            read(position, text).map_err(|error| error.to_string())
        }));
        self
    }

    /// The same with moves as people write them, such as SAN; otherwise they are written as programs read them.
    #[must_use]
    pub fn writes_moves(
        mut self,
        write: impl Fn(&G, G::Move) -> String + Send + Sync + 'static,
    ) -> Self {
        self.hooks.write_move = Some(Arc::new(write));
        self
    }

    /// The same with moves as programs read them; otherwise it is their `Display`.
    #[must_use]
    pub fn spells_moves(
        mut self,
        spell: impl Fn(&G, G::Move) -> String + Send + Sync + 'static,
    ) -> Self {
        self.hooks.spell_move = Some(Arc::new(spell));
        self
    }

    /// The same with positions as people look at them in lines of text; otherwise it is their `Display`.
    #[must_use]
    pub fn shows(mut self, show: impl Fn(&G) -> String + Send + Sync + 'static) -> Self {
        self.hooks.show = Some(Arc::new(show));
        self
    }

    /// The same with a board: a grid of cells with letters or SVG.
    #[must_use]
    pub fn draws(mut self, draw: impl Fn(&G) -> Grid + Send + Sync + 'static) -> Self {
        self.hooks.draw = Some(Arc::new(draw));
        self
    }

    /// The same with a picture of its own instead of a grid: SVG with moves in colors, and a prefix for its identifiers.
    #[must_use]
    pub fn pictures(
        mut self,
        picture: impl Fn(&G, &[(G::Move, String)], &str) -> String + Send + Sync + 'static,
    ) -> Self {
        self.hooks.picture = Some(Arc::new(picture));
        self
    }

    /// The same with moves that are entered by clicks on the cells of the grid.
    #[must_use]
    pub fn clicks(mut self, click: impl Fn(&G, G::Move) -> Clicks + Send + Sync + 'static) -> Self {
        self.hooks.click = Some(Arc::new(click));
        self
    }

    /// The same for a position that knows whose move it is. Otherwise the first player moves at the start of every game.
    #[must_use]
    pub fn to_move(mut self, to_move: impl Fn(&G) -> Side + Send + Sync + 'static) -> Self {
        self.hooks.to_move = Some(Arc::new(to_move));
        self
    }

    /// The same with positions as they are when the sides are exchanged, by which evaluators are checked.
    #[must_use]
    pub fn mirrors(mut self, mirror: impl Fn(&G) -> G + Send + Sync + 'static) -> Self {
        self.hooks.mirror = Some(Arc::new(mirror));
        self
    }

    /// The same with words for the end of a game, such as `four in a row` or `the board is full`.
    #[must_use]
    pub fn ends(mut self, end: impl Fn(&G, Ending) -> String + Send + Sync + 'static) -> Self {
        self.hooks.end = Some(Arc::new(end));
        self
    }
}

/// What is known of the game.
impl<G: Playable> Catalog<G> {
    /// The name, as command lines take it.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// The name, as titles show it.
    #[must_use]
    pub fn title_text(&self) -> &str {
        &self.title
    }

    /// The position at the start of a game.
    #[must_use]
    pub const fn start(&self) -> &G {
        &self.start
    }

    /// A position to compare strategies on.
    #[must_use]
    pub fn example_position(&self) -> &G {
        self.example.as_ref().unwrap_or(&self.start)
    }

    /// The depth that takes about a second from the example.
    #[must_use]
    pub const fn depth(&self) -> u32 {
        self.usual_depth
    }

    /// The names of the players, the first one first.
    #[must_use]
    pub const fn player_names(&self) -> [&'static str; 2] {
        self.players
    }

    /// Whether positions can be repeated, and a repetition is a draw.
    #[must_use]
    pub const fn repeats(&self) -> bool {
        self.in_game.is_some()
    }

    /// Reads a position.
    ///
    /// # Errors
    /// Says what is wrong with the text.
    pub fn read(&self, text: &str) -> Result<G, String> {
        (self.hooks.read)(text)
    }

    /// Reads a line of a file: a position, perhaps with its name and solution.
    ///
    /// # Errors
    /// Says what is wrong with the line.
    pub fn read_line(&self, line: &str) -> Result<Task<G>, String> {
        match &self.hooks.read_line {
            Some(read) => read(line),
            None => Task::read(
                line,
                |text| self.read(text),
                |position, text| self.read_move(position, text),
            ),
        }
    }

    /// Reads a legal move.
    ///
    /// # Errors
    /// Says what is wrong with the text.
    pub fn read_move(&self, position: &G, text: &str) -> Result<G::Move, String> {
        if let Some(read) = &self.hooks.read_move {
            return read(position, text);
        }
        let moves = position.legal_moves();
        let mut all = moves.iter().copied();
        let found = all
            .find(|mv| self.spelled(position, *mv) == text || self.written(position, *mv) == text);
        found.ok_or_else(|| {
            let known: Vec<String> = moves.iter().map(|mv| self.spelled(position, *mv)).collect();
            format!(
                "{text:?} is not possible here; possible are {}",
                known.join(" ")
            )
        })
    }

    /// A move as people write it.
    #[must_use]
    pub fn written(&self, position: &G, mv: G::Move) -> String {
        match &self.hooks.write_move {
            Some(write) => write(position, mv),
            None => self.spelled(position, mv),
        }
    }

    /// A move as programs read it.
    #[must_use]
    pub fn spelled(&self, position: &G, mv: G::Move) -> String {
        match &self.hooks.spell_move {
            Some(spell) => spell(position, mv),
            None => mv.to_string(),
        }
    }

    /// The position as people look at it, in lines of text.
    #[must_use]
    pub fn shown(&self, position: &G) -> String {
        let show = self.hooks.show.as_ref();
        show.map_or_else(|| position.to_string(), |show| show(position))
    }

    /// The position as text that the game reads again, in a line if it can be; `None` if it does not read what it writes.
    #[must_use]
    pub fn text(&self, position: &G) -> Option<String> {
        let printed = position.to_string();
        let in_a_line: String = printed.lines().collect();
        let is_read = |text: &String| {
            let read = self.read(text);
            read.is_ok_and(|read| read.key() == position.key())
        };
        [in_a_line, printed].into_iter().find(is_read)
    }

    /// The board as a grid, if the game has one.
    #[must_use]
    pub fn grid(&self, position: &G) -> Option<Grid> {
        self.hooks.draw.as_ref().map(|draw| draw(position))
    }

    /// The position as SVG with these moves on it, each in a color, if the game has a board. `id` must differ for each picture of
    /// a page.
    #[must_use]
    pub fn picture(&self, position: &G, moves: &[(G::Move, String)], id: &str) -> Option<String> {
        if let Some(picture) = &self.hooks.picture {
            return Some(picture(position, moves, id));
        }
        let draw = self.hooks.draw.as_ref()?;
        let mark = |(mv, color): &(G::Move, String)| Mark {
            after: draw(&position.after(*mv)),
            color: color.clone(),
        };
        let marks: Vec<Mark> = moves.iter().map(mark).collect();
        Some(draw(position).to_svg(&marks))
    }

    /// The cells to click for a move, if moves are entered so.
    #[must_use]
    pub fn clicks_of(&self, position: &G, mv: G::Move) -> Option<Clicks> {
        self.hooks.click.as_ref().map(|click| click(position, mv))
    }

    /// Why a game that has ended is over, if the game has words for it.
    #[must_use]
    pub fn end_of(&self, position: &G, ending: Ending) -> Option<String> {
        self.hooks.end.as_ref().map(|end| end(position, ending))
    }

    /// The position with the sides exchanged, if the game says how.
    #[must_use]
    pub fn mirrored(&self, position: &G) -> Option<G> {
        self.hooks.mirror.as_ref().map(|mirror| mirror(position))
    }

    /// Whose move it is after this many plies of a game that led to the position.
    #[must_use]
    pub fn side_to_move(&self, position: &G, plies: usize) -> Side {
        match &self.hooks.to_move {
            Some(to_move) => to_move(position),
            None if plies.is_multiple_of(2) => Side::First,
            None => Side::Second,
        }
    }
}
