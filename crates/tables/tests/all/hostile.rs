//! Files with random damage cause no panic or hang.

use std::fs;

use plywood_tables::{Syzygy, Tables};

use crate::data::{folder, random_position, real_tables};
use crate::forge::{Folder, distances, results};

/// Damages a file in a few places and asks for some positions.
fn check(name: &str, bytes: &[u8], random: &mut fastrand::Rng, rounds: u32) {
    let endgame = name.split('.').next().unwrap().parse().unwrap();
    let folder = Folder::with_tables();
    let mut errors = 0;
    for _ in 0..rounds {
        let mut damaged = bytes.to_vec();
        // Mostly in the header, where a byte has most effects.
        let end = if random.u8(..4) > 0 {
            damaged.len().min(160)
        } else {
            damaged.len()
        };
        for _ in 0..random.u8(1..4) {
            damaged[random.usize(4..end)] = random.u8(..);
        }
        if random.u8(..8) == 0 {
            let blocks = random.usize(..=damaged.len() / 64);
            damaged.resize(64 * blocks + 16, 0);
        }
        folder.write(name, &damaged);
        let Ok(tables) = Syzygy::open(folder.text()) else {
            errors += 1;
            continue;
        };
        for _ in 0..20 {
            let position = random_position(random, endgame);
            errors += u32::from(tables.wdl(&position).is_err());
            errors += u32::from(tables.root_moves(&position).is_err());
        }
    }
    assert!(errors > 0, "no damage to {name} was noticed");
}

#[test]
fn damaged_tables_never_panic() {
    let mut random = fastrand::Rng::with_seed(1);
    check("KQvK.rtbw", &results(), &mut random, 300);
    check("KQvK.rtbz", &distances(), &mut random, 300);
}

#[test]
fn an_inventory_tells_tables_of_one_name_and_size_apart() {
    let folder = Folder::with_tables();
    let inventory = || Syzygy::open(folder.text()).unwrap().inventory();
    let first = inventory();
    let size = results().len();
    assert!(
        first[0].starts_with(&format!("KQvK.rtbw {size} 62cd8fbc")),
        "{first:?}"
    );
    let mut other = results();
    *other.last_mut().unwrap() ^= 1;
    folder.write("KQvK.rtbw", &other);
    assert_ne!(inventory()[0], first[0]);
    assert_eq!(inventory()[1], first[1]);
}

#[test]
fn a_sound_file_with_another_name_is_found() {
    let folder = Folder::new();
    folder.write("KRvK.rtbw", &results());
    let tables = Syzygy::open(folder.text()).unwrap();
    let error = tables.files()[0].check().unwrap_err().to_string();
    assert!(error.contains("its list of pieces does not fit"), "{error}");
}

#[test]
#[ignore = "needs ../shared/data"]
fn real_tables_fit_their_names() {
    let tables = real_tables();
    assert!(tables.left_out().is_empty());
    for file in tables.files() {
        file.check().unwrap();
    }
}

#[test]
#[ignore = "needs ../shared/data and a release build"]
fn damaged_real_tables_never_panic() {
    let mut random = fastrand::Rng::with_seed(2);
    for entry in fs::read_dir(folder()).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        let bytes = fs::read(&path).unwrap();
        // Some tables consist of little more than one value.
        if bytes.len() > 200 {
            check(name, &bytes, &mut random, 50);
        }
    }
}
