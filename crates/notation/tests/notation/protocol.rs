//! Lines of the UCI protocol: any text is read or refused, and written lines are read back.

use plywood_core::History;
use plywood_notation::uci::CastlingForm;
use plywood_notation::uci_protocol::{Command, Info, write_position};
use proptest::prelude::{any, prop, proptest};

use crate::walks::STARTS;

/// Reads a line both ways; every error is short.
fn read(line: &str) {
    match line.parse::<Command>() {
        Ok(Command::Go(mut go)) => {
            // Skipped words are not written.
            go.skipped.clear();
            assert_eq!(go.to_string().parse(), Ok(Command::Go(go)));
        }
        Ok(Command::SetOption(set)) => {
            assert_eq!(set.to_string().parse(), Ok(Command::SetOption(set)));
        }
        Ok(_) => {}
        Err(error) => assert!(error.to_string().len() < 2_000, "{error}"),
    }
    if let Ok(info) = line.parse::<Info>() {
        let written = info.to_string();
        let again: Info = written["info".len()..].parse().expect("it was written");
        assert_eq!(again.to_string(), written);
    }
}

proptest! {
    #[test]
    fn any_line(line: String) {
        read(&line);
    }

    #[test]
    fn lines_of_the_right_words(words in prop::collection::vec("go|position|startpos|fen|moves|e2e4|setoption|name|value|searchmoves|ponder|infinite|wtime|btime|winc|movestogo|depth|nodes|mate|movetime|perft|score|cp|lowerbound|wdl|pv|string|multipv|hashfull|time|info|debug|on|-?[0-9]{1,25}|[a-h][1-8]", 0..12)) {
        read(&words.join(" "));
    }

    #[test]
    fn games_are_written_and_read_back(start in 0..STARTS.len(), choices in prop::collection::vec(any::<usize>(), 0..60)) {
        let mut game = History::new(STARTS[start].parse().unwrap());
        for choice in choices {
            let moves = game.position().legal_moves();
            let Some(&mv) = moves.get(choice % moves.len().max(1)) else { break };
            game.play(mv).unwrap();
        }
        let line = write_position(&game, CastlingForm::TakesRook);
        let Ok(Command::Position(read)) = line.parse() else { panic!("{line}") };
        assert_eq!(read.history, game);
    }
}
