//! The `perft` example.

fn answer(arguments: &[&str]) -> Result<String, String> {
    crate::run("perft", arguments)
}

#[test]
fn counts_are_the_known_ones() {
    let answer_4 = answer(&["4"]).unwrap();
    assert!(answer_4.contains("depth 4: 197281 nodes"), "{answer_4}");
    let position_3 = answer(&["--fen", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -", "3"]).unwrap();
    assert!(position_3.contains("2812 nodes"), "{position_3}");
}

#[test]
fn divide_counts_below_each_move_and_writes_castling_in_either_form() {
    let fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    let divided = answer(&["1", "--divide", "--fen", fen]).unwrap();
    assert!(divided.contains("e1g1: 1\n"), "{divided}");
    assert!(divided.contains("15 nodes"), "{divided}");
    let divided = answer(&["1", "--divide", "--fen", fen, "--chess960"]).unwrap();
    assert!(divided.contains("e1h1: 1\n"), "{divided}");
}

#[test]
fn errors_name_what_is_wrong() {
    let error = |arguments: &[&str]| answer(arguments).unwrap_err();
    let fen = "8/8/ppp4pp/8/8/8/8/8 w - - 0 1";
    let message = error(&["--fen", fen]);
    assert!(
        message.contains("rank 6") && message.contains("ppp4pp"),
        "{message}"
    );
    assert!(error(&["--fen"]).contains("--fen"));
    assert!(error(&["six"]).contains("\"six\""));
    assert!(error(&["100"]).contains("\"100\""));
    assert!(error(&["-1"]).contains("\"-1\""));
    assert!(error(&["--dvide"]).contains("\"--dvide\""));
    assert!(answer(&["--help"]).unwrap().contains("usage"));
}
