//! Stored entries are found, the least valuable ones go first, and torn entries are not found.

use super::*;

const ENTRY: TableEntry = TableEntry {
    score: Score::DRAW,
    bound: Bound::Exact,
    depth: 1,
    best: None,
    flag: false,
    extra: 0,
};

#[test]
fn every_field_comes_back() {
    for bound in [Bound::Exact, Bound::AtLeast, Bound::AtMost] {
        for (best, extra, depth) in [
            (None, -1, 0),
            (Some(0), 0, 255),
            (Some(u16::MAX), i16::MIN, 7),
        ] {
            for score in [
                Score::LOWEST,
                Score::lost_in(3),
                Score::centipawns(-1),
                Score::HIGHEST,
            ] {
                let entry = TableEntry {
                    score,
                    bound,
                    depth,
                    best,
                    flag: extra == 0,
                    extra,
                };
                assert_eq!(unpack(pack(entry, 15)), entry);
                assert_eq!(age_of(pack(entry, 15)), 15);
            }
        }
    }
}

#[test]
fn shallow_and_old_entries_go_first() {
    let table = Table::with_megabytes(0);
    for (key, depth) in [(1, 9), (2, 3), (3, 8), (4, 7)] {
        table.put(key, TableEntry { depth, ..ENTRY });
    }
    table.put(5, ENTRY);
    assert_eq!(table.get(2), None, "the shallowest made room");
    table.begin_search();
    table.begin_search();
    for key in [6, 7, 8, 9] {
        table.put(key, TableEntry { depth: 2, ..ENTRY });
    }
    assert!(
        [1, 3, 4, 5].iter().all(|key| table.get(*key).is_none()),
        "old ones made room for new ones"
    );
    assert_eq!(table.permille_used(), 1_000);
}

#[test]
fn a_position_keeps_its_move_and_its_deeper_score() {
    let table = Table::with_megabytes(0);
    let known = TableEntry {
        depth: 6,
        bound: Bound::AtLeast,
        best: Some(7),
        ..ENTRY
    };
    let bound = |depth| TableEntry {
        depth,
        bound: Bound::AtMost,
        ..ENTRY
    };
    table.put(1, known);
    table.put(1, bound(5));
    assert_eq!(
        table.get(1),
        Some(known),
        "a shallower bound replaces nothing"
    );
    table.put(1, bound(6));
    let with_move = bound(6).with_move(Some(7));
    assert_eq!(
        table.get(1),
        Some(with_move),
        "a fail-low has no move of its own"
    );
    table.put(1, ENTRY);
    assert_eq!(
        table.get(1).map(|entry| entry.depth),
        Some(1),
        "an exact score replaces bounds"
    );
    table.put(1, known);
    table.begin_search();
    table.put(1, bound(2));
    assert_eq!(
        table.get(1).map(|entry| entry.depth),
        Some(2),
        "another search's depth is old"
    );
}

/// In any order of writes and reads by threads, a reader gets some data word and some guard of the slot.
#[test]
fn words_that_were_not_written_together_are_not_found() {
    let table = Table::with_megabytes(0);
    let [guard, data_word] = &table.bucket(0)[0];
    let kept = [
        (0x5EED, 4, 0),
        (0x5EED, 9, 1),
        (0xFEED, 4, 2),
        (0xBEAD, 7, 3),
    ];
    let written = kept.map(|(key, depth, age)| {
        let entry = TableEntry { depth, ..ENTRY };
        (key, entry, pack(entry, age))
    });
    for (key, entry, data) in written {
        for (guard_key, _, guard_data) in written {
            data_word.store(data, Ordering::Relaxed);
            guard.store(guard_key ^ guard_data, Ordering::Relaxed);
            let is_whole = (key, data) == (guard_key, guard_data);
            for (asked, ..) in written {
                let expected = (is_whole && asked == key).then_some(entry);
                assert_eq!(table.get(asked), expected);
            }
        }
    }
}

#[test]
fn every_size_is_a_table_or_an_error() {
    for megabytes in [0, 1, 2, 3, 48, 100] {
        let table = Table::with_megabytes(megabytes);
        assert_eq!(table.megabytes(), megabytes);
        let last = table.bucket(u64::MAX);
        assert_eq!(
            std::ptr::from_ref(last).addr() % 64,
            0,
            "a bucket is one cache line"
        );
        let end = std::ptr::from_ref(last).addr() + BUCKET_BYTES - table.words.as_ptr().addr();
        let words = table.first + BUCKET_WORDS * table.buckets;
        assert_eq!(end, WORD_BYTES * words, "the last bucket is used, too");
        table.put(u64::MAX, ENTRY);
        assert_eq!(table.get(u64::MAX), Some(ENTRY));
    }
    for megabytes in [1 << 28, usize::MAX >> 20, usize::MAX - 1, usize::MAX] {
        let error = Table::try_with_megabytes(megabytes).unwrap_err();
        assert_eq!(error, NoRoom { megabytes });
    }
}

#[test]
fn a_large_table_is_cleared_everywhere() {
    let table = Table::with_megabytes(128);
    let keys = || {
        (0..=u64::MAX)
            .step_by(usize::MAX / 10_000)
            .chain([u64::MAX])
    };
    for key in keys() {
        table.put(key, ENTRY);
    }
    table.clear();
    assert!(keys().all(|key| table.get(key).is_none()));
    assert!(
        table
            .words
            .iter()
            .all(|word| word.load(Ordering::Relaxed) == 0)
    );
}

/// Half as many positions as a table has entries nearly all have room, wherever the table ends.
#[test]
fn every_part_of_a_table_is_used() {
    for megabytes in [2, 3] {
        let table = Table::with_megabytes(megabytes);
        let count = 4 * table.buckets as u64 / 2;
        let keys = || (1..=count).map(|number| number.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        for key in keys() {
            table.put(key, ENTRY);
        }
        let found = keys().filter(|key| table.get(*key).is_some()).count() as u64;
        assert!(found * 100 >= count * 95, "{found} of {count}");
    }
}
