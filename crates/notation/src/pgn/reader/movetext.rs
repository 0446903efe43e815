//! Moves and everything that may appear between them. Most of the time is spent here, so each byte is examined once, and nothing is copied.

use std::ops::ControlFlow;

use crate::pgn::bytes::{
    BYTE_ORDER_MARK, CLASS, Class, EVENT, digits_end, ends_line, ends_word, is_line_start,
    is_word_start, line_end, next_that_matters, word_end,
};
use crate::pgn::input::{Place, Window};
use crate::pgn::nag::Nag;
use crate::pgn::problem::{MOVE_BYTES, Part, Problem};
use crate::pgn::reader::Step;
use crate::pgn::tags::GameResult;
use crate::pgn::visitor::{Leave, MoveToken, Text, Visitor};

/// The state of reading the moves of one game.
#[derive(Debug)]
pub(super) struct Movetext {
    /// The number of open variations.
    pub(super) depth: usize,
    /// `true` if the current line has a move, so that a variation may begin.
    has_move: bool,
    /// The part being skipped.
    pub(super) skip: Option<Skip>,
    /// `true` if the visitor has stopped the game.
    pub(super) is_stopped: bool,
}

/// A part to skip.
#[derive(Debug, Clone, Copy)]
pub(super) struct Skip {
    /// The depth of the skipped line; 0 is the main line.
    pub(super) depth: usize,
    /// `true` if the variation is skipped from its beginning; then its end is not reported.
    pub(super) is_whole: bool,
}

impl Skip {
    /// Skips the rest of the line at a depth. Its end is reported.
    pub(super) const fn rest_of_line(depth: usize) -> Self {
        Self {
            depth,
            is_whole: false,
        }
    }

    /// Skips the variation at a depth. Its end is not reported.
    pub(super) const fn whole_variation(depth: usize) -> Self {
        Self {
            depth,
            is_whole: true,
        }
    }
}

impl Movetext {
    pub(super) fn new(flow: ControlFlow<Leave>) -> Self {
        let mut movetext = Self {
            depth: 0,
            has_move: false,
            skip: None,
            is_stopped: false,
        };
        movetext.follow(flow, Skip::rest_of_line(0));
        movetext
    }

    /// Continues as a visitor decides, where it can skip a part of the game. The rest of a stopped game is also skipped, when the next game
    /// is requested.
    #[inline]
    fn follow(&mut self, flow: ControlFlow<Leave>, part: Skip) {
        match flow {
            ControlFlow::Continue(()) => {}
            ControlFlow::Break(Leave::Line) => self.skip = Some(part),
            ControlFlow::Break(Leave::Game) => {
                self.skip = Some(Skip::rest_of_line(0));
                self.is_stopped = true;
            }
        }
    }

    pub(super) fn step<V: Visitor>(
        &mut self,
        window: &Window<'_>,
        mut at: usize,
        visitor: &mut V,
    ) -> Step {
        let bytes = window.bytes;
        loop {
            if let Some(skip) = self.skip {
                if self.is_stopped {
                    return Step::Done(at);
                }
                match self.pass_over(skip, window, at, visitor) {
                    Ok(next) => at = next,
                    Err(step) => return step,
                }
            }
            let Some(&byte) = bytes.get(at) else {
                return self.out_of_bytes(window, at);
            };
            let token = match CLASS[usize::from(byte)] {
                Class::Space | Class::Dot | Class::Stray => Ok(at + 1),
                Class::Letter => self.word(window, at, visitor),
                Class::Digit => self.number(window, at, visitor),
                Class::OpenBrace => comment(window, at).map(|end| {
                    let text = &bytes[at + 1..end];
                    visitor.comment(Text::new(text));
                    end + 1
                }),
                Class::OpenParenthesis => self.open(window, at, visitor),
                Class::CloseParenthesis => self.close(at, visitor),
                Class::Dollar => glyph(window, at, visitor),
                Class::Mark => mark(window, at, visitor),
                Class::Semicolon => line_comment(window, at, visitor),
                Class::Star => self.star(at, visitor),
                Class::Percent if is_line_start(bytes, at) => rest_of_line(window, at),
                Class::Bracket if is_line_start(bytes, at) => self
                    .stop_at_tag(window, at)
                    .and_then(|()| self.odd_word(window, at, visitor)),
                Class::OrderMark => self.order_mark(window, at, visitor),
                Class::Percent | Class::Bracket | Class::Other => {
                    self.odd_word(window, at, visitor)
                }
            };
            match token {
                Ok(next) => at = next,
                Err(step) => return step,
            }
        }
    }

    /// Returns the step to take at the end of the bytes.
    pub(super) fn out_of_bytes(&self, window: &Window<'_>, at: usize) -> Step {
        match self.depth {
            _ if !window.is_last => Step::More(at),
            0 => Step::Done(at),
            _ => Step::Broken(at, Problem::UnclosedVariation),
        }
    }

    /// Reads a word that begins with a letter: a move, or the `e.p.` after one.
    #[inline]
    fn word<V: Visitor>(&mut self, window: &Window<'_>, at: usize, visitor: &mut V) -> Token {
        let end = end_of_word(window, at)?;
        let text = &window.bytes[at..end];
        if text.starts_with(b"e") && matches!(text, b"e.p." | b"ep" | b"e.p") {
            return Ok(end);
        }
        self.mv(window, at, text, visitor);
        Ok(after_space(window.bytes, end))
    }

    #[inline]
    fn mv<V: Visitor>(&mut self, window: &Window<'_>, at: usize, text: &[u8], visitor: &mut V) {
        self.has_move = true;
        let place = Place { window, at };
        if Nag::may_end(text) {
            return self.marked_move(text, place, visitor);
        }
        let flow = visitor.mv(MoveToken { text, place });
        self.follow(flow, Skip::rest_of_line(self.depth));
    }

    /// Reads a move that may have a mark attached, as in `e5+-`. Most only give check.
    #[inline(never)]
    fn marked_move<V: Visitor>(&mut self, text: &[u8], place: Place<'_>, visitor: &mut V) {
        let (text, nag) = Nag::split_from(text);
        let flow = visitor.mv(MoveToken { text, place });
        self.follow(flow, Skip::rest_of_line(self.depth));
        if let (ControlFlow::Continue(()), Some(nag)) = (flow, nag) {
            visitor.nag(nag);
        }
    }

    /// Reads a move number, a result, castling with zeros, or a null move with zeros.
    #[inline]
    fn number<V: Visitor>(&mut self, window: &Window<'_>, at: usize, visitor: &mut V) -> Token {
        let bytes = window.bytes;
        if let Some(end) = digits_end(bytes, at)
            && bytes[end] == b'.'
            && end - at <= MOVE_BYTES
        {
            return Ok(after_space(bytes, end + 1));
        }
        let end = end_of_word(window, at)?;
        let text = &bytes[at..end];
        if let Some(result) = GameResult::from_text(text) {
            // In a variation a result is only a remark.
            if self.depth > 0 {
                return Ok(end);
            }
            visitor.result(result);
            return Err(Step::Done(end));
        }
        if text == b"0000" || !text.iter().all(u8::is_ascii_digit) {
            self.mv(window, at, text, visitor);
        }
        Ok(end)
    }

    fn star<V: Visitor>(&mut self, at: usize, visitor: &mut V) -> Token {
        if self.depth > 0 {
            return Ok(at + 1);
        }
        visitor.result(GameResult::Unknown);
        Err(Step::Done(at + 1))
    }

    fn open<V: Visitor>(&mut self, window: &Window<'_>, at: usize, visitor: &mut V) -> Token {
        if self.depth >= window.limits.nesting {
            return Err(Step::Broken(at, Problem::TooDeep(window.limits.nesting)));
        }
        if !self.has_move {
            return Err(Step::Broken(at, Problem::NothingToVary));
        }
        self.depth += 1;
        self.has_move = false;
        let flow = visitor.begin_variation();
        self.follow(flow, Skip::whole_variation(self.depth));
        Ok(at + 1)
    }

    fn close<V: Visitor>(&mut self, at: usize, visitor: &mut V) -> Token {
        match self.depth.checked_sub(1) {
            None => Err(Step::Broken(at, Problem::UnopenedVariation)),
            Some(depth) => {
                self.leave(depth);
                visitor.end_variation();
                Ok(at + 1)
            }
        }
    }

    /// Returns to the line around a variation. It has a move: the one before the variation.
    pub(super) fn leave(&mut self, depth: usize) {
        self.depth = depth;
        self.has_move = true;
    }

    /// Stops at a `[` at the beginning of a line if it begins a tag: then this game has no result,
    /// and the next one begins.
    pub(super) fn stop_at_tag(&self, window: &Window<'_>, at: usize) -> Result<(), Step> {
        match window.bytes.get(at + 1) {
            None if !window.is_last => Err(Step::More(at)),
            Some(b' ' | b'A'..=b'Z' | b'a'..=b'z') if self.depth == 0 => Err(Step::Done(at)),
            Some(b' ' | b'A'..=b'Z' | b'a'..=b'z') => {
                Err(Step::Broken(at, Problem::UnclosedVariation))
            }
            Some(_) | None => Ok(()),
        }
    }

    /// Reads a byte order mark, or a word that begins with that byte.
    fn order_mark<V: Visitor>(&mut self, window: &Window<'_>, at: usize, visitor: &mut V) -> Token {
        let rest = &window.bytes[at..];
        if rest.starts_with(BYTE_ORDER_MARK) {
            Ok(at + BYTE_ORDER_MARK.len())
        } else if BYTE_ORDER_MARK.starts_with(rest) && !window.is_last {
            Err(Step::More(at))
        } else {
            self.odd_word(window, at, visitor)
        }
    }

    /// Reads a word that cannot begin a move: a null move, a mark such as `+-`, a figurine or a mistake.
    fn odd_word<V: Visitor>(&mut self, window: &Window<'_>, at: usize, visitor: &mut V) -> Token {
        let end = end_of_word(window, at)?;
        let text = &window.bytes[at..end];
        if MoveToken::is_null_text(text) || text.iter().any(u8::is_ascii_alphanumeric) {
            self.mv(window, at, text, visitor);
        } else if let Some(nag) = Nag::from_mark(text) {
            visitor.nag(nag);
        }
        Ok(end)
    }
}

/// Reads a comment up to the end of its line.
fn line_comment<V: Visitor>(window: &Window<'_>, at: usize, visitor: &mut V) -> Token {
    let end = rest_of_line(window, at)?;
    visitor.comment(Text::new(&window.bytes[at + 1..end]));
    Ok(end)
}

/// `$14`.
fn glyph<V: Visitor>(window: &Window<'_>, at: usize, visitor: &mut V) -> Token {
    let end = match digits_end(window.bytes, at + 1) {
        Some(end) => end,
        None if window.is_last || window.bytes.len() - at > MOVE_BYTES => window.bytes.len(),
        None => return Err(Step::More(at)),
    };
    let text = &window.bytes[at..end];
    let number = text[1..].iter().try_fold(0u8, |number, digit| {
        number.checked_mul(10)?.checked_add(digit - b'0')
    });
    let Some(number) = number.filter(|_| text.len() <= MOVE_BYTES) else {
        let problem = Problem::Nag(Text::new(text).excerpt());
        return Err(Step::Broken(at, problem));
    };
    // A `$` without a number has no meaning.
    if end > at + 1 {
        visitor.nag(Nag(number));
    }
    Ok(end)
}

/// `!`, `?`, or two of them. Of more than two the first two count.
fn mark<V: Visitor>(window: &Window<'_>, at: usize, visitor: &mut V) -> Token {
    let bytes = window.bytes;
    let is_mark = |byte: Option<&u8>| matches!(byte, Some(b'!' | b'?'));
    if is_mark(bytes[..at].last()) {
        return Ok(at + 1);
    }
    let end = match bytes.get(at + 1) {
        None if !window.is_last => return Err(Step::More(at)),
        next => at + 1 + usize::from(is_mark(next)),
    };
    if let Some(nag) = Nag::from_mark(&bytes[at..end]) {
        visitor.nag(nag);
    }
    Ok(end)
}

impl Movetext {
    /// Skips a part of the moves and returns where it ends.
    pub(super) fn pass_over<V: Visitor>(
        &mut self,
        skip: Skip,
        window: &Window<'_>,
        mut at: usize,
        visitor: &mut V,
    ) -> Token {
        let bytes = window.bytes;
        loop {
            let Some(next) = next_that_matters(bytes, at) else {
                return Err(self.out_of_bytes(window, bytes.len()));
            };
            at = next;
            at = match bytes[at] {
                b'{' => comment(window, at)? + 1,
                b';' => rest_of_line(window, at)?,
                b'%' if is_line_start(bytes, at) => rest_of_line(window, at)?,
                b'[' if is_line_start(bytes, at) => {
                    self.stop_at_tag(window, at)?;
                    at + 1
                }
                b'%' | b'[' => at + 1,
                b'(' => {
                    self.depth += 1;
                    at + 1
                }
                b')' => {
                    let Some(depth) = self.depth.checked_sub(1) else {
                        return Err(Step::Broken(at, Problem::UnopenedVariation));
                    };
                    let was_skipped = self.depth == skip.depth;
                    self.leave(depth);
                    if was_skipped {
                        self.skip = None;
                        if !skip.is_whole {
                            visitor.end_variation();
                        }
                        return Ok(at + 1);
                    }
                    at + 1
                }
                _ if self.depth == 0 => match result(window, at)? {
                    Some((result, end)) => {
                        visitor.result(result);
                        return Err(Step::Done(end));
                    }
                    None => at + 1,
                },
                _ => at + 1,
            };
        }
    }
}

/// Returns the result around a `*`, `-` or `/`, and its end; `None` if it is castling or a long move.
fn result(window: &Window<'_>, at: usize) -> Result<Option<(GameResult, usize)>, Step> {
    let bytes = window.bytes;
    if bytes[at] == b'*' {
        return Ok(Some((GameResult::Unknown, at + 1)));
    }
    if bytes.len() < at + AFTER && !window.is_last {
        return Err(Step::More(at));
    }
    // One digit comes before the middle of every result.
    let start = at.saturating_sub(1);
    if !is_word_start(bytes, start) {
        return Ok(None);
    }
    let rest = &bytes[at..bytes.len().min(at + AFTER)];
    let end = word_end(rest, 0).map_or(at + rest.len(), |length| at + length);
    let result = GameResult::from_text(&bytes[start..end]);
    Ok(result.map(|result| (result, end)))
}

/// The bytes that decide, from the middle of a result on: `/2-1/2`, and the byte that ends the word.
const AFTER: usize = 7;

/// The result of reading a token: the place after it, or the end of this part.
pub(super) type Token = Result<usize, Step>;

/// Returns the place after a space, if there is one.
#[inline]
pub(super) fn after_space(bytes: &[u8], at: usize) -> usize {
    at + usize::from(bytes.get(at) == Some(&b' '))
}

/// Returns the step of a part that has used all bytes.
pub(super) fn at_end(window: &Window<'_>) -> Step {
    let end = window.bytes.len();
    if window.is_last {
        Step::Done(end)
    } else {
        Step::More(end)
    }
}

/// Returns the end of the word at a place. Any first byte belongs to it.
#[inline]
pub(super) fn end_of_word(window: &Window<'_>, at: usize) -> Token {
    let bytes = window.bytes;
    let end = match word_end(bytes, at + 1) {
        Some(end) if bytes[end] == b'.' && bytes[end - 1] == b'e' => en_passant(window, at, end)?,
        Some(end) => end,
        None if window.is_last => bytes.len(),
        None if bytes.len() - at <= MOVE_BYTES => return Err(Step::More(at)),
        None => bytes.len(),
    };
    if end - at > MOVE_BYTES {
        let problem = Problem::TooLong(Part::Move, MOVE_BYTES as u64);
        return Err(Step::Broken(at, problem));
    }
    Ok(end)
}

/// Returns the end of a word with a dot after an `e`: after `e.p.`, or before the dot.
#[cold]
fn en_passant(window: &Window<'_>, at: usize, dot: usize) -> Token {
    match window.bytes[dot..] {
        [_, b'p', b'.', ..] => Ok(dot + 3),
        [_, b'p', next, ..] if ends_word(next) => Ok(dot + 2),
        [_, b'p'] if window.is_last => Ok(dot + 2),
        [_] | [_, b'p'] if !window.is_last => Err(Step::More(at)),
        _ => Ok(dot),
    }
}

/// Returns the end of the comment that begins at a place: the place of its `}`.
#[inline]
pub(super) fn comment(window: &Window<'_>, at: usize) -> Token {
    let mut from = at + 1;
    loop {
        let rest = window.bytes.get(from..).unwrap_or_default();
        let stop = rest
            .iter()
            .position(|&byte| byte == b'}' || ends_line(byte));
        let stop = stop.map_or(window.bytes.len(), |length| from + length);
        if stop - at > window.limits.comment_bytes {
            let problem = Problem::TooLong(Part::Comment, window.limits.comment_bytes as u64);
            return Err(Step::Broken(at, problem));
        }
        match window.bytes.get(stop) {
            Some(b'}') => return Ok(stop),
            None if window.is_last => return Err(Step::Broken(at, Problem::UnclosedComment)),
            None => return Err(Step::More(at)),
            Some(_) => from = stop + 1,
        }
        let line = &window.bytes[from..];
        if line.starts_with(EVENT) {
            return Err(Step::Broken(at, Problem::UnclosedComment));
        }
        if EVENT.starts_with(line) && !window.is_last {
            return Err(Step::More(at));
        }
    }
}

/// Returns the end of a skipped line. It is not kept in memory, however long it is.
pub(super) fn passed_line(window: &Window<'_>, at: usize) -> Token {
    line_end(window.bytes, at).ok_or_else(|| at_end(window))
}

/// Returns the end of the line of a `;` comment or a `%` line.
pub(super) fn rest_of_line(window: &Window<'_>, at: usize) -> Token {
    let end = line_end(window.bytes, at);
    let length = end.unwrap_or(window.bytes.len()) - at;
    match end {
        _ if length > window.limits.comment_bytes => {
            let problem = Problem::TooLong(Part::Comment, window.limits.comment_bytes as u64);
            Err(Step::Broken(at, problem))
        }
        Some(end) => Ok(end),
        None if window.is_last => Ok(window.bytes.len()),
        None => Err(Step::More(at)),
    }
}
