//! EPD read.

use std::str::FromStr;

use plywood_core::{Excerpt, FenError, Move, Position, Setup};

use crate::epd::operation::COMMENTS;
use crate::epd::tokens::Tokens;
use crate::epd::{Epd, EpdError, Operand, Operation};
use crate::san;

/// No line is longer; nothing longer is looked at.
pub(crate) const LONGEST: usize = 1 << 16;

pub(crate) fn line(text: &str) -> Result<Epd, EpdError> {
    if text.len() > LONGEST {
        return Err(EpdError::TooLong(text.len()));
    }
    let (fen, rest) = split(text);
    let mut epd = Epd::new(Position::new(&Setup::from_fen_lenient(fen)?).map_err(FenError::from)?);
    let mut tokens = Tokens::new(rest);
    while let Some(opcode) = tokens.opcode()? {
        let operands = tokens.operands(opcode)?;
        let arguments = Arguments { opcode, operands };
        epd.add(arguments.operation(&epd.position)?)?;
    }
    Ok(epd)
}

/// Parts the position from the operations: four fields, or six if the next two are numbers.
fn split(text: &str) -> (&str, &str) {
    let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let mut end = 0;
    let mut rest = text;
    for field in 0..6 {
        let start = rest.trim_start();
        let word = start
            .split(|c: char| c.is_whitespace() || c == ';')
            .next()
            .unwrap_or_default();
        if word.is_empty() || field >= 4 && !is_number(word) {
            break;
        }
        rest = &start[word.len()..];
        end = text.len() - rest.len();
    }
    text.split_at(end)
}

/// What stands behind an opcode.
struct Arguments<'a> {
    opcode: &'a str,
    operands: Vec<Operand>,
}

impl Arguments<'_> {
    fn operation(self, position: &Position) -> Result<Operation, EpdError> {
        Ok(match self.opcode {
            "bm" => Operation::BestMoves(self.moves(position)?),
            "am" => Operation::AvoidMoves(self.moves(position)?),
            "sm" => Operation::SuppliedMove(self.single_move(position)?),
            "pm" => Operation::PredictedMove(self.single_move(position)?),
            "pv" => Operation::PredictedLine(self.variation(position)?),
            "dm" => Operation::DirectMate(self.number()?),
            "ce" => Operation::Centipawns(self.number()?),
            "acd" => Operation::AnalysisDepth(self.number()?),
            "acn" => Operation::AnalysisNodes(self.number()?),
            "acs" => Operation::AnalysisSeconds(self.number()?),
            "hmvc" => Operation::HalfmoveClock(self.number()?),
            "fmvn" => Operation::FullmoveNumber(self.number()?),
            "rc" => Operation::RepetitionCount(self.number()?),
            "id" => Operation::Id(self.text()?),
            "noop" => Operation::NoOperation(self.operands),
            opcode => match (0..).zip(COMMENTS).find(|(_, comment)| *comment == opcode) {
                Some((number, _)) => Operation::Comment(number, self.text()?),
                None => Operation::Other(opcode.to_owned(), self.operands),
            },
        })
    }

    /// Moves of the position, at least one.
    fn moves(&self, position: &Position) -> Result<Vec<Move>, EpdError> {
        if self.operands.is_empty() {
            return Err(self.wrong("one move or more"));
        }
        self.operands
            .iter()
            .map(|operand| self.read_move(position, operand))
            .collect()
    }

    fn single_move(&self, position: &Position) -> Result<Move, EpdError> {
        self.read_move(position, self.single("one move")?)
    }

    /// Moves that follow each other, perhaps none.
    fn variation(&self, position: &Position) -> Result<Vec<Move>, EpdError> {
        let mut position = position.clone();
        let mut moves = Vec::new();
        for operand in &self.operands {
            let mv = self.read_move(&position, operand)?;
            position = position.play_unchecked(mv);
            moves.push(mv);
        }
        Ok(moves)
    }

    fn read_move(&self, position: &Position, operand: &Operand) -> Result<Move, EpdError> {
        san::parse(position, operand.as_str())
            .map_err(|error| EpdError::Move(Excerpt::new(self.opcode), error))
    }

    fn number<T: FromStr>(&self) -> Result<T, EpdError> {
        let text = self.single("one number")?.as_str();
        text.parse()
            .map_err(|_| EpdError::Number(Excerpt::new(self.opcode), Excerpt::new(text)))
    }

    /// A quoted text; words without quotation marks are forgiven.
    fn text(&self) -> Result<String, EpdError> {
        if self.operands.is_empty() {
            return Err(self.wrong("a text in quotation marks"));
        }
        let texts: Vec<&str> = self.operands.iter().map(Operand::as_str).collect();
        Ok(texts.join(" "))
    }

    fn single(&self, expected: &'static str) -> Result<&Operand, EpdError> {
        match self.operands.as_slice() {
            [operand] => Ok(operand),
            _ => Err(self.wrong(expected)),
        }
    }

    fn wrong(&self, expected: &'static str) -> EpdError {
        EpdError::Operands {
            opcode: Excerpt::new(self.opcode),
            expected,
            found: self.operands.len(),
        }
    }
}
