//! The proof that every crate does the same work: all answers to be measured, compared.

use crate::crates::Plywood;
use crate::prepared::{Item, Prepared};
use crate::rules::{Operations, Rules as _};
use crate::samples::Samples;

/// Compares every operation of a crate with the samples, and tells of known flaws: two peers do
/// not read or write every SAN, which costs them no time.
///
/// # Panics
/// If an answer is a different one.
pub fn check<R: Operations>(samples: &Samples, prepared: &mut Prepared<R>) -> Vec<String> {
    for (position, sample) in prepared.positions.iter().zip(&samples.positions) {
        let name = R::NAME;
        let fen = &sample.fen;
        assert_eq!(
            R::count(position),
            sample.moves.len(),
            "{name} counts the moves of {fen}"
        );
        let written = written_fen::<R>(position);
        let same = fields(&written)
            .take(R::FEN_FIELDS)
            .eq(fields(fen).take(R::FEN_FIELDS));
        assert!(same, "{name} writes {written:?} for {fen:?}");
        if let Some(status) = R::STATUS {
            assert_eq!(status(position), sample.status, "{name} on {fen}");
        }
    }
    prepared.each_move(check_move::<R>);
    check_questions(prepared);
    let flaws = [
        (
            "read",
            prepared
                .texts
                .iter()
                .filter(|item| misreads(prepared, item))
                .count(),
        ),
        (
            "written",
            prepared
                .texts
                .iter()
                .filter(|item| miswrites(prepared, item))
                .count(),
        ),
    ];
    let share = |count: usize| count as f64 / prepared.texts.len() as f64;
    for (how, count) in flaws {
        let allowed = if R::NAME == Plywood::NAME { 0.0 } else { 0.03 };
        assert!(
            share(count) <= allowed,
            "{} SANs are {how} wrongly by {}",
            count,
            R::NAME
        );
    }
    let flaws = flaws.into_iter().filter(|(_, count)| *count > 0);
    let note = |(how, count)| format!("{count} SANs are {how} wrongly by {}.", R::NAME);
    flaws.map(note).collect()
}

fn fields(fen: &str) -> impl Iterator<Item = &str> {
    fen.split(' ')
}

fn written_fen<R: Operations>(position: &R::Position) -> String {
    let mut text = String::new();
    R::write_fen(position, &mut text);
    let fen = R::fen(position);
    assert!(
        text.is_empty() || text == fen,
        "{} writes two FENs",
        R::NAME
    );
    fen
}

fn check_move<R: Operations>(position: &mut R::Position, item: &Item<R::Move>) {
    let place = format!("{} on {} in {}", R::NAME, item.texts.uci, R::fen(position));
    if let Some(read) = R::READ_UCI {
        assert!(read(position, &item.texts.uci) == Some(item.mv), "{place}");
        assert!(read(position, "a1a1").is_none(), "{place}");
    }
    if let Some(gives_check) = R::GIVES_CHECK {
        assert_eq!(
            gives_check(position, item.mv),
            item.texts.gives_check,
            "{place}"
        );
    }
    let fen = R::fen(position);
    R::make(position, item.mv);
    R::make_with_key(position, item.key, item.mv);
    assert_eq!(R::fen(position), fen, "{place}");
}

fn misreads<R: Operations>(prepared: &Prepared<R>, item: &Item<R::Move>) -> bool {
    let position = &prepared.positions[item.position];
    R::READ_SAN.is_some_and(|read| read(position, &item.texts.san) != Some(item.mv))
}

fn miswrites<R: Operations>(prepared: &Prepared<R>, item: &Item<R::Move>) -> bool {
    let san = R::san(&prepared.positions[item.position], item.mv);
    san.is_some_and(|san| san != item.texts.san)
}

fn check_questions<R: Operations>(prepared: &Prepared<R>) {
    let Some(is_legal) = R::IS_LEGAL else { return };
    for &(index, mv) in &prepared.questions {
        let position = &prepared.positions[index];
        let place = format!(
            "{} on {} in {}",
            R::NAME,
            R::uci(position, mv),
            R::fen(position)
        );
        assert_eq!(
            is_legal(position, mv),
            prepared.legal[index].contains(&mv),
            "{place}"
        );
    }
}
