//! Comments: text for people, commands for programs.

use std::fmt;
use std::time::Duration;

use crate::pgn::annotations::{Annotation, ArrowAnnotation, SquareAnnotation};
use crate::pgn::evaluation::Evaluation;

/// A comment: its text, and the [annotations](Annotation) in it.
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
    /// Reads a comment as it stands in a file, without braces. Runs of white space become one space,
    /// since lines may break anywhere, and `}`, which no comment can contain, becomes `)`.
    #[must_use]
    pub fn new(text: &str) -> Self {
        let mut comment = Self::default();
        let (text, mut plain) = (normal(text), String::new());
        let mut rest = text.as_str();
        // A command that is not understood stays whole: a part of it could look like another one.
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
    pub fn with(mut self, annotation: impl Into<Annotation>) -> Self {
        self.annotations.push(annotation.into());
        self
    }

    /// The text, without the annotations.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The annotations, in their order.
    #[must_use]
    pub fn annotations(&self) -> &[Annotation] {
        &self.annotations
    }

    /// Whether the comment has neither text nor annotations.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.text.is_empty() && self.annotations.is_empty()
    }

    /// The time left on the mover's clock.
    #[must_use]
    pub fn clock(&self) -> Option<Duration> {
        self.find(|annotation| match annotation {
            Annotation::Clock(time) => Some(*time),
            _ => None,
        })
    }

    /// The time the move took.
    #[must_use]
    pub fn elapsed(&self) -> Option<Duration> {
        self.find(|annotation| match annotation {
            Annotation::Elapsed(time) => Some(*time),
            _ => None,
        })
    }

    /// A program's evaluation of the position.
    #[must_use]
    pub fn evaluation(&self) -> Option<Evaluation> {
        self.find(|annotation| match annotation {
            Annotation::Evaluation(evaluation) => Some(*evaluation),
            _ => None,
        })
    }

    /// The arrows drawn on the board.
    #[must_use]
    pub fn arrows(&self) -> &[ArrowAnnotation] {
        let arrows = self.find(|annotation| match annotation {
            Annotation::Arrows(arrows) => Some(arrows.as_slice()),
            _ => None,
        });
        arrows.unwrap_or_default()
    }

    /// The squares marked on the board.
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

/// The text with one space between words and no `}`. Control characters count as spaces.
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

/// As it stands in a file, without braces: the annotations, then the text.
impl fmt::Display for Comment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut words: Vec<String> = self.annotations.iter().map(ToString::to_string).collect();
        if !self.text.is_empty() {
            words.push(self.text.clone());
        }
        f.pad(&words.join(" "))
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
