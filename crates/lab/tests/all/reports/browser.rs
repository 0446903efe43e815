//! A real browser draws the pages; the tests count its pixels by color.

use crate::reports::{file, words, written};
use std::fs::{self, File};
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const BROWSERS: [&str; 3] = ["chromium", "chromium-browser", "google-chrome"];

/// An installed browser.
fn browser() -> &'static str {
    let is_there = |name: &&str| {
        let mut command = Command::new(name);
        let command = command
            .arg("--version")
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        command.status().is_ok_and(|status| status.success())
    };
    let found = BROWSERS.into_iter().find(is_there);
    found.unwrap_or_else(|| panic!("none of {} is installed", BROWSERS.join(", ")))
}

/// Returns the page as drawn by the browser: red, green and blue of each pixel.
fn screenshot(browser: &str, page: &Path, name: &str) -> Vec<[u8; 3]> {
    screenshot_at(browser, (page, ""), name)
}

/// Returns the page opened at a fragment, such as `#12`.
fn screenshot_at(browser: &str, (page, fragment): (&Path, &str), name: &str) -> Vec<[u8; 3]> {
    let (picture, profile) = (
        file(&format!("{name}.png")),
        file(&format!("{name}-profile")),
    );
    let _ = fs::remove_file(&picture);
    let address = format!("file://{}{fragment}", page.display());
    let status = Command::new(browser)
        .args(words(
            "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run",
        ))
        .args(words(
            "--disable-background-networking --disable-component-update --disable-sync",
        ))
        .args(words(
            "--hide-scrollbars --window-size=1400,2600 --virtual-time-budget=2000",
        ))
        .arg(format!("--user-data-dir={}", profile.display()))
        .arg(format!("--screenshot={}", picture.display()))
        .arg(address)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    assert!(
        status.is_ok_and(|status| status.success()),
        "{browser} has drawn the page"
    );
    pixels(&picture)
}

fn pixels(picture: &PathBuf) -> Vec<[u8; 3]> {
    let file = BufReader::new(File::open(picture).expect("there is a picture"));
    let mut reader = png::Decoder::new(file).read_info().expect("it is a PNG");
    let mut bytes = vec![0; reader.output_buffer_size().expect("it is of a sane size")];
    let info = reader.next_frame(&mut bytes).expect("it can be read");
    let samples = info.color_type.samples();
    let pixels = bytes[..info.buffer_size()].chunks_exact(samples);
    pixels.map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect()
}

/// Returns the number of pixels with roughly this color.
fn count(pixels: &[[u8; 3]], color: [u8; 3]) -> usize {
    let is_near = |pixel: &&[u8; 3]| {
        pixel
            .iter()
            .zip(color)
            .all(|(&part, wanted)| part.abs_diff(wanted) < 12)
    };
    pixels.iter().filter(is_near).count()
}

/// The first colors of a plot in the light theme.
const BLUE: [u8; 3] = [0x1F, 0x62, 0xB8];
const ORANGE: [u8; 3] = [0xC2, 0x50, 0x0A];
const GREEN: [u8; 3] = [0x00, 0x79, 0x5A];

#[test]
#[ignore = "needs Chromium or Chrome"]
fn the_plots_of_a_comparison_are_there() {
    let browser = browser();
    let arguments = words("compare minimax alpha-beta everything-exact --depth 3");
    written("shown.html", "--html", &arguments);
    let pixels = screenshot(browser, &file("shown.html"), "shown");
    for (name, color) in [
        ("minimax", BLUE),
        ("alpha-beta", ORANGE),
        ("everything-exact", GREEN),
    ] {
        assert!(
            count(&pixels, color) > 800,
            "{name} is drawn: {} pixels",
            count(&pixels, color)
        );
    }
}

#[test]
#[ignore = "needs Chromium or Chrome"]
fn the_scripts_of_a_tree_draw_it() {
    let browser = browser();
    let page = written(
        "drawn.html",
        "--html",
        &["tree", "alpha-beta", "--game", "tree"],
    );
    // The current node is filled at any step; without scripts there would be none.
    for fragment in ["", "#8", "#abc", "#9999"] {
        let pixels = screenshot_at(browser, (&file("drawn.html"), fragment), "drawn");
        let count = count(&pixels, BLUE);
        assert!(count > 1_000, "{fragment}: {count} pixels");
    }
    let still = page.replace("type=\"module\"", "type=\"text/plain\"");
    fs::write(file("still.html"), still).expect("the folder can be written");
    let pixels = screenshot(browser, &file("still.html"), "still");
    assert!(
        count(&pixels, BLUE) < 1_000,
        "{} pixels",
        count(&pixels, BLUE)
    );
}

#[test]
#[ignore = "needs Chromium or Chrome"]
fn the_board_of_a_match_has_its_pieces() {
    let browser = browser();
    let line = "match random a=random --games 2 --max-moves 2";
    written("match.html", "--html", &line.split(' ').collect::<Vec<_>>());
    let pixels = screenshot(browser, &file("match.html"), "match");
    // The outlines of the pieces; the script draws them all.
    let outlines = count(&pixels, [0x2B, 0x26, 0x22]);
    assert!(outlines > 2_000, "{outlines} pixels");
}
