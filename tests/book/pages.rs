//! Every chapter is listed, has a program that fits on a page, and generated figures; links and numbers are correct.

use plywood::catalog::Catalog;
use plywood::search::games::EinStein;
use std::fs;
use std::path::{Path, PathBuf};

const LONGEST_PROGRAM: usize = 60;

fn source() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/book/src")
}

/// Returns the names of the pages with their texts, in the order of the summary.
fn pages() -> Vec<(String, String)> {
    let summary = fs::read_to_string(source().join("SUMMARY.md")).expect("the page is there");
    let links = summary.split("](").skip(1);
    let names = links.filter_map(|rest| rest.split(')').next());
    names
        .map(|name| {
            (
                name.to_owned(),
                fs::read_to_string(source().join(name)).expect("the page is there"),
            )
        })
        .collect()
}

/// Returns a page without its programs, figures and commands.
fn prose(text: &str) -> String {
    let blocks = text.split("```").step_by(2);
    let lines = blocks.flat_map(str::lines);
    lines
        .filter(|line| !line.starts_with('<'))
        .collect::<Vec<_>>()
        .join("\n")
}

/// Returns the number of numbered lines before the answers, and the number within them.
fn numbered(exercises: &str) -> [usize; 2] {
    let (asked, answers) = exercises.split_once("<details>").expect("answers");
    [asked, answers].map(|text| {
        let lines = text.lines();
        let items = lines.filter(|line| line.starts_with(|sign: char| sign.is_ascii_digit()));
        items.count()
    })
}

#[test]
fn every_page_is_in_the_summary() {
    let listed: Vec<String> = pages().into_iter().map(|(name, _)| name).collect();
    for entry in fs::read_dir(source()).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let is_page = Path::new(&name)
            .extension()
            .is_some_and(|kind| kind == "md");
        assert!(
            !is_page || name == "SUMMARY.md" || listed.contains(&name),
            "{name} is not listed"
        );
    }
}

#[test]
fn every_chapter_has_a_program_pitfalls_and_exercises() {
    let mut chapters = pages();
    chapters.retain(|(name, _)| !["introduction.md", "replications.md"].contains(&name.as_str()));
    for (name, text) in &chapters {
        let (_, rest) = text
            .split_once("{{#include ")
            .unwrap_or_else(|| panic!("{name} has no program"));
        let program = source().join(rest.split("}}").next().unwrap());
        let lines = fs::read_to_string(&program).unwrap().lines().count();
        assert!(
            lines <= LONGEST_PROGRAM,
            "{}: {lines} lines",
            program.display()
        );
        for heading in [
            "## What goes wrong in practice",
            "## Play with it",
            "## Exercises",
        ] {
            assert!(text.contains(heading), "{name} lacks {heading}");
        }
        let words = prose(text).split_whitespace().count();
        assert!((1_000..2_000).contains(&words), "{name} has {words} words");
        let (_, exercises) = text.split_once("## Exercises").unwrap();
        let [count, answered] = numbered(exercises);
        assert!((2..=3).contains(&count), "{name} has {count} exercises");
        assert_eq!(count, answered, "{name}: exercises and answers");
        // A filter that finds no test passes.
        let chapter = name.trim_end_matches(".md");
        let answers = [include_str!("answers.rs"), include_str!("later_answers.rs")];
        let has_answers = answers.concat().contains(&format!("fn {chapter}_1_"));
        let says_where = text.contains(&format!("`cargo test --test book {chapter}`"));
        assert!(
            has_answers && says_where,
            "{name} does not say where its answers are"
        );
    }
}

#[test]
fn every_page_of_steps_is_made_by_a_command() {
    for (name, text) in pages() {
        // The pages with steps are not in the repository; the command above each of them makes it.
        for frame in text.split("<iframe class=\"steps\" src=\"").skip(1) {
            let page = frame.split(['#', '"']).next().unwrap();
            assert!(
                text.contains(&format!("--html docs/book/src/{page} -->")),
                "{name}: nothing makes {page}"
            );
        }
    }
}

/// The documentation of a strategy names its chapter; the chapter names the type, the catalog says that it explains the word, and the server's
/// page lists the chapter.
#[test]
fn strategies_and_chapters_lead_to_each_other() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |path: &Path| fs::read_to_string(path).expect("the file is there");
    let listed = read(&root.join("crates/web/assets/js/chapters.js"));
    let (chess, dice) = (
        Catalog::chess(),
        Catalog::rolling("dice", EinStein::drawn(1)),
    );
    for entry in fs::read_dir(root.join("crates/search/src/strategies")).unwrap() {
        let path = entry.unwrap().path();
        let documented = read(&path);
        let (_, rest) = documented
            .split_once("/// **Chapter.** `docs/book/src/")
            .unwrap_or_else(|| panic!("{} names no chapter", path.display()));
        let (chapter, rest) = rest.split_once(".md`").unwrap();
        let (_, declared) = rest.split_once("\npub ").unwrap();
        let name = declared.split([' ', '<', ';']).nth(1).unwrap();
        let text = read(&source().join(format!("{chapter}.md")));
        assert!(text.contains(&format!("`{name}`")), "{chapter}: {name}");
        let word = match path.file_stem().unwrap().to_str().unwrap() {
            "iterative_deepening" => "deepening".to_owned(),
            "principal_variation" => "pvs".to_owned(),
            file => file.replace('_', "-"),
        };
        let chapters: Vec<&str> = match chess.contender(&word) {
            Ok(contender) => contender.chapters().collect(),
            Err(_) => dice.contender(&word).unwrap().chapters().collect(),
        };
        let is_explained = chapters.contains(&chapter);
        assert!(is_explained, "{word} is not explained in {chapter}");
        assert!(listed.contains(&format!("[\"{chapter}\"")), "{chapter}");
    }
}

/// Without a depth the page waits for a click on "Search".
#[test]
fn links_into_a_search_start_it() {
    let mut count = 0;
    for (name, text) in pages() {
        for link in text.split("<http://127.0.0.1:8080/#/inside").skip(1) {
            let link = link.split('>').next().unwrap();
            assert!(link.contains(":depth="), "{name}: {link}");
            count += 1;
        }
    }
    assert!(count >= 2, "{count} links");
}

#[test]
fn every_picture_is_made_by_a_command_and_shown() {
    let text: String = pages().into_iter().map(|(_, text)| text).collect();
    for entry in fs::read_dir(source().join("pictures")).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        // A picture that is just being made has another name.
        if !name.ends_with(".svg") {
            continue;
        }
        let is_made = text.lines().any(|line| {
            line.starts_with("<!-- made ")
                && line.contains(&format!(" docs/book/src/pictures/{name}"))
        });
        assert!(is_made, "no command makes {name}");
        assert!(
            text.contains(&format!("](pictures/{name})")),
            "{name} is not shown"
        );
    }
}

#[test]
fn the_glossary_links_to_pictures() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let glossary = fs::read_to_string(root.join("GLOSSARY.md")).unwrap();
    let targets = glossary.split("](").skip(1);
    let targets: Vec<_> = targets.filter_map(|rest| rest.split(')').next()).collect();
    assert!(targets.len() > 15, "{targets:?}");
}

/// Large numbers come from figures. A year is not a figure.
#[test]
fn no_large_number_was_typed() {
    for (name, text) in pages() {
        let plain = text.replace(',', "");
        let figures: String = plain.split("```").skip(1).step_by(2).collect();
        for paragraph in plain.split("```").step_by(2) {
            let prose = paragraph.lines().filter(|line| !line.starts_with("<!--"));
            let numbers = prose.flat_map(|line| line.split(|sign: char| !sign.is_ascii_digit()));
            for number in numbers.filter(|number| number.len() > 4) {
                assert!(
                    figures.contains(number),
                    "{name}: {number} stands in no figure"
                );
            }
        }
    }
}
