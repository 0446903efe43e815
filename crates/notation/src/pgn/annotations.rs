//! Commands in comments: clocks, evaluations, marked squares and arrows.

use std::fmt;
use std::time::Duration;

use plywood_core::Square;
use plywood_core::diagram::{Arrow, Mark, Paint};

use crate::pgn::evaluation::{Evaluation, digits};
use crate::text::pad;

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
pub struct SquareAnnotation {
    /// Its color.
    pub color: MarkColor,
    /// The square.
    pub square: Square,
}

/// An arrow from one square to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ArrowAnnotation {
    /// Its color.
    pub color: MarkColor,
    /// Where it begins.
    pub from: Square,
    /// Where it points.
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

/// Items with commas between them.
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

/// The color in which diagrams draw it.
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

#[cfg(test)]
mod tests {
    use super::*;

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
