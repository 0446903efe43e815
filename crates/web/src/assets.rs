//! [`Assets`]: the files of the page, which are part of the binary.

use std::borrow::Cow;
use std::fs;
use std::hash::{DefaultHasher, Hasher};
use std::io;
use std::path::{Path, PathBuf};

/// A file of the page: its address, and its bytes.
macro_rules! asset {
    ($name:literal) => {
        (
            concat!("/", $name),
            include_bytes!(concat!("../assets/", $name)),
        )
    };
}

/// The script that steps through a search, which the lab's pages have, too.
const STEPPER: &str = "/js/inside/stepper.js";

/// All files of `assets/`, by address, and the lab's script.
const BUILT_IN: &[(&str, &[u8])] = &[
    asset!("icon.svg"),
    asset!("icons.svg"),
    asset!("index.html"),
    asset!("js/announce.js"),
    asset!("js/api.js"),
    asset!("js/board/arrows.js"),
    asset!("js/board/board.js"),
    asset!("js/board/keyboard.js"),
    asset!("js/board/piece-layer.js"),
    asset!("js/board/pointer.js"),
    asset!("js/board/promotion.js"),
    asset!("js/catalog.js"),
    asset!("js/compare/compare-view.js"),
    asset!("js/compare/node-plot.js"),
    asset!("js/compare/race-table.js"),
    asset!("js/compare/race.js"),
    asset!("js/dom.js"),
    asset!("js/game/choose-move.js"),
    asset!("js/game/judged.js"),
    asset!("js/game/move-tree.js"),
    asset!("js/game/pgn-writer.js"),
    asset!("js/game/placement.js"),
    asset!("js/game/session.js"),
    asset!("js/game/spoken.js"),
    asset!("js/inside/evaluation-panel.js"),
    asset!("js/inside/inside-view.js"),
    asset!("js/inside/questions-panel.js"),
    (STEPPER, plywood_lab::page::STEPPER.as_bytes()),
    asset!("js/inside/tree-panel.js"),
    asset!("js/link.js"),
    asset!("js/main.js"),
    asset!("js/play/analysis-panel.js"),
    asset!("js/play/controls.js"),
    asset!("js/play/evaluation-bar.js"),
    asset!("js/play/move-list.js"),
    asset!("js/play/new-game.js"),
    asset!("js/play/opponent.js"),
    asset!("js/play/play-view.js"),
    asset!("js/play/player-strip.js"),
    asset!("js/play/transfer.js"),
    asset!("js/player-spec.js"),
    asset!("js/position-panel.js"),
    asset!("js/preferences.js"),
    asset!("js/score.js"),
    asset!("js/strategy-field.js"),
    asset!("js/theme.js"),
    asset!("pieces.svg"),
    asset!("style.css"),
];

/// Where the files of the page come from.
#[derive(Debug, Clone)]
pub(crate) enum Assets {
    /// The binary.
    BuiltIn,
    /// A folder that is read anew for each request, to work on the page without building.
    Folder(PathBuf),
}

/// A file of the page.
#[derive(Debug, Clone)]
pub(crate) struct Asset {
    pub(crate) bytes: Cow<'static, [u8]>,
    pub(crate) content_type: &'static str,
}

impl Assets {
    /// The file with an address such as `/style.css`.
    ///
    /// The address is only compared with known ones, and never becomes a path of a file.
    pub(crate) fn get(&self, address: &str) -> Option<Asset> {
        let address = if address == "/" {
            "/index.html"
        } else {
            address
        };
        let bytes = match self {
            Self::Folder(folder) if address != STEPPER => {
                let files = files(folder).ok()?;
                let (_, path) = files.into_iter().find(|(name, _)| name == address)?;
                Cow::Owned(fs::read(path).ok()?)
            }
            Self::BuiltIn | Self::Folder(_) => {
                let (_, bytes) = BUILT_IN.iter().find(|(name, _)| *name == address)?;
                Cow::Borrowed(*bytes)
            }
        };
        let content_type = content_type(address);
        Some(Asset {
            bytes,
            content_type,
        })
    }
}

impl Asset {
    /// A tag that changes with the content.
    pub(crate) fn etag(&self) -> String {
        let mut hasher = DefaultHasher::new();
        hasher.write(&self.bytes);
        format!("\"{:016x}\"", hasher.finish())
    }
}

/// The files of a folder and the folders in it, by address.
fn files(folder: &Path) -> io::Result<Vec<(String, PathBuf)>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path
            .file_name()
            .and_then(|name| name.to_str())
            .unwrap_or_default()
            .to_owned();
        if path.is_dir() {
            let inner = files(&path)?.into_iter();
            found.extend(inner.map(|(inner, path)| (format!("/{name}{inner}"), path)));
        } else {
            found.push((format!("/{name}"), path));
        }
    }
    Ok(found)
}

fn content_type(address: &str) -> &'static str {
    match address.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "json" => "application/json",
        "webmanifest" => "application/manifest+json",
        _ => "text/plain; charset=utf-8",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder() -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("assets")
    }

    #[test]
    fn every_file_of_the_folder_is_in_the_binary() {
        let mut in_folder: Vec<String> = files(&folder())
            .unwrap()
            .into_iter()
            .map(|(name, _)| name)
            .chain([STEPPER.to_owned()])
            .collect();
        let mut built_in: Vec<String> = BUILT_IN
            .iter()
            .map(|(name, _)| (*name).to_owned())
            .collect();
        in_folder.sort();
        built_in.sort();
        assert_eq!(in_folder, built_in, "list new files in assets.rs");
    }

    #[test]
    fn the_page_takes_less_than_300_kilobytes() {
        let total: usize = BUILT_IN.iter().map(|(_, bytes)| bytes.len()).sum();
        assert!(total < 300_000, "{total} bytes");
    }

    #[test]
    fn a_folder_serves_the_same_files() {
        for assets in [Assets::BuiltIn, Assets::Folder(folder())] {
            let index = assets.get("/").unwrap();
            assert!(index.bytes.starts_with(b"<!doctype html>"));
            assert_eq!(index.content_type, "text/html; charset=utf-8");
            assert!(assets.get(STEPPER).is_some());
            assert!(assets.get("/../Cargo.toml").is_none());
            assert!(assets.get("//etc/passwd").is_none());
        }
    }
}
