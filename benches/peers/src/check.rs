//! Compares all answers before they are measured, so that every crate does the same work.

use crate::crates::Plywood;
use crate::prepared::{Item, Prepared, Text};
use crate::rules::{Operations, Rules};
use crate::samples::{Sample, Samples};

/// The number of strings out of a hundred that a peer may get wrong: `chess` does not read every promotion, and `laura_core` writes more of
/// the origin than SAN needs. It costs them no time.
const TOLERATED: usize = 3;

/// Compares every operation of a crate with the samples, and returns notes about known flaws.
///
/// # Panics
/// If an answer differs.
pub fn check<R: Operations>(samples: &Samples, prepared: &mut Prepared<R>) -> Vec<String> {
    for (position, sample) in prepared.positions.iter().zip(&samples.positions) {
        check_position::<R>(position, sample);
    }
    prepared.each_move(check_move::<R>);
    prepared.each_text(check_text::<R>);
    check_questions(prepared);
    let count = |wrong: fn(&Prepared<R>, &Text<R::Move>) -> bool| {
        prepared
            .texts
            .iter()
            .filter(|text| wrong(prepared, text))
            .count()
    };
    let flaws = [("read", count(misreads)), ("written", count(miswrites))];
    let flaws = flaws.into_iter().filter(|(_, count)| *count > 0);
    let notes = flaws.map(|(how, count)| {
        let tolerated = count * 100 <= prepared.texts.len() * TOLERATED && R::NAME != Plywood::NAME;
        let note = format!("{count} SANs are {how} wrongly by {}.", R::NAME);
        assert!(tolerated, "{note}");
        note
    });
    notes.collect()
}

fn check_position<R: Operations>(position: &R::Position, sample: &Sample) {
    let (name, fen) = (R::NAME, &sample.fen);
    assert_eq!(R::count(position), sample.moves.len(), "{name} on {fen}");
    let written = R::fen(position);
    let ours = fen.split(' ').take(R::FEN_FIELDS);
    assert!(
        ours.eq(written.split(' ').take(R::FEN_FIELDS)),
        "{name} on {fen}: {written}"
    );
    // A crate that returns a string instead of filling the buffer is assumed to give the same one.
    let mut text = String::new();
    R::write_fen(position, &mut text);
    assert!(
        text.is_empty() || text == written,
        "{name} on {fen}: {text}"
    );
    if let Some(status) = R::STATUS {
        assert_eq!(status(position), sample.status, "{name} on {fen}");
    }
}

/// Checks that making a move leaves the parent unchanged.
fn check_move<R: Operations>(position: &mut R::Position, item: &Item<R::Move>) {
    let (fen, key) = (R::fen(position), R::key(position));
    R::make(position, item.mv);
    R::make_with_key(position, item.key, item.mv);
    assert_eq!(R::fen(position), fen, "{}", R::NAME);
    assert_eq!(R::key(position), key, "{}", R::NAME);
}

fn check_text<R: Operations>(position: &R::Position, text: &Text<R::Move>) {
    let place = format!("{} on {} in {}", R::NAME, text.texts.uci, R::fen(position));
    if let Some(read) = R::READ_UCI {
        assert!(read(position, &text.texts.uci) == Some(text.mv), "{place}");
        assert!(read(position, "a1a1").is_none(), "{place}");
    }
    if let Some(gives_check) = R::GIVES_CHECK {
        let answer = gives_check(position, text.mv);
        assert_eq!(answer, text.texts.gives_check, "{place}");
    }
}

fn check_questions<R: Operations>(prepared: &Prepared<R>) {
    let Some(is_legal) = R::IS_LEGAL else { return };
    for &(index, mv) in &prepared.questions {
        let position = &prepared.positions[index];
        let listed = prepared.legal[index].contains(&mv);
        let place = (R::NAME, R::uci(position, mv), R::fen(position));
        assert_eq!(is_legal(position, mv), listed, "{place:?}");
    }
}

fn misreads<R: Operations>(prepared: &Prepared<R>, text: &Text<R::Move>) -> bool {
    let position = &prepared.positions[text.position];
    R::READ_SAN.is_some_and(|read| read(position, &text.texts.san) != Some(text.mv))
}

fn miswrites<R: Operations>(prepared: &Prepared<R>, text: &Text<R::Move>) -> bool {
    let san = R::san(&prepared.positions[text.position], text.mv);
    san.is_some_and(|san| san != *text.texts.san)
}
