//! SVG boards are well-formed, the same every time, and can share a page.

use std::collections::HashSet;

use plywood_core::diagram::{Arrow, Coordinates, Mark, Paint, SvgBoard};
use plywood_core::{Bitboard, Board, Color, Position, Square};

const MIDDLEGAME: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
const COORDINATES: [Coordinates; 3] = [
    Coordinates::Hidden,
    Coordinates::Inside,
    Coordinates::Framed,
];

/// Reads just enough XML to find mistakes, and returns all values of an attribute.
fn attributes<'a>(xml: &'a str, wanted: &str) -> Vec<&'a str> {
    let mut open = Vec::new();
    let mut values = Vec::new();
    for tag in xml.split('<').skip(1) {
        let (tag, text) = tag.split_once('>').expect("a tag ends");
        assert!(!text.contains('>'), "> in a text: {text:?}");
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name), "tags nest");
            continue;
        }
        let (tag, is_empty) = match tag.strip_suffix('/') {
            Some(tag) => (tag, true),
            None => (tag, false),
        };
        let (name, mut rest) = tag.split_once(' ').unwrap_or((tag, ""));
        let mut names = HashSet::new();
        while !rest.is_empty() {
            let (name, after) = rest.split_once("=\"").expect("a value is quoted");
            let (value, after) = after.split_once('"').expect("a quote ends");
            assert!(names.insert(name), "{name} twice in <{tag}>");
            assert!(!value.contains('&'), "{value}");
            if name == wanted {
                values.push(value);
            }
            assert!(after.is_empty() || after.starts_with(' '), "{after}");
            rest = after.trim_start();
        }
        if !is_empty {
            open.push(name);
        }
    }
    assert!(open.is_empty(), "{open:?} stay open");
    values
}

#[test]
fn every_picture_is_well_formed() {
    let position: Position = MIDDLEGAME.parse().unwrap();
    let everywhere = Square::ALL.map(|to| Arrow::new(Square::D5, to).paint(Paint::BLUE));
    let marks = [Mark::new(Bitboard::DARK), Mark::new(Square::A1)];
    for coordinates in COORDINATES {
        for bottom in Color::ALL {
            let bare = position.to_svg().coordinates(coordinates).seen_by(bottom);
            let full = bare.arrows(&everywhere).marks(&marks).check(Square::E8);
            for board in [bare, full, full.last_move(position.legal_moves()[0])] {
                let svg = board.title("<&>\"\0").id_prefix("\"'<&").to_string();
                attributes(&svg, "");
                assert_eq!(svg, board.title("<&>\"\0").id_prefix("\"'<&").to_string());
            }
        }
    }
    attributes(&Board::EMPTY.to_svg().to_string(), "");
}

#[test]
fn every_piece_is_drawn_where_it_stands() {
    let position: Position = MIDDLEGAME.parse().unwrap();
    for bottom in Color::ALL {
        let svg = position.to_svg().seen_by(bottom).to_string();
        assert_eq!(attributes(&svg, "href").len(), 32);
        for (square, piece) in position.board().iter() {
            let (file, rank) = (square.file() as usize, square.rank() as usize);
            let (x, y) = match bottom {
                Color::White => (file * 100, (7 - rank) * 100),
                Color::Black => ((7 - file) * 100, rank * 100),
            };
            let letter = piece.kind.letter();
            let drawn = format!(r##"<use href="#board-{letter}" x="{x}" y="{y}"/>"##);
            assert_eq!(svg.matches(&drawn).count(), 1, "{piece} on {square}");
        }
    }
}

#[test]
fn ids_are_defined_once_and_every_used_id_is_defined() {
    let page = |prefix: &str| -> String {
        let mated = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
        let position: Position = mated.parse().unwrap();
        position.to_svg().id_prefix(prefix).to_string()
    };
    let page = format!("<body>{}{}</body>", page("1-"), page("2-"));
    let ids = attributes(&page, "id");
    let names: HashSet<_> = ids.iter().copied().collect();
    assert_eq!(ids.len(), names.len());
    for name in attributes(&page, "href") {
        assert!(names.contains(name.trim_start_matches('#')), "{name}");
    }
    for fill in attributes(&page, "fill") {
        if let Some(name) = fill.strip_prefix("url(#") {
            assert!(names.contains(name.trim_end_matches(')')), "{name}");
        }
    }
    for labels in attributes(&page, "aria-labelledby") {
        assert!(labels.split(' ').all(|name| names.contains(name)));
    }
}

#[test]
fn a_king_in_check_has_a_glow() {
    let position: Position = "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1".parse().unwrap();
    let glow = r#"<circle cx="450" cy="750" r="58" fill="url(#board-C)"/>"#;
    assert!(position.to_svg().to_string().contains(glow));
    assert!(!position.board().to_svg().to_string().contains("board-C"));
}

#[test]
fn pieces_are_listed_in_words() {
    let position: Position = "4k3/8/8/8/8/8/3P1P2/4K3 b - - 0 1".parse().unwrap();
    let words = "White: king e1, pawns d2 f2. Black: king e8.";
    let svg = position.to_svg().to_string();
    assert!(svg.contains(words) && svg.contains("Chess board, Black to move"));
    let empty = Board::EMPTY.to_svg().to_string();
    assert!(empty.contains("White: no pieces. Black: no pieces."));
}

#[test]
fn an_arrow_ends_in_the_middle_of_its_square() {
    let drawn = |from, to| {
        let arrows = [Arrow::new(from, to)];
        let board: SvgBoard<'_> = Board::EMPTY.to_svg().arrows(&arrows);
        board.to_string()
    };
    assert!(
        drawn(Square::A1, Square::A3)
            .contains("M42 725L42 588L29 588L50 550L71 588L58 588L58 725z")
    );
    assert!(drawn(Square::H8, Square::A1).contains("L50 750L"));
    assert!(
        drawn(Square::E4, Square::E4).contains(r#"<circle cx="450" cy="450" r="45" fill="none""#)
    );
}

#[test]
fn a_picture_is_small() {
    let length = Position::START.to_svg().to_string().len();
    assert!(length < 7_000, "{length} bytes");
}
