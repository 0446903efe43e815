//! [`Opinions`]: the choices of several players in each position of one game, and where they disagree.

use crate::measure::line_end::LineEnd;
use crate::players::player_spec::{MARGIN, PlayerSpec, UnfitPlayer};
use crate::show::document;
use plywood_arena::{Player, TimeControl, Turn};
use plywood_catalog::{Catalog, Playable, Played};
use plywood_core::diagram::Escaped;
use plywood_eval::Side;
use plywood_report::{Columns, Document, Table, counted};
use plywood_search::{Fault, Limits, Report};
use serde::Serialize;
use std::fmt::Write as _;

/// The choices and scores of several players in each position of a game.
///
/// ```
/// use plywood_workbench::{Opinions, PlayerSpec};
/// use plywood_catalog::Played;
/// use plywood_core::Position;
/// use plywood_search::Limits;
///
/// let chess = plywood_catalog::Catalog::chess();
/// let players: [PlayerSpec; 2] = ["greedy=pvs:depth=1".parse()?, "pvs:depth=2".parse()?];
/// // The pawn is protected.
/// let position: Position = "4k3/8/2p5/3p4/8/8/8/3QK3 w - - 0 1".parse()?;
/// let opinions =
///     Opinions::of(&chess, &Played::new(position), &players, &Limits::none(), &mut || {})?;
/// let parting = opinions.first_parting().expect("they see different things");
/// assert_eq!(parting.opinions[0].best_move.as_deref(), Some("Qxd5"));
/// assert_ne!(parting.opinions[1].best_move.as_deref(), Some("Qxd5"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct Opinions {
    /// The labels of the players.
    pub players: Vec<String>,
    /// The positions of the game that aren't its end.
    pub positions: Vec<Considered>,
    /// The side from whose point of view the scores are.
    pub view: &'static str,
}

/// A position of a game, and each player's opinion of it.
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct Considered {
    /// The number of the move, such as `12.` or `12…`.
    pub number: String,
    /// The position.
    pub position: String,
    /// The move that was played; `None` after the last one.
    pub played: Option<String>,
    /// The players' opinions, in the order of [`Opinions::players`].
    pub opinions: Vec<Opinion>,
    #[serde(skip)]
    picture: Option<String>,
}

/// A player's opinion of a position.
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct Opinion {
    /// The move that the player would play; `None` if it failed.
    pub best_move: Option<String>,
    /// The score as text.
    pub score: Option<String>,
    /// The completed depth.
    pub depth: u32,
    /// The nodes searched.
    pub nodes: u64,
    /// The principal variation, and the position at its end.
    pub line: LineEnd,
    /// The reason for its failure, if it failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fault: Option<String>,
}

impl Opinions {
    /// Searches every position of the game with every player, within the player's own limits or else these, and calls `progress` after each
    /// position. A player keeps its tables from move to move, as in a game.
    ///
    /// # Errors
    /// A player that has no limits, or cannot be started.
    pub fn of<G: Playable>(
        catalog: &Catalog<G>,
        game: &Played<G>,
        players: &[PlayerSpec<G>],
        limits: &Limits,
        progress: &mut dyn FnMut(),
    ) -> Result<Self, UnfitPlayer> {
        let control = TimeControl {
            limits: limits.clone(),
            clock: None,
        };
        let mut asked = Vec::new();
        for spec in players {
            spec.check(&control)?;
            spec.check_depth(&control)?;
            asked.push(Asked {
                spec,
                limits: spec.limits().inherit(limits),
                player: None,
            });
        }
        let mut replay = Played::new(game.start().clone());
        let mut moves = game.moves();
        let mut positions = Vec::new();
        loop {
            let next = moves.next();
            let position = replay.position();
            if position.ending(&position.legal_moves()).is_none() {
                let opinions = asked
                    .iter_mut()
                    .map(|asked| asked.opinion(catalog, &replay));
                positions.push(Considered {
                    number: number(&replay),
                    position: position.to_string(),
                    played: next.map(|mv| position.move_name(mv)),
                    opinions: opinions.collect(),
                    picture: position.picture(&[], "PICTURE"),
                });
            }
            progress();
            match next {
                Some(mv) => replay.play(mv),
                None => break,
            }
        }
        Ok(Self {
            players: players.iter().map(|spec| spec.name().to_owned()).collect(),
            positions,
            view: G::PLAYERS[0],
        })
    }

    /// Returns the first position where the players choose different moves.
    #[must_use]
    pub fn first_parting(&self) -> Option<&Considered> {
        self.partings().next()
    }

    /// Returns all positions where the players choose different moves.
    pub fn partings(&self) -> impl Iterator<Item = &Considered> {
        self.positions
            .iter()
            .filter(|considered| considered.is_parting())
    }

    /// Returns the report: a row for each position, and the boards where the players disagree.
    #[must_use]
    pub fn document(&self) -> Document {
        let partings = self.partings().count();
        let summary = match self.first_parting() {
            None => "The players want the same moves throughout.".to_owned(),
            Some(first) => format!(
                "The players part in {} of {}, first at {}. Positive scores favor {}.",
                partings,
                counted(self.positions.len(), "position"),
                first.title(),
                self.view
            ),
        };
        let mut document = document("Where players disagree")
            .lead(&summary)
            .style(LineEnd::STYLE)
            .style(include_str!("opinions/page.css"))
            .note(&summary)
            .table("", self.table());
        if let Some(first) = self.first_parting() {
            document = document.note(&self.lines(first));
        }
        let boards = self.partings().enumerate();
        let boards: String = boards
            .map(|(number, parting)| self.board(number, parting))
            .collect();
        document.section("", &self.table().to_html()).section(
            "Where they part",
            &format!("<div class=\"partings\">{boards}</div>"),
        )
    }

    fn table(&self) -> Table {
        let columns = Columns::new()
            .text("move", |considered: &&Considered| considered.title())
            .text(
                "",
                |considered| if considered.is_parting() { "≠" } else { "" },
            );
        let columns = self
            .players
            .iter()
            .enumerate()
            .fold(columns, |columns, (index, name)| {
                columns.text(name, move |considered: &&Considered| {
                    considered
                        .opinions
                        .get(index)
                        .map_or_else(String::new, Opinion::short)
                })
            });
        columns.table(&self.positions)
    }

    /// Returns the line of each player in one position.
    fn lines(&self, considered: &Considered) -> String {
        let mut text = format!("At {}:", considered.title());
        for (name, opinion) in self.players.iter().zip(&considered.opinions) {
            let score = opinion.score.as_deref().unwrap_or("–");
            let line = opinion
                .fault
                .clone()
                .unwrap_or_else(|| opinion.line.moves.join(" "));
            let (depth, nodes) = (opinion.depth, counted(opinion.nodes, "node"));
            let _ = write!(
                text,
                "\n  {name}: {score}  {line}  (depth {depth}, {nodes})"
            );
        }
        text
    }

    fn board(&self, number: usize, considered: &Considered) -> String {
        let picture = considered.picture.as_deref().unwrap_or_default();
        let picture = picture.replace("PICTURE", &format!("parting-{number}-"));
        let each = self.players.iter().zip(&considered.opinions).enumerate();
        let lines: String = each
            .map(|(player, (name, opinion))| {
                let id = format!("parting-{number}-{player}-");
                opinion.line.to_html(name, opinion.score.as_deref(), &id)
            })
            .collect();
        let (title, position) = (considered.title(), Escaped(&considered.position));
        format!(
            "<figure class=\"panel\"><h3>{}</h3>{picture}<figcaption><code>{position}</code>{lines}</figcaption></figure>",
            Escaped(&title)
        )
    }
}

impl Considered {
    /// Returns `true` if two players choose different moves.
    #[must_use]
    pub fn is_parting(&self) -> bool {
        let mut moves = self.opinions.iter().map(|opinion| &opinion.best_move);
        let first = moves.next();
        moves.any(|mv| Some(mv) != first)
    }

    fn title(&self) -> String {
        let played = self.played.as_deref().unwrap_or("the end");
        format!("{} {played}", self.number)
    }
}

impl Opinion {
    fn short(&self) -> String {
        match (&self.best_move, &self.score) {
            (Some(mv), Some(score)) => format!("{mv} {score}"),
            (Some(mv), None) => mv.clone(),
            (None, _) => "–".to_owned(),
        }
    }
}

/// A player that analyzes one game.
struct Asked<'a, G: Playable> {
    spec: &'a PlayerSpec<G>,
    limits: Limits,
    /// Started when needed, and again after a failure.
    player: Option<Box<dyn Player<G>>>,
}

impl<G: Playable> Asked<'_, G> {
    fn opinion(&mut self, catalog: &Catalog<G>, game: &Played<G>) -> Opinion {
        let (position, plies) = (game.position(), game.moves().len());
        let side = position.side_to_move(plies);
        let found = Fault::caught(|| self.ask(game, side)).and_then(|found| found);
        let (report, fault) = match found {
            Ok(report) => (Some(report), None),
            Err(fault) => {
                self.player = None;
                (None, Some(fault.to_string()))
            }
        };
        let line = report.as_ref().map_or(&[][..], |report| &report.line);
        let evaluator = self.spec.evaluator();
        let score = report.as_ref().and_then(|report| report.score);
        let score = score.map(|score| if side == Side::First { score } else { -score });
        let best = report.as_ref().and_then(|report| report.best_move);
        Opinion {
            best_move: best.map(|mv| position.move_name(mv)),
            score: score.map(G::score_text),
            depth: report.as_ref().map_or(0, |report| report.depth),
            nodes: report.as_ref().map_or(0, |report| report.stats.nodes),
            line: LineEnd::new(catalog, position, line, evaluator.as_deref()),
            fault,
        }
    }

    fn ask(&mut self, game: &Played<G>, side: Side) -> Result<Report<G::Move>, Fault> {
        if self.player.is_none() {
            let mut player = self.spec.player();
            player.begin(0)?;
            self.player = Some(player);
        }
        let turn = Turn {
            margin: MARGIN,
            ..Turn::within(side, self.limits.clone())
        };
        let player = self.player.as_mut().ok_or(Fault::NoMove)?;
        let report = player.choose(game, &turn)?;
        report.legal_move(game.position())?;
        Ok(report)
    }
}

/// Returns the number of the next move, counted for both sides together as in notation.
fn number<G: Playable>(game: &Played<G>) -> String {
    let (position, plies) = (game.position(), game.moves().len());
    let chess = position.as_chess();
    let number = chess.map_or(1 + plies as u64 / 2, |chess| chess.fullmove_number().into());
    let dots = match position.side_to_move(plies) {
        Side::First => ".",
        Side::Second => "…",
    };
    format!("{number}{dots}")
}
