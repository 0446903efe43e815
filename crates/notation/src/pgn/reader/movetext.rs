//! Moves and everything that may appear between them. Most of the time is spent here, so each byte is examined once, and nothing is copied.

use std::io::Read;
use std::ops::ControlFlow;

use crate::pgn::bytes::{
    BYTE_ORDER_MARK, CLASS, Class, EVENT, ends_line, ends_word, find, is_line_start, is_word_start,
    matters,
};
use crate::pgn::input::Input;
use crate::pgn::nag::Nag;
use crate::pgn::problem::{MOVE_BYTES, Part, PgnError, Problem};
use crate::pgn::tags::GameResult;
use crate::pgn::visitor::{MoveToken, Text, Visitor};

/// The moves of one game, while they are read.
pub(super) struct Movetext<'a, R, V> {
    input: &'a mut Input<R>,
    visitor: &'a mut V,
    /// The number of open variations.
    depth: usize,
    /// `true` if the current line has a move, so that a variation may begin.
    has_move: bool,
    /// The part being skipped.
    skip: Option<Skip>,
    is_over: bool,
}

/// A part to skip.
#[derive(Debug, Clone, Copy)]
struct Skip {
    /// The depth of the skipped line; 0 is the main line.
    depth: usize,
    /// `true` if the variation is skipped from its beginning; then its end is not reported.
    is_whole: bool,
}

/// A part of the moves, or the mistake in it.
type Done = Result<(), PgnError>;

impl<'a, R: Read, V: Visitor> Movetext<'a, R, V> {
    /// Begins the moves as a visitor decides.
    pub(super) fn new(input: &'a mut Input<R>, visitor: &'a mut V, flow: ControlFlow<()>) -> Self {
        let whole = Skip {
            depth: 0,
            is_whole: false,
        };
        Self {
            input,
            visitor,
            depth: 0,
            has_move: false,
            skip: flow.is_break().then_some(whole),
            is_over: false,
        }
    }

    /// Reads the moves, and the comments after the result.
    pub(super) fn read(mut self) -> Done {
        while !self.is_over {
            match self.skip {
                Some(skip) => self.pass_over(skip)?,
                None => match self.input.byte(0)? {
                    Some(byte) => self.token(byte)?,
                    None => self.out_of_bytes()?,
                },
            }
        }
        self.ending()
    }

    #[inline]
    fn token(&mut self, byte: u8) -> Done {
        let is_line_start = || is_line_start(self.input.before());
        match CLASS[usize::from(byte)] {
            Class::Letter => self.word()?,
            Class::Digit => self.number()?,
            Class::OpenBrace => self.comment()?,
            Class::OpenParenthesis => self.open()?,
            Class::CloseParenthesis => {
                self.close()?;
                self.visitor.end_variation();
            }
            Class::Dollar => self.glyph()?,
            Class::Mark => self.mark()?,
            Class::Semicolon => self.line_comment()?,
            Class::Star if self.depth == 0 => self.result(GameResult::Unknown, 1),
            Class::Space | Class::Dot | Class::Stray | Class::Star => self.input.take(1),
            Class::Percent if is_line_start() => self.hidden_line()?,
            Class::Bracket if is_line_start() && self.is_tag()? => self.is_over = true,
            Class::OrderMark if self.input.has(0, BYTE_ORDER_MARK)? => {
                self.input.take(BYTE_ORDER_MARK.len());
            }
            Class::OrderMark | Class::Percent | Class::Bracket | Class::Other => self.odd_word()?,
        }
        Ok(())
    }

    /// Ends the moves at the end of the bytes.
    fn out_of_bytes(&mut self) -> Done {
        if self.depth > 0 {
            return Err(self.input.error(Problem::UnclosedVariation));
        }
        self.is_over = true;
        Ok(())
    }

    /// Reads a word that begins with a letter: a move, or the `e.p.` after one.
    #[inline]
    fn word(&mut self) -> Done {
        let end = self.end_of_word()?;
        let rest = self.input.rest();
        let is_en_passant = rest[0] == b'e' && matches!(&rest[..end], b"e.p." | b"ep" | b"e.p");
        if is_en_passant {
            self.input.take(end);
        } else {
            let is_space = rest.get(end) == Some(&b' ');
            self.mv(end);
            self.input.take(usize::from(is_space));
        }
        Ok(())
    }

    /// Reports the move of this length.
    #[inline]
    fn mv(&mut self, length: usize) {
        self.has_move = true;
        if Nag::may_end(&self.input.rest()[..length]) {
            self.marked_move(length);
        } else {
            let flow = self.visitor.mv(move_of(self.input, length));
            self.follow(flow);
        }
        self.input.take(length);
    }

    /// Reads a move that may have a mark attached, as in `e5+-`. Most only give check.
    #[inline(never)]
    fn marked_move(&mut self, length: usize) {
        let (text, nag) = Nag::split_from(&self.input.rest()[..length]);
        let flow = self.visitor.mv(move_of(self.input, text.len()));
        self.follow(flow);
        if let (ControlFlow::Continue(()), Some(nag)) = (flow, nag) {
            self.visitor.nag(nag);
        }
    }

    /// Skips the rest of the line if the visitor has seen enough.
    #[inline]
    fn follow(&mut self, flow: ControlFlow<()>) {
        if flow.is_break() {
            self.skip = Some(Skip {
                depth: self.depth,
                is_whole: false,
            });
        }
    }

    /// Reads a move number, a result, castling with zeros, or a null move with zeros.
    #[inline]
    fn number(&mut self) -> Done {
        let is_other = |byte: u8| !byte.is_ascii_digit();
        let digits = self.input.end_of(0, WORD, is_other)?;
        if self.input.rest().get(digits) == Some(&b'.') {
            let is_space = self.input.rest().get(digits + 1) == Some(&b' ');
            self.input.take(digits + 1 + usize::from(is_space));
            return Ok(());
        }
        let end = self.end_of_word()?;
        let text = &self.input.rest()[..end];
        match GameResult::from_text(text) {
            Some(result) if self.depth == 0 => self.result(result, end),
            None if text == b"0000" || text.iter().any(|&byte| is_other(byte)) => self.mv(end),
            // In a variation a result is only a remark.
            Some(_) | None => self.input.take(end),
        }
        Ok(())
    }

    /// Ends the moves with a result of this length.
    fn result(&mut self, result: GameResult, length: usize) {
        self.visitor.result(result);
        self.input.take(length);
        self.is_over = true;
    }

    fn open(&mut self) -> Done {
        let most = self.input.limits.nesting;
        if self.depth >= most {
            return Err(self.input.error(Problem::TooDeep(most)));
        }
        if !self.has_move {
            return Err(self.input.error(Problem::NothingToVary));
        }
        self.depth += 1;
        self.has_move = false;
        let depth = self.depth;
        if self.visitor.begin_variation().is_break() {
            let is_whole = true;
            self.skip = Some(Skip { depth, is_whole });
        }
        self.input.take(1);
        Ok(())
    }

    /// Returns to the line around a variation. It has a move: the one before the variation.
    fn close(&mut self) -> Done {
        let Some(depth) = self.depth.checked_sub(1) else {
            return Err(self.input.error(Problem::UnopenedVariation));
        };
        self.depth = depth;
        self.has_move = true;
        self.input.take(1);
        Ok(())
    }

    /// Returns `true` if the `[` at the beginning of a line begins a tag: then this game has no result, and the next one begins.
    fn is_tag(&mut self) -> Result<bool, PgnError> {
        let next = self.input.byte(1)?;
        let is_tag = matches!(next, Some(b' ' | b'A'..=b'Z' | b'a'..=b'z'));
        if is_tag && self.depth > 0 {
            return Err(self.input.error(Problem::UnclosedVariation));
        }
        Ok(is_tag)
    }

    /// Reads a word that cannot begin a move: a null move, a mark such as `+-`, a figurine or a mistake.
    fn odd_word(&mut self) -> Done {
        let end = self.end_of_word()?;
        let text = &self.input.rest()[..end];
        if MoveToken::is_null_text(text) || text.iter().any(u8::is_ascii_alphanumeric) {
            self.mv(end);
            return Ok(());
        }
        if let Some(nag) = Nag::from_mark(text) {
            self.visitor.nag(nag);
        }
        self.input.take(end);
        Ok(())
    }

    /// `$14`.
    fn glyph(&mut self) -> Done {
        let is_other = |byte: u8| !byte.is_ascii_digit();
        let end = self.input.find(1, MOVE_BYTES, is_other)?;
        let text = &self.input.rest()[..end];
        let number = text[1..].iter().try_fold(0u8, |number, digit| {
            number.checked_mul(10)?.checked_add(digit - b'0')
        });
        let Some(number) = number.filter(|_| end <= MOVE_BYTES) else {
            let problem = Problem::Nag(Text::new(text).excerpt());
            return Err(self.input.error(problem));
        };
        // A `$` without a number has no meaning.
        if end > 1 {
            self.visitor.nag(Nag(number));
        }
        self.input.take(end);
        Ok(())
    }

    /// `!`, `?`, or two of them. Of more than two the first two count.
    fn mark(&mut self) -> Done {
        let is_mark = |byte: Option<&u8>| matches!(byte, Some(b'!' | b'?'));
        let mut length = 1;
        if !is_mark(self.input.before().last()) {
            length += usize::from(is_mark(self.input.byte(1)?.as_ref()));
            if let Some(nag) = Nag::from_mark(&self.input.rest()[..length]) {
                self.visitor.nag(nag);
            }
        }
        self.input.take(length);
        Ok(())
    }

    /// Returns the end of the word that follows. Any first byte belongs to it.
    #[inline]
    fn end_of_word(&mut self) -> Result<usize, PgnError> {
        let end = self.input.end_of(1, WORD, ends_word)?;
        match self.input.rest().get(end) {
            Some(b'.') => self.en_passant(end),
            _ => Ok(end),
        }
    }

    /// Returns the end of a word with a dot: after `e.p.`, or before the dot.
    #[cold]
    fn en_passant(&mut self, dot: usize) -> Result<usize, PgnError> {
        if self.input.rest()[dot - 1] != b'e' || self.input.byte(dot + 1)? != Some(b'p') {
            return Ok(dot);
        }
        Ok(match self.input.byte(dot + 2)? {
            Some(b'.') => dot + 3,
            Some(next) if !ends_word(next) => dot,
            Some(_) | None => dot + 2,
        })
    }

    /// Reads a comment in braces, which may not contain the beginning of the next game.
    #[inline]
    fn comment(&mut self) -> Done {
        let most = (Part::Comment, self.input.limits.comment_bytes);
        let is_stop = |byte| byte == b'}' || ends_line(byte);
        let mut end = self.input.end_of(1, most, is_stop)?;
        while self.input.rest().get(end) != Some(&b'}') {
            let is_open = self.input.rest().len() == end || self.input.has(end + 1, EVENT)?;
            if is_open {
                return Err(self.input.error(Problem::UnclosedComment));
            }
            end = self.input.end_of(end + 1, most, is_stop)?;
        }
        self.report(end);
        self.input.take(end + 1);
        Ok(())
    }

    fn line_comment(&mut self) -> Done {
        let end = self.end_of_line()?;
        self.report(end);
        self.input.take(end);
        Ok(())
    }

    /// Reports the comment that ends at a place, unless it is skipped.
    fn report(&mut self, end: usize) {
        if self.skip.is_none() {
            let text = Text::new(&self.input.rest()[1..end]);
            self.visitor.comment(text);
        }
    }

    /// Skips a `%` line.
    fn hidden_line(&mut self) -> Done {
        let end = self.end_of_line()?;
        self.input.take(end);
        Ok(())
    }

    /// Returns the end of the line of a `;` comment or a `%` line.
    fn end_of_line(&mut self) -> Result<usize, PgnError> {
        let most = (Part::Comment, self.input.limits.comment_bytes);
        self.input.end_of(0, most, ends_line)
    }

    /// Skips a part of the moves, up to the end of a variation or of the moves.
    fn pass_over(&mut self, skip: Skip) -> Done {
        loop {
            let Some(next) = find(self.input.rest(), 0, matters) else {
                self.input.take(self.input.rest().len());
                if self.input.more()? {
                    continue;
                }
                return self.out_of_bytes();
            };
            self.input.take(next);
            let byte = self.input.rest()[0];
            let is_line_start = || is_line_start(self.input.before());
            match byte {
                b'{' => self.comment()?,
                b';' => self.line_comment()?,
                b'%' if is_line_start() => self.hidden_line()?,
                b'[' if is_line_start() && self.is_tag()? => {
                    self.is_over = true;
                    return Ok(());
                }
                b'(' => {
                    self.depth += 1;
                    self.input.take(1);
                }
                b')' => {
                    let was_skipped = self.depth == skip.depth;
                    self.close()?;
                    if was_skipped {
                        self.skip = None;
                        if !skip.is_whole {
                            self.visitor.end_variation();
                        }
                        return Ok(());
                    }
                }
                b'*' | b'-' | b'/' if self.depth == 0 => {
                    if let Some((result, length)) = self.found_result()? {
                        self.result(result, length);
                        return Ok(());
                    }
                    self.input.take(1);
                }
                _ => self.input.take(1),
            }
        }
    }

    /// Returns the result around a `*`, `-` or `/`, and the length of its rest; `None` if it is castling or a long move.
    fn found_result(&mut self) -> Result<Option<(GameResult, usize)>, PgnError> {
        if self.input.rest()[0] == b'*' {
            return Ok(Some((GameResult::Unknown, 1)));
        }
        let end = self.input.find(1, LONGEST, ends_word)?;
        // One digit comes before the middle of every result.
        let result = GameResult::from_text(self.input.with_last(end));
        let before = self.input.before().split_last();
        let is_word = before.is_some_and(|(_, before)| is_word_start(before));
        Ok(result.filter(|_| is_word).map(|result| (result, end)))
    }

    /// Reads comments after a result, such as why a player resigned. They belong to the game that has ended, up to an empty line or anything
    /// else than a comment or a result. A second result is ignored: some programs append one and write `1-0 1-0`.
    fn ending(&mut self) -> Done {
        let mut is_line_over = false;
        while let Some(byte) = self.input.byte(0)? {
            match byte {
                b' ' | b'\t' | b'.' => self.input.take(1),
                // The carriage return has ended the line.
                b'\n' if self.input.before().ends_with(b"\r") => self.input.take(1),
                _ if ends_line(byte) && !is_line_over => {
                    is_line_over = true;
                    self.input.take(1);
                }
                b'{' | b';' => {
                    is_line_over = false;
                    match byte {
                        b'{' => self.comment()?,
                        _ => self.line_comment()?,
                    }
                }
                b'0' | b'1' | b'*' => {
                    let end = match byte {
                        b'*' => 1,
                        _ => self.input.find(1, LONGEST, ends_word)?,
                    };
                    // Anything else begins the next game.
                    if GameResult::from_text(&self.input.rest()[..end]).is_none() {
                        return Ok(());
                    }
                    is_line_over = false;
                    self.input.take(end);
                }
                _ => return Ok(()),
            }
        }
        Ok(())
    }
}

/// The longest result, `1/2-1/2`.
const LONGEST: usize = 7;

/// A word, and its greatest length.
const WORD: (Part, usize) = (Part::Move, MOVE_BYTES);

/// Returns the move of this length.
#[inline]
fn move_of<R: Read>(input: &Input<R>, length: usize) -> MoveToken<'_> {
    MoveToken {
        text: &input.rest()[..length],
        place: input.place(),
    }
}
