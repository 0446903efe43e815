//! Random bytes that resemble PGN.

use proptest::prelude::*;

/// Pieces of PGN, with and without mistakes.
#[rustfmt::skip]
const PIECES: [&[u8]; 62] = [
    b"1. e4 ", b"e5 ", b"Nf3", b"...", b"c5 ", b"2. d4 ", b".", b"exd6e.p.", b"e.p.", b"0000", b"--", b"O-O-O", b"0-0",
    b"1-0 ", b"0-1\n", b"*", b"1/2-1/2", b"1/2", b"/2", b" 1-0 ", b"-0", b"1",
    b"(", b")", b"(1. d4 ",
    b"{", b"}", b";", b"[%clk 0:01:02]", b"{[%eval 0.2] x} ",
    b"$12", b"$", b"!?", b"!", b"+-",
    b"\n", b"\r\n", b"\r", b" ", b"\n%", b"\r%", b"\n\n", b"\r\r", b"\n \t\r\n",
    b"\n[Event \"a\"]\n", b"[Site \"b\\\"\"]", b"\n[", b"\r[", b"]", b"\"", b"\\", b"\n\n[Event \"b\"]\n\n",
    b"[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]",
    b"@@@@", b"e5+-", b"1-0 1-0", b"[S \"c:\\\"]",
    b"\xEF\xBB\xBF", b"\xEF", b"\xE9", b"\0", b"\x80",
];

/// Bytes with many elements of PGN, some of them repeated far more often than in real files.
pub(crate) fn pgn_like() -> impl Strategy<Value = Vec<u8>> {
    let once = proptest::sample::select(&PIECES[..]).prop_map(<[u8]>::to_vec);
    let often = (proptest::sample::select(&PIECES[..]), 2..300_usize)
        .prop_map(|(piece, times)| piece.repeat(times));
    let pieces = proptest::collection::vec(prop_oneof![40 => once, 1 => often], 0..60);
    pieces.prop_map(|pieces| pieces.concat())
}
