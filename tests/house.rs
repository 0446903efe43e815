//! Rules for the sources: imports only go down, a type is defined whole in one file, names are imported one by one, and evaluators
//! pass on the session.
//!
//! A file may import from modules listed before its own in the parent module, and so on outwards; a module and its submodules count as one.
//! Unit tests, at the end of a file or in a separate `tests.rs`, are exempt.

use std::fs;
use std::path::{Path, PathBuf};

/// The allowed dependencies of each crate. A crate without a line may not be a dependency.
const ARROWS: [(&str, &[&str]); 20] = [
    ("report", &[]),
    ("core", &[]),
    ("notation", &["core"]),
    ("tables", &["core"]),
    ("eval", &["core"]),
    ("search", &["core", "eval", "report"]),
    ("engine", &["core", "tables", "eval", "search"]),
    ("net", &["core", "eval", "report", "search"]),
    (
        "catalog",
        &[
            "core", "notation", "eval", "report", "search", "engine", "net",
        ],
    ),
    ("arena", &["report", "eval", "search"]),
    ("judge", &["core", "report", "eval", "search", "catalog"]),
    (
        "analysis",
        &["core", "notation", "eval", "search", "catalog"],
    ),
    (
        "workbench",
        &[
            "core", "report", "notation", "tables", "eval", "search", "catalog", "net", "arena",
            "judge", "analysis",
        ],
    ),
    ("console", &["report", "search", "catalog", "workbench"]),
    (
        "uci",
        &[
            "core",
            "notation",
            "report",
            "tables",
            "eval",
            "search",
            "catalog",
            "engine",
            "console",
            "arena",
            "judge",
            "analysis",
            "workbench",
        ],
    ),
    (
        "lab",
        &[
            "core",
            "report",
            "notation",
            "tables",
            "eval",
            "search",
            "catalog",
            "console",
            "net",
            "arena",
            "judge",
            "analysis",
            "workbench",
        ],
    ),
    (
        "service",
        &[
            "core", "notation", "report", "tables", "eval", "search", "catalog", "engine", "net",
            "judge", "analysis",
        ],
    ),
    (
        "web",
        &["tables", "search", "catalog", "console", "service"],
    ),
    ("wasm", &["search", "service"]),
    (
        "python",
        &[
            "core",
            "notation",
            "report",
            "tables",
            "eval",
            "search",
            "catalog",
            "console",
            "arena",
            "judge",
            "analysis",
            "workbench",
        ],
    ),
];

/// The most lines of a file; a longer one holds more than one idea.
const LONGEST_FILE: usize = 800;

#[test]
fn crates_depend_only_on_the_crates_below() {
    for (name, below) in ARROWS {
        let Ok(manifest) = fs::read_to_string(root().join(format!("crates/{name}/Cargo.toml")))
        else {
            continue;
        };
        let sections = manifest.split("\n[");
        let dependencies = sections.filter(|section| section.starts_with("dependencies"));
        for line in dependencies.flat_map(str::lines) {
            let package = line.split(['.', ' ', '=', ']']).next().unwrap_or_default();
            let family = package.strip_prefix("plywood");
            let dependency = family.map(|name| name.trim_start_matches('-'));
            let is_allowed = dependency.is_none_or(|name| below.contains(&name));
            assert!(is_allowed, "crates/{name} must not depend on {package}");
        }
    }
}

#[test]
fn the_version_in_journals_names_every_crate_that_decides_results() {
    let script = fs::read_to_string(root().join("crates/workbench/build.rs")).unwrap();
    let lab = ARROWS.iter().find(|(name, _)| *name == "lab").unwrap();
    for name in lab.1 {
        assert!(script.contains(&format!("\"{name}\",")), "{name}");
    }
}

#[test]
fn a_plain_cargo_test_leaves_out_python_alone() {
    let manifest = fs::read_to_string(root().join("Cargo.toml")).unwrap();
    let members = manifest.split("default-members = [").nth(1);
    let members = members.and_then(|list| list.split(']').next()).unwrap();
    for (name, _) in ARROWS {
        let is_member = members.contains(&format!("\"crates/{name}\""));
        assert_eq!(is_member, name != "python", "crates/{name}");
    }
}

#[test]
fn modules_import_only_from_modules_listed_above_them() {
    let mut wrong = Vec::new();
    for source in crate_sources() {
        for file in code_files(&source) {
            let module = module_of(&source, &file);
            for path in imports(&fs::read_to_string(&file).unwrap(), &module) {
                if is_upward(&source, &module, &path) {
                    wrong.push(format!("{} uses {}", file.display(), path.join("::")));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "upward imports:\n{}", wrong.join("\n"));
}

#[test]
fn names_are_imported_one_by_one() {
    for file in crate_sources().iter().flat_map(|source| code_files(source)) {
        let text = fs::read_to_string(&file).unwrap();
        // PyO3's attributes and traits are imported as a whole, as its guide does.
        let mut globs = statements(code(&text)).filter(|statement| statement.contains('*'));
        let globs = globs.any(|statement| !statement.contains("pyo3::prelude::*"));
        assert!(!globs, "{} has a glob import", file.display());
    }
}

/// Modules that add methods to types of other modules, each a feature that could be deleted as a whole.
const FEATURES: [(&str, &[&str]); 8] = [
    (
        "core",
        &[
            "chess960", "diagram", "exchange", "fen", "history", "legality", "movegen", "play",
            "rules", "symmetry",
        ],
    ),
    ("eval", &["chess", "sides"]),
    // Each kind of step has a file with its nodes.
    (
        "engine",
        &[
            "conclusion",
            "deepening",
            "depth",
            "ends",
            "pruning",
            "quiescence",
            "search",
            "shown",
            "static_evaluation",
        ],
    ),
    ("search", &["quiescence"]),
    ("net", &["data", "picture", "standard"]),
    ("catalog", &["standard", "words"]),
    ("workbench", &["measure"]),
    ("service", &["routes"]),
];

#[test]
fn a_type_stands_whole_in_its_module_or_in_features() {
    let mut wrong = Vec::new();
    for source in crate_sources() {
        let mut homes: Vec<(String, Vec<String>)> = Vec::new();
        let mut impls: Vec<(String, Vec<String>)> = Vec::new();
        for file in code_files(&source) {
            let module = module_of(&source, &file);
            let text = fs::read_to_string(&file).unwrap();
            for line in code(&text).lines() {
                if let Some(name) = defined_type(line) {
                    homes.push((name, module.clone()));
                } else if let Some(name) = inherent_impl(line) {
                    impls.push((name, module.clone()));
                }
            }
        }
        let folder = source.parent().and_then(Path::file_name);
        let features = FEATURES
            .iter()
            .find(|(name, _)| folder == Some(name.as_ref()));
        let features = features.map_or(&[][..], |(_, modules)| modules);
        for (name, module) in impls {
            let mut own = homes.iter().filter(|(home, _)| *home == name).peekable();
            let is_foreign = own.peek().is_none();
            let is_home = own.any(|(_, home)| module.starts_with(home));
            let is_feature = module
                .first()
                .is_some_and(|first| features.contains(&first.as_str()));
            if !(is_foreign || is_home || is_feature) {
                wrong.push(format!(
                    "{}: {} has methods of {name}",
                    source.display(),
                    module.join("::")
                ));
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "methods far from their types:\n{}",
        wrong.join("\n")
    );
}

/// Returns the name of the type that a line defines.
fn defined_type(line: &str) -> Option<String> {
    let words = line.split_whitespace();
    // A visibility can have two words: `pub(in crate::cli)`.
    let mut words = words.skip_while(|word| word.starts_with("pub") || word.ends_with(')'));
    let is_indented = line.starts_with(' ');
    let is_type = matches!(words.next(), Some("struct" | "enum"));
    (is_type && !is_indented).then(|| identifier(words.next().unwrap_or_default()))
}

/// Returns the name of the type whose inherent methods begin at a line.
fn inherent_impl(line: &str) -> Option<String> {
    let rest = line.strip_prefix("impl")?;
    let mut depth = 0;
    let mut previous = ' ';
    let end = rest.find(|letter: char| {
        depth += i32::from(letter == '<') - i32::from(letter == '>' && previous != '-');
        previous = letter;
        depth == 0 && letter == ' '
    });
    let name = rest.split_at(end?).1.trim_start();
    (!rest.contains(" for ")).then(|| identifier(name))
}

/// Returns the letters at the start of a text.
fn identifier(text: &str) -> String {
    let letters = text.chars();
    let letters = letters.take_while(|letter| letter.is_alphanumeric() || *letter == '_');
    letters.collect()
}

/// An evaluator that calls another without the search's session disables the other's memory.
#[test]
fn evaluators_pass_the_session_on() {
    for file in ["crates", "examples"]
        .map(|folder| rust_files(&root().join(folder)))
        .concat()
    {
        let text = fs::read_to_string(&file).unwrap();
        let is_code = |line: &&str| !line.trim_start().starts_with("//");
        let code: Vec<_> = text.lines().filter(is_code).collect();
        let code = code.join("\n").replace("self.evaluate(", "");
        for body in code.split("fn evaluate_in(").skip(1) {
            let body = body.split("\n    }").next().unwrap_or_default();
            let forgets = body.contains(".evaluate(");
            assert!(
                !forgets,
                "{} has a wrapper that forgets the session",
                file.display()
            );
        }
    }
}

#[test]
fn no_file_is_endless() {
    for folder in ["crates", "src", "examples", "benches", "tests"] {
        for file in rust_files(&root().join(folder)) {
            let lines = fs::read_to_string(&file).unwrap().lines().count();
            assert!(lines <= LONGEST_FILE, "{}: {lines} lines", file.display());
        }
    }
}

/// The files that open files for writing. Their functions replace no other file.
const DOORS: [&str; 2] = ["console/src/output.rs", "workbench/src/journal/file.rs"];

/// The files that open files for reading: those that users name, endgame tables, Polyglot books, and journals.
const ENTRANCES: [&str; 4] = [
    "catalog/src/files.rs",
    "tables/src/file.rs",
    "notation/src/polyglot.rs",
    "workbench/src/journal/lines.rs",
];

/// One more reason for an error breaks no program that depends on a crate.
#[test]
fn errors_may_get_more_cases() {
    for file in crate_sources().iter().flat_map(|source| code_files(source)) {
        let text = fs::read_to_string(&file).unwrap();
        let parts: Vec<&str> = code(&text).split("\npub enum ").collect();
        for pair in parts.windows(2) {
            let (attributes, name) = (pair[0].rsplit("\n\n").next(), identifier(pair[1]));
            let attributes = attributes.unwrap_or_default();
            let is_open = attributes.contains("#[non_exhaustive]");
            assert!(
                is_open || !name.ends_with("Error"),
                "{}: {name}",
                file.display()
            );
        }
    }
}

/// Names in other libraries and among engine authors, and the names here that they lead to.
const CALLED_ELSEWHERE: &str = "cp:centipawns ep_square:en_passant generate_moves:legal_moves hash:key \
    headers:tags history_heuristic:QuietHistory in_check:is_check is_game_over:outcome king_square:king \
    make_move:play mcts:MonteCarlo movetime:time multipv:with_lines mvv_lva:Captures null_move:after_null \
    opposite:other piece_on:piece_at pop:undo popcnt:len push:play pv:line pvs:PrincipalVariationSearch \
    qsearch:Quiescence static_exchange:see to_fen:fen turn:side_to_move";

#[test]
fn names_of_others_are_found_in_the_documentation() {
    let sources = crate_sources();
    let files = sources.iter().flat_map(|source| code_files(source));
    let texts: Vec<String> = files
        .map(|file| fs::read_to_string(file).unwrap())
        .collect();
    let lists = texts
        .iter()
        .flat_map(|text| text.split("#[doc(alias").skip(1));
    // The other names are followed by attributes, then the item.
    let items: Vec<(&str, &str)> = lists.filter_map(|rest| rest.split_once("pub ")).collect();
    for pair in CALLED_ELSEWHERE.split_whitespace() {
        let (name, item) = pair.split_once(':').unwrap();
        let is_found = items.iter().any(|(names, found)| {
            let words = found.split(|letter: char| !letter.is_alphanumeric() && letter != '_');
            let is_item = words.take(3).any(|word| word == item);
            is_item && names.contains(&format!("\"{name}\""))
        });
        assert!(is_found, "{name} does not lead to {item}");
    }
}

#[test]
fn programs_write_files_through_their_doors() {
    for program in ["console", "workbench", "uci", "lab", "web", "python"] {
        for file in code_files(&root().join("crates").join(program).join("src")) {
            let ways = ["File::create", "fs::write", "OpenOptions", "fs::rename"];
            let is_door = DOORS.iter().any(|door| file.ends_with(door));
            assert!(!opens(&file, &ways) || is_door, "{}", file.display());
        }
    }
}

#[test]
fn files_are_read_through_their_entrances() {
    let sources = crate_sources();
    let files = sources.iter().flat_map(|source| code_files(source));
    let ways = [
        "fs::read(",
        "fs::read_to_string",
        " File::open",
        "(File::open",
    ];
    let found: Vec<_> = files.filter(|file| opens(file, &ways)).collect();
    for file in &found {
        let is_entrance = ENTRANCES.iter().any(|entrance| file.ends_with(entrance));
        assert!(is_entrance, "{}", file.display());
    }
    assert_eq!(found.len(), ENTRANCES.len());
}

/// Returns `true` if the code of a file contains one of these ways to open a file.
fn opens(file: &Path, ways: &[&str]) -> bool {
    let text = fs::read_to_string(file).unwrap();
    let is_code = |line: &&str| !line.trim_start().starts_with("//");
    let mut lines = code(&text).lines().filter(is_code);
    lines.any(|line| ways.iter().any(|way| line.contains(way)))
}

/// A library whose unit tests are switched off has none: they'd look like tests and never run.
#[test]
fn every_unit_test_is_run() {
    for source in crate_sources() {
        let manifest = source.with_file_name("Cargo.toml");
        let manifest = fs::read_to_string(manifest).expect("a crate has a manifest");
        let lib = manifest.split("\n[").find(|part| part.starts_with("lib]"));
        if !lib.is_some_and(|lib| lib.lines().any(|line| line == "test = false")) {
            continue;
        }
        for file in rust_files(&source) {
            let text = fs::read_to_string(&file).expect("a readable file");
            assert!(!text.contains("#[cfg(test)]"), "{}", file.display());
        }
    }
}

#[test]
fn every_crate_has_a_readme_that_is_tested() {
    for source in crate_sources() {
        let folder = source.parent().expect("src lies in the crate");
        let readme = fs::read_to_string(folder.join("README.md")).unwrap_or_default();
        assert!(!readme.is_empty(), "{} has no README", folder.display());
        if readme.contains("```rust") {
            let library = fs::read_to_string(source.join("lib.rs")).unwrap();
            let includes = library.contains("include_str!(\"../README.md\")");
            assert!(includes, "{} does not include its README", source.display());
        }
    }
}

/// SECURITY.md says why each of these files has `unsafe` code, and what checks it.
#[test]
fn unsafe_code_is_where_security_says() {
    let security = fs::read_to_string(root().join("SECURITY.md")).unwrap();
    let rows = security
        .lines()
        .filter_map(|row| row.strip_prefix("| `crates/"));
    let mut listed: Vec<_> = rows.filter_map(|row| row.split('`').next()).collect();
    listed.sort_unstable();
    let sources = crate_sources();
    let files = sources.iter().flat_map(|source| rust_files(source));
    let has_unsafe = |file: &PathBuf| {
        let text = fs::read_to_string(file).unwrap();
        let mut code = text
            .lines()
            .map(|line| line.split("//").next().unwrap_or_default());
        code.any(|line| {
            line.contains("unsafe_code") || line.contains("unsafe {") || line.contains("unsafe fn")
        })
    };
    let crates = root().join("crates");
    let found = files.filter(has_unsafe);
    let found = found.map(|file| file.strip_prefix(&crates).unwrap().display().to_string());
    let mut found: Vec<_> = found.map(|file| file.replace('\\', "/")).collect();
    found.sort_unstable();
    assert_eq!(found, listed);
}

/// An object of Python can claim any length. A `Vec` of it would end the process, and `values::List` raises `MemoryError`.
#[test]
fn python_gives_no_vectors() {
    let mut signatures = 0;
    for file in rust_files(&root().join("crates/python/src")) {
        let text = fs::read_to_string(&file).unwrap();
        let after = |mark, end| {
            let parts = text.split(mark).skip(1);
            parts.filter_map(move |rest: &str| rest.split(end).next())
        };
        let functions = after("#[pymethods]\n", "\n}\n").chain(after("#[pyfunction]\n", "\n}\n"));
        let functions = functions.flat_map(|part| part.split("fn ").skip(1));
        let arguments = functions.filter_map(|function| {
            let before_result = function.split(" -> ").next()?;
            before_result.split(" {\n").next()
        });
        for given in arguments.chain(after("derive(FromPyObject)]\n", "\n}\n")) {
            assert!(!given.contains("Vec<"), "{}: {given}", file.display());
            signatures += 1;
        }
    }
    assert!(signatures > 300, "{signatures}");
}

/// A tag can be moved to other code, a commit can't.
#[test]
fn workflows_use_actions_by_their_commits() {
    for name in ["ci", "wheels"] {
        let file = root().join(format!(".github/workflows/{name}.yml"));
        let text = fs::read_to_string(file).unwrap();
        for action in text
            .split("uses: ")
            .skip(1)
            .filter_map(|rest| rest.lines().next())
        {
            let (_, commit) = action.split_once('@').unwrap();
            let (commit, version) = commit.split_once(" # v").unwrap_or((commit, ""));
            let is_commit =
                commit.len() == 40 && commit.chars().all(|digit| digit.is_ascii_hexdigit());
            assert!(is_commit && !version.is_empty(), "{name}: {action}");
        }
    }
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn crate_sources() -> Vec<PathBuf> {
    let crates = fs::read_dir(root().join("crates")).expect("there are crates");
    crates
        .map(|entry| entry.expect("folders can be listed").path().join("src"))
        .collect()
}

fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else {
        return Vec::new();
    };
    let paths = entries.map(|entry| entry.expect("folders can be listed").path());
    let paths = paths.filter(|path| !path.ends_with("target"));
    let (folders, files): (Vec<_>, Vec<_>) = paths.partition(|path| path.is_dir());
    let is_rust = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "rs");
    let nested = folders.iter().flat_map(|folder| rust_files(folder));
    files.into_iter().filter(is_rust).chain(nested).collect()
}

/// Returns the Rust files except those of unit tests.
fn code_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = rust_files(folder);
    files.retain(|file| !file.ends_with("tests.rs"));
    files
}

/// `src/movegen/pawns.rs` holds the module `movegen::pawns`, and `lib.rs` the root.
fn module_of(source: &Path, file: &Path) -> Vec<String> {
    let path = file
        .strip_prefix(source)
        .expect("it is found there")
        .with_extension("");
    let parts = path
        .iter()
        .map(|part| part.to_str().expect("modules have plain names").to_owned());
    let is_root = |part: &String| part == "lib" || part == "main";
    parts.filter(|part| !is_root(part)).collect()
}

/// Returns the text up to the unit tests.
fn code(text: &str) -> &str {
    text.split("#[cfg(test)]\nmod tests")
        .next()
        .unwrap_or_default()
}

/// Returns every `use …;` that is not indented, without `use` and the semicolon.
fn statements(code: &str) -> impl Iterator<Item = String> {
    let parts = code.split("\nuse ").skip(1).chain(
        code.split("\npub use ")
            .skip(1)
            .chain(code.split("\npub(crate) use ").skip(1)),
    );
    parts.map(|part| {
        part.split(';')
            .next()
            .unwrap_or_default()
            .split_whitespace()
            .collect()
    })
}

/// Returns the paths inside the crate that a file imports, from the root of the crate.
fn imports(text: &str, module: &[String]) -> Vec<Vec<String>> {
    let code = code(text);
    let mut paths: Vec<String> = statements(code).flat_map(|tree| leaves(&tree)).collect();
    let is_code = |line: &&str| !line.trim_start().starts_with("//");
    for line in code.lines().filter(is_code) {
        // An exported macro uses paths that work in other crates.
        let line = line.replace("$crate::", "");
        let inline = line.split("crate::").skip(1);
        let single = inline.filter(|rest| !rest.starts_with('{'));
        paths.extend(single.map(|rest| format!("crate::{rest}")));
    }
    let resolve = |path: &String| {
        let words = path.split("::").map(|word| {
            let end = word.find(|letter: char| !letter.is_alphanumeric() && letter != '_');
            &word[..end.unwrap_or(word.len())]
        });
        let mut words = words.peekable();
        let mut place = match *words.peek()? {
            "crate" => Vec::new(),
            "super" => module.to_vec(),
            _ => return None,
        };
        for word in words {
            match word {
                "super" => drop(place.pop()),
                "crate" => {}
                name => place.push(name.to_owned()),
            }
        }
        Some(place)
    };
    paths.iter().filter_map(resolve).collect()
}

/// Returns `a::{b, c::{d, e}}` as `a::b`, `a::c::d`, `a::c::e`.
fn leaves(tree: &str) -> Vec<String> {
    let Some((prefix, rest)) = tree.split_once('{') else {
        return vec![tree.to_owned()];
    };
    let inner = rest.strip_suffix('}').unwrap_or(rest);
    let mut depth = 0;
    let branches = inner.split(|letter: char| {
        depth += i32::from(letter == '{') - i32::from(letter == '}');
        letter == ',' && depth == 0
    });
    let branches = branches.filter(|branch| !branch.is_empty());
    branches
        .flat_map(leaves)
        .map(|leaf| format!("{prefix}{leaf}"))
        .collect()
}

/// Returns `true` if a path leads to a module listed after the one that imports it, or to a re-export at the root.
fn is_upward(source: &Path, module: &[String], path: &[String]) -> bool {
    let shared = module.iter().zip(path).take_while(|(a, b)| a == b).count();
    let (Some(mine), Some(theirs)) = (module.get(shared), path.get(shared)) else {
        return false;
    };
    let holder = match shared {
        0 if source.join("lib.rs").exists() => source.join("lib.rs"),
        0 => source.join("main.rs"),
        _ => source.join(module[..shared].join("/")).with_extension("rs"),
    };
    let holder = fs::read_to_string(holder).unwrap_or_default();
    let listed = |name: &str| {
        holder
            .lines()
            .position(|line| line.ends_with(&format!("mod {name};")))
    };
    match (listed(theirs), listed(mine)) {
        (Some(theirs), Some(mine)) => theirs > mine,
        // An item of a common parent module is allowed; an item of the root is a re-export.
        _ => shared == 0,
    }
}
