//! Trees as text, read and written.

use super::{Node, Tree};
use plywood_eval::{Score, Side};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// Writes the tree from this node down, as [`Tree`]'s `FromStr` reads it.
impl fmt::Display for Tree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // An explicit stack, since a tree may be nested too deeply for recursion.
        let mut stack = vec![Step::Write(self.index)];
        let mut gap = "";
        while let Some(step) = stack.pop() {
            match step {
                Step::Close => write!(f, ")")?,
                Step::Write(index) => {
                    let node = &self.nodes[index];
                    write!(
                        f,
                        "{gap}{}",
                        if node.is_noisy && index != self.index {
                            "!"
                        } else {
                            ""
                        }
                    )?;
                    if node.children.is_empty() || node.value != 0 {
                        write!(f, "{}", node.value)?;
                    }
                    if !node.children.is_empty() {
                        write!(f, "(")?;
                        stack.push(Step::Close);
                        stack.extend(node.children.iter().rev().map(|child| Step::Write(*child)));
                        gap = "";
                        continue;
                    }
                }
            }
            gap = " ";
        }
        Ok(())
    }
}

enum Step {
    Write(usize),
    Close,
}

/// Why a text is not a game tree. Places are counted in bytes from 0.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ParseTreeError {
    /// The text ends before the tree does.
    #[error("the tree is not closed: {open} parentheses are open at the end")]
    Unclosed {
        /// How many parentheses are open.
        open: usize,
    },
    /// There is no tree in the text.
    #[error("expected a number or a parenthesis, found nothing")]
    Empty,
    /// Empty parentheses.
    #[error("expected a branch before the closing parenthesis at {at}")]
    NoBranches {
        /// The place of the closing parenthesis.
        at: usize,
    },
    /// Something after the end of the tree.
    #[error("expected the end after the tree, found {found:?} at {at}")]
    Trailing {
        /// The character that was found.
        found: char,
        /// Its place.
        at: usize,
    },
    /// A character that has no meaning here.
    #[error("expected a number, a parenthesis or !, found {found:?} at {at}")]
    Character {
        /// The character that was found.
        found: char,
        /// Its place.
        at: usize,
    },
    /// A number outside the range of scores.
    #[error("expected centipawns from -30000 to 30000, found {text:?} at {at}")]
    Number {
        /// The text of the number.
        text: String,
        /// Its place.
        at: usize,
    },
    /// More branches at one node than can be numbered.
    #[error("expected at most 65535 branches at a node, found one more at {at}")]
    TooManyBranches {
        /// The place of the first branch too many.
        at: usize,
    },
}

/// Reads numbers and parentheses, separated by white space or commas.
impl FromStr for Tree {
    type Err = ParseTreeError;

    fn from_str(text: &str) -> Result<Self, ParseTreeError> {
        let mut reader = Reader::default();
        let mut rest = text.char_indices().peekable();
        while let Some((at, character)) = rest.next() {
            match character {
                '(' => reader.open(at)?,
                ')' => reader.close(at)?,
                '!' => reader.next_is_noisy = true,
                '-' | '0'..='9' => {
                    let mut end = at + 1;
                    while let Some((digit, _)) =
                        rest.next_if(|(_, character)| character.is_ascii_digit())
                    {
                        end = digit + 1;
                    }
                    let followed = rest.peek().is_some_and(|(_, character)| *character == '(');
                    reader.number(&text[at..end], at, followed)?;
                }
                ',' => (),
                space if space.is_whitespace() => (),
                found => return Err(ParseTreeError::Character { found, at }),
            }
        }
        reader.finish()
    }
}

#[derive(Default)]
struct Reader {
    nodes: Vec<Node>,
    /// The nodes whose parentheses are open, the innermost last.
    open: Vec<usize>,
    next_is_noisy: bool,
    next_value: i32,
}

impl Reader {
    fn add(&mut self, character: char, at: usize) -> Result<usize, ParseTreeError> {
        let index = self.nodes.len();
        match self.open.last() {
            Some(&parent) => self.nodes[parent].children.push(index),
            None if index > 0 => {
                return Err(ParseTreeError::Trailing {
                    found: character,
                    at,
                });
            }
            None => (),
        }
        if self
            .open
            .last()
            .is_some_and(|&parent| self.nodes[parent].children.len() > usize::from(u16::MAX))
        {
            return Err(ParseTreeError::TooManyBranches { at });
        }
        let is_noisy = std::mem::take(&mut self.next_is_noisy);
        let value = std::mem::take(&mut self.next_value);
        self.nodes.push(Node {
            value,
            is_noisy,
            children: Vec::new(),
        });
        Ok(index)
    }

    fn open(&mut self, at: usize) -> Result<(), ParseTreeError> {
        let index = self.add('(', at)?;
        self.open.push(index);
        Ok(())
    }

    fn close(&mut self, at: usize) -> Result<(), ParseTreeError> {
        if self.next_is_noisy {
            return Err(ParseTreeError::Character { found: ')', at });
        }
        match self.open.pop() {
            None => Err(ParseTreeError::Trailing { found: ')', at }),
            Some(index) if self.nodes[index].children.is_empty() => {
                Err(ParseTreeError::NoBranches { at })
            }
            Some(_) => Ok(()),
        }
    }

    fn number(&mut self, text: &str, at: usize, is_estimate: bool) -> Result<(), ParseTreeError> {
        let value = text
            .parse()
            .ok()
            .filter(|value| Score::centipawns(*value).as_centipawns() == Some(*value));
        self.next_value = value.ok_or_else(|| ParseTreeError::Number {
            text: text.to_owned(),
            at,
        })?;
        if !is_estimate {
            self.add(text.chars().next().unwrap_or('-'), at)?;
        }
        Ok(())
    }

    fn finish(self) -> Result<Tree, ParseTreeError> {
        if !self.open.is_empty() {
            return Err(ParseTreeError::Unclosed {
                open: self.open.len(),
            });
        }
        if self.nodes.is_empty() {
            return Err(ParseTreeError::Empty);
        }
        Ok(Tree {
            nodes: self.nodes.into(),
            index: 0,
            to_move: Side::First,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trees_are_written_as_they_are_read() {
        for text in [
            "7",
            "-7",
            "(1 2)",
            "((3 12 8) (2 4 6) (14 5 2))",
            "5(!-3(1 2) 0 !(!9))",
        ] {
            assert_eq!(text.parse::<Tree>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn texts_that_are_no_trees_are_errors() {
        for text in [
            "", " ", "(", ")", "()", "(1", "1 2", "1)", "(1)(2)", "x", "(1 é)", "40000", "-",
            "(1 !)", "--1",
        ] {
            assert!(text.parse::<Tree>().is_err(), "{text:?}");
        }
    }

    #[test]
    fn a_very_deep_tree_does_not_overflow_the_stack() {
        let text = format!("{}1{}", "(".repeat(100_000), ")".repeat(100_000));
        assert_eq!(text.parse::<Tree>().unwrap().to_string(), text);
    }
}
