//! The drawings of the pieces: our own outlines in a square of 100 by 100 units.
//!
//! One drawing serves both colors. Fill, outline and the color of details (`currentColor`) come from
//! the SVG group that uses the drawing, so each color is written once for a board.

use crate::piece::PieceKind;

/// The foot of all pieces but the pawn.
const FOOT: &str =
    r#"<path d="M29 77h42c5 0 8 4 8 9v3a2 2 0 0 1-2 2H23a2 2 0 0 1-2-2v-3c0-5 3-9 8-9z"/>"#;

/// The pawn's smaller foot.
const SMALL_FOOT: &str =
    r#"<path d="M31 77h38c5 0 8 4 8 9v3a2 2 0 0 1-2 2H25a2 2 0 0 1-2-2v-3c0-5 3-9 8-9z"/>"#;

/// Returns the drawing of a piece, and its foot, which is in front.
pub(crate) const fn drawing(kind: PieceKind) -> [&'static str; 2] {
    match kind {
        PieceKind::Pawn => [
            r#"<path d="M43 46c1 13-3 20-12 31h38c-9-11-13-18-12-31z"/><path d="M38 43h24a3.5 3.5 0 0 1 0 7H38a3.5 3.5 0 0 1 0-7z"/><circle cx="50" cy="30" r="13.5"/>"#,
            SMALL_FOOT,
        ],
        PieceKind::Knight => [
            r#"<path d="M28 77c2-13 18-17 23-29-4 5-9 7-14 7-4 2-5 6-9 7-5 1-10-3-9-9 1-6 7-9 11-17 3-7 7-11 12-14V12l9 7c17 3 27 23 23 58z"/><path fill="none" stroke="currentColor" d="M58 27c8 9 10 20 9 36"/><circle fill="currentColor" stroke="none" cx="41" cy="33" r="2.6"/><circle fill="currentColor" stroke="none" cx="25" cy="54" r="1.8"/>"#,
            FOOT,
        ],
        PieceKind::Bishop => [
            r#"<path d="M43 56c0 10-4 15-12 21h38c-8-6-12-11-12-21z"/><path d="M50 18C39 26 31 36 31 46c0 6 4 10 8 13h22c4-3 8-7 8-13 0-10-8-20-19-28z"/><path d="M37 57h26a3.5 3.5 0 0 1 0 7H37a3.5 3.5 0 0 1 0-7z"/><circle cx="50" cy="14" r="5.5"/><path fill="none" stroke="currentColor" d="M59 32L49 45"/>"#,
            FOOT,
        ],
        PieceKind::Rook => [
            r#"<path d="M36 43c1 12-1 22-5 34h38c-4-12-6-22-5-34z"/><path d="M26 17h11v8h8v-8h10v8h8v-8h11v18a9 9 0 0 1-9 9H35a9 9 0 0 1-9-9z"/><path fill="none" stroke="currentColor" d="M30 34h40"/>"#,
            FOOT,
        ],
        PieceKind::Queen => [
            r#"<path d="M37 57c0 10-3 15-8 20h42c-5-5-8-10-8-20z"/><path d="M33 59L20 29l15 13 3-21 12 19 12-19 3 21 15-13-13 30z"/><path d="M33 57h34a3.5 3.5 0 0 1 0 7H33a3.5 3.5 0 0 1 0-7z"/><circle cx="19" cy="26" r="5"/><circle cx="37" cy="17" r="5"/><circle cx="63" cy="17" r="5"/><circle cx="81" cy="26" r="5"/><path fill="none" stroke="currentColor" d="M38 51q12 3 24 0"/>"#,
            FOOT,
        ],
        PieceKind::King => [
            r#"<path d="M37 57c0 10-3 15-8 20h42c-5-5-8-10-8-20z"/><path d="M46 8h8v6h6v8h-6v9h-8v-9h-6v-8h6z"/><path d="M35 59l-9-22c0-3 9-9 24-9s24 6 24 9l-9 22z"/><path d="M33 57h34a3.5 3.5 0 0 1 0 7H33a3.5 3.5 0 0 1 0-7z"/><path fill="none" stroke="currentColor" d="M32 40c11-4 25-4 36 0"/>"#,
            FOOT,
        ],
    }
}
