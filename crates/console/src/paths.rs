//! [`OutputPath`], the name of a file to write; and the comparison of names.

#[cfg(feature = "cli")]
use crate::files::are_same;
#[cfg(feature = "cli")]
use clap::builder::{MapValueParser, PathBufValueParser, TypedValueParser, ValueParserFactory};
use std::fs;
use std::io::{self, ErrorKind};
use std::ops::Deref;
use std::path::{Path, PathBuf};

/// The name of a file that a command writes. An option of this type is an output: [`arguments`](crate::arguments) makes sure that no other
/// option names the same file, and [`OutputFile`](crate::output::OutputFile) opens it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutputPath(PathBuf);

#[cfg(feature = "cli")]
impl ValueParserFactory for OutputPath {
    type Parser = MapValueParser<PathBufValueParser, fn(PathBuf) -> Self>;

    fn value_parser() -> Self::Parser {
        PathBufValueParser::new().map(Self)
    }
}

impl From<&Path> for OutputPath {
    fn from(path: &Path) -> Self {
        Self(path.to_owned())
    }
}

impl Deref for OutputPath {
    type Target = Path;

    fn deref(&self) -> &Path {
        &self.0
    }
}

impl AsRef<Path> for OutputPath {
    fn as_ref(&self) -> &Path {
        &self.0
    }
}

/// The most links that may lead to a file.
const MOST_LINKS: usize = 40;

/// Returns the place of a file after following all links, whether it exists or would be created there.
pub(crate) fn resolved(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
        let Ok(target) = fs::read_link(&path) else {
            break;
        };
        path = path.with_file_name("").join(target);
    }
    let name = path.file_name().ok_or(ErrorKind::IsADirectory)?;
    let folder = match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        Some(_) | None => Path::new("."),
    };
    Ok(fs::canonicalize(folder)?.join(name))
}

/// Returns `true` if two paths name one file, which need not exist. Pipes and devices may be written by several.
#[cfg(feature = "cli")]
pub(crate) fn are_one_file(one: &Path, other: &Path) -> bool {
    match (fs::metadata(one), fs::metadata(other)) {
        (Ok(found), Ok(other_found)) => found.is_file() && are_same(&found, &other_found),
        (Err(_), Err(_)) => {
            let place = resolved(one).ok();
            place.is_some() && place == resolved(other).ok()
        }
        (Ok(_), Err(_)) | (Err(_), Ok(_)) => false,
    }
}
