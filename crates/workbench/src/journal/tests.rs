use crate::journal::{Done, Header, Item, Job, Journal, JournalError, Work, WorkError};
use crate::players::player_spec::PlayerSpec;
use plywood_catalog::Catalog;
use plywood_search::Limits;
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

/// A result of some work.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Throw {
    number: usize,
    eyes: String,
}

impl Item for Throw {
    const NAMES: [&'static str; 2] = ["throw", "throws"];

    fn number(&self) -> usize {
        self.number
    }

    fn fingerprint(&self) -> u64 {
        (self.eyes.len() as u64) << 32
    }

    fn has_failed(&self) -> bool {
        self.eyes.is_empty()
    }
}

fn job() -> Job {
    Job::new("dice", &json!({ "players": ["a", "b"], "seed": 1 }))
}

fn entry(number: usize) -> Throw {
    let eyes = "⚄\n".to_owned();
    Throw { number, eyes }
}

/// Returns lines without their checksums, as earlier versions wrote them.
fn unsummed(text: &str) -> String {
    let mut parts = text.split(",\"sum\":\"");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| text + &part[17..])
}

struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        let path =
            std::env::temp_dir().join(format!("plywood-journal-{name}-{}", std::process::id()));
        let _ = fs::remove_file(&path);
        Self(path)
    }

    fn open(&self) -> Result<Journal<Throw>, JournalError> {
        Journal::open(&self.0, job(), 10)
    }

    fn error(&self) -> String {
        self.open().unwrap_err().to_string()
    }
}

/// Returns the numbers of all results, in order.
fn numbers(journal: &Journal<Throw>) -> Vec<usize> {
    let mut numbers = Vec::new();
    let each = &mut |throw: Throw| {
        numbers.push(throw.number);
        assert_eq!(throw, entry(throw.number));
        Ok::<(), JournalError>(())
    };
    journal.in_order(each).unwrap();
    numbers
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

#[test]
fn wherever_the_last_line_is_torn_the_whole_ones_count() {
    let scratch = Scratch::new("torn");
    let mut journal = scratch.open().unwrap();
    for game in [4, 0, 7] {
        journal.add(&entry(game)).unwrap();
    }
    drop(journal);
    let whole = fs::read(&scratch.0).unwrap();
    for length in (0..=whole.len()).rev() {
        fs::write(&scratch.0, &whole[..length]).unwrap();
        let mut journal = scratch.open().unwrap();
        let complete = whole[..length]
            .split(|byte| *byte == b'\n')
            .count()
            .saturating_sub(2);
        let mut expected = [4, 0, 7][..complete].to_vec();
        expected.sort_unstable();
        assert_eq!(numbers(&journal), expected);
        journal.add(&entry(9)).unwrap();
        drop(journal);
        assert_eq!(numbers(&scratch.open().unwrap()).last(), Some(&9));
    }
}

#[test]
fn a_torn_header_is_called_one() {
    let [scratch, whole] = ["torn-header", "whole-header"].map(Scratch::new);
    drop(scratch.open().unwrap());
    drop(whole.open().unwrap());
    let header = fs::read(&scratch.0).unwrap();
    for length in 1..header.len() {
        fs::write(&scratch.0, &header[..length]).unwrap();
        for files in [vec![&scratch.0], vec![&whole.0, &scratch.0]] {
            let files: Vec<PathBuf> = files.into_iter().cloned().collect();
            let error = Journal::<Throw>::merged(&files).unwrap_err().to_string();
            assert!(
                error.contains("line 1: the header is incomplete"),
                "{error}"
            );
        }
    }
}

#[test]
fn what_is_different_in_another_job_is_said_without_its_syntax() {
    let settings = json!({
        "game": "chess",
        "rules": { "time_control": { "limits": { "nodes": 60 }, "clock": null }, "margin": { "secs": 0, "nanos": 1_000_000 } },
        "tuning": { "numbers": [{ "name": "a", "start": 1.5 }, { "name": "b", "start": 2.0 }], "rate": 0.01 },
        "shuffled": true,
    });
    for (place, value, said) in [
        ("/game", json!("go"), "its game is \"chess\""),
        (
            "/rules/time_control/limits/nodes",
            json!(61),
            "its rules time control limits nodes is \"60\"",
        ),
        (
            "/rules/time_control/clock",
            json!({ "time": 1 }),
            "its rules time control clock time is not set",
        ),
        (
            "/rules/time_control",
            json!(null),
            "its rules time control limits nodes is \"60\"",
        ),
        ("/rules/margin/nanos", json!(0), "its rules margin is 1ms"),
        (
            "/tuning/numbers/1/start",
            json!(2.5),
            "its tuning numbers b start is \"2.0\"",
        ),
        (
            "/tuning/numbers/0/name",
            json!("c"),
            "its tuning numbers are a b",
        ),
        ("/tuning/numbers", json!([]), "its tuning numbers are a b"),
        ("/tuning/rate", json!(1), "its tuning rate is \"0.01\""),
        ("/shuffled", json!(false), "its shuffled is true"),
    ] {
        let mut other = settings.clone();
        *other.pointer_mut(place).unwrap() = value;
        let [mine, other] = [&settings, &other].map(|settings| Job::new("spsa", settings));
        assert_eq!(mine.difference(&other).as_deref(), Some(said));
    }
}

/// Returns the eyes of the first throw in several journals, in either order.
fn merged(files: [&Scratch; 2]) -> Result<String, String> {
    let read = |files: [&Scratch; 2]| {
        let files = files.map(|file| file.0.clone());
        let journal = Journal::<Throw>::merged(&files).map_err(|error| error.to_string())?;
        let throw = journal
            .lines()
            .and_then(|mut lines| lines.item(&journal, 0));
        Ok(throw.unwrap().eyes)
    };
    let [one, other] = [read(files), read([files[1], files[0]])];
    assert_eq!(one.is_ok(), other.is_ok(), "{one:?} {other:?}");
    one.inspect(|one| assert_eq!(Ok(one), other.as_ref()))
}

#[test]
fn only_a_replay_replaces_a_line_in_any_order_of_the_files() {
    let [failed, good, again] = ["failed", "good", "again"].map(Scratch::new);
    let throw = |eyes: &str| Throw {
        number: 0,
        eyes: eyes.to_owned(),
    };
    for (file, eyes) in [(&failed, ""), (&good, "⚀"), (&again, "")] {
        file.open().unwrap().add(&throw(eyes)).unwrap();
    }
    assert_eq!(merged([&failed, &again]), Ok(String::new()));
    let error = merged([&failed, &good]).unwrap_err();
    assert!(error.contains("throw 0 has a different result"), "{error}");
    for eyes in ["", "⚀⚁"] {
        let mut journal = again.open().unwrap();
        journal.forget_failed();
        journal.add(&throw(eyes)).unwrap();
        assert_eq!(merged([&failed, &again]), Ok(eyes.to_owned()));
    }
    assert_eq!(merged([&good, &again]), Ok("⚀⚁".to_owned()));
    // A second result without the mark is a mistake.
    let text = fs::read_to_string(&again.0).unwrap();
    fs::write(&again.0, unsummed(&text).replace(",\"replay\":2", "")).unwrap();
    assert!(
        again.error().contains("recorded twice"),
        "{}",
        again.error()
    );
}

#[test]
fn a_failure_of_the_machine_is_recognized_when_it_comes_again() {
    let scratch = Scratch::new("fault");
    for (fault, is_again) in [("a", false), ("a", true), ("b", false), ("a", false)] {
        assert_eq!(scratch.open().unwrap().add_fault(fault).unwrap(), is_again);
    }
    scratch.open().unwrap().add(&entry(0)).unwrap();
    assert!(!scratch.open().unwrap().add_fault("a").unwrap());
}

#[test]
fn a_journal_of_other_work_or_one_in_use_is_refused() {
    let scratch = Scratch::new("other");
    let journal = scratch.open().unwrap();
    assert!(
        cfg!(not(unix)) || scratch.error().starts_with("another run is still writing"),
        "{}",
        scratch.error()
    );
    drop(journal);
    let other = Job::new("dice", &json!({ "players": ["a", "b"], "seed": 2 }));
    let error = Journal::<Throw>::open(&scratch.0, other, 10).unwrap_err();
    assert!(error.to_string().contains(r#"its seed is "1""#), "{error}");
}

/// The first line of a journal in which players were strings.
const VERSION_BEFORE: &str = r#"{"job":{"work":"match","version":"0.1.0+5b1e2a90","settings":{"evaluators":["classical",null],"format":"round robin","game":"chess","openings":"random, 8 plies, seed 1","players":["alpha-beta:depth=2","random"],"seed":1,"test":null}},"hash":"d08bb3998cb33852","count":10,"command":["match","alpha-beta:depth=2","random"]}"#;

#[test]
fn a_journal_of_the_version_before_is_refused_by_its_version_and_kept() {
    let scratch = Scratch::new("before");
    let line = format!("{VERSION_BEFORE}\n");
    fs::write(&scratch.0, &line).unwrap();
    let plan = PlayerSpec::read(&Catalog::chess(), "random")
        .unwrap()
        .plan();
    let now = Job::new(
        "match",
        &json!({ "game": "chess", "players": [plan], "seed": 1 }),
    );
    let opened = Journal::<Throw>::open(&scratch.0, now.clone(), 10).unwrap_err();
    let looked = Journal::<Throw>::look(&scratch.0, now, 10).unwrap_err();
    for error in [opened, looked] {
        let error = error.to_string();
        assert!(
            error.contains("it was written by version 0.1.0+5b1e2a90, and this is "),
            "{error}"
        );
    }
    // It can still be read: games to learn from outlive a version.
    let header = Header::of_file(&scratch.0).unwrap();
    let error = header.must_be_of_this_version(&scratch.0).unwrap_err();
    assert!(matches!(error, JournalError::OtherVersion(..)), "{error}");
    assert_eq!(fs::read_to_string(&scratch.0).unwrap(), line);
}

#[test]
fn what_was_tampered_with_is_refused() {
    let scratch = Scratch::new("tampered");
    let mut journal = scratch.open().unwrap();
    journal.add(&entry(1)).unwrap();
    drop(journal);
    let text = fs::read_to_string(&scratch.0).unwrap();
    let last = text.lines().last().unwrap();
    for (added, problem) in [
        (last.to_owned(), "line 3: throw 1 is recorded twice"),
        (
            last.replace("\"number\":1", "\"number\":10"),
            "line 3: throw 10, but there are only 10",
        ),
        (
            last.replace("{\"of\":\"", "{\"of\":\"x"),
            "line 3: this throw is of other work",
        ),
        (
            last.replace("\"number\":1", "\"number\":2"),
            "line 3: throw 2 was changed: its checksum does not match",
        ),
        ("nonsense".to_owned(), "line 3: expected a throw"),
    ] {
        fs::write(&scratch.0, format!("{text}{added}\n")).unwrap();
        assert!(scratch.error().contains(problem), "{}", scratch.error());
    }
    let bare = unsummed(last).replace("\"number\":1", "\"number\":2");
    for (text, line) in [
        (format!("{text}{bare}\n"), 3),
        (text.replace(last, &format!("{bare}\n{last}")), 2),
    ] {
        fs::write(&scratch.0, text).unwrap();
        let problem = format!("line {line}: it was changed: it has no checksum");
        assert!(scratch.error().contains(&problem), "{}", scratch.error());
    }
    fs::write(&scratch.0, "nonsense\n").unwrap();
    assert!(
        scratch
            .error()
            .contains("expected a line that begins with {\"job\":, found \"nonsense\""),
        "{}",
        scratch.error()
    );
}

#[test]
fn a_finished_journal_can_be_extended_but_not_cut() {
    let scratch = Scratch::new("extended");
    let mut journal = scratch.open().unwrap();
    journal.add(&entry(9)).unwrap();
    drop(journal);
    let open = |count| Journal::<Throw>::open(&scratch.0, job(), count);
    let mut longer = open(20).unwrap();
    assert_eq!((numbers(&longer), longer.has(8)), (vec![9], false));
    longer.add(&entry(19)).unwrap();
    drop(longer);
    assert_eq!(numbers(&open(20).unwrap()), [9, 19]);
    let error = scratch.error();
    assert!(error.contains("is for 20 results, not just 10"), "{error}");
}

#[test]
fn whatever_decides_how_a_player_plays_is_in_the_job() {
    let file = Scratch::new("weights");
    let catalog = Catalog::chess().alias(
        "mine",
        &format!("pvs:evaluator=material@{}", file.0.display()),
        "an alias",
    );
    let job = |weights: &str, limits| {
        fs::write(&file.0, weights).unwrap();
        let player = PlayerSpec::read(&catalog, "my best=mine").unwrap();
        let player = player.with_limits(limits);
        Job::new("match", &json!({ "players": [player.plan()], "seed": 1 }))
    };
    let weights = |pawn: u32| {
        json!({ "pawn": pawn, "knight": 3, "bishop": 3, "rook": 5, "queen": 9 }).to_string()
    };
    let light = || job(&weights(1), Limits::depth(3));
    let first = light();
    assert_eq!(first, light());
    let difference = job(&weights(2), Limits::depth(3)).difference(&first);
    let said = format!("its player my best files {} checksum is ", file.0.display());
    assert!(
        difference.as_ref().unwrap().starts_with(&said),
        "{difference:?}"
    );
    let difference = job(&weights(1), Limits::depth(4)).difference(&first);
    assert!(
        difference.as_ref().unwrap().contains("depth=4"),
        "{difference:?}"
    );
}

#[cfg(unix)]
#[test]
fn a_file_that_was_removed_or_replaced_is_noticed() {
    let scratch = Scratch::new("gone");
    let mut journal = scratch.open().unwrap();
    journal.add(&entry(1)).unwrap();
    fs::remove_file(&scratch.0).unwrap();
    let error = journal.add(&entry(2)).unwrap_err();
    assert!(matches!(error, JournalError::Gone(_)), "{error}");
    fs::write(&scratch.0, "another file").unwrap();
    let error = journal.add(&entry(3)).unwrap_err();
    assert!(matches!(error, JournalError::Gone(_)), "{error}");
}

#[test]
fn a_file_that_another_has_cut_is_not_written_any_more() {
    let scratch = Scratch::new("cut");
    let mut journal = scratch.open().unwrap();
    journal.add(&entry(1)).unwrap();
    let cut = fs::File::options().write(true).open(&scratch.0).unwrap();
    for length in [40, 0] {
        cut.set_len(length).unwrap();
        for error in [journal.add(&entry(2)), journal.sync()] {
            assert!(matches!(error, Err(JournalError::Gone(_))), "{error:?}");
        }
        assert_eq!(fs::metadata(&scratch.0).unwrap().len(), length);
    }
}

#[cfg(unix)]
#[test]
fn what_is_not_a_file_is_refused_at_once() {
    for path in ["/dev/full", "/dev/zero", "/dev"] {
        let error = Journal::<Throw>::open(Path::new(path), job(), 10).unwrap_err();
        assert!(matches!(error, JournalError::NoFile(_)), "{error}");
        let error = Journal::<Throw>::merged(&[path.into()]).unwrap_err();
        assert!(matches!(error, JournalError::NoFile(_)), "{error}");
    }
}

#[test]
fn numbers_beyond_the_work_are_refused_before_they_take_memory() {
    let scratch = Scratch::new("far");
    let mut journal = scratch.open().unwrap();
    journal.add(&entry(1)).unwrap();
    drop(journal);
    let text = fs::read_to_string(&scratch.0).unwrap();
    let merged = |text: &str| {
        fs::write(&scratch.0, text).unwrap();
        Journal::<Throw>::merged(std::slice::from_ref(&scratch.0))
    };
    for number in ["10", "3000000000", "18446744073709551615"] {
        let far = text.replace("\"number\":1,", &format!("\"number\":{number},"));
        let error = merged(&far).unwrap_err().to_string();
        assert!(error.contains("but there are only 10"), "{error}");
    }
    let many = text.replace("\"count\":10,", "\"count\":1000000000,");
    assert_eq!(merged(&many).unwrap().missing(), [(0, 0), (2, 999_999_999)]);
    let more = text.replace("\"count\":10,", "\"count\":1000000001,");
    let error = merged(&more).unwrap_err();
    assert!(matches!(error, JournalError::Longer { .. }), "{error}");
}

/// Returns the numbers that a run delivers, those done before first, until one of them is enough.
fn handed_over(journal: Option<&Path>, threads: usize, enough: usize) -> [Vec<usize>; 2] {
    let work = Work::new("dice", &json!({}), 3_000, |number, task: usize| {
        assert_eq!(task, 2 * number);
        if number.is_multiple_of(7) {
            std::thread::yield_now();
        }
        Ok::<_, WorkError>(entry(number))
    });
    let mut work = work.journal(journal).unwrap();
    let (mut all, mut new) = (Vec::new(), Vec::new());
    let tasks = (0..3_000).map(|number| Ok((number, 2 * number)));
    let done = work.run(0..3_000, tasks, threads, &mut |done| {
        all.push(done.get().number);
        if let Done::Now(throw) = &done {
            new.push(throw.number);
        }
        Ok(if done.get().number == enough {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        })
    });
    done.unwrap();
    [all, new]
}

#[test]
fn items_come_in_order_whatever_the_threads_and_whoever_did_them() {
    let scratch = Scratch::new("run");
    for threads in [1, 3] {
        let [all, _] = handed_over(None, threads, 3_000);
        assert!(all.into_iter().eq(0..3_000));
        let [all, _] = handed_over(Some(&scratch.0), threads, 1_000);
        assert!(all.into_iter().eq(0..=1_000), "one was enough");
    }
    let [all, new] = handed_over(Some(&scratch.0), 2, 3_000);
    assert!(all.into_iter().eq(0..3_000));
    assert!(new[0] > 1_000 && new.len() < 2_000, "no item is done twice");
}
