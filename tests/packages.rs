//! The contents of each package on its own: licenses, a README with an example, and every file named by the sources; and the number of
//! crates that come with the library.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Component, Path, PathBuf};
use std::process::Command;

#[test]
fn a_package_has_what_its_sources_name() {
    let packages = packages();
    for folder in published() {
        let name = folder.display();
        let sources = files_below(&folder, Path::new("src"));
        let has_them = |files: &&BTreeSet<PathBuf>| {
            files
                .iter()
                .filter(|file| file.starts_with("src"))
                .eq(&sources)
        };
        let files = packages.iter().find(has_them);
        let files = files.unwrap_or_else(|| panic!("{name}: no package has all of its sources"));
        for needed in ["Cargo.toml", "LICENSE-APACHE", "LICENSE-MIT", "README.md"] {
            assert!(files.contains(Path::new(needed)), "{name} lacks {needed}");
        }
        for file in files.iter().filter(|file| is_code(file)) {
            for named in named_in(&folder, file) {
                let is_there = files.iter().any(|known| known.starts_with(&named));
                let (named, file) = (named.display(), file.display());
                assert!(is_there, "{name} lacks {named}, which {file} needs");
            }
        }
    }
}

#[test]
fn a_readme_has_an_example_and_links_that_lead_somewhere() {
    for package in published() {
        let text = fs::read_to_string(package.join("README.md")).expect("it has one");
        let name = package.display();
        assert!(text.contains("```rust"), "{name}: no example");
        let library = fs::read_to_string(package.join("src/lib.rs")).expect("it has one");
        let is_documentation = library.contains("#![doc = include_str!(\"../README.md\")]");
        let links = text.split("](").chain(text.split("src=\"")).skip(1);
        let targets = links.filter_map(|rest| rest.split([')', '"', '#']).next());
        for target in targets.filter(|target| !target.is_empty() && !target.contains("://")) {
            let is_file = package.join(target).exists();
            // The page of a package can link to files in the repository, documentation cannot.
            assert!(
                !is_documentation || !is_file,
                "{name} is documentation and links to {target}"
            );
            assert!(is_file || !target.contains('/'), "{name} links to {target}");
        }
    }
}

#[test]
fn few_crates_are_built_for_a_program_that_depends_on_the_library() {
    let all = built_crates("plywood", &[]);
    assert!(all.len() <= 20, "{} crates: {all:?}", all.len());
    let least = built_crates("plywood", &["--no-default-features"]);
    assert!(least.len() < 14, "{} crates: {least:?}", least.len());
    let named = |crates: &BTreeSet<String>, name: &str| crates.contains(name);
    for heavy in [
        "serde",
        "serde_json",
        "rustix",
        "plywood-catalog",
        "plywood-console",
    ] {
        assert!(!named(&all, heavy), "{heavy} is built for everyone");
    }
    for more in ["plywood-engine", "plywood-notation", "plywood-tables"] {
        assert!(named(&all, more) && !named(&least, more), "{more}");
    }
}

#[test]
fn few_crates_are_built_for_the_server() {
    let all = built_crates("plywood-web", &[]);
    assert!(all.len() <= 107, "{} crates: {all:?}", all.len());
}

/// Most licenses ask for a notice in every copy, and a compiled package is one.
#[test]
fn compiled_packages_have_the_licenses_of_what_is_in_them() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let target = ["--target", "wasm32-unknown-unknown"];
    for (package, folder, target) in [
        ("plywood-python", "crates/python", &[][..]),
        ("plywood-wasm", "crates/wasm/npm", &target),
    ] {
        let notices = fs::read_to_string(root.join(folder).join("LICENSE-THIRD-PARTY"));
        let notices = notices.expect("the package has notices");
        let rule = "-".repeat(80);
        let parts = notices.split(&*rule).skip(1);
        let headings = parts.filter_map(|part| part.trim_start().lines().next()?.strip_suffix(':'));
        let names = headings.flat_map(|crates| crates.split(", "));
        let named: BTreeSet<&str> = names.filter(|name| !name.contains(' ')).collect();
        let edges = ["--edges", "normal,no-proc-macro"];
        let built = built_crates(package, &[&edges, target].concat());
        let theirs = built.iter().map(|name| &**name);
        let theirs: BTreeSet<&str> = theirs.filter(|name| !name.starts_with("plywood")).collect();
        // Python's is also built for systems whose crates need not be here.
        let here = named
            .iter()
            .filter(|name| !target.is_empty() || theirs.contains(*name));
        assert!(here.eq(&theirs), "{folder}: run .ci/notices for {theirs:?}");
    }
}

/// Returns the crates that cargo builds with one of ours, and that one.
fn built_crates(package: &str, options: &[&str]) -> BTreeSet<String> {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["tree", "--offline", "--package", package]);
    cargo.args(["--prefix", "none", "--no-dedupe"]);
    if !options.contains(&"--edges") {
        cargo.args(["--edges", "normal,build"]);
    }
    cargo.args(["--format", "{p}"]).args(options);
    let listed = cargo.current_dir(env!("CARGO_MANIFEST_DIR")).output();
    let listed = listed.expect("cargo runs");
    let error = String::from_utf8_lossy(&listed.stderr);
    assert!(listed.status.success(), "{error}");
    let text = String::from_utf8(listed.stdout).expect("crates have plain names");
    let names = text.lines().filter_map(|line| line.split(' ').next());
    names.map(str::to_owned).collect()
}

/// Programs in a README are shown by pages that do not hide rustdoc's hidden lines. With a `main` and without such lines, readers paste the
/// program that `cargo test --doc` compiles.
#[test]
fn a_program_in_a_readme_is_whole() {
    for package in published() {
        let text = fs::read_to_string(package.join("README.md")).expect("it has one");
        let name = package.display();
        for block in text.split("```rust").skip(1) {
            let block = block.split("```").next().unwrap_or_default();
            assert!(block.contains("fn main()"), "{name}: no main in\n{block}");
            let hidden = block
                .lines()
                .find(|line| line.trim_start().starts_with("# "));
            assert_eq!(hidden, None, "{name} hides a line in\n{block}");
        }
    }
}

/// Returns the folders of the published packages.
fn published() -> Vec<PathBuf> {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let crates = fs::read_dir(root.join("crates")).expect("there are crates");
    let crates = crates.map(|entry| entry.expect("folders can be listed").path());
    let is_published = |folder: &PathBuf| {
        let manifest = fs::read_to_string(folder.join("Cargo.toml")).expect("it has one");
        !manifest.contains("publish = false")
    };
    crates.chain([root.clone()]).filter(is_published).collect()
}

/// Returns the files that `cargo package` would put into each package.
fn packages() -> Vec<BTreeSet<PathBuf>> {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args([
        "package",
        "--list",
        "--workspace",
        "--offline",
        "--allow-dirty",
    ]);
    let listed = cargo.current_dir(env!("CARGO_MANIFEST_DIR")).output();
    let listed = listed.expect("cargo runs");
    let error = String::from_utf8_lossy(&listed.stderr);
    assert!(listed.status.success(), "{error}");
    let text = String::from_utf8(listed.stdout).expect("files have plain names");
    let mut packages: Vec<BTreeSet<PathBuf>> = Vec::new();
    for file in text.lines().map(PathBuf::from) {
        // The files of a package are sorted, so a break in the order begins the next package.
        match packages.last_mut() {
            Some(files) if files.last() < Some(&file) => drop(files.insert(file)),
            Some(_) | None => packages.push(BTreeSet::from([file])),
        }
    }
    packages
}

/// Returns the files in a folder of a package and in those below it, relative to the root of the package.
fn files_below(package: &Path, folder: &Path) -> BTreeSet<PathBuf> {
    let entries = fs::read_dir(package.join(folder)).expect("folders can be listed");
    let names = entries.map(|entry| entry.expect("folders can be listed").file_name());
    let paths = names.map(|name| folder.join(name));
    let (folders, files): (Vec<_>, Vec<_>) = paths.partition(|path| package.join(path).is_dir());
    let nested = folders
        .iter()
        .flat_map(|folder| files_below(package, folder));
    files.into_iter().chain(nested).collect()
}

/// Returns `true` if the package's dependents compile a file.
fn is_code(file: &Path) -> bool {
    let is_rust = file.extension().is_some_and(|extension| extension == "rs");
    is_rust && (file.starts_with("src") || file == Path::new("build.rs"))
}

/// Returns the files and folders that a source includes, relative to the root of the package.
fn named_in(package: &Path, file: &Path) -> Vec<PathBuf> {
    let text = fs::read_to_string(package.join(file)).expect("a source can be read");
    let folder = file.parent().unwrap_or(Path::new(""));
    let from = |start: &str, folder: &Path| -> Vec<PathBuf> {
        let names = text
            .split(start)
            .skip(1)
            .filter_map(|rest| rest.split('"').next());
        names.map(|name| plain(&folder.join(name))).collect()
    };
    [
        from("include_str!(\"", folder),
        from("include_bytes!(\"", folder),
        from("#[folder = \"", Path::new("")),
        from("format!(\"{folder}/", Path::new("")),
    ]
    .concat()
}

/// Returns the path without `..`.
fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => drop(plain.pop()),
            part => plain.push(part),
        }
    }
    plain
}
