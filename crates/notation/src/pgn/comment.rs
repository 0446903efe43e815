//! Comments: text for people, commands for programs.

use std::borrow::Cow;
use std::fmt;
use std::time::Duration;

use plywood_core::Square;
use plywood_core::diagram::{Arrow, Mark, Paint};

use crate::text::pad;

/// A comment: its text, and the [annotations](Annotation) in it.
///
/// ```
/// use plywood_notation::pgn::{Comment, PgnScore};
///
/// let comment = Comment::new("[%eval 0.24] [%clk 0:05:00] the best by test");
/// assert_eq!(comment.text(), "the best by test");
/// assert_eq!(
///     comment.evaluation().map(|found| found.score),
///     Some(PgnScore::Centipawns(24))
/// );
/// assert_eq!(comment.clock().map(|left| left.as_secs()), Some(300));
/// assert_eq!(comment.to_string(), "[%eval 0.24] [%clk 0:05:00] the best by test");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Comment {
    /// The text with one space between words, and nothing that would end the comment.
    text: String,
    annotations: Vec<Annotation>,
}

impl Comment {
    /// Reads a comment from a file, without braces. Runs of white space become one space, since lines may break anywhere, and `}`, which no
    /// comment can contain, becomes `)`.
    #[must_use]
    pub fn new(text: &str) -> Self {
        let mut comment = Self::default();
        let (text, mut plain) = (normal(text), String::new());
        let mut rest = &*text;
        // An unknown command is kept whole: a part of it could look like another one.
        let mut is_inside = false;
        while let Some((before, command)) = rest.split_once("[%") {
            is_inside &= !before.contains(']');
            // Its end is not searched again, or a long comment would take quadratic time.
            let found = if is_inside {
                None
            } else {
                command.split_once(']')
            };
            let found = found.and_then(|(command, after)| {
                Annotation::from_command(command).map(|annotation| (annotation, after))
            });
            plain.push_str(before);
            if let Some((annotation, after)) = found {
                comment.annotations.push(annotation);
                plain.push(' ');
                rest = after;
            } else {
                plain.push_str("[%");
                is_inside = true;
                rest = command;
            }
        }
        plain.push_str(rest);
        comment.text = normal(&plain).into_owned();
        comment
    }

    /// Adds an annotation.
    ///
    /// ```
    /// use plywood_core::Square;
    /// use plywood_notation::pgn::{Annotation, Comment, SquareAnnotation, MarkColor};
    ///
    /// let mark = SquareAnnotation { color: MarkColor::Green, square: Square::E4 };
    /// let comment = Comment::new("the center").with(Annotation::Marks(vec![mark]));
    /// assert_eq!(comment.to_string(), "[%csl Ge4] the center");
    /// ```
    #[must_use]
    pub fn with(mut self, annotation: impl Into<Annotation>) -> Self {
        self.annotations.push(annotation.into());
        self
    }

    /// Returns the text, without the annotations.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the annotations, in their order.
    #[must_use]
    pub fn annotations(&self) -> &[Annotation] {
        &self.annotations
    }

    /// Returns `true` if the comment is empty, without text and annotations.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.text.is_empty() && self.annotations.is_empty()
    }

    /// Returns the time left on the mover's clock.
    #[must_use]
    pub fn clock(&self) -> Option<Duration> {
        self.find(|annotation| match annotation {
            Annotation::Clock(time) => Some(*time),
            _ => None,
        })
    }

    /// Returns the time the move took.
    #[must_use]
    pub fn elapsed(&self) -> Option<Duration> {
        self.find(|annotation| match annotation {
            Annotation::Elapsed(time) => Some(*time),
            _ => None,
        })
    }

    /// Returns a program's evaluation of the position.
    #[must_use]
    pub fn evaluation(&self) -> Option<Evaluation> {
        self.find(|annotation| match annotation {
            Annotation::Evaluation(evaluation) => Some(*evaluation),
            _ => None,
        })
    }

    /// Returns the arrows drawn on the board.
    #[must_use]
    pub fn arrows(&self) -> &[ArrowAnnotation] {
        let arrows = self.find(|annotation| match annotation {
            Annotation::Arrows(arrows) => Some(arrows.as_slice()),
            _ => None,
        });
        arrows.unwrap_or_default()
    }

    /// Returns the squares marked on the board.
    #[must_use]
    pub fn marks(&self) -> &[SquareAnnotation] {
        let marks = self.find(|annotation| match annotation {
            Annotation::Marks(marks) => Some(marks.as_slice()),
            _ => None,
        });
        marks.unwrap_or_default()
    }

    fn find<'a, T>(&'a self, wanted: impl Fn(&'a Annotation) -> Option<T>) -> Option<T> {
        self.annotations.iter().find_map(wanted)
    }
}

/// Returns the text with one space between words and no `}`. Control characters count as spaces.
fn normal(text: &str) -> Cow<'_, str> {
    let text = text.trim_matches(' ');
    // Most comments are already normal.
    let is_plain = |byte: u8| matches!(byte, b' '..=b'|' | b'~');
    let is_double = |pair: &[u8]| pair == b"  ";
    if text.bytes().all(is_plain) && !text.as_bytes().windows(2).any(is_double) {
        return Cow::Borrowed(text);
    }
    let mut normal = String::with_capacity(text.len());
    let is_space = |c: char| c.is_whitespace() || c.is_control();
    for word in text.split(is_space).filter(|word| !word.is_empty()) {
        if !normal.is_empty() {
            normal.push(' ');
        }
        normal.extend(word.chars().map(|c| if c == '}' { ')' } else { c }));
    }
    Cow::Owned(normal)
}

/// Writes the comment without braces: the annotations, then the text.
impl fmt::Display for Comment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut words: Vec<String> = self.annotations.iter().map(ToString::to_string).collect();
        if !self.text.is_empty() {
            words.push(self.text.clone());
        }
        f.pad(&words.join(" "))
    }
}

/// A command in a comment, such as `[%clk 0:05:00]`.
///
/// ```
/// use std::time::Duration;
///
/// use plywood_notation::pgn::Annotation;
///
/// let clock = Annotation::from_command("clk 1:02:03.5");
/// assert_eq!(clock, Some(Annotation::Clock(Duration::from_millis(3_723_500))));
/// assert_eq!(Annotation::from_command("eval #-3").unwrap().to_string(), "[%eval #-3]");
/// assert_eq!(Annotation::from_command("clk soon"), None);
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum Annotation {
    /// `[%clk 0:05:00]`: the time left on the mover's clock.
    Clock(Duration),
    /// `[%emt 0:00:07.2]`: the time the move took.
    Elapsed(Duration),
    /// `[%eval 0.24]`: a program's evaluation of the position.
    Evaluation(Evaluation),
    /// `[%csl Ge4,Rd5]`: marked squares.
    Marks(Vec<SquareAnnotation>),
    /// `[%cal Ge2e4]`: arrows.
    Arrows(Vec<ArrowAnnotation>),
}

/// The color of a mark or an arrow.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum MarkColor {
    /// `G`
    Green,
    /// `R`
    Red,
    /// `Y`
    Yellow,
    /// `B`
    Blue,
}

/// A marked square.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SquareAnnotation {
    /// Its color.
    pub color: MarkColor,
    /// The square.
    pub square: Square,
}

/// An arrow from one square to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ArrowAnnotation {
    /// Its color.
    pub color: MarkColor,
    /// The square where it begins.
    pub from: Square,
    /// The square it points to.
    pub to: Square,
}

impl Annotation {
    /// Reads the text between `[%` and `]`; `None` if it is not one of these commands, or has a mistake.
    ///
    /// ```
    /// use plywood_notation::pgn::Annotation;
    ///
    /// let arrows = Annotation::from_command("cal Ge2e4,Rd8h4").expect("two arrows");
    /// assert_eq!(arrows.to_string(), "[%cal Ge2e4,Rd8h4]");
    /// assert_eq!(Annotation::from_command("cal Ge2"), None);
    /// ```
    #[must_use]
    pub fn from_command(command: &str) -> Option<Self> {
        let (name, value) = command.split_once(|c: char| c.is_ascii_whitespace())?;
        let value = value.trim_ascii();
        match name {
            "clk" => duration(value).map(Self::Clock),
            "emt" => duration(value).map(Self::Elapsed),
            "eval" => Evaluation::from_text(value).map(Self::Evaluation),
            "csl" => list(value, mark).map(Self::Marks),
            "cal" => list(value, arrow).map(Self::Arrows),
            _ => None,
        }
    }
}

impl fmt::Display for Annotation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Clock(time) => pad(f, format_args!("[%clk {}]", Time(*time))),
            Self::Elapsed(time) => pad(f, format_args!("[%emt {}]", Time(*time))),
            Self::Evaluation(evaluation) => pad(f, format_args!("[%eval {evaluation}]")),
            Self::Marks(marks) => pad(f, format_args!("[%csl {}]", List(marks))),
            Self::Arrows(arrows) => pad(f, format_args!("[%cal {}]", List(arrows))),
        }
    }
}

/// A list of items, written with commas.
struct List<'a, T>(&'a [T]);

impl<T: fmt::Display> fmt::Display for List<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, item) in self.0.iter().enumerate() {
            let comma = if index == 0 { "" } else { "," };
            write!(f, "{comma}{item}")?;
        }
        Ok(())
    }
}

/// Hours, minutes and seconds: `1:02:03.5`.
struct Time(Duration);

impl fmt::Display for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = self.0.as_secs();
        let (hours, minutes) = (seconds / 3600, seconds / 60 % 60);
        write!(f, "{hours}:{minutes:02}:{:02}", seconds % 60)?;
        match self.0.subsec_nanos() {
            0 => Ok(()),
            nanos => write!(f, ".{}", format!("{nanos:09}").trim_end_matches('0')),
        }
    }
}

/// Reads hours, minutes and seconds; hours and minutes may be missing.
fn duration(text: &str) -> Option<Duration> {
    let (whole, fraction) = match text.split_once('.') {
        Some((whole, fraction)) => (whole, Some(fraction)),
        None => (text, None),
    };
    let mut seconds = 0_u64;
    for (index, part) in whole.split(':').enumerate() {
        if index > 2 {
            return None;
        }
        seconds = seconds.checked_mul(60)?.checked_add(digits(part)?)?;
    }
    let nanos = match fraction {
        Some(fraction) => {
            digits(fraction)?;
            // Nine digits are nanoseconds; more are dropped.
            let nine: String = fraction.chars().chain("00000000".chars()).take(9).collect();
            nine.parse().ok()?
        }
        None => 0,
    };
    Some(Duration::new(seconds, nanos))
}

impl From<Evaluation> for Annotation {
    fn from(evaluation: Evaluation) -> Self {
        Self::Evaluation(evaluation)
    }
}

/// The color that diagrams draw it in.
impl From<MarkColor> for Paint {
    fn from(color: MarkColor) -> Self {
        match color {
            MarkColor::Green => Self::GREEN,
            MarkColor::Red => Self::RED,
            MarkColor::Yellow => Self::YELLOW,
            MarkColor::Blue => Self::BLUE,
        }
    }
}

/// The marked square on a diagram.
impl From<SquareAnnotation> for Mark {
    fn from(mark: SquareAnnotation) -> Self {
        Self::new(mark.square).paint(mark.color.into())
    }
}

/// The arrow on a diagram.
///
/// ```
/// use plywood_core::Position;
/// use plywood_core::diagram::Arrow;
/// use plywood_notation::pgn::Comment;
///
/// let comment = Comment::new("[%cal Ge2e4,Rd8h4] the idea");
/// let arrows: Vec<Arrow> = comment.arrows().iter().copied().map(Arrow::from).collect();
/// assert!(Position::START.to_svg().arrows(&arrows).to_string().contains("<svg"));
/// ```
impl From<ArrowAnnotation> for Arrow {
    fn from(arrow: ArrowAnnotation) -> Self {
        Self::new(arrow.from, arrow.to).paint(arrow.color.into())
    }
}

/// Reads a list with commas; every item must be valid.
fn list<T>(text: &str, item: impl Fn(&str) -> Option<T>) -> Option<Vec<T>> {
    text.split(',')
        .map(|part| item(part.trim_ascii()))
        .collect()
}

fn mark(text: &str) -> Option<SquareAnnotation> {
    let (color, square) = color(text)?;
    let square = square.parse().ok()?;
    Some(SquareAnnotation { color, square })
}

fn arrow(text: &str) -> Option<ArrowAnnotation> {
    let (color, squares) = color(text)?;
    let (from, to) = squares.split_at_checked(2)?;
    Some(ArrowAnnotation {
        color,
        from: from.parse().ok()?,
        to: to.parse().ok()?,
    })
}

fn color(text: &str) -> Option<(MarkColor, &str)> {
    let (letter, rest) = text.split_at_checked(1)?;
    let color = match letter {
        "G" => MarkColor::Green,
        "R" => MarkColor::Red,
        "Y" => MarkColor::Yellow,
        "B" => MarkColor::Blue,
        _ => return None,
    };
    Some((color, rest))
}

impl fmt::Display for MarkColor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Green => "G",
            Self::Red => "R",
            Self::Yellow => "Y",
            Self::Blue => "B",
        })
    }
}

impl fmt::Display for SquareAnnotation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        pad(f, format_args!("{}{}", self.color, self.square))
    }
}

impl fmt::Display for ArrowAnnotation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        pad(f, format_args!("{}{}{}", self.color, self.from, self.to))
    }
}

/// A program's evaluation of a position, from White's point of view.
///
/// ```
/// use plywood_notation::pgn::{Annotation, Evaluation, PgnScore};
///
/// let found = Evaluation { score: PgnScore::Centipawns(-35), depth: Some(20) };
/// assert_eq!(
///     Annotation::from_command("eval -0.35,20"),
///     Some(Annotation::Evaluation(found))
/// );
/// assert_eq!(Evaluation::from(PgnScore::Mate(3)).to_string(), "#3");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Evaluation {
    /// The score.
    pub score: PgnScore,
    /// The depth of the search, if the comment gives it.
    pub depth: Option<u32>,
}

/// A score in a comment, from White's point of view.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum PgnScore {
    /// `0.24`, in hundredths of a pawn.
    Centipawns(i32),
    /// `#3`: White mates in 3; `#-3`: Black does.
    Mate(i32),
}

impl PgnScore {
    /// Makes a score from the two numbers of an evaluator's score from White's point of view: the moves to mate, if one is found, and
    /// centipawns. For a `plywood_eval::Score` that is `PgnScore::from_parts(score.mate_in(), score.as_centipawns())`.
    ///
    /// ```
    /// use plywood_notation::pgn::PgnScore;
    ///
    /// assert_eq!(PgnScore::from_parts(None, Some(24)), PgnScore::Centipawns(24));
    /// assert_eq!(PgnScore::from_parts(Some(-3), None).to_string(), "#-3");
    /// ```
    #[must_use]
    pub const fn from_parts(mate_in: Option<i32>, centipawns: Option<i32>) -> Self {
        match (mate_in, centipawns) {
            (Some(moves), _) => Self::Mate(moves),
            (None, Some(centipawns)) => Self::Centipawns(centipawns),
            (None, None) => Self::Centipawns(0),
        }
    }
}

impl fmt::Display for PgnScore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Mate(moves) => pad(f, format_args!("#{moves}")),
            Self::Centipawns(score) => {
                let sign = if score < 0 { "-" } else { "" };
                let size = score.unsigned_abs();
                pad(f, format_args!("{sign}{}.{:02}", size / 100, size % 100))
            }
        }
    }
}

/// Makes an evaluation without a depth.
impl From<PgnScore> for Evaluation {
    fn from(score: PgnScore) -> Self {
        Self { score, depth: None }
    }
}

impl fmt::Display for Evaluation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.depth {
            Some(depth) => pad(f, format_args!("{},{depth}", self.score)),
            None => self.score.fmt(f),
        }
    }
}

impl Evaluation {
    /// Reads `0.24`, `#-3` or either with a depth, `0.24,18`.
    pub(super) fn from_text(text: &str) -> Option<Self> {
        let (score, depth) = match text.split_once(',') {
            Some((score, depth)) => (score.trim_ascii(), Some(depth.trim_ascii().parse().ok()?)),
            None => (text, None),
        };
        let score = match score.strip_prefix('#') {
            Some(moves) => PgnScore::Mate(moves.parse().ok()?),
            None => PgnScore::Centipawns(centipawns(score)?),
        };
        Some(Self { score, depth })
    }
}

fn centipawns(text: &str) -> Option<i32> {
    let (is_negative, size) = match text.strip_prefix('-') {
        Some(size) => (true, size),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let (pawns, fraction) = size.split_once('.').unwrap_or((size, "0"));
    digits(fraction)?;
    let two: String = fraction.chars().chain("0".chars()).take(2).collect();
    let size = digits(pawns)?
        .checked_mul(100)?
        .checked_add(digits(&two)?)?;
    let size = i64::try_from(size).ok()?;
    i32::try_from(if is_negative { -size } else { size }).ok()
}

/// Reads a number made of digits only.
pub(super) fn digits(text: &str) -> Option<u64> {
    let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| is_number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_comment_written_is_read_as_itself() {
        for text in [
            "",
            " a\r\n\tb ",
            "}{",
            "[%clk 0:00:01] x",
            "x [%clk soon] y",
            "[%",
            "a [%csl Ge4",
            "[%c[%clk 0:00:01]lk 0:00:01]",
            "[%clk [%clk 0:00:01]0:00:01]",
            "[%clk\u{a0}0:00:01]",
            "[%foo [%clk 0:00:01]] [%emt 3]",
            "\0é\u{a0}x",
            "[%clk 0:00:01 } ] z",
            "[%clk\n0:00:01]",
        ] {
            let comment = Comment::new(text);
            assert_eq!(Comment::new(&comment.to_string()), comment, "{text}");
        }
    }

    #[test]
    fn what_is_read_is_written() {
        for (command, written) in [
            ("clk 0:05:00", "clk 0:05:00"),
            ("clk 5:00", "clk 0:05:00"),
            ("emt 2.1", "emt 0:00:02.1"),
            ("eval 0.24", "eval 0.24"),
            ("eval -1", "eval -1.00"),
            ("eval +12.5,20", "eval 12.50,20"),
            ("eval -0.05", "eval -0.05"),
            ("eval #-3,7", "eval #-3,7"),
            ("csl Ge4, Rd5", "csl Ge4,Rd5"),
            ("cal Ge2e4,Bh1a8", "cal Ge2e4,Bh1a8"),
        ] {
            let read = Annotation::from_command(command);
            let text = read.map(|annotation| annotation.to_string());
            assert_eq!(text, Some(format!("[%{written}]")));
        }
    }

    #[test]
    fn what_is_wrong_is_no_annotation() {
        for command in [
            "clk",
            "clk ",
            "clk 1:2:3:4",
            "clk -1:00",
            "clk 0:0x:00",
            "clk 1.",
            "clk :",
            "clk 99999999999999999999:00:00",
            "eval",
            "eval #",
            "eval 1.2.3",
            "eval --1",
            "eval 99999999999",
            "eval 0.24,",
            "csl",
            "csl Ge9",
            "csl Ge4,",
            "csl Xe4",
            "cal Ge2",
            "cal Gé2e4",
            "cal Ge2e4e6",
            "foo 1",
        ] {
            assert_eq!(Annotation::from_command(command), None, "{command}");
        }
    }
}
