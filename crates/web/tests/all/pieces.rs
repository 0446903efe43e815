//! The page's pieces are those of `plywood-core`.

use plywood_core::Position;

/// Returns the outlines of a picture, its `d` attributes.
fn outlines(svg: &str) -> Vec<&str> {
    let parts = svg.split(" d=\"").skip(1);
    parts.filter_map(|part| part.split('"').next()).collect()
}

#[test]
fn the_page_draws_the_same_pieces() {
    let page = outlines(include_str!("../../assets/pieces.svg"));
    let board = Position::START.to_svg().to_string();
    let definitions = board.split("</defs>").next().unwrap();
    let pieces = outlines(definitions);
    assert!(pieces.len() > 20, "{pieces:?}");
    for outline in pieces {
        assert!(page.contains(&outline), "pieces.svg lacks {outline}");
    }
}
