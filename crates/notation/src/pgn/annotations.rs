//! What programs write into comments: clocks, evaluations, marked squares and arrows.

use std::fmt;
use std::time::Duration;

use plywood_core::Square;

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
    /// `[%eval 0.24]`: what a program thinks of the position.
    Evaluation(Evaluation),
    /// `[%csl Ge4,Rd5]`: marked squares.
    Marks(Vec<SquareAnnotation>),
    /// `[%cal Ge2e4]`: arrows.
    Arrows(Vec<ArrowAnnotation>),
}

/// What a program thinks of a position, from White's side.
///
/// ```
/// use plywood_notation::pgn::{Annotation, Evaluation, PgnScore};
///
/// let found = Evaluation { score: PgnScore::Centipawns(-35), depth: Some(20) };
/// assert_eq!(Annotation::from_command("eval -0.35,20"), Some(Annotation::Evaluation(found)));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Evaluation {
    /// The score.
    pub score: PgnScore,
    /// How deep the program looked, if it says so.
    pub depth: Option<u32>,
}

/// A score as comments have it, from White's side.
///
/// ```
/// use plywood_notation::pgn::{Comment, PgnScore};
///
/// let found = Comment::new("[%eval #-3]").evaluation();
/// assert_eq!(found.map(|found| found.score), Some(PgnScore::Mate(-3)));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PgnScore {
    /// `0.24`, in hundredths of a pawn.
    Centipawns(i32),
    /// `#3`: White mates in 3; `#-3`: Black does.
    Mate(i32),
}

/// The color of a mark or an arrow.
///
/// ```
/// use plywood_notation::pgn::MarkColor;
///
/// assert_eq!(MarkColor::Green.to_string(), "G");
/// ```
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
///
/// ```
/// use plywood_core::Square;
/// use plywood_notation::pgn::{Annotation, SquareAnnotation, MarkColor};
///
/// let marks = vec![SquareAnnotation { color: MarkColor::Red, square: Square::E4 }];
/// assert_eq!(Annotation::from_command("csl Re4"), Some(Annotation::Marks(marks)));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SquareAnnotation {
    /// Its color.
    pub color: MarkColor,
    /// The square.
    pub square: Square,
}

/// An arrow from a square to another.
///
/// ```
/// use plywood_core::Square;
/// use plywood_notation::pgn::{Annotation, ArrowAnnotation, MarkColor};
///
/// let arrows = vec![ArrowAnnotation { color: MarkColor::Green, from: Square::E2, to: Square::E4 }];
/// assert_eq!(Annotation::from_command("cal Ge2e4"), Some(Annotation::Arrows(arrows)));
/// ```
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
    /// Reads what stands between `[%` and `]`; `None` if it is no known command, or a wrong one.
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
            "eval" => evaluation(value).map(Self::Evaluation),
            "csl" => list(value, mark).map(Self::Marks),
            "cal" => list(value, arrow).map(Self::Arrows),
            _ => None,
        }
    }
}

impl fmt::Display for Annotation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Clock(time) => write!(f, "[%clk {}]", Time(*time)),
            Self::Elapsed(time) => write!(f, "[%emt {}]", Time(*time)),
            Self::Evaluation(evaluation) => write!(f, "[%eval {evaluation}]"),
            Self::Marks(marks) => write_list(f, "csl", marks),
            Self::Arrows(arrows) => write_list(f, "cal", arrows),
        }
    }
}

fn write_list(f: &mut fmt::Formatter<'_>, name: &str, items: &[impl fmt::Display]) -> fmt::Result {
    write!(f, "[%{name} ")?;
    for (index, item) in items.iter().enumerate() {
        let comma = if index == 0 { "" } else { "," };
        write!(f, "{comma}{item}")?;
    }
    f.write_str("]")
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

/// Reads hours, minutes and seconds; the first ones may be missing.
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
            // Nine digits are nanoseconds; what is finer is dropped.
            let nine: String = fraction.chars().chain("00000000".chars()).take(9).collect();
            nine.parse().ok()?
        }
        None => 0,
    };
    Some(Duration::new(seconds, nanos))
}

/// A number of digits only: no sign, not empty.
fn digits(text: &str) -> Option<u64> {
    let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| is_number)
}

impl fmt::Display for Evaluation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.score {
            PgnScore::Mate(moves) => write!(f, "#{moves}")?,
            PgnScore::Centipawns(score) => {
                let sign = if score < 0 { "-" } else { "" };
                let size = score.unsigned_abs();
                write!(f, "{sign}{}.{:02}", size / 100, size % 100)?;
            }
        }
        match self.depth {
            Some(depth) => write!(f, ",{depth}"),
            None => Ok(()),
        }
    }
}

fn evaluation(text: &str) -> Option<Evaluation> {
    let (score, depth) = match text.split_once(',') {
        Some((score, depth)) => (score.trim_ascii(), Some(depth.trim_ascii().parse().ok()?)),
        None => (text, None),
    };
    let score = match score.strip_prefix('#') {
        Some(moves) => PgnScore::Mate(moves.parse().ok()?),
        None => PgnScore::Centipawns(centipawns(score)?),
    };
    Some(Evaluation { score, depth })
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

/// Reads a list with commas in which every item must be right.
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
        f.write_str(match self {
            Self::Green => "G",
            Self::Red => "R",
            Self::Yellow => "Y",
            Self::Blue => "B",
        })
    }
}

impl fmt::Display for SquareAnnotation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.color, self.square)
    }
}

impl fmt::Display for ArrowAnnotation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}{}", self.color, self.from, self.to)
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
