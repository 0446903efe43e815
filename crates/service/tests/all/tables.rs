//! Endgame tables.

use crate::client::{Client, assert_has, list};
use plywood_core::{Color, Position, Square};
use plywood_service::{Service, ServiceLimits};
use plywood_tables::{Dtz, ProbeError, TableError, TableProblem, Tables, Wdl};
use serde_json::json;
use std::sync::Arc;

/// Tables in which the side with the queen wins.
#[derive(Debug)]
struct Queens;

impl Tables for Queens {
    fn most_men(&self) -> u32 {
        3
    }

    fn wdl(&self, position: &Position) -> Result<Wdl, ProbeError> {
        Ok(self.dtz(position)?.wdl(0))
    }

    fn dtz(&self, position: &Position) -> Result<Dtz, ProbeError> {
        let (men, most) = (position.board().occupied().len(), self.most_men());
        if men > most {
            return Err(ProbeError::TooManyMen { men, most });
        }
        if position.king(Color::White) == Square::H1 {
            let (path, problem) = ("/mine/KQvK.rtbw".into(), TableProblem::NotAFile);
            return Err(Arc::new(TableError { path, problem }).into());
        }
        let is_white = position.side_to_move() == Color::White;
        Ok(Dtz::new(if is_white { 7 } else { -6 }))
    }
}

#[test]
fn the_result_of_tables_comes_with_the_moves() {
    let tables: Arc<dyn Tables> = Arc::new(Queens);
    let games = plywood_service::games();
    let service = Service::new(&games, Some(&tables), ServiceLimits::default()).unwrap();
    let client = Client(service);
    let table =
        |position| client.post("/legal-moves", &json!({"position": position}))["table"].take();
    let found = table("8/8/8/3k4/8/8/8/KQ6 w - - 0 1");
    assert_eq!(found["result"], "win");
    let moves = list(&found["moves"]);
    for root in moves {
        assert_has(root, &json!({"dtz": 7, "result": "win"}));
    }
    assert!(moves.iter().any(|root| root["move"] == "b1b5"));
    assert!(table("8/8/8/3k4/8/8/7p/KQ6 w - - 0 1").is_null());
    let damaged = json!({"position": "8/8/8/3k4/8/8/8/1Q5K w - - 0 1"});
    assert_has(
        &client.post("/legal-moves", &damaged),
        &json!({"table": null, "unread_table": "KQvK.rtbw is not a regular file"}),
    );
}
