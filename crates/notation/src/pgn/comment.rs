//! A comment: words for people, commands for programs.

use std::fmt;
use std::time::Duration;

use crate::pgn::annotations::{Annotation, Evaluation};

/// A comment of a game: its text, and the [annotations](Annotation) that stood in it.
///
/// ```
/// use plywood_notation::pgn::{Comment, PgnScore};
///
/// let comment = Comment::new("[%eval 0.24] [%clk 0:05:00] the best by test");
/// assert_eq!(comment.text(), "the best by test");
/// assert_eq!(comment.evaluation().map(|found| found.score), Some(PgnScore::Centipawns(24)));
/// assert_eq!(comment.clock().map(|left| left.as_secs()), Some(300));
/// assert_eq!(comment.to_string(), "[%eval 0.24] [%clk 0:05:00] the best by test");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Comment {
    /// One space between words, and nothing that would end the comment.
    text: String,
    annotations: Vec<Annotation>,
}

impl Comment {
    /// Reads a comment as it stands in a file, without braces. Runs of white space become one
    /// space, for lines may break anywhere, and `}`, which no comment can hold, becomes `)`.
    ///
    /// ```
    /// use plywood_notation::pgn::Comment;
    ///
    /// assert_eq!(Comment::new(" one\n  line ").text(), "one line");
    /// ```
    #[must_use]
    pub fn new(text: &str) -> Self {
        let mut comment = Self::default();
        let (text, mut plain) = (normal(text), String::new());
        let mut rest = text.as_str();
        // Nothing is taken out of a command that is not understood: what is left could be one.
        let mut is_inside = false;
        while let Some((before, command)) = rest.split_once("[%") {
            is_inside &= !before.contains(']');
            // Nor is its end looked for once more: a long comment would cost its square.
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
        comment.text = normal(&plain);
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
    pub fn with(mut self, annotation: Annotation) -> Self {
        self.annotations.push(annotation);
        self
    }

    /// The words, without the annotations.
    ///
    /// ```
    /// use plywood_notation::pgn::Comment;
    ///
    /// assert_eq!(Comment::new("[%clk 0:05:00] in haste").text(), "in haste");
    /// ```
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The annotations, in the order in which they stood.
    ///
    /// ```
    /// use plywood_notation::pgn::Comment;
    ///
    /// assert_eq!(Comment::new("[%clk 0:05:00] [%eval 0.3]").annotations().len(), 2);
    /// ```
    #[must_use]
    pub fn annotations(&self) -> &[Annotation] {
        &self.annotations
    }

    /// Whether there is nothing in it.
    ///
    /// ```
    /// use plywood_notation::pgn::Comment;
    ///
    /// assert!(Comment::new(" ").is_empty() && !Comment::new("[%clk 0:05:00]").is_empty());
    /// ```
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.text.is_empty() && self.annotations.is_empty()
    }

    /// The time left on the mover's clock.
    ///
    /// ```
    /// use std::time::Duration;
    ///
    /// use plywood_notation::pgn::Comment;
    ///
    /// assert_eq!(Comment::new("[%clk 0:05:00]").clock(), Some(Duration::from_secs(300)));
    /// ```
    #[must_use]
    pub fn clock(&self) -> Option<Duration> {
        self.annotations.iter().find_map(|annotation| {
            if let Annotation::Clock(time) = annotation {
                Some(*time)
            } else {
                None
            }
        })
    }

    /// The time the move took.
    ///
    /// ```
    /// use std::time::Duration;
    ///
    /// use plywood_notation::pgn::Comment;
    ///
    /// assert_eq!(Comment::new("[%emt 0:00:07.2]").elapsed(), Some(Duration::from_millis(7200)));
    /// ```
    #[must_use]
    pub fn elapsed(&self) -> Option<Duration> {
        self.annotations.iter().find_map(|annotation| {
            if let Annotation::Elapsed(time) = annotation {
                Some(*time)
            } else {
                None
            }
        })
    }

    /// What a program thinks of the position.
    ///
    /// ```
    /// use plywood_notation::pgn::{Comment, PgnScore};
    ///
    /// let found = Comment::new("[%eval 0.24,18]").evaluation().expect("a program has looked");
    /// assert_eq!((found.score, found.depth), (PgnScore::Centipawns(24), Some(18)));
    /// ```
    #[must_use]
    pub fn evaluation(&self) -> Option<Evaluation> {
        self.annotations.iter().find_map(|annotation| {
            if let Annotation::Evaluation(evaluation) = annotation {
                Some(*evaluation)
            } else {
                None
            }
        })
    }
}

/// The text with one space between words and no `}`. Control characters are taken for spaces.
fn normal(text: &str) -> String {
    let mut normal = String::with_capacity(text.len());
    let is_space = |c: char| c.is_whitespace() || c.is_control();
    for word in text.split(is_space).filter(|word| !word.is_empty()) {
        if !normal.is_empty() {
            normal.push(' ');
        }
        normal.extend(word.chars().map(|c| if c == '}' { ')' } else { c }));
    }
    normal
}

/// As a file has it, without braces: the annotations, then the words.
impl fmt::Display for Comment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut space = "";
        for annotation in &self.annotations {
            write!(f, "{space}{annotation}")?;
            space = " ";
        }
        if !self.text.is_empty() {
            write!(f, "{space}{}", self.text)?;
        }
        Ok(())
    }
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
}
