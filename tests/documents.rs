//! What the documents tell readers to type and to open: every command, configuration, name and address is run or read by a check.
//!
//! `.ci/full` runs our programs' commands with `figures --check --built`; here are the rules that find what it would pass over.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// How commands of others, scripts and blocks in other languages begin; the file with the check that runs or reads them; and words of that
/// check. A document is its own check where it gives the reason: fastchess isn't installed where we test, and C# is another's.
const CHECKS: &str = r#"
cargo build  | .ci/full | cargo build --release
cargo test | .ci/run | cargo test --workspace
PLYWOOD_HUNT_ROUNDS= | .ci/full | --test hunts
cargo run --release --manifest-path benches/peers/ | .ci/full | cargo run "${peers[@]}"
cargo run --release -p plywood-uci --features tune | .ci/run | plywood-uci --features tune
crates/wasm/make | .ci/run | crates/wasm/make fast
crates/web/browser/run | .ci/run | crates/web/browser/run
LOOKS= | crates/web/browser/looks.test.mjs | LOOKS
node --test crates/wasm/tests | .ci/run | node --test crates/wasm/tests/
node crates/wasm/bench.mjs | crates/wasm/bench.mjs | target/release/plywood
(cd crates/wasm/npm && npm pack) | crates/wasm/tests/package.test.mjs | ["pack", "--dry-run"
npm install plywood-games | .ci/publish | registry.npmjs.org
pip install ./crates/python | .github/workflows/wheels.yml | pip install dist/
pip install "./crates/python[test,notebooks]" | crates/python/pyproject.toml | notebooks = [
pytest crates/python | .ci/run | pytest -q crates/python
python3 -m venv venv | .ci/run | python3 -m venv
venv/bin/python crates/lab/scale/dask_match.py | crates/lab/scale/test_clusters.py | dask_match
python3 -m http.server | crates/web/README.md | static host
curl | crates/service/tests/all/judged.rs | web/README.md
docs/book/make | docs/book/make | mdbook build
make -C crates/uci | .ci/full | make -C crates/uci
git worktree add | docs/testing.md | make -C crates/uci
fastchess | docs/testing.md | we haven't run these commands
cutechess-cli | docs/testing.md | we haven't run these commands
xboard | docs/testing.md | we have run XBoard
cargo install cargo-fuzz | .github/workflows/ci.yml | cargo install cargo-fuzz
export RUSTC_BOOTSTRAP=1 | .github/workflows/ci.yml | RUSTC_BOOTSTRAP: 1
cd fuzz | .github/workflows/ci.yml | working-directory: fuzz
mkdir -p corpus/ | .github/workflows/ci.yml | mkdir -p "corpus/
cargo fuzz run | .github/workflows/ci.yml | cargo fuzz run
```toml README.md | Cargo.toml | [profile.dev
```python crates/python/README.md | crates/python/tests/test_docs.py | "README.md"
```js crates/wasm/npm/README.md | crates/wasm/tests/package.test.mjs | README.md
```html crates/wasm/npm/README.md | crates/wasm/tests/browser.test.mjs | README.md
```json docs/testing.md | tests/documents.rs | fn openbench_finds_the_makefile
```json docs/judge.md | crates/service/tests/all/judged.rs | docs/judge.md
```json docs/tree-format.md | crates/service/tests/all/judged.rs | docs/tree-format.md
```python docs/python.md | crates/python/tests/test_chess.py | "python.md"
```python docs/book/src/judge.md | crates/uci/tests/all/judged.rs | alpha_beta.py
```nginx docs/web.md | crates/web/src/options.rs | default_value_t = 8080
```caddy docs/web.md | crates/web/src/options.rs | default_value_t = 8080
```csharp docs/tree-format.md | docs/tree-format.md | MinimalChessEngine
"#;

/// The packages of others that a reader is told to install.
const THEIRS: &str = "cargo-fuzz chess dask maturin mdbook pyarrow ray";

/// Addresses that a reader is told to open, with their owners: others, and this machine. Ours are those of `docs.rs`.
const ADDRESSES: &str = "http://127.0.0.1:8080 https://developer.mozilla.org/ https://github.com/AndyGrant/OpenBench \
    https://github.com/Disservin/fastchess https://github.com/cutechess/cutechess https://github.com/lithander/MinimalChessEngine \
    https://rustup.rs https://tablebase.lichess.ovh/tables/standard/ https://www.gnu.org/software/xboard/";

#[test]
fn every_command_and_configuration_is_run_or_read_by_a_check() {
    let rows = CHECKS.trim().lines();
    let checks: Vec<Vec<&str>> = rows.map(|row| row.split(" | ").collect()).collect();
    let mut used = BTreeSet::new();
    for (name, text) in documents() {
        for (language, block) in blocks(&text) {
            let lines = match language {
                // Compiled by `cargo test --doc`, and made by `figures`.
                "rust" | "text" => Vec::new(),
                "sh" => commands(block),
                _ => vec![format!("```{language} {name}")],
            };
            for line in lines.iter().filter(|line| !is_run_by_figures(line)) {
                let check = checks.iter().find(|check| line.starts_with(check[0]));
                let check = check.unwrap_or_else(|| panic!("{name}: no check has {line}"));
                used.insert(check[0]);
            }
        }
    }
    for check in &checks {
        let [start, file, words] = check[..] else {
            panic!("{check:?}")
        };
        assert!(used.contains(start), "no document has {start}");
        assert!(read(file).contains(words), "{file}, for {start}: {words}");
    }
}

/// Returns `true` if a program of this repository begins the line, which `figures` runs as it is built, or a variable of its commands.
fn is_run_by_figures(line: &str) -> bool {
    let starts = ["$", "./plywood-", "cargo run", "plywood"];
    let is_apart = line.contains("--manifest-path") || line.contains("--features tune");
    let variable = line.split_once('=').map_or("", |(name, _)| name);
    let is_variable = !variable.is_empty() && variable.chars().all(|c| c.is_ascii_lowercase());
    is_variable || !is_apart && starts.iter().any(|start| line.starts_with(start))
}

#[test]
fn every_variable_in_a_command_is_set_above_it() {
    for (name, text) in documents() {
        let mut set = vec!["PWD".to_owned()];
        let lines = blocks(&text).filter(|(language, _)| *language == "sh");
        for line in lines.flat_map(|(_, block)| commands(block)) {
            for used in line.split('$').skip(1) {
                let is_part = |letter: char| letter.is_alphanumeric() || letter == '_';
                let used = used.split(|letter| !is_part(letter)).next();
                let used = used.filter(|used| !used.is_empty());
                let is_set = used.is_none_or(|used| set.iter().any(|known| known == used));
                assert!(is_set, "{name} sets no {used:?}: {line}");
            }
            set.extend(line.split('=').next().map(str::to_owned));
        }
    }
}

#[test]
fn every_file_in_a_command_exists() {
    for (name, text) in documents() {
        let lines = blocks(&text).filter(|(language, _)| *language == "sh");
        for line in lines.flat_map(|(_, block)| commands(block)) {
            let words = line
                .split([' ', '=', '"', '['])
                .map(|word| word.trim_matches(['(', ')']));
            for word in
                words.filter(|word| word.starts_with("crates/") || word.starts_with("benches/"))
            {
                let is_made = line.contains(&format!("--output {word}"));
                assert!(is_made || root().join(word).exists(), "{name}: {line}");
            }
        }
    }
}

#[test]
fn openbench_finds_the_makefile() {
    let text = read("docs/testing.md");
    let (_, path) = text
        .split_once("\"path\": \"")
        .expect("it has a configuration");
    let (path, _) = path.split_once('"').expect("it ends");
    assert!(
        !path.is_empty() && root().join(path).join("Makefile").exists(),
        "{path}"
    );
}

/// A stranger's package has its author's code.
#[test]
fn packages_to_install_are_ours_or_known() {
    let npm = read("crates/wasm/npm/package.json");
    for (name, text) in documents() {
        let words: Vec<&str> = text.split_whitespace().collect();
        for (place, two) in words.windows(2).enumerate() {
            if !matches!(
                two,
                [
                    "npm" | "pip" | "`npm" | "`pip" | "cargo" | "`cargo",
                    "install"
                ]
            ) {
                continue;
            }
            let rest = words[place + 2..].iter();
            let package = rest
                .map(|word| word.trim_matches(['`', '"', ',', ')', ';']))
                .next();
            let package = package
                .and_then(|word| word.split('[').next())
                .unwrap_or_default();
            let is_here = package == "--path" || root().join(package).is_dir();
            let is_ours = npm.contains(&format!("\"name\": \"{package}\""));
            let is_known = THEIRS.split(' ').any(|known| known == package);
            assert!(
                is_here || is_ours || is_known,
                "{name}: {} {package}",
                two.join(" ")
            );
        }
    }
}

#[test]
fn addresses_exist() {
    for (name, text) in documents() {
        for (place, _) in text.match_indices("http") {
            let address = text[place..]
                .split([')', '>', '"', '\'', ' ', '`', '\n'])
                .next();
            let address = address
                .filter(|address| address.contains("://"))
                .unwrap_or_default();
            let host = address.split('/').nth(2).unwrap_or_default();
            // `.example` and `example.com` are nobody's, and the reader puts in another.
            let is_nobody = host.ends_with(".example")
                || host == "example.com"
                || !host.starts_with(char::is_alphanumeric);
            let ours = address.strip_prefix("https://docs.rs/plywood");
            let is_ours = ours.is_some_and(|ours| {
                let ours = ours.strip_prefix('-').unwrap_or("core");
                root().join("crates").join(ours).exists()
            });
            let is_known = ADDRESSES
                .split_whitespace()
                .any(|known| address.starts_with(known));
            assert!(is_nobody || is_ours || is_known, "{name}: {address}");
        }
    }
}

/// Until the repository has an address, `example.org` stands in the manifest alone, and no program prints it.
#[test]
fn no_program_prints_the_placeholder() {
    for folder in ["crates", "docs", "examples", "src"] {
        for file in files_below(
            &root().join(folder),
            &["rs", "js", "mjs", "py", "pyi", "html", "toml", "json"],
        ) {
            let text = fs::read_to_string(&file).unwrap_or_default();
            let found = ["example.org", "CARGO_PKG_REPOSITORY", "CARGO_PKG_HOMEPAGE"];
            assert!(
                !found.iter().any(|word| text.contains(word)),
                "{}",
                file.display()
            );
        }
    }
}

/// crates.io leads from a package without this field to the package's own page on docs.rs.
#[test]
fn no_package_names_the_documentation_of_another() {
    for file in files_below(&root(), &["toml"]) {
        let text = fs::read_to_string(&file).unwrap_or_default();
        let names = text.lines().any(|line| line.starts_with("documentation"));
        assert!(!names, "{}", file.display());
    }
}

#[test]
fn links_lead_somewhere() {
    for (name, text) in documents() {
        let prose: String = text.split("```").step_by(2).collect();
        let links = prose
            .split("](")
            .skip(1)
            .chain(prose.split(" src=\"").skip(1));
        let targets = links.filter_map(|rest| rest.split([')', '"']).next());
        for target in targets.filter(|target| !target.contains("://")) {
            let (file, anchor) = target.split_once('#').unwrap_or((target, ""));
            let folder = root().join(&name);
            let path = match file {
                "" => folder,
                file => folder.with_file_name(file),
            };
            // `tests/book` finds what makes a page of steps.
            let is_there = path.exists() || file.starts_with("steps/");
            assert!(is_there, "{name} links to {target}");
            let is_document = path.extension().is_some_and(|extension| extension == "md");
            let headings = fs::read_to_string(&path).unwrap_or_default();
            let mut anchors = headings
                .lines()
                .filter(|line| line.starts_with('#'))
                .map(anchor_of);
            let is_here = anchor.is_empty() || !is_document || anchors.any(|found| found == anchor);
            assert!(is_here, "{name} links to {target}");
        }
    }
}

/// Returns the part of an address that leads to a heading.
fn anchor_of(heading: &str) -> String {
    let text = heading.trim_start_matches('#').trim().to_lowercase();
    let letters = text
        .chars()
        .filter(|letter| letter.is_alphanumeric() || " -_".contains(*letter));
    letters
        .map(|letter| if letter == ' ' { '-' } else { letter })
        .collect()
}

#[test]
fn every_example_is_listed() {
    let readme = fs::read_to_string(root().join("examples/README.md")).unwrap();
    let entries = fs::read_dir(root().join("examples")).expect("there are examples");
    for entry in entries {
        let path = entry.expect("folders can be listed").path();
        let is_file = path.extension().is_some_and(|extension| extension == "rs");
        if !is_file && !path.join("main.rs").exists() {
            continue;
        }
        let name = path.file_stem().and_then(|name| name.to_str());
        let name = name.expect("examples have plain names");
        assert!(
            readme.contains(&format!("`{name}`")),
            "examples/README.md lacks {name}"
        );
    }
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn read(file: &str) -> String {
    fs::read_to_string(root().join(file)).unwrap_or_else(|error| panic!("{file}: {error}"))
}

/// Returns the documents of the repository, with their paths from its root.
fn documents() -> impl Iterator<Item = (String, String)> {
    let files = files_below(&root(), &["md"]).into_iter();
    files.map(|file| {
        let path = file.strip_prefix(root()).expect("it is found there");
        let name = path
            .to_str()
            .expect("documents have plain names")
            .to_owned();
        (
            name,
            fs::read_to_string(&file).expect("a document can be read"),
        )
    })
}

/// Returns the files with these extensions in a folder, except what is built and what others wrote.
fn files_below(folder: &Path, extensions: &[&str]) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("folders can be listed");
    let paths = entries.map(|entry| entry.expect("folders can be listed").path());
    let is_ours = |path: &PathBuf| {
        let name = path
            .file_name()
            .and_then(|name| name.to_str())
            .unwrap_or(".");
        !name.starts_with('.')
            && !["node_modules", "shared", "target", "html", "venv"].contains(&name)
    };
    let (folders, files): (Vec<_>, Vec<_>) = paths.filter(is_ours).partition(|path| path.is_dir());
    let is_named = |file: &PathBuf| {
        let extension = file.extension().and_then(|extension| extension.to_str());
        extension.is_some_and(|extension| extensions.contains(&extension))
    };
    let nested = folders
        .iter()
        .flat_map(|folder| files_below(folder, extensions));
    files.into_iter().filter(is_named).chain(nested).collect()
}

/// Returns the blocks of code of a document, with their languages.
fn blocks(text: &str) -> impl Iterator<Item = (&str, &str)> {
    let blocks = text.split("```").skip(1).step_by(2);
    blocks.map(|block| {
        let (language, code) = block.split_once('\n').unwrap_or((block, ""));
        (language.split(',').next().unwrap_or_default(), code)
    })
}

/// Returns the lines of a shell's block, continued ones as one, without comments.
fn commands(block: &str) -> Vec<String> {
    let continued: String = block.split("\\\n").map(str::trim_start).collect();
    let lines = continued
        .lines()
        .map(|line| line.split(" # ").next().unwrap_or_default().trim());
    lines
        .filter(|line| !line.is_empty())
        .map(str::to_owned)
        .collect()
}
